"""Records of other tools, as they come into packs and into a campaign."""

import json
from pathlib import Path
from typing import Any

import pytest

from tableside.campaign.foreign.files import Record, RecordPlace
from tableside.campaign.foreign.packs_from_records import MadeOfRecord, pack_made_of
from tableside.campaign.library import Library
from tableside.games import load_game
from tableside.rules.pack_kinds import creature_of_pack_kind
from tableside.rules.sheet import Meter
from tests.shell.test_contract import Finished, done, tableside

ROW = {"1": 2, "2": 4, "3": 4, "4": 8, "5": 12, "6": 14, "7+": 18}
MIEN = [{"roll": 1, "mood": "Hungry"}, {"roll": 2, "mood": "Asleep"}]
FOUNDRY_ROW = {f"dr{column}": str(harm) for column, harm in enumerate(ROW.values(), 1)}


def made(record: dict[str, Any], hint: str = "", game: str = "troika") -> MadeOfRecord:
    found = pack_made_of(Record(RecordPlace(Path("x.json")), hint, record), load_game(game))
    assert found is not None and found.kind is not None, found
    return found


def cells(record: dict[str, Any], hint: str = "", game: str = "troika") -> dict[str, Any]:
    """The cells of what is made of a record, several of one list as a list."""
    found = made(record, hint, game)
    assert found.kind is not None
    told: dict[str, Any] = {"section": found.kind.section, "text": found.kind.text}
    for path, text in found.kind.values:
        told[path] = [*told.get(path, []), text] if path.endswith(".new") else text
    return told


@pytest.mark.parametrize(
    "record",
    [
        {
            "name": "Lamp Eel",
            "stats": {"skill": 6, "stamina": 9, "initiative": 2, "armor": 1, "damage": "Modest Beast"},
            "mien": {"diceType": "d6", "entries": MIEN},
            "advancedSkills": [{"name": "Swim", "rank": 4}],
            "special": [{"name": "Spark", "description": "Stings whoever holds it."}],
            "description": "Made up.",
        },
        {
            "@context": "https://example.org",
            "@type": "Enemy",
            "name": "Lamp Eel",
            "skill": "six",
            "stamina": "9",
            "initiative": 2.0,
            "armour": "light",
            "damage": "as a Modest Beast",
            "mien": ["Hungry", "Asleep"],
            "advancedSkills": {"a": {"name": "Swim", "rank": "4"}},
            "special": "Spark: Stings whoever holds it.",
            "description": "<p>Made <b>up</b>.</p><script>alert(1)</script>",
        },
    ],
    ids=["older", "newer"],
)
def test_an_enemy_of_the_corpus_in_both_generations(record: dict[str, Any]) -> None:
    told = cells(record, "enemies")
    assert told["section"] == "foes"
    assert {"skill": "6", "stamina": "9", "initiative": "2", "armour": "1"}.items() <= told.items()
    assert told["weapon"] == "modest-beast" and told["mien"] == "1 Hungry, 2 Asleep"
    assert told["skills.new"] == ["Swim 4"] and told["notes"] == "Spark: Stings whoever holds it."
    assert told["text"] == "Made up."


def test_a_background_has_its_skills_possessions_and_what_the_sheet_counts() -> None:
    told = cells(
        {
            "id": 71,
            "name": "Ferry Clerk",
            "possessions": [
                {"name": "Ledger", "slots": 0},
                {"name": "A Club"},
                {"name": "Light Armour"},
                {"name": "Silver Pence", "quantity": 12},
                {"name": "Jars", "quantity": "1d6"},
            ],
            "advancedSkills": [{"name": "Bargain", "rank": 3}],
            "spells": [{"name": "Ledger Lock", "rank": 1}],
        }
    )
    assert told["section"] == "backgrounds" and told["skills.new"] == ["Bargain 3"]
    assert told["items.new"] == ["Ledger (0)", "A Club = club", "Light Armour", "Jars x1d6"]
    assert told["armour"] == "1" and told["silver"] == "12" and told["spells.new"] == ["Ledger Lock 1"]


