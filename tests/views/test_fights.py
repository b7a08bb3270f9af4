"""What a fight came to, counted from its own entries."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers
from tableside.demo import games_with_demo, place_demo
from tableside.rules.procedure import read_procedure_inputs
from tableside.views.fight_summary import (
    WholeFight,
    entry_ends_fight,
    fight_summary_lines,
    fight_summary_with,
)
from tableside.views.markdown import markdown_log
from tests.games.answers import answers


@pytest.fixture
def battle(tmp_path: Path) -> Iterator[Campaign]:
    library = Library(tmp_path)
    campaign = library.open(library.new("Salt", "d20"))
    do(campaign, "d20.create", name="Ana", dexterity="30", hit_points="20")
    do(campaign, "d20.add-foe", name="Goblin", count="2", modifier="-5")
    yield campaign
    campaign.close()


def do(campaign: Campaign, id: str, **texts: str) -> None:
    procedure = campaign.rules.procedure(id)
    given = read_procedure_inputs(
        procedure, {name.replace("_", "-"): text for name, text in texts.items()}, campaign.table
    )
    campaign.perform(procedure, given, ReplayAnswers(random.Random(campaign.length)))


def told(campaign: Campaign) -> list[str]:
    assert campaign.last is not None
    return [" ".join(line.split()) for line in fight_summary_lines(campaign, campaign.last)]


def test_wounds_count_for_whoever_acts_and_for_whoever_took_them(battle: Campaign) -> None:
    do(battle, "d20.begin-battle")
    do(battle, "turn.next")
    do(battle, "d20.hurt", who="Goblin 1, Goblin 2", hit_points="4")
    do(battle, "turn.next")
    do(battle, "d20.hurt", who="Ana", hit_points="6")
    do(battle, "d20.heal", who="Ana", hit_points="2")
    do(battle, "turn.end")
    acting = next(line for line in told(battle) if line.startswith("Goblin") and "dealt" in line)
    assert told(battle)[0].startswith("The fight: 1 round, 7 entries")
    assert told(battle)[1] == "Ana dealt 8, took 6, regained 2"
    assert acting.endswith("dealt 6, took 4")


def test_minutes_are_those_at_the_table() -> None:
    fight = WholeFight(2, 20, 27, ())
    head = "The fight: 2 rounds, 27 minutes at the table"
    assert fight_summary_with(fight, (), "summary-seen") == (head,)


def test_who_fell_is_named_with_the_round(battle: Campaign) -> None:
    do(battle, "d20.begin-battle")
    for _ in range(4):
        do(battle, "turn.next")
    do(battle, "d20.hurt", who="Goblin 2", hit_points="9")
    do(battle, "d20.hurt", who="Goblin 2", hit_points="9")
    do(battle, "turn.end")
    assert told(battle)[0].startswith("The fight: 2 rounds")
    assert told(battle)[3] == "Goblin 2 took 18, dying in round 2, dead in round 2"


@pytest.mark.parametrize("way", ["dying", "dying-in-hours", "dying-in-days"])
def test_who_dies_slowly_fell_too(tmp_path: Path, way: str) -> None:
    library = Library(tmp_path)
    campaign = library.open(library.new("Fen", "fell"))
    do(campaign, "campaign.add-character", name="Ana", kind="pc")
    do(campaign, "turn.begin-sides")
    do(campaign, "turn.next")
    do(campaign, "campaign.condition", who="Ana", condition=way)
    do(campaign, "turn.end")
    assert told(campaign)[1] == "Ana dying in round 1"
    campaign.close()


def test_what_was_taken_back_does_not_count(battle: Campaign) -> None:
    do(battle, "d20.begin-battle")
    do(battle, "turn.next")
    do(battle, "d20.hurt", who="Goblin 1", hit_points="4")
    battle.undo()
    do(battle, "turn.end")
    assert told(battle)[1:] == ["Ana unharmed", "Goblin 1 unharmed", "Goblin 2 unharmed"]


def test_late_comers_and_leavers_were_in_it_too(battle: Campaign) -> None:
    do(battle, "d20.begin-battle")
    do(battle, "turn.leave", who="Goblin 2")
    do(battle, "d20.add-foe", name="Ogre", hit_points="30")
    do(battle, "d20.hurt", who="Ogre", hit_points="5")
    do(battle, "turn.leave", who="Ogre")
    do(battle, "turn.end")
    assert told(battle)[1:] == ["Ana unharmed", "Goblin 1 unharmed", "Goblin 2 unharmed", "Ogre took 5"]


def test_the_session_log_tells_of_a_fight_where_it_ends(battle: Campaign) -> None:
    do(battle, "d20.begin-battle")
    do(battle, "d20.hurt", who="Ana", hit_points="3")
    do(battle, "turn.end")
    log = markdown_log(battle, secrets=True).splitlines()
    assert "  - The fight: 1 round, 3 entries" in log
    assert any(line.startswith("  - Ana") and line.endswith("took 3") for line in log)


@pytest.fixture
def melee(tmp_path: Path) -> Iterator[Campaign]:
    """Quill, who casts, and Moss, who shoots, against a troll; the stack is assembled."""
    library = Library(tmp_path)
    campaign = library.open(library.new("Salt", "troika"))
    do(campaign, "campaign.add-character", name="Quill", skill="4", stamina="30", spells="Jolt 4 (3)")
    do(campaign, "campaign.add-character", name="Moss", skill="9", stamina="30", weapon="bow")
    do(campaign, "troika.add-foe", foe="troll")
    do(campaign, "campaign.edit", who="Troll", stamina="90/90")
    do(campaign, "troika.assemble-stack")
    yield campaign
    campaign.close()


def points_of(campaign: Campaign, fact: str) -> int:
    """What the last entry's facts of this id come to."""
    assert campaign.last is not None
    return sum(int(each.values["points"]) for each in campaign.last.facts if each.id == fact)


