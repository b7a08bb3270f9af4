"""The GM's own order: a list of names, and who of them has acted this round."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import ClassVar

from tableside.frozen import frozen
from tableside.rules.order.order import Misfit, Order, missing_keys


@frozen
class Listed(Order):
    """Turns as the GM lists them, or as they are handed on. Whoever is handed one acts out of the order."""

    method: ClassVar[str] = "list"
    rules_in: ClassVar[str] = "tableside.rules.turns.listed"

    members: tuple[int, ...] = ()
    """Keys, first to last."""
    acting: int | None = None
    """The key of the one whose turn it is. None: nobody's yet."""
    acted: tuple[int, ...] = ()
    """Keys of those whose turn has come this round, the acting one included."""
    begun: tuple[int, ...] = ()
    """Keys of those who have had the beginning of a turn this round, also when they put it off then."""
    round: int = 1
    handed: bool = False
    """Whether whoever has acted names who acts next, and the last of a round who begins the one after it."""

    @property
    def waiting(self) -> tuple[int, ...]:
        """Those whose turn is still to come this round."""
        return tuple(key for key in self.members if key not in self.acted)

    def without(self, key: int) -> "Listed":
        """After this one has left. Who has acted stays: whoever comes back has no second turn this round."""
        return replace(
            self,
            members=tuple(each for each in self.members if each != key),
            acting=None if self.acting == key else self.acting,
        )

    def misfits(self, keys: Collection[int], most: int) -> Iterator[Misfit]:
        yield from Order.misfits(self, keys, most)
        yield from missing_keys("begun", self.begun, keys)

    def rewound(self, before: Order) -> "Listed":
        assert isinstance(before, Listed)
        acted = tuple(key for key in before.acted if key in self.members)
        acting = before.acting if before.acting in self.members else None
        return replace(self, acted=acted, begun=before.begun, acting=acting, round=before.round)
