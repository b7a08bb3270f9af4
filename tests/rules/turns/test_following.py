"""The order follows the people in it: another side, out of play, come late, gone early; in every order, in
every game.
"""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tableside.campaign.documents import documents, table_from_documents
from tableside.campaign.replay import ReplayAnswers
from tableside.games import BUNDLED, load_game
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.play import Fact, play_to_end
from tableside.rules.procedure import read_procedure_inputs
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.rules.turns.counts import CountsOrder
from tableside.rules.turns.listed import ListedOrder
from tableside.rules.turns.sides import SidesOrder, side_of
from tableside.rules.turns.stack import ENEMIES, HENCHMEN, StackOrder
from tests.rules.turns.test_turns import ORDERS
from tests.thorough import often

TROIKA = campaign_rules(load_game("troika"))
FOE = TroikaSheet(initiative=2)
PARTY = {"Ana": Kind.PC, "Bram": Kind.PC, "Cato": Kind.PC}
FOES = {"Orc 1": Kind.ENEMY, "Orc 2": Kind.ENEMY}


def people(game: Ruleset = TROIKA) -> Table:
    named = enumerate({**PARTY, **FOES}.items(), 1)
    made = (
        Character(key, name, kind, FOE if game is TROIKA and kind == Kind.ENEMY else game.blank(kind))
        for key, (name, kind) in named
    )
    return Table().put(*made)


def done(on: Table, id: str, game: Ruleset = TROIKA, **texts: str) -> tuple[Table, tuple[Fact, ...]]:
    found = game.procedure(id)
    given = read_procedure_inputs(found, {name.replace("_", "-"): text for name, text in texts.items()}, on)
    performed = play_to_end(found.perform(on, given), ReplayAnswers(random.Random(7)))
    assert performed.result.table is not None
    return performed.result.table, performed.facts


def after(on: Table, id: str, game: Ruleset = TROIKA, **texts: str) -> Table:
    return done(on, id, game, **texts)[0]


def stack_of(on: Table) -> StackOrder:
    assert isinstance(on.order, StackOrder)
    return on.order


def sides_of(on: Table) -> SidesOrder:
    assert isinstance(on.order, SidesOrder)
    return on.order


def fight() -> Table:
    return after(people(), "troika.assemble-stack")


def drawn_by(on: Table, who: int) -> Table:
    """The round in which this one has just drawn a token."""
    for _ in range(200):
        on = after(on, "turn.next")
        if stack_of(on).acting == who:
            return on
    raise AssertionError("never drawn")


# The stack


def test_who_changes_sides_takes_the_tokens_along() -> None:
    on, facts = done(fight(), "campaign.edit", who="Orc 1", kind="npc")
    stack = stack_of(on)
    assert (stack.characters, stack.enemies) == ((1, 2, 3, 4), (5,))
    assert (stack.count(ENEMIES), stack.count("4")) == (2, 2)
    assert [each.id for each in facts] == ["kind-changed", "changes-sides"]
    back = stack_of(after(on, "campaign.edit", who="Orc 1", kind="enemy"))
    assert back == stack_of(fight())


def test_a_turn_that_is_theirs_stays_theirs_and_what_is_drawn_is_drawn() -> None:
    on = drawn_by(fight(), 4)
    before = stack_of(on)
    stack = stack_of(after(on, "campaign.edit", who="Orc 1", kind="npc"))
    assert (stack.acting, stack.turn, stack.drawn[-1]) == (4, "4", "4")
    assert stack.total("4") == 2 and stack.count("4") == 2 - stack.drawn.count("4")
    assert stack.total(ENEMIES) == before.total(ENEMIES) - 2 and stack.acted == before.acted


def test_a_turn_on_the_new_token_can_be_put_off_and_goes_on() -> None:
    on = after(drawn_by(fight(), 4), "campaign.edit", who="Orc 1", kind="npc")
    put_off = stack_of(after(on, "troika.delay"))
    assert put_off.total("4") == 2 and put_off.acting is None
    assert stack_of(after(on, "turn.next")).total("4") == 2


def test_an_aim_is_held_on_the_other_side_too() -> None:
    on = after(after(drawn_by(fight(), 1), "troika.aim"), "campaign.edit", who="Ana", kind="enemy")
    stack = stack_of(on)
    assert stack.held == (ENEMIES,) and on[1].has("aiming") and not stack.total("1")
    again = stack_of(after(on, "campaign.edit", who="Ana", kind="pc"))
    assert again.held == ("1",) and again.total("1") == 2 and not again.held.count(ENEMIES)


def test_henchmen_have_a_colour_of_their_own() -> None:
    stack = stack_of(after(fight(), "campaign.edit", who="Bram", kind="henchman"))
    assert (stack.count("2"), stack.count(HENCHMEN), stack.henchmen) == (0, 1, (2,))
    assert stack_of(after(fight(), "campaign.edit", who="Bram", kind="npc")) == stack_of(fight())


