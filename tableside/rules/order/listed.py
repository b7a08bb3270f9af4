"""The GM's own order: a list of names, and who of them has acted this round."""

from dataclasses import replace

from tableside.frozen import frozen


@frozen
class Listed:
    """Turns as the GM lists them, or as they are handed on. Whoever is handed one acts out of the order."""

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
    def now(self) -> tuple[int, ...]:
        return () if self.acting is None else (self.acting,)

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

    def rewound(self, before: "Listed") -> "Listed":
        """As it was before, among those who are in it now."""
        acted = tuple(key for key in before.acted if key in self.members)
        acting = before.acting if before.acting in self.members else None
        return replace(self, acted=acted, begun=before.begun, acting=acting, round=before.round)
