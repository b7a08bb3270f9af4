"""One reading of a typed line: a command, and its inputs as far as words fill them."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from tableside.language.commands import Command
from tableside.language.people import PeopleAtTable, kind_of_people_meant
from tableside.language.words import (
    LEAST_LETTERS,
    Phrase,
    Token,
    WordsOfNames,
    refusal,
    run_of_words,
    synonyms_of,
    synonyms_of_input,
    verb_forms,
    without_small_words,
    word_and_its_singular,
)
from tableside.rules.form_filling import Form, filled_form
from tableside.rules.inputs import Choice, Filled, Input, Number, Value, Who, Words
from tableside.rules.life_states import can_act
from tableside.rules.procedure import Group, Role
from tableside.rules.table import Character, Table
from tableside.rules.typed import is_typed_dice
from tableside.views.offers import Offer


class ParsedLine:
    """The words of a line, and facts about them that hold for every reading."""

    def __init__(self, tokens: Sequence[Token], known: PeopleAtTable) -> None:
        self.tokens = tokens
        self.told = without_small_words(tuple(word for each in tokens for word in each.words))
        """Its words, without small ones."""
        self.first_words = frozenset(word for each in tokens for word in word_and_its_singular(each.low))
        """The words that may begin the name of an option."""
        small = (*synonyms_of("articles"), *synonyms_of("me")) if len(tokens) > 1 else ()
        self.naming_nothing = frozenset(small)
        """Words too short to name a command next to other words: `i` is not `into`."""
        self.assigns = any("=" in each.text for each in tokens)
        """Whether a token may set an input by its id: `x=1`."""
        self.people = known.names_in(tokens)
        """The people named, by the place of the first word."""
        self.telling = tuple(each for each in tokens if each.place not in self._places_of_whole_names())
        """Its words without names of several words, none of which names a command."""

    def _places_of_whole_names(self) -> set[int]:
        whole = (
            each
            for each in self.people.values()
            if each.match is not None and each.match.is_whole and each.is_exact and each.count > 1
        )
        return {place for each in whole for place in range(each.place, each.place + each.count)}


@dataclass(slots=True)
class ParsedReading:
    """A command with the words of a line sorted into its inputs, as far as they fit."""

    command: Command
    line: ParsedLine
    known: PeopleAtTable
    left: dict[int, Token] = field(default_factory=dict)
    """The unused tokens, by place."""
    said: dict[str, Value] = field(default_factory=dict)
    """The stated values, by input."""
    cost: int = 0
    trouble: str = ""
    """What is wrong with a word that fits; empty if nothing is."""
    is_named: bool = False
    """Whether words name the command itself."""
    is_own: bool = False
    """Whether they name only this command, not all of its kind."""
    is_spelt_out: bool = False
    """Whether the words that name it are unabbreviated."""
    words: int = 0
    """The number of words that name it in full; 0: they are none of its full names."""
    is_free: bool = False
    """Whether an input holds words as they were typed."""
    in_full: int = 0
    """The number of words that name options in full: on fire is a condition, not Fire Bolt."""
    is_implied: bool = False
    """Whether one of its options is named."""
    verb: int = 0
    """The place of the first word that names the command."""
    named_by: tuple[int, ...] = ()
    """The places of the words that name it."""
    form: Form | None = None
    _filled: dict[str, Value] = field(default_factory=dict)
    """The stated values when the form was filled in."""
    _inputs: tuple[Input, ...] | None = None
    _names: Mapping[str, WordsOfNames[str]] | None = None
    _names_at: Form | None = None

    is_title: bool = False
    """Whether the whole line is the command's title on the screen."""

    @property
    def table(self) -> Table:
        return self.known.table

    @property
    def who(self) -> int | None:
        return self.known.who

    @property
    def weight(self) -> tuple[bool, bool, int]:
        """A sort key that grows as the reading gets less likely."""
        is_elsewhere = self.command.is_of_another_order and not self.is_title
        return bool(self.trouble) or is_elsewhere, not self.is_title, self.cost

    @property
    def likelihood(self) -> tuple[bool, bool, bool, int, int, int]:
        """The sort key among all readings: complete ones first, then by likelihood."""
        rank = self.command.target.rank if isinstance(self.command.target, Offer) else 0
        return bool(self.left), *self.weight, len(self.left), rank

    @property
    def missing(self) -> tuple[str, ...]:
        """The inputs that a person has to be asked for."""
        offer = self.command.target
        if self.form is None or not isinstance(offer, Offer):
            return ()
        given = {*self.said, *(offer.presets if self.is_own or not self.command.verbs else ("who",))}
        open_inputs = (each for each in offer.procedure.inputs if each.id not in given)
        needed = (each for each in open_inputs if each.default is None or self._is_asked(each))
        return tuple(each.id for each in needed if not self._is_plain(each))

    def _is_asked(self, input: Input) -> bool:
        """Whether an input with a default is asked for all the same."""
        return (isinstance(input, Choice) and input.asked) or self.verb_of(input) is not None

    def _is_plain(self, input: Input) -> bool:
        """Whether only one value is possible for an input, or the table tells which is the right one."""
        if self.form is None or input.id not in self.form.given:
            return False
        if isinstance(input, Choice):
            given = self.form.given
            return len(input.options(self.table, given)) == 1 or input.proposed(self.table, given) is not None
        if not isinstance(input, Who):
            return False
        candidates = self.candidates(input)
        if input.id == "who":
            is_own = self.who is not None and self.form.given[input.id] in (self.who, (self.who,))
            return is_own or len(candidates) == 1
        who = self.form.given.get("who")
        others = [each for each in candidates if each.key != who]
        foes = [each for each in others if self.table.are_opposed(who, each.key)]
        return len([each for each in foes if can_act(each)] or foes or others) == 1

    def verb_of(self, input: Input) -> Token | None:
        """The word for the command that also stands for this input, such as `surprise`, else None."""
        if not isinstance(input, Who):
            return None
        words = (self.line.tokens[place] for place in self.named_by)
        return next((each for each in words if each.words in synonyms_of_input(input.id)), None)

    def counts_so(self, word: Token) -> bool:
        """Whether a word is a unit after a number, such as the `m` of `5 m`, and no name."""
        before = self.left.get(word.place - 1)
        is_behind = before is not None and before.is_number
        numbers = (each for each in self.inputs() if isinstance(each, Number))
        return is_behind and any(word.words in synonyms_of_input(each.id) for each in numbers)

    @property
    def is_care(self) -> bool:
        """Whether it does something to somebody: a wound, a condition."""
        offer = self.command.target
        return isinstance(offer, Offer) and offer.procedure.group == Group.CARE

    def inputs(self) -> tuple[Input, ...]:
        """The inputs that words may fill."""
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
    def takes_purpose(self) -> bool:
        """Whether a purpose may be stated behind it; a cause of harm is told apart before."""
        offer = self.command.target
        procedure = offer.procedure if isinstance(offer, Offer) else None
        return procedure is not None and procedure.takes_purpose and not procedure.takes_cause

    @property
    def role(self) -> str | None:
        """The role of its procedure. None: it has none."""
        return self.command.target.procedure.role if isinstance(self.command.target, Offer) else None

    @property
    def says_a_state(self) -> bool:
        """Whether it states a condition that somebody is in, `is on fire`, rather than an act."""
        is_said = self.in_full > 1 or any(each.low in synonyms_of("becomes") for each in self.line.tokens)
        return self.role == Role.CONDITION and is_said and bool(self.in_full) and not self.trouble

    @property
    def names_somebody(self) -> bool:
        """Whether the unused words contain a whole name."""
        return any(each.is_exact for place, each in self.line.people.items() if place in self.left)

    @property
    def names_several(self) -> bool:
        """Whether all unused words are names: a roll for one person that is stated for several."""
        people = {n for each in self.line.people.values() for n in range(each.place, each.place + each.count)}
        is_whole = self.is_own and self.is_spelt_out and bool(self.said)
        return is_whole and bool(self.left) and people.issuperset(self.left)

    def names(self) -> Mapping[str, WordsOfNames[str]]:
        """The names of the options of each choice, by the input's id."""
        if self._names is None or self._names_at is not self.form:
            given = self.form.given if self.form else {}
            choices = (each for each in self.inputs() if isinstance(each, Choice))
            self._names = {each.id: self.known.names(each, given) for each in choices}
            self._names_at = self.form
        return self._names

    def goes_on_option(self, place: int) -> bool:
        """Whether a word goes on with an option said in full: *Cliff* of *climbing: Cliff* is nobody then."""
        before = [(n, self.run(each)) for n, each in self.left.items() if n < place]
        found = ((n, names.best(run)[0]) for n, run in before for names in self.names().values())
        return any(each and each.is_whole and not each.cost and n + each.count > place for n, each in found)

    def candidates(self, input: Who) -> tuple[Character, ...]:
        """The characters suitable for an input, given the values stated so far."""
        return self.known.candidates(input, {**self.presets, **self.said})

    @property
    def presets(self) -> Mapping[str, Value]:
        """The inputs that the command itself presets."""
        return self.command.target.presets if isinstance(self.command.target, Offer) else {}

    def fill(self) -> None:
        """Fill in the form with the values stated so far."""
        offer = self.command.target
        if isinstance(offer, Offer) and (self.form is None or self._filled != self.said):
            self.form = filled_form(offer.procedure, self.table, self.who, {**offer.presets, **self.said})
            self._filled = {**self.said}

    def take(self, place: int, count: int = 1, cost: int = 0) -> None:
        for each in range(place, place + count):
            self.left.pop(each, None)
        self.cost += cost

    def firsts(self) -> Iterator[Token]:
        """Each token that is still unused when its turn comes."""
        return filter(lambda each: each.place in self.left, tuple(self.left.values()))

    def run(self, first: Token) -> Sequence[Token]:
        """An unused token, and the unused ones right after it."""
        return run_of_words(self.line.tokens, first.place, self.left)


