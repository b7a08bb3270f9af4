"""No key is silent: whatever is pressed changes the screen, asks, or says why not and what would help."""

from pathlib import Path

import pytest
from textual.binding import Binding

from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.key_table import VIEW_KEYS
from tableside.screens.help import MOVING, _bindings, _from
from tests.campaign.people import do
from tests.screens.table import Table, opened
from tests.thorough import THOROUGH

VIEWS = tuple(key for id, (_, key) in VIEW_KEYS.items() if id != "campaigns")
OTHERS = {"fell": "f2", "galejatra": "f4", "wandered": "f5", "d20": "f6"}
CASES = [
    ("troika", "fight", VIEWS),
    ("troika", "empty", (*VIEWS, "f7") if THOROUGH else ("f2", "f4", "f7")),
    ("troika", "one", (*VIEWS, "f7") if THOROUGH else ("f3", "f5", "f6")),
    *((game, "fight", VIEWS if THOROUGH else ("f3", other)) for game, other in OTHERS.items()),
]
"""A game, the state of its table, and the keys of views: what is empty is the same in every game, and most of
what keys do.
"""


def prepared(folder: Path, game: str, state: str) -> str:
    """A campaign of this game with nobody in it, with one character, or in a fight."""
    library = Library(folder)
    id = library.new("Vale", game)
    campaign = library.open(id)
    acts: list[tuple[str, dict[str, str]]] = []
    if state != "empty":
        acts.append(("campaign.add-character", {"name": "Ana", "kind": "pc"}))
    if state == "fight":
        acts.append(("campaign.add-character", {"name": "Orc", "kind": "enemy"}))
        acts.append((campaign.rules.turns.begin, {}))
    for procedure_id, inputs in acts:
        do(campaign, procedure_id, 2, **inputs)
    campaign.close()
    return id


def keys_here(at: Table) -> list[Binding]:
    view = at.app.main_screen.view
    assert view is not None
    listed = [each for widget in _from(at.app.main_screen.focused, view) for each in _bindings(widget)]
    return [each for each in listed if each.action.partition("(")[0] not in MOVING and each.key != "escape"]


def seen(at: Table) -> tuple[object, ...]:
    main_screen = at.app.main_screen
    focus = main_screen.focused.id if main_screen.focused else None
    return (at.text(), main_screen.ask.is_asking, focus, at.app.campaign.length if at.app.campaign else 0)


async def answered(at: Table, binding: Binding, place: str) -> bool:
    """Whether anything came of the key; afterwards all is as it was."""
    before = seen(at)
    await at.keys(binding.key)
    await at.app.workers.wait_for_complete() if not at.app.main_screen.ask.is_asking else None
    await at.pilot.pause()
    came = seen(at) != before
    if at.app.main_screen.ask.is_asking:
        await at.keys("escape")
    if at.app.campaign is not None and at.campaign.length != before[3]:
        await at.keys("u")
    if seen(at) != before:
        await at.keys("f6" if place != "f6" else "f2", place)
    return came


@pytest.mark.parametrize(("game", "state", "places"), CASES)
async def test_every_key_does_something_or_says_why_not(
    tmp_path: Path, game: str, state: str, places: tuple[str, ...]
) -> None:
    async with opened(tmp_path, prepared(tmp_path, game, state), (100, 30)) as at:
        silent = []
        for place in places:
            await at.keys(place)
            for binding in keys_here(at):
                at.app.main_screen.complain("")
                await at.pilot.pause()
                if not await answered(at, binding, place):
                    silent.append(f"{place} {binding.key}: {binding.description}")
        assert silent == []


@pytest.mark.parametrize(
    ("game", "label", "is_offered"),
    [("troika", "Eat", True), ("fell", "Eat", True), ("galejatra", "Eat", False), ("d20", "Rest all", False)],
)
async def test_no_key_is_offered_for_what_the_game_has_not(
    tmp_path: Path, game: str, label: str, is_offered: bool
) -> None:
    async with opened(tmp_path, prepared(tmp_path, game, "one"), size=(160, 24)) as at:
        await at.keys("f2", "r", "escape", "f2")
        key = "E" if label == "Eat" else "z"
        assert (f"{key} {label}" in at.lines()[-1]) == is_offered
        if not is_offered:
            await at.keys(key)
            assert "this game has no" in at.text()


@pytest.mark.parametrize("key", ["e", "right", "7"])
@pytest.mark.parametrize(
    ("letters", "told"),
    [("zzz", "nothing matches what you typed"), ("next turn", "there is nothing to fill in")],
)
async def test_a_form_without_lines_says_so(tmp_path: Path, letters: str, told: str, key: str) -> None:
    async with opened(tmp_path, prepared(tmp_path, "fell", "fight")) as at:
        await at.keys("f3")
        await at.write(letters)
        await at.keys("tab", key)
        assert told in at.text()


@pytest.mark.parametrize("key", ["ctrl+end", "ctrl+home", "up", "down", "pageup", "pagedown", "enter"])
async def test_where_the_letters_find_no_command_the_keys_that_move_say_so(tmp_path: Path, key: str) -> None:
    async with opened(tmp_path, prepared(tmp_path, "wandered", "one")) as at:
        await at.keys("ctrl+p", *"UUU", key)
        assert "nothing matches what you typed" in at.text()


async def test_a_number_that_goes_no_further_says_so_and_one_that_is_not_there_is_asked_for(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path, prepared(tmp_path, "troika", "one")) as at:
        await at.keys("f3")
        await at.write("luck on numbers")
        await at.keys("tab", "left")
        assert at.app.main_screen.ask.is_asking
        await at.keys("0", "enter", "left")
        assert "0 is as far as it goes" in at.text()


async def test_a_number_that_may_be_left_open_goes_no_further_than_what_its_line_says(tmp_path: Path) -> None:
    async with opened(tmp_path, place_demo(Library(tmp_path), "galejatra")) as at:
        await at.keys("f3", *"climb", "tab", "down", "down", "0", "enter", "left", "left")
        assert " 0 is as far as it goes" in at.text()


async def test_a_note_on_who_has_left_play_is_refused(tmp_path: Path) -> None:
    async with opened(tmp_path, prepared(tmp_path, "d20", "fight")) as at:
        await at.keys("f3")
        await at.write("take out")
        await at.keys("enter", "quotation_mark")
        assert "Ana leaves play" in at.text() and "cannot be done for Ana now" in at.text()


async def test_where_nothing_is_hidden_from_players_h_says_so(tmp_path: Path) -> None:
    async with opened(tmp_path, place_demo(Library(tmp_path), "fell")) as at:
        await at.keys("i", "h")
        assert "nothing here is hidden from the players" in at.text()
