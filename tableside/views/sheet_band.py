"""The band on top of a sheet: its numbers in boxes on one grid, with bars of one length."""

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
"""Between columns where there is little room: the cursor and a blank."""


@frozen
class SheetBandBox:
    """Numbers under a title; what is left of one of them is drawn as a bar behind it."""

    title: str
    pieces: tuple[RowPiece, ...]
    meter: Meter | None

    @property
    def bare_cells(self) -> int:
        """Without the bar, and as many before it for points of one digit as of two: from one sheet to the
        next the grid stays as it is.
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
        """The numbers in so many cells, with a bar of so many where there is room for it."""
        *others, last = self.pieces
        if self.meter and 0 < bar <= self.bar_room(room):
            last = RowPiece(last.key, (*last.spans, (" ", Tone.PLAIN), *meter_bar(self.meter, bar)))
        return [*rows_in_flow([*others, last], room)]

    def bar_room(self, room: int) -> int:
        """What the numbers leave of so many cells for a bar."""
        return min(MOST_BAR_CELLS, room - self.bare_cells - 1)


def sheet_band_parts(who: Character, rules: Ruleset) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """The rows of boxes at the top of a sheet, with the parts in each that a character of this kind has: as
    the game says; where it says nothing, every number has a box of its own.
    """
    ids = sheet_parts(who.sheet, who.kind)
    rows = rules.band or (" | ".join(id for id in ids if is_numeric_part(sheet_part_of(who.sheet, id))),)
    boxes = ([box.strip().split("+") for box in row.split("|")] for row in rows)
    parts = ([tuple(id for id in box if id in ids) for box in row] for row in boxes)
    return tuple(filter(None, (tuple(filter(None, row)) for row in parts)))


def sheet_band(who: Character, rules: Ruleset, derived: Derived, room: int) -> list[list[Line]]:
    """The rows of the band on one grid, each in as few lines as that has room for; or on a closer one, or
    every box in a line of its own, where that takes fewer.
    """
    rows = [[_box(box, who, rules, derived) for box in row] for row in sheet_band_parts(who, rules)]
    ways = (_on_a_grid(rows, room, GAP), _on_a_grid(rows, room, LEAST_GAP), _in_lines(rows, room))
    return min(ways, key=lambda band: sum(map(len, band)))


def _on_a_grid(rows: Sequence[Sequence[SheetBandBox]], room: int, gap: int) -> list[list[Line]]:
    """So many cells stand between its columns at least."""
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
    """The boxes in as few lines of about one length as have no more than so many."""
    count = -(-len(row) // -(-len(row) // columns))
    return [row[place : place + count] for place in range(0, len(row), count)]


def _shares(lines: Sequence[Sequence[SheetBandBox]], room: int, gap: int) -> Sequence[int]:
    """How many cells each column of the grid has, with the gap behind it: all as many where that does. What
    ends a shorter line may be wider, and what is alone in one as wide as it is. Nothing where they do not
    fit.
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
    """How many of so many cells each box of a line has, with the gap behind it: the last what is left."""
    before = shares[: len(line) - 1]
    return [*before, cells - sum(before)]


def _bar_cells(placed: Iterable[tuple[SheetBandBox, int]]) -> int:
    """How long every bar is: as the box with the least room for one has it, of those that have any."""
    rooms = (box.bar_room(cells) for box, cells in placed if box.meter)
    return min((each for each in rooms if each >= LEAST_CELLS), default=0)


def _boxes(line: Sequence[SheetBandBox], rooms: Sequence[int], bar: int, gap: int) -> Iterator[Line]:
    """Titles side by side, and under them the numbers."""
    yield rows_side_by_side([box.title_line for box in line], rooms)
    numbers = [box.lines(cells - gap, bar) for box, cells in zip(line, rooms, strict=True)]
    for lines in zip_longest(*numbers, fillvalue=()):
        yield rows_side_by_side(lines, rooms)


