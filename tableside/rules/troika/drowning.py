"""Swim tests (TRO-7.9, TRO-X-swim): a failed one is the beginning of drowning, whoever asked for the test."""

from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.rules.play import D6, Play
from tableside.rules.table import Character, Condition, Table
from tableside.rules.troika.states import DROWNING, is_fighting

MOST_DICE: Final = 20
"""Dice of harm that a peril may have at once."""


def check_not_fighting(who: Character, table: Table) -> None:
    """Raises `RuleError` for one in the fight: only the End token brings tests of perils (TRO-7.9.2)."""
    if is_fighting(who, table):
        raise RuleError(f"{who.name} is in the fight: the End token brings this test (TRO-7.9.2)")


def swum(who: Character, passed: bool, knows: bool, play: Play) -> tuple[int, Character]:
    """What a Swim test comes to: a failure rolls its harm, a success ends the row of failures.

    Who has the skill is out of the water then; others keep afloat, and test again next turn. Gives the harm,
    and the swimmer before it is taken off.
    """
    if not passed:
        return sink(who, play)
    if not who.has(DROWNING):
        return 0, who
    if knows:
        play.tell("swims", "TRO-7.9", {"who": who.name})
        return 0, who.without(DROWNING)
    play.tell("keeps-afloat", "TRO-X-swim", {"who": who.name})
    return 0, with_amount(who, DROWNING, 0)


def sink(who: Character, play: Play) -> tuple[int, Character]:
    """A failure in the water (TRO-7.9): rolls a d6 for each one in a row, this one included.

    Gives the harm, and who drowns before it is taken off.
    """
    failures = failures_of(who) + 1
    harm = sum(play.roll(*(D6,) * min(failures, MOST_DICE), why=DROWNING, who=who.name))
    play.tell("sinks", "TRO-7.9", {"who": who.name, "failures": failures, "harm": harm})
    return harm, with_amount(who, DROWNING, failures)


def failures_of(who: Character) -> int:
    """Failed Swim tests in a row so far."""
    before = who.condition(DROWNING)
    return before.amount if before else 0


def with_amount(who: Character, peril: str, amount: int) -> Character:
    """With this peril counting so much, for as long as it was to last."""
    before = who.condition(peril)
    return who.with_condition(replace(before or Condition(peril), amount=amount))
