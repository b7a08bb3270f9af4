"""All that the dice of a contest may come to with their rerolls (FELL-MAX), each number as a small code.

Who weighs rerolls compares many dice: a code says at once which of two comes first.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tableside.rules.fell.dice import (
    BIGGEST_DIE,
    SPELL,
    SURE_HIT,
    SURE_MISS,
    Chain,
    Landed,
    PoolDie,
    Rerolls,
    Shown,
    as_it_counts,
    start,
)
from tableside.rules.fell.house import House


class Kind(NamedTuple):
    """What a die is, as far as the roll goes: dice of a kind can stand for each other."""

    sides: int
    limit: int = 0
    """As `PoolDie.limit`."""
    is_spell: bool = False
    is_fixed: bool = False
    """Whether it stays as it falls, whatever it shows."""

    @property
    def is_sure(self) -> bool:
        """Whether nobody rolls it."""
        return self.sides in (SURE_HIT, SURE_MISS)


class Lain(NamedTuple):
    """A die that stands. They are compared in their order, the highest first."""

    place: int
    """By size, the sides of the die before its rerolls (FELL-AMB-6); else 0."""
    shown: Shown
    cost: int = 0
    """What it takes off WIL."""


class Rung(NamedTuple):
    """An open die: it shows its highest number, and may be rerolled."""

    stop: int
    """The code of what it is when it is kept."""
    falls: tuple[int, ...]
    """Of each face of the next die the code; but not of that with which it is open again."""
    onward: int
    """The rung that it is on with that face. -1: there is none such."""
    scale: int
    """How many rolls there are of all dice that it may still be rerolled with."""


class Fallen(NamedTuple):
    """What a die is now: the code of what it shows, and the rung that it is on. -1: it stands."""

    code: int
    rung: int


def kind_of(die: PoolDie, *, is_fixed: bool = False) -> Kind:
    return Kind(die.sides, die.limit, die.why == SPELL, is_fixed)


def are_fixed(asking: Rerolls) -> tuple[bool, bool]:
    """Whether one's own dice stay as they fall, and theirs."""
    return asking == Rerolls.THEIR_BEST, asking == Rerolls.BEST


class Ladder:
    """All that the dice of both sides may come to."""

    def __init__(self, kinds: Iterable[Kind], house: House) -> None:
        self.house = house
        listed = tuple(dict.fromkeys(kinds))
        self.dice = sorted({die for kind in listed for die in self._reached(kind)})
        """What each code stands for."""
        self._codes = {die: code for code, die in enumerate(self.dice)}
        self.rungs: list[Rung] = []
        self._places: dict[tuple[Kind, Chain], int] = {}
        self.faces = {kind: tuple(self._faces(kind)) for kind in listed}
        """What a die of each kind is with each of its faces, from 1; what is sure has one."""

    def _reached(self, kind: Kind) -> Iterator[Lain]:
        if kind.is_sure:
            yield self._lain(kind, Shown(kind.sides, BIGGEST_DIE))
            return
        waiting = [start(kind.sides, face) for face in range(1, kind.sides + 1)]
        while waiting:
            chain = waiting.pop()
            yield self._lain(kind, chain.shown)
            sides = self._next(kind, chain) or 0
            waiting += [chain.after(face, self.house) for face in range(1, sides + 1)]

    def _next(self, kind: Kind, chain: Chain) -> int | None:
        """The die that it may be rerolled with. None: none."""
        return None if kind.is_fixed else chain.next(self.house)

    def _lain(self, kind: Kind, shown: Shown) -> Lain:
        landed = as_it_counts(Landed(PoolDie(kind.sides, limit=kind.limit), shown))
        cost = (landed.failed or landed.shown.harm) if kind.is_spell else 0
        return Lain(landed.die.sides if self.house.compared == "by-size" else 0, landed.shown, cost)

    def _faces(self, kind: Kind) -> Iterator[Fallen]:
        if kind.is_sure:
            yield Fallen(self._codes[self._lain(kind, Shown(kind.sides, BIGGEST_DIE))], -1)
            return
        for face in range(1, kind.sides + 1):
            yield self.fallen(kind, start(kind.sides, face))

    def code_of(self, kind: Kind, shown: Shown) -> int:
        """The code of a die that stands."""
        return self._codes[self._lain(kind, shown)]

    def fallen(self, kind: Kind, chain: Chain) -> Fallen:
        """What a die is that has come so far."""
        code = self._codes[self._lain(kind, chain.shown)]
        sides = self._next(kind, chain)
        if sides is None:
            return Fallen(code, -1)
        if (kind, chain) not in self._places:
            after = [self.fallen(kind, chain.after(face, self.house)) for face in range(1, sides + 1)]
            onward = next((each.rung for each in after if each.rung >= 0), -1)
            falls = tuple(each.code for each in after if each.rung < 0)
            scale = sides * (self.rungs[onward].scale if onward >= 0 else 1)
            self.rungs.append(Rung(code, falls, onward, scale))
            self._places[kind, chain] = len(self.rungs) - 1
        return Fallen(code, self._places[kind, chain])
