"""People and kinds as lists for spreadsheets: a row each, with a column for each cell of the sheet.

A text that a spreadsheet would calculate is written behind an apostrophe, which is not part of it. A list on
a sheet is one field with a line for each row.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from tableside.campaign.foreign.files import NAMES
from tableside.rules.cells import cells
from tableside.rules.conditions import CONDITION_SECTION
from tableside.rules.foreign_records import (
    Fact,
    ForeignRecordFields,
    ForeignRecordFindings,
    field_name_of_foreign_record,
    foreign_cell,
    foreign_line,
    foreign_list,
    foreign_meter,
    foreign_name,
    foreign_text,
    number_in_foreign_record,
    pool_in_foreign_record,
)
from tableside.rules.pack_kinds import CREATURES, FOES, NAME, PEOPLE, SIDE, pack_kind_sections
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import (
    Die,
    Meter,
    Part,
    Sheet,
    Skills,
    Slots,
    Tags,
    Track,
    Traits,
    sheet_parts,
)
from tableside.rules.table import Character, Kind
from tableside.rules.typed import typed_slug

COUNTS: Final = ("count", "quantity", "number")
TICKED: Final = "ticked"
MORE: Final = {Meter: "maximum", Track: "boxes", Die: "lost", Skills: TICKED}
"""The second cell of a part, which has a column of its own."""
LISTS: Final = (Skills, Slots, Traits, Tags)
SIDES: Final = {
    **{each.value: each for each in Kind},
    **dict.fromkeys(("player", "character", "hero", "party"), Kind.PC),
    **dict.fromkeys(("foe", "monster", "creature", "adversary"), Kind.ENEMY),
    **dict.fromkeys(("hireling", "henchmen", "retainer"), Kind.HENCHMAN),
}
"""Kinds of characters, by other tools' words for them."""
YES: Final = ("yes", "y", "true", "x", "1", "on")
NO: Final = ("no", "n", "false", "0", "off", "-")
MOST_COUNT: Final = 50
"""The most characters made from one row."""
_CALCULATED: Final = re.compile(r"'*[=+\-@\t\r]")
_A_NUMBER: Final = re.compile(r"[+-]?\d+(?:/\d+)?")


def safe_in_spreadsheet(text: str) -> str:
    """Return the text so that a spreadsheet shows it without calculating it."""
    is_number = _A_NUMBER.fullmatch(text) is not None
    return f"'{text}" if _CALCULATED.match(text) and not is_number else text


def meant_in_spreadsheet(text: str) -> str:
    """Return the original of a text made safe for a spreadsheet."""
    return text[1:] if text.startswith("'") and _CALCULATED.match(text) else text


# Out


def _columns(rules: Ruleset) -> tuple[str, ...]:
    """Return the columns of a list of this game's characters: the cells of its sheets."""
    paths: dict[str, None] = {}
    for kind in Kind:
        sheet = rules.blank(kind)
        for part in sheet_parts(sheet):
            more = MORE.get(type(getattr(sheet, part)))
            paths |= dict.fromkeys((part, f"{part}.{more}") if more else (part,))
    return (NAME, SIDE, *paths)


def csv_lines(people: Iterable[Character], rules: Ruleset) -> Iterator[str]:
    """Yield the lines of a spreadsheet of these characters, the heads of the columns first."""
    heads = _columns(rules)
    yield _csv_line(heads)
    for who in people:
        yield _csv_line([safe_in_spreadsheet(_field(who, path)) for path in heads])


