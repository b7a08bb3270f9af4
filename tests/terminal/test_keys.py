"""What is typed ahead arrives where it would have arrived typed slowly."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator

import pytest
from textual.events import Key

from tests.table.terminal import Terminal
from tests.terminal.test_output import seen_of
from tests.widgets.sample import Sample

SAMPLE = [sys.executable, "-m", "tests.widgets.sample"]


def test_keys_that_arrive_together_are_worked_off_one_by_one() -> None:
    with Terminal(SAMPLE) as terminal:
        terminal.wait_for("q Quit").settle()
        terminal.send(b"3q1 goblins\x1b[D\x1b[DX")
        terminal.wait_for("q1 gobliXns")


def test_a_paste_waits_for_the_key_before_it() -> None:
    with Terminal(SAMPLE) as terminal:
        terminal.wait_for("q Quit").settle()
        terminal.send(b"3\x1b[200~Grima\r\nthe Grey\x1b[201~!")
        terminal.wait_for("Grima the Grey!")


def test_keys_typed_ahead_reach_the_question_that_the_first_one_opens() -> None:
    with Terminal(SAMPLE) as terminal:
        terminal.wait_for("q Quit").settle()
        terminal.send(b"4q1\r4q2\r3XY")
        terminal.wait_for("answered q2").wait_for(lambda t: t.lines()[1] == "XY")


async def test_keys_keep_their_order_when_work_begins_again_before_it_has_ended() -> None:
    app = Sample()
    async with app.run_test() as pilot:
        await pilot.press("3")
        app.work_off()
        app.take_keys()
        for letter in "abcdef":
            app.post_message(Key(letter, letter))
        await app.worked_off()
        assert app.query_one("#form").value == "abcdef"  # type: ignore[attr-defined]  # a Field


async def test_no_key_is_handed_on_before_there_is_a_place_for_it() -> None:
    app = Sample()
    async with app.run_test() as pilot:
        await pilot.press("3")
        app._takes_keys = False
        app.post_message(Key("a", "a"))
        app.work_off()
        await app.worked_off()
        assert app.query_one("#form").value == ""  # type: ignore[attr-defined]  # a Field
        app.take_keys()
        await app.worked_off()
        assert app.query_one("#form").value == "a"  # type: ignore[attr-defined]  # a Field


async def test_a_key_waits_for_a_widget_however_slowly_it_does_what_the_key_before_wants(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = Sample()
    async with app.run_test() as pilot:
        show = app.action_show

        async def show_slowly(name: str) -> None:
            await asyncio.sleep(1)
            show(name)

        slow = app.query_one("#list")
        monkeypatch.setattr(app, "action_show", lambda name: slow.call_later(show_slowly, name))
        for key in "3a":
            app.post_message(Key(key, key))
        await pilot.pause()
        await app.worked_off()
        assert app.query_one("#form").value == "a"  # type: ignore[attr-defined]  # a Field


async def test_single_keys_do_what_they_always_do() -> None:
    app = Sample()
    async with app.run_test() as pilot:
        await pilot.press("down", "down")
        assert app.query_one("#list").cursor == 2  # type: ignore[attr-defined]  # a LineList
        await pilot.press("3", "q", "1")
        await pilot.pause()
        assert app.query_one("#form").value == "q1"  # type: ignore[attr-defined]  # a Field


STILL = 0.4
"""Seconds without a byte after which a key is over; Textual's own frames for one key come within 0.05."""

COUNTED = {"f3", "s"}
"""Keys after which odds may be counted beside the screen, on a slow machine: in a frame of their own."""


VIEWS = ("f2", "f3", "f6", "f5", "f7", "f12", "f1", "f4")


def most(key: str) -> int:
    return 2 if key in COUNTED else 1


@pytest.fixture(scope="module")
def terminal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    command = [sys.executable, "-m", "tableside", "--saves", str(tmp_path_factory.mktemp("saves")), "demo"]
    with Terminal(command) as terminal:
        terminal.marking_frames().wait_for("u takes back").settle(STILL)
        for view in VIEWS:  # on a busy machine a first visit takes longer than a frame is held back
            terminal.press(view).settle(STILL)
        yield terminal


def frames(terminal: Terminal, *keys: str) -> int:
    before = terminal.frames
    terminal.press(*keys).settle(STILL)
    return terminal.frames - before


@pytest.mark.parametrize("key", VIEWS)
def test_a_view_comes_in_one_frame(terminal: Terminal, key: str) -> None:
    frames(terminal, "f2" if key == "f4" else "f4")  # whichever test came before
    assert 1 <= frames(terminal, key) <= most(key)


@pytest.mark.parametrize("key", ["space", "space", "u", "u", "U", "u", "f8", "f8", "]"])
def test_what_is_done_is_shown_in_one_frame(terminal: Terminal, key: str) -> None:
    frames(terminal, "f4")
    assert frames(terminal, key) == 1


@pytest.mark.parametrize(
    ("view", "key"), [("f2", "down"), ("f2", "tab"), ("f3", "s"), ("f6", "up"), ("f6", "home")]
)
def test_a_move_and_a_letter_are_one_frame(terminal: Terminal, view: str, key: str) -> None:
    frames(terminal, view)
    assert 1 <= frames(terminal, key) <= most(key)


def test_a_question_comes_in_one_frame_and_so_does_its_answer(terminal: Terminal) -> None:
    frames(terminal, "f4")
    assert frames(terminal, "w") == 1
    assert frames(terminal, "x") == 1
    frames(terminal, "escape")


def test_a_key_that_changes_nothing_sends_nothing(terminal: Terminal) -> None:
    frames(terminal, "f6", "end")
    before = terminal.bytes_received
    assert frames(terminal, "end") == 0
    assert terminal.bytes_received == before


KEYS = (
    ("f2", "down", "tab", "down", "escape", "-", "1", "escape", "k", "p", "escape", "right"),
    ("f3", "s", "w", "down", "tab", "right", "e", "escape", "tab", "backspace"),
    ("f4", "tab", "tab", "space", "x", "escape", "f4", "*", "shift+down", "escape", "w", "x"),
    ("escape", "f5", "down", "enter", "escape", "f6", "up", "enter", "/", "a", "escape", "home", "w"),
    (
        "escape",
        "f7",
        "down",
        "n",
        "escape",
        "f12",
        "f1",
        "f2",
        "ctrl+p",
        "l",
        "e",
        "down",
        "escape",
        ":",
        "2",
    ),
)


def seen(terminal: Terminal) -> list[list[object]]:
    """Every cell as it is seen."""
    rows = (terminal.screen.buffer[row] for row in range(24))
    return [[seen_of(row[column]) for column in range(80)] for row in rows]


@pytest.mark.parametrize("keys", KEYS)
def test_nothing_that_was_there_before_is_left_standing(terminal: Terminal, keys: tuple[str, ...]) -> None:
    """What was drawn key by key is what is drawn anew."""
    for key in keys:
        terminal.press(key).settle(0.05)
    terminal.settle(3 * STILL)
    drawn = seen(terminal)
    frames(terminal, "ctrl+l")
    assert seen(terminal) == drawn