def test_a_thing_and_a_spell_have_their_slots_cost_and_damage_row() -> None:
    hook = {"name": "Boat Hook", "type": "weapon", "slots": 2, "weapon": {"damageAs": "polearm"}}
    assert {"section": "items", "slots": "2", "weapon": "polearm"}.items() <= cells(hook).items()
    lock = {"name": "Lock", "cost": "all", "testType": "rollUnder", "damageTable": ROW}
    told = cells(lock, "spells")
    assert told["section"] == "spells" and told["damage"] == "polearm" and "Cost: all" in told["text"]


OWN_ROW = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7+": 9}
OWN_FOUNDRY_ROW = {f"dr{column}": str(harm) for column, harm in enumerate(OWN_ROW.values(), 1)}


def test_a_damage_row_of_none_of_the_book_is_one_of_its_own() -> None:
    hook = {
        "name": "Boat Hook",
        "type": "weapon",
        "weapon": {"damageAs": OWN_ROW, "specialRules": ["two_handed"]},
    }
    assert cells(hook)["weapon"] == "boat-hook-damage-1-2-3-4-5-6-9-two-handed"
    lock = {"name": "Lock", "cost": 1, "testType": "rollUnder", "damageTable": OWN_ROW}
    assert cells(lock, "spells")["damage"] == "lock-damage-1-2-3-4-5-6-9-natural"
    eel = {"name": "Lamp Eel", "stats": {"skill": 6, "stamina": 9, "damage": [*OWN_ROW.values()]}}
    assert cells(eel)["weapon"] == "lamp-eel-damage-1-2-3-4-5-6-9-natural"
    sword = {"attack": OWN_FOUNDRY_ROW, "canAttack": True, "equipped": True, "armourIgnored": "1"}
    things = [{"name": "Hook", "type": "gear", "system": sword}]
    told = cells({"name": "Ilse", "type": "pc", "system": {"skill": {"value": "5"}}, "items": things})
    assert told["items.new"] == ["Hook = hook-damage-1-2-3-4-5-6-9-piercing"]
    assert told["weapon"] == "hook-damage-1-2-3-4-5-6-9-piercing"


def test_a_damage_row_that_will_not_do_stands_in_the_text() -> None:
    told = cells({"name": "Boat Hook", "type": "weapon", "weapon": {"damageAs": [1, 2, 3, 4, 5, 6, -7]}})
    assert "weapon" not in told and "1 2 3 4 5 6 -7" in told["text"]


def test_a_foundry_actor_with_what_it_has() -> None:
    sword = {
        "name": "Hook",
        "type": "gear",
        "system": {"attack": FOUNDRY_ROW, "canAttack": True, "equipped": True},
    }
    told = cells(
        {
            "name": "Ilse",
            "type": "pc",
            "system": {
                "skill": {"value": "5", "max": 5},
                "stamina": {"value": 14, "max": 19},
                "luck": {"value": "8", "max": "9"},
                "armour": {"value": 1},
                "monies": "7 silver",
                "provisions": {"p1": True, "p2": True, "p3": False},
                "special": "<p>Knows <em>everybody</em>&nbsp;here.</p>",
            },
            "items": [
                {"name": "Swim", "type": "skill", "system": {"rank": "2"}},
                {"name": "Jolt", "type": "spell", "system": {"rank": "1", "castingCost": "1"}},
                sword,
            ],
        }
    )
    assert told["section"] == "people" and told["kind"] == "pc" and told["stamina"] == "14/19"
    assert told["luck"] == "8/9" and told["provisions"] == "2" and told["silver"] == "7"
    assert told["skills.new"] == ["Swim 2"] and told["spells.new"] == ["Jolt 1 (1)"]
    assert told["items.new"] == ["Hook = polearm"] and told["weapon"] == "polearm"
    assert told["notes"] == "Knows everybody here."


