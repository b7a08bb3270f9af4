"""Own kinds as packs define them, in addition to the book, by the names of parts on a sheet.

Examples are `goblin-shaman` with its Skill and Stamina, a background with its skills, a rope with its slots.
A kind of creature is the cells of a sheet; a kind of thing is the fields of one row of a list on it. The
campaign keeps the kinds that were put down, so that an entry can be replayed without the file.
"""

import pkgutil
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any, Final

from tableside.errors import Message, RuleError
from tableside.frozen import frozen
from tableside.rules.cells import skill_cell_text, trait_cell_text
from tableside.rules.characters import new_character_after_edits
from tableside.rules.conditions import CONDITION_SECTION
from tableside.rules.items import ItemRows, item_text, items_with_named
from tableside.rules.ruleset import WEAPONS, Ruleset
from tableside.rules.sheet import Item, Label, Sheet, Skill, Skills, Slots, Tags, Trait, Traits, sheet_parts
from tableside.rules.table import Character, ComingToTable, Kind, TableOwnKind
from tableside.rules.typed import (
    NAME_LENGTH,
    TEXT_LENGTH,
    hint_for_typed,
    is_typed_dice,
    typed_slug,
    typed_yes_no,
)

FOES: Final = "foes"
PEOPLE: Final = "people"
CREATURES: Final = {FOES: Kind.ENEMY, PEOPLE: Kind.NPC}
"""Sections whose kinds are characters, with a whole sheet, and their kind of character by default."""
SOMEBODY: Final = "somebody"
"""All of these sections together; for an id in several, the first counts."""
ORIGINS: Final = {"backgrounds": "background", "playbooks": "playbook", "concepts": "concept"}
"""Sections whose kinds a player's character starts with, and the part of the sheet that names them."""
ENCOUNTERS: Final = "encounters"
ENCOUNTER_FIELDS: Final = ("foes", "coming", "read", "notes", "table")
"""The fields of an encounter: lines of foes, lines of those who come later, what is read aloud, what only the
GM knows, and a random table that goes with it.
"""
NAMING: Final = {"items": "weapon", "spells": "damage"}
"""The field of a thing in a pack that may name a weapon, by section."""
LISTS: Final = (Skills, Slots, Traits, Tags)
NAME: Final = "name"
TEXT: Final = "text"
LIKE: Final = "like"
PACK: Final = "packs/foes.toml"
"""The file in a game's package that holds the foes of its book."""
SIDE: Final = "kind"
MOST_CELLS: Final = 200
"""The most cells of a kind."""

Empty = Callable[[Kind], Sheet]
"""Returns the empty sheet of a kind of character."""
Written = Mapping[str, Any]  # Any: TOML values


@frozen
class ReadKind:
    """A kind as read; one with faults cannot be used."""

    kind: TableOwnKind | None
    faults: tuple[tuple[str, Message], ...] = ()
    """The key concerned, and its fault."""


