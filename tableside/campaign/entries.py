"""Journal entries: what was done, by whom and when, with every die, decision and change.

The journal files hold the documents of entries. Times are seconds since 1970.
"""

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any, Self, TypeVar

import msgspec

from tableside.campaign.documents import Change, Document, document_json
from tableside.errors import RuleError, StoreError
from tableside.frozen import frozen
from tableside.rules.inputs import Choice, Given, Input, Value, Who
from tableside.rules.play import Chosen, Fact, FactValue, Performed, Rolled, Step
from tableside.rules.procedure import PURPOSE, Outcome, Procedure
from tableside.rules.ruleset import Ruleset

AGAIN = "played-again"
"""The id of the fact that precedes the new facts of a later entry in an amendment."""

UNDO = "undo"
REDO = "redo"
RESTORE = "restore"
REPAIRED = "campaign.repaired"
ACCEPTED = "campaign.accepted"
LOST = "campaign.lost"
MENDED = (REPAIRED, ACCEPTED, LOST)
"""Entries made by `tableside.campaign.repair`, not by a rule."""


@frozen
class EntryGlance:
    """The part of an entry that is read when very many are scanned, at a fifth of the cost."""

    number: int
    """Counted from 1, without gaps."""
    time: float
    by: str
    """The login name of the person at the keyboard, or the name of the character whose player acted on a
    screen of their own.
    """
    session: int
    day: int
    procedure: str
    """The procedure's id, or `undo`, `redo` or `restore`, whose input `entry` is the number of their target.
    """
    given: Mapping[str, Value]
    facts: "tuple[FactSeen | Fact, ...]" = ()
    steps: tuple[object, ...] = ()
    """Not decoded at a glance."""
    changes: "tuple[EntryChangeSeen | Change, ...]" = ()
    """At a glance their values are not decoded (`migrations.migrated_change_of_entry`)."""
    done: int = 0
    """The entry that undo takes back next, as of this entry; 0 when there is none."""
    amends: int = 0
    """The entry that this one replaces (`tableside.campaign.amendment`); 0: this is no amendment."""
    amended: int = 0
    """The last amendment that stands, as of this entry; 0 when there is none."""

    @property
    def is_move_in_time(self) -> bool:
        """Whether this is an undo, a redo or a restore."""
        return self.procedure in (UNDO, REDO, RESTORE)

    @property
    def is_of_a_rule(self) -> bool:
        """Whether a procedure of the rules made this entry."""
        return not self.is_move_in_time and self.procedure not in MENDED

    @property
    def has_dice(self) -> bool:
        """Whether a rule was performed with dice."""
        return self.is_of_a_rule and any(isinstance(step, Rolled) for step in self.steps)

    @property
    def target(self) -> int:
        """The number of the entry taken back or restored, or whose table was restored (0: the first table);
        for any other entry, its own number.
        """
        return int(str(self.given["entry"])) if self.is_move_in_time else self.number

    @property
    def is_undo_or_redo(self) -> bool:
        """Whether this is an undo or a redo."""
        return self.procedure in (UNDO, REDO)

    @classmethod
    def decoded(cls, number: int, document: bytes) -> Self:
        """Decode a document as stored. Raises `StoreError` when it does not fit."""
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
    """A journal entry."""

    facts: tuple[Fact, ...] = ()
    steps: tuple[Step, ...] = ()
    changes: tuple[Change, ...] = ()
    result: str = ""
    amounts: Mapping[str, int] = field(default_factory=dict)
    undone: int = 0
    """The undo entry that redo takes back next, as of this entry; 0 when there is none."""
    house: Mapping[str, str] = field(default_factory=dict)
    """The open questions that the procedure had to decide, and this table's answers."""
    revisions: Mapping[str, int] = field(default_factory=dict)
    """How often the reading of each rule had been corrected when the entry was made (`Ruleset.revisions`);
    unnamed rules: never.
    """

    @property
    def can_be_taken_back(self) -> bool:
        """Whether undo can take this back: it is no move in time, nor a repair that changed nothing."""
        return not self.is_move_in_time and (self.is_of_a_rule or bool(self.changes))

    @property
    def is_partly_secret(self) -> bool:
        """Whether any fact or die of the entry is for the GM alone."""
        return any(each.secret for each in self.facts) or any(
            isinstance(step, Rolled) and step.secret for step in self.steps
        )

    def without_secrets(self) -> "Entry":
        """Return the entry without secret dice and facts. If there are any, its inputs, amounts and changes
        are left out too.
        """
        if not self.is_partly_secret:
            return self
        steps = tuple(step for step in self.steps if not (isinstance(step, Rolled) and step.secret))
        facts = tuple(fact for fact in self.facts if not fact.secret)
        return replace(self, steps=steps, facts=facts, amounts={}, given={}, changes=())

    def document(self) -> Document:
        """Return the document that the journal holds; the entry's number is the document's id."""
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
        """Decode a document as stored. Raises `StoreError` when it does not fit."""
        try:
            return _entry(number, _shape(document))
        except msgspec.ValidationError as error:
            raise StoreError("entries.does-not-fit", entry=number, why=error) from None


