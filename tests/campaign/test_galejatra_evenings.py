"""Evenings of Galejatra with all its modules on: group rolls, treatment, exerting, pushing and absence are
kept, taken back, done again and played again like everything else.
"""

from collections import Counter
from collections.abc import Mapping

import pytest

from tableside.rules.inputs import Value
from tableside.rules.procedure import Procedure
from tableside.rules.table import Kind
from tests.campaign.reaching import Noting, not_reached, played, prove_all
from tests.thorough import often

pytestmark = pytest.mark.long

ATTEMPT, TOGETHER, TREAT = "galejatra.attempt", "galejatra.group-attempt", "galejatra.treat"
ROLLS = (ATTEMPT, TOGETHER, TREAT)
MODULES = {"HEI-AMB-9": "reserve-in-play", "HEI-X-onni": "luck-in-play", "HEI-X-vaiva": "ailments-in-play"}
SEEDS, OPERATIONS = 4, often(750)
TIRED = ("reserve.maximum=9", "reserve=9", "ailments.new=Bleeding 1")
REACHED = {
    *(f"{id} {result}" for id in ROLLS for result in ("success", "failure", "exerts", "pushes")),
    *(f"{id} {input}" for id in (TOGETHER, TREAT) for input in ("item", "help", "patch")),
    *("may-oppose", "matter-spent", "matter-open", "ailment-given", "bleeds-on", "luck-dice-thrown"),
    "galejatra.group-attempt, somebody being absent",
}


class Modules(Noting):
    """An evening on which dice are thrown most of the time, with most of what may be said left unsaid."""

    tired: list[int]
    """Keys of those who bleed and have something left to exert."""

    def gather(self) -> None:
        self.reached, self.tired = Counter(), [0]
        super().gather()
        before = {*self.campaign.table.characters}
        add = self.campaign.rules.procedure("campaign.add-character")
        for name in ("Mira", "Olaf"):
            self.try_to(add, {"name": name, "kind": Kind.PC, "cells": TIRED})
        self.tired = [key for key in self.campaign.table.characters if key not in before]
        for rule, option in MODULES.items():
            self.try_to(
                self.campaign.rules.procedure("campaign.house-rule"), {"rule": rule, "option": option}
            )
        party = self.campaign.table.in_play(Kind.PC)
        begin = self.campaign.rules.procedure("campaign.begin-session")
        self.try_to(begin, {"who": tuple(each.key for each in party[1:])})

    def weight(self, procedure: Procedure) -> int:
        often = {**dict.fromkeys(ROLLS, 60), "galejatra.ail": 12, "galejatra.rest": 8, "galejatra.create": 10}
        return often.get(procedure.id, 1 if procedure.id.startswith(("galejatra.", "campaign.")) else 0)

    def try_to(self, procedure: Procedure, fixed: Mapping[str, Value] | None = None) -> None:
        left: dict[str, Value] = {
            each.id: each.default
            for each in procedure.inputs
            if each.default is not None and self.dice.random() < 0.7
        }
        if procedure.id in ROLLS and self.dice.random() < 0.4:
            likely: dict[str, Value] = {
                "exert": "after-failure",
                "push": "after-failure",
                "opposition": 4,
                "against": 0,
            }
            left |= {id: value for id, value in likely.items() if self.dice.random() < 0.7}
        if procedure.id == ATTEMPT and self.dice.random() < 0.4:
            left["who"] = self.dice.choice(self.tired)
        table, length = self.campaign.table, self.campaign.length
        super().try_to(procedure, {**left, **(fixed or {})})
        if self.campaign.length > length:
            entry = self.latest
            facts = {fact.id for fact in entry.facts} | {entry.result}
            given = {id for id, value in entry.given.items() if value}
            self.reached.update({*facts, *(f"{procedure.id} {each}" for each in facts | given)})
            if procedure.id == TOGETHER and any(map(table.is_absent, table.in_play(Kind.PC))):
                self.reached["galejatra.group-attempt, somebody being absent"] += 1


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> list[Modules]:
    return played(Modules, "galejatra", SEEDS, OPERATIONS, tmp_path_factory)


def test_all_of_it_is_reached(evenings: list[Modules]) -> None:
    assert not_reached(evenings, REACHED) == []


def test_all_of_it_is_taken_back_done_again_and_played_again(evenings: list[Modules]) -> None:
    prove_all(evenings)
