"""Matters that are settled: what has failed is not rolled again until the situation changes (HEI-5-once).

They stand on the sheet of the one who failed, so undo and the journal carry them.
"""

from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.rules.galejatra.inputs import people_given
from tableside.rules.galejatra.sheet import PEOPLE, sheet_of
from tableside.rules.inputs import Choice, Given, Who
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.sheet import Tags
from tableside.rules.table import Character, Table
from tableside.rules.typed import NAME_LENGTH

EVERY: Final = "every-matter"


def matter_of(table: Table, named: str, skill: str, obstacle: str) -> str:
    """What an attempt is about: the words given, or skill and obstacle.

    Empty, so that nothing is remembered, without either; and in a fight, where each exchange changes the
    situation.
    """
    if named.strip():
        return named.strip()
    if not obstacle or table.order is not None:
        return ""
    return (f"{skill}: {obstacle}" if skill else obstacle)[:NAME_LENGTH]


def check_open(table: Table, who: Character, matter: str) -> None:
    """Raises `RuleError` when they, or for words given anybody in play, have failed in this matter."""
    people = [who, *(each for each in table.in_play() if each.key != who.key and ":" not in matter)]
    tried = next((each for each in people if sheet_of(each).spent.has(matter)), None) if matter else None
    if tried is not None:
        raise RuleError(
            f"{tried.name} has failed in {matter!r}: it is not rolled again until the situation has changed"
            " (HEI-5-once); when it has, say so with Things have changed (galejatra.changed), or name another"
            " matter"
        )


def spend(who: Character, matter: str, play: Play) -> Character:
    """Remember that they have failed in it."""
    if not matter or sheet_of(who).spent.has(matter):
        return who
    play.tell("matter-spent", "HEI-5-once", {"who": who.name, "matter": matter})
    spent = Tags((*sheet_of(who).spent.names, matter))
    return replace(who, sheet=replace(sheet_of(who), spent=spent))


def _has_failed(table: Table, who: Character) -> bool:
    return bool(sheet_of(who).spent.names)


def _matters(table: Table, given: Given) -> tuple[str, ...]:
    people = people_given(table, given) or table.in_play()
    return (EVERY, *dict.fromkeys(name for each in people for name in sheet_of(each).spent.names))


def _changed(table: Table, who: tuple[int, ...], matter: str, *, play: Play) -> Outcome:
    """The situation has changed: these matters, or this one, may be rolled again (HEI-5-once)."""
    people = [table[key] for key in dict.fromkeys(who)] or [
        each for each in table.in_play() if _has_failed(table, each)
    ]
    after, count = [], 0
    for each in people:
        kept = tuple(name for name in sheet_of(each).spent.names if matter not in (EVERY, name))
        for name in sheet_of(each).spent.names:
            if name not in kept:
                count += 1
                play.tell("matter-open", "HEI-5-once", {"who": each.name, "matter": name})
        after.append(replace(each, sheet=replace(sheet_of(each), spent=Tags(kept))))
    if not count:
        raise RuleError("nothing is cleared by this: nobody named has failed in such a matter")
    return Outcome("cleared", {"matters": count}, table.put(*after))


def _nothing_spent(table: Table) -> tuple[str, ...]:
    return () if any(_has_failed(table, each) for each in table.in_play()) else ("nothing-spent",)


PROCEDURES = (
    Procedure(
        id="galejatra.changed",
        rules=("HEI-5-once",),
        inputs=(
            Who("who", kinds=(*PEOPLE,), many=True, optional=True, fits=_has_failed),
            Choice("matter", _matters, default=EVERY),
        ),
        run=_changed,
        group=Group.CARE,
        outcomes=("cleared",),
        amounts=("matters",),
        on_table=True,
        problems=_nothing_spent,
    ),
)
