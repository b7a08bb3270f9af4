"""A screen is kept as text and read again, and nothing in it is obeyed by a terminal."""

import random

import pyte
import pytest

from tableside.terminal.first_screen import (
    ScreenPicture,
    ScreenRun,
    first_screen_as_text,
    first_screen_drawn,
    first_screen_of_text,
)
from tests.table.terminal import Screen

RED, PLAIN = "1;38;5;9", ""
PICTURE = ScreenPicture(
    6, ((ScreenRun(RED, "Ana"), ScreenRun(PLAIN, "  ▆")), (ScreenRun("48;2;1;2;3", "Bram  "),), ())
)


def shown(text: str) -> Screen:
    screen = Screen(6, 3)
    pyte.Stream(screen).feed(text)
    return screen


def test_it_comes_back_as_it_was() -> None:
    assert first_screen_of_text(first_screen_as_text(PICTURE)) == PICTURE


def test_it_is_drawn_as_it_is() -> None:
    screen = shown(first_screen_drawn(PICTURE))
    assert screen.display == ["Ana  ▆", "Bram  ", "      "]
    assert [screen.buffer[0][column].bold for column in (0, 1, 2, 5)] == [True] * 3 + [False]
    assert screen.buffer[1][5].bg == "010203"


@pytest.mark.parametrize(
    "text", ["a\x1b[2J", "a\nb", "a\tb", "a\x9b2J", "a\x07", "a\u202eb", "a\u200db", "longer than it"]
)
def test_a_row_that_could_not_be_read_again_is_left_out(text: str) -> None:
    picture = ScreenPicture(
        6, ((ScreenRun(PLAIN, "one"),), (ScreenRun(PLAIN, "two"), ScreenRun(PLAIN, text)))
    )
    assert first_screen_of_text(first_screen_as_text(picture)) == picture._replace(
        rows=((ScreenRun(PLAIN, "one"),), ())
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "6 1",
        "6 x\n\n",
        "-6 1\n\n",
        "0 1\n\n",
        "99999 1\n\n",
        "6 2\n\n0 a",
        "6 1\n\n1 a",
        "6 1\n\n0a",
        "6 1\n\nx a",
        "6 1\n\n0 a\x1b[2J",
        "6 1\n\n0 a\rb",
        "6 1\n\n0 a\x9b2J",
        "6 1\n\n0 abcdefghijklm",
        "6 1\n1mX\n0 a",
        "6 1\n\x1b\n0 a",
        "6 1\n38\n0 a",
        "6 1\n;;\n0 a",
        "6 1\n" + "1;" * 100 + "1\n0 a",
    ],
)
def test_what_may_not_be_drawn_is_none(text: str) -> None:
    assert first_screen_of_text(text) is None


def test_whatever_is_read_only_stands_there() -> None:
    dice = random.Random(1)
    whole = first_screen_as_text(PICTURE)
    taken = 0
    for _ in range(3_000):
        text = list(whole)
        for _ in range(dice.randint(1, 3)):
            text[dice.randrange(len(text))] = dice.choice("0123456789 ;m\x1b\x9b\n\t\x07[a龍\u202e")
        picture = first_screen_of_text("".join(text))
        if picture is not None:
            taken += 1
            assert all(run.text.isprintable() for row in picture.rows for run in row)
            assert set("".join(run.style for row in picture.rows for run in row)) <= {*"0123456789;"}
    assert taken
