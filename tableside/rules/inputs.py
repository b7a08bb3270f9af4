"""The inputs of procedures: the fields of a frozen form, the values they take, and reading them from text.

    @frozen
    class Attack:
        who: int = input_field(Who())
        against: int = input_field(Who(kinds=(Kind.ENEMY,)))
        extras: Extras = inputs_field(Extras)

An input's id is its field's name, with `-` for `_`. Inputs that several procedures share are a form of their
own, which stands in theirs as a field: its inputs are listed in its place.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, field, fields, replace
from functools import cache
from typing import Any, Final, TypeVar, cast

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.items import ItemRows
from tableside.rules.life_states import unfit_by_life_state
from tableside.rules.names import find_by_name, names_from_text, namesakes_from_text
from tableside.rules.sheet import BIGGEST
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import (
    NAME_LENGTH,
    is_typed_dice,
    typed_dice,
    typed_line,
    typed_number,
    typed_option,
    typed_short,
    typed_slug,
    typed_words,
    typed_yes_no,
)

Value = int | bool | str | tuple[int, ...] | tuple[str, ...]
Given = Mapping[str, Value]
"""The values of a procedure's inputs, by input id."""
Test = Callable[[Table, Given], bool]
"""Whether something holds, given the values of earlier inputs."""
Options = Callable[[Table, Given], tuple[str, ...]]
"""Returns the options, given the values of earlier inputs."""
People = Callable[[Table, Given], tuple[Character, ...]]
"""Returns the characters concerned, as far as earlier inputs name them."""


def always(*_: object) -> bool:
    """The `Test` that always holds."""
    return True


def never(*_: object) -> bool:
    """The `Test` that never holds."""
    return False


SAID_ZERO: Final = -1
"""The value of an open number typed as 0, since its 0 means that nothing was typed."""


@frozen
class Number:
    """A whole number."""

    id: str = ""
    default: int | None = None
    lowest: int = 0
    highest: int = BIGGEST
    worth: tuple[int, ...] = ()
    """Steps up or down whose effect on the odds is worth showing."""
    also: str = ""
    """Another name in a line of foes, which comes before any number of the sheet."""
    dice: bool = False
    """Whether dice such as `2d6+1` may be typed, to be rolled before the rule begins."""
    words: tuple[tuple[str, int], ...] = ()
    """What its rule calls some of its values, by ids: a DN of 6 is hard."""
    open: bool = False
    """Whether typing nothing, which is 0, differs from typing 0, which is `SAID_ZERO`."""
    matters: Test = always
    """Whether it can make a difference: a form leaves it out until it can."""

    @property
    def least(self) -> int:
        """The lowest value that it may hold."""
        return SAID_ZERO if self.open else self.lowest

    def read(self, text: str, table: Table, given: Given) -> Value:
        if self.dice and is_typed_dice(text.replace(" ", "")):
            return typed_dice(text).text
        if self.open and not text.strip():
            return 0
        number = typed_number(text, 0, self.lowest, self.highest)
        return SAID_ZERO if self.open and not number else number

    def typed(self, value: Value) -> str:
        """Return the text to type for this value; empty for an open number that was not typed."""
        if not self.open:
            return str(value)
        return "" if value == 0 else "0" if value == SAID_ZERO else str(value)

    def within(self, value: int) -> int:
        """Return the nearest value within the limits."""
        return min(max(value, self.lowest), self.highest)


@frozen
class YesNo:
    """Yes or no."""

    id: str = ""
    default: bool | None = False
    worth: bool = True
    """Whether the other answer's effect on the odds is worth showing."""
    matters: Test = always
    """Whether it can make a difference: a form leaves it out until it can."""

    def read(self, text: str, table: Table, given: Given) -> Value:
        return typed_yes_no(text)


@frozen
class Words:
    """Free text."""

    id: str = ""
    default: str | None = None
    long: bool = False

    def read(self, text: str, table: Table, given: Given) -> Value:
        return typed_short(text, BIGGEST) if self.long else typed_short(typed_line(text), NAME_LENGTH)


