"""Checking a campaign: every entry replayed from its transcript must give the same outcome and changes.

The facts of an entry are not compared: how a result is told may grow richer without making old journals
unsound.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tableside.campaign.campaign import Campaign
from tableside.campaign.changes import applied, between
from tableside.campaign.documents import Documents, changed_documents, documents, read_table
from tableside.campaign.entries import Entry, given_for
from tableside.campaign.history import changes_of_move, cursors_of
from tableside.errors import TablesideError
from tableside.rules.play import Performed, attempt
from tableside.rules.table import Table


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that does not hold."""

    where: str
    """A file, or `entry 12`."""
    what: str


def audit(campaign: Campaign) -> Iterator[Fault]:
    """The faults of a campaign's journal, by playing it again from its first table to its last."""
    table = campaign.first_table
    for number in range(1, campaign.length + 1):
        try:
            entry = campaign.entry(number)
            yield from _replayed(campaign, entry, table)
            table = _after(campaign, entry, table)
        except TablesideError as error:
            yield Fault(f"entry {number}", str(error))
            return
    yield from _end(campaign, table)


def _end(campaign: Campaign, table: Table) -> Iterator[Fault]:
    played, held = documents(table), documents(campaign.table)
    for change in between(held, played):
        where = ".".join(map(str, (change.what, *change.field)))
        yield Fault(where, f"holds {change.before!r}, but the journal leads to {change.after!r}")


def _after(campaign: Campaign, entry: Entry, table: Table) -> Table:
    found: Documents = documents(table)
    return read_table(applied(found, entry.changes), campaign.rules)


def _replayed(campaign: Campaign, entry: Entry, table: Table) -> Iterator[Fault]:
    """Whether the rule, given the same answers, comes to what the entry says."""
    where = f"entry {entry.number}"
    if cursors_of(campaign.entry, entry) != (entry.target, entry.done, entry.undone):
        yield Fault(where, "does not say rightly what undo and redo move after it")
    if entry.is_move_in_time:
        if changes_of_move(campaign.entry, entry, documents(table)) != entry.changes:
            yield Fault(where, f"does not {entry.procedure} what entry {entry.target} left")
        return
    procedure = campaign.rules.procedure(entry.procedure)
    performed = attempt(procedure.perform(table, given_for(procedure, entry)), entry.steps)
    if not isinstance(performed, Performed):
        yield Fault(where, "the transcript ends before the rule does")
        return
    was, now = changed_documents(table, performed.result.table or table)
    expected = replace(
        entry,
        result=performed.result.result,
        amounts=performed.result.amounts,
        changes=between(was, now),
    )
    if expected != entry:
        yield Fault(where, f"{entry.procedure} played again with the same dice comes to something else")
