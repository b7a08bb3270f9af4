"""The kinds of orders of turns: immutable values that say who is in a fight, whose turn it is and who has
acted.

The tokens of a stack belong to an owner: a character's key as text, `ENEMIES`, `HENCHMEN` (shared colours),
or `END`. A draw from n tokens is a die of n sides: face 1 is the first token when they are laid out in the
order of `StackOrder.tokens`. The value is immutable; every function gives a new one.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import ClassVar, Final

from tableside.errors import Message
from tableside.frozen import frozen

Misfit = tuple[str, Message]
"""A place, and what does not fit there."""
Keys = Collection[int]
"""The keys of the characters that are there."""
MOST_CHARACTERS: Final = 10_000
METHODS: "dict[str, type[Order]]" = {}
"""The orders by the name under which a campaign keeps them. Each puts itself in here."""
MEMBERS_IN: set[str] = set()
"""The fields of any order that say who its members are."""


class Order(ABC):
    """Who is in a fight, whose turn it is and who has acted. An immutable value.

    An order that is to be known says its `method`, under which a campaign keeps it, and the module of its
    rules, whose `METHOD` is a `tableside.rules.turns.order_methods.Method`.
    """

    __slots__ = ()

    method: ClassVar[str]
    rules_in: ClassVar[str]
    """The module that has the rules. It is loaded when a turn is taken, not when a fight is looked at."""
    has_fixed_places: ClassVar[bool] = True
    """Whether a round is over for somebody when their turn comes again. Else only the round's end counts."""
    members_in: ClassVar[tuple[str, ...]] = ("members",)
    """Its fields that say who its members are."""
    is_secret: ClassVar[bool] = False
    """Whether there is more to it than players may see."""

    def __init_subclass__(cls) -> None:
        if "method" in vars(cls):
            METHODS[cls.method] = cls
            MEMBERS_IN.update(cls.members_in)

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
        """The keys of those who have acted this round; twice when they have twice."""

    @property
    def acting(self) -> int | None:
        """The key of the one whose turn it is. None: nobody's alone."""
        return None

    @property
    def now(self) -> tuple[int, ...]:
        """The keys of those who may act now."""
        return () if self.acting is None else (self.acting,)

    @property
    def acting_together(self) -> str | None:
        """The id of the side that acts; empty: none yet. None: sides do not act together."""
        return None

    @property
    def side_names(self) -> tuple[str, ...]:
        """The ids of the sides that somebody may join; none where there are no sides."""
        return ()

    @property
    def is_before_first_turn(self) -> bool:
        """Whether nobody has had a turn yet."""
        return not (self.acted or self.now) and self.round == 1

    def times_acted(self, key: int) -> int:
        """How often this one has acted this round."""
        return self.acted.count(key)

    @abstractmethod
    def rewound(self, before: "Order") -> "Order":
        """As it was before, and with who has come and gone since. `before` is of the same method."""

    def marked(self, keys: Collection[int]) -> "Order":
        """With these as having acted, where those who act together are marked one by one."""
        return self

    def with_first(self, key: int) -> "Order":
        """With the side of this one before the others, where sides take turns."""
        return self

    def misfits(self, keys: Collection[int], most: int) -> Iterator[Misfit]:
        """What names somebody who is not among `keys`, and counts above `most`."""
        yield from missing_keys_of_order("members", self.members, keys)
        yield from missing_keys_of_order("acted", self.acted, keys)
        if self.acting is not None:
            yield from missing_keys_of_order("acting", (self.acting,), keys)


# What names somebody who is not there


def missing_key_of_order(place: str, key: int, keys: Keys) -> Iterator[Misfit]:
    if key not in keys:
        yield place, Message("limits.no-character", character=key)


def missing_keys_of_order(place: str, members: tuple[int, ...], keys: Keys) -> Iterator[Misfit]:
    if len(members) > MOST_CHARACTERS:
        what = Message("limits.characters")
        yield place, Message("limits.too-many", count=len(members), what=what, most=MOST_CHARACTERS)
    for key in members[:MOST_CHARACTERS]:
        yield from missing_key_of_order(place, key, keys)


