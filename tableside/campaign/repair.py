"""Repairing a campaign that does not open: first its files, then its journal, each repair as an entry."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from enum import StrEnum
from functools import partial
from pathlib import Path

import msgspec
from tinydb.table import Document

from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import (
    COLLECTIONS,
    TABLE,
    Change,
    Documents,
    changes_between_documents,
    documents,
    documents_with_changes,
    table_from_documents,
)
from tableside.campaign.entries import ACCEPTED, LOST, REPAIRED, Entry, read_entry
from tableside.campaign.library import Library
from tableside.campaign.limit_checks import check_limits_of_entry, check_limits_of_table
from tableside.campaign.migrations import migrated_entry
from tableside.campaign.records import (
    AboutRecord,
    about_record,
    journal_record_table,
    read_about_record,
    read_volume_records,
)
from tableside.campaign.store.basefile import CAMPAIGN, LOG, table_of_base_file
from tableside.campaign.store.commits import Fields
from tableside.campaign.store.database import CampaignDB
from tableside.campaign.store.errors import (
    CampaignBusy,
    Damaged,
    Mended,
    NotSaved,
    PutBack,
    Unconfirmed,
    Unreadable,
    number_stretches,
)
from tableside.campaign.store.open import open_store_as_it_is
from tableside.campaign.store.recovery import Told, begin_history_after_gaps, rebuild_by_recovery
from tableside.campaign.store.recovery_sources import EditedBase, edited_recovery_sources, reseal_recovery
from tableside.campaign.untrusted_files import check_untrusted_values
from tableside.errors import Message, StoreError
from tableside.frozen import frozen
from tableside.games import game_ids, load_game
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.play import Fact
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table

KEPT = ("about", "volumes")
"""Tables of campaign.json that no edit may change, since the journal depends on them."""
PLAYED = (*COLLECTIONS, "table")
"""Tables of campaign.json whose changes are in the journal."""
THE_TABLE, THE_JOURNAL = Message("mended.the-table"), Message("mended.the-journal")


def repair(library: Library, id: str) -> list[Mended]:
    """Mend what can be mended from what is intact, and return what was done.

    Raises: NoCampaign, CampaignBusy, NewerVersion, NotSaved, Unreadable.
    """
    return _record_repair(library, id, _rebuilt(library, id))


def _rebuilt(library: Library, id: str) -> list[Mended]:
    memory, retell = library.memory, partial(_tables_from_journal, id)
    return rebuild_by_recovery(library.folder / id, now=library.clock, memory=memory, retell=retell)


def _record_repair(library: Library, id: str, done: list[Mended]) -> list[Mended]:
    """Record what was done as an entry, and bring the table to where the journal leads if it may lack
    something. Returns all that was done.
    """
    try:
        campaign = library.open(id)
    except StoreError:
        return done  # more than files is wrong, as a check will tell
    with closing(campaign):
        rebuilt = _documents_by_journal(campaign)
        current = documents(campaign.table)
        may_lack = any(each.file == CAMPAIGN and each.may_lack for each in done)
        if rebuilt is not None and rebuilt != current and may_lack:
            done.append(Mended(THE_TABLE, Message("mended.table")))
        else:
            rebuilt = current
        if done:
            facts = (Fact("repaired", "", {"file": str(each.file), "what": str(each.what)}) for each in done)
            campaign.mend(REPAIRED, tuple(facts), rebuilt, rebuilt)
    return done


def _documents_by_journal(campaign: Campaign) -> Documents | None:
    """Return the documents that the journal leads to. None: part of it cannot be read or does not follow."""
    try:
        entries = (campaign.entry(number) for number in range(1, campaign.length + 1))
        return _forward(documents(campaign.first_table), entries)
    except StoreError:
        return None


def _forward(documents: Documents, entries: Iterator[Entry]) -> Documents:
    for entry in entries:
        documents = documents_with_changes(documents, entry.changes)
    return documents


# Accepting what another program has written


def repair_accepting_edits(library: Library, id: str) -> list[Mended]:
    """Accept the files that another program edited, or a campaign that was put back, as an entry. Returns
    what was done.

    Everything is first rebuilt as it was, so that the edit is one change like any other. Raises `StoreError`
    when nothing was edited, or when the edit cannot be accepted; the edited file is kept in any case.
    """
    folder = library.folder / id
    edited = edited_recovery_sources(folder)
    if not edited:
        if done := open_store_as_it_is(folder, library.memory, now=library.clock):
            return _record_repair(library, id, done)
        raise StoreError("repair.nothing-to-accept")
    _check_edits(folder, edited)
    done = _rebuilt_or_resealed(folder, library)
    with closing(CampaignDB(folder, now=library.clock, memory=library.memory)) as db:
        with db.transaction("accepted"):
            for edit in edited:
                _take_other_tables(db, edit)
        campaign = Campaign(db, folder, library.clock, library.by)
        current = documents(campaign.table)
        played = (_read_played(edit, campaign.rules) for edit in edited if edit.file == CAMPAIGN)
        facts = tuple(Fact("edit-accepted", "", {"file": edit.file}) for edit in edited)
        campaign.mend(ACCEPTED, facts, _documents_by_journal(campaign) or current, next(played, current))
    return [*done, *(Mended(edit.file, Message("mended.taken")) for edit in edited)]


def _rebuilt_or_resealed(folder: Path, library: Library) -> list[Mended]:
    """Rebuild everything as before the edit, or as it is now where no source is left."""
    try:
        return _rebuilt(library, folder.name)
    except Damaged:
        return [*reseal_recovery(folder, now=library.clock), *_rebuilt(library, folder.name)]


def _check_edits(folder: Path, edited: list[EditedBase]) -> None:
    """Raise `StoreError` naming what does not fit, or could not have been typed; nothing is changed yet."""
    rules = _rules_of(folder, edited)
    for edit in edited:
        try:
            _check_edit(edit, rules)
        except StoreError as error:
            raise StoreError("files.at", file=edit.file, what=error) from None


def _check_edit(edit: EditedBase, rules: Ruleset) -> None:
    for name, given in edit.tables.items():
        for number, document in given.items():
            check_untrusted_values({f"{name}/{number}": document})
    for number, document in edit.tables.get(table_of_base_file(edit.file) or "", {}).items():
        check_limits_of_entry(read_entry(number, document), rules)
    if edit.file == CAMPAIGN:
        check_limits_of_table(table_from_documents(_read_played(edit, rules), rules), rules)


def _rules_of(folder: Path, edited: list[EditedBase]) -> Ruleset:
    """Return the rules of the campaign's game, which the edit itself may name."""
    abouts = [each.tables.get("about", {}).get(1, {}) for each in edited if each.file == CAMPAIGN]
    if abouts:
        return campaign_rules(load_game(str(abouts[0].get("ruleset"))))
    with CampaignDB(folder, read_only=True) as db:
        return campaign_rules(load_game(read_about_record(db).ruleset))


