"""Words laid out side by side in lines of so many cells, of which rows are made.

All lengths are cells.
"""

from collections.abc import Iterable, Iterator, Sequence

from tableside.frozen import frozen
from tableside.text import clip, pad, width
from tableside.views.rows import Row, RowField, Span, Tone

GAP = 3
"""Between what stands side by side: before each field there is room for the cursor."""


@frozen
class Piece:
    """Words that stand together: those of a cell of the sheet, by its path, or of none ("")."""

    key: str
    spans: tuple[Span, ...]
    hangs: int = 2
    """How far in its next line begins where it is too long for one."""

    @property
    def cells(self) -> int:
        return sum(width(text) for text, _ in self.spans)


Line = tuple[Piece, ...]


def in_halves(pieces: Sequence[Piece], room: int) -> Iterator[Line]:
    """Two to a line where both fit into half of it."""
    half = (room - GAP) // 2
    waiting: Piece | None = None
    for piece in pieces:
        fits = piece.cells <= half
        if waiting is not None:
            yield side_by_side([(waiting,), (piece,)], [half + GAP] * 2) if fits else (waiting,)
            waiting = None
            if fits:
                continue
        if fits:
            waiting = piece
        else:
            yield from folded(piece, room)
    if waiting is not None:
        yield (waiting,)


def side_by_side(lines: Sequence[Line], shares: Sequence[int]) -> Line:
    """Lines side by side, each filled up to its share, of which the last `GAP` cells are free: so far a field
    in it reaches.
    """
    found: list[Piece] = []
    for place, (line, share) in enumerate(zip(lines, shares, strict=True)):
        ends = share - GAP if place == len(lines) - 1 else share
        free = " " * max(0, ends - sum(each.cells for each in line))
        *others, last = line or (Piece("", ()),)
        found += [*others, Piece(last.key, (*last.spans, (free, Tone.PLAIN)))]
    return tuple(found)


def flow(pieces: Iterable[Piece], room: int) -> Iterator[Line]:
    """Pieces one behind the other, on as many lines as that takes."""
    line: Line = ()
    taken = 0
    for piece in pieces:
        if line and taken + GAP + piece.cells <= room:
            line = (*line, Piece("", ((" " * GAP, Tone.PLAIN),)), piece)
            taken += GAP + piece.cells
            continue
        if line:
            yield line
        *whole, line = folded(piece, room)
        yield from whole
        taken = sum(each.cells for each in line)
    if line:
        yield line


def folded(piece: Piece, room: int) -> Iterator[Line]:
    """The piece on as many lines as it takes, broken at blanks; the first is the field."""
    spans, cells, key = piece.spans, room, piece.key
    while sum(width(text) for text, _ in spans) > cells:
        end = _line_end("".join(text for text, _ in spans), cells)
        yield _indented(Piece(key, _cut(spans, 0, end)), room - cells)
        spans = stripped(_cut(spans, end, None))
        cells, key = max(1, room - piece.hangs), ""
    yield _indented(Piece(key, spans), room - cells)


def _indented(piece: Piece, cells: int) -> Line:
    return (Piece("", ((" " * cells, Tone.PLAIN),)), piece) if cells else (piece,)


def _line_end(text: str, cells: int) -> int:
    """How many characters fit: up to a blank, where there is one behind the first word."""
    most = next(end for end in range(len(text), 0, -1) if width(text[:end]) <= cells or end == 1)
    if text[most : most + 1] == " ":
        return most
    blank = text.rfind(" ", 0, most)
    return blank if blank > 0 and text[:blank].strip() else most


def _cut(spans: Iterable[Span], start: int, end: int | None) -> tuple[Span, ...]:
    """The characters from there to there."""
    found = []
    for text, tone in spans:
        part = text[max(0, start) : None if end is None else max(0, end)]
        start, end = start - len(text), None if end is None else end - len(text)
        found.append((part, tone))
    return tuple(each for each in found if each[0])


def stripped(spans: tuple[Span, ...]) -> tuple[Span, ...]:
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


def column(text: str, cells: int) -> str:
    """The text, exactly so many terminal cells wide."""
    return pad(clip(text, cells), cells)


def name_column(name: str, cells: int) -> str:
    """A name, exactly so many cells wide; the number that tells goblins apart is never cut off."""
    head, _, number = name.rpartition(" ")
    if width(name) <= cells or not number.isdecimal() or len(number) > cells - 3:
        return column(name, cells)
    return column(f"{clip(head, cells - len(number) - 1)} {number}", cells)