def test_a_background_of_a_compendium_has_what_one_begins_with_and_no_scores_that_were_rolled() -> None:
    system = {"skill": {"value": "6"}, "stamina": {"value": 18}, "monies": "2d6 Silver", "armour": "1"}
    rope = {"name": "Rope", "type": "gear", "system": {"inventorySlots": "1", "quantity": "2"}}
    told = cells(
        {"name": "31 Ferry Clerk", "type": "pc", "system": system, "items": [rope]}, "troika-srd-backgrounds"
    )
    assert told["section"] == "backgrounds" and told["items.new"] == ["Rope x2 (1)"] and told["armour"] == "1"
    assert "skill" not in told and "stamina" not in told and told["notes"] == "Silver: 2d6 Silver"


def gear(name: str, **system: Any) -> dict[str, Any]:
    plain = {"canAttack": False, "requiresTwoHands": False, "armourIgnored": 0, "quantity": 1}
    return {"name": name, "type": "gear", "system": plain | system}


SWORD = {f"dr{column}": harm for column, harm in enumerate((4, 6, 6, 6, 6, 8, 10), 1)}


def test_what_an_actor_of_foundry_has_besides_is_a_note_and_never_lost() -> None:
    grudge = {"rank": "3", "modifier": "2", "improvement": True, "total": "9"}
    things = [
        {"name": "Grudge", "type": "skill", "system": grudge},
        {"name": "Swim", "type": "skill", "system": {"rank": "lots", "modifier": "0", "improvement": False}},
        gear("Arrows", quantity=-2),
        gear("Half a pie", quantity=0.5),
        gear("Rope", quantity="a few", description="<p>Wet.</p>"),
    ]
    system = {
        "skill": {"value": 4, "max": 6},
        "stamina": {"value": 22, "max": 18, "temp": 1},
        "initiativeTokens": 3,
        "monies": "12 silver pence and a gold tooth",
    }
    told = cells({"name": "Vexed", "type": "pc", "system": system, "items": things})
    assert told["skills.new"] == ["Grudge 3", "Swim 0"] and told["skills.grudge.ticked"] == "yes"
    assert told["items.new"] == ["Arrows", "Half a pie", "Rope"] and "silver" not in told
    assert told["stamina"] == "=22" and told["stamina.maximum"] == "18"
    assert {*told["notes"].splitlines()} == {
        *("Skill; max: 6", "Stamina; temp: 1", "Initiative tokens: 3", "Grudge; modifier: 2"),
        *("Silver: 12 silver pence and a gold tooth", "Swim; rank: lots", "Arrows; quantity: -2"),
        *("Half a pie; quantity: 0.5", "Rope; quantity: a few", "Rope; text: Wet."),
    }


@pytest.mark.parametrize(
    ("flags", "row"),
    [
        ({}, "sword"),
        ({"requiresTwoHands": True}, "blade-damage-4-6-6-6-6-8-10-two-handed"),
        ({"armourIgnored": "1"}, "blade-damage-4-6-6-6-6-8-10-piercing"),
        ({"requiresTwoHands": True, "armourIgnored": 1}, "blade-damage-4-6-6-6-6-8-10-two-handed-piercing"),
    ],
)
def test_hands_and_armour_ignored_count_when_rows_are_compared(flags: dict[str, Any], row: str) -> None:
    blade = gear("Blade", canAttack=True, equipped=True, attack=SWORD, **flags)
    assert cells(blade)["weapon"] == row
    told = cells({"name": "Ilse", "type": "pc", "system": {"skill": 5}, "items": [blade]})
    assert told["weapon"] == row and told["items.new"] == [f"Blade = {row}"]


