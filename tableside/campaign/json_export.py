"""A campaign as one JSON file and back, without loss.

The file holds the initial state and every entry, and reading it keeps these as written, without playing
anything. Files from elsewhere are not trusted: they are checked completely before anything is made.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
from tinydb.table import Document as StoredDocument

from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import (
    COLLECTIONS,
    TABLE,
    Documents,
    changes_between_documents,
    documents,
    documents_with_changes,
    table_from_documents,
)
from tableside.campaign.entries import Entry, EntryShape, read_entry
from tableside.campaign.library import Library
from tableside.campaign.limit_checks import (
    LATEST,
    check_limits_of_entry,
    check_limits_of_table,
    check_limits_of_touched,
)
from tableside.campaign.migrations import migrated_entry
from tableside.campaign.plain_files import PRIVATE, SHARED, write_new_plain_file
from tableside.campaign.records import AboutRecord, journal_record_table, write_about_record
from tableside.campaign.store import basefile
from tableside.campaign.store.database import CampaignDB
from tableside.campaign.undo_and_redo import expected_undo_cursors, undo_cursors
from tableside.campaign.untrusted_files import read_untrusted
from tableside.errors import RuleError, StoreError
from tableside.games import game_ids, id_of_game, load_game
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table
from tableside.rules.typed import NAME_LENGTH, typed_short
from tableside.text import clean_text, escaped_json_text

FORMAT = 1
ADDRESS = re.compile(rf"table/1|({'|'.join(COLLECTIONS)})/[1-9][0-9]{{0,8}}")
LONGEST_COMPLAINT = 300
"""The most characters of a complaint about a file, which may quote anything."""


class JsonExport(msgspec.Struct, forbid_unknown_fields=True):
    """The JSON form of a campaign."""

    tableside: int
    """The number of the format."""
    ruleset: str
    created: float
    title: str
    documents: dict[str, dict[str, Any]]  # Any: JSON values, checked by `table_from_documents`
    volumes: list[int]
    entries: list[dict[str, Any]]  # Any: JSON values, checked by `read_entry`


class _Shape(JsonExport, forbid_unknown_fields=True):
    """The same with the types of its entries."""

    entries: list[EntryShape]  # type: ignore[assignment]  # narrower than in an export


def export_json(campaign: Campaign) -> bytes:
    """Return the whole campaign without loss; the same campaign always gives the same bytes."""
    return "".join(json_export_parts(campaign)).encode()


def json_export_parts(campaign: Campaign, seen: Callable[[int], object] = lambda read: None) -> Iterator[str]:
    """Yield the JSON of a campaign in parts, entry by entry; `seen` is called with the count so far."""
    exported = JsonExport(
        FORMAT,
        campaign.about.ruleset,
        campaign.about.created,
        campaign.about.title,
        dict(sorted(documents(campaign.table).items())),
        list(campaign.journal.volumes),
        [],
    )
    whole = _indented(exported)
    if not campaign.length:
        yield f"{whole}\n"
        return
    yield whole.removesuffix(_NO_ENTRIES)
    for number in range(1, campaign.length + 1):
        entry = _indented(campaign.entry(number).document()).replace("\n", "\n  ")
        yield f"{',' if number > 1 else '['}\n  {entry}"
        seen(number)
    yield "\n ]\n}\n"


_NO_ENTRIES = "[]\n}"
"""The end of a campaign without entries."""


def _indented(value: object) -> str:
    return escaped_json_text(msgspec.json.format(msgspec.json.encode(value), indent=1).decode())


def write_json_export(path: Path, written: Iterable[bytes], *, shared: bool = False) -> None:
    """Write an export into a new file, whole or not at all, for its owner alone unless `shared`.

    Raises `RuleError` when the file exists already, `StoreError` when the disk refuses.
    """
    try:
        write_new_plain_file(path, written, SHARED if shared else PRIVATE)
    except FileExistsError:
        raise RuleError("files.there-already", path=str(path)) from None
    except OSError as error:
        raise StoreError("files.not-written", path=str(path), why=error.strerror or error) from None


def import_json(
    library: Library, path: Path, prove: Callable[[Campaign], None] = lambda campaign: None
) -> str:
    """Make a new campaign of an exported file, and return its id. `prove` checks it before it is in place.

    Raises `StoreError` naming the file and what is wrong with it, also from `prove`; then nothing is made.
    """
    try:
        exported = _checked_export(read_untrusted(path, _Shape))
    except (StoreError, RuleError, msgspec.ValidationError) as error:
        raise StoreError("files.at", file=path.name, what=_complaint(error)) from None
    title = str(exported.documents[TABLE]["title"])

    def write(db: CampaignDB) -> None:
        _write(db, exported)
        try:
            prove(Campaign(db, db.folder, library.clock, library.by))
        except StoreError as error:
            raise StoreError("files.at", file=path.name, what=_complaint(error)) from None

    return library.place(title, write)


def _complaint(error: Exception) -> str:
    text = clean_text(str(error))
    return text if len(text) <= LONGEST_COMPLAINT else f"{text[:LONGEST_COMPLAINT]}…"


def _checked_export(content: object) -> JsonExport:
    """Return the campaign that the values of a file describe, in the form of an export.

    Raises `StoreError`, `RuleError` or `ValidationError` unless its journal leads to its table and all of it
    can be read.
    """
    exported = msgspec.convert(content, JsonExport)
    if exported.tableside != FORMAT:
        raise StoreError("exported.format", found=exported.tableside, known=FORMAT)
    if not exported.title.strip():
        raise StoreError("exported.no-title")
    if not abs(exported.created) <= LATEST:
        raise StoreError("exported.no-moment", time=repr(exported.created))
    typed_short(exported.title, NAME_LENGTH)
    rules = campaign_rules(load_game(id_of_game(exported.ruleset)))
    if exported.ruleset != rules.id:
        raise StoreError("exported.no-game", game=exported.ruleset, known=game_ids())
    _check_addresses(exported.documents)
    entries = [
        migrated_entry(read_entry(number, document), rules)
        for number, document in enumerate(exported.entries, 1)
    ]
    _check_volumes(exported.volumes, len(entries))
    _check_journal(entries, rules)
    table = table_from_documents(exported.documents, rules)
    held = documents(table)
    _check_led_to(held, entries, exported.title, rules)
    check_limits_of_table(table, rules)
    written = [entry.document() for entry in entries]
    _check_kept(exported.documents, held, "documents")
    _check_kept(exported.entries, written, "entries")
    return msgspec.structs.replace(exported, documents=dict(sorted(held.items())), entries=written)


def _check_addresses(addresses: Iterable[str]) -> None:
    for address in addresses:
        if not ADDRESS.fullmatch(address):
            raise StoreError("exported.no-address", address=address)


def _check_kept(given: Any, kept: Any, where: str) -> None:  # Any: JSON values
    """Raise `StoreError` unless everything given is kept; what is kept may hold more."""
    if isinstance(given, dict) and isinstance(kept, dict):
        for key, value in given.items():
            if key not in kept:
                raise StoreError("exported.no-place", where=where, value=repr(key))
            _check_kept(value, kept[key], f"{where}.{key}")
    elif isinstance(given, list) and isinstance(kept, list) and len(given) == len(kept):
        for place, (value, other) in enumerate(zip(given, kept, strict=True)):
            _check_kept(value, other, f"{where}.{place}")
    elif given != kept:
        raise StoreError("exported.no-place", where=where, value=repr(given))


def _check_volumes(volumes: list[int], entries: int) -> None:
    """Raise `StoreError` unless the numbers rise, beginning with entry 1."""
    rising = all(one < other for one, other in pairwise(volumes))
    if not rising or volumes[:1] != [1] * bool(entries) or volumes[-1:] > [entries]:
        raise StoreError("exported.volumes", last=entries)


def _check_journal(entries: list[Entry], rules: Ruleset) -> None:
    """Raise `StoreError` unless the game knows each entry's procedure and its cursors are right."""

    def look(number: int) -> Entry:
        return entries[number - 1]

    known = {each.id for each in rules.procedures}
    for entry in entries:
        if not all(_is_value(value) for value in entry.given.values()):
            raise StoreError("exported.no-input", entry=entry.number)
        if entry.is_of_a_rule and entry.procedure not in known:
            raise StoreError(
                "exported.no-procedure", entry=entry.number, procedure=entry.procedure, game=rules.name
            )
        if entry.amends and (look(entry.amends).amends or look(entry.amends).procedure != entry.procedure):
            raise StoreError("exported.amends", entry=entry.number, other=entry.amends)
        if expected_undo_cursors(look, entry) != undo_cursors(entry):
            raise StoreError("exported.cursors", entry=entry.number)
        check_limits_of_entry(entry, rules)