def _read_played(edit: EditedBase, rules: Ruleset) -> Documents:
    by_address = {
        f"{name}/{number}": dict(document)
        for name in PLAYED
        for number, document in edit.tables.get(name, {}).items()
    }
    return documents(table_from_documents(by_address, rules))


def _take_other_tables(db: CampaignDB, edit: EditedBase) -> None:
    """Write the edited tables that are not in the journal."""
    own = table_of_base_file(edit.file)
    for name in (own,) if own else KEPT:
        stored = {document.doc_id: dict(document) for document in db.table(name).all()}
        edited = edit.tables.get(name, {})
        if edited != stored if name in KEPT else (stored and edited.keys() != stored.keys()):
            raise StoreError("repair.edit-of", file=edit.file, table=name)
    for name, given in edit.tables.items():
        if name not in (*KEPT, *PLAYED):
            for number, document in given.items():
                db.table(name).upsert(Document(document, doc_id=number))


# Going on without what is lost


def repair_without(library: Library, id: str) -> list[Mended]:
    """Repair, then go on without the lost entries; an entry in their place says so.

    Raises `StoreError` where the rest does not join.
    """
    folder = library.folder / id
    done = repair(library, id)
    with closing(CampaignDB(folder, now=library.clock, memory=library.memory)) as db:
        done += _fill(db, library.clock())
    with closing(library.open(id)) as campaign:
        rebuilt, held = _documents_by_journal(campaign), documents(campaign.table)
        if rebuilt is not None and rebuilt != held:
            campaign.mend(LOST, (_lost_fact(campaign.length + 1, campaign.length + 1),), rebuilt, held)
            done.append(Mended(THE_JOURNAL, Message("mended.goes-on-from-the-table")))
    return done + begin_history_after_gaps(folder)


