"""A window of any size is usable, or says what it needs."""

import random
import re
from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.games import BUNDLED
from tableside.key_table import VIEW_KEYS
from tableside.widgets.line_list import LineList
from tableside.wording import has_wording, label
from tests.screens.table import opened
from tests.thorough import often

VIEWS = (*(letter for letter, _ in VIEW_KEYS.values()), "f1")


async def test_a_window_too_small_says_what_it_needs_whatever_is_pressed(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(40, 12)) as table:
        for key in ("c", "i", "space", "u", "f8"):
            await table.keys(key)
            assert "Needs 50 by 14" in table.lines()[0]
        await table.pilot.resize_terminal(80, 24)
        await table.pilot.pause()
        assert "Needs" not in table.lines()[0]


async def test_every_view_lives_through_every_size(tmp_path: Path) -> None:
    dice = random.Random(7)
    sizes = [(1, 1), (20, 5), (200, 50), *((dice.randint(1, 150), dice.randint(1, 50)) for _ in range(10))]
    async with opened(tmp_path) as table:
        for place, size in enumerate(sizes):
            await table.pilot.resize_terminal(*size)
            await table.keys("escape", VIEWS[place % len(VIEWS)])
        await table.pilot.resize_terminal(80, 24)
        await table.keys("escape", "f4")
        assert "Moss" in table.text()
        assert "? Help" in table.lines()[-1]


async def test_a_tall_window_shows_more_of_the_journal(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(80, 40)) as table:
        assert table.app.main_screen.query_one("#strip").size.height > 3


