"""From Enter to the first screen: something is seen before anything heavy is loaded, and every way out gives
the terminal back.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import termios
from copy import deepcopy
from itertools import product
from pathlib import Path

import pyte
import pytest
from rich.color import Color, ColorSystem

from tableside.campaign.last_screen import SCREEN_FILE
from tableside.campaign.library import Library
from tableside.demo import demos, place_demo
from tableside.terminal.first_screen import FEWER, OTHER_SCREEN, first_screen_paint
from tableside.themes import COLOURS, theme_colours
from tests.table.held import END
from tests.table.terminal import Terminal, key_bytes
from tests.terminal.test_output import differences

LIFTED = "from tests import idle; idle.lift_limits()\n"
"""To be run first: each key takes as much time as it needs."""
APP = "import sys; from tableside.cli import main; sys.exit(main())"
NO_SKELETON = "import tableside.terminal.first_screen as it; it.SMALLEST = (1000, 1000); "
"""To be run first: none is drawn."""
SLOW = "import tableside.terminal.keys as it; it.LONGEST_HOLD = 0.0; "
"""The same: what takes longer than a moment is painted as it comes, as on a slow machine."""
UNGUARDED = "import tableside.terminal.signals as it; it.guard_signals = lambda app, leave: None"
BROKEN_STYLES = "import tableside.themes as it; it.theme_styles_folder = lambda: it.Path('/nowhere')"


@pytest.fixture(autouse=True)
def in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that is started here is started in full."""
    monkeypatch.setattr(Terminal, "forks", False)


class Held(Terminal):
    """A start at the point where it becomes slow."""

    def __init__(self, saves: Path, *more: str, **settings: str) -> None:
        self.fifo = saves.parent / "fifo"
        if not self.fifo.exists():
            os.mkfifo(self.fifo)
        command = [sys.executable, "-m", "tests.table.held", str(self.fifo), "--saves", str(saves), *more]
        columns, rows = (int(settings.pop(name, usual)) for name, usual in (("columns", 90), ("rows", 24)))
        super().__init__(command, env=settings, columns=columns, rows=rows)

    def __enter__(self) -> Held:
        return self

    def let_go(self, run: str = "") -> Held:
        """Go on, running this first."""
        self.fifo.write_text(f"{LIFTED}{run}{END.decode()}")
        return self

    def at_its_skeleton(self) -> Held:
        """Wait until it is drawn and the program waits too: on its way there it would heed a signal later."""
        self.wait_for(lambda seen: seen.raw.endswith(b"\x1b[0m\x1b[H")).settle()
        return self

    def has_given_back(self) -> bool:
        """Whether the terminal is as it was."""
        shows_cursor = self.raw.rfind(b"\x1b[?25h") > self.raw.rfind(b"\x1b[?25l")
        return shows_cursor and termios.tcgetattr(self.fd) == self.before

    def told(self) -> list[str]:
        return [line for line in self.lines() if line]


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    """A folder with the demo as the campaign that was open last."""
    saves = tmp_path / "saves"
    saves.mkdir()
    library = Library(saves)
    library.remember(place_demo(library))
    return saves


def looks(screen: pyte.Screen, row: int, column: int) -> tuple[str, bool, str]:
    """The ground of a cell, whether it is bold, and the colour of what stands in it."""
    cell = screen.buffer[row][column]
    return cell.bg, cell.bold, cell.fg if cell.data.strip() else ""


LOOKS: list[tuple[str, dict[str, str]]] = [
    *((theme, {"COLORTERM": "truecolor"}) for theme in COLOURS),
    *(("dark", kind) for kind in ({"TERM": "xterm-256color"}, {"TERM": "linux"}, {"NO_COLOR": "1"})),
]
"""Themes on kinds of terminals."""


def _alike(one: str, other: str) -> bool:
    """Whether it is one colour, but for what rounding makes of it."""
    if len(one) != 6 or len(other) != 6:
        return one == other
    return all(abs(a - b) <= 1 for a, b in zip(bytes.fromhex(one), bytes.fromhex(other), strict=True))


