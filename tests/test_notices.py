"""The notices that licences ask for, in NOTICE.md and on the page about the program, and the lock file."""

import re
import tomllib
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tableside.games import BUNDLED
from tests.words import TEXTS

HERE = Path(__file__).parents[1]
NOTICE = " ".join((HERE / "NOTICE.md").read_text(encoding="utf-8").split())
LOCK = (HERE / "requirements.lock").read_text(encoding="utf-8")
PINNED = {
    found["name"]: found["version"]
    for found in re.finditer(
        r"^(?P<name>[a-z0-9-]+)==(?P<version>\S+)( \\\n    --hash=sha256:[0-9a-f]{64})+$", LOCK, re.M
    )
}
WANTED = [
    Requirement(each)
    for each in tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "dependencies"
    ]
]
ASKED_FOR = {
    "troika": ("Tableside is an independent production", "not affiliated with the Melsonian Arts Council"),
    "fell": ("Jacob Densford", "CC BY-SA 4.0"),
    "galejatra": ("JAHugawa",),
    "wandered": ("Keepers of Innumerable Engines", "CC BY-SA 4.0"),
    "d20": ("d20 System Reference Document 3.5", "no Open Game Content text"),
}


@pytest.mark.parametrize("game", BUNDLED)
def test_every_game_is_credited_as_its_licence_asks(game: str) -> None:
    for words in ASKED_FOR[game]:
        assert words in NOTICE
        assert words in TEXTS[f"about.{game}"]


def test_every_library_that_it_runs_on_is_credited() -> None:
    assert not [each.name for each in WANTED if each.name not in NOTICE.casefold()]


def test_the_lock_file_pins_by_hash_all_that_it_runs_on() -> None:
    assert len(PINNED) == len(re.findall(r"^[a-z]", LOCK, re.M)) and "://" not in LOCK
    seen: set[str] = set()
    left = list(WANTED)
    while left:
        each = left.pop()
        name = each.name.casefold().replace("_", "-")
        assert each.specifier.contains(PINNED[name]), each
        if name not in seen or each.extras:
            seen.add(name)
            needed = (Requirement(line) for line in requires(name) or ())
            left += [one for one in needed if _is_needed(one, each.extras)]
    assert seen == PINNED.keys()


def _is_needed(one: Requirement, extras: set[str]) -> bool:
    return one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in ("", *extras))
