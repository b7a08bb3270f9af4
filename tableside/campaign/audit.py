"""Checking a campaign: replaying each entry from its transcript must give the recorded outcome and changes.

Facts are not compared: a result may be told in more detail later without making old journals unsound.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from tableside.campaign.amendment import Amendment, AmendmentImpossible, amendment_of
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import (
    Documents,
    changes_between_documents,
    check_documents_safe,
    documents,
    documents_at,
    documents_changed_between,
    documents_with_changes,
    is_far_out_in_documents,
    table_with_documents,
)
from tableside.campaign.entries import Entry, inputs_of_entry
from tableside.campaign.records import journal_record_table
from tableside.campaign.replay import earlier_readings_in_replay
from tableside.campaign.store.basefile import CAMPAIGN
from tableside.campaign.store.errors import Damaged, number_stretches
from tableside.campaign.undo_and_redo import changes_of_undo_or_redo, expected_undo_cursors, undo_cursors
from tableside.errors import Message, StoreError, TablesideError
from tableside.frozen import frozen
from tableside.rules.play import Performed, play_rule
from tableside.rules.table import Table


@frozen
class AuditPlace:
    """A file and a place in it: `journal/0001.json entry 12`."""

    file: str
    at: Message | str = ""

    def __str__(self) -> str:
        return f"{self.file} {self.at}".strip()


@frozen
class AuditFault:
    """Something wrong in a campaign."""

    where: AuditPlace
    what: Message


@frozen
class EarlierReading:
    """An entry made under an earlier reading of its rules, which gives another result today. This is no
    fault: its changes stand.
    """

    where: AuditPlace
    rules: tuple[str, ...]
    """The ids of the rules whose reading was corrected since."""


@frozen
class AuditFindings:
    """The findings of a check."""

    faults: tuple[AuditFault, ...]
    earlier: tuple[EarlierReading, ...]
    """Entries that give another result under rules corrected since."""
    misread: tuple[str, ...] = ()
    """The ids of open questions that hold another question's answer, as an older program could leave them."""


@frozen
class AuditedMoment:
    """A table and its documents."""

    table: Table
    held: Documents


def audit(campaign: Campaign) -> Iterator[AuditFault]:
    """Yield the faults of a campaign's journal, found by replaying it from the first table to the last."""
    return (each for each in audit_by_replay(campaign) if isinstance(each, AuditFault))


def audit_by_replay(
    campaign: Campaign, seen: Callable[[int], object] = lambda number: None
) -> Iterator[AuditFault | EarlierReading]:
    """Yield the faults of a campaign's journal, and the entries made under an earlier reading that gives
    another result today. `seen` is called with the number of each entry.
    """
    present: set[int] = set()
    for volume in range(1, len(campaign.journal.volumes) + 1):
        yield from _faults_of_volume(campaign, volume, present)
    moment: AuditedMoment | None = AuditedMoment(campaign.first_table, documents(campaign.first_table))
    for number in range(1, campaign.length + 1):
        where = _at(_file(campaign.journal.volume_of(number)), number)
        seen(number)
        try:
            entry = campaign.entry(number) if number in present else None
            if entry is None or moment is None:
                moment = None  # entries after a lost one can be read but not replayed
                continue
            yield from _faults_of_entry(campaign, entry, moment, where)
            moment = _moment_after(campaign, entry, moment)
        except TablesideError as error:
            yield AuditFault(where, error.message)
            moment = None
    for change in changes_between_documents(documents(campaign.table), moment.held) if moment else ():
        place = AuditPlace(CAMPAIGN, ".".join(map(str, (change.what, *change.field))))
        yield AuditFault(place, Message("audit.other-end", before=change.before, after=change.after))


def _file(volume: int) -> str:
    return f"{journal_record_table(volume)}.json"


def _at(file: str, entry: int) -> AuditPlace:
    return AuditPlace(file, Message("audit.entry", entry=entry))


def _faults_of_volume(campaign: Campaign, volume: int, present: set[int]) -> Iterator[AuditFault]:
    """Yield what a volume lacks and what does not belong in it; add the entries it has to `present`."""
    firsts = (*campaign.journal.volumes, campaign.length + 1)
    file, first, end = _file(volume), firsts[volume - 1], firsts[volume]
    if (volume == 1 and first != 1) or end < first:
        yield AuditFault(AuditPlace(CAMPAIGN, f"volumes/{volume}"), Message("audit.not-first", entry=first))
    try:
        numbers = set(campaign.journal.numbers(volume))
    except StoreError as error:
        what = error.what if isinstance(error, Damaged) else error.message
        yield AuditFault(AuditPlace(file), what)
        return
    present |= numbers
    for strange in sorted(numbers - {*range(first, end)}):
        what = Message("audit.elsewhere", first=first, last=end - 1)
        yield AuditFault(_at(file, strange), what)
    for run in number_stretches(number for number in range(first, end) if number not in numbers):
        if len(run) == 1:
            yield AuditFault(_at(file, run[0]), Message("audit.lost"))
        else:
            where = AuditPlace(file, Message("audit.entries", first=run[0], last=run[-1]))
            yield AuditFault(where, Message("audit.several-lost"))


