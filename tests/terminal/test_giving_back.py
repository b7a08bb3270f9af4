"""The terminal is the shell's again as soon as it looks so: what is typed from then on is not thrown away."""

from __future__ import annotations

import sys

from tests.table.terminal import Terminal

PROGRAM = """
import os, select
from textual.app import App
from textual.widgets import Static
from tableside.terminal.keys import KeyboardDriver

class Slow(KeyboardDriver):
    def stop_application_mode(self):
        super().stop_application_mode()
        select.select([0], [], [])  # until somebody types

class Shown(App):
    BINDINGS = [("q", "exit")]
    def compose(self):
        yield Static("shown")
    def action_exit(self):
        self.exit()

print("before")
Shown(driver_class=Slow).run()
print("typed:", os.read(0, 80).decode() if select.select([0], [], [], 0)[0] else "nothing")
"""


def test_what_is_typed_after_the_screen_is_back_reaches_the_shell() -> None:
    with Terminal([sys.executable, "-c", PROGRAM]) as terminal:
        terminal.wait_for("shown").press("q").wait_for("before").type("ls\n").wait_for(
            "typed: ls"
        ).wait_gone()
