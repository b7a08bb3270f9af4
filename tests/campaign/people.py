"""A campaign to try things on, and how they are done."""

import random

from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import Documents, documents
from tableside.campaign.entries import Entry
from tableside.campaign.replay import Answers
from tableside.campaign.table_files import inputs_from_files, table_book_of
from tableside.rules.procedure import read_inputs


def do(campaign: Campaign, id: str, seed: int = 1, /, **texts: str) -> Entry:
    """Carry out a procedure with inputs as they are typed, `_` for `-`."""
    procedure = campaign.rules.procedure(id)
    inputs = {name.replace("_", "-"): text for name, text in texts.items()}
    return campaign.perform(
        procedure, read_inputs(procedure, inputs, campaign.table), Answers(random.Random(seed))
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
    asked = read_inputs(procedure, texts, campaign.table)
    given = inputs_from_files(procedure, asked, campaign.table, table_book_of(campaign))
    return campaign.perform(procedure, given, Answers(random.Random(seed)))
