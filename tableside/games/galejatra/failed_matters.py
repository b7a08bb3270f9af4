"""Matters that are settled: what has failed is not rolled again until the situation changes (HEI-5-once).

They stand on the sheets of those who failed, so undo and the journal carry them, and hold for everybody on
their side: no other character rolls for them, and no group. The GM says when the situation has changed.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from tableside.errors import Message, RuleError
from tableside.frozen import frozen
from tableside.games.galejatra.inputs import people_given
from tableside.games.galejatra.pool_and_opposition import Facing
from tableside.games.galejatra.sheet import PEOPLE, sheet_of
from tableside.rules.inputs import Choice, Given, Who, asked
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.sheet import Tags
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import NAME_LENGTH

EVERY: Final = "every-matter"
UNSKILLED: Final = "no skill"
"""In the place of the skill in a matter."""


@frozen
class Matter:
    """What is rolled for: words of the GM's, or else what is known of it, the skill and the obstacle."""

    named: str = ""
    skill: str = UNSKILLED
    obstacle: str = ""

    @property
    def text(self) -> str:
        """How it is remembered."""
        known = f"{self.skill}: {self.obstacle}" if self.obstacle else self.skill
        return (self.named or known)[:NAME_LENGTH]

    def is_about(self, failed: str) -> bool:
        """Whether this was failed in before, as far as can be known.

        Words given are compared with words alone. Of two rolls against obstacles the obstacle decides,
        whatever the skill is; where one of them had only a number of dice against it, the skill.
        """
        failed = failed.casefold()
        if self.named:
            return failed == self.named.casefold()[:NAME_LENGTH]
        skill, obstacle = self.skill.casefold(), self.obstacle.casefold()
        if not obstacle:
            return failed == skill or failed.startswith(f"{skill}: ")
        known = (self.text.casefold(), obstacle, skill)
        return failed in known or failed.endswith(f": {obstacle}")


def matter_of(table: Table, named: str, skill: str, against: Facing, *, forced: bool) -> Matter | None:
    """What an attempt is about: the words given, or what is known of it.

    None, so that nothing is remembered or refused, where no dice are thrown. Unless words are given, also in
    a fight, where each exchange changes the situation, and of a roll that is forced on somebody, since what
    forces it is new.
    """
    if not against.opposition.dice:
        return None
    if named.strip():
        return Matter(named.strip())
    return None if forced or table.order is not None else Matter("", skill or UNSKILLED, against.name)


def _side(table: Table, who: Character) -> Iterator[Character]:
    """Everybody on this one's side, those out of play among them."""
    is_enemy = who.kind == Kind.ENEMY
    return (each for each in table.characters.values() if (each.kind == Kind.ENEMY) == is_enemy)


def open_matter(table: Table, who: Character, matter: Matter | None, play: Play, *, changed: bool) -> Table:
    """The table with this matter open: for everybody on this side again, when the situation has `changed`.

    Otherwise raises `RuleError` when any of them has failed in it, saying how it is opened.
    """
    if matter is None:
        return table
    people = tuple(_side(table, who))
    if changed:
        return _open(table, people, matter.is_about, play)[0]
    for each in people:
        failed = next((name for name in sheet_of(each).spent.names if matter.is_about(name)), None)
        if failed is not None:
            raise RuleError(
                "galejatra.failed-before",
                who=each.name,
                skill="" if failed == UNSKILLED else failed,
                way=Message("galejatra.way-open"),
            )
    return table


def spend_matter(table: Table, people: Iterable[int], matter: Matter | None, play: Play) -> Table:
    """Remember that these have failed in it."""
    keys = [key for key in people if matter and not sheet_of(table[key]).spent.has(matter.text)]
    if matter is None or not keys:
        return table
    names = ", ".join(table[key].name for key in keys)
    play.tell("matter-spent", "HEI-5-once", {"who": names, "matter": matter.text})
    return table.put(*(_with(table[key], (*sheet_of(table[key]).spent.names, matter.text)) for key in keys))


def _with(who: Character, names: Iterable[str]) -> Character:
    return replace(who, sheet=replace(sheet_of(who), spent=Tags(tuple(names))))


def _open(
    table: Table, people: Iterable[Character], is_open: Callable[[str], bool], play: Play
) -> tuple[Table, tuple[str, ...]]:
    """The table with such matters off these sheets; and each of them, which is told once."""
    after, names = [], []
    for each in people:
        opened = [name for name in sheet_of(each).spent.names if is_open(name)]
        if opened:
            names += opened
            after.append(_with(each, (name for name in sheet_of(each).spent.names if name not in opened)))
    settled_names = tuple(dict.fromkeys(names))
    for name in settled_names:
        play.tell("matter-open", "HEI-5-once", {"matter": name})
    return table.put(*after) if after else table, settled_names


def _has_failed(table: Table, who: Character) -> bool:
    return bool(sheet_of(who).spent.names)


def _who_failed(table: Table) -> tuple[Character, ...]:
    return tuple(each for each in table.characters.values() if _has_failed(table, each))


def _matters(table: Table, given: Given) -> tuple[str, ...]:
    people = people_given(table, given) or _who_failed(table)
    return (EVERY, *dict.fromkeys(name for each in people for name in sheet_of(each).spent.names))


def _nothing_spent(table: Table) -> tuple[str, ...]:
    return () if _who_failed(table) else ("nothing-spent",)


@frozen
class Changed:
    """What `galejatra.changed` asks for."""

    who: tuple[int, ...] = asked(Who(kinds=(*PEOPLE,), many=True, optional=True, fits=_has_failed))
    matter: str = asked(Choice(options=_matters, default=EVERY))


def _changed(table: Table, form: Changed, play: Play) -> Outcome:
    """The situation has changed: these matters, or this one, may be rolled again (HEI-5-once)."""
    people = [table[key] for key in dict.fromkeys(form.who)] or _who_failed(table)
    table, names = _open(table, people, lambda name: form.matter in (EVERY, name), play)
    if not names:
        raise RuleError("galejatra.nothing-cleared")
    return Outcome("cleared", {"matters": len(names)}, table)


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="galejatra.changed",
        rules=("HEI-5-once",),
        form=Changed,
        run=_changed,
        group=Group.CARE,
        outcomes=("cleared",),
        amounts=("matters",),
        on_table=True,
        problems=_nothing_spent,
    ),
)