def likeliest_reading(readings: Sequence[ParsedReading]) -> ParsedReading | None:
    """The likeliest of those readings that leave the fewest words. None: there are none."""
    fewest = min((len(each.left) for each in readings), default=0)
    least = [each for each in readings if len(each.left) == fewest]
    return min(least, key=lambda each: each.likelihood, default=None)


def parse_without_fillers(reading: ParsedReading) -> None:
    """Use up the words that mean nothing by themselves."""
    for token in tuple(reading.left.values()):
        if not without_small_words(token.words):
            reading.take(token.place)


SKILLS: Final = "skills"
SEVERAL: Final = 2
"""The least numbers in a line that cannot belong to a name."""


def parse_newcomer(reading: ParsedReading) -> None:
    """Read the skills of a new character, each with its number; note trouble if creation takes none."""
    offer = reading.command.target
    if not isinstance(offer, Offer) or offer.procedure.role != Role.CREATE or not reading.is_spelt_out:
        return
    words = tuple(reading.left.values())
    first = _first_of_skills(words)
    if not first or "name" in reading.said:
        return
    name, rest = _typed(words[:first]), _typed(_listed_with_numbers(words[first:]))
    if any(each.id == SKILLS and isinstance(each, Words) for each in reading.inputs()):
        reading.said |= {"name": name, SKILLS: rest}
    else:
        reading.trouble = str(refusal("created-first", name=name, rest=rest))
    for each in words:
        reading.take(each.place)


