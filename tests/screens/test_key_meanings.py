"""Each key means one thing, and where it means another the table of keys says so: a new key that hides one
that is there fails.
"""

from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

import pytest
from textual.widget import Widget

from docs.keys import PAGE, page
from tableside.key_table import EVERYWHERE, FIRST, KEYS, PINNED, VIEW_KEYS, WANTED, Key
from tableside.wording import TEXTS
from tests.screens.table import opened

MOVING = {
    *("up", "down", "left", "right", "pageup", "pagedown", "home", "end", "tab", "enter", "escape", "delete"),
}
"""Keys that move, choose and leave: what they do depends on what is in front, by their nature."""
SEVERAL: Mapping[str, tuple[tuple[str, ...], str]] = {
    "X": (
        ("archive", "clear", "retire"),
        "puts away what the screen is about: somebody, the fallen foes, a campaign; u brings it back",
    ),
    "backspace": (("back", "take_back"), "takes the last step back: a turn, or the face just typed"),
    "minus": (("hurt", "modify"), "less: of a character's health, or of the modifier of the roll in front"),
    "plus": (("heal", "modify"), "more: of a character's health, or of the modifier of the roll in front"),
    "r": (("go", "roll"), "rolls: the roll screen, or the dice whose faces nobody has typed"),
    "u": (
        ("take_back", "undo"),
        "takes back what was done last, or the last change of what is being amended",
    ),
    "v": (("back", "enlarge"), "shows the result large, and no longer"),
    "space": (
        ("accept", "begin", "close_name", "next", "pick", "tick"),
        "goes on to what is next; where a list or a question has boxes, sets or clears one",
    ),
}
"""Keys that do one thing at one place and another at another: all that they do, and why that is one meaning
to a hand. Any other does the same wherever it is bound.
"""
HIDING: Mapping[tuple[str, str], frozenset[str]] = {
    ("amend", "u"): frozenset({"take_back", "undo"}),
    ("roll", "plus"): frozenset({"modify", "heal"}),
    ("roll", "minus"): frozenset({"modify", "hurt"}),
    ("initiative", "space"): frozenset({"begin", "next"}),
}
"""Where a key of a view hides one that works everywhere, or does either of two things."""
ROWS = [row for rows in KEYS.values() for row in rows]


def act(action: str) -> str:
    """What an action does, whether the page does it or the main screen does it to whoever is selected."""
    name, _, handed = action.partition("(")
    return handed.strip("')") if name == "care" else name


def is_word(key: str) -> bool:
    """Whether it is a key that stands for a word, and none that moves or that every program has."""
    return key not in MOVING and not key.startswith(("ctrl+", "super+", "shift+", "alt+"))


def meanings() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for row in ROWS:
        for key in filter(is_word, row.each):
            found.setdefault(key, set()).add(act(row.action))
    return found


def test_a_key_means_one_thing_but_for_those_that_the_table_names() -> None:
    several = {key: tuple(sorted(acts)) for key, acts in meanings().items() if len(acts) > 1}
    assert several == {key: acts for key, (acts, _) in SEVERAL.items()}
    assert all(reason for _, reason in SEVERAL.values())


@pytest.mark.parametrize("place", KEYS)
def test_no_key_stands_twice_at_one_place_but_where_one_of_two_works(place: str) -> None:
    bound = [key for row in KEYS[place] for key in row.each]
    twice = {key for key in bound if bound.count(key) > 1}
    assert twice == {
        "roll-form": {"tab"},
        "initiative": {"space"},
        "leaving": {"escape"},
        "answer": {"tab"},
        "options": {"tab"},
        "growers": {"enter"},
        "entries": {"enter"},
    }.get(place, set())


def test_every_key_has_words_and_all_words_of_keys_are_used() -> None:
    used = {row.label_id for row in ROWS} | {row.line for row in ROWS if row.line}
    assert used <= {*TEXTS}
    known = {key for key in TEXTS if key.startswith(("key.", "everywhere."))}
    assert {key for key in known - used if key.removesuffix(".help") not in used} == set()
    places = {f"place.{place}" for place in KEYS if place not in EVERYWHERE}
    assert places == {key for key in TEXTS if key.startswith("place.")}


def test_what_the_key_bar_begins_and_ends_with_is_in_the_table() -> None:
    """Or stands there while its place calls it something, as `hand` is where a turn has been put off."""
    assert {*FIRST, *PINNED} - {"hand", "join"} <= {row.name for row in ROWS if row.in_bar}
    assert {*chain.from_iterable(WANTED.values())} <= {
        row.name for place in EVERYWHERE for row in KEYS[place]
    }


def test_the_list_of_all_keys_is_the_table() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python docs/keys.py writes it"


def bound_on(widget: Widget) -> Iterator[tuple[str, str]]:
    """What each key would do with the focus here, from the inside out."""
    for node in widget.ancestors_with_self:
        for key, bindings in node._bindings.key_to_bindings.items():
            yield from ((key, binding.action) for binding in bindings)


@pytest.mark.parametrize("view", VIEW_KEYS)
async def test_no_key_hides_another(tmp_path: Path, view: str) -> None:
    """Nor is any bound here that the table does not know."""
    acts: dict[str, set[str]] = {}
    async with opened(tmp_path) as table:
        await table.keys(VIEW_KEYS[view][1])
        for widget in table.app.screen.focus_chain:
            for key, action in bound_on(widget):
                acts.setdefault(key, set()).add(act(action))
    words = {key: done for key, done in acts.items() if is_word(key)}
    assert {key for key in words if key not in meanings()} == set()
    assert {key: done for key, done in words.items() if len(done) > 1} == {
        key: done for (where, key), done in HIDING.items() if where == view
    }


def test_keys_are_written_as_a_person_reads_them() -> None:
    assert Key("ctrl+q,f10", "quit").written == "ctrl+q, F10"
    assert Key("question_mark", "help").written == "?"
    every = [row.written for rows in KEYS.values() for row in rows]
    assert [each for each in every if "_" in each] == []
