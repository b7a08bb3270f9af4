"""The way out of the shell: whatever is printed, by whom it may be, is made safe for who reads it.

`sys.stdout` and `sys.stderr` are stood in for while a command runs, so that none can forget it: what names,
texts, file names and errors hold that a terminal would obey is left out (`tableside.text.clean_text`), and
what the terminal's encoding does not have is shown by its number. JSON is escaped where it is made
(`tableside.text.escaped_json_text`), so nothing of it is left out here.
"""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from tableside.text import clean_text


class OutputError(Exception):
    """Standard output takes no more: its disk is full, or it is none that can be written."""


class SafeOutput(io.TextIOBase):
    """A stream that passes on what is harmless of what is written to it."""

    def __init__(self, stream: TextIO, *, is_told: bool) -> None:
        """`is_told`: whether it is said when this stream takes nothing. Where it is the one that complaints
        go to, nobody could read that.
        """
        self.stream = stream
        self._is_told = is_told

    def write(self, text: str) -> int:
        with self._refusals():
            self.stream.write(_encodable(clean_text(text, lines=True), self.stream.encoding))
        return len(text)

    def draw(self, orders: str) -> None:
        """Write what the terminal is to obey: of a screen that the shell draws itself."""
        self.stream.write(orders)
        self.stream.flush()

    def flush(self) -> None:
        with self._refusals():
            self.stream.flush()

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self._let_go()
            if isinstance(error, BrokenPipeError):
                raise
            if self._is_told:
                raise OutputError(error.strerror or str(error)) from error

    def _let_go(self) -> None:
        """What could not be printed the interpreter would try again when it ends, and complain of."""
        with suppress(OSError, ValueError):  # a stream in memory has no number
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.stream.fileno())

    @staticmethod
    @contextmanager
    def standing_in() -> Iterator[None]:
        """While this lasts, all that is printed is clean. A stream that is closed (`None`) stays so."""
        before = sys.stdout, sys.stderr
        if sys.stdout is not None:
            sys.stdout = SafeOutput(sys.stdout, is_told=True)
        if sys.stderr is not None:
            sys.stderr = SafeOutput(sys.stderr, is_told=False)
        try:
            yield
        finally:
            sys.stdout, sys.stderr = before

    def isatty(self) -> bool:
        return self.stream.isatty()

    def fileno(self) -> int:
        return self.stream.fileno()


def output_can_show(text: str) -> bool:
    """Whether the encoding of standard output has all of these letters and signs."""
    stream = sys.stdout.stream if isinstance(sys.stdout, SafeOutput) else sys.stdout
    return _encodable(text, stream.encoding) == text


def _encodable(text: str, encoding: str | None) -> str:
    if text.isascii() or encoding is None:
        return text
    return text.encode(encoding, "backslashreplace").decode(encoding)


def draw_safely_on_stdout(orders: str) -> None:
    """Draw on the terminal that standard output is. Of names `orders` holds what `text.masked_text` gives."""
    _draw_on(sys.stdout, orders)


def draw_safely_on_stderr(orders: str) -> None:
    """Draw on the terminal that standard error is."""
    _draw_on(sys.stderr, orders)


def _draw_on(stream: TextIO, orders: str) -> None:
    if isinstance(stream, SafeOutput):
        stream.draw(orders)
    else:
        stream.write(orders)
        stream.flush()


def flush() -> None:
    """Print what is still on its way. Raises: OutputError, BrokenPipeError."""
    if sys.stdout is not None:
        sys.stdout.flush()


def terminal_columns() -> int:
    """How wide the terminal is, or is said to be; 80 where there is none."""
    if (said := os.environ.get("COLUMNS", "")).isdecimal() and int(said):
        return int(said)
    try:
        return os.get_terminal_size(1).columns or 80
    except OSError:
        return 80
