"""A session: what it is called, what begins the next one, whose dice lie on the table."""

from tableside.campaign.campaign import Campaign
from tableside.rules.table import Table
from tableside.views.attendance import players_at_table
from tableside.views.public import document, entries_told
from tableside.wording import label, sentence


def session_dice_title(table: Table, typed: bool | None) -> str:
    """Whose dice are real, for the title; empty where the program rolls them all. `typed`: this evening's."""
    dice = table.real_dice
    if typed is not None or dice.usual or not dice.any:
        return label("session", "real-dice") if typed or (typed is None and dice.usual) else ""
    names = [table[key].name.partition(" ")[0] for key in dice.typing if key in table.characters]
    return sentence("session", "real-dice-of", names=", ".join(names))


def last_session_over(table: Table) -> int:
    """The session that is told of first: the last that is over, and of the first one what there is."""
    return table.session - 1 if table.session_is_on and table.session > 1 else table.session


def next_session_line(campaign: Campaign) -> str:
    """What begins the next session, and where the story stands, in one line; empty while a session is on."""
    table = campaign.table
    if table.session_is_on or not players_at_table(table):
        return ""
    begins = sentence("session", "key", session=table.session + 1)
    last = _last_note(campaign)
    return f"{begins}; {sentence('session', 'previously', text=last)}" if last else begins


def _last_note(campaign: Campaign) -> str:
    """The last one that players may read, for it is there as they arrive."""
    lines = (
        each.line for each in reversed(entries_told.latest_entries_told(campaign, entries_told.LOOKED_BACK))
    )
    return next(
        (" ".join(line.words.split()) for line in lines if line.kind == document.LineKind.WRITTEN), ""
    )


def session_title(session: int) -> str:
    """What a session is called; 0 is the time before the first one."""
    return sentence("session", "title" if session else "title-before", session=session)
