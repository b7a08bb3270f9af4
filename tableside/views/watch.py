"""The table as players may see it, as rows: whose turn it is, how their own people are, what everybody heard.

It is made of the players' document alone (`tableside.views.public`). What the GM writes, asks the oracle or
rolls on tables is the GM's until it is told, and nothing says that something secret was done.
"""

from collections.abc import Iterator, Sequence

from tableside.rules.table import Kind
from tableside.text import width, wrapped
from tableside.views.characters import NAME_CELLS, SIDES
from tableside.views.charts import bars, worst
from tableside.views.fight import acted_sign
from tableside.views.public.document import ClockSeen, Foe, Line, LineKind, Look, Member, Stage, TableSeen
from tableside.views.public.telling import clock_text, throw_text
from tableside.views.rows import Row, Span, Tone, heading, name_column, row, words_row
from tableside.views.values import local
from tableside.wording import label

FIRST_CELLS = 8
"""Before the words of a line: when it was, and its mark."""


def watched(seen: TableSeen, cells: int, lines: int) -> tuple[Row, ...]:
    """As many rows of so many cells as there is room for, the newest of what happened at the end."""
    rows = (*_people(seen), *_clocks(seen.clocks))
    room = lines - len(rows) - 1
    heard = log_rows(seen.log, cells)[-room:] if room > 0 else ()
    return (*rows, *([heading(label("watch", "heard")), *heard] if heard else ()))[:lines]


def _people(seen: TableSeen) -> Iterator[Row]:
    """Those in the fight, in their order; without one, the party."""
    yield heading(seen.turn.words if seen.turn else label("kinds", Kind.PC))
    cells = min(NAME_CELLS, max((width(each.name) for each in seen.seats), default=0))
    for place, each in enumerate(seen.seats):
        spans = _member(each) if isinstance(each, Member) else _foe(each)
        yield row(f"seat {place}", _sign(each), *_name(each, cells), *spans)


def _name(each: Member | Foe, cells: int) -> Iterator[Span]:
    """A name in the hue of its side, loudest where it is their turn."""
    text = name_column(each.name, cells)
    if each.stage == Stage.ACTING:
        name = text.rstrip()
        yield name, Tone.TURN
        yield text[len(name) :], Tone.PLAIN
    else:
        yield text, SIDES[each.kind] if isinstance(each, Member) else Tone.OTHERS


def _sign(each: Member | Foe) -> Span:
    """Whose turn it is, and who has had theirs this round."""
    if each.stage == Stage.ACTING:
        return "▶ ", Tone.ACCENT
    return acted_sign(each.times), Tone.DIM


def _member(each: Member) -> Iterator[Span]:
    yield " ", Tone.PLAIN
    yield from bars(each.left)
    is_low = worst(each.left) == Tone.LITTLE
    yield f" {each.vitals[0][1] if each.vitals else '':>6}", Tone.LITTLE if is_low else Tone.PLAIN
    yield from ((f" {state.upper()}", Tone.BAD) for state in each.states)
    yield from ((f" {condition}", Tone.ACCENT) for condition in each.conditions)
    if each.is_absent:
        yield f" {label('attendance', 'absent')}", Tone.DIM


def _foe(each: Foe) -> Iterator[Span]:
    if each.look is not None:
        yield f" {label('look', each.look)}", Tone.BAD if each.look == Look.DOWN else Tone.PLAIN
    yield from ((f" {condition}", Tone.ACCENT) for condition in each.conditions)


def _clocks(clocks: Sequence[ClockSeen]) -> tuple[Row, ...]:
    rows = (words_row(f"clock {place}", clock_text(each)) for place, each in enumerate(clocks))
    return (heading(label("fight", "clocks")), *rows) if clocks else ()


def log_rows(lines: Sequence[Line], cells: int) -> tuple[Row, ...]:
    """The lines of the log, wrapped to so many cells."""
    return tuple(each for place, line in enumerate(lines) for each in _line(line, place, cells))


def _line(line: Line, place: int, cells: int) -> Iterator[Row]:
    tone = Tone.HEADING if line.kind == LineKind.SESSION else Tone.DIM
    at = local(line.time).strftime("%H:%M")
    dice = "; ".join(map(throw_text, line.throws))
    first, *rest = wrapped(f"{line.words} ({dice})" if dice else line.words, max(10, cells - FIRST_CELLS))
    yield Row(f"line {place}", ((f"{at} · ", Tone.DIM), (first, tone)), selectable=False)
    for n, text in enumerate(rest):
        yield Row(f"line {place}.{n}", ((" " * FIRST_CELLS, Tone.DIM), (text, tone)), selectable=False)
