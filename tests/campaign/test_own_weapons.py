"""Weapons of one's own: written in packs or behind a thing's name, used wherever a row of the book is."""

import random
from fractions import Fraction
from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.pack_files import PackBook
from tableside.campaign.replay import ReplayAnswers
from tableside.errors import RuleError
from tableside.games import load_game
from tableside.games.fell import sheet as fell
from tableside.games.troika import sheet as troika
from tableside.games.troika.casting import BY_SPELL, casting_damage_row
from tableside.games.troika.damage import DamageBlow, DamageRow, damage_odds, damage_row_of_weapon
from tableside.games.troika.fighters import fighter_without_weapon
from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.sheet import BEST, TroikaSheet
from tableside.rules.campaign_kinds import campaign_kind
from tableside.rules.cells import cells, with_edited_cell
from tableside.rules.items import item_text, parse_item
from tableside.rules.sheet import Item, Sheet
from tableside.rules.table import Character, Kind, Table
from tableside.views.rollable_tables import given_with_rollable_tables
from tableside.views.sheet_rows import sheet_rows
from tableside.wording import label, worded_for_shell
from tests.campaign.people import do
from tests.campaign.test_packs import opened, put
from tests.understood import understood_at

SICKLE = "moon-sickle-damage-2-4-6-6-8-10-12-two-handed-piercing"
TROIKA = """
    [weapons.moon-sickle]
    damage = [2, 4, 6, 6, 8, 10, 12]
    two_handed = true
    piercing = "yes"

    [weapons.star-fire]
    damage = "3 3 5 7 9 12 18"
    natural = true

    [weapons.thunder-pipe]
    damage = "2 2 4 4 6 12 16"
    shot = true

    [foes.moon-monk]
    skill = 7
    stamina = 9
    weapon = "Moon sickle"
    items = ["Grandfather's hook = moon sickle", "great tent"]

    [spells.star-fall]
    cost = 2
    damage = "star fire"

    [items.old-hook]
    weapon = "moon-sickle"

    [items.great-tent]
    slots = 3
"""
FELL = """
    [weapons.glaive]
    die = "d10"
    bulky = true

    [weapons.thorn]
    die = "d6"
    small = true

    [foes.toll-guard]
    hit_die = "d8"
    items = ["glaive"]
"""


def said(campaign: Campaign, *lines: str) -> None:
    for line in lines:
        form = understood_at(line, campaign.table, campaign.rules, 1).form
        assert form is not None
        given = given_with_rollable_tables(campaign, form.procedure, form.given)
        campaign.perform(form.procedure, given, ReplayAnswers(random.Random(1)))


def carried(campaign: Campaign, key: int) -> list[Item]:
    sheet = campaign.table[key].sheet
    assert isinstance(sheet, troika.TroikaSheet | fell.FellSheet)
    return [*sheet.items.items]


def test_one_of_a_pack_is_given_wielded_and_read_as_it_says_when_its_file_has_gone(tmp_path: Path) -> None:
    campaign = opened(tmp_path, "troika", TROIKA)
    do(campaign, "campaign.add-character", name="Ana")
    said(campaign, "give ana moon sickle", "ana wields moon sickle")
    assert carried(campaign, 1) == [Item("moon sickle", 2, SICKLE)]
    assert troika.TroikaSheet.of(campaign.table[1]).weapon == SICKLE
    (tmp_path / "packs" / "own.toml").unlink()
    do(campaign, "troika.add-foe", foe="goblin")
    outcome = do(campaign, "troika.fight", who="#1", against="#2", luck="never")
    assert outcome is not None and [*audit(campaign)] == []
    said(campaign, "ana drops moon sickle")
    assert troika.TroikaSheet.of(campaign.table[1]).weapon == "unarmed"
    while campaign.undoable is not None:
        campaign.undo()
    campaign.close()


def test_who_draws_one_of_a_pack_carries_it_from_then_on(tmp_path: Path) -> None:
    campaign = opened(tmp_path, "troika", TROIKA)
    do(campaign, "campaign.add-character", name="Ana")
    said(campaign, "ana wields thunder pipe")
    assert [each.name for each in carried(campaign, 1)] == ["thunder pipe"]
    assert campaign.rules.attack(campaign.table[1], ()) == "troika.shoot"
    campaign.close()


