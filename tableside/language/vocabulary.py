"""The words that commands go by: which of them each word of a line may be, which are nearly others, and
which have a meaning of their own."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.language.commands import Command
from tableside.language.input_words import may_be_implied
from tableside.language.parse import Known, Reading
from tableside.language.tokens import (
    SHORT,
    Begun,
    Phrase,
    Token,
    called,
    first_words,
    kind_meant,
    most_words_of_input,
    nobody,
    phrase,
    small_words,
    telling,
)
from tableside.rules.inputs import Cells, Choice, Filled, Input, Who, Words, YesNo

LEAST_LETTERS = 3
"""Letters that a verb has at least which is known by another of its forms, or in a long line by its
beginning.
"""


class Vocabulary:
    """Commands, and the words of all their names."""

    def __init__(self, commands: Iterable[Command]) -> None:
        self.commands: Sequence[Command] = tuple(commands)
        self._places: dict[str, set[int]] = {}
        for place, each in enumerate(self.commands):
            for name in (*each.phrases, *each.verbs):
                for word in name:
                    self._places.setdefault(word, set()).add(place)
        self._begun = Begun(self._places)
        self._forms: dict[str, list[str]] = {}
        for word in self._places:
            for form in forms(word):
                self._forms.setdefault(form, []).append(word)

    @property
    def words(self) -> Iterable[str]:
        return self._places

    def begins(self, typed: str) -> bool:
        """Whether any of the words begins so."""
        return self._begun.has(typed)

    def meant(self, token: Token) -> Iterator[str]:
        """The words that a word of a line may stand for."""
        if "=" in token.text or token.low in called("fillers"):
            return
        if token.is_number or len(token.words) > 1:
            yield from (each for each in token.words if each in self._places)
            return
        for typed in token.words:
            yield from self._begun.by(typed)
        if kind_meant(token) is None:
            yield from self._forms.get(token.low, ())

    def named(self, tokens: Sequence[Token]) -> Mapping[int, Sequence[Token]]:
        """The commands that some of these may name, by their places, each with those that may name it."""
        by_place: dict[int, list[Token]] = {}
        is_long = len(tokens) > SHORT
        for token in tokens:
            if is_long and len(token.low) < LEAST_LETTERS and token.low not in self._places:
                continue
            for place in {place for word in self.meant(token) for place in self._places[word]}:
                by_place.setdefault(place, []).append(token)
        return by_place


@lru_cache(maxsize=4096)
def forms(word: str) -> tuple[str, ...]:
    """A verb as it is said of somebody: `attacks`, `passes`, `defies`, `climbs`."""
    verb = word.removesuffix("ing")
    if len(verb) < LEAST_LETTERS:
        return ()
    return (f"{verb}s", f"{verb}es", *((f"{verb[:-1]}ies",) if verb.endswith("y") else ()))


ENDLESS = 1_000


def has_room(reading: Reading) -> bool:
    """Whether its inputs could take all words that are left, at the very most. What is not named is meant by
    one of its options, if at all.
    """
    if len(reading.left) <= SHORT:
        return True
    if not (reading.is_named or reading.command.implied):
        return False
    reading.fill()  # what there is to choose from depends on it
    if not (reading.is_named or may_be_implied(reading)):
        return False
    if reading.line.assigns:
        return True
    words = [each for each in reading.left.values() if each.low not in small_words()]
    room = sum(_room_of(reading, each) for each in reading.inputs() if not isinstance(each, Who))
    if len(words) <= room:
        return True
    longest = reading.known.people.names.most_words + 1
    whos = [each for each in reading.inputs() if isinstance(each, Who)]
    people = sum(ENDLESS if each.many else longest for each in whos)
    if len(words) > room + people:
        return False
    strange = sum(each.place not in reading.line.people for each in words)
    further = longest * (len(words) - strange)  # the further words of a name begin none
    return strange <= room + min(people, further)


def _room_of(reading: Reading, input: Input) -> int:
    """The most words that an input could take, its name among them."""
    names = most_words_of_input(input.id)
    match input:
        case Cells():
            return ENDLESS
        case Choice():
            if input.free and reading.is_spelt_out:
                return ENDLESS
            options = reading.names()[input.id]
            begun = [input.many and options.may_be(first_words(each.low)) for each in reading.left.values()]
            return names + options.most_words * max(1, sum(begun))
        case Words():
            return ENDLESS if reading.is_spelt_out else names + 1
        case YesNo() | Filled():
            return names + 1
    return names + 1


@frozen
class Besides:
    """The words of a line before its verb, and those behind or within it."""

    verb: tuple[Token, ...]
    before: tuple[Token, ...]
    behind: tuple[Token, ...]

    @property
    def all(self) -> tuple[Token, ...]:
        return (*self.before, *self.behind)


def besides(line: Sequence[Token], id: str, known: Known) -> Besides | None:
    """What stands besides one of these verbs, `bring moss back`, `moss dies`. None: none of them is there; of
    somebody who is called Dead Man no word is a verb.
    """
    verbs = _verbs(id)
    if _first_words(id).isdisjoint([each.words[:1] for each in line]):
        return None
    names = _places_of_names(line, known)
    ways = (_besides(line, each, names) for each in verbs)
    return next((each for each in ways if each is not None), None)


def _places_of_names(line: Sequence[Token], known: Known) -> frozenset[int]:
    """The places of words that are a name, or the beginning of one in several words."""
    named = ((n, known.named(line[n:])) for n in range(len(line)))
    whole = ((n, each) for n, each in named if each is not None and each.match is not None)
    return frozenset(
        place
        for n, each in whole
        if each.match is not None and each.is_exact and (each.count > 1 or each.match.is_whole)
        for place in range(n, n + each.count)
    )


@lru_cache(maxsize=64)
def _verbs(id: str) -> tuple[Phrase, ...]:
    """Their words, the longest first."""
    phrases = (phrase(each) for each in called(id))
    return tuple(sorted((telling(each) or each for each in phrases), key=lambda each: -len(each)))


@lru_cache(maxsize=64)
def _first_words(id: str) -> frozenset[Phrase]:
    """What they begin with."""
    return frozenset(each[:1] for each in _verbs(id))


def _besides(line: Sequence[Token], verb: Phrase, names: Collection[int]) -> Besides | None:
    places: list[int] = []
    for word in verb:
        start = places[-1] + 1 if places else 0
        free = (n for n in range(start, len(line)) if n not in names)
        place = next((n for n in free if line[n].words == (word,)), None)
        if place is None:
            return None
        places.append(place)
    behind = [each for n, each in enumerate(line) if n > places[0] and n not in places]
    return Besides(tuple(line[n] for n in places), tuple(line[: places[0]]), tuple(behind))


@frozen
class Meant:
    """People whom words name, and nobody else."""

    keys: tuple[int, ...]
    many: bool
    """Whether several were named at once, and not one whose name could be several people's."""


