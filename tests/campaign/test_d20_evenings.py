"""Evenings of d20 battles that reach surprise, ties, delaying and readying, late comers, changes of side, and
every way in which an attack, a save or a wound can end: they are kept, taken back, done again and played
again like everything else.
"""

from collections.abc import Mapping

import pytest

from tableside.games.d20.hit_points import DISABLED, state_now
from tableside.games.d20.sheet import sheet_of
from tableside.games.d20.words.facts import TEXTS
from tableside.rules.inputs import Value
from tableside.rules.procedure import Procedure, Role
from tableside.rules.states import is_gone
from tableside.rules.table import Kind
from tests.campaign.reaching import Reaching, all_of, facts_of, not_reached, played, prove_all
from tests.thorough import often

SEEDS, OPERATIONS = 6, often(1200)
OFTEN = {
    "turn.next": 50,
    **dict.fromkeys(("d20.begin-battle", "d20.delay", "d20.ready", "d20.come-in", "d20.fire"), 20),
    **dict.fromkeys(("turn.join", "turn.leave", "d20.defence", "d20.hurt", "d20.heal"), 12),
    **dict.fromkeys(("turn.end", "campaign.condition", "campaign.begin-session", "campaign.edit"), 12),
    **dict.fromkeys(("d20.attack", "d20.full-attack", "d20.save"), 24),
    **dict.fromkeys(("d20.oppose", "d20.bruise"), 12),
    **dict.fromkeys(("d20.coup-de-grace", "d20.first-aid", "d20.dying-round"), 12),
    **dict.fromkeys(("campaign.arrive", "campaign.depart", "campaign.end-session"), 5),
    **dict.fromkeys(("campaign.add-character", "d20.create", "d20.add-foe"), 2),
}
HOUSE = {
    "D20-AMB-2": ("tied-roll-again", "gm-picks", "pcs-first", "pcs-first"),
    "D20-AMB-9": ("at-next-count", "at-end-of-round"),
    "D20-AMB-10": ("number-kept", "rolled-anew"),
    "D20-AMB-12": ("roll-each-round", "roll-each-round", "gm-notes-them"),
}
SHEETS = {
    "Mira": ("dexterity=16", "uncanny-dodge=yes", "attacks=rapier +9 2d6/12-20, or bow +9 ranged 1d6/x3"),
    "Olaf": (
        *("dexterity=7", "attacks=fist +9/+4 nonlethal 2d6", "skills=Heal 5"),
        *("armour-class=25", "no-criticals=yes", "hit-points=300/300"),
    ),
    "Tove": ("dexterity=16", "uncanny-dodge=yes", "hit-points=90/90", "attacks=maul +9 1d6+50"),
    "Wolf 1": (
        "dexterity=16",
        "uncanny-dodge=yes",
        "fortitude=60",
        "attacks=2 claws +9 2d4+9, bite +9 1d6+1 plus trip",
    ),
    "Wolf 2": (
        "dexterity=16",
        "no-criticals=yes",
        "damage-reduction=3",
        "hit-points=300/300",
        "attacks=bite +4 1d6/15-20",
    ),
    "Wolf 3": ("dexterity=16", "attacks=gore +30 1d8"),
}
REACHED = {
    *(facts_of(TEXTS) - {"pcs-go-first"}),  # so rare that its own rows hold it
    *(
        "arrived",
        "departed",
        "session-missed",
        "turn.next",
        "turn.back",
        "turn.join",
        "turn.leave",
        "turn.end",
    ),
    *("d20.begin-battle by unaware", "d20.fire by before", "d20.ready by trigger"),
    *("somebody in the fight changes sides", "a summary held against its entries"),
}


class Evenings(Reaching):
    """An evening of battles one after the other."""

    def gather(self) -> None:
        super().gather()
        add = self.campaign.rules.procedure("campaign.add-character")
        for name, cells in SHEETS.items():
            kind = Kind.ENEMY if name.startswith("Wolf") else Kind.PC
            self.try_to(add, {"name": name, "kind": kind, "cells": ("hit-points=30/30", *cells)})
        change = self.campaign.rules.procedure("campaign.house-rule")
        for rule, options in HOUSE.items():
            self.try_to(change, {"rule": rule, "option": self.dice.choice(options)})

    def try_to(self, procedure: Procedure, fixed: Mapping[str, Value] | None = None) -> None:
        chosen: dict[str, Value] = {}
        if procedure.role == Role.ASSEMBLE:
            everybody = tuple(each.key for each in self.campaign.table.present() if not is_gone(each))
            unaware = tuple(key for key in everybody if self.dice.random() < 0.4)
            chosen = {"aware": (), "unaware": self.dice.choice([(), unaware, unaware, everybody])}
        in_play = self.campaign.table.in_play()
        hits = procedure.id in ("d20.hurt", "d20.heal", "d20.bruise")
        if hits and in_play and self.dice.random() < 0.4:
            bruised = [each for each in in_play if sheet_of(each).nonlethal]
            who = self.dice.choice(bruised if bruised and self.dice.random() < 0.5 else in_play)
            sheet = sheet_of(who)
            left = sheet.hit_points.current
            limits = {
                "d20.hurt": (left, left + 4, left + 10, left - sheet.nonlethal, 60),
                "d20.heal": (-left, 2),
                "d20.bruise": (left - sheet.nonlethal, left + 1),
            }
            exactly = self.dice.choice(limits[procedure.id])
            chosen = {"who": (who.key,), "hit-points": exactly} if exactly > 0 else {}
        disabled = [each.key for each in in_play if state_now(each) == DISABLED]
        if procedure.id == "d20.attack" and disabled:
            chosen = {"who": self.dice.choice(disabled)}
        if procedure.id == "d20.bruise" and disabled:
            chosen = {"who": (self.dice.choice(disabled),), "hit-points": 0}
        if procedure.id in ("d20.attack", "d20.save") and self.dice.random() < 0.2:
            chosen |= {"modifier": self.dice.choice((-20, 20))}
        super().try_to(procedure, {**chosen, **(fixed or {})})

    def weight(self, procedure: Procedure) -> int:
        own = procedure.id.startswith("d20.")
        return OFTEN.get(procedure.id, 4 if own else 0 if procedure.id.startswith("turn.begin") else 1)


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> list[Evenings]:
    return played(Evenings, "d20", SEEDS, OPERATIONS, tmp_path_factory)


def test_all_of_it_is_reached(evenings: list[Evenings]) -> None:
    needed = REACHED | all_of(evenings[0].campaign.rules, "d20")
    assert not_reached(evenings, needed) == []


def test_all_of_it_is_taken_back_done_again_and_played_again(evenings: list[Evenings]) -> None:
    prove_all(evenings)
