"""A choice among a few options, answered with one key each."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from itertools import pairwise
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Size
from textual.style import Style

from tableside.text import drawn_text, width, wrapped
from tableside.widgets.base import MARK, AnswerBase, bindings, fitted
from tableside.wording import so_many

GAP = "  "
MOST_ROWS = 3
"""The most rows of options to show; if there are more, those around the cursor."""
PLACE = "place"
"""The key in an option's style that holds its place."""
Answered = Callable[[int | tuple[int, ...] | str | None], None]
"""Called with the answer; None: no answer."""
HELP = "?"
SEPARATORS = " ,"
"""Characters between the numbers of several options; otherwise they mark the option under the cursor."""
LEAST_CELLS = 24
"""Least cells for saying why a key was not taken."""


class Options(AnswerBase, can_focus=True, inherit_bindings=False):
    """A few options in rows, none of them split.

    A digit takes the option with that number at once, unless it could be the first of two: then the cursor
    goes there and waits for the second digit, or for Enter. Letters move to the option that begins with them,
    and the same letter again to the next one; they never answer, since they may belong to a word typed
    without looking. Letters that begin no option are reported; Enter after a single such key still answers,
    but after a whole word it only ends the word.

    If several may be taken, a digit or space marks an option, a digit that waits for a second with the next
    space or comma, and Enter takes the marked ones, or the one under the cursor.
    """

    # The key bar ends with the way out
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("options"), *AnswerBase.BINDINGS]
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
        self._is_behind_number = False
        """Whether a separator now marks nothing, because a number has just been typed."""
        self._letters = ""
        """The beginning of an option's words as typed so far."""
        self._stray = ""
        """Typed letters that begin no option."""
        self._takes_words = False
        """Whether `answered` may get the beginning of other words."""
        self._marks: Set[int] | None = None
        """The places of marked options. None: a single one is taken at once."""
        self._answered: Answered = lambda place: None
        self._goes_on = self._goes_back = False
        """Whether there is an input after this one, and one before."""
        self.went_on = 0
        """Whether the option was taken to go on to the next input (1) or the one before (-1), else 0."""

    def ask(
        self,
        labels: Sequence[str],
        place: int,
        answered: Answered,
        *,
        takes_several: bool = False,
        takes_words: bool = False,
        goes_on: bool = False,
        goes_back: bool = False,
    ) -> None:
        """Show these options with the cursor on one; `answered` gets the place of the option taken, or the
        places of several. With `goes_on`, Tab takes the option under the cursor and sets `went_on`, with
        `goes_back` so does Shift+Tab.
        """
        self._goes_on, self._goes_back, self.went_on = goes_on, goes_back, 0
        self._labels, self._place, self._answered = tuple(map(drawn_text, labels)), place, answered
        self._marks = frozenset() if takes_several else None
        self._digits = self._letters = self._stray = ""
        self._is_behind_number = False
        self._takes_words = takes_words
        self.refresh(layout=True)

    @property
    def cells(self) -> int:
        """The cells wanted beside a question."""
        return max(LEAST_CELLS, sum(width(label) + len("*1   ") for label in self._labels))

    # Drawing

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return min(MOST_ROWS, len(self._rows(width))) + len(self._refusal(width))

    def render(self) -> Content:
        cells = self.size.width
        rows = self._rows(cells)
        here = next((n for n, row in enumerate(rows) if self._place in row), 0)
        top = max(0, min(here - 1, len(rows) - MOST_ROWS))
        lines = [self._row(row, cells) for row in rows[top : top + MOST_ROWS]]
        style = self.get_visual_style("options--error")
        lines += [Content.styled(line, style) for line in self._refusal(cells)]
        return Content("\n").join(lines)

    def _rows(self, cells: int) -> list[range]:
        """The places of the options in each row of this many cells."""
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
            is_bold = is_here or place in (self._marks or ())
            style = Style(bold=is_bold, reverse=is_here) + Style.from_meta({PLACE: place})
            parts += [(self._text(place), style), GAP]
        return fitted(Content.assemble(*parts[:-1]), cells)

    def _text(self, place: int) -> str:
        text = f"{place + 1} {self._labels[place]}"
        return text if self._marks is None else f"{MARK if place in self._marks else ' '}{text}"

    def _refusal(self, cells: int) -> list[str]:
        """Why the last key was not taken, wrapped to this many cells."""
        if not self._stray or not cells:
            return []
        key = repr(self._stray[-1])
        return wrapped(f"! {so_many('field', 'no-option', len(self._labels), key=key)}", cells)

    # Keys and mouse

    def on_click(self, event: events.Click) -> None:
        """Take or mark the clicked option."""
        place = event.style.meta.get(PLACE)
        if place is not None:
            self._pick(place)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return character is not None and character.isprintable() and character != HELP

    def on_key(self, event: events.Key) -> None:
        """Handle every printable key except help."""
        character = event.character
        if character is None or not self.check_consume_key(event.key, character):
            return
        event.stop()
        event.prevent_default()
        if self._stray and not character.isdecimal():
            self._refuse(character)
        elif character.isdecimal():
            self._number(character, event.time)
        elif self._marks is None or character not in SEPARATORS:
            self._letter(character)
        else:
            self._separate()

    def _number(self, digit: str, when: float) -> None:
        """Go to or take the option whose number the digits form so far."""
        self._letters, self._is_behind_number = "", False
        most = len(self._labels)
        number = next((n for n in (int(self._digits + digit), int(digit)) if 1 <= n <= most), 0)
        self._digits = str(number or "")
        if not number:
            self._refuse(digit)
        elif self._waits_for_digit:
            self._go(number - 1)
        else:
            self.ended = when if self._marks is None else self.ended
            self._pick(number - 1)

    @property
    def _waits_for_digit(self) -> bool:
        """Whether the typed number could be continued with another digit."""
        return bool(self._digits) and int(self._digits) * 10 <= len(self._labels)

    def _separate(self) -> None:
        """Mark the option whose number is complete now or, without a number, the one under the cursor."""
        is_whole = self._is_behind_number or bool(self._digits)
        waits, self._digits, self._is_behind_number = self._waits_for_digit, "", is_whole
        if waits or not is_whole:
            self._pick(self._place)

    def _pick(self, place: int) -> None:
        """Take the option at this place; if several may be taken, toggle its mark."""
        if self._marks is None:
            self._answered(place)
        else:
            self._marks ^= {place}
            self._go(place)

    def _letter(self, letter: str) -> None:
        """Go to the option that begins with the typed letters; with the same letter again, to the next."""
        self._digits, self._is_behind_number = "", False
        word = self._letters + letter
        if starting := self._beginning(word):
            self._letters = word
            self._go(self._place if self._place in starting else starting[0])
        elif (starting := self._beginning(letter)) and self._letters.casefold() == letter.casefold():
            self._go(next((n for n in starting if n > self._place), starting[0]))
        elif self._takes_words:
            self._answered(word)
        else:
            self._letters = ""
            self._refuse(word)

    def _beginning(self, word: str) -> list[int]:
        """The places of the options that begin with this."""
        return [n for n, label in enumerate(self._labels) if label.casefold().startswith(word.casefold())]

    def go_to(self, place: int) -> None:
        """Move the cursor to the option at this place."""
        if 0 <= place < len(self._labels):
            self._go(place)

    def _go(self, place: int) -> None:
        was_refused, self._stray = bool(self._stray), ""
        self._place = place
        self.refresh(layout=was_refused)

    def _refuse(self, typed: str) -> None:
        self._stray += typed
        self.refresh(layout=True)

    def action_answer(self) -> None:
        self._letters = ""
        if len(self._stray) > 1:
            self._go(self._place)  # it ended a word typed without looking
        elif self._marks is None:
            self._answered(self._place)
        else:
            marks = self._marks | {self._place} if self._waits_for_digit else self._marks
            self._answered(tuple(sorted(marks)) or (self._place,))

    def action_pick(self) -> None:
        self._pick(self._place)

    def action_go_on(self, step: int = 1) -> None:
        """Take the option under the cursor, and go on to the next input (1) or the one before (-1)."""
        if self._stray:
            self._go(self._place)
        else:
            self.went_on = step
            self.action_answer()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "go_on":
            return self._goes_back if parameters == (-1,) else self._goes_on
        return self._marks is not None if action == "pick" else super().check_action(action, parameters)

    def action_step(self, step: int) -> None:
        self._digits = self._letters = ""
        self._is_behind_number = False
        self._go((self._place + step) % max(1, len(self._labels)))

    def action_cancel(self) -> None:
        self._answered(None)
