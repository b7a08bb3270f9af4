"""What stands beside a view where the terminal is wide: the sheet of the one selected, what befell them, the
whole of an entry.
"""

from typing import TYPE_CHECKING

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Table
from tableside.text import wrapped
from tableside.views.characters import sheet
from tableside.views.journal import details, headline, readable
from tableside.views.latest import become, rows_since
from tableside.views.players import hidden, public
from tableside.views.rows import Row, Tone, heading, words_row
from tableside.views.since import AS_TOLD, Since

LOOKED_BACK = 200
"""Entries that are looked through for those about somebody."""

if TYPE_CHECKING:
    from tableside.views.recap_parts import Material


def sheet_beside(character: Character | None, table: Table, rules: Ruleset) -> tuple[Row, ...]:
    """The sheet of the one selected, only to be read."""
    if character is None:
        return ()
    rows = sheet(character, table, rules)
    return tuple(each for each in rows if not each.key.endswith(".new"))


def lately(character: Character | None, campaign: Campaign, cells: int) -> tuple[Row, ...]:
    """What befell somebody, the newest first."""
    if character is None:
        return ()
    entries, _ = readable(campaign, LOOKED_BACK)
    about = [each for each in reversed(entries) if _is_about(each, character)]
    told = rows_since(about, become(entries), cells)
    return (heading(f"Lately: {character.name}"), *(told or [words_row("nothing", "nothing yet")]))


def _is_about(entry: Entry, character: Character) -> bool:
    who = entry.given.get("who")
    keys = who if isinstance(who, tuple) else (who,)
    return character.key in keys or character.name in headline(entry)


def opened(campaign: Campaign, number: int, cells: int, since: Since | None = None) -> tuple[Row, ...]:
    """Everything about an entry: every die, every decision, what it changed, and what has become of it
    `since` (None: as the latest entries say). What is secret, or has become so, stays so until the entry is
    opened: more eyes fall on a pane that is always there.
    """
    entry = campaign.entry(number)
    if since is None:
        since = become(readable(campaign, LOOKED_BACK)[0]).get(number, AS_TOLD)
    shown = public(hidden(entry) if since.is_hidden else entry)
    tone = Tone.STRUCK if since.is_struck else Tone.PLAIN
    told = [line for text in details(shown, campaign.rules, campaign.table) for line in wrapped(text, cells)]
    rows = [words_row(f"{number} {n}", line, tone) for n, line in enumerate(told)]
    become_of_it = [words_row(f"{number} since", f"({since.text})", Tone.STRONG)] if since.text else []
    return (*become_of_it, *rows)


def opened_to_players(material: "Material", number: int, cells: int) -> tuple[Row, ...]:
    """What players who read along are told of an entry: its words, then every die that they saw."""
    from tableside.views.public.evening import evening_of  # only while players read along
    from tableside.views.public.telling import throw_text

    line = evening_of(material).lines.get(number)
    texts = (line.words, *map(throw_text, line.throws)) if line is not None else ()
    told = [part for text in texts for part in wrapped(text, cells)]
    return tuple(words_row(f"{number} {n}", part) for n, part in enumerate(told))