def _lost_fact(first: int, last: int) -> Fact:
    return Fact("entries-lost", "", {"first": first, "last": last})


def _fill(db: CampaignDB, now: float) -> list[Mended]:
    """Put an entry in the place of each missing one; the first of them holds the changes across the gap."""
    firsts = read_volume_records(db)
    rules = campaign_rules(load_game(read_about_record(db).ruleset))
    stored_entries = (each for name in db.session_tables() for each in db.table(name).all())
    entries = {each.doc_id: migrated_entry(read_entry(each.doc_id, each), rules) for each in stored_entries}
    top = max([*entries, *firsts], default=0)
    gaps = number_stretches(number for number in range(1, top + 1) if number not in entries)
    if len(gaps) > 1:
        parts = [Message("store.from-to", first=gap[0], last=gap[-1]) for gap in gaps]
        raise StoreError("repair.several-gaps", gaps=parts)
    for gap in gaps:
        changes = _over_gap(db, rules, entries, gap)
        with db.transaction(LOST):
            for number in gap:
                volume = sum(first <= number for first in firsts)
                entry = replace(_stand_in(entries, gap, changes), number=number, time=now)
                leading = changes if number == gap[0] else ()
                entry = replace(entry, changes=leading, amended=min(number, entry.amended))
                db.table(journal_record_table(volume)).insert(Document(entry.document(), doc_id=number))
    return [Mended(THE_JOURNAL, Message("mended.without", first=gap[0], last=gap[-1])) for gap in gaps]


def _stand_in(entries: Mapping[int, Entry], gap: range, changes: tuple[Change, ...]) -> Entry:
    """Return an entry for a lost one. Changes across a gap can be undone like any other."""
    before, after = entries.get(gap[0] - 1), entries.get(gap[-1] + 1)
    session, day = (before.session, before.day) if before else (0, 1)
    done, undone = (before.done, before.undone) if before else (0, 0)
    done, undone = (gap[0], 0) if changes else (done, undone)
    teller = after if after and after.is_of_a_rule and not after.amends else before
    fact, amended = _lost_fact(gap[0], gap[-1]), teller.amended if teller else 0
    entry = Entry(gap[0], 0.0, "", session, day, LOST, {}, facts=(fact,), done=done, undone=undone)
    return replace(entry, amended=amended)


def _over_gap(db: CampaignDB, rules: Ruleset, entries: Mapping[int, Entry], gap: range) -> tuple[Change, ...]:
    """Return the changes from the table before the gap, built forwards, to that after it, built backwards."""
    title = read_about_record(db).title
    before = _forward(documents(Table(title=title)), (entries[number] for number in range(1, gap[0])))
    held = documents(table_from_documents(db.documents(PLAYED), rules))
    for number in range(max([*entries, gap[-1]]), gap[-1], -1):
        held = documents_with_changes(held, [change.reversed for change in reversed(entries[number].changes)])
    return changes_between_documents(before, held)


class CureId(StrEnum):
    OPEN_READ_ONLY = "open-read-only"
    """Open it for reading: everything can be looked at and exported."""
    REOPEN = "reopen"
    """Open it again, to see whether the last change is there."""
    REBUILD = "rebuild"
    """Rebuild the file from old copies and logs; the faulty one is kept beside it."""
    KEEP_WHOLE = "keep-whole"
    """Keep every whole change of the log; the log as it was is kept beside it."""
    GO_ON = "go-on"
    """Go on from change `seq`, although more had been saved."""
    ACCEPT_EDIT = "accept-edit"
    """Accept the file as another program left it, as an entry that undo takes back."""
    OPEN_WITHOUT = "open-without"
    """Rebuild what can be rebuilt, and go on without the lost entries."""


