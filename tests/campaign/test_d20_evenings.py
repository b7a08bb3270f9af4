"""Evenings of d20 battles that reach surprise, ties, delaying and readying, late comers, changes of side, and
every way in which an attack, a save or a wound can end: they are kept, taken back, done again and played
again like everything else.
"""

from collections.abc import Mapping, Sequence

import pytest

from tableside.games.d20.facts import TEXTS
from tableside.games.d20.sheet import D20Sheet
from tableside.rules.inputs import Value
from tableside.rules.life_states import can_act, is_dead, is_gone
from tableside.rules.procedure import Procedure, Role
from tableside.rules.table import Character, Kind
from tableside.rules.turns.counts import CountsOrder
from tests.campaign.reaching import Reaching, all_of, facts_of, not_reached, played, prove_all
from tests.thorough import often

pytestmark = pytest.mark.long

SEEDS, OPERATIONS = 6, often(1200)
OFTEN = {
    "turn.next": 30,
    **dict.fromkeys(("d20.begin-battle", "turn.join", "turn.leave", "campaign.begin-session"), 20),
    **dict.fromkeys(("turn.end", "campaign.condition", "campaign.edit", "campaign.end-session"), 12),
    **dict.fromkeys(("d20.attack", "d20.full-attack", "d20.save", "d20.oppose", "d20.check"), 16),
    **dict.fromkeys(("campaign.arrive", "campaign.depart", "d20.create", "d20.add-foe", "turn.back"), 8),
    "campaign.add-character": 2,
}
ENOUGH = 6
"""Who can still do something, that an evening goes on."""
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

    extremes = 0.4

    def gather(self) -> None:
        super().gather()
        add = self.campaign.rules.procedure("campaign.add-character")
        for name, cells in SHEETS.items():
            kind = Kind.ENEMY if name.startswith("Wolf") else Kind.PC
            self.try_to(add, {"name": name, "kind": kind, "cells": ("hit-points=30/30", *cells)})
        change = self.campaign.rules.procedure("campaign.house-rule")
        for rule, options in HOUSE.items():
            self.try_to(change, {"rule": rule, "option": self.dice.choice(options)})

    def is_over(self, able: Sequence[Character]) -> bool:
        return len(able) < ENOUGH

    def go_on(self) -> None:
        """Something at random, or what hangs on a state that is rare: it is brought about first."""
        chance = self.dice.random()
        if chance < 0.16:
            self._at_the_brink()
        elif chance < 0.24:
            self._caught()
        elif chance < 0.30:
            self._waits()
        else:
            super().go_on()

    def _do(self, id: str, **given: Value) -> None:
        fixed = {input.replace("_", "-"): value for input, value in given.items()}
        self.try_to(self.campaign.rules.procedure(id), fixed)

    def _two(self) -> tuple[Character, Character]:
        """Somebody, and another who can fight, if anybody can."""
        alive = [each for each in self.campaign.table.in_play() if not is_dead(each)]
        who = self.dice.choice(alive or [*self.campaign.table.characters.values()])
        fighters = [each for each in alive if each.name in SHEETS and each.key != who.key and can_act(each)]
        return who, self.dice.choice(fighters or alive or [who])

    def _at_the_brink(self) -> None:
        """Somebody comes to where hit points decide, and then they do something or it is done to them."""
        dice, (who, other) = self.dice, self._two()
        key, before = (who.key,), D20Sheet.of(who)
        brink = dice.choice((before.nonlethal, 1, 0, -1, -9))
        if dice.random() < 0.1:
            self._do("campaign.edit", who=who.key, cells=("hit-points==-20",))
        elif brink < before.hit_points.current:
            self._do("d20.hurt", who=key, hit_points=before.hit_points.current - brink)
        if brink >= 0 and dice.random() < 0.4:
            self._do("d20.bruise", who=key, hit_points=dice.choice((brink, brink + 2)))
        now = D20Sheet.of(self.campaign.table[who.key])
        left, bruises = now.hit_points.current, now.nonlethal
        match dice.choice(("heals", "attacks", "is attacked", "is helped", "bleeds", "is ended")):
            case "heals":
                points = dice.choice((1, -left, -left, (bruises - left) // 2))
                self._do("d20.heal", who=key, hit_points=max(1, points))
            case "attacks":
                self._do("d20.attack", who=who.key, against=other.key)
            case "is attacked":
                self._do("d20.full-attack", who=other.key, against=key, modifier=20)
            case "is helped":
                self._do("d20.first-aid", who=other.key, patient=who.key)
            case "bleeds":
                self._do("d20.dying-round", who=key)
            case "is ended":
                self._do("d20.coup-de-grace", who=other.key, against=who.key)

    def _caught(self) -> None:
        """Dexterity may not count for somebody, who asks what an attack has to reach, and is attacked."""
        dice, (who, other) = self.dice, self._two()
        if dice.random() < 0.7:
            condition = dice.choice(("flat-footed", "stunned", "helpless"))
            self._do("campaign.condition", who=(who.key,), condition=condition)
        self._do("d20.defence", who=who.key)
        self._do("d20.attack", who=other.key, against=who.key, modifier=dice.choice((-20, 0, 20)))

    def _waits(self) -> None:
        """Whoever acts puts it off; they take it up some turns later, unless their next turn comes first."""
        order = self.campaign.table.order
        if not isinstance(order, CountsOrder) or order.acting is None:
            self._do("turn.end" if order else "d20.begin-battle")
            self._do("turn.next")
            return
        who = order.acting
        waits = self.dice.choice(("ready", "delay"))
        self._do(f"d20.{waits}", who=who)
        for _ in range(self.dice.randint(1, len(order.members))):
            self._do("turn.next")
        now = self.campaign.table.order
        if waits == "delay":
            self._do("d20.come-in", who=who)
        elif isinstance(now, CountsOrder) and now.acting is not None:
            self._do("d20.fire", who=who, before=now.acting)

    def try_to(self, procedure: Procedure, fixed: Mapping[str, Value] | None = None) -> None:
        chosen: dict[str, Value] = {}
        if procedure.role == Role.ASSEMBLE:
            everybody = tuple(each.key for each in self.campaign.table.present() if not is_gone(each))
            unaware = tuple(key for key in everybody if self.dice.random() < 0.4)
            chosen = {"aware": (), "unaware": self.dice.choice([(), unaware, unaware, everybody])}
        if procedure.id == "campaign.begin-session" and self.dice.random() < 0.7:
            chosen = {"who": tuple(each.key for each in self.campaign.table.in_play(Kind.PC)[1:])}
        if procedure.id in ("d20.attack", "d20.save") and self.dice.random() < 0.3:
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
