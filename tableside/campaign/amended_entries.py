"""Amended entries: which was amended by which, what amendments tell of others."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from tableside.campaign.entries import AGAIN, Entry
from tableside.campaign.undo_and_redo import G, amendment_cursor_after
from tableside.frozen import frozen
from tableside.rules.play import Fact


@frozen
class AmendedEntryPlace:
    """An entry of the journal as it stands: itself, or the last amendment of it."""

    root: Entry
    """The entry done first."""
    entry: Entry
    told: tuple[Fact, ...]
    """What the journal says last that came of it."""

    @property
    def number(self) -> int:
        """Of the entry done first."""
        return self.root.number

    @property
    def as_it_stands(self) -> Entry:
        """The entry with what came of it, at the number and time of the one done first."""
        root, entry = self.root, self.entry
        if entry is root and self.told is root.facts:
            return root
        there = replace(entry, number=root.number, time=root.time, facts=self.told)
        return replace(there, session=root.session, day=root.day)


def amended_entry_places(entries: Sequence[Entry], root: int) -> list[AmendedEntryPlace]:
    """Of these entries that stand, in their order, each as it stands: the amended ones in the places of their
    roots, as far as those are among them.
    """
    amended = AsAmended([each for each in entries if each.amends], root)
    return [amended.place(each) for each in entries if not each.amends]


class AsAmended:
    """What stands in the place of an entry, by the amendments that stand, in their order.

    `root`: the entry that is being amended anew; what its amendment told of later ones is told no more.
    """

    def __init__(self, amendments: Sequence[Entry], root: int = 0) -> None:
        self._entries = {entry.amends: entry for entry in amendments}
        self._told = _told(amendments, root)

    def place(self, root: Entry) -> AmendedEntryPlace:
        """Of an entry that amends none."""
        entry, teller = self._entries.get(root.number, root), self._told.get(root.number)
        if teller is None or teller.number < entry.number:
            return AmendedEntryPlace(root, entry, facts_of_amended_entry_alone(entry))
        return AmendedEntryPlace(root, entry, facts_retold_by(teller)[root.number])


def _told(amendments: Sequence[Entry], root: int) -> dict[int, Entry]:
    """The last amendment of another entry that tells of each. One that is amended anew tells nothing."""
    latest = {entry.amends: entry for entry in amendments if entry.amends != root}
    by_number = sorted(latest.values(), key=lambda each: each.number)
    return {number: entry for entry in by_number for number in facts_retold_by(entry)}


def amended_by(entries: Collection[Entry]) -> dict[int, int]:
    """Of these entries that stand, those that another stands for, each with the number of the other."""
    latest = {entry.amends: entry.number for entry in entries if entry.amends}
    latest_of = {entry.number: latest[entry.amends] for entry in entries if entry.amends}
    return {**latest, **{number: by for number, by in latest_of.items() if number != by}}


def facts_of_amended_entry(number: int, facts: tuple[Fact, ...]) -> Iterator[Fact]:
    """What came of a later entry, with its number before it."""
    yield Fact(AGAIN, "", {"entry": number}, all(fact.secret for fact in facts))
    yield from facts


def facts_of_amended_entry_alone(entry: Entry) -> tuple[Fact, ...]:
    """The facts of an entry that came of itself, and not of later ones."""
    end = next((n for n, fact in enumerate(entry.facts) if _names(fact)), None)
    return entry.facts if end is None else entry.facts[:end]


def _names(fact: Fact) -> int:
    """The later entry that a fact begins to tell of; 0 for any other fact."""
    number = fact.values.get("entry")
    return number if fact.id == AGAIN and type(number) is int else 0


def facts_retold_by(entry: Entry) -> dict[int, tuple[Fact, ...]]:
    """What an entry tells of later ones that came otherwise than they say, by their numbers."""
    by_number: dict[int, list[Fact]] = {}
    for fact in entry.facts[len(facts_of_amended_entry_alone(entry)) :]:
        if number := _names(fact):
            by_number[number] = []
        else:
            next(reversed(by_number.values())).append(fact)
    return {number: tuple(facts) for number, facts in by_number.items()}


def amended_entries_retold(entries: Collection[Entry]) -> dict[int, int]:
    """Later entries of which something else came by amendments: their number, and that of the amendment."""
    latest = {entry.amends: entry for entry in entries if entry.amends}
    return {number: entry.number for entry in latest.values() for number in facts_retold_by(entry)}


def amendments_since(look: Callable[[int], G], now: int, first: int, last: int) -> list[G]:
    """The amendments made since entry `first` that stand after entry `now` and are of nothing after `last`,
    in their order.

    It costs what there are of them.
    """
    since = takewhile(lambda entry: entry.number >= first, amendments(look, now))
    return [entry for entry in since if entry.amends <= last][::-1]


def amendments(look: Callable[[int], G], number: int) -> Iterator[G]:
    """The amendments that stand after this entry, the last first; without those that are lost."""
    while amended := amendment_cursor_after(look, number):
        if (entry := look(amended)).amends:
            yield entry
        number = amended - 1