def _is_value(value: object) -> bool:
    parts = value if isinstance(value, tuple) else (value,)
    return all(isinstance(part, int | str) for part in parts)


def _check_led_to(held: Documents, entries: list[Entry], title: str, rules: Ruleset) -> None:
    """Raise `StoreError` unless the changes of all entries lead from the first table to these documents, and
    every table in between is possible, since undo passes through them.
    """
    led_to = documents(Table(title=title))
    for entry in entries:
        try:
            led_to = documents_with_changes(led_to, entry.changes)
        except StoreError as error:
            raise StoreError("exported.does-not-follow", entry=entry.number, why=error) from None
        try:
            _check_addresses(each.what for each in entry.changes)
            check_limits_of_touched(led_to, (each.what for each in entry.changes), rules)
        except StoreError as error:
            raise StoreError("exported.could-not-be", entry=entry.number, why=error) from None
    for change in changes_between_documents(led_to, held):
        where = ".".join(map(str, (change.what, *change.field)))
        raise StoreError("exported.another-end", where=where)


def _write(db: CampaignDB, exported: JsonExport) -> None:
    with db.transaction("imported"):
        about = AboutRecord(exported.ruleset, exported.created, exported.title, basefile.SCHEMA)
        write_about_record(db, about)
        for address, document in exported.documents.items():
            collection, _, number = address.partition("/")
            db.table(collection).insert(StoredDocument(document, doc_id=int(number)))
        for volume, first in enumerate(exported.volumes, 1):
            db.table("volumes").insert(StoredDocument({"first": first}, doc_id=volume))
    firsts = [*exported.volumes, len(exported.entries) + 1]
    for volume, (first, end) in enumerate(pairwise(firsts), 1):
        with db.transaction("imported journal"):
            db.table(journal_record_table(volume)).insert_multiple(
                StoredDocument(exported.entries[number - 1], doc_id=number) for number in range(first, end)
            )
