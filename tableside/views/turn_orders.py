"""Turn orders on the screen, by method: whose turn it is, and who is still to act."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from typing import Any, Generic, TypeVar

from tableside.frozen import frozen
from tableside.rules.life_states import can_act, helplessness, is_down, is_fallen
from tableside.rules.procedure import Role
from tableside.rules.ruleset import Ruleset, Turns
from tableside.rules.table import Kind, Table
from tableside.rules.turns.counts import CountsOrder, PlaceInCounts
from tableside.rules.turns.order import Order
from tableside.rules.turns.running_order import order_after_next_turn, who_acts_in_running_order
from tableside.rules.turns.stack import END, StackOrder
from tableside.text import signed
from tableside.views.character_list import (
    BESIDE_NAME_CELLS,
    LEAST_NAME_CELLS,
    SIDES,
    character_condition_text,
    character_list_name_cells,
    most_character_list_name,
)
from tableside.views.rows import Row, Span, Tone, heading_row, row_column, row_name_column, words_row
from tableside.wording import has_wording, label, sentence
from tableside.wording.dice_and_chance_texts import chance_text

AnOrder = TypeVar("AnOrder", bound=Order)
Spans = Iterable[Span]

LEAST_OWNER_CELLS = 12
"""Least cells for the owner of tokens, some of whom are nobody's by name."""


@frozen
class TurnOrderShown(Generic[AnOrder]):
    """How a kind of order is shown."""

    rows: Callable[[AnOrder, Table, bool, int], tuple[Row, ...]]
    """The rows about an order; the boolean hides all but that there is more, and names take `int` cells."""
    beside: int = BESIDE_NAME_CELLS
    """Cells beside a name in these rows."""
    least_room: int = 0
    """Cells of a row below which the rows give way to names and bars elsewhere; help has them too."""
    count: Callable[[AnOrder, int], Spans] = field(default=lambda order, key: ())
    """The text before somebody's name."""
    standing: Callable[[AnOrder, int], Spans] = field(default=lambda order, key: ())
    """The text after somebody's name."""
    puts_off: Callable[[AnOrder, int], bool] = field(default=lambda order, key: False)
    """Whether somebody has put off their turn and takes it on command."""
    count_cells: int = 0
    """The cells of `count`."""
    ahead: Callable[[AnOrder], str] = field(default=lambda order: "")
    """What the next turn is taken from, in a few words."""
    reason: Callable[[AnOrder, int], str] = field(default=lambda order, key: "")
    """Why somebody has this place."""


def turn_order_shown(order: Order) -> TurnOrderShown[Any]:
    """How this order is shown; a method without its own rows shows its sides or who is still to act."""
    return _SHOWN.get(type(order), _ANY)


# Stacks


def _owner_name(owner: str, table: Table) -> str:
    """The name of a token's owner."""
    return table[int(owner)].name if owner.isdecimal() else label("owner", owner)


def _of_stack(order: StackOrder, table: Table, hidden: bool, cells: int) -> tuple[Row, ...]:
    return (*_held(order, table), *_left(order, table, hidden, cells), *_drawn(order, table))


def _left(order: StackOrder, table: Table, hidden: bool, cells: int) -> tuple[Row, ...]:
    if hidden:
        return (words_row("hidden", label("fight", "stack-hidden"), Tone.DIM),)
    total = len(order.tokens)
    cells = max(cells, LEAST_OWNER_CELLS)
    rows = [_owner_row(owner, count, total, table, cells) for owner, count in order.left]
    return (heading_row(sentence("fight", "stack", count=total)), *rows)


def _owner_row(owner: str, count: int, total: int, table: Table, cells: int) -> Row:
    """The owner of tokens, their number as pips, and the chance that one of them is next."""
    tone = _owner_tone(owner, table)
    return Row(
        f"left {owner}",
        (
            (f"{row_column(_owner_name(owner, table), cells)} ", tone),
            (row_column(_pips(count), PIP_CELLS), tone),
            (f"{chance_text(Fraction(count, total)):>5}", Tone.PLAIN),
        ),
        selectable=False,
    )


def _owner_tone(owner: str, table: Table) -> Tone:
    if owner == END:
        return Tone.BAD
    return SIDES[table[int(owner)].kind] if owner.isdecimal() else Tone.ENEMIES


PIP = "●"
PIP_CELLS = 7


def _pips(count: int) -> str:
    """A number of tokens as pips; as a figure if there are many."""
    return PIP * count if count < PIP_CELLS else f"{PIP} {count}"