def test_a_weapon_named_as_a_row_with_other_marks_is_one_of_its_own() -> None:
    told = cells({"name": "Cleaver", "slots": 2, "weapon": {"damageAs": "sword", "twoHanded": True}})
    assert told["weapon"] == "cleaver-damage-4-6-6-6-6-8-10-two-handed"


@pytest.mark.parametrize(
    ("monies", "silver"), [("7 silver", "7"), ("12 silver pence", "12"), (5, "5"), ("9sp", "9")]
)
def test_money_that_is_silver_is_counted(monies: object, silver: str) -> None:
    told = cells({"name": "Ilse", "type": "pc", "system": {"skill": 5, "monies": monies}})
    assert told["silver"] == silver and "notes" not in told


def test_a_foundry_npc_of_an_older_form_is_a_foe() -> None:
    options = {"0": {"number": 1, "description": "Bored"}, "1": {"number": 2, "description": "Strict"}}
    told = cells(
        {
            "name": "Ghost",
            "type": "npc",
            "data": {"skill": {"value": 7}, "stamina": 12, "mienOptions": options},
        }
    )
    assert {
        "section": "foes",
        "skill": "7",
        "stamina": "12",
        "mien": "1 Bored, 2 Strict",
    }.items() <= told.items()


def test_a_stat_block_has_hit_points_armour_class_and_initiative() -> None:
    block = {
        "Name": "Bog Warden",
        "HP": {"Value": "22", "Notes": "(4d8+4)"},
        "AC": {"Value": 15},
        "InitiativeModifier": 3,
        "Abilities": {"Dex": 12},
        "Speed": ["30 ft."],
    }
    found = made(block, game="d20")
    assert found.kind is not None and found.kind.section == "foes"
    sheet: Any = creature_of_pack_kind(found.kind, load_game("d20")).sheet
    assert sheet.hit_points == Meter(22, 22) and sheet.armour_class == 15
    assert sheet.dexterity == 12 and sheet.initiative_bonus == 2 and "Speed: 30 ft." in sheet.notes


SPEAR = "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) piercing damage."
BOW = "<i>Ranged Weapon Attack:</i> +6 to hit, range 80 ft. Hit: 7 (1d8+3) piercing plus 3 (1d6) fire damage."


@pytest.mark.parametrize(
    ("name", "content", "line", "is_noted"),
    [
        ("Spear", SPEAR, "Spear +4 1d6+2", True),
        ("Longbow (Recharge 5-6)", BOW, "Longbow +6 ranged 1d8+3+1d6", True),
        ("Bite", "Bite +4 1d6+1/19-20", "Bite +4 1d6+1/19-20", False),
        ("Multiattack", "It makes two attacks.", "", True),
        ("Web", "Ranged Weapon Attack: +5 to hit. Hit: the target is held.", "", True),
    ],
)
def test_attacks_are_read_out_of_the_text_of_actions(
    name: str, content: str, line: str, is_noted: bool
) -> None:
    told = cells({"Name": "X", "HP": 5, "Actions": [{"Name": name, "Content": content}]}, game="d20")
    assert told.get("attacks.new", []) == ([line] if line else [])
    assert (name in told.get("notes", "")) == is_noted


def test_scores_saves_and_skills_of_a_stat_block_are_on_the_sheet() -> None:
    block = {
        "Name": "X",
        "HP": {"Value": 5, "Notes": "(2d4)"},
        "Abilities": {"Str": 14, "Dex": 12, "Con": 13, "Wis": 8},
        "Saves": [{"Name": "Con", "Modifier": 3}, {"Name": "Int", "Modifier": 2}],
        "Skills": [{"Name": "Stealth", "Modifier": -3}, {"Name": "Perception", "Modifier": 4}],
    }
    told = cells(block, game="d20")
    assert {"strength": "14", "fortitude": "3", "reflex": "1", "will": "-1"}.items() <= told.items()
    assert told["skills.new"] == ["Stealth -3"] and told["spot"] == told["listen"] == "4"
    assert told["notes"].splitlines() == ["HP: 2d4", "Int: +2"]


