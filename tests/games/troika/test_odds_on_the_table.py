"""The odds on the table are those of the rule, whoever does it and however the group reads the rules."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from tableside.games.troika.procedures import PROCEDURES
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.inputs import Value
from tableside.rules.odds import Odds
from tableside.rules.sheet import Item, Skill
from tableside.rules.table import Character, Condition, Kind, Table
from tests.games.answers import Frozen, frozen
from tests.games.troika.fighting import anna, brok, every_sum, table
from tests.thorough import covering

BY_ID = {each.id: each for each in PROCEDURES}
PRONE = (Condition("prone"),)


def loaded(count: int) -> tuple[Item, ...]:
    return tuple(Item(f"thing {number}") for number in range(count))


OWN = {
    "plain": anna(weapon="sword"),
    "burdened": anna(weapon="maul", items=loaded(13), armour=1),
    "prone": anna(weapon="bow", conditions=PRONE, shield=True),
    "enemy": anna(kind=Kind.ENEMY, weapon="large-beast"),
    "out of luck": anna(luck=1),
}
THEIRS = {
    "shielded": brok(armour=2, shield=True, skills=(Skill("Dodge", 2), Skill("Wrestling", 3))),
    "prone": brok(conditions=PRONE),
    "burdened": brok(kind=Kind.PC, luck=4, items=loaded(14)),
    "swamped": brok(kind=Kind.PC, luck=4, items=loaded(18)),
    "dying": brok(kind=Kind.PC, luck=4, armour=3, conditions=(Condition("dying"),)),
}
HOUSES: dict[str, dict[str, str]] = {
    "default": {},
    "otherwise": {
        "TRO_AMB_1": "six-is-mighty",
        "TRO_AMB_2": "always-succeeds",
        "TRO_AMB_3": "plain-twelve",
        "TRO_AMB_4": "attacker-only",
        "TRO_AMB_5": "double-only",
        "TRO_AMB_6": "target-answers",
        "TRO_AMB_7": "mishap",
        "TRO_AMB_9": "one-test",
        "TRO_AMB_17": "items",
        "TRO_AMB_18": "tests-only",
        "TRO_AMB_19": "lower-slot",
        "TRO_AMB_21": "shield-too",
        "TRO_AMB_23": "half",
    },
}
BOTH: dict[str, Value] = {"who": 1, "against": 2, "skill": "best", "their-skill": "best", "modifier": 1}
BOW: dict[str, Value] = {"weapon": ("bow",)}
ATTACKS: dict[str, tuple[str, dict[str, Value]]] = {
    "fight": ("troika.fight", {**BOTH, "cover": 1, "luck": "never"}),
    "two weapons": ("troika.fight", {**BOTH, "weapon": ("knife", "mace"), "luck": "ask"}),
    "shot": ("troika.shoot", {**BOTH, **BOW, "cover": 2, "in-reach": True, "luck": "never"}),
    "into a melee": ("troika.shoot-into-melee", {**BOTH, **BOW, "among": (3,), "luck": "never"}),
    "grapple": ("troika.grapple", {**BOTH, "cover": 3, "luck": "never"}),
    "touch": (
        "troika.cast",
        {
            "who": 1,
            "spell": "jolt",
            "modifier": 0,
            "against": 2,
            "their-skill": "best",
            "cover": 2,
            "luck": "never",
        },
    ),
}


def proved(procedure: str, inputs: Mapping[str, Value], on: Table) -> bool:
    """Whether the odds are those that an enumeration of the rule finds, for outcomes and amounts alike."""
    rule, odds = BY_ID[procedure].perform(on, inputs), BY_ID[procedure].chances(on, inputs)
    return _possible(odds) == _counted(every_sum(lambda play: frozen(rule(play))), odds)


def _possible(odds: Odds) -> list[dict[object, Fraction]]:
    listed: list[Mapping[str, Fraction] | Mapping[int, Fraction]] = [odds.chances]
    listed += odds.amounts.values()
    return [{value: chance for value, chance in chances.items() if chance} for chances in listed]


def _counted(found: Mapping[Frozen, Fraction], odds: Odds) -> list[dict[object, Fraction]]:
    listed: list[dict[object, Fraction]] = [{} for _ in range(1 + len(odds.amounts))]
    for (result, amounts), chance in found.items():
        values = (result, *(dict(amounts)[name] for name in odds.amounts))
        for counted, value in zip(listed, values, strict=True):
            counted[value] = counted.get(value, Fraction(0)) + chance
    return listed


def meeting(own: str, theirs: str, house: str) -> Table:
    cato = replace(brok(armour=1), key=3, name="Cato")
    return table(OWN[own], THEIRS[theirs], cato, **HOUSES[house])


@pytest.mark.long
@pytest.mark.parametrize(
    ("attack", "people", "house"), covering(ATTACKS, zip(OWN, THEIRS, strict=True), HOUSES)
)
def test_attacks(attack: str, people: tuple[str, str], house: str) -> None:
    (procedure, inputs), (own, theirs) = ATTACKS[attack], people
    assert proved(procedure, inputs, meeting(own, theirs, house))


@pytest.mark.long
@pytest.mark.parametrize(
    ("attack", "house"), covering(["fight", "shot", "grapple", "touch"], HOUSES, strength=1)
)
def test_always_trusting_to_luck(attack: str, house: str) -> None:
    procedure, inputs = ATTACKS[attack]
    assert proved(procedure, {**inputs, "luck": "always"}, meeting("burdened", "shielded", house))


ALONE: dict[str, tuple[str, dict[str, Value]]] = {
    "skill": ("troika.test", {"who": 1, "skill": "skill", "modifier": -1}),
    "swim": ("troika.test", {"who": 1, "skill": "swim", "modifier": 0}),
    "luck": ("troika.test-luck", {"who": 1}),
    "spell": (
        "troika.cast",
        {"who": 1, "spell": "jolt", "modifier": 0, "against": 0, "their-skill": "best", "luck": "ask"},
    ),
    "fire": ("troika.save-from", {"who": 1, "peril": "fire", "helper": 0, "skill": "luck", "modifier": 0}),
    "help": ("troika.help-dying", {"who": 4, "helper": 1, "skill": "swim", "modifier": 2}),
    "item": ("troika.retrieve-item", {"who": 1, "item": "ladder"}),
}


@pytest.mark.parametrize(("act", "own", "house"), covering(ALONE, OWN, HOUSES))
def test_what_one_does_alone(act: str, own: str, house: str) -> None:
    who = OWN[own].with_condition(Condition("fire"))
    ladder = replace(
        TroikaSheet.of(who).items, items=(Item("rope"), Item("ladder", 2), *TroikaSheet.of(who).items.items)
    )
    who = replace(who, sheet=replace(TroikaSheet.of(who), items=ladder))
    dying = Character(4, "Dora", Kind.ENEMY, TroikaSheet.of(brok()), (Condition("dying"),))
    procedure, inputs = ALONE[act]
    assert proved(procedure, inputs, table(who, dying, **HOUSES[house]))
