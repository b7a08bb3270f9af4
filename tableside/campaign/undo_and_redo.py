"""Undo and redo: which entries stand after a given one, what a step moves, and earlier documents.

An entry stands until it is taken back. Each entry holds two cursors, so a step takes the same time however
long the journal is. `done` names the entry that undo takes back next, `undone` the undo entry that redo takes
back next. A third cursor, `amended`, leads from one standing amendment to the one before it. Every function
takes `look`, which returns the entry of a number.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TypeVar

from tableside.campaign.documents import Change, Documents, changes_between_documents, documents_with_changes
from tableside.campaign.entries import LOST, MENDED, REDO, RESTORE, UNDO, Entry, EntryGlance
from tableside.frozen import frozen

Look = Callable[[int], Entry]
G = TypeVar("G", bound=EntryGlance)


def undo_cursor_after(look: Callable[[int], EntryGlance], number: int) -> int:
    """Return the entry that undo would take back after entry `number`; 0 when there is none."""
    return look(number).done if number else 0


def redo_cursor_after(look: Look, number: int) -> int:
    """Return the undo entry that redo would take back after entry `number`; 0 when there is none."""
    return look(number).undone if number else 0


def amendment_cursor_after(look: Callable[[int], EntryGlance], number: int) -> int:
    """Return the last amendment that stands after entry `number`; 0 when there is none."""
    return look(number).amended if number else 0


def undoing(look: Look, number: int, count: int) -> list[Entry]:
    """Return the entries that `count` steps of undo would take back after entry `number`, in order."""
    return _moved_by(look, undo_cursor_after, number, count)


def redoing(look: Look, number: int, count: int) -> list[Entry]:
    """Return the undo entries that `count` steps of redo would take back after entry `number`, in order."""
    return _moved_by(look, redo_cursor_after, number, count)


def _moved_by(look: Look, cursor_after: Callable[[Look, int], int], number: int, count: int) -> list[Entry]:
    entries: list[Entry] = []
    while len(entries) < count and (moved := cursor_after(look, number)):
        entries.append(look(moved))
        number = moved - 1
    return entries


def entries_not_undone(look: Callable[[int], G], number: int) -> Iterator[G]:
    """Yield the entries that produced the table after entry `number`, newest first.

    A restored table is represented by the entries that produced it, not by the restore entry.
    """
    while done := undo_cursor_after(look, number):
        entry = look(done)
        if entry.procedure == RESTORE:
            number = min(entry.target, done - 1)  # a damaged one may name itself
        else:
            yield entry
            number = done - 1


def undone_and_redone_between(look: Look, now: int, then: int) -> tuple[list[Entry], list[Entry]]:
    """Return the entries that stand only after `now`, and those that stand only after `then`, newest first.

    The cost grows with the difference alone: numbers fall in both, and from the first common entry on they
    agree.
    """
    here, there = entries_not_undone(look, now), entries_not_undone(look, then)
    gone: list[Entry] = []
    back: list[Entry] = []
    one, other = next(here, None), next(there, None)
    while (one.number if one else 0) != (other.number if other else 0):
        if one and (not other or one.number > other.number):
            gone.append(one)
            one = next(here, None)
        elif other:
            back.append(other)
            other = next(there, None)
    return gone, back


def documents_undone_or_redone(look: Look, at_hand: Documents, held: int, wanted: int) -> Documents:
    """Return the documents after entry `wanted`, given those after entry `held`. Raises `StoreError` when a
    value is not the one that an entry recorded.
    """
    for number in range(held + 1, wanted + 1):
        at_hand = documents_with_changes(at_hand, look(number).changes)
    for number in range(held, wanted, -1):
        at_hand = documents_with_changes(at_hand, changes_undone(look(number)))
    return at_hand


def changes_undone(entry: Entry) -> tuple[Change, ...]:
    """Return the changes that reverse an entry."""
    return tuple(change.reversed for change in reversed(entry.changes))


def changes_of_undo_or_redo(look: Look, entry: Entry, held: Documents) -> tuple[Change, ...]:
    """Return the changes that a move in time must make to the documents it found."""
    if entry.procedure == RESTORE:
        return changes_between_documents(
            held, documents_undone_or_redone(look, held, entry.number - 1, entry.target)
        )
    target = look(entry.target)
    return changes_undone(target) if entry.procedure == UNDO else target.changes


@frozen
class Cursors:
    """The references of an entry to earlier ones: its target, and the undo, redo and amendment cursors."""

    target: int
    done: int
    undone: int
    amended: int


def undo_cursors(entry: Entry) -> Cursors:
    """Return the cursors recorded in an entry."""
    return Cursors(entry.target, entry.done, entry.undone, entry.amended)


def expected_undo_cursors(look: Look, entry: Entry) -> Cursors:
    """Return the cursors that an entry must have, given the entries before it."""
    number, before = entry.number, entry.number - 1
    if entry.procedure == UNDO:
        target = undo_cursor_after(look, before)
        stood = max(0, target - 1)
        return Cursors(target, undo_cursor_after(look, stood), number, amendment_cursor_after(look, stood))
    if entry.procedure == REDO:
        undo = redo_cursor_after(look, before)
        target = look(undo).target if undo else 0
        undone = redo_cursor_after(look, undo - 1) if undo else 0
        return Cursors(target, target, undone, amendment_cursor_after(look, target))
    if entry.procedure == RESTORE:
        return Cursors(entry.target, number, 0, amendment_cursor_after(look, min(entry.target, before)))
    amended = (
        number
        if entry.amends
        else entry.amended
        if entry.procedure == LOST
        else amendment_cursor_after(look, before)
    )
    if entry.procedure in MENDED and not entry.changes:
        return Cursors(number, undo_cursor_after(look, before), redo_cursor_after(look, before), amended)
    return Cursors(number, number, 0, amended)


def numbers_taken_back(entries: Sequence[Entry]) -> set[int]:
    """Return the numbers of entries that were taken back and not restored. `entries` has no gaps."""
    by_number = {each.number: each for each in entries}
    numbers = {number for number, each in by_number.items() if each.can_be_taken_back}
    with suppress(KeyError):  # reached an entry before the first one listed
        for each in entries_not_undone(by_number.__getitem__, max(by_number, default=0)):
            numbers.discard(each.number)
    return numbers