@pytest.mark.parametrize(("theme", "kind"), LOOKS)
def test_the_bars_are_seen_first_in_the_colours_that_come(
    saves: Path, theme: str, kind: dict[str, str]
) -> None:
    Library(saves).settings["theme"] = theme
    with Held(saves, **kind) as terminal:
        terminal.at_its_skeleton()
        assert terminal.told() == [" Tableside"]
        title, ground, keys = (looks(terminal.screen, *at) for at in ((0, 0), (12, 20), (23, 89)))
        behind = [looks(terminal.screen, 0, column)[0] for column in (20, 89)]
        terminal.let_go().wait_for("? Help").settle()
        assert _alike(looks(terminal.screen, 0, 0)[0], title[0])
        assert [looks(terminal.screen, 0, column)[0] for column in (20, 89)] == behind
        assert looks(terminal.screen, 23, 89)[0] == keys[0]
        assert ground[0] in {looks(terminal.screen, row, 20)[0] for row in range(1, 20)}


@pytest.mark.parametrize(("theme", "colours"), FEWER)
def test_fewer_colours_are_those_that_rich_makes_of_them(
    theme: str, colours: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TEXTUAL_COLOR_SYSTEM", colours)
    system = {"256": ColorSystem.EIGHT_BIT, "standard": ColorSystem.STANDARD}[colours]

    def codes(colour: str, is_text: bool) -> str:
        return ";".join(Color.parse(colour).downgrade(system).get_ansi_codes(is_text))

    its = theme_colours(theme, colours)
    badge = f"{codes(its.background, True)};{codes(its.accent, False)}"
    wanted = badge, codes(its.panel, False), codes(its.background, False)
    assert first_screen_paint(theme) == wanted


def test_the_app_paints_over_it_once_without_clearing_the_screen_again(saves: Path) -> None:
    seen = []
    for first in ("", SLOW, NO_SKELETON):
        (saves / SCREEN_FILE).unlink(missing_ok=True)
        command = [sys.executable, "-c", f"{LIFTED}{first}{APP}", "--saves", str(saves)]
        with Terminal(command) as terminal:
            terminal.wait_for("? Help").settle()
            seen.append((deepcopy(terminal.screen), terminal.bytes_received))
            assert terminal.raw.count(OTHER_SCREEN.encode()) == 1
            assert terminal.raw.count(b"\x1b[2J") == (0 if first == NO_SKELETON else 1)
            terminal.press("f10").wait_gone()
            assert (terminal.process.returncode, terminal.text().strip()) == (0, "")
            assert termios.tcgetattr(terminal.fd) == terminal.before
    (with_it, sent), (slow, sent_slow), (without, sent_without) = seen
    assert differences(with_it, without) == differences(with_it, slow) == []
    assert sent_slow == sent, "a start is painted in one frame, however long it takes"
    assert 0 < sent - sent_without < 150


TAKEN_OVER = 350
"""Bytes that the app may send for the first screen of a demo, which stands there without the times of day."""


@pytest.mark.parametrize(
    ("demo", "colours", "size"),
    [
        *product(["", *demos()], ["truecolor", "256"], [(80, 24)]),
        ("", "truecolor", (120, 30)),
        ("fell", "256", (120, 30)),
    ],
)
def test_a_demo_stands_there_whole_before_anything_is_loaded(
    saves: Path, demo: str, colours: str, size: tuple[int, int]
) -> None:
    settings = {"COLORTERM": colours, "TERM": "xterm-256color"}
    settings |= dict(zip(("columns", "rows"), map(str, size), strict=True))
    with Held(saves, "demo", *filter(None, [demo]), **settings) as terminal:
        first = terminal.at_its_skeleton().lines()
        before = terminal.bytes_received
        terminal.let_go().wait_for(lambda seen: b"?2004h" in seen.raw).settle(0.5)
        assert terminal.bytes_received - before <= TAKEN_OVER
        times = re.compile(r"^\d\d:\d\d", re.MULTILINE)
        assert "takes back" in terminal.text()
        assert first == times.sub(" " * 5, terminal.text()).split("\n")


def test_keys_typed_at_the_skeleton_are_not_shown_and_not_lost(saves: Path) -> None:
    with Held(saves) as terminal:
        terminal.at_its_skeleton().send(key_bytes("end") + b"-12\r")
        terminal.settle()
        assert terminal.told() == [" Tableside"]
        terminal.let_go().wait_for("The keeper is dying")


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_at_the_skeleton_ends_it(saves: Path, end: signal.Signals) -> None:
    with Held(saves) as terminal:
        terminal.at_its_skeleton().kill(end)
        terminal.wait_gone()
        assert (terminal.process.returncode, terminal.told()) == (-end, [])
        assert terminal.has_given_back()


def test_a_signal_before_the_app_heeds_signals_gives_the_terminal_back(saves: Path) -> None:
    with Held(saves) as terminal:
        terminal.let_go(UNGUARDED).wait_for("? Help")
        terminal.kill(signal.SIGTERM)
        terminal.wait_gone()
        assert (terminal.process.returncode, terminal.told()) == (-signal.SIGTERM, [])
        assert terminal.has_given_back()


def test_ctrl_c_at_the_skeleton_ends_it(saves: Path) -> None:
    with Held(saves) as terminal:
        terminal.at_its_skeleton().press("ctrl+c").wait_gone()
        assert (terminal.process.returncode, terminal.told()) == (130, [])
        assert terminal.has_given_back()


def test_stopped_at_the_skeleton_it_goes_on_later(saves: Path) -> None:
    with Held(saves) as terminal:
        terminal.at_its_skeleton().kill(signal.SIGTSTP)
        terminal.wait_for(lambda seen: Path(f"/proc/{seen.process.pid}/stat").read_text().split()[2] == "T")
        terminal.settle()
        assert terminal.told() == []
        assert terminal.has_given_back()
        terminal.kill(signal.SIGCONT)
        terminal.let_go().wait_for("? Help")
        terminal.press("f10").wait_gone()
        assert (terminal.process.returncode, terminal.told()) == (0, [])
        assert terminal.has_given_back()


@pytest.mark.parametrize(
    ("run", "more", "status", "told"),
    [
        ("raise LookupError", (), 1, "tableside: that was a fault of ours (LookupError)"),
        ("raise PermissionError(13, 'Permission denied', 'it')", (), 1, "tableside: it: Permission denied"),
        ("raise SystemExit(5)", (), 5, ""),
        (BROKEN_STYLES, (), 1, "tableside: that was a fault of ours"),
        ("", ("demo", "trioka"), 2, "tableside: 'trioka' is not known: did you mean troika?"),
    ],
)
def test_a_start_that_fails_gives_the_terminal_back_and_says_why(
    saves: Path, run: str, more: tuple[str, ...], status: int, told: str
) -> None:
    with Held(saves, *more, XDG_STATE_HOME=str(saves.parent)) as terminal:
        terminal.let_go(run).wait_gone()
        assert terminal.process.returncode == status
        assert "\n".join(terminal.told()).startswith(told)
        assert bool(terminal.told()) == bool(told)
        assert terminal.has_given_back()


@pytest.mark.parametrize(
    ("rows", "columns", "more", "told"),
    [
        (2, 80, (), "Needs 50 by 14"),
        (24, 19, (), "Needs 50 by 14"),
        (24, 80, ("--theme", "drak"), "tableside: 'drak' is not known: did you mean dark?"),
    ],
)
def test_where_there_is_no_room_or_no_app_to_come_there_is_none(
    saves: Path, rows: int, columns: int, more: tuple[str, ...], told: str
) -> None:
    command = [sys.executable, "-m", "tableside", "--saves", str(saves), *more]
    with Terminal(command, rows=rows, columns=columns) as terminal:
        terminal.wait_for(told)
        assert b"\x1b[2J" not in terminal.raw
