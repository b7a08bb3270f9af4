"""Evenings that note what they reach: every fact, result and choice of what was done."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

import pytest

from tableside.rules.characters import EDIT
from tableside.rules.inputs import Value
from tableside.rules.life_states import can_act
from tableside.rules.play import Asked, DiceAsked, Step
from tableside.rules.procedure import Procedure
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Kind
from tests.campaign.random_play import Evening

E = TypeVar("E", bound=Evening)

LONGER: Final = 400
MORE: Final = 10
"""How often, and by how many operations, evenings go on that have not reached everything yet."""


class Noting(Evening):
    """An evening that remembers what it came to, and begins anew once too few can do something."""

    reached: Counter[str]
    gathered: int
    """How many entries it took until everybody was there."""
    extremes = 0.3
    """How often a die shows its lowest or its highest face, whatever else it would show."""

    def __init__(self, folder: Path, game: str, seed: int) -> None:
        super().__init__(folder, game, seed)
        self.gathered = self.campaign.length

    def act(self) -> None:
        if self.is_over([each for each in self.campaign.table.in_play() if can_act(each)]):
            self.restore_to(self.gathered)
        else:
            self.go_on()

    def is_over(self, able: Sequence[Character]) -> bool:
        """Whether it begins anew, these being all who can still do something."""
        return False

    def go_on(self) -> None:
        """Something at random."""
        super().act()

    def answered(self, asked: Asked) -> Step:
        if isinstance(asked, DiceAsked) and self.dice.random() < self.extremes:
            return asked.answered(tuple(self.dice.choice((1, sides)) for sides in asked.sides))
        return super().answered(asked)


class Reaching(Noting):
    """One on which most of what may be said is left unsaid."""

    left_unsaid = 0.6
    """How often an input that has a default keeps it."""

    def gather(self) -> None:
        self.reached = Counter()
        super().gather()

    def try_to(self, procedure: Procedure, fixed: Mapping[str, Value] | None = None) -> None:
        left: dict[str, Value] = {
            each.id: each.default
            for each in procedure.inputs
            if each.default is not None and self.dice.random() < self.left_unsaid
        }
        if procedure.id == EDIT and self.dice.random() < 0.5:
            left |= self._other_side()
        before, length, summaries = self.campaign.table, self.campaign.length, self.did["(summaries)"]
        super().try_to(procedure, {**left, **(fixed or {})})
        if self.campaign.length == length:
            return
        entry = self.latest
        said = [str(value) for value in entry.given.values() if isinstance(value, str)]
        self.reached.update({procedure.id, *(fact.id for fact in entry.facts)})
        self.reached.update(f"{procedure.id} {each}" for each in {entry.result, *said})
        self.reached.update(f"{procedure.id} by {each}" for each, value in entry.given.items() if value)
        self.reached["a summary held against its entries"] += self.did["(summaries)"] - summaries
        fighting = {*before.order.members} if before.order is not None else set()
        kinds = {key: each.kind for key, each in before.characters.items() if key in fighting}
        after = self.campaign.table.characters
        if procedure.id == EDIT and any(after[key].kind != kind for key, kind in kinds.items()):
            self.reached["somebody in the fight changes sides"] += 1

    def _other_side(self) -> dict[str, Value]:
        """Somebody of the fight who changes sides."""
        order = self.campaign.table.order
        others = {Kind.ENEMY: Kind.NPC, Kind.NPC: Kind.ENEMY, Kind.HENCHMAN: Kind.ENEMY}
        people = [self.campaign.table[key] for key in order.members] if order is not None else []
        people = [each for each in people if each.kind in others and not each.retired]
        if not people:
            return {}
        who = self.dice.choice(people)
        return {"who": who.key, "cells": (f"kind={others[who.kind]}",)}


def played(kind: type[E], game: str, seeds: int, operations: int, folders: pytest.TempPathFactory) -> list[E]:
    """An evening of so many operations for each seed."""
    evenings = [kind(folders.mktemp("evening"), game, seed) for seed in range(seeds)]
    for each in evenings:
        for _ in range(operations):
            each.operate()
    return evenings


def prove_all(evenings: Sequence[Evening]) -> None:
    """Each is taken back to its beginning, done again and played again from its entries; then it is over."""
    for each in evenings:
        assert each.prove() > 0
        each.campaign.close()


def all_of(rules: Ruleset, game: str) -> set[str]:
    """Every procedure that a game has for its table, with each of its results."""
    own = [each for each in rules.procedures if each.id.startswith(f"{game}.") and each.on_table]
    return {each.id for each in own} | {f"{each.id} {result}" for each in own for result in each.outcomes}


def facts_of(texts: Mapping[str, str]) -> set[str]:
    """Every fact of its own that the words of a game tell; not what it only says of any game's facts."""
    facts = (id.removeprefix("fact.") for id in texts if id.startswith("fact."))
    return {id for id in facts if "." not in id}


def not_reached(evenings: Sequence[Noting], needed: set[str]) -> list[str]:
    """What no evening has come to. They go on a while for what is rare, since it hangs on the dice alone."""
    for _ in range(LONGER):
        reached = {id for each in evenings for id, count in each.reached.items() if count}
        if needed <= reached:
            return []
        for each in evenings:
            for _ in range(MORE):
                each.operate()
    return sorted(needed - {id for each in evenings for id, count in each.reached.items() if count})
