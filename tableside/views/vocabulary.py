"""The words that commands go by, and which of them each word of a line may be: the commands that no word of
a line names are not looked at any further.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from tableside.views.commands import Command
from tableside.views.people import kind_of
from tableside.views.phrases import SHORT, Begun, Token, called

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
        if kind_of(token) is None:
            yield from self._forms.get(token.low, ())

    def named(self, tokens: Sequence[Token]) -> Mapping[int, Sequence[Token]]:
        """The commands that some of these may name, by their places, each with those that may name it."""
        found: dict[int, list[Token]] = {}
        is_long = len(tokens) > SHORT
        for token in tokens:
            if is_long and len(token.low) < LEAST_LETTERS and token.low not in self._places:
                continue
            for place in {place for word in self.meant(token) for place in self._places[word]}:
                found.setdefault(place, []).append(token)
        return found


@lru_cache(maxsize=4096)
def forms(word: str) -> tuple[str, ...]:
    """A verb as it is said of somebody: `attacks`, `passes`, `defies`, `climbs`."""
    verb = word.removesuffix("ing")
    if len(verb) < LEAST_LETTERS:
        return ()
    return (f"{verb}s", f"{verb}es", *((f"{verb[:-1]}ies",) if verb.endswith("y") else ()))
