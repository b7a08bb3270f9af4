"""Evenings of If We Wandered Here Long Enough that reach every move, resource, injury, condition and danger:
they are kept, taken back, done again and played again like everything else.
"""

from collections.abc import Mapping

import pytest

from tableside.games.wandered.rolls import ROLLED
from tableside.games.wandered.sheet import CONDITIONS, DEFIANCES
from tableside.games.wandered.words import TEXTS
from tableside.rules.inputs import Value
from tableside.rules.procedure import Procedure
from tableside.rules.table import Character, Kind
from tests.campaign.random_play import MOVING
from tests.campaign.reaching import Reaching, all_of, facts_of, not_reached, played, prove_all
from tests.thorough import often

pytestmark = pytest.mark.long

SEEDS, OPERATIONS = 4, often(1200)
OFTEN = {
    "wandered.roll-it": 40,
    "wandered.remove-resource": 12,
    **dict.fromkeys(("wandered.mark-condition", "wandered.harm"), 30),
    **dict.fromkeys(("wandered.roll-with", "wandered.roll-n", "wandered.defy"), 14),
    **dict.fromkeys(("wandered.treat", "wandered.rest", "wandered.check-trap", "wandered.add-danger"), 10),
    **dict.fromkeys(("wandered.damage-resource", "campaign.begin-session", "campaign.end-session"), 14),
    **dict.fromkeys(("campaign.arrive", "campaign.depart", "campaign.edit", "turn.begin-list"), 8),
}
SHEET = (
    *("approaches=Swift as rain", "limit-break=Burn bright", "supplies=medical 2"),
    "resources=lantern 2 refresh 2, mail 3 saves 1 durability 3, charm 1 special 1, rope",
    *(f"{each}{of}=3" for each in DEFIANCES for of in ("", ".maximum")),
)
HOUSE = {"PBT-AMB-2": "one-of-each", "PBT-AMB-5": "two-keep-worse"}
FELT = {"read-the-room": "obvious", "research-the-world": "distracted", "dig-up-a-secret": "paranoid"}
"""Conditions that matter to a move."""
REACHED = {
    *(facts_of(TEXTS) - {"untreated", "one-of-each"}),  # so rare that their own rows hold them
    *(f"wandered.roll-it {move}" for move in ROLLED),
    *("wandered.roll-with risk-everything", "wandered.roll-it by near-fear", "wandered.roll-it by any-yes"),
    *(f"wandered.mark-condition {each}" for each in CONDITIONS),
    *(f"wandered.defy by-{each}" for each in DEFIANCES),
    *("arrived", "departed", "session-missed", "turn.begin-list", "turn.next", "turn.end", "turn.leave"),
    *("somebody in the fight changes sides", "a summary held against its entries"),
}


class Evenings(Reaching):
    """An evening of moves, harm and dangers."""

    def gather(self) -> None:
        super().gather()
        add = self.campaign.rules.procedure("campaign.add-character")
        for name in ("Mira", "Olaf", "Tove"):
            self.try_to(add, {"name": name, "kind": Kind.PC, "cells": SHEET})
        for rule, option in HOUSE.items():
            if self.dice.random() < 0.5:
                change = self.campaign.rules.procedure("campaign.house-rule")
                self.try_to(change, {"rule": rule, "option": option})

    def weight(self, procedure: Procedure) -> int:
        if procedure.id.startswith("wandered."):
            return OFTEN.get(procedure.id, 6)
        return OFTEN.get(procedure.id, 3 if procedure.role in MOVING else 1)

    def try_to(self, procedure: Procedure, fixed: Mapping[str, Value] | None = None) -> None:
        chosen: dict[str, Value] = {}
        if procedure.id == "wandered.mark-condition" and self.dice.random() < 0.8:
            chosen["condition"] = self.dice.choice(CONDITIONS)
        party = self.campaign.table.in_play(Kind.PC)
        if procedure.id == "wandered.mark-condition" and party and self.dice.random() < 0.5:
            chosen["who"] = (party[0].key,)
        if procedure.id in ("wandered.roll-it", "wandered.harm", "wandered.treat") and party:
            chosen |= self._chosen(procedure, self.dice.choice(party))
        if procedure.id == "wandered.damage-resource" and party and self.dice.random() < 0.5:
            chosen |= {"who": self.dice.choice(party).key, "resource": "mail", "points": 1}
        if procedure.id == "campaign.begin-session" and party and self.dice.random() < 0.7:
            chosen["who"] = (party[-1].key,)
        super().try_to(procedure, {**chosen, **(fixed or {})})

    def _chosen(self, procedure: Procedure, who: Character) -> dict[str, Value]:
        """A move that a condition of theirs matters to; one who is hurt again and again, and then treated."""
        if procedure.id != "wandered.roll-it":
            return {"who": (who.key,)} if self.dice.random() < 0.7 else {}
        if who.has("afraid") and self.dice.random() < 0.6:
            return {"who": who.key, "near-fear": True}
        moves = [move for move, condition in FELT.items() if who.has(condition)]
        felt = bool(moves) and self.dice.random() < 0.7
        return {"who": who.key, "move": self.dice.choice(moves if felt else [*map(str, ROLLED)])}


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> list[Evenings]:
    return played(Evenings, "wandered", SEEDS, OPERATIONS, tmp_path_factory)


def test_all_of_it_is_reached(evenings: list[Evenings]) -> None:
    needed = REACHED | all_of(evenings[0].campaign.rules, "wandered")
    assert not_reached(evenings, needed) == []


def test_all_of_it_is_taken_back_done_again_and_played_again(evenings: list[Evenings]) -> None:
    prove_all(evenings)
