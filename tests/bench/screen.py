"""What starting and every key cost, measured from outside on a pseudo-terminal.

    python -m tests.bench.screen [--size 80x24] [--rounds 7] [--ready TEXT]
                                 [--keys NAME=KEY,KEY*20,...]... [-- COMMAND...]

The empty app ("hello": one Static) and COMMAND (default: `python -m tableside demo`) are started in turn, so
that what else the machine does hits both; the ratio is the median of the rounds' ratios. Trust ratios and
bytes, not milliseconds. A start counts until READY is on the screen (without --ready: until anything is); a
key, until the last byte of what it made. Keys are named as in
`tests.table.terminal`.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles

from tests.table.terminal import Terminal

HELLO = """
from textual.app import App
from textual.widgets import Static
class Hello(App):
    def compose(self):
        yield Static("hello")
Hello().run()
"""
KEYS = ("moves=down*20,up*20",)
QUIET = 0.08
"""Seconds without a byte after which a key's output is over; Textual paints within 10 ms or, rarely, 50."""
IDLE = 1.0


@dataclass(frozen=True, slots=True)
class Start:
    """One start: milliseconds to the first paint and to the last byte, and what it took."""

    painted: float
    settled: float
    sent: int
    memory: int


@dataclass(slots=True)
class Presses:
    """All presses of one group of keys: milliseconds and bytes, one entry each."""

    milliseconds: list[float] = field(default_factory=list)
    sent: list[int] = field(default_factory=list)


def timed_read(terminal: Terminal, since: float) -> float:
    """Read until it is quiet; the seconds from `since` to the last byte, 0 when there was none."""
    last = 0.0
    while terminal.read(QUIET):
        last = time.perf_counter() - since
    return last


def start(terminal: Terminal, ready: str) -> Start:
    """Wait until the program has started."""
    terminal.wait_for(lambda screen: ready in screen.text() if ready else screen.text().strip())
    painted = time.perf_counter() - terminal.started_at
    settled = max(painted, timed_read(terminal, terminal.started_at))
    return Start(painted * 1000, settled * 1000, terminal.bytes_received, terminal.memory())


def press(terminal: Terminal, keys: Sequence[str], into: Presses) -> None:
    for key in keys:
        before = terminal.bytes_received
        pressed = time.perf_counter()
        terminal.press(key)
        took = timed_read(terminal, pressed)
        into.milliseconds.append(took * 1000)
        into.sent.append(terminal.bytes_received - before)


def idle_bytes(terminal: Terminal) -> int:
    """What is sent while nobody does anything."""
    before, limit = terminal.bytes_received, time.monotonic() + IDLE
    while time.monotonic() < limit:
        terminal.read(0.05)
    return terminal.bytes_received - before


def key_group(text: str) -> tuple[str, tuple[str, ...]]:
    """`NAME=KEY,KEY*3` as a name and its keys."""
    name, _, keys = text.partition("=")
    wanted: list[str] = []
    for each in keys.split(","):
        key, _, times = each.partition("*")
        wanted += [key] * int(times or 1)
    return name, tuple(wanted)


def size(text: str) -> tuple[int, int]:
    columns, _, rows = text.partition("x")
    return int(columns), int(rows)


def arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests.bench.screen", description=__doc__.partition("\n")[0])
    parser.add_argument("--size", type=size, default=(80, 24), metavar="COLUMNSxROWS")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--ready", default="", help="text that is on the screen once the program has started")
    parser.add_argument("--keys", type=key_group, action="append", metavar="NAME=KEY,KEY*3")
    parser.add_argument("command", nargs="*")
    options = parser.parse_args(words)
    options.command = options.command or [sys.executable, "-m", "tableside", "demo"]
    options.keys = options.keys or [key_group(each) for each in KEYS]
    return options


def report_start(name: str, starts: Sequence[Start]) -> None:
    painted, settled = median(s.painted for s in starts), median(s.settled for s in starts)
    sent, memory = median(s.sent for s in starts), median(s.memory for s in starts)
    print(f"{name:8} painted {painted:6.0f} ms  settled {settled:6.0f} ms  ", end="")
    print(f"sent {sent:7.0f} bytes  memory {memory / 1e6:5.1f} MB")


def report_keys(name: str, presses: Presses) -> None:
    late = quantiles(presses.milliseconds, n=20)[-1] if len(presses.sent) > 1 else presses.milliseconds[0]
    print(f"{name:8} p50 {median(presses.milliseconds):5.1f} ms  p95 {late:5.1f} ms  ", end="")
    sent = presses.sent
    print(f"bytes a key: median {median(sent):.0f}, most {max(sent)}, presses {len(sent)}")


def main(words: Sequence[str]) -> None:
    options = arguments(words)
    columns, rows = options.size
    hellos: list[Start] = []
    starts: list[Start] = []
    groups = {name: Presses() for name, _ in options.keys}
    idle = 0
    for _ in range(options.rounds):
        with Terminal([sys.executable, "-c", HELLO], rows=rows, columns=columns) as terminal:
            hellos.append(start(terminal, "hello"))
        with Terminal(options.command, rows=rows, columns=columns) as terminal:
            starts.append(start(terminal, options.ready))
            for name, keys in options.keys:
                press(terminal, keys, groups[name])
            idle = max(idle, idle_bytes(terminal))
    print(f"{shlex.join(options.command)}, {columns}x{rows}, {options.rounds} rounds")
    report_start("hello", hellos)
    report_start("command", starts)
    for what in ("painted", "settled"):
        ratio = median(getattr(s, what) / getattr(h, what) for s, h in zip(starts, hellos, strict=True))
        print(f"{'ratio':8} {what} {ratio:.2f} x hello")
    for name, presses in groups.items():
        report_keys(name, presses)
    print(f"{'idle':8} {idle / IDLE:.0f} bytes a second")


if __name__ == "__main__":
    main(sys.argv[1:])