_S = TypeVar("_S", Entry, Performed[Outcome])


def entry_made_secret(told: _S) -> _S:
    """Return the entry, or performed rule, with every die and fact marked as secret."""
    facts = tuple(replace(fact, secret=True) for fact in told.facts)
    steps = tuple(replace(each, secret=True) if isinstance(each, Rolled) else each for each in told.steps)
    return replace(told, facts=facts, steps=steps)


def entry_step_document(step: Step) -> Document:
    """Return an answer as an entry's document holds it."""
    if isinstance(step, Chosen):
        return {"question": step.question, "choice": step.choice, "who": step.who}
    document: Document = document_json(step)
    return {name: value for name, value in document.items() if name != "secret" or value}


def read_entry(number: int, document: Mapping[str, Any]) -> Entry:  # Any: JSON values
    """Return the entry that a document describes. Raises `StoreError` naming what does not fit."""
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
    """Raise `StoreError` unless each reference to another entry is an earlier number or its own."""
    target = shape.given.get("entry") if shape.procedure in (UNDO, REDO, RESTORE) else 0
    for pointer in (target, shape.done, shape.undone, shape.amended):
        if type(pointer) is not int or not 0 <= pointer <= number:
            raise StoreError("entries.names", entry=number, other=repr(pointer))
    if not 0 <= shape.amends < number:
        raise StoreError("entries.amends", entry=number, other=shape.amends)


def read_entry_step(document: Mapping[str, Any]) -> Step:  # Any: JSON values
    """Return the answer that a step's document holds. Raises `msgspec.ValidationError` when it holds none."""
    return msgspec.convert(document, Rolled) if "sides" in document else msgspec.convert(document, Chosen)


def inputs_of_entry_document(given: dict[str, Any]) -> dict[str, Value]:  # Any: JSON values
    """Convert the inputs in place from an entry's document to values that procedures take."""
    for id, value in given.items():
        if type(value) is list:
            given[id] = tuple(value)
    return given


class FactSeen(msgspec.Struct, array_like=True, gc=False):
    """A fact as an entry's document holds it: a list that ends in `secret` only if it is secret."""

    id: str
    rule: str
    values: dict[str, FactValue]
    secret: bool = False


class EntryChangeSeen(msgspec.Struct, array_like=True, gc=False):
    """A change at a glance, with its values still encoded."""

    what: str
    field: tuple[str | int, ...]
    before: msgspec.Raw
    after: msgspec.Raw


NOTHING = (None, msgspec.Raw(b"null"))
"""The absent value of a change, decoded and encoded."""


class GlanceShape(msgspec.Struct, gc=False):
    """The part of an entry's document that a glance reads."""

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
    """Return an entry's inputs as the procedure takes them. Inputs that the procedure has gained since have
    their defaults, and those that have come to take several the one person that they had. Raises
    `StoreError` when one without a default is missing.
    """
    inputs = (*procedure.inputs, *([PURPOSE] if PURPOSE.id in entry.given else []))
    given = {each.id: entry.given.get(each.id, each.default) for each in inputs}
    for id, value in given.items():
        if value is None:
            raise StoreError("entries.does-not-say", entry=entry.number, input=id, procedure=procedure.id)
    return {
        each.id: lone_value_listed(each, value) for each in inputs if (value := given[each.id]) is not None
    }


def lone_value_listed(input: Input, value: Value) -> Value:
    """Return the value of an entry's input; as a list where the input took one person or one choice when the
    entry was made, and takes several now.
    """
    match input:
        case Who(many=True) if type(value) is int:
            return (value,) if value else ()
        case Choice(many=True) if isinstance(value, str) and value != input.default:
            return (value,)
    return value


def procedure_of_entry(entry: EntryGlance, rules: Ruleset) -> Procedure | None:
    """Return the procedure that made an entry; None when it is no rule of this game."""
    try:
        return rules.procedure(entry.procedure) if entry.is_of_a_rule else None
    except RuleError:
        return None
