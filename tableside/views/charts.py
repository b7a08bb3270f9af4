"""Numbers as charts: what is left of something as a bar of cells, chances as a strip."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from tableside.rules.odds import Odds
from tableside.rules.sheet import Meter
from tableside.text import width
from tableside.views.rows import Row, Span, Tone, column
from tableside.wording import label
from tableside.wording.results import chance, exact

CELLS = 8
"""Of a bar beside a name."""
LEAST_CELLS = 3
"""Below so many cells a bar says nothing that its number does not."""
FILLED = {Tone.MOST: "▆", Tone.HALF: "▄", Tone.LITTLE: "▂"}
"""The cells of what is left: lower the less there is, so that it is seen without colours too."""
EMPTY = "·"


def level(meter: Meter) -> Tone:
    """How much of a meter is left: most of it, half, a quarter or less."""
    if 4 * meter.current <= meter.maximum:
        return Tone.LITTLE
    return Tone.HALF if 2 * meter.current <= meter.maximum else Tone.MOST


def bar(meter: Meter, cells: int = CELLS) -> tuple[Span, Span]:
    """A meter as a bar in so many cells: what is left, then what is gone; full only where the meter is."""
    tone = level(meter)
    filled = _filled(meter, cells)
    return (FILLED[tone] * filled, tone), (EMPTY * (cells - filled), Tone.DIM)


def _filled(meter: Meter, cells: int) -> int:
    if meter.current <= 0 or meter.maximum <= 0:
        return 0
    if meter.current >= meter.maximum:
        return cells
    return min(max(1, round(cells * meter.current / meter.maximum)), cells - 1)


def bars(meters: Sequence[Meter], cells: int = CELLS) -> Iterator[Span]:
    """A bar for each meter, side by side in so many cells, and blanks where there are none."""
    each = (cells + 1) // len(meters) - 1 if meters else 0
    if each < 1 or cells < LEAST_CELLS:
        yield " " * cells, Tone.PLAIN
        return
    left = cells
    for place, meter in enumerate(meters):
        yield from bar(meter, each)
        left -= each
        gap = 1 if place < len(meters) - 1 else left
        yield " " * gap, Tone.PLAIN
        left -= gap


def worst(meters: Sequence[Meter]) -> Tone:
    """The level of the meter of which least is left; `MOST` where there are none."""
    order = (Tone.LITTLE, Tone.HALF, Tone.MOST)
    return min((level(each) for each in meters), key=order.index, default=Tone.MOST)


GOOD, EVEN, BAD = ("█", Tone.MOST), ("▓", Tone.HALF), ("░", Tone.LITTLE)
"""What an outcome is drawn with: what whoever rolls hopes for, what is neither, what they fear."""
# fmt: off
HOPED_FOR = {
    "success", "pass", "done", "win", "hit", "2+", "up", "improved", "learned", "grown", "eased", "gone",
    "friendly", "helpful", "party-first", "holds", "on-guard", "paid-in-advance", "treated", "fed",
    "critical", "slain",
}
FEARED = {
    "failure", "fail", "lose", "miss", "0", "dead", "dying", "oops", "mishap", "answered", "unchanged",
    "hostile", "wary", "foes-first", "springs", "flat-footed", "not-paid", "shrunk", "down", "worsened",
    "open", "survives", "break", "fatal", "destroyed", "limits-broken", "fatigued",
}
# fmt: on
"""Ids of outcomes. One that stands in neither list is neither."""
Chances = Sequence[tuple[str, Fraction]]
"""Outcomes with their chances."""
Called = Callable[[str], str]
"""What an outcome is called."""
ORDER = (GOOD, EVEN, BAD)
BESIDE_ITS_LIKE = {"█": "▊", "▓": "▒", "░": "▎"}
"""What the second of two neighbours of one kind is drawn with, so that they do not run together."""
THIN = {"█": "▀", "▓": "▘", "░": "▔"}
"""The same in a thinner bar."""
BETWEEN = "  "
COLUMNS = "▁▂▃▄▅▆▇█"
MOST_COLUMNS = 24
"""Values of an amount that are drawn one by one."""
AMOUNT_CELLS = 14


def outcome_sign(outcome: str) -> tuple[str, Tone]:
    """The sign that an outcome is drawn with, and its tone."""
    return GOOD if outcome in HOPED_FOR else BAD if outcome in FEARED else EVEN


def shares(chances: Sequence[Fraction], cells: int) -> tuple[int, ...]:
    """How many of a bar's cells each chance gets, one at least; the largest give what the smallest need."""
    given = [max(1, round(each * cells)) for each in chances]

    def too_many(place: int) -> Fraction:
        return given[place] - chances[place] * cells

    while (over := sum(given) - cells) and cells >= len(given):
        places = [place for place, part in enumerate(given) if over < 0 or part > 1]
        place = max(places, key=too_many) if over > 0 else min(places, key=too_many)
        given[place] -= 1 if over > 0 else -1
    return tuple(given)


