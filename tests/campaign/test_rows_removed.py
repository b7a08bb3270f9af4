"""A row that is taken off a sheet is told by its own name, and not by that of the row behind it."""

from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.demo import games_with_demo, place_demo
from tableside.rules.cells import Cell, cells
from tableside.rules.sheet import sheet_parts
from tableside.rules.table import Character
from tableside.wording.facts import fact_text
from tests.campaign.people import do


def rows_of(who: Character, part: str) -> list[Cell]:
    return [each for each in cells(who.sheet, part) if each.text and each.path.partition(".")[2].isdecimal()]


@pytest.mark.parametrize("game", games_with_demo())
def test_the_entry_names_what_is_gone(tmp_path: Path, game: str) -> None:
    library, seen = Library(tmp_path), 0
    campaign = library.open(place_demo(library, game))
    for who in campaign.table.in_play():
        for part in sheet_parts(who.sheet, who.kind):
            for row in rows_of(who, part)[:2]:
                entry = do(campaign, "campaign.edit", who=f"#{who.key}", **{row.path.replace("-", "_"): ""})
                fact, *let_go = entry.facts
                assert all(each.id == "edited" for each in let_go)  # it was in hand, or worn
                left = [each.text for each in rows_of(campaign.table[who.key], part)]
                assert fact.id == "row-removed" and fact.values["before"] == row.text
                assert row.text in fact_text(fact) and not any(each in fact_text(fact) for each in left)
                campaign.undo()
                seen += 1
    assert seen or game == "d20"
    campaign.close()
