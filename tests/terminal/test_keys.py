"""What is typed ahead arrives where it would have arrived typed slowly."""

from __future__ import annotations

import sys

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


async def test_single_keys_do_what_they_always_do() -> None:
    app = Sample()
    async with app.run_test() as pilot:
        await pilot.press("down", "down")
        assert app.query_one("#list").cursor == 2  # type: ignore[attr-defined]  # a LineList
        await pilot.press("3", "q", "1")
        await pilot.pause()
        assert app.query_one("#form").value == "q1"  # type: ignore[attr-defined]  # a Field