def pack_kind_sections(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the sections that a pack of this game may have: creatures, origins, conditions, encounters, the
    lists on a sheet, and weapons.
    """
    pc = ruleset.blank(Kind.PC)
    origins = (each for each, part in ORIGINS.items() if part in sheet_parts(pc))
    weapons = (WEAPONS,) if ruleset.weapon_rows else ()
    return (*CREATURES, *origins, CONDITION_SECTION, ENCOUNTERS, *_lists(ruleset), *weapons)


def _lists(ruleset: Ruleset) -> dict[str, Sheet]:
    """Return the lists on this game's sheets, each with a sheet that has it."""
    sheets = [ruleset.blank(kind) for kind in Kind]
    lists = ((part, sheet) for sheet in sheets for part in sheet_parts(sheet))
    return {part: sheet for part, sheet in lists if isinstance(getattr(sheet, part), LISTS)}


def read_pack_kind(
    section: str, id: str, written: object, ruleset: Ruleset, base: TableOwnKind | None = None
) -> ReadKind:
    """Return the kind of this id as a pack defines it; missing values come from `base`. All faults are named.

    A creature is tried on a sheet of the game, cell by cell, and a thing as a row of its list.
    """
    if not isinstance(written, Mapping):
        return ReadKind(None, (("", Message("kinds.not-one", kind=id[:60])),))
    faults = [*_misfit_texts(written), *_misfit_values(written)]
    texts = {key: str(written.get(key, "")).strip() for key in (NAME, TEXT)}
    own = {key: value for key, value in written.items() if key not in (NAME, TEXT, LIKE)}
    if section == WEAPONS:
        lists = {key: value for key, value in own.items() if isinstance(value, list)}
        own |= {key: " ".join(map(str, value)) for key, value in lists.items()}
    said: list[tuple[str, str]] = []
    for path, text in (cell for key, value in own.items() for cell in _typed_cells(key, value)):
        try:
            said.append((path, _as_known(section, path, text, ruleset)))
        except RuleError as error:
            faults.append((path.removesuffix(".new"), error.message))
    before = base.cells if base else ()
    kept = (each for each in before if each.partition("=")[0].removesuffix(".new") not in own)
    cells_of = (*kept, *(f"{path}={text}" for path, text in said))
    name = texts[NAME] or id.replace("-", " ").capitalize()
    kind = TableOwnKind(section, id, name, cells_of[:MOST_CELLS], texts[TEXT] or (base.text if base else ""))
    if len(cells_of) > MOST_CELLS:
        faults.append(("", Message("kinds.too-many-cells", count=len(cells_of), most=MOST_CELLS)))
    faults += _misfits(kind, said, ruleset) if not faults else ()
    return ReadKind(None if faults else kind, tuple(faults))


def _as_known(section: str, path: str, text: str, ruleset: Ruleset) -> str:
    """Return a value with the weapons from packs that it names replaced by their definitions."""
    if section in (*CREATURES, *ORIGINS):
        return text_with_pack_kinds_named(path, text, ruleset, partial(thing_of_pack_kind, ruleset, "items"))
    return (ruleset.weapon_row_named(text) if NAMING.get(section) == path else "") or text


def _misfit_texts(written: Written) -> Iterator[tuple[str, Message]]:
    for key, most in ((NAME, NAME_LENGTH), (TEXT, TEXT_LENGTH)):
        value = written.get(key, "-")
        fits = isinstance(value, str) and len(value) <= most
        if not fits or (key == NAME and key in written and ("\n" in value or not typed_slug(value))):
            yield key, Message("kinds.no-text", key=key, most=most)


def _misfit_values(written: Written) -> Iterator[tuple[str, Message]]:
    for key, value in written.items():
        if any(not isinstance(each, str | int) for each in (value if isinstance(value, list) else (value,))):
            yield key, Message("kinds.no-value", key=key)


def _typed_cells(key: str, value: object) -> Iterator[tuple[str, str]]:
    """Yield a TOML value as it would be typed, with the path of its cell."""
    match value:
        case bool():
            yield key, "yes" if value else "no"
        case int() | str():
            yield key, str(value)
        case list():
            for each in value:
                yield f"{key}.new", str(each)


def _misfits(
    kind: TableOwnKind, said: list[tuple[str, str]], ruleset: Ruleset
) -> Iterator[tuple[str, Message]]:
    """Yield the faults of a kind that no sheet of the game takes."""
    known = pack_kind_sections(ruleset)
    if kind.section not in known:
        nearest = hint_for_typed(kind.section, known, "hint.choose")
        yield "", Message("kinds.no-section", section=kind.section[:60], hint=nearest)
    elif kind.section in _lists(ruleset):
        yield from _misfits_of_row(kind, said, ruleset)
    elif kind.section == CONDITION_SECTION:
        yield from _misfits_of_condition(said)
    elif kind.section == WEAPONS:
        yield from _misfits_of_weapon(kind, ruleset)
    elif kind.section == ENCOUNTERS:
        yield from _misfits_of_encounter(said)
    else:
        who = _blank(kind, ruleset)
        for path, text in said:
            try:
                who = new_character_after_edits(who, (f"{path}={text}",), ruleset)
            except RuleError as error:
                yield path.removesuffix(".new"), error.message


def _misfits_of_row(
    kind: TableOwnKind, said: list[tuple[str, str]], ruleset: Ruleset
) -> Iterator[tuple[str, Message]]:
    besides = ruleset.thing_fields.get(kind.section, {})
    fields_of = {**_row_fields(kind.section, ruleset), **dict.fromkeys(besides, str)}
    for path, text in said:
        if path in besides and text not in besides[path]:
            nearest = hint_for_typed(text, besides[path], "hint.choose")
            yield path, Message("typed.unknown", text=text[:60], hint=nearest)
        elif path not in fields_of:
            yield path, _no_field(path, fields_of)
        elif fields_of[path] is int and not text.lstrip("-").isdecimal():
            yield path, Message("typed.no-number", text=text[:60])
    try:
        who = Character(0, "-", Kind.PC, _lists(ruleset)[kind.section])
        new_character_after_edits(who, (f"{kind.section}.new={row_of_pack_kind(kind, ruleset)}",), ruleset)
    except RuleError as error:
        yield "", error.message
    except ValueError:
        return  # the invalid number is reported above


def _no_field(key: str, known: Iterable[str]) -> Message:
    """Return the fault of an unknown key."""
    return Message("kinds.no-field", key=key[:60], hint=hint_for_typed(key, known, "hint.choose"))


CONDITION_FIELDS: Final = ("rounds", "amount", "loses")
"""The fields of a condition: its rounds, its amount, and the dice of harm at the end of a round."""


def _misfits_of_condition(said: list[tuple[str, str]]) -> Iterator[tuple[str, Message]]:
    for path, text in said:
        if path not in CONDITION_FIELDS:
            yield path, _no_field(path, CONDITION_FIELDS)
        elif path == "loses" and not is_typed_dice(text):
            yield path, Message("dice.none", text=text[:60])
        elif path != "loses" and not (text.isdecimal() and len(text) <= 3):
            yield path, Message("typed.no-number", text=text[:60])


def _misfits_of_encounter(said: list[tuple[str, str]]) -> Iterator[tuple[str, Message]]:
    for path, text in said:
        key = path.removesuffix(".new")
        if key not in ENCOUNTER_FIELDS:
            yield key, _no_field(key, ENCOUNTER_FIELDS)
        elif path == "coming.new" and ComingToTable.from_text(text) is None:
            yield key, Message("kinds.no-coming", text=text[:60])
    if not any(path == "foes.new" for path, _ in said):
        yield "", Message("kinds.no-foes")


def _misfits_of_weapon(kind: TableOwnKind, ruleset: Ruleset) -> Iterator[tuple[str, Message]]:
    """Yield why such a kind makes no weapon."""
    rows = ruleset.weapon_rows
    known = (rows.says, *(each.replace("-", "_") for each in rows.marks)) if rows else ()
    for key, text in kind.values:
        try:
            if key not in known:
                yield key, _no_field(key, known)
            elif rows and key != rows.says:
                typed_yes_no(text)
        except RuleError as error:
            yield key, error.message
            return
    try:
        ruleset.weapon_row(kind)
    except RuleError as error:
        yield rows.says if rows else "", error.message


def lines_of_coming_in_pack(text: str) -> tuple[str, ...]:
    """Return the lines of foes who come later; other text is left out."""
    said = map(ComingToTable.from_text, text.split(";"))
    return tuple(each.foes for each in said if each is not None)


def lines_of_pack_encounter(kind: TableOwnKind) -> tuple[str, ...]:
    """Return the lines of foes in an encounter: those present, and those who come later."""
    there, later = (
        [text for path, text in kind.values if path == f"{part}.new"] for part in ("foes", "coming")
    )
    return (*there, *(each.foes for each in map(ComingToTable.from_text, later) if each is not None))


# Characters and things of a kind


def _blank(kind: TableOwnKind, ruleset: Ruleset) -> Character:
    side = CREATURES.get(kind.section, Kind.PC)
    whose = kind.value(SIDE)
    side = Kind(whose) if whose in {*Kind} else side
    return Character(0, kind.name, side, ruleset.blank(side))


def creature_of_pack_kind(kind: TableOwnKind, ruleset: Ruleset) -> Character:
    """Return a character of this kind, not yet on a table. Raises `RuleError` for an invalid cell."""
    return new_character_after_edits(_blank(kind, ruleset), kind.cells, ruleset)


def _row_fields(section: str, ruleset: Ruleset) -> dict[str, type]:
    """Return the fields of a kind of thing, by name: those of a row of its list."""
    sheet = _lists(ruleset)[section]
    values: tuple[str, ...] = sheet.__dataclass_fields__[section].metadata[Label.VALUES]
    match getattr(sheet, section):
        case Skills():
            return {"rank": int, "cost": int}
        case Slots():
            return {"slots": int, "weapon": str}
        case Traits():
            return {**dict.fromkeys(values, int), "note": str}
    return {}


def row_of_pack_kind(kind: TableOwnKind, ruleset: Ruleset) -> str:
    """Return a thing of this kind as typed into its list: `rope (2)`, `Jolt 3 (1)`."""
    sheet = _lists(ruleset)[kind.section]
    said = dict(kind.values)
    match getattr(sheet, kind.section):
        case Skills():
            return skill_cell_text(Skill(kind.name, int(said.get("rank", 1)), cost=int(said.get("cost", 0))))
        case Slots():
            return item_text(Item(kind.name, int(said.get("slots", 1)), said.get("weapon", "")))
        case Traits():
            names = sheet.__dataclass_fields__[kind.section].metadata[Label.VALUES]
            numbers = tuple(int(said.get(name, 0)) for name in names)
            return trait_cell_text(Trait(kind.name, numbers, said.get("note", "")), names)
    return kind.name


def thing_of_pack_kind(ruleset: Ruleset, section: str, name: str) -> str:
    """Return the text to type for a thing with this name in files; empty for none. Raises `RuleError` for one
    with a fault.
    """
    packs = ruleset.packs()
    id = next(iter(packs.names(section).called(name)), "")
    return row_of_pack_kind(packs.kind(section, id), ruleset) if id else ""


def text_with_pack_kinds_named(path: str, text: str, ruleset: Ruleset, item: Callable[[str], str]) -> str:
    """Return the text typed into a sheet cell with the weapons named in files replaced by their definitions.
    `item` returns the text for a thing in files, empty for others.
    """
    if not any(ruleset.packs().names(each) for each in (WEAPONS, "items")):
        return text
    sheet, part = ruleset.blank(Kind.PC), path.partition(".")[0].replace("-", "_")
    if part not in sheet_parts(sheet):
        return text
    meta = sheet.__dataclass_fields__[part].metadata
    if isinstance(meta[Label.OPTIONS], ItemRows):
        return (text.strip() and ruleset.weapon_row_named(text)) or text
    if isinstance(meta[Label.WEAPONS], ItemRows) and "." not in path.removesuffix(".new"):
        return items_with_named(text, ruleset.weapon_row_named, item)
    return text


def pack_kinds_as_in_book(package: str) -> dict[str, Written]:
    """Return the foes in the pack of a game's package, by id, as written there."""
    pack = pkgutil.get_data(package, PACK)
    foes: dict[str, Written] = tomllib.loads(pack.decode())[FOES] if pack else {}
    return foes


@lru_cache(maxsize=8)
def _of_the_book(package: str) -> dict[str, TableOwnKind]:
    kinds = {}
    for id, written in pack_kinds_as_in_book(package).items():
        numbers = ((key, value) for key, value in written.items() if key not in (NAME, TEXT))
        cells = (f"{path}={text}" for key, value in numbers for path, text in _typed_cells(key, value))
        kinds[id] = TableOwnKind(FOES, id, written[NAME], (*cells,))
    return kinds


def pack_kinds_of_book(ruleset: Ruleset) -> dict[str, TableOwnKind]:
    """Return the foes of the game's book, by id."""
    return _of_the_book(ruleset.pack) if ruleset.pack else {}
