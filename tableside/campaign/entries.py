"""Journal entries: what was done, by whom and when, every die and decision of it, and what it changed.

An entry's document is what the journal files hold. Times are seconds since 1970.
"""

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any, Self, TypeVar

import msgspec

from tableside.campaign.documents import Change, Document, document_json
from tableside.errors import RuleError, StoreError
from tableside.frozen import frozen
from tableside.rules.inputs import Given, Value
from tableside.rules.play import Chosen, Fact, FactValue, Performed, Rolled, Step
from tableside.rules.procedure import PURPOSE, Outcome, Procedure
from tableside.rules.ruleset import Ruleset

AGAIN = "played-again"
"""The fact of an amendment behind which stand those of a later entry, which came out otherwise."""

UNDO = "undo"
REDO = "redo"
RESTORE = "restore"
REPAIRED = "campaign.repaired"
ACCEPTED = "campaign.accepted"
LOST = "campaign.lost"
MENDED = (REPAIRED, ACCEPTED, LOST)
"""Entries of `tableside.campaign.repair`, which no rule made."""


@frozen
class EntryGlance:
    """What of an entry is read where very many are gone through: a fifth of what the whole one costs."""

    number: int
    """Counted from 1, without gaps."""
    time: float
    by: str
    """The login name of the one at the keyboard; of what a player did on a screen of their own, the name of
    their character.
    """
    session: int
    day: int
    procedure: str
    """The procedure's id, or `undo`, `redo` or `restore`, whose input `entry` is the number of that entry."""
    given: Mapping[str, Value]
    facts: "tuple[FactSeen | Fact, ...]" = ()
    steps: tuple[object, ...] = ()
    """At a glance not to be looked into."""
    changes: "tuple[EntryChangeSeen | Change, ...]" = ()
    """At a glance their values are not decoded (`migrations.migrated_change_of_entry`)."""
    done: int = 0
    """The number of the entry that undo takes back next, as of this entry; 0 when there is none."""
    amends: int = 0
    """The number of the entry in whose place this one stands (`tableside.campaign.amendment`); 0: of none."""
    amended: int = 0
    """The number of the last amendment that stands, as of this entry; 0 when there is none."""

    @property
    def is_move_in_time(self) -> bool:
        """Whether this entry takes back or restores another, or leads to the table after another."""
        return self.procedure in (UNDO, REDO, RESTORE)

    @property
    def is_of_a_rule(self) -> bool:
        """Whether a procedure of the rules made this entry."""
        return not self.is_move_in_time and self.procedure not in MENDED

    @property
    def target(self) -> int:
        """The number of the entry that was taken back or restored, or whose table was (0: the first one);
        of any other entry, its own.
        """
        return int(str(self.given["entry"])) if self.is_move_in_time else self.number

    @property
    def is_undo_or_redo(self) -> bool:
        """Whether undo or redo made it."""
        return self.procedure in (UNDO, REDO)

    @classmethod
    def decoded(cls, number: int, document: bytes) -> Self:
        """Of an encoded document, as the store holds it."""
        try:
            shape = _glance_shape(document)
        except msgspec.ValidationError as error:
            raise StoreError("entries.does-not-fit", entry=number, why=error) from None
        _check_pointers(number, shape)
        return cls(
            number,
            shape.time,
            shape.by,
            shape.session,
            shape.day,
            shape.procedure,
            inputs_of_entry_document(shape.given),
            shape.facts,
            shape.steps,
            shape.changes,
            shape.done,
            shape.amends,
            shape.amended,
        )


