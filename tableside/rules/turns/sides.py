"""Sides that act in turn, all members of one together (FELL-TURN, HEI-X-turns)."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import ClassVar, TypeVar

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.conditions import age_conditions_after_round, age_conditions_before_turns
from tableside.rules.inputs import Choice, Who, input_field
from tableside.rules.life_states import can_act, lives
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure, Role
from tableside.rules.ruleset import Turns
from tableside.rules.table import Character, Kind, Table
from tableside.rules.turns.order import Order
from tableside.rules.turns.running_order import (
    Method,
    begin_running_order,
    everybody_in_order,
    order_begins,
    running_order_as,
    running_order_problems,
    turn_procedure,
)

PARTY = "party"
ENEMIES = "enemies"
SIDES = (PARTY, ENEMIES)


@frozen
class Side:
    """Those who act together."""

    name: str
    """An id that the wording knows, such as `party`."""
    members: tuple[int, ...] = ()


@frozen
class SidesOrder(Order):
    """Sides in the order in which they act."""

    method: ClassVar[str] = "sides"
    members_in: ClassVar[tuple[str, ...]] = ("sides",)
    rules_in: ClassVar[str] = "tableside.rules.turns.sides"

    sides: tuple[Side, ...] = ()
    turn: int = -1
    """The index of the side that acts. -1: none yet."""
    acted: tuple[int, ...] = ()
    """Keys of those on the acting side who have acted."""
    spent: tuple[int, ...] = ()
    """Keys of those who had their turn this round before that of their present side began: with another side,
    or before anybody's turn.
    """
    round: int = 1
    pace: str = ""
    """The id of the length of a round, where the game has several."""

    @property
    def members(self) -> tuple[int, ...]:
        return tuple(key for side in self.sides for key in side.members)

    @property
    def side(self) -> Side | None:
        """The side that acts. None: nobody has begun."""
        return self.sides[self.turn] if 0 <= self.turn < len(self.sides) else None

    @property
    def now(self) -> tuple[int, ...]:
        return tuple(key for key in self.side.members if key not in self.acted) if self.side else ()

    @property
    def acting_together(self) -> str:
        return self.side.name if self.side else ""

    @property
    def side_names(self) -> tuple[str, ...]:
        return tuple(side.name for side in self.sides)

    def side_name_of(self, key: int) -> str:
        return next((side.name for side in self.sides if key in side.members), "")

    @property
    def is_before_first_turn(self) -> bool:
        return self.turn < 0 and self.round == 1

    def times_acted(self, key: int) -> int:
        before = self.sides[: max(0, self.turn)]
        is_past = any(key in side.members for side in before) or key in self.spent
        return 1 if is_past else self.acted.count(key)

    def marked(self, keys: Collection[int]) -> "SidesOrder":
        return replace(self, acted=(*self.acted, *keys))

    def with_first(self, key: int) -> "SidesOrder":
        ranked = sorted(self.sides, key=lambda side: key not in side.members)
        return replace(self, sides=tuple(ranked))

    def with_member(self, key: int, name: str) -> "SidesOrder":
        """Return the order with one more on the side of this name, which is added last if it is new."""
        if name not in {side.name for side in self.sides}:
            return replace(self, sides=(*self.sides, Side(name, (key,))))
        sides = (
            replace(side, members=(*side.members, key)) if side.name == name else side for side in self.sides
        )
        return replace(self, sides=tuple(sides))

    def without(self, key: int) -> "SidesOrder":
        """Return the order without this member. Their side stays even when empty, and `acted` is kept, so
        that they get no second turn if they return.
        """
        sides = (
            replace(side, members=tuple(each for each in side.members if each != key)) for side in self.sides
        )
        return replace(self, sides=tuple(sides))

    def moved(self, key: int, name: str) -> "SidesOrder":
        """Return the order with this member moved to another side, with which they act unless they have acted
        this round.
        """
        old = next((place for place, side in enumerate(self.sides) if key in side.members), self.turn)
        moved = self.without(key).with_member(key, name)
        new = next(place for place, side in enumerate(moved.sides) if side.name == name)
        has_acted = key in self.acted if old == self.turn else old < self.turn or key in self.spent
        acted = tuple(each for each in self.acted if each != key)
        acted = (*acted, key) if has_acted and new == self.turn else acted
        spent = tuple(each for each in self.spent if each != key)
        spent = (*spent, key) if has_acted and new > self.turn else spent
        return replace(moved, acted=acted, spent=spent)

    def begun(self, turn: int) -> "SidesOrder":
        """Return the order with the turn of the side at this index begun. Those who acted with another side
        do not act again.
        """
        members = self.sides[turn].members
        return replace(self, turn=turn, acted=tuple(each for each in self.spent if each in members))

    def rewound(self, before: Order) -> "SidesOrder":
        assert isinstance(before, SidesOrder)
        acted = tuple(key for key in before.acted if key in self.members)
        return replace(self, turn=before.turn, acted=acted, spent=before.spent, round=before.round)


def side_of(who: Character) -> str:
    """Return the side of a character: the enemies' or the party's."""
    return ENEMIES if who.kind == Kind.ENEMY else PARTY


def _next(table: Table, turns: Turns, play: Play) -> tuple[str, Table]:
    """Begin the turn of the next side on which anybody can act; after the last, the round ends. Rolls nothing
    of its own.

    A side that cannot act is passed over, but the conditions counted by its turn lose a round.
    """
    while True:
        order = _sides_order(table)
        if order.turn + 1 >= len(order.sides):
            table = _end_round(table, turns, play)
            if not any(can_act(table[key]) for key in order.members):
                return "nobody", table
            continue
        order = order.begun(order.turn + 1)
        table = age_conditions_before_turns(replace(table, order=order), order.now, play)
        if any(can_act(table[key]) for key in order.now):
            side = order.side.name if order.side else ""
            play.tell("side-acts", "", {"side": side, "round": order.round})
            return "turn", table


def _end_round(table: Table, turns: Turns, play: Play) -> Table:
    order = _sides_order(table)
    play.tell("round-over", "", {"round": order.round})
    table = turns.round_ends(table, tuple(sorted(order.members)), play)
    table = age_conditions_after_round(table, play)
    return replace(
        table, order=replace(_sides_order(table), round=order.round + 1, turn=-1, acted=(), spent=())
    )


def side_members_have_acted(table: Table, keys: Iterable[int], rule: str, play: Play) -> Table:
    """Mark those of the acting side as having acted, before the first turn those of any side; does nothing
    where sides do not take turns.
    """
    order = table.order
    if order is None or order.acting_together is None:
        return table
    if isinstance(order, SidesOrder) and order.turn < 0:
        early = tuple(key for key in keys if key in order.members and key not in order.spent)
        for key in early:
            play.tell("has-acted", rule, {"who": table[key].name})
        return replace(table, order=replace(order, spent=(*order.spent, *early)))
    acting = [key for key in keys if key in order.now]
    for key in acting:
        play.tell("has-acted", rule, {"who": table[key].name})
    return replace(table, order=order.marked(acting))


def _sides_order(table: Table) -> SidesOrder:
    return running_order_as(SidesOrder, table, "turns.no-sides")


def _join(table: Table, keys: tuple[int, ...], side: str, turns: Turns, play: Play) -> Table:
    for key in keys:
        play.tell("joins-order", "", {"who": table[key].name})
        table = replace(table, order=_sides_order(table).with_member(key, side or side_of(table[key])))
    return table


def _leave(table: Table, key: int, play: Play) -> Table:
    play.tell("leaves-order", "", {"who": table[key].name})
    return replace(table, order=_sides_order(table).without(key))


def _change_sides(table: Table, was: Character, play: Play) -> Table:
    side = side_of(table[was.key])
    if side == side_of(was):
        return table
    play.tell("changes-sides", "FELL-TURN", {"who": was.name, "side": side})
    return replace(table, order=_sides_order(table).moved(was.key, side))


@frozen
class BothSides:
    """Who is on which side, and which acts first; nobody named: everybody present, by kind."""

    first: str = input_field(Choice(options=lambda table, given: SIDES, default=PARTY))
    party: tuple[int, ...] = input_field(Who(many=True, optional=True, fits=lives))
    enemies: tuple[int, ...] = input_field(Who(many=True, optional=True, fits=lives))


B = TypeVar("B", bound=BothSides)


def _begin_sides(table: Table, form: BothSides, pace: str, play: Play) -> Outcome:
    """Begin two sides that act in turn, in rounds as long as `pace` says (FELL-TURN, HEI-X-turns)."""
    party, enemies = form.party, form.enemies
    if not (party or enemies):
        present = [table[key] for key in everybody_in_order(table)]
        party = tuple(each.key for each in present if side_of(each) == PARTY)
        enemies = tuple(each.key for each in present if side_of(each) == ENEMIES)
    both = {PARTY: dict.fromkeys(party), ENEMIES: dict.fromkeys(enemies)}
    for key in both[PARTY]:
        if key in both[ENEMIES]:
            raise RuleError("turns.on-two-sides", who=table[key].name)
    names = SIDES if form.first == PARTY else tuple(reversed(SIDES))
    order = SidesOrder(tuple(Side(name, tuple(both[name])) for name in names), pace=pace)
    play.tell("sides-begun", "FELL-TURN", {"side": form.first, "option": pace})
    return begin_running_order(table, order)


def _is_on_the_side(table: Table, who: Character) -> bool:
    order = table.order
    return isinstance(order, SidesOrder) and order.side is not None and who.key in order.side.members


@frozen
class HasActed:
    """Who on the side has acted."""

    who: int = input_field(Who(fits=_is_on_the_side))


def _has_acted(table: Table, form: HasActed, play: Play) -> Outcome:
    """Mark a member of the acting side as having acted; marked again, they have not."""
    order, key = _sides_order(table), form.who
    if order.side is None or key not in order.side.members:
        raise RuleError("turns.side-not-acting", who=table[key].name)
    is_again = key in order.acted
    play.tell("acts-again" if is_again else "has-acted", "", {"who": table[key].name})
    acted = tuple(each for each in order.acted if each != key) if is_again else (*order.acted, key)
    return Outcome("done", table=replace(table, order=replace(order, acted=acted)))


HAS_ACTED = turn_procedure(
    id="turn.has-acted",
    run=_has_acted,
    outcomes=("done",),
    role=Role.HAND,
    problems=running_order_problems(SidesOrder),
)


def _procedures(paces: tuple[str, ...]) -> tuple[Procedure, ...]:
    """Return the procedures for a game with these lengths of a round, the usual one first; none: only one."""
    if not paces:
        return _begins(BothSides, lambda table, form, play: _begin_sides(table, form, "", play)), HAS_ACTED

    @frozen
    class PacedSides(BothSides):
        """Who is on which side, which acts first, and how long a round is."""

        pace: str = input_field(Choice(options=lambda table, given: paces, default=paces[0]))

    begin = _begins(PacedSides, lambda table, form, play: _begin_sides(table, form, form.pace, play))
    return begin, HAS_ACTED


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


METHOD = Method(
    next_turn=_next,
    join=_join,
    leave=_leave,
    change_sides=_change_sides,
    rules=("FELL-TURN", "HEI-X-turns"),
    procedures=lambda turns: _procedures(turns.paces),
)
