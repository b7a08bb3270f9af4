"""What is typed: faces of real dice, and values into fields."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.app import App, ComposeResult
from textual.events import Key, Paste
from textual.message import Message
from textual.widget import Widget

from tableside.widgets.face_entry import FaceEntry, could_face_entry_go_on, entered_face
from tableside.widgets.field import Field, FieldHistory
from tests.widgets.test_line_list import shown

Made = TypeVar("Made", bound=Widget)


class TypingApp(App[None], Generic[Made]):
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, make: Callable[[], Made]) -> None:
        super().__init__()
        self.make = make
        self.heard: list[Message] = []

    def compose(self) -> ComposeResult:
        self.widget = self.make()
        yield self.widget

    def on_mount(self) -> None:
        self.screen.set_focus(self.widget)

    def on_event_heard(self, message: Message) -> None:
        self.heard.append(message)

    on_face_entry_done = on_face_entry_refused = on_face_entry_cancelled = on_event_heard
    on_face_entry_roll_wanted = on_field_cancelled = on_input_submitted = on_event_heard


async def typed(sides: list[int], *keys: str) -> tuple[str, list[Message]]:
    """What the entry shows and has posted after these keys."""
    app = TypingApp(lambda: FaceEntry(sides))
    async with app.run_test(size=(60, 3)) as pilot:
        for key in keys:  # not `pilot.press`, which takes 70 ms for each
            app.post_message(Key(key, key if len(key) == 1 else None))
            if len(key) > 1:
                await pilot.pause()
        await pilot.pause()
        return shown(app.widget)[0].rstrip(), app.heard


@pytest.mark.parametrize(
    ("sides", "keys", "line"),
    [
        ([6, 6], "", "2d6 [_][ ]"),
        ([6, 6], "4", "2d6 [4][_]"),
        ([6, 6, 8], "46", "2d6 [4][6]  1d8 [_]"),
        ([20, 6], "1", "1d20 [1_]  1d6 [ ]"),
        ([20, 6], "17", "1d20 [17]  1d6 [_]"),
        ([20, 6], "3", "1d20 [3]  1d6 [_]"),
        ([6], "7", "1d6 [_]  ! a d6 has no face 7"),
        ([6], "0", "1d6 [_]  ! a d6 has no face 0"),
        ([20], "25", "1d20 [_]  ! a d20 has no face 25"),
        ([6, 6], "74", "2d6 [4][_]"),
        ([6], ["7", "enter", "space"], "1d6 [_]  ! a d6 has no face 7"),
        ([6, 6], ["7", "enter", "4"], "2d6 [4][_]"),
    ],
)
async def test_the_entry_shows_the_dice_and_their_faces(
    sides: list[int], keys: Sequence[str], line: str
) -> None:
    assert (await typed(sides, *keys))[0] == line


@pytest.mark.parametrize(
    ("sides", "keys", "faces"),
    [
        ([6, 6], ["4", "2"], (4, 2)),
        ([6, 6], ["7", "4", "2"], (4, 2)),
        ([6, 6], ["4", "backspace", "5", "2"], (5, 2)),
        ([20], ["1", "space"], (1,)),
        ([20], ["1", "backspace", "2", "0"], (20,)),
        ([20], ["2", "enter"], (2,)),
        ([20], ["9"], (9,)),
        ([10], ["0"], (10,)),
        ([10], ["1", "0"], (10,)),
        ([100], ["0", "0"], (100,)),
        ([100], ["0", "7"], (7,)),
        ([100], ["1", "0", "0"], (100,)),
        ([100], ["1", "0", "space"], (10,)),
        ([100], ["4", "2"], (42,)),
    ],
)
async def test_the_last_face_ends_it(sides: list[int], keys: list[str], faces: tuple[int, ...]) -> None:
    done = [message for message in (await typed(sides, *keys))[1] if isinstance(message, FaceEntry.Done)]
    assert [message.faces for message in done] == [faces]


async def test_a_face_the_die_does_not_have_is_refused() -> None:
    _, heard = await typed([6], "8", "space", "backspace")
    (refused,) = heard
    assert isinstance(refused, FaceEntry.Refused)
    assert refused.text == "a d6 has no face 8"


async def test_the_rest_can_be_rolled_and_all_given_up() -> None:
    _, (wanted, cancelled) = await typed([6, 6], "4", "r", "escape")
    assert isinstance(wanted, FaceEntry.RollWanted)
    assert wanted.faces == (4,)
    assert isinstance(cancelled, FaceEntry.Cancelled)


async def test_it_can_be_asked_anew_and_puts_the_terminals_cursor_there() -> None:
    app = TypingApp(lambda: FaceEntry([6]))
    async with app.run_test(size=(60, 3)) as pilot:
        entry = app.widget
        await pilot.press("3", "4")
        entry.ask([8, 8])
        await pilot.press("4")
        assert shown(entry)[0].rstrip() == "2d8 [4][_]"
        assert app.cursor_position == (8, 0)


@given(st.sampled_from([2, 3, 4, 6, 8, 10, 12, 20, 30, 100]), st.data())
def test_every_face_of_every_die_can_be_typed(die: int, data: st.DataObject) -> None:
    face = data.draw(st.integers(1, die))
    digits = ""
    for digit in str(face):
        assert digits == "" or could_face_entry_go_on(digits, die)
        digits += digit
    assert entered_face(digits, die) == face


async def test_a_value_is_clean_whatever_is_typed_or_pasted() -> None:
    app = TypingApp(lambda: Field("Grima\x1b[2J", "name"))
    async with app.run_test(size=(60, 3)) as pilot:
        field = app.widget
        assert field.value == "Grima[2J"
        field.value = ""
        app.post_message(Paste("two\nlines\x1b]52;c;x\x07 [/]" + "a" * 1_000_000))
        await pilot.pause()
        assert field.value.startswith("two lines]52;c;x [/]aaa")
        assert len(field.value) < 3_000
        field.value = "[/] [red]"
        await pilot.pause()
        assert shown(field)[0].startswith("[/] [red]")
        await pilot.press("enter", "escape")
        assert [type(message).__name__ for message in app.heard] == ["Submitted", "Cancelled"]


async def test_a_fields_error_stands_under_it_until_the_value_changes() -> None:
    app = TypingApp(lambda: Field("7"))
    async with app.run_test(size=(60, 3)) as pilot:
        field = app.widget
        assert field.size.height == 1
        field.error = "a d6 has no face 7"
        await pilot.pause()
        assert [row.rstrip() for row in shown(field)] == ["7", "! a d6 has no face 7"]
        await pilot.press("backspace")
        await pilot.pause()
        assert (field.error, field.size.height) == ("", 1)


async def test_a_fields_cursor_is_seen_without_colours_and_does_not_blink() -> None:
    app = TypingApp(lambda: Field("abc"))
    async with app.run_test(size=(60, 3)) as pilot:
        field = app.widget
        await pilot.pause()
        assert app.cursor_position == (3, 0)
        cells = [bool(style and style.reverse) for text, style, _ in field.render_line(0) for _ in text]
        assert cells.index(True) == 3
        assert sum(cells) == 1
        assert not field.cursor_blink


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        ("one two|z", "one "),
        ("one two|z z", ""),
        ("one two|z z z", ""),
        ("one|z y", "one"),
        ("one two|z z y", "one "),
        ("one|backspace backspace z", "one"),
        ("one|backspace z z", ""),
        ("one|z t y", "t"),
        ("one|ctrl+u z", "one"),
    ],
)
async def test_typing_is_taken_back_by_words_and_put_back(keys: str, value: str) -> None:
    letters, _, others = keys.partition("|")
    app = TypingApp(lambda: Field())
    async with app.run_test(size=(60, 3)) as pilot:
        await pilot.press(*("space" if each == " " else each for each in letters))
        await pilot.press(*(f"ctrl+{each}" if each in ("z", "y") else each for each in others.split()))
        assert app.widget.value == value


async def test_what_a_field_begins_with_was_not_typed() -> None:
    app = TypingApp(lambda: Field())
    async with app.run_test(size=(60, 3)) as pilot:
        await pilot.press("x")
        app.widget.start_with("begun")
        await pilot.press("ctrl+z")
        assert app.widget.value == "begun"


async def test_what_was_typed_to_begin_with_can_be_taken_back() -> None:
    app = TypingApp(lambda: Field())
    async with app.run_test(size=(60, 3)) as pilot:
        app.widget.start_with("at ", "7")
        await pilot.press("ctrl+z")
        assert app.widget.value == "at "


@given(st.lists(st.text(max_size=4), max_size=30))
def test_whatever_was_typed_is_there_again_step_by_step(values: list[str]) -> None:
    typed_before, now, steps = FieldHistory(), "", 0
    for value in values:
        if value != now:
            typed_before.changed(now, value)
            now = value
    last = now
    while (before := typed_before.back(now)) is not None:
        now, steps = before, steps + 1
    assert now == "" and steps <= len(values)
    while (after := typed_before.forth(now)) is not None:
        now = after
    assert now == last
