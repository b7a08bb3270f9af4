"""The entries that stand in a session or a whole campaign, with the documents before each.

A journal may be too long to hold in memory. So only the session's journal files, the first entry of each
later file and later amendments are read, and a session's entries at first only at a glance.
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
from tableside.rules.procedure import Group

Seen = Callable[[int], object]
"""Called with the number of entries read so far, to show progress."""


LOOKED_BACK = 200
"""The number of entries searched for the last roll."""


@frozen
class SessionEntries:
    """The entries of a session that stand."""

    number: int
    """The session's number, from 1; 0: before the first."""
    glances: tuple[EntryGlance, ...]
    """Its entries in order, without those taken back; amended ones, even if amended later, as amended."""
    last: int
    """The journal's last entry in the session, taken back or not; 0 in an empty journal."""
    after: Documents
    """The documents at its end, or the current ones, with later amendments."""
    look: Look

    def whole(self, glance: EntryGlance) -> Entry:
        """Return the entry of a glance."""
        return glance if isinstance(glance, Entry) else self.look(glance.number)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, fully read, which in a long session takes seconds."""
        return tuple(map(self.whole, self.glances))

    def backwards(self) -> Iterator[tuple[Entry, Documents]]:
        """Yield each entry that rolled or changed something, with the documents before it, newest first."""
        documents = self.after
        for glance in reversed(self.glances):
            if glance.changes or glance.steps:
                entry = self.whole(glance)
                documents = documents_with_changes(documents, undo_and_redo.changes_undone(entry))
                yield entry, documents


def session_entries_of(
    campaign: Campaign, number: int, glance: Callable[[int], EntryGlance] | None = None
) -> SessionEntries:
    """Return the session of this number as it stands now; `glance` may return cached glances.

    It lasts from its beginning to the beginning of the next, so it includes what is done after its end. From
    the first amended entry to the last amendment, entries are replayed. Raises `RuleError` when there was no
    such session.
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
    """Return the documents before a session's first entry, reading only the first change of each value."""
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
    """The entries that stand, in order."""

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
        """Those that are amendments."""

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
        """Yield the places of a campaign in order, with amended entries where their originals were."""
        amended = AsAmended(self.amendments)
        return (amended.place(entry) for entry in self if not entry.amends)


def last_roll_in_session_entries(campaign: Campaign) -> Entry | None:
    """Return the last roll, as amended since. None: there is none among the latest entries."""
    rules = campaign.rules
    amended: dict[int, Entry] = {}
    for entry in islice(campaign.entries(), LOOKED_BACK):
        if entry.amends:
            amended.setdefault(entry.amends, entry)
        elif entry.is_of_a_rule and rules.procedure(entry.procedure).group == Group.ROLL:
            return amended.get(entry.number, entry)
    return None


def last_amendable_in_session_entries(campaign: Campaign) -> Entry | None:
    """Return the last standing entry of a rule with dice or a form. None: there is none among the latest."""
    standing = undo_and_redo.entries_not_undone(campaign.entry, campaign.length)
    return next((each for each in islice(standing, LOOKED_BACK) if _is_amendable(campaign, each)), None)


def _is_amendable(campaign: Campaign, entry: Entry) -> bool:
    if not entry.is_of_a_rule:
        return False
    procedure = campaign.rules.procedure(entry.procedure)
    is_done_to_somebody = procedure.group in (Group.ROLL, Group.CARE, Group.GROWTH)
    return bool(procedure.inputs) and (entry.has_dice or is_done_to_somebody)