@pytest.mark.parametrize(
    ("who", "kind", "owner"),
    [("Cato", "enemy", ENEMIES), ("Cato", "henchman", HENCHMEN), ("Orc 1", "npc", "4")],
)
def test_turns_taken_back_behind_a_change_of_sides_leave_tokens_to_nobody(
    who: str, kind: str, owner: str
) -> None:
    """What they had drawn is of the new colour in the turns before, too."""
    drawn = drawn_by(fight(), 3 if who == "Cato" else 4)
    on = after(after(drawn, "turn.next"), "campaign.edit", who=who, kind=kind)
    everybody = {
        each: stack_of(on).total(each) for each in {*stack_of(drawn).drawn, ENEMIES, HENCHMEN, owner}
    }
    on = after(on, "turn.back")
    assert (stack_of(on).turn, stack_of(on).drawn[-1]) == (owner, owner)
    while on.turns:
        assert {each: stack_of(on).total(each) for each in everybody} == everybody
        _check(on)
        on = after(on, "turn.back")
    assert not stack_of(on).drawn and stack_of(on).count(owner) == everybody[owner]


def test_turns_taken_back_behind_somebodys_leaving_bring_none_of_their_tokens_back() -> None:
    on = after(after(drawn_by(fight(), 3), "turn.next"), "turn.leave", who="Cato")
    while on.turns:
        on = after(on, "turn.back")
        assert not stack_of(on).total("3")


def test_the_dead_take_no_new_tokens() -> None:
    on = after(fight(), "campaign.condition", who="Orc 1", condition="dead")
    stack = stack_of(after(on, "campaign.edit", who="Orc 1", kind="npc"))
    assert not stack.total("4") and stack.enemies == (5,)


# Sides


def by_sides(first: str = "party") -> Table:
    return after(people(), "turn.begin-sides", first=first)


def test_who_changes_sides_acts_with_the_other_side() -> None:
    on, facts = done(by_sides(), "campaign.edit", who="Orc 1", kind="npc")
    assert [side.members for side in sides_of(on).sides] == [(1, 2, 3, 4), (5,)]
    assert [each.id for each in facts] == ["kind-changed", "changes-sides"]
    assert sides_of(after(on, "turn.next")).now == (1, 2, 3, 4)


def test_who_has_acted_has_no_second_turn_with_the_other_side() -> None:
    on = after(by_sides("enemies"), "turn.next")
    on = after(after(on, "turn.has-acted", who="Orc 1"), "campaign.edit", who="Orc 1", kind="npc")
    on = after(on, "turn.next")
    assert sides_of(on).now == (1, 2, 3), "the party acts, without the one who has acted"
    on = after(after(on, "turn.next"), "turn.next")
    assert (sides_of(on).round, sides_of(on).now) == (2, (1, 2, 3, 4))


def test_who_has_not_acted_yet_acts_now_where_the_other_side_acts() -> None:
    on = after(by_sides(), "turn.next")
    assert sides_of(after(on, "campaign.edit", who="Orc 1", kind="npc")).now == (1, 2, 3, 4)
    acted = after(on, "turn.has-acted", who="Ana")
    there = after(acted, "campaign.edit", who="Ana", kind="enemy")
    assert 1 not in sides_of(after(there, "turn.next")).now


def test_an_ally_on_the_other_side_stays_there_as_long_as_nothing_tells_otherwise() -> None:
    on = after(by_sides(), "turn.leave", who="Bram")
    on = after(on, "turn.join", who="Bram", side="enemies")
    assert 2 in sides_of(after(on, "campaign.edit", who="Bram", kind="npc")).sides[1].members


# By counts, and in a list, there are no sides


@pytest.mark.parametrize("order", ["turn.begin-list", "turn.begin-popcorn", "d20.begin-battle"])
def test_where_there_are_no_sides_a_place_is_kept(order: str) -> None:
    on = after(after(people(), order), "turn.next")
    assert after(on, "campaign.edit", who="Orc 1", kind="npc").order == on.order


# Out of play


@pytest.mark.parametrize("game", BUNDLED)
@pytest.mark.parametrize("order", ORDERS)
def test_who_is_taken_out_of_play_leaves_the_order_and_all_tokens(game: str, order: str) -> None:
    rules = campaign_rules(load_game(game))
    on = after(people(rules), order, rules)
    for who in ("Orc 1", "Ana"):
        on, facts = done(on, "campaign.retire", rules, who=who)
        assert facts[0].id == "retired" and len(facts) == 2
    assert on.order is not None and sorted(on.order.members) == [2, 3, 5]
    if isinstance(on.order, StackOrder):
        assert not on.order.total("1")
    for _ in range(12):
        on = after(on, "turn.next", rules)
        assert on.order is not None and not {1, 4} & {*on.order.now}


def test_who_is_out_of_play_and_acts_leaves_nobodys_turn() -> None:
    on = after(drawn_by(fight(), 4), "campaign.retire", who="Orc 1")
    stack = stack_of(on)
    assert stack.acting is None and stack.turn == "" and stack.total(ENEMIES) == 2


