"""The best that can be done about highest numbers in a contest or an attack (FELL-MAX).

One's own side rerolls first, then the other, each die after the other, the smaller before the bigger. A die
is rerolled when that betters the roll on average for the side that throws it, if from then on each side does
what is best for it: to have most hits, or in an attack to deal more harm than it takes.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from tableside.rules.fell.dice import Chain, Landed, Rerolls, step_up
from tableside.rules.fell.endings import Codes, Comparing, Stakes
from tableside.rules.fell.house import House
from tableside.rules.fell.rungs import Fallen, Kind, Ladder, are_fixed, kind_of
from tableside.rules.play import Play

Rungs = tuple[int, ...]
"""The rungs that open dice are on."""
Falls = tuple[tuple[int, int], ...]
"""What a rung leads to that stands: each code, and how many faces lead there."""


class Side(NamedTuple):
    """The dice of a side while rerolls are decided."""

    stand: Codes
    open: Rungs = ()
    """Those that may be rerolled, in the order in which it is decided."""


class Both(NamedTuple):
    """What it is worth to keep an open die, and to reroll it: times the rolls of all dice still open."""

    keep: int
    again: int


def standing(stand: Codes, code: int) -> Codes:
    """With one more die that stands."""
    for place, held in enumerate(stand):
        if code >= held:
            return (*stand[:place], code, *stand[place:])
    return (*stand, code)


class Policy:
    """What is decided against one throw of the other side; it remembers what it has weighed."""

    def __init__(self, comparing: Comparing, theirs: Side) -> None:
        ladder = comparing.ladder
        self.ladder, self.comparing, self.theirs = ladder, comparing, theirs
        self.alike = self._alike()
        """For each code of one's own side the one that stands here for all that make no difference."""
        self.falls: list[Falls] = [
            tuple(Counter(self.alike[code] for code in rung.falls).items()) for rung in ladder.rungs
        ]
        """For each rung, of one's own side."""
        stops = (self.alike[rung.stop] for rung in ladder.rungs)
        self._needed = {*stops, *(code for each in self.falls for code, _ in each)}
        self._own: dict[Side, int] = {}
        self._more: dict[tuple[Codes, Rungs], Mapping[int, int]] = {}
        self._theirs: dict[tuple[Codes, Side], int] = {}

    def _alike(self) -> list[int]:
        reach = sorted(self.ladder.dice[code].shown for code in self._reach())
        first: dict[object, int] = {}
        found = []
        for code, die in enumerate(self.ladder.dice):
            among = bisect_left(reach, die.shown), bisect_right(reach, die.shown)
            found.append(first.setdefault((self.comparing.likeness(die), among), code))
        return found

    def _reach(self) -> Iterator[int]:
        """All numbers that the other side may come to."""
        yield from self.theirs.stand
        for rung in self.theirs.open:
            while rung >= 0:
                yield self.ladder.rungs[rung].stop
                yield from self.ladder.rungs[rung].falls
                rung = self.ladder.rungs[rung].onward

    def merged(self, own: Side) -> Side:
        """One's own side, where one number stands for all that make no difference."""
        return Side(tuple(sorted((self.alike[code] for code in own.stand), reverse=True)), own.open)

    def rerolls(self, own: Side) -> bool:
        """Whether one's own first open die is rerolled: only where that is better than to keep it."""
        weighed = self._both(own)
        return weighed.again > weighed.keep

    def they_reroll(self, own: Codes, theirs: Side) -> bool:
        """The same of the other side, when all of one's own dice stand."""
        weighed = self._their_both(own, theirs)
        return weighed.again < weighed.keep

    def _worth(self, own: Side) -> int:
        found = self._own.get(own)
        if found is None:
            found = self._own[own] = max(self._both(own)) if own.open else self._answered(own.stand)
        return found

    def _answered(self, own: Codes) -> int:
        """What it is worth when all of one's own dice stand."""
        return self._their_worth(own, self.theirs)

    def _both(self, own: Side) -> Both:
        rung, rest = self.ladder.rungs[own.open[0]], own.open[1:]
        worth = self._with_one_more(own.stand, rest)
        again = sum([faces * worth[code] for code, faces in self.falls[own.open[0]]])
        if rung.onward >= 0:
            again *= self.ladder.rungs[rung.onward].scale
            again += self._worth(Side(own.stand, (rung.onward, *rest)))
        return Both(worth[self.alike[rung.stop]] * rung.scale, again)

    def _with_one_more(self, stand: Codes, still: Rungs) -> Mapping[int, int]:
        """What it is worth with one more die that stands, for each number that it may show."""
        found = self._more.get((stand, still))
        if found is None:
            found = {code: self._worth(Side(standing(stand, code), still)) for code in self._needed}
            self._more[stand, still] = found
        return found

    def _their_worth(self, own: Codes, theirs: Side) -> int:
        if not theirs.open:
            return self.comparing.worth(own, theirs.stand)
        found = self._theirs.get((own, theirs))
        if found is None:
            found = self._theirs[own, theirs] = min(self._their_both(own, theirs))
        return found

    def _their_both(self, own: Codes, theirs: Side) -> Both:
        rung, rest = self.ladder.rungs[theirs.open[0]], theirs.open[1:]
        keep = self._their_worth(own, Side(standing(theirs.stand, rung.stop), rest)) * rung.scale
        again = sum([self._their_worth(own, Side(standing(theirs.stand, code), rest)) for code in rung.falls])
        if rung.onward >= 0:
            again *= self.ladder.rungs[rung.onward].scale
            again += self._their_worth(own, Side(theirs.stand, (rung.onward, *rest)))
        return Both(keep, again)


