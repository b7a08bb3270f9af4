"""Conditions of a character in Troika!, besides those of any game (TRO-4, TRO-7)."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from tableside.errors import RuleError
from tableside.rules.life_states import DEAD, DYING, OUT_OF_ACTION, UNCONSCIOUS, check_lives, is_dead
from tableside.rules.play import D6, Play
from tableside.rules.procedure import Group, Outcome, Procedure, procedure_outcome_of_states
from tableside.rules.table import Character, Condition, Table
from tableside.rules.turns.running_order import is_in_order

UNAWARE: Final = "unaware"
PRONE: Final = "prone"

DROWNING: Final = "drowning"
FIRE: Final = "fire"
POISON: Final = "poison"
BLEEDING: Final = "bleeding"
PERILS: Final = (DROWNING, FIRE, POISON, BLEEDING)
"""Perils in the order in which the End token takes them (TRO-5.3)."""

AIMING: Final = "aiming"
"""Holds a token back, to shoot with care at the next one (TRO-6.2.2)."""
AIMED: Final = "aimed"
"""Has aimed and acts now: shoots with two rolls."""

CONDITIONS: Final = (PRONE, UNCONSCIOUS, UNAWARE, *PERILS, DYING, DEAD, OUT_OF_ACTION, AIMING, AIMED)
"""All conditions that the rules know."""

KNOWN_AS: Final = {
    "poisoned": POISON,
    "on fire": FIRE,
    "burning": FIRE,
    "aflame": FIRE,
    "ablaze": FIRE,
    "in flames": FIRE,
    "has aimed": AIMED,
    "unawares": UNAWARE,
}
"""Conditions by other names that people use."""

UP: Final = "up"
STATES: Final = (DEAD, DYING, OUT_OF_ACTION, UP)
"""The possible results of an act on somebody's life, the worst first."""
act_on_life = partial(Procedure, group=Group.CARE, outcomes=STATES, amounts=STATES)
"""A procedure that acts on somebody's life."""
MOST_DICE: Final = 20
"""The most dice of harm from a peril at once."""


def troika_conditions_allow_self_help(who: Character) -> bool:
    """Whether they can do anything for themselves: the dying and the unconscious cannot (TRO-AMB-28)."""
    return not (is_dead(who) or who.has(DYING) or who.has(UNCONSCIOUS))


def check_troika_conditions_allow_self_help(who: Character) -> None:
    """Raises `RuleError` for the dead, the dying and the unconscious (TRO-AMB-28)."""
    check_lives(who)
    if not troika_conditions_allow_self_help(who):
        state = DYING if who.has(DYING) else UNCONSCIOUS
        raise RuleError("troika.others-act", who=who.name, condition=state)


def worst_troika_condition(*people: Character) -> str:
    """The worst state of any of them: dead, dying, out of action, or up."""
    return next((each for each in STATES if any(who.has(each) for who in people)), UP)


def outcome_of_troika_conditions(
    table: Table, keys: tuple[int, ...], act: Callable[[Character], Character]
) -> Outcome:
    """Apply this act to everybody named, one after the other; the result is the worst state of anyone."""
    return procedure_outcome_of_states(table.with_each(keys, act), keys, STATES, worst_troika_condition)


def check_troika_conditions_outside_fight(who: Character, table: Table) -> None:
    """Raises `RuleError` for somebody in the fight: only the End token brings tests of perils (TRO-7.9.2)."""
    if is_in_order(table, who):
        raise RuleError("troika.end-brings-it", who=who.name)


def troika_conditions_after_swim(
    who: Character, passed: bool, knows: bool, play: Play
) -> tuple[int, Character]:
    """Apply the result of a Swim test: a failure rolls its harm, a success ends the row of failures.

    A swimmer with the skill is out of the water then; others stay afloat, and test again next turn. Returns
    the harm, and the swimmer before it is taken off.
    """
    if not passed:
        return worsen_drowning_condition(who, play)
    if not who.has(DROWNING):
        return 0, who
    if knows:
        play.tell("swims", "TRO-7.9", {"who": who.name})
        return 0, who.without(DROWNING)
    play.tell("keeps-afloat", "TRO-X-swim", {"who": who.name})
    return 0, with_troika_condition_at(who, DROWNING, 0)


def worsen_drowning_condition(who: Character, play: Play) -> tuple[int, Character]:
    """A failure in the water (TRO-7.9): rolls a d6 for each failure in a row, including this one.

    Returns the harm, and the drowning character before it is taken off.
    """
    failures = drowning_condition_failures(who) + 1
    harm = play.total(*(D6,) * min(failures, MOST_DICE), why=DROWNING, who=who.name)
    play.tell("sinks", "TRO-7.9", {"who": who.name, "failures": failures, "harm": harm})
    return harm, with_troika_condition_at(who, DROWNING, failures)


def drowning_condition_failures(who: Character) -> int:
    """The number of failed Swim tests in a row so far."""
    before = who.condition(DROWNING)
    return before.amount if before else 0


def with_troika_condition_at(who: Character, peril: str, amount: int) -> Character:
    """The character with this amount of a peril, its duration unchanged."""
    before = who.condition(peril)
    return who.with_condition(replace(before or Condition(peril), amount=amount))