def in_order(chances: Chances) -> Chances:
    """Outcomes in the order of a chart, from the best to the worst."""
    return sorted(chances, key=lambda each: ORDER.index(outcome_sign(each[0])))


def _parted(signs: Iterable[Span]) -> Iterator[Span]:
    """The signs of the pieces of a bar, where two of one kind are neighbours each its own."""
    last = ""
    for block, tone in signs:
        last = BESIDE_ITS_LIKE[block] if last == block else block
        yield last, tone


def chance_rows(chances: Chances, cells: int, called: Called) -> Iterator[Row]:
    """Outcomes with their chances, from the best to the worst: one bar, and the numbers under it."""
    if not chances:
        return
    chances = in_order(chances)
    drawn = [*_parted(outcome_sign(id) for id, _ in chances)]
    parts = shares([value for _, value in chances], cells)
    bar = tuple((block * part, tone) for (block, tone), part in zip(drawn, parts, strict=True))
    yield Row("odds-bar", bar, selectable=False)
    yield from _legend(chances, drawn, cells, called)


def thin_bar(chances: Chances, cells: int) -> tuple[Span, ...]:
    """A thin bar of the same outcomes if something were otherwise, to be drawn under their bar."""
    chances = in_order(chances)
    parts = shares([value for _, value in chances], cells)
    signs = (outcome_sign(id) for id, _ in chances)
    return tuple((THIN[block] * part, tone) for (block, tone), part in zip(signs, parts, strict=True))


def _legend(chances: Chances, drawn: Sequence[Span], cells: int, called: Called) -> Iterator[Row]:
    """What each piece of the bar is, and how likely: as fractions too, where all of it fits on a row."""
    texts = [f"{called(id)} {exact(value)}" for id, value in chances]
    if sum(width(text) + 2 + len(BETWEEN) for text in texts) - len(BETWEEN) > cells:
        texts = [f"{called(id)} {chance(value)}" for id, value in chances]
    spans: list[Span] = []
    used = 0
    for n, (text, (block, tone)) in enumerate(zip(texts, drawn, strict=True)):
        cost = width(text) + 2 + (len(BETWEEN) if spans else 0)
        if spans and used + cost > cells:
            yield Row(f"odds {n}", tuple(spans), selectable=False)
            spans, used = [], 0
            cost -= len(BETWEEN)
        spans += [(BETWEEN, Tone.PLAIN)] if spans else []
        spans += [(f"{block} ", tone), (text, Tone.STRONG)]
        used += cost
    yield Row("odds", tuple(spans), selectable=False)


def amount_row(id: str, odds: Odds, mean: str, cells: int) -> Row:
    """An amount: its mean, a histogram of its values where it has few, and from what to what it goes."""
    name = label("amount", id)
    spans: list[Span] = [
        (column(name, max(AMOUNT_CELLS, width(name))), Tone.DIM),
        (f" {mean:>4}", Tone.STRONG),
    ]
    values = odds.amounts[id]
    low, high = min(values), max(values)
    room = cells - sum(width(text) for text, _ in spans)
    picture, ends = histogram(values), f"{low} to {high}"
    if (
        id not in odds.events
        and low < high
        and high - low < MOST_COLUMNS
        and width(picture) + width(ends) + 3 <= room
    ):
        spans += [("  ", Tone.PLAIN), (picture, Tone.ACCENT), (f" {ends}", Tone.DIM)]
    return Row(f"amount {id}", tuple(spans), selectable=False)


def histogram(values: Mapping[int, Fraction]) -> str:
    """A column for each value from the least to the greatest, the likeliest as high as a row."""
    most = max(values.values())
    return "".join(
        _column(values.get(each, Fraction(0)), most) for each in range(min(values), max(values) + 1)
    )


def _column(value: Fraction, most: Fraction) -> str:
    return COLUMNS[max(0, round(value / most * len(COLUMNS)) - 1)] if value else " "
