"""The notices that the games' licences ask for: in NOTICE.md and on the page about the program."""

from pathlib import Path

import pytest

from tableside.rules.ruleset import BUNDLED
from tableside.wording import TEXTS

NOTICE = " ".join((Path(__file__).parents[1] / "NOTICE.md").read_text(encoding="utf-8").split())
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
