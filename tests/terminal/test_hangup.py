"""The program leaves at once when it must, gives the terminal back, and loses nothing (traps 10 to 13)."""

from __future__ import annotations

import signal
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table.terminal import POLL, Terminal
from tests.terminal.leaving import GRACE

AT_ONCE = 1.5
"""Seconds. It takes 0.25 to 0.4 on a quiet machine."""
AFTER_GRACE = GRACE + 2.0
"""Seconds. It takes the grace and at most 0.4 on a quiet machine."""
STANDSTILL = 5
"""Looks at the processor time used, without a change, that count as a program that is stuck."""
RESTORED = [b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?2004l", b"\x1b[?1003l", b"\x1b[?1004l", b"\x1b[<u"]
SAMPLE = [sys.executable, "-m", "tests.terminal.leaving"]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "kept"


@pytest.fixture
def terminal(kept: Path) -> Iterator[Terminal]:
    with Terminal(SAMPLE, env={"KEPT": str(kept)}) as terminal:
        terminal.wait_for("ready").settle()
        yield terminal


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_ends_it_and_restores_the_terminal(terminal: Terminal, kept: Path, number: int) -> None:
    terminal.press("w", "w", "w").wait_for("written 3")
    before = len(terminal.raw)
    terminal.kill(number)
    assert terminal.wait_gone() < AT_ONCE
    missing = [sequence for sequence in RESTORED if sequence not in terminal.raw[before:]]
    assert not missing
    assert kept.read_text().split() == ["1", "2", "3"]


def test_a_lost_connection_ends_it(terminal: Terminal, kept: Path) -> None:
    terminal.press("w").wait_for("written 1")
    terminal.hang_up()
    assert terminal.wait_gone(reading=False) < AT_ONCE
    assert kept.read_text().split() == ["1"]


def test_a_lost_connection_ends_it_even_when_hang_ups_are_ignored(kept: Path) -> None:
    command = ["/bin/sh", "-c", 'trap "" HUP; exec "$@"', "sh", *SAMPLE]
    with Terminal(command, env={"KEPT": str(kept)}) as terminal:
        terminal.wait_for("ready").hang_up()
        assert terminal.wait_gone(reading=False) < AT_ONCE


def test_a_stalled_and_then_lost_connection_ends_it(terminal: Terminal) -> None:
    terminal.press("f")
    time_to_block(terminal)
    terminal.hang_up()
    assert terminal.wait_gone(reading=False) < AFTER_GRACE


def test_a_signal_ends_it_on_a_stalled_link_and_restores_the_terminal(terminal: Terminal) -> None:
    terminal.press("f")
    time_to_block(terminal)
    terminal.kill(signal.SIGTERM)
    assert terminal.wait_gone(reading=False) < AFTER_GRACE
    while terminal.read():
        pass
    assert [sequence for sequence in RESTORED if sequence not in terminal.raw] == []
    assert termios.tcgetattr(terminal.fd)[3] & termios.ECHO, "what is typed is seen again"


def time_to_block(terminal: Terminal) -> None:
    """Read nothing until the program's output has filled everything up and it is stuck."""
    statistics = Path(f"/proc/{terminal.process.pid}/stat")
    used = list(range(STANDSTILL))
    while len(set(used[-STANDSTILL:])) > 1:
        fields = statistics.read_text().rsplit(")", 1)[1].split()
        used.append(int(fields[11]) + int(fields[12]))
        time.sleep(POLL)
