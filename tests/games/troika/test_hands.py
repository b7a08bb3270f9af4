"""Two hands hold only so much, and casting wants one of them free (TRO-6.3, TRO-7.7): asked about, never
refused.
"""

from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.rules.procedure import read_procedure_inputs
from tests.campaign.people import do


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    library = Library(tmp_path)
    campaign = library.open(library.new("Salt", "troika"))
    do(campaign, "campaign.add-character", name="Ana", kind="pc")
    do(campaign, "campaign.add-character", name="Orc", kind="enemy")
    do(campaign, "campaign.edit", who="Ana", cells="spells.new=jolt 4")
    return campaign


def doubt(campaign: Campaign, id: str, cells: str, **texts: str) -> str:
    do(campaign, "campaign.edit", who="Ana", cells=cells)
    procedure = campaign.rules.procedure(id)
    given = read_procedure_inputs(procedure, {"who": "Ana", **texts}, campaign.table)
    return procedure.doubt(campaign.table, given)


@pytest.mark.parametrize(
    ("cells", "asked"),
    [
        ("weapon=unarmed", ""),
        ("weapon=sword", ""),
        ("weapon=unarmed; shield=yes", ""),
        ("weapon=shield; shield=yes", ""),
        ("weapon=large-beast; shield=yes", ""),
        ("weapon=greatsword", "no-hand-free"),
        ("weapon=bow", "no-hand-free"),
        ("weapon=sword; shield=yes", "no-hand-free"),
        ("weapon=pike damage 1 2 3 4 5 6 7 two-handed", "no-hand-free"),
    ],
)
def test_casting_wants_a_hand_free(campaign: Campaign, cells: str, asked: str) -> None:
    assert doubt(campaign, "troika.cast", cells, spell="jolt") == asked
    do(campaign, "troika.cast", who="Ana", spell="jolt")  # and not refused


@pytest.mark.parametrize("id", ["troika.fight", "troika.shoot"])
@pytest.mark.parametrize(
    ("cells", "weapon", "asked"),
    [
        ("weapon=greatsword", "", ""),
        ("weapon=sword; shield=yes", "", ""),
        ("weapon=sword", "sword, knife", ""),
        ("weapon=sword; shield=yes", "sword, shield", ""),
        ("weapon=greatsword", "unarmed", ""),
        ("weapon=greatsword", "greatsword, sword", "hands-full"),
        ("weapon=sword", "sword, knife, axe", "hands-full"),
        ("weapon=sword; shield=yes", "sword, knife", "hands-full"),
        ("weapon=greatsword; shield=yes", "", "hands-full"),
    ],
)
def test_two_hands_hold_so_much(campaign: Campaign, id: str, cells: str, weapon: str, asked: str) -> None:
    texts = {"against": "Orc", **({"weapon": weapon} if weapon else {})}
    assert doubt(campaign, id, cells, **texts) == asked
