"""The white list of the players' document: what is told of each fact, beside the wording of the facts.

A fact that stands in no list is not told. A game that is installed beside Tableside hands in its own among
its texts: `ours.<fact>` where it is about the party, `others.<fact>` where it is not.
"""

from collections.abc import Mapping

from tableside.wording import text_of
from tableside.wording.public.core import OPEN_DICE
from tableside.wording.public.core import WORDS as _CORE
from tableside.wording.public.d20 import WORDS as _D20
from tableside.wording.public.fell import WORDS as _FELL
from tableside.wording.public.galejatra import WORDS as _GALEJATRA
from tableside.wording.public.troika import WORDS as _TROIKA
from tableside.wording.public.wandered import WORDS as _WANDERED
from tableside.wording.public.words import SAME, Words

LISTS = (_CORE, _D20, _FELL, _GALEJATRA, _TROIKA, _WANDERED)
"""The lists by book; no fact stands in two."""
WORDS: Mapping[str, Words] = {id: words for each in LISTS for id, words in each.items()}

__all__ = ["LISTS", "OPEN_DICE", "WORDS", "Words", "template"]


def template(fact: str, *, is_ours: bool) -> str:
    """The text of what players are told of a fact, with the values that they may know in braces. Empty: they
    are told nothing.
    """
    words = WORDS.get(fact)
    if words is None:
        return text_of(f"{'ours' if is_ours else 'others'}.{fact}") or ""
    text = words.ours if is_ours else words.others
    return text_of(f"fact.{fact}") or "" if text == SAME else text
