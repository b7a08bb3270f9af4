"""What is typed ahead arrives where it would have arrived typed slowly."""

from __future__ import annotations

import sys

from textual.events import Key

from tests.table.terminal import Terminal
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


async def test_single_keys_do_what_they_always_do() -> None:
    app = Sample()
    async with app.run_test() as pilot:
        await pilot.press("down", "down")
        assert app.query_one("#list").cursor == 2  # type: ignore[attr-defined]  # a LineList
        await pilot.press("3", "q", "1")
        await pilot.pause()
        assert app.query_one("#form").value == "q1"  # type: ignore[attr-defined]  # a Field
