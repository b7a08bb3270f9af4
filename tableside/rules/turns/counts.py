"""Turns by number: the highest count first, with the reason for each place among equals.

Places are in the order in which they act, sorted by count; those whose check has not been rolled yet are
last. Members in `touched` have no more turns this round.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import ClassVar, Final

from tableside.frozen import frozen
from tableside.rules.turns.order import Misfit, Order, missing_keys_of_order

DELAYED: Final = "delayed"
READIED: Final = "readied"
SET: Final = "set"
MOVED: Final = (DELAYED, READIED, SET)
"""Reasons for a place gained by acting out of turn, or set by the GM, rather than by a check."""


@frozen
class PlaceInCounts:
    """One combatant's place in the order."""

    key: int
    face: int
    """The d20 of the initiative check (D20-check). 0: not rolled yet."""
    modifier: int
    count: int
    """The current initiative number; delaying and readying change it, and the GM may set it."""
    roll_offs: tuple[int, ...] = ()
    """The faces of the further checks that settled a tie, in order (D20-tie)."""
    pick: str = ""
    """What ranks them before the next one with the same modifier and roll-offs: `gm-picked`, `pc-first`, or
    `one-roll` within a group.
    """
    reason: str = ""
    """The id of the reason for this place: among equals `modifier`, `roll-off`..., else one of `MOVED`."""
    against: int = 0
    """The key of the member that the reason compares them with. 0: nobody."""
    aware: bool = True
    """Whether they were aware of their foes when the battle began (D20-surp)."""
    flat_footed: bool = True
    """Whether their first turn is still to come (D20-ff)."""
    waits: str = ""
    """`delayed` or `readied` while their turn is put off."""
    trigger: str = ""
    """What a readied action waits for, in the players' words."""

    @property
    def is_moved(self) -> bool:
        """Whether they have this place by something else than a check."""
        return self.reason in MOVED


