"""Each key means one thing, and where it means another the table here says so: a new key that hides one that
is there fails.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.dom import DOMNode
from textual.widget import Widget

from tableside.screens.routes import VIEWS
from tests.screens.table import opened

MOVING = {
    "up",
    "down",
    "left",
    "right",
    "pageup",
    "pagedown",
    "home",
    "end",
    "tab",
    "shift+tab",
    "enter",
    "escape",
}
"""Keys that move, choose and leave: what they do depends on what is in front, by their nature."""


def meanings(widget: Widget) -> Iterator[tuple[str, str, DOMNode]]:
    """What each key would do with the focus here, from the inside out: key, action, and who has it."""
    for node in widget.ancestors_with_self:
        for key, listed in node._bindings.key_to_bindings.items():
            for each in listed:
                yield key, each.action, node


HIDING = {
    ("roll", "plus"): {"modify('up')", "heal"},
    ("roll", "minus"): {"modify('down')", "hurt"},
    ("initiative", "space"): {"begin", "next"},
}
"""Where a key is meant to hide one that works everywhere, or does either of two things."""
SEVERAL = {
    "f": {"characters": "eat", "initiative": "finish"},
    "s": {"advancement": "skip", "initiative": "start"},
    "t": {"advancement": "train", "campaigns": "retitle", "initiative": "tick", "journal": "names"},
    "v": {"initiative": "veil", "journal": "look", "recap-view": "veil"},
    "x": {
        "campaigns": "archive",
        "characters": "retire",
        "initiative": "attack",
        "recap-view": "write_out",
    },
}
"""Letters that mean one thing on one view and another on another."""


def act(action: str) -> str:
    """What an action does, whether the page does it or the main screen does it to whoever is selected."""
    return action.removeprefix("care('").removesuffix("')") if action.startswith("care(") else action


async def of_view(folder: Path, view: str) -> dict[str, set[str]]:
    """What each key does on a view, wherever the focus is on it."""
    found: dict[str, set[str]] = {}
    async with opened(folder) as table:
        await table.keys(VIEWS[view].function_key)
        for widget in table.app.screen.focus_chain:
            for key, action, _ in meanings(widget):
                found.setdefault(key, set()).add(act(action))
    return found


def is_ours(key: str) -> bool:
    """Whether it is a key that stands for a word, and none that moves or that every program has."""
    return key not in MOVING and not key.startswith(("ctrl+", "super+", "shift+"))


@pytest.mark.parametrize("view", VIEWS)
async def test_no_key_hides_another(tmp_path: Path, view: str) -> None:
    found = await of_view(tmp_path, view)
    several = {key: acts for key, acts in found.items() if is_ours(key) and len(acts) > 1}
    assert several == {key: acts for (where, key), acts in HIDING.items() if where == view}


async def test_a_letter_means_one_thing_but_for_those_in_the_table(tmp_path: Path) -> None:
    letters: dict[str, dict[str, str]] = {}
    for view in VIEWS:
        for key, acts in (await of_view(tmp_path / view, view)).items():
            if is_ours(key) and len(key) == 1:
                letters.setdefault(key, {})[view] = "|".join(sorted(acts))
    assert {key: by for key, by in letters.items() if len(set(by.values())) > 1 or key in SEVERAL} == SEVERAL