def test_a_number_that_the_sheet_does_not_take_stands_as_a_note_and_keeps_nothing_out() -> None:
    found = made({"name": "Titan", "skill": 99, "stamina": 12}, "enemies")
    assert found.kind is not None and "Skill: 99" in found.notes
    assert "notes=Skill: 99" in found.kind.cells and "stamina=12" in found.kind.cells


LIST = """\ufeffName;HP;Max HP;AC;Init;Dex;Speed\r
Bog Warden;20;22;15;1;12;30 ft.\r
Mire Hound;9;;dreizehn;2;;\r
"""


def test_a_list_with_the_columns_of_other_tools(tmp_path: Path) -> None:
    (tmp_path / "foes.csv").write_text(LIST, encoding="utf-8")
    done(tmp_path / "s", "new", "Deep", "--rules", "d20")
    said = done(tmp_path / "s", "bring", "deep", str(tmp_path / "foes.csv"), "--as", "foe")
    assert "foes.csv:2: Bog Warden: taken in part" in said and "notes on: Speed" in said
    library = Library(tmp_path / "s")
    campaign = library.open("deep", read_only=True)
    warden, hound = (each for each in campaign.table.in_play())
    sheet: Any = warden.sheet
    assert sheet.hit_points == Meter(20, 22) and sheet.initiative_bonus == 0 and sheet.dexterity == 12
    assert "Armour class: dreizehn" in getattr(hound.sheet, "notes", "")


# A whole corpus


def corpus(folder: Path) -> Path:
    """A made-up one: a manifest that names files, one of which is broken, one outside, one not there."""
    (folder / "enemies").mkdir(parents=True)
    (folder / "spells").mkdir()
    enemy = {
        "name": "Eel",
        "stats": {"skill": 6, "stamina": 9, "initiative": 2, "armor": 1, "damage": "Club"},
    }
    (folder / "enemies" / "eel.json").write_text(json.dumps(enemy))
    (folder / "enemies" / "bad.json").write_text('{\n "name": "Bad",\n "stats": {,}\n}')
    (folder / "spells" / "lock.json").write_text(json.dumps({"name": "Lock", "cost": 2, "range": "Close"}))
    refs = ("./eel.json", "./bad.json", "../../../etc/passwd", "./none.json", "./manifest.json")
    named = [
        {"$ref": f"{each.replace('./', './enemies/', 1) if '..' not in each else each}"} for each in refs
    ]
    manifest = {"version": "1.0", "metadata": {"title": "Mine"}, "enemies": named}
    manifest["spells"] = [{"$ref": "./spells/lock.json"}, {"$ref": "./manifest.json"}]  # a circle
    index = {"enemies": [{"slug": "eel", "name": "Eel", "type": "Enemy", "description": "Made up."}]}
    (folder / "index.json").write_text(json.dumps({"@type": "CollectionIndex", "collections": index}))
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def add(tmp_path: Path, *arguments: str) -> Finished:
    folders = ("--packs", str(tmp_path / "packs"), "--tables", str(tmp_path / "tables"))
    return tableside(tmp_path / "saves", *folders, "packs", *arguments)


@pytest.mark.parametrize("named", ["", "manifest.json"])
def test_a_corpus_is_taken_whatever_of_it_is_broken(tmp_path: Path, named: str) -> None:
    folder = corpus(tmp_path / "corpus")
    said = add(tmp_path, "add", str(folder / named))
    assert "Eel: taken as foes.eel" in said.stdout and "Lock: taken in part as spells.lock" in said.stdout
    assert said.stdout.splitlines()[-2].startswith("2 taken (1 in part)")
    left = said.stderr.splitlines()
    assert said.returncode == 2 and all(len(each) < 200 for each in left)
    assert any(each.startswith("bad.json:3: left: this is not JSON") for each in left)
    assert any("../../../etc/passwd, which is not in its folder" in each for each in left)
    assert any("none.json, which is not there" in each for each in left)
    assert add(tmp_path, "check").stdout == "sound: kinds 2, files 1\n"
    again = add(tmp_path, "add", str(folder / named))
    assert again.stdout.splitlines()[-1].startswith("0 taken") and "Eel: there already" in again.stdout
    assert len([*(tmp_path / "packs").iterdir()]) == 1


