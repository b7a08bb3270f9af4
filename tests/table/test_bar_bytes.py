"""A letter on the command bar sends little, though what it means is shown at every key."""

import sys
from pathlib import Path

from tests.table.terminal import Terminal

MOST = 400
"""Bytes a key."""


def test_a_letter_on_the_command_bar_sends_little(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tableside", "--saves", str(tmp_path), "demo"]
    with Terminal(command, rows=24, columns=80) as terminal:
        terminal.wait_for("takes back").settle()
        terminal.press(":").wait_for("Complete").settle()
        for letter in "hurt warden 1 7":
            before = terminal.bytes_received
            terminal.press("space" if letter == " " else letter).settle()
            assert terminal.bytes_received - before <= MOST
        terminal.wait_for("Stamina lost 7")
