"""The stack of tokens (TRO-5): counting, drawing, delaying, aiming, the End token, coming and going.

A face is a place in the stack: characters by key, then henchmen, enemies, and End last.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import factorial
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tableside.errors import RuleError
from tableside.games.troika import RULESET, procedures, token_stack, turns
from tableside.games.troika.house import TroikaHouse
from tableside.rules.life_states import is_gone
from tableside.rules.odds import every_roll, mean
from tableside.rules.play import Asked, Chosen, DiceAsked, Play, Rolled, Step, play_to_end
from tableside.rules.ruleset import Turns
from tableside.rules.table import Character, Condition, Table
from tableside.rules.turns.running_order import join_running_order, leave_running_order
from tableside.rules.turns.stack import END, ENEMIES, HENCHMEN, StackOrder
from tests.games.answers import done
from tests.games.troika.people import (
    PROCEDURES,
    after,
    enemy,
    henchman,
    odds,
    pc,
    proof,
    rows,
    run,
    stamina_of,
    table,
    things,
)
from tests.thorough import often

DYING = (Condition("dying"),)
DEAD = (Condition("dead"),)


def fight(*people: Character, **house: str) -> Table:
    """A fight of all these."""
    return after("troika.assemble-stack", table(*people, **house))


def stack_of(on: Table) -> StackOrder:
    assert isinstance(on.order, StackOrder)
    return on.order


def draw(on: Table, *owners: str, choices: tuple[str, ...] = (), faces: tuple[int, ...] = ()) -> Table:
    """Draw once; the dice come up with tokens of these owners in turn, then with these faces."""
    left = list(owners)
    more = list(faces)
    chosen = list(choices)
    at_hand = token_stack.token_stack_at_hand(on, stack_of(on))

    def answer(asked: Asked) -> Step:
        nonlocal at_hand
        if not isinstance(asked, DiceAsked):
            return Chosen(asked.question, chosen.pop(0) if chosen else asked.default, asked.who)
        if asked.why != "draw":
            given, more[:] = tuple(more[: len(asked.sides)]), more[len(asked.sides) :]
            return Rolled(asked.sides, given, asked.why, asked.who)
        face = at_hand.tokens.index(left[0]) + 1
        _, at_hand = at_hand.take(face)
        left.pop(0)
        return Rolled(asked.sides, (face,), asked.why, asked.who)

    _, drawn = play_to_end(
        lambda play: token_stack.draw_from_token_stack(on, RULESET.turns, play), answer
    ).result
    assert not left
    assert not more
    return drawn


def end(on: Table, *, choices: tuple[str, ...] = (), faces: tuple[int, ...] = ()) -> Table:
    return draw(on, END, choices=choices, faces=faces)


def do(on: Table, act: Callable[[Table, Play], Table]) -> Table:
    return done(lambda play: act(on, play))


@pytest.mark.parametrize("row", rows("stack"), ids=lambda row: f"{row['id']} {row['sentence']}")
def test_tokens_at_the_start(row: dict[str, Any]) -> None:  # Any: a row's values
    people = [pc(key, f"PC {key}") for key in range(1, row["characters"] + 1)]
    people += [henchman(100 + key) for key in range(row["henchmen"])]
    people += [enemy(200 + key, initiative=row["initiative"]) for key in range(row["enemies"])]
    assembled = run("troika.assemble-stack", table(*people, **{"TRO-5.1.4": row["cap"]})).result
    assert assembled.amounts == {"tokens": row["tokens"]}


def test_the_dead_and_those_not_named_are_left_out() -> None:
    on = table(pc(1), pc(2, "Bo", conditions=DEAD), pc(3, "Cy"), enemy(4, "Orc"), enemy(5, "Elk"))
    assert stack_of(after("troika.assemble-stack", on)).members == (1, 3, 4, 5)
    named = stack_of(after("troika.assemble-stack", on, characters="Cy", enemies="Elk"))
    assert named.members == (3, 5)


def test_a_stack_is_assembled_once_and_for_somebody() -> None:
    on = fight(pc(1))
    assert PROCEDURES["troika.assemble-stack"].problems(on) == ("fight-is-on",)
    with pytest.raises(RuleError, match="on already"):
        run("troika.assemble-stack", on)
    with pytest.raises(RuleError, match="nobody to fight"):
        run("troika.assemble-stack", table())


@pytest.mark.parametrize(("reading", "tokens_of_foes"), [("not-counted", 4), ("counted", 8)])
def test_henchmen_raise_the_cap_only_by_house_rule(reading: str, tokens_of_foes: int) -> None:
    house = {"TRO-5.1.4": "capped", "TRO-AMB-14": reading}
    on = fight(pc(1), henchman(2), henchman(3), *(enemy(key) for key in range(4, 12)), **house)
    assert stack_of(on).count(ENEMIES) == tokens_of_foes


def test_a_draw_is_one_die_of_as_many_sides_as_there_are_tokens() -> None:
    """TRO-5.2, TRO-5.1.3: four tokens and the End token."""
    on = fight(pc(1), enemy(2))
    drawn = run("troika.draw", on, 3)
    assert [(rolled.why, rolled.sides) for rolled in drawn.dice] == [("draw", (5,))]
    assert drawn.steps == drawn.dice
    assert drawn.result.result == ENEMIES
    assert drawn.result.table is not None
    assert stack_of(drawn.result.table).acting == 2


def test_without_a_fight_there_is_nothing_to_draw() -> None:
    for id in ("draw", "delay", "aim", "hand-token"):
        assert PROCEDURES[f"troika.{id}"].problems(table(pc(1))) == ("no-fight",)
    for id in ("next", "join", "leave", "end", "back"):
        assert PROCEDURES[f"turn.{id}"].problems(table(pc(1))) == ("no-fight",)
    with pytest.raises(RuleError, match="no fight is on"):
        run("troika.draw", table(pc(1)))


def test_enemies_act_in_rotation_the_one_with_fewest_acts_first() -> None:
    on = fight(pc(1), enemy(2), enemy(3))
    acting = []
    for _ in range(4):
        on = draw(on, ENEMIES)
        acting.append(stack_of(on).acting)
    assert acting == [2, 3, 2, 3]


def test_an_enemys_token_can_be_handed_to_any_enemy() -> None:
    """TRO-5.5: even to one that has acted."""
    on = draw(fight(pc(1), enemy(2, "Elk"), enemy(3, "Orc")), ENEMIES)
    handed = after("troika.hand-token", on, who="Orc")
    assert (stack_of(handed).acting, stack_of(handed).acted) == (3, (3,))
    back = after("troika.hand-token", draw(handed, ENEMIES), who="Orc")
    assert stack_of(back).acted == (3, 3)


def test_ones_own_token_is_not_handed_on() -> None:
    on = draw(fight(pc(1), pc(2, "Bo"), enemy(3)), "1")
    assert PROCEDURES["troika.hand-token"].problems(on) == ("own-token",)
    with pytest.raises(RuleError, match="own token"):
        done(lambda play: token_stack.hand_token(on, 2, play))


def test_a_token_is_handed_to_nobody_who_has_it_or_cannot_act() -> None:
    on = draw(fight(pc(1), enemy(2, "Elk"), enemy(3, "Orc")), ENEMIES)
    on = on.put(on[3].with_condition(Condition("dead")))
    for who, why in (("Elk", "it is Elk's turn already"), ("Orc", "Orc is dead")):
        with pytest.raises(RuleError, match=why):
            run("troika.hand-token", on, who=who)
    with pytest.raises(RuleError, match="Orc is dead and cannot act"):
        done(lambda play: token_stack.hand_token(on, 3, play))


def test_an_own_turn_is_put_off_by_nobody_else() -> None:
    on = draw(fight(pc(1, "Ana"), pc(2, "Bo"), enemy(3)), "1")
    assert stack_of(after("troika.delay", on, who="Ana")).drawn == ()
    assert after("troika.aim", on, who="Ana")[1].has("aiming")
    with pytest.raises(RuleError, match="it is Ana's turn, not Bo's"):
        run("troika.delay", on, who="Bo")


def test_who_aims_out_of_turn_holds_a_token_of_their_own_out_of_the_stack() -> None:
    """TRO-6.2.2; the screens and `say` ask first."""
    on = draw(fight(pc(1, "Ana"), pc(2, "Bo"), enemy(3)), "1")
    aims = after("troika.aim", on, who="Bo")
    assert aims[2].has("aiming") and stack_of(aims).acting == 1
    assert (stack_of(aims).held, stack_of(aims).count("2")) == (("2",), 1)
    assert stack_of(draw(aims, "2")).held == ()


def test_a_henchmans_token_is_handed_among_henchmen() -> None:
    on = draw(fight(henchman(1, "Hob"), henchman(2, "Nob"), enemy(3)), HENCHMEN)
    assert stack_of(after("troika.hand-token", on, who="Nob")).acting == 2
    with pytest.raises(RuleError):
        run("troika.hand-token", on, who="Enemy")


def test_a_dead_characters_token_does_nothing_and_the_next_is_drawn() -> None:
    on = fight(pc(1), pc(2, "Bo"), enemy(3))
    on = on.put(replace(on[1], conditions=DEAD))
    drawn = draw(on, "1", "2")
    assert stack_of(drawn).acting == 2
    assert stack_of(drawn).drawn == ("1", "2")


@pytest.mark.parametrize("condition", ["dying", "unconscious", "out-of-action"])
def test_the_helpless_do_not_act_either(condition: str) -> None:
    on = fight(pc(1, conditions=(Condition(condition),)), enemy(2))
    assert stack_of(draw(on, "1", ENEMIES)).acting == 2


def test_a_dead_enemys_token_is_used_by_a_living_one() -> None:
    on = fight(pc(1), enemy(2), enemy(3))
    on = on.put(replace(on[2], conditions=DEAD))
    for _ in range(4):
        on = draw(on, ENEMIES)
        assert stack_of(on).acting == 3


def test_a_dead_henchmans_token_does_nothing_when_the_others_have_acted() -> None:
    """TRO-AMB-12, TRO-5.4: they have a token each, of one colour."""
    on = fight(henchman(1, "Hob"), henchman(2, "Nob"), enemy(3))
    on = on.put(replace(on[1], conditions=DEAD))
    once = draw(on, HENCHMEN)
    assert stack_of(once).acting == 2
    assert (
        odds("troika.draw", once)
        == every_roll(proof("troika.draw", once))
        == {
            ENEMIES: Fraction(2, 3),
            END: Fraction(1, 3),
        }
    )
    assert stack_of(draw(once, HENCHMEN, ENEMIES)).acting == 3
    delayed = do(once, token_stack.delay_into_token_stack)
    assert stack_of(draw(delayed, HENCHMEN)).acting == 2, "who has put it off has not acted"


def test_by_house_rule_the_deads_tokens_go_at_once() -> None:
    on = fight(pc(1), pc(2, "Bo"), enemy(3), enemy(4), **{"TRO-AMB-12": "removed-at-once"})
    on = draw(on, ENEMIES)
    on = on.put(replace(on[1], conditions=DEAD), replace(on[3], conditions=DEAD))
    on = draw(on, "2")
    assert dict(stack_of(on).left) == {"2": 1, ENEMIES: 1, END: 1}


def test_one_dead_goblin_takes_one_token_along() -> None:
    foes = (enemy(2, initiative=1), enemy(3, initiative=1))
    on = fight(pc(1), *foes, **{"TRO-AMB-12": "removed-at-once"})
    on = draw(on.put(replace(on[2], conditions=DEAD)), "1")
    assert stack_of(on).count(ENEMIES) == 1


def test_who_is_out_of_play_neither_suffers_nor_has_tokens_after_the_end() -> None:
    on = fight(pc(1, conditions=(Condition("fire"),)), enemy(2))
    on = end(on.put(replace(on[1], retired=True)))
    assert stamina_of(on[1]) == 14
    assert stack_of(on).count("1") == 0


def test_delaying_puts_the_token_back() -> None:
    before = fight(pc(1), enemy(2))
    delayed = do(draw(before, "1"), token_stack.delay_into_token_stack)
    assert stack_of(delayed).left == stack_of(before).left
    assert stack_of(delayed).acting is None
    assert PROCEDURES["troika.delay"].problems(delayed) == ("nobodys-turn",)
    with pytest.raises(RuleError, match="nobody's turn"):
        do(delayed, token_stack.delay_into_token_stack)


def test_who_delays_has_not_acted() -> None:
    """TRO-6.4: so the next token of the colour is theirs again, and End drawn now still comes first."""
    on = do(draw(fight(pc(1), enemy(2), enemy(3)), ENEMIES), token_stack.delay_into_token_stack)
    assert stack_of(on).acted == ()
    assert stack_of(draw(on, ENEMIES)).acting == 2
    again = fight(pc(1), enemy(2), **{"TRO-AMB-15": "drawn-again"})
    assert stack_of(draw(do(draw(again, "1"), token_stack.delay_into_token_stack), END, ENEMIES)).acting == 2


def test_who_is_taken_out_of_play_does_not_go_on_with_the_turn() -> None:
    on = draw(fight(pc(1), enemy(2)), "1")
    on = on.put(replace(on[1], retired=True))
    assert PROCEDURES["troika.delay"].problems(on) == ("nobodys-turn",)
    for act in (token_stack.delay_into_token_stack, token_stack.hold_token_to_aim):
        with pytest.raises(RuleError, match="cannot act"):
            do(on, act)


def test_nobody_is_on_two_sides() -> None:
    with pytest.raises(RuleError, match="Anna cannot be on two sides"):
        do(table(pc(1), enemy(2)), lambda on, play: turns.begin_troika_turns(on, [1], [1, 2], play))


def test_the_aimer_shoots_with_care_at_the_next_token_of_theirs() -> None:
    on = do(draw(fight(pc(1), enemy(2)), "1"), token_stack.hold_token_to_aim)
    assert stack_of(on).held == ("1",)
    assert on[1].has("aiming")
    on = draw(on, ENEMIES)
    assert on[1].has("aiming")
    on = draw(on, "1")
    assert stack_of(on).held == ()
    assert on[1].has("aimed")
    assert PROCEDURES["troika.aim"].problems(on) == ("has-aimed",)
    with pytest.raises(RuleError, match="aimed already"):
        do(on, token_stack.hold_token_to_aim)
    assert draw(on, ENEMIES)[1].conditions == ()


def test_who_delays_the_careful_shot_still_aims() -> None:
    on = draw(do(draw(fight(pc(1), enemy(2)), "1"), token_stack.hold_token_to_aim), "1")
    delayed = do(on, token_stack.delay_into_token_stack)
    assert (stack_of(delayed).held, stack_of(delayed).count("1")) == (("1",), 1)
    assert delayed[1].has("aiming")


def test_handing_the_token_on_does_not_spend_the_first_ones_aim() -> None:
    on = do(draw(fight(pc(1), enemy(2), enemy(3)), ENEMIES), token_stack.hold_token_to_aim)
    on = draw(draw(on, ENEMIES), ENEMIES)
    assert (stack_of(on).acting, on[2].has("aimed")) == (2, True)
    on = done(lambda play: token_stack.hand_token(on, 3, play))
    assert (stack_of(on).held, on[2].has("aiming"), on[2].has("aimed")) == ((ENEMIES,), True, False)


def test_at_the_end_token_the_aim_may_be_kept_and_its_token_stays_out() -> None:
    on = end(do(draw(fight(pc(1), enemy(2)), "1"), token_stack.hold_token_to_aim))
    assert (stack_of(on).held, stack_of(on).count("1")) == (("1",), 1)
    on = draw(on, "1")
    assert on[1].has("aimed")
    assert stack_of(end(on)).count("1") == 2


def test_or_given_up_and_its_token_goes_back() -> None:
    on = end(do(draw(fight(pc(1), enemy(2)), "1"), token_stack.hold_token_to_aim), choices=("no",))
    assert (stack_of(on).held, stack_of(on).count("1"), on[1].conditions) == ((), 2, ())


def test_by_house_rule_the_aim_is_kept_and_the_token_goes_back() -> None:
    on = end(
        do(draw(fight(pc(1), enemy(2), **{"TRO-AMB-16": "returns"}), "1"), token_stack.hold_token_to_aim)
    )
    assert (stack_of(on).held, stack_of(on).count("1"), on[1].has("aiming")) == ((), 2, True)
    on = draw(on, "1")
    assert on[1].has("aimed")
    assert do(on, token_stack.delay_into_token_stack)[1].has("aiming")


def test_no_more_aims_are_kept_than_there_are_tokens() -> None:
    """TRO-AMB-13, TRO-AMB-16: the cap falls with the characters, and held tokens count against it."""
    on = fight(pc(1), *(enemy(key) for key in (2, 3, 4)), **{"TRO-5.1.4": "capped"})
    for _ in range(3):
        on = do(draw(on, ENEMIES), token_stack.hold_token_to_aim)
    fallen = end(on.put(replace(on[1], conditions=DEAD)))
    assert (stack_of(fallen).held, stack_of(fallen).count(ENEMIES)) == ((), 0)
    assert not any(fallen[key].has("aiming") for key in (2, 3, 4))
    standing = end(on)
    assert (stack_of(standing).held, stack_of(standing).count(ENEMIES)) == ((ENEMIES,) * 3, 1)


def test_the_helpless_lose_their_aim_at_the_end_token() -> None:
    on = do(draw(fight(pc(1), enemy(2)), "1"), token_stack.hold_token_to_aim)
    on = end(on.put(on[1].with_condition(Condition("unconscious"))))
    assert not on[1].has("aiming")
    assert stack_of(on).count("1") == 2


def test_the_end_token_brings_everything_back_and_begins_a_round() -> None:
    start = fight(pc(1), henchman(2), enemy(3))
    on = end(draw(draw(draw(start, "1"), HENCHMEN), ENEMIES))
    assert stack_of(on) == replace(stack_of(start), round=2)


def test_those_dying_die_at_the_end_token_and_their_tokens_come_out() -> None:
    on = end(fight(pc(1, stamina=0, conditions=DYING), enemy(2)), choices=("no",))
    assert on[1].has("dead")
    assert stack_of(on).count("1") == 0


def test_or_trust_to_luck() -> None:
    on = end(fight(pc(1, stamina=0, conditions=DYING), enemy(2)), choices=("yes",), faces=(1, 2))
    assert on[1].has("out-of-action")
    assert not end(on)[1].has("dead")


def test_healed_in_time_they_live() -> None:
    on = after("troika.heal", fight(pc(1, stamina=0, conditions=DYING), enemy(2)), who="Anna", points="1")
    assert end(on)[1].conditions == ()


def test_whom_fire_brings_to_nothing_has_a_round_left() -> None:
    on = fight(pc(1, stamina=3, conditions=(Condition("fire"),)), enemy(2))
    on = end(on, faces=(6, 6, 3))
    assert on[1].has("dying")
    assert end(on, choices=("no",))[1].has("dead")


def test_perils_come_in_the_order_of_the_rule_and_of_the_keys() -> None:
    both = (Condition("bleeding"), Condition("fire"))
    on = fight(pc(1, conditions=(Condition("poison"), *both)), enemy(2))
    on = on.put(on[2].with_condition(Condition("fire")), on[1].with_condition(Condition("drowning")))
    failed = (6, 6, 1)
    drawn = run("troika.draw", on, 5, *failed * 5)
    assert [rolled.why for rolled in drawn.dice] == [
        "draw",
        *("swim", "drowning"),
        *("luck", "fire"),
        *("skill", "fire"),
        *("luck", "poison"),
        *("luck", "bleeding"),
    ]
    assert drawn.result.table is not None
    assert (stamina_of(drawn.result.table[1]), stamina_of(drawn.result.table[2])) == (10, 7)


def test_who_dies_at_the_end_token_leaves_no_token_behind() -> None:
    on = end(
        fight(pc(1), enemy(2, stamina=1), enemy(3)).put(
            enemy(2, stamina=1).with_condition(Condition("fire"))
        ),
        faces=(6, 6, 5),
    )
    assert on[2].has("dead")
    assert stack_of(on).count(ENEMIES) == 2


def test_rounds_are_counted_down_and_the_unconscious_wake() -> None:
    on = fight(pc(1, conditions=(Condition("unconscious", rounds=2), Condition("prone"))), enemy(2))
    on = end(on)
    assert on[1].condition("unconscious") == Condition("unconscious", rounds=1)
    assert [each.name for each in end(on)[1].conditions] == ["prone"]


def test_fire_for_a_round_burns_once() -> None:
    on = end(fight(pc(1, conditions=(Condition("fire", rounds=1),)), enemy(2)), faces=(6, 6, 3))
    assert (stamina_of(on[1]), on[1].conditions) == (11, ())


@pytest.mark.parametrize(("reading", "foes"), [("counted-anew", 4), ("fixed-at-start", 8)])
def test_the_cap_shrinks_with_the_characters_unless_it_is_fixed(reading: str, foes: int) -> None:
    house = {"TRO-5.1.4": "capped", "TRO-AMB-13": reading}
    on = fight(pc(1), pc(2, "Bo"), *(enemy(key) for key in range(3, 11)), **house)
    assert stack_of(on).count(ENEMIES) == 8
    on = end(on.put(replace(on[2], conditions=DEAD)))
    assert stack_of(on).count(ENEMIES) == foes


def test_by_house_rule_an_end_token_before_anybody_acted_is_drawn_again() -> None:
    on = fight(pc(1), enemy(2), **{"TRO-AMB-15": "drawn-again"})
    drawn = draw(on, END, "1")
    assert (stack_of(drawn).acting, stack_of(drawn).count(END)) == (1, 1)
    assert stack_of(end(drawn)).round == 2


def test_it_stands_when_nobody_can_act() -> None:
    on = fight(pc(1, conditions=(Condition("unconscious"),)), **{"TRO-AMB-15": "drawn-again"})
    assert stack_of(end(on)).round == 2


def test_coming_and_going_in_the_middle_of_a_fight() -> None:
    on = draw(after("troika.assemble-stack", table(pc(1), enemy(2)), characters="Anna"), "1")
    on = on.put(pc(3, "Bo"), henchman(4, "Hob"), enemy(5, "Orc", initiative=3))
    on = after("turn.join", on, who="Bo Hob Orc")
    assert dict(stack_of(on).left) == {"1": 1, "3": 2, HENCHMEN: 1, ENEMIES: 5, END: 1}
    on = after("turn.leave", on, who="Anna Hob Orc")
    assert dict(stack_of(on).left) == {"3": 2, ENEMIES: 2, END: 1}
    assert stack_of(on).acting is None
    with pytest.raises(RuleError, match="not in the fight"):
        done(lambda play: leave_running_order(on, [1], play))
    with pytest.raises(RuleError, match="in the fight already"):
        done(lambda play: join_running_order(on, [3], "", Turns(), play))


def test_joining_enemies_stay_under_the_cap() -> None:
    on = fight(pc(1), enemy(2, initiative=3), **{"TRO-5.1.4": "capped"})
    on = done(lambda play: join_running_order(on.put(enemy(3, initiative=3)), [3], "", Turns(), play))
    assert stack_of(on).count(ENEMIES) == 4


def test_leaving_enemies_take_only_what_the_cap_leaves_over() -> None:
    """TRO-5.1.4: with 4 tokens for 6 of Initiative, the first to leave takes 1 and the second the rest."""
    on = fight(pc(1), enemy(2, initiative=3), enemy(3, initiative=3), **{"TRO-5.1.4": "capped"})
    one = after("turn.leave", on, who="#3")
    assert (stack_of(on).count(ENEMIES), stack_of(one).count(ENEMIES)) == (4, 3)
    assert stack_of(after("turn.leave", one, who="#2")).count(ENEMIES) == 0


def test_who_leaves_takes_no_token_of_the_dead_along() -> None:
    """TRO-AMB-12, TRO-5.3: until End the living use the tokens of who died this round."""
    on = fight(pc(1), *(enemy(key, initiative=1) for key in (2, 3, 4)))
    on = on.put(replace(on[2], conditions=DEAD))
    assert stack_of(after("turn.leave", on, who="#3")).count(ENEMIES) == 2
    assert stack_of(after("turn.leave", on, who="#2")).count(ENEMIES) == 2
    ended = end(on)
    assert stack_of(after("turn.leave", ended, who="#2")).count(ENEMIES) == 2
    assert stack_of(after("turn.leave", ended, who="#3")).count(ENEMIES) == 1


def test_the_turn_goes_with_the_token_it_was_taken_on() -> None:
    on = fight(pc(1), enemy(2, initiative=1), enemy(3, initiative=0))
    on = done(lambda play: token_stack.hand_token(draw(on, ENEMIES), 3, play))
    left = done(lambda play: leave_running_order(on, [2], play))
    assert (stack_of(left).turn, stack_of(left).acting) == ("", None)


def test_finishing_ends_aims_and_puts_dead_enemies_away() -> None:
    on = do(draw(fight(pc(1), enemy(2, "Orc"), enemy(3, "Elk")), "1"), token_stack.hold_token_to_aim)
    on = on.put(replace(on[2], conditions=DEAD), on[1].with_condition(Condition("prone")))
    over = after("turn.end", on)
    assert over.order is None
    assert [each.name for each in over[1].conditions] == ["prone"]
    assert [each.name for each in over.in_play()] == ["Anna", "Elk"]


def test_the_dead_neither_delay_nor_aim() -> None:
    on = draw(fight(pc(1), enemy(2)), "1")
    on = on.put(replace(on[1], conditions=DEAD))
    for act in (token_stack.delay_into_token_stack, token_stack.hold_token_to_aim):
        with pytest.raises(RuleError, match="cannot act"):
            do(on, act)


HOUSES: list[dict[str, str]] = [
    {},
    {"TRO-AMB-15": "drawn-again"},
    {"TRO-AMB-12": "removed-at-once"},
]


@pytest.mark.parametrize("house", HOUSES, ids=str)
@pytest.mark.parametrize("helpless", [(), (1,), (2, 4), (1, 2)])
def test_the_odds_of_a_draw_are_those_of_the_rule(helpless: tuple[int, ...], house: dict[str, str]) -> None:
    on = fight(pc(1), pc(2, "Bo"), henchman(3), enemy(4), **house)
    on = on.put(*(replace(on[key], conditions=DEAD) for key in helpless))
    assert odds("troika.draw", on) == every_roll(proof("troika.draw", on))


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_when_nobody_can_act_the_end_token_is_certain(house: dict[str, str]) -> None:
    on = fight(pc(1, conditions=(Condition("unconscious"),)), enemy(2, initiative=1), **house)
    on = on.put(replace(on[2], conditions=DEAD))
    assert odds("troika.draw", on) == every_roll(proof("troika.draw", on)) == {END: 1}


@pytest.mark.parametrize("reading", ["stands", "drawn-again"])
@pytest.mark.parametrize(("own", "others"), [(0, 0), (0, 2), (1, 0), (1, 3), (2, 0), (2, 2), (3, 1), (2, 4)])
def test_the_odds_of_a_round_are_those_of_the_rule(own: int, others: int, reading: str) -> None:
    on = table(**{"TRO-AMB-15": reading})
    found = procedures._token_round_odds(own, others, TroikaHouse.of(on)).amounts["turns"]
    assert found == every_roll(
        lambda play: procedures._token_round_turns(own, others, TroikaHouse.of(on), play)
    )


@pytest.mark.parametrize(("own", "others"), [(2, 3), (3, 4)])
def test_orders_counted_one_by_one_give_the_same_chances(own: int, others: int) -> None:
    laid = ["own"] * own + ["other"] * others + ["end"]
    before = Counter(order[: order.index("end")].count("own") for order in permutations(laid))
    total = factorial(len(laid))
    counted = {turns: Fraction(count, total) for turns, count in before.items()}
    assert procedures._token_round_odds(own, others, TroikaHouse()).amounts["turns"] == counted


def test_icepool_deals_the_same_chances() -> None:
    """The End token's place is a die; before it lies a hand dealt from the others."""
    own, others = 2, 4
    deck = icepool.Deck({1: own, 0: others})
    dealt = [deck.deal(count).sum() if count else icepool.Die([0]) for count in range(own + others + 1)]
    mixed = icepool.Die(dealt)
    chances = procedures._token_round_odds(own, others, TroikaHouse()).amounts["turns"]
    assert {turns: mixed.probability(turns) for turns in range(own + 1)} == chances