def _first_of_skills(words: Sequence[Token]) -> int:
    """The place of the first skill: after the name, which is the first word and capitalised words after it.
    0: there is none.
    """
    if not words or words[0].is_number or not words[-1].is_number:
        return 0
    if joined := next((n for n, each in enumerate(words) if n and each.low in synonyms_of("by-means")), 0):
        return joined
    small = next((n for n, each in enumerate(words) if n and not _has_capital(each)), len(words))
    if sum(each.is_number for each in words) >= SEVERAL:
        return 1 if words[small].is_number else small
    return small if _has_capital(words[0]) and not words[small].is_number else 0


def _listed_with_numbers(words: Sequence[Token]) -> Sequence[Token]:
    """The words without a `with` before them and without an `and` behind a number."""
    joins = {*synonyms_of("by-means"), *synonyms_of("and")}
    kept = [
        each for n, each in enumerate(words) if each.low not in joins or (n and not words[n - 1].is_number)
    ]
    return kept


def _has_capital(word: Token) -> bool:
    return word.text[:1].isupper()


def _typed(words: Sequence[Token]) -> str:
    return "".join(f"{each.text}{each.tail} " for each in words).strip().rstrip(",;")


_NUMBERS_APART = re.compile(r"\d\s+\d")


def parse_dice(text: str) -> str | None:
    """The dice expression in a line without a command, alone or after `roll`. None: there is none."""
    bare = text.strip()
    word, _, rest = bare.partition(" ")
    if _NUMBERS_APART.search(bare):
        return None
    written = (rest if word.casefold() in synonyms_of("leading") else bare).replace(" ", "").lower()
    return written if is_typed_dice(written) else None


