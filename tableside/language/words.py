"""The words of a typed line: tokens, synonyms, names, and similar words.

A name is known by its words, ignoring case: `sword-fighting` by `sword`, `fighting` or `sw fi`. A number must
be whole: `goblin 1` is not the beginning of Goblin 12.
"""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

from tableside.errors import Message, RuleError, Value
from tableside.frozen import frozen
from tableside.rules.inputs import Input, Number
from tableside.rules.names import singular_name
from tableside.rules.typed import is_typed_dice, typed_without_accents
from tableside.text import folded_text
from tableside.wording import has_wording, label
from tableside.wording.language import TEXTS

SHORT = 8
"""The most words of a line in which a letter or two may abbreviate a word."""
LEAST_LETTERS = 3
"""The least letters of an abbreviation or of another form of a word, and of a hint."""
MOST_WORDS = 40
"""The most words of a line to be understood; further ones are ignored."""

Phrase = tuple[str, ...]
"""The casefolded words of a name."""

_PIECES = re.compile(r'[\w.-]+="[^"]*"|[\w.-]+=\S*|"[^"]*"|[^\s"]+|"')
_WORDS = re.compile(r"[^\W_]+")
_OWNER = re.compile(r"(?P<name>.+)['\u2019]s|(?P<several>.+s)['\u2019]")
"""A possessive: `dag's wound`, `the foes' turn`."""
_NUMBER = re.compile(r"[+-]?\d{1,15}(?:/[1-9]\d{0,2})?")
_SIGNED = re.compile(r"[+-]\d{1,15}")


class Token(NamedTuple):
    """A word as typed."""

    place: int
    text: str
    low: str
    words: Phrase
    is_number: bool
    is_signed: bool
    tail: str
    """The punctuation after it: a comma or semicolon ends a name."""

    @property
    def is_dice(self) -> bool:
        """Whether it is a dice expression, with or without a sign: `2d6`, `-d8+1`."""
        return is_typed_dice(self.text.removeprefix("+").removeprefix("-"))

    @property
    def ends(self) -> bool:
        return bool(self.tail)

    def without_owner(self) -> "Token":
        """The word without a possessive ending."""
        owner = _OWNER.fullmatch(self.text)
        return _token(self.place, owner["name"] or owner["several"], self.tail) if owner else self


@lru_cache(maxsize=64)
def word_tokens(text: str) -> tuple[Token, ...]:
    """The words of a line, up to the limit; quoted text is one word."""
    words: list[Token] = []
    for piece in islice((each[0] for each in _PIECES.finditer(text)), MOST_WORDS + 1):
        bare = piece if "=" in piece else piece.rstrip(",;").strip('"')
        if bare:
            tail = piece[len(piece.rstrip(",;")) :]
            words.append(_token(len(words), bare, tail))
    return tuple(words)


def _token(place: int, text: str, tail: str) -> Token:
    is_number, is_signed = _NUMBER.fullmatch(text) is not None, _SIGNED.fullmatch(text) is not None
    return Token(place, text, folded_text(text), words_in_name(text), is_number, is_signed, tail)


@lru_cache(maxsize=4096)
def words_in_name(name: str) -> Phrase:
    return tuple(_WORDS.findall(folded_text(name)))


one_of_many = lru_cache(maxsize=1024)(singular_name)


def one_of_first_word(words: Sequence[Token]) -> Sequence[Token]:
    """The words with the first one, `goblins`, in the singular; empty if it is no plural."""
    first = words[0]
    one = one_of_many(first.low)
    if one == first.low or len(one) < LEAST_LETTERS:
        return ()
    return (first._replace(words=words_in_name(one)), *words[1:])


def run_of_words(line: Sequence[Token], start: int, left: Collection[int]) -> Sequence[Token]:
    """The tokens from this place up to the first used one."""
    for end in range(start, len(line)):
        if end not in left:
            return line[start:end]
    return line[start:]


def words_before_a_thing() -> tuple[str, ...]:
    """Small words that are never part of the name of a thing."""
    return (*synonyms_of("articles"), *synonyms_of("the"), *synonyms_of("me"), *synonyms_of("pronouns"))


def words_naming_a_thing(words: Sequence[Token]) -> Sequence[Token]:
    """The words without the small ones at the beginning."""
    first = next((n for n, each in enumerate(words) if each.low not in words_before_a_thing()), len(words))
    return words[first:]


def parted_words(words: Sequence[Token]) -> list[Sequence[Token]]:
    """The parts of a list separated by commas, semicolons or *and*."""
    parts: list[list[Token]] = [[]]
    for each in words:
        is_and = each.low in synonyms_of("and")
        parts[-1] += [] if is_and else [each]
        parts += [[]] * (is_and or each.ends)
    return [each for each in parts if each]