@frozen
class ListedOrder(Order):
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

    def without(self, key: int) -> "ListedOrder":
        """After this one has left. Who has acted stays: whoever comes back has no second turn this round."""
        return replace(
            self,
            members=tuple(each for each in self.members if each != key),
            acting=None if self.acting == key else self.acting,
        )

    def misfits(self, keys: Collection[int], most: int) -> Iterator[Misfit]:
        yield from Order.misfits(self, keys, most)
        yield from missing_keys_of_order("begun", self.begun, keys)

    def rewound(self, before: Order) -> "ListedOrder":
        assert isinstance(before, ListedOrder)
        acted = tuple(key for key in before.acted if key in self.members)
        acting = before.acting if before.acting in self.members else None
        return replace(self, acted=acted, begun=before.begun, acting=acting, round=before.round)


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

    def marked(self, keys: Collection[int]) -> "SidesOrder":
        return replace(self, acted=(*self.acted, *keys))

    def with_first(self, key: int) -> "SidesOrder":
        ranked = sorted(self.sides, key=lambda side: key not in side.members)
        return replace(self, sides=tuple(ranked))

    def with_member(self, key: int, name: str) -> "SidesOrder":
        """With one more on the side of this name, which is the last when it is new."""
        if name not in {side.name for side in self.sides}:
            return replace(self, sides=(*self.sides, Side(name, (key,))))
        sides = (
            replace(side, members=(*side.members, key)) if side.name == name else side for side in self.sides
        )
        return replace(self, sides=tuple(sides))

    def without(self, key: int) -> "SidesOrder":
        """After this one has left. Their side stays, even when it is empty, and so does who has acted:
        whoever comes back has no second turn.
        """
        sides = (
            replace(side, members=tuple(each for each in side.members if each != key)) for side in self.sides
        )
        return replace(self, sides=tuple(sides))

    def moved(self, key: int, name: str) -> "SidesOrder":
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

    def begun(self, turn: int) -> "SidesOrder":
        """With the turn of the side in this place: who had theirs with another side has it not again."""
        members = self.sides[turn].members
        return replace(self, turn=turn, acted=tuple(each for each in self.spent if each in members))

    def rewound(self, before: Order) -> "SidesOrder":
        assert isinstance(before, SidesOrder)
        acted = tuple(key for key in before.acted if key in self.members)
        return replace(self, turn=before.turn, acted=acted, spent=before.spent, round=before.round)


ENEMIES = "enemies"
HENCHMEN = "henchmen"
END = "end"


