"""What starting and every key cost, measured from outside on a pseudo-terminal, in one table.

    python -m tests.bench.screen [--size 80x24] [--rounds 7] [--long ENTRIES] [--ready TEXT]
                                 [--keys NAME=KEY,KEY*20,...]... [-- COMMAND...]

An empty app ("hello": one Static), COMMAND (default: `python -m tableside demo`), a demo that one comes
back to ("again") and, with --long, a campaign of so many entries are started in turn, so that what else the
machine does hits all of them; a ratio is the median of the rounds' ratios. Trust ratios and bytes, not
milliseconds. All modules have been compiled: a round that is not counted sees to that.

`first` is the first thing on the screen, `whole` the first screen with READY on it (the last change, which
every campaign with one shows), kept from another time or not, `settled` the last byte of the app, which then
answers keys. A key counts until the last byte of what it made. A group of keys goes on where the one before
has left off, and keys before a slash are pressed and not measured. Keys are named as in
`tests.table.terminal`.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

from tests.bench import long
from tests.table.terminal import Terminal

HELLO, AGAIN = "hello", "again"
EMPTY = """
from textual.app import App
from textual.widgets import Static
class Hello(App):
    def compose(self):
        yield Static("hello")
Hello().run()
"""
TABLESIDE = [sys.executable, "-m", "tableside"]
READY = "u takes back"
KEYS = (
    "first visits=f2,f5,f6,f7,f4,f3",
    "later visits=f2,f3,f4,f5,f6,f7*3",
    "moves=f2/down*10,up*10",
    "selection=],],],[,[,[",
    "typing=f3/s,w,i,m",
    "form=tab/down,right,left,+,-",
    "next=f4/space*10",
    "undo=u*10",
    "journal=f6/up*5,pageup*5,home,end",
    "palette=ctrl+p",
    "palette left=escape",
)
TAKEN_OVER = b"?2004h"
"""Sent when the app has the terminal: what stood there before was kept from another time."""
QUIET = 0.08
"""Seconds without a byte after which a key's output is over; Textual paints within 10 ms or, rarely, 50."""
IDLE = 5.0
COMPILED = {"PYTHONDONTWRITEBYTECODE": None}


@dataclass(frozen=True, slots=True)
class Start:
    """One start: milliseconds to the first paint, to the whole screen, to the last byte; what it took."""

    first: float
    whole: float
    settled: float
    sent: int
    memory: int


@dataclass(slots=True)
class Presses:
    """All presses of one group of keys: milliseconds and bytes, one entry each."""

    milliseconds: list[float] = field(default_factory=list)
    sent: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Program:
    """A command, and what was measured of it."""

    name: str
    command: list[str]
    ready: str
    starts: list[Start] = field(default_factory=list)
    groups: dict[str, Presses] = field(default_factory=dict)
    idle: int = 0


def timed_read(terminal: Terminal, since: float) -> float:
    """Read until it is quiet; the seconds from `since` to the last byte, 0 when there was none."""
    last = 0.0
    while terminal.read(QUIET):
        last = time.perf_counter() - since
    return last


def start(terminal: Terminal, ready: str) -> Start:
    """Wait until the program has started."""
    began = terminal.started_at
    terminal.wait_for(lambda screen: screen.text().strip())
    first = time.perf_counter() - began
    terminal.wait_for(ready)
    whole = time.perf_counter() - began
    terminal.wait_for(lambda screen: TAKEN_OVER in screen.raw)
    settled = max(whole, timed_read(terminal, began))
    return Start(first * 1000, whole * 1000, settled * 1000, terminal.bytes_received, terminal.memory())


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


