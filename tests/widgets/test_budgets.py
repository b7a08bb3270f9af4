"""How many bytes the widgets send over the link, measured on a pseudo-terminal (traps 5 to 8)."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from tests.table.terminal import Terminal

pytestmark = pytest.mark.long

SAMPLE = [sys.executable, "-m", "tests.widgets.sample", "100000"]


@pytest.fixture(scope="module", params=[(24, 80), (50, 200)], ids=["80x24", "200x50"])
def terminal(request: pytest.FixtureRequest) -> Iterator[Terminal]:
    rows, columns = request.param
    with Terminal(SAMPLE, rows=rows, columns=columns) as terminal:
        terminal.wait_for("q Quit").settle()
        yield terminal


def sent(terminal: Terminal, *keys: str) -> int:
    """The bytes that these keys together make the program send."""
    before = terminal.bytes_received
    terminal.press(*keys).settle()
    return terminal.bytes_received - before


def budget(terminal: Terminal, normal: int, wide: int) -> int:
    return normal if terminal.screen.columns == 80 else wide


def test_a_start_sends_one_screen(terminal: Terminal) -> None:
    assert terminal.bytes_received <= budget(terminal, 4_500, 14_000)


def test_a_cursor_move_sends_two_lines(terminal: Terminal) -> None:
    terminal.press("1", "home").settle()
    assert sent(terminal, "down") <= budget(terminal, 260, 500)


def test_a_page_sends_less_than_a_screen(terminal: Terminal) -> None:
    terminal.press("1", "home").settle()
    assert 0 < sent(terminal, "pagedown") <= budget(terminal, 2_800, 7_000)


def test_a_typed_letter_sends_little_more_than_itself(terminal: Terminal) -> None:
    terminal.press("3", "a").settle(0.4)  # on a busy machine the second comes late
    assert sent(terminal, "b") <= 130


def test_nothing_is_sent_while_nothing_happens(terminal: Terminal) -> None:
    assert sent(terminal) == 0


def test_the_mouse_passing_over_sends_nothing(terminal: Terminal) -> None:
    before = terminal.bytes_received
    for column in range(1, 61):
        terminal.send(f"\x1b[<35;{column};{column % 20 + 1}M".encode())
    terminal.settle()
    assert terminal.bytes_received - before <= 100


def test_a_hundred_thousand_lines_need_no_memory(terminal: Terminal) -> None:
    assert terminal.memory() < 60_000_000
