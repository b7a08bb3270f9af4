"""The procedures of sides that act together (FELL-TURN, HEI-X-turns)."""

from tableside.errors import RuleError
from tableside.rules.inputs import Choice, Who
from tableside.rules.order import Sides
from tableside.rules.order.sides import Side
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure, Role
from tableside.rules.states import lives
from tableside.rules.table import Character, Table
from tableside.rules.turns import sides
from tableside.rules.turns.when import begun, everybody, order_begins, order_is, turn_procedure


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
    if not (party or enemies):
        listed = [table[key] for key in everybody(table)]
        party = tuple(each.key for each in listed if sides.side_of(each) == sides.PARTY)
        enemies = tuple(each.key for each in listed if sides.side_of(each) == sides.ENEMIES)
    both = {sides.PARTY: dict.fromkeys(party), sides.ENEMIES: dict.fromkeys(enemies)}
    for key in both[sides.PARTY]:
        if key in both[sides.ENEMIES]:
            raise RuleError(f"{table[key].name} cannot be on two sides: name them once")
    names = sides.SIDES if first == sides.PARTY else tuple(reversed(sides.SIDES))
    order = Sides(tuple(Side(name, tuple(both[name])) for name in names), pace=pace)
    play.tell("sides-begun", "FELL-TURN", {"side": first, "option": pace})
    return begun(table, order)


def _mark(table: Table, who: int, *, play: Play) -> Outcome:
    return Outcome("done", table=sides.mark(table, who, play))


def _is_on_the_side(table: Table, who: Character) -> bool:
    order = table.order
    return isinstance(order, Sides) and order.side is not None and who.key in order.side.members


def of_sides(paces: tuple[str, ...]) -> tuple[Procedure, ...]:
    lengths = (Choice("pace", lambda table, given: paces, default=paces[0]),) if paces else ()
    return (
        turn_procedure(
            id="turn.begin-sides",
            rules=("FELL-TURN", "HEI-X-turns"),
            inputs=(
                Choice("first", lambda table, given: sides.SIDES, default=sides.PARTY),
                Who("party", many=True, optional=True, fits=lives),
                Who("enemies", many=True, optional=True, fits=lives),
                *lengths,
            ),
            run=_begin_sides,
            outcomes=("begun",),
            role=Role.ASSEMBLE,
            problems=order_begins,
        ),
        turn_procedure(
            id="turn.has-acted",
            rules=(),
            inputs=(Who("who", fits=_is_on_the_side),),
            run=_mark,
            outcomes=("done",),
            role=Role.HAND,
            problems=order_is(Sides),
        ),
    )
