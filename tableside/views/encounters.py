"""Encounters as rows: those that a line begins to name, and what the GM wants to know of the one being
played.
"""

from collections.abc import Iterator, Sequence

from tableside.errors import Message, RuleError
from tableside.rules.campaign_kinds import campaign_kind, campaign_kind_names, campaign_kinds_kept
from tableside.rules.pack_kinds import ENCOUNTERS
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table, TableOwnKind
from tableside.text import wrapped
from tableside.views.rows import Row, Tone, heading_row, row, row_column, text_rows, words_row
from tableside.wording import label, sentence, worded_on_screen

NAME_CELLS = 24
"""Of an encounter's name."""
LEAST_CELLS = 20
"""Cells of a line of notes at least."""


def encounter_rows(rules: Ruleset, table: Table, line: str, cells: int, room: int) -> tuple[Row, ...]:
    """The encounters that a line begins to name, with their foes; none where one is being prepared."""
    begun = line.partition("+")[0].strip().casefold()
    if ":" in line:
        return ()
    names = campaign_kind_names(rules, table, ENCOUNTERS)
    if not names:
        return text_rows("none", label("encounter", "none"), cells)
    return tuple(_encounter_row(rules, table, id, names[id]) for id in names.with_word(begun)[:room])


def _encounter_row(rules: Ruleset, table: Table, id: str, name: str) -> Row:
    try:
        encounter = campaign_kind(rules, table, ENCOUNTERS, id)
    except RuleError as error:
        return row(id, (name, Tone.STRONG), (f"  {error}", Tone.BAD))
    foes = ", ".join(text for path, text in encounter.values if path == "foes.new")
    return row(id, (row_column(name, NAME_CELLS), Tone.STRONG), (f"  {foes}", Tone.ENEMIES))


def encounter_rows_beside(table: Table, cells: int) -> tuple[Row, ...]:
    """What the GM wants to know of the encounter that is being played: what is read aloud, their notes, the
    table that goes with it, and who is still to come. After the first round what is read aloud stands last.
    """
    encounter = campaign_kinds_kept(table, ENCOUNTERS).get(table.encounter)
    room = max(cells, LEAST_CELLS)
    aloud = [*_read_aloud(encounter, room)] if encounter is not None else []
    is_new = table.order is None or table.order.round <= 1
    rows = [*(aloud if is_new else ()), *(_notes(encounter, room) if encounter is not None else ())]
    for place, each in enumerate(table.coming):
        when = sentence("encounter", "clock", clock=each.clock) if each.clock else None
        said = when or sentence("encounter", "round", round=each.round)
        rows.append(row(f"coming {place}", (f"{said}: ", Tone.BAD), (each.foes, Tone.ENEMIES)))
    rows += () if is_new else aloud
    title = encounter.name if encounter is not None else label("encounter", "coming")
    return (heading_row(title), *rows) if rows else ()


def _lines(text: str, cells: int) -> Sequence[str]:
    """A text in lines of so many cells; none of no text."""
    return wrapped(text, cells) if text else ()


def _read_aloud(encounter: TableOwnKind, cells: int) -> Iterator[Row]:
    for number, text in enumerate(_lines(encounter.value("read"), cells)):
        yield words_row(f"read {number}", text, Tone.STRONG)


def _notes(encounter: TableOwnKind, cells: int) -> Iterator[Row]:
    for number, text in enumerate(_lines(encounter.value("notes"), cells)):
        yield words_row(f"notes {number}", text)
    if name := encounter.value("table"):
        yield words_row("table", worded_on_screen(Message("encounter.table", table=name)), Tone.DIM)


def encounter_table(table: Table) -> str:
    """The random table that goes with the encounter that is being played; empty for none."""
    encounter = campaign_kinds_kept(table, ENCOUNTERS).get(table.encounter)
    return encounter.value("table") if encounter is not None else ""
