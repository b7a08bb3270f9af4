"""The band at the top of a sheet: numbers in boxes on one grid, with bars of equal length."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from tableside.frozen import frozen
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import Label, Meter, Track, is_numeric_part, sheet_part_of, sheet_parts
from tableside.rules.table import Character
from tableside.text import width
from tableside.views.meters import CELLS, LEAST_CELLS, marked_meter_boxes, meter_bar
from tableside.views.rows import (
    GAP,
    Line,
    RowPiece,
    Span,
    Tone,
    rows_in_flow,
    rows_side_by_side,
    stripped_row_spans,
)
from tableside.views.sheet_rows import (
    LIST_HANGS,
    Derived,
    sheet_row_derived_text,
    sheet_row_has_derived,
    sheet_row_value_spans,
)
from tableside.wording import part_label, sentence, wording_in_use

MOST_BAR_CELLS = CELLS + 4
POINTS_CELLS = len("12/12")
LEAST_GAP = 2
"""Cells between columns if there is little room: the cursor and a space."""


@frozen
class SheetBandBox:
    """Numbers under a title, one of them with a bar behind it."""

    title: str
    pieces: tuple[RowPiece, ...]
    meter: Meter | None

    @property
    def bare_cells(self) -> int:
        """The cells without the bar; at least those for points of two digits, so that the grid is the same
        from sheet to sheet.
        """
        cells = sum(each.cells for each in self.pieces) + GAP * (len(self.pieces) - 1)
        return max(cells, POINTS_CELLS) if self.meter else cells

    @property
    def cells(self) -> int:
        least = 1 + LEAST_CELLS if self.meter else 0
        return max(width(self.title), self.bare_cells + least)

    @property
    def title_line(self) -> Line:
        return (RowPiece("", ((self.title, Tone.DIM),)),)

    def lines(self, room: int, bar: int) -> list[Line]:
        """The numbers in this many cells, with a bar if there is room."""
        *others, last = self.pieces
        if self.meter and 0 < bar <= self.bar_room(room):
            last = RowPiece(last.key, (*last.spans, (" ", Tone.PLAIN), *meter_bar(self.meter, bar)))
        return [*rows_in_flow([*others, last], room)]

    def bar_room(self, room: int) -> int:
        """The cells that the numbers leave for a bar."""
        return min(MOST_BAR_CELLS, room - self.bare_cells - 1)


def sheet_band_parts(who: Character, rules: Ruleset) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """The rows of boxes at the top of a sheet, with the parts in each that this kind of character has: as the
    game says or, by default, a box for each number.
    """
    ids = sheet_parts(who.sheet, who.kind)
    rows = rules.band or (" | ".join(id for id in ids if is_numeric_part(sheet_part_of(who.sheet, id))),)
    boxes = ([box.strip().split("+") for box in row.split("|")] for row in rows)
    parts = ([tuple(id for id in box if id in ids) for box in row] for row in boxes)
    return tuple(filter(None, (tuple(filter(None, row)) for row in parts)))


def sheet_band(who: Character, rules: Ruleset, derived: Derived, room: int) -> list[list[Line]]:
    """The rows of the band on a grid, each in as few lines as possible; on a tighter grid, or with each box
    on its own line, if that takes fewer.
    """
    rows = [[_box(box, who, rules, derived) for box in row] for row in sheet_band_parts(who, rules)]
    ways = (_on_a_grid(rows, room, GAP), _on_a_grid(rows, room, LEAST_GAP), _in_lines(rows, room))
    return min(ways, key=lambda band: sum(map(len, band)))


def _on_a_grid(rows: Sequence[Sequence[SheetBandBox]], room: int, gap: int) -> list[list[Line]]:
    """The rows on a grid with at least `gap` cells between columns."""
    for columns in range(max(map(len, rows), default=0), 0, -1):
        parted = [_parted(row, columns) for row in rows]
        if shares := _shares([*chain.from_iterable(parted)], room, gap):
            lined = [[(line, _rooms(line, shares, room + gap)) for line in row] for row in parted]
            bar = _bar_cells(
                (box, cells - gap) for row in lined for line in row for box, cells in zip(*line, strict=True)
            )
            return [
                [line for boxes, rooms in row for line in _boxes(boxes, rooms, bar, gap)] for row in lined
            ]
    return []


def _parted(row: Sequence[SheetBandBox], columns: int) -> list[Sequence[SheetBandBox]]:
    """The boxes in as few lines of similar length as `columns` allows."""
    count = -(-len(row) // -(-len(row) // columns))
    return [row[place : place + count] for place in range(0, len(row), count)]


def _shares(lines: Sequence[Sequence[SheetBandBox]], room: int, gap: int) -> Sequence[int]:
    """The cells of each column of the grid, including the gap: equal ones if they fit. The last box of a
    shorter line may be wider, and a box alone in a line of any width. Empty if they do not fit.
    """
    columns = max(map(len, lines))
    within = [line if len(line) == columns else line[:-1] for line in lines]
    cells = [max(box.cells for box in column if box) + gap for column in zip_longest(*within)]
    ends = (sum(cells[: len(line) - 1]) + line[-1].cells for line in lines if len(line) > 1)
    if any(end > room for end in ends):
        return ()
    equal, spare = (room + gap) // columns, max(0, room + gap - sum(cells))
    return [equal] * columns if max(cells) <= equal else [each + spare // columns for each in cells]


def _rooms(line: Sequence[SheetBandBox], shares: Sequence[int], cells: int) -> Sequence[int]:
    """The cells of each box of a line, including the gap: the last one gets the rest."""
    before = shares[: len(line) - 1]
    return [*before, cells - sum(before)]


def _bar_cells(placed: Iterable[tuple[SheetBandBox, int]]) -> int:
    """The length of every bar: that of the box with the least room of those that have any."""
    rooms = (box.bar_room(cells) for box, cells in placed if box.meter)
    return min((each for each in rooms if each >= LEAST_CELLS), default=0)


def _boxes(line: Sequence[SheetBandBox], rooms: Sequence[int], bar: int, gap: int) -> Iterator[Line]:
    """Titles side by side, above the numbers."""
    yield rows_side_by_side([box.title_line for box in line], rooms)
    numbers = [box.lines(cells - gap, bar) for box, cells in zip(line, rooms, strict=True)]
    for lines in zip_longest(*numbers, fillvalue=()):
        yield rows_side_by_side(lines, rooms)


def _in_lines(rows: Sequence[Sequence[SheetBandBox]], room: int) -> list[list[Line]]:
    """Each box on its own line, the title before the numbers."""
    titles = max((width(box.title) for row in rows for box in row), default=0) + GAP
    cells = max(1, room - titles)
    lined_up = [[_lined_up(box, row) for box in row] for row in rows]
    bar = _bar_cells((box, cells) for row in lined_up for box in row)
    return [[line for box in row for line in _titled(box, titles, cells, bar)] for row in lined_up]


def _lined_up(box: SheetBandBox, row: Sequence[SheetBandBox]) -> SheetBandBox:
    """The box, with the first of several numbers padded to the widest first number in its row."""
    first, *others = box.pieces
    if not others:
        return box
    widest = max(each.pieces[0].cells for each in row if len(each.pieces) > 1)
    filled = " " * (widest - first.cells)
    return replace(box, pieces=(RowPiece(first.key, (*first.spans, (filled, Tone.PLAIN))), *others))


def _titled(box: SheetBandBox, titles: int, cells: int, bar: int) -> Iterator[Line]:
    for n, line in enumerate(box.lines(cells, bar)):
        yield rows_side_by_side([() if n else box.title_line, line], [titles, cells + GAP])


def _box(box: Sequence[str], who: Character, rules: Ruleset, derived: Derived) -> SheetBandBox:
    meters = (
        value
        for part in box
        if isinstance(value := sheet_part_of(who.sheet, part), Meter)
        and value.maximum
        and not _is_in_boxes(who, part, value)
    )
    pieces = (_boxed(who, part, rules, derived, is_first=part == box[0]) for part in box)
    return SheetBandBox(sheet_band_box_title(box, rules).upper(), tuple(pieces), next(meters, None))


def sheet_band_box_title(box: Sequence[str], rules: Ruleset) -> str:
    """The title over the parts in a box: its own, or that of its first part."""
    return wording_in_use(f"box.{rules.id}.{box[0]}") or part_label(rules.id, box[0])


def _boxed(who: Character, part: str, rules: Ruleset, derived: Derived, *, is_first: bool) -> RowPiece:
    """A part in a box, without its name if that is the title; a truth value as a tick."""
    value = sheet_part_of(who.sheet, part)
    if isinstance(value, bool) and not is_first:
        return sheet_band_tick(part, value, part_label(rules.id, part).lower())
    spans: tuple[Span, ...]
    match value:
        case Meter() if _is_in_boxes(who, part, value):
            spans = (_boxes_drawn(value.current, value.maximum) or NOTHING, Tone.STRONG), ("", Tone.DIM)
        case Meter():
            left, slash, whole = value.text.partition("/")
            spans = (left, Tone.STRONG), (f"{slash}{whole}", Tone.DIM)
        case Track():
            spans = (_boxes_drawn(value.marked, value.boxes), Tone.STRONG), ("", Tone.DIM)
        case _ if total := sheet_band_total(part, derived):
            return RowPiece(part, ((total, Tone.STRONG),))
        case _:
            spans = stripped_row_spans(sheet_row_value_spans(who, part))
    return RowPiece(part, (*spans, *sheet_band_note_spans(part, who, derived)))


NOTHING = "-"
"""Stands for a number that somebody does not have."""
MOST_IN_BOXES = 8
"""The most points of a meter to draw as boxes."""
AT_A_GLANCE = 3
"""The most boxes to draw without a number."""


def _is_in_boxes(who: Character, part: str, meter: Meter) -> bool:
    """Whether a meter has few enough points to be drawn as boxes."""
    most: int = who.sheet.__dataclass_fields__[part].metadata[Label.HIGHEST]
    return most <= MOST_IN_BOXES and 0 <= meter.current <= meter.maximum


def _boxes_drawn(marked: int, boxes: int) -> str:
    """A row of boxes, with a count of the marked ones unless there are few."""
    drawn = marked_meter_boxes(marked, boxes)
    return drawn if drawn and boxes <= AT_A_GLANCE else f"{drawn} {marked}/{boxes}".strip() if boxes else ""


def sheet_band_total(part: str, derived: Derived) -> str:
    """The text shown instead of a number that is only part of a total; empty if it is all."""
    id, value = derived.get(part, ("", 0))
    return sentence("instead", id, value=value) if wording_in_use(f"instead.{id}") else ""


def sheet_band_tick(part: str, is_so: bool, name: str) -> RowPiece:
    """A truth value as a box, ticked or not."""
    return RowPiece(
        part,
        ((f"{marked_meter_boxes(is_so, 1)} ", Tone.STRONG), (name, Tone.PLAIN if is_so else Tone.DIM)),
        LIST_HANGS,
    )


def sheet_band_note_spans(part: str, who: Character, derived: Derived) -> Iterator[Span]:
    if note := sheet_band_note(part, who, derived):
        yield f" {note}", Tone.DIM


def sheet_band_note(part: str, who: Character, derived: Derived) -> str:
    """The short text of what is derived from a part; empty if it adds nothing."""
    if not sheet_row_has_derived(part, who, derived):
        return ""
    id, value = derived[part]
    return (
        sentence("boxed", id, value=value)
        if wording_in_use(f"boxed.{id}")
        else sheet_row_derived_text(derived[part])
    )
