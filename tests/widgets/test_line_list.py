"""A list keeps its cursor where the user put it, shows where that is without colours, and repaints little."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.content import Content
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tableside.widgets.base import Line
from tableside.widgets.line_list import NOWHERE, LineList
from tests.calls import calls_counted

HOSTILE = [
    "[/]",
    "[/x]",
    "2d20[kh1]",
    "[b=c]",
    "[red]",
    "\\",
    "a\\[b",
    "[@click=app.bang]x[/]",
    "\x1b[2J\x9b\u202e",
]


def lines(*keys: str, headings: Sequence[str] = ()) -> list[Line]:
    return [Line(key, Content(f"the {key}"), selectable=key not in headings) for key in keys]


def numbered(count: int) -> list[Line]:
    return lines(*map(str, range(count)))


class ListApp(App[None]):
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, line_list: LineList) -> None:
        super().__init__()
        self.list = line_list
        self.heard: list[tuple[str, str]] = []
        self.banged = False

    def compose(self) -> ComposeResult:
        yield self.list

    def on_line_list_highlighted(self, event: LineList.Highlighted) -> None:
        self.heard.append(("highlighted", event.key))

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        self.heard.append(("chosen", event.key))

    def action_bang(self) -> None:
        self.banged = True


def shown(widget: Widget) -> list[str]:
    """The text of the widget's rows as drawn."""
    return [strip.text for strip in widget.render_lines(widget.size.region)]


async def test_the_cursor_starts_on_the_first_line_that_can_be_selected() -> None:
    app = ListApp(LineList(lines("Party", "ann", "bob", headings=["Party"])))
    async with app.run_test(size=(20, 5)) as pilot:
        await pilot.pause()
        assert app.list.key == "ann"
        assert app.heard == [("highlighted", "ann")]
        assert [row.rstrip() for row in shown(app.list)[:3]] == ["  the Party", "> the ann", "  the bob"]


async def test_headings_are_stepped_over_and_kept_in_view() -> None:
    listed = lines("Party", "ann", "Foes", "orc", "rat", "End", headings=["Party", "Foes", "End"])
    app = ListApp(LineList(listed))
    async with app.run_test(size=(20, 3)) as pilot:
        await pilot.press("down")
        assert app.list.key == "orc"
        await pilot.press("down")
        assert "the End" in shown(app.list)[2], "the headings after the last line can be seen"
        await pilot.press("up", "up")
        assert app.list.key == "ann"
        assert "the Party" in shown(app.list)[0]
        await pilot.press("up")
        assert app.list.key == "ann"


async def test_enter_and_a_click_choose() -> None:
    app = ListApp(LineList(lines("ann", "Foes", "orc", headings=["Foes"])))
    async with app.run_test(size=(20, 5)) as pilot:
        await pilot.press("enter")
        await pilot.click(LineList, offset=(4, 2))
        await pilot.click(LineList, offset=(4, 1))
        await pilot.click(LineList, offset=(4, 4))
        assert app.heard == [
            ("highlighted", "ann"),
            ("chosen", "ann"),
            ("highlighted", "orc"),
            ("chosen", "orc"),
        ]


async def test_the_cursor_stays_on_its_line_when_lines_come_and_go() -> None:
    app = ListApp(LineList(lines("ann", "bob", "cid")))
    async with app.run_test(size=(20, 5)) as pilot:
        assert app.list.go_to("bob")
        app.list.set_lines(lines("new", "ann", "x", "y", "bob", "z"))
        assert (app.list.cursor, app.list.key) == (4, "bob")
        app.list.set_lines(lines("new", "ann", "z"))
        assert app.list.key == "z", "its line is gone: the place stays, as near as can be"
        app.list.set_lines(lines("p", "q"), keep=False)
        assert app.list.key == "p"
        app.list.set_lines([])
        assert app.list.cursor == NOWHERE
        assert app.list.key is None
        await pilot.press("down", "up", "end", "home", "pagedown", "enter")
        app.list.set_lines(lines("p"))
        assert app.list.key == "p"
        await pilot.pause()
    assert [key for _, key in app.heard] == ["ann", "bob", "z", "p", "p"]


async def test_it_scrolls_by_half_a_page_at_the_edge() -> None:
    app = ListApp(LineList(numbered(100)))
    async with app.run_test(size=(20, 10)) as pilot:
        app.list.cursor = 9
        assert app.list.scroll_offset.y == 0
        await pilot.press("down")
        assert app.list.scroll_offset.y == 5
        await pilot.press("pagedown")
        assert app.list.cursor == 19
        await pilot.press("end")
        assert (app.list.cursor, app.list.scroll_offset.y) == (99, 90)
        assert shown(app.list)[0].endswith("↑")
        await pilot.press("home")
        assert (app.list.cursor, app.list.scroll_offset.y) == (0, 0)
        assert shown(app.list)[-1].endswith("↓")


async def test_the_terminals_cursor_stands_on_the_line() -> None:
    app = ListApp(LineList(numbered(100)))
    async with app.run_test(size=(20, 10)) as pilot:
        app.list.cursor = 11
        await pilot.press("down")
        row = next(row for row, text in enumerate(shown(app.list)) if text.startswith(">"))
        assert app.cursor_position == (0, row)


