"""Terminals of sixteen colours, of none, and names of every width."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.screens.painting import THEMES
from tableside.themes import next_theme
from tests.screens.table import campaign_of
from tests.table.terminal import Terminal
from tests.thorough import THOROUGH

WIDE = {
    "\N{CJK UNIFIED IDEOGRAPH-9F8D}\N{CJK UNIFIED IDEOGRAPH-738B}": "pc",
    "\N{DRAGON} Smok": "pc",
    "Zoe\N{COMBINING DIAERESIS} Ma\N{COMBINING ACUTE ACCENT}": "pc",
    "\N{HEBREW LETTER ALEF}\N{HEBREW LETTER BET}": "pc",
    "\N{HANGUL SYLLABLE HAN}" * 20: "pc",
    "plain": "pc",
}
"""Names of which terminals and Python count the cells in the same way, whatever their characters."""


def command(saves: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "tableside", *more, "--saves", str(saves)]


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    library = Library(tmp_path)
    library.remember(place_demo(library))
    return tmp_path


def cells(terminal: Terminal) -> Iterator[tuple[str, str, str, bool]]:
    """What can be seen: character, its colour, the colour behind it, and whether they are reversed."""
    for row in terminal.screen.buffer.values():
        for cell in row.values():
            if cell.data.strip():
                yield cell.data, cell.fg, cell.bg, cell.reverse


@pytest.mark.parametrize(
    ("kind", "theme"),
    [("linux", "dark"), ("xterm-16color", "light"), ("vt100", "high-contrast"), ("ansi", "dark")],
)
def test_sixteen_colours_are_enough(demo: Path, kind: str, theme: str) -> None:
    with Terminal(command(demo, "--theme", theme), env={"TERM": kind}) as terminal:
        terminal.wait_for("? Help").settle()
        for _ in THEMES if THOROUGH else [theme]:
            for key, title in (("f2", "Characters"), ("f6", "Journal"), ("f4", "Initiative")):
                terminal.press(key).wait_for(title)
                terminal.settle()
                faint = [cell for cell in cells(terminal) if cell[1] == cell[2]]
                assert not faint, f"{theme}: written in the colour behind it"
            assert any(line.startswith("> ") for line in terminal.lines())
            theme = next_theme(theme)
            terminal.press("ctrl+t").wait_for(f"theme: {theme}")


def test_names_of_every_width_leave_the_columns_where_they_are(tmp_path: Path) -> None:
    library = Library(tmp_path)
    library.remember(campaign_of(tmp_path, "Vale", **WIDE))
    with Terminal(command(tmp_path)) as terminal:
        terminal.wait_for("plain").press("f2").wait_for("ARMOUR").settle()
        assert len(_columns_of(terminal, "14/14")) == 1
        terminal.press("f4").wait_for("Press space").press("space").wait_for("GM only").settle()
        assert len(_columns_of(terminal, "14/14")) == 1
        assert len(_columns_of(terminal, "15 %")) == 1


def _columns_of(terminal: Terminal, text: str) -> set[int]:
    """The columns in which this text begins, in rows that have it: those of all of them."""
    rows = [_columns(terminal, row) for row in range(24)]
    places = [row.index(text) for row in rows if text in row]
    assert len(places) == len(WIDE)
    return set(places)


def _columns(terminal: Terminal, row: int) -> str:
    """A row with one character for each column of the terminal."""
    line = terminal.screen.buffer[row]
    return "".join((line[column].data or " ")[:1] for column in range(80))
