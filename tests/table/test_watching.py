"""The players' screen beside the GM's: two terminals, one campaign."""

import os
import signal
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from tableside.campaign.user_files import LAST
from tests.table.terminal import Terminal

LEFT = b"\x1b[?1049l"
"""The last that is sent: the screen that was there before comes back."""


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    return tmp_path / "saves"


@pytest.fixture
def gm(saves: Path) -> Iterator[Terminal]:
    with Terminal([sys.executable, "-m", "tableside", "--saves", str(saves), "demo"]) as terminal:
        yield terminal.wait_for(lambda seen: (saves / LAST).exists())


def players(saves: Path, *arguments: str) -> Terminal:
    return Terminal([sys.executable, "-m", "tableside", "--saves", str(saves), "watch", *arguments])


def test_players_see_what_the_gm_does_as_it_is_done(saves: Path, gm: Terminal) -> None:
    with players(saves) as screen:
        screen.wait_for(" 13/19").wait_for("Tide warden 2").wait_for("What happened")
        assert "8/8" not in screen.text() and "GM only" not in screen.text()
        gm.press("home", "-", "5", "enter").wait_for("loses 5 Stamina")
        screen.wait_for(" 8/19").wait_for("Ottoline Vash loses 5 Stamina")
        gm.press("w", *"The keeper lies", "enter").wait_for("¶ The keeper lies").press("u", "u")
        screen.wait_for(" 13/19")
        assert "keeper lies" not in screen.text()


def test_a_player_has_their_own_sheet_beside_it_to_its_end(saves: Path, gm: Terminal) -> None:
    with players(saves, "--as", "ottoline") as screen:
        screen.wait_for("Round 2: Ottoline Vash acts").wait_for("Stamina          13 of 19")
        screen.wait_for("lines 1 to 23 of 26")
        assert "Notes" not in screen.text() and "8/8" not in screen.text()
        screen.press("space").wait_for("Notes            -").wait_for("lines 4 to 26 of 26")
        gm.press("home", "-", "5", "enter").wait_for("loses 5 Stamina")
        screen.wait_for("Stamina           8 of 19").wait_for("Ottoline Vash loses 5")
        screen.press("b").wait_for("Name             Ottoline Vash").press("q").wait_gone()


def test_a_sheet_is_shown_of_the_party_alone(saves: Path, gm: Terminal) -> None:
    with players(saves, "--as", "keeper") as screen:
        screen.wait_for("nobody is called 'keeper': there is Ottoline Vash, Brannoch Pike").wait_gone()
        assert screen.process.returncode == 2


@pytest.mark.parametrize("ends", ["q", "ctrl+c", "ctrl+d", signal.SIGTERM, signal.SIGQUIT])
def test_it_ends_with_the_terminal_as_it_was(saves: Path, gm: Terminal, ends: str | signal.Signals) -> None:
    with players(saves) as screen:
        screen.wait_for("What happened").press("up").settle()
        assert termios.tcgetattr(screen.fd) != screen.before
        if isinstance(ends, str):
            screen.press(ends)
        else:
            os.kill(screen.process.pid, ends)
        screen.wait_gone()
        assert termios.tcgetattr(screen.fd) == screen.before and bytes(screen.raw).rstrip().endswith(LEFT)
        assert screen.process.returncode == (0 if isinstance(ends, str) else 128 + ends)


def test_nothing_is_sent_while_nothing_changes(saves: Path, gm: Terminal) -> None:
    with players(saves) as screen:
        screen.wait_for("What happened").settle(0.6)
        received = screen.bytes_received
        screen.settle(0.6)
        assert screen.bytes_received == received
        screen.resize(12, 50)
        screen.wait_for(lambda shown: shown.bytes_received > received).settle()
        assert len([each for each in screen.lines() if each]) == 12
