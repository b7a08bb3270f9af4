"""A campaign as one file and back: loss-free JSON, and a readable log in Markdown.

The JSON form holds the state at the beginning and every entry; reading it plays nothing, it keeps what was
written. What comes from elsewhere is not trusted: it is checked whole before anything is made.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from tinydb.table import Document as StoredDocument

from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import documents, read_table
from tableside.campaign.entries import entry_document, read_entry
from tableside.campaign.library import Library
from tableside.campaign.store import CampaignDB
from tableside.errors import StoreError
from tableside.rules.ruleset import ruleset
from tableside.rules.typed import one_of, short

FORMAT = 1
LARGEST_FILE = 256 * 1024 * 1024
"""Bytes of a file that is read in."""


class Exported(msgspec.Struct, forbid_unknown_fields=True):
    """The JSON form of a campaign."""

    tableside: int
    """The number of the format."""
    ruleset: str
    created: float
    title: str
    documents: dict[str, dict[str, Any]]  # Any: JSON values, checked by `read_table`
    volumes: list[int]
    entries: list[dict[str, Any]]  # Any: JSON values, checked by `read_entry`


def export_json(campaign: Campaign) -> bytes:
    """The whole campaign, loss-free; the same campaign always gives the same bytes."""
    exported = Exported(
        FORMAT,
        campaign.about.ruleset,
        campaign.about.created,
        campaign.about.title,
        dict(sorted(documents(campaign.table).items())),
        list(campaign.volumes),
        [entry_document(campaign.entry(number)) for number in range(1, campaign.length + 1)],
    )
    return msgspec.json.format(msgspec.json.encode(exported), indent=1) + b"\n"


def import_json(library: Library, path: Path) -> str:
    """Make a new campaign of an exported file; its id. Raises `StoreError`; then nothing has been made."""
    exported = _read_exported(path)
    game = ruleset(one_of(exported.ruleset, [exported.ruleset]))
    table = read_table(exported.documents, game)
    entries = [read_entry(number, document) for number, document in enumerate(exported.entries, 1)]
    if exported.volumes[:1] != [1] * bool(entries) or exported.volumes != sorted({*exported.volumes}):
        raise StoreError(f"{path}: its volumes {exported.volumes} do not begin at entry 1 and rise")
    title = short(table.title, 200) or path.stem
    return library.place(title, lambda db: _write(db, exported))


def _read_exported(path: Path) -> Exported:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise StoreError(f"{path} has {path.stat().st_size} bytes: at most {LARGEST_FILE} are read")
        found = msgspec.json.decode(path.read_bytes(), type=Exported)
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise StoreError(f"{path} is not an exported campaign: {error}") from None
    if found.tableside != FORMAT:
        raise StoreError(f"{path} has format {found.tableside}; this Tableside reads {FORMAT}")
    return found


def _write(db: CampaignDB, exported: Exported) -> None:
    with db.transaction("imported"):
        about = {"ruleset": exported.ruleset, "created": exported.created, "title": exported.title}
        db.table("about").insert(StoredDocument(about, doc_id=1))
        for address, document in exported.documents.items():
            collection, _, number = address.partition("/")
            db.table(collection).insert(StoredDocument(document, doc_id=int(number)))
        for volume, first in enumerate(exported.volumes, 1):
            db.table("volumes").insert(StoredDocument({"first": first}, doc_id=volume))
    for volume, numbers in _by_volume(exported):
        with db.transaction("imported journal"):
            db.table(f"journal/{volume:04}").insert_multiple(
                StoredDocument(exported.entries[number - 1], doc_id=number) for number in numbers
            )


def _by_volume(exported: Exported) -> Iterator[tuple[int, range]]:
    ends = [*exported.volumes[1:], len(exported.entries) + 1]
    for volume, (first, end) in enumerate(zip(exported.volumes, ends, strict=True), 1):
        yield volume, range(first, end)
