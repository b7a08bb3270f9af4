"""Rolls and fights on the table: what happens, why, and the odds against every roll of the rule."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tableside.errors import RuleError
from tableside.games.fell.contests import contest_by_highest, result_of_contest, throw_contest
from tableside.games.fell.dice import FellDie
from tableside.games.fell.harm import UP, state_by_harm
from tableside.games.fell.house import FellHouse
from tableside.games.fell.morale import morale, reaction_from_die
from tableside.games.fell.rerolls import Rerolls
from tableside.games.fell.sheet import FellSheet
from tableside.rules.odds import every_roll
from tableside.rules.play import Play
from tableside.rules.sheet import Item, Meter, Slots
from tableside.rules.table import Condition, Table, TableClock
from tests.games.fell.rolling import PROCEDURES, foe, given, hasty, hero, run, same, table
from tests.words import TEXTS

BOTH = {"who": "Anna", "against": "Troll"}
HOUSES: dict[str, dict[str, str]] = {
    "default": {},
    "otherwise": {
        "FELL_AMB_1": "keep-better",
        "FELL_AMB_3": "tests-only",
        "FELL_AMB_4": "automatic",
        "FELL_AMB_6": "by-size",
        "FELL_AMB_7": "both-hit",
        "FELL_AMB_9": "dropped",
        "FELL_AMB_10": "per-die",
        "FELL_AMB_11": "only-if-won",
        "FELL_AMB_12": "below-half",
        "FELL_AMB_13": "first-night",
        "FELL_AMB_19": "spell-fails",
    },
    "other revisions": {
        "FELL_AMB_4": "bonus-d4",
        "FELL_AMB_5": "at-least-d4",
        "FELL_X_rev_contest": "highest-single-die",
        "FELL_X_rev_test": "highest-single-die",
    },
}
ACTS: dict[str, tuple[str, dict[str, str]]] = {
    "test": (
        "fell.do-test",
        {"who": "Anna", "ability": "bod", "dn": "6", "die": "skill-die", "advantage": "1"},
    ),
    "tired test": ("fell.do-test", {"who": "Cato", "ability": "wil", "dn": "4", "helpers": "Anna"}),
    "work": ("fell.work-on", {"who": "Anna", "ability": "int", "goal": "lock", "needed": "1"}),
    "attack": ("fell.attack-foe", {**BOTH, "die": "none"}),
    "attack together": ("fell.attack-foe", {**BOTH, "die": "none", "helpers": "Bo"}),
    "attack two": ("fell.attack-foe", {"who": "Cato", "against": "Troll", "their-helpers": "Bo"}),
    "spell": ("fell.cast", {"who": "Anna", "spell": "Glow", "spell-die": "d6", "dn": "4"}),
    "spell on the unwilling": ("fell.cast", {**BOTH, "spell": "Glow", "spell-die": "d8"}),
    "contest": ("fell.contest-with", {**BOTH, "ability": "int", "die": "skill-die"}),
    "reaction": ("fell.react", BOTH),
    "leverage": ("fell.leverage", {**BOTH, "reaction": "wary", "die": "skill-die"}),
    "first": ("fell.who-first", BOTH),
    "morale": ("fell.check-morale", BOTH),
    "luck": ("fell.luck-die", {}),
}


def meeting(**house: str) -> Table:
    tired = hero(4, "Cato", bod=4, days_deprived=2, weapon="")
    return table(hero(shield=True), hero(2, "Bo", weapon="dagger"), foe(die=6, hide=2), tired, **house)


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("act", ACTS)
def test_the_odds_are_those_of_the_procedure(act: str, house: str) -> None:
    procedure, inputs = ACTS[act]
    on = meeting(**HOUSES[house])
    filled = given(procedure, on, inputs)
    found = every_roll(hasty(PROCEDURES[procedure].perform(on, filled)))
    assert same(PROCEDURES[procedure].chances(on, filled), found)


@pytest.mark.long
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(
    ("act", "inputs"),
    [
        ("fell.attack-foe", BOTH),
        ("fell.attack-foe", {"who": "Troll", "against": "Cato", "their-die": "none"}),
        ("fell.cast", {"who": "Anna", "spell": "Glow", "spell-die": "d6"}),
    ],
)
def test_what_may_become_of_whom_is_what_the_rule_makes_of_them(
    act: str, inputs: dict[str, str], house: str
) -> None:
    weak = Meter(3, 4)
    anna = hero(bod=4, bod_points=weak, wil_points=weak)
    troll = foe(die=6, hit_points=Meter(4, 6))
    on = table(anna, hero(2, "Cato", bod=4, bod_points=weak), troll, **HOUSES[house])
    rule, filled = PROCEDURES[act], given(act, on, {**inputs, "rerolls": "never"})

    def fates(play: Play) -> tuple[str, ...]:
        after = rule.perform(on, filled)(play).table or on
        return tuple(state_by_harm(each) for each in after.characters.values())

    found: dict[str, dict[str, Fraction]] = {}
    for states, chance in every_roll(fates).items():
        for who, state in zip(on.characters.values(), states, strict=True):
            if state != UP:
                each = found.setdefault(who.name, {})
                each[state] = each.get(state, Fraction(0)) + chance
    assert rule.chances(on, filled).fates == found


@pytest.mark.parametrize("reading", ["per-attack", "per-die"])
@pytest.mark.parametrize(
    "inputs",
    [
        {**BOTH, "die": "none", "helpers": "Bo"},
        {**BOTH, "helpers": "Bo"},
        {**BOTH, "die": "none", "their-helpers": "Bo"},
        {"who": "Troll", "against": "Anna", "helpers": "Bo", "their-die": "none"},
    ],
)
def test_a_group_attacks_those_in_armour(inputs: dict[str, str], reading: str) -> None:
    """FELL-AMB-10: who is hurt is beyond death here, so that only the attack is rolled."""
    tough = Meter(40, 40)
    hide = foe(die=6, hide=2, hit_points=tough)
    on = table(
        hero(bod=4, shield=True, bod_points=tough), hero(2, "Bo", weapon="dagger", bod_points=tough), hide
    )
    on = table(*on.characters.values(), FELL_AMB_10=reading)
    filled = given("fell.attack-foe", on, {**inputs, "rerolls": "never"})
    rule = PROCEDURES["fell.attack-foe"]
    found = every_roll(hasty(rule.perform(on, filled)))
    odds = rule.chances(on, filled)
    assert same(odds, found)
    told = {name for (_, amounts), _ in found.items() for name, _ in amounts}
    assert set(odds.amounts) <= told


@pytest.mark.parametrize("spell_die", [4, 6])
@pytest.mark.parametrize("compared", ["by-result", "by-size"])
def test_a_spell_on_the_unwilling_is_rolled_off(spell_die: int, compared: str) -> None:
    """FELL-AMB-8: every roll that decides; the spell costs what its die shows in that one."""
    on = meeting(FELL_AMB_8="highest-die", FELL_AMB_6=compared)
    house = FellHouse.of(on)
    own = (FellDie(4, "wil"), FellDie(spell_die, "spell"))

    def first(play: Play) -> tuple[str, int]:
        pairs = throw_contest((own, (FellDie(6),)), Rerolls.NEVER, house, play)
        result = result_of_contest(pairs)
        result = contest_by_highest(pairs) if result == "tie" else result
        cost = next(pair.own.shown.number for pair in pairs if pair.own and pair.own.die.why == "spell")
        return ("pass" if result == "win" else "again" if result == "tie" else "fail"), cost

    found = {values: chance for values, chance in every_roll(first).items() if values[0] != "again"}
    whole = sum(found.values())
    inputs = {**BOTH, "spell": "Glow", "spell-die": f"d{spell_die}"}
    odds = PROCEDURES["fell.cast"].chances(on, given("fell.cast", on, inputs))
    for result in ("pass", "fail"):
        chance = sum(each for (ended, _), each in found.items() if ended == result)
        assert odds.chances.get(result, 0) == chance / whole
    for cost, chance in odds.amounts["wil-cost"].items():
        assert chance == sum(each for (_, paid), each in found.items() if paid == cost) / whole


def test_rolled_off_spells_have_odds_that_sum_to_one() -> None:
    on = meeting(FELL_AMB_8="highest-die")
    odds = PROCEDURES["fell.cast"].chances(on, given("fell.cast", on, {**BOTH, "spell": "Glow"}))
    assert sum(odds.chances.values()) == sum(odds.amounts["wil-cost"].values()) == 1


def facts(done: Any) -> list[str]:  # Any: what was performed
    return [fact.id for fact in done.facts]


def test_every_die_is_told_with_its_reason() -> None:
    """FELL-TEST-1, FELL-HELP, FELL-ADV-2, FELL-DEP."""
    inputs = {"who": "Cato", "ability": "bod", "die": "skill-die", "helpers": "Anna", "advantage": "2"}
    done = run("fell.do-test", meeting(), 3, 2, 1, inputs=inputs)
    assert facts(done)[:5] == [
        "die-bod",
        "die-skill-die",
        "fell-advantage",
        "fatigue-weighs",
        "rolls-instead",
    ]
    assert facts(done)[-2:] == ["fell-trouble", "trouble-for-helper"]
    assert [rolled.who for rolled in done.dice] == ["Cato", "Anna"]


def test_an_attack_together() -> None:
    """F16, F17: whose die missed takes the harm, and the leader what is uncontested."""
    inputs = {**BOTH, "helpers": "Bo"}
    with_six = table(hero(bod=6, weapon="greatsword"), hero(2, "Bo", weapon="mace"), foe(weapon="dagger"))
    done = run("fell.attack-foe", with_six, 5, 2, 4, 8, 3, 1, inputs=inputs)
    assert done.result.amounts == {"harm-dealt": 6, "harm-taken": 8}
    after = done.result.table
    assert after is not None and FellSheet.of(after[3]).hit_points.current == 4
    assert after[1].has("dead")  # 8 harm to 6 points, and a 1 on the d4 of death
    strong = table(hero(bod=12, weapon=""), hero(2, "Bo", weapon="dagger"))
    strong = strong.put(foe(die=10, weapon="longsword"), foe(5, "Imp", die=4, weapon="dagger"))
    inputs = {**inputs, "die": "none", "their-helpers": "Imp", "rerolls": "never"}
    missed = run("fell.attack-foe", strong, 7, 2, 9, 6, 1, 2, 3, inputs=inputs)
    assert missed.result.amounts == {"harm-dealt": 0, "harm-taken": 16}
    after = missed.result.table
    assert after is not None and FellSheet.of(after[1]).bod_points.current == 2
    assert after[2].has("dying")


def test_the_leader_of_a_group_takes_what_is_uncontested() -> None:
    """F17: d8 [7] and a helper's d4 [2] against d10 [9], d6 [6], d4 [1]."""
    on = table(hero(bod=8), hero(2, "Bo", weapon="dagger"))
    on = on.put(foe(weapon="longsword"), foe(5, "Imp", die=4, weapon="dagger"))
    inputs = {**BOTH, "helpers": "Bo", "die": "none", "their-helpers": "Imp", "rerolls": "never"}
    done = run("fell.attack-foe", on, 7, 2, 9, 6, 1, 1, 1, inputs=inputs)
    assert done.result.amounts == {"harm-dealt": 0, "harm-taken": 16}
    told = {fact.values["who"]: fact.values["points"] for fact in done.facts if fact.id == "fell-harmed"}
    assert told == {"Anna": 10, "Bo": 6}


