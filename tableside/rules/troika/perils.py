"""Drowning, fire, poison, bleeding (TRO-7.9): what they do each turn, and how they end.

A peril is a condition. Its amount is, for drowning, the failures in a row so far; for the others, how many d6
of Stamina it takes a turn, 0 being the usual one. In a fight all of that waits for the End token.
"""

from collections.abc import Iterable
from typing import Final

from tableside.errors import RuleError
from tableside.rules.inputs import Choice, Who
from tableside.rules.odds import Odds
from tableside.rules.play import D6, Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.states import is_dead
from tableside.rules.table import Character, Condition, Table
from tableside.rules.troika.house import OF_TESTS, House, house_of
from tableside.rules.troika.inputs import MODIFIER, of_person, skill_input
from tableside.rules.troika.modifiers import SWIM
from tableside.rules.troika.stamina import wound
from tableside.rules.troika.states import (
    DROWNING,
    PERILS,
    STATES,
    is_fighting,
    state_of,
)
from tableside.rules.troika.testing import knows, result_of, skill_chances, try_skill
from tableside.rules.troika.totals import LUCK, SKILL

MOST_DICE: Final = 20
"""Dice of harm that a peril may have a turn."""


def perils_of(who: Character) -> tuple[str, ...]:
    """The perils that they are in, in the order of the End token."""
    return tuple(peril for peril in PERILS if who.has(peril))


def suffer(who: Character, peril: str, table: Table, play: Play) -> Character:
    """One turn, or one End token, of one peril."""
    return drown(who, table, play) if peril == DROWNING else burn(who, peril, table, play)


def drown(who: Character, table: Table, play: Play) -> Character:
    """A turn in the water (TRO-7.9, TRO-X-swim): rolls 2d6 for Swim, and after a failure the harm.

    The first failure costs 1d6, each one in a row a die more. A success ends it for one who has the skill;
    others keep afloat and test again next turn.
    """
    house = house_of(table)
    passed, who = try_skill(who, SWIM, 0, house, play, why=SWIM)
    if not passed:
        return sink(who, table, play)
    if knows(who, SWIM):
        play.tell("swims", "TRO-7.9", {"who": who.name})
        return who.without(DROWNING)
    play.tell("keeps-afloat", "TRO-X-swim", {"who": who.name})
    return who.with_condition(Condition(DROWNING, 0, _rounds(who, DROWNING)))


def sink(who: Character, table: Table, play: Play) -> Character:
    """A failed Swim test (TRO-7.9): rolls a d6 for each failure in a row, this one included."""
    before = who.condition(DROWNING)
    failures = (before.amount if before else 0) + 1
    harm = sum(play.roll(*(D6,) * min(failures, MOST_DICE), why=DROWNING, who=who.name))
    play.tell("sinks", "TRO-7.9", {"who": who.name, "failures": failures, "harm": harm})
    under = who.with_condition(Condition(DROWNING, failures, _rounds(who, DROWNING)))
    return wound(under, harm, table, play)


def _rounds(who: Character, condition: str) -> int | None:
    found = who.condition(condition)
    return found.rounds if found else None


def burn(who: Character, peril: str, table: Table, play: Play) -> Character:
    """A turn of fire, poison or bleeding (TRO-7.9.1, TRO-7.9.2): rolls its d6 of harm, one at least."""
    condition = who.condition(peril)
    dice = min(max(1, condition.amount if condition else 1), MOST_DICE)
    harm = sum(play.roll(*(D6,) * dice, why=peril, who=who.name))
    play.tell(f"suffers-{peril}", "TRO-7.9.1", {"who": who.name, "harm": harm})
    return wound(who, harm, table, play)


def suffer_all(keys: Iterable[int], table: Table, play: Play) -> Table:
    """One turn of all perils of all these: peril by peril, each in the order of the characters' keys."""
    listed = sorted(keys)
    for peril in PERILS:
        for key in listed:
            if table[key].has(peril) and not is_dead(table[key]):
                table = table.put(suffer(table[key], peril, table, play))
    return table


def save_from(
    who: Character, peril: str, skill: str, modifier: int, house: House, play: Play
) -> tuple[bool, Character]:
    """Try to end a peril (TRO-7.9.1): rolls 2d6 for a related skill or Luck.

    Saved from drowning, one is out of the water; a failure here is no failed Swim. Not checked: whether the
    skill is related.
    """
    saved, who = try_skill(who, skill, modifier, house, play, why=skill)
    play.tell(f"saved-from-{peril}" if saved else f"still-{peril}", "TRO-7.9.1", {"who": who.name})
    return saved, who.without(peril) if saved else who


def _suffer(table: Table, who: tuple[int, ...], *, play: Play) -> Outcome:
    sufferers = who or tuple(each.key for each in table.in_play() if _suffers_by_turns(table, each))
    if not sufferers:
        raise RuleError("nobody outside a fight drowns, burns, bleeds or is poisoned")
    for key in sufferers:
        if is_fighting(table[key], table):
            raise RuleError(f"{table[key].name} is in the fight: draw, the End token brings it (TRO-5.3)")
    after = suffer_all(dict.fromkeys(sufferers), table, play)
    return Outcome(state_of(*(after[key] for key in sufferers)), table=after)


def _suffers_by_turns(table: Table, who: Character) -> bool:
    return bool(perils_of(who)) and not is_dead(who) and not is_fighting(who, table)


def _save_from(table: Table, who: int, peril: str, skill: str, modifier: int, *, play: Play) -> Outcome:
    _check_peril(table[who], peril)
    saved, after = save_from(table[who], peril, skill, modifier, house_of(table), play)
    return Outcome(result_of(saved), table=table.put(after))


def _save_from_odds(table: Table, who: int, peril: str, skill: str, modifier: int) -> Odds:
    _check_peril(table[who], peril)
    return Odds(skill_chances(table[who], skill, modifier, house_of(table)))


def _check_peril(who: Character, peril: str) -> None:
    """Raises `RuleError` unless they are in this peril."""
    if peril not in perils_of(who):
        raise RuleError(f"{who.name} is in no such peril: {peril}")


def _in_peril(table: Table, who: Character) -> bool:
    return bool(perils_of(who)) and not is_dead(who)


PROCEDURES = (
    Procedure(
        id="troika.suffer",
        rules=("TRO-7.9", "TRO-7.9.1", "TRO-7.9.2", "TRO-X-swim", *OF_TESTS),
        inputs=(Who("who", many=True, optional=True, fits=_suffers_by_turns),),
        run=_suffer,
        group=Group.CARE,
        outcomes=STATES,
        on_table=True,
        problems=lambda table: (
            () if any(_suffers_by_turns(table, each) for each in table.in_play()) else ("nobody-suffers",)
        ),
    ),
    Procedure(
        id="troika.save-from",
        rules=("TRO-7.9", "TRO-7.9.1", "TRO-7.9.2", "TRO-X-swim", "TRO-2.1.1", *OF_TESTS),
        inputs=(
            Who("who", fits=_in_peril),
            Choice("peril", of_person(perils_of)),
            skill_input("skill", "who", LUCK, SKILL, default=LUCK, worth=True),
            MODIFIER,
        ),
        run=_save_from,
        odds=_save_from_odds,
        group=Group.CARE,
        outcomes=("success", "failure"),
        on_table=True,
        problems=lambda table: (
            () if any(_in_peril(table, each) for each in table.in_play()) else ("nobody-in-peril",)
        ),
    ),
)