def test_what_a_spell_costs_is_nobodys_wound(melee: Campaign) -> None:
    """TRO-6.3: not the troll's, at whom it was cast, and none that was taken."""
    touch = {"reach": "by-touch", "row": "no-damage", "luck": "never"}
    do(melee, "troika.cast", who="Quill", spell="jolt", against="Troll", **touch)
    assert points_of(melee, "spell-paid") == points_of(melee, "wounded") == 3
    do(melee, "troika.hurt", who="Quill", damage="2")
    do(melee, "turn.end")
    assert told(melee)[1:] == ["Quill took 2, paid 3", "Moss unharmed", "Troll unharmed"]


def test_who_is_given_another_name_is_the_same_fighter(melee: Campaign) -> None:
    do(melee, "troika.hurt", who="Troll", damage="2")
    do(melee, "campaign.edit", who="Troll", name="Olaf")
    do(melee, "troika.hurt", who="Olaf", damage="3")
    do(melee, "turn.end")
    assert told(melee)[1:] == ["Quill unharmed", "Moss unharmed", "Olaf took 5"]


def test_who_comes_under_the_name_of_one_who_is_gone_is_another_fighter(melee: Campaign) -> None:
    do(melee, "troika.hurt", who="Troll", damage="2")
    do(melee, "campaign.retire", who="Troll")
    do(melee, "troika.add-foe", foe="troll")
    do(melee, "troika.hurt", who="Troll", damage="3")
    do(melee, "turn.end")
    assert told(melee)[3:] == ["Troll took 2", "Troll took 3"]


def test_a_shot_that_hits_a_friend_is_the_archers(melee: Campaign) -> None:
    """TRO-6.2.1: not the deed of the troll who was meant."""
    for _ in range(60):
        do(melee, "troika.shoot-into-melee", who="Moss", against="Troll", among="Quill", luck="never")
        if melee.last and "Quill" in [
            each.values["who"] for each in melee.last.facts if each.id == "wounded"
        ]:
            break
        melee.undo()
    points = points_of(melee, "wounded")
    do(melee, "turn.end")
    assert told(melee)[1:] == [f"Quill took {points}", f"Moss dealt {points}", "Troll unharmed"]


def test_both_sides_of_an_exchange_are_credited(melee: Campaign) -> None:
    """TRO-6.1: whoever wins deals, the attacker or the one attacked."""
    dealt = {"Moss": 0, "Troll": 0}
    for _ in range(6):
        do(melee, "troika.fight", who="Moss", against="Troll", luck="never")
        for each in melee.last.facts if melee.last else ():
            if each.id == "wounded":
                dealt["Moss" if each.values["who"] == "Troll" else "Troll"] += int(each.values["points"])
    do(melee, "turn.end")
    lines = {line.split()[0]: line for line in told(melee)[1:]}
    for name, points in dealt.items():
        assert (f"dealt {points}" in lines[name]) == (points > 0)
    assert sum(dealt.values()) > 0


