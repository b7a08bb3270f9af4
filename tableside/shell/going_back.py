"""`tableside history`, `undo`, `redo`, `restore`: what there has been, and going back to it.

Each names beforehand what it moves; with `--dry-run` that is all.
"""

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.errors import RuleError
from tableside.shell import documents
from tableside.views.journal import headline, readable, taken_back
from tableside.views.players import hidden
from tableside.views.since import AS_TOLD, Since, since
from tableside.views.times import minute
from tableside.wording import label

Document = documents.Document
WENT_WRONG = 1


def history(campaign: Campaign, options: argparse.Namespace) -> int:
    """Print the entries, newest first. What can be read is told, also when a file is damaged."""
    last = campaign.length if options.last is None else options.last
    if last < 0:
        raise RuleError(f"{last} is not a count of entries: give 0 or more")
    entries, trouble = readable(campaign, min(last, campaign.length))
    gone = taken_back(entries)
    told = since(gone, [each for each in reversed(entries) if each.amends and each.number not in gone][::-1])
    if options.json:
        print(documents.encoded(_document(campaign, entries, gone)))
    else:
        print("\n".join(_lines(campaign, entries, told)))
    if trouble:
        print(f"tableside: earlier entries cannot be read: {trouble}", file=sys.stderr)
    return WENT_WRONG if trouble else 0


def _document(campaign: Campaign, entries: Sequence[Entry], gone: set[int]) -> Document:
    undoable, redoable = campaign.undoable, campaign.redoable
    return {
        "undo": undoable.number if undoable else None,
        "redo": redoable.number if redoable else None,
        "entries": [
            {
                "entry": each.number,
                "time": each.time,
                "by": each.by,
                "session": each.session,
                "day": each.day,
                "procedure": each.procedure,
                "headline": headline(each),
                "taken-back": each.number in gone,
                **({"amends": each.amends} if each.amends else {}),
            }
            for each in reversed(entries)
        ],
    }


def _lines(campaign: Campaign, entries: Sequence[Entry], told: Mapping[int, Since]) -> list[str]:
    if not campaign.length:
        return [label("history", "empty")]
    found = [_next("undo", campaign.undoable)]
    if campaign.redoable:
        found.append(_next("redo", campaign.redoable))
    return [*found, "", *(_line(each, told.get(each.number, AS_TOLD)) for each in reversed(entries))]


def _next(way: str, entry: Entry | None) -> str:
    return f"{label('history', way)}: {_named(entry) if entry else label('history', 'nothing')}"


def _line(entry: Entry, since: Since) -> str:
    when = minute(entry.time)
    mark = "x" if since.is_struck else "<" if entry.is_move_in_time else " "
    note = f" ({since.text})" if since.text else ""
    return f"{entry.number:>6}  {when}  {mark} {headline(hidden(entry) if since.is_hidden else entry)}{note}"


def _named(entry: Entry) -> str:
    return f"{entry.number} {headline(entry)}"


def undo(campaign: Campaign, options: argparse.Namespace) -> int:
    """Take back the last changes, all or none."""
    moved = campaign.undoing(options.count)
    if not options.dry_run:
        campaign.undo(options.count)
    return _tell(moved, "would-take-back" if options.dry_run else "undone")


def redo(campaign: Campaign, options: argparse.Namespace) -> int:
    """Restore what was taken back last, all or none."""
    moved = campaign.redoing(options.count)
    if not options.dry_run:
        campaign.redo(options.count)
    return _tell(moved, "would-restore" if options.dry_run else "redone")


def _tell(moved: Iterable[Entry], how: str) -> int:
    for entry in moved:
        print(f"{label('history', how)}: {headline(entry)}")
    return 0


def restore(campaign: Campaign, options: argparse.Namespace) -> int:
    """Make the table what it was after an entry."""
    gone, back = campaign.restoring(options.number)
    entry = None if options.dry_run else campaign.restore(options.number)
    for moved, how, would in ((gone, "taken-back", "would-take-back"), (back, "restored", "would-restore")):
        for each in moved:
            print(f"{label('history', would if options.dry_run else how)}: {_named(each)}")
    if entry is not None:
        print(f"{headline(entry)} (entry {entry.number})")
    return 0
