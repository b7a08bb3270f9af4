"""Reading keys so that each is the one that was pressed, however close upon another and however early.

Escape is the first byte of what arrows and function keys send, and of a key with alt held. Textual alone
takes an escape that arrives together with another key (over a slow link they do, and up to a tenth of a
second apart on any) for an alt: escape and 1 become an inverted exclamation mark, escape and enter an enter
alone, which gives the answer that was to be cancelled. Nothing here is bound to alt. So an escape that begins
no sequence is handed to Textual in the one spelling that cannot be mistaken, the kitty keyboard protocol's.

What is typed while the program starts comes through a terminal that is not raw yet, which turns an enter into
a line feed. Nothing here is bound to Ctrl+J, so both are enter.
"""

from __future__ import annotations

import os
import re
import select
from codecs import getincrementaldecoder

from textual import constants
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

from tableside.terminal import skeleton

ESCAPE = "\x1b"
ESCAPE_KEY = "\x1b[27u"
ENTER, LINE_FEED = "\r", "\n"
PASTE_BEGINS, PASTE_ENDS = "\x1b[200~", "\x1b[201~"
IDLE = 0.1
"""Seconds to wait for a key before looking whether the program ends."""

_MARK = re.compile(f"({re.escape(PASTE_BEGINS)}|{re.escape(PASTE_ENDS)})")
_ALONE = re.compile(r"\x1b(?![\[O])")


class Spelling:
    """Spells out what could be taken for another key; what is pasted stays as it is."""

    def __init__(self) -> None:
        self._is_pasting = False
        self.held = ""
        """An escape at the end of what has been read: the next bytes, or none soon, say what it is."""

    def read(self, data: str) -> str:
        """What has been read, with every escape and enter that was pressed spelt out."""
        data, self.held = self.held + data, ""
        if data.endswith(ESCAPE):
            data, self.held = data[: -len(ESCAPE)], ESCAPE
        return "".join(map(self._told_apart, _MARK.split(data)))

    def _told_apart(self, part: str) -> str:
        if part in (PASTE_BEGINS, PASTE_ENDS):
            self._is_pasting = part == PASTE_BEGINS
            return part
        return part if self._is_pasting else _ALONE.sub(ESCAPE_KEY, part).replace(LINE_FEED, ENTER)

    def waited(self) -> str:
        """Nothing has come for a while: the escape that was held back is a key."""
        held, self.held = self.held, ""
        return ESCAPE_KEY if held else ""


class KeyboardDriver(LinuxDriver):
    """Textual's driver, reading through `Spelling`; an escape takes ESCAPE_DELAY seconds, not up to 0.1.

    It takes the terminal over from the skeleton without clearing the screen that this stands on.
    """

    _reads_keys = False

    def disable_input(self) -> None:
        """Read no more keys, and throw away those not read. Textual asks for it once more when the terminal
        is given back already: by then what is typed is the shell's.
        """
        if self._reads_keys:
            self._reads_keys = False
            super().disable_input()

    def start_application_mode(self) -> None:
        self._reads_keys = True
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual has no types there
        self.attrs_before = skeleton.taken_over() or self.attrs_before

    def write(self, data: str) -> None:
        if data != skeleton.OTHER_SCREEN or not skeleton.stands():
            super().write(data)

    def run_input_thread(self) -> None:
        """Hand on what is typed until the program ends."""
        decode = getincrementaldecoder("utf-8")("replace").decode
        parser, spelling = XTermParser(self._debug), Spelling()
        is_fresh = False
        while not self.exit_event.is_set():
            ready, _, _ = select.select([self.fileno], [], [], constants.ESCAPE_DELAY if is_fresh else IDLE)
            if ready:
                data = os.read(self.fileno, 4096)
                if not data and self.exit_event.wait(IDLE):
                    return
                text = spelling.read(decode(data))
            else:
                text = spelling.waited()
            is_fresh = bool(ready)
            for event in (*(parser.feed(text) if text else ()), *parser.tick()):
                self.process_message(event)