def _in_lines(rows: Sequence[Sequence[SheetBandBox]], room: int) -> list[list[Line]]:
    """Each box in a line of its own, its title before its numbers."""
    titles = max((width(box.title) for row in rows for box in row), default=0) + GAP
    cells = max(1, room - titles)
    lined_up = [[_lined_up(box, row) for box in row] for row in rows]
    bar = _bar_cells((box, cells) for row in lined_up for box in row)
    return [[line for box in row for line in _titled(box, titles, cells, bar)] for row in lined_up]


def _lined_up(box: SheetBandBox, row: Sequence[SheetBandBox]) -> SheetBandBox:
    """The box, the first of several numbers as wide as the widest of such in its row."""
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
    """What stands over the parts in a box: its own name, or that of the first of them."""
    return wording_in_use(f"box.{rules.id}.{box[0]}") or part_label(rules.id, box[0])


def _boxed(who: Character, part: str, rules: Ruleset, derived: Derived, *, is_first: bool) -> RowPiece:
    """A part in a box, without its name where that stands above; what is so is ticked."""
    value = sheet_part_of(who.sheet, part)
    if isinstance(value, bool) and not is_first:
        return sheet_band_tick(part, value, part_label(rules.id, part).lower())
    spans: tuple[Span, ...]
    match value:
        case Meter() if _is_in_boxes(who, part, value):
            spans = (_boxes_drawn(value.current, value.maximum) or NOTHING, Tone.STRONG), ("", Tone.DIM)
        case Meter():
            spans = (str(value.current), Tone.STRONG), (f"/{value.maximum}", Tone.DIM)
        case Track():
            spans = (_boxes_drawn(value.marked, value.boxes), Tone.STRONG), ("", Tone.DIM)
        case _ if total := sheet_band_total(part, derived):
            return RowPiece(part, ((total, Tone.STRONG),))
        case _:
            spans = stripped_row_spans(sheet_row_value_spans(who, part))
    return RowPiece(part, (*spans, *sheet_band_note_spans(part, who, derived)))


NOTHING = "-"
"""Of what nobody has."""
MOST_IN_BOXES = 8
"""Points of a meter that are drawn each as a box."""
AT_A_GLANCE = 3
"""Boxes that are counted without being told how many they are."""


def _is_in_boxes(who: Character, part: str, meter: Meter) -> bool:
    """Whether so few points are drawn each as a box."""
    most: int = who.sheet.__dataclass_fields__[part].metadata[Label.HIGHEST]
    return most <= MOST_IN_BOXES and 0 <= meter.current <= meter.maximum


def _boxes_drawn(marked: int, boxes: int) -> str:
    """Boxes in a row, with how many are marked where they are not few."""
    drawn = marked_meter_boxes(marked, boxes)
    return drawn if drawn and boxes <= AT_A_GLANCE else f"{drawn} {marked}/{boxes}".strip() if boxes else ""


def sheet_band_total(part: str, derived: Derived) -> str:
    """What stands in the place of a number, where that is only a piece of it; empty where it is all."""
    id, value = derived.get(part, ("", 0))
    return sentence("instead", id, value=value) if wording_in_use(f"instead.{id}") else ""


def sheet_band_tick(part: str, is_so: bool, name: str) -> RowPiece:
    """Whether something is so, as a box that is ticked."""
    return RowPiece(
        part,
        ((f"{marked_meter_boxes(is_so, 1)} ", Tone.STRONG), (name, Tone.PLAIN if is_so else Tone.DIM)),
        LIST_HANGS,
    )


def sheet_band_note_spans(part: str, who: Character, derived: Derived) -> Iterator[Span]:
    if note := sheet_band_note(part, who, derived):
        yield f" {note}", Tone.DIM


def sheet_band_note(part: str, who: Character, derived: Derived) -> str:
    """What follows from a part that it does not say already, in short; empty for nothing."""
    if not sheet_row_has_derived(part, who, derived):
        return ""
    id, value = derived[part]
    return (
        sentence("boxed", id, value=value)
        if wording_in_use(f"boxed.{id}")
        else sheet_row_derived_text(derived[part])
    )
