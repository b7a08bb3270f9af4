"""What is said of a campaign that cannot be opened or saved: one line, with what still helps."""

from tableside.campaign.store import (
    CampaignBusy,
    Damaged,
    NewerVersion,
    Notice,
    NotSaved,
    NotStorable,
    PutBack,
    Unconfirmed,
    Unreadable,
)
from tableside.campaign.store.basefile import LOG, table_of
from tableside.errors import StoreError, Unfit
from tableside.wording import label
from tableside.wording.results import sentence

_ADVICE: tuple[tuple[type[StoreError], str], ...] = (
    (CampaignBusy, "busy"),
    (NotSaved, "not-saved"),
    (Unconfirmed, "unconfirmed"),
    (NotStorable, "not-storable"),
    (NewerVersion, "newer"),
    (Unfit, "unfit"),
    (Unreadable, "unreadable"),
)


def trouble_line(error: StoreError, id: str) -> str:
    """The error in one line, with what still works and what helps. `id` is the campaign's as it was typed."""
    key = _damage(error) if isinstance(error, Damaged) else _other(error)
    if not key:
        return str(error)
    return f"{error}; {sentence('advice', key, id=id)}"


def _other(error: StoreError) -> str:
    return next((key for kind, key in _ADVICE if isinstance(error, kind)), "")


def _damage(error: Damaged) -> str:
    if isinstance(error, PutBack):
        return "put-back"
    if error.file == LOG and error.seq is not None:
        return "log"
    if error.edited:
        return "edited"
    return "journal" if table_of(error.file) else "damaged"


def noticed(notice: Notice) -> str:
    """What the store found in a campaign or could not do, in one line."""
    change = sentence("entry", "change", seq=notice.seq) if notice.seq else ""
    about = ", ".join(filter(None, [notice.file, change, str(notice.reason)]))
    return f"{label('notice', notice.kind)} ({about})"
