"""What can be done about a campaign that does not open, and doing it."""

from collections.abc import Callable, Mapping
from enum import StrEnum

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.mending import accept, go_on_without, repair
from tableside.campaign.store import CampaignBusy, Damaged, NotSaved, PutBack, Unconfirmed, Unreadable
from tableside.campaign.store.basefile import LOG, table_of
from tableside.errors import StoreError
from tableside.frozen import frozen


class CureId(StrEnum):
    OPEN_READ_ONLY = "open-read-only"
    """Look at it without writing: everything can be read and exported."""
    REOPEN = "reopen"
    """Open it again, to see whether the last change is there."""
    REBUILD = "rebuild"
    """Make the file anew from old copies and logs; the faulty one is kept beside it."""
    KEEP_WHOLE = "keep-whole"
    """Keep every change of the log that is whole; the log as it was is kept beside it."""
    GO_ON = "go-on"
    """Go on from change `seq`, though more had been saved."""
    ACCEPT_EDIT = "accept-edit"
    """Take the file as another program left it, as an entry that undo takes back."""
    OPEN_WITHOUT = "open-without"
    """Rebuild what can be, and go on without the entries that are lost."""


@frozen
class Cure:
    """One thing that can be done. `file` is relative to the campaign's folder, or empty."""

    id: CureId
    file: str = ""
    seq: int | None = None
    """The change concerned. None: the cure is for the whole file."""


def cures(error: StoreError) -> tuple[Cure, ...]:
    """What can be done about an error, the best first; nothing where only a newer program helps."""
    if isinstance(error, PutBack):
        return Cure(CureId.REBUILD, error.file), Cure(CureId.GO_ON, error.file, error.last)
    if isinstance(error, Damaged):
        return _for_damage(error)
    if isinstance(error, CampaignBusy | NotSaved):
        return (Cure(CureId.OPEN_READ_ONLY),)
    if isinstance(error, Unconfirmed | Unreadable):
        return (Cure(CureId.REOPEN),)
    return ()


def _for_damage(error: Damaged) -> tuple[Cure, ...]:
    if error.file == LOG and error.seq is not None:
        return (Cure(CureId.KEEP_WHOLE, LOG, error.seq),)
    found = [Cure(CureId.REBUILD, error.file)]
    if error.edited:
        found.append(Cure(CureId.ACCEPT_EDIT, error.file))
    if table_of(error.file):
        found.append(Cure(CureId.OPEN_WITHOUT, error.file))
    return tuple(found)


def apply(library: Library, id: str, cure: Cure) -> Campaign:
    """Do it, and open the campaign; what was done is its last entry.

    Raises `StoreError`, which may have cures of its own.
    """
    act = _ACTS.get(cure.id)
    if act is not None:
        act(library, id)
    return library.open(id, read_only=cure.id == CureId.OPEN_READ_ONLY)


_ACTS: Mapping[CureId, Callable[[Library, str], list[str]]] = {
    CureId.REBUILD: repair,
    CureId.KEEP_WHOLE: repair,
    CureId.GO_ON: accept,
    CureId.ACCEPT_EDIT: accept,
    CureId.OPEN_WITHOUT: go_on_without,
}
