"""The `turn.*` procedures: the same in every campaign, whichever order is running."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from tableside.errors import RuleError
from tableside.rules.odds import Odds
from tableside.rules.order import Counts, Listed, Sides, Stack
from tableside.rules.order.sides import Side
from tableside.rules.order.stack import END, ENEMIES, HENCHMEN
from tableside.rules.play import Play
from tableside.rules.procedure import Choice, Given, Group, Number, Outcome, Procedure, Role, Who
from tableside.rules.ruleset import Turns
from tableside.rules.states import can_act, is_gone, lives
from tableside.rules.table import Character, Table
from tableside.rules.troika.turns import owner_chances
from tableside.rules.turns import coming, listed, sides
from tableside.rules.turns.taking import running, take_back, take_turn

_DRAW_RULES = (
    *("TRO-5.2", "TRO-5.3", "TRO-5.1.4", "TRO-4.1", "TRO-3.4", "TRO-7.9", "TRO-7.9.1", "TRO-7.9.2"),
    *("TRO-AMB-12", "TRO-AMB-13", "TRO-AMB-14", "TRO-AMB-15", "TRO-AMB-16"),
)
_TURN_RULES: dict[type, tuple[str, ...]] = {
    Stack: _DRAW_RULES,
    Counts: (
        *("D20-order", "D20-ff", "D20-inact"),
        *("D20-AMB-1", "D20-AMB-2", "D20-AMB-3", "D20-AMB-7", "D20-AMB-8", "D20-AMB-10"),
    ),
    Sides: ("FELL-TURN", "HEI-X-turns"),
}
"""What the next turn goes by in each kind of order; the GM's own goes by no rule."""
_JOIN_RULES: dict[type, tuple[str, ...]] = {
    Stack: ("TRO-5.1.1",),
    Counts: ("D20-AMB-1", "D20-AMB-2", "D20-AMB-3", "D20-AMB-8", "D20-AMB-9"),
}
Problems = Callable[[Table], tuple[str, ...]]


def turn_procedures(turns: Turns) -> tuple[Procedure, ...]:
    """The procedures for a game that says this about turns."""

    def take(table: Table, *, play: Play) -> Outcome:
        """The next turn, whoever's it is."""
        result, after = take_turn(table, turns, play)
        return Outcome(result, {"round": running(after).round}, after)

    def draw(table: Table, *, play: Play) -> Outcome:
        """The next token out of the stack; in no other order is there anything to draw."""
        if not isinstance(running(table), Stack):
            raise RuleError("no stack is in use: the next turn comes with turn.next")
        return take(table, play=play)

    def come(table: Table, who: tuple[int, ...], side: str, *, play: Play) -> Outcome:
        """Join whatever order is running."""
        return Outcome("done", table=coming.join(table, who, side, turns, play))

    return (
        Procedure(
            id="turn.next",
            rules=_all_of(_TURN_RULES),
            inputs=(),
            run=take,
            odds=_chances,
            group=Group.FIGHT,
            outcomes=("turn", "nobody"),
            amounts=("round",),
            role=Role.NEXT,
            on_table=True,
            problems=_no_order,
            decides=_by_order(_TURN_RULES),
        ),
        Procedure(
            id="turn.back",
            rules=(),
            inputs=(),
            run=_back,
            group=Group.FIGHT,
            outcomes=("done",),
            role=Role.BACK,
            on_table=True,
            problems=_nothing_taken,
        ),
        Procedure(
            id="turn.join",
            rules=_all_of(_JOIN_RULES),
            inputs=(
                Who("who", many=True, fits=_can_join),
                Choice("side", _sides, default=""),
            ),
            run=come,
            group=Group.FIGHT,
            outcomes=("done",),
            role=Role.JOIN,
            on_table=True,
            problems=_nobody_joins,
            decides=_by_order(_JOIN_RULES),
        ),
        Procedure(
            id="turn.leave",
            rules=("TRO-5.3",),
            inputs=(Who("who", many=True, retired=True, fits=_is_in),),
            run=_leave,
            group=Group.FIGHT,
            outcomes=("done",),
            role=Role.LEAVE,
            on_table=True,
            problems=_no_order,
            decides=_by_order({Stack: ("TRO-5.3",)}),
        ),
        Procedure(
            id="turn.end",
            rules=("TRO-4.1",),
            inputs=(),
            run=_end,
            group=Group.FIGHT,
            outcomes=("done",),
            role=Role.FINISH,
            on_table=True,
            problems=_no_order,
            decides=_by_order({Stack: ("TRO-4.1",)}),
        ),
        Procedure(
            id="troika.draw",
            rules=_DRAW_RULES,
            inputs=(),
            run=draw,
            odds=_chances,
            group=Group.FIGHT,
            outcomes=(ENEMIES, HENCHMEN, END),
            amounts=("round",),
            on_table=True,
            problems=order_is(Stack),
        ),
        *_OF_LISTS,
        *_of_sides(turns.paces),
    )


