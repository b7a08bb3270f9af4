"""Undo and redo: what stands after an entry, what they would move, the documents as they once were.

After every entry the table is what the entry `done` of it left, and undo goes on with what stood before that
one. So two cursors in each entry are the whole of undo and redo, however long the journal is. A third,
`amended`, leads from one amendment that stands to the one before it. Every function takes `look`, which gives
the entry of a number.
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
    """The entry that undo takes back next after this entry; 0 when there is none."""
    return look(number).done if number else 0


def redo_cursor_after(look: Look, number: int) -> int:
    """The undo entry that redo takes back next after this entry; 0 when there is none."""
    return look(number).undone if number else 0


def amendment_cursor_after(look: Callable[[int], EntryGlance], number: int) -> int:
    """The last amendment that stands after this entry; 0 when there is none."""
    return look(number).amended if number else 0


def undoing(look: Look, number: int, count: int) -> list[Entry]:
    """What so many steps of undo would take back after this entry, one after the other."""
    return _moved_by(look, undo_cursor_after, number, count)


def redoing(look: Look, number: int, count: int) -> list[Entry]:
    """The undo entries that so many steps of redo would take back after this entry, one after the other."""
    return _moved_by(look, redo_cursor_after, number, count)


def _moved_by(look: Look, cursor_after: Callable[[Look, int], int], number: int, count: int) -> list[Entry]:
    entries: list[Entry] = []
    while len(entries) < count and (moved := cursor_after(look, number)):
        entries.append(look(moved))
        number = moved - 1
    return entries


def entries_not_undone(look: Callable[[int], G], number: int) -> Iterator[G]:
    """The entries that made the table what it was after this one, the last first.

    A restored state stands by the entries that made it, and not by its restoring.
    """
    while done := undo_cursor_after(look, number):
        entry = look(done)
        if entry.procedure == RESTORE:
            number = min(entry.target, done - 1)  # a damaged one may name itself
        else:
            yield entry
            number = done - 1


def undone_and_redone_between(look: Look, now: int, then: int) -> tuple[list[Entry], list[Entry]]:
    """What stands after entry `now` and not after `then`, and what only stands there, the last first.

    It costs what the two differ by: their entries fall in number, and from the first common one on they are
    the same.
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
    """The documents after entry `wanted`, from those after entry `held`. Raises `StoreError` when a value is
    not the one that an entry says.
    """
    for number in range(held + 1, wanted + 1):
        at_hand = documents_with_changes(at_hand, look(number).changes)
    for number in range(held, wanted, -1):
        at_hand = documents_with_changes(at_hand, changes_undone(look(number)))
    return at_hand


def changes_undone(entry: Entry) -> tuple[Change, ...]:
    """The changes that lead back to before an entry."""
    return tuple(change.reversed for change in reversed(entry.changes))


def changes_of_undo_or_redo(look: Look, entry: Entry, held: Documents) -> tuple[Change, ...]:
    """What a move in time has to change on the documents that it found."""
    if entry.procedure == RESTORE:
        return changes_between_documents(
            held, documents_undone_or_redone(look, held, entry.number - 1, entry.target)
        )
    target = look(entry.target)
    return changes_undone(target) if entry.procedure == UNDO else target.changes


@frozen
class Cursors:
    """What an entry says of those before it: the entry that it concerns, and where undo, redo and the
    amendments that stand go on from it.
    """

    target: int
    done: int
    undone: int
    amended: int


def undo_cursors(entry: Entry) -> Cursors:
    """The cursors that an entry has."""
    return Cursors(entry.target, entry.done, entry.undone, entry.amended)


def expected_undo_cursors(look: Look, entry: Entry) -> Cursors:
    """The cursors that an entry must have by those before it."""
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
    """The numbers of those entries, listed without gaps, that were taken back and not restored."""
    by_number = {each.number: each for each in entries}
    numbers = {number for number, each in by_number.items() if each.can_be_taken_back}
    with suppress(KeyError):  # what stands before the first one listed is none of them
        for each in entries_not_undone(by_number.__getitem__, max(by_number, default=0)):
            numbers.discard(each.number)
    return numbers
