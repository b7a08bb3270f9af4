"""Turns in the order of battle, for a campaign of any game: its procedures and its turn method (D20-order),
delaying (D20-X-delay) and readying (D20-X-ready).
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Annotated

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.d20.battle import (
    begin_battle,
    check_can_begin_battle,
    check_is_in_battle,
    join_battle,
    leave_battle,
    next_in_battle,
    no_longer_flat_footed_in_battle,
    running_battle,
)
from tableside.games.d20.house import OF_ORDER, REVISIONS, D20House
from tableside.games.d20.initiative import (
    InitiativeContender,
    Modifier,
    first_initiative_chances,
    initiative_checks_for,
)
from tableside.rules.conditions import age_conditions_before_turns
from tableside.rules.inputs import Choice, Number, Who, Words, input_field
from tableside.rules.life_states import can_act, check_can_act, lives
from tableside.rules.odds import Odds, collect_odds
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.rule import rule
from tableside.rules.ruleset import Turns
from tableside.rules.table import Character, Table
from tableside.rules.turns.counts import DELAYED, READIED, SET, CountsOrder, PlaceInCounts
from tableside.rules.turns.running_order import (
    IN_TURN,
    InTurn,
    Method,
    everybody_in_order,
    is_in_order,
    order_begins,
    running_order_problems,
    turn_procedure,
)

Keys = tuple[int, ...]


def _combatants(table: Table, aware: Keys, unaware: Keys) -> tuple[Keys, Keys]:
    """Who is aware, and who is not; if nobody is named as aware, everybody else in play is."""
    others = tuple(key for key in everybody_in_order(table) if key not in unaware)
    return aware or others, unaware


@frozen
class BeginBattle:
    """Who is aware, and who is not; if nobody is named as aware, everybody else who is there."""

    aware: Keys = input_field(Who(many=True, optional=True, fits=lives))
    unaware: Keys = input_field(Who(many=True, optional=True, fits=lives))


def _begin_battle(modifier: Modifier) -> Procedure:
    def run(table: Table, form: BeginBattle, play: Play) -> Outcome:
        """Begin a battle; the outcome is the name of whoever acts first."""
        table = begin_battle(table, *_combatants(table, form.aware, form.unaware), modifier, play)
        order = running_battle(table)
        return Outcome(table[order.waiting[0]].name, {"round": order.round}, table)

    def odds(table: Table, form: BeginBattle) -> Odds:
        """The odds of acting first: only among the aware, if there is a surprise round."""
        aware, unaware = _combatants(table, form.aware, form.unaware)
        check_can_begin_battle(table, aware, unaware)
        house = D20House.of(table)
        rolling = initiative_checks_for((table[key] for key in aware or unaware), modifier, house)
        chances = first_initiative_chances(
            [InitiativeContender(each.modifier, each.is_pc) for each in rolling], house
        )
        names = [table[each.keys[0]].name for each in rolling]
        return Odds(
            collect_odds(zip(names, chances, strict=True)),
            {"round": {0 if aware and unaware else 1: Fraction(1)}},
        )

    return turn_procedure(
        id="d20.begin-battle",
        rules=(
            *("D20-check", "D20-order", "D20-tie", "D20-surp", "D20-sround", "D20-unaware", "D20-X-tie"),
            *("D20-X-seq", "D20-AMB-1", "D20-AMB-2", "D20-AMB-3", "D20-AMB-5", "D20-AMB-8"),
        ),
        run=run,
        odds=odds,
        amounts=("round",),
        role=Role.ASSEMBLE,
        problems=order_begins,
    )


_no_battle = running_order_problems(CountsOrder)


def _nobodys_turn(table: Table) -> tuple[str, ...]:
    return _no_battle(table) or (() if running_battle(table).now else ("nobodys-turn",))


def _nobody_waits(*waits: str) -> Callable[[Table], tuple[str, ...]]:
    """Why nobody can do what they have put off in one of these ways."""

    def problems(table: Table) -> tuple[str, ...]:
        if why_not := _no_battle(table):
            return why_not
        waiting = any(each.waits in waits for each in running_battle(table).places)
        return () if waiting else ("nobody-has-put-off",)

    return problems


def _waits(*waits: str) -> Callable[[Table, Character], bool]:
    """Whether a character has put off their action in one of these ways, and can act."""

    def fits(table: Table, who: Character) -> bool:
        order = table.order
        if not isinstance(order, CountsOrder) or who.key not in order.members:
            return False
        return order.place(who.key).waits in waits and can_act(who)

    return fits


def _acting(table: Table, key: int) -> int:
    """This character; 0: the one whose turn it is."""
    acting = key or running_battle(table).acting
    if acting is None:
        raise RuleError("d20.nobodys-turn")
    return acting


def _delay(table: Table, form: InTurn, play: Play) -> Outcome:
    return Outcome("done", table=delay_d20_turn(table, _acting(table, form.who), play))


@frozen
class Ready:
    who: int = input_field(IN_TURN)
    trigger: str = input_field(Words(default=""))


def _ready(table: Table, form: Ready, play: Play) -> Outcome:
    return Outcome("done", table=ready_action(table, _acting(table, form.who), form.trigger, play))


@frozen
class ComeIn:
    """Who now does what they have put off."""

    who: int = input_field(Who(fits=_waits(DELAYED, READIED)))


@frozen
class Fire:
    """Whose readied action happens, and before whose turn; if nobody is named, the current one."""

    who: int = input_field(Who(fits=_waits(READIED)))
    before: int = input_field(Who(optional=True, fits=is_in_order))


def _come_in(table: Table, form: ComeIn, play: Play) -> Outcome:
    """An action that was put off happens now: a delayed one after whoever is acting, a readied one before."""
    if _waits(READIED)(table, table[form.who]):
        return _fire(table, Fire(form.who), play)
    return Outcome("done", table=take_delayed_turn(table, form.who, play))


def _fire(table: Table, form: Fire, play: Play) -> Outcome:
    """A readied action happens."""
    return Outcome("done", table=act_readied(table, form.who, _acting(table, form.before), play))


def _has_count(table: Table, who: Character) -> bool:
    """Whether a character is in the battle and has rolled for a count."""
    return isinstance(table.order, CountsOrder) and any(
        each.key == who.key and each.face for each in table.order.places
    )


_WITH_COUNT = Who(fits=_has_count)
_SOME_WITH_COUNT = replace(_WITH_COUNT, many=True)
BEFORE, AFTER = "before", "after"
MOST_COUNT = 99
_set_in_battle = partial(rule, group=Group.FIGHT, outcomes=("done",), problems=_no_battle, doer="")


@_set_in_battle("d20.set-count", "D20-order", "D20-tie", role=Role.SET_COUNT)
def set_count(
    table: Table,
    play: Play,
    who: Annotated[Keys, _SOME_WITH_COUNT],
    count: Annotated[int, Number(lowest=-MOST_COUNT, highest=MOST_COUNT)],
) -> Outcome:
    """Set the count on which they act, among its equals by the modifier (D20-tie). Rolls nothing. Who has
    acted this round has no second turn in it, and who has not does not lose theirs.
    """
    for key in dict.fromkeys(who):
        order = _battle_with_count(table, key)
        place = replace(order.place(key), count=count, reason=SET, against=0, pick="")
        others = [each for each in order.places if each.key != key]
        index = next((number for number, each in enumerate(others) if _comes_after(each, place)), len(others))
        play.tell("count-set", "D20-order", {"who": table[key].name, "count": count})
        table = replace(table, order=order.arranged((*others[:index], place, *others[index:])))
    return Outcome("done", table=table)


def _comes_after(other: PlaceInCounts, place: PlaceInCounts) -> bool:
    """Whether another acts later than somebody whose count is set; among equals by the lower modifier."""
    is_lower = other.count == place.count and not other.is_moved and other.modifier < place.modifier
    return not other.face or other.count < place.count or is_lower


@_set_in_battle("d20.set-place", "D20-order", role=Role.SET_PLACE)
def set_place(
    table: Table,
    play: Play,
    who: Annotated[Keys, _SOME_WITH_COUNT],
    against: Annotated[int, replace(_WITH_COUNT, apart=("who",))],
    where: Annotated[str, Choice(options=lambda table, given: (BEFORE, AFTER))] = BEFORE,
) -> Outcome:
    """Put them just before or just after another, on the same count. Rolls nothing. Turns stay as with a
    count that is set.
    """
    keys = tuple(dict.fromkeys(who))
    count = _battle_with_count(table, against).place(against).count
    if against in keys:
        raise RuleError("inputs.against-themselves", who=table[against].name)
    for key in keys if where == BEFORE else reversed(keys):
        order = _battle_with_count(table, key)
        place = replace(order.place(key), count=count, reason=SET, against=against, pick="")
        table = replace(table, order=_moved(order, place, against, 0 if where == BEFORE else 1))
    values: dict[str, FactValue] = {"other": table[against].name, "count": count}
    for key in keys:
        play.tell(f"set-{where}", "D20-order", {"who": table[key].name, **values})
    return Outcome("done", table=table)


def _battle_with_count(table: Table, key: int) -> CountsOrder:
    """The battle. Raises `RuleError` for somebody who has no count in it."""
    check_is_in_battle(table, key)
    order = running_battle(table)
    if not order.place(key).face:
        raise RuleError("d20.no-count", who=table[key].name)
    return order


_done_in_battle = partial(turn_procedure, outcomes=("done",))
"""A procedure that changes the order of battle, and has no other result."""
PROCEDURES: tuple[Procedure, ...] = (
    _done_in_battle(
        id="d20.delay",
        rules=("D20-X-delay",),
        form=InTurn,
        run=_delay,
        role=Role.DELAY,
        takes_turn=True,
        problems=_nobodys_turn,
    ),
    _done_in_battle(
        id="d20.ready",
        rules=("D20-X-ready",),
        form=Ready,
        run=_ready,
        role=Role.READY,
        takes_turn=True,
        problems=_nobodys_turn,
    ),
    _done_in_battle(
        id="d20.come-in",
        rules=("D20-X-delay", "D20-X-ready", "D20-AMB-7"),
        form=ComeIn,
        run=_come_in,
        role=Role.HAND,
        problems=_nobody_waits(DELAYED, READIED),
    ),
    _done_in_battle(
        id="d20.fire",
        rules=("D20-X-ready", "D20-AMB-7"),
        form=Fire,
        run=_fire,
        role=Role.HAND,
        problems=_nobody_waits(READIED),
    ),
    set_count,
    set_place,
)
"""The procedures of a running order of battle, in any game."""


def d20_turn_procedures(turns: Turns) -> tuple[Procedure, ...]:
    """The procedures of an order of battle in a game with these turns."""
    return (_begin_battle(turns.modifier), *PROCEDURES)


def delay_d20_turn(table: Table, key: int, play: Play) -> Table:
    """Take no action now, but on a later count (D20-X-delay). Rolls nothing.
    Raises `RuleError` unless it is their turn.
    """
    _check_is_acting(table, key)
    order = running_battle(table)
    play.tell("delays", "D20-X-delay", {"who": table[key].name, "count": order.place(key).count})
    order = order.put(replace(order.place(key), waits=DELAYED, trigger=""))
    acted = tuple(each for each in order.acted if each != key)
    return replace(table, order=replace(order, acted=acted, passed=(*order.passed, key), acting=None))


def ready_action(table: Table, key: int, trigger: str, play: Play) -> Table:
    """Ready an action for a trigger (D20-X-ready): a standard action; it is still their turn. Rolls nothing.
    Raises `RuleError` unless it is their turn. Not checked: what else they do in it.
    """
    _check_is_acting(table, key)
    order = running_battle(table)
    fact = "readies-for" if trigger.strip() else "readies"
    play.tell(fact, "D20-X-ready", {"who": table[key].name, "trigger": trigger.strip()})
    place = replace(order.place(key), waits=READIED, trigger=trigger.strip())
    return replace(table, order=order.put(place))


def take_delayed_turn(table: Table, key: int, play: Play) -> Table:
    """Take a delayed turn now, after the one whose turn it was, and keep that count (D20-X-delay).
    If this is in the next round, before their own turn, they give up that turn for it. Rolls nothing. Raises
    `RuleError` unless they have delayed and can act.
    """
    _check_waits(table, key, DELAYED)
    table = _taken_ahead(table, key, "D20-X-delay", play)
    order = running_battle(table)
    after = _last_touched(order, key)
    place = _acting_place(table, order.place(key))
    if after is not None:
        place = replace(place, count=order.place(after).count, reason=DELAYED, against=after, pick="")
    play.tell("comes-in", "D20-X-delay", {"who": table[key].name, "count": place.count})
    order = _moved(order, place, after, 1) if after is not None else order.put(place)
    return replace(table, order=replace(_acted(order, key), acting=key))


def act_readied(table: Table, key: int, before_key: int, play: Play) -> Table:
    """A readied action happens just before what triggered it (D20-X-ready); the interrupted turn then goes
    on.
    Their count becomes the one on which it happens, and their place is just ahead of whoever triggered it
    (or, if that one has another count, of the one whose turn it is). If this is in the next round, before
    their own turn, they give up that turn for it. Rolls nothing. Raises `RuleError` unless they have readied
    and can act, and it is somebody else's turn.
    """
    _check_waits(table, key, READIED)
    check_is_in_battle(table, before_key)
    acting = running_battle(table).acting
    if acting is None or key in (acting, before_key):
        raise RuleError("d20.breaks-in")
    table = _taken_ahead(table, key, "D20-X-ready", play)
    order = running_battle(table)
    count = order.place(acting).count
    ahead_of = before_key if order.place(before_key).count == count else acting
    place = replace(
        _acting_place(table, order.place(key)), count=count, reason=READIED, against=ahead_of, pick=""
    )
    values: dict[str, FactValue] = {"who": table[key].name, "other": table[before_key].name, "count": count}
    play.tell("fires-before", "D20-X-ready", values)
    return replace(table, order=_acted(_moved(order, place, ahead_of, 0), key))


def _check_is_acting(table: Table, key: int) -> None:
    check_is_in_battle(table, key)
    check_can_act(table[key])
    acting = running_battle(table).acting
    if acting != key:
        other = "" if acting is None else table[acting].name
        raise RuleError("d20.not-their-turn", who=table[key].name, other=other)


def _check_waits(table: Table, key: int, waits: str) -> None:
    check_is_in_battle(table, key)
    check_can_act(table[key])
    if running_battle(table).place(key).waits != waits:
        raise RuleError("d20.not-waiting", who=table[key].name, waits=waits)


def _taken_ahead(table: Table, key: int, rule: str, play: Play) -> Table:
    """If their own turn this round is still to come, they give it up for the action that they take now."""
    if key not in running_battle(table).waiting:
        return table
    play.tell("turn-given-up", rule, {"who": table[key].name})
    table = age_conditions_before_turns(table, (key,), play)
    check_can_act(table[key])
    return table


def _acting_place(table: Table, place: PlaceInCounts) -> PlaceInCounts:
    """The place of somebody who takes the action that was put off."""
    order = running_battle(table)
    return no_longer_flat_footed_in_battle(replace(place, waits="", trigger=""), order, D20House.of(table))


def _last_touched(order: CountsOrder, key: int) -> int | None:
    """The key of the other member after whom this one comes in: whose turn it is, or was last.
    None: it is still their own place.
    """
    if order.acting is not None:
        return order.acting
    last = max(order.touched, key=order.index, default=key)
    return None if last == key else last


def _moved(order: CountsOrder, place: PlaceInCounts, beside: int, offset: int) -> CountsOrder:
    """The order with this place just ahead of another (0), or just after it (1)."""
    others = [each for each in order.places if each.key != place.key]
    index = next(number for number, each in enumerate(others) if each.key == beside) + offset
    return order.arranged((*others[:index], place, *others[index:]))


def _acted(order: CountsOrder, key: int) -> CountsOrder:
    """The order with this member among those who have acted this round."""
    passed = tuple(each for each in order.passed if each != key)
    acted = order.acted if key in order.acted else (*order.acted, key)
    return replace(order, acted=acted, passed=passed)


METHOD = Method(
    next_turn=next_in_battle,
    join=lambda table, keys, side, turns, play: join_battle(table, keys, turns.modifier, play),
    leave=leave_battle,
    rules=(
        *("D20-order", "D20-ff", "D20-inact"),
        *("D20-AMB-1", "D20-AMB-2", "D20-AMB-3", "D20-AMB-7", "D20-AMB-8", "D20-AMB-10"),
    ),
    join_rules=("D20-AMB-1", "D20-AMB-2", "D20-AMB-3", "D20-AMB-8", "D20-AMB-9"),
    procedures=d20_turn_procedures,
    questions=OF_ORDER,
    revisions=REVISIONS,
)