def test_on_average_half_of_ones_tokens_come_up() -> None:
    assert mean(procedures._token_round_odds(2, 9, TroikaHouse()).amounts["turns"]) == 1


def test_counting_a_round_rolls_a_die_per_draw() -> None:
    counted = run("troika.round", Table(), 1, 2, 2, own="2", others="1")
    assert [rolled.sides for rolled in counted.dice] == [(4,), (3,), (2,)]
    assert counted.result.amounts == {"turns": 1}


def test_every_order_of_draws_is_possible() -> None:
    """All orders of two characters' and two enemies' tokens up to End, each as likely as counting says."""
    on = fight(pc(1), enemy(2))

    def orders(play: Play) -> tuple[str, ...]:
        drawn: list[str] = []
        now = on
        while True:
            owner, now = token_stack.draw_from_token_stack(now, RULESET.turns, play)
            if owner == END:
                return tuple(drawn)
            drawn.append(owner)

    laid = ("1", "1", ENEMIES, ENEMIES, END)
    cut = Counter(order[: order.index(END)] for order in permutations(laid))
    assert every_roll(orders) == {order: Fraction(count, 120) for order, count in cut.items()}


# The laws of the stack, whatever happens in a fight.

ACTS = ("draw", "draw", "draw", "draw", "delay", "aim", "kill", "hurt", "hand", "join", "leave")
READINGS = st.fixed_dictionaries(
    {
        "TRO-5.1.4": st.sampled_from(["uncapped", "capped"]),
        "TRO-AMB-12": st.sampled_from(["draw-again", "removed-at-once"]),
        "TRO-AMB-13": st.sampled_from(["counted-anew", "fixed-at-start"]),
        "TRO-AMB-15": st.sampled_from(["stands", "drawn-again"]),
        "TRO-AMB-16": st.sampled_from(["stays-out", "returns"]),
    }
)