def key_group(text: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """`NAME=BEFORE/KEY,KEY*3` as a name, the keys before, and those that are measured."""
    name, _, keys = text.partition("=")
    before, slash, measured = keys.rpartition("/")
    return name, _keys(before) if slash else (), _keys(measured)


def _keys(text: str) -> tuple[str, ...]:
    wanted: list[str] = []
    for each in text.split(","):
        key, _, times = each.partition("*")
        wanted += [key] * int(times or 1)
    return tuple(wanted)


def size(text: str) -> tuple[int, int]:
    columns, _, rows = text.partition("x")
    return int(columns), int(rows)


def arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests.bench.screen", description=__doc__.partition("\n")[0])
    parser.add_argument("--size", type=size, default=(80, 24), metavar="COLUMNSxROWS")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--long", type=int, default=0, metavar="ENTRIES", help="and a campaign so long")
    parser.add_argument("--ready", default=READY, help="text that is on the screen once it is whole")
    parser.add_argument("--keys", type=key_group, action="append", metavar="NAME=KEY,KEY*3")
    parser.add_argument("command", nargs="*")
    options = parser.parse_args(words)
    options.keys = options.keys or [key_group(each) for each in KEYS]
    return options


def run(program: Program, options: argparse.Namespace, *, counts: bool) -> None:
    """One round of a program: started, its keys pressed, left alone."""
    columns, rows = options.size
    with Terminal(program.command, rows=rows, columns=columns, env=COMPILED) as terminal:
        started = start(terminal, program.ready)
        if counts:
            program.starts.append(started)
        if program.name == AGAIN:
            terminal.press("f10").wait_gone()
        if not counts or program.name in (AGAIN, HELLO):
            return
        for name, before, keys in options.keys:
            press(terminal, before, Presses())
            press(terminal, keys, program.groups.setdefault(name, Presses()))
        program.idle = max(program.idle, idle_bytes(terminal))


def report_starts(programs: Sequence[Program]) -> None:
    print(
        f"{'start':14} {'first':>6} {'whole':>6} {'settled':>7} ms {'sent':>6} B {'memory':>6} MB   x hello"
    )
    hellos = programs[0].starts
    for each in programs:
        first, whole, settled, sent, memory = (
            median(getattr(one, what) for one in each.starts) for what in Start.__dataclass_fields__
        )
        ratios = [
            median(
                getattr(one, what) / getattr(hello, what)
                for one, hello in zip(each.starts, hellos, strict=True)
            )
            for what in ("first", "whole", "settled")
        ]
        times = f"{first:6.0f} {whole:6.0f} {settled:7.0f}"
        told = " ".join(f"{ratio:.2f}" for ratio in ratios)
        print(f"{each.name:14} {times}    {sent:6.0f}   {memory / 1e6:6.1f}      {told}")


def report_keys(groups: Iterable[tuple[str, Presses]]) -> None:
    print(f"{'a key':14} {'p50':>6} {'p95':>6} ms {'median':>6} {'most':>6} B  presses")
    for name, presses in groups:
        times, sent = presses.milliseconds, presses.sent
        late = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
        print(
            f"{name:14} {median(times):6.1f} {late:6.1f}    {median(sent):6.0f} {max(sent):6}   {len(sent):4}"
        )


def main(words: Sequence[str]) -> None:
    options = arguments(words)
    with tempfile.TemporaryDirectory() as saves:
        tableside = [*TABLESIDE, "--saves", saves]
        programs = [Program(HELLO, [sys.executable, "-c", EMPTY], HELLO)]
        programs.append(Program("command", options.command or [*tableside, "demo"], options.ready))
        again = [*TABLESIDE, "--saves", str(Path(saves) / "again")]
        with Terminal([*again, "demo"]) as terminal:
            terminal.wait_for(READY).press("f10").wait_gone()
        programs.append(Program(AGAIN, again, READY))
        if options.long:
            folder = Path(saves) / "of-the-long-one"
            long.make(folder, options.long)
            programs.append(Program(f"{options.long:,}", [*TABLESIDE, "--saves", str(folder)], options.ready))
        for number in range(options.rounds + 1):
            for each in programs:
                run(each, options, counts=number > 0)
    columns, rows = options.size
    print(f"{shlex.join(programs[1].command)}, {columns}x{rows}, {options.rounds} rounds\n")
    report_starts(programs)
    for each in programs:
        if not each.groups:
            continue
        print(f"\n{each.name}: idle {each.idle} bytes in {IDLE:.0f} s")
        report_keys(each.groups.items())


if __name__ == "__main__":
    main(sys.argv[1:])
