"""Kinds put beside those that are there already: what says the same is not put there twice, and what goes by
a name that is taken has a number.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Any, Final

from tableside.campaign.foreign.kinds_from_records import numbers_of
from tableside.campaign.foreign.tables_made import MadeTable
from tableside.errors import RuleError
from tableside.rules.ruleset import Packs
from tableside.rules.table import OwnKind
from tableside.rules.tables.random_table import RandomTable

Key = tuple[str, str]
"""A section and an id."""
KINDS_OF_A_FILE: Final = 2_000
LETTERS_OF_A_FILE: Final = 1_000_000


class Placed:
    """The kinds of a folder of packs with those that come to it."""

    def __init__(self, there: Packs) -> None:
        self._there = there
        self.new: dict[Key, OwnKind] = {}
        """What is to be written, by section and id."""
        self._alike: dict[Key, set[str]] = {}
        """Of each name what those say who go by it, numbered or not."""
        self._next: dict[Key, int] = {}

    def put(self, kind: OwnKind) -> OwnKind | None:
        """The kind as it is put there. None: it is there already, just so."""
        base = (kind.section, kind.id)
        if base not in self._alike:
            self._alike[base] = set(self._there_alike(kind))
            self._next[base] = len(self._alike[base]) + 1
        if (said := numbers_of(kind)) in self._alike[base]:
            return None
        free = (_numbered(kind, number) for number in count(self._next[base]))
        named = next(each for each in free if not self._is_held(each))
        self._alike[base].add(said)
        self._next[base] += 1
        self.new[named.section, named.id] = named
        return named

    def _there_alike(self, kind: OwnKind) -> Iterator[str]:
        """What the kinds say that are there by this name, numbered or not."""
        for number in count(1):
            named = _numbered(kind, number)
            if named.id not in self._there.names(kind.section):
                return
            try:
                yield numbers_of(replace(self._there.kind(kind.section, named.id), name=kind.name))
            except RuleError:  # it has a fault, and the name all the same
                yield named.id

    def _is_held(self, kind: OwnKind) -> bool:
        return (kind.section, kind.id) in self.new or kind.id in self._there.names(kind.section)


class PlacedTables:
    """The random tables of a folder with those that come to it."""

    def __init__(self, there: Mapping[str, RandomTable]) -> None:
        self._there = dict(there)
        self.new: dict[str, Mapping[str, Any]] = {}  # Any: TOML values
        """What is to be written, by id."""

    def put(self, made: MadeTable) -> str:
        """The id by which it is put there; empty: it is there already, just so, or cannot be rolled on."""
        if made.table is None or replace(made.table, id="") in self._alike(made.id):
            return ""
        free = (f"{made.id}-{number}" if number > 1 else made.id for number in count(1))
        id = next(each for each in free if each not in self._there)
        self._there[id], self.new[id] = replace(made.table, id=id), made.written
        return id

    def _alike(self, id: str) -> Iterator[RandomTable]:
        """Those that are there by this name, numbered or not."""
        for number in count(1):
            found = self._there.get(f"{id}-{number}" if number > 1 else id)
            if found is None:
                return
            yield replace(found, id="")


def _numbered(kind: OwnKind, number: int) -> OwnKind:
    return kind if number == 1 else replace(kind, id=f"{kind.id}-{number}", name=f"{kind.name} {number}")


def in_files(kinds: Iterable[OwnKind]) -> Iterator[list[OwnKind]]:
    """Kinds by files that are quick to read."""
    file: list[OwnKind] = []
    letters = 0
    for kind in kinds:
        size = len(kind.text) + sum(map(len, kind.cells)) + 100
        if file and (len(file) >= KINDS_OF_A_FILE or letters + size > LETTERS_OF_A_FILE):
            yield file
            file, letters = [], 0
        file.append(kind)
        letters += size
    if file:
        yield file
