"""The stack of tokens that a fight's turns are drawn from.

A token belongs to an owner: a character's key as text, `ENEMIES`, `HENCHMEN` (shared colours), or `END`. A
draw from n tokens is a die of n sides: face 1 is the first token when they are laid out in the order of
`StackOrder.tokens`. The value is immutable; every function gives a new one.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from tableside.errors import Message
from tableside.frozen import frozen
from tableside.rules.turns.order import Misfit, Order

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
    """The owners of the tokens drawn this round, in order; the last one has the turn now."""
    turn: str = ""
    """The owner whose turn it is; empty before the first draw, after End, and once a turn was put off."""
    acting: int | None = None
    """The key of the member who acts now. None: nobody yet."""
    held: tuple[str, ...] = ()
    """The owners of tokens held out of the stack to aim."""
    acted: tuple[int, ...] = ()
    """Keys of those who have acted this round, in order, with repeats."""
    spent: tuple[int, ...] = ()
    """Keys of those who have begun an attack this turn, or looked for a thing in vain (TRO-6.1, TRO-6.6)."""
    round: int = 1
    cap: int | None = None
    """The most tokens the enemies have this round. None: no cap."""

    @property
    def tokens(self) -> tuple[str, ...]:
        """Every token in the stack, laid out in order."""
        return tuple(owner for owner, count in self.left for _ in range(count))

    def count(self, owner: str) -> int:
        """Return how many tokens of this owner are in the stack."""
        return dict(self.left).get(owner, 0)

    def take(self, face: int) -> tuple[str, "StackOrder"]:
        """Return the owner of the token drawn with this face, and the stack without it."""
        owner = self.tokens[face - 1]
        return owner, self.with_count(owner, self.count(owner) - 1)

    def put_back(self, owner: str) -> "StackOrder":
        """Return the stack with one more token of this owner."""
        return self.with_count(owner, self.count(owner) + 1)

    def with_count(self, owner: str, count: int) -> "StackOrder":
        return replace(self, left=tokens_of_stack_order({**dict(self.left), owner: count}))

    def total(self, owner: str) -> int:
        """Return how many tokens this owner has: in the stack, drawn this round, and held."""
        return self.count(owner) + self.drawn.count(owner) + self.held.count(owner)

    def misfits(self, keys: Collection[int], most: int) -> Iterator[Misfit]:
        """Yield also tokens of nobody, negative counts, and more than `most` tokens of an owner or in all."""
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
        """Return the order as it was before, with its present members in their present colours; tokens added
        or removed since stay so.
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
        """Return the owner of the tokens on which this member acts: themselves, the
        henchmen or the enemies.
        """
        return HENCHMEN if key in self.henchmen else ENEMIES if key in self.enemies else str(key)

    def _in_colours_of_now(self, owners: tuple[str, ...]) -> tuple[str, ...]:
        """Return these owners with the present colour of those who changed sides, and
        without those who left.
        """
        present = [each for each in owners if not each.isdigit() or int(each) in self.members]
        return tuple(self.owner_of(int(each)) if each.isdigit() else each for each in present)

    def sharing_turn(self, key: int) -> tuple[int, ...]:
        """Return the keys of those who act on tokens of the same colour (TRO-5.4, TRO-5.5)."""
        owner = self.owner_of(key)
        return tuple(each for each in self.members if self.owner_of(each) == owner)

    @property
    def members(self) -> tuple[int, ...]:
        """The keys of everybody in the fight."""
        return (*self.characters, *self.henchmen, *self.enemies)


def tokens_of_stack_order(counts: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Return tokens by owner: characters by key, henchmen, enemies, End; owners without any are left out."""
    last = {HENCHMEN: 1, ENEMIES: 2, END: 3}
    owners = sorted(counts, key=lambda owner: (last.get(owner, 0), owner.zfill(9)))
    return tuple((owner, counts[owner]) for owner in owners if counts[owner] > 0)
