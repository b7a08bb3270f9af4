"""The table's own kinds as rows, each with its numbers."""

from dataclasses import replace

from tableside.errors import RuleError
from tableside.rules.campaign_kinds import campaign_kind, campaign_kind_names
from tableside.rules.foe_lines import name_begun_in_foe_line
from tableside.rules.names import NameIndex, singular_name
from tableside.rules.pack_kinds import ENCOUNTERS, SOMEBODY, creature_of_pack_kind, pack_kinds_of_book
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table
from tableside.text import width
from tableside.views.rows import Row, Span, Tone, row, row_column, text_rows
from tableside.wording import label, part_label

NAME_CELLS = 24
"""Cells for the name of a kind in a list."""
READY_CELLS = 20
"""Cells of a row made in advance to warm the caches."""


def kind_list_of_section(rules: Ruleset, table: Table, section: str, text: str, room: int) -> tuple[Row, ...]:
    """The first `room` kinds of a section whose names begin as typed, each with what it gives."""
    names = campaign_kind_names(rules, table, section)
    return tuple(_row_of_section(rules, table, section, id, names[id]) for id in names.with_word(text)[:room])


def kind_list_of_encounters(
    rules: Ruleset, table: Table, line: str, cells: int, room: int
) -> tuple[Row, ...]:
    """The encounters that a line begins to name, with their foes; empty while one is being prepared."""
    if ":" in line:
        return ()
    if not campaign_kind_names(rules, table, ENCOUNTERS):
        return text_rows("none", label("encounter", "none"), cells)
    begun = line.partition("+")[0].strip().casefold()
    return kind_list_of_section(rules, table, ENCOUNTERS, begun, room)


def _row_of_section(rules: Ruleset, table: Table, section: str, id: str, name: str) -> Row:
    """The row of a kind: its name and what it gives; for an encounter, its foes."""
    is_encounter = section == ENCOUNTERS
    try:
        values = campaign_kind(rules, table, section, id).values
    except RuleError as error:
        return row(id, (name, Tone.STRONG), (f"  {error}", Tone.BAD))
    given = ", ".join(text for path, text in values if path == "foes.new" or not is_encounter)
    hue, hue_of_given = (Tone.STRONG, Tone.ENEMIES) if is_encounter else (Tone.PARTY, Tone.DIM)
    return row(id, (row_column(name, NAME_CELLS), hue), (f"  {given}", hue_of_given))


def kind_list_completed(rules: Ruleset, table: Table, section: str, text: str) -> str:
    """The first kind of a section whose name begins as typed; the same text if there is none."""
    low = text.strip().casefold()
    names = campaign_kind_names(rules, table, section).values()
    return next((each for each in names if low and each.casefold().startswith(low)), text)


UNBENT = 2
"""Letters up to which a typed name is not taken for a plural."""


def make_kind_list_ready(rules: Ruleset, table: Table) -> None:
    """Read all packs and fill the caches for finding and showing a foe, so that no key waits for them."""
    KindList(rules, table).rows("", READY_CELLS, 1)


class KindList:
    """The kinds of foes that can be named at a table: kept ones, those of packs, and the book's. It lives
    while a line is typed and looks up each kind it shows once.
    """

    def __init__(self, rules: Ruleset, table: Table) -> None:
        packs = rules.packs()
        self._rules, self._table = replace(rules, packs=lambda: packs), table
        self._book = pack_kinds_of_book(rules)
        self._book_names = NameIndex({id: kind.name for id, kind in self._book.items()})
        self._own = campaign_kind_names(self._rules, table, SOMEBODY)
        self._own.make_ready()
        self._found: dict[str, tuple[tuple[str, str], ...]] = {}
        """The vitals of the kinds looked up so far, by id."""

    def rows(self, line: str, cells: int, room: int) -> tuple[Row, ...]:
        """The kinds that the last name of a line begins, with their numbers, in at most `room` rows: one to a
        row if all fit, else several in a row. Empty if no name is being typed.
        """
        begun = name_begun_in_foe_line(line)
        if begun is None:
            return ()
        low = begun.strip().casefold()
        ids = self._beginning(singular_name(low) if len(low) > UNBENT else low)
        if len(ids) <= room:
            return tuple(map(self._row, ids))
        rows: list[tuple[Span, ...]] = [()]
        for id in ids:
            spans = self._short(id)
            taken = sum(width(text) for text, _ in (*rows[-1], *spans))
            if taken > cells and len(rows) == room:
                break
            rows = [*rows, spans] if taken > cells else [*rows[:-1], (*rows[-1], *spans)]
        return tuple(Row(f"kinds {place}", spans) for place, spans in enumerate(rows))

    def _beginning(self, text: str) -> tuple[str, ...]:
        """The ids of kinds with a word that begins like this, own ones first."""
        return tuple(dict.fromkeys((*self._own.with_word(text), *self._book_names.with_word(text))))

    def _name(self, id: str) -> str:
        return self._own[id] if id in self._own else self._book[id].name

    def _vitals(self, id: str) -> tuple[tuple[str, str], ...]:
        """The most telling numbers of a kind. Raises `RuleError` when the kind is faulty."""
        if id not in self._found:
            is_own = id in self._own
            kind = campaign_kind(self._rules, self._table, SOMEBODY, id) if is_own else self._book[id]
            self._found[id] = self._rules.vitals(self._table, creature_of_pack_kind(kind, self._rules))
        return self._found[id]

    def _row(self, id: str) -> Row:
        """A kind in its own row: its name, and each number with its label."""
        try:
            vitals = self._vitals(id)
        except RuleError as error:
            return row(id, (self._name(id), Tone.STRONG), (f"  {error}", Tone.BAD))
        labels = ((f"  {part_label(self._rules.id, part)} ", text) for part, text in vitals)
        said = (span for words, text in labels for span in ((words, Tone.DIM), (text, Tone.PLAIN)))
        return row(id, (row_column(self._name(id), NAME_CELLS), Tone.ENEMIES), *said)

    def _short(self, id: str) -> tuple[Span, ...]:
        """A kind among others: its name and its most telling number."""
        try:
            vital = next((text for _, text in self._vitals(id)), "")
        except RuleError:
            vital = "!"
        return ((self._name(id), Tone.ENEMIES), (f" {vital}   ", Tone.DIM))
