"""The output of the shell: whatever is printed is made safe for the reader.

`sys.stdout` and `sys.stderr` are replaced while a command runs, so that no command can forget it. Anything in
names, texts, file names and errors that a terminal would obey is removed (`tableside.text.clean_text`), and
characters that the terminal's encoding lacks are shown by number. JSON is escaped where it is made
(`tableside.text.escaped_json_text`), so nothing of it is removed here.
"""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from tableside.text import clean_text


class OutputError(Exception):
    """Standard output takes no more: its disk is full, or it cannot be written."""


class SafeOutput(io.TextIOBase):
    """A stream that passes on only what is harmless."""

    def __init__(self, stream: TextIO, *, is_told: bool) -> None:
        """`is_told`: whether a failure of this stream is reported, which complaints' own stream cannot be."""
        self.stream = stream
        self._is_told = is_told

    def write(self, text: str) -> int:
        with self._refusals():
            self.stream.write(_encodable(clean_text(text, lines=True), self.stream.encoding))
        return len(text)

    def draw(self, orders: str) -> None:
        """Write control sequences, for a screen that the shell draws itself."""
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
        """Redirect the stream to nowhere, since the interpreter would try again at its end and complain."""
        with suppress(OSError, ValueError):  # a stream in memory has no descriptor
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.stream.fileno())

    @staticmethod
    @contextmanager
    def standing_in() -> Iterator[None]:
        """Make all that is printed safe within the block. A closed stream (`None`) stays closed."""
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
    """Whether the encoding of standard output has all of these characters."""
    stream = sys.stdout.stream if isinstance(sys.stdout, SafeOutput) else sys.stdout
    return _encodable(text, stream.encoding) == text


def _encodable(text: str, encoding: str | None) -> str:
    if text.isascii() or encoding is None:
        return text
    return text.encode(encoding, "backslashreplace").decode(encoding)


def draw_safely_on_stdout(orders: str) -> None:
    """Draw on the terminal of standard output. Names in `orders` must have passed `text.masked_text`."""
    _draw_on(sys.stdout, orders)


def draw_safely_on_stderr(orders: str) -> None:
    """Draw on the terminal of standard error."""
    _draw_on(sys.stderr, orders)


def _draw_on(stream: TextIO, orders: str) -> None:
    if isinstance(stream, SafeOutput):
        stream.draw(orders)
    else:
        stream.write(orders)
        stream.flush()


def flush() -> None:
    """Flush standard output. Raises: OutputError, BrokenPipeError."""
    if sys.stdout is not None:
        sys.stdout.flush()


def terminal_columns() -> int:
    """Return the width of the terminal, real or set by the environment; 80 where there is none."""
    if (said := os.environ.get("COLUMNS", "")).isdecimal() and int(said):
        return int(said)
    try:
        return os.get_terminal_size(1).columns or 80
    except OSError:
        return 80
