"""Filling in a procedure's form: which inputs have values, what these may be, which are missing."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from itertools import chain

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.inputs import Choice, Filled, Given, Input, Number, Value, Who, YesNo
from tableside.rules.life_states import can_act, check_lives, stands
from tableside.rules.play import play_facts
from tableside.rules.procedure import PURPOSE, Group, Procedure, Role
from tableside.rules.table import Kind, Table


@frozen
class Form:
    """A procedure with the values given so far. An input without a value is missing."""

    procedure: Procedure
    given: Mapping[str, Value] = field(default_factory=dict)
    asks: frozenset[str] = frozenset()
    """Inputs that must be answered although they would have a value, such as who is surprised."""

    @property
    def missing(self) -> tuple[Input, ...]:
        return tuple(each for each in self.procedure.inputs if each.id not in self.given)

    @property
    def is_secret(self) -> bool:
        """Whether only the GM may know what is being rolled."""
        return self.given.get("secret") is True

    def shown(self, table: Table) -> tuple[Input, ...]:
        """Return the inputs to show: those that can make a difference, and those that were changed."""
        return tuple(each for each in self.procedure.inputs if self._is_shown(each, table))

    def _is_shown(self, input: Input, table: Table) -> bool:
        match input:
            case Filled():
                return False
            case Number() | YesNo() | Choice() | Who():
                value = self.given.get(input.id)
                return value not in (None, input.default) or input.matters(table, self.given)
        return True

    def with_value(self, table: Table, id: str, value: Value) -> "Form":
        """Return the form with this value; inputs whose value became impossible are filled in again."""
        return _filled(replace(self, given={**self.given, id: value}), table)

    def typed(self, table: Table, id: str, text: str) -> "Form":
        """Return the form with what was typed into an input. Raises `RuleError` when it is invalid."""
        return self.with_value(table, id, self.procedure.input(id).read(text, table, self.given))

    def stepped(self, table: Table, id: str, step: int) -> "Form":
        """Return the form with the next (1) or previous (-1) value of an input, if there is one."""
        value = _next_value(self.procedure.input(id), table, self.given, step)
        return self if value is None else self.with_value(table, id, value)


def filled_form(
    procedure: Procedure,
    table: Table,
    who: int | None = None,
    given: Given | None = None,
    asks: frozenset[str] = frozenset(),
) -> Form:
    """Return the procedure's form filled in as far as possible: from presets, this character, defaults and
    first options. Inputs in `asks` are left open.
    """
    presets = dict(given or {})
    ids = {each.id for each in procedure.inputs}
    if PURPOSE.id in presets and procedure.takes_purpose:
        ids.add(PURPOSE.id)
    if who is not None and "who" in ids and "who" not in presets:
        presets["who"] = _who_cares(procedure, table, who)
    return _filled(Form(procedure, {id: value for id, value in presets.items() if id in ids}, asks), table)


def _who_cares(procedure: Procedure, table: Table, who: int) -> int:
    """The character to fill in: `who`, or a friend of those to care for if `who` is their foe."""
    if procedure.group != Group.CARE or who not in table.characters or table[who].kind != Kind.ENEMY:
        return who
    cared_for = (each for each in procedure.inputs if isinstance(each, Who) and "who" in each.apart)
    people = [one for each in cared_for for one in each.candidates(table, {"who": who})]
    pick = procedure.input("who")
    if not people or any(one.kind == Kind.ENEMY for one in people) or not isinstance(pick, Who):
        return who
    return next((each.key for each in pick.candidates(table) if each.kind != Kind.ENEMY), who)


def _filled(form: Form, table: Table) -> Form:
    given: dict[str, Value] = {}
    if PURPOSE.id in form.given:
        given[PURPOSE.id] = form.given[PURPOSE.id]
    for each in form.procedure.inputs:
        value = form.given.get(each.id)
        if value is None and each.id in form.asks:
            continue
        if value is None or not _is_possible(each, value, table, given):
            value = _first_value(each, table, given, form, value)
        if value is not None:
            given[each.id] = value
    return replace(form, given=given)


def _is_possible(input: Input, value: Value, table: Table, given: Given) -> bool:
    match input:
        case Choice(free=True):
            return True
        case Choice(many=True) if isinstance(value, tuple):
            return all(input.takes(each, table, given) for each in value)
        case Choice():
            return input.takes(value, table, given) or value == input.default
        case Who(many=True) if isinstance(value, tuple):
            return {*value} <= {each.key for each in input.candidates(table, given)}
        case Who(many=False):
            return value == input.default or value in {each.key for each in input.candidates(table, given)}
        case Number() if isinstance(value, int):
            return value == input.default or input.least <= value <= input.highest
    return not isinstance(input, Who)


def _first_value(input: Input, table: Table, given: Given, form: Form, value: Value | None) -> Value | None:
    """Return the initial value of an input. None: it must be given."""
    if isinstance(input, Who):
        return _first_who(input, table, given, form)
    if isinstance(input, Choice) and (proposed := input.proposed(table, given)) is not None:
        return proposed
    if input.default is not None:
        return input.default
    if isinstance(input, Choice):
        options = input.options(table, given)
        return None if not options else options[:1] if input.many else options[0]
    return None


def _first_who(input: Who, table: Table, given: Given, form: Form) -> Value | None:
    """Return the character meant; else, in this order, one of the other side (of their own side when caring),
    able to act, in the fight. Nobody, when only the fallen are left to fight.
    """
    who = form.given.get("who")
    keys = [each.key for each in input.candidates(table, given)]
    proposed = input.those_proposed(table, {**form.given, **given})
    if input.many and not proposed:
        wanted = () if input.optional else tuple(key for key in keys if key == who or len(keys) == 1)
        return wanted if wanted or input.optional else None
    if input.optional and not proposed:
        return 0
    keys = proposed or keys
    taken = {value for id, value in given.items() if id == "who"}
    free = [key for key in keys if key not in taken]
    cares = form.procedure.group == Group.CARE
    others = [key for key in free if table.are_opposed(given.get("who"), key) != cares]
    standing = others if cares else [key for key in others if stands(table[key])]
    if who in (standing or others):  # the character meant cannot do it, but it can be done to them
        return (int(str(who)),) if input.many else int(str(who))
    if others and form.procedure.role == Role.FIGHT and not standing:
        return input.default
    up = [key for key in others if can_act(table[key])] or standing
    in_fight = [key for key in up if table.order is not None and key in table.order.members]
    first = next(iter(in_fight or up or others or free or keys), 0 if input.optional else None)
    return (first,) if input.many and first else first


def _form_choices(input: Input, table: Table, given: Given) -> tuple[Value, ...]:
    """Return the values that an input can step through; empty when it is typed."""
    match input:
        case YesNo():
            return (False, True)
        case Choice(many=True, free=False):
            options = input.options(table, given)
            nothing: Value = () if input.default is None else input.default
            return (nothing, *((option,) for option in options), *((options,) if len(options) > 1 else ()))
        case Choice(many=False):
            options = input.options(table, given)
            is_listed = input.default is None or input.meant(input.default, table, given) in options
            return options if is_listed else (str(input.default), *options)
        case Who(many=False):
            keys = tuple(each.key for each in input.candidates(table, given))
            return (0, *keys) if input.optional else keys
    return ()


def _next_value(input: Input, table: Table, given: Given, step: int) -> Value | None:
    now = given.get(input.id)
    if isinstance(input, Number):
        number = (now if isinstance(now, int) else 0) + step
        return number if input.least <= number <= input.highest else None
    values = _form_choices(input, table, given)
    if not values:
        return None
    if isinstance(input, Choice) and now is not None and now not in values:
        now = input.meant(now, table, given)
    return values[(values.index(now) + step) % len(values)] if now in values else values[0]


def people_fitting_form(procedure: Procedure, table: Table, people: Mapping[str, int]) -> dict[str, int]:
    """Return those of these people, by input id, who may be picked for that input."""
    picks = {each.id: each for each in procedure.inputs if isinstance(each, Who)}
    return {
        id: key
        for id, key in people.items()
        if id in picks and any(key == each.key for each in picks[id].candidates(table))
    }


def form_for_people(procedure: Procedure, table: Table, keys: Sequence[int]) -> Form:
    """Return the procedure's form for those of these characters who may be picked.

    Raises `RuleError` when there are none, saying so when it is because they are dead.
    """
    pick = procedure.input("who")
    fitting = {each.key for each in pick.candidates(table)} if isinstance(pick, Who) else set(keys)
    able = tuple(key for key in dict.fromkeys(keys) if key in fitting)
    if not able:
        if len(keys) == 1:
            check_lives(table[keys[0]])
        raise RuleError("care.will-not-do", who=[table[key].name for key in keys])
    several = isinstance(pick, Who) and pick.many
    if len(able) > 1 and not several:
        raise RuleError("care.one-at-a-time", marked=len(able))
    who: Value = able if several else able[0]
    return filled_form(procedure, table, None, {"who": who})


def form_filling_options(form: Form, table: Table, id: str) -> tuple[str, ...]:
    """Return the options of an input that the rule accepts. Raises the rule's own `RuleError` when it refuses
    all of them; empty for an input that is not a choice of a few.
    """
    pick = form.procedure.input(id)
    if not isinstance(pick, Choice) or pick.free or pick.many:
        return ()
    ways: list[str] = []
    refused: RuleError | None = None
    for each in pick.options(table, form.given):
        try:
            play_facts(form.procedure.perform(table, form.with_value(table, id, each).given))
        except RuleError as error:
            refused = refused or error
        else:
            ways.append(each)
    if refused is not None and not ways:
        raise refused
    return tuple(ways)


def form_written(form: Form | None) -> str:
    """Return the form as one line of text; empty for no form."""
    return "" if form is None else json.dumps((form.procedure.id, dict(form.given), sorted(form.asks)))


def form_read(written: str, table: Table, procedures: Iterable[Procedure]) -> Form | None:
    """Return the form written by `form_written`, with the values still possible. None: there is none."""
    id, values, *asks = json.loads(written) if written else ("", {})
    procedure = next((each for each in procedures if each.id == id), None)
    given = {name: tuple(each) if isinstance(each, list) else each for name, each in values.items()}
    asked = frozenset(chain.from_iterable(asks))
    return filled_form(procedure, table, None, given, asked) if procedure is not None else None


def form_filling_trouble(form: Form, table: Table) -> str | None:
    """Return why the rules would refuse this form; None when they would not."""
    try:
        play_facts(form.procedure.perform(table, form.given))
    except RuleError as error:
        return str(error)
    return None
