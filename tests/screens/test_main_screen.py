"""The main screen under rough hands: harmful names, odd sizes, questions left open, keys without sense."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tableside.app import Tableside
from tableside.campaign.audit import audit
from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.key_table import VIEW_KEYS
from tableside.views import turn_orders
from tableside.widgets.ask_bar import AskBar
from tableside.widgets.bars import LogBar
from tableside.widgets.line_list import LineList
from tests.campaign.people import do

HOSTILE = (
    "[/]",
    "[/red]x",
    "2d20[kh1]",
    "[@click=app.quit]q[/]",
    "{who} %s",
    "\\[b",
    "\N{CJK UNIFIED IDEOGRAPH-9F8D}" * 9,
    "\N{DRAGON}",
    "a" * 200,
    "'\"`",
)


@asynccontextmanager
async def playing(
    library: Library, id: str, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Tableside, Pilot[int]]]:
    app = Tableside(library, id, random.Random(1))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot
    if app.campaign is not None:
        app.campaign.close()


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path)


def shown(app: Tableside) -> str:
    """Every cell of the screen, as text."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


async def press(pilot: Pilot[int], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_name_is_shown_literally_on_every_view(library: Library, name: str) -> None:
    id = library.new(name, "troika")
    campaign = library.open(id)
    for procedure_id, inputs in (
        ("campaign.add-character", {"name": name, "kind": "pc", "skills.new": f"{name[:90]} 2"}),
        ("campaign.note", {"text": name}),
        ("troika.assemble-stack", {}),
        ("troika.draw", {}),
    ):
        do(campaign, procedure_id, 2, **inputs)
    campaign.close()
    async with playing(library, id) as (app, pilot):
        for view, (_, key) in VIEW_KEYS.items():
            await press(pilot, key)
            assert name[:6] in shown(app), view
        assert app.is_running


@pytest.mark.parametrize("size", [(60, 20), (50, 14), (40, 12), (20, 5), (1, 1), (200, 50)])
async def test_every_size_is_usable_or_says_what_it_needs(library: Library, size: tuple[int, int]) -> None:
    async with playing(library, place_demo(library), size) as (app, pilot):
        for _, key in VIEW_KEYS.values():
            await press(pilot, key)
        if size[0] >= 50 and size[1] >= 14:
            assert "Campaigns" in shown(app)
        elif size[0] >= 20:
            assert "Needs 50 by 14" in shown(app)
        await pilot.resize_terminal(80, 24)
        await press(pilot, "f4")
        assert "Initiative" in shown(app)


async def test_a_question_that_is_left_changes_nothing(library: Library) -> None:
    async with playing(library, place_demo(library)) as (app, pilot):
        assert app.campaign is not None
        length = app.campaign.length
        for keys in (
            ("minus", "7", "escape"),
            ("minus", "7", "f2"),
            ("k", "p", "escape"),
            ("w", "x", "escape"),
        ):
            await press(pilot, "f4", *keys)
        assert app.campaign.length == length
        assert not app.screen.query_one(AskBar).is_asking


async def test_a_note_half_typed_survives_escape_and_a_kill(library: Library) -> None:
    id = place_demo(library)
    async with playing(library, id) as (app, pilot):
        await press(pilot, "w", *"It rains", "escape")
    async with playing(library, id) as (app, pilot):
        assert app.campaign is not None
        await press(pilot, "w")
        assert "It rains" in shown(app)
        await press(pilot, "!", "enter")
        last = app.campaign.last
        assert last is not None and last.given == {"text": "It rains!"}
        await press(pilot, "w")
        assert "Note: It rains" not in shown(app)


async def test_what_will_not_do_is_said_where_it_was_typed(library: Library) -> None:
    async with playing(library, place_demo(library)) as (app, pilot):
        assert app.campaign is not None
        length = app.campaign.length
        await press(pilot, "minus", *"seven", "enter")
        assert "'seven' is not a whole number" in shown(app)
        assert app.campaign.length == length
        await press(pilot, *["backspace"] * 5, "3", "enter")
        assert app.campaign.length == length + 1


async def test_a_face_that_the_die_does_not_have_is_refused(library: Library) -> None:
    async with playing(library, place_demo(library)) as (app, pilot):
        assert app.campaign is not None
        length = app.campaign.length
        await press(pilot, "r", *"canal", "equals_sign", "7")
        assert "a d6 has no face 7" in shown(app)
        await press(pilot, "3", "4")
        assert app.campaign.length == length + 1
        last = app.campaign.last
        assert last is not None and last.steps[0].typed == (True, True)  # type: ignore[union-attr]  # a Rolled


async def test_a_named_test_is_three_keys_and_the_same_again_is_one(library: Library) -> None:
    async with playing(library, place_demo(library)) as (app, pilot):
        assert app.campaign is not None
        length = app.campaign.length
        await press(pilot, "r", "c", "enter")
        last = app.campaign.last
        assert last is not None and last.given["skill"] == "canal-lore"
        await press(pilot, "full_stop")
        assert app.campaign.length == length + 2
        assert app.campaign.last is not None and app.campaign.last.given == last.given


async def test_space_on_a_result_draws_the_next_token(library: Library) -> None:
    async with playing(library, place_demo(library)) as (app, pilot):
        assert app.campaign is not None
        await press(pilot, "r", "c", "enter", "space")
        assert "Initiative" in shown(app).splitlines()[0]
        assert app.campaign.last is not None and app.campaign.last.procedure == "turn.next"


async def test_what_is_taken_back_is_told_once_in_the_last_lines(library: Library) -> None:
    async with playing(library, place_demo(library, "solo")) as (app, pilot):
        strip = app.screen.query_one(LogBar)
        await press(pilot, "minus", "2", "enter", "u")
        assert str(strip.render()).count("loses 2 Stamina") == 1
        await press(pilot, "u")
        strip.tell("something else")
        assert str(strip.render()).count("loses 2 Stamina") == 1 and "Taken back, 2" in str(strip.render())


async def test_undo_says_what_it_takes_back(library: Library) -> None:
    async with playing(library, place_demo(library)) as (app, pilot):
        assert app.campaign is not None
        before = app.campaign.table
        await press(pilot, "space")
        assert app.campaign.table != before
        await press(pilot, "u")
        assert app.campaign.table == before
        assert "taken back" in app.screen.query_one(LogBar).word
        await press(pilot, "U")
        assert app.campaign.table != before


async def test_the_palette_has_a_row_for_each_command_and_tells_of_the_one_under_the_cursor(
    library: Library,
) -> None:
    """It told one sentence four times, and had eight commands in view."""
    async with playing(library, place_demo(library)) as (app, pilot):
        await press(pilot, "ctrl+p")
        listed, about = (app.screen.query_one(f"#palette-{id}", LineList) for id in ("list", "about"))
        assert listed.size.height >= 15 and all(line.selectable for line in listed.lines)
        for name, key, sentence in (("Test Lu", "", "Roll Under cur"), ("Fight", "i x", "One exchange")):
            await press(pilot, *("space" if letter == " " else letter for letter in name))
            line = listed.lines[listed.cursor].content.plain
            assert name in line and line.endswith(f"  {key}"), line
            assert shown(app).count(sentence) == 1 and sentence in about.lines[0].content.plain
            await press(pilot, *["backspace"] * len(name))
        await press(pilot, *"qqq")
        assert not any(line.content.plain for line in about.lines)


async def test_the_palette_finds_every_procedure(library: Library) -> None:
    async with playing(library, place_demo(library)) as (app, pilot):
        await press(pilot, "ctrl+p")
        await press(pilot, *"let days", "enter", "enter")
        assert "Let days pass" in shown(app) or "campaign.pass-days" in shown(app)


async def test_the_palette_finds_what_is_called_otherwise_too(library: Library) -> None:
    async with playing(library, place_demo(library, "d20")) as (app, pilot):
        await press(pilot, "ctrl+p", *"surprise")
        found = app.screen.query_one("#palette-list", LineList)
        assert found.lines[0].content.plain.startswith("Begin by initiative")


KEYS = (
    *"criajgwkxdmvzfnNbB?.uUt- +0123456789",
    *("minus", "plus", "space", "enter", "enter", "escape", "escape", "tab", "backspace", "delete"),
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown"),
    *("f2", "f3", "f4", "f5", "f6", "f7", "f8"),
    *("asterisk", "shift+down", "shift+up"),
    *("equals_sign", "left_square_bracket", "right_square_bracket", "question_mark"),
)


@pytest.mark.parametrize("seed", range(2))
async def test_keys_without_sense_leave_a_sound_campaign(library: Library, seed: int) -> None:
    dice = random.Random(seed)
    id = place_demo(library)
    async with playing(library, id) as (app, pilot):
        for _ in range(60):
            await pilot.press(dice.choice(KEYS))
        await pilot.pause()
        assert app.is_running and app.parting_line == ""
    for shelved in library.shelf():
        campaign = library.open(shelved.id, read_only=True)
        assert list(audit(campaign)) == []
        campaign.close()


async def test_a_list_that_changed_while_hidden_is_drawn_as_it_is_now(library: Library) -> None:
    async with playing(library, place_demo(library)) as (app, pilot):
        for _ in range(3):
            await press(pilot, "r", *"test luck", "enter", "space")
            await app.worked_off()
            assert app.campaign is not None
            _, acts = turn_orders.turn_order_parts(app.campaign.table)
            assert f"▶ {acts}" in shown(app) and f" {acts}" in shown(app).splitlines()[0]


async def test_after_one_has_improved_the_next_is_ready(library: Library) -> None:
    id = library.new("Vale", "troika")
    campaign = library.open(id)
    for name in ("Ana", "Bram"):
        for procedure_id, inputs in (
            ("campaign.add-character", {"name": name, "skills.new": "Swim 2"}),
            ("campaign.edit", {"who": name, "skills.swim.ticked": "yes"}),
        ):
            do(campaign, procedure_id, 2, **inputs)
    campaign.close()
    async with playing(library, id) as (app, pilot):
        await press(pilot, "a", "enter", "enter")
        assert app.campaign is not None and app.campaign.last is not None
        improved = [app.campaign.entry(number).given["who"] for number in (5, 6)]
        assert improved == [1, 2]