def test_foes_things_and_spells_of_a_pack_name_one(tmp_path: Path) -> None:
    """TRO-8: a foe's line, a thing, a spell's row."""
    campaign = opened(tmp_path, "troika", TROIKA)
    do(campaign, "campaign.add-character", name="Ana", cells="spells.new=Star fall 3")
    put(campaign, "moon monk")
    assert troika.TroikaSheet.of(campaign.table[2]).weapon == SICKLE
    assert carried(campaign, 2) == [Item("Grandfather's hook", 2, SICKLE), Item("Great tent", 3)]
    said(campaign, "give ana old hook", "moon monk wields thunder pipe")
    assert carried(campaign, 1) == [Item("Old hook", 2, SICKLE)]
    kind = campaign_kind(campaign.rules, campaign.table, "spells", "star-fall")
    assert kind.value("damage") == "star-fire-damage-3-3-5-7-9-12-18-natural"
    said(campaign, "ana casts star fall at moon monk")
    assert casting_damage_row(campaign.table, "star-fall", BY_SPELL) == kind.value("damage")
    assert [*audit(campaign)] == []
    campaign.close()


def test_in_fell_it_gives_its_die_both_hands_and_its_slots(tmp_path: Path) -> None:
    """FELL-X-steel."""
    campaign = opened(tmp_path, "fell", FELL)
    do(campaign, "campaign.add-character", name="Ana")
    said(campaign, "give ana glaive", "give ana thorn")
    put(campaign, "toll guard")
    sheet = fell.FellSheet.of(campaign.table[1])
    assert [(each.name, each.slots) for each in sheet.items.items] == [("glaive", 2), ("thorn", 1)]
    assert [*map(fell.SteelWeapon.die_of, sheet.steel_weapons)] == [10, 6]
    assert [*map(label_of, sheet.off_hand_weapons)] == ["thorn"]
    glaive, thorn = sheet.steel_weapons
    with pytest.raises(RuleError, match="needs both hands"):
        do(campaign, "fell.attack-foe", who="#1", against="#2", die=glaive, bonus_die=thorn)
    do(campaign, "fell.attack-foe", who="#1", against="#2")
    assert [*audit(campaign)] == []
    campaign.close()


def test_a_skill_of_its_name_goes_with_it() -> None:
    """TRO-2: as Sword goes with a sword, Sickle Fighting goes with a moon sickle."""
    sheet = with_edited_cell(troika.TroikaSheet(skill=5), "skills.new", "Sickle Fighting 3, Moon 6")
    assert sheet.skill_total_for(BEST, TroikaSheet.skill_words_for_weapon(SICKLE)).total == 8
    assert sheet.skill_total_for(BEST, TroikaSheet.skill_words_for_weapon("sword")).total == 5


def test_in_a_clinch_it_breaks_and_claws_of_its_own_do_not() -> None:
    """TRO-7.4."""
    sheet = with_edited_cell(
        with_edited_cell(troika.TroikaSheet(), "items.new", "Moon sickle = 2 4 6 6 8 10 12"), "weapon", "moon"
    )
    broken = troika.TroikaSheet.of(fighter_without_weapon(Character(1, "Ana", Kind.PC, sheet), sheet.weapon))
    assert broken.items.items == () and broken.weapon == "unarmed"
    claws = with_edited_cell(troika.TroikaSheet(), "weapon", "claw damage 1 1 2 2 3 3 4 natural")
    assert (
        troika.TroikaSheet.of(fighter_without_weapon(Character(1, "Ana", Kind.PC, claws), claws.weapon))
        == claws
    )


def label_of(row: str) -> str:
    return label("option", row)


def test_its_odds_are_those_of_its_seven_numbers() -> None:
    """TRO-8, TRO-9: every face alike, a point of armour ignored."""
    row = damage_row_of_weapon(SICKLE)
    assert row == DamageRow(SICKLE, (2, 4, 6, 6, 8, 10, 12), two_handed=True, piercing=True)
    plain = damage_odds((SICKLE,), DamageBlow(armour=1), TroikaHouse())
    assert plain == {
        2: Fraction(1, 6),
        4: Fraction(1, 6),
        6: Fraction(1, 3),
        8: Fraction(1, 6),
        10: Fraction(1, 6),
    }
    assert damage_odds((SICKLE,), DamageBlow(bonus=1, armour=1), TroikaHouse())[12] == Fraction(1, 6)


