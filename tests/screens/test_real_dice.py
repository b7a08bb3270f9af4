"""Whose faces are typed: by character, by campaign, and for an evening."""

import random
from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers
from tableside.demo import place_demo
from tableside.rules.play import Rolled
from tableside.rules.table import Kind
from tableside.screens.messages import ProcedureWanted
from tableside.widgets import base
from tableside.wording import label
from tests.screens.table import Table, opened


async def luck_of(table: Table, name: str) -> bool:
    """Test somebody's Luck; whether the faces were asked for."""
    who = next(each for each in table.campaign.table.in_play() if each.name == name)
    procedure = table.campaign.rules.procedure("troika.test-luck")
    table.app.post_message(ProcedureWanted(procedure, {"who": who.key}))
    await table.pilot.pause()
    asked = table.app.main_screen.ask.is_asking
    if asked:
        await table.keys("escape")
    return asked


async def test_one_character_has_real_dice_and_the_others_have_not(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        first, second, *_ = (each.name for each in table.campaign.table.in_play(Kind.PC))
        await table.keys("c", "home", "enter")
        sheet = table.app.main_screen.query_one("#sheet")
        assert sheet.go_to("dice")  # type: ignore[attr-defined]  # a LineList
        await table.keys("enter")
        assert table.campaign.table.real_dice.typing == (1,)
        assert "real (typed)" in table.text()
        assert "real dice: Ottoline" in table.lines()[0]
        assert await luck_of(table, first)
        assert not await luck_of(table, second)


async def test_f8_is_for_the_evening_and_goes_back_to_what_the_campaign_has(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        first, *_ = (each.name for each in table.campaign.table.in_play(Kind.PC))
        await table.keys("f8")
        assert await luck_of(table, first)
        await table.keys("f8")
        assert not await luck_of(table, first)
        usual = table.campaign.rules.procedure("campaign.real-dice")
        table.app.post_message(ProcedureWanted(usual, {"who": (), "typed": True}))
        await table.pilot.pause()
        assert await luck_of(table, first)
        await table.keys("f8")
        assert not await luck_of(table, first)
        assert "real dice" not in table.lines()[0]


async def test_faces_left_half_typed_are_there_when_it_is_rolled_again(tmp_path: Path) -> None:
    """They lie on the table. Once anything was done, nothing stands there that was typed before."""
    async with opened(tmp_path) as table:
        length = table.campaign.length
        await table.keys("f8", "r", *"luck", "enter", "4", "escape")
        assert "the faces typed so far stand there" in table.text() and table.campaign.length == length
        await table.keys("enter")
        assert "2d6 [4][_]" in table.text()
        await table.keys("f4", "r", *"luck", "enter")
        assert "2d6 [4][_]" in table.text(), "gone to another screen"
        await table.keys("backspace", "escape", "enter")
        assert "2d6 [_][ ]" in table.text()
        await table.keys("4", "escape", "enter", "3")
        assert [step.faces for step in table.campaign.last.steps] == [(4, 3)]  # type: ignore[union-attr]
        await table.keys("enter")
        assert "2d6 [_][ ]" in table.text()
        await table.keys("5", "escape", "f2", "minus", "1", "enter", "r", *"luck", "enter")
        assert "2d6 [_][ ]" in table.text(), "something else was done since"


async def test_the_rest_is_all_dice_that_are_still_to_come(tmp_path: Path) -> None:
    """Only those of the question were rolled, and the next die was asked for, six times as a battle began."""
    async with opened(tmp_path) as table:
        length = table.campaign.length
        await table.keys("f8", "r", *"create", "enter", *"Osric", "enter", "enter", "5", "r")
        last = table.campaign.last
        assert last is not None and table.campaign.length == length + 1
        typed, *rest = (typed for each in last.steps if isinstance(each, Rolled) for typed in each.typed)
        assert typed and rest and not any(rest)
        await table.keys("enter", *"Bea", "enter", "enter")
        assert table.app.main_screen.ask.is_asking, "the next roll is one of real dice again"


async def test_an_enter_behind_a_face_answers_no_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A 7 on a d20 is whole at once; the enter that a hand types behind it answers nothing else."""
    monkeypatch.setattr(base, "MOMENT", 60.0)
    library = Library(tmp_path)
    id = library.new("The pass", "d20")
    campaign = library.open(id)
    for procedure, inputs in (
        ("campaign.house-rule", {"rule": "D20-AMB-2", "option": "gm-picks"}),
        ("d20.create", {"name": "Ana"}),
        ("d20.create", {"name": "Ben"}),
        ("campaign.real-dice", {}),
    ):
        campaign.perform(campaign.rules.procedure(procedure), inputs, ReplayAnswers(random.Random(1)))
    campaign.close()
    async with opened(tmp_path, id) as table:
        await table.keys("i", "space", "1", "0", "enter", "1", "0", "enter", "7", "7")
        asked = "who goes first?"
        assert asked in table.text()
        await table.keys("enter")
        assert asked in table.text()
        await table.keys("enter")
        assert asked not in table.text()
        assert table.campaign.table.order is not None


async def test_a_die_that_is_asked_for_no_more_is_told_and_does_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It began the wound of whoever acted, and the enter behind it noted it, or rolled again."""
    monkeypatch.setattr(base, "MOMENT", 60.0)
    async with opened(tmp_path, place_demo(Library(tmp_path), "troika")) as table:
        await table.keys("r", *"luck", "=", "5", "space", "6")
        done = table.campaign.length
        await table.keys("4")
        assert label("field", "not-asked") in table.text()
        await table.keys("enter")
        assert table.campaign.length == done and not table.app.main_screen.ask.is_asking
        await table.keys("c", "i", "4")
        assert table.app.main_screen.ask.is_asking


async def test_an_enter_behind_an_option_taken_by_its_digit_answers_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The 1 and the 2 of a reroll are whole at once; the enter behind the first said no to the second."""
    monkeypatch.setattr(base, "MOMENT", 60.0)
    async with opened(tmp_path, place_demo(Library(tmp_path), "fell")) as table:
        await table.keys("x", "=", "4", "6", "6", "1", "enter")
        assert "Maud Sallow's d6 shows 6" in table.text()
        await table.keys("1", "1")
        done = table.campaign.length
        await table.keys("3")
        assert label("field", "not-asked") in table.text()
        await table.keys("enter")
        assert table.campaign.length == done and not table.app.main_screen.ask.is_asking
