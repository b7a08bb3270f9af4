"""Encounters prepared: begun as one act, scaled, used again, with those who come later; played again."""

import random
from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.json_export import export_json, import_json
from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers
from tableside.errors import RuleError
from tableside.games import BUNDLED
from tableside.language.complete import completed_line
from tableside.language.listener import Listener
from tableside.rules.encounters import BEGIN, form_of_encounter_line
from tableside.rules.procedure import Role
from tableside.rules.table import ComingToTable
from tableside.views.amend import amend_inputs
from tableside.views.attacks import foe_choosing_target
from tableside.views.fight import fight_encounter_rows
from tableside.views.rollable_tables import given_with_rollable_tables
from tableside.views.sheet_rows import sheet_rows_in_brief
from tests.campaign.people import do
from tests.campaign.test_packs import PACKS, opened
from tests.understood import understood_at

LOCK_HOUSE = """
[encounters.lock-house]
name = "The lock house"
foes = ["2 {foe}", "{foe}"]
coming = ["round 2: {foe}", "clock The bell: 2 {foe}"]
read = "The gate hangs open."
notes = "They bargain when two have fallen."
table = "weather"
"""


def prepared(tmp_path: Path, game: str) -> Campaign:
    foe = PACKS[game].split("[foes.")[1].partition("]")[0].replace("-", " ")
    if game == "galejatra":
        foe = "wall of snow"
    return opened(tmp_path, game, PACKS[game] + LOCK_HOUSE.format(foe=foe))


def begin(campaign: Campaign, line: str = "") -> None:
    form = form_of_encounter_line(campaign.rules, campaign.table, line)
    campaign.perform(form.procedure, form.given, ReplayAnswers(random.Random(1)))


def fight(campaign: Campaign) -> None:
    procedure = campaign.rules.role(Role.ASSEMBLE)
    assert procedure is not None
    do(campaign, procedure.id)


def foes(campaign: Campaign) -> int:
    return len(campaign.table.in_play())


@pytest.mark.parametrize("game", BUNDLED)
def test_an_encounter_of_any_game_is_one_entry_that_plays_again_when_its_file_has_gone(
    tmp_path: Path, game: str
) -> None:
    campaign = prepared(tmp_path, game)
    begin(campaign)
    assert (foes(campaign), campaign.length) == (3, 1)
    assert campaign.table.encounter == "lock-house"
    (tmp_path / "packs" / "own.toml").unlink()
    begin(campaign, "lock")
    assert foes(campaign) == 6
    assert not [*audit(campaign)]
    campaign.undo(2)
    assert not campaign.table.characters and not campaign.table.encounter and not campaign.table.coming


@pytest.mark.parametrize("game", BUNDLED)
def test_one_goes_out_and_comes_in_as_json_with_who_is_still_to_come(tmp_path: Path, game: str) -> None:
    campaign = prepared(tmp_path, game)
    begin(campaign)
    (tmp_path / "packs" / "own.toml").unlink()
    path = tmp_path / "there.json"
    path.write_bytes(export_json(campaign))
    elsewhere = Library(tmp_path / "elsewhere")
    copy = elsewhere.open(import_json(elsewhere, path))
    assert copy.table == campaign.table and export_json(copy) == path.read_bytes()
    assert copy.table.encounter == "lock-house" and len(copy.table.coming) == 2
    do(copy, "campaign.add-clock", name="The bell", steps="1")
    do(copy, "campaign.tick-clock", clock="The bell")
    assert foes(copy) == 5 and [each.clock for each in copy.table.coming] == [""]
    begin(copy, "lock house")
    assert foes(copy) == 10 and not [*audit(copy)]  # the bell is full still
    copy.undo(copy.length)
    assert not copy.table.characters


@pytest.mark.parametrize("game", BUNDLED)
def test_inputs_alone_bring_what_files_say_of_everybody_whom_they_name(tmp_path: Path, game: str) -> None:
    campaign = prepared(tmp_path, game)
    procedure = campaign.rules.procedure(BEGIN)
    given = given_with_rollable_tables(
        campaign, procedure, {"encounter": "lock-house", "times": 1, "more": ""}
    )
    campaign.perform(procedure, given, ReplayAnswers(random.Random(1)))
    begin(campaign)
    assert len({repr(each.sheet) for each in campaign.table.in_play()}) == 1
    (tmp_path / "packs" / "own.toml").unlink()
    assert not [*audit(campaign)]


def test_amended_it_brings_others_as_files_say_them_now_and_knows_those_of_then(tmp_path: Path) -> None:
    campaign = prepared(tmp_path, "troika")
    begin(campaign)
    pack = tmp_path / "packs" / "own.toml"
    pack.write_text("[foes.eel]\nskill = 4\nstamina = 3\n", encoding="utf-8")
    amendment = campaign.amending(1)
    given = amend_inputs(campaign, amendment, {**amendment.given, "more": "2 eels"})
    campaign.amend(amendment.with_given(given))
    names = [each.name for each in campaign.table.in_play()]
    assert names == ["Goblin shaman 1", "Goblin shaman 2", "Goblin shaman 3", "Eel 1", "Eel 2"]
    assert not [*audit(campaign)]


def test_it_is_scaled_and_more_are_added_by_hand(tmp_path: Path) -> None:
    campaign = prepared(tmp_path, "troika")
    begin(campaign, "lock house x2 + troll, 2 orcs")
    assert foes(campaign) == 9


