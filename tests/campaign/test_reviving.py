"""The dead who come back to life: in play again, and no worse off than the living can be."""

import random
from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers
from tableside.demo import games_with_demo, place_demo
from tableside.errors import RuleError
from tableside.rules.life_states import is_dead, is_down
from tableside.rules.table import Kind
from tableside.views.character_list import character_list_state_spans
from tableside.views.fight_summary import fight_summary_lines
from tests.campaign.people import do
from tests.understood import understood_at

FATAL = {
    "troika": "hurt {} 40",
    "fell": "kill {}",
    "galejatra": "kill {}",
    "wandered": "kill {}",
    "d20": "hurt {} 40",
}


def say(campaign: Campaign, line: str) -> None:
    form = understood_at(line, campaign.table, campaign.rules, None).form
    assert form is not None
    campaign.perform(form.procedure, form.given, ReplayAnswers(random.Random(1)))


@pytest.mark.parametrize("game", games_with_demo())
def test_who_was_killed_lives_again_after_the_fight_too(tmp_path: Path, game: str) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, game))
    victim = campaign.table.in_play(Kind.ENEMY)[0]
    say(campaign, FATAL.get(game, "kill {}").format(victim.name))
    assert is_dead(campaign.table[victim.key])
    before = campaign.table
    say(campaign, f"revive {victim.name}")
    assert not is_down(campaign.table[victim.key])
    campaign.undo()
    assert campaign.table == before
    if campaign.table.order is not None and victim.key in campaign.table.order.members:
        do(campaign, "turn.end")
        assert campaign.table[victim.key].retired
        say(campaign, f"bring back {victim.name}")
        assert not is_down(campaign.table[victim.key])
    campaign.close()


def test_nobody_below_0_stamina_lives(tmp_path: Path) -> None:
    """TRO-4.3: who was at -32 is back at the 1 to which friends heal (TRO-4.1)."""
    library = Library(tmp_path)
    campaign = library.open(place_demo(library))
    say(campaign, "hurt warden 1 40")
    say(campaign, "warden 1 is not dead")
    assert campaign.rules.vitals(campaign.table, campaign.table[7])[0] == ("stamina", "1/8")
    with pytest.raises(RuleError, match="Tide warden 1 is not dead"):
        do(campaign, "campaign.revive", who="Tide warden 1")
    campaign.close()


def test_a_fight_tells_of_nobody_as_dead_who_lives_again(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library))
    for line in ("moss prone", "kill moss", "kill warden 2", "revive moss"):
        say(campaign, line)
    told = " / ".join(fight_summary_lines(campaign, do(campaign, "turn.end")))
    assert "Moss " in told and told.count("dead in round 2") == 1
    campaign.close()


def test_of_the_dead_nobody_is_told_that_they_still_burn(tmp_path: Path) -> None:
    """They stand on the sheet, for whoever brings them back to life."""
    library = Library(tmp_path)
    campaign = library.open(place_demo(library))
    for line in ("moss fire", "moss prone", "moss cursed", "kill moss"):
        say(campaign, line)
    moss = campaign.table[4]
    told = "".join(text for text, _ in character_list_state_spans(moss, campaign.table, campaign.rules))
    assert told == " DEAD cursed" and moss.has("fire")
    say(campaign, "revive moss")
    assert "ON FIRE" in "".join(
        text for text, _ in character_list_state_spans(campaign.table[4], campaign.table, campaign.rules)
    )
    campaign.close()