def test_two_of_one_name_are_numbered_and_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    eels = [{"name": "Eel", "skill": skill, "stamina": 9} for skill in (6, 7, 6)]
    (tmp_path / "eels.json").write_text(json.dumps({"enemies": eels}))
    said = add(tmp_path, "add", str(tmp_path / "eels.json"), "--dry-run")
    assert said.returncode == 0 and not (tmp_path / "packs").exists()
    assert [line.rpartition(" ")[2] for line in said.stdout.splitlines()[:3]] == [
        "foes.eel",
        "foes.eel-2",
        "already",
    ]
    add(tmp_path, "add", str(tmp_path / "eels.json"))
    assert "foes.eel-2  Eel 2" in add(tmp_path, "list", "--rules", "troika").stdout


def test_a_store_of_lines_is_read_as_it_stands_last(tmp_path: Path) -> None:
    def line(name: str, slots: str) -> str:
        return json.dumps({"_id": "a1", "name": name, "type": "gear", "system": {"inventorySlots": slots}})

    lines = (line("Hook", "1"), "not json {", line("Boat Hook", "2"), '{"$$indexCreated":{"fieldName":"x"}}')
    (tmp_path / "items.db").write_text("\n".join(lines))
    said = add(tmp_path, "add", str(tmp_path / "items.db"))
    assert "items.db:3: Boat Hook: taken as items.boat-hook" in said.stdout
    assert (
        said.stderr.startswith("items.db:2: left: this is not JSON")
        and "Hook: taken as items.hook" not in said.stdout
    )


def test_what_is_put_in_a_campaign_is_its_own_and_is_put_down(tmp_path: Path) -> None:
    (tmp_path / "eel.json").write_text(json.dumps({"name": "Eel", "skill": 6, "stamina": 9}))
    done(tmp_path / "saves", "new", "Vale", "--rules", "troika")
    assert add(tmp_path, "add", str(tmp_path / "eel.json"), "--to", "vale").returncode == 0
    assert [each.name for each in (tmp_path / "saves" / "vale" / "packs").iterdir()] == ["eel.toml"]
    assert "Eel 2" in done(tmp_path / "saves", "say", "vale", "add", "2", "eels")


def test_a_pack_of_our_own_is_taken_but_for_what_is_wrong_in_it(tmp_path: Path) -> None:
    pack = tmp_path / "own.toml"
    pack.write_text('game = "troika"\n[foes.good]\nskill = 5\n[foes.bad]\nskil = 3\n', encoding="utf-8")
    said = add(tmp_path, "add", str(pack))
    assert "Good: taken as foes.good" in said.stdout and said.returncode == 2
    assert said.stderr.startswith("own.toml:4: Bad: left: ") and "no part 'skil'" in said.stderr