def test_equal_dice_rolled_again_are_told_by_what_they_come_to() -> None:
    """FELL-AMB-7."""
    on = table(hero(bod=8), foe(die=8), FELL_AMB_7="roll-again")
    done = run("fell.attack-foe", on, 5, 5, 3, 2, inputs={**BOTH, "die": "none"})
    (told,) = (fact for fact in done.facts if fact.id == "pair-hit")
    assert (told.values["number"], told.values["their_number"]) == (3, 2)
    assert done.result.amounts["harm-dealt"] == 3


@pytest.mark.parametrize(("advantage", "fact"), [("9", "sure-hits"), ("-9", "sure-misses")])
def test_what_is_off_the_ladder_is_told_and_not_rolled(advantage: str, fact: str) -> None:
    """FELL-AMB-4."""
    on = table(hero(), FELL_AMB_4="automatic")
    done = run("fell.do-test", on, inputs={"who": "Anna", "ability": "bod", "advantage": advantage})
    assert fact in facts(done)
    assert "rolls-instead" not in facts(done)


def test_armour_counts_once_or_against_every_die() -> None:
    """FELL-AMB-10: 5 and 2 against protection 2."""
    for house, dealt in (({}, 5), ({"FELL_AMB_10": "per-die"}, 3)):
        on = table(hero(), foe(die=4, hide=2), **house)
        done = run("fell.attack-foe", on, 5, 2, 1, inputs=BOTH)
        assert done.result.amounts["harm-dealt"] == dealt


