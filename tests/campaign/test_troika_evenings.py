"""Evenings of Troika! with fights that begin and end, spells, perils, training and tokens handed on: they are
kept, taken back, done again and played again like everything else.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from tableside.games.troika.conditions import DROWNING, PERILS
from tableside.rules.inputs import Value
from tableside.rules.life_states import can_act
from tableside.rules.procedure import Procedure
from tableside.rules.table import Character, Kind
from tests.campaign.reaching import Noting, not_reached, played, prove_all
from tests.thorough import often

pytestmark = pytest.mark.long

SEEDS, OPERATIONS = 4, often(1200)
OFTEN = {
    "troika.retrieve-item": 24,
    **dict.fromkeys(("turn.next", "campaign.condition"), 20),
    **dict.fromkeys(("troika.suffer", "troika.save-from", "troika.assemble-stack", "turn.end"), 16),
    **dict.fromkeys(("troika.cast", "troika.fight", "campaign.begin-session", "campaign.end-session"), 12),
    **dict.fromkeys(("troika.train", "troika.learn", "troika.hand-token", "troika.help-dying"), 12),
    **dict.fromkeys(("troika.improve", "troika.eat", "troika.aim", "troika.grapple"), 8),
    **dict.fromkeys(("troika.create", "troika.heal"), 6),
    **dict.fromkeys(("troika.add-foe", "troika.hurt", "troika.draw", "campaign.add-character"), 2),
}
ENOUGH = 5
"""Who can still do something, that an evening goes on."""
OF_WHO_ACTS = ("troika.fight", "troika.grapple", "troika.retrieve-item", "troika.shoot-into-melee")
REACHED = {
    *("troika.cast success", "troika.cast failure", "troika.cast against"),
    *("troika.train improved", "troika.train unchanged", "troika.learn learned", "troika.learn unchanged"),
    *("token-handed", "aims", "shoots-with-care", "attacks-again", "turn-spent", "end-of-round"),
    *("sinks", "swims", "keeps-afloat", "fails-fire", "fails-poison", "fails-bleeding"),
    *("no-test-fire", "saved-from-fire", "saved-from-poison", "saved-from-bleeding"),
    *("troika.save-from helper", "helped", "not-helped", "died", "saved-from-death", "back-from-dying"),
    *("victim", "eaten", "put-away", "joined", "spell-paid", "luck-passed"),
    "a summary held against its entries",
}


class Evenings(Noting):
    """An evening on which most of what may be said is left unsaid, in and out of fights."""

    def gather(self) -> None:
        self.reached = Counter()
        super().gather()
        sheet = (
            "skill=9",
            "stamina=40/40",
            "skills=Swim 1, Second Sight 2",
            "spells=Jolt 1 (1), quick 0 (2)",
        )
        for name, kind in (("Mira", Kind.PC), ("Olaf", Kind.PC), ("Hob", Kind.HENCHMAN), ("Orc", Kind.ENEMY)):
            cells = (*sheet, "provisions=9", "items=rope, lamp, oil, tent, map, sword, bow, axe")
            given: dict[str, Value] = {"name": name, "kind": kind, "cells": cells}
            self.try_to(self.campaign.rules.procedure("campaign.add-character"), given)

    def weight(self, procedure: Procedure) -> int:
        if procedure.id.startswith(("d20.", "turn.begin", "campaign.retire", "turn.leave")):
            return 0
        return OFTEN.get(procedure.id, 3 if procedure.id.startswith("troika.") else 1)

    def is_over(self, able: Sequence[Character]) -> bool:
        return len(able) < ENOUGH

    def go_on(self) -> None:
        """Somebody in peril is saved or not; who has done something on their turn tries it again."""
        if self.campaign.table.order is None and self.dice.random() < 0.25:
            self._in_peril()
            return
        super().go_on()
        last = self.campaign.last
        if last is not None and last.procedure in OF_WHO_ACTS and self.dice.random() < 0.8:
            self.try_to(self.campaign.rules.procedure(last.procedure))

    def _in_peril(self) -> None:
        """Somebody comes into a peril, or is dying, and somebody helps."""
        able = [each.key for each in self.campaign.table.in_play() if can_act(each)]
        who, helper = self.dice.sample(able, 2)
        peril = self.dice.choice((*PERILS, "dying"))
        steps: list[tuple[str, dict[str, Value]]] = [
            ("campaign.condition", {"who": (who,), "condition": peril}),
            ("troika.help-dying", {"who": who, "helper": helper})
            if peril == "dying"
            else ("troika.save-from", {"who": who, "peril": peril, "helper": self.dice.choice((0, helper))}),
        ]
        for id, given in steps:
            self.try_to(self.campaign.rules.procedure(id), given)

    def try_to(self, procedure: Procedure, fixed: Mapping[str, Value] | None = None) -> None:
        left: dict[str, Value] = {
            each.id: each.default
            for each in procedure.inputs
            if each.default is not None and self.dice.random() < 0.6
        }
        if procedure.id == "campaign.condition" and self.dice.random() < 0.8:
            left |= {"condition": self.dice.choice((*PERILS, DROWNING, "dying", "unconscious"))}
        order = self.campaign.table.order
        if procedure.id in OF_WHO_ACTS and order is not None and order.now and self.dice.random() < 0.8:
            left["who"] = order.now[0]
        if procedure.id in ("troika.train", "troika.learn"):
            left |= {"teacher": 0, "teacher-total": 40}
        length, summaries = self.campaign.length, self.did["(summaries)"]
        super().try_to(procedure, {**left, **(fixed or {})})
        if self.campaign.length > length:
            entry = self.latest
            given = {id for id, value in entry.given.items() if value}
            facts = {fact.id for fact in entry.facts}
            self.reached.update({*facts, *(f"{procedure.id} {each}" for each in (entry.result, *given))})
            self.reached["a summary held against its entries"] += self.did["(summaries)"] - summaries


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> list[Evenings]:
    return played(Evenings, "troika", SEEDS, OPERATIONS, tmp_path_factory)


def test_all_of_it_is_reached(evenings: list[Evenings]) -> None:
    assert not_reached(evenings, REACHED) == []


def test_all_of_it_is_taken_back_done_again_and_played_again(evenings: list[Evenings]) -> None:
    prove_all(evenings)