@pytest.mark.parametrize(
    ("typed", "item"),
    [
        ("Hook = 1 1 1 1 1 1 2", Item("Hook", 1, "hook-damage-1-1-1-1-1-1-2")),
        ("Hook = 1, 1, 1, 1, 1, 1, 2 shot (3)", Item("Hook", 3, "hook-damage-1-1-1-1-1-1-2-shot")),
        ("Hook = claw damage 1 1 1 1 1 1 2 natural", Item("Hook", 0, "claw-damage-1-1-1-1-1-1-2-natural")),
        ("Hook = damage 1 1 1 1 1 1 2", Item("Hook", 1, "hook-damage-1-1-1-1-1-1-2")),
        ("Sword 2 = 4 6 6 6 6 8 11", Item("Sword 2", 1, "sword-2-damage-4-6-6-6-6-8-11")),
    ],
)
def test_one_is_typed_behind_the_name_of_a_thing_and_back(typed: str, item: Item) -> None:
    assert parse_item(typed, troika.CARRIED) == item
    assert parse_item(item_text(item), troika.CARRIED) == item


@pytest.mark.parametrize(
    ("game", "text", "names"),
    [
        ("troika", "Hook = 1 1 1 1 1 1", "seven numbers"),
        ("troika", "Hook = 1 1 1 -1 1 1 1", "seven numbers"),
        ("troika", "Hook = 1 1 1 1 1 1 1000", "999"),
        ("troika", "Hook = 1 1 1 1 1 1 1 sharp", "two-handed, piercing, natural, shot"),
        ("troika", "Hook = swort", "sword"),
        ("fell", "Hook = d7", "d4, d6, d8, d10, d12"),
        ("fell", "Hook = d8 sharp", "bulky, small, blast"),
    ],
)
def test_what_is_no_weapon_is_refused_with_what_would_do(game: str, text: str, names: str) -> None:
    sheet: Sheet = troika.TroikaSheet() if game == "troika" else fell.FellSheet()
    with pytest.raises(RuleError) as error:
        with_edited_cell(sheet, "items.new", text)
    assert names in worded_for_shell(error.value.message)


def test_what_is_carried_is_named_shortly_on_the_sheet() -> None:
    sheet = with_edited_cell(
        troika.TroikaSheet(), "items.new", "Moon sickle = 2 4 6 6 8 10 12 two-handed piercing"
    )
    sheet = with_edited_cell(sheet, "weapon", "moon")
    assert sheet.weapon == SICKLE and SICKLE in cells(sheet, "weapon")[0].options
    assert label_of(sheet.weapon) == "moon sickle"
    who = Character(1, "Ana", Kind.PC, sheet)
    lines = [" ".join(each.text.split()) for each in sheet_rows(who, Table().put(who), load_game("troika"))]
    assert "1 Moon sickle 2 4 6 6 8 10 12 2 slots in hand" in lines and "In hand moon sickle" in lines


@pytest.mark.parametrize(
    ("game", "section", "line", "names"),
    [
        ("troika", "weapons.x", "damage = [1, 2, 3]", "seven numbers"),
        ("troika", "weapons.x", "damage = [1, 2, 3, 4, 5, 6, -7]", "seven numbers"),
        ("troika", "weapons.x", 'damage = "1 2 3 4 5 6 7"\nsharp = true', "two_handed"),
        ("troika", "weapons.x", 'damage = "1 2 3 4 5 6 7"\nshot = "perhaps"', "yes"),
        ("troika", "weapons.x", "shot = true", "seven numbers"),
        ("troika", "foes.x", 'weapon = "moon sickel"', "moon sickel"),
        ("fell", "weapons.x", 'die = "d7"', "d4, d6, d8, d10, d12"),
        ("wandered", "weapons.x", 'die = "d6"', "choose one of"),
    ],
)
def test_the_check_names_file_line_and_what_would_do(
    tmp_path: Path, game: str, section: str, line: str, names: str
) -> None:
    campaign = opened(tmp_path, game, f"[{section}]\n{line}\n")
    book = campaign.rules.packs()
    assert isinstance(book, PackBook)
    faults = [*book.every_fault()]
    assert len(faults) == 1 and faults[0].line in (2, 3, 4)
    assert names in worded_for_shell(faults[0].message)
    campaign.close()
