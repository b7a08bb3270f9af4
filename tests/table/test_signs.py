"""Signs of several characters, on whose width terminals disagree: columns stay where they are."""

from pathlib import Path

import pytest
from rich.cells import cell_len
from wcwidth import wcwidth

from tableside.campaign.library import Library
from tableside.views.markdown import markdown_log
from tests.campaign.people import do, note
from tests.screens.table import opened

JOINED = "👩\u200d🚀"
SIGNS = {
    JOINED: "👩🚀",
    "👨\u200d👩\u200d👧 kin": "👨👩👧 kin",
    "👍🏽 thumbs": "👍 thumbs",
    "🇫🇮 Aino": "FI Aino",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f": "🏴",
    "❤\ufe0f Ana": "❤ Ana",
    "⚔\ufe0f\u200d🔥": "⚔🔥",
}


def one_by_one(text: str) -> int:
    """Cells on a terminal that joins nothing."""
    return sum(map(wcwidth, text))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_columns_are_the_same_on_every_terminal(tmp_path: Path, size: tuple[int, int]) -> None:
    library = Library(tmp_path)
    id = library.new(f"The {JOINED} vale", "troika")
    campaign = library.open(id)
    for name in SIGNS:
        do(campaign, "campaign.add-character", name=name, kind="pc")
    do(campaign, "campaign.begin-session")
    note(campaign, f"{JOINED} waves 🇫🇮 at @{JOINED}")
    campaign.close()
    async with opened(tmp_path, id, size) as table:
        for keys in ("c", "r", "i", "space", "j", "#", "p", "g", "question_mark"):
            await table.keys(keys)
            for line in table.lines():
                assert one_by_one(line) == cell_len(line) <= size[0], line
        await table.keys("c")
        assert all(any(drawn in line for line in table.lines()) for drawn in SIGNS.values())


def test_what_was_typed_is_written_out_as_it_was(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(library.new("Vale", "troika"))
    note(campaign, f"{JOINED} waves 👍🏽 and 🇫🇮")
    assert f"{JOINED} waves 👍🏽 and 🇫🇮" in markdown_log(campaign)
    campaign.close()
