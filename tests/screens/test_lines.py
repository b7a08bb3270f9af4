"""Writing in the journal line by line, with commands in the middle of it."""

from pathlib import Path

import pytest

from tableside.rules.sheet import Meter, sheet_part_of
from tableside.widgets.bars import LogBar
from tests.screens.table import Table, campaign_of, opened


def procedures(table: Table, before: int) -> list[str]:
    numbers = range(before + 1, table.campaign.length + 1)
    return [table.campaign.entry(number).procedure for number in numbers]


async def test_up_offers_nothing_that_was_not_typed(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("j", "w", *"/-3", "enter", "ctrl+z", "up")
        assert table.campaign.last is not None and table.campaign.last.procedure == "undo"
        assert table.campaign.draft == "/-3"


@pytest.mark.parametrize("key", ["w", "W"])
async def test_a_refusal_takes_the_place_of_what_was_foretold(tmp_path: Path, key: str) -> None:
    async with opened(tmp_path) as table:
        await table.keys("j", key)
        await table.write("/xyzzy")
        assert table.text().count("is not something to do") == 1
        await table.keys("enter")
        assert table.text().count("is not something to do") == 1
        assert any(line.startswith("! ") for line in table.lines())


async def test_on_the_journal_one_line_follows_the_other_until_escape(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before = table.campaign.length
        await table.keys("j", "w")
        for line in ("The keeper wakes.", "He sees #lantern."):
            await table.write(line)
            await table.keys("enter")
        await table.keys("escape", "u")
        assert procedures(table, before) == ["campaign.note", "campaign.note", "undo"]
        assert table.campaign.draft == ""


async def test_elsewhere_a_line_is_a_line(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before = table.campaign.length
        await table.keys("w")
        await table.write("Rain.")
        await table.keys("enter", "u")
        assert procedures(table, before) == ["campaign.note", "undo"]


async def test_what_is_done_in_the_middle_stands_where_it_was_written(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before = table.campaign.length
        await table.keys("j", "w")
        await table.write("The door groans. /? likely is it locked")
        assert "Ask the oracle" in table.text() and "%" in table.text()
        await table.keys("enter")
        await table.write("/luck")
        await table.keys("enter")
        await table.write("And so it was.")
        await table.keys("enter", "escape")
        assert procedures(table, before) == [
            "campaign.note",
            "oracle.ask",
            "troika.test-luck",
            "campaign.note",
        ]
        asked = table.campaign.entry(before + 2)
        assert (asked.given["question"], asked.given["likelihood"]) == ("is it locked", "likely")


async def test_after_a_refusal_one_goes_on_writing(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        tables = table.campaign.folder / "tables"
        tables.mkdir()
        (tables / "own.toml").write_text('[fen-sight]\nrows = ["{who.beard}"]\n')
        before, title = table.campaign.length, table.campaign.table.title
        await table.keys("j", "w")
        await table.write("He looks around. /fen-sight")
        await table.keys("enter")
        assert "sheet has no 'beard'" in table.text() and "Note: /fen-sight" in table.text()
        await table.write("Something stirs, ut")
        await table.keys("enter", *["backspace"] * 60)
        await table.write("Nothing.")
        await table.keys("enter", "escape")
        assert procedures(table, before) == ["campaign.note", "campaign.note"]
        assert table.campaign.table.title == title


async def test_what_is_not_understood_stays_to_be_mended(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before = table.campaign.length
        await table.keys("j", "w")
        await table.write("He opens it. /xyzzy")
        await table.keys("enter")
        assert table.campaign.length == before
        assert "He opens it. /xyzzy" in table.text() and "is not something to do" in table.text()
        await table.keys(*["backspace"] * len("/xyzzy"), "enter", "escape")
        assert procedures(table, before) == ["campaign.note"]


async def test_questions_of_a_rule_come_in_the_middle_of_writing(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before = table.campaign.length
        await table.keys("f8", "j", "w")
        await table.write("/luck")
        await table.keys("enter", "3", "4")
        await table.write("Lucky.")
        await table.keys("enter", "escape")
        assert procedures(table, before) == ["troika.test-luck", "campaign.note"]


async def test_what_was_done_is_taken_back_without_leaving_the_line(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before = table.campaign.length
        await table.keys("j", "w", *"/-3", "enter", "ctrl+z", *"half", "enter")
        assert procedures(table, before) == ["troika.hurt", "undo", "campaign.note"]


async def test_typing_is_taken_back_before_anything_that_was_done(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before = table.campaign.length
        await table.keys("j", "w", *"/-3", "enter")
        await table.write("half a")
        await table.keys("ctrl+z", "ctrl+z")
        assert table.lines()[-2] == "Note:" and table.campaign.draft == ""
        await table.keys("ctrl+z")
        assert "ctrl+z once more takes back what was done" in table.text()
        assert procedures(table, before) == ["troika.hurt"]
        await table.keys("ctrl+z")
        assert procedures(table, before) == ["troika.hurt", "undo"]


async def test_a_line_that_was_left_is_no_typing_to_be_taken_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before = table.campaign.length
        table.campaign.keep_draft("half")
        await table.keys("j", "w", "ctrl+z")
        assert "ctrl+u clears it" in table.text() and "Note: half" in table.text()
        assert table.campaign.length == before


async def test_what_was_cancelled_is_kept(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before = table.campaign.length
        await table.keys("f8", "j", "w")
        await table.write("He runs. /luck")
        await table.keys("enter", "escape")
        assert procedures(table, before) == ["campaign.note"]
        assert table.campaign.draft == "/luck"


async def test_the_last_lines_stay_in_view_while_prose_is_written(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        strip = table.app.main_screen.query_one(LogBar)
        before = str(strip.render())
        await table.keys("c", "w")
        await table.write("The tide turns. /luck")
        assert str(strip.render()) != before and "Test Luck" in table.text()
        for _ in "/luck":
            await table.keys("backspace")
        assert str(strip.render()) == before
        await table.keys("escape", "colon", "x", "backspace")
        assert str(strip.render()) == before


async def test_a_foe_is_never_me(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Alone", Ana="pc")) as table:
        before = table.campaign.length
        await table.keys("j", "w")
        for line in ("He hears them. /2 goblins", "/-2", "/i test luck", "/goblin 1 hits me for 1"):
            await table.write(line)
            await table.keys("enter")
        await table.keys("escape")
        assert table.app.app_state.selected != 1
        entries = [table.campaign.entry(number) for number in range(before + 3, table.campaign.length + 1)]
        assert [each.given["who"] for each in entries] == [(1,), 1, (1,)]


async def test_of_several_nobody_is_me_by_accident(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Two", Ana="pc", Bo="pc", Gob="enemy")) as table:
        before = table.campaign.length
        await table.keys("right_square_bracket", "right_square_bracket", "j", "w")
        assert table.app.app_state.selected == 3
        await table.write("/luck")
        assert "who ?" in table.text()
        await table.keys("ctrl+u")
        await table.write("/hurt me 2")
        await table.keys("enter")
        assert "type a name" in table.text() and table.campaign.length == before


async def test_anywhere_a_refused_line_stays(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("w")
        await table.write("He looks. /99999")
        await table.keys("enter")
        assert "there is no entry 99999" in table.text() and "Note: /99999" in table.text()


async def test_i_am_the_players_character_whatever_is_put_down(tmp_path: Path) -> None:
    """Of several, the one who was selected when they came; in a campaign with one, always that one."""
    for title, kinds in (("Alone", {"Ana": "pc"}), ("Two", {"Ana": "pc", "Bram": "pc"})):
        async with opened(tmp_path, campaign_of(tmp_path, title, **kinds)) as table:
            await table.keys("j", "w")
            for line in (
                "/3 goblins",
                "/-3",
                "/I lose 2 stamina",
                "/hurt me 1",
                "/goblin 2 prone",
                "/me prone",
            ):
                await table.write(line)
                await table.keys("enter")
            ana, goblin = (
                next(each for each in table.campaign.table.in_play() if each.name == name)
                for name in ("Ana", "Goblin 2")
            )
            stamina = sheet_part_of(ana.sheet, "stamina")
            assert isinstance(stamina, Meter) and stamina.maximum - stamina.current == 6, title
            assert ana.condition("prone") and goblin.condition("prone")
