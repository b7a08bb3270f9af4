"""A letter on the command bar sends little, though what it means is shown at every key."""

import sys
from pathlib import Path

from tests.table.terminal import Terminal

MOST = 250
"""Bytes a key."""
A_FIRST_LETTER = 350
"""Of the letter that brings what the line means: the last lines of the journal move up for it, once."""
A_NEW_ROW = 1_800
"""Of the letter with which prose grows by a row: all that stands above it moves up, once."""


def _sent(terminal: Terminal, letter: str) -> int:
    """The bytes that a letter sends."""
    before = terminal.bytes_received
    terminal.press("space" if letter == " " else letter).settle()
    return terminal.bytes_received - before


def test_a_letter_on_the_command_bar_sends_little(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tableside", "--saves", str(tmp_path), "demo"]
    with Terminal(command, rows=24, columns=80) as terminal:
        terminal.wait_for("takes back").settle()
        terminal.press(":").wait_for("Complete").settle()
        first, *others = [_sent(terminal, letter) for letter in "hurt warden 1 7"]
        assert first <= A_FIRST_LETTER and max(others) <= MOST, (first, others)
        terminal.wait_for("Stamina lost 7")


def test_a_letter_of_prose_sends_little_however_long_it_is(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tableside", "--saves", str(tmp_path), "demo"]
    with Terminal(command, rows=24, columns=80) as terminal:
        terminal.wait_for("takes back").settle()
        terminal.press("j").wait_for("Journal").settle()
        terminal.press("w").wait_for("Note:").settle()
        sent = []
        for letter in "The keeper turns the lamp down until the room is the colour of tea. /lu":
            sent.append(_sent(terminal, letter))
        usual = sorted(sent)[: -len("/lu") - 1]
        assert max(usual) <= 80, "a letter of prose is a letter, and where the cursor is"
        assert max(sent) <= A_NEW_ROW


def test_the_cursor_on_a_sheet_sends_little(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tableside", "--saves", str(tmp_path), "demo"]
    with Terminal(command, rows=24, columns=80) as terminal:
        terminal.wait_for("takes back").settle()
        terminal.press("f2").wait_for("Sheet").settle()
        terminal.press("enter").wait_for("STAMINA").settle()
        sent: dict[tuple[int, str], int] = {}
        for move in (*["down"] * 7, "right", "right", "up", "up", "up", "left", "down", "up"):
            before = terminal.bytes_received
            terminal.press(move).settle()
            sent[len(sent), move] = terminal.bytes_received - before
        assert max(sent.values()) <= MOST, sent