def parse_command_name(reading: ParsedReading, naming: Sequence[Token]) -> None:
    for phrases, is_own in ((reading.command.phrases, True), (reading.command.verbs, False)):
        naming_left = [each for each in naming if each.place in reading.left]
        matches = [each for name in phrases if (each := _phrase_in(naming_left, name, reading))]
        if not matches:
            continue
        cost, places = min(matches, key=lambda each: (-len(each[1]), each[0]))
        reading.verb = min(places) if is_own or not reading.is_named else min(reading.verb, *places)
        reading.is_named, reading.is_own = True, reading.is_own or is_own
        reading.named_by = (*reading.named_by, *places)
        for place in places:
            reading.take(place)
        _take_articles(reading, places)
        is_kind_begun = bool(cost) and not reading.is_own
        reading.cost += cost + is_kind_begun
        reading.is_spelt_out = not cost or reading.is_spelt_out
        reading.words = reading.words if cost else max(reading.words, len(places))


def _take_articles(reading: ParsedReading, places: Sequence[int]) -> None:
    """Use up the articles inside a name, as in `add a danger`."""
    for place in range(min(places), max(places)):
        if place in reading.left and reading.left[place].low in synonyms_of("articles"):
            reading.take(place)


def _phrase_in(
    line: Sequence[Token], name: Phrase, reading: ParsedReading
) -> tuple[int, tuple[int, ...]] | None:
    """The cost of naming this with some tokens, and their places. None: no token names it."""
    places: list[int] = []
    unused, cost, first = list(name), 0, False
    usable = [each for each in line if _may_name(each, name, reading.line)]
    usable.sort(key=lambda each: not {*each.words} <= {*name})
    for token in usable:
        word = _word_of(token, unused, is_further=bool(places))
        if word:
            cost += token.words != tuple(word) and token.words[0] not in verb_forms(word[-1])
            first = first or word[0] == name[0]
            for each in word:
                unused.remove(each)
            places.append(token.place)
    if not places or not (first or name[0] not in synonyms_of("said-first")):
        return None  # nothing is ended, taken or given by its name alone
    return max(cost, bool(unused)) + (not first), tuple(places)


def _word_of(token: Token, unused: Sequence[str], *, is_further: bool) -> Phrase:
    """The words of a name that a token stands for."""
    if len(token.words) > 1:
        return token.words if Counter(token.words) <= Counter(unused) else ()
    if not token.words:
        return ()
    (typed,) = token.words
    if typed in unused:
        return (typed,)
    if is_further and len(typed) < LEAST_LETTERS:
        return ()
    begun = next(((each,) for each in unused if each.startswith(typed)), ())
    if begun or kind_of_people_meant(token) is not None:
        return begun
    return next(((each,) for each in unused if typed in verb_forms(each)), ())


def _may_name(token: Token, name: Phrase, line: ParsedLine) -> bool:
    """Whether a token can be a word of this name: numbers only if the name has them, too short words only if
    they continue it, as the last of `nobody behind me`.
    """
    if token.low in line.naming_nothing:
        before = line.tokens[token.place - 1].words if token.place else ()
        return bool(before) and (before[-1], token.low) in pairwise(name)
    return not token.is_number or (token.words == (token.text,) and token.text in name)