def words_of_things_listed(words: Sequence[Token]) -> list[Sequence[Token]]:
    """The things that words list. Flint and steel are one thing, unless each has a number or article."""
    things: list[Sequence[Token]] = []
    for each in parted_words(words):
        before = words_naming_a_thing(things[-1]) if things else ()
        is_joined = bool(before) and not before[-1].ends and before[-1].place + 2 == each[0].place
        pair = f"{before[0].low} {each[0].low}" if is_joined and len(before) == len(each) == 1 else ""
        if pair in synonyms_of("one-thing"):
            things[-1] = words[things[-1][0].place - words[0].place : each[0].place - words[0].place + 1]
        else:
            things.append(each)
    return things


def text_behind_first_words(text: str, verbs: tuple[str, ...]) -> str | None:
    """The text after the longest of these words that a line begins with. None: it begins with none."""
    bare = text.strip()
    spaced = f"{bare.casefold()} "
    verb = max((each for each in verbs if spaced.startswith(f"{each} ")), key=len, default=None)
    return None if verb is None else bare[len(verb) :].strip()


def text_of_words(words: Sequence[Token]) -> str:
    """These words as typed, with punctuation."""
    return " ".join(f"{each.text}{each.tail}" for each in words)


@lru_cache(maxsize=1024)
def synonyms_of(id: str) -> tuple[str, ...]:
    """The synonyms of an id in the wording."""
    return tuple(label("say", id).split(", ")) if has_wording("say", id) else ()


@cache
def all_synonyms() -> frozenset[str]:
    """Every word of all synonyms in the wording."""
    synonyms = (
        phrase for id in TEXTS if id.startswith("say.") for phrase in synonyms_of(id.partition(".")[2])
    )
    return frozenset(word for phrase in synonyms for word in phrase.split())


@lru_cache(maxsize=1024)
def synonyms_of_input(id: str) -> tuple[Phrase, ...]:
    """The names of an input."""
    return tuple(map(words_in_name, (id, label("input", id), *synonyms_of(f"input.{id}"))))


@lru_cache(maxsize=1024)
def input_opposites(id: str) -> tuple[Phrase, ...]:
    """The names of the opposite of an input: disadvantage for advantage."""
    return tuple(map(words_in_name, synonyms_of(f"less.{id}")))


def signed_input_words(input: Input) -> Iterator[tuple[Phrase, str]]:
    """The names of an input, each with the sign it gives to a number."""
    yield from ((each, "") for each in synonyms_of_input(input.id))
    if isinstance(input, Number) and input.lowest < 0:
        yield from ((each, "-") for each in input_opposites(input.id))


@lru_cache(maxsize=1)
def small_words() -> frozenset[str]:
    """Words that only join others."""
    return frozenset((*synonyms_of("fillers"), *synonyms_of("articles")))


@lru_cache(maxsize=4096)
def without_small_words(words: Phrase) -> Phrase:
    """These words without small ones."""
    small = small_words()
    return tuple(each for each in words if each not in small)


@lru_cache(maxsize=4096)
def verb_forms(word: str) -> tuple[str, ...]:
    """The third-person forms of a verb: `attacks`, `passes`, `defies`, `climbs`."""
    verb = word.removesuffix("ing")
    if len(verb) < LEAST_LETTERS:
        return ()
    return (f"{verb}s", f"{verb}es", *((f"{verb[:-1]}ies",) if verb.endswith("y") else ()))


UNITS = ("rounds", "minutes", "hours", "watches", "days", "weeks")
"""Units of time of all games."""
MOST_DIGITS_COUNTED = 6
"""The most digits of a count."""


def number_in_word(word: str) -> int:
    """The number that a word stands for; 0 if none."""
    if word.isdecimal() and len(word) <= MOST_DIGITS_COUNTED:
        return int(word)
    if word in synonyms_of("articles"):
        return 1
    numbers = synonyms_of("numbers")
    return numbers.index(word) if word in numbers else 0


LEAST_SLIP, LEAST_STEM = 3, 4
"""Least letters of a word that can be misspelt, and of a stem: `climbing` of climb."""
T = TypeVar("T")


@lru_cache(maxsize=1024)
def word_and_its_singular(low: str) -> frozenset[str]:
    """The word and its singular, each reduced to its first word, as a name may begin."""
    return frozenset(word for each in (low, one_of_many(low)) for word in words_in_name(each)[:1])


