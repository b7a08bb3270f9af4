"""Answers by a key each: one of a few options, or the faces that real dice show.

    2d6 [4][_]  1d20 [1_]

A die of up to nine sides takes one key. A bigger one takes its digits, and space or enter where another digit
could follow; on a d10 a lone 0 is its ten, on a d100 the digits 00 are its hundred, as they are printed on
the dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Offset, Size
from textual.reactive import reactive
from textual.style import Style

from tableside.text import drawn_text, width
from tableside.widgets.base import Leaving, Message, bindings, fitted
from tableside.wording import sentence

ONE_KEY = 9
"""The most sides a die may have for its face to be one key."""
EMPTY = "_"


LET_THROUGH = "ruU?"
"""Keys that mean what they mean: roll the rest, undo, redo, help."""
GAP = "  "
MOST_ROWS = 3
"""Rows of options that are shown; of more, those around the cursor."""
PLACE = "place"
"""What the style of an option's text holds."""


class Options(Leaving, can_focus=True, inherit_bindings=False):
    """A few options in rows, none of them torn apart.

    A digit takes the option of that number at once, unless it could be the first of two: then the cursor
    goes there and waits for the second, or for Enter. Letters go to the option that begins with them, and one
    letter again to the next of those; they never answer, for they may belong to a word that somebody types
    without looking. What no option begins with is told, and then Enter takes nothing until the cursor has
    moved.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings("options"),
        *Leaving.BINDINGS,
    ]  # the key bar ends with the way out
    COMPONENT_CLASSES: ClassVar[set[str]] = {"options--error"}
    DEFAULT_CSS = """
    Options { width: 1fr; height: auto; max-height: 4; }
    Options > .options--error { color: $text-error; text-style: bold; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._labels: tuple[str, ...] = ()
        self._place = 0
        self._digits = ""
        self._letters = ""
        """What is typed of an option's words so far."""
        self._error = ""
        self.is_behind_a_face = False
        """Whether an enter, as the first key, belongs to the face that was typed before this was asked."""
        self.takes_words = False
        """Whether `answered` may get how words begin that are no option's."""
        self._answered: Callable[[int | str | None], None] = lambda place: None

    def ask(self, labels: Sequence[str], place: int, answered: Callable[[int | str | None], None]) -> None:
        """Show these options, with the cursor on one; `answered` gets the place of the one taken."""
        self._labels, self._place, self._answered = tuple(map(drawn_text, labels)), place, answered
        self._digits = self._letters = self._error = ""
        self.is_behind_a_face = self.takes_words = False
        self.refresh(layout=True)

    # Drawing

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return min(MOST_ROWS, len(self._rows(width))) + bool(self._error)

    def render(self) -> Content:
        cells = self.size.width
        rows = self._rows(cells)
        here = next((n for n, row in enumerate(rows) if self._place in row), 0)
        top = max(0, min(here - 1, len(rows) - MOST_ROWS))
        lines = [self._row(row, cells) for row in rows[top : top + MOST_ROWS]]
        if self._error:
            error = Content.styled(f"! {self._error}", self.get_visual_style("options--error"))
            lines.append(fitted(error, cells))
        return Content("\n").join(lines)

    def _rows(self, cells: int) -> list[range]:
        """The places of the options in each row of so many cells."""
        starts, room = [0], cells
        for place in range(len(self._labels)):
            needed = width(self._text(place))
            if room < needed and place:
                starts.append(place)
                room = cells
            room -= needed + len(GAP)
        return [range(*each) for each in pairwise((*starts, len(self._labels)))]

    def _row(self, places: range, cells: int) -> Content:
        parts: list[str | tuple[str, Style]] = []
        for place in places:
            is_here = place == self._place
            style = Style(bold=is_here, reverse=is_here) + Style.from_meta({PLACE: place})
            parts += [(self._text(place), style), GAP]
        return fitted(Content.assemble(*parts[:-1]), cells)

    def _text(self, place: int) -> str:
        return f"{place + 1} {self._labels[place]}"

    # Keys and mouse

    def on_click(self, event: events.Click) -> None:
        """A click on an option takes it."""
        place = event.style.meta.get(PLACE)
        if place is not None:
            self._answered(place)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return character is not None and character.isprintable()

    def on_key(self, event: events.Key) -> None:
        """Every printable key is for this question."""
        character = event.character
        if character is None or not character.isprintable():
            return
        event.stop()
        event.prevent_default()
        if character == " " and self._ends_a_face():
            return
        self.is_behind_a_face = False
        if self._error and not character.isdecimal():
            self._refuse(character)
        elif character.isdecimal():
            self._number(character)
        else:
            self._letter(character)

    def _number(self, digit: str) -> None:
        """The option of the number that the digits make up so far."""
        self._letters = ""
        most = len(self._labels)
        number = next((n for n in (int(self._digits + digit), int(digit)) if 1 <= n <= most), 0)
        self._digits = str(number) if number and number * 10 <= most else ""
        if not number:
            self._refuse(digit)
        elif self._digits:
            self._go(number - 1)
        else:
            self._answered(number - 1)

    def _letter(self, letter: str) -> None:
        """To the option that begins with what is typed; with one letter again, to the next."""
        self._digits = ""
        word = self._letters + letter
        if starting := self._beginning(word):
            self._letters = word
            self._go(self._place if self._place in starting else starting[0])
        elif (starting := self._beginning(letter)) and self._letters.casefold() == letter.casefold():
            self._go(next((n for n in starting if n > self._place), starting[0]))
        elif self.takes_words:
            self._answered(word)
        else:
            self._letters = ""
            self._refuse(letter)

    def _beginning(self, word: str) -> list[int]:
        """The places of the options that begin with this."""
        return [n for n, label in enumerate(self._labels) if label.casefold().startswith(word.casefold())]

    def go_to(self, place: int) -> None:
        """The cursor to the option at this place."""
        if 0 <= place < len(self._labels):
            self._go(place)

    def _go(self, place: int) -> None:
        had_error, self._error = bool(self._error), ""
        self._place = place
        self.refresh(layout=had_error)

    def _refuse(self, key: str) -> None:
        had_error = bool(self._error)
        self._error = sentence("field", "no-option", key=repr(key), count=len(self._labels))
        self.refresh(layout=not had_error)

    def _ends_a_face(self) -> bool:
        """Whether this key ends what was typed before; the next one is for this question."""
        ends, self.is_behind_a_face = self.is_behind_a_face, False
        return ends

    def action_answer(self) -> None:
        if self._ends_a_face():
            return
        self._letters = ""
        if self._error:
            self._go(self._place)  # the end of what was typed without looking
        else:
            self._answered(self._place)

    def action_step(self, step: int) -> None:
        self._digits, self._letters, self.is_behind_a_face = "", "", False
        self._go((self._place + step) % max(1, len(self._labels)))

    def action_cancel(self) -> None:
        self._answered(None)


class FaceEntry(Leaving, can_focus=True, inherit_bindings=False):
    """One line to type the faces of some dice into. `ask` starts it anew."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings("faces"),
        *Leaving.BINDINGS,
    ]  # the key bar ends with the way out
    DEFAULT_CSS = """
    FaceEntry {
        height: 1;
        width: 1fr;
        color: $foreground;
        background: $background;
    }
    """

    faces: reactive[tuple[int, ...]] = reactive(())
    """The faces typed so far, in the order of the dice."""
    digits: reactive[str] = reactive("")
    """What is typed of a face that is not complete yet."""
    refusal: reactive[str] = reactive("")
    """Why the last key was not taken, shown behind the dice until the next key."""

    class Done(Message):
        """The last face was typed."""

        faces: tuple[int, ...]

    class RollWanted(Message):
        """The program is to roll the dice that are still missing after these faces."""

        faces: tuple[int, ...]

    class Refused(Message):
        """A face was typed that the die does not have. The entry itself shows the text too."""

        text: str

    class Cancelled(Message):
        """Escape was pressed."""

    ended_early = False
    """Whether the last face was whole before the enter that many type behind the face of a big die."""

    def __init__(
        self, sides: Sequence[int] = (), *, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.sides = tuple(sides)

    def ask(self, sides: Sequence[int], faces: tuple[int, ...] = (), digits: str = "") -> None:
        """Start anew, for dice of these sides, of which some faces may be there already."""
        self.sides = tuple(sides)
        self.faces, self.digits, self.refusal = faces, digits, ""
        self.ended_early = False
        self.refresh()

    @property
    def is_begun(self) -> bool:
        """Whether anything is typed."""
        return bool(self.faces or self.digits)

    @property
    def die(self) -> int | None:
        """The sides of the die whose face is typed next; None when all are there."""
        return self.sides[len(self.faces)] if len(self.faces) < len(self.sides) else None

    # -- keys

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return character is not None and character.isprintable() and character not in LET_THROUGH

    def on_key(self, event: events.Key) -> None:
        """Digits are faces; a letter hit by mistake must not drop the faces that are typed already."""
        if not self.check_consume_key(event.key, event.character):
            return
        event.stop()
        event.prevent_default()
        typed = event.character or ""
        if typed.isdecimal() and typed.isascii():
            self._type(typed)
        else:
            self._refuse(sentence("field", "no-face", typed=repr(typed)))

    def _type(self, digit: str) -> None:
        self.refusal = ""
        if self.die is None:
            return
        digits = self.digits + digit
        if (problem := self._problem(digits, self.die)) is not None:
            self.digits = ""
            self._refuse(problem)
        elif could_go_on(digits, self.die):
            self.digits = digits
        else:
            self.ended_early = self.die > ONE_KEY
            self._take(face_of(digits, self.die))

    def _problem(self, digits: str, die: int) -> str | None:
        if 1 <= face_of(digits, die) <= die or could_go_on(digits, die):
            return None
        return sentence("field", "no-such-face", sides=die, face=int(digits))

    def _take(self, face: int) -> None:
        self.digits = ""
        self.faces = (*self.faces, face)
        if self.die is None:
            self.post_message(self.Done(self.faces))

    def _refuse(self, text: str) -> None:
        self.refusal = text
        self.post_message(self.Refused(text))

    def action_accept(self) -> None:
        """The digits typed are the whole face."""
        self.refusal = ""
        if self.die is None and self.faces:
            self.post_message(self.Done(self.faces))  # they stood there before anything was typed
        if self.die is None or not self.digits:
            return
        face = face_of(self.digits, self.die)
        if 1 <= face <= self.die:
            self.ended_early = False
            self._take(face)
        else:
            self._refuse(sentence("field", "no-such-face", sides=self.die, face=face))
            self.digits = ""

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
            parts.append((f"  ! {self.refusal}", "bold"))
        self._put_terminal_cursor(text)
        return fitted(Content.assemble(*parts), self.size.width)

    def _groups(self) -> Iterator[str]:
        """Dice of the same sides next to each other share a heading: `2d6 [4][_]`."""
        for die, group in groupby(enumerate(self.sides), key=lambda numbered: numbered[1]):
            places = [place for place, _ in group]
            yield f"{len(places)}d{die} " + "".join(f"[{self._shown(place)}]" for place in places)

    def _shown(self, place: int) -> str:
        if place < len(self.faces):
            return str(self.faces[place])
        return self.digits + EMPTY if place == len(self.faces) else " "

    def _put_terminal_cursor(self, text: str) -> None:
        """On the place that is typed next, for screen readers."""
        if self.has_focus and EMPTY in text:
            x, y = self.content_region.offset
            self.app.cursor_position = Offset(x + width(text[: text.index(EMPTY)]), y)


def face_of(digits: str, die: int) -> int:
    """The face that the digits mean when no more follow: all zeros are the highest face of a d10 or d100."""
    if digits == "0" * (len(str(die)) - 1) and die in (10, 100):
        return die
    return int(digits)


def could_go_on(digits: str, die: int) -> bool:
    """Whether another digit could still make a face of this die."""
    if die <= ONE_KEY or digits == "0" * (len(str(die)) - 1):
        return False
    if digits.startswith("0"):
        return die == 100 and len(digits) == 1
    return int(digits) * 10 <= die
