"""Turns by number: the highest count first, with the reason for each place between equals."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Place:
    """One combatant's place in the order."""

    key: int
    face: int
    """The d20 of the initiative check (D20-check). 0: not rolled yet."""
    modifier: int
    count: int
    """The initiative number that they act on now; delaying and readying change it."""
    roll_offs: tuple[int, ...] = ()
    """The faces of the new checks that settled a tie, in order (D20-tie)."""
    reason: str = ""
    """The id of why they stand just here among equals: `modifier`, `roll-off`, `delayed`, `readied`..."""
    aware: bool = True
    """Whether they knew of their foes when the battle began (D20-surp)."""
    flat_footed: bool = True
    """Whether their first turn is still to come (D20-ff)."""
    waits: str = ""
    """`delayed` or `readied` while they have put off their turn."""
    trigger: str = ""
    """What a readied action waits for, in the players' words."""


@dataclass(frozen=True, slots=True)
class Counts:
    """A battle in the order of counts. Places stand in the order in which they act."""

    places: tuple[Place, ...] = ()
    acting: int | None = None
    """The key of the one whose turn it is. None: nobody's yet."""
    acted: tuple[int, ...] = ()
    """Keys of those whose turn has come this round."""
    round: int = 1
    """0 is the surprise round (D20-sround)."""

    @property
    def members(self) -> tuple[int, ...]:
        return tuple(each.key for each in self.places)

    @property
    def now(self) -> tuple[int, ...]:
        return () if self.acting is None else (self.acting,)

    def place(self, key: int) -> Place:
        """The place of this member."""
        return next(each for each in self.places if each.key == key)

    def rewound(self, before: "Counts") -> "Counts":
        """As it was before, among those who are in it now."""
        stayed = tuple(each for each in before.places if each.key in self.members)
        came = tuple(each for each in self.places if each.key not in before.members)
        places = sorted((*stayed, *came), key=lambda each: -each.count)
        acting = before.acting if before.acting in self.members else None
        acted = tuple(key for key in before.acted if key in self.members)
        return replace(self, places=tuple(places), acting=acting, acted=acted, round=before.round)