@frozen
class Choice:
    """One of a list of ids, or several (`many`). The list may depend on the table and on earlier inputs."""

    id: str = ""
    options: Options = field(default=lambda table, given: ())
    default: str | None = None
    many: bool = False
    most: int = BIGGEST
    """The most options that may be chosen at once, with `many`."""
    free: bool = False
    """Whether a text that is not in the list is taken as typed."""
    worth: bool = False
    """Whether the other options' effect on the odds is worth showing."""
    rows: ItemRows[Any] | None = None  # Any: of any game
    """Rows of things, where a thing of one's own that is not listed is valid too."""
    asked: bool = False
    """Whether a line that omits it asks for it in spite of its default, as with the skill to roll."""
    listed: bool = False
    """Whether each option but the default is offered by itself, being something that a player names."""
    aside: tuple[str, ...] = ()
    """Options whose effect on the odds is not shown, since another stands for them."""
    known_as: Callable[[Table, Given], Mapping[str, str]] = field(default=lambda table, given: {})
    """Further names that options go by now: the name of each skill for the skill die."""
    proposed: Callable[[Table, Given], str | None] = field(default=lambda table, given: None)
    """Returns the option that a form begins with, where the table tells the right one. None: the default."""
    stands_for: Callable[[Table, Given], str] = field(default=lambda table, given: "")
    """Returns what an empty choice means, where that is known: the first attack on the sheet."""
    leaves_out: bool = False
    """Whether what is chosen does not count: told without the input's name it would read as if it did."""
    matters: Test = always
    """Whether it can make a difference: a form leaves it out until it can."""

    def read(self, text: str, table: Table, given: Given) -> Value:
        options, others = self.options(table, given), self.known_as(table, given)
        if self.many:
            return tuple(self._option_meant(word, options, others) for word in typed_words(text))
        return self._option_meant(text, options, others)

    def takes(self, value: object, table: Table, given: Given) -> bool:
        """Whether the value is an option, another name's option, or a valid row of its own."""
        known = (*self.options(table, given), *self.known_as(table, given).values())
        return value in known or (self.rows is not None and value in self.rows)

    def meant(self, value: Value, table: Table, given: Given) -> Value:
        """Return the value; for an empty choice, what it stands for."""
        return value or self.stands_for(table, given) or value

    def _option_meant(self, text: str, options: tuple[str, ...], others: Mapping[str, str]) -> str:
        if self.rows is not None and (row := self.rows.typed(text)):
            return row
        folded = {option.casefold(): option for option in options}
        folded = {**{name.casefold(): option for name, option in others.items()}, **folded}
        if text.strip().casefold() in folded:
            return folded[text.strip().casefold()]
        if self.free and typed_slug(text) in options:
            return typed_slug(text)
        if self.free:
            if not any(letter.isalpha() for letter in text):
                raise RuleError("inputs.no-name", text=text.strip())
            return typed_short(typed_line(text.strip()), NAME_LENGTH)
        wanted = text.strip().casefold()
        starting = list(dict.fromkeys(each for low, each in folded.items() if low.startswith(wanted)))
        return starting[0] if wanted and len(starting) == 1 else typed_option(text, options)


@frozen
class Who:
    """A character in play, or several (`many`), by name, start of name or `#key`. Several of a kind can be
    named at once, as `goblins` or `goblin*`.
    """

    id: str = ""
    kinds: tuple[Kind, ...] = ()
    """The kinds that may be picked; empty: any kind."""
    many: bool = False
    optional: bool = False
    """Whether nobody may be named: 0, or an empty tuple, whose meaning is up to the procedure."""
    proposed: Callable[[Table, Given, Character], bool] = never
    """Whether a form names this character although nobody need be named."""
    fits: Callable[[Table, Character], bool] = field(default=lambda table, character: True)
    """Whether this character may be picked now."""
    retired: bool = False
    """Whether retired characters may be picked too."""
    of_many: tuple[Kind, ...] = ()
    """The kinds that are meant when many are named at once and some of these are among them."""
    apart: tuple[str, ...] = ()
    """The ids of earlier inputs: whoever is picked there cannot be picked here."""
    matters: Test = always
    """Whether it can make a difference: a form leaves it out until it can."""

    @property
    def default(self) -> Value | None:
        return (() if self.many else 0) if self.optional else None

    def candidates(self, table: Table, given: Given | None = None) -> tuple[Character, ...]:
        """Return the characters who may be picked, given the values of earlier inputs."""
        everybody = [table[key] for key in sorted(table.characters)] if self.retired else table.in_play()
        picked = [*map((given or {}).get, self.apart)]
        of_kind = [each for each in everybody if not self.kinds or each.kind in self.kinds]
        return (*[each for each in of_kind if each.key not in picked and self.fits(table, each)],)

    def those_proposed(self, table: Table, given: Given) -> list[int]:
        """Return the keys of those whom a form names although nobody need be named."""
        people = () if self.proposed is never else self.candidates(table, given)
        return [each.key for each in people if self.proposed(table, given, each)]

    def read(self, text: str, table: Table, given: Given) -> Value:
        if self.optional and not text.strip():
            return () if self.many else 0
        candidates = self.candidates(table, given)
        if not self.many:
            self._check_other(text, table, given)
            return self._candidate_meant(text, candidates, table).key
        if whole := namesakes_from_text(text, candidates):
            return whole
        words = names_from_text(text, table.characters.values())
        self._check_apart(words, table, given)
        return tuple(
            dict.fromkeys(key for word in words for key in self._keys_meant(word, candidates, table))
        )

    def _check_other(self, text: str, table: Table, given: Given) -> None:
        """Raise `RuleError` for a character picked as their own opponent in an `apart` input."""
        wanted = text.strip().casefold()
        for key in map(given.get, self.apart):
            if isinstance(key, int) and key and wanted in (table[key].name.casefold(), f"#{key}"):
                raise RuleError("inputs.against-themselves", who=table[key].name)

    def _check_apart(self, words: Iterable[str], table: Table, given: Given) -> None:
        """Raise `RuleError` naming somebody picked in an `apart` input."""
        people = [table[key] for key in map(given.get, self.apart) if isinstance(key, int) and key]
        for who in people:
            if any(word.strip().casefold() == who.name.casefold() for word in words):
                raise RuleError("inputs.does-it", who=who.name)

    def _keys_meant(self, word: str, candidates: Iterable[Character], table: Table) -> tuple[int, ...]:
        """Return the keys that one word of a list means: one character, or all of a kind."""
        try:
            return (self._candidate_meant(word, candidates, table).key,)
        except RuleError:
            if several := namesakes_from_text(word, candidates):
                return several
            raise

    def _candidate_meant(self, text: str, candidates: Iterable[Character], table: Table) -> Character:
        """Return the candidate meant. Raises `RuleError`, also for somebody who cannot be picked."""
        try:
            return find_by_name(candidates, text)
        except RuleError as error:
            try:
                other = find_by_name(table.characters.values(), text)
            except RuleError:
                raise error from None
            raise RuleError(unfit_by_life_state(table, other, tuple(candidates), self.fits)) from None


