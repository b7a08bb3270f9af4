"""A sheet as if printed: head, a band of numbers with bars, lists side by side.

When edited, every cell of the sheet is a field of its rows; when only read, empty parts are left out. All
lengths are cells.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, pairwise, zip_longest

from tableside.frozen import frozen
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import Skills, Slots, Tags, Traits, sheet_part_of, sheet_parts
from tableside.rules.table import Character, Kind, Table
from tableside.text import clip, width
from tableside.views.character_list import SIDES, character_condition_spans
from tableside.views.rows import (
    GAP,
    HEADING,
    SEPARATOR,
    Line,
    Row,
    RowPiece,
    Span,
    Tone,
    as_rows,
    folded_row_piece,
    heading_row,
    rows_in_flow,
    rows_in_halves,
    rows_side_by_side,
    stripped_row_spans,
)
from tableside.views.sheet_band import sheet_band, sheet_band_note_spans, sheet_band_parts, sheet_band_tick
from tableside.views.sheet_rows import (
    DICE,
    LIST_HANGS,
    REMARK,
    Derived,
    is_sheet_row_long_text,
    sheet_list_rows,
    sheet_row_dice_text,
    sheet_row_list_title,
    sheet_row_slot,
    sheet_row_value_spans,
)
from tableside.wording import label, part_label

COLUMN_CELLS, LEAST_COLUMN_CELLS = 32, 23
"""Cells of a column of lists, and the least if that shows more of them."""
MOST_COLUMNS = 3
RULE = "─"


@frozen
class Section:
    """A list under its heading, with the facts below it."""

    part: str
    title: tuple[Span, ...]
    add: RowPiece | None
    """The piece that adds a row. None: the section is no list."""
    pieces: tuple[RowPiece, ...]
    """Its rows."""
    facts: tuple[RowPiece, ...]
    """The pieces below them, side by side if there is room."""


def printed_sheet_to_edit(
    who: Character, table: Table, rules: Ruleset, room: int, height: int = 0
) -> tuple[Row, ...]:
    """The sheet for editing in rows of at most `room` cells, with its lists in as many columns as show
    everything in this height (0: unknown). Keys of fields are the paths of cells.
    """
    derived = rules.derived(table, who)
    head, band = [*_head(who, table, rules, room)], sheet_band(who, rules, derived, room)
    sections = [*_sections(who, rules, derived)]
    below = [line for each in _long_texts(who, rules) for line in folded_row_piece(each, room)]
    usual = max(1, min(MOST_COLUMNS, (room + GAP) // (COLUMN_CELLS + GAP)))
    most = max(usual, min(MOST_COLUMNS, (room + GAP) // (LEAST_COLUMN_CELLS + GAP)))

    def page(columns: int, air: int) -> list[Line]:
        free: list[Line] = [()] * min(1, air)
        middle = _in_columns(sections, room, columns, len(free))
        return [*head, *free[: air - 1], *_stacked(band, air > 2), *free, *middle, *free, *below]

    tried = (page(columns, air) for columns in range(usual, most + 1) for air in (3, 2, 1, 0))
    cut = page(most if height else usual, 0)
    return as_rows(next((each for each in tried if len(each) <= height), cut))


def printed_sheet_to_read(who: Character, table: Table, rules: Ruleset, room: int) -> tuple[Row, ...]:
    """The sheet for reading under the name, in one column, without empty parts. Parts whose length varies
    come last, so that most stays in place between two sheets viewed in turn.
    """
    derived = rules.derived(table, who)
    background = _background_text(who, rules)
    fits = width(f"{who.name}  {background}") <= room
    title = heading_row(who.name, SIDES[who.kind])
    behind = ((f"  {background}", Tone.DIM),) if background and fits else ()
    rows = [replace(title, spans=title.spans + behind)]
    ailing = [*_conditions(who, table, rules)] or [_unhurt()]
    rows += as_rows(
        [*rows_in_flow(ailing, room), *chain.from_iterable(sheet_band(who, rules, derived, room))]
    )
    for each in _sections(who, rules, derived):
        if each.pieces and each.add:
            rows.append(Row(f"{HEADING} {each.part}", each.title, selectable=False))
        rows += as_rows(_section_lines(each, room, facts=_said(who, each.facts)), f"{each.part} ")
    titled = RowPiece("", ((_background_text(who, rules, {}), Tone.DIM),))
    last = [*_remark(who), *([] if fits else [titled])]
    long = (line for each in _said(who, _long_texts(who, rules)) for line in folded_row_piece(each, room))
    return (*rows, *as_rows([*rows_in_flow(last, room), *long], "last "))


def _said(who: Character, pieces: Iterable[RowPiece]) -> list[RowPiece]:
    """The parts that are neither an empty text nor 0."""
    return [each for each in pieces if sheet_part_of(who.sheet, each.key)]


# The head


def _head(who: Character, table: Table, rules: Ruleset, room: int) -> Iterator[Line]:
    name = RowPiece("name", ((who.name, Tone.STRONG),))
    about, ailing = [name, *_about(who, table, rules)], [*_conditions(who, table, rules)]
    if ailing:
        yield from rows_in_flow(about, room)
        yield from rows_in_flow(ailing, room)
    else:
        yield from rows_in_flow([*about, _unhurt()], room)


def _background(who: Character, rules: Ruleset, derived: Derived | None = None) -> Iterator[RowPiece]:
    for part in sheet_parts(who.sheet, who.kind):
        if part in rules.head:
            yield _fact(who, part, part_label(rules.id, part), derived)


def _background_text(who: Character, rules: Ruleset, derived: Derived | None = None) -> str:
    return SEPARATOR.join(each.text for each in _said(who, _background(who, rules, derived)))


def _about(who: Character, table: Table, rules: Ruleset) -> Iterator[RowPiece]:
    yield from _background(who, rules)
    yield RowPiece("kind", ((label("kind", who.kind), Tone.DIM),))
    if who.kind == Kind.PC:
        yield RowPiece(DICE, ((f"{label('part', DICE)} {sheet_row_dice_text(who, table)}", Tone.DIM),))
    yield from _remark(who)


def _remark(who: Character) -> Iterator[RowPiece]:
    if who.remark:
        yield RowPiece(REMARK, ((who.remark, Tone.ACCENT),))


def _conditions(who: Character, table: Table, rules: Ruleset) -> Iterator[RowPiece]:
    """Conditions, each in one piece."""
    for place, each in enumerate(character_condition_spans(who, table, rules)):
        yield RowPiece("", (each,)) if place else RowPiece("conditions", (_named("conditions"), each))


def _unhurt() -> RowPiece:
    return RowPiece("conditions", (_named("conditions"), ("-", Tone.PLAIN)))


def _named(part: str) -> Span:
    return f"{label('part', part)} ", Tone.DIM


# Lists and their facts


def _sections(who: Character, rules: Ruleset, derived: Derived) -> Iterator[Section]:
    """A section for each list with the parts that follow it; first a section for those before any list."""
    in_band = {part for row in sheet_band_parts(who, rules) for box in row for part in box}
    sections: list[tuple[str, list[RowPiece], list[RowPiece]]] = [("", [], [])]
    for part in sheet_parts(who.sheet, who.kind):
        if isinstance(sheet_part_of(who.sheet, part), Skills | Slots | Traits | Tags):
            sections.append((part, [], []))
        elif part not in in_band and part not in rules.head and not is_sheet_row_long_text(who, part):
            _, things, facts = sections[-1]
            fact = _fact(who, part, part_label(rules.id, part), derived)
            (things if sheet_row_slot(part, derived) else facts).append(fact)
    for part, things, facts in sections:
        if part:
            pieces = (
                RowPiece(each.key, each.spans, LIST_HANGS) for each in sheet_list_rows(who, part, derived)
            )
            *rows, add = pieces
            add = RowPiece(add.key, stripped_row_spans(add.spans))
            title = sheet_row_list_title(who, part, rules, derived)
            yield Section(part, title, add, (*rows, *things), tuple(facts))
        elif facts:
            yield Section("", (), None, (), tuple(facts))


def _fact(who: Character, part: str, name: str, derived: Derived | None = None) -> RowPiece:
    """A part with its name; for a text that says who somebody is, only the text."""
    value = sheet_part_of(who.sheet, part)
    if isinstance(value, bool):
        return sheet_band_tick(part, value, name)
    if before := sheet_row_slot(part, derived or {}):
        return RowPiece(
            part,
            (
                (before, Tone.DIM),
                (f"{name} ", Tone.PLAIN),
                *stripped_row_spans(sheet_row_value_spans(who, part)),
            ),
        )
    is_clear = derived is None and isinstance(value, str) and value and not value.isdecimal()
    title = "" if is_clear else f"{name} "
    note = sheet_band_note_spans(part, who, derived or {})
    return RowPiece(
        part, ((title, Tone.DIM), *stripped_row_spans(sheet_row_value_spans(who, part)), *note), LIST_HANGS
    )


def _long_texts(who: Character, rules: Ruleset) -> list[RowPiece]:
    parts = (part for part in sheet_parts(who.sheet, who.kind) if is_sheet_row_long_text(who, part))
    return [_fact(who, part, part_label(rules.id, part), {}) for part in parts]


def _section_lines(section: Section, room: int, *, facts: Sequence[RowPiece]) -> list[Line]:
    rows = (line for piece in section.pieces for line in folded_row_piece(_drawn_in(piece, room), room))
    return [*rows, *rows_in_halves(facts, room)]


def _drawn_in(piece: RowPiece, room: int) -> RowPiece:
    """The piece with fewer blanks before one of its spans, if they alone make it too wide."""
    over = piece.cells - room
    for place, (text, tone) in enumerate(piece.spans):
        if place and 0 < over < len(text) - len(text.lstrip()):
            before, behind = piece.spans[:place], piece.spans[place + 1 :]
            return replace(piece, spans=(*before, (text[over:], tone), *behind))
    return piece


def _titled(section: Section, room: int) -> list[Line]:
    """The section under its heading, whose rule leads to the piece that adds a row."""
    lines = _section_lines(section, room, facts=section.facts)
    if section.add is None:
        return lines
    title, add = section.title, section.add.spans
    if _rest(room, title, add) < 1:
        add = ((label("characters", "add-in-short"), Tone.DIM),)
    if _rest(room, title, add) < 1:
        (name, tone), *_ = title
        title = ((clip(name, room - 1 - GAP), tone),)
    rest = _rest(room, title, add)
    between = f" {RULE * (rest - GAP)}  " if rest > GAP else " " * rest
    return [(RowPiece(section.add.key, (*title, (between, Tone.DIM), *add)),), *lines]


def _rest(room: int, *taken: tuple[Span, ...]) -> int:
    """The cells left for the rule in a heading and the blanks around it."""
    return room - sum(width(text) for spans in taken for text, _ in spans)


def _in_columns(sections: Sequence[Section], room: int, columns: int, air: int) -> list[Line]:
    """The sections in order, in columns of about equal length."""
    share = (room + GAP) // columns
    made = [_titled(each, share - GAP) for each in sections]
    cuts = combinations(range(1, len(made)), min(columns, max(1, len(made))) - 1)
    split = ([*pairwise((0, *each, len(made)))] for each in cuts)
    best = min(split, key=lambda ends: max((_length(made[a:b], air) for a, b in ends), default=0))
    stacked = [_stacked(made[first:end], air) for first, end in best]
    return [rows_side_by_side(lines, [share] * len(stacked)) for lines in zip_longest(*stacked, fillvalue=())]


def _length(sections: Sequence[Sequence[Line]], air: int) -> int:
    return sum(map(len, sections)) + air * (len(sections) - 1)


def _stacked(groups: Sequence[Sequence[Line]], air: int) -> list[Line]:
    """The groups of lines stacked with `air` blank lines between them."""
    lines = [line for each in groups for line in (*each, *([()] * air))]
    return lines[: len(lines) - air]
