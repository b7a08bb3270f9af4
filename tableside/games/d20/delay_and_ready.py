"""Actions that change one's place: delaying (D20-X-delay) and readying (D20-X-ready)."""

from dataclasses import replace

from tableside.errors import RuleError
from tableside.games.d20.battle import TurnBegins, check_is_in, no_longer_flat_footed, running
from tableside.games.d20.house import house_of
from tableside.rules.play import FactValue, Play
from tableside.rules.states import check_can_act
from tableside.rules.table import Table
from tableside.rules.turns.counts import DELAYED, READIED, Counts, Place


def delay(table: Table, key: int, play: Play) -> Table:
    """Take no action now, but on a later count (D20-X-delay). Rolls nothing.

    Raises `RuleError` unless it is their turn.
    """
    _check_is_acting(table, key)
    order = running(table)
    play.tell("delays", "D20-X-delay", {"who": table[key].name, "count": order.place(key).count})
    order = order.put(replace(order.place(key), waits=DELAYED, trigger=""))
    acted = tuple(each for each in order.acted if each != key)
    return replace(table, order=replace(order, acted=acted, passed=(*order.passed, key), acting=None))


def ready_action(table: Table, key: int, trigger: str, play: Play) -> Table:
    """Ready an action for a trigger (D20-X-ready): a standard action, and still their turn. Rolls nothing.

    Raises `RuleError` unless it is their turn. Not checked: what else they do with it.
    """
    _check_is_acting(table, key)
    order = running(table)
    fact = "readies-for" if trigger.strip() else "readies"
    play.tell(fact, "D20-X-ready", {"who": table[key].name, "trigger": trigger.strip()})
    place = replace(order.place(key), waits=READIED, trigger=trigger.strip())
    return replace(table, order=order.put(place))


def come_in(
    table: Table,
    key: int,
    play: Play,
    *,
    turn_begins: TurnBegins = lambda table, key, play: table,
) -> Table:
    """Who has delayed acts now, behind the one whose turn it was, and keeps that count (D20-X-delay).

    In the round after, before their own turn, they give that turn up for it. Calls `turn_begins` when their
    count has not come up this round. Rolls nothing. Raises `RuleError` unless they delay and can act.
    """
    _check_waits(table, key, DELAYED)
    table = _taken_ahead(table, key, play, "D20-X-delay", turn_begins)
    order = running(table)
    after = _last_touched(order, key)
    place = _acting_place(table, order.place(key))
    if after is not None:
        place = replace(place, count=order.place(after).count, reason=DELAYED, against=after, pick="")
    play.tell("comes-in", "D20-X-delay", {"who": table[key].name, "count": place.count})
    order = _moved(order, place, after, 1) if after is not None else order.put(place)
    return replace(table, order=replace(_acted(order, key), acting=key))


def fire(
    table: Table,
    key: int,
    before_key: int,
    play: Play,
    *,
    turn_begins: TurnBegins = lambda table, key, play: table,
) -> Table:
    """A readied action happens just before what set it off (D20-X-ready); the turn it breaks into goes on.

    Their count becomes the one it happens on, and they stand just ahead of the one who set it off (or, if
    that one has another count, of the one whose turn it is). In the round after, before their own turn, they
    give that turn up for it. Calls `turn_begins` when their count has not come up this round. Rolls nothing.
    Raises `RuleError` unless they have readied and can act, and it is another's turn.
    """
    _check_waits(table, key, READIED)
    check_is_in(table, before_key)
    acting = running(table).acting
    if acting is None or key in (acting, before_key):
        raise RuleError("d20.breaks-in")
    table = _taken_ahead(table, key, play, "D20-X-ready", turn_begins)
    order = running(table)
    count = order.place(acting).count
    ahead_of = before_key if order.place(before_key).count == count else acting
    place = replace(
        _acting_place(table, order.place(key)), count=count, reason=READIED, against=ahead_of, pick=""
    )
    values: dict[str, FactValue] = {"who": table[key].name, "other": table[before_key].name, "count": count}
    play.tell("fires-before", "D20-X-ready", values)
    return replace(table, order=_acted(_moved(order, place, ahead_of, 0), key))


def _check_is_acting(table: Table, key: int) -> None:
    check_is_in(table, key)
    check_can_act(table[key])
    acting = running(table).acting
    if acting != key:
        other = "" if acting is None else table[acting].name
        raise RuleError("d20.not-their-turn", who=table[key].name, other=other)


def _check_waits(table: Table, key: int, waits: str) -> None:
    check_is_in(table, key)
    check_can_act(table[key])
    if running(table).place(key).waits != waits:
        raise RuleError("d20.not-waiting", who=table[key].name, waits=waits)


def _taken_ahead(table: Table, key: int, play: Play, rule: str, turn_begins: TurnBegins) -> Table:
    """If their own turn is still to come this round, it is given up for the action that they take now."""
    if key not in running(table).waiting:
        return table
    play.tell("turn-given-up", rule, {"who": table[key].name})
    table = turn_begins(table, key, play)
    check_can_act(table[key])
    return table


def _acting_place(table: Table, place: Place) -> Place:
    """As one stands who takes the action that was put off."""
    order = running(table)
    return no_longer_flat_footed(replace(place, waits="", trigger=""), order, house_of(table))


def _last_touched(order: Counts, key: int) -> int | None:
    """The key of the other one behind whom this one comes in: whose turn it is, or was last. None: it is
    still their own place.
    """
    if order.acting is not None:
        return order.acting
    last = max(order.touched, key=order.index, default=key)
    return None if last == key else last


def _moved(order: Counts, place: Place, beside: int, offset: int) -> Counts:
    """With this place just ahead of another (0), or just behind it (1)."""
    others = [each for each in order.places if each.key != place.key]
    index = next(number for number, each in enumerate(others) if each.key == beside) + offset
    return order.arranged((*others[:index], place, *others[index:]))


def _acted(order: Counts, key: int) -> Counts:
    """With this one among those who have acted this round."""
    passed = tuple(each for each in order.passed if each != key)
    acted = order.acted if key in order.acted else (*order.acted, key)
    return replace(order, acted=acted, passed=passed)