def test_armour_covers_the_body_alone() -> None:
    """FELL-X-armour: what goes at the will is kept off by none."""
    inputs = {**BOTH, "die": "none", "rerolls": "never"}
    for harmed, dealt in (("bod", 3), ("wil", 5)):
        on, against = meeting(), {**inputs, "harmed": harmed}
        done = run("fell.attack-foe", on, 5, 1, inputs=against)
        assert done.result.amounts == {"harm-dealt": dealt, "harm-taken": 0}
        rule = PROCEDURES["fell.attack-foe"].perform(on, given("fell.attack-foe", on, against))
        odds = PROCEDURES["fell.attack-foe"].chances(on, given("fell.attack-foe", on, against))
        assert same(odds, every_roll(hasty(rule)))


def test_armour_of_a_group_is_foretold_before_it() -> None:
    on = meeting()
    filled = given("fell.attack-foe", on, {**BOTH, "helpers": "Bo"})
    assert set(PROCEDURES["fell.attack-foe"].chances(on, filled).amounts) == {
        "harm-dealt",
        "harm-before-armour",
    }


def test_the_helpless_do_not_strike_back() -> None:
    on = meeting()
    on = on.put(on[3].with_condition(Condition("unconscious")))
    done = run("fell.attack-foe", on, 1, 1, inputs=BOTH)
    assert done.result.amounts == {"harm-dealt": 0, "harm-taken": 0}
    assert done.result.result == "win"


