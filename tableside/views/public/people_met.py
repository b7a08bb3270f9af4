"""Whom the players have met, entry by entry.

They know the party. They meet anybody else in a fight, or when one of the party publicly does something to
them; where part of that is for the GM alone, such as the dice of an obstacle, they meet those whom the rest
names. People whom the GM has only prepared stay unknown, and no line mentions them.
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
"""Groups of procedures by which the party does something to others in the open."""
People = Mapping[int, tuple[str, str]]
"""Names and kinds by key."""
NAMES = ("who", "other", "helper", "names", "against")
"""The values of a fact that name people."""
NOBODY = "-"
"""Stands in place of names if there are none."""


@frozen
class PeopleMet:
    """Who is known at one moment, by name and by key."""

    ours: frozenset[str]
    """Names of the party that nobody else has."""
    others: frozenset[str]
    our_keys: frozenset[int]
    other_keys: frozenset[int]

    def knows_all(self, keys: Iterable[int]) -> bool:
        return all(key in self.our_keys or key in self.other_keys for key in keys)

    def are_known(self, names: str) -> bool:
        """Whether these comma-separated names all belong to known people."""
        return names == NOBODY or _is_list_of(names, self.ours | self.others)

    def are_ours(self, names: str) -> bool:
        return _is_list_of(names, self.ours)


def _is_list_of(text: str, names: frozenset[str]) -> bool:
    """Whether a text is a comma-separated list of these names, which may contain commas themselves."""
    if text in names:
        return True
    heads = (each for each in names if text.startswith(f"{each}, "))
    return any(_is_list_of(text[len(each) + 2 :], names) for each in heads)


def people_met_in_inputs(procedure: Procedure, given: Mapping[str, Value]) -> tuple[int, ...]:
    """The keys of all people in the inputs of an entry."""
    form: Any = procedure.form  # Any: mypy regards classes as unhashable
    return tuple(key for id in _whose(form) for key in people_in_input_value(given.get(id, 0)))


@lru_cache(maxsize=512)
def _whose(form: type) -> tuple[str, ...]:
    """The ids of a form's inputs that name people."""
    return tuple(each.id for each in inputs_of(form) if isinstance(each, Who))


def people_met_by_entry(
    entries: Sequence[G], after: Documents, rules: Ruleset, whole: Callable[[G], Entry]
) -> Iterator[tuple[G, PeopleMet]]:
    """These entries, which stand, are in order and have no gaps, each with who is known at it; `after`: the
    documents after the last. `whole` returns the entry of a glance.

    The entries are read once backwards and once forwards, and only arrivals, departures and fights are kept,
    so their number is not limited.
    """
    way = _PeopleWay(entries, _seats_of(after), rules)
    was, met = way.start, frozenset(_members(way.start))
    meetings = _Meetings(rules, whole)
    lasting: PeopleMet | None = None
    """The people known at an ordinary entry, in which nobody arrives, leaves or is met."""
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
            met = met.intersection(now.people)  # a reused key belongs to somebody unknown
        was = now


# Who is there and in the fight


@frozen
class _Seats:
    """The parts of the documents that say who people are and who is in the fight."""

    people: People
    order: Document | None
    """The turn order, reduced to its members."""


def _who_is_in(order: Document | None) -> Document | None:
    """The part of a turn order's document that names its members."""
    if order is None:
        return None
    return {name: value for name, value in order.items() if name == METHOD or name in order_member_fields()}


def _is_of_seats(touched: EntryChangeSeen | Change) -> bool:
    """Whether a change may affect who is there or in the fight."""
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
    """How the seats changed over some entries, reconstructed from the seats after the last."""

    def __init__(self, entries: Sequence[G], after: _Seats, rules: Ruleset) -> None:
        self.amendments: dict[int, tuple[G, _Seats]] = {}
        """The last amendment of each amended entry, and the seats after it."""
        self._moves: dict[int, tuple[Change, ...]] = {}
        self._unknown = 0
        """The last entry before which nobody is known, since it does not follow from the one before."""
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
        """The seats before the first entry."""

    def is_quiet(self, number: int) -> bool:
        """Whether nobody arrives or leaves in this entry or its amendment."""
        return number not in self._moves and number not in self.amendments and number > self._unknown

    def after(self, was: _Seats, entry: EntryGlance) -> _Seats:
        """The seats after an entry, given those before it."""
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


# Meetings


class _Meetings(Generic[G]):
    """Whom the party meets by what it does."""

    def __init__(self, rules: Ruleset, whole: Callable[[G], Entry]) -> None:
        self._rules = rules
        self._whole = whole
        self._deeds: dict[str, Procedure | None] = {}
        """Procedures by id, of entries in which one person does something to another."""

    def new(self, entry: G, there: Sequence[People], met: frozenset[int]) -> tuple[int, ...]:
        """The keys of those whom the party newly meets in an entry."""
        id = entry.procedure
        if id not in self._deeds:
            procedure = procedure_of_entry(entry, self._rules)
            self._deeds[id] = procedure if procedure and procedure.group in DEEDS else None
        deed = self._deeds[id]
        if deed is None:
            return ()
        keys = people_met_in_inputs(deed, entry.given)
        if met.issuperset(keys) or not any(_is_ours(key, there) for key in keys):
            return ()
        whole = self._whole(entry)
        if not whole.is_partly_secret:
            return keys
        named = {fact.values.get(id) for fact in whole.facts if not fact.secret for id in NAMES}
        return tuple(key for key in keys if not named.isdisjoint(_names([key], there)))


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
