"""The last lines of the journal, always in reach, and under them what could not be done."""

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widget import Widget

from tableside.text import clean, drawn_text
from tableside.widgets.paint import fitted


class LogStrip(Widget, can_focus=False):
    """As many of the newest lines as there is room for.

    A complaint takes the last ones until something happens.
    """

    ALLOW_SELECT = False

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """As large as the strip: nothing has to be laid out once more when that is known."""

    DEFAULT_CSS = """
    LogStrip { width: 1fr; height: 3; background: $panel; color: $foreground; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: tuple[Content, ...] = ()
        self._word = ""
        self._style = ""
        self._is_short = False

    @property
    def word(self) -> str:
        """What was last said to the person at the keyboard; empty when it is over."""
        return self._word

    @property
    def most_lines(self) -> int:
        """Lines that there is room for when it is as high as the style says."""
        height = self.styles.base.height
        return int(height.value) if height is not None else self.size.height

    def show(self, lines: Sequence[Content]) -> None:
        """Show these lines, the newest last; what was said is over."""
        if self._word or not _same(lines, self._lines):
            self._lines, self._word = tuple(lines), ""
            self._fit_height()
            self.refresh()

    def fit(self, lines: Sequence[Content]) -> None:
        """Show these lines, which say the same for another size: what was said stands."""
        self._lines = tuple(lines)
        self.refresh()

    def be_short(self, *, is_short: bool) -> None:
        """As high as what is said needs, a line at least; else as high as the style says."""
        self._is_short = is_short
        self._fit_height()

    def _fit_height(self) -> None:
        """What is said is read whole: where it has more than a line, the strip is as high as ever."""
        is_single = self._is_short and len(self._word_lines(self.size.width)) <= 1
        own = self.styles.inline
        if is_single and not own.has_rule("height"):
            own.height = 1
        elif not is_single and own.clear_rule("height"):
            self.refresh(layout=True)

    def complain(self, text: str) -> None:
        """Say why something was not done; an empty text: say it no longer."""
        self._say(f"! {drawn_text(clean(text))}" if text else "", "bold $text-error")

    def tell(self, text: str) -> None:
        """Say what was done, when no line of the journal does."""
        self._say(f"= {drawn_text(clean(text))}", "bold $text-success")

    def _say(self, word: str, style: str) -> None:
        if (word, style) != (self._word, self._style):
            self._word, self._style = word, style
            self._fit_height()
            self.refresh()

    def _word_lines(self, cells: int) -> list[Content]:
        """All of it: its end says what would work."""
        return Content(self._word).stylize(self._style).wrap(cells) if self._word and cells else []

    def render(self) -> Content:
        width, height = self.size
        word = self._word_lines(width)[:height]
        room = max(0, height - len(word))
        newest = _from_a_beginning(self._lines[-room:]) if room else []
        blank = [Content("")] * (room - len(newest))
        return Content("\n").join([fitted(line, width) for line in [*blank, *newest, *word]])


def _from_a_beginning(lines: Sequence[Content]) -> list[Content]:
    """These lines without the end of one whose beginning has no room, unless there is nothing else."""
    starts = [place for place, line in enumerate(lines) if not line.plain.startswith(" ")]
    return list(lines[starts[0] if starts else 0 :])


def _same(one: Sequence[Content], other: Sequence[Content]) -> bool:
    return one is other or (
        len(one) == len(other) and all(a.is_same(b) for a, b in zip(one, other, strict=True))
    )