def totals(stack: StackOrder) -> dict[str, int]:
    """All tokens there are, by owner."""
    owners = {owner for owner, _ in stack.left} | {*stack.drawn, *stack.held}
    return {owner: stack.total(owner) for owner in owners}


def one_step(on: Table, act: str, pick: int, data: st.DataObject) -> Table:
    """Something happens in the fight; whatever cannot happen now does not."""

    def answer(asked: Asked) -> Step:
        if isinstance(asked, DiceAsked):
            faces = tuple(data.draw(st.integers(1, sides)) for sides in asked.sides)
            return Rolled(asked.sides, faces, asked.why, asked.who)
        return Chosen(asked.question, data.draw(st.sampled_from(asked.options)), asked.who)

    keys = sorted(on.characters)
    key = keys[pick % len(keys)]
    rules: dict[str, Callable[[Play], Table]] = {
        "draw": lambda play: token_stack.draw_from_token_stack(on, RULESET.turns, play)[1],
        "delay": lambda play: token_stack.delay_into_token_stack(on, play),
        "aim": lambda play: token_stack.hold_token_to_aim(on, play),
        "hand": lambda play: token_stack.hand_token(on, key, play),
        "join": lambda play: join_running_order(on, [key], "", Turns(), play),
        "leave": lambda play: leave_running_order(on, [key], play),
        "kill": lambda play: on.put(on[key].with_condition(Condition("dead"))),
        "hurt": lambda play: on.put(on[key].with_condition(Condition("fire"))),
    }
    try:
        return play_to_end(rules[act], answer).result
    except RuleError:
        return on


