"""The panes beside a view on a wide terminal: a sheet, the newest entries with their fates, what players
hear, a glimpse of a campaign.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from math import inf
from typing import TYPE_CHECKING

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import UNDO, Entry, entry_made_secret
from tableside.campaign.library import ShelvedCampaign
from tableside.rules.inputs import person_given_by_input
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Kind, Table
from tableside.text import clip, local_time_text, width
from tableside.views import opened_entry
from tableside.views.character_list import SIDES, CharacterListColumns, character_list_row
from tableside.views.fact_headlines import foes_for_headline
from tableside.views.journal_rows import (
    AS_TOLD,
    JournalEntryFate,
    entry_runs,
    journal_entries_readable,
    journal_entry_rows,
    journal_headline_in_brief,
    journal_row_fates,
    journal_run_rows,
)
from tableside.views.printed_sheet import printed_sheet_to_read
from tableside.views.public import document, entries_told, seen_table, sessions_told
from tableside.views.rows import Row, RowsIn, Tone, blank_row, heading_row, text_rows, words_row
from tableside.views.turn_orders import turn_order_parts
from tableside.wording import label, sentence

if TYPE_CHECKING:
    from tableside.views.recap_parts import RecapParts


# The campaign, how many entries and cells; then by keyword what only some panes need
def pane_of_latest_entries(
    campaign: Campaign,
    count: int,
    cells: int,
    *,
    most: float = inf,
    players: bool = False,
    once: bool = False,
) -> list[Row]:
    """The last entries beside a view, until they fill `most` rows; with `players`, what players are told.
    Entries taken back are struck through or, with `once`, left to the entry that took them back.
    """
    if players:
        lines = (each.line for each in entries_told.latest_entries_told(campaign, count))
        return [*seen_table.seen_log_rows([line for line in lines if line.kind in document.LIVE], cells)]
    entries, _ = journal_entries_readable(campaign, count)
    return _rows_since(campaign, entries, cells, most, once=once)


def _rows_since(
    campaign: Campaign, entries: Sequence[Entry], cells: int, most: float, *, once: bool
) -> list[Row]:
    """The rows of the newest of these entries, until there are enough."""
    fates = journal_row_fates(entries)
    undone = {each.target for each in entries if each.procedure == UNDO}
    struck = {number for number in undone if fates.get(number, AS_TOLD).is_struck}
    told = (each for each in entries if not (once and each.number in struck))
    rows: list[Row] = []
    for run in reversed([*entry_runs(told, () if once else struck)]):
        if len(rows) < most:
            rows[:0] = journal_run_rows(run, campaign, cells, fates.get(run[-1].number, AS_TOLD))
    return rows


LOOKED_BACK = 200
"""The most entries to search for those about somebody."""


def pane_of_sheet(character: Character | None, table: Table, rules: Ruleset, cells: int) -> tuple[Row, ...]:
    """The selected character's sheet for reading, under the name."""
    return () if character is None else printed_sheet_to_read(character, table, rules, cells)


def pane_of_entry_sheet(entry: Entry, table: Table, rules: Ruleset, cells: int) -> tuple[Row, ...]:
    """The sheet of the character whom an entry is about, under a blank row; empty if it is about nobody."""
    who = person_given_by_input(table, entry.given)
    rows = pane_of_sheet(who, table, rules, cells)
    return (blank_row("sheet"), *rows) if rows else ()


def pane_of_fight_sheets(table: Table, rules: Ruleset, selected: int | None, cells: int) -> tuple[Row, ...]:
    """The sheets beside a fight: whoever acts, the selected one if several do; then the selected one."""
    acting = table.order.now if table.order is not None else ()
    first = selected if selected in acting or not acting else acting[0]
    shown = dict.fromkeys(key for key in (first, selected) if key in table.characters)
    rows: list[Row] = []
    for key in shown:
        pane = pane_of_sheet(table.characters[key], table, rules, cells) if key is not None else ()
        rows += [replace(each, key=f"{each.key} {key}") for each in pane]
    return tuple(rows)


def pane_of_other_sheets(table: Table, rules: Ruleset, shown: int | None, most: int) -> tuple[RowsIn, ...]:
    """The sheets of the party, except the one on show; if more than `most`, the last sheet names the rest."""
    rest = [each for each in table.in_play(Kind.PC) if each.key != shown]
    sheets = [partial(pane_of_sheet, each, table, rules) for each in rest[:most]]
    names = ", ".join(each.name for each in rest[most:])
    if names and sheets:
        more = sentence("characters", "more-people", names=names)
        return (*sheets[:-1], partial(_sheet_with_more, sheets[-1], more))
    return tuple(sheets)


def _sheet_with_more(sheet: RowsIn, more: str, cells: int) -> tuple[Row, ...]:
    """A sheet with a text added after the name at its top."""
    title, *rows = sheet(cells)
    name, _ = title.spans[0]
    return (replace(title, spans=(title.spans[0], (clip(f"  {more}", cells - width(name)), Tone.DIM))), *rows)


