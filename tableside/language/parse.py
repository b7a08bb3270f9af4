"""One way to read a typed line: a command, and its inputs as far as words have filled them, behind a new name
too.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tableside.frozen import frozen
from tableside.language.commands import Command
from tableside.language.tokens import (
    Named,
    Names,
    People,
    Token,
    called,
    first_words,
    people_named,
    phrase,
    refusal,
    run_of_tokens,
    telling,
)
from tableside.rules.form_filling import Form, new_form
from tableside.rules.inputs import Choice, Filled, Given, Input, Value, Who, Words
from tableside.rules.procedure import Group, Role
from tableside.rules.states import can_act, opposed
from tableside.rules.table import Character, Table
from tableside.views.offers import Offer
from tableside.views.rows import names_on, option_texts, people_of


@frozen
class Known:
    """What is known at a table, for as long as it stays as it is."""

    table: Table
    who: int | None
    """The one selected."""
    me: int | None = None
    people: People = field(init=False)
    _named: dict[tuple[Token, ...], Named | None] = field(default_factory=dict)
    _candidates: dict[Who, tuple[Character, ...]] = field(default_factory=dict)
    _options: dict[tuple[object, ...], Names[str]] = field(default_factory=dict)
    _sheets: dict[int, Mapping[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "people", People(self.table, self.me))

    def named(self, line: Sequence[Token]) -> Named | None:
        """`named`, remembered."""
        key = tuple(line[: self.people.names.most_words + 1])
        if key not in self._named:
            self._named[key] = people_named(key, self.people)
        return self._named[key]

    def candidates(self, input: Who, given: Given) -> tuple[Character, ...]:
        """Those who will do for an input, when this was given before."""
        if input.apart:
            return input.candidates(self.table, given)
        if input not in self._candidates:
            self._candidates[input] = input.candidates(self.table)
        return self._candidates[input]

    def names(self, input: Choice, given: Given) -> Names[str]:
        """What the options of an input go by."""
        options = input.options(self.table, given)
        others = input.known_as(self.table, given)
        people = (each for each in people_of(self.table, given) if self._has_any(each, options))
        key = (options, tuple(others), *people)
        if key not in self._options:
            texts = option_texts(options, self.table, given)
            phrases = [(phrase(text), each) for text, each in zip(texts, options, strict=True)]
            phrases += [(phrase(each), each) for each in options]
            phrases += [(short, each) for name, each in phrases if (short := telling(name)) not in ((), name)]
            self._options[key] = Names([*phrases, *((phrase(name), each) for name, each in others.items())])
        return self._options[key]

    def _has_any(self, key: int, options: Sequence[str]) -> bool:
        """Whether one of these is a row of somebody's sheet, and so goes by its name there."""
        if key not in self._sheets:
            self._sheets[key] = names_on(self.table[key])
        return not self._sheets[key].keys().isdisjoint(options)


class Line:
    """The words of a line, and what is so of them whatever they are read as."""

    def __init__(self, tokens: Sequence[Token], known: Known) -> None:
        self.tokens = tokens
        self.told = telling(tuple(word for each in tokens for word in each.words))
        """Its words, without those that only join others."""
        self.first_words = frozenset(word for each in tokens for word in first_words(each.low))
        """What an option begins with that any of them may name."""
        self.assigns = any("=" in each.text for each in tokens)
        """Whether one of them may set an input by its id, `x=1`."""
        named = ((place, known.named(tokens[place:])) for place in range(len(tokens)))
        self.people = {place: each for place, each in named if each is not None}
        """Whom they name, by the place from which on they do."""


