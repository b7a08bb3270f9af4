"""On the roll screen it is always seen whether letters search or are keys: Escape ends a search, a slash
begins one.
"""

from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.screens.roll import RollPage
from tableside.screens.roll_parts import RollPane
from tableside.widgets.line_list import LineList
from tableside.wording import label
from tests.screens.table import Table, opened

GAMES = ("troika", "fell", "galejatra", "wandered", "d20")


def mode(table: Table) -> str:
    """What the screen says that letters are, at the head of the page and on the key bar."""
    head, bar = table.lines()[1].split()[0], table.lines()[-1]
    assert ("esc Keys" in bar, "/ Find" in bar) == (head == "FIND", head == "KEYS")
    return head


@pytest.mark.parametrize("game", GAMES)
async def test_the_screen_says_what_letters_are_and_escape_and_a_slash_lead_to_the_other(
    tmp_path: Path, game: str
) -> None:
    async with opened(tmp_path, place_demo(Library(tmp_path), game)) as table:
        length = table.campaign.length
        await table.keys("r")
        assert mode(table) == "FIND"
        await table.keys("l", "u", "escape")
        assert mode(table) == "KEYS" and "lu" in table.lines()[1]
        await table.keys("escape")
        assert mode(table) == "KEYS", "whoever presses it once more to get out types no search"
        await table.keys("slash")
        assert mode(table) == "FIND"
        await table.keys("c", "escape", "c")
        assert table.page == "Characters", "there it was a key"
        assert table.campaign.length == length


@pytest.mark.parametrize("size", [(50, 14), (60, 20), (120, 40)])
async def test_it_says_so_at_every_size(tmp_path: Path, size: tuple[int, int]) -> None:
    async with opened(tmp_path, size=size) as table:
        await table.keys("r")
        assert mode(table) == "FIND"
        await table.keys("tab")
        assert mode(table) == "KEYS"


async def test_where_nothing_is_found_they_lead_there_and_back_too(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("r", *"qqq", "escape")
        assert mode(table) == "KEYS"
        await table.keys("slash", "backspace", "backspace", "backspace", *"canal")
        assert mode(table) == "FIND" and "Canal Lore" in table.text()


async def test_what_one_has_not_is_found_for_the_next_who_has_it(tmp_path: Path) -> None:
    async with opened(tmp_path, place_demo(Library(tmp_path), "galejatra")) as table:
        await table.keys("r", *"healin", "escape")
        assert "Healing" not in table.text()
        await table.keys("right_square_bracket", "right_square_bracket")
        assert "> Healing" in table.text() and "who              Sister Irja" in table.text()


async def test_after_a_roll_letters_are_keys(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("r", *"canal", "enter")
        assert mode(table) == "KEYS"
        await table.keys("slash")
        assert mode(table) == "FIND"


async def test_a_start_leads_back_to_the_result_with_letters_as_keys(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("r", *"canal", "enter")
        length, main_screen = table.campaign.length, table.app.main_screen
        (head,) = (line.strip() for line in table.lines() if " PASSED " in line or " FAILED " in line)
        place = main_screen.place
        await main_screen.put_away()
        await main_screen.return_to(place)
        await table.pilot.pause()
        assert mode(table) == "KEYS" and head in table.text()
        await table.keys("u")
        assert table.campaign.length == length + 1 and mode(table) == "KEYS"


async def test_a_page_down_on_the_form_shows_the_rest_of_what_stands_under_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("r", *"fight", "tab")
        about = table.app.main_screen.query_one("#roll-odds", LineList)
        assert about.is_cut_off and table.lines()[2].count(">") == 1
        first, last = about.lines[0].content.plain, about.lines[-1].content.plain
        assert first in table.text() and last not in table.text()
        await table.keys("pagedown", "pagedown")
        assert first not in table.text() and last in table.text()
        await table.keys("pageup", "pageup")
        assert first in table.text()


async def test_the_list_stays_on_what_the_form_is_about_when_somebody_else_rolls(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("i", "space", "down", "down", "down", "x")
        offers = table.app.screen.query_one("#roll-offers", LineList)
        before = offers.key
        await table.keys("enter", "enter")
        assert table.campaign.last is not None and table.campaign.last.procedure == "troika.fight"
        assert (before or "").startswith("troika.fight") and (offers.key or "").startswith("troika.fight")


async def test_the_mark_of_the_list_and_the_form_are_one_thing_when_whoever_rolls_dies(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as table:
        await (await table.keys("r")).write("fight")
        await (await table.keys("escape", "colon")).write("kill ottoline")
        await table.keys("enter")
        marked = table.app.main_screen.query_one("#roll-offers", LineList).key
        form = table.app.main_screen.query_one(RollPage).form
        assert form is not None and marked == form.procedure.id == "oracle.ask"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 50)])
async def test_a_result_stands_whole_above_the_next_roll(
    tmp_path: Path, game: str, size: tuple[int, int]
) -> None:
    """It stood in the middle of the next form, whose heading came after half of it."""
    async with opened(tmp_path, place_demo(Library(tmp_path), game), size=size) as table:
        await table.keys("r", "enter")
        while table.app.main_screen.ask.is_asking:
            await table.keys("enter")
        pane = table.app.main_screen.query_one(RollPane)
        shown = [line for each in pane.query_children(LineList) for line in each.lines if each.size.height]
        texts = [line.content.plain.strip() for line in shown]
        heading = next(n for n, text in enumerate(texts) if text.startswith("Next roll"))
        form = next(n for n, line in enumerate(shown) if line.selectable)
        assert 0 < heading == form - 1 and any(
            tone in str(shown[0].content.spans) for tone in ("success", "error", "accent")
        )


async def test_a_roll_in_words_stands_there_as_one_by_its_form(tmp_path: Path) -> None:
    """Only the last line of the journal told it."""
    async with opened(tmp_path) as table:
        await (await table.keys("r", "colon")).write("quill luck")
        await table.keys("enter")
        assert "LUCKY  Sister Quill is" in table.lines()[1]
        assert "Next roll: Ottoline Vash" in table.text(), "and the form is as it was"
        await table.keys("u")
        assert "Next roll" not in table.text()


async def test_reasons_and_form_use_the_height_that_there_is(tmp_path: Path) -> None:
    """On a high terminal the reasons were cut to four lines and the form folded, above blank rows."""
    async with opened(tmp_path, size=(200, 50)) as table:
        await table.keys("x", "enter", "enter")
        parts = table.app.main_screen.query_one(RollPane).query_children(LineList)
        assert not any(each.is_cut_off for each in parts)
        told = " ".join(line.content.plain for line in parts.first().lines)
        assert "journal" not in told and label("entry", "odds") in told, "what could have come, too"


@pytest.mark.parametrize(("game", "sought", "air"), [("troika", "", 1), ("fell", "int", 0)])
async def test_the_odds_stand_apart_from_a_form_that_leaves_them_room(
    tmp_path: Path, game: str, sought: str, air: int
) -> None:
    """They stood right below its last line, whatever blank rows came at their end."""
    async with opened(tmp_path, place_demo(Library(tmp_path), game)) as table:
        await table.keys("r", *sought)
        form = table.app.main_screen.query_one("#roll-form", LineList)
        assert form.size.height == len(form.lines) + air
