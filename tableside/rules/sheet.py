"""The parts of sheets.

A game's sheet is a frozen dataclass whose fields are parts: `int`, `bool`, `str`, `Meter`, `Track`, `Die`,
`Skills`, `Slots`, `Traits`, `Tags`. A field is declared with `sheet_part(...)`, which sets its bounds.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import Field, field, fields, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, ClassVar, Protocol, TypeVar

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.typed import hint_for_typed

BIGGEST = 9_999
"""The highest number on a sheet, unless its part sets another limit."""


class Sheet(Protocol):
    """Any frozen dataclass of parts."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]  # Any: the fields' types differ


@frozen
class Meter:
    """A score that falls and recovers: its current value and its maximum."""

    current: int
    maximum: int

    def lose(self, points: int) -> "Meter":
        """Return the meter after losing points, even below 0, whose meaning is up to the game."""
        return replace(self, current=self.current - points)

    def regain(self, points: int) -> "Meter":
        """Return the meter after regaining points, up to the maximum; a value above it is not lowered."""
        return replace(self, current=max(self.current, min(self.current + points, self.maximum)))

    @property
    def text(self) -> str:
        """What is left and the maximum, as shown: `3/12`."""
        return f"{self.current}/{self.maximum}".replace("-", "\N{MINUS SIGN}")


@frozen
class Track:
    """Boxes in a row, marked from the first: steps of a clock, wounds of one kind."""

    marked: int
    boxes: int

    def mark(self, steps: int = 1) -> "Track":
        """Return the track with this many more boxes marked, or fewer if negative, within its limits."""
        return replace(self, marked=max(0, min(self.marked + steps, self.boxes)))

    @property
    def is_full(self) -> bool:
        return self.marked >= self.boxes


LADDER = (4, 6, 8, 10, 12)
"""The dice that a `Die` may be, small to big, unless its part says otherwise."""


@frozen
class Die:
    """A score that is a die: its number of sides, a rung on a ladder of dice."""

    sides: int
    lost: int = 0
    """The rungs it has dropped and may climb again."""


@frozen
class Skill:
    """A skill or a spell: its rank, whether it is ticked, and what using it costs."""

    name: str
    rank: int
    ticked: bool = False
    cost: int = 0


RowOfSheet = TypeVar("RowOfSheet", bound="Skill | Trait")


def _row_named(rows: Iterable[RowOfSheet], name: str) -> RowOfSheet | None:
    """Return the row of this name, ignoring case; None when there is none."""
    return next((row for row in rows if row.name.casefold() == name.casefold()), None)


def _rows_with(rows: tuple[RowOfSheet, ...], new: RowOfSheet) -> tuple[RowOfSheet, ...]:
    """Return the rows with this one, replacing one of its name or added last."""
    old = _row_named(rows, new.name)
    return (*rows, new) if old is None else tuple(new if row is old else row for row in rows)


@frozen
class Skills:
    """Skills in the order of the sheet; no two have the same name."""

    rows: tuple[Skill, ...] = ()

    def named(self, name: str) -> Skill | None:
        """Return the skill of this name, ignoring case; None when it is not on the sheet."""
        return _row_named(self.rows, name)

    def put(self, skill: Skill) -> "Skills":
        """Return the skills with this one, replacing one of its name or added last."""
        return Skills(_rows_with(self.rows, skill))

    def tick(self, name: str) -> "Skills":
        return Skills(tuple(replace(row, ticked=True) if row.name == name else row for row in self.rows))

    @property
    def ticked(self) -> tuple[Skill, ...]:
        return tuple(row for row in self.rows if row.ticked)


@frozen
class Item:
    """Something carried: its name, the slots it fills, and the weapon row it is used with (empty: none)."""

    name: str
    slots: int = 1
    weapon: str = ""


@frozen
class Slots:
    """What is carried, in the order of the sheet: the order decides how fast a thing is at hand."""

    items: tuple[Item, ...] = ()

    @property
    def used(self) -> int:
        return sum(item.slots for item in self.items)

    def position(self, index: int) -> int:
        """Return the first slot, from 1, of the item at this index."""
        return 1 + sum(item.slots for item in self.items[:index])


@frozen
class Trait:
    """A row with numbers of its own: an ailment and its severity, a lantern and its uses."""

    name: str
    values: tuple[int, ...] = ()
    """One number for each name that the part declares, in that order."""
    note: str = ""

    @property
    def number(self) -> int:
        """The first of its numbers, the most telling one; 0 where it has none."""
        return self.values[0] if self.values else 0

    def with_number(self, number: int) -> "Trait":
        """Return the trait with another first number."""
        return replace(self, values=(number, *self.values[1:]))