def _moment_after(campaign: Campaign, entry: Entry, moment: AuditedMoment) -> AuditedMoment:
    """Return the moment after an entry, converting only what the entry changed."""
    touched = {change.what for change in entry.changes}
    if not touched:
        return moment
    after = documents_with_changes(moment.held, entry.changes)
    table = table_with_documents(moment.table, after, touched, campaign.rules)
    if any(is_far_out_in_documents(each.after) for each in entry.changes):
        check_documents_safe(table)
    kept = {address: document for address, document in after.items() if address not in touched}
    return AuditedMoment(table, {**kept, **documents_at(table, touched)})


def _faults_of_entry(
    campaign: Campaign, entry: Entry, moment: AuditedMoment, where: AuditPlace
) -> Iterator[AuditFault | EarlierReading]:
    """Yield what is wrong with an entry's record of what it did."""
    if expected_undo_cursors(campaign.entry, entry) != undo_cursors(entry):
        yield AuditFault(where, Message("audit.cursors"))
    if entry.is_move_in_time:
        if changes_of_undo_or_redo(campaign.entry, entry, moment.held) != entry.changes:
            yield AuditFault(
                where, Message("audit.other-move", procedure=entry.procedure, entry=entry.target)
            )
        return
    if not entry.is_of_a_rule:
        return
    amendment, faults = None, []
    readings: tuple[str, ...] = ()
    try:
        amendment = _amendment(campaign, entry, moment) if entry.amends else None
        faults = list(_faults_of_replay(campaign, entry, moment.table, amendment, where))
    except AmendmentImpossible as error:
        faults, readings = [AuditFault(where, error.message)], error.readings
    except TablesideError as error:
        faults = [AuditFault(where, error.message)]
    except Exception as error:  # an entry from elsewhere may hold anything, and rules trust their inputs
        faults = [AuditFault(where, Message("audit.not-again", error=type(error).__name__, why=error))]
    if not faults:
        return
    concerned = (entry, *(each.entry for each in amendment.later)) if amendment else (entry,)
    earlier = dict.fromkeys(readings)
    earlier |= {id: None for each in concerned for id in earlier_readings_in_replay(each, campaign.rules)}
    yield from [EarlierReading(where, tuple(earlier))] if earlier else faults


def _faults_of_replay(
    campaign: Campaign, entry: Entry, table: Table, amendment: Amendment | None, where: AuditPlace
) -> Iterator[AuditFault]:
    """Yield a fault where the rule, given the same answers, gives another result than the entry."""
    procedure = campaign.rules.procedure(entry.procedure)
    before = table if amendment is None else amendment.table
    yield from _faults_of_readings(campaign.rules.readings(procedure, before), entry, where)
    performed = play_rule(procedure.perform(before, inputs_of_entry(procedure, entry)), entry.steps)
    if not isinstance(performed, Performed):
        yield AuditFault(where, Message("audit.transcript-ends"))
        return
    after = amendment.comes_to().table if amendment else performed.result.table or table
    outcome = performed.result
    replayed = (
        outcome.result,
        outcome.amounts,
        after.session,
        after.day,
        changes_between_documents(*documents_changed_between(table, after)),
    )
    if replayed != (entry.result, entry.amounts, entry.session, entry.day, entry.changes):
        yield AuditFault(where, Message("audit.something-else", procedure=entry.procedure))


def _amendment(campaign: Campaign, entry: Entry, moment: AuditedMoment) -> Amendment:
    """Return the amendment that an entry records, on the documents before it.

    Raises `StoreError` for one that amends another amendment, or an entry of another procedure.
    """
    root = campaign.entry(entry.amends)
    if root.amends or root.procedure != entry.procedure:
        raise StoreError("audit.amends", entry=root.number, procedure=root.procedure)
    last = entry.number - 1
    amendment = amendment_of(campaign.entry, campaign.rules, moment.held, last, root.number)
    procedure = amendment.procedure
    return replace(amendment, given=inputs_of_entry(procedure, entry), answers=entry.steps)


def _faults_of_readings(readings: Mapping[str, str], entry: Entry, where: AuditPlace) -> Iterator[AuditFault]:
    """Yield a fault for each open question not answered by the house rules of the time.

    A question that the procedure has gained since is no fault.
    """
    for id, option in entry.house.items():
        if readings.get(id, option) != option:
            yield AuditFault(
                where, Message("audit.read-otherwise", rule=id, option=option, reading=readings[id])
            )
