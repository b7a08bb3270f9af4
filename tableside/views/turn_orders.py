"""What the screens show of an order of turns, by its method, and whom whoever acts would aim at."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import field
from fractions import Fraction
from itertools import islice, takewhile
from typing import Any, Final, Generic, TypeVar

from tableside.campaign import journal
from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.frozen import frozen
from tableside.rules.inputs import Given
from tableside.rules.procedure import Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.states import can_act, is_gone
from tableside.rules.table import Character, Kind, Table
from tableside.rules.turns import Counts, Order, Sides, Stack
from tableside.rules.turns.counts import Place
from tableside.rules.turns.order_kinds import END
from tableside.views.character_row import SIDES
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
    """What there is to know of it; hidden only that there is more. Names take so many cells."""
    count: Callable[[AnOrder, int], Spans] = field(default=lambda order, key: ())
    """What stands before somebody's name."""
    standing: Callable[[AnOrder, int], Spans] = field(default=lambda order, key: ())
    """What stands behind it."""
    count_cells: int = 0
    """How wide that is."""
    is_a_line: bool = True
    """Whether people stand in the order in which they act, and not side by side."""
    ahead: Callable[[AnOrder], str] = field(default=lambda order: "")
    """What the next turn is taken from, in a few words."""
    reason: Callable[[AnOrder, int], str] = field(default=lambda order, key: "")
    """Why somebody has just this place."""


def shows(order: Order) -> Shows[Any]:
    """What is shown of this order; of a method that is not ours, who is still to act."""
    return _SHOWS.get(order.method, _ANY)


# The stack


def _owner_name(owner: str, table: Table) -> str:
    """Whose token it is, in words."""
    return table[int(owner)].name if owner.isdecimal() else label("owner", owner)


def _of_stack(order: Stack, table: Table, hidden: bool, cells: int) -> tuple[Row, ...]:
    return (*_held(order, table), *_left(order, table, hidden, cells), *_drawn(order, table))


def _left(order: Stack, table: Table, hidden: bool, cells: int) -> tuple[Row, ...]:
    if hidden:
        return (words_row("hidden", label("fight", "stack-hidden"), Tone.DIM),)
    total = len(order.tokens)
    cells = max(cells, LEAST_OWNER_CELLS)
    rows = [_owner_row(owner, count, total, table, cells) for owner, count in order.left]
    return (heading(sentence("fight", "stack", count=total)), *rows)


