"""The frugal output shows exactly what Textual's own would, frame by frame, and less of it is sent."""

from __future__ import annotations

import random
import signal
import sys
from pathlib import Path

import pyte
import pytest
import textual.drivers.linux_driver
from rich.console import Console
from textual._compositor import CompositorUpdate
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from tableside.terminal import output
from tableside.terminal.output import TerminalCells, output_of_update
from tableside.widgets.bars import Title, TitleBar
from tableside.widgets.base import Line
from tableside.widgets.field import Field
from tableside.widgets.line_list import LineList
from tests.table.terminal import Terminal
from tests.widgets.sample import Sample

SAMPLE = [sys.executable, "-m", "tests.widgets.sample"]
NAMES = [
    "Grima",
    "龍の騎士",
    "Ætla…",
    "🐉 drake",
    "e\u0301tude",
    "👩\u200d🚀 pilot",
    "☠ ⚔ ☂",
    "a\u200bb",
    "[/][b=c]",
]
STYLES = ["", "bold", "italic red", "on blue", "reverse", "underline #80ff00", "link='http://example.org'"]


def test_it_rests_on_the_textual_that_is_installed() -> None:
    assert textual.drivers.linux_driver
    changed = [module for module, known in output.RESTS_ON.items() if output.source_checksum(module) != known]
    assert not changed, f"{changed} are not those of Textual 8.2.8; everything is drawn the stock way"
    assert output.is_trusted_textual()


class Question(ModalScreen[None]):
    def compose(self) -> ComposeResult:
        yield Static(Content("Really? 龍 ☠"))


class Twin(Sample):
    """Plays every frame on two terminals, once as Textual sends it and once frugally, and compares them."""

    frames = 0
    stock_bytes = 0
    frugal_bytes = 0

    def __init__(self) -> None:
        super().__init__()
        self.frugal = False
        self.memory = TerminalCells()
        self.stock, self.thrifty = pyte.Screen(1, 1), pyte.Screen(1, 1)

    def _display(self, screen: Screen[object], renderable: object) -> None:
        if isinstance(renderable, CompositorUpdate) and not self._batch_count:
            self._play(screen.outer_size, renderable, self.console)
        super()._display(screen, renderable)

    def _play(self, size: Size, update: CompositorUpdate, console: Console) -> None:
        if not self.memory.has_size(*size):
            self.memory.forget(*size)
            self.stock, self.thrifty = pyte.Screen(*size), pyte.Screen(*size)
        stock = update.render_segments(console)
        pyte.Stream(self.stock).feed(stock.replace("\n", "\r\n"))
        frugal = output_of_update(self.memory, update, console)
        pyte.Stream(self.thrifty).feed(frugal)
        self.frames += 1
        self.stock_bytes += len(stock.encode())
        self.frugal_bytes += len(frugal.encode())
        assert differences(self.stock, self.thrifty) == []


def differences(one: pyte.Screen, other: pyte.Screen) -> list[tuple[int, int]]:
    """The (row, column) of all cells that differ, in what is to be seen of them."""
    return [
        (row, column)
        for row in range(one.lines)
        for column in range(one.columns)
        if seen_of(one.buffer[row][column]) != seen_of(other.buffer[row][column])
    ]


def seen_of(cell: pyte.screens.Char) -> pyte.screens.Char:
    """A cell as it is seen: of a blank, the background and what runs through it."""
    is_bare = cell.data == " " and not (cell.reverse or cell.underscore or cell.strikethrough)
    return pyte.screens.Char(" ", bg=cell.bg) if is_bare else cell


def some_lines(dice: random.Random) -> list[Line]:
    return [
        Line(
            f"k{number}",
            Content.assemble(
                *[(dice.choice(NAMES) + " ", dice.choice(STYLES)) for _ in range(dice.randrange(9))]
            ),
            selectable=dice.random() < 0.8,
        )
        for number in range(dice.randrange(60))
    ]


