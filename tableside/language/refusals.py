"""Why a typed line is refused, with the word that is meant as a hint."""

import difflib
from collections.abc import Iterable, Mapping

from tableside.errors import Message, RuleError, Value

LEAST_HINT = 3
"""Letters of a word that is worth being named as a hint."""
LONGEST_HINTED = 40
"""Letters of a word that is worth a hint, or being named in full."""


def refused(id: str, /, **values: Value) -> RuleError:
    """The refusal of a typed line, by its id with its values, to be raised."""
    return RuleError(refusal(id, **values))


def refusal(id: str, /, **values: Value) -> Message:
    """The refusal of a typed line, by its id with its values, to be said."""
    return Message(f"refused.{id}", **values)


def nearest_word_for_refusal(word: str, known: Mapping[str, object] | Iterable[str]) -> str:
    """The most similar of the known words as a hint, but never the word itself; empty when nothing is."""
    if len(word) > LONGEST_HINTED:
        return ""
    typed = word.casefold()
    words = [each for each in dict.fromkeys(known) if len(each) >= LEAST_HINT and each != typed]
    near = difflib.get_close_matches(typed, words, n=1)
    return str(refusal("did-you-mean", word=near[0])) if near else ""


def quoted_in_refusal(word: str) -> str:
    """A word as it was typed, cut where it is no word any more."""
    return repr(word if len(word) <= LONGEST_HINTED else f"{word[:LONGEST_HINTED]}…")
