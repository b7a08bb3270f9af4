"""Over a link with 300 ms delay no key is lost, doubled or taken for another."""

import sys
from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.entries import Entry
from tableside.campaign.library import Library
from tableside.demo import place_demo
from tests.table.far import type_from_afar
from tests.table.terminal import Terminal, key_bytes

TEST = ("f3", *"canal", "=", "3", "4")
EVENING = (
    *TEST,
    *("w", *"It rains (a lot)", "enter"),
    *("f4", "-", "7", "escape", "-", "3", "enter"),
    *("w", *"half", "escape", "u"),
    *("f2", "end", "home", "-", "1", "enter", "space"),
    *("w", *" a note", "enter"),
    *("f3", *"canal", "=", "6", "escape", "f6", "up", "enter", "f3", *"canal", "tab", "e", "x", "escape"),
    *("w", *"end", "enter"),
)
"""What a hand types in one go: 0 keys, no look at the screen."""


def typed(folder: Path, keys: tuple[str, ...], *, far: bool, game: str = "troika") -> list[Entry]:
    """The entries that these keys made on the demo."""
    folder.mkdir()
    library = Library(folder)
    id = place_demo(library, game)
    library.remember(id)
    before = library.open(id, read_only=True)
    length = before.length
    before.close()
    with Terminal([sys.executable, "-m", "tableside", "--saves", str(folder)]) as terminal:
        terminal.wait_for("? Help").settle()
        if far:
            type_from_afar(terminal, keys)
        else:
            terminal.send(b"".join(map(key_bytes, keys)))
            terminal.settle(0.5)
        terminal.press("f10")
        terminal.wait_gone()
    campaign = library.open(id, read_only=True)
    try:
        assert list(audit(campaign)) == []
        return [campaign.entry(number) for number in range(length + 1, campaign.length + 1)]
    finally:
        campaign.close()


@pytest.mark.parametrize("far", [True, False], ids=["300 ms away", "in one breath"])
def test_a_workflow_typed_blindly_does_what_was_typed(tmp_path: Path, far: bool) -> None:
    entries = typed(tmp_path / "saves", EVENING, far=far)
    assert [(each.procedure, each.given) for each in entries] == [
        ("troika.test", {"who": 1, "skill": "canal-lore", "modifier": 0}),
        ("campaign.note", {"text": "It rains (a lot)"}),
        ("troika.hurt", {"who": (1,), "damage": 3}),
        ("undo", {"entry": entries[2].number}),
        ("troika.hurt", {"who": (1,), "damage": 1}),
        ("campaign.note", {"text": "half a note"}),
        ("campaign.note", {"text": "end"}),
    ]
    assert entries[0].steps[0].faces == (3, 4)  # type: ignore[union-attr]  # a Rolled


ESCAPED = (
    ("w", *"lost", "escape", "enter"),
    ("-", "3", "escape", "1"),
    ("k", "p", "escape", "space", "u", "u"),
)


def test_escape_and_the_key_after_it_in_one_packet_are_two_keys(tmp_path: Path) -> None:
    keys = [key for way in ESCAPED for key in ("f4", *way)]
    """In d20, where no stack says what the next turn asks for."""
    entries = typed(tmp_path / "saves", (*keys, "w", "!", "enter"), far=False, game="d20")
    assert [each.procedure for each in entries] == ["turn.next", "undo", "undo", "campaign.note"]
    assert entries[-1].given == {"text": "lost!"}
