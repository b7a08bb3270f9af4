"""The program leaves at once when it must, gives the terminal back, and loses nothing (traps 10 to 13)."""

from __future__ import annotations

import signal
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.table.terminal import POLL, Terminal

LONG, SHORT = "3600", "0.3"
"""Seconds of grace: nobody waits for the long one, so whoever is gone has left by itself."""
STANDSTILL = 5
"""Looks at a program that does nothing, and has used no more of the processor, that count as stuck."""
RESTORED = [b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?2004l", b"\x1b[?1003l", b"\x1b[?1004l", b"\x1b[<u"]
SAMPLE = [sys.executable, "-m", "tests.terminal.leaving"]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "kept"


@contextmanager
def ready(kept: Path, grace: str) -> Iterator[Terminal]:
    with Terminal(SAMPLE, env={"KEPT": str(kept), "GRACE": grace}) as terminal:
        yield terminal.wait_for("ready").settle()


@pytest.fixture
def stalled(kept: Path) -> Iterator[Terminal]:
    """One of which nothing is read, so that it is stuck."""
    with ready(kept, SHORT) as terminal:
        terminal.press("f")
        time_to_block(terminal)
        yield terminal


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_ends_it_and_restores_the_terminal(kept: Path, number: int) -> None:
    with ready(kept, LONG) as terminal:
        terminal.press("w", "w", "w").wait_for("written 3")
        before = len(terminal.raw)
        terminal.kill(number)
        terminal.wait_gone()
        missing = [sequence for sequence in RESTORED if sequence not in terminal.raw[before:]]
    assert not missing
    assert kept.read_text().split() == ["1", "2", "3"]


def test_a_lost_connection_ends_it(kept: Path) -> None:
    with ready(kept, SHORT) as terminal:
        terminal.press("w").wait_for("written 1")
        terminal.hang_up()
        terminal.wait_gone(reading=False)
    assert kept.read_text().split() == ["1"]


def test_a_lost_connection_ends_it_even_when_hang_ups_are_ignored(kept: Path) -> None:
    command = ["/bin/sh", "-c", 'trap "" HUP; exec "$@"', "sh", *SAMPLE]
    with Terminal(command, env={"KEPT": str(kept), "GRACE": SHORT}) as terminal:
        terminal.wait_for("ready").hang_up()
        terminal.wait_gone(reading=False)


def test_a_stalled_and_then_lost_connection_ends_it(stalled: Terminal) -> None:
    stalled.hang_up()
    stalled.wait_gone(reading=False)


def test_a_signal_ends_it_on_a_stalled_link_and_restores_the_terminal(stalled: Terminal) -> None:
    stalled.kill(signal.SIGTERM)
    stalled.wait_gone(reading=False)
    stalled.wait_gone()
    assert [sequence for sequence in RESTORED if sequence not in stalled.raw] == []
    assert termios.tcgetattr(stalled.fd)[3] & termios.ECHO, "what is typed is seen again"


def time_to_block(terminal: Terminal) -> None:
    """Read nothing until the program's output has filled everything up and it is stuck."""
    statistics = Path(f"/proc/{terminal.process.pid}/stat")
    used = list(range(STANDSTILL))
    while terminal.is_at_work() or len(set(used[-STANDSTILL:])) > 1:
        fields = statistics.read_text().rsplit(")", 1)[1].split()
        used.append(int(fields[11]) + int(fields[12]))
        time.sleep(POLL)
