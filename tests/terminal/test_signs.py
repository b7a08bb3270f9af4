"""Plain signs: one ASCII character for each cell, for terminals whose fonts have no more."""

import random
from pathlib import Path

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from tableside.app import Tableside
from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.terminal.output import PlainSigns
from tableside.themes import PLAIN, theme_signs_named
from tests.screens.snapshots import FOLDER
from tests.screens.table import Table


@pytest.mark.parametrize(
    ("name", "kind", "signs"),
    [
        *(("", "linux", "ascii"), ("", "vt100", "ascii"), ("", "xterm-256color", "unicode")),
        *(("unicode", "linux", "unicode"), ("ascii", "xterm", "ascii"), ("runes", "xterm", "unicode")),
    ],
)
def test_signs_are_those_named_else_what_the_terminal_can_show(name: str, kind: str, signs: str) -> None:
    assert theme_signs_named(name, {"TERM": kind}) == signs


def test_every_sign_that_is_drawn_has_a_plain_one() -> None:
    drawn = {each for path in FOLDER.glob("*.txt") for each in path.read_text(encoding="utf-8")}
    signs = {each for each in drawn if not each.isascii() and not each.isalpha()}
    assert {each for each in signs if ord(each) not in PLAIN} == set()


def test_a_plain_sign_takes_one_cell() -> None:
    assert all(len(str(sign)) == 1 and str(sign).isascii() for sign in PLAIN.values())


async def test_a_screen_with_plain_signs_has_nothing_else(tmp_path: Path) -> None:
    library = Library(tmp_path)
    app = Tableside(library, place_demo(library, "troika"), random.Random(1), signs="ascii")
    async with app.run_test(size=(80, 24)) as pilot:
        table = Table(app, pilot)
        for keys in (("i",), ("c", "enter"), ("r", *"fight"), ("f6",)):
            await table.keys(*keys)
            assert table.text().isascii(), {each for each in table.text() if not each.isascii()}


async def test_with_plain_signs_what_adds_is_no_key_that_heals(tmp_path: Path) -> None:
    """Enter stood there as `+`."""
    library = Library(tmp_path)
    app = Tableside(library, place_demo(library, "troika"), random.Random(1), signs="ascii")
    async with app.run_test(size=(80, 24)) as pilot:
        table = Table(app, pilot)
        await table.keys("c", "enter")
        assert table.text().count("   add") == 3 and "+ add" not in table.text()


async def test_a_story_with_plain_signs_has_nothing_else(tmp_path: Path) -> None:
    library = Library(tmp_path)
    app = Tableside(library, place_demo(library, "solo"), random.Random(1), signs="ascii")
    async with app.run_test(size=(80, 24)) as pilot:
        table = Table(app, pilot)
        for keys in (("j",), ("number_sign",), ("i",), ("p",)):
            await table.keys(*keys)
            assert table.text().isascii(), {each for each in table.text() if not each.isascii()}


async def test_with_plain_signs_whose_turn_it_is_is_not_marked_as_the_cursor_is(tmp_path: Path) -> None:
    library = Library(tmp_path)
    app = Tableside(library, place_demo(library, "troika"), random.Random(1), signs="ascii")
    async with app.run_test(size=(80, 24)) as pilot:
        table = Table(app, pilot)
        await table.keys("i", "home", "down")
        marks = [line[:4] for line in table.lines() if "Ottoline Vash #" in line or "Brannoch Pike #" in line]
        assert marks == ["  @ ", ">   "]


async def test_a_key_without_a_plain_sign_is_written_by_its_name(tmp_path: Path) -> None:
    library = Library(tmp_path)
    app = Tableside(library, place_demo(library, "troika"), random.Random(1), signs="ascii")
    async with app.run_test(size=(80, 120)) as pilot:
        table = Table(app, pilot)
        await table.keys("c")
        assert table.lines()[-1].startswith("enter Sheet")
        await table.keys("i", "question_mark")
        assert "backspace" in table.text() and table.text().isascii()


@pytest.mark.parametrize(
    ("drawn", "plain"),
    [
        (("attack, a table…", "    "), ("attack, a table...", "  ")),
        (("a table…", "  "), ("a table...",)),
        (("Ringers in iro…", " 4 dice"), ("Ringers in iro.", " 4 dice")),
        (("one…   two…  3",), ("one... two.  3",)),
    ],
)
def test_what_is_left_out_ends_in_three_plain_dots_where_blanks_have_room_for_them(
    drawn: tuple[str, ...], plain: tuple[str, ...]
) -> None:
    """`.` parts other things: `Skill 8 . Mien 6`."""
    styles = (Style(bold=True), Style(dim=True))
    pieces = PlainSigns().apply(list(map(Segment, drawn, styles)), Color.parse("black"))
    assert [(each.text, each.style) for each in pieces] == [*zip(plain, styles, strict=False)]


def test_a_plain_sign_of_what_is_ticked_left_out_or_added_is_no_sign_of_where_there_is_more() -> None:
    """`v` was a tick and more below, `~` was Enter, the end of what is left out, and a piece of a bar."""
    ticks, bars = "√…⏎", "↑↓▒▘■□"
    assert {each.translate(PLAIN) for each in ticks}.isdisjoint(each.translate(PLAIN) for each in bars)