@settings(max_examples=often(120), deadline=None)
@given(
    st.integers(0, 3),
    st.integers(0, 2),
    st.lists(st.integers(0, 3), min_size=1, max_size=4),
    READINGS,
    st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 9)), max_size=25),
    st.data(),
)
def test_tokens_are_conserved_and_the_dead_never_act(
    party: int,
    hirelings: int,
    foes: list[int],
    house: dict[str, str],
    acts: list[tuple[str, int]],
    data: st.DataObject,
) -> None:
    people = [pc(key, f"PC {key}") for key in range(1, party + 1)]
    people += [henchman(10 + key) for key in range(hirelings)]
    people += [enemy(20 + key, initiative=each) for key, each in enumerate(foes)]
    on = fight(*people, **house)
    for act, pick in acts:
        before, was = stack_of(on), on
        on = one_step(on, act, pick, data)
        now = stack_of(on)
        assert now.count(END) == 1
        if act == "draw":
            check_draw(was, on)
        elif act in ("delay", "aim", "hand", "kill", "hurt"):
            assert totals(now) == totals(before)
        elif act == "join" and now.members != before.members:
            assert sum(totals(now).values()) >= sum(totals(before).values())
        elif act == "leave":
            assert sum(totals(now).values()) <= sum(totals(before).values())