def _csv_line(row: Iterable[str]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerow(row)
    return buffer.getvalue()


def _field(who: Character, path: str) -> str:
    if path in (NAME, SIDE):
        return who.name if path == NAME else str(who.kind)
    part, _, more = path.partition(".")
    if part not in sheet_parts(who.sheet, who.kind):
        return ""
    value = getattr(who.sheet, part)
    if more == TICKED:
        return _listed([each.name for each in value.ticked])
    texts = [each.text for each in cells(who.sheet, part)]
    if isinstance(value, LISTS):
        return _listed(texts[:-1])
    return texts[1] if more else texts[0].strip()


def _listed(rows: list[str]) -> str:
    """Join the rows of a list, one per line; a lone one that looks like several ends with a line break."""
    text = "\n".join(rows)
    return f"{text}\n" if len(rows) == 1 and re.search("[,;]", text) else text


# In


def found_in_spreadsheet_row(
    values: Mapping[str, Any], rules: Ruleset
) -> ForeignRecordFindings | None:  # Any: texts
    """Return the findings in a row of a spreadsheet. None: it names nobody."""
    fields = ForeignRecordFields(
        {key: meant_in_spreadsheet(str(text)) for key, text in values.items() if key}
    )
    name = foreign_name(fields.take(*NAMES))
    if not name:
        return None
    section = typed_slug(str(fields.take("section") or ""))
    side = _side(fields)
    said = fields.take(*COUNTS)
    count = number_in_foreign_record(said)
    rest = [f"+ {foreign_text(str(values['']))}"] if values.get("") else []
    if said is not None and (count is None or not 1 <= count <= MOST_COUNT):
        rest.append(f"{field_name_of_foreign_record(COUNTS[0])}: {foreign_line(said)}")
    if section in pack_kind_sections(rules) and section not in CREATURES and section != CONDITION_SECTION:
        typed = tuple(_thing_cells(fields))
        text = foreign_text(fields.take("text", "description"))
        return ForeignRecordFindings(section, name, typed, text, (*rest, *fields.left()))
    section = FOES if side in ("", Kind.ENEMY) else PEOPLE
    sheet = rules.blank(Kind(side) if side else Kind.ENEMY)
    typed = (*rules.other_tools().column(fields), *_cells(fields, sheet, rules))
    text = foreign_text(fields.take("text", "description"))
    return ForeignRecordFindings(
        section, name, typed, text, (*rest, *fields.left()), side, max(1, min(count or 1, MOST_COUNT))
    )


def _side(fields: ForeignRecordFields) -> str:
    for column in (SIDE, "side", "type"):
        if side := SIDES.get(foreign_line(fields.look(column)).casefold()):
            fields.take(column)
            return side
    return ""


def _thing_cells(fields: ForeignRecordFields) -> Iterator[str]:
    """Yield the fields of a thing that have a column."""
    for field in ("rank", "cost", "slots", "weapon", "note", "rounds", "amount"):
        if fields.has(field):
            yield from foreign_cell(field, fields.take(field))


def _cells(fields: ForeignRecordFields, sheet: Sheet, rules: Ruleset) -> Iterator[str]:
    others = rules.other_tools().columns
    for part in sheet_parts(sheet):
        names = (part, *_short(part), *(other for other, meant_by in others.items() if meant_by == part))
        value = getattr(sheet, part)
        more = MORE.get(type(value), "")
        beside = [f"{each}.{more}" for each in names] if more else []
        if more == "maximum":
            beside += [f"{word}{each}" for each in names for word in ("max", "maximum", "total")]
            beside += [f"{each}max" for each in names]
            names = (*(f"current{each}" for each in names), *(f"{each}current" for each in names), *names)
        rest = fields.take(*beside)
        text = fields.take(*names)
        if text is not None:
            yield from _part_cells(part, value, str(text), rest)
        else:
            yield from foreign_cell(part, rest)


def _short(part: str) -> Iterator[str]:
    """Yield the short name of a part: the initials of its words."""
    if "_" in part:
        yield "".join(word[0] for word in part.split("_"))


def _part_cells(part: str, value: Part, text: str, rest: Fact) -> Iterator[str]:
    """Yield the cells to type for a field, and for the column beside it."""
    match value:
        case bool():
            said = text.strip().casefold()
            yield f"{part}={'yes' if said in YES else 'no' if said in NO else text}"
        case int():
            yield from foreign_cell(part, text)
        case Meter():
            yield from foreign_meter(part, text, rest)
        case Track():
            text, rest = (rest is None and pool_in_foreign_record(text)) or (text, rest)
            yield from foreign_cell(f"{part}.boxes", rest)
            yield from foreign_cell(part, text)
        case Die():
            yield f"{part}={text}"
            yield from foreign_cell(f"{part}.lost", rest)
        case Skills() | Slots() | Traits() | Tags():
            rows = _rows(text)
            yield from (f"{part}.new={row}" for row in rows)
            yield from (f"{part}.{place}.ticked=yes" for place in _places(rows, str(rest or "")))
        case _:
            yield f"{part}={text}"


def _rows(text: str) -> list[str]:
    """Split a list into rows: lines, or texts separated by semicolons or commas outside brackets."""
    text = text.replace("\r\n", "\n")
    if "\n" in text:
        return [each for each in text.split("\n") if each.strip()]
    between = ";" if ";" in text else r",(?![^()]*\))"
    return [each.strip() for each in re.split(between, text) if each.strip()]


def _places(rows: list[str], ticked: str) -> Iterator[int]:
    """Yield the numbers of the ticked rows, from 1."""
    names = {str(each).strip().casefold() for each in foreign_list(ticked)}
    for place, row in enumerate(rows, 1):
        bare = re.sub(r"\s+\d+\s*(?:\(\d+\))?\s*$", "", row)
        if bare.strip().casefold() in names:
            yield place