@frozen
class Traits:
    """Traits in the order of the sheet; no two have the same name."""

    rows: tuple[Trait, ...] = ()

    def named(self, name: str) -> Trait | None:
        """Return the trait of this name, ignoring case; None when it is not on the sheet."""
        return _row_named(self.rows, name)

    def put(self, trait: Trait) -> "Traits":
        """Return the traits with this one, replacing one of its name or added last."""
        return Traits(_rows_with(self.rows, trait))

    def without(self, name: str) -> "Traits":
        return Traits(tuple(row for row in self.rows if row.name.casefold() != name.casefold()))


@frozen
class Tags:
    """Short texts in the order of the sheet: approaches, skills without a rank."""

    names: tuple[str, ...] = ()

    def has(self, name: str) -> bool:
        return name.casefold() in {each.casefold() for each in self.names}


Part = int | bool | str | Meter | Track | Die | Skills | Slots | Traits | Tags


class Label(StrEnum):
    """The keys of a part's metadata."""

    LOWEST = "lowest"
    HIGHEST = "highest"
    RULE = "rule"
    KINDS = "kinds"
    OPTIONS = "options"
    LONG = "long"
    WEAPONS = "weapons"
    LADDER = "ladder"
    VALUES = "values"
    IN_USE = "in-use"
    READS = "reads"
    BY_PLAY = "by-play"
    AILS = "ails"
    SIGNED = "signed"


# One keyword for each label of a part
def sheet_part(
    default: Any,  # Any: a part of any type; the dataclass field's own annotation is what is checked
    *,
    rule: str = "",
    lowest: int = 0,
    highest: int = BIGGEST,
    kinds: tuple[str, ...] = (),
    options: Collection[str] = (),
    long: bool = False,
    weapons: Mapping[str, int] | None = None,
    ladder: tuple[int, ...] = LADDER,
    values: tuple[str, ...] = (),
    in_use: Mapping[str, str] | None = None,
    reads: Callable[[str], str] | None = None,
    by_play: bool = False,
    ails: bool = False,
    signed: bool = False,
) -> Any:  # Any: the declared field's type
    """Declare a part of a sheet.

    `rule` is the id of its rule; `kinds` the kinds of character that have it (empty: all); `options` the only
    texts allowed, or the rows of things; `long` whether it is a text of several lines; `weapons` the rows an
    item may be used as, with their slots; `ladder` the dice that a die may be; `values` the names of a
    trait's numbers, the most telling first; `in_use` the rows of things carried that the part can name as
    worn or held, each with its text; `reads` parses a typed tag into the game's spelling and raises
    `RuleError` for an invalid one: foes may have such tags behind their numbers; `by_play` whether only play
    changes it, so that it is not asked for a new character; `ails` whether its rows are ailments; `signed`
    whether its numbers are added to rolls, and shown with their sign.
    """
    return field(
        default=default,
        metadata={
            Label.LOWEST: lowest,
            Label.HIGHEST: highest,
            Label.RULE: rule,
            Label.KINDS: kinds,
            Label.OPTIONS: options,
            Label.LONG: long,
            Label.WEAPONS: weapons or {},
            Label.LADDER: ladder,
            Label.VALUES: values,
            Label.IN_USE: in_use or {},
            Label.READS: reads,
            Label.BY_PLAY: by_play,
            Label.AILS: ails,
            Label.SIGNED: signed,
        },
    )


def sheet_parts(sheet: Sheet, kind: str = "") -> tuple[str, ...]:
    """Return the ids of the parts that a character of this kind has, in the order of the sheet."""
    return _parts_of(type(sheet), kind)


@lru_cache(maxsize=200)
def _parts_of(sheet: type[Sheet], kind: str) -> tuple[str, ...]:
    return tuple(
        each.name
        for each in fields(sheet)
        if not kind or not each.metadata[Label.KINDS] or kind in each.metadata[Label.KINDS]
    )


def is_numeric_part(value: Part) -> bool:
    """Whether a part is a number, or is counted or measured by one."""
    return isinstance(value, Meter | Track | Die | int) and not isinstance(value, bool)


def sheet_part_of(sheet: Sheet, name: str) -> Part:
    """Return the part of this id. Raises `RuleError` when the sheet has none."""
    if name not in sheet.__dataclass_fields__:
        raise RuleError(
            "sheet.no-part", part=name, hint=hint_for_typed(name, sheet_parts(sheet), "hint.it-has")
        )
    value: Part = getattr(sheet, name)
    return value


def unhurt_sheet(sheet: Sheet) -> Sheet:
    """Return the sheet with every meter at its maximum."""
    values = ((each.name, getattr(sheet, each.name)) for each in fields(sheet))
    full = {name: replace(value, current=value.maximum) for name, value in values if isinstance(value, Meter)}
    whole: Sheet = replace(sheet, **full)
    return whole