class WordsByBeginning:
    """Words in an order that allows finding those with a beginning quickly."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = sorted({*words})

    def by(self, typed: str) -> Iterator[str]:
        """The words that begin with `typed`."""
        for place in range(bisect_left(self.words, typed), len(self.words)):
            if not self.words[place].startswith(typed):
                return
            yield self.words[place]

    def __contains__(self, word: str) -> bool:
        place = bisect_left(self.words, word)
        return place < len(self.words) and self.words[place] == word

    def has(self, typed: str) -> bool:
        """Whether any word begins with `typed`."""
        place = bisect_left(self.words, typed)
        return place < len(self.words) and self.words[place].startswith(typed)

    def has_nearly(self, word: str) -> bool:
        """Whether a word is one of these, begins or extends one, or is a slip away from one."""
        if self.has(word):
            return True
        stems = (word[:end] for end in range(LEAST_STEM, len(word)))
        return any(each in self for each in stems) or any(is_slip(word, each) for each in self.words)


@frozen
class WordMatch:
    """The number of tokens that match a name: whole words of it, or beginnings from its first word on."""

    count: int
    exact: int
    from_first: bool
    is_whole: bool

    @property
    def rank(self) -> tuple[int, int, bool, bool]:
        return self.count, self.exact, self.from_first, self.is_whole

    @property
    def cost(self) -> int:
        return (self.exact < self.count) + (not self.from_first)

    @staticmethod
    def best(
        line: Sequence[Token], named: Iterable[tuple[Phrase, T]]
    ) -> tuple["WordMatch | None", tuple[T, ...]]:
        """The longest and most exact match of a name in these tokens, and the values with that name."""
        top: WordMatch | None = None
        values: dict[T, None] = {}
        for name, value in named:
            each = words_matching_name(line, name)
            if each is None or (top is not None and each.rank < top.rank):
                continue
            if top is None or each.rank > top.rank:
                top, values = each, {}
            values[value] = None
        return top, tuple(values)


def words_matching_name(line: Sequence[Token], name: Phrase) -> WordMatch | None:
    """The match of this name with tokens from the first on. None: not even the first matches."""
    if not line or not line[0].words:
        return None
    starts = [place for place, word in enumerate(name) if word.startswith(line[0].words[0])]
    matches = [each for start in starts if (each := _match_from(line, name, start))]
    return max(matches, key=lambda each: each.rank, default=None)


def _match_from(line: Sequence[Token], name: Phrase, start: int) -> WordMatch | None:
    place, count, exact = start, 0, 0
    for token in line:
        if count and token.text.isdecimal() and token.text in name[place:]:
            place = name.index(token.text, place)
        end = place + len(token.words)
        if not token.words or not _begins(token.words, name[place:end]):
            break
        count, exact, place = count + 1, exact + (token.words == name[place:end]), end
        if token.ends:
            break
    return WordMatch(count, exact, start == 0, start == 0 and place == len(name)) if count else None


def _begins(typed: Phrase, name: Phrase) -> bool:
    if len(typed) != len(name) or typed[:-1] != name[:-1]:
        return False
    return typed[-1] == name[-1] or (not typed[-1].isdecimal() and name[-1].startswith(typed[-1]))


class WordsOfNames(Generic[T]):
    """Names with their values, indexed by words. A name matches without its accents too, unless another name
    is spelt like that.
    """

    def __init__(self, pairs: Iterable[tuple[Phrase, T]]) -> None:
        phrases = tuple(pairs)
        accented = (each for each in phrases if not all(map(str.isascii, each[0])))
        plain = ((tuple(map(typed_without_accents, name)), value) for name, value in accented)
        called = {name for name, _ in phrases}
        self.listed = (*phrases, *(each for each in plain if each[0] not in called))
        self.most_words = max((len(name) for name, _ in self.listed), default=0)
        self._places: dict[str, list[int]] = {}
        for place, (name, _) in enumerate(self.listed):
            for word in {*name}:
                self._places.setdefault(word, []).append(place)
        self._begun = WordsByBeginning(self._places)
        self._firsts = {name[0] for name, _ in self.listed if name}
        self._asked: dict[frozenset[str], bool] = {}

    def may_be(self, typed: frozenset[str]) -> bool:
        """Whether a word of any name begins with one of these."""
        if typed not in self._asked:
            self._asked[typed] = any(map(self._begun.has, typed))
        return self._asked[typed]

    def begins(self, typed: frozenset[str]) -> bool:
        """Whether the first word of any name is one of these."""
        return not self._firsts.isdisjoint(typed)

    def has(self, words: Phrase) -> bool:
        """Whether the first of these is a whole word of any name."""
        return bool(words) and words[0] in self._places

    def best(self, line: Sequence[Token]) -> tuple[WordMatch | None, tuple[T, ...]]:
        """The longest and most exact match of any name, and the values with that name."""
        typed = line[0].words[:1] if line else ()
        places = {place for each in typed for word in self._begun.by(each) for place in self._places[word]}
        return WordMatch.best(line, (self.listed[place] for place in sorted(places)))


def words_begin_with_name(run: Sequence[Token], names: Sequence[tuple[Phrase, int]]) -> bool:
    """Whether these words begin with one of the names in full, and continue after it."""
    match, _ = WordMatch.best(run, names)
    return match is not None and match.is_whole and match.exact == match.count and match.count < len(run)


def is_slip(one: str, other: str) -> bool:
    """Whether one word becomes the other by adding, dropping or changing a letter, or by swapping two."""
    if abs(len(one) - len(other)) > 1 or min(len(one), len(other)) < LEAST_SLIP:
        return False
    if len(one) != len(other):
        short, long = sorted((one, other), key=len)
        return any(long[:place] + long[place + 1 :] == short for place in range(len(long)))
    differ = [place for place in range(len(one)) if one[place] != other[place]]
    is_swap = len(differ) == 2 and differ[1] == differ[0] + 1
    return len(differ) < 2 or (is_swap and sorted(one) == sorted(other))


LEAST_CHANGED = 5
"""The least letters of a word in which one may be changed: with fewer, `fall` would be call or full."""
LETTERS_OF_ONE_SLIP, LETTERS_OF_TWO_SLIPS = 7, 12
"""The most letters of a word with one slip, and with two; a longer one has three."""


def slips_between(one: str, other: str) -> int | None:
    """The number of letters to add, drop, change or swap to make one word of the other. None: too many for a
    word of this length. Nobody mistypes the first letter, except by swapping it with the second.
    """
    longest = max(len(one), len(other))
    most = 1 + (longest > LETTERS_OF_ONE_SLIP) + (longest > LETTERS_OF_TWO_SLIPS)
    if min(len(one), len(other)) < LEAST_SLIP or abs(len(one) - len(other)) > most:
        return None
    if one[0] != other[0] and one[:2] != other[1::-1]:
        return None
    if len({*one} - {*other}) > most or len({*other} - {*one}) > most:
        return None
    if longest < LEAST_CHANGED and len(one) == len(other) and sorted(one) != sorted(other):
        return None
    before, row = list[int](), [*range(len(other) + 1)]
    for n, letter in enumerate(one, 1):
        before, last, row = row, before, [n]
        for m, each in enumerate(other, 1):
            steps = min(before[m] + 1, row[m - 1] + 1, before[m - 1] + (letter != each))
            if n > 1 and m > 1 and letter == other[m - 2] and one[n - 2] == each:
                steps = min(steps, last[m - 2] + 1)
            row.append(steps)
    return row[-1] if row[-1] <= most else None


def nearest_words(word: str, known: frozenset[str]) -> list[str]:
    """The known words, or words of known phrases, that a word may be a slip of, nearest first; verbs are in
    the form that was typed.
    """
    typed, by_letter = word.replace("-", ""), _forms_by_first_letter(known)
    likely = (by_letter.get(letter, ()) for letter in {*typed[:2]})
    apart = {form: slips_between(typed, bare) for forms in likely for form, bare in forms if form != word}
    slips = {form: each for form, each in apart.items() if each is not None}
    return sorted(slips, key=lambda each: (slips[each], abs(len(each) - len(word)), each))


@lru_cache(maxsize=16)
def _forms_by_first_letter(known: frozenset[str]) -> dict[str, list[tuple[str, str]]]:
    """Words and phrases, their single words and these as verbs, by first letter, each also without blanks."""
    words = {each for phrase in known for each in (phrase, *words_in_name(phrase))}
    by_letter: dict[str, list[tuple[str, str]]] = {}
    spelt = ((each, 3 if each[-1:] in "shxzoy" else 1) for each in words if each.isalpha())
    verbs = {form for each, most in spelt for form in verb_forms(each)[:most]}
    for form in sorted(words | verbs):
        by_letter.setdefault(form[:1], []).append((form, form.replace("-", "").replace(" ", "")))
    return by_letter


LONGEST_HINTED = 40
"""The most letters of a word that gets a hint or is quoted in full."""


def refused(id: str, /, **values: Value) -> RuleError:
    """The error for a refused line, to be raised."""
    return RuleError(refusal(id, **values))


def refusal(id: str, /, **values: Value) -> Message:
    """The message for a refused line."""
    return Message(f"refused.{id}", **values)


def quoted_word(word: str) -> str:
    """A typed word in quotes, shortened if it is too long for a word."""
    return repr(word if len(word) <= LONGEST_HINTED else f"{word[:LONGEST_HINTED]}…")


def are_all_words_in(name: Sequence[str], words: Collection[str]) -> bool:
    """Whether all words of a name are among these, possibly as a verb: `jolts` of Jolt."""
    return all(any(form in words for form in (each, *verb_forms(each))) for each in name)
