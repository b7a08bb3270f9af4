"""A foe's own rolls come first in its list: skills, spells, and the dice that its notes name."""

from dataclasses import replace
from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.rules.table import Kind
from tableside.views.offers import form_of_offer, offer_of, offers, offers_by_letters
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


def test_in_a_fight_attacks_come_first_and_saves_go_by_their_names(tmp_path: Path) -> None:
    library = Library(tmp_path)
    demo = library.open(place_demo(library, "d20"), read_only=True)
    fighting = demo.table
    assert fighting.order is not None
    who = fighting.order.members[0]
    in_it = [each.label for each in offers(fighting, demo.rules, who)]
    assert in_it[:4] == ["Attack", "Full attack", "Spot", "Listen"]
    assert in_it.index("Initiative") > in_it.index("Charisma")
    assert in_it.index("Reflex · Save") < in_it.index("Opposed check")
    assert not any("1d" in each for each in in_it)
    assert offers(replace(fighting, order=None), demo.rules, who)[0].label == "Spot"


def test_moves_are_offered_by_their_names_and_lead_to_the_roll_that_they_say(tmp_path: Path) -> None:
    """Find proposed `read room`, and found nothing."""
    library = Library(tmp_path)
    demo = library.open(place_demo(library, "wandered"), read_only=True)
    hero, foe = demo.table.in_play(Kind.PC)[0].key, demo.table.in_play(Kind.ENEMY)[0].key
    offered = offers(demo.table, demo.rules, hero)
    labels = [each.label for each in offered]
    assert labels[0] == "Roll it" and "Read the Room" in labels[:4]
    (found,) = offers_by_letters(offered, demo.table, demo.rules, hero, "read room")
    form = form_of_offer(found, demo.table, hero, {})
    assert form.given["move"] == "read-the-room" and offer_of(form, offered) is found
    plain = form_of_offer(offered[0], demo.table, hero, form.given)
    assert plain.given["move"] == "no-move", "another offer begins without the move of the one before"
    assert "Read the Room" not in [each.label for each in offers(demo.table, demo.rules, foe)]


@pytest.mark.parametrize("game", ["solo", "troika", "d20"])
def test_the_oracle_stands_behind_what_somebody_rolls_and_before_what_is_done_otherwise(
    game: str, tmp_path: Path
) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, game))
    ids = [each.procedure.id for each in offers(campaign.table, campaign.rules, 1)]
    assert ids.index("oracle.ask") < min(ids.index("turn.begin-list"), ids.index("campaign.condition"))
    assert "who" in offers(campaign.table, campaign.rules, 1)[0].presets
    campaign.close()


@pytest.mark.parametrize(
    ("game", "foe", "name"),
    [("fell", "Toll keeper 2", "Reaction"), ("galejatra", "The bell cliff", "Attempt")],
)
def test_what_a_foe_cannot_do_is_offered_against_it(tmp_path: Path, game: str, foe: str, name: str) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, game), read_only=True)
    key = next(each.key for each in campaign.table.in_play() if each.name == foe)
    offer = next(each for each in offers(campaign.table, campaign.rules, key) if each.label == name)
    given = form_of_offer(offer, campaign.table, key, {}).given
    assert given["against"] in (key, (key,))
    assert campaign.table[int(str(given["who"]))].kind == Kind.PC
    campaign.close()
