"""The pen sends less than every style whole, and the terminal shows the same."""

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tableside.terminal.strokes import StrokePen, stroke_style_of_blanks
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


def shown(text: str) -> list[pyte.screens.Char]:
    screen = pyte.Screen(40, 1)
    pyte.Stream(screen).feed(text)
    return [screen.buffer[0][x] for x in range(40)]


@settings(max_examples=often(400))
@given(st.lists(styles(), max_size=20))
def test_the_terminal_shows_what_whole_styles_would(chosen: list[str]) -> None:
    pen = StrokePen()
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
        ("1;38;5;1", "38;5;1", "\x1b[22m"),
        ("1;2;38;5;1", "2;38;5;1", "\x1b[22;2m"),
        ("1;53;38;5;1", "1;38;5;1", "\x1b[0;1;38;5;1m"),
        ("1;38;5;1;48;5;2", "7", "\x1b[0;7m"),
        ("1;38;5;1", "", "\x1b[m"),
        ("", "7", "\x1b[7m"),
        ("1;7;9", "7;9;1", ""),
    ],
)
def test_only_what_differs_is_sent(before: str, after: str, sent: str) -> None:
    pen = StrokePen()
    pen.to(before)
    assert pen.to(after) == sent


@pytest.mark.parametrize(
    ("before", "style", "sent"),
    [
        ("1;38;5;1;48;5;2", "38;5;7;48;5;2", ""),
        ("38;5;1;48;5;2", "1;48;5;3", "\x1b[48;5;3m"),
        ("38;5;1;48;5;2", "38;5;1", "\x1b[49m"),
        ("7;38;5;1;48;5;2", "38;5;1;48;5;2", "\x1b[27;39m"),
        ("38;5;1;48;5;2", "7;48;5;2", "\x1b[7;39m"),
    ],
)
def test_of_a_blank_only_the_background_is_sent(before: str, style: str, sent: str) -> None:
    pen = StrokePen()
    pen.to(before)
    assert pen.to(stroke_style_of_blanks(style)) == sent


@settings(max_examples=often(200))
@given(st.lists(st.tuples(styles(), st.sampled_from("x ")), max_size=20))
def test_blanks_between_letters_look_as_they_would(chosen: list[tuple[str, str]]) -> None:
    pen = StrokePen()
    thrifty = "".join(
        pen.to(stroke_style_of_blanks(style) if text == " " else style) + text for style, text in chosen
    )
    stock = "".join(f"\x1b[{style}m{text}\x1b[0m" for style, text in chosen)
    for here, there in zip(shown(thrifty), shown(stock), strict=True):
        if there.data == " " and not (there.reverse or there.underscore or there.strikethrough):
            assert (here.data, here.bg) == (" ", there.bg)
            assert not (here.reverse or here.underscore or here.strikethrough)
        else:
            assert here == there


def test_a_step_is_shorter_than_a_place() -> None:
    pen = StrokePen(80)
    assert pen.move(4, 2) == "\x1b[3;5H"
    assert (pen.move(5, 2), pen.move(16, 2)) == ("\x1b[C", "\x1b[11C")
    assert (pen.move(15, 3), pen.move(12, 3)) == ("\v\b", "\b\b\b")
    assert (pen.move(8, 3), pen.move(8, 13), pen.move(0, 14)) == ("\x1b[4D", "\x1b[10B", "\x1b[15H")
    assert pen.move(0, 14) == ""
    assert pen.move(0, 2) == "\x1b[3H"
    pen.is_lost()
    assert pen.move(20, 2) == "\x1b[3;21H"


def test_behind_the_last_column_there_is_no_step() -> None:
    pen = StrokePen(10)
    assert pen.move(8, 2) + pen.put("", "ab") == "\x1b[3;9Hab"
    assert pen.move(9, 3) == "\x1b[4;10H"


@pytest.mark.parametrize(
    ("erases", "sent"), [(True, ("\x1b[20X", "\x1b[K", "   ")), (False, (" " * 20, " " * 30, "   "))]
)
def test_blanks_are_erased_where_that_is_shorter(erases: bool, sent: tuple[str, str, str]) -> None:
    for place, cells, wanted in zip((0, 50, 10), (20, 30, 3), sent, strict=True):
        pen = StrokePen(80, erases=erases)
        pen.move(place, 0)
        assert pen.put("", "", cells) == wanted