@dataclass(slots=True)
class Reading:
    """A command with the words of a line sorted into its inputs, as far as they fit."""

    command: Command
    line: Line
    known: Known
    left: dict[int, Token] = field(default_factory=dict)
    """The tokens that nothing has been found for, by place."""
    said: dict[str, Value] = field(default_factory=dict)
    """What was typed, by input."""
    cost: int = 0
    trouble: str = ""
    """What is wrong with a word that does fit; empty when nothing is."""
    is_named: bool = False
    """Whether the words name the command itself."""
    is_own: bool = False
    """Whether they name it alone, not all of its kind."""
    is_spelt_out: bool = False
    """Whether the words that name it are whole words."""
    words: int = 0
    """How many words name it in full; 0: they are none of its names in full."""
    is_free: bool = False
    """Whether some of the words stand in it as they were typed."""
    in_full: int = 0
    """How many words are options' names in full: on fire is a condition's, and no Fire Bolt's."""
    is_implied: bool = False
    """Whether one of its options is named."""
    verb: int = 0
    """The place of the first word that names the command."""
    form: Form | None = None
    _filled: dict[str, Value] = field(default_factory=dict)
    """What was said when the form was filled in."""
    _inputs: tuple[Input, ...] | None = None
    _names: Mapping[str, Names[str]] | None = None
    _names_at: Form | None = None

    is_title: bool = False
    """Whether the whole line is what the command is called on the screen."""

    @property
    def table(self) -> Table:
        return self.known.table

    @property
    def who(self) -> int | None:
        return self.known.who

    @property
    def weight(self) -> tuple[bool, bool, int]:
        """How little it is likely to be meant."""
        return bool(self.trouble), not self.is_title, self.cost

    @property
    def likelihood(self) -> tuple[bool, bool, bool, int, int, int]:
        """Its place among all readings: what is said wholly first, then what is meant more likely."""
        rank = self.command.target.rank if isinstance(self.command.target, Offer) else 0
        return bool(self.left), *self.weight, len(self.left), rank

    @property
    def missing(self) -> tuple[str, ...]:
        """The inputs that a person has to be asked for."""
        offer = self.command.target
        if self.form is None or not isinstance(offer, Offer):
            return ()
        given = {*self.said, *(offer.presets if self.is_own or not self.command.verbs else ("who",))}
        needed = (each for each in offer.procedure.inputs if each.default is None and each.id not in given)
        return tuple(each.id for each in needed if not self._is_plain(each))

    def _is_plain(self, input: Input) -> bool:
        """Whether there is only one value that an input could have."""
        if self.form is None or input.id not in self.form.given:
            return False
        if isinstance(input, Choice):
            return len(input.options(self.table, self.form.given)) == 1
        if not isinstance(input, Who):
            return False
        candidates = self.candidates(input)
        if input.id == "who":
            is_own = self.who is not None and self.form.given[input.id] in (self.who, (self.who,))
            return is_own or len(candidates) == 1
        who = self.form.given.get("who")
        others = [each for each in candidates if each.key != who]
        foes = [each for each in others if opposed(self.table, who, each.key)]
        return len([each for each in foes if can_act(each)] or foes or others) == 1

    @property
    def is_care(self) -> bool:
        """Whether it does something to somebody: a wound, a condition."""
        offer = self.command.target
        return isinstance(offer, Offer) and offer.procedure.group == Group.CARE

    def inputs(self) -> tuple[Input, ...]:
        """What the words may fill."""
        if self._inputs is None:
            self._inputs = self._open_inputs()
        return self._inputs

    def _open_inputs(self) -> tuple[Input, ...]:
        offer = self.command.target
        if not isinstance(offer, Offer):
            return ()
        fixed = set() if self.command.verbs else {*offer.presets} - {"who"}
        inputs = offer.procedure.inputs
        return tuple(each for each in inputs if each.id not in fixed and not isinstance(each, Filled))

    @property
    def role(self) -> str | None:
        """What its procedure is for. None: nothing that another game has too."""
        return self.command.target.procedure.role if isinstance(self.command.target, Offer) else None

    @property
    def says_a_state(self) -> bool:
        """Whether it says of somebody what they are, `is on fire`: that is nothing that anybody does."""
        is_said = self.in_full > 1 or any(each.low in called("becomes") for each in self.line.tokens)
        return self.role == Role.CONDITION and is_said and bool(self.in_full) and not self.trouble

    @property
    def names_somebody(self) -> bool:
        """Whether a whole name is in the line."""
        return any(each.is_exact for place, each in self.line.people.items() if place in self.left)

    def names(self) -> Mapping[str, Names[str]]:
        """What the options go by of each input that is a choice, by its id."""
        if self._names is None or self._names_at is not self.form:
            given = self.form.given if self.form else {}
            choices = (each for each in self.inputs() if isinstance(each, Choice))
            self._names = {each.id: self.known.names(each, given) for each in choices}
            self._names_at = self.form
        return self._names

    def candidates(self, input: Who) -> tuple[Character, ...]:
        """Those who will do for an input, by what is said so far."""
        return self.known.candidates(input, {**self.presets, **self.said})

    @property
    def presets(self) -> Mapping[str, Value]:
        """What the command itself says of its inputs."""
        return self.command.target.presets if isinstance(self.command.target, Offer) else {}

    def fill(self) -> None:
        """Fill in the form with what is said so far."""
        offer = self.command.target
        if isinstance(offer, Offer) and (self.form is None or self._filled != self.said):
            self.form = new_form(offer.procedure, self.table, self.who, {**offer.presets, **self.said})
            self._filled = {**self.said}

    def take(self, place: int, count: int = 1, cost: int = 0) -> None:
        for each in range(place, place + count):
            self.left.pop(each, None)
        self.cost += cost

    def firsts(self) -> Iterator[Token]:
        """Each token that is left when its turn comes."""
        return filter(lambda each: each.place in self.left, tuple(self.left.values()))

    def run(self, first: Token) -> Sequence[Token]:
        """A token that is left, and those right behind it."""
        return run_of_tokens(self.line.tokens, first.place, self.left)


SKILLS: Final = "skills"
SEVERAL: Final = 2
"""Numbers in a line that no name has."""


def take_skills(reading: Reading) -> None:
    """The skills of somebody new, each with its number; where making them takes none, that is the
    trouble.
    """
    offer = reading.command.target
    if not isinstance(offer, Offer) or offer.procedure.role != Role.CREATE or not reading.is_spelt_out:
        return
    words = tuple(reading.left.values())
    first = _first_of_skills(words)
    if not first or "name" in reading.said:
        return
    name, rest = _typed(words[:first]), _typed(words[first:])
    if any(each.id == SKILLS and isinstance(each, Words) for each in reading.inputs()):
        reading.said |= {"name": name, SKILLS: rest}
    else:
        reading.trouble = str(refusal("created-first", name=name, rest=rest))
    for each in words:
        reading.take(each.place)


def _first_of_skills(words: Sequence[Token]) -> int:
    """Where the skills begin: behind the name, which is the first word and those with a capital behind it.
    0: nowhere.
    """
    if not words or words[0].is_number or not words[-1].is_number:
        return 0
    small = next((n for n, each in enumerate(words) if n and not _has_capital(each)), len(words))
    if sum(each.is_number for each in words) >= SEVERAL:
        return 1 if words[small].is_number else small
    return small if _has_capital(words[0]) and not words[small].is_number else 0


def _has_capital(word: Token) -> bool:
    return word.text[:1].isupper()


def _typed(words: Sequence[Token]) -> str:
    return "".join(f"{each.text}{each.tail} " for each in words).strip().rstrip(",;")