def _held(order: StackOrder, table: Table) -> tuple[Row, ...]:
    return tuple(
        words_row(f"held {n}", sentence("fight", "held", who=_owner_name(owner, table)), Tone.ACCENT)
        for n, owner in enumerate(order.held)
    )


NOBODY: Span = ("-", Tone.DIM)


def _drawn(order: StackOrder, table: Table) -> tuple[Row, ...]:
    names = [(_owner_name(owner, table), _owner_tone(owner, table)) for owner in order.drawn]
    spans = [each for name in names for each in ((", ", Tone.DIM), name)][1:]
    return (heading_row(label("fight", "drawn")), Row("drawn", tuple(spans or [NOBODY]), selectable=False))


# Counts

COUNT_CELLS = 3


def _count(order: CountsOrder, key: int) -> Spans:
    """The count that somebody acts on."""
    place = order.place(key) if key in order.members else None
    text = "" if place is None else str(place.count) if place.face else "-"
    yield f"{text:>{COUNT_CELLS - 1}} ", Tone.PLAIN


def _standing(order: CountsOrder, key: int) -> Spans:
    """Marks for the flat-footed, delaying and ready."""
    if key in order.members:
        place = order.place(key)
        if place.waits:
            trigger = f": {place.trigger}" if place.trigger else ""
            yield f" {label('waits', place.waits)}{trigger}", Tone.ACCENT
        if place.flat_footed:
            yield f" {label('condition', 'flat-footed')}", Tone.BAD


def _puts_off(order: CountsOrder, key: int) -> bool:
    return key in order.members and bool(order.place(key).waits)


def _reason(order: CountsOrder, key: int) -> str:
    reason = order.place(key).reason
    values = {id: str(value) for id, value in order.reason_values(key).items()}
    return sentence("reason", reason, **values) if reason else ""


def _reasons(order: CountsOrder, table: Table, hidden: bool, cells: int) -> tuple[Row, ...]:
    """Where each count comes from, and why ties are ordered as they are; after the first round only of those
    in a tie.
    """
    told = [each for each in order.places if order.round <= 1 or each.reason or not each.face]
    rows = [_place_row(each, table, cells) for each in told]
    return (heading_row(label("fight", "why")), *rows) if rows else ()


ROLLED_CELLS = 6
BESIDE_PLACE_CELLS = ROLLED_CELLS + 10
"""Cells for the roll and a word about a tie."""


def _place_row(place: PlaceInCounts, table: Table, cells: int) -> Row:
    who = table[place.key]
    spans: list[Span] = [(row_name_column(who.name, cells), SIDES[who.kind])]
    if not place.face:
        spans.append((f" {label('fight', 'not-rolled')}", Tone.DIM))
    else:
        added = signed(place.modifier) if place.modifier else "+0"
        spans.append((f"{place.face}{added}".rjust(ROLLED_CELLS), Tone.PLAIN))
    if place.reason:
        spans.append((f"  {label('place', place.reason)}", Tone.ACCENT))
    return Row(f"place {place.key}", tuple(spans), selectable=False)


# Sides and lists


def _of_any(order: Order, table: Table, hidden: bool, cells: int) -> tuple[Row, ...]:
    return _of_sides(order, table) if order.side_names else _waiting(order, table)


def _of_sides(order: Order, table: Table) -> tuple[Row, ...]:
    rows = []
    for place, side in enumerate(order.side_names):
        acts = side == order.acting_together
        members = [table[key] for key in order.members if order.side_name_of(key) == side]
        standing = [each.name for each in members if not is_fallen(each)]
        names = ", ".join(standing) or label("side", "nobody-stands")
        mark = "▶ " if acts else "  "
        hue = SIDES[members[0].kind] if members else Tone.DIM
        spans = ((mark, Tone.ACCENT), (label("side", side), hue))
        names_span = (f": {names}", Tone.STRONG if acts else Tone.PLAIN)
        rows.append(Row(f"side {place}", (*spans, names_span), selectable=False))
    pace = (
        (words_row("pace", label("pace", order.pace), Tone.DIM),) if has_wording("pace", order.pace) else ()
    )
    return (heading_row(label("fight", "sides")), *rows, *pace)


def _waiting(order: Order, table: Table) -> tuple[Row, ...]:
    names = [table[key].name for key in order.members if key not in order.acted]
    rows = [words_row(f"waits {n}", name) for n, name in enumerate(names)]
    nobody = words_row("all", label("fight", "all-acted"), Tone.DIM)
    return (heading_row(label("fight", "still-to-act")), *(rows or [nobody]))