@frozen
class StackOrder(Order):
    """A fight's token stack."""

    method: ClassVar[str] = "stack"
    members_in: ClassVar[tuple[str, ...]] = ("characters", "henchmen", "enemies")
    rules_in: ClassVar[str] = "tableside.games.troika.turns"
    has_fixed_places: ClassVar[bool] = False
    is_secret: ClassVar[bool] = True

    characters: tuple[int, ...] = ()
    """Keys of those with tokens of their own."""
    henchmen: tuple[int, ...] = ()
    enemies: tuple[int, ...] = ()
    left: tuple[tuple[str, int], ...] = ()
    """The tokens still in the stack: owner and count, End last."""
    drawn: tuple[str, ...] = ()
    """The owners of the tokens drawn this round, in order; the last one's is the turn now."""
    turn: str = ""
    """The owner whose turn it is; empty before the first draw, after End, and when a turn was put off."""
    acting: int | None = None
    """The key of the one who acts now. None: nobody yet."""
    held: tuple[str, ...] = ()
    """The owners of tokens held out of the stack to aim."""
    acted: tuple[int, ...] = ()
    """Keys of those who have acted this round, in order, repeats kept."""
    spent: tuple[int, ...] = ()
    """Keys of those who have begun an attack this turn, or looked for a thing in vain (TRO-6.1, TRO-6.6)."""
    round: int = 1
    cap: int | None = None
    """The most tokens that the enemies have this round. None: no cap."""

    @property
    def tokens(self) -> tuple[str, ...]:
        """Every token in the stack, laid out in order."""
        return tuple(owner for owner, count in self.left for _ in range(count))

    def count(self, owner: str) -> int:
        """How many tokens of this owner are in the stack."""
        return dict(self.left).get(owner, 0)

    def take(self, face: int) -> tuple[str, "StackOrder"]:
        """The owner of the token that a draw of this face takes out, and the stack without it."""
        owner = self.tokens[face - 1]
        return owner, self.with_count(owner, self.count(owner) - 1)

    def put_back(self, owner: str) -> "StackOrder":
        """With one token more of this owner."""
        return self.with_count(owner, self.count(owner) + 1)

    def with_count(self, owner: str, count: int) -> "StackOrder":
        return replace(self, left=tokens_of_stack_order({**dict(self.left), owner: count}))

    def total(self, owner: str) -> int:
        """How many tokens of this owner there are: in the stack, drawn this round, and held."""
        return self.count(owner) + self.drawn.count(owner) + self.held.count(owner)

    def misfits(self, keys: Collection[int], most: int) -> Iterator[Misfit]:
        """Besides: tokens of nobody, fewer than none, and more than `most` of one or of all."""
        yield from Order.misfits(self, keys, most)
        known = {END, ENEMIES, HENCHMEN, *map(str, keys)}
        owners = (*(owner for owner, _ in self.left), *self.drawn, *self.held, *filter(None, [self.turn]))
        for owner in owners:
            if owner not in known:
                yield "left", Message("limits.no-owner", owner=owner[:60])
        counts = [(f"left.{place}", count) for place, (_, count) in enumerate(self.left, 1)]
        for place, count in (*counts, ("left", sum(count for _, count in self.left))):
            if not 0 <= count <= most:
                yield place, Message("typed.out-of-range", text=count, lowest=0, highest=most)

    def rewound(self, before: Order) -> "StackOrder":
        """As it was before, among those who are in it now and in their colours of now; tokens that came or
        went since stay so.
        """
        assert isinstance(before, StackOrder)
        acting = before.acting if before.acting in self.members else None
        turn = self.owner_of(acting) if acting is not None else ""
        drawn, held = self._in_colours_of_now(before.drawn), self._in_colours_of_now(before.held)
        if turn and drawn:
            drawn = (*drawn[:-1], turn)
        owners = {*(owner for owner, _ in (*before.left, *self.left)), *before.drawn, *self.drawn, *drawn}
        counts = {owner: self.total(owner) - drawn.count(owner) - held.count(owner) for owner in owners}
        return replace(
            before,
            characters=self.characters,
            henchmen=self.henchmen,
            enemies=self.enemies,
            left=tokens_of_stack_order(counts),
            drawn=drawn,
            held=held,
            acting=acting,
            turn=turn,
            acted=tuple(key for key in before.acted if key in self.members),
            spent=tuple(key for key in before.spent if key in self.members),
        )

    def owner_of(self, key: int) -> str:
        """Whose tokens this member acts on: an own, the henchmen's or the enemies' colour."""
        return HENCHMEN if key in self.henchmen else ENEMIES if key in self.enemies else str(key)

    def _in_colours_of_now(self, owners: tuple[str, ...]) -> tuple[str, ...]:
        """These owners of tokens: who has changed sides by the new colour, and without those gone."""
        present = [each for each in owners if not each.isdigit() or int(each) in self.members]
        return tuple(self.owner_of(int(each)) if each.isdigit() else each for each in present)

    @property
    def members(self) -> tuple[int, ...]:
        """The keys of everybody in the fight."""
        return (*self.characters, *self.henchmen, *self.enemies)


def tokens_of_stack_order(counts: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Tokens by owner: characters by key, then henchmen, enemies and End; nobody without a token."""
    last = {HENCHMEN: 1, ENEMIES: 2, END: 3}
    owners = sorted(counts, key=lambda owner: (last.get(owner, 0), owner.zfill(9)))
    return tuple((owner, counts[owner]) for owner in owners if counts[owner] > 0)
