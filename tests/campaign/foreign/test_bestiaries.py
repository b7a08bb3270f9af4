"""Creatures of other bestiaries come into d20 with their own numbers, or are left."""

from pathlib import Path
from typing import Any

import pytest

from tableside.campaign.foreign.files import Record, RecordPlace
from tableside.campaign.foreign.packs_from_records import MadeOfRecord, pack_made_of
from tableside.games import load_game
from tests.campaign.foreign.test_forms import cells

SIX = {"strength": 14, "dexterity": 12, "constitution": 13, "intelligence": 3, "wisdom": 12, "charisma": 6}
SHORT = {name[:3]: score for name, score in SIX.items()}
BITE = "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 7 (1d8 + 2) piercing damage."
OF_5ETOOLS = {
    "name": "Moss Hound",
    "source": "HB",
    "page": 3,
    **SHORT,
    "ac": [13, {"ac": 15, "from": ["{@item shield|phb}"], "condition": "with shield"}],
    "hp": {"average": 22, "formula": "4d8 + 4"},
    "save": {"con": "+4"},
    "skill": {"perception": "+3"},
    "speed": {"walk": 40},
    "cr": "1/2",
    "action": [
        {
            "name": "Bite",
            "entries": ["{@atk mw} {@hit 4} to hit, reach 5 ft. {@h}7 ({@damage 1d8 + 2}) piercing damage."],
        },
        {"name": "Howl {@recharge 5}", "entries": ["A {@dc 12} save."]},
    ],
}
OPEN5E = {
    "slug": "moss-hound",
    "name": "Moss Hound",
    **SIX,
    "armor_class": 13,
    "armor_desc": "natural armor",
    "hit_points": 22,
    "hit_dice": "4d8+4",
    "constitution_save": 4,
    "dexterity_save": None,
    "perception": 3,
    "actions": [{"name": "Bite", "desc": BITE, "attack_bonus": 4, "damage_dice": "1d8", "damage_bonus": 2}],
}
OPEN5E_2 = {
    "name": "Moss Hound",
    "ability_scores": SIX,
    "armor_class": 13,
    "hit_points": 22,
    "hit_dice": "4d8+4",
    "saving_throws": {"constitution": 4},
    "skill_bonuses": {"perception": 3},
    "actions": [
        {"name": "Bite", "desc": "Melee Attack Roll: +4, reach 5 ft. Hit: 7 (1d8 + 2) Piercing damage."}
    ],
}
OF_THE_API = {
    "index": "moss-hound",
    "name": "Moss Hound",
    **SIX,
    "armor_class": [{"type": "natural", "value": 13}],
    "hit_points": 22,
    "hit_points_roll": "4d8+4",
    "actions": [{"name": "Bite", "desc": BITE}],
    "proficiencies": [
        {"value": 3, "proficiency": {"name": "Skill: Perception"}},
        {"value": 4, "proficiency": {"name": "Saving Throw: CON"}},
    ],
}
CRITTERDB = {
    "name": "Moss Hound",
    "flavor": {"imageUrl": "x"},
    "stats": {
        "armorClass": 13,
        "armorType": "natural",
        "hitPoints": 22,
        "hitPointsStr": "22 (4d8 + 4)",
        "abilityScores": SIX,
        "savingThrows": [{"ability": "constitution", "value": 4}],
        "skills": [{"name": "Perception", "value": 3}],
        "actions": [{"name": "Bite", "description": BITE}],
    },
}
STATBLOCK = {
    "name": "Moss Hound",
    "ac": "13 (natural)",
    "hp": "22 (4d8 + 4)",
    "hit_dice": "4d8 + 4",
    "stats": [*SIX.values()],
    "saves": [{"constitution": 4}],
    "skillsaves": [{"perception": 3}],
    "actions": [{"name": "Bite", "desc": BITE}],
}
BESTIARIES: dict[str, dict[str, Any]] = {
    "5etools": OF_5ETOOLS, "open5e": OPEN5E, "open5e-2": OPEN5E_2, "5e-api": OF_THE_API,
    "critterdb": CRITTERDB, "statblocks": STATBLOCK,
}  # fmt: skip


@pytest.mark.parametrize("form", BESTIARIES)
def test_a_creature_of_another_bestiary_has_its_own_numbers(form: str) -> None:
    told = cells(BESTIARIES[form], "monster", "d20")
    assert {
        "section": "foes",
        "hit_points": "22",
        "armour_class": "13",
        "fortitude": "4",
    }.items() <= told.items()
    assert {name: told[name] for name in SIX} == {name: str(score) for name, score in SIX.items()}
    assert told["spot"] == told["listen"] == "3" and told["attacks.new"] == ["Bite +4 1d8+2"]
    assert "4d8" in told["notes"]


