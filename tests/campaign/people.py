"""A campaign to try things on, and how they are done."""

import random

from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import Documents, documents
from tableside.campaign.entries import Entry
from tableside.campaign.replay import ReplayAnswers
from tableside.campaign.table_files import book_of_campaign_table_files, inputs_from_table_files
from tableside.rules.procedure import read_procedure_inputs


def do(campaign: Campaign, id: str, seed: int = 1, /, **texts: str) -> Entry:
    """Carry out a procedure with inputs as they are typed, `_` for `-`."""
    procedure = campaign.rules.procedure(id)
    inputs = {name.replace("_", "-"): text for name, text in texts.items()}
    return campaign.perform(
        procedure,
        read_procedure_inputs(procedure, inputs, campaign.table),
        ReplayAnswers(random.Random(seed)),
    )


def note(campaign: Campaign, text: str) -> Entry:
    return do(campaign, "campaign.note", text=text)


def state(campaign: Campaign) -> Documents:
    """What the campaign's files hold of its table."""
    return documents(campaign.table)


def roll_on(campaign: Campaign, table: str, seed: int = 0) -> Entry:
    """Roll on a random table by its id."""
    return _with_tables(campaign, "table.roll", seed, table=table)


def ask(campaign: Campaign, question: str, seed: int = 0) -> Entry:
    """Ask the oracle, the campaign's own where it has one."""
    return _with_tables(campaign, "oracle.ask", seed, question=question)


def _with_tables(campaign: Campaign, id: str, seed: int, **texts: str) -> Entry:
    procedure = campaign.rules.procedure(id)
    asked = read_procedure_inputs(procedure, texts, campaign.table)
    given = inputs_from_table_files(procedure, asked, campaign.table, book_of_campaign_table_files(campaign))
    return campaign.perform(procedure, given, ReplayAnswers(random.Random(seed)))
