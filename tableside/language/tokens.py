"""The words of a typed line, and which names they are the beginnings of.

A name is known by its words, case aside: `sword-fighting` by `sword`, `fighting` or `sw fi`. A number must be
whole: `goblin 1` is not the beginning of Goblin 12.
"""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

from tableside.frozen import frozen
from tableside.wording import has_text, label

T = TypeVar("T")

LEAST_HINT = 3
"""Letters of a word that is worth being named as a hint."""
LONGEST_HINTED = 40
"""Letters of a word that is worth a hint, or being named in full."""
SHORT = 8
"""Words of a line in which a letter or two may stand for a word."""
MOST_WORDS = 40
"""Words of a line that can be understood; what comes behind them is not looked at."""

Phrase = tuple[str, ...]
"""The words of a name, case folded."""

_PIECES = re.compile(r'[\w.-]+="[^"]*"|[\w.-]+=\S*|"[^"]*"|[^\s"]+|"')
_WORDS = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"[+-]?\d{1,15}(?:/[1-9]\d{0,2})?")
_SIGNED = re.compile(r"[+-]\d{1,15}")


class Token(NamedTuple):
    """A word as it was typed."""

    place: int
    text: str
    low: str
    words: Phrase
    is_number: bool
    is_signed: bool
    tail: str
    """What is written behind it: a comma or a semicolon ends the name that it belongs to."""

    @property
    def ends(self) -> bool:
        return bool(self.tail)


@lru_cache(maxsize=64)
def tokens(text: str) -> tuple[Token, ...]:
    """The words of a line, up to the first that is too many; what stands between quotes is one."""
    found: list[Token] = []
    for piece in islice((each[0] for each in _PIECES.finditer(text)), MOST_WORDS + 1):
        bare = piece if "=" in piece else piece.rstrip(",;").strip('"')
        if bare:
            tail = piece[len(piece.rstrip(",;")) :]
            found.append(_token(len(found), bare, tail))
    return tuple(found)


def _token(place: int, text: str, tail: str) -> Token:
    is_number, is_signed = _NUMBER.fullmatch(text) is not None, _SIGNED.fullmatch(text) is not None
    return Token(place, text, text.casefold(), phrase(text), is_number, is_signed, tail)


@lru_cache(maxsize=4096)
def phrase(name: str) -> Phrase:
    return tuple(_WORDS.findall(name.casefold()))


@lru_cache(maxsize=1024)
def called(id: str) -> tuple[str, ...]:
    """The other things that something is called, as the wording has them."""
    return tuple(label("say", id).split(", ")) if has_text("say", id) else ()


@lru_cache(maxsize=1)
def small_words() -> frozenset[str]:
    """Words that only join others."""
    return frozenset((*called("fillers"), *called("articles")))


def telling(words: Phrase) -> Phrase:
    """These words without those that only join others."""
    return tuple(each for each in words if each not in small_words())


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
        return next(self.by(typed), None) is not None


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


def match(listed: Sequence[Token], name: Phrase) -> Match | None:
    """How many tokens from the first on stand for this name. None: not even the first."""
    if not listed or not listed[0].words:
        return None
    starts = [place for place, word in enumerate(name) if word.startswith(listed[0].words[0])]
    found = [each for start in starts if (each := _match_from(listed, name, start))]
    return max(found, key=lambda each: each.rank, default=None)


def _match_from(listed: Sequence[Token], name: Phrase, start: int) -> Match | None:
    place, count, exact = start, 0, 0
    for token in listed:
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


def best(listed: Sequence[Token], named: Iterable[tuple[Phrase, T]]) -> tuple[Match | None, tuple[T, ...]]:
    """The longest and most exact beginning of a name, and all whose it is."""
    top: Match | None = None
    found: dict[T, None] = {}
    for name, value in named:
        each = match(listed, name)
        if each is None or (top is not None and each.rank < top.rank):
            continue
        if top is None or each.rank > top.rank:
            top, found = each, {}
        found[value] = None
    return top, tuple(found)


class Names(Generic[T]):
    """Names and what they stand for, of which those that a line may mean are found without trying all."""

    def __init__(self, listed: Iterable[tuple[Phrase, T]]) -> None:
        self.listed = tuple(listed)
        self.most_words = max((len(name) for name, _ in self.listed), default=0)
        self._places: dict[str, list[int]] = {}
        for place, (name, _) in enumerate(self.listed):
            for word in {*name}:
                self._places.setdefault(word, []).append(place)
        self._begun = Begun(self._places)

    def may_be(self, typed: str) -> bool:
        """Whether a word of any of them begins so."""
        return self._begun.has(typed)

    def best(self, listed: Sequence[Token]) -> tuple[Match | None, tuple[T, ...]]:
        """The longest and most exact beginning of one of them, and all whose it is."""
        typed = listed[0].words[:1] if listed else ()
        places = {place for each in typed for word in self._begun.by(each) for place in self._places[word]}
        return best(listed, (self.listed[place] for place in sorted(places)))


def run(listed: Sequence[Token], start: int, left: Collection[int]) -> Sequence[Token]:
    """The tokens from this one on, up to the first that is used already."""
    end = next((each.place for each in listed[start:] if each.place not in left), len(listed))
    return listed[start:end]


def nearest(word: str, known: Mapping[str, object] | Iterable[str]) -> str:
    """The most similar of the known words as a hint; empty when nothing is."""
    from difflib import get_close_matches  # 3 ms, only for a misspelt word

    if len(word) > LONGEST_HINTED:
        return ""
    words = [each for each in dict.fromkeys(known) if len(each) >= LEAST_HINT]
    near = get_close_matches(word.casefold(), words, n=1)
    return f"did you mean {near[0]}?" if near else ""


def quoted(word: str) -> str:
    """A word as it was typed, cut where it is no word any more."""
    return repr(word if len(word) <= LONGEST_HINTED else f"{word[:LONGEST_HINTED]}…")
