"""What the screens show of an order of turns, by its method."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from fractions import Fraction
from typing import Any, Generic, TypeVar

from tableside.frozen import frozen
from tableside.rules.order import Counts, Order, Sides, Stack
from tableside.rules.order.counts import Place
from tableside.rules.order.stack import END
from tableside.rules.table import Table
from tableside.views.rows import Row, Span, Tone, column, heading, name_column, words_row
from tableside.wording import has_text, label
from tableside.wording.results import chance, sentence, signed

AnOrder = TypeVar("AnOrder", bound=Order)
Spans = Iterable[Span]

LEAST_OWNER_CELLS = 12
"""Of whose tokens are in a stack: some are nobody's by name."""


@frozen
class Shows(Generic[AnOrder]):
    """What is shown of one kind of order."""

    rows: Callable[[AnOrder, Table, bool, int], tuple[Row, ...]]
    """What there is to know of it; of what is the GM's only that it is, when hidden. Names take so many
    cells.
    """
    count: Callable[[AnOrder, int], Spans] = field(default=lambda order, key: ())
    """What stands before somebody's name."""
    standing: Callable[[AnOrder, int], Spans] = field(default=lambda order, key: ())
    """What stands behind it."""
    ahead: Callable[[AnOrder], str] = field(default=lambda order: "")
    """What the next turn is taken from, in a few words."""
    reason: Callable[[AnOrder, int], str] = field(default=lambda order, key: "")
    """Why somebody has just this place."""


def shows(order: Order) -> Shows[Any]:
    """What is shown of this order; of a method that is not ours, who is still to act."""
    return _SHOWS.get(order.method, _ANY)


# The stack


def owner_name(owner: str, table: Table) -> str:
    """Whose token it is, in words."""
    return table[int(owner)].name if owner.isdecimal() else label("owner", owner)


def _of_stack(order: Stack, table: Table, hidden: bool, cells: int) -> tuple[Row, ...]:
    return (*_held(order, table), *_left(order, table, hidden, cells), *_drawn(order, table))


def _left(order: Stack, table: Table, hidden: bool, cells: int) -> tuple[Row, ...]:
    if hidden:
        return (words_row("hidden", "The stack is hidden (v shows it)", Tone.DIM),)
    total = len(order.tokens)
    cells = max(cells, LEAST_OWNER_CELLS)
    rows = [
        words_row(
            f"left {owner}",
            f"{column(owner_name(owner, table), cells)} {count:>2}  {chance(Fraction(count, total)):>7}",
            Tone.BAD if owner == END else Tone.PLAIN,
        )
        for owner, count in order.left
    ]
    return (heading(f"In the stack, {total}: GM only"), *rows)


def _held(order: Stack, table: Table) -> tuple[Row, ...]:
    return tuple(
        words_row(f"held {n}", f"{owner_name(owner, table)} holds a token to aim", Tone.ACCENT)
        for n, owner in enumerate(order.held)
    )


def _drawn(order: Stack, table: Table) -> tuple[Row, ...]:
    names = [owner_name(owner, table) for owner in order.drawn]
    return (heading("Drawn this round"), words_row("drawn", ", ".join(names) or "-", Tone.DIM))


def _spent(order: Stack, key: int) -> Spans:
    """Who has spent this turn on an attack or a search."""
    if key in order.spent:
        yield f" {label('waits', 'spent')}", Tone.ACCENT


# Counts


def _count(order: Counts, key: int) -> Spans:
    """The number that one acts on."""
    place = order.place(key) if key in order.members else None
    text = "" if place is None else str(place.count) if place.face else "-"
    yield f"{text:>3} ", Tone.PLAIN


def _standing(order: Counts, key: int) -> Spans:
    """Flat-footed, delaying, ready."""
    if key in order.members:
        place = order.place(key)
        if place.waits:
            trigger = f": {place.trigger}" if place.trigger else ""
            yield f" {label('waits', place.waits)}{trigger}", Tone.ACCENT
        if place.flat_footed:
            yield f" {label('condition', 'flat-footed')}", Tone.BAD


def _reason(order: Counts, key: int) -> str:
    reason = order.place(key).reason
    values = {id: str(value) for id, value in order.reason_values(key).items()}
    return sentence("reason", reason, values) if reason else ""


def _reasons(order: Counts, table: Table, hidden: bool, cells: int) -> tuple[Row, ...]:
    """Where each one's number comes from, and why they stand where they do among equals."""
    rows: list[Row] = []
    for each in order.places:
        rows.append(words_row(f"place {each.key}", _place_text(each, table, cells)))
        if reason := _reason(order, each.key):
            rows.append(words_row(f"reason {each.key}", f"    {reason}", Tone.ACCENT))
    return (heading("Why in this order"), *rows)


def _place_text(place: Place, table: Table, cells: int) -> str:
    name = name_column(table[place.key].name, cells)
    if not place.face:
        return f"{name} not rolled yet"
    added = signed(place.modifier) if place.modifier else "+0"
    rolled = f"{place.face}{added}"
    is_as_rolled = place.count == place.face + place.modifier
    return f"{name} {place.count:>3} {f'= {rolled}' if is_as_rolled else f'({rolled})'}"


# Sides and lists


def _of_sides(order: Sides, table: Table, hidden: bool, cells: int) -> tuple[Row, ...]:
    rows = []
    for place, side in enumerate(order.sides):
        acts = place == order.turn
        names = ", ".join(table[key].name for key in side.members) or "-"
        mark = "▶ " if acts else "  "
        text = f"{mark}{label('side', side.name)}: {names}"
        rows.append(words_row(f"side {place}", text, Tone.STRONG if acts else Tone.PLAIN))
    pace = (words_row("pace", label("pace", order.pace), Tone.DIM),) if has_text("pace", order.pace) else ()
    return (heading("Sides, in their order"), *rows, *pace)


def _waiting(order: Order, table: Table, hidden: bool, cells: int) -> tuple[Row, ...]:
    names = [table[key].name for key in order.members if key not in order.acted]
    rows = [words_row(f"waits {n}", name) for n, name in enumerate(names)]
    nobody = words_row("all", "everybody has acted", Tone.DIM)
    return (heading("Still to act this round"), *(rows or [nobody]))


_ANY: Shows[Order] = Shows(rows=_waiting)
_SHOWS: Mapping[str, Shows[Any]] = {
    Stack.method: Shows(
        rows=_of_stack, standing=_spent, ahead=lambda order: f"{len(order.tokens)} left in the stack"
    ),
    Counts.method: Shows(rows=_reasons, count=_count, standing=_standing, reason=_reason),
    Sides.method: Shows(rows=_of_sides),
}
