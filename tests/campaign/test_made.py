"""What rules make of what was typed is held to the limits of what is typed, and of what comes in."""

from dataclasses import replace
from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.limit_checks import check_limits_of_made
from tableside.errors import RuleError
from tableside.rules.table import Condition
from tests.campaign.people import do

MANY = ", ".join(f"s{number} 1" for number in range(201))
LONG = "a" * 201
BEYOND = {
    "a danger's resource": ("wandered", "wandered.add-danger", {"foe": "Wolf", "resources": LONG}),
    "resources of a danger": ("wandered", "wandered.add-danger", {"foe": "Wolf", "resources": MANY}),
    "skills of somebody new": ("galejatra", "galejatra.create", {"name": "Ana", "skills": MANY}),
    "dangers of an obstacle": ("galejatra", "galejatra.obstacle", {"name": "Door", "aspects": MANY}),
}


def made(folder: Path, game: str) -> Campaign:
    library = Library(folder)
    return library.open(library.new("Iron Vale", game))


@pytest.mark.parametrize("what", BEYOND)
def test_what_could_not_be_taken_in_again_is_refused_with_what_fits(tmp_path: Path, what: str) -> None:
    game, id, texts = BEYOND[what]
    campaign = made(tmp_path, game)
    with pytest.raises(RuleError, match="at most 200 fit"):
        do(campaign, id, **texts)
    assert campaign.length == 0 and not campaign.table.characters
    campaign.close()


def test_what_lay_on_the_table_before_may_stay(tmp_path: Path) -> None:
    campaign = made(tmp_path, "d20")
    do(campaign, "campaign.add-character", name="Ana")
    table = campaign.table
    ana = table[1].with_condition(Condition("cursed", rounds=1_000_000))
    old = table.put(ana)
    check_limits_of_made(old, old.put(replace(ana, name="Anna")), campaign.rules)
    with pytest.raises(RuleError, match="Ana: conditions 1 rounds 1000000 is out of range"):
        check_limits_of_made(table, old, campaign.rules)
    campaign.close()
