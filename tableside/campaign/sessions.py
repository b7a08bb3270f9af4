"""The sessions of a campaign: the entries that stand of one, and the documents before each of them.

Only the journal files of the session, the first entry of each later one, and later amendments are read.
"""

from collections.abc import Iterator
from functools import cache
from itertools import takewhile

from tableside.campaign import history
from tableside.campaign.amendment import as_if_done_right
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import Documents, applied, documents
from tableside.campaign.entries import Entry
from tableside.campaign.history import Look
from tableside.errors import RuleError
from tableside.frozen import frozen


@frozen
class Session:
    """What stands of a session."""

    number: int
    """Counted from 1; 0: what came before the first."""
    entries: tuple[Entry, ...]
    """In their order; those taken back are left out, those amended, then or since, are as they should have
    been."""
    last: int
    """The number of the journal's last entry in it, be that one taken back or not; 0 in an empty journal."""
    after: Documents
    """The documents when it was over, or as they are; with what was amended since."""


def session_of(campaign: Campaign, number: int, look: Look | None = None) -> Session:
    """The session of this number, as it stands now; `look` gives entries that were read before.

    It begins with its beginning and goes on until the next one begins: what is done after its end is of it.
    Raises `RuleError` when there was none.
    """
    if not 0 <= number <= campaign.table.session:
        raise RuleError("sessions.no-such", number=number, last=campaign.table.session)
    look = look or cache(campaign.entry)
    last = campaign.length
    while last and look(last).session > number:
        last = campaign.journal.volumes[campaign.journal.volume_of(last) - 1] - 1
    of_session: list[Entry] = []
    for entry in history.standing_entries(look, last):
        if entry.session != number:
            break
        of_session.append(entry)
    after = documents(campaign.table) if last == campaign.length else campaign.documents_at(last)
    entries = of_session[::-1]
    if entries and (amendments := amendments_since(look, campaign.length, entries[0].number, last)):
        later = [each for each in amendments if each.number > last]
        entries, after = as_if_done_right(look, campaign.rules, after, last, entries[0].number, later)
    return Session(number, tuple(entries), last, after)


def amendments_since(look: Look, now: int, first: int, last: int) -> list[Entry]:
    """The amendments made since entry `first` that stand after entry `now` and are of nothing after `last`,
    in their order.

    It costs what there are of them.
    """
    since = takewhile(lambda entry: entry.number >= first, history.amendments(look, now))
    return [entry for entry in since if entry.amends <= last][::-1]


def backwards(session: Session) -> Iterator[tuple[Entry, Documents]]:
    """Each entry with the documents before it, the last first."""
    documents = session.after
    for entry in reversed(session.entries):
        if entry.changes:
            documents = applied(documents, history.changes_back(entry))
        yield entry, documents