def people_meant(line: Sequence[Token], known: Known) -> Meant | None:
    """Those whom all these words name. None: some of them name nobody. Raises `RuleError` for a group that
    nobody belongs to now.
    """
    keys: list[int] = []
    place, names, many = 0, 0, False
    while place < len(line):
        if line[place].low in small_words():
            place += 1
            continue
        person = known.named(line[place:])
        if person is None:
            return None
        if not person.keys:
            raise RuleError(nobody(line[place:]))
        keys += person.keys
        place, names, many = place + person.count, names + 1, many or person.many
    return Meant(tuple(dict.fromkeys(keys)), many or names > 1) if names else None


LEAST_LETTERS, LEAST_STEM = 3, 4
"""Letters of a word that can be misspelt, and of one that others are made of: `climbing` of climb."""


def is_nearly(word: str, known: Begun) -> bool:
    """Whether a word is one of these, begins one, is made of one, or is a slip away from one."""
    if known.has(word):
        return True
    stems = (word[:end] for end in range(LEAST_STEM, len(word)))
    return any(each in known for each in stems) or any(is_slip(word, each) for each in known.words)


def is_slip(one: str, other: str) -> bool:
    """Whether one letter too many, too few, another, or two that changed places make one of the other."""
    if abs(len(one) - len(other)) > 1 or min(len(one), len(other)) < LEAST_LETTERS:
        return False
    if len(one) != len(other):
        short, long = sorted((one, other), key=len)
        return any(long[:place] + long[place + 1 :] == short for place in range(len(long)))
    differ = [place for place in range(len(one)) if one[place] != other[place]]
    is_swap = len(differ) == 2 and differ[1] == differ[0] + 1
    return len(differ) < 2 or (is_swap and sorted(one) == sorted(other))