@frozen
class Cells:
    """Sheet cells with the text typed there, as `path=text`. It takes every name that no other input has."""

    id: str = ""
    default: tuple[str, ...] = ()

    def read(self, text: str, table: Table, given: Given) -> Value:
        return tuple(each.strip() for each in text.split(";") if each.strip())


@frozen
class Filled:
    """A text that the program fills in when performing the procedure; no form shows it."""

    id: str = ""
    default: str = ""

    def read(self, text: str, table: Table, given: Given) -> Value:
        return text


Input = Number | YesNo | Words | Choice | Who | Cells | Filled

F = TypeVar("F")
INPUT, FORM = "input", "form"


def people_given_by_input(table: Table, given: Given, input: str = "who") -> tuple[Character, ...]:
    """Return the characters that an earlier input names; empty for none."""
    keys = people_in_input_value(given.get(input, 0))
    return tuple(table[key] for key in keys if key in table.characters)


def person_given_by_input(table: Table, given: Given, input: str = "who") -> Character | None:
    """Return the first character that an earlier input names; None for nobody."""
    return next(iter(people_given_by_input(table, given, input)), None)


def input_options_of_people(
    options: Callable[[Character], tuple[str, ...]], *more: str, people: People = people_given_by_input
) -> Options:
    """Return `Options` that list `more`, then the options of each of the people."""

    def listed(table: Table, given: Given) -> tuple[str, ...]:
        return (*more, *dict.fromkeys(id for each in people(table, given) for id in options(each)))

    return listed


@frozen
class NoInputs:
    """The form of a procedure without inputs."""


def input_field(input: Input) -> Any:  # Any: the type of the field is its annotation's
    """Declare a form's field that holds this input; its default is the input's."""
    if input.default is None:
        return field(metadata={INPUT: input})
    return field(default=input.default, metadata={INPUT: input})


def inputs_field(form: type[F]) -> F:
    """Declare a form's field that holds another form."""
    return cast(F, field(metadata={FORM: form}))


def inputs_of(form: type[Any]) -> tuple[Input, ...]:
    """Return all inputs of a form, in the order of its fields."""
    return tuple(input for each in fields(form) for input in _inputs_of_field(each))


def _inputs_of_field(field: Field[Any]) -> tuple[Input, ...]:
    if FORM in field.metadata:
        return inputs_of(field.metadata[FORM])
    return (replace(field.metadata[INPUT], id=_id(field)),)


def inputs_as_form(form: type[F], given: Given) -> F:
    """Return the form with these values; missing ones have their defaults."""
    filled = {
        each.name: inputs_as_form(each.metadata[FORM], given) if FORM in each.metadata else given[_id(each)]
        for each in fields(cast(Any, form))
        if FORM in each.metadata or _id(each) in given
    }
    return form(**filled)


def inputs_narrowed_to(form: object, kind: type[F], **others: Any) -> F:  # Any: fields that the form has not
    """Return a `kind` of form with the fields it shares with this one, and these others."""
    shared = _shared(cast(Any, type(form)), cast(Any, kind))
    return kind(**{name: getattr(form, name) for name in shared}, **others)


@cache
def _shared(form: type[Any], kind: type[Any]) -> tuple[str, ...]:
    """Return the names of the fields that both have."""
    names = {each.name for each in fields(form)}
    return tuple(each.name for each in fields(kind) if each.name in names)


def _id(field: Field[Any]) -> str:
    return field.name.replace("_", "-")


def people_in_input_value(value: Value) -> tuple[int, ...]:
    """Return the keys in the value of an input."""
    keys = value if isinstance(value, tuple) else (value,)
    return tuple(key for key in keys if isinstance(key, int) and key)
