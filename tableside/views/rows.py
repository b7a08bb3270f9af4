"""Rows of text spans with tones, which views are made of, and their layout side by side or in sequence.

All lengths are cells.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import groupby

from tableside.frozen import frozen
from tableside.text import clip, pad, width, wrapped

SEPARATOR = " · "


class Tone(StrEnum):
    """The meaning of a span, not its look. A tone is never the only sign of anything."""

    PLAIN = ""
    DIM = "dim"
    STRONG = "strong"
    GOOD = "good"
    BAD = "bad"
    ACCENT = "accent"
    HEADING = "heading"
    STRUCK = "struck"
    LINK = "link"
    """A name in a note that can be followed."""
    PARTY = "party"
    ENEMIES = "enemies"
    HENCHMEN = "henchmen"
    OTHERS = "others"
    TURN = "turn"
    """Whose turn it is, louder than anything else."""
    GOOD_BADGE = "good-badge"
    BAD_BADGE = "bad-badge"
    """The verdict of a roll, as loud as whose turn it is."""
    FACE = "face"
    THEIR_FACE = "their-face"
    """The face of a die, and of a foe's die."""
    ALARM = "alarm"
    """Who dies next unless helped."""
    MOST = "most"
    HALF = "half"
    LITTLE = "little"
    """The level of a meter: more than half, half or less, a quarter or less."""


Span = tuple[str, Tone]
ARROW = "\N{RIGHTWARDS ARROW}"
"""Stands between an old and a new value."""


@frozen
class RowField:
    """One of several fields in a row, each of which the cursor can reach."""

    key: str
    first: int
    """The index of its first span."""
    end: int
    """The index after its last span."""


@frozen
class Row:
    """A line of a list. `key` identifies it."""

    key: str
    spans: tuple[Span, ...]
    selectable: bool = True
    hangs: int = 0
    """The indent of continued lines, at which spans stay whole if possible. 0: a small indent, and spans may
    be split anywhere.
    """
    fields: tuple[RowField, ...] = ()
    """The fields of the row from the left. Empty: the row is a single field."""

    @property
    def text(self) -> str:
        return "".join(text for text, _ in self.spans)


RowsIn = Callable[[int], Sequence[Row]]
"""Returns rows made for this many cells."""


def row(key: str, *spans: Span | str, hangs: int = 0) -> Row:
    toned = tuple((span, Tone.PLAIN) if isinstance(span, str) else span for span in spans)
    return Row(key, toned, hangs=hangs)


HEADING = "heading"
"""The prefix of the key of a heading."""


def heading_row(text: str, tone: Tone = Tone.HEADING) -> Row:
    """The heading of the rows below it, in the hue of the people it names."""
    return Row(f"{HEADING} {text}", ((text, tone),), selectable=False)


def text_rows(key: str, text: str, cells: int, tone: Tone = Tone.DIM) -> tuple[Row, ...]:
    """A read-only text wrapped to this many cells; no rows for an empty text."""
    lines = wrapped(text, cells) if text else ()
    return tuple(words_row(f"{key} {n}", line, tone) for n, line in enumerate(lines))


def dimmed_row(row: Row) -> Row:
    """A row in the tone of the past."""
    return replace(row, spans=tuple((text, Tone.DIM) for text, _ in row.spans))


def words_row(key: str, text: str, tone: Tone = Tone.PLAIN) -> Row:
    """A read-only row."""
    return Row(key, ((text, tone),), selectable=False)


def phrases_row(key: str, text: str, hangs: int) -> Row:
    """A row that cannot be selected; if it is too long, it breaks behind a comma and goes on so far in."""
    *phrases, last = text.split(", ")
    spans = (*((f"{each}, ", Tone.PLAIN) for each in phrases), (last, Tone.PLAIN))
    return Row(key, spans, selectable=False, hangs=hangs)


AIR = "air"
"""The prefix of the key of a row that only separates others."""


def blank_row(id: str) -> Row:
    """A blank row between others, which is dropped first."""
    return words_row(f"{AIR} {id}", "")


def rows_with_air_that_fits(rows: Sequence[Row], most: int) -> Sequence[Row]:
    """These rows, without blank ones if there are more than `most`."""
    return rows if len(rows) <= most else [each for each in rows if not each.key.startswith(AIR)]


GAP = 3
"""Cells between adjacent pieces; before each field there is room for the cursor."""


@frozen
class RowPiece:
    """Spans that belong together: those of a cell of the sheet, by its path, or of none ("")."""

    key: str
    spans: tuple[Span, ...]
    hangs: int = 2
    """The indent of continued lines."""

    @property
    def text(self) -> str:
        return "".join(text for text, _ in self.spans)

    @property
    def cells(self) -> int:
        return sum(width(text) for text, _ in self.spans)


Line = tuple[RowPiece, ...]