def _owner_row(owner: str, count: int, total: int, table: Table, cells: int) -> Row:
    """Whose tokens, how many of them as pips, and how likely one of them is next."""
    tone = _owner_tone(owner, table)
    return Row(
        f"left {owner}",
        (
            (f"{column(_owner_name(owner, table), cells)} ", tone),
            (column(_pips(count), PIP_CELLS), tone),
            (f"{chance(Fraction(count, total)):>5}", Tone.PLAIN),
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
    """So many tokens of an order of turns; more than can be counted at a glance as a number."""
    return PIP * count if count < PIP_CELLS else f"{PIP} {count}"


def _held(order: Stack, table: Table) -> tuple[Row, ...]:
    return tuple(
        words_row(f"held {n}", sentence("fight", "held", who=_owner_name(owner, table)), Tone.ACCENT)
        for n, owner in enumerate(order.held)
    )


NOBODY: Span = ("-", Tone.DIM)


def _drawn(order: Stack, table: Table) -> tuple[Row, ...]:
    names = [(_owner_name(owner, table), _owner_tone(owner, table)) for owner in order.drawn]
    spans = [each for name in names for each in ((", ", Tone.DIM), name)][1:]
    return (heading(label("fight", "drawn")), Row("drawn", tuple(spans or [NOBODY]), selectable=False))


def _spent(order: Stack, key: int) -> Spans:
    """Who has spent this turn on an attack or a search."""
    if key in order.spent:
        yield f" {label('waits', 'spent')}", Tone.ACCENT


# Counts

COUNT_CELLS = 3


def _count(order: Counts, key: int) -> Spans:
    """The number that one acts on."""
    place = order.place(key) if key in order.members else None
    text = "" if place is None else str(place.count) if place.face else "-"
    yield f"{text:>{COUNT_CELLS - 1}} ", Tone.PLAIN


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
    return sentence("reason", reason, **values) if reason else ""


def _reasons(order: Counts, table: Table, hidden: bool, cells: int) -> tuple[Row, ...]:
    """Where each one's number comes from, and why they stand where they do among equals."""
    return (heading(label("fight", "why")), *(_place_row(each, table, cells) for each in order.places))


ROLLED_CELLS = 6


def _place_row(place: Place, table: Table, cells: int) -> Row:
    who = table[place.key]
    spans: list[Span] = [(name_column(who.name, cells), SIDES[who.kind])]
    if not place.face:
        spans.append((f" {label('fight', 'not-rolled')}", Tone.DIM))
    else:
        added = signed(place.modifier) if place.modifier else "+0"
        spans.append((f"{place.face}{added}".rjust(ROLLED_CELLS), Tone.PLAIN))
    if place.reason:
        spans.append((f"  {label('place', place.reason)}", Tone.ACCENT))
    return Row(f"place {place.key}", tuple(spans), selectable=False)


# Sides and lists


def _of_sides(order: Sides, table: Table, hidden: bool, cells: int) -> tuple[Row, ...]:
    rows = []
    for place, side in enumerate(order.sides):
        acts = place == order.turn
        names = ", ".join(table[key].name for key in side.members) or "-"
        mark = "▶ " if acts else "  "
        hue = SIDES[table[side.members[0]].kind] if side.members else Tone.DIM
        spans = ((mark, Tone.ACCENT), (label("side", side.name), hue))
        told = (f": {names}", Tone.STRONG if acts else Tone.PLAIN)
        rows.append(Row(f"side {place}", (*spans, told), selectable=False))
    pace = (words_row("pace", label("pace", order.pace), Tone.DIM),) if has_text("pace", order.pace) else ()
    return (heading(label("fight", "sides")), *rows, *pace)


def _waiting(order: Order, table: Table, hidden: bool, cells: int) -> tuple[Row, ...]:
    names = [table[key].name for key in order.members if key not in order.acted]
    rows = [words_row(f"waits {n}", name) for n, name in enumerate(names)]
    nobody = words_row("all", label("fight", "all-acted"), Tone.DIM)
    return (heading(label("fight", "still-to-act")), *(rows or [nobody]))


_ANY: Shows[Order] = Shows(rows=_waiting)
_SHOWS: Mapping[str, Shows[Any]] = {
    Stack.method: Shows(
        rows=_of_stack,
        standing=_spent,
        is_a_line=False,
        ahead=lambda order: sentence("fight", "stack-left", count=len(order.tokens)),
    ),
    Counts.method: Shows(
        rows=_reasons, count=_count, count_cells=COUNT_CELLS, standing=_standing, reason=_reason
    ),
    Sides.method: Shows(rows=_of_sides, is_a_line=False),
}


LOOKED_BACK = 40
"""Entries in which one who was aimed at is looked for."""


def next_target(table: Table, rules: Ruleset, entries: Iterable[Entry], selected: int | None) -> int | None:
    """The foe to go to, with these entries, the newest first: the next one when a foe is selected, else the
    one aimed at last, else the first who can act. None: there is no foe.
    """
    enemies = foes(table)
    if selected in enemies:
        return enemies[(enemies.index(selected) + 1) % len(enemies)]
    last = _aimed_at(enemies, rules, entries)
    if last is not None and can_act(table[last]):
        return last
    return next(iter(enemies), None)


TURN: Final = ("acting", "turn", "round")
"""Fields of an order, of which one changes with whose turn it is."""


def attackers_of(campaign: Campaign) -> frozenset[int]:
    """Those whose turn it is who have attacked in it already."""
    attacks, order = campaign.rules.attacks, campaign.table.order
    now = order.now if attacks and order is not None else ()
    entries = journal.standing_entries(campaign.entry, campaign.length) if now else ()
    this_turn = takewhile(lambda each: not _changes_turn(each), islice(entries, LOOKED_BACK))
    by = {entry.given.get("who") for entry in this_turn if entry.procedure in attacks}
    return frozenset(key for key in now if key in by)


def yet_to_attack(campaign: Campaign) -> tuple[int, ...]:
    """Those whose turn it is who can act and have not attacked in it; nobody unless somebody has."""
    attackers, order = attackers_of(campaign), campaign.table.order
    now = order.now if attackers and order is not None else ()
    return tuple(key for key in now if key not in attackers and can_act(campaign.table[key]))


def doubt_of(campaign: Campaign, procedure: Procedure, given: Given) -> str:
    """The id of what speaks against this act, by its rule or by what was done this turn; empty: nothing."""
    is_again = procedure.id in campaign.rules.attacks and given.get("who") in attackers_of(campaign)
    return procedure.doubt(campaign.table, given) or ("attacked" if is_again else "")


def _changes_turn(entry: Entry) -> bool:
    paths = (each.field for each in entry.changes)
    return any(path[:1] == ("order",) and (len(path) == 1 or path[1] in TURN) for path in paths)


def foes(table: Table) -> tuple[int, ...]:
    """The keys of the foes of whoever acts, as the fight lists them, the helpless last; else the enemies."""
    order = table.order
    in_order = order.members if order else tuple(each.key for each in table.in_play())
    acts = order.now[0] if order and order.now else None
    is_enemy_turn = acts is not None and table[acts].kind == Kind.ENEMY
    others = [
        table[key]
        for key in in_order
        if key in table.characters and (table[key].kind == Kind.ENEMY) != is_enemy_turn
    ]
    present = (each for each in others if not is_gone(each))
    return tuple(each.key for each in sorted(present, key=lambda each: not can_act(each)))


def _aimed_at(wanted: Collection[int], rules: Ruleset, entries: Iterable[Entry]) -> int | None:
    """Which of the wanted was attacked or hurt last, to be aimed at next."""
    wounds = {each.id for each in rules.procedures if each.role == Role.HURT}
    for entry in islice(entries, LOOKED_BACK):
        hit = entry.given.get("who" if entry.procedure in wounds else "against")
        keys = hit if isinstance(hit, tuple) else (hit,)
        target = next((key for key in keys if key in wanted), None)
        if isinstance(target, int):
            return target
    return None


def acting_foe(table: Table, selected: int | None) -> Character | None:
    """The foe who acts; of several the one selected. None: no foe does."""
    acting = table.order.now if table.order is not None else ()
    key = selected if selected in acting else next(iter(acting), None)
    who = table.characters.get(key) if key is not None else None
    return who if who is not None and who.kind == Kind.ENEMY else None


def acting(table: Table) -> tuple[int, ...]:
    """Those whose turn it is, and who can take it."""
    return tuple(key for key in table.order.now if can_act(table[key])) if table.order else ()