async def test_real_dice_and_whose_turn_it_is_are_in_the_title(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("f8")
        assert re.search(r"Round \d+  .* · real dice", table.lines()[0])


async def test_after_a_turn_is_put_off_it_is_not_said_that_nobody_has_acted(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        while getattr(table.campaign.table.order, "turn", "") in ("", "enemies"):
            await table.keys("space")
        await table.keys("colon", *"delay", "enter")
        assert "nobody's turn" in table.lines()[0]


@pytest.mark.parametrize(
    ("key", "does"), [("a", "Advance"), ("j", "Open"), ("g", "Open"), ("c", "Sheet"), ("r", "Roll")]
)
async def test_the_key_bar_says_what_enter_does(tmp_path: Path, key: str, does: str) -> None:
    async with opened(tmp_path) as table:
        await table.keys(key)
        assert f"⏎ {does}" in table.lines()[-1]


async def test_a_wide_window_shows_the_sheet_beside_the_fight(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(120, 40)) as table:
        await table.keys("i")
        assert "Boat hook = spear" in table.text()
        selected = table.campaign.table.in_play()[1]
        before = table.text().count(selected.name)
        await table.keys("down")
        assert "Boat hook = spear" in table.text(), "of whoever acts"
        assert table.text().count(selected.name) > before, "and of the one selected"
        await table.pilot.resize_terminal(80, 24)
        await table.keys("up")
        assert "Boat hook = spear" not in table.text()
        assert "Stack, " in table.text()


async def test_a_wide_window_shows_what_befell_somebody_beside_the_sheet(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(120, 40)) as table:
        await table.keys("c")
        name = table.campaign.table[table.app.app_state.selected or 0].name
        assert f"Lately: {name}" in table.text()


async def test_what_befell_somebody_ends_with_the_latest_wherever_one_comes_from(tmp_path: Path) -> None:
    """The strip has a line on the journal, and more on every other view: there the pane has fewer."""
    async with opened(tmp_path, size=(120, 40)) as table:
        await table.keys("j", "c")
        seen = table.text()
        await table.keys("i", "c")
        assert table.text() == seen


async def test_a_wide_window_opens_the_entry_under_the_cursor(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(120, 40)) as table:
        last = table.campaign.length
        await table.keys("j", "enter")
        assert f"Entry {last}," in table.text()
        await table.keys("up")
        assert f"Entry {last}," not in table.text()
        await table.keys("enter")
        assert f"Entry {last - 1}," in table.text()


async def test_a_very_wide_window_shows_the_journal_beside_every_view(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(200, 50)) as table:
        for key in ("c", "r", "f4", "a"):
            await table.keys(key)
            assert table.app.main_screen.query_one("#ledger").display
            assert table.text().count("The hanging water comes down") == 1, "there alone"
        await table.keys("j")
        assert not table.app.main_screen.query_one("#ledger").display


async def test_a_narrow_title_leaves_out_the_campaign_before_the_turn(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(60, 20)) as table:
        await table.keys("i")
        turn = table.lines()[0]
        assert table.page == "Initiative" and "…" not in turn and "Drowned" not in turn
        assert turn.startswith(" Round 2  Ottoline Vash ")


async def test_reminders_are_read_whole_in_a_narrow_window(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(60, 24)) as table:
        await table.keys("i")
        words = " ".join(line[31:] for line in table.lines()).split()
        assert "Moss Swim, or loses 1d6" in " ".join(words)


@pytest.mark.parametrize("seed", range(often(3)))
async def test_random_sizes_leave_a_window_that_works(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    async with opened(tmp_path) as table:
        for _ in range(12):
            await table.pilot.resize_terminal(dice.randint(1, 220), dice.randint(1, 60))
            await table.pilot.press(dice.choice(("c", "r", "escape", "i", "a", "j", "g", "f1", "f3", "w")))
        await table.pilot.resize_terminal(80, 24)
        await table.keys("escape", "f4")
        assert "Stack, " in table.text()


async def test_what_stands_beside_a_name_is_whole_on_a_small_terminal(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(60, 20)) as table:
        await table.keys("c")
        assert re.search(r"Ottoline Vash [▆▄▂·]+ +13/19", table.text())
        await table.keys("a")
        assert "1 waiting" in table.text()


async def test_amending_shows_every_value_whole_on_the_smallest_usual_terminal(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("x", "enter")
        await table.until("Luck for 2 more")
        await table.keys("enter")
        await table.until("u takes back: Ottoline Vash")
        await table.keys("A")
        form = [line[:40] for line in table.lines()[1:18]]
        assert any("their attack d6" in line for line in form), form
        assert any("best available" in line for line in form), form


async def test_a_state_and_an_absence_stand_side_by_side(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("f", "2", "B", "2")
        await table.until("to go")
        await table.keys("b")
        await table.until("Who is missing")
        await table.keys(*"moss", "enter", "c")
        assert re.search(r"DROWNING.*\n +absent", table.text())


OVER_THE_STRIP = {
    "what is known of a roll": (("x", "equals_sign", *"54", *"12"), "9 + 7 = 16 against"),
    "what a line means": (("colon", *"hurt", "space", *"moss"), "Hurt · Moss · Stamina lost ?"),
    "what was said": (("f8",), "= dice: type the faces"),
}
"""Keys, and what then stands in the place of the last lines of the journal."""


@pytest.mark.parametrize("what", OVER_THE_STRIP)
async def test_what_stands_in_the_place_of_the_last_lines_stands_in_a_window_of_another_size(
    tmp_path: Path, what: str
) -> None:
    keys, text = OVER_THE_STRIP[what]
    async with opened(tmp_path) as table:
        await table.keys(*keys)
        assert text in table.text()
        for columns in (120, 80):
            await table.pilot.resize_terminal(columns, 24)
            await table.pilot.pause()
            assert text in table.text()


@pytest.mark.parametrize(("game", "name"), [("d20", "Brine sentry 2"), ("wandered", "Pim of the Ferries")])
async def test_a_narrow_fight_has_names_and_bars_before_why_they_stand_so(
    tmp_path: Path, game: str, name: str
) -> None:
    """`Brine sent… 2` without a bar stood beside half a screen of reasons."""
    async with opened(tmp_path, place_demo(Library(tmp_path), game), size=(60, 20)) as table:
        await table.keys("i")
        assert any(re.search(f"{name} +[▆▄]", line) for line in table.lines())
        assert "Why in this order" not in table.text()
        await table.pilot.resize_terminal(80, 24)
        await table.pilot.pause()
        assert ("Why in this order" in table.text()) == (game == "d20")


async def test_what_luck_would_be_worth_says_that_it_is_luck(tmp_path: Path) -> None:
    """`always  win 43 %` did not say what is always done."""
    async with opened(tmp_path, size=(120, 40)) as table:
        await table.keys("x")
        await table.until("Luck always")


@pytest.mark.parametrize("game", BUNDLED)
async def test_the_field_for_letters_names_what_the_game_has_and_nobody(tmp_path: Path, game: str) -> None:
    """`ana luck` stood there in games without Luck, where no Ana is."""
    async with opened(tmp_path, place_demo(Library(tmp_path), game)) as table:
        words = label("filter", game if has_wording("filter", game) else "any")
        for word in words.rstrip("…").split(", "):
            await table.keys("escape", "r")
            await table.write(word)
            assert table.app.main_screen.query_one("#roll-offers", LineList).lines, word
