"""Which names the words of a line stand for, begin, or nearly are.

A name is known by its words, case aside: `sword-fighting` by `sword`, `fighting` or `sw fi`. A number must be
whole: `goblin 1` is not the beginning of Goblin 12.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Generic, TypeVar

from tableside.frozen import frozen
from tableside.language.tokens import Phrase, Token, one_of_many, phrase

LEAST_SLIP, LEAST_STEM = 3, 4
"""Letters of a word that can be misspelt, and of one that others are made of: `climbing` of climb."""
T = TypeVar("T")


@lru_cache(maxsize=1024)
def first_words_of_names(low: str) -> frozenset[str]:
    """What a name may begin with that a word stands for: itself, and one of what it is many of."""
    return frozenset(word for each in (low, one_of_many(low)) for word in phrase(each)[:1])


class Begun:
    """Words, of which those that begin so are found without looking at all of them."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = sorted({*words})

    def by(self, typed: str) -> Iterator[str]:
        """Those that begin with what was typed."""
        for place in range(bisect_left(self.words, typed), len(self.words)):
            if not self.words[place].startswith(typed):
                return
            yield self.words[place]

    def __contains__(self, word: str) -> bool:
        place = bisect_left(self.words, word)
        return place < len(self.words) and self.words[place] == word

    def has(self, typed: str) -> bool:
        """Whether any begins so."""
        place = bisect_left(self.words, typed)
        return place < len(self.words) and self.words[place].startswith(typed)


@frozen
class Match:
    """So many tokens that begin a name: all of them whole words of it, or from its first word on."""

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


def name_matched(line: Sequence[Token], name: Phrase) -> Match | None:
    """How many tokens from the first on stand for this name. None: not even the first."""
    if not line or not line[0].words:
        return None
    starts = [place for place, word in enumerate(name) if word.startswith(line[0].words[0])]
    matches = [each for start in starts if (each := _match_from(line, name, start))]
    return max(matches, key=lambda each: each.rank, default=None)


def _match_from(line: Sequence[Token], name: Phrase, start: int) -> Match | None:
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
    return Match(count, exact, start == 0, start == 0 and place == len(name)) if count else None


def _begins(typed: Phrase, name: Phrase) -> bool:
    if len(typed) != len(name) or typed[:-1] != name[:-1]:
        return False
    return typed[-1] == name[-1] or (not typed[-1].isdecimal() and name[-1].startswith(typed[-1]))


def best_match(
    line: Sequence[Token], named: Iterable[tuple[Phrase, T]]
) -> tuple[Match | None, tuple[T, ...]]:
    """The longest and most exact beginning of a name in these tokens, and all whose it is."""
    top: Match | None = None
    values: dict[T, None] = {}
    for name, value in named:
        each = name_matched(line, name)
        if each is None or (top is not None and each.rank < top.rank):
            continue
        if top is None or each.rank > top.rank:
            top, values = each, {}
        values[value] = None
    return top, tuple(values)


class Names(Generic[T]):
    """Names and what they stand for, of which those that a line may mean are found without trying all."""

    def __init__(self, pairs: Iterable[tuple[Phrase, T]]) -> None:
        self.listed = tuple(pairs)
        self.most_words = max((len(name) for name, _ in self.listed), default=0)
        self._places: dict[str, list[int]] = {}
        for place, (name, _) in enumerate(self.listed):
            for word in {*name}:
                self._places.setdefault(word, []).append(place)
        self._begun = Begun(self._places)
        self._firsts = {name[0] for name, _ in self.listed if name}
        self._asked: dict[frozenset[str], bool] = {}

    def may_be(self, typed: frozenset[str]) -> bool:
        """Whether a word of any of them begins with one of these."""
        if typed not in self._asked:
            self._asked[typed] = any(map(self._begun.has, typed))
        return self._asked[typed]

    def begins(self, typed: frozenset[str]) -> bool:
        """Whether the first word of any of them is one of these."""
        return not self._firsts.isdisjoint(typed)

    def has(self, words: Phrase) -> bool:
        """Whether the first of these is a whole word of any of them."""
        return bool(words) and words[0] in self._places

    def best(self, line: Sequence[Token]) -> tuple[Match | None, tuple[T, ...]]:
        """The longest and most exact beginning of one of them, and all whose it is."""
        typed = line[0].words[:1] if line else ()
        places = {place for each in typed for word in self._begun.by(each) for place in self._places[word]}
        return best_match(line, (self.listed[place] for place in sorted(places)))


def is_nearly(word: str, known: Begun) -> bool:
    """Whether a word is one of these, begins one, is made of one, or is a slip away from one."""
    if known.has(word):
        return True
    stems = (word[:end] for end in range(LEAST_STEM, len(word)))
    return any(each in known for each in stems) or any(is_slip(word, each) for each in known.words)


def is_slip(one: str, other: str) -> bool:
    """Whether one letter too many, too few, another, or two that changed places make one of the other."""
    if abs(len(one) - len(other)) > 1 or min(len(one), len(other)) < LEAST_SLIP:
        return False
    if len(one) != len(other):
        short, long = sorted((one, other), key=len)
        return any(long[:place] + long[place + 1 :] == short for place in range(len(long)))
    differ = [place for place in range(len(one)) if one[place] != other[place]]
    is_swap = len(differ) == 2 and differ[1] == differ[0] + 1
    return len(differ) < 2 or (is_swap and sorted(one) == sorted(other))