def _all_of(rules: Mapping[type, tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(id for listed in rules.values() for id in listed))


def join_rules(table: Table | None) -> tuple[str, ...]:
    """The rules by which somebody joins the order that is running. None: those of every order."""
    return _all_of(_JOIN_RULES) if table is None else _by_order(_JOIN_RULES)(table)


def _by_order(rules: Mapping[type, tuple[str, ...]]) -> Callable[[Table], tuple[str, ...]]:
    """The rules that have a say in the kind of order that is running."""
    return lambda table: rules.get(type(table.order), ())


def _chances(table: Table) -> Odds:
    if not isinstance(table.order, Stack):
        raise RuleError("nothing is drawn in this order: who comes next is certain")
    return Odds(owner_chances(table))


def _back(table: Table, *, play: Play) -> Outcome:
    return Outcome("done", table=take_back(table, play))


def _leave(table: Table, who: tuple[int, ...], *, play: Play) -> Outcome:
    return Outcome("done", table=coming.leave(table, who, play))


def _end(table: Table, *, play: Play) -> Outcome:
    return Outcome("done", table=coming.end(table, play))


def _no_order(table: Table) -> tuple[str, ...]:
    return () if table.order else ("no-fight",)


def _nothing_taken(table: Table) -> tuple[str, ...]:
    return _no_order(table) or (() if table.turns else ("no-turn-taken",))


def _can_join(table: Table, who: Character) -> bool:
    return table.order is not None and not is_gone(who) and who.key not in table.order.members


def _is_in(table: Table, who: Character) -> bool:
    return table.order is not None and who.key in table.order.members


def _nobody_joins(table: Table) -> tuple[str, ...]:
    if problems := _no_order(table):
        return problems
    return () if any(_can_join(table, each) for each in table.in_play()) else ("nobody-to-join",)


def _sides(table: Table, given: Given) -> tuple[str, ...]:
    order = table.order
    return tuple(side.name for side in order.sides) if isinstance(order, Sides) else ()


def order_begins(table: Table) -> tuple[str, ...]:
    """Why no order can begin now."""
    if table.order:
        return ("fight-is-on",)
    return () if any(not is_gone(each) for each in table.in_play()) else ("nobody-to-fight",)


def order_is(*types: type[Stack | Counts | Sides | Listed]) -> Problems:
    """Why something that these orders alone have cannot be done now."""

    def problems(table: Table) -> tuple[str, ...]:
        return _no_order(table) or (() if isinstance(table.order, types) else ("other-order",))

    return problems


# The GM's own order


def _begin_list(table: Table, who: tuple[int, ...], *, play: Play, handed: bool = False) -> Outcome:
    """The GM's own order: these, as named; nobody named: everybody in play."""
    order = Listed(tuple(dict.fromkeys(who or _everybody(table))), handed=handed)
    play.tell(
        "handing-begun" if handed else "list-begun",
        "",
        {"who": ", ".join(table[key].name for key in order.members)},
    )
    return _begun(table, order)


def _begin_popcorn(table: Table, who: tuple[int, ...], *, play: Play) -> Outcome:
    """Turns that are handed on: whoever has acted names who acts next."""
    return _begin_list(table, who, play=play, handed=True)


def _begun(table: Table, order: Listed | Sides) -> Outcome:
    if table.order is not None:
        raise RuleError("a turn order is running already: end it first (turn.end)")
    return Outcome("begun", table=replace(table, order=order, turns={}))


def _everybody(table: Table) -> tuple[int, ...]:
    return tuple(each.key for each in table.present() if not is_gone(each))


def _put_off(table: Table, *, play: Play) -> Outcome:
    return Outcome("done", table=listed.put_off(table, play))


def _move(table: Table, who: int, place: int, *, play: Play) -> Outcome:
    return Outcome("done", table=listed.moved(table, who, place, play))


def _hand(table: Table, who: int, *, play: Play) -> Outcome:
    return Outcome("done", table=listed.begin_turn(table, who, play))


def _is_in_and_able(table: Table, who: Character) -> bool:
    return _is_in(table, who) and can_act(who)


def _nobody_acts(table: Table) -> tuple[str, ...]:
    if problems := order_is(Listed)(table):
        return problems
    return () if table.order and table.order.now else ("nobodys-turn",)


_OF_LISTS = (
    Procedure(
        id="turn.begin-list",
        rules=(),
        inputs=(Who("who", many=True, optional=True, fits=lives),),
        run=_begin_list,
        group=Group.FIGHT,
        outcomes=("begun",),
        role=Role.ASSEMBLE,
        on_table=True,
        problems=order_begins,
    ),
    Procedure(
        id="turn.begin-popcorn",
        rules=(),
        inputs=(Who("who", many=True, optional=True, fits=lives),),
        run=_begin_popcorn,
        group=Group.FIGHT,
        outcomes=("begun",),
        role=Role.ASSEMBLE,
        on_table=True,
        problems=order_begins,
    ),
    Procedure(
        id="turn.put-off",
        rules=(),
        inputs=(),
        run=_put_off,
        group=Group.FIGHT,
        outcomes=("done",),
        role=Role.DELAY,
        on_table=True,
        problems=_nobody_acts,
    ),
    Procedure(
        id="turn.hand",
        rules=(),
        inputs=(Who("who", fits=_is_in_and_able),),
        run=_hand,
        group=Group.FIGHT,
        outcomes=("done",),
        role=Role.HAND,
        on_table=True,
        problems=order_is(Listed),
    ),
    Procedure(
        id="turn.move",
        rules=(),
        inputs=(Who("who", fits=_is_in), Number("place", lowest=1)),
        run=_move,
        group=Group.FIGHT,
        outcomes=("done",),
        on_table=True,
        problems=order_is(Listed),
    ),
)


# Sides


def _begin_sides(
    table: Table,
    first: str,
    party: tuple[int, ...],
    enemies: tuple[int, ...],
    pace: str = "",
    *,
    play: Play,
) -> Outcome:
    """Two sides; nobody named: everybody in play, by kind (FELL-TURN, HEI-X-turns)."""
    named = {*party, *enemies}
    everybody = [table[key] for key in _everybody(table) if key not in named]
    if not named:
        party = tuple(each.key for each in everybody if sides.side_of(each) == sides.PARTY)
        enemies = tuple(each.key for each in everybody if sides.side_of(each) == sides.ENEMIES)
    both = {sides.PARTY: dict.fromkeys(party), sides.ENEMIES: dict.fromkeys(enemies)}
    for key in both[sides.PARTY]:
        if key in both[sides.ENEMIES]:
            raise RuleError(f"{table[key].name} cannot be on two sides: name them once")
    names = sides.SIDES if first == sides.PARTY else tuple(reversed(sides.SIDES))
    order = Sides(tuple(Side(name, tuple(both[name])) for name in names), pace=pace)
    play.tell("sides-begun", "FELL-TURN", {"side": first, "option": pace})
    return _begun(table, order)


def _mark(table: Table, who: int, *, play: Play) -> Outcome:
    return Outcome("done", table=sides.mark(table, who, play))


def _is_on_the_side(table: Table, who: Character) -> bool:
    order = table.order
    return isinstance(order, Sides) and order.side is not None and who.key in order.side.members


def _of_sides(paces: tuple[str, ...]) -> tuple[Procedure, ...]:
    lengths = (Choice("pace", lambda table, given: paces, default=paces[0]),) if paces else ()
    return (
        Procedure(
            id="turn.begin-sides",
            rules=("FELL-TURN", "HEI-X-turns"),
            inputs=(
                Choice("first", lambda table, given: sides.SIDES, default=sides.PARTY),
                Who("party", many=True, optional=True, fits=lives),
                Who("enemies", many=True, optional=True, fits=lives),
                *lengths,
            ),
            run=_begin_sides,
            group=Group.FIGHT,
            outcomes=("begun",),
            role=Role.ASSEMBLE,
            on_table=True,
            problems=order_begins,
        ),
        Procedure(
            id="turn.has-acted",
            rules=(),
            inputs=(Who("who", fits=_is_on_the_side),),
            run=_mark,
            group=Group.FIGHT,
            outcomes=("done",),
            role=Role.HAND,
            on_table=True,
            problems=order_is(Sides),
        ),
    )
