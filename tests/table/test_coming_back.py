"""Coming back, the whole screen that was left stands there before anything is loaded, and the app takes it
over without sending it again.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path

import pyte
import pytest

from tableside.campaign.last_screen import SCREEN_FILE
from tableside.campaign.library import Library
from tableside.campaign.user_files import Settings
from tableside.demo import place_demo
from tests.campaign.people import note
from tests.table.terminal import Terminal
from tests.table.test_start import APP, LIFTED, Held
from tests.terminal.test_output import differences

TAKEN_OVER = 200
"""Bytes that the app may send for a screen that stands there already: what it asks of the terminal."""
PROGRAM = [sys.executable, "-m", "tableside", "--saves"]
IN_FULL = [sys.executable, "-c", f"{LIFTED}{APP}", "--saves"]
"""The same, started in full: it has loaded no more than it needed, where the other has all."""


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    """A folder with the demo as the campaign that was open last."""
    saves = tmp_path / "saves"
    library = Library(saves)
    library.remember(place_demo(library))
    return saves


PAGES = {
    "f2": "Characters",
    "f3": "Roll",
    "f4": "Initiative",
    "f5": "Advancement",
    "f6": "Journal",
    "f12": "Previously",
}
"""What stands at the top of the view that a key leads to."""
WORKED_OFF = 0.3
"""Seconds without output after keys that begin a first visit: on a busy machine one takes a tenth."""


def left(
    saves: Path, *keys: str, by: str = "f10", program: Sequence[str] = PROGRAM, **settings: str
) -> pyte.Screen:
    """The screen that was left, after these keys, when this text was on it."""
    page = next((PAGES[key] for key in reversed(keys) if key in PAGES), "")
    columns, seen = int(settings.pop("columns", 90)), settings.pop("seen", "takes back")
    with Terminal([*program, str(saves)], columns=columns, env=settings) as terminal:
        terminal.wait_for("takes back").settle()
        terminal.press(*keys).wait_for(lambda shown: page in shown.lines()[0]).wait_for(seen)
        terminal.settle(WORKED_OFF)
        screen = deepcopy(terminal.screen)
        if by == "f10":
            terminal.press(by)
        else:
            terminal.kill(signal.Signals[by])
        terminal.wait_gone()
        return screen


def stands(saves: Path, *more: str, **settings: str) -> bool:
    """Whether the next start begins with more than the bars."""
    with Held(saves, *more, **settings) as terminal:
        return terminal.at_its_skeleton().told() != [" Tableside"]


VIEWS = {
    "the fight": ("f4", "down"),
    "the party": ("f2", "down", "down"),
    "the journal": ("f6", "up", "up", "up"),
    "the journal long ago": ("f6", "home", "down", "down"),
    "advancement": ("f5",),
    "previously": ("f12",),
    "a roll": ("f3", "down", "enter"),
    "what is looked for among the rolls": ("f3", *"sk", "down"),
    "a form that is half filled in": ("f3", *"att", "tab", "down", "right", "down", "right"),
    "those who are marked": ("f4", "shift+down", "shift+down"),
    "a mark among the party": ("f2", "down", "space"),
    "what was named in it": ("f6", "#", "down"),
    "a form that keys change": ("f3", *"att", "tab", "down"),
    "an open sheet": ("f2", "enter", "down", "down"),
    "another column of one": ("f2", "enter", *["down"] * 3, "right", "right", "down"),
    "an opened entry": ("f6", "up", "up", "enter"),
    "two of them, and how far it was scrolled": ("f6", *["up"] * 6, "enter", "up", "enter", *["pageup"] * 3),
    "a result read to its end": ("f3", "down", "enter", "pagedown"),
    "a result shown large": ("f3", "down", "enter", "v"),
    "a recap": ("f12", "left", "3", "end", "up"),
    "the story alone": ("f6", "h", "f2", "f6", "up"),
}
LEFT_COLD = ("the fight", "a form that keys change")
"""Left by a program that was started in full."""


@pytest.mark.parametrize("view", VIEWS)
def test_what_was_seen_last_is_seen_first_and_sent_once(saves: Path, view: str) -> None:
    last = left(saves, *VIEWS[view], program=IN_FULL if view in LEFT_COLD else PROGRAM)
    with Held(saves) as terminal:
        terminal.at_its_skeleton()
        assert differences(last, terminal.screen) == []
        before = terminal.bytes_received
        terminal.let_go().wait_for(lambda seen: b"?2004h" in seen.raw).settle(0.5)
        assert differences(last, terminal.screen) == []
        assert terminal.bytes_received - before <= TAKEN_OVER
        terminal.press("f1").wait_for("Help")


def test_what_was_looked_for_in_the_journal_is_found_again(saves: Path) -> None:
    last = left(saves, "f6", "/", *"moss", "enter", "up", seen="Moss is drowning")
    with Held(saves) as terminal:
        terminal.at_its_skeleton()
        assert differences(last, terminal.screen) == []
        terminal.let_go().wait_for(lambda seen: b"?2004h" in seen.raw).settle(0.5)
        assert differences(last, terminal.screen) == []
        terminal.press("end", "up").wait_for("Moss is drowning").press("/").wait_for("Find:")


def test_names_of_any_width_stand_there_too(saves: Path) -> None:
    library = Library(saves)
    campaign = library.open("demo")
    for text in ("龍の騎士 rides", "🐉 wakes", "e\u0301tude", "👩\u200d🚀"):
        note(campaign, text)
    campaign.close()
    last = left(saves, "f6")
    with Held(saves) as terminal:
        terminal.at_its_skeleton()
        assert differences(last, terminal.screen) == []
        terminal.let_go().wait_for(lambda seen: b"?2004h" in seen.raw).settle(0.5)
        assert differences(last, terminal.screen) == []


def test_keys_typed_at_it_are_kept(saves: Path) -> None:
    left(saves)
    with Held(saves) as terminal:
        terminal.at_its_skeleton().press("end").type("-12").press("enter")
        shown = terminal.settle().text()
        assert "The keeper" in shown and "dying" not in shown
        terminal.let_go().wait_for("The keeper is dying")


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_at_it_gives_the_terminal_back(saves: Path, end: signal.Signals) -> None:
    left(saves)
    with Held(saves) as terminal:
        terminal.at_its_skeleton().kill(end)
        terminal.wait_gone()
        assert (terminal.process.returncode, terminal.told()) == (-end, [])
        assert terminal.has_given_back()


def test_it_stands_there_also_after_the_system_asked_to_leave(saves: Path) -> None:
    left(saves, by="SIGTERM")
    assert stands(saves)


@pytest.mark.parametrize(
    ("more", "settings"),
    [
        ((), {"TERM": "linux"}),
        ((), {"COLORTERM": "truecolor"}),
        ((), {"NO_COLOR": "1"}),
        (("--theme", "light"), {}),
        (("--signs", "ascii"), {}),
        (("demo",), {}),
    ],
)
def test_another_look_begins_with_the_bars(
    saves: Path, more: tuple[str, ...], settings: dict[str, str]
) -> None:
    left(saves)
    assert not stands(saves, *more, **settings)


def test_signs_named_at_the_very_first_start_are_drawn_and_kept(tmp_path: Path) -> None:
    folder = tmp_path / "not yet"
    with Terminal([*PROGRAM, str(folder), "--signs", "ascii", "demo"], columns=90) as terminal:
        terminal.wait_for("takes back").settle()
        assert "#####" in terminal.text() and all(line.isascii() for line in terminal.screen.display)
        terminal.press("f10").wait_gone()
    assert Settings(folder)["signs"] == "ascii"


def test_another_size_begins_with_the_bars_and_where_one_was(saves: Path) -> None:
    left(saves, "f6", columns="80")
    with Held(saves) as terminal:
        assert terminal.at_its_skeleton().told() == [" Tableside"]
        terminal.let_go().wait_for("Journal")


@pytest.mark.parametrize("settings", [{"NO_COLOR": "1"}, {"TERM": "linux"}, {"COLORTERM": "truecolor"}])
def test_the_same_look_again_is_kept(saves: Path, settings: dict[str, str]) -> None:
    last = left(saves, **settings)
    with Held(saves, **settings) as terminal:
        assert differences(last, terminal.at_its_skeleton().screen) == []
        before = terminal.bytes_received
        terminal.let_go().wait_for(lambda seen: b"?2004h" in seen.raw).settle(0.5)
        assert terminal.bytes_received - before <= TAKEN_OVER


def test_after_a_kill_or_a_change_from_elsewhere_there_are_the_bars(saves: Path) -> None:
    left(saves, by="SIGKILL")
    assert not (saves / SCREEN_FILE).exists()
    left(saves)
    campaign = Library(saves).open("demo")
    note(campaign, "From elsewhere.")
    campaign.close()
    assert not stands(saves)


def test_a_damaged_campaign_begins_with_the_bars(saves: Path) -> None:
    left(saves)
    (saves / "demo" / "changes.log").write_bytes(b"nothing")
    assert not stands(saves)


@pytest.mark.parametrize(
    "keys",
    [("w", *"Half a"), ("-",), ("f12", "h")],
    ids=["half a note", "a question", "what players see"],
)
def test_what_a_start_would_not_come_back_to_is_not_kept(saves: Path, keys: tuple[str, ...]) -> None:
    left(saves, *keys, by="SIGTERM")
    assert not (saves / SCREEN_FILE).exists()


def test_while_it_is_open_nothing_is_kept(saves: Path) -> None:
    left(saves)
    assert (saves / SCREEN_FILE).exists()
    with Terminal([*PROGRAM, str(saves)]) as terminal:
        terminal.wait_for("takes back")
        assert not (saves / SCREEN_FILE).exists()


def test_whoever_leaves_before_anything_is_loaded_comes_back_to_it(saves: Path) -> None:
    last = left(saves)
    for _ in range(2):
        with Held(saves) as terminal:
            terminal.at_its_skeleton().press("f10")
            assert differences(last, terminal.screen) == []
            terminal.let_go().wait_gone()
