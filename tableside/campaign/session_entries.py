"""The entries that stand of a session, or of a whole campaign, and the documents before each of them.

A journal may be longer than what one wants to have in memory: only the journal files of the session, the
first entry of each later one, and later amendments are read, and of a session at first no more than a glance
at each.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import overload

from tableside.campaign import undo_and_redo
from tableside.campaign.amended_entries import AmendedEntryPlace, AsAmended, amendments_since
from tableside.campaign.amendment import amendment_history
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import (
    Change,
    Documents,
    Path,
    documents,
    documents_with_changes,
    documents_without_changes,
)
from tableside.campaign.entries import Entry, EntryChangeSeen, EntryGlance
from tableside.campaign.undo_and_redo import Look
from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.play import Rolled
from tableside.rules.procedure import Group

Seen = Callable[[int], object]
"""Told how many entries have been read, for whoever waits."""


LOOKED_BACK = 200
"""Entries searched for the last roll."""


@frozen
class SessionEntries:
    """What stands of a session."""

    number: int
    """Counted from 1; 0: what came before the first."""
    glances: tuple[EntryGlance, ...]
    """Its entries in their order; those taken back are left out, those amended, then or since, are as they
    should have been.
    """
    last: int
    """The number of the journal's last entry in it, be that one taken back or not; 0 in an empty journal."""
    after: Documents
    """The documents when it was over, or as they are; with what was amended since."""
    look: Look

    def whole(self, glance: EntryGlance) -> Entry:
        """The entry of a glance."""
        return glance if isinstance(glance, Entry) else self.look(glance.number)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All of them read, which in a long session takes seconds."""
        return tuple(map(self.whole, self.glances))

    def backwards(self) -> Iterator[tuple[Entry, Documents]]:
        """Each entry of it that rolled or changed something, with the documents before it, the last first."""
        documents = self.after
        for glance in reversed(self.glances):
            if glance.changes or glance.steps:
                entry = self.whole(glance)
                documents = documents_with_changes(documents, undo_and_redo.changes_undone(entry))
                yield entry, documents


def session_entries_of(
    campaign: Campaign, number: int, glance: Callable[[int], EntryGlance] | None = None
) -> SessionEntries:
    """The session of this number, as it stands now; `glance` gives what was looked at before.

    It begins with its beginning and goes on until the next one begins: what is done after its end is of it.
    Played again is what was done from the first entry that is amended to the last amendment.
    Raises `RuleError` when there was none.
    """
    if not 0 <= number <= campaign.table.session:
        raise RuleError("sessions.no-such", number=number, last=campaign.table.session)
    glance = glance or cache(campaign.journal.glance)
    last = campaign.length
    while last and glance(last).session > number:
        last = campaign.journal.volumes[campaign.journal.volume_of(last) - 1] - 1
    of_session: list[EntryGlance] = []
    for each in undo_and_redo.entries_not_undone(glance, last):
        if each.session != number:
            break
        of_session.append(each)
    after = documents(campaign.table) if last == campaign.length else campaign.documents_at(last)
    glances = tuple(of_session[::-1])
    if glances and (amendments := amendments_since(glance, campaign.length, glances[0].number, last)):
        later = [campaign.entry(each.number) for each in amendments if each.number > last]
        first = max(glances[0].number, min(each.amends for each in amendments))
        end = last if later else amendments[-1].number
        behind = tuple(each for each in glances if each.number > end)
        held = documents_before_session(SessionEntries(number, behind, last, after, campaign.entry))
        look = cache(campaign.entry)
        entries, then = amendment_history(look, campaign.rules, held, end, first, later)
        glances = (*(each for each in glances if each.number < first), *entries, *behind)
        after = after if behind else then
    return SessionEntries(number, glances, last, after, campaign.entry)


def documents_before_session(session: SessionEntries) -> Documents:
    """The documents before a session's first entry. Of what changed often only the first change is read."""
    firsts: list[Change] = []
    known: set[tuple[str, Path]] = set()

    def is_known(touched: EntryChangeSeen | Change) -> bool:
        what, field = place = touched.what, touched.field
        if place not in known and any((what, field[:steps]) in known for steps in range(len(field))):
            known.add(place)
        return place in known

    for glance in session.glances:
        if all(map(is_known, glance.changes)):
            continue
        for change in session.whole(glance).changes:
            if not is_known(change):
                firsts.append(change)
                known.add((change.what, change.field))
    return documents_without_changes(session.after, reversed(firsts))


class StandingEntries(Sequence[Entry]):
    """The entries that stand, in their order."""

    def __init__(self, campaign: Campaign, seen: Seen = lambda read: None) -> None:
        self._look = campaign.entry
        self._seen = seen
        self._read = 0
        self._numbers = array("L")
        amendments: list[Entry] = []
        for entry in undo_and_redo.entries_not_undone(self._entry, campaign.length):
            self._numbers.append(entry.number)
            if entry.amends:
                amendments.append(entry)
        self._numbers.reverse()
        self.amendments: Sequence[Entry] = amendments[::-1]
        """Those of them that amend others."""

    def _entry(self, number: int) -> Entry:
        self._read += 1
        self._seen(self._read)
        return self._look(number)

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, place: int) -> Entry: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Entry]: ...
    def __getitem__(self, place: int | slice) -> Entry | Sequence[Entry]:
        if isinstance(place, slice):
            return [self._entry(number) for number in self._numbers[place]]
        return self._entry(self._numbers[place])

    def places(self) -> Iterator[AmendedEntryPlace]:
        """What stands of a campaign, in its order, the amended entries in the places of those done first."""
        amended = AsAmended(self.amendments)
        return (amended.place(entry) for entry in self if not entry.amends)


def last_roll_in_session_entries(campaign: Campaign) -> Entry | None:
    """The last roll of anybody, as it was amended since. None: the latest entries hold none."""
    rules = campaign.rules
    amended: dict[int, Entry] = {}
    for entry in islice(campaign.entries(), LOOKED_BACK):
        if entry.amends:
            amended.setdefault(entry.amends, entry)
        elif entry.is_of_a_rule and rules.procedure(entry.procedure).group == Group.ROLL:
            return amended.get(entry.number, entry)
    return None


def last_amendable_in_session_entries(campaign: Campaign) -> Entry | None:
    """The last entry of a rule with dice or a form that stands. None: the latest hold none."""
    standing = undo_and_redo.entries_not_undone(campaign.entry, campaign.length)
    return next((each for each in islice(standing, LOOKED_BACK) if _is_a_roll(campaign, each)), None)


def _is_a_roll(campaign: Campaign, entry: Entry) -> bool:
    if not entry.is_of_a_rule:
        return False
    procedure = campaign.rules.procedure(entry.procedure)
    thrown = any(isinstance(step, Rolled) for step in entry.steps)
    return bool(procedure.inputs) and (thrown or procedure.group in (Group.ROLL, Group.CARE, Group.GROWTH))