@frozen
class RepairCure:
    """One remedy. `file` is relative to the campaign's folder, or empty."""

    id: CureId
    file: str = ""
    seq: int | None = None
    """The change concerned. None: the cure is for the whole file."""


def repair_cures(error: StoreError) -> tuple[RepairCure, ...]:
    """Return the remedies for an error, best first; empty where only a newer program helps."""
    if isinstance(error, PutBack):
        return RepairCure(CureId.REBUILD, error.file), RepairCure(CureId.GO_ON, error.file, error.last)
    if isinstance(error, Damaged):
        return _for_damage(error)
    if isinstance(error, CampaignBusy | NotSaved):
        return (RepairCure(CureId.OPEN_READ_ONLY),)
    if isinstance(error, Unconfirmed | Unreadable):
        return (RepairCure(CureId.REOPEN),)
    return ()


def _for_damage(error: Damaged) -> tuple[RepairCure, ...]:
    if error.file == LOG and error.seq is not None:
        return (RepairCure(CureId.KEEP_WHOLE, LOG, error.seq),)
    known = [RepairCure(CureId.REBUILD, error.file)]
    if error.edited:
        known.append(RepairCure(CureId.ACCEPT_EDIT, error.file))
    if table_of_base_file(error.file):
        known.append(RepairCure(CureId.OPEN_WITHOUT, error.file))
    return tuple(known)


def apply_repair_cure(library: Library, id: str, cure: RepairCure) -> Campaign:
    """Apply a remedy and open the campaign, whose last entry tells what was done.

    Raises `StoreError`, which may have remedies of its own.
    """
    if act := _ACTS.get(cure.id):
        act(library, id)
    return library.open(id, read_only=cure.id == CureId.OPEN_READ_ONLY)


_ACTS: Mapping[CureId, Callable[[Library, str], list[Mended]]] = {
    CureId.REBUILD: repair,
    CureId.KEEP_WHOLE: repair,
    CureId.GO_ON: repair_accepting_edits,
    CureId.ACCEPT_EDIT: repair_accepting_edits,
    CureId.OPEN_WITHOUT: repair_without,
}


def _tables_from_journal(folder_name: str, told: Told, named: Fields | None) -> Told:
    """Rebuild the tables of campaign.json from the journal, for a campaign in a folder of this name."""
    volumes = (told[table] for table in sorted(told))
    entries = [read_entry(number, volume[number]) for volume in volumes for number in sorted(volume)]
    if [entry.number for entry in entries] != [*range(1, len(entries) + 1)]:
        raise StoreError("rebuild.entries-lacking")
    about = _about(entries, named, folder_name)
    rules = campaign_rules(load_game(about.ruleset))
    whole = (migrated_entry(entry, rules) for entry in entries)
    by_address = _forward(documents(Table(title=about.title)), whole)
    tables: dict[str, dict[int, Fields]] = {"about": {1: about_record(about)}}
    for address, document in by_address.items():
        collection, _, number = address.partition("/")
        tables.setdefault(collection, {})[int(number)] = document
    firsts = (min(told[table]) for table in sorted(told) if told[table])
    return {**tables, "volumes": {volume: {"first": first} for volume, first in enumerate(firsts, 1)}}


def _about(entries: list[Entry], named: Fields | None, folder_name: str) -> AboutRecord:
    """Return the campaign's facts from a journal file, or for an older one, from entries and folder."""
    if named:
        return msgspec.convert(named, AboutRecord)
    having = {game: {each.id for each in campaign_rules(load_game(game)).procedures} for game in game_ids()}
    owners = [[game for game in having if entry.procedure in having[game]] for entry in entries]
    games = [game for game, *others in filter(None, owners) if not others]  # shared procedures tell nothing
    games = games or [game for each in entries if (game := each.procedure.partition(".")[0]) in having]
    if not games:
        raise StoreError("rebuild.no-game")
    changes = (change for entry in entries for change in entry.changes)
    titles = (change.before for change in changes if (change.what, change.field) == (TABLE, ("title",)))
    title = next(titles, folder_name.replace("-", " ").title())
    return AboutRecord(games[0], entries[0].time, str(title))
