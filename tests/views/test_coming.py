"""Who joins, is back or is here: brought to the table, into play or into the fight, whichever is lacking."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.errors import RuleError
from tableside.language.feedback import feedback_summary
from tableside.rules.kind_procedures import KEEP_KIND
from tests.campaign.people import do
from tests.understood import understood_at

LINES = ("bram joins", "bram joins the fight", "bram is back", "bram is here", "join bram", "bram comes in")


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    made = Library(tmp_path).open(Library(tmp_path).new("Salt", "d20"))
    for name in ("Ana", "Bram"):
        do(made, "campaign.add-character", name=name)
    yield made
    made.close()


def meant(campaign: Campaign, line: str) -> str:
    try:
        return feedback_summary(understood_at(line, campaign.table, campaign.rules, None), campaign.table)
    except RuleError as error:
        return f"! {error}"


@pytest.mark.parametrize("line", LINES)
def test_whatever_is_lacking_is_done(campaign: Campaign, line: str) -> None:
    assert meant(campaign, line) == "! Bram: here already, and no fight is on"
    do(campaign, "campaign.begin-session", who="Ana")
    assert meant(campaign, line) == "Come to the table · Bram"
    do(campaign, "campaign.arrive", who="Bram")
    do(campaign, "campaign.retire", who="Bram")
    assert meant(campaign, line) == "Bring back into play · Bram"
    do(campaign, "campaign.call-back", who="Bram")
    do(campaign, "turn.begin-list", who="Ana")
    assert meant(campaign, line) == "Join the fight · Bram"
    do(campaign, "turn.join", who="Bram")
    assert meant(campaign, line) == "! Bram: here already, and in the fight"
    do(campaign, "campaign.condition", who="Bram", condition="dead")
    do(campaign, "turn.leave", who="Bram")
    assert meant(campaign, line) == "! Bram is dead: revive brings the dead back"


@pytest.mark.parametrize("line", ["bram first aid ana", "bram tends ana", "bram first aid ana +2"])
def test_whoever_helps_the_dying_is_named_first(campaign: Campaign, line: str) -> None:
    do(campaign, "d20.hurt", who="Ana", hit_points="12")
    assert meant(campaign, line).startswith("First aid · Bram · Ana")


def test_a_number_beside_it_is_no_wound(campaign: Campaign) -> None:
    do(campaign, "turn.begin-list", who="Ana")
    assert (
        meant(campaign, "ana joins the fight 3") == "! only names go with joins fight: leave the number out"
    )


def test_who_has_put_off_an_act_comes_in_with_it(campaign: Campaign) -> None:
    do(campaign, "d20.begin-battle")
    do(campaign, "turn.next")
    order = campaign.table.order
    assert order is not None
    name = campaign.table[order.now[0]].name.lower()
    assert meant(campaign, f"{name} comes in") == f"! {name.capitalize()}: here already, and in the fight"
    do(campaign, "d20.delay")
    do(campaign, "turn.next")
    assert meant(campaign, f"{name} comes in") == f"Act now · {name.capitalize()}"


def test_no_condition_is_offered_for_its_end(campaign: Campaign) -> None:
    assert meant(campaign, "stop dying bram") == "! Bram: not dying, so there is nothing to end"


def test_a_kind_that_comes_is_not_told_with_all_that_defines_it(campaign: Campaign) -> None:
    do(campaign, KEEP_KIND, who="Bram", name="Marsh troll")
    told = meant(campaign, "2 marsh troll")
    assert told == "Put down an own kind · marsh troll · how many 2 · sheet -"


@pytest.mark.parametrize("line", ["ana is a fool", "is a fool"])
def test_the_only_one_there_is_not_named_again_and_again(tmp_path: Path, line: str) -> None:
    """It was answered that a line has at most 40 words."""
    alone = Library(tmp_path).open(Library(tmp_path).new("Alone", "d20"))
    do(alone, "d20.create", name="Ana")
    assert "no condition of this game" in meant(alone, line) and "#1" not in meant(alone, line)
    alone.close()
