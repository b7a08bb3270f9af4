"""The sheet of one of the party as its player may see it, every word of it, in rows that are wrapped."""

from collections.abc import Iterator

from tableside.rules.cells import cells as cells_of
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import parts
from tableside.rules.table import Character, Table
from tableside.text import width, wrapped
from tableside.views.characters import sheet_rows
from tableside.views.public.table import as_seen
from tableside.views.rows import Row, Tone

LEAST_CELLS = 10
"""Which must be left beside a title; where they are not, what it names stands below it."""
INDENT = "  "


def own_sheet(who: Character, table: Table, rules: Ruleset, cells: int) -> Iterator[Row]:
    """Its rows, each at most so many cells wide: nothing is cut off, nothing only counted."""
    seen = as_seen(who, rules)
    texts = {
        each.path: each.text for part in parts(seen.sheet, seen.kind) for each in cells_of(seen.sheet, part)
    }
    for row in sheet_rows(seen, table, rules):
        if not row.key.endswith(".new"):
            yield from _whole(row, texts.get(row.key, ""), cells)


def _whole(row: Row, text: str, cells: int) -> Iterator[Row]:
    """The row, or all that it stands for in as many as that takes."""
    (title, tone), *rest = row.spans
    is_cut = "…" in row.text and text not in row.text
    if width(row.text.rstrip()) <= cells and not is_cut and "\n" not in text:
        yield row
        return
    words = text if is_cut or "\n" in text else "".join(each for each, _ in rest).rstrip()
    if cells - width(title) < LEAST_CELLS:
        yield Row(f"{row.key} title", ((title.rstrip(), tone),), selectable=False)
        title = INDENT
    for place, line in enumerate(wrapped(words, cells - width(title))):
        head = " " * width(title) if place else title
        yield Row(f"{row.key} {place}", ((head, tone), (line, Tone.PLAIN)), selectable=False)
