"""Amended entries: which entry each amendment replaces, and which later entries it retells."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from tableside.campaign.entries import AGAIN, Entry
from tableside.campaign.undo_and_redo import G, amendment_cursor_after
from tableside.frozen import frozen
from tableside.rules.play import Fact


@frozen
class AmendedEntryPlace:
    """A journal entry in its current version: the original, or its latest amendment."""

    root: Entry
    """The original entry."""
    entry: Entry
    told: tuple[Fact, ...]
    """The facts that the journal last reported for it."""

    @property
    def number(self) -> int:
        """The number of the original entry."""
        return self.root.number

    @property
    def as_it_stands(self) -> Entry:
        """The version in force with its latest facts, under the original's number, time, session, day and
        author.
        """
        root, entry = self.root, self.entry
        if entry is root and self.told is root.facts:
            return root
        renumbered = replace(entry, number=root.number, time=root.time, facts=self.told)
        return replace(renumbered, session=root.session, day=root.day, by=root.by)


def amended_entry_places(entries: Sequence[Entry], root: int) -> list[AmendedEntryPlace]:
    """Return the places of `entries`, which all stand, in order. An amended entry keeps the place of its
    root; an amendment whose root is not listed is left out.
    """
    amended = AsAmended([each for each in entries if each.amends], root)
    return [amended.place(each) for each in entries if not each.amends]


class AsAmended:
    """Look up the version in force of an entry. `amendments` are those that stand, in order.

    `root` is the entry now being amended: what its own amendment retold of later entries is ignored.
    """

    def __init__(self, amendments: Sequence[Entry], root: int = 0) -> None:
        self._entries = {entry.amends: entry for entry in amendments}
        self._retellers = _retellers(amendments, root)

    def place(self, root: Entry) -> AmendedEntryPlace:
        """Return the place of `root`, an entry that is not itself an amendment."""
        entry, teller = self._entries.get(root.number, root), self._retellers.get(root.number)
        if teller is None or teller.number < entry.number:
            return AmendedEntryPlace(root, entry, facts_of_amended_entry_alone(entry))
        return AmendedEntryPlace(root, entry, facts_retold_by(teller)[root.number])


def _retellers(amendments: Sequence[Entry], root: int) -> dict[int, Entry]:
    """For each retold entry, the latest amendment that retells it; amendments of `root` are skipped."""
    latest = {entry.amends: entry for entry in amendments if entry.amends != root}
    by_number = sorted(latest.values(), key=lambda each: each.number)
    return {number: entry for entry in by_number for number in facts_retold_by(entry)}


def amended_by(entries: Collection[Entry]) -> dict[int, int]:
    """Map each superseded entry among `entries`, which all stand, to the entry that replaces it."""
    latest = {entry.amends: entry.number for entry in entries if entry.amends}
    latest_of = {entry.number: latest[entry.amends] for entry in entries if entry.amends}
    return {**latest, **{number: by for number, by in latest_of.items() if number != by}}


def facts_of_amended_entry(number: int, facts: tuple[Fact, ...]) -> Iterator[Fact]:
    """Yield the facts of a later entry behind a fact that holds its number."""
    yield Fact(AGAIN, "", {"entry": number}, all(fact.secret for fact in facts))
    yield from facts


def facts_of_amended_entry_alone(entry: Entry) -> tuple[Fact, ...]:
    """Return the facts of the entry itself, without those retold of later entries."""
    end = next((n for n, fact in enumerate(entry.facts) if _retold_number(fact)), None)
    return entry.facts if end is None else entry.facts[:end]


def _retold_number(fact: Fact) -> int:
    """Return the number of the later entry whose facts follow this fact; 0 for any other fact."""
    number = fact.values.get("entry")
    return number if fact.id == AGAIN and type(number) is int else 0


def facts_retold_by(entry: Entry) -> dict[int, tuple[Fact, ...]]:
    """Return the new facts that an entry retells of later entries, by entry number."""
    by_number: dict[int, list[Fact]] = {}
    for fact in entry.facts[len(facts_of_amended_entry_alone(entry)) :]:
        if number := _retold_number(fact):
            by_number[number] = []
        else:
            next(reversed(by_number.values())).append(fact)
    return {number: tuple(facts) for number, facts in by_number.items()}


def amended_entries_retold(entries: Collection[Entry]) -> dict[int, int]:
    """Map each later entry whose outcome an amendment changed to that amendment's number."""
    latest = {entry.amends: entry for entry in entries if entry.amends}
    return {number: entry.number for entry in latest.values() for number in facts_retold_by(entry)}


def amendments_since(look: Callable[[int], G], now: int, first: int, last: int) -> list[G]:
    """Return the amendments from entry `first` on that stand after entry `now`, oldest first, without those
    of entries after `last`.

    The cost grows only with their number.
    """
    since = takewhile(lambda entry: entry.number >= first, amendments(look, now))
    return [entry for entry in since if entry.amends <= last][::-1]


def amendments(look: Callable[[int], G], number: int) -> Iterator[G]:
    """Yield the amendments that stand after entry `number`, newest first; lost ones are skipped."""
    while amended := amendment_cursor_after(look, number):
        if (entry := look(amended)).amends:
            yield entry
        number = amended - 1
