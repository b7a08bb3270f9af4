"""Sides that take turns: all of one act together, then all of the next."""

from collections.abc import Collection
from dataclasses import replace
from typing import ClassVar

from tableside.frozen import frozen
from tableside.rules.order.order import Order


@frozen
class Side:
    """Those who act together."""

    name: str
    """An id that the wording knows, such as `party`."""
    members: tuple[int, ...] = ()


@frozen
class Sides(Order):
    """Sides in the order in which they act."""

    method: ClassVar[str] = "sides"
    rules_in: ClassVar[str] = "tableside.rules.turns.sides"

    sides: tuple[Side, ...] = ()
    turn: int = -1
    """The place of the side that acts, from 0. -1: none yet."""
    acted: tuple[int, ...] = ()
    """Keys of those of the acting side who have done what they do."""
    spent: tuple[int, ...] = ()
    """Keys of those who had their turn this round with another side than theirs is now."""
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

    @property
    def is_before_first_turn(self) -> bool:
        return self.turn < 0 and self.round == 1

    def times_acted(self, key: int) -> int:
        before = self.sides[: max(0, self.turn)]
        return 1 if any(key in side.members for side in before) else self.acted.count(key)

    def marked(self, keys: Collection[int]) -> "Sides":
        return replace(self, acted=(*self.acted, *keys))

    def with_first(self, key: int) -> "Sides":
        ranked = sorted(self.sides, key=lambda side: key not in side.members)
        return replace(self, sides=tuple(ranked))

    def with_member(self, key: int, name: str) -> "Sides":
        """With one more on the side of this name, which is the last when it is new."""
        if name not in {side.name for side in self.sides}:
            return replace(self, sides=(*self.sides, Side(name, (key,))))
        sides = (
            replace(side, members=(*side.members, key)) if side.name == name else side for side in self.sides
        )
        return replace(self, sides=tuple(sides))

    def without(self, key: int) -> "Sides":
        """After this one has left. Their side stays, even when it is empty, and so does who has acted:
        whoever comes back has no second turn.
        """
        sides = (
            replace(side, members=tuple(each for each in side.members if each != key)) for side in self.sides
        )
        return replace(self, sides=tuple(sides))

    def moved(self, key: int, name: str) -> "Sides":
        """With this member on the side of this name: they act with it, unless they have acted this round."""
        old = next((place for place, side in enumerate(self.sides) if key in side.members), self.turn)
        moved = self.without(key).with_member(key, name)
        new = next(place for place, side in enumerate(moved.sides) if side.name == name)
        has_acted = key in self.acted if old == self.turn else old < self.turn or key in self.spent
        acted = tuple(each for each in self.acted if each != key)
        acted = (*acted, key) if has_acted and new == self.turn else acted
        spent = tuple(each for each in self.spent if each != key)
        spent = (*spent, key) if has_acted and new > self.turn else spent
        return replace(moved, acted=acted, spent=spent)

    def begun(self, turn: int) -> "Sides":
        """With the turn of the side in this place: who had theirs with another side has it not again."""
        members = self.sides[turn].members
        return replace(self, turn=turn, acted=tuple(each for each in self.spent if each in members))

    def rewound(self, before: Order) -> "Sides":
        assert isinstance(before, Sides)
        acted = tuple(key for key in before.acted if key in self.members)
        return replace(self, turn=before.turn, acted=acted, spent=before.spent, round=before.round)