async def test_a_move_repaints_two_lines() -> None:
    app = ListApp(LineList(numbered(100)))
    async with app.run_test(size=(20, 10)) as pilot:
        await pilot.pause()
        painted: list[int] = []
        draw = app.list.render_line

        def noting(y: int) -> Strip:
            painted.append(y)
            return draw(y)

        app.list.render_line = noting  # type: ignore[method-assign]
        await pilot.press("down")
        assert sorted(painted) == [0, 1]
        painted.clear()
        app.list.set_lines([*numbered(4), Line("4", Content("hurt")), *numbered(100)[5:]])
        await pilot.pause()
        assert painted == [4], "of new lines, only what looks different"


async def test_the_cursor_is_a_sign_and_a_tint() -> None:
    app = ListApp(LineList(numbered(3)))
    async with app.run_test(size=(20, 3)):
        strips = app.list.render_lines(app.list.size.region)
        grounds = [{s.style.bgcolor for s in strip if s.style} for strip in strips]
        assert grounds[0] != grounds[1] == grounds[2]
        assert [strip.text[0] for strip in strips] == [">", " ", " "]


async def test_a_tail_follows_until_the_user_goes_elsewhere() -> None:
    app = ListApp(LineList(numbered(50), tail=True))
    async with app.run_test(size=(20, 10)) as pilot:
        assert (app.list.key, app.list.scroll_offset.y) == ("49", 40)
        app.list.set_lines(numbered(60))
        await pilot.pause()
        assert (app.list.key, app.list.scroll_offset.y) == ("59", 50)
        await pilot.press("up")
        app.list.set_lines(numbered(70))
        assert app.list.key == "58"
        await pilot.press("end")
        app.list.set_lines(numbered(80))
        assert app.list.key == "79"


async def test_a_text_without_a_cursor_is_read_by_half_pages() -> None:
    app = ListApp(LineList(numbered(30), show_cursor=False))
    async with app.run_test(size=(20, 10)) as pilot:
        assert shown(app.list)[0].startswith("the 0")
        await pilot.press("down")
        assert shown(app.list)[0].startswith("the 5")
        await pilot.press("end", "enter")
        assert shown(app.list)[-1].startswith("the 29")
        assert app.heard == []


async def test_a_text_that_tails_keeps_its_end_in_view() -> None:
    app = ListApp(LineList(numbered(30), show_cursor=False, tail=True))
    async with app.run_test(size=(20, 10)) as pilot:
        assert shown(app.list)[-1].startswith("the 29")
        app.list.set_lines(numbered(40))
        assert shown(app.list)[-1].startswith("the 39")
        await pilot.press("up")
        app.list.set_lines(numbered(50))
        assert shown(app.list)[-1].startswith("the 34")


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (20, 5), (5, 2), (1, 1)])
async def test_every_row_is_as_wide_as_the_view(size: tuple[int, int]) -> None:
    names = ["龍" * 50, "e\u0301" * 50, "a" * 200, "", "tab\there", "two\nlines", "👩\u200d🚀" * 9, *HOSTILE]
    app = ListApp(LineList([Line(str(number), Content(name)) for number, name in enumerate(names * 3)]))
    async with app.run_test(size=size) as pilot:
        await pilot.press("down", "pagedown", "end", "up")
        assert {cell_len(row) for row in shown(app.list)} == {size[0]}
        await pilot.resize_terminal(33, 7)
        await pilot.pause()
        assert {cell_len(row) for row in shown(app.list)} == {33}


async def test_names_are_shown_as_they_are_typed() -> None:
    app = ListApp(LineList([Line(str(number), Content(name)) for number, name in enumerate(HOSTILE)]))
    async with app.run_test(size=(60, 12)) as pilot:
        rows = shown(app.list)
        for row, name in zip(rows, HOSTILE[:-1], strict=False):
            assert row[2:].rstrip() == name
        assert not set("\x1b\x9b\u202e") & set("".join(rows))
        for place in (3, 7, 8):
            await pilot.click(LineList, offset=(3, place))
        assert not app.banged


class Journal(Sequence[Line]):
    """So many lines, counted as they are made."""

    def __init__(self, count: int) -> None:
        self.entries = count
        self.made = 0
        self.word = "entry"

    def __len__(self) -> int:
        return self.entries

    @overload
    def __getitem__(self, index: int) -> Line: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Line]: ...
    def __getitem__(self, index: int | slice) -> Line | Sequence[Line]:
        assert isinstance(index, int)
        self.made += 1
        return Line(f"k{index}", Content(f"{self.word} {index}"))


async def test_a_hundred_thousand_lines_are_not_made_before_they_are_looked_at() -> None:
    journal = Journal(100_000)
    app = ListApp(LineList(journal, tail=True))
    async with app.run_test(size=(80, 24)) as pilot:
        assert app.list.key == "k99999"
        await pilot.press("pageup", "home", "end", "up")
        journal.entries += 1
        with calls_counted() as calls:
            app.list.set_lines(journal)
        assert calls.count < 5_000, calls
        assert journal.made < 1_000


async def test_a_sequence_that_changed_is_shown_anew() -> None:
    journal = Journal(5)
    app = ListApp(LineList(journal))
    async with app.run_test(size=(20, 5)) as pilot:
        journal.word = "note"
        app.list.set_lines(journal)
        await pilot.pause()
        assert "note 3" in shown(app.list)[3]


async def test_messages_say_who_sent_them() -> None:
    for message in (LineList.Highlighted, LineList.Chosen):
        line_list = LineList()
        assert issubclass(message, Message)
        assert message(line_list, key="key").line_list is line_list