def rows_in_halves(pieces: Sequence[RowPiece], room: int) -> Iterator[Line]:
    """Lines with two pieces each if both fit into half of it."""
    half = (room - GAP) // 2
    for fits, alike in groupby(pieces, key=lambda piece: piece.cells <= half):
        run = [*alike]
        for pair in (run[n : n + 2] for n in range(0, len(run) if fits else 0, 2)):
            is_pair = len(pair) == 2
            yield rows_side_by_side([(each,) for each in pair], [half + GAP] * 2) if is_pair else (*pair,)
        for piece in () if fits else run:
            yield from folded_row_piece(piece, room)


def rows_side_by_side(lines: Sequence[Line], shares: Sequence[int]) -> Line:
    """Lines side by side, each filled up to its share, whose last `GAP` cells stay free; the share is the
    extent of a field.
    """
    pieces: list[RowPiece] = []
    for place, (line, share) in enumerate(zip(lines, shares, strict=True)):
        ends = share - GAP if place == len(lines) - 1 else share
        free = " " * max(0, ends - sum(each.cells for each in line))
        *others, last = line or (RowPiece("", ()),)
        pieces += [*others, RowPiece(last.key, (*last.spans, (free, Tone.PLAIN)))]
    return tuple(pieces)


def rows_in_flow(pieces: Iterable[RowPiece], room: int) -> Iterator[Line]:
    """Pieces in sequence, on as many lines as needed."""
    line: Line = ()
    taken = 0
    for piece in pieces:
        if line and taken + GAP + piece.cells <= room:
            line = (*line, RowPiece("", ((" " * GAP, Tone.PLAIN),)), piece)
            taken += GAP + piece.cells
            continue
        if line:
            yield line
        *whole, line = folded_row_piece(piece, room)
        yield from whole
        taken = sum(each.cells for each in line)
    if line:
        yield line


def folded_row_piece(piece: RowPiece, room: int) -> Iterator[Line]:
    """The piece on as many lines as needed, broken at spaces; only the first line is the field."""
    spans, cells, key = piece.spans, room, piece.key
    while sum(width(text) for text, _ in spans) > cells:
        end = _line_end("".join(text for text, _ in spans), cells)
        yield _indented(RowPiece(key, _cut(spans, 0, end)), room - cells)
        spans = stripped_row_spans(_cut(spans, end, None))
        cells, key = max(1, room - piece.hangs), ""
    yield _indented(RowPiece(key, spans), room - cells)


def _indented(piece: RowPiece, cells: int) -> Line:
    return (RowPiece("", ((" " * cells, Tone.PLAIN),)), piece) if cells else (piece,)


def _line_end(text: str, cells: int) -> int:
    """The number of characters that fit, up to a space if there is one after the first word."""
    most = next(end for end in range(len(text), 0, -1) if width(text[:end]) <= cells or end == 1)
    if text[most : most + 1] == " ":
        return most
    blank = text.rfind(" ", 0, most)
    return blank if blank > 0 and text[:blank].strip() else most


def _cut(spans: Iterable[Span], start: int, end: int | None) -> tuple[Span, ...]:
    """The spans from one character offset to another."""
    cut = []
    for text, tone in spans:
        part = text[max(0, start) : None if end is None else max(0, end)]
        start, end = start - len(text), None if end is None else end - len(text)
        cut.append((part, tone))
    return tuple(each for each in cut if each[0])


def stripped_row_spans(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    text = "".join(text for text, _ in spans)
    return _cut(spans, len(text) - len(text.lstrip()), None)


def as_rows(lines: Iterable[Line], before: str = "") -> tuple[Row, ...]:
    return tuple(_as_row(f"{before}line {n}", line) for n, line in enumerate(lines))


def _as_row(key: str, line: Line) -> Row:
    spans: list[Span] = []
    fields = []
    for piece in line:
        first = len(spans)
        spans += piece.spans
        if piece.key:
            fields.append(RowField(piece.key, first, len(spans)))
    return Row(key, tuple(spans) or (("", Tone.PLAIN),), selectable=bool(fields), fields=tuple(fields))


def row_name_at_turn(name: str) -> tuple[Span, Span]:
    """A name in its column, as loud as possible, without the spaces after it."""
    whole = name.rstrip()
    return (whole, Tone.TURN), (name[len(whole) :], Tone.PLAIN)


def row_column(text: str, cells: int) -> str:
    """The text clipped and padded to this many cells."""
    return pad(clip(text, cells), cells)


def row_name_column(name: str, cells: int) -> str:
    """A name clipped and padded to this many cells; a number that tells goblins apart is never cut."""
    head, _, number = name.rpartition(" ")
    if width(name) <= cells or not number.isdecimal() or len(number) > cells - 3:
        return row_column(name, cells)
    return row_column(f"{clip(head, cells - len(number) - 1)} {number}", cells)
