"""What ends a fight, takes somebody out of play or quits in the middle asks once, and Enter loses nothing."""

from pathlib import Path

import pytest

from tableside.rules.table import Kind
from tests.screens.table import Table, opened
from tests.screens.test_waiting import AT_LUCK


@pytest.mark.parametrize(
    ("keys", "is_on"),
    [
        (("enter",), True),
        (("escape",), True),
        (("y",), True),
        (("space",), True),
        (("y", "enter"), False),
        (("2",), False),
    ],
)
async def test_a_fight_is_ended_when_that_is_meant(
    tmp_path: Path, keys: tuple[str, ...], is_on: bool
) -> None:
    async with opened(tmp_path) as table:
        await table.keys("i", "f")
        assert "End the fight?" in table.text() and table.campaign.table.order is not None
        await table.keys(*keys)
        assert (table.campaign.table.order is not None) == is_on


async def test_a_fight_that_is_won_ends_unasked(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("i", "colon")
        await table.write("kill all enemies")
        await table.keys("enter")
        assert "No foe is left standing" in table.text()
        await table.keys("f")
        assert table.campaign.table.order is None


async def test_without_a_fight_there_is_nothing_to_ask(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("i", "f", "2", "f")
        assert not table.app.main_screen.ask.is_asking and "no fight is on" in table.text()


@pytest.mark.parametrize(("keys", "count"), [(("enter",), 0), (("escape",), 0), (("2",), 2)])
async def test_people_are_put_away_when_that_is_meant(
    tmp_path: Path, keys: tuple[str, ...], count: int
) -> None:
    async with opened(tmp_path) as table:
        before = put_away(table)
        await table.keys("c", "home", "asterisk", "down", "asterisk", "X")
        assert "Take 2: Ottoline Vash, Brannoch… out of play?" in table.text()
        await table.keys(*keys)
        assert put_away(table) == before + count


async def test_before_a_rest_that_somebody_would_die_of_what_helps_them_comes_first(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("i", "f", "2", "colon")
        await table.write("moss loses 16")
        await table.keys("enter", "c", "z")
        assert "Dying: Moss. Rest all the same?" in table.text()
        day = table.campaign.table.day
        await table.keys("enter")
        assert "Bring the dying back to 1" in table.text() and table.campaign.table.day == day


def put_away(table: Table) -> int:
    return sum(each.retired for each in table.campaign.table.characters.values())


MIDDLES = {
    "a wound half typed": ("c", "minus", "1"),
    "a line half said": ("colon", "q"),
    "a note half written": ("w", *"The"),
    "a face of two": ("x", "equals_sign", "5"),
    "a question behind the dice": AT_LUCK,
    "a choice": ("c", "n"),
}


def asked(table: Table) -> str:
    return table.lines()[-2]


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q", "f10"])
async def test_at_rest_the_program_ends_at_once(tmp_path: Path, key: str) -> None:
    async with opened(tmp_path) as table:
        await table.keys("c", key)
        assert not table.app.is_running or table.app._exit


@pytest.mark.parametrize("middle", MIDDLES)
async def test_in_the_middle_it_asks_and_enter_goes_on_as_it_was(tmp_path: Path, middle: str) -> None:
    async with opened(tmp_path) as table:
        length = table.campaign.length
        await table.keys(*MIDDLES[middle])
        question = asked(table)
        await table.keys("ctrl+c")
        assert "Quit in the middle of this? 1 no, go on  2 yes, quit" in asked(table)
        await table.keys("enter")
        assert asked(table) == question and not table.app._exit
        await table.keys("ctrl+c", "escape")
        assert asked(table) == question and table.campaign.length == length
        assert table.app.main_screen.ask.is_asking


async def test_on_a_page_it_asks_and_enter_goes_on_writing(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("W", *"The", "ctrl+c")
        assert "Quit in the middle of this?" in asked(table)
        await table.keys("enter", *" lamp")
        assert "The lamp" in table.text() and not table.app._exit
        await table.keys("ctrl+c", "2")
        assert table.app._exit


async def test_an_empty_page_is_in_the_middle_of_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("W", "ctrl+c")
        assert table.app._exit


async def test_what_is_typed_after_that_goes_where_it_was_going(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before = table.campaign.length
        await table.keys("c", "minus", "1", "ctrl+c", "enter", "1", "enter")
        assert "loses 11 Stamina" in table.text() and table.campaign.length == before + 1


@pytest.mark.parametrize("yes", ["2", "ctrl+c"])
async def test_meant_or_asked_for_twice_it_ends_in_the_middle(tmp_path: Path, yes: str) -> None:
    async with opened(tmp_path) as table:
        await table.keys("c", "minus", "1", "ctrl+c", yes)
        assert table.app._exit


async def test_a_roll_that_waits_is_asked_about_too(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys(*AT_LUCK, "escape", "ctrl+c")
        assert "Quit in the middle" in asked(table)
        await table.keys("enter")
        assert "A ROLL WAITS" in table.lines()[0] and not table.app._exit
        await table.keys("ctrl+c", "2")
        assert table.app._exit


async def test_another_view_answers_both_questions_with_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("c", "minus", "1", "ctrl+c", "f4")
        assert not table.app.main_screen.ask.is_asking and "Quit" not in table.text() and not table.app._exit
        assert table.page == "Initiative"
        await table.keys("minus", "1", "enter")
        assert len(table.campaign.table.in_play(Kind.PC)) == 4 and "loses 1 Stamina" in table.text()


@pytest.mark.parametrize("keys", [("ctrl+p", *"roll"), ("j", "/", *"owl")])
async def test_letters_that_look_for_something_are_half_typed_too(
    tmp_path: Path, keys: tuple[str, ...]
) -> None:
    async with opened(tmp_path) as table:
        await table.keys(*keys, "ctrl+c")
        assert "Quit in the middle of this?" in asked(table)
        await table.keys("enter")
        assert keys[-1] in table.text() and not table.app._exit
        await table.keys("ctrl+c", "ctrl+c")
        assert table.app._exit


async def test_what_a_start_finds_again_is_not_asked_about(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("r", *"canal", "ctrl+c")
        assert table.app._exit


@pytest.mark.parametrize("line", ["colon", "w"])
async def test_what_would_complete_a_line_stands_there_again_too(tmp_path: Path, line: str) -> None:
    async with opened(tmp_path) as table:
        begun = "test l" if line == "colon" else "/test l"
        await (await table.keys(line)).write(begun)
        question = asked(table)
        assert len(question) > question.index(begun) + len(begun)
        await table.keys("ctrl+c", "enter")
        assert asked(table) == question
        await table.keys("tab")
        assert begun in asked(table) and len(asked(table)) >= len(question)


async def test_nobody_rests_among_foes_or_eats_when_full_unless_that_is_meant(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("i", "f", "2", "c")
        first = table.campaign.length
        await table.keys("z")
        assert "Foes still stand there. Rest all the same?" in table.text()
        await table.keys("enter", "down", "E")
        assert "Brannoch Pike lacks no Stamina. Eat all the same?" in table.text()
        await table.keys("enter")
        assert table.campaign.length == first
        foes = table.campaign.table.in_play(Kind.ENEMY)
        for each in foes:
            await (await table.keys("colon")).write(f"kill {each.name}")
            await table.keys("enter")
        await table.keys("z")
        assert "In peril: Sister Quill, Moss. Rest all the same?" in table.text()
        await table.keys("2")
        assert table.campaign.entry(table.campaign.length).procedure == "troika.rest"
