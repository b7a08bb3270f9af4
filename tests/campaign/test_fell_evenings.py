"""Evenings of Fell with spells, hirelings, treatment, advancement, changes of side and people who are absent:
they are kept, taken back, done again and played again like everything else.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from tableside.campaign.entries import Entry
from tableside.rules.inputs import Value
from tableside.rules.life_states import can_act
from tableside.rules.procedure import Procedure
from tableside.rules.table import Character, Kind, Table
from tests.campaign.reaching import Noting, not_reached, played, prove_all
from tests.thorough import often

pytestmark = pytest.mark.long

SEEDS, OPERATIONS = 4, often(1500)
OFTEN = {
    "fell.cast": 32,
    **dict.fromkeys(("fell.attack-foe", "fell.treat", "campaign.edit", "fell.harm"), 12),
    **dict.fromkeys(("fell.hire", "fell.pay-wages", "fell.improve-hireling", "fell.check-morale"), 8),
    **dict.fromkeys(("fell.return-with-treasure", "campaign.begin-session"), 24),
    **dict.fromkeys(("campaign.depart", "campaign.arrive", "turn.end"), 16),
    **dict.fromkeys(("fell.rest", "fell.heal", "fell.advance", "turn.begin-sides", "turn.next"), 8),
    **dict.fromkeys(("fell.do-test", "fell.work-on", "fell.contest-with"), 4),
}
REACHED = {
    *(
        "fell.cast pass",
        "fell.cast fail",
        "fell.cast win",
        "fell.cast lose",
        "fell.cast attack",
    ),
    *(
        "fell.attack-foe win",
        "fell.attack-foe lose",
        "fell.attack-foe helpers",
        "fell.attack-foe their-helpers",
    ),
    *("fell.attack-foe blast", "fell-armour-protects", "stepped-up", "fatigue-weighs"),
    *("fell-hired", "fell.hire payer", "fell.pay-wages payer", "fell-hireling-improved"),
    *("fell-treated", "fell-died"),
    *("fell-die-up", "fell-die-down", "fell-die-shrunk", "fell-skill-learned", "fell-spell-learned"),
    *("departed", "arrived", "a roll in a fight, somebody being absent"),
    *("another side", "another side in a fight", "a roll by one who changed sides"),
}
KINDS = (Kind.PC, Kind.NPC, Kind.ENEMY, Kind.HENCHMAN)
THROWERS = ("Mira", "Olaf")
"""Two who have firebombs, spells and armour from the beginning."""
ROLLS = ("fell.cast", "fell.attack-foe", "fell.do-test", "fell.contest-with")


class Evenings(Noting):
    """An evening on which most of what may be said is left unsaid, in and out of fights."""

    extremes = 0.5
    turncoats: set[int]
    """Keys of those who changed sides."""

    def gather(self) -> None:
        self.reached, self.turncoats = Counter(), set()
        super().gather()
        sheet = ("bod=d6", "int=d6", "wil=d8", "wil_points=8", "wil_points.maximum=8", "skills.new=lore")
        carried = (
            "spells.new=Jolt",
            *("items.new=firebomb",) * 3,
            "items.new=longsword",
            "armour=chain",
            "rations=9",
        )
        for name in THROWERS:
            given: dict[str, Value] = {"name": name, "kind": Kind.PC, "cells": (*sheet, *carried, "coin=900")}
            self.try_to(self.campaign.rules.procedure("campaign.add-character"), given)

    def is_over(self, able: Sequence[Character]) -> bool:
        return not {*THROWERS} & {each.name for each in able}

    def weight(self, procedure: Procedure) -> int:
        if procedure.id.startswith(("d20.", "troika.", "turn.begin-list", "turn.begin-popcorn")):
            return 0
        return OFTEN.get(procedure.id, 1)

    def try_to(self, procedure: Procedure, fixed: Mapping[str, Value] | None = None) -> None:
        left: dict[str, Value] = {
            each.id: each.default
            for each in procedure.inputs
            if each.default is not None and self.dice.random() < 0.5
        }
        if procedure.id == "campaign.edit" and self.dice.random() < 0.5:
            left["cells"] = (f"kind={self.dice.choice(KINDS)}",)
        if procedure.id == "fell.attack-foe" and self.dice.random() < 0.3:
            carriers = self._throwers()
            left |= {"die": "firebomb", "bonus-die": "none", "who": self.dice.choice(carriers or [0])}
            left["blast"] = tuple(each.key for each in self.campaign.table.in_play(Kind.ENEMY)[1:3])
        if procedure.id == "fell.cast" and self.dice.random() < 0.8:
            carriers = self._throwers()
            foes = [each.key for each in self.campaign.table.in_play(Kind.ENEMY)]
            against, attack = self.dice.choice(foes or [0]), self.dice.random() < 0.5
            left |= {"who": self.dice.choice(carriers or [0]), "against": against, "attack": attack}
        table, length = self.campaign.table, self.campaign.length
        super().try_to(procedure, {**left, **(fixed or {})})
        if self.campaign.length > length:
            self._note(self.latest, table)

    def _throwers(self) -> list[int]:
        people = self.campaign.table.in_play()
        return [each.key for each in people if each.name in THROWERS and can_act(each)]

    def _note(self, entry: Entry, before: Table) -> None:
        """Remember what was reached by this entry."""
        given = {id for id, value in entry.given.items() if value}
        facts = {fact.id for fact in entry.facts}
        self.reached.update({*facts, *(f"{entry.procedure} {each}" for each in (entry.result, *given))})
        now, is_fight = self.campaign.table, before.order is not None
        changed = {key for key, who in before.characters.items() if now[key].kind != who.kind}
        self.turncoats |= changed
        self.reached["another side"] += len(changed)
        self.reached["another side in a fight"] += bool(changed) and is_fight
        if entry.procedure in ROLLS:
            self.reached["a roll by one who changed sides"] += entry.given.get("who") in self.turncoats
            is_absent = any(map(before.is_absent, before.in_play(Kind.PC)))
            self.reached["a roll in a fight, somebody being absent"] += is_fight and is_absent


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> list[Evenings]:
    return played(Evenings, "fell", SEEDS, OPERATIONS, tmp_path_factory)


def test_all_of_it_is_reached(evenings: list[Evenings]) -> None:
    assert not_reached(evenings, REACHED) == []


def test_all_of_it_is_taken_back_done_again_and_played_again(evenings: list[Evenings]) -> None:
    prove_all(evenings)
