"""An app for the hang-up tests: `python -m tests.terminal.leaving`. Keys make it busy in various ways.

Every press of `w` is written to the file named in KEPT before it is drawn, as the real store does. GRACE is
how many seconds it has for leaving by itself.
"""

from __future__ import annotations

import os
from pathlib import Path

from tableside.terminal import environment

if __name__ == "__main__":
    environment.prepare_environment()

from textual.app import App, ComposeResult
from textual.content import Content

from tableside.terminal.signals import guard_signals
from tableside.widgets.base import Line
from tableside.widgets.line_list import LineList


class Leaving(App[None]):
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [("w", "write"), ("f", "flood")]  # noqa: RUF012

    def compose(self) -> ComposeResult:
        yield LineList([Line("ready", Content("ready"))])

    def on_mount(self) -> None:
        grace = float(os.environ["GRACE"])
        guard_signals(self, lambda status: self.exit(return_code=status), grace=grace)
        self.screen.set_focus(self.query_one(LineList))
        self.count = 0

    def action_write(self) -> None:
        self.count += 1
        with Path(os.environ["KEPT"]).open("a") as kept:
            kept.write(f"{self.count}\n")
        self._show(f"written {self.count}")

    def action_flood(self) -> None:
        """Fifty full screens a second, until the link takes no more."""
        self.set_interval(0.02, self._full_screen)

    def _full_screen(self) -> None:
        self.count += 1
        self._show(f"{self.count:0>70}")

    def _show(self, text: str) -> None:
        lines = [Line(f"k{row}", Content(f"{row} {text}")) for row in range(40)]
        self.query_one(LineList).set_lines(lines)


if __name__ == "__main__":
    Leaving().run(mouse=environment.is_mouse_wanted())
