"""The filter that turns every sign on the screen into a plain one."""

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from tableside.signs import PLAIN


class PlainSigns(LineFilter):
    """Every sign as one ASCII character, on its way to the terminal."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(text.translate(PLAIN), style, control) for text, style, control in segments]
