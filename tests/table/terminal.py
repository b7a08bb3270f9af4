"""A person at a terminal: the real program on a real pseudo-terminal, its keys pressed and its screen read.

    with Terminal([sys.executable, "-m", "tableside"]) as terminal:
        terminal.wait_for("Characters")
        terminal.press("down", "enter")
        terminal.wait_for(lambda screen: screen.lines()[0].startswith("Grima"))

Keys are sent as a plain terminal sends them; it answers none of the questions a program may ask it. It has
two screens, and clears the other one whenever it is told to show it, as xterm does. Waiting is always for
something to be seen, with a generous limit, so that a slow machine makes a test slow and not wrong.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy, deepcopy
from pathlib import Path
from types import TracebackType
from typing import Any

import pyte

from tests.idle import PATIENCE
from tests.table import warm

POLL = 0.05
QUIET = 0.05
"""Seconds of rest after which the screen of a program counts as finished."""
LOOK = 0.01
"""Seconds between two looks at whether a program is at rest."""

_UNPLAYED = re.compile(
    rb"\x1b\[[<>=][0-9;]*[A-Za-z]|\x1b\[\?[0-9;]*\$[a-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"
)
"""What pyte would draw as text: the kitty keyboard protocol, questions about modes, window titles."""
_SCREENS = re.compile(rb"(\x1b\[\?1049[hl])")
"""Other screen, first screen: pyte has only one."""
_UNFINISHED = re.compile(rb"\x1b(?:\[[<>=?]?[0-9;]*\$?|\][^\x07\x1b]*\x1b?)?\Z")

_ARROWS = {"up": "A", "down": "B", "right": "C", "left": "D", "end": "F", "home": "H"}
_TILDES = {"insert": 2, "delete": 3, "pageup": 5, "pagedown": 6, "f5": 15, "f6": 17, "f7": 18, "f8": 19}
_TILDES |= {"f9": 20, "f10": 21, "f11": 23, "f12": 24}
_MODIFIERS = {"shift": 1, "alt": 2, "ctrl": 4}
_PLAIN = {
    "enter": "\r",
    "tab": "\t",
    "escape": "\x1b",
    "backspace": "\x7f",
    "space": " ",
    "shift+tab": "\x1b[Z",
    "f1": "\x1bOP",
    "f2": "\x1bOQ",
    "f3": "\x1bOR",
    "f4": "\x1bOS",
}
_OURS_ALONE = (
    "NO_COLOR",
    "COLORTERM",
    "SSH_",
    "TEXTUAL",
    "ESCDELAY",
    "COLUMNS",
    "LINES",
    "TMUX",
    "TERM",
    "PYTHONUTF8",
)
"""Variables of the terminal the tests run in, which the program under test must not see."""


PROGRAM = [sys.executable, "-m", "tableside"]


def _is_read_early(name: str) -> bool:
    """Whether a variable is read when something is imported."""
    return name.startswith((*_OURS_ALONE, "PYTHON", "LANG", "LC_"))


def key_bytes(key: str) -> bytes:
    """What a plain terminal sends for a key: a name (`down`, `ctrl+p`, `shift+tab`) or a character."""
    if key in _PLAIN:
        return _PLAIN[key].encode()
    if len(key) == 1:
        return key.encode()
    *modifiers, name = key.split("+")
    modifier = 1 + sum(_MODIFIERS[each] for each in modifiers)
    if name in _ARROWS:
        return (f"\x1b[1;{modifier}" if modifiers else "\x1b[").encode() + _ARROWS[name].encode()
    if name in _TILDES:
        return f"\x1b[{_TILDES[name]}{f';{modifier}' if modifiers else ''}~".encode()
    if modifiers == ["ctrl"] and len(name) == 1:
        return bytes([ord(name) & 0x1F])
    if modifiers == ["alt"]:
        return b"\x1b" + key_bytes(name)
    raise ValueError(f"no terminal sends a key called {key!r}")


class Screen(pyte.Screen):
    """A screen that is erased in the colour that is set, as by most terminals, also where nothing stood."""

    def erase_in_display(self, how: int = 0, *rest: Any, **more: Any) -> None:  # Any: as pyte has it
        super().erase_in_display(how, *rest, **more)
        if how == 2:
            for row in range(self.lines):
                self.buffer[row].update(dict.fromkeys(range(self.columns), self.cursor.attrs))


class Terminal:
    """A program on a pseudo-terminal of so many rows and columns; a context manager that leaves nothing
    running.

    `env` is added to an environment free of the surrounding terminal's own variables; a value of None removes
    one.
    """

    forks = False
    """Whether `python -m tableside` in the usual environment is forked off a process that has everything
    imported. The tests say so, for most are not about the start.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        rows: int = 24,
        columns: int = 80,
        env: Mapping[str, str | None] | None = None,
        cwd: Path | str | None = None,
    ) -> None:
        self.key_presses = 0
        self.bytes_received = 0
        self.raw = bytearray()
        self.screen = Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._unfinished = b""
        self._first_screen: tuple[Any, Any] | None = None  # Any: pyte's, without types
        self._seen: list[str] | None = None
        self._ended = False
        self.fd, inside = os.openpty()
        _set_size(self.fd, rows, columns)
        self._inside = os.ttyname(inside)
        self.before = termios.tcgetattr(self.fd)
        """How it treated what is typed before the program had it."""
        try:
            self.started_at = time.perf_counter()
            self.process: subprocess.Popen[bytes] | warm.Forked
            if self.forks and list(command[:3]) == PROGRAM and not any(map(_is_read_early, env or ())):
                self.process = warm.started(
                    command[3:], _environment(env or {}), str(cwd or os.getcwd()), inside
                )
            else:
                self.process = subprocess.Popen(
                    list(command),
                    stdin=inside,
                    stdout=inside,
                    stderr=inside,
                    env=_environment(env or {}),
                    cwd=cwd,
                    start_new_session=True,
                    preexec_fn=_take_terminal,
                )
        finally:
            os.close(inside)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- typing

    def press(self, *keys: str) -> Terminal:
        """Press keys one after the other. After escape, wait until the program has taken it as such."""
        for key in keys:
            self.key_presses += 1
            os.write(self.fd, key_bytes(key))
            if key == "escape":
                self.settle()
        return self

    def type(self, text: str) -> Terminal:
        """Press one key for each character."""
        return self.press(*text)

    def paste(self, text: str) -> None:
        """Paste, as a terminal with bracketed paste does; counts as one key press."""
        self.key_presses += 1
        self.send(b"\x1b[200~" + text.encode(errors="surrogatepass") + b"\x1b[201~")

    def send(self, data: bytes) -> None:
        """Send bytes that are no key press, mouse reports for example."""
        os.write(self.fd, data)

    def marking_frames(self) -> Terminal:
        """Answer that frames may be marked, so that they can be counted."""
        self.send(b"\x1b[?2026;2$y")
        return self

    # -- looking

    @property
    def frames(self) -> int:
        """How many frames have been drawn since they are marked."""
        return self.raw.count(b"\x1b[?2026h")

    def lines(self) -> list[str]:
        """The rows of the screen as they are now, without the spaces at their ends."""
        if self._seen is None:
            self._seen = [line.rstrip() for line in self.screen.display]
        return self._seen

    def text(self) -> str:
        return "\n".join(self.lines())

    def row_of(self, text: str) -> int:
        """The first row that has the text on it; ValueError when none has."""
        for row, line in enumerate(self.lines()):
            if text in line:
                return row
        raise ValueError(f"{text!r} is not on the screen:\n{self.text()}")

    def wait_for(self, wanted: str | Callable[[Terminal], object]) -> Terminal:
        """Read until the text is on the screen, or until `wanted(terminal)` is true."""
        seen = (lambda terminal: wanted in terminal.text()) if isinstance(wanted, str) else wanted
        limit = time.monotonic() + PATIENCE
        while not seen(self):
            if time.monotonic() > limit or (self._ended and not self._readable(0)):
                state = "ended" if self._ended else "is still there"
                raise AssertionError(
                    f"never seen: {wanted!r}; the program {state}; the screen:\n{self.text()}"
                )
            self.read(POLL)
        return self

    def settle(self, quiet: float = QUIET) -> Terminal:
        """Read until the program is at rest: for `quiet` seconds it has waited and written nothing. These are
        counted in looks at it, not on a clock: on a busy machine a look takes longer, and whatever is to run
        gets its turn meanwhile.
        """
        self._hand_over()
        limit = time.monotonic() + PATIENCE
        looks = 0
        while looks * LOOK < quiet:
            assert time.monotonic() < limit, f"never at rest; the screen:\n{self.text()}"
            if self.read(LOOK):
                looks = 0
            elif not self.is_at_work():
                looks += 1
        return self

    def _hand_over(self) -> None:
        """Wait until what was typed has arrived at the program's end of the terminal: asking there what can
        be read waits for it.
        """
        inside = os.open(self._inside, os.O_RDONLY | os.O_NOCTTY)
        warm.is_readable(inside, 0)
        os.close(inside)

    def is_at_work(self) -> bool:
        """Whether a thread of the program runs, waits for its turn to run, or for the disk. Each is looked at
        twice: one that had been may have handed its work to one that was looked at before.
        """
        return any(state in "RD" for _ in range(2) for state in self._states())

    def _states(self) -> Iterator[str]:
        """What each thread of the program does."""
        with contextlib.suppress(OSError):  # the program has ended
            for task in Path(f"/proc/{self.process.pid}/task").iterdir():
                with contextlib.suppress(OSError):  # the thread has
                    yield _state(task)

    def read(self, timeout: float = POLL) -> bytes:
        """What the program has written, waiting so many seconds for the first of it; played on the screen."""
        if not self._readable(timeout):
            return b""
        try:
            data = os.read(self.fd, 65_536)
        except OSError:  # the last one on the other side has gone
            data = b""
        if not data:
            self._ended = True
        self._play(data)
        return data

    def _readable(self, timeout: float) -> bool:
        if self.fd < 0 or self._ended:
            return False
        return warm.is_readable(self.fd, timeout)

    def _play(self, data: bytes) -> None:
        self.bytes_received += len(data)
        self.raw += data
        self._seen = None
        data = self._unfinished + data
        tail = _UNFINISHED.search(data)
        self._unfinished = tail.group() if tail else b""
        for part in _SCREENS.split(_UNPLAYED.sub(b"", data.removesuffix(self._unfinished))):
            if part.endswith(b"?1049h"):
                self._show_other_screen()
            elif part.endswith(b"?1049l"):
                self._show_first_screen()
            else:
                self._stream.feed(part)

    def _show_other_screen(self) -> None:
        if self._first_screen is None:
            self._first_screen = deepcopy(self.screen.buffer), copy(self.screen.cursor)
        self.screen.erase_in_display(2)

    def _show_first_screen(self) -> None:
        if self._first_screen is not None:
            (self.screen.buffer, self.screen.cursor), self._first_screen = self._first_screen, None

    # -- the terminal and the process

    def resize(self, rows: int, columns: int) -> None:
        self.screen.resize(rows, columns)
        self._seen = None
        _set_size(self.fd, rows, columns)

    def kill(self, signal_number: int = signal.SIGTERM) -> None:
        self.process.send_signal(signal_number)

    def hang_up(self) -> None:
        """Close the terminal's end, as a lost connection does."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    def wait_gone(self, *, reading: bool = True) -> None:
        """Wait for the process to end. Its status is `process.returncode`."""
        limit = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < limit, f"still running; the screen:\n{self.text()}"
            if not (reading and self.read(0.01)):
                time.sleep(0.005)
        while reading and not self._ended:
            self.read()

    def memory(self) -> int:
        """Bytes of memory the process has in use."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) * 1024  # type: ignore[index]  # always there

    def close(self) -> None:
        self.hang_up()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        if self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def _set_size(fd: int, rows: int, columns: int) -> None:
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def _state(task: Path) -> str:
    """The letter that the system has for what a thread does."""
    return (task / "stat").read_text().rpartition(") ")[2][:1]


def _take_terminal() -> None:
    """In the child: make its standard input the terminal that sends it signals, and heed them, whatever the
    tests themselves were started to ignore.
    """
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for each in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):  # what jobs without a shell may ignore
        signal.signal(each, signal.SIG_DFL)


def _environment(changes: Mapping[str, str | None]) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_OURS_ALONE)}
    wanted: dict[str, str | None] = {**kept, "TERM": "xterm-256color", "LANG": "C.UTF-8", **changes}
    return {name: value for name, value in wanted.items() if value is not None}
