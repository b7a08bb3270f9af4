"""The table as players may see it: whose turn it is, how their own people are, and what everybody heard.

Of foes they see who is in the fight and who is down, not what is left of them; of the clocks what each lets
them know; of the journal what was done in the open. What the GM writes, asks the oracle or rolls on tables
is the GM's until it is told, and nothing says that something secret was done.
"""

from collections.abc import Iterator

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.rules.procedure import Group, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.states import helplessness
from tableside.rules.table import Character, Kind, Table
from tableside.text import width
from tableside.views.characters import NAME_CELLS, member
from tableside.views.fight import clock_rows, is_acting, turn_sign, turn_text
from tableside.views.journal import entry_rows, readable
from tableside.views.latest import become
from tableside.views.players import OURS, for_players, without_what_foes_have_left
from tableside.views.rows import Row, Tone, heading, name_column, row
from tableside.views.since import AS_TOLD
from tableside.wording import label

KEPT = (Role.NOTE, Role.ORACLE, Role.TABLE)
"""What is the GM's until it is told."""
LOOKED_BACK = 60
"""Entries among which the last ones that players may see are sought."""


def watched(campaign: Campaign, cells: int, lines: int) -> tuple[Row, ...]:
    """As many rows of so many cells as there is room for, the newest of what happened at the end."""
    table = campaign.table
    rows = (*_people(table, campaign.rules), *clock_rows(table, hidden=True))
    room = lines - len(rows) - 1
    heard = list(_heard(campaign, cells))[-room:] if room > 0 else []
    return (*rows, *([heading(label("watch", "heard")), *heard] if heard else ()))[:lines]


def _people(table: Table, rules: Ruleset) -> Iterator[Row]:
    """Those in the fight, in their order; without one, the party."""
    order = table.order
    yield heading(turn_text(table) if order else label("kinds", Kind.PC))
    if order is not None:
        people = [table[key] for key in order.members if key in table.characters]
    else:
        people = [each for kind in OURS for each in table.in_play(kind)]
    cells = min(NAME_CELLS, max((width(each.name) for each in people), default=0))
    for each in people:
        yield _person(each, table, rules, cells)


def _person(character: Character, table: Table, rules: Ruleset, cells: int) -> Row:
    if character.kind in OURS:
        seen = member(character, table, rules, cells).spans
    else:
        down = helplessness(character)
        name = name_column(character.name, cells), Tone.STRONG if is_acting(character, table) else Tone.PLAIN
        seen = (name, (f" {label('condition', down).upper()}" if down else "", Tone.BAD))
    return row(str(character.key), turn_sign(character, table), *seen)


def _heard(campaign: Campaign, cells: int) -> Iterator[Row]:
    """What stands of the last entries, as everybody may know it."""
    entries, _ = readable(campaign, LOOKED_BACK)
    told = become(entries)
    for entry in entries:
        since = told.get(entry.number, AS_TOLD)
        shown = without_what_foes_have_left(for_players(entry), campaign)
        if shown.facts and not since.is_struck and _is_open(entry, campaign):
            yield from entry_rows(shown, cells, since)


def _is_open(entry: Entry, campaign: Campaign) -> bool:
    """Whether it happened before everybody's eyes: nothing that was only written down, looked up or moved in
    time.
    """
    if not entry.is_of_a_rule:
        return False
    procedure = campaign.rules.procedure(entry.procedure)
    return procedure.group != Group.SHEET and procedure.role not in KEPT
