"""The words of a typed line, one by one."""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from tableside.rules.names import singular_name
from tableside.rules.typed import is_typed_dice

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
    def is_dice(self) -> bool:
        """Whether it is written like dice, with a sign or without: `2d6`, `-d8+1`."""
        return is_typed_dice(self.text.removeprefix("+").removeprefix("-"))

    @property
    def ends(self) -> bool:
        return bool(self.tail)


@lru_cache(maxsize=64)
def tokens(text: str) -> tuple[Token, ...]:
    """The words of a line, up to the first that is too many; what stands between quotes is one."""
    words: list[Token] = []
    for piece in islice((each[0] for each in _PIECES.finditer(text)), MOST_WORDS + 1):
        bare = piece if "=" in piece else piece.rstrip(",;").strip('"')
        if bare:
            tail = piece[len(piece.rstrip(",;")) :]
            words.append(_token(len(words), bare, tail))
    return tuple(words)


def _token(place: int, text: str, tail: str) -> Token:
    is_number, is_signed = _NUMBER.fullmatch(text) is not None, _SIGNED.fullmatch(text) is not None
    return Token(place, text, text.casefold(), phrase(text), is_number, is_signed, tail)


@lru_cache(maxsize=4096)
def phrase(name: str) -> Phrase:
    return tuple(_WORDS.findall(name.casefold()))


one_of_many = lru_cache(maxsize=1024)(singular_name)


def run_of_tokens(line: Sequence[Token], start: int, left: Collection[int]) -> Sequence[Token]:
    """The tokens from this one on, up to the first that is used already."""
    for end in range(start, len(line)):
        if end not in left:
            return line[start:end]
    return line[start:]


def text_behind(text: str, verbs: tuple[str, ...]) -> str | None:
    """What stands behind the longest of these words that a line begins with. None: it begins with none."""
    bare = text.strip()
    spaced = f"{bare.casefold()} "
    verb = max((each for each in verbs if spaced.startswith(f"{each} ")), key=len, default=None)
    return None if verb is None else bare[len(verb) :].strip()


def as_typed(words: Sequence[Token]) -> str:
    """These words as they were typed, with what is written between them."""
    return " ".join(f"{each.text}{each.tail}" for each in words)
