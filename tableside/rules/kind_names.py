"""The names of own kinds, found by how they begin without looking at each: there may be ten thousand."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import accumulate, chain, islice
from typing import Final

from tableside.rules.typed import slug

MOST_FOUND: Final = 60
"""Kinds that are found by one beginning."""


class KindNames(Mapping[str, str]):
    """Kinds by id, with their names."""

    def __init__(self, names: Mapping[str, str], *others: "KindNames") -> None:
        """`others`: more of them, whose names count where an id stands in both."""
        self._own = names
        self._others = others

    def __getitem__(self, id: str) -> str:
        return next((each[id] for each in self._others if id in each), None) or self._own[id]

    def __contains__(self, id: object) -> bool:
        return id in self._own or any(id in each for each in self._others)

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(chain(self._own, *self._others))) if self._others else iter(self._own)

    def __len__(self) -> int:
        return sum(1 for _ in self) if self._others else len(self._own)

    def make_ready(self) -> None:
        """Have all made that finding takes, so that no key waits for it."""
        _ = self._by_words, self._by_letters
        for each in self._others:
            each.make_ready()

    def called(self, *texts: str) -> tuple[str, ...]:
        """The ids of those that are called so, by id or by name, however it is spaced."""
        wanted = (f"\n{letters}\n" for each in texts if (letters := _letters(each)))
        here = (id for each in wanted for id in self._by_letters.holding(each))
        return self._most(here, *(each.called(*texts) for each in self._others))

    def begun(self, *texts: str) -> tuple[str, ...]:
        """The ids of those whose id or name begins so, however it is spaced; at most `MOST_FOUND`."""
        wanted = (f"\n{letters}" for each in texts if (letters := _letters(each)))
        here = (id for each in wanted for id in self._by_letters.holding(each))
        return self._most(here, *(each.begun(*texts) for each in self._others))

    def with_word(self, text: str) -> tuple[str, ...]:
        """The ids of those in whose id or name a word begins so, those that begin with it first; at most
        `MOST_FOUND`. Any, where it is empty.
        """
        words = slug(text)
        here = self._by_words.holding(f"-{words}") if words else self._own
        return self._most(self.begun(text), here, *(each.with_word(text) for each in self._others))

    def _most(self, *ids: Iterable[str]) -> tuple[str, ...]:
        some = chain.from_iterable(islice(each, 4 * MOST_FOUND) for each in ids)
        return tuple(islice(dict.fromkeys(some), MOST_FOUND))

    @cached_property
    def _spelt(self) -> list[tuple[str, str]]:
        """Each id and each name in small words, with the id."""
        said = ((text, id) for id, name in self._own.items() for text in {slug(id), slug(name)})
        return [(text, id) for text, id in said if text]

    @cached_property
    def _by_words(self) -> "_Lines":
        return _Lines((f"-{text}", id) for text, id in self._spelt)

    @cached_property
    def _by_letters(self) -> "_Lines":
        return _Lines((text.replace("-", ""), id) for text, id in self._spelt)


class _Lines:
    """Texts one under the other, searched as one."""

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        """Texts, each with its id."""
        lines = [*texts]
        self._ids = [id for _, id in lines]
        self._starts = [*accumulate((len(text) + 1 for text, _ in lines), initial=0)]
        self._whole = "".join(("\n", *(f"{text}\n" for text, _ in lines)))

    def holding(self, letters: str) -> Iterator[str]:
        """The ids of those that hold this, a break standing for where one begins or ends."""
        place = self._whole.find(letters)
        while place >= 0:
            line = bisect_right(self._starts, place) - 1
            yield self._ids[line]
            place = self._whole.find(letters, self._starts[line + 1])


def _letters(text: str) -> str:
    return slug(text).replace("-", "")
