"""The players' document as rows for a terminal: what they watch, what happened, a sheet of one's own.

They are made of that document alone.
"""

from collections.abc import Iterator, Sequence

from tableside.rules.cells import cells as cells_of
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import parts
from tableside.rules.table import Character, Kind, Table
from tableside.text import width, wrapped
from tableside.views.character_list import NAME_CELLS, SIDES
from tableside.views.fight import acted_sign
from tableside.views.layout import name_column
from tableside.views.meters import lowest_meter_level, meter_bars
from tableside.views.public import seen_sheets
from tableside.views.public.document import (
    ClockSeen,
    FoeSeen,
    LineKind,
    LineSeen,
    Look,
    MemberSeen,
    Stage,
    TableSeen,
)
from tableside.views.public.entries_told import clock_told, throw_told
from tableside.views.rows import Row, Span, Tone, heading_row, row, words_row
from tableside.views.sheet_rows import sheet_rows
from tableside.views.times import local_time
from tableside.wording import label

FIRST_CELLS = 8
"""Before the words of a line: when it was, and its mark."""
LEAST_CELLS = 10
"""Which must be left beside a title; where they are not, what it names stands below it."""
INDENT = "  "


def watched_rows(seen: TableSeen, cells: int, lines: int) -> tuple[Row, ...]:
    """As many rows of what players watch as there is room for, the newest of what happened at the end."""
    rows = (*_people(seen), *_clocks(seen.clocks))
    room = lines - len(rows) - 1
    heard = log_rows(seen.log, cells)[-room:] if room > 0 else ()
    return (*rows, *([heading_row(label("watch", "heard")), *heard] if heard else ()))[:lines]


def _people(seen: TableSeen) -> Iterator[Row]:
    """Those in the fight, in their order; without one, the party."""
    yield heading_row(seen.turn.words if seen.turn else label("kinds", Kind.PC))
    cells = min(NAME_CELLS, max((width(each.name) for each in seen.seats), default=0))
    for place, each in enumerate(seen.seats):
        spans = _member(each) if isinstance(each, MemberSeen) else _foe(each)
        yield row(f"seat {place}", _sign(each), *_name(each, cells), *spans)


def _name(each: MemberSeen | FoeSeen, cells: int) -> Iterator[Span]:
    """A name in the hue of its side, loudest where it is their turn."""
    text = name_column(each.name, cells)
    if each.stage == Stage.ACTING:
        name = text.rstrip()
        yield name, Tone.TURN
        yield text[len(name) :], Tone.PLAIN
    else:
        yield text, SIDES[each.kind] if isinstance(each, MemberSeen) else Tone.OTHERS


def _sign(each: MemberSeen | FoeSeen) -> Span:
    """Whose turn it is, and who has had theirs this round."""
    if each.stage == Stage.ACTING:
        return "▶ ", Tone.ACCENT
    return acted_sign(each.times), Tone.DIM


def _member(each: MemberSeen) -> Iterator[Span]:
    yield " ", Tone.PLAIN
    yield from meter_bars(each.left)
    is_low = lowest_meter_level(each.left) == Tone.LITTLE
    yield f" {each.vitals[0][1] if each.vitals else '':>6}", Tone.LITTLE if is_low else Tone.PLAIN
    yield from ((f" {state.upper()}", Tone.BAD) for state in each.states)
    yield from ((f" {condition}", Tone.ACCENT) for condition in each.conditions)
    if each.is_absent:
        yield f" {label('attendance', 'absent')}", Tone.DIM


def _foe(each: FoeSeen) -> Iterator[Span]:
    if each.look is not None:
        yield f" {label('look', each.look)}", Tone.BAD if each.look == Look.DOWN else Tone.PLAIN
    yield from ((f" {condition}", Tone.ACCENT) for condition in each.conditions)


def _clocks(clocks: Sequence[ClockSeen]) -> tuple[Row, ...]:
    rows = (words_row(f"clock {place}", clock_told(each)) for place, each in enumerate(clocks))
    return (heading_row(label("fight", "clocks")), *rows) if clocks else ()


def log_rows(lines: Sequence[LineSeen], cells: int) -> tuple[Row, ...]:
    """The lines of the players' log, wrapped to so many cells."""
    return tuple(each for place, line in enumerate(lines) for each in _line(line, place, cells))


def _line(line: LineSeen, place: int, cells: int) -> Iterator[Row]:
    tone = Tone.HEADING if line.kind == LineKind.SESSION else Tone.DIM
    at = local_time(line.time).strftime("%H:%M")
    dice = "; ".join(map(throw_told, line.throws))
    first, *rest = wrapped(f"{line.words} ({dice})" if dice else line.words, max(10, cells - FIRST_CELLS))
    yield Row(f"line {place}", ((f"{at} · ", Tone.DIM), (first, tone)), selectable=False)
    for n, text in enumerate(rest):
        yield Row(f"line {place}.{n}", ((" " * FIRST_CELLS, Tone.DIM), (text, tone)), selectable=False)


def own_sheet_rows(who: Character, table: Table, rules: Ruleset, cells: int) -> Iterator[Row]:
    """The rows of a player's own sheet, each at most so many cells wide: nothing cut off or only counted."""
    seen = seen_sheets.sheet_as_seen(who, rules)
    texts = {
        each.path: each.text for part in parts(seen.sheet, seen.kind) for each in cells_of(seen.sheet, part)
    }
    for shown in sheet_rows(seen, table, rules):
        if not shown.key.endswith(".new"):
            yield from _whole(shown, texts.get(shown.key, ""), cells)


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