@frozen
class CountsOrder(Order):
    """A battle in the order of counts."""

    method: ClassVar[str] = "counts"
    has_counts: ClassVar[bool] = True
    rules_in: ClassVar[str] = "tableside.games.d20.turns"
    members_in: ClassVar[tuple[str, ...]] = ("places",)

    places: tuple[PlaceInCounts, ...] = ()
    acting: int | None = None
    """The key of the member whose turn it is. None: nobody's yet."""
    acted: tuple[int, ...] = ()
    """Keys of those who have taken their turn this round."""
    passed: tuple[int, ...] = ()
    """Keys of those without a turn of their own this round: it was put off, they could not act, or they came
    too late.
    """
    round: int = 1
    """0 is the surprise round (D20-sround)."""
    left: tuple[PlaceInCounts, ...] = ()
    """Places of those who left the battle, which they get back if they return (D20-check)."""

    @property
    def members(self) -> tuple[int, ...]:
        return tuple(each.key for each in self.places)

    @property
    def touched(self) -> tuple[int, ...]:
        """The keys of those whose count has come up this round, or will not."""
        members = set(self.members)
        return tuple(key for key in (*self.acted, *self.passed) if key in members)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The keys of those whose turn is still to come, in order; in the surprise round only the aware."""
        return tuple(
            each.key
            for each in self.places
            if each.face and each.key not in self.touched and (self.round or each.aware)
        )

    def kept_from_acting(self, key: int) -> str:
        """Return the doubt about the unaware, who do not act in a surprise round (D20-unaware)."""
        return "" if self.round or self.place(key).aware else "unaware"

    def place(self, key: int) -> PlaceInCounts:
        """Return this member's place."""
        return next(each for each in self.places if each.key == key)

    def index(self, key: int) -> int:
        """Return the position of this member, from 0."""
        return self.members.index(key)

    def put(self, *places: PlaceInCounts) -> "CountsOrder":
        """Return the order with these places, replacing those with their keys."""
        new = {each.key: each for each in places}
        return replace(self, places=tuple(new.get(each.key, each) for each in self.places))

    def arranged(self, places: Iterable[PlaceInCounts]) -> "CountsOrder":
        """Return the order with these places in this sequence, and their reasons recomputed."""
        ordered = tuple(places)
        return replace(self, places=tuple(_explained(ordered, index) for index in range(len(ordered))))

    def without(self, key: int) -> "CountsOrder":
        """Return the order without this member, who keeps their number and whether they have acted."""
        place = replace(self.place(key), waits="", trigger="")
        return replace(
            self.arranged(each for each in self.places if each.key != key),
            acting=None if self.acting == key else self.acting,
            left=(*self.left, place),
        )

    def again(self, key: int) -> "CountsOrder":
        """Return the order with this member, who had left, back in their place."""
        place = next(each for each in self.left if each.key == key)
        index = sum(_stands_before(each, place) for each in self.places)
        back = self.arranged((*self.places[:index], place, *self.places[index:]))
        return replace(back, left=tuple(each for each in self.left if each.key != key))

    def reason_values(self, key: int) -> Mapping[str, int | str]:
        """Return the values for a reason's text: the count, and the modifiers and
        roll-offs of both compared.
        """
        own = self.place(key)
        other = next((each for each in self.places if each.key == own.against), own)
        return {
            "count": own.count,
            "key": own.key,
            "against": other.key,
            "modifier": own.modifier,
            "other_modifier": other.modifier,
            "roll_off": _faces(own),
            "other_roll_off": _faces(other),
        }

    def misfits(self, keys: Collection[int], most: int) -> Iterator[Misfit]:
        yield from Order.misfits(self, keys, most)
        yield from missing_keys_of_order("passed", self.passed, keys)
        yield from missing_keys_of_order("left", tuple(each.key for each in self.left), keys)
        for each in (*self.places, *self.left):
            if each.against:
                yield from missing_keys_of_order("against", (each.against,), keys)

    def rewound(self, before: Order) -> "CountsOrder":
        """Return the order as it was before, with its present members; checks rolled and counts set since
        stay.
        """
        assert isinstance(before, CountsOrder)
        rolled = {each.key for each in self.places if each.face}
        by_word = {each.key for each in self.places if each.reason == SET}
        stayed = [
            each
            for each in before.places
            if each.key in self.members and (each.face or each.key not in rolled) and each.key not in by_word
        ]
        kept = {each.key: each for each in before.places}
        newcomers = [each for each in self.places if each.key not in {one.key for one in stayed}]
        for each in newcomers:
            was = kept.get(each.key)
            new = each if was is None else replace(each, flat_footed=was.flat_footed, waits="", trigger="")
            stayed.insert(self._slot(stayed, new), new)
        members = set(self.members)
        return replace(
            self.arranged(stayed),
            acting=before.acting if before.acting in members else None,
            acted=tuple(key for key in before.acted if key in members),
            passed=tuple(key for key in before.passed if key in members),
            round=before.round,
        )

    def _slot(self, places: list[PlaceInCounts], new: PlaceInCounts) -> int:
        """Return the position for a member among these places: by count, and among equals as they are now."""
        for index, each in enumerate(places):
            later = each.key in self.members and self.index(each.key) > self.index(new.key)
            if (not each.face and new.face) or (new.face and each.count < new.count):
                return index
            if each.count == new.count and bool(each.face) == bool(new.face) and later:
                return index
        return len(places)


def _stands_before(one: PlaceInCounts, other: PlaceInCounts) -> bool:
    """Whether the first of two places comes first: by the higher check; among equals it does."""
    ranks = [(bool(each.face), each.count, each.modifier, each.roll_offs) for each in (one, other)]
    return ranks[0] >= ranks[1]


def _faces(place: PlaceInCounts) -> str:
    return " ".join(map(str, place.roll_offs)) or "-"


def _explained(places: tuple[PlaceInCounts, ...], index: int) -> PlaceInCounts:
    """Return the place with the reason for its position among those of the same count."""
    own = places[index]
    if own.is_moved:
        known = any(each.key == own.against for each in places)
        return own if known else replace(own, against=0)
    after = [each for each in places[index + 1 :] if _compares(own, each)]
    before = [each for each in reversed(places[:index]) if _compares(own, each)]
    if not own.face or not (after or before):
        return replace(own, reason="", against=0)
    other = (after or before)[0]
    return replace(own, reason=_reason(own, other, first=bool(after)), against=other.key)


def _compares(own: PlaceInCounts, other: PlaceInCounts) -> bool:
    return bool(other.face) and other.count == own.count and not other.is_moved


def _reason(own: PlaceInCounts, other: PlaceInCounts, *, first: bool) -> str:
    """Return the reason for a place before (`first`) or behind another of the same count."""
    if own.modifier != other.modifier:
        return "modifier" if first else "lower-modifier"
    if any(one != two for one, two in zip(own.roll_offs, other.roll_offs, strict=False)):
        return "roll-off" if first else "lost-roll-off"
    return (own if first else other).pick or "roll-off"
