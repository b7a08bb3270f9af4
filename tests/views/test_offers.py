"""A foe's own rolls come first in its list: skills, spells, and the dice that its notes name."""

from pathlib import Path

import pytest

from tableside.views.offers import offers
from tests.campaign.test_packs import opened, put

NOTES = 'notes = "Spits acid 2d6+1, then flees; a bell d66. Costs 30d6 or d1. Hold3d6"'
FOES = {
    "troika": ("skill = 7", ()),
    "fell": ('hit_die = "d6"\nspells = ["Frost"]', ("Frost · Cast a spell",)),
    "galejatra": ('aspects = ["Steep 2"]', ()),
    "wandered": ('resources = ["Teeth 2"]', ()),
}


@pytest.mark.parametrize("game", FOES)
def test_the_dice_that_its_notes_name_are_offered_first(game: str, tmp_path: Path) -> None:
    numbers, own = FOES[game]
    campaign = opened(tmp_path, game, f"[foes.newt]\n{numbers}\n{NOTES}\n")
    put(campaign, "newt")
    offered = offers(campaign.table, campaign.rules, 1)
    labels = [each.label for each in offered]
    assert set(own) <= {*labels}
    first = next(place for place, each in enumerate(offered) if each.procedure.id == "dice.throw")
    assert labels[first : first + 2] == ["Spits acid 2d6+1", "a bell d66"]
    assert [each.presets["dice"] for each in offered[first : first + 2]] == ["2d6+1", "d66"]
    assert first <= 4
    assert offers(campaign.table, campaign.rules, None)[0].presets == {}
