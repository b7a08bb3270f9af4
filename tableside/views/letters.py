"""What the first letters of words find in a list of what can be rolled, such as `test l` for Test Luck."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Table
from tableside.views.offers import AT_HOME_ANYWHERE, Offer, offers


def lettered(
    listed: Iterable[Offer], table: Table, rules: Ruleset, who: int | None, text: str
) -> tuple[Offer, ...]:
    """The offers that match what was typed, of those `listed` for this character, the likeliest first.

    Each word typed is the start of a word of the label. A first word that starts a name picks theirs.
    """
    words = text.casefold().split()
    mine = _matching(listed, words)
    other = _named(table, words[0]) if words else None
    if other is None or other.key == who:
        return mine or (_own(listed, who, words[1:]) if other is not None else ())
    theirs = _own(offers(table, rules, other.key), other.key, words[1:])
    return (*mine, *theirs) if len(words) == 1 else (*theirs, *mine)


def _own(listed: Iterable[Offer], who: int | None, words: Sequence[str]) -> tuple[Offer, ...]:
    """Those that are this character's own rolls, of those that match."""
    return tuple(each for each in _matching(listed, words) if each.presets.get("who") == who)


def _named(table: Table, word: str) -> Character | None:
    return next((each for each in table.in_play() if each.name.casefold().startswith(word)), None)


def _matching(listed: Iterable[Offer], words: Sequence[str]) -> tuple[Offer, ...]:
    scored = [(_score(each, words), each) for each in listed]
    return tuple(each for score, each in sorted(scored, key=lambda pair: pair[0] or 0) if score is not None)


def _score(offer: Offer, words: Sequence[str]) -> int | None:
    """How well an offer fits, 0 best: its label starts with what was typed, and the table can do it.

    None: it does not fit.
    """
    text, parts = _read(offer.label)
    if not all(any(part.startswith(word) for part in parts) for word in words):
        return None
    starts = not words or text.startswith(words[0])
    is_bare = not offer.procedure.on_table and offer.procedure.role not in AT_HOME_ANYWHERE
    return (0 if starts else 1) + (2 if is_bare else 0) + (4 if offer.impossible else 0)


@lru_cache(1024)
def _read(label: str) -> tuple[str, tuple[str, ...]]:
    """A label as it is looked into, and its words: every letter looks into all of them."""
    text = label.casefold()
    return text, tuple(text.replace("-", " ").replace("·", " ").split())
