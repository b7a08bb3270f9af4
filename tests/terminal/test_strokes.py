"""However the strokes of a frame are ordered, the terminal shows the cells that were meant."""

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tableside.terminal.strokes import (
    Stroke,
    StrokePen,
    changed_stroke_runs,
    stroke_style_of_blanks,
    strokes_drawn,
    strokes_of,
)
from tests.terminal.test_output import differences
from tests.terminal.test_pen import styles
from tests.thorough import often

COLUMNS, ROWS = 12, 4
Cell = tuple[str, str]
"""A character and its style."""


def cells() -> st.SearchStrategy[list[Cell]]:
    """Rows of cells, with stretches of blanks and few styles, as screens have them."""
    few = st.lists(styles(), min_size=1, max_size=3)
    return few.flatmap(
        lambda chosen: st.lists(
            st.tuples(st.sampled_from("ab   "), st.sampled_from(chosen)),
            min_size=COLUMNS * ROWS,
            max_size=COLUMNS * ROWS,
        )
    )


def parted(all_cells: list[Cell]) -> list[tuple[list[str], list[str]]]:
    """The characters and the styles of each row."""
    rows = [all_cells[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)]
    return [
        (
            [text for text, _ in row],
            [stroke_style_of_blanks(style) if text == " " else style for text, style in row],
        )
        for row in rows
    ]


def screen_after(*sent: str) -> pyte.Screen:
    screen = pyte.Screen(COLUMNS, ROWS)
    for each in sent:
        pyte.Stream(screen).feed(each)
    return screen


def stock(all_cells: list[Cell]) -> str:
    return "".join(
        f"\x1b[{place // COLUMNS + 1};{place % COLUMNS + 1}H\x1b[{style}m{text}\x1b[0m"
        for place, (text, style) in enumerate(all_cells)
    )


@pytest.mark.parametrize("erases", [True, False])
@settings(max_examples=often(300))
@given(before=cells(), after=cells())
def test_the_cells_that_differ_are_drawn_over_the_others(
    erases: bool, before: list[Cell], after: list[Cell]
) -> None:
    strokes: list[Stroke] = []
    for y, (old, new) in enumerate(zip(parted(before), parted(after), strict=True)):
        for first, end in changed_stroke_runs(old, new, erases=erases):
            strokes += strokes_of(first, y, new[0][first:end], new[1][first:end])
    sent = strokes_drawn(strokes, StrokePen(COLUMNS, erases=erases))
    assert differences(screen_after(stock(before), sent), screen_after(stock(after))) == []


def changed(was: str, now: str, styles: str = "") -> list[tuple[int, int]]:
    plain = [""] * len(now)
    return list(changed_stroke_runs((was, plain), (now, [*styles] if styles else plain)))


def test_small_gaps_are_sent_along() -> None:
    assert changed("abcdefgh", "abcXefgh") == [(3, 4)]
    assert changed("abcdefgh", "XbcdXfgh") == [(0, 5)]
    assert changed("abcdefghij", "XbcdefXhij") == [(0, 1), (6, 7)]


def test_blanks_between_blanks_are_erased_along_where_a_terminal_erases() -> None:
    blank = " 48;5;1"
    before, after = ("ab        cd", [""] * 2 + [blank] * 8 + [""] * 2), (" " * 12, [blank] * 12)
    assert list(changed_stroke_runs(before, after)) == [(0, 2), (10, 12)]
    assert list(changed_stroke_runs(before, after, erases=True)) == [(0, 12)]
    other = (" " * 12, [blank] * 9 + [" 48;5;2"] * 3)
    assert list(changed_stroke_runs(before, other, erases=True)) == [(0, 2), (9, 12)]


def test_a_gap_in_other_colours_is_stepped_over() -> None:
    red, blue = "38;5;1", "38;5;4"
    style = [red, blue, red]
    assert list(changed_stroke_runs(("abc", style), ("XbX", style))) == [(0, 1), (2, 3)]


def test_what_stands_in_one_pair_of_colours_is_drawn_together() -> None:
    red, blue = "38;2;250;0;0", "38;2;0;0;250"
    strokes = [Stroke(place, 0, style, "x") for place, style in enumerate((red, blue) * 3)]
    sent = strokes_drawn(strokes, StrokePen(80))
    assert sent.count("250m") == 1 and sent.count("0;0m") == 1


def test_the_pair_of_colours_that_takes_least_comes_next() -> None:
    red, blue, red_on_eight = "38;5;1;48;5;9", "38;5;4;48;5;8", "38;5;1;48;5;8"
    strokes = [Stroke(0, row, style, "x") for row, style in enumerate((red, blue, red_on_eight))]
    assert strokes_drawn(strokes, StrokePen(80)) == (
        "\x1b[1H\x1b[38;5;1;48;5;9mx\v\v\b\x1b[48;5;8mx\x1b[2H\x1b[38;5;4mx\x1b[m"
    )


def test_blanks_go_with_the_text_before_them() -> None:
    found = strokes_of(3, 1, "ab  c", ["1", "1", " ", " ", "7"])
    assert list(found) == [Stroke(3, 1, "1", "ab", 2), Stroke(7, 1, "7", "c")]
    assert list(strokes_of(0, 0, "  ab", [" ", " ", "1", "1"])) == [Stroke(0, 0, "1", "  ab")]
    assert list(strokes_of(0, 0, "a  ", ["4", " ", " "])) == [
        Stroke(0, 0, "4", "a"),
        Stroke(1, 0, " ", "", 2),
    ]
