"""The words of a typed line, and which names they are the beginnings of.

A name is known by its words, case aside: `sword-fighting` by `sword`, `fighting` or `sw fi`. A number must be
whole: `goblin 1` is not the beginning of Goblin 12.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from tableside.frozen import frozen
from tableside.wording import has_text, label

T = TypeVar("T")

LEAST_HINT = 3
"""Letters of a word that is worth being named as a hint."""

Phrase = tuple[str, ...]
"""The words of a name, case folded."""

_PIECES = re.compile(r'[\w.-]+="[^"]*"|[\w.-]+=\S*|"[^"]*"|[^\s"]+|"')
_WORDS = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"[+-]?\d{1,6}(?:/[1-9]\d{0,2})?")
_SIGNED = re.compile(r"[+-]\d{1,6}")


@frozen
class Token:
    """A word as it was typed."""

    place: int
    text: str
    words: Phrase
    ends: bool = False
    """Whether a comma ends the name that it belongs to."""

    @property
    def low(self) -> str:
        return self.text.casefold()

    @property
    def is_number(self) -> bool:
        return _NUMBER.fullmatch(self.text) is not None

    @property
    def is_signed(self) -> bool:
        return _SIGNED.fullmatch(self.text) is not None


def tokens(text: str) -> tuple[Token, ...]:
    """The words of a line; what stands between quotes is one."""
    found: list[Token] = []
    for piece in _PIECES.findall(text):
        bare = piece if "=" in piece else piece.rstrip(",;").strip('"')
        if bare:
            found.append(Token(len(found), bare, phrase(bare), piece[-1] in ",;"))
    return tuple(found)


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


def run(listed: Sequence[Token], start: int, left: Collection[int]) -> Sequence[Token]:
    """The tokens from this one on, up to the first that is used already."""
    end = next((each.place for each in listed[start:] if each.place not in left), len(listed))
    return listed[start:end]


def nearest(word: str, known: Mapping[str, object] | Iterable[str]) -> str:
    """The most similar of the known words as a hint; empty when nothing is."""
    from difflib import get_close_matches  # 3 ms, only for a misspelt word

    words = [each for each in dict.fromkeys(known) if len(each) >= LEAST_HINT]
    near = get_close_matches(word.casefold(), words, n=1)
    return f"did you mean {near[0]}?" if near else ""
