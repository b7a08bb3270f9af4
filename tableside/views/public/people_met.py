"""Whom the players have met, entry by entry.

The party they know. Anybody else they meet in a fight, or in something that one of the party does to them in
the open; whom the GM has only prepared they do not know of, and no line tells of.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Generic

from tableside.campaign.documents import (
    METHOD,
    TABLE,
    Change,
    Document,
    Documents,
    documents_with_changes,
    order_from_document,
)
from tableside.campaign.entries import Entry, EntryChangeSeen, EntryGlance, procedure_of_entry
from tableside.campaign.migrations import migrated_change_of_entry
from tableside.campaign.undo_and_redo import G
from tableside.errors import StoreError
from tableside.frozen import frozen
from tableside.rules.inputs import Value, Who, inputs_of, people_in_input_value
from tableside.rules.procedure import Group, Procedure
from tableside.rules.ruleset import Ruleset
from tableside.rules.turns.order import order_member_fields
from tableside.views.character_list import OURS

DEEDS = (Group.ROLL, Group.FIGHT)
"""What one of the party does to another in the open is of these groups."""
People = Mapping[int, tuple[str, str]]
"""Name and kind by key."""
NOBODY = "-"
"""What stands in the place of names where there are none."""


@frozen
class PeopleMet:
    """Who is known at one moment, by name and by key."""

    ours: frozenset[str]
    """Names of the party; not those that anybody else bears too."""
    others: frozenset[str]
    our_keys: frozenset[int]
    other_keys: frozenset[int]

    def knows_all(self, keys: Iterable[int]) -> bool:
        return all(key in self.our_keys or key in self.other_keys for key in keys)

    def are_known(self, names: str) -> bool:
        """Whether these names, apart by commas, are all of those who are known."""
        return names == NOBODY or _is_list_of(names, self.ours | self.others)

    def are_ours(self, names: str) -> bool:
        return _is_list_of(names, self.ours)


def _is_list_of(text: str, names: frozenset[str]) -> bool:
    """Whether a text is nothing but some of these names, apart by commas; a name may have one itself."""
    if text in names:
        return True
    heads = (each for each in names if text.startswith(f"{each}, "))
    return any(_is_list_of(text[len(each) + 2 :], names) for each in heads)


def people_met_in_inputs(procedure: Procedure, given: Mapping[str, Value]) -> tuple[int, ...]:
    """The keys of all whom the inputs of an entry name."""
    form: Any = procedure.form  # Any: to mypy a class has no hash
    return tuple(key for id in _whose(form) for key in people_in_input_value(given.get(id, 0)))


@lru_cache(maxsize=512)
def _whose(form: type) -> tuple[str, ...]:
    """The ids of a form's inputs that name people."""
    return tuple(each.id for each in inputs_of(form) if isinstance(each, Who))


def people_met_by_entry(
    entries: Sequence[G], after: Documents, rules: Ruleset, whole: Callable[[G], Entry]
) -> Iterator[tuple[G, PeopleMet]]:
    """These entries that stand, in their order and without gaps, each with who is known at it; `after` are
    the documents after the last. `whole` gives the entry of a glance.

    They are gone through once from the last to the first, and once from the first to the last: of them is
    kept only who came, went or fought, so there may be any number.
    """
    way = _PeopleWay(entries, _seats_of(after), rules)
    was, met = way.start, frozenset(_members(way.start))
    meetings = _Meetings(rules, whole)
    lasting: PeopleMet | None = None
    """Who is known at an entry in which nobody comes, goes or is met, as in most of them."""
    for entry in entries:
        is_quiet = way.is_quiet(entry.number)
        if lasting is not None and is_quiet and not meetings.new(entry, (was.people,), met):
            yield entry, lasting
            continue
        now = way.after(was, entry)
        amendment, then = way.amendments.get(entry.number, (entry, now))
        is_same = was.people is now.people is then.people
        there = (now.people,) if is_same else (was.people, now.people, then.people)
        came = _members(now) if now.order is not was.order else ()
        new = () if entry.amends else meetings.new(amendment, there, met)
        met = met.union(came, new) if came or new else met
        known = _known(there, met)
        lasting = known if is_same else None
        yield entry, known
        if now is not was:
            met = met.intersection(now.people)  # of a key that is given anew, nobody knows
        was = now


# Who is there, and who is in the fight


@frozen
class _Seats:
    """What of the documents says who somebody is, and who is in the fight."""

    people: People
    order: Document | None
    """No more of it than who is in."""


def _who_is_in(order: Document | None) -> Document | None:
    """What of an order's document says who is in it."""
    if order is None:
        return None
    return {name: value for name, value in order.items() if name == METHOD or name in order_member_fields()}


def _is_of_seats(touched: EntryChangeSeen | Change) -> bool:
    """Whether who is there, or in the fight, may have changed with this."""
    field = touched.field
    if touched.what == TABLE:
        return not field or (field[0] == "order" and (len(field) == 1 or field[1] in order_member_fields()))
    return touched.what.startswith("characters/") and field in ((), ("name",), ("kind",))