def check_draw(was: Table, on: Table) -> None:
    """A draw moves one token, or ends the round with all tokens of the living where they belong."""
    before, now = token_stack.token_stack_at_hand(was, stack_of(was)), stack_of(on)
    if now.round == before.round:
        assert totals(now) == totals(before)
        assert now.acting is not None
        assert not is_gone(on[now.acting])
        assert now.turn == now.drawn[-1] == now.owner_of(now.acting)
    else:
        full = token_stack.full_token_counts(on, now, now.cap)
        assert totals(now) == {owner: count for owner, count in full.items() if count}
        assert (now.drawn, now.turn, now.acting, now.acted) == ((), "", None, ())


# What a turn is spent on

BRAWL: dict[str, Any] = {"who": "Anna", "against": "Orc", "luck": "never"}


def facts_of(procedure: str, on: Table, *faces: int, **inputs: Any) -> list[str]:  # Any: what `run` takes
    return [each.id for each in run(procedure, on, *faces, **inputs).facts]


def armed() -> Table:
    """Anna's turn, with a rope in her first slot; two Orcs, of whom the first acts first."""
    on = fight(pc(1, items=things(7)), enemy(2, "Orc"), enemy(3, "Ork"))
    return draw(on, "1")


TIE: tuple[int, ...] = (3, 4, 2, 2)
"""Anna (Skill 5) against an Orc (Skill 8)."""


