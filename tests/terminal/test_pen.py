"""The pen sends less than every style whole, and the terminal shows the same."""

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tableside.terminal.pen import Pen
from tests.thorough import often

attributes = st.lists(st.sampled_from(["1", "3", "4", "7", "9"]), unique=True, max_size=3)
colours = st.sampled_from(["", "1", "7", "5;200", "2;10;20;30"])


@st.composite
def styles(draw: st.DrawFn) -> str:
    chosen = draw(attributes)
    for ground, bright in (("3", "9"), ("4", "10")):
        colour = draw(colours)
        if colour:
            short = draw(st.sampled_from([ground, bright]))
            chosen.append(f"{ground}8;{colour}" if ";" in colour else f"{short}{colour}")
    return ";".join(chosen)


def shown(text: str) -> list[object]:
    screen = pyte.Screen(40, 1)
    pyte.Stream(screen).feed(text)
    return [screen.buffer[0][x] for x in range(40)]


@settings(max_examples=often(400))
@given(st.lists(styles(), max_size=20))
def test_the_terminal_shows_what_whole_styles_would(chosen: list[str]) -> None:
    pen = Pen()
    thrifty = "".join(f"{pen.to(each)}x" for each in chosen) + pen.lift() + "y"
    stock = "".join(f"\x1b[{each}mx\x1b[0m" for each in chosen) + "y"
    assert shown(thrifty) == shown(stock)


@pytest.mark.parametrize(
    ("before", "after", "sent"),
    [
        ("38;5;1;48;5;2", "38;5;1;48;5;2", ""),
        ("38;5;1;48;5;2", "38;5;3;48;5;2", "\x1b[38;5;3m"),
        ("38;5;1;48;5;2", "48;5;2", "\x1b[39m"),
        ("38;5;1", "1;38;5;1", "\x1b[1m"),
        ("1;38;5;1", "38;5;1", "\x1b[0;38;5;1m"),
        ("1;38;5;1", "", "\x1b[0m"),
        ("", "7", "\x1b[7m"),
        ("1;7;9", "7;9;1", ""),
    ],
)
def test_only_what_differs_is_sent(before: str, after: str, sent: str) -> None:
    pen = Pen()
    pen.to(before)
    assert pen.to(after) == sent