@frozen
class Entry(EntryGlance):
    """One line of the journal."""

    facts: tuple[Fact, ...] = ()
    steps: tuple[Step, ...] = ()
    changes: tuple[Change, ...] = ()
    result: str = ""
    amounts: Mapping[str, int] = field(default_factory=dict)
    undone: int = 0
    """The number of the undo entry that redo takes back next, as of this entry; 0 when there is none."""
    house: Mapping[str, str] = field(default_factory=dict)
    """The open questions that the procedure had to decide, and how this table reads them."""
    revisions: Mapping[str, int] = field(default_factory=dict)
    """How often the reading of each of its rules had been corrected when it was made (`Ruleset.revisions`);
    a rule that is not named: never.
    """

    @property
    def can_be_taken_back(self) -> bool:
        """Whether undo ever takes it back: no move in time, and no repair that changed nothing."""
        return not self.is_move_in_time and (self.is_of_a_rule or bool(self.changes))

    @property
    def is_partly_secret(self) -> bool:
        """Whether something of an entry is for the GM alone."""
        return any(each.secret for each in self.facts) or any(
            isinstance(step, Rolled) and step.secret for step in self.steps
        )

    def without_secrets(self) -> "Entry":
        """The entry without what is for the GM alone: secret dice and facts, and the amounts they tell."""
        if not self.is_partly_secret:
            return self
        steps = tuple(step for step in self.steps if not (isinstance(step, Rolled) and step.secret))
        facts = tuple(fact for fact in self.facts if not fact.secret)
        return replace(self, steps=steps, facts=facts, amounts={}, given={}, changes=())

    def document(self) -> Document:
        """The entry as the journal holds it; its number is the document's id."""
        document: Document = {
            "time": self.time,
            "by": self.by,
            "session": self.session,
            "day": self.day,
            "procedure": self.procedure,
            "given": document_json(self.given),
            "steps": [entry_step_document(step) for step in self.steps],
            "result": self.result,
            "amounts": dict(self.amounts),
            "facts": [
                [each.id, each.rule, dict(each.values), *([True] if each.secret else [])]
                for each in self.facts
            ],
            "changes": [[each.what, list(each.field), each.before, each.after] for each in self.changes],
            "done": self.done,
            "undone": self.undone,
            "house": dict(self.house),
        }
        seldom = {"amends": self.amends, "amended": self.amended, "revisions": dict(self.revisions)}
        return document | {name: value for name, value in seldom.items() if value}

    @classmethod
    def decoded(cls, number: int, document: bytes) -> "Entry":
        """Of an encoded document, as the store holds it."""
        try:
            return _entry(number, _shape(document))
        except msgspec.ValidationError as error:
            raise StoreError("entries.does-not-fit", entry=number, why=error) from None


_S = TypeVar("_S", Entry, Performed[Outcome])


def entry_made_secret(told: _S) -> _S:
    """An entry, or what is to be one, with every die and all that it tells for the GM alone."""
    facts = tuple(replace(fact, secret=True) for fact in told.facts)
    steps = tuple(replace(each, secret=True) if isinstance(each, Rolled) else each for each in told.steps)
    return replace(told, facts=facts, steps=steps)


def entry_step_document(step: Step) -> Document:
    """An answer as an entry's document holds it."""
    if isinstance(step, Chosen):
        return {"question": step.question, "choice": step.choice, "who": step.who}
    document: Document = document_json(step)
    return {name: value for name, value in document.items() if name != "secret" or value}


def read_entry(number: int, document: Mapping[str, Any]) -> Entry:  # Any: JSON values
    """The entry of a document, word for word. Raises `StoreError` naming what does not fit."""
    try:
        return _entry(number, msgspec.convert(document, EntryShape))
    except msgspec.ValidationError as error:
        raise StoreError("entries.does-not-fit", entry=number, why=error) from None


def _entry(number: int, shape: "EntryShape") -> Entry:
    _check_pointers(number, shape)
    return Entry(
        number=number,
        time=shape.time,
        by=shape.by,
        session=shape.session,
        day=shape.day,
        procedure=shape.procedure,
        given=inputs_of_entry_document(shape.given),
        steps=tuple(read_entry_step(step) for step in shape.steps),
        result=shape.result,
        amounts=shape.amounts,
        facts=tuple(Fact(each.id, each.rule, each.values, each.secret) for each in shape.facts),
        changes=tuple(Change(what, tuple(path), old, new) for what, path, old, new in shape.changes),
        done=shape.done,
        undone=shape.undone,
        house=shape.house,
        amends=shape.amends,
        amended=shape.amended,
        revisions=shape.revisions,
    )


