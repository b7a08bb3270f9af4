"""What a character begins with by an own background, playbook or concept, in every game that has such."""

import random
from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.replay import ReplayAnswers
from tableside.rules.cells import cells
from tableside.rules.procedure import Role, read_procedure_inputs
from tableside.rules.sheet import sheet_parts
from tableside.rules.table import Character
from tableside.views.rollable_tables import given_with_rollable_tables
from tests.campaign.test_packs import opened

PACKS = {
    "troika": (
        "background",
        '[backgrounds.ratcatcher]\nname = "Ratcatcher"\nweapon = "club"\narmour = 1\n'
        'skills = ["Ratting 3", "Awareness 1"]\nitems = ["Ferret", "Great tent (2)"]\nsilver = 40\n',
        ("skills Ratting 3", "items Ferret", "items Great tent (2)", "weapon club", "items club"),
    ),
    "fell": (
        "background",
        '[backgrounds.ratcatcher]\nskills = ["athletics"]\narmour = "chain"\nitems = ["Ferret"]\n',
        ("skills athletics", "items Ferret", "armour chain", "items chain"),
    ),
    "wandered": (
        "playbook",
        '[playbooks.ratcatcher]\napproaches = ["With a ferret", "By night"]\nresources = ["Ferret"]\n',
        ("approaches With a ferret", "resources Ferret"),
    ),
    "galejatra": (
        "concept",
        '[concepts.ratcatcher]\nskills = ["Ratting 2"]\nitems = ["Ferret 1"]\n',
        ("skills Ratting 2", "items Ferret 1"),
    ),
}


def packed(tmp_path: Path, game: str) -> Campaign:
    return opened(tmp_path, game, PACKS[game][1])


def made(campaign: Campaign, **inputs: str) -> Character:
    create = campaign.rules.role(Role.CREATE)
    assert create is not None
    given = given_with_rollable_tables(
        campaign, create, read_procedure_inputs(create, inputs, campaign.table)
    )
    campaign.perform(create, given, ReplayAnswers(random.Random(1)))
    return max(campaign.table.characters.values(), key=lambda each: each.key)


def said(who: Character) -> list[str]:
    return [f"{part} {cell.text}" for part in sheet_parts(who.sheet) for cell in cells(who.sheet, part)]


@pytest.mark.parametrize("game", PACKS)
def test_they_have_what_it_gives_and_the_entry_holds_it(tmp_path: Path, game: str) -> None:
    input, _, given = PACKS[game]
    campaign = packed(tmp_path, game)
    before = campaign.table
    who = made(campaign, name="Ana", **{input: "ratcatcher"})
    assert {*given} <= {*said(who)} and f"{input} Ratcatcher" in said(who)
    (tmp_path / "packs" / "own.toml").unlink()  # the entry needs no file
    assert [*audit(campaign)] == []
    again = made(campaign, name="Bo", **{input: "Ratcatcher"})
    assert {*given} <= {*said(again)}
    campaign.undo()
    campaign.undo()
    assert campaign.table.characters == before.characters
    campaign.close()


@pytest.mark.parametrize("game", PACKS)
def test_another_begins_as_the_rules_have_it(tmp_path: Path, game: str) -> None:
    input, _, given = PACKS[game]
    campaign = packed(tmp_path, game)
    who = made(campaign, name="Ana", **{input: "Bellringer"})
    assert not {*given} & {*said(who)}
    campaign.close()


def test_in_fell_no_skill_is_asked_where_the_background_gives_one(tmp_path: Path) -> None:
    """FELL-X-create."""
    campaign = packed(tmp_path, "fell")
    made(campaign, name="Ana", background="ratcatcher")
    entry = campaign.last
    assert entry is not None and not any("skill-of-background" in str(step) for step in entry.steps)
    campaign.close()