# Come late, gone early


def session(game: Ruleset, missing: str = "Cato") -> Table:
    there = " ".join(name for name in PARTY if name != missing)
    return after(people(game), "campaign.begin-session", game, who=there)


@pytest.mark.parametrize("game", BUNDLED)
@pytest.mark.parametrize("order", ORDERS)
def test_who_comes_late_is_there_and_in_the_fight_that_is_on(game: str, order: str) -> None:
    rules = campaign_rules(load_game(game))
    on = after(session(rules), order, rules)
    assert on.order is not None and 3 not in on.order.members and on.is_absent(on[3])
    came = after(on, "campaign.arrive", rules, who="Cato")
    assert came.order is not None and 3 in came.order.members and not came.is_absent(came[3])
    if isinstance(came.order, StackOrder):
        assert came.order.total("3") == 2
    acted = set()
    for _ in range(40):
        came = after(came, "turn.next", rules)
        assert came.order is not None
        acted |= {*came.order.now}
    assert 3 in acted
    aside = after(on, "campaign.arrive", rules, who="Cato", joins="no")
    assert aside.order is not None and 3 not in aside.order.members and not aside.is_absent(aside[3])


@pytest.mark.parametrize("game", BUNDLED)
@pytest.mark.parametrize("order", ORDERS)
def test_who_goes_early_is_absent_and_out_of_the_fight(game: str, order: str) -> None:
    rules = campaign_rules(load_game(game))
    on = after(session(rules, ""), order, rules)
    gone = after(on, "campaign.depart", rules, who="Cato")
    assert gone.is_absent(gone[3]) and gone.order is not None and 3 not in gone.order.members
    if isinstance(gone.order, StackOrder):
        assert not gone.order.total("3")
    back = after(gone, "campaign.arrive", rules, who="Cato")
    assert not back.is_absent(back[3]) and back.order is not None and 3 in back.order.members
    ended = after(gone, "turn.end", rules)
    assert 3 not in (after(ended, order, rules).order or ListedOrder()).members


# Whatever happens, in whatever order

ACTS = st.tuples(
    st.sampled_from(["kind", "retire", "back", "dead", "next", "leave", "join", "turn"]),
    st.integers(1, 5),
    st.sampled_from(list(Kind)),
)


@settings(max_examples=often(40))
@given(st.sampled_from(ORDERS), st.lists(ACTS, max_size=25))
def test_everybody_is_on_their_side_with_their_tokens_whatever_happens(
    order: str, acts: list[tuple[str, int, Kind]]
) -> None:
    on = after(people(), order)
    for act, key, kind in acts:
        on = _done_if_possible(on, act, key, kind)
        assert on.order is not None
        assert table_from_documents(documents(on), TROIKA) == on
        assert not [key for key in on.order.members if on[key].retired]
        assert len({*on.order.members}) == len(on.order.members)
        _check(on)


def _done_if_possible(on: Table, act: str, key: int, kind: Kind) -> Table:
    name = on[key].name
    acts: dict[str, tuple[str, dict[str, str]]] = {
        "kind": ("campaign.edit", {"who": name, "kind": kind}),
        "retire": ("campaign.retire", {"who": name}),
        "back": ("campaign.call-back", {"who": name}),
        "dead": ("campaign.condition", {"who": name, "condition": "dead"}),
        "next": ("turn.next", {}),
        "leave": ("turn.leave", {"who": name}),
        "join": ("turn.join", {"who": name}),
        "turn": ("turn.back", {}),
    }
    id, texts = acts[act]
    try:
        return after(on, id, TROIKA, **texts)
    except ValueError:
        return on


def _check(on: Table) -> None:
    match on.order:
        case StackOrder() as stack:
            for listed, kinds in (
                (stack.enemies, {Kind.ENEMY}),
                (stack.henchmen, {Kind.HENCHMAN}),
                (stack.characters, {Kind.PC, Kind.NPC}),
            ):
                assert {on[key].kind for key in listed} <= kinds
            owners = {str(key) for key in stack.characters} | {ENEMIES, HENCHMEN, "end"}
            assert {owner for owner, _ in stack.left} | {*stack.held} <= owners
            assert all(stack.total(str(key)) <= 3 for key in stack.characters)
        case SidesOrder() as sides:
            for side in sides.sides:
                assert {side_of(on[key]) for key in side.members} <= {side.name}
        case CountsOrder() | ListedOrder():
            pass
        case None:
            raise AssertionError("the fight is over")


def test_a_condition_is_no_second_kind_of_absence() -> None:
    with pytest.raises(ValueError, match="absent is not a condition"):
        after(people(), "campaign.condition", who="Cato", condition="Absent")


def test_conditions_and_all_else_stay_through_a_change_of_sides() -> None:
    on = fight().put(fight()[4].with_condition(Condition("prone", rounds=2)))
    assert after(on, "campaign.edit", who="Orc 1", kind="npc")[4].conditions == (
        Condition("prone", rounds=2),
    )
