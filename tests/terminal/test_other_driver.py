"""The whole app in a browser: `textual serve` names a driver of its own, and talks to it through pipes."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pyte

from tableside.terminal import environment
from tests.idle import PATIENCE

DRIVER = "textual.drivers.web_driver:WebDriver"
READY = b"__GANGLION__\n"
"""What the driver says when it takes keys."""


class Served:
    """The app, as what serves it has it."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None and process.stdout is not None
        self._keys, self._drawn = process.stdin, process.stdout
        self._screen = pyte.Screen(100, 30)
        self._stream = pyte.Stream(self._screen)

    def press(self, keys: str) -> None:
        self._send(b"D", keys.encode())

    def leave(self) -> None:
        self._send(b"M", json.dumps({"type": "quit"}).encode())

    def _send(self, kind: bytes, data: bytes) -> None:
        self._keys.write(kind + len(data).to_bytes(4, "big") + data)
        self._keys.flush()

    def wait_for(self, text: str) -> None:
        """Until this is on the screen; that the program ends before is an error."""
        while not any(text in line for line in self._screen.display):
            kind, size = self._drawn.read(1), self._drawn.read(4)
            assert kind, "\n".join(self._screen.display)
            data = self._drawn.read(int.from_bytes(size, "big"))
            if kind == b"D":
                self._stream.feed(data.decode())


@contextmanager
def served(saves: Path) -> Iterator[tuple[subprocess.Popen[bytes], Served]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tableside", "--saves", str(saves), "demo"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "TEXTUAL_DRIVER": DRIVER, "COLUMNS": "100", "ROWS": "30"},
    )
    patience = Timer(PATIENCE, process.kill)
    patience.start()
    try:
        assert process.stdout is not None
        line = b""
        while line != READY:
            line = process.stdout.readline()
            assert line, process.communicate()
        yield process, Served(process)
    finally:
        patience.cancel()
        process.kill()
        process.communicate()


def test_it_is_played_through_the_driver_that_is_named(tmp_path: Path) -> None:
    with served(tmp_path) as (process, app):
        app.wait_for("Ottoline Vash")
        app.press("\x1b[H")
        app.press("-")
        app.press("5")
        app.press("\r")
        app.wait_for("loses 5 Stamina")
        app.press("u")
        app.wait_for("13/19")
        app.leave()
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None and process.stderr.read() == b""


def test_without_another_driver_a_pipe_is_no_terminal() -> None:
    assert not environment.has_other_driver({})
    assert environment.why_terminal_unusable({"TEXTUAL_DRIVER": DRIVER}) is None
    refused = environment.why_terminal_unusable({"TERM": "dumb"})
    assert refused is not None and refused.id.startswith("terminal.")