@pytest.mark.parametrize("procedure", ["troika.fight", "troika.shoot", "troika.grapple"])
def test_who_has_attacked_this_turn_is_known_and_told_the_next_time(procedure: str) -> None:
    """TRO-6.1: one attack may be begun in a turn."""
    on = armed()
    assert stack_of(on).spent == ()
    assert facts_of("troika.fight", on, *TIE, **BRAWL)[0] != "attacks-again"
    once = after("troika.fight", on, *TIE, **BRAWL)
    assert stack_of(once).spent == (1,)
    again = BRAWL | ({"weapon": "bow"} if procedure == "troika.shoot" else {})
    assert facts_of(procedure, once, *TIE, **again)[0] == "attacks-again"
    assert stack_of(after(procedure, once, *TIE, **again)).spent == (1,)


def test_the_next_turn_forgets_who_has_attacked() -> None:
    """TRO-6.1: whoever's it is, and after the End token."""
    once = after("troika.fight", armed(), *TIE, **BRAWL)
    assert stack_of(draw(once, ENEMIES)).spent == ()
    assert stack_of(draw(once, "1")).spent == ()
    assert stack_of(end(once)).spent == ()
    again = draw(once, "1")
    assert "attacks-again" not in facts_of("troika.fight", again, *TIE, **BRAWL)
    assert stack_of(after("turn.leave", once, who="Anna")).spent == ()