def test_those_of_a_round_come_in_it_and_those_of_a_clock_when_it_is_full(tmp_path: Path) -> None:
    campaign = prepared(tmp_path, "d20")
    do(campaign, "d20.create", name="Ana")
    begin(campaign)
    fight(campaign)
    assert foes(campaign) == 4
    while campaign.table.order is not None and campaign.table.order.round < 2:
        do(campaign, "turn.next")
    assert foes(campaign) == 5
    assert campaign.table.order is not None and len(campaign.table.order.members) == 5
    do(campaign, "campaign.add-clock", name="The bell", steps="2")
    do(campaign, "campaign.tick-clock", clock="The bell", steps="2")
    assert foes(campaign) == 7 and not campaign.table.coming
    assert not [*audit(campaign)]


def test_rounds_count_from_the_one_in_which_it_begins(tmp_path: Path) -> None:
    campaign = prepared(tmp_path, "d20")
    do(campaign, "d20.create", name="Ana")
    do(campaign, "d20.create", name="Ben")
    fight(campaign)
    while campaign.table.order is not None and campaign.table.order.round < 3:
        do(campaign, "turn.next")
    begin(campaign)
    assert campaign.table.coming[0].round == 4


def test_with_the_fight_its_rounds_are_over_and_its_clocks_go_on(tmp_path: Path) -> None:
    campaign = prepared(tmp_path, "troika")
    do(campaign, "troika.create", name="Ana")
    begin(campaign)
    fight(campaign)
    do(campaign, "turn.end")
    assert campaign.table.encounter == ""
    assert campaign.table.coming == (ComingToTable("2 goblin shaman", 0, "The bell"),)


def test_one_is_prepared_at_the_table_and_kept(tmp_path: Path) -> None:
    campaign = prepared(tmp_path, "troika")
    begin(campaign, "Bridge: 2 goblin shamans, troll")
    (tmp_path / "packs" / "own.toml").unlink()
    begin(campaign, "bridge")
    assert [each.name for each in campaign.table.in_play()] == ["Goblin shaman 1", "Goblin shaman 2", "Troll"]
    assert not [*audit(campaign)]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("bridge", "no encounter is called 'bridge': choose one of lock-house"),
        ("bridge: 3 zorks", "'zorks' is no foe of this game"),
        ("bridge:", "which foes"),
        ("lock house + zork", "'zork' is no foe of this game"),
        ("lock house x99", "99 is out of range"),
    ],
)
def test_what_will_not_do_is_said_and_nothing_changes(tmp_path: Path, line: str, told: str) -> None:
    campaign = prepared(tmp_path, "troika")
    with pytest.raises(RuleError, match=told):
        begin(campaign, line)
    assert campaign.length == 0


@pytest.mark.parametrize(
    "line",
    ["lock house", "the lock house", "encounter lock", "start encounter lock house", "lock house x2 + troll"],
)
def test_it_is_begun_in_words(tmp_path: Path, line: str) -> None:
    campaign = prepared(tmp_path, "troika")
    said = understood_at(line, campaign.table, campaign.rules, None)
    assert said.form is not None and said.form.procedure.id == BEGIN
    assert said.form.given["encounter"] == "lock-house"


@pytest.mark.parametrize(
    ("begun", "whole"),
    [
        ("encounter l", "encounter lock house"),
        ("lock h", "lock house"),
        ("start encounter lo", "start encounter lock house"),
    ],
)
def test_its_name_is_completed(tmp_path: Path, begun: str, whole: str) -> None:
    campaign = opened(tmp_path, "troika", PACKS["troika"] + '[encounters.lock-house]\nfoes = ["troll"]')
    assert completed_line(Listener(campaign.table, campaign.rules, None), begun) == whole


def test_what_a_file_says_is_not_prepared_in_its_place(tmp_path: Path) -> None:
    campaign = prepared(tmp_path, "troika")
    with pytest.raises(RuleError, match="lock house stands in a file"):
        begin(campaign, "lock house: troll")


def test_notes_and_who_is_to_come_stand_beside_the_fight(tmp_path: Path) -> None:
    campaign = prepared(tmp_path, "troika")
    begin(campaign)
    beside = [each.text for each in fight_encounter_rows(campaign.table, 40)]
    assert beside == [
        "The lock house",
        "The gate hangs open.",
        "They bargain when two have fallen.",
        "V rolls on weather",
        "Round 2: goblin shaman",
        "When The bell is full: 2 goblin shaman",
    ]
    do(campaign, "troika.create", name="Ana")
    fight(campaign)
    while campaign.table.order is not None and campaign.table.order.round < 2:
        do(campaign, "turn.next")
    later = [each.text for each in fight_encounter_rows(campaign.table, 40)]
    assert later[1] == "They bargain when two have fallen." and later[-1] == "The gate hangs open."


def test_the_stat_block_of_the_foe_who_acts_says_all_that_its_sheet_does(tmp_path: Path) -> None:
    campaign = prepared(tmp_path, "troika")
    do(campaign, "troika.create", name="Ana")
    begin(campaign)
    fight(campaign)
    assert foe_choosing_target(campaign.table, None) is None
    while foe_choosing_target(campaign.table, None) is None:
        do(campaign, "turn.next")
    foe = foe_choosing_target(campaign.table, None)
    assert foe is not None
    assert [each.text for each in sheet_rows_in_brief(foe, campaign.table, campaign.rules, 60)] == [
        foe.name,
        "Skill 6 · Initiative 1 · Armour 1 · In hand staff",
        "Spells: Jolt 3 (1)",
        "Flees alone",
    ]


def test_a_stat_block_is_silent_on_what_every_such_sheet_begins_with(tmp_path: Path) -> None:
    campaign = Library(tmp_path).open(Library(tmp_path).new("One", "d20"))
    do(campaign, "campaign.add-character", name="Goblin", kind="enemy", cells="dexterity=13")
    goblin = campaign.table[1]
    told = sheet_rows_in_brief(goblin, campaign.table, campaign.rules, 60)
    assert [each.text for each in told] == ["Goblin", "Armour Class 10 · Dexterity 13"]
