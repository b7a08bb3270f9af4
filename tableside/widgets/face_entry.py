"""Entry of the faces that real dice show, with one key each.

2d6 [4][_]  1d20 [1_]

A die of up to nine sides takes one key. A bigger one takes its digits, then space or Enter if another digit
could follow; on a d10 a lone 0 means ten, and on a d100 00 means a hundred, as on the dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Offset
from textual.reactive import reactive

from tableside.text import clip_words, width
from tableside.widgets.base import AnswerBase, DataMessage, bindings, fitted
from tableside.wording import sentence

ONE_KEY = 9
"""The most sides of a die whose face takes one key."""
EMPTY = "_"
GAP = "  "
LET_THROUGH = "ruU? "
"""Keys that keep their meaning: roll the rest, undo, redo, help, end of a face."""


class FaceEntry(AnswerBase, can_focus=True, inherit_bindings=False):
    """A line for typing the faces of some dice. `ask` restarts it."""

    ALLOW_SELECT = False
    # The key bar ends with the way out
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("faces"), *AnswerBase.BINDINGS]
    DEFAULT_CSS = "FaceEntry { height: 1; width: 1fr; color: $foreground; background: $background; }"

    faces: reactive[tuple[int, ...]] = reactive(())
    """The faces typed so far, in the order of the dice."""
    digits: reactive[str] = reactive("")
    """The digits of an incomplete face."""
    refusal: reactive[str] = reactive("")
    """Why the last key was not taken, shown behind the dice until more is typed."""

    class Done(DataMessage):
        """All faces have been typed."""

        faces: tuple[int, ...]

    class RollWanted(DataMessage):
        """The program should roll the dice missing after these faces."""

        faces: tuple[int, ...]

    class Refused(DataMessage):
        """A face was typed that the die does not have. The entry shows the text too."""

        text: str

    class Cancelled(DataMessage):
        """Escape was pressed."""

    def __init__(self, sides: Sequence[int] = ()) -> None:
        super().__init__()
        self.sides = tuple(sides)

    def ask(self, sides: Sequence[int], faces: tuple[int, ...] = (), digits: str = "") -> None:
        """Restart for dice of these sides, with some faces already given."""
        self.sides = tuple(sides)
        self.faces, self.digits, self.refusal = faces, digits, ""
        self.refresh()

    @property
    def is_begun(self) -> bool:
        """Whether anything is typed."""
        return bool(self.faces or self.digits)

    @property
    def die(self) -> int | None:
        """The sides of the die to type next; None if all are there."""
        return self.sides[len(self.faces)] if len(self.faces) < len(self.sides) else None

    # -- keys

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return character is not None and character.isprintable() and character not in LET_THROUGH

    def on_key(self, event: events.Key) -> None:
        """Take digits as faces; other letters are ignored, so that a slip loses no faces."""
        if not self.check_consume_key(event.key, event.character):
            return
        event.stop()
        event.prevent_default()
        typed = event.character or ""
        if typed.isdecimal() and typed.isascii():
            self._type(typed, event.time)
        else:
            self._refuse(sentence("field", "no-face", typed=repr(typed)))

    def _type(self, digit: str, when: float) -> None:
        self.refusal = ""
        if self.die is None:
            return
        digits = self.digits + digit
        if could_face_entry_go_on(digits, self.die):
            self.digits = digits
        elif self._took(entered_face(digits, self.die), self.die):
            self.ended = when

    def _took(self, face: int, die: int) -> bool:
        """Take this as the face of the die; return False, with a message, if it is none."""
        self.digits = ""
        if not 1 <= face <= die:
            self._refuse(sentence("field", "no-such-face", sides=die, face=face))
            return False
        self.faces = (*self.faces, face)
        if self.die is None:
            self.post_message(self.Done(self.faces))
        return True

    def _refuse(self, text: str) -> None:
        self.refusal = text
        self.post_message(self.Refused(text))

    def action_accept(self) -> None:
        """Take the typed digits as the whole face; without digits, keep the last refusal on show."""
        if self.die is None and self.faces:
            self.post_message(self.Done(self.faces))  # they were preset
        if self.die is None or not self.digits:
            return
        self.refusal = ""
        self._took(entered_face(self.digits, self.die), self.die)

    def action_take_back(self) -> None:
        self.refusal = ""
        if self.digits:
            self.digits = self.digits[:-1]
        else:
            self.faces = self.faces[:-1]

    def action_roll(self) -> None:
        self.post_message(self.RollWanted(self.faces))

    def action_cancel(self) -> None:
        self.post_message(self.Cancelled())

    # -- drawing

    def render(self) -> Content:
        text = "  ".join(self._groups())
        parts: list[str | tuple[str, str]] = [text]
        if self.refusal:
            room = self.size.width - width(text) - len(GAP)
            parts.append((f"{GAP}{clip_words(f'! {self.refusal}', room)}", "bold"))
        self._put_terminal_cursor(text)
        return fitted(Content.assemble(*parts), self.size.width)

    def _groups(self) -> Iterator[str]:
        """The dice with their faces; adjacent dice of one size share a label: `2d6 [4][_]`."""
        for die, group in groupby(enumerate(self.sides), key=lambda numbered: numbered[1]):
            places = [place for place, _ in group]
            yield f"{len(places)}d{die} " + "".join(f"[{self._shown(place)}]" for place in places)

    def _shown(self, place: int) -> str:
        if place < len(self.faces):
            return str(self.faces[place])
        return self.digits + EMPTY if place == len(self.faces) else " "

    def _put_terminal_cursor(self, text: str) -> None:
        """Put the terminal's cursor on the next place to type, for screen readers."""
        if self.has_focus and EMPTY in text:
            x, y = self.content_region.offset
            self.app.cursor_position = Offset(x + width(text[: text.index(EMPTY)]), y)


def entered_face(digits: str, die: int) -> int:
    """The face that digits stand for if no more follow: all zeros are the highest face of a d10 or d100."""
    if digits == "0" * (len(str(die)) - 1) and die in (10, 100):
        return die
    return int(digits)


def could_face_entry_go_on(digits: str, die: int) -> bool:
    """Whether another digit could still make a face of this die."""
    if die <= ONE_KEY or digits == "0" * (len(str(die)) - 1):
        return False
    if digits.startswith("0"):
        return die == 100 and len(digits) == 1
    return int(digits) * 10 <= die