async def something_happens(app: Twin, dice: random.Random) -> None:
    """One of the things that change the screen."""
    line_list, text, field = (
        app.query_one("#list", LineList),
        app.query_one("#text", LineList),
        app.query_one(Field),
    )
    match dice.randrange(11):
        case 0 | 1:
            line_list.set_lines(some_lines(dice), keep=dice.random() < 0.5)
        case 2:
            text.set_lines(some_lines(dice))
        case 3:
            app.action_show(dice.choice(["list", "text", "form"]))
        case 4:
            field.value = dice.choice(NAMES) * dice.randrange(30)
        case 5:
            field.error = dice.choice(["", "a d6 has no face 7", "龍 is not a number"])
        case 6:
            app.query_one(TitleBar).set(Title(dice.choice(NAMES), (), (dice.choice(NAMES),)))
        case 7:
            app.screen.styles.background = dice.choice(["black", "blue", "#102030"])
        case 8:
            line_list.styles.width = dice.choice(["1fr", "30", "31"])
        case 9 if isinstance(app.screen, Question):
            app.screen.dismiss()
        case 9:
            app.push_screen(Question())
        case _:
            line_list.cursor += dice.choice([-20, -1, 1, 2, 20])


@pytest.mark.parametrize("erases", [True, False])
@pytest.mark.parametrize(("seed", "size"), [(1, (80, 24)), (0, (200, 50)), (3, (33, 7))])
async def test_every_cell_is_what_textual_would_show(
    seed: int, size: tuple[int, int], erases: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "erases_in_colour", lambda: erases)
    dice = random.Random(seed)
    app = Twin()
    async with app.run_test(size=size) as pilot:
        root = app.screen
        for _ in range(25):
            while isinstance(app.screen, Question):
                app.pop_screen()
                await pilot.pause()
            assert app.screen is root
            await something_happens(app, dice)
            await pilot.pause()
    assert app.frames > 15
    assert app.frugal_bytes < app.stock_bytes


@pytest.mark.parametrize("size", [(80, 24), (200, 50)], ids=["80x24", "200x50"])
def test_the_real_screen_is_the_same_with_and_without(size: tuple[int, int]) -> None:
    columns, rows = size
    seen = []
    for setting in ({}, {"STOCK": "1"}):
        with Terminal(SAMPLE, rows=rows, columns=columns, env=setting) as terminal:
            terminal.wait_for("q Quit").press("down", "down", "pagedown", "2", "up", "3", "x", "y")
            terminal.wait_for("xy").settle()
            seen.append((terminal.screen, terminal.bytes_received))
    (frugal, sent), (stock, sent_by_textual) = seen
    assert differences(frugal, stock) == []
    assert sent < sent_by_textual * 0.7


def test_after_a_suspension_everything_is_sent_again() -> None:
    with Terminal(SAMPLE) as terminal:
        before = terminal.wait_for("q Quit").settle().lines()
        terminal.kill(signal.SIGTSTP)
        terminal.wait_for(lambda t: Path(f"/proc/{t.process.pid}/stat").read_text().split()[2] == "T")
        assert b"\x1b[?1049l" in terminal.settle().raw
        terminal.screen.reset()
        terminal.kill(signal.SIGCONT)
        terminal.wait_for(lambda t: t.lines() == before)


def test_the_redraw_key_repairs_a_garbled_screen() -> None:
    with Terminal(SAMPLE) as terminal:
        before = terminal.wait_for("q Quit").settle().lines()
        terminal.screen.reset()
        terminal.press("ctrl+l").wait_for(lambda t: t.lines() == before)


def test_a_terminal_made_smaller_and_larger_again_is_whole() -> None:
    with Terminal(SAMPLE) as terminal:
        before = terminal.wait_for("q Quit").settle().lines()
        terminal.resize(10, 40)
        terminal.wait_for(lambda t: t.lines()[9].startswith("1 List")).settle()
        terminal.resize(24, 80)
        terminal.wait_for(lambda t: t.lines() == before).settle()
        terminal.resize(10, 40)
        terminal.resize(24, 80)  # at once: the program may never have seen the other size
        terminal.settle().press("down").wait_for("> line 000001")
        terminal.press("up").wait_for(lambda t: t.lines() == before)
