"""Synonyms: what commands and inputs are called besides their labels, and words that only join others."""

from functools import lru_cache

from tableside.language.tokens import Phrase, phrase
from tableside.wording import has_text, label

LEAST_LETTERS = 3
"""Letters that a verb has at least which is known by another form, or in a long line by its beginning."""


@lru_cache(maxsize=1024)
def synonyms_of(id: str) -> tuple[str, ...]:
    """The other things that something is called, as the wording has them."""
    return tuple(label("say", id).split(", ")) if has_text("say", id) else ()


@lru_cache(maxsize=1024)
def input_synonyms(id: str) -> tuple[Phrase, ...]:
    """What an input goes by."""
    return tuple(map(phrase, (id, label("input", id), *synonyms_of(f"input.{id}"))))


@lru_cache(maxsize=1024)
def most_words_of_input(id: str) -> int:
    """The words of the longest name that an input goes by."""
    return max(map(len, input_synonyms(id)))


@lru_cache(maxsize=1)
def small_words() -> frozenset[str]:
    """Words that only join others."""
    return frozenset((*synonyms_of("fillers"), *synonyms_of("articles")))


@lru_cache(maxsize=4096)
def without_small_words(words: Phrase) -> Phrase:
    """These words without those that only join others."""
    small = small_words()
    return tuple(each for each in words if each not in small)


@lru_cache(maxsize=4096)
def verb_forms(word: str) -> tuple[str, ...]:
    """A verb as it is said of somebody: `attacks`, `passes`, `defies`, `climbs`."""
    verb = word.removesuffix("ing")
    if len(verb) < LEAST_LETTERS:
        return ()
    return (f"{verb}s", f"{verb}es", *((f"{verb[:-1]}ies",) if verb.endswith("y") else ()))
