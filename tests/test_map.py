"""What the docs for who works on the program say stands somewhere, stands there, and the map is short."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
MAP = (ROOT / "docs" / "working.md").read_text(encoding="utf-8")
TESTING = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
TWO_PAGES = 1400
"""Words, as A4 takes them in letters of ten points."""


def test_every_file_that_the_map_names_is_there() -> None:
    ours = set(
        re.findall(
            r"`((?:rules|games|campaign|wording|views|screens|terminal|widgets|shell|language)/[\w/]+\.py)`",
            MAP + TESTING,
        )
    )
    tests = set(re.findall(r"tests/[\w/]+\.(?:py|toml)", MAP + TESTING))
    assert len(ours) > 15 and len(tests) > 10
    assert [each for each in ours if not (ROOT / "tableside" / each).exists()] == []
    assert [each for each in tests if not (ROOT / each).exists()] == []


def test_every_room_is_on_the_map() -> None:
    rooms = {each.name for each in (ROOT / "tableside").iterdir() if (each / "__init__.py").exists()} - {
        "demo"
    }
    assert [each for each in rooms if f"{each}/" not in MAP] == []


def test_the_map_is_read_on_two_pages() -> None:
    assert len(MAP.split()) <= TWO_PAGES
