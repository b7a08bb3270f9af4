"""Holding incoming data to the limits of what can be typed: each entry, and the table at each entry.

Each complaint names its place, such as `entry 12 given.text` or `characters/1.sheet.skills.2.rank`. Where no
limit is known, as for the facts of a rule, values are only kept from being immense.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

from tableside.campaign.documents import Documents, table_from_documents
from tableside.campaign.entries import Entry, lone_value_listed
from tableside.errors import Message, RuleError, StoreError
from tableside.rules.inputs import Cells, Choice, Filled, Given, Input, Number, Value, Who, YesNo
from tableside.rules.misfits import (
    LAST_DAY,
    misfits_of_character,
    misfits_of_count,
    misfits_of_name,
    misfits_of_number,
    misfits_of_own_kind,
    misfits_of_random_table,
    misfits_of_rest,
    misfits_of_step,
    misfits_of_table,
    misfits_of_text,
)
from tableside.rules.play import Rolled, Step
from tableside.rules.procedure import PURPOSE, Procedure
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import BIGGEST
from tableside.rules.table import Table
from tableside.rules.turns.order import Misfit
from tableside.rules.typed import TEXT_LENGTH, typed_dice

LATEST: Final = 1e12
"""Seconds since 1970, or before: a wrong clock may go further than a calendar."""
LONGEST_DEFINITION: Final = 4_000_000
"""The most characters of random tables in an entry."""
MOST_PARTS: Final = 10_000
"""The most throws, decisions and facts of an entry."""
MOST_SIDES: Final = 1_000_000_000
"""The most sides of a die: weighted rows are drawn with a die of their total weight."""


def check_limits_of_entry(entry: Entry, rules: Ruleset) -> None:
    """Raise `StoreError` naming the first impossible value in an entry."""
    for place, what in _of_entry(entry, rules):
        raise StoreError("limits.in-entry", entry=entry.number, place=place, what=what)


def check_limits_of_table(table: Table, rules: Ruleset) -> None:
    """Raise `StoreError` naming the first value on a table that could not have been typed."""
    _refuse("", misfits_of_table(table, rules))


def check_limits_of_made(before: Table, after: Table, rules: Ruleset) -> None:
    """Raise `RuleError` naming the first value that a rule took beyond its limits, so that it could not be
    read back. Values already on the table before, as an older version allowed, may stay.
    """
    for key, who in after.characters.items():
        was = before.characters.get(key)
        if who is not was:
            old = {*misfits_of_character(was, before.characters)} if was is not None else set()
            _refuse_new(who.name, misfits_of_character(who, after.characters), old)
    _refuse_new(
        "",
        misfits_of_rest(after, rules, after.characters),
        {*misfits_of_rest(before, rules, before.characters)},
    )


def _refuse_new(who: str, misfits: Iterator[Misfit], old: set[Misfit]) -> None:
    for place, what in misfits:
        if (place, what) not in old:
            words = place.removeprefix("sheet.").replace(".", " ")
            raise RuleError("limits.made", who=who, place=words, what=what)


def check_limits_of_touched(by_address: Documents, touched: Iterable[str], rules: Ruleset) -> None:
    """Check the documents at these addresses as `check_limits_of_table`; the others are known to be right."""
    for address in sorted({*touched} & by_address.keys()):
        _refuse(f"{address}.", _of_document(by_address, address, rules))


def _refuse(where: str, misfits: Iterator[Misfit]) -> None:
    for place, what in misfits:
        raise StoreError("files.at", file=f"{where}{place}", what=what)


def _of_document(by_address: Documents, address: str, rules: Ruleset) -> Iterator[Misfit]:
    collection, _, key = address.partition("/")
    keys = {int(each.partition("/")[2]) for each in by_address if each.startswith("characters/")}
    table = table_from_documents({address: by_address[address]}, rules)
    match collection:
        case "table":
            return misfits_of_rest(table, rules, keys)
        case "characters":
            return misfits_of_character(table.characters[int(key)], keys)
        case "turns":
            return misfits_of_step(table.turns[int(key)], keys)
        case "kinds":
            return misfits_of_own_kind(table.kinds[int(key)])
    return misfits_of_random_table(table.tables[int(key)])


# An entry


def _of_entry(entry: Entry, rules: Ruleset) -> Iterator[Misfit]:
    if not abs(entry.time) <= LATEST:
        yield "time", Message("limits.no-moment", time=repr(entry.time))
    yield from misfits_of_name("by", entry.by)
    yield from misfits_of_number("session", entry.session, 0, LAST_DAY)
    yield from misfits_of_number("day", entry.day, 1, LAST_DAY)
    yield from misfits_of_name("result", entry.result)
    for part, count in (("steps", len(entry.steps)), ("facts", len(entry.facts))):
        yield from misfits_of_count(part, count, MOST_PARTS, part)
    yield from _of_given(entry, rules)
    for place, step in enumerate(entry.steps[:MOST_PARTS], 1):
        yield from ((f"steps.{place}{inner}", what) for inner, what in _of_answer(step))
    for place, fact in enumerate(entry.facts[:MOST_PARTS], 1):
        yield from misfits_of_name(f"facts.{place}", fact.id, needed=True)
        yield from misfits_of_name(f"facts.{place}.rule", fact.rule)
        for id, value in fact.values.items():
            yield from misfits_of_name(f"facts.{place}", id)
            yield from misfits_of_text(f"facts.{place}.{id}", str(value), TEXT_LENGTH)


def _of_answer(step: Step) -> Iterator[Misfit]:
    yield from misfits_of_name(".who", step.who)
    if not isinstance(step, Rolled):
        yield from misfits_of_name(".question", step.question, needed=True)
        yield from misfits_of_text(".choice", step.choice, TEXT_LENGTH)
        return
    yield from misfits_of_name(".why", step.why)
    yield from misfits_of_count(".sides", len(step.sides), MOST_PARTS, "dice")
    if len(step.faces) != len(step.sides) or len(step.typed) not in (0, len(step.sides)):
        yield ".faces", Message("limits.faces-for-dice", faces=len(step.faces), dice=len(step.sides))
    for place, (sides, face) in enumerate(zip(step.sides, step.faces, strict=False), 1):
        yield from misfits_of_number(f".sides.{place}", sides, 1, MOST_SIDES)
        if not 1 <= face <= sides:
            yield f".faces.{place}", Message("limits.no-face", sides=sides, face=face)


def _of_given(entry: Entry, rules: Ruleset) -> Iterator[Misfit]:
    taken = (*_procedure(entry, rules).inputs, PURPOSE) if entry.is_of_a_rule else ()
    inputs = {each.id: each for each in taken}
    for id, value in entry.given.items():
        place = f"given.{id}"
        yield from misfits_of_name("given", id)
        if isinstance(value, tuple):
            yield from misfits_of_count(place, len(value), BIGGEST, "values")
        for part in value if isinstance(value, tuple) else (value,):
            is_definition = isinstance(inputs.get(id), Filled)
            yield from misfits_of_text(place, str(part), LONGEST_DEFINITION if is_definition else TEXT_LENGTH)
        if id in inputs and value != inputs[id].default:
            taken_now = lone_value_listed(inputs[id], value)
            yield from ((place, what) for what in _misfits_of_input(inputs[id], taken_now))


def _procedure(entry: Entry, rules: Ruleset) -> Procedure:
    try:
        return rules.procedure(entry.procedure)
    except RuleError as error:
        raise StoreError("entries.no-procedure", entry=entry.number, why=error) from None


def _misfits_of_input(input: Input, value: Value) -> Iterator[Message]:
    """Yield why an input cannot hold a value on any table: its type, or a number out of range."""
    kind: type = str
    match input:
        case Number(dice=True) if isinstance(value, str):
            with suppress(RuleError):
                typed_dice(value)
                return
            kind = int
        case Number():
            kind = int
        case YesNo():
            kind = bool
        case Who():
            kind = int
    is_listed = isinstance(input, Cells) or (isinstance(input, Choice | Who) and input.many)
    if isinstance(value, tuple) != is_listed:
        yield Message("inputs.must-be-a-list") if is_listed else Message("inputs.must-be-no-list")
        return
    for part in value if isinstance(value, tuple) else (value,):
        if type(part) is not kind:
            yield Message(
                "inputs.not-of-a-kind", value=str(part)[:60], kind=Message(f"inputs.{_NAMED[kind]}")
            )
        elif isinstance(input, Number):
            yield from (what for _, what in misfits_of_number("", int(part), input.least, input.highest))


def input_beyond_limits(procedure: Procedure, table: Table, given: Given) -> Message | None:
    """Return the first input that the procedure does not take on this table, and why. None: it takes all."""
    for each in procedure.inputs:
        value = given.get(each.id, each.default)
        if value is None or value == each.default:
            continue
        why = next(_misfits_of_input(each, value), None)
        if why is None and isinstance(each, Choice) and not each.free:
            why = next(_unknown(each, value, table, given), None)
        if why is None and isinstance(each, Who):
            keys = value if isinstance(value, tuple) else (value,)
            why = next(
                (Message("limits.nobody", character=key) for key in keys if key not in table.characters), None
            )
        if why is not None:
            return Message("inputs.strange", input=each.id, why=why)
    return None


def _unknown(input: Choice, value: Value, table: Table, given: Given) -> Iterator[Message]:
    rows = input.rows or ()
    try:
        options = input.options(table, given)
    except (LookupError, TypeError, ValueError):  # they depend on another input, which is invalid
        options = ()
    for part in value if isinstance(value, tuple) else (value,):
        if part not in options and part not in rows:
            yield Message("inputs.no-choice", value=str(part)[:60])


_NAMED: dict[type, str] = {int: "whole-number", bool: "yes-or-no", str: "text"}
