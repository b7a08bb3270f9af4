"""The parts of the page: what happened, in its fewest words first."""

import re
from pathlib import Path

from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.share.page import page_parts_for_all
from tableside.views.public.seen_table import table_seen


def test_a_roll_is_told_by_its_headline_and_how_it_came_to_that_stands_small_below(tmp_path: Path) -> None:
    library = Library(tmp_path)
    parts = page_parts_for_all(table_seen(library.open(place_demo(library, "d20"))))
    line = next(each for each in parts["log"].html.split("</li>") if "Tamsin Rook hits" in each)
    said, _, how = line.partition('<small class="how">')
    assert (
        "Tamsin Rook hits The keeper · The keeper is hurt" in re.sub("<[^>]*>", "", said)
        and "attacks" not in said
    )
    assert "Tamsin Rook attacks: dagger" in how
    assert "1 days" not in parts["log"].html and "</time> Day 2</li>" in parts["log"].html