def test_what_stands_in_it_besides_is_a_note() -> None:
    notes = cells(OF_5ETOOLS, "monster", "d20")["notes"].splitlines()
    assert "AC: 15 shield, Condition: with shield" in notes and "Speed: Walk 40" in notes
    assert "Howl (Recharge 5-6): A DC 12 save." in notes and "Cr: 1/2" in notes
    assert not any("{@" in each or "HB" in each for each in notes)


def of_foundry(**attributes: Any) -> dict[str, Any]:
    scores = {name: {"value": score, "proficient": 0} for name, score in SHORT.items()}
    hp = {"value": 9, "max": 22, "temp": 3, "formula": "4d8+4"}
    system = {"abilities": scores, "attributes": {"hp": hp, **attributes}, "currency": {"gp": 3}}
    return {"name": "Moss Hound", "type": "npc", "system": system}


def test_an_actor_of_foundry_has_its_numbers_and_what_is_left_of_it() -> None:
    told = cells(of_foundry(ac={"flat": 13, "calc": "natural"}, init={"bonus": "2"}), game="d20")
    assert {"hit_points": "9/22", "armour_class": "13", "initiative_bonus": "2"}.items() <= told.items()
    assert "Hp temp: 3" in told["notes"] and "Currency: Gp 3" in told["notes"]


def test_the_armour_that_foundry_works_out_is_worked_out() -> None:
    worn = {"armor": {"value": 14, "dex": 2}, "type": {"value": "medium"}, "equipped": True}
    shield = {"armor": {"value": 2}, "type": {"value": "shield"}, "equipped": True}
    stowed = {"armor": {"value": 18, "dex": 0}, "type": {"value": "heavy"}, "equipped": False}
    things = [{"name": "x", "type": "equipment", "system": each} for each in (worn, shield, stowed)]
    record = of_foundry(ac={"calc": "default"}) | {"items": things}
    assert cells(record, game="d20")["armour_class"] == "17"


NESTED: list[dict[str, Any]] = [
    {"name": "Odd", "hp": {"special": "as many as the moon"}, "ac": [12], **SHORT},
    {"name": "Odd", "HP": {"base": {"n": 4}}, "AC": 12},
    {"name": "Odd", "hp": [1, 2], "ac": 12},
    {"name": "Odd", "HP": 4, "AC": {"armour": {"x": 1}}},
    of_foundry(ac={"calc": "mage"}),
]


@pytest.mark.parametrize("record", NESTED)
def test_what_cannot_be_found_is_refused_and_not_taken_as_a_blank_sheet_has_it(
    record: dict[str, Any],
) -> None:
    made = pack_made_of(Record(RecordPlace(Path("x")), "monster", record), load_game("d20"))
    assert made is not None and made.kind is None and made.why is not None
    assert made.why.id == "foreign.nested"


@pytest.mark.parametrize("form", [*BESTIARIES, "foundry"])
def test_no_creature_of_another_game_is_one_of_troika(form: str) -> None:
    record = BESTIARIES.get(form) or of_foundry(ac={"flat": 13})
    made = pack_made_of(Record(RecordPlace(Path("x")), "monsters", record), load_game("troika"))
    assert made is None or (isinstance(made, MadeOfRecord) and made.kind is None)


@pytest.mark.parametrize(
    ("hit_points", "armour", "notes"),
    [
        ("22 (4d8+4)", "15 (leather, shield)", ["HP: 4d8+4", "AC: leather, shield"]),
        ("12 (temp 3)", "15-17", ["Hit points: 12 (temp 3)", "Armour class: 15-17"]),
        ({"Value": "lots", "Notes": "(2d8)"}, {"Value": 12}, ["HP: 2d8", "Hit points: lots"]),
    ],
)
def test_numbers_with_a_note_behind_them(hit_points: object, armour: object, notes: list[str]) -> None:
    told = cells({"Name": "X", "HP": hit_points, "AC": armour}, game="d20")
    assert told["notes"].splitlines() == notes


def test_an_attack_in_fields_of_its_own_is_one() -> None:
    claw = {
        "name": "Claw",
        "desc": "It scratches.",
        "attack_bonus": 4,
        "damage_dice": "1d6",
        "damage_bonus": 2,
    }
    told = cells(OPEN5E | {"actions": [claw]}, game="d20")
    assert told["attacks.new"] == ["Claw +4 1d6+2"] and "Claw: It scratches." in told["notes"]
