"""What the journal tells of an edit or a rest is what has changed."""

from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.views.journal_rows import journal_entry_in_a_line
from tests.campaign.people import do


@pytest.mark.parametrize(
    ("game", "cells", "told"),
    [
        ("troika", "stamina=12", "Ana: Stamina 14 → 12"),
        ("troika", "stamina=max 16", "Ana: Stamina 14/14 → 14/16"),
        ("troika", "stamina.maximum=16", "Ana: Stamina 14/14 → 14/16"),
        ("troika", "stamina=9/16", "Ana: Stamina 14/14 → 9/16"),
        ("troika", "stamina=14", "Ana: Stamina stays 14"),
        ("troika", "name=Bea", "Ana: Name Ana → Bea"),
        ("wandered", "pains.boxes=4", "Ana: Pains 0/2 → 0/4"),
        ("wandered", "pains=1", "Ana: Pains 0 → 1"),
        ("fell", "bod.lost=1", "Ana: BOD die d4 (lost 0) → d4 (lost 1)"),
        ("fell", "bod=d8", "Ana: BOD die d4 → d8"),
    ],
)
def test_an_edit_tells_what_was_edited(tmp_path: Path, game: str, cells: str, told: str) -> None:
    library = Library(tmp_path)
    with_ana = library.open(library.new("Iron Vale", game))
    do(with_ana, "campaign.add-character", name="Ana", kind="pc")
    assert journal_entry_in_a_line(do(with_ana, "campaign.edit", who="Ana", cells=cells)) == told
    with_ana.close()


@pytest.mark.parametrize(
    ("game", "act", "told"),
    [
        ("troika", {"id": "troika.rest"}, "Day 2 · Ana has nothing to regain"),
        ("troika", {"id": "troika.heal", "who": "Ana", "points": "3"}, "Ana's Stamina is full"),
        ("d20", {"id": "d20.heal", "who": "Ana", "hit_points": "3"}, "Ana's hit points are full"),
        ("fell", {"id": "fell.rest"}, "Ana's points are full"),
        ("fell", {"id": "fell.heal", "who": "Ana", "points": "3"}, "Ana's BOD is full"),
        ("wandered", {"id": "wandered.rest"}, "Ana rests and has no Pain"),
    ],
)
def test_who_lacks_nothing_regains_nothing(tmp_path: Path, game: str, act: dict[str, str], told: str) -> None:
    library = Library(tmp_path)
    whole = library.open(library.new("Iron Vale", game))
    do(whole, "campaign.add-character", name="Ana", kind="pc")
    id, *_ = act.values()
    given = {name: text for name, text in act.items() if name != "id"}
    assert journal_entry_in_a_line(do(whole, id, **given)) == told
    whole.close()