def side_of(fallen: Sequence[Fallen]) -> Side:
    """The dice of a side as they fell, in the order of their kinds."""
    return Side(
        tuple(sorted((each.code for each in fallen if each.rung < 0), reverse=True)),
        tuple(each.rung for each in fallen if each.rung >= 0),
    )


def reroll_best(
    thrown: tuple[Sequence[Landed], Sequence[Landed]],
    asking: Rerolls,
    stakes: Stakes,
    house: House,
    play: Play,
) -> tuple[list[Landed], list[Landed]]:
    """Reroll dice as they lie on the table: one's own, then theirs."""
    dice = tuple(
        [(kind_of(each.die, is_fixed=fixed), each) for each in side]
        for side, fixed in zip(thrown, are_fixed(asking), strict=True)
    )
    comparing = _comparing(tuple(sorted({kind for side in dice for kind, _ in side})), stakes, house)
    ladder = comparing.ladder
    own, theirs = (side_of([_fallen(*each, ladder) for each in sorted(side, key=_first)]) for side in dice)
    policy = _policy(comparing, theirs)
    mine, stand = _rerolled(dice[0], policy.merged(own), policy.rerolls, policy.alike, ladder, play)
    known = range(len(ladder.dice))
    others, _ = _rerolled(dice[1], theirs, lambda side: policy.they_reroll(stand, side), known, ladder, play)
    return mine, others


@lru_cache(maxsize=32)
def _comparing(kinds: tuple[Kind, ...], stakes: Stakes, house: House) -> Comparing:
    return Comparing(Ladder(kinds, house), stakes, house)


@lru_cache(maxsize=256)
def _policy(comparing: Comparing, theirs: Side) -> Policy:
    return Policy(comparing, theirs)


def _first(die: tuple[Kind, Landed]) -> Kind:
    return die[0]


def _fallen(kind: Kind, landed: Landed, ladder: Ladder) -> Fallen:
    faces = ladder.faces[kind]
    return faces[landed.shown.number - 1 if len(faces) > 1 else 0]


def _rerolled(
    dice: Sequence[tuple[Kind, Landed]],
    side: Side,
    decide: Callable[[Side], bool],
    alike: Sequence[int],
    ladder: Ladder,
    play: Play,
) -> tuple[list[Landed], Codes]:
    """The dice of a side after its rerolls, and the codes of all that stand."""
    found, stand, still = [landed for _, landed in dice], side.stand, side.open
    for place in sorted(range(len(found)), key=lambda place: dice[place][0]):
        kind, landed = dice[place]
        if _fallen(kind, landed, ladder).rung < 0:
            continue
        still = still[1:]

        def wants(chain: Chain, kind: Kind = kind, stand: Codes = stand, rest: Rungs = still) -> bool:
            return decide(Side(stand, (ladder.fallen(kind, chain).rung, *rest)))

        found[place] = step_up(landed, Rerolls.ALWAYS, wants, ladder.house, play)
        stand = standing(stand, alike[ladder.code_of(kind, found[place].shown)])
    return found, stand
