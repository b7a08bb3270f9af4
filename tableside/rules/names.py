"""Names of characters, free, numbered or found in typed text, and an index of own kinds by name."""

import itertools
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import accumulate, chain, islice, takewhile
from typing import Final

from tableside.errors import RuleError
from tableside.rules.life_states import is_dead, is_gone
from tableside.rules.play import Play
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import (
    NAME_LENGTH,
    typed_line,
    typed_short,
    typed_slug,
    typed_without_accents,
    typed_words,
)
from tableside.text import folded_text

LONGEST_SHARED: Final = NAME_LENGTH - 7
"""The most letters of a name that a number is added to."""
_ENDINGS: Final = (
    ("men", "man"),
    ("mice", "mouse"),
    ("wolves", "wolf"),
    ("elves", "elf"),
    ("dwarves", "dwarf"),
    ("thieves", "thief"),
    ("zombies", "zombie"),
    ("pixies", "pixie"),
    ("brownies", "brownie"),
    ("genies", "genie"),
    ("heroes", "hero"),
    ("children", "child"),
    ("ies", "y"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("sses", "ss"),
    ("xes", "x"),
    ("s", ""),
)
"""Plural endings with their singular; the first that fits counts."""
MOST_FOUND: Final = 60
"""The most kinds that one beginning finds."""


def name_as_given(name: str) -> str:
    """Return the name without blanks around it. Raises `RuleError` when nothing is left."""
    if not name.strip():
        raise RuleError("naming.needed")
    return typed_line(name.strip())


def free_name(name: str, table: Table) -> str:
    """Return a newcomer's name without blanks around it. Raises `RuleError` when it is empty or too long, or
    somebody in play has it.
    """
    name = typed_short(name.strip(), NAME_LENGTH)
    if not name:
        raise RuleError("naming.needed")
    if any(folded_text(each.name) == folded_text(name) for each in table.in_play()):
        raise RuleError("naming.taken", name=name)
    return name


def numbered_names(name: str, count: int, taken: Iterable[str]) -> tuple[str, ...]:
    """Return names for `count` more of a kind, with the lowest free numbers; a lone first one has no number.

    Raises `RuleError` when the name is empty or too long for a number.
    """
    name = name.strip()
    if not 1 <= len(name) <= LONGEST_SHARED:
        raise RuleError("naming.length", most=LONGEST_SHARED, length=len(name))
    pattern = re.compile(re.escape(folded_text(name)) + r"(?: (\d{1,6}))?")
    numbers = [int(match[1] or 1) for each in taken if (match := pattern.fullmatch(folded_text(each)))]
    if count == 1 and not numbers:
        return (name,)
    free = (number for number in itertools.count(1) if number not in numbers)
    return tuple(f"{name} {number}" for number in islice(free, count))


def numbered_newcomers(table: Table, newcomer: Character, count: int) -> tuple[Character, ...]:
    """Return `count` copies of a newcomer, with free keys, and names distinct from everybody's in play.

    Raises `RuleError` as `numbered_names`.
    """
    names = numbered_names(newcomer.name, count, _names_in_use(table))
    return tuple(replace(newcomer, key=table.next_key + n, name=each) for n, each in enumerate(names))


def _names_in_use(table: Table) -> tuple[str, ...]:
    """Return the names in use: those of everybody in play except dead enemies whose fight is over."""
    return tuple(each.name for each in table.in_play() if _holds_name(table, each))


def _holds_name(table: Table, who: Character) -> bool:
    fights = table.order is not None and who.key in table.order.members
    return fights or not (is_dead(who) and who.kind == Kind.ENEMY)


def names_told_apart(before: Table, after: Table, play: Play) -> Table:
    """Return the table after a change, with a number for whoever took a name that somebody in play has. A
    dead enemy whose fight is over is put away instead.
    """
    for key in sorted(after.characters):
        who, was = after[key], before.characters.get(key)
        if who is not was and not who.retired and (was is None or was.retired or was.name != who.name):
            after = _alone_of_its_name(after, who, play)
    return after


def _alone_of_its_name(table: Table, who: Character, play: Play) -> Table:
    same = [each for each in table.in_play() if folded_text(each.name) == folded_text(who.name)]
    others = [each for each in same if each.key != who.key]
    for each in others:
        if not _holds_name(table, each):
            play.tell("put-away", "", {"who": each.name})
            table = table.put(replace(each, retired=True))
    if not any(_holds_name(table, each) for each in others):
        return table
    names_in_use = _names_in_use(table.put(replace(who, retired=True)))
    (name,) = numbered_names(name_without_number(who.name)[:LONGEST_SHARED], 1, names_in_use)
    play.tell("told-apart", "", {"who": who.name, "after": name})
    return table.put(replace(who, name=name))


def name_without_number(name: str) -> str:
    """Return the name without the number that tells namesakes apart."""
    head, _, number = name.rpartition(" ")
    return head if head and number.isdecimal() else name


def namesakes(table: Table, key: int) -> tuple[int, ...]:
    """Return the keys of the living who share this character's name and kind; in a fight, those in it.

    The character's own key is first.
    """
    who = table[key]
    fighting = table.order.members if table.order else ()
    others = [
        each.key
        for each in table.in_play(who.kind)
        if folded_text(name_without_number(each.name)) == folded_text(name_without_number(who.name))
        and not is_gone(each)
        and (key not in fighting or each.key in fighting)
    ]
    return (key, *(each for each in others if each != key))


def names_from_text(text: str, characters: Iterable[Character]) -> list[str]:
    """Split a list into names as `typed_words`, keeping words together that form a known name."""
    known = {
        name
        for each in characters
        for name in (folded_text(each.name), typed_without_accents(folded_text(each.name)))
    }
    if folded_text(text.strip()) in known:
        return [text]
    if "," in text:
        return typed_words(text)
    names_there, left = [], text.split()
    while left:
        ends = range(len(left), 1, -1)
        length = next((end for end in ends if folded_text(" ".join(left[:end])) in known), 1)
        names_there.append(" ".join(left[:length]))
        left = left[length:]
    return names_there


def namesakes_from_text(text: str, people: Iterable[Character]) -> tuple[int, ...]:
    """Return the keys of all of a kind, typed as `goblins` or `goblin*`; empty when there are none."""
    name = folded_text(text.strip())
    one = name.removesuffix("*").strip() if name.endswith("*") else singular_name(name)
    return tuple(
        each.key for each in people if one != name and folded_text(name_without_number(each.name)) == one
    )


def names_together(names: Iterable[str]) -> str:
    """Join names in a row, grouping those that differ only by number: `Ana, Goblin 1 2 3`."""
    by_stem: dict[str, list[str]] = {}
    for name in names:
        by_stem.setdefault(name_without_number(name), []).append(name)
    return ", ".join(
        " ".join([same[0], *(each.removeprefix(shared).strip() for each in same[1:])])
        for shared, same in by_stem.items()
    )


def singular_name(name: str) -> str:
    """Return the singular of `goblins`, `lizard-men`, `harpies`; any other name is unchanged."""
    low = folded_text(name)
    if low.endswith("ss"):
        return name
    many, one = next((each for each in _ENDINGS if low.endswith(each[0])), ("", ""))
    kept = len(name) - len(many) + _letters_shared(many, one)
    return name[:kept] + one[_letters_shared(many, one) :]


def _letters_shared(one: str, other: str) -> int:
    """Return the length of the common beginning, which keeps its capitals as typed."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


class NameIndex(Mapping[str, str]):
    """The names of kinds by id."""

    def __init__(self, names: Mapping[str, str], *others: "NameIndex") -> None:
        """`others` are further indexes, whose names win where an id is in both."""
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
        """Build the search texts now, so that no key press waits for them."""
        _ = self._by_words, self._by_letters
        for each in self._others:
            each.make_ready()

    def called(self, *texts: str) -> tuple[str, ...]:
        """Return the ids of those with one of these ids or names, whatever the spacing."""
        wanted = (f"\n{letters}\n" for each in texts if (letters := _letters(each)))
        here = (id for each in wanted for id in self._by_letters.holding(each))
        return self._most(here, *(each.called(*texts) for each in self._others))

    def begun(self, *texts: str) -> tuple[str, ...]:
        """Return the ids of those whose id or name begins like this, ignoring spacing; at
        most `MOST_FOUND`.
        """
        wanted = (f"\n{letters}" for each in texts if (letters := _letters(each)))
        here = (id for each in wanted for id in self._by_letters.holding(each))
        return self._most(here, *(each.begun(*texts) for each in self._others))

    def with_word(self, text: str) -> tuple[str, ...]:
        """Return the ids of those with a word in their id or name that begins like this, names that begin
        with it first; at most `MOST_FOUND`. An empty text finds any.
        """
        words = typed_slug(text)
        here = self._by_words.holding(f"-{words}") if words else self._own
        return self._most(self.begun(text), here, *(each.with_word(text) for each in self._others))

    def _most(self, *ids: Iterable[str]) -> tuple[str, ...]:
        some = chain.from_iterable(islice(each, 4 * MOST_FOUND) for each in ids)
        return tuple(islice(dict.fromkeys(some), MOST_FOUND))

    @cached_property
    def _spelt(self) -> list[tuple[str, str]]:
        """Each id and each name as a slug, with the id."""
        texts = ((text, id) for id, name in self._own.items() for text in {typed_slug(id), typed_slug(name)})
        return [(text, id) for text, id in texts if text]

    @cached_property
    def _by_words(self) -> "_NameLines":
        return _NameLines((f"-{text}", id) for text, id in self._spelt)

    @cached_property
    def _by_letters(self) -> "_NameLines":
        return _NameLines((text.replace("-", ""), id) for text, id in self._spelt)


class _NameLines:
    """Many texts joined into one, so that one search covers them all."""

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        """`texts` are pairs of a text and its id."""
        lines = [*texts]
        self._ids = [id for _, id in lines]
        self._starts = [*accumulate((len(text) + 1 for text, _ in lines), initial=0)]
        self._whole = "".join(("\n", *(f"{text}\n" for text, _ in lines)))

    def holding(self, letters: str) -> Iterator[str]:
        """Yield the ids of texts that contain `letters`; a line break matches the
        beginning or end of a text.
        """
        place = self._whole.find(letters)
        while place >= 0:
            line = bisect_right(self._starts, place) - 1
            yield self._ids[line]
            place = self._whole.find(letters, self._starts[line + 1])


def _letters(text: str) -> str:
    return typed_slug(text).replace("-", "")


def find_by_name(characters: Iterable[Character], text: str) -> Character:
    """Return the character with this name or number (`#3`), or the only one whose name, or a word of it,
    begins like this.

    A name may also be typed as a slug, `gob-1` for Gob 1, or without accents. Characters in play come before
    retired ones of the same name.

    Raises `RuleError` naming the candidates when none or several match.
    """
    everybody = list(characters)
    wanted = folded_text(text.strip())
    exact = [each for each in everybody if folded_text(each.name) == wanted or f"#{each.key}" == wanted]
    plain = {each.key: typed_without_accents(folded_text(each.name)) for each in everybody}
    exact = exact or [
        each for each in everybody if wanted and wanted in (typed_slug(each.name), plain[each.key])
    ]
    here = [each for each in exact if not each.retired]
    exact = here if len(here) == 1 else exact
    starting = [each for each in everybody if folded_text(each.name).startswith(wanted)]
    starting = starting or [each for each in everybody if f" {wanted}" in folded_text(each.name)]
    starting = starting or [each for each in everybody if f" {wanted}" in f" {plain[each.key]}"]
    if len(exact) == 1 or (wanted and not exact and len(starting) == 1):
        return (exact or starting)[0]
    if exact or (wanted and starting):
        raise RuleError("table.several", text=text, who=[each.name for each in exact or starting])
    raise RuleError("table.nobody", text=text, who=[each.name for each in everybody])