@pytest.mark.parametrize("game", games_with_demo())
def test_each_game_says_which_facts_tell_of_wounds(tmp_path: Path, game: str) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, game))
    numbers = range(1, campaign.length + 1)
    ended = [entry for entry in map(campaign.entry, numbers) if entry_ends_fight(entry)]
    assert all(len(fight_summary_lines(campaign, entry)) > 1 for entry in ended)
    assert campaign.rules.harms
    campaign.close()


def test_what_a_spell_costs_in_fell_is_no_wound_by_whom_it_was_cast_at(tmp_path: Path) -> None:
    """FELL-X-spell: the WIL paid is a price; the orc had dealt it, the summary said."""
    library = Library(tmp_path)
    campaign = library.open(library.new("Mill", "fell"))
    cells = {"bod": "d12", "int": "d12", "wil": "d12", "spells": "Still Water"}
    do(campaign, "campaign.add-character", name="Corin", **cells)
    do(campaign, "campaign.edit", who="Corin", wil_points="12/12")
    do(campaign, "fell.add-foe", name="Orc", die="d8")
    do(campaign, "turn.begin-sides")
    do(campaign, "fell.cast", who="Corin", spell="Still Water", against="Orc", rerolls="never")
    paid = points_of(campaign, "fell-spell-paid")
    assert paid == points_of(campaign, "fell-harmed") > 0
    do(campaign, "turn.end")
    assert told(campaign)[1:] == [f"Corin paid {paid}", "Orc unharmed"]
    campaign.close()


def test_among_several_in_fell_a_wound_counts_for_whose_die_it_was(tmp_path: Path) -> None:
    """FELL-ATK-2: Moss's die beat the second goblin's; the first was said to have dealt that."""
    library = Library(tmp_path)
    campaign = library.open(library.new("Moor", "fell"))
    do(campaign, "campaign.add-character", name="Moss", bod="d6", items="longsword")
    for name in ("Goblin 1", "Goblin 2"):
        do(campaign, "fell.add-foe", name=name, die="d4")
    do(campaign, "turn.begin-sides")
    goblins = {"who": "Goblin 1", "against": "Moss", "helpers": "Goblin 2", "rerolls": "never"}
    attack = campaign.rules.procedure("fell.attack-foe")
    campaign.perform(attack, read_procedure_inputs(attack, goblins, campaign.table), answers(2, 3, 4, 1))
    do(campaign, "turn.end")
    assert told(campaign)[1:] == [
        "Moss dealt 4, took 2",
        "Goblin 1 dealt 2",
        "Goblin 2 took 4, out of action in round 1",
    ]
    campaign.close()


def test_what_a_danger_loses_in_wandered_is_a_wound(tmp_path: Path) -> None:
    """PBT-X-danger: it has no hit points, but resources that must be removed; it was told as unharmed."""
    library = Library(tmp_path)
    campaign = library.open(library.new("Orchard", "wandered"))
    do(campaign, "campaign.add-character", name="Ilse", kind="pc")
    do(campaign, "wandered.add-danger", foe="Warden", resources="thorns, patience")
    do(campaign, "turn.begin-list")
    do(campaign, "wandered.remove-resource", who="Warden", resource="thorns")
    do(campaign, "turn.end")
    assert told(campaign)[1:] == ["Ilse unharmed", "Warden took 1"]
    campaign.close()


def test_who_got_up_again_is_told_behind_the_fall(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(library.new("Fen", "fell"))
    do(campaign, "campaign.add-character", name="Ana", kind="pc")
    do(campaign, "turn.begin-sides")
    do(campaign, "turn.next")
    do(campaign, "campaign.condition", who="Ana", condition="dying")
    do(campaign, "campaign.relieve", who="Ana", condition="dying")
    do(campaign, "turn.end")
    assert told(campaign)[1] == "Ana dying in round 1 (up again)"
    campaign.close()