_ANY: TurnOrderShown[Order] = TurnOrderShown(rows=_of_any)
_SHOWN: Mapping[type[Order], TurnOrderShown[Any]] = {
    StackOrder: TurnOrderShown(
        rows=_of_stack,
        ahead=lambda order: sentence("fight", "stack-left", count=len(order.tokens)),
    ),
    CountsOrder: TurnOrderShown(
        rows=_reasons,
        beside=BESIDE_PLACE_CELLS,
        least_room=BESIDE_PLACE_CELLS + LEAST_NAME_CELLS,
        count=_count,
        count_cells=COUNT_CELLS,
        standing=_standing,
        puts_off=_puts_off,
        reason=_reason,
    ),
}


def turn_order_text(table: Table) -> str:
    """Whose turn it is."""
    order = table.order
    if order is None:
        return label("fight", "none")
    round, acts = turn_order_parts(table)
    if order.acting_together:
        return sentence("fight", "side-acts", round=round, acting=label("acting", order.acting_together))
    return sentence("fight", "acts" if who_acts_in_running_order(table) else "nobody", round=round, who=acts)


def turn_order_parts(table: Table) -> tuple[str, str]:
    """The round, and whose turn it is, with why they cannot take it; both empty without an order."""
    order = table.order
    if order is None:
        return "", ""
    round = sentence("fight", "round" if order.round else "surprise-round", round=order.round)
    if order.acting_together:
        return round, label("side", order.acting_together)
    if order.now and order.acting_together is None:
        who = table[order.now[0]]
        if state := helplessness(who):
            return round, sentence("fight", "cannot-act", who=who.name, condition=label("condition", state))
        return round, who.name
    return round, label("fight", "nobody-now" if order.acted else "nobody-yet")


def turn_order_rows(table: Table, *, hidden: bool = False, room: int = 0) -> tuple[Row, ...]:
    """The rows about the present order; in a stack, what is left, for the GM's eyes. `room`: cells of a row
    (0: unknown).
    """
    order = table.order
    if order is None:
        return (
            ()
            if not table.in_play()
            else (
                words_row("none", label("fight", "begin"), Tone.DIM),
                words_row("other", label("fight", "begin-other"), Tone.DIM),
            )
        )
    shown = turn_order_shown(order)
    if room and room < shown.least_room:
        return ()
    names = character_list_name_cells(table, most_character_list_name(room, shown.beside))
    rows: tuple[Row, ...] = shown.rows(order, table, hidden, names)
    return rows


def turn_put_off_name(who: int | None, table: Table, rules: Ruleset) -> str:
    """The order's name for taking a turn that this character has put off; empty: they have not."""
    order, hand = table.order, rules.role(Role.HAND, table)
    if order is None or hand is None or who is None or not turn_order_shown(order).puts_off(order, who):
        return ""
    return label("procedure", hand.id)


def turn_order_next_row(table: Table, turns: Turns) -> tuple[Row, ...]:
    """Whose turn comes next, if that is certain and the order does not show it."""
    order = table.order
    if order is None or not order.has_fixed_places:
        return ()
    after = order_after_next_turn(table, turns)
    if after is None or after.order is None or not after.order.now:
        return ()
    (before, _), (round, acts) = turn_order_parts(table), turn_order_parts(after)
    hue = SIDES[after[after.order.now[0]].kind]
    spans = ((f"{label('fight', 'next')} ", Tone.DIM), (acts, hue))
    later = () if round == before else ((f", {round}", Tone.DIM),)
    return (Row("next", (*spans, *later), selectable=False),)


def is_turn_order_won(table: Table) -> bool:
    """Whether foes are in the fight, and none of them still stands."""
    members = [table[key] for key in (table.order.members if table.order else ())]
    foes = [each for each in members if each.kind == Kind.ENEMY]
    return bool(foes) and all(map(is_down, foes))


def turn_order_won_rows(table: Table) -> tuple[Row, ...]:
    """That no foe in the fight still stands, with the key that ends it; empty while one does."""
    return (words_row("won", label("fight", "won"), Tone.GOOD),) if is_turn_order_won(table) else ()


def turn_order_plight(table: Table, reminders: Sequence[Row] = ()) -> Sequence[Row]:
    """The conditions of those whose turn it is, except those of these reminders; empty without an order."""
    told = {each.key for each in reminders}
    rows = []
    for who in (table[key] for key in (table.order.now if table.order else ())):
        ails = [each for each in who.conditions if f"{who.key} {each.name}" not in told]
        if ails and can_act(who):
            text = f": {', '.join(map(character_condition_text, ails))}"
            spans = ((who.name, SIDES[who.kind]), (text, Tone.BAD))
            rows.append(Row(f"plight {who.key}", spans, selectable=False))
    return (heading_row(label("fight", "plight")), *rows) if rows else ()
