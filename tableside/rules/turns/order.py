"""An order of turns: an immutable value that says who is in a fight, whose turn it is and who has acted.

The rules of its method move it forward and back, and add and remove members: see `running_order`.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator
from importlib import import_module
from typing import ClassVar, Final

from tableside.errors import Message

Misfit = tuple[str, Message]
"""A place, and what is wrong there."""
Keys = Collection[int]
"""The keys of the existing characters."""
MOST_CHARACTERS: Final = 10_000
METHODS: "dict[str, type[Order]]" = {}
"""The orders loaded so far, by the name under which a campaign stores them. Each registers itself."""
BUNDLED: Final = {
    "list": ("tableside.rules.turns.listed", "ListedOrder"),
    "sides": ("tableside.rules.turns.sides", "SidesOrder"),
    "stack": ("tableside.rules.turns.stack", "StackOrder"),
    "counts": ("tableside.rules.turns.counts", "CountsOrder"),
}
"""The orders that come with Tableside; each is loaded when a campaign has one."""


class Order(ABC):
    """Who is in a fight, whose turn it is and who has acted. An immutable value.

    A concrete order sets `method`, the name under which a campaign stores it, and the module of its rules,
    whose `METHOD` is a `tableside.rules.turns.running_order.Method`.
    """

    __slots__ = ()

    method: ClassVar[str]
    rules_in: ClassVar[str]
    """The module with its rules. It is loaded when a turn is taken, not when a fight is looked at."""
    has_fixed_places: ClassVar[bool] = True
    """Whether a character's next turn ends a round for them. Otherwise only the end of the round does."""
    has_counts: ClassVar[bool] = False
    """Whether its members act by numbers that they rolled."""
    members_in: ClassVar[tuple[str, ...]] = ("members",)
    """The fields that hold its members."""
    is_secret: ClassVar[bool] = False
    """Whether players may see only part of it."""

    def __init_subclass__(cls) -> None:
        if "method" in vars(cls):
            METHODS[cls.method] = cls

    @property
    @abstractmethod
    def round(self) -> int:
        """The number of the round, from 1."""

    @property
    @abstractmethod
    def members(self) -> tuple[int, ...]:
        """The keys of everybody in the fight."""

    @property
    @abstractmethod
    def acted(self) -> tuple[int, ...]:
        """The keys of those who have acted this round, repeated for each time."""

    @property
    def acting(self) -> int | None:
        """The key of the one whose turn it is. None: no single one's."""
        return None

    @property
    def now(self) -> tuple[int, ...]:
        """The keys of those who may act now."""
        return () if self.acting is None else (self.acting,)

    def sharing_turn(self, key: int) -> tuple[int, ...]:
        """Return the keys of those any of whom may act in the turn of this member."""
        return (key,)

    def kept_from_acting(self, key: int) -> str:
        """Return the id of the doubt why this member has no turn now; empty: only because others have it."""
        return ""

    @property
    def acting_together(self) -> str | None:
        """The id of the side that acts; empty: none yet. None: sides do not act together."""
        return None

    @property
    def side_names(self) -> tuple[str, ...]:
        """The ids of the sides that can be joined; empty where there are no sides."""
        return ()

    def side_name_of(self, key: int) -> str:
        """Return the id of the side of a member; empty where each acts alone."""
        return ""

    @property
    def pace(self) -> str:
        """The id of the length of a round; empty where the game has only one."""
        return ""

    @property
    def is_a_line(self) -> bool:
        """Whether members act one after another in the order in which they are listed."""
        return self.has_fixed_places and self.acting_together is None

    @property
    def is_before_first_turn(self) -> bool:
        """Whether nobody has had a turn yet."""
        return not (self.acted or self.now) and self.round == 1

    def times_acted(self, key: int) -> int:
        """Return how often this member has acted this round."""
        return self.acted.count(key)

    @abstractmethod
    def rewound(self, before: "Order") -> "Order":
        """Return the order as it was before, with its present members. `before` is of the same method."""

    def marked(self, keys: Collection[int]) -> "Order":
        """Return the order with these marked as having acted, where sides act together."""
        return self

    def with_first(self, key: int) -> "Order":
        """Return the order with this member's side first, where sides take turns."""
        return self

    def misfits(self, keys: Collection[int], most: int) -> Iterator[Misfit]:
        """Yield references to nobody among `keys`, and counts above `most`."""
        yield from missing_keys_of_order("members", self.members, keys)
        yield from missing_keys_of_order("acted", self.acted, keys)
        if self.acting is not None:
            yield from missing_keys_of_order("acting", (self.acting,), keys)


def order_kind(method: object) -> type[Order] | None:
    """Return the class of the orders of this method. None: it is unknown."""
    if not isinstance(method, str):
        return None
    if method not in METHODS and method in BUNDLED:
        module, name = BUNDLED[method]
        getattr(import_module(module), name)
    return METHODS.get(method)


def order_kinds() -> tuple[type[Order], ...]:
    """Return the classes of the orders of all methods."""
    kinds = map(order_kind, dict.fromkeys((*BUNDLED, *METHODS)))
    return tuple(kind for kind in kinds if kind is not None)


def order_member_fields() -> frozenset[str]:
    """Return the fields of any order that hold its members."""
    return frozenset(name for each in order_kinds() for name in each.members_in)


# References to missing characters


def missing_key_of_order(place: str, key: int, keys: Keys) -> Iterator[Misfit]:
    if key not in keys:
        yield place, Message("limits.no-character", character=key)


def missing_keys_of_order(place: str, members: tuple[int, ...], keys: Keys) -> Iterator[Misfit]:
    if len(members) > MOST_CHARACTERS:
        what = Message("limits.characters")
        yield place, Message("limits.too-many", count=len(members), what=what, most=MOST_CHARACTERS)
    for key in members[:MOST_CHARACTERS]:
        yield from missing_key_of_order(place, key, keys)