def _check_pointers(number: int, shape: "GlanceShape | EntryShape") -> None:
    """What an entry says of others must be a number, and of one before it."""
    target = shape.given.get("entry") if shape.procedure in (UNDO, REDO, RESTORE) else 0
    for pointer in (target, shape.done, shape.undone, shape.amended):
        if type(pointer) is not int or not 0 <= pointer <= number:
            raise StoreError("entries.names", entry=number, other=repr(pointer))
    if not 0 <= shape.amends < number:
        raise StoreError("entries.amends", entry=number, other=shape.amends)


def read_entry_step(document: Mapping[str, Any]) -> Step:  # Any: JSON values
    """The answer to a rule in an entry's document. Raises `msgspec.ValidationError` where it is none."""
    return msgspec.convert(document, Rolled) if "sides" in document else msgspec.convert(document, Chosen)


def inputs_of_entry_document(given: dict[str, Any]) -> dict[str, Value]:  # Any: JSON values
    """The values of inputs as an entry's document holds them, from now on as procedures take them."""
    for id, value in given.items():
        if type(value) is list:
            given[id] = tuple(value)
    return given


class FactSeen(msgspec.Struct, array_like=True, gc=False):
    """A fact at a glance, as an entry's document holds it: a list, its last value only where it is secret."""

    id: str
    rule: str
    values: dict[str, FactValue]
    secret: bool = False


class EntryChangeSeen(msgspec.Struct, array_like=True, gc=False):
    """A change at a glance, its values as an entry's document holds them."""

    what: str
    field: tuple[str | int, ...]
    before: msgspec.Raw
    after: msgspec.Raw


NOTHING = (None, msgspec.Raw(b"null"))
"""What stands in a change where there is no value, decoded and as a document holds it."""


class GlanceShape(msgspec.Struct, gc=False):
    """What is read of an entry's document at a glance."""

    time: float
    by: str
    session: int
    day: int
    procedure: str
    given: dict[str, Any]  # Any: a Value; msgspec cannot tell two kinds of list apart
    facts: tuple[FactSeen, ...]
    steps: tuple[msgspec.Raw, ...]
    changes: tuple[EntryChangeSeen, ...]
    done: int
    undone: int
    amends: int = 0
    amended: int = 0


class EntryShape(msgspec.Struct, forbid_unknown_fields=True):
    """An entry's document."""

    time: float
    by: str
    session: int
    day: int
    procedure: str
    given: dict[str, Any]  # Any: as above
    steps: list[dict[str, Any]]
    result: str
    amounts: dict[str, int]
    facts: list[FactSeen]
    changes: list[tuple[str, list[str | int], Any, Any]]
    done: int
    undone: int
    house: dict[str, str] = {}
    amends: int = 0
    amended: int = 0
    revisions: dict[str, int] = {}


_shape = msgspec.json.Decoder(EntryShape).decode
_glance_shape = msgspec.json.Decoder(GlanceShape).decode


def inputs_of_entry(procedure: Procedure, entry: Entry) -> Given:
    """The inputs of an entry as the procedure takes them: an empty list is a tuple whatever it was to
    hold, and what the procedure has come to take since is its default.
    """
    inputs = (*procedure.inputs, *([PURPOSE] if PURPOSE.id in entry.given else []))
    given = {each.id: entry.given.get(each.id, each.default) for each in inputs}
    for id, value in given.items():
        if value is None:
            raise StoreError("entries.does-not-say", entry=entry.number, input=id, procedure=procedure.id)
    return {id: value for id, value in given.items() if value is not None}


def procedure_of_entry(entry: EntryGlance, rules: Ruleset) -> Procedure | None:
    """What made an entry. None: no rule that this game has."""
    try:
        return rules.procedure(entry.procedure) if entry.is_of_a_rule else None
    except RuleError:
        return None
