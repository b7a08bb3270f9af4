"""An entry names every open question that has decided it: another answer to any other changes nothing."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import table_from_documents
from tableside.campaign.entries import Entry, inputs_of_entry
from tableside.games import BUNDLED
from tableside.rules.play import Performed, play_rule
from tableside.rules.table import Table
from tests.campaign.random_play import Evening
from tests.thorough import often

pytestmark = pytest.mark.long

ACTS = often(1000)
ABOUT_THE_HOUSE = "campaign.house-rule"


@pytest.mark.parametrize("game", BUNDLED)
def test_what_an_entry_does_not_name_does_not_decide_it(game: str, tmp_path: Path) -> None:
    evening = Evening(tmp_path, game, seed=3)
    for _ in range(ACTS):
        evening.act()
    campaign = evening.campaign
    entries = [campaign.entry(number) for number in range(1, campaign.length + 1)]
    for entry in entries:
        if not entry.is_of_a_rule or entry.amends or entry.procedure == ABOUT_THE_HOUSE:
            continue
        before = table_from_documents(campaign.documents_at(entry.number - 1), campaign.rules)
        found = told(campaign, entry, before)
        for question, other in answered_otherwise(campaign, entry, before):
            assert told(campaign, entry, other) == found, (entry.procedure, entry.given, question)
    campaign.close()


def answered_otherwise(campaign: Campaign, entry: Entry, table: Table) -> Iterator[tuple[str, Table]]:
    """The table with every other answer to each question that the entry does not name."""
    for each in campaign.rules.open_questions:
        now = table.house.get(each.id, each.default)
        for option in each.options if each.id not in entry.house else ():
            if option != now:
                yield each.id, replace(table, house={**table.house, each.id: option})


def told(campaign: Campaign, entry: Entry, table: Table) -> object:
    """What the entry's dice and choices come to on this table: all but its house rules afterwards."""
    procedure = campaign.rules.procedure(entry.procedure)
    performed = play_rule(procedure.perform(table, inputs_of_entry(procedure, entry)), entry.steps)
    assert isinstance(performed, Performed), f"{entry.procedure} asks for more"
    outcome = performed.result
    after = replace(outcome.table, house={}) if outcome.table else None
    return outcome.result, outcome.amounts, performed.facts, after