def test_a_spell_costs_what_its_die_shows() -> None:
    """FELL-X-spell, FELL-AMB-19."""
    inputs = {"who": "Anna", "spell": "Glow", "spell-die": "d6", "rerolls": "never"}
    done = run("fell.cast", meeting(), 1, 3, inputs={**inputs, "dn": "2"})
    assert done.result.table is not None
    assert (done.result.result, FellSheet.of(done.result.table[1]).wil_points.current) == ("pass", 1)
    slipped = run("fell.cast", meeting(FELL_AMB_19="spell-fails"), 4, 5, inputs=inputs)
    assert slipped.result.table is not None
    assert slipped.result.result == "fail"
    assert FellSheet.of(slipped.result.table[1]).wil_points.current == 0
    assert not slipped.result.table[1].conditions
    deadly = run("fell.cast", meeting(), 4, 5, 1, inputs=inputs)
    assert deadly.result.table is not None and deadly.result.table[1].has("dead")


def test_an_extended_test_adds_up_hits() -> None:
    """FELL-EXT."""
    inputs = {"who": "Anna", "ability": "bod", "goal": "wall", "needed": "2", "dn": "4"}
    first = run("fell.work-on", meeting(), 5, inputs=inputs)
    assert (first.result.result, first.result.amounts) == ("pass", {"hits": 1, "left": 1})
    assert first.result.table is not None
    second = run("fell.work-on", first.result.table, 4, inputs=inputs)
    assert second.result.result == "done"
    assert second.result.table is not None
    with pytest.raises(RuleError, match="reached already"):
        run("fell.work-on", second.result.table, inputs=inputs)


