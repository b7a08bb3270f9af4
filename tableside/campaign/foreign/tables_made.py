"""Random tables out of records of other tools: rows by what is rolled, or each as likely as it says."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tableside.errors import Message
from tableside.frozen import frozen
from tableside.rules.foreign_records import Fact, Fields, listed, name_in, plain, told, whole
from tableside.rules.tables.random_table import LONGEST_TEXT, MOST_ROWS, RandomTable
from tableside.rules.tables.reading import read_table_written
from tableside.rules.typed import NAME_LENGTH, slug
from tableside.text import clean

FOLDER: Final = "tables"
ROWS: Final = ("results", "entries", "rows", "outcomes")
TEXTS: Final = ("text", "result", "mood", "effect", "name", "description")
_BRACES: Final = str.maketrans("{}", "()")
"""Braces lead to other tables, in ours alone."""
_RANGE = re.compile(r"\s*(\d{1,6})\s*(?:[-\N{EN DASH}]\s*(\d{1,6}))?\s*")


@frozen
class MadeTable:
    """A table as it is to be written, or why it cannot be rolled on."""

    id: str
    written: Mapping[str, Any]  # Any: TOML values
    table: RandomTable | None
    why: Message | None = None


def table_in(record: Mapping[str, Fact]) -> MadeTable | None:
    """The table that a record is. None: it is none."""
    fields = Fields(record)
    name = clean(name_in(fields.take("name", "title")))
    rows = fields.take(*ROWS)
    if not slug(name) or not isinstance(rows, list) or fields.has("damageMatrix"):
        return None
    read = [*_rows(rows[:MOST_ROWS])]
    if not read:
        return None
    dice = told(fields.take("diceExpression", "formula", "dice", "diceType"))[:NAME_LENGTH].casefold()
    by_value = {place: text for place, text, _ in read if place}
    written: dict[str, Any] = {"title": name[:NAME_LENGTH]}
    if dice and len(by_value) == len(read):
        written |= {"dice": re.sub(r"^1(?=d)", "", dice.strip()), "rows": by_value}
    else:
        written |= {
            "rows": [text if weight == 1 else {"weight": weight, "text": text} for _, text, weight in read]
        }
    made = read_table_written(slug(name), written)
    why = made.faults[0].what if made.faults else None
    return MadeTable(slug(name), written, made.table, why)


def _rows(rows: list[Fact]) -> Iterator[tuple[str, str, int]]:
    """What is rolled for each row, as it is written, its text, and how likely it is beside the others."""
    for each in rows:
        fields = Fields(each) if isinstance(each, Mapping) else Fields({"text": each})
        rolled = fields.take("range", "roll", "value", "number")
        ends = [whole(end) for end in listed(rolled)] if isinstance(rolled, list) else None
        said = "-".join(map(str, ends)) if ends else told(rolled)
        match = _RANGE.fullmatch(said)
        place = (
            "" if match is None else match[1] if match[2] in (None, match[1]) else f"{match[1]}-{match[2]}"
        )
        texts = dict.fromkeys(" ".join(plain(fields.take(key)).split()) for key in TEXTS if fields.has(key))
        text = clean(": ".join(texts)).translate(_BRACES)[:LONGEST_TEXT]
        if text:
            yield place, text, max(1, whole(fields.take("weight")) or 1)
