"""A campaign beside the list of all: its game, where the story stands, how the party is, the last lines."""

from collections.abc import Iterator
from dataclasses import replace

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Shelved
from tableside.rules.table import Kind
from tableside.text import wrapped
from tableside.views.characters import SIDES, Columns, character_row
from tableside.views.fight import turn_parts
from tableside.views.rows import Row, Tone, heading, words_row
from tableside.views.side_panes import latest
from tableside.views.values import minute
from tableside.wording import label
from tableside.wording.results import sentence

LAST_LINES, LEAST_LINES = 30, 5
"""Entries at the end of its journal that are shown at most, and rows that they have at least."""


def outside_rows(shelved: Shelved, cells: int) -> tuple[Row, ...]:
    """What is known without opening it, in so many cells: of one that does not open, why."""
    saved = sentence("shelf", "saved", when=minute(shelved.changed))
    lines = wrapped(shelved.trouble, cells) if shelved.trouble else ()
    trouble = [words_row(f"trouble {n}", line, Tone.BAD) for n, line in enumerate(lines)]
    return (heading(shelved.title), words_row("saved", saved, Tone.DIM), *trouble)


def inside_rows(campaign: Campaign, cells: int, room: int) -> tuple[Row, ...]:
    """What one has to know to choose it, in so many cells: the last of its lines fill the room."""
    rows = (*_standing(campaign, cells), heading(label("shelf", "last-lines")))
    lines = latest(campaign, LAST_LINES, cells)[-max(LEAST_LINES, room - len(rows)) :]
    begins = (n for n, line in enumerate(lines) if not line.text.startswith(" "))
    return (*rows, *lines[next(begins, 0) :]) if lines else rows[:-1]


def _standing(campaign: Campaign, cells: int) -> Iterator[Row]:
    table = campaign.table
    round, acts = turn_parts(table)
    yield words_row("game", campaign.ruleset.name)
    yield words_row("stands", sentence("title", "session-day", session=table.session, day=table.day))
    if round:
        yield words_row("round", f"{round} · {acts}", Tone.ACCENT)
    if party := table.in_play(Kind.PC):
        columns = Columns.of(table, campaign.rules, cells)
        yield heading(label("kinds", Kind.PC), SIDES[Kind.PC])
        for each in party:
            yield replace(character_row(each, table, campaign.rules, columns), key=f"who {each.key}")
