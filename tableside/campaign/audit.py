"""Checking a campaign: every entry replayed from its transcript must give the same outcome and changes.

The facts of an entry are not compared: how a result is told may grow richer without making old journals
unsound.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from tableside.campaign.amendment import Amendment, amendment_of
from tableside.campaign.campaign import Campaign
from tableside.campaign.changes import applied, between
from tableside.campaign.documents import (
    Documents,
    changed_documents,
    check_safe,
    documents,
    documents_at,
    is_far_out,
    read_anew,
)
from tableside.campaign.entries import Entry, given_for
from tableside.campaign.history import changes_of_move, cursors, cursors_of
from tableside.campaign.records import journal_table
from tableside.campaign.replay import earlier_readings
from tableside.campaign.store.basefile import CAMPAIGN
from tableside.errors import StoreError, TablesideError
from tableside.frozen import frozen
from tableside.rules.play import Performed, attempt
from tableside.rules.table import Table


@frozen
class Fault:
    """Something that does not hold."""

    where: str
    """A file, and what in it: `journal/0001.json entry 12`."""
    what: str


@frozen
class EarlierReading:
    """An entry that was made by another reading of its rules than today's, and comes to something else by
    today's. That is no fault: what it changed stands.
    """

    where: str
    rules: tuple[str, ...]
    """The ids of the rules whose reading has been corrected since."""


@frozen
class Checked:
    """What a check has to say of a campaign."""

    faults: tuple[Fault, ...]
    earlier: tuple[EarlierReading, ...]
    """Entries that rules corrected since would not make again."""


@frozen
class Moment:
    """A table and its documents."""

    table: Table
    held: Documents


def audit(campaign: Campaign) -> Iterator[Fault]:
    """The faults of a campaign's journal, by playing it again from its first table to its last."""
    return (each for each in played_again(campaign) if isinstance(each, Fault))


def played_again(campaign: Campaign) -> Iterator[Fault | EarlierReading]:
    """The faults of a campaign's journal, and its entries that rules corrected since would not make again."""
    there: set[int] = set()
    for volume in range(1, len(campaign.journal.volumes) + 1):
        yield from _volume(campaign, volume, there)
    moment: Moment | None = Moment(campaign.first_table, documents(campaign.first_table))
    for number in range(1, campaign.length + 1):
        where = _where(campaign, number)
        try:
            entry = campaign.entry(number) if number in there else None
            if entry is None or moment is None:
                moment = None  # what follows what is lost can be read, but not played again
                continue
            yield from _checked(campaign, entry, moment, where)
            moment = _after(campaign, entry, moment)
        except TablesideError as error:
            yield Fault(where, str(error))
            moment = None
    if moment is not None:
        yield from _end(campaign, moment)


def _file(volume: int) -> str:
    return f"{journal_table(volume)}.json"


def _where(campaign: Campaign, number: int) -> str:
    return f"{_file(campaign.journal.volume_of(number))} entry {number}"


def _volume(campaign: Campaign, volume: int, there: set[int]) -> Iterator[Fault]:
    """What a volume lacks, and what it has too much; `there` gathers what it has."""
    firsts = (*campaign.journal.volumes, campaign.length + 1)
    first, end = firsts[volume - 1], firsts[volume]
    if (volume == 1 and first != 1) or end < first:
        yield Fault(f"{CAMPAIGN} volumes/{volume}", f"entry {first} cannot be the first of its file")
    try:
        found = set(campaign.journal.numbers(volume))
    except StoreError as error:
        yield Fault(_file(volume), str(error).removeprefix(f"{_file(volume)}: "))
        return
    there |= found
    for strange in sorted(found - {*range(first, end)}):
        yield Fault(f"{_file(volume)} entry {strange}", f"belongs elsewhere: here are {first} to {end - 1}")
    for run in runs(number for number in range(first, end) if number not in found):
        where = f"{_file(volume)} {f'entries {run[0]} to' if len(run) > 1 else 'entry'} {run[-1]}"
        yield Fault(where, "lost" if len(run) > 1 else "is lost")


def runs(numbers: Iterable[int]) -> list[range]:
    """Rising numbers as stretches without a gap."""
    found: list[range] = []
    for number in numbers:
        if found and found[-1].stop == number:
            found[-1] = range(found[-1].start, number + 1)
        else:
            found.append(range(number, number + 1))
    return found


