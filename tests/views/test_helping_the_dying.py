"""A line about helping the dying, and the way that a form proposes (TRO-4.1)."""

from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.language.feedback import Said
from tableside.rules.form_filling import filled_form
from tableside.rules.procedure import Role
from tests.campaign.people import do
from tests.understood import understood_at


def campaign_of(folder: Path, game: str) -> Campaign:
    """Odwin and Pell, and Quennel, who is dying."""
    library = Library(folder)
    campaign = library.open(library.new("Salt", game))
    for name in ("Pell", "Odwin", "Quennel"):
        do(campaign, "campaign.add-character", name=name, kind="pc")
    do(campaign, "campaign.condition", who="Quennel", condition="dying")
    return campaign


def meant(campaign: Campaign, line: str) -> Said:
    return understood_at(line, campaign.table, campaign.rules, None)


@pytest.mark.parametrize("game", ["troika", "fell", "d20"])
@pytest.mark.parametrize(
    "line",
    ["odwin helps quennel", "odwin heals quennel", "odwin treats quennel", "odwin tends to quennel"],
)
def test_who_heals_one_who_is_dying_helps_them(tmp_path: Path, game: str, line: str) -> None:
    """The healer was left out, and points were asked for."""
    campaign = campaign_of(tmp_path, game)
    rescue = campaign.rules.role(Role.RESCUE)
    said = meant(campaign, line)
    assert rescue is not None and said.form is not None and not said.missing
    assert said.form.procedure.id == rescue.id
    assert said.form.given[rescue.doer] == 2 and 3 in said.form.given.values()
    with_points = meant(campaign, "odwin heals quennel 2").form
    assert with_points is not None and with_points.procedure.role == Role.HEAL


@pytest.mark.parametrize(
    ("cells", "way"),
    [
        ("skills.new=Healing 3; provisions=6", "healing"),
        ("skills.new=First Aid 1", "first-aid"),
        ("skills.new=Läkekonst 2; skills.new=Sword 4", "läkekonst"),
        ("skills.new=Sword 4; provisions=2", "provision"),
        ("skills.new=Sword 4", "skill"),
    ],
)
def test_the_way_that_a_player_would_choose_is_proposed(tmp_path: Path, cells: str, way: str) -> None:
    """It was plain Skill, for friends who have one chance."""
    campaign = campaign_of(tmp_path, "troika")
    do(campaign, "campaign.edit", who="Odwin", cells=f"skill=5; {cells}")
    rescue = campaign.rules.role(Role.RESCUE)
    assert rescue is not None
    assert filled_form(rescue, campaign.table, 3).given["helper"] == 2
    said = meant(campaign, "odwin helps quennel")
    assert said.form is not None and said.form.given["skill"] == way
    said = meant(campaign, "odwin heals quennel with luck")
    assert said.form is not None and said.form.given["skill"] == "luck"
