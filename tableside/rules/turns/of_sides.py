"""The procedures of sides that act together (FELL-TURN, HEI-X-turns)."""

from collections.abc import Callable
from typing import TypeVar

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.forms import asked
from tableside.rules.inputs import Choice, Who
from tableside.rules.order import Sides
from tableside.rules.order.sides import Side
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure, Role
from tableside.rules.states import lives
from tableside.rules.table import Character, Table
from tableside.rules.turns import sides
from tableside.rules.turns.when import begun, everybody, order_begins, order_is, turn_procedure


@frozen
class BothSides:
    """Who is on which side, and which acts first; nobody named: everybody who is there, by kind."""

    first: str = asked(Choice(options=lambda table, given: sides.SIDES, default=sides.PARTY))
    party: tuple[int, ...] = asked(Who(many=True, optional=True, fits=lives))
    enemies: tuple[int, ...] = asked(Who(many=True, optional=True, fits=lives))


B = TypeVar("B", bound=BothSides)


def begin(table: Table, form: BothSides, pace: str, play: Play) -> Outcome:
    """Two sides that act in turn, in rounds as long as `pace` says (FELL-TURN, HEI-X-turns)."""
    party, enemies = form.party, form.enemies
    if not (party or enemies):
        present = [table[key] for key in everybody(table)]
        party = tuple(each.key for each in present if sides.side_of(each) == sides.PARTY)
        enemies = tuple(each.key for each in present if sides.side_of(each) == sides.ENEMIES)
    both = {sides.PARTY: dict.fromkeys(party), sides.ENEMIES: dict.fromkeys(enemies)}
    for key in both[sides.PARTY]:
        if key in both[sides.ENEMIES]:
            raise RuleError(f"{table[key].name} cannot be on two sides: name them once")
    names = sides.SIDES if form.first == sides.PARTY else tuple(reversed(sides.SIDES))
    order = Sides(tuple(Side(name, tuple(both[name])) for name in names), pace=pace)
    play.tell("sides-begun", "FELL-TURN", {"side": form.first, "option": pace})
    return begun(table, order)


def _is_on_the_side(table: Table, who: Character) -> bool:
    order = table.order
    return isinstance(order, Sides) and order.side is not None and who.key in order.side.members


@frozen
class HasActed:
    """Who of the side has acted."""

    who: int = asked(Who(fits=_is_on_the_side))


def _has_acted(table: Table, form: HasActed, play: Play) -> Outcome:
    return Outcome("done", table=sides.mark(table, form.who, play))


HAS_ACTED = turn_procedure(
    id="turn.has-acted",
    rules=(),
    form=HasActed,
    run=_has_acted,
    outcomes=("done",),
    role=Role.HAND,
    problems=order_is(Sides),
)


def of_sides(paces: tuple[str, ...]) -> tuple[Procedure, ...]:
    """The procedures for a game whose rounds may be this long, the usual first; none: all are alike."""
    if not paces:
        return _begins(BothSides, lambda table, form, play: begin(table, form, "", play)), HAS_ACTED

    @frozen
    class PacedSides(BothSides):
        """Who is on which side, which acts first, and how long a round is."""

        pace: str = asked(Choice(options=lambda table, given: paces, default=paces[0]))

    return _begins(PacedSides, lambda table, form, play: begin(table, form, form.pace, play)), HAS_ACTED


def _begins(form: type[B], run: Callable[[Table, B, Play], Outcome]) -> Procedure:
    return turn_procedure(
        id="turn.begin-sides",
        rules=("FELL-TURN", "HEI-X-turns"),
        form=form,
        run=run,
        outcomes=("begun",),
        role=Role.ASSEMBLE,
        problems=order_begins,
    )