def test_what_happens_on_the_way_to_a_goal_is_told() -> None:
    """FELL-EXT on a clock that was there already, with milestones of its own (HEI-X-mittari)."""
    on = replace(meeting(), clocks=(TableClock("wall", 3, milestones=((1, "a guard wakes"), (3, "over"))),))
    inputs = {"who": "Anna", "ability": "bod", "goal": "wall", "dn": "4"}
    done = run("fell.work-on", on, 5, inputs=inputs)
    assert [fact.values["text"] for fact in done.facts if fact.id == "milestone"] == ["a guard wakes"]


@pytest.mark.parametrize(
    ("id", "more"),
    [
        ("fell.attack-foe", {}),
        ("fell.contest-with", {"ability": "int"}),
        ("fell.who-first", {}),
        ("fell.cast", {"spell": "Glow"}),
    ],
)
def test_nobody_is_up_against_themselves(id: str, more: dict[str, str]) -> None:
    """FELL-CON-1: a contest has two sides."""
    inputs = {"who": "Anna", "against": "Anna", **more}
    with pytest.raises(RuleError, match="Anna cannot be up against themselves"):
        run(id, meeting(), inputs=inputs)
    with pytest.raises(RuleError, match="Anna cannot be up against themselves"):
        PROCEDURES[id].chances(meeting(), given(id, meeting(), inputs))


def test_a_spell_without_dice_against_one_without_dice_is_foretold() -> None:
    """FELL-AMB-5: neither side can roll, so nobody hits and the spell fails."""
    tired = replace(meeting(), characters={**meeting().characters, 1: hero(days_deprived=9)})
    on = tired.put(tired[3].with_condition(Condition("unconscious")))
    inputs = {**BOTH, "spell": "Glow", "spell-die": "d6"}
    rule = PROCEDURES["fell.cast"].perform(on, given("fell.cast", on, inputs))
    odds = PROCEDURES["fell.cast"].chances(on, given("fell.cast", on, inputs))
    assert odds.chances["fail"] == 1
    assert same(odds, every_roll(hasty(rule)))


def test_every_face_says_how_they_feel_and_what_the_beaten_do() -> None:
    """FELL-REACT, FELL-MOR."""
    moods = ["hostile"] * 3 + ["wary"] * 2 + ["indifferent"] * 2 + ["friendly"] * 2 + ["helpful"] * 3
    assert [reaction_from_die(face) for face in range(1, 13)] == moods
    acts = ["retreat"] * 3 + ["flee"] * 2 + ["conditional-surrender"] * 2 + ["unconditional-surrender"] * 5
    assert [morale(face) for face in range(1, 13)] == acts


def test_morale_is_tested_when_half_is_gone() -> None:
    """FELL-MOR, FELL-AMB-12."""
    inputs = {**BOTH, "trigger": "force-halved", "left": "3", "of": "6"}
    done = run("fell.check-morale", meeting(), 4, 1, 2, inputs={**inputs, "rerolls": "never"})
    assert done.result.result == "retreat"
    with pytest.raises(RuleError, match="not half gone"):
        run("fell.check-morale", meeting(FELL_AMB_12="below-half"), inputs=inputs)
    with pytest.raises(RuleError, match="6 of 6"):
        run("fell.check-morale", meeting(), inputs={**BOTH, "trigger": "alone-and-halved"})


def test_leverage_betters_a_reaction() -> None:
    """FELL-LEV, FELL-AMB-11."""
    inputs = {**BOTH, "reaction": "wary", "rerolls": "never"}
    assert run("fell.leverage", meeting(), 4, 1, inputs=inputs).result.result == "indifferent"
    assert run("fell.leverage", meeting(), 1, 4, inputs=inputs).result.result == "wary"


def test_equal_numbers_say_that_the_bigger_die_hits() -> None:
    """F11."""
    first = run("fell.who-first", meeting(), 3, 3, inputs=BOTH)
    assert "pair-missed-by-size" in facts(first)
    text = TEXTS["fact.pair-missed-by-size"]
    (told,) = (fact for fact in first.facts if fact.id == "pair-missed-by-size")
    assert text.format_map(dict(told.values)) == "Anna misses: d4 is smaller than d6, both show 3"