def test_to_be_attacked_and_to_answer_is_no_attack_of_ones_own() -> None:
    """TRO-6.1: any number of attackers may be hit in a round."""
    on = draw(armed(), ENEMIES)
    hit = after("troika.fight", on, *TIE[2:], *TIE[:2], who="Orc", against="Anna", luck="never")
    assert stack_of(hit).spent == (2,)


def test_a_token_handed_on_is_still_the_same_turn() -> None:
    on = draw(armed(), ENEMIES)
    hit = after("troika.fight", on, *TIE[2:], *TIE[:2], who="Orc", against="Anna", luck="never")
    handed = after("troika.hand-token", hit, who="Ork")
    assert (stack_of(handed).acting, stack_of(handed).spent) == (3, (2,))


def test_outside_a_fight_and_before_the_first_token_no_turn_is_counted() -> None:
    on = fight(pc(1), enemy(2, "Orc"))
    assert stack_of(after("troika.fight", on, *TIE, **BRAWL)).spent == ()
    assert after("troika.fight", table(pc(1), enemy(2, "Orc")), *TIE, **BRAWL).order is None


def test_looking_for_a_thing_in_vain_is_the_whole_turn() -> None:
    """TRO-6.6."""
    on = armed()
    found = after("troika.retrieve-item", on, 3, 4, who="Anna", item="thing-7")
    assert (stack_of(found).acting, stack_of(found).spent) == (1, ())
    lost = run("troika.retrieve-item", on, 3, 3, who="Anna", item="thing-7")
    assert [each.id for each in lost.facts] == ["not-retrieved", "turn-spent"]
    spent = lost.result.table
    assert spent is not None
    assert (stack_of(spent).acting, stack_of(spent).turn, stack_of(spent).spent) == (None, "", (1,))
    assert stack_of(spent).acted == (1,) and stack_of(spent).drawn == ("1",)
    assert facts_of("troika.fight", spent, *TIE, **BRAWL)[0] == "attacks-again"
    with pytest.raises(RuleError, match="nobody's turn"):
        run("troika.delay", spent)
    assert stack_of(draw(spent, "1")).acting == 1


def test_who_looks_in_vain_out_of_turn_leaves_the_turn_to_the_other() -> None:
    on = draw(armed(), ENEMIES)
    lost = after("troika.retrieve-item", on, 1, 1, who="Anna", item="thing-7")
    assert (stack_of(lost).acting, stack_of(lost).spent) == (2, (1,))
    peace = table(pc(1, items=things(7)))
    assert after("troika.retrieve-item", peace, 1, 1, who="Anna", item="thing-7") == peace


def test_a_turn_taken_back_takes_back_what_it_was_spent_on() -> None:
    once = after("turn.next", fight(pc(1), enemy(2, "Orc")), 1)
    again = after("turn.next", after("troika.fight", once, *TIE, **BRAWL), 1)
    assert stack_of(again).spent == ()
    assert stack_of(after("turn.back", again)).spent == (1,)