def _end(campaign: Campaign, moment: Moment) -> Iterator[Fault]:
    for change in between(documents(campaign.table), moment.held):
        where = ".".join(map(str, (change.what, *change.field)))
        what = f"holds {change.before!r}, but the journal leads to {change.after!r}"
        yield Fault(f"{CAMPAIGN} {where}", what)


def _after(campaign: Campaign, entry: Entry, moment: Moment) -> Moment:
    """What an entry leaves; only what it has changed is read and written anew."""
    touched = {change.what for change in entry.changes}
    if not touched:
        return moment
    found = applied(moment.held, entry.changes)
    table = read_anew(moment.table, found, touched, campaign.rules)
    if any(is_far_out(each.after) for each in entry.changes):
        check_safe(table)
    kept = {address: document for address, document in found.items() if address not in touched}
    return Moment(table, {**kept, **documents_at(table, touched)})


def _checked(
    campaign: Campaign, entry: Entry, moment: Moment, where: str
) -> Iterator[Fault | EarlierReading]:
    """Whether the entry says rightly what it did."""
    if cursors_of(campaign.entry, entry) != cursors(entry):
        yield Fault(where, "does not say rightly what undo and redo move after it, or what is amended")
    if entry.is_move_in_time:
        if changes_of_move(campaign.entry, entry, moment.held) != entry.changes:
            yield Fault(where, f"does not {entry.procedure} what entry {entry.target} left")
        return
    if not entry.is_of_a_rule:
        return
    amendment, faults = None, []
    try:
        amendment = _amendment(campaign, entry, moment) if entry.amends else None
        faults = list(_replayed(campaign, entry, moment.table, amendment, where))
    except TablesideError as error:
        faults = [Fault(where, str(error))]
    except Exception as error:  # an entry that is not ours may hold anything, and rules trust their inputs
        faults = [Fault(where, f"cannot be played again: {type(error).__name__}: {error}")]
    if not faults:
        return
    concerned = (entry, *(each.entry for each in amendment.later)) if amendment else (entry,)
    earlier = {id: None for each in concerned for id in earlier_readings(each, campaign.rules)}
    yield from [EarlierReading(where, tuple(earlier))] if earlier else faults


def _replayed(
    campaign: Campaign, entry: Entry, table: Table, amendment: Amendment | None, where: str
) -> Iterator[Fault]:
    """Whether the rule, given the same answers, comes to what the entry says."""
    procedure = campaign.rules.procedure(entry.procedure)
    before = table if amendment is None else amendment.table
    yield from _read_as(campaign.rules.readings(procedure, before), entry, where)
    performed = attempt(procedure.perform(before, given_for(procedure, entry)), entry.steps)
    if not isinstance(performed, Performed):
        yield Fault(where, "the transcript ends before the rule does")
        return
    after = amendment.comes_to().table if amendment else performed.result.table or table
    came = performed.result
    played = came.result, came.amounts, after.session, after.day, between(*changed_documents(table, after))
    if played != (entry.result, entry.amounts, entry.session, entry.day, entry.changes):
        yield Fault(where, f"{entry.procedure} played again with the same dice comes to something else")


def _amendment(campaign: Campaign, entry: Entry, moment: Moment) -> Amendment:
    """The amendment that an entry keeps, on what there was before that entry.

    Raises `StoreError` for one that amends an entry of another kind, or another amendment.
    """
    root = campaign.entry(entry.amends)
    if root.amends or root.procedure != entry.procedure:
        raise StoreError(f"amends entry {root.number}, which is {root.procedure}")
    last = entry.number - 1
    amendment = amendment_of(campaign.entry, campaign.rules, moment.held, last, root.number)
    procedure = amendment.procedure
    return replace(amendment, given=given_for(procedure, entry), answers=entry.steps)


def _read_as(readings: Mapping[str, str], entry: Entry, where: str) -> Iterator[Fault]:
    """Whether open questions were answered as the house rules of that moment have it.

    A question that a procedure has come to ask since is no fault.
    """
    for id, option in entry.house.items():
        if readings.get(id, option) != option:
            yield Fault(where, f"says that {id} was read as {option}, but it was {readings[id]} then")
