"""What another program has written into a campaign's files, read so that it can be taken over as a change.

Stock TinyDB rewrites a base file without its checksum, and knows nothing of the log. So an edit is of the
file as it was, and what the log holds since then comes on top.
"""

import time
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from tableside.campaign.store.basefile import (
    CAMPAIGN,
    JOURNAL,
    LOG,
    Base,
    decode_base,
    decode_unchecked,
    encode_base,
    file_of,
    names_in_folder,
    read_base_file,
)
from tableside.campaign.store.basefile import table_of as session_of
from tableside.campaign.store.changes import Commit, Misfit, Step, Tables
from tableside.campaign.store.disk import REAL_DISK, Disk, free_damaged, put_file, reason
from tableside.campaign.store.encoding import Fields, decode, encode, encode_strictly
from tableside.campaign.store.errors import Damaged, Mended, NotSaved
from tableside.campaign.store.locking import lock_campaign
from tableside.campaign.store.log import read_log
from tableside.errors import Message
from tableside.frozen import frozen


@frozen
class Edit:
    """A base file as another program left it, with the later changes of the log on top."""

    file: str
    tables: Mapping[str, Mapping[int, Fields]]


def edits(folder: Path, *, disk: Disk = REAL_DISK) -> list[Edit]:
    """Every file of the campaign that is whole but for its checksum. Raises: Damaged, NewerVersion."""
    sessions = [f"{JOURNAL}/{name}" for name in names_in_folder(disk, folder / JOURNAL)]
    edited: list[Edit] = []
    for file in [CAMPAIGN, *(each for each in sessions if session_of(each))]:
        data = (
            read_base_file(disk, folder, file)
            if file != CAMPAIGN or CAMPAIGN in names_in_folder(disk, folder)
            else b""
        )
        try:
            decode_base(data, file)
        except Damaged as error:
            if error.edited:
                edited.append(_edit(file, decode_unchecked(data, file), _changes(disk, folder)))
    return edited


def reseal(folder: Path, *, disk: Disk = REAL_DISK, now: Callable[[], float] = time.time) -> list[Mended]:
    """Give campaign.json its checksum anew, as it was edited, where no old copy is left to rebuild it from.

    What was done, in plain lines. Raises: NoCampaign, CampaignBusy, Damaged, NotSaved.
    """
    lock = lock_campaign(disk, folder, now())
    try:
        data = read_base_file(disk, folder, CAMPAIGN)
        base = decode_unchecked(data, CAMPAIGN)
        documents = {
            name: {key: encode(decode(document)) for key, document in docs.items()}
            for name, docs in base.documents.items()
        }
        ids = {name: max([base.meta.ids.get(name, 0), *map(int, docs)]) for name, docs in documents.items()}
        beside = free_damaged(disk, folder / CAMPAIGN)
        put_file(disk, beside, data)
        meta = msgspec.structs.replace(base.meta, ids=ids, sha256="")
        put_file(disk, folder / CAMPAIGN, encode_base(documents, meta))
        disk.fsync_dir(folder)
        return [Mended(CAMPAIGN, Message("mended.kept-beside", beside=beside.name))]
    except OSError as error:
        raise NotSaved(reason(error)) from error
    finally:
        lock.release()


def _changes(disk: Disk, folder: Path) -> tuple[Commit, ...]:
    return read_log(read_base_file(disk, folder, LOG), LOG).changes


def _edit(file: str, base: Base, changes: tuple[Commit, ...]) -> Edit:
    tables = Tables({name: dict(documents) for name, documents in base.documents.items()})
    for change in changes:
        for step in change.o if change.n > base.meta.seq else ():
            if file_of(step[0]) == file:
                _apply(tables, file, change.n, step)
    return Edit(file, {name: _documents(file, docs) for name, docs in tables.documents.items()})


def _apply(tables: Tables, file: str, number: int, step: Step) -> None:
    try:
        tables.apply(step)
    except Misfit as misfit:
        what = Message("store.edit-touches", change=number, document=str(misfit))
        raise Damaged(file, what, number) from misfit


def _documents(file: str, documents: Mapping[str, bytes]) -> dict[int, Fields]:
    by_id: dict[int, Fields] = {}
    for doc_id, document in documents.items():
        by_id[int(doc_id)] = decode(document)
        encode_strictly(by_id[int(doc_id)], f"{file} {doc_id}")
    return by_id