def test_who_is_brought_in_is_an_entry_that_undo_takes_back(tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    people = [
        {
            "@type": "Character",
            "name": name,
            "attributes": {"skill": 4, "stamina": {"current": 9, "maximum": 16}},
        }
        for name in ("Ana", "Bram")
    ]
    (tmp_path / "party.json").write_text(json.dumps([*people, {"name": "Lock", "cost": 2, "range": "Close"}]))
    done(saves, "new", "Vale", "--rules", "troika")
    looked = tableside(saves, "bring", "vale", str(tmp_path / "party.json"), "--dry-run")
    assert "2 taken" in looked.stdout and "Ana" not in done(saves, "show", "vale")
    said = tableside(saves, "bring", "vale", str(tmp_path / "party.json"))
    assert said.returncode == 2 and "Lock: left: it is no person, but one of the spells" in said.stderr
    assert "9/16" in done(saves, "show", "vale")
    assert "sound" in done(saves, "check", "vale")
    done(saves, "undo", "vale", "2")
    assert "Ana" not in done(saves, "show", "vale")


def test_another_of_a_name_is_told_apart(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps({"name": "Ana", "type": "pc", "system": {"skill": 6}}))
    done(tmp_path / "s", "new", "Vale", "--rules", "troika")
    done(tmp_path / "s", "do", "vale", "troika.create", "name=Ana")
    assert "taken as Ana 2" in done(tmp_path / "s", "bring", "vale", str(tmp_path / "a.json"))
    assert "there already" in done(tmp_path / "s", "bring", "vale", str(tmp_path / "a.json"))


MOODS = [{"range": [n, n], "text": mood} for n, mood in enumerate(("Playful", "Shy {x}", "Cross", "Bold"), 1)]


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ({"name": "Moods", "formula": "1d4", "results": MOODS}, "d4"),
        ({"@type": "Table", "name": "Moods", "diceExpression": "d4", "entries": [
            {"roll": "1-2", "result": "Playful"}, {"roll": 3, "result": "Shy", "description": "Or not."},
            {"roll": "4", "result": "Cross"}], "possessions": []}, "d4"),
        ({"name": "Moods", "rows": ["Playful", "Shy"]}, "-"),
    ],
)  # fmt: skip
def test_a_random_table_is_put_where_it_is_rolled_on(
    tmp_path: Path, record: dict[str, Any], told: str
) -> None:
    said = add(tmp_path, "add", write(tmp_path, record))
    assert "Moods: taken as tables.moods" in said.stdout and said.returncode == 0, said
    folder = ("--tables", str(tmp_path / "tables"))
    assert "sound: " in done(tmp_path, *folder, "tables", "check")
    listed = done(tmp_path, *folder, "tables", "list").splitlines()
    assert [each.split()[1] for each in listed if each.startswith("moods ")] == [told]
    done(tmp_path, *folder, "roll", "table.roll", "table=moods")
    assert "there already" in add(tmp_path, "add", write(tmp_path, record)).stdout


def test_a_table_with_a_gap_is_left_and_two_of_one_name_are_numbered(tmp_path: Path) -> None:
    gap = {"name": "Gap", "formula": "1d6", "results": MOODS}
    other = {"name": "Moods", "rows": ["Sad"]}
    whole = {"name": "Moods", "formula": "1d4", "results": MOODS}
    said = add(tmp_path, "add", write(tmp_path, [gap, whole, other]))
    assert "tables.moods-2" in said.stdout and "(record 1): Gap: left: " in said.stderr


def write(tmp_path: Path, content: object) -> str:
    (tmp_path / "x.json").write_text(json.dumps(content))
    return str(tmp_path / "x.json")


def test_a_table_drawn_from_without_replacement_is_a_deck(tmp_path: Path) -> None:
    record = {"name": "Cards", "formula": "1d4", "replacement": False, "results": MOODS}
    assert "Cards: taken as tables.cards" in add(tmp_path, "add", write(tmp_path, record)).stdout
    assert "deck = true" in (tmp_path / "tables" / "x.toml").read_text()
    assert "sound: " in done(tmp_path, "--tables", str(tmp_path / "tables"), "tables", "check")


def test_a_row_that_leads_to_another_table_is_told(tmp_path: Path) -> None:
    leads = {"range": [1, 1], "documentCollection": "RollTable", "text": "Weather"}
    record = {"name": "Leads", "formula": "1d2", "results": [leads, {"range": [2, 2], "text": "Rain"}]}
    said = add(tmp_path, "add", write(tmp_path, record)).stdout
    assert "Leads: taken in part as tables.leads; notes on: Another table" in said
