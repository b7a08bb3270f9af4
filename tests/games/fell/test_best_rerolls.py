"""Rerolls that are weighed (FELL-MAX): nothing better can be decided, and the odds are those of the rule."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tableside.errors import RuleError
from tableside.games.fell.attacks import attack_harm_after_armour, roll_fell_attack
from tableside.games.fell.best_rerolls import (
    bare_kinds_for_best_rerolls,
    best_reroll_stakes,
    best_reroll_stakes_of_contest,
)
from tableside.games.fell.contest_estimates import HEAVY, MOST, estimated_contest_steps
from tableside.games.fell.contest_odds import contest_odds, contest_odds_of_attack
from tableside.games.fell.contest_sides import BothContestSides
from tableside.games.fell.contests import (
    compare_contest_dice,
    contest_by_highest,
    result_of_contest,
    throw_contest,
)
from tableside.games.fell.dice import SURE_HIT, SURE_MISS, FellDie, RolledFellDie
from tableside.games.fell.house import FellHouse
from tableside.games.fell.rerolls import RerollChain, Rerolls, die_after_rerolls, die_before_rerolls
from tableside.rules.odds import every_roll
from tableside.rules.play import Play
from tableside.rules.procedure import procedure_gains
from tableside.rules.table import Table
from tests.games.fell.rolling import PROCEDURES, foe, given, hasty, hero, run, same, table
from tests.games.fell.test_rolls import DEFAULT, FINITE, agrees, dice, house
from tests.thorough import THOROUGH, covering

BESTS = (Rerolls.BEST, Rerolls.THEIR_BEST, Rerolls.ALL_BEST)
POOLS = [((4,), (4,)), ((10, 6), (10,)), ((SURE_HIT, 10), (SURE_MISS, 10)), ((), (10,))]
SMALL = [((10,), (8,)), ((12, 10), (10,))]
READ = [*((DEFAULT, asking) for asking in BESTS), *covering(FINITE.values(), BESTS, strength=1)]


def contested(
    own: Sequence[FellDie],
    theirs: Sequence[FellDie],
    asking: Rerolls,
    reading: FellHouse,
    armour: tuple[int, int],
) -> Mapping[Any, Fraction]:  # Any: what a roll came to
    """Every roll of an attack: who hit more, and the harm that gets through armour."""

    def rule(play: Play) -> tuple[str, int, int]:
        attacked = roll_fell_attack((own, theirs), asking, reading, play, armour)
        dealt = attack_harm_after_armour(attacked.dealt, armour[0], reading)
        return str(attacked.result), dealt, attack_harm_after_armour(attacked.taken, armour[1], reading)

    return every_roll(rule)


@pytest.mark.long
@pytest.mark.parametrize(("reading", "asking"), READ)
def test_the_odds_of_attacks_are_those_of_the_rule(asking: Rerolls, reading: FellHouse) -> None:
    pools, armours = (POOLS, [(0, 0), (2, 1)]) if reading is DEFAULT else (SMALL, [(1, 0)])
    for (own, theirs), armour in product(pools, armours):
        found = contested(dice(*own), dice(*theirs), asking, reading, armour)
        odds = contest_odds_of_attack(BothContestSides(own, theirs, asking, reading), armour)
        agrees(odds, found, ("harm-dealt", "harm-taken"))


@pytest.mark.long
@pytest.mark.parametrize(("reading", "asking"), READ)
def test_the_odds_of_contests_are_those_of_the_rule(asking: Rerolls, reading: FellHouse) -> None:
    for own, theirs in SMALL:
        stakes = best_reroll_stakes(BothContestSides(own, theirs, asking, reading))

        def rule(
            play: Play, own: tuple[int, ...] = own, theirs: tuple[int, ...] = theirs, stakes: Any = stakes
        ) -> tuple[str, int, int]:
            pairs = throw_contest((dice(*own), dice(*theirs)), asking, reading, play, stakes)
            result = result_of_contest(pairs)
            if result == "tie" and reading.equal_hits == "highest-die":
                result = contest_by_highest(pairs)
            return str(result), sum(pair.hits for pair in pairs), sum(pair.they_hit for pair in pairs)

        found = every_roll(rule)
        if reading.equal_hits == "highest-die":
            decided = {values: chance for values, chance in found.items() if values[0] != "tie"}
            whole = sum(decided.values())
            found = {values: chance / whole for values, chance in decided.items()}
        agrees(contest_odds(BothContestSides(own, theirs, asking, reading)), found, ("hits", "their-hits"))


def test_equal_dice_that_are_rolled_again_are_weighed_by_all_that_they_come_to() -> None:
    """FELL-AMB-7: worked out by hand. A 10 against a 10 is even; rerolled, three faces of twelve win."""
    again = house(equal_dice="roll-again")
    odds = contest_odds(BothContestSides((10,), (10,), Rerolls.BEST, again))
    kept, better = Fraction(1, 100) * Fraction(1, 2), Fraction(0)
    below = Fraction(sum(range(9)), 100) + Fraction(9, 100) / 2 + Fraction(9, 100)
    d12 = Fraction(2, 12)  # 11 and 12; a 10 of a bigger die beats it too
    better = Fraction(1, 100) * (d12 + Fraction(1, 12))
    assert odds.chances["win"] == below + max(kept, better)


def naive_worth(
    own: Sequence[tuple[FellDie, RerollChain]],
    theirs: Sequence[tuple[FellDie, RerollChain]],
    decided: int,
    asking: Rerolls,
    reading: FellHouse,
    armour: tuple[int, int] | None,
) -> Fraction:
    """What a throw is worth when each side does its best, worked out die by die with nothing remembered.

    `decided`: how many dice of both sides have been; `armour`: None for a contest.
    """
    listed = [*own, *theirs]
    if decided == len(listed):
        landed = [die_after_rerolls(RolledFellDie(die, chain.shown)) for die, chain in listed]
        pairs = compare_contest_dice(landed[: len(own)], landed[len(own) :], reading, Play())
        if armour is None:
            return Fraction({"win": 1, "tie": 0, "lose": -1}[result_of_contest(pairs)])
        dealt = attack_harm_after_armour([pair.dealt for pair in pairs if pair.hits], armour[0], reading)
        return Fraction(
            dealt - attack_harm_after_armour([p.taken for p in pairs if p.they_hit], armour[1], reading)
        )
    die, chain = listed[decided]
    is_own = decided < len(own)
    fixed = asking == (Rerolls.THEIR_BEST if is_own else Rerolls.BEST)
    keep = naive_worth(own, theirs, decided + 1, asking, reading, armour)
    sides = None if fixed else chain.next(reading)
    if sides is None:
        return keep
    total = Fraction(0)
    for face in range(1, sides + 1):
        listed[decided] = (die, chain.after(face, reading))
        total += naive_worth(listed[: len(own)], listed[len(own) :], decided, asking, reading, armour)
    return (max if is_own else min)(keep, total / sides)


@pytest.mark.parametrize(
    ("asking", "reading", "armour"),
    covering(
        BESTS,
        [DEFAULT, house(step_up="adds"), house(step_up_at_d12="reroll-d12"), house(compared="by-size")],
        [None, (3, 1)],
    ),
)
def test_nothing_better_can_be_decided(
    asking: Rerolls, reading: FellHouse, armour: tuple[int, int] | None
) -> None:
    for own, theirs in (((10,), (10,)), ((8, 10), (10,)))[: 2 if THOROUGH or reading == DEFAULT else 1]:
        total, throws = Fraction(0), 0
        for faces in product(*(range(1, sides + 1) for sides in (*own, *theirs))):
            thrown = [
                (FellDie(sides), die_before_rerolls(sides, face))
                for sides, face in zip((*own, *theirs), faces, strict=True)
            ]
            total += naive_worth(thrown[: len(own)], thrown[len(own) :], 0, asking, reading, armour)
            throws += 1
        if armour is None:
            chances = contest_odds(BothContestSides(own, theirs, asking, reading)).chances
            assert chances.get("win", 0) - chances.get("lose", 0) == total / throws
        else:
            odds = contest_odds_of_attack(BothContestSides(own, theirs, asking, reading), armour)
            assert odds.mean("harm-dealt") - odds.mean("harm-taken") == total / throws


def test_who_rerolls_as_is_best_does_better_than_who_never_or_always_does() -> None:
    leads = {}
    for asking in Rerolls:
        chances = contest_odds(BothContestSides((6,), (8, 4), asking, DEFAULT)).chances
        leads[asking] = chances.get("win", 0) - chances.get("lose", 0)
    assert leads[Rerolls.BEST] > leads[Rerolls.NEVER] == leads[Rerolls.ASK] > leads[Rerolls.ALWAYS]
    assert leads[Rerolls.THEIR_BEST] < leads[Rerolls.ALL_BEST] < leads[Rerolls.BEST]


def test_what_a_roll_off_is_worth_is_what_the_whole_contest_is() -> None:
    """FELL-AMB-8."""
    reading = house(equal_hits="highest-die")
    for own, theirs in (((6,), (6,)), ((8, 6), (6, 8))):
        both = BothContestSides(own, theirs, Rerolls.BEST, reading)
        kinds, chances = bare_kinds_for_best_rerolls(both), contest_odds(both).chances
        assert best_reroll_stakes_of_contest(*kinds, reading).undecided == chances["win"] - chances["lose"]


def test_in_tests_only_nothing_is_weighed() -> None:
    """FELL-AMB-3."""
    reading = house(step_up_in="tests-only")
    for asking in BESTS:
        assert contest_odds(BothContestSides((4,), (6,), asking, reading)) == contest_odds(
            BothContestSides((4,), (6,), Rerolls.NEVER, reading)
        )


@pytest.mark.long
@pytest.mark.parametrize(("limit", "asking"), covering([2, 4], [Rerolls.BEST, Rerolls.ALL_BEST], strength=1))
def test_a_spell_that_may_fail_is_weighed_as_it_counts(limit: int, asking: Rerolls) -> None:
    """FELL-AMB-19."""
    own = (FellDie(6, "bod", key=1), FellDie(4, "spell", key=1, limit=limit))
    bare = tuple(die.bare for die in own)
    found = contested(own, dice(10), asking, DEFAULT, (0, 0))
    agrees(
        contest_odds_of_attack(BothContestSides(bare, (10,), asking, DEFAULT)),
        found,
        ("harm-dealt", "harm-taken"),
    )


BOTH = {"who": "Anna", "against": "Troll"}
ACTS: dict[str, tuple[str, dict[str, str]]] = {
    "attack": ("fell.attack-foe", {**BOTH, "die": "none"}),
    "attack with a spell": ("fell.attack-foe", {**BOTH, "die": "spell-d4"}),
    "contest with a spell": ("fell.contest-with", {**BOTH, "ability": "bod", "die": "spell-d4"}),
    "spell on the unwilling": ("fell.cast", {**BOTH, "spell": "Glow", "spell-die": "d8"}),
    "spell that attacks": ("fell.cast", {**BOTH, "spell": "Glow", "spell-die": "d8", "attack": "yes"}),
    "leverage": ("fell.leverage", {**BOTH, "reaction": "wary", "die": "none"}),
    "first": ("fell.who-first", BOTH),
    "morale": ("fell.check-morale", BOTH),
}


ASKED = {
    **dict.fromkeys(("attack", "leverage", "first"), Rerolls.ALL_BEST),
    **dict.fromkeys(("contest with a spell", "spell that attacks", "morale"), Rerolls.THEIR_BEST),
    **dict.fromkeys(("attack with a spell", "spell on the unwilling"), Rerolls.BEST),
}
"""Each act with one policy, unless all is tried: what is asked of dice is proved above, in every reading."""


@pytest.mark.long
@pytest.mark.parametrize(("act", "asking"), [*product(ACTS, BESTS)] if THOROUGH else ASKED.items())
def test_the_odds_are_those_of_the_procedure(act: str, asking: Rerolls) -> None:
    procedure, inputs = ACTS[act]
    may_fail = "spell" in act and asking == Rerolls.BEST
    for reading in ({}, {"FELL_AMB_19": "spell-fails"}) if may_fail else ({},):
        on = table(hero(bod=10, wil=8, shield=True), foe(die=10, hide=1), **reading)
        filled = given(procedure, on, {**inputs, "rerolls": asking})
        found = every_roll(hasty(PROCEDURES[procedure].perform(on, filled)))
        assert same(PROCEDURES[procedure].chances(on, filled), found)


def test_nobody_is_asked_about_what_is_weighed() -> None:
    on = table(hero(bod=8, weapon=""), foe(die=10))
    done = run("fell.attack-foe", on, 8, 9, 10, inputs={**BOTH, "rerolls": "own-best"})
    assert [fact.id for fact in done.facts if "throw" in fact.id or "highest" in fact.id] == []
    assert done.result.amounts == {"harm-dealt": 10, "harm-taken": 0}
    kept = run("fell.attack-foe", on, 8, 7, inputs={**BOTH, "rerolls": "own-best"})
    assert kept.result.amounts == {"harm-dealt": 8, "harm-taken": 0}


def test_what_is_too_much_to_be_weighed_is_refused_and_not_waited_for() -> None:
    many = BothContestSides((4, 6, 8, 10), (4, 6, 8), Rerolls.ALL_BEST, DEFAULT)
    assert estimated_contest_steps(many) > MOST
    with pytest.raises(RuleError, match="too many"):
        contest_odds_of_attack(BothContestSides(*many))
    assert estimated_contest_steps(BothContestSides((8, 6), (10,), Rerolls.BEST, DEFAULT)) > HEAVY
    assert (
        estimated_contest_steps(BothContestSides((8, 6, 4), (10, 6), Rerolls.BEST, DEFAULT), is_attack=False)
        < MOST
    )


def test_the_best_is_offered_beside_what_nobody_rerolls() -> None:
    on = table(hero(bod=8), foe(die=8))
    filled = given("fell.attack-foe", on, BOTH)
    offered = {
        (each.input, each.value) for each in procedure_gains(PROCEDURES["fell.attack-foe"], on, filled)
    }
    assert {value for input, value in offered if input == "rerolls"} == {Rerolls.BEST}
    bare = given("fell.contest", Table(), {"dice": "d6", "against": "d8"})
    assert ("best", True) in {
        (each.input, each.value) for each in procedure_gains(PROCEDURES["fell.contest"], Table(), bare)
    }