def _seats_of(held: Documents) -> _Seats:
    people = {
        int(number): (str(document["name"]), str(document["kind"]))
        for address, document in held.items()
        for collection, _, number in (address.partition("/"),)
        if collection == "characters"
    }
    return _Seats(people, _who_is_in(held.get(TABLE, {}).get("order")))


def _members(seats: _Seats) -> tuple[int, ...]:
    order = order_from_document(TABLE, seats.order)
    return order.members if order is not None else ()


_NOBODY = _Seats({}, None)


class _PeopleWay(Generic[G]):
    """How the seats came to be what they are after the last of some entries."""

    def __init__(self, entries: Sequence[G], after: _Seats, rules: Ruleset) -> None:
        self.amendments: dict[int, tuple[G, _Seats]] = {}
        """The last amendment of each entry that is amended, and the seats after it."""
        self._moves: dict[int, tuple[Change, ...]] = {}
        self._unknown = 0
        """The first entry before which nobody is known, since it does not follow from what was before it."""
        self._then = _NOBODY
        for entry in reversed(entries):
            if entry.amends:
                self.amendments.setdefault(entry.amends, (entry, after))
            moved = [each for each in entry.changes if _is_of_seats(each)]
            if moved and not self._unknown:
                moves = tuple(migrated_change_of_entry(each, rules) for each in moved)
                try:
                    after = _after(after, [each.reversed for each in reversed(moves)])
                    self._moves[entry.number] = moves
                except StoreError:
                    self._unknown, self._then, after = entry.number, after, _NOBODY
        self.start = after
        """Before the first entry."""

    def is_quiet(self, number: int) -> bool:
        """Whether nobody comes or goes in this entry, be it as it was done or as it was amended."""
        return number not in self._moves and number not in self.amendments and number > self._unknown

    def after(self, was: _Seats, entry: EntryGlance) -> _Seats:
        """The seats after an entry, from those before it."""
        if entry.number <= self._unknown:
            return self._then if entry.number == self._unknown else _NOBODY
        moves = self._moves.get(entry.number)
        return _after(was, moves) if moves else was


def _after(seats: _Seats, changes: Iterable[Change]) -> _Seats:
    for change in changes:
        collection, _, number = change.what.partition("/")
        if collection == "characters":
            seats = replace(seats, people=_with(seats.people, int(number), change))
        elif not change.field:
            seats = replace(seats, order=_who_is_in((change.after or {}).get("order")))
        else:
            if len(change.field) == 1:
                before, after = _who_is_in(change.before), _who_is_in(change.after)
                change = Change(change.what, change.field, before, after)
            held = documents_with_changes({TABLE: {"order": seats.order}}, [change])
            seats = replace(seats, order=held[TABLE]["order"])
    return seats


def _with(people: People, key: int, change: Change) -> People:
    held: Any = change.after  # Any: a JSON value
    if not change.field:
        others = {other: each for other, each in people.items() if other != key}
        return others if held is None else {**others, key: (str(held["name"]), str(held["kind"]))}
    name, kind = people.get(key, ("", ""))
    return {**people, key: (str(held), kind) if change.field == ("name",) else (name, str(held))}


# Who is met


class _Meetings(Generic[G]):
    """Who meets whom in what one of the party does."""

    def __init__(self, rules: Ruleset, whole: Callable[[G], Entry]) -> None:
        self._rules = rules
        self._whole = whole
        self._deeds: dict[str, Procedure | None] = {}
        """The procedures of entries by their ids, of those in which one does something to another."""

    def new(self, entry: G, there: Sequence[People], met: frozenset[int]) -> tuple[int, ...]:
        """Whom one of the party has to do with in the open; nobody where all of them are met already."""
        id = entry.procedure
        if id not in self._deeds:
            procedure = procedure_of_entry(entry, self._rules)
            self._deeds[id] = procedure if procedure and procedure.group in DEEDS else None
        deed = self._deeds[id]
        if deed is None:
            return ()
        keys = people_met_in_inputs(deed, entry.given)
        if met.issuperset(keys) or self._whole(entry).is_partly_secret:
            return ()
        return keys if any(_is_ours(key, there) for key in keys) else ()


def _is_ours(key: int, there: Sequence[People]) -> bool:
    kinds = {each[key][1] for each in there if key in each}
    return bool(kinds) and kinds <= {*OURS}


def _known(there: Sequence[People], met: frozenset[int]) -> PeopleMet:
    keys = {key for each in there for key in each}
    ours = {key for key in keys if _is_ours(key, there)}
    others = {key for key in keys - ours if key in met}
    strangers = _names(keys - ours - others, there)
    named = _names(others, there)
    return PeopleMet(
        frozenset(_names(ours, there) - named - strangers),
        frozenset(named - strangers),
        frozenset(ours),
        frozenset(others),
    )


def _names(keys: Iterable[int], there: Sequence[People]) -> set[str]:
    return {each[key][0] for key in keys for each in there if key in each}