def test_the_party_is_first_in_a_tie() -> None:
    """FELL-AMB-8: INT d4 against a d4 that shows the same."""
    on = table(hero(), foe(die=4))
    assert run("fell.who-first", on, 2, 2, inputs=BOTH).result.result == "party-first"
    assert run("fell.who-first", on, 2, 3, inputs=BOTH).result.result == "foes-first"


def test_the_time_die_comes_round() -> None:
    """FELL-X-luck."""
    on = meeting()
    for turned in range(1, 7):
        outcome = run("fell.time-die", on, inputs={}).result
        assert outcome.table is not None
        on = outcome.table
        assert outcome.result == ("round-of-time-over" if turned == 6 else "time-goes-on")


@pytest.mark.parametrize(
    ("inputs", "match"),
    [
        ({"who": "Cato", "ability": "bod", "die": "longsword"}, "longsword"),
        ({"who": "Anna", "ability": "bod", "helpers": "Bo, Cato"}, "only one"),
        ({"who": "Nobody", "ability": "bod"}, "nobody"),
    ],
)
def test_what_cannot_be_rolled_is_refused(inputs: Mapping[str, str], match: str) -> None:
    """FELL-AMB-18."""
    with pytest.raises(RuleError, match=match):
        run("fell.do-test", meeting(FELL_AMB_18="only-one"), inputs=inputs)


def test_a_bulky_weapon_leaves_no_off_hand() -> None:
    """FELL-X-steel."""
    items = Slots((Item("greatsword", 2, "greatsword"), Item("dagger", 1, "dagger")))
    on = table(hero(items=items), foe())
    with pytest.raises(RuleError, match="both hands"):
        run("fell.attack-foe", on, inputs={**BOTH, "die": "greatsword", "bonus-die": "dagger"})


@pytest.mark.long
def test_everything_has_words() -> None:
    needed = []
    for procedure in PROCEDURES.values():
        needed += [f"procedure.{procedure.id}", f"procedure.{procedure.id}.help"]
        needed += [f"input.{each.id}" for each in procedure.inputs]
        needed += [f"outcome.{each}" for each in procedure.outcomes]
        needed += [f"amount.{each}" for each in procedure.amounts]
        needed += [f"problem.{each}" for each in procedure.problems(Table())]
    for option in ("skill-die", "best", "none", "ask", "always", "never", "encounter", "dungeon", "wild"):
        needed.append(f"option.{option}")
    for act, inputs in ACTS.values():
        done_facts(act, inputs, needed)
    assert [key for key in needed if key not in TEXTS] == []


def done_facts(procedure: str, inputs: Mapping[str, str], needed: list[str]) -> None:
    """Collect the keys of all facts, throws and questions of every roll."""
    on = meeting()
    rule = PROCEDURES[procedure].perform(on, given(procedure, on, inputs))
    seen: set[str] = set()

    def told(play: Any) -> str:  # Any: the play of the enumeration
        result = rule(play).result
        seen.update(f"fact.{fact.id}" for fact in play.facts)
        for fact in play.facts:
            TEXTS[f"fact.{fact.id}"].format_map(dict(fact.values))
        return result

    every_roll(told)
    needed += sorted(seen)


def test_kinds_that_act_alike() -> None:
    """FELL-X-npc: the hit die is used for everything."""
    on = table(hero(), foe(die=10))
    done = run("fell.do-test", on, 7, inputs={"who": "Troll", "ability": "wil", "dn": "6"})
    assert done.result.result == "pass"


def test_nobody_helps_themselves() -> None:
    """FELL-HELP."""
    inputs = {"who": "Anna", "ability": "bod", "dn": "4", "helpers": "Bo, Anna"}
    with pytest.raises(RuleError, match="Anna cannot help themselves: name others"):
        run("fell.do-test", meeting(), 1, inputs=inputs)
