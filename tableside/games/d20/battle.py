"""The order of battle (D20-order): from checks to places in it, one turn after another, and joining and
leaving.
It serves any game: what is added to an initiative check is an argument.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.games.d20.conditions import STABLE
from tableside.games.d20.house import D20House
from tableside.games.d20.initiative import (
    InitiativeCheck,
    Modifier,
    in_order_of_initiative,
    initiative_checks_for,
    roll_initiative,
)
from tableside.rules.conditions import age_conditions_after_round, age_conditions_before_turns
from tableside.rules.life_states import can_act, helplessness, is_gone
from tableside.rules.play import FactValue, Play
from tableside.rules.ruleset import Turns
from tableside.rules.table import Table
from tableside.rules.turns.counts import DELAYED, READIED, CountsOrder, PlaceInCounts

ONE_ROLL: Final = "one-roll"


def running_battle(table: Table) -> CountsOrder:
    """The running order of battle. Raises `RuleError` if there is none."""
    if not isinstance(table.order, CountsOrder):
        raise RuleError("d20.no-battle")
    return table.order


def check_is_in_battle(table: Table, key: int) -> None:
    """Raises `RuleError` for those who are not in the battle."""
    if key not in running_battle(table).members:
        raise RuleError("d20.not-in-it", who=table[key].name)


def doubt_of_whole_round_in_battle(table: Table, key: int) -> str:
    """The doubt about what takes a whole round, when they have one action now: in a surprise round or out of
    turn (D20-sround, D20-X-ready). Empty: they have the whole round.
    """
    order = table.order
    is_short = isinstance(order, CountsOrder) and order.now and (order.round == 0 or key not in order.now)
    return "whole-round" if is_short else ""


def _roll_in(table: Table, keys: Iterable[int], modifier: Modifier, play: Play) -> Table:
    """Roll initiative for these members, and put them in their places.
    Rolls one d20 for each (one for a group of foes, D20-AMB-8) in the order of their keys, then the
    roll-offs, highest count first. The dead and those out of play do not roll.
    """
    order, house = running_battle(table), D20House.of(table)
    rolling = [key for key in keys if not is_gone(table[key])]
    new = roll_initiative(initiative_checks_for((table[key] for key in rolling), modifier, house), play)
    standing = [each for each in order.places if each.face and each.key not in rolling]
    checks = in_order_of_initiative((*_checks_of(standing, table), *new), house, play)
    places = {each.key: each for each in order.places}
    by_check = [place for check in checks for place in _places_of(check, places)]
    moved = [each for each in standing if each.is_moved]
    unrolled = [each for each in order.places if not each.face and each.key not in rolling]
    return replace(table, order=order.arranged((*_with_moved(by_check, moved, standing), *unrolled)))


def _checks_of(standing: Iterable[PlaceInCounts], table: Table) -> list[InitiativeCheck]:
    """The checks that put these in their places, with the rank of each among its equals."""
    checks: list[InitiativeCheck] = []
    for rank, each in enumerate(place for place in standing if not place.is_moved):
        name, is_pc = table[each.key].name, table[each.key].kind == "pc"
        if checks and (last := checks[-1]).pick == ONE_ROLL and _is_of(last, each):
            checks[-1] = replace(last, keys=(*last.keys, each.key), pick=each.pick)
        else:
            check = InitiativeCheck(
                (each.key,), name, is_pc, each.modifier, each.face, each.roll_offs, each.pick, rank
            )
            checks.append(check)
    return checks


def _is_of(check: InitiativeCheck, place: PlaceInCounts) -> bool:
    """Whether a place can come from this check."""
    return (check.face, check.modifier, check.roll_offs) == (place.face, place.modifier, place.roll_offs)


def _places_of(check: InitiativeCheck, places: Mapping[int, PlaceInCounts]) -> list[PlaceInCounts]:
    """The places of those who act on a check, one after the other."""
    last = len(check.keys) - 1
    return [
        replace(
            places[key],
            face=check.face,
            modifier=check.modifier,
            count=check.total,
            roll_offs=check.roll_offs,
            pick=check.pick if number == last else ONE_ROLL,
            reason="",
        )
        for number, key in enumerate(check.keys)
    ]


def _with_moved(
    by_check: list[PlaceInCounts], moved: list[PlaceInCounts], standing: list[PlaceInCounts]
) -> list[PlaceInCounts]:
    """The places with those who acted out of turn: by count, and next to the same one as before."""
    counts, keys = list(by_check), [each.key for each in standing]
    for each in moved:
        before = {key for key in keys[: keys.index(each.key)]}
        counts.insert(_slot(counts, each, before), each)
    return counts


def _slot(places: list[PlaceInCounts], moved: PlaceInCounts, before: set[int]) -> int:
    """The place of somebody who acted out of turn: after those of the same count who were ahead of them, and
    just ahead of the one whose act they forestalled.
    """
    equal = [index for index, each in enumerate(places) if each.count == moved.count]
    ahead_of = [index for index in equal if places[index].key == moved.against]
    if moved.reason == READIED and ahead_of:
        return ahead_of[0]
    higher = sum(each.count > moved.count for each in places)
    return max((index + 1 for index in equal if places[index].key in before), default=higher)


def begin_battle(
    table: Table, aware: tuple[int, ...], unaware: tuple[int, ...], modifier: Modifier, play: Play
) -> Table:
    """Begin a battle (D20-X-seq): all are flat-footed, and initiative is rolled.
    If only some are aware, there is a surprise round, numbered 0: only the aware roll now, the others when
    the regular rounds begin. Rolls as `_roll_in`. Raises `RuleError` if an order is running, if there is
    nobody, and for anybody who is named twice, dead or out of play.
    """
    check_can_begin_battle(table, aware, unaware)
    surprise = bool(aware and unaware)
    _tell_awareness(table, aware, unaware, play)
    keys = tuple(sorted((*aware, *unaware)))
    rolling = tuple(sorted(aware)) if surprise else keys
    play.tell("initiative-modifiers", "D20-check", {"who": _modifiers(table, rolling, modifier)})
    places = (PlaceInCounts(key, 0, modifier(table[key]), 0, aware=key in aware) for key in keys)
    table = replace(table, order=CountsOrder(tuple(places), round=0 if surprise else 1))
    table = _roll_in(table, rolling, modifier, play)
    _tell_order(table, play)
    return table


def check_can_begin_battle(table: Table, aware: tuple[int, ...], unaware: tuple[int, ...]) -> None:
    """Raises `RuleError` if an order is running, if nobody is named, or if somebody cannot take part."""
    named = (*aware, *unaware)
    if table.order is not None:
        raise RuleError("turns.running-already")
    if not named:
        raise RuleError("d20.nobody-fights")
    for key in named:
        if named.count(key) > 1:
            raise RuleError("d20.aware-and-unaware", who=table[key].name)
        if is_gone(table[key]):
            raise RuleError("turns.cannot-fight", who=table[key].name)


def _tell_awareness(table: Table, aware: tuple[int, ...], unaware: tuple[int, ...], play: Play) -> None:
    """Tell whether there is a surprise round, and why (D20-surp, D20-sround)."""
    if not unaware:
        play.tell("all-are-aware", "D20-sround", {})
    elif not aware:
        play.tell("none-is-aware", "D20-sround", {})
    else:
        play.tell("surprise-round-first", "D20-sround", {"who": _names_of(table, sorted(aware))})
        play.tell("caught-unaware", "D20-unaware", {"who": _names_of(table, sorted(unaware))})


def _names_of(table: Table, keys: Iterable[int]) -> str:
    return ", ".join(table[key].name for key in keys)


def _modifiers(table: Table, keys: Iterable[int], modifier: Modifier) -> str:
    return ", ".join(f"{table[key].name} {modifier(table[key]):+d}" for key in keys)


def _tell_order(table: Table, play: Play) -> None:
    names = (f"{table[each.key].name} {each.count}" for each in running_battle(table).places if each.face)
    play.tell("order-of-battle", "D20-order", {"who": ", ".join(names)})


def next_in_battle(table: Table, turns: Turns, play: Play) -> tuple[str, Table]:
    """The turn of the next who can act, by count: gives `turn`, or `nobody` after a round in which nobody
    can.
    Conditions get a round older just before each count, even that of somebody who cannot act: they keep their
    number (D20-inact). At the end of a round, rolls for those who have not rolled yet (D20-X-seq), and for
    everybody with D20-AMB-10.
    """
    round_is_over = False
    while True:
        waiting = running_battle(table).waiting
        if waiting:
            table = age_conditions_before_turns(table, waiting[:1], play)
            if can_act(table[waiting[0]]):
                return "turn", _begin_turn(table, waiting[0], play)
            table = _pass(table, waiting[0], play)
        elif round_is_over:
            return "nobody", table
        else:
            table, round_is_over = _next_round(table, turns, play), True


def _begin_turn(table: Table, key: int, play: Play) -> Table:
    """Begin their turn: they are no longer flat-footed, and what they have put off until now is lost."""
    table = _waited_in_vain(table, key, play)
    order = running_battle(table)
    place = no_longer_flat_footed_in_battle(order.place(key), order, D20House.of(table))
    values: dict[str, FactValue] = {"who": table[key].name, "count": place.count, "round": order.round}
    if order.round:
        play.tell("turn-on-count", "D20-order", values)
    else:
        play.tell("turn-in-surprise-round", "D20-sround", values)
    return replace(table, order=replace(order.put(place), acting=key, acted=(*order.acted, key)))


def no_longer_flat_footed_in_battle(
    place: PlaceInCounts, order: CountsOrder, house: D20House
) -> PlaceInCounts:
    """A place in the battle once its holder acts (D20-ff); in a surprise round D20-AMB-7 decides."""
    stays = order.round == 0 and house.surprise_round_actors == "until-regular-turn"
    return place if stays else replace(place, flat_footed=False)


def _pass(table: Table, key: int, play: Play) -> Table:
    """Pass over a count: they cannot act, and keep their number (D20-inact)."""
    table = _waited_in_vain(table, key, play)
    if not is_gone(table[key]):
        who, count = table[key], running_battle(table).place(key).count
        condition = STABLE if who.has(STABLE) else helplessness(who)
        play.tell("keeps-number", "D20-inact", {"who": who.name, "condition": condition, "count": count})
    order = running_battle(table)
    return replace(table, order=replace(order, acting=None, passed=(*order.passed, key)))


def _waited_in_vain(table: Table, key: int, play: Play) -> Table:
    """The action that they put off is lost if their next turn comes first."""
    order = running_battle(table)
    place = order.place(key)
    if not place.waits:
        return table
    lost, rule = ("delay-lost", "D20-X-delay") if place.waits == DELAYED else ("ready-lost", "D20-X-ready")
    play.tell(lost, rule, {"who": table[key].name})
    return replace(table, order=order.put(replace(place, waits="", trigger="")))


def _next_round(table: Table, turns: Turns, play: Play) -> Table:
    """Begin the next round: those who have no number yet roll for one."""
    ended, members = running_battle(table).round, running_battle(table).members
    if ended:
        play.tell("round-over", "D20-order", {"round": ended})
    else:
        play.tell("surprise-round-over", "D20-X-seq", {})
    table = age_conditions_after_round(turns.round_ends(table, tuple(sorted(members)), play), play)
    order = replace(running_battle(table), round=ended + 1, acting=None, acted=(), passed=())
    table = replace(table, order=order)
    anew = D20House.of(table).each_round == "rolled-anew"
    rolling = [each.key for each in order.places if anew or not each.face]
    if all(is_gone(table[key]) for key in rolling):
        return table
    if anew:
        play.tell("numbers-rolled-anew", "D20-AMB-10", {"round": ended + 1})
    table = _roll_in(table, sorted(rolling), turns.modifier, play)
    _tell_order(table, play)
    return table


def join_battle(table: Table, keys: tuple[int, ...], modifier: Modifier, play: Play) -> Table:
    """Join the battle, flat-footed (D20-AMB-9): rolls as `_roll_in`, and they act from their next count on.
    If their count has already gone by this round, they act in the next. With `at-end-of-round` they roll when
    this round is over. Those who join in the surprise round know of the battle. Those who had left return
    with the number that they had: one roll per combatant (D20-check).
    """
    order = running_battle(table)
    # they have rolled, or will when the others do
    with_a_number = {each.key for each in order.left if each.face or not (order.round or each.aware)}
    for key in sorted(with_a_number.intersection(keys)):
        table = _back(table, key, play)
    coming = tuple(key for key in keys if key not in with_a_number)
    order = running_battle(table)
    if not coming:
        return table
    places = tuple(PlaceInCounts(key, 0, modifier(table[key]), 0) for key in coming)
    table = replace(table, order=replace(order, places=(*order.places, *places)))
    if D20House.of(table).late_joiners == "at-end-of-round":
        play.tell("joins-next-round", "D20-AMB-9", {"who": _names_of(table, coming)})
        return table
    gone_by = _gone_by(order)
    table = _roll_in(table, coming, modifier, play)
    for key in coming:
        table = _joined(table, key, gone_by, play)
    return table


def _back(table: Table, key: int, play: Play) -> Table:
    gone_by, order = _gone_by(running_battle(table)), running_battle(table).again(key)
    place = order.place(key)
    is_late = gone_by is not None and order.index(key) < order.index(gone_by)
    if place.face and is_late and key not in order.touched:
        order = replace(order, passed=(*order.passed, key))
    fact = "back-after-count" if key in order.touched else "back-before-count"
    values: dict[str, FactValue] = {"who": table[key].name, "count": place.count}
    play.tell(fact if place.face else "joins-next-round", "D20-check", values)
    return replace(table, order=order)


def _gone_by(order: CountsOrder) -> int | None:
    """The key of the last member whose count has come up this round. None: nobody's has."""
    if order.acting is not None:
        return order.acting
    return max(order.touched, key=order.index, default=None)


def _joined(table: Table, key: int, gone_by: int | None, play: Play) -> Table:
    order = running_battle(table)
    late = gone_by is not None and order.index(key) < order.index(gone_by)
    values: dict[str, FactValue] = {"who": table[key].name, "count": order.place(key).count}
    play.tell("joins-after-count" if late else "joins-before-count", "D20-AMB-9", values)
    return replace(table, order=replace(order, passed=(*order.passed, key)) if late else order)


def leave_battle(table: Table, key: int, play: Play) -> Table:
    """Leave the battle. Rolls nothing."""
    order = running_battle(table)
    play.tell("leaves-order", "D20-order", {"who": table[key].name})
    return replace(table, order=order.without(key))
