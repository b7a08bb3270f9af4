"""Weapons of one's own in packs: what one says, as the row that it is, and whatever names one."""

from collections.abc import Callable, Iterator
from typing import Final

from tableside.errors import Message, RuleError
from tableside.rules.items import with_named
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import Label, Rows, parts
from tableside.rules.table import Kind, OwnKind
from tableside.rules.typed import hint, yes_no

WEAPONS: Final = "weapons"
"""The section of own kinds that are weapons, or rows of a damage table."""
NAMING: Final = {"items": "weapon", "spells": "damage"}
"""What of a thing in a pack may name one, by its section."""


def rows_carried(ruleset: Ruleset) -> Rows[int] | None:
    """The rows as which things are carried, with their slots. None: this game has no weapons."""
    fields = ruleset.blank(Kind.PC).__dataclass_fields__.values()
    rows = (each.metadata[Label.WEAPONS] for each in fields)
    return next((each for each in rows if isinstance(each, Rows)), None)


def weapon_fields(rows: Rows[int]) -> tuple[str, ...]:
    """What a weapon of a pack says: its numbers or its die, and what holds of it."""
    return (rows.says, *(each.replace("-", "_") for each in rows.marks))


def row_of(kind: OwnKind, rows: Rows[int]) -> str:
    """The row that a weapon of a pack is. Raises `RuleError` where it says none."""
    marks = [each for each in rows.marks if yes_no(kind.value(each.replace("-", "_")) or "no")]
    return rows.named(kind.name, " ".join((kind.value(rows.says), *marks)))


def misfits_of_weapon(kind: OwnKind, ruleset: Ruleset) -> Iterator[tuple[str, Message]]:
    """What of such a kind makes no weapon."""
    rows = rows_carried(ruleset)
    known = weapon_fields(rows) if rows else ()
    for key, text in kind.values:
        try:
            if key not in known:
                nearest = hint(key, known, "hint.choose")
                yield key, Message("kinds.no-field", key=key[:60], hint=nearest)
            elif rows and key != rows.says:
                yes_no(text)
        except RuleError as error:
            yield key, error.message
            return
    try:
        if rows:
            row_of(kind, rows)
    except RuleError as error:
        yield rows.says if rows else "", error.message


def row_in_packs(ruleset: Ruleset, name: str) -> str:
    """The row of the weapon that files call so; empty for none. Raises `RuleError` for one with a fault."""
    rows, packs = rows_carried(ruleset), ruleset.packs()
    id = next(iter(packs.names(WEAPONS).called(name)), "") if rows else ""
    return row_of(packs.kind(WEAPONS, id), rows) if rows and id else ""


def with_rows_named(path: str, text: str, ruleset: Ruleset, item: Callable[[str], str]) -> str:
    """What is typed into a cell of a sheet, with the weapons that files name as what they are. `item` gives
    what is typed for a thing that files know, empty for others.
    """
    if not any(ruleset.packs().names(each) for each in (WEAPONS, "items")):
        return text
    sheet, part = ruleset.blank(Kind.PC), path.partition(".")[0].replace("-", "_")
    if part not in parts(sheet):
        return text
    meta = sheet.__dataclass_fields__[part].metadata
    if isinstance(meta[Label.OPTIONS], Rows):
        return (text.strip() and row_in_packs(ruleset, text)) or text
    if isinstance(meta[Label.WEAPONS], Rows) and "." not in path.removesuffix(".new"):
        return with_named(text, lambda name: row_in_packs(ruleset, name), item)
    return text