def pane_of_recent_events(
    character: Character | None, campaign: Campaign, cells: int, most: int
) -> tuple[Row, ...]:
    """What happened to somebody, by days in the order of the journal: the last `most` rows."""
    if character is None:
        return ()
    entries, _ = journal_entries_readable(campaign, LOOKED_BACK)
    fates, is_foe = journal_row_fates(entries), foes_for_headline(campaign.table)
    rows: list[Row] = []
    about = (each for each in entries if character.name in journal_headline_in_brief(each))
    for (session, day), alike in groupby(about, key=lambda each: (each.session, each.day)):
        when = sentence("title", "session-day" if session else "day", session=session, day=day)
        rows.append(heading_row(when, Tone.DIM))
        for each in alike:
            rows += journal_entry_rows(each, cells, fates.get(each.number, AS_TOLD), is_foe)
    title = heading_row(sentence("characters", "lately", who=character.name))
    return (title, *(_end_of(rows, most - 1) or [words_row("nothing", label("characters", "nothing-yet"))]))


def _end_of(rows: Sequence[Row], most: int) -> Sequence[Row]:
    """The last rows, at most `most` but at least a few, starting at the beginning of an entry."""
    end = rows[-max(LEAST_LINES, most) :]
    begins = (n for n, row in enumerate(end) if not row.text.startswith(" "))
    return end[next(begins, 0) :]


def side_pane_of_entry(
    campaign: Campaign, number: int, cells: int, since: JournalEntryFate | None = None
) -> tuple[Row, ...]:
    """The result of an entry, its dice and changes, and its fate `since` (None: as the latest entries say).
    Secrets stay hidden until the entry is opened, since more eyes see a permanent pane.
    """
    seen, since = _as_seen(campaign, number, since)
    return opened_entry.opened_entry_outcome_rows(seen, campaign, cells, since)


def pane_of_entry(campaign: Campaign, number: int, cells: int) -> tuple[Row, ...]:
    """One of the latest entries opened beside a view, without secrets."""
    seen, since = _as_seen(campaign, number, None)
    return opened_entry.opened_entry_rows(seen, campaign, cells, since)


def _as_seen(
    campaign: Campaign, number: int, since: JournalEntryFate | None
) -> tuple[Entry, JournalEntryFate]:
    """An entry without its secrets, and its fate."""
    entry = campaign.entry(number)
    if since is None:
        since = journal_row_fates(journal_entries_readable(campaign, LOOKED_BACK)[0]).get(number, AS_TOLD)
    return (entry_made_secret(entry) if since.is_hidden else entry).without_secrets(), since


def side_pane_for_players(material: "RecapParts", number: int, cells: int) -> tuple[Row, ...]:
    """What players are told of an entry: its words, then every die that they saw."""
    line = sessions_told.evening_of(material).line(number)
    texts = (line.words, *map(entries_told.throw_in_entry_told, line.throws)) if line is not None else ()
    return text_rows(str(number), "\n".join(texts), cells, Tone.PLAIN)


LAST_LINES, LEAST_LINES = 30, 3
"""The most entries shown from the end of a journal, and the least rows for them."""


def pane_of_unopened_campaign(shelved: ShelvedCampaign, cells: int) -> tuple[Row, ...]:
    """The glimpse of a campaign that is not opened; if it cannot be opened, with the reason."""
    saved = sentence("shelf", "saved", when=local_time_text(shelved.changed))
    trouble = pane_of_trouble(shelved.trouble, cells) if shelved.trouble else ()
    return (heading_row(shelved.title), words_row("saved", saved, Tone.DIM), *trouble)


def pane_of_trouble(trouble: str, cells: int) -> tuple[Row, ...]:
    """Why a campaign cannot be opened."""
    return text_rows("trouble", trouble, cells, Tone.BAD)


def pane_of_campaign(campaign: Campaign, cells: int, room: int) -> tuple[Row, ...]:
    """The glimpse of a campaign on the shelf; its last lines fill the room."""
    rows = (*pane_of_campaign_now(campaign, cells), heading_row(label("shelf", "last-lines")))
    lines = _end_of(pane_of_latest_entries(campaign, LAST_LINES, cells), room - len(rows))
    return (*rows, *lines) if lines else rows[:-1]


def pane_of_campaign_now(campaign: Campaign, cells: int) -> Iterator[Row]:
    """The glimpse without last lines: where its story is, and how the party is."""
    table = campaign.table
    round, acts = turn_order_parts(table)
    at = sentence("title", "session-day", session=table.session, day=table.day)
    yield words_row("stands", f"{campaign.ruleset.name} · {at}")
    if round:
        yield words_row("round", f"{round} · {acts}", Tone.ACCENT)
    if party := table.in_play(Kind.PC):
        columns = CharacterListColumns.of(table, campaign.rules, cells)
        yield heading_row(label("kinds", Kind.PC), SIDES[Kind.PC])
        for each in party:
            yield replace(character_list_row(each, table, campaign.rules, columns), key=f"who {each.key}")
