"""The journal: every entry as readable lines, those taken back struck through."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import islice

from tableside.campaign import history
from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import RESTORE, Entry
from tableside.campaign.performance import Underway
from tableside.campaign.replay import earlier_readings
from tableside.errors import StoreError
from tableside.rules.play import Fact, Rolled
from tableside.rules.procedure import Group
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table
from tableside.text import wrapped
from tableside.views.players import hidden, public
from tableside.views.rows import Row, Span, Tone, heading, row, words_row
from tableside.views.since import AS_TOLD, Since
from tableside.views.times import local
from tableside.wording import label
from tableside.wording.results import dice_text, fact_text, sentence, step_text

LOOKED_BACK = 200
"""Entries searched for the last roll."""
NAMED = 3
"""Entries named before somebody goes back behind them."""


def headline(entry: Entry, *, secrets: bool = False) -> str:
    """An entry in one line: what it did, in the words of its facts; `secrets` with those of the GM alone."""
    if entry.procedure == RESTORE:
        return label("moved", "restore" if entry.target else "beginning").format(entry=entry.target)
    if entry.is_move_in_time:
        return f"{label('procedure', entry.procedure)} of {entry.target}"
    facts = entry.facts if secrets else public(entry).facts
    told = (fact_text(fact).replace("\n", " ") for fact in facts)
    text = " · ".join(filter(None, told)) or _unsaid(entry)
    return label("moved", "amends").format(text=text, entry=entry.amends) if entry.amends else text


def _unsaid(entry: Entry) -> str:
    """What was done, where nothing of it can be told here."""
    done = label("procedure", entry.procedure)
    return label("moved", "secret").format(text=done) if entry.facts else done


def last_roll(campaign: Campaign) -> Entry | None:
    """The last roll of anybody, as it was amended since. None: the latest entries hold none."""
    rules = campaign.rules
    amended: dict[int, Entry] = {}
    for entry in islice(campaign.entries(), LOOKED_BACK):
        if entry.amends:
            amended.setdefault(entry.amends, entry)
        elif entry.is_of_a_rule and rules.procedure(entry.procedure).group == Group.ROLL:
            return amended.get(entry.number, entry)
    return None


def left_behind(campaign: Campaign, number: int) -> str:
    """The newest entries after this one by name, and how many more there are."""
    after = islice(campaign.entries(), max(0, min(NAMED, campaign.length - number)))
    more = campaign.length - number - NAMED
    return "; ".join([*map(headline, after), *([f"and {more} more"] if more > 0 else [])])


def dice(entry: Entry) -> str:
    """The dice of an entry in one line."""
    return "; ".join(dice_text(step) for step in public(entry).steps if isinstance(step, Rolled))


def at(entry: Entry) -> str:
    """The hour and minute of an entry, in the zone of the one who reads."""
    return local(entry.time).strftime("%H:%M")


def taken_back(entries: Sequence[Entry]) -> set[int]:
    """The numbers of those entries, listed without gaps, that were taken back and not restored."""
    by_number = {each.number: each for each in entries}
    found = {number for number, each in by_number.items() if each.can_be_taken_back}
    with suppress(KeyError):  # what stands before the first one listed is none of them
        for each in history.standing(by_number.__getitem__, max(by_number, default=0)):
            found.discard(each.number)
    return found


def is_note(entry: Entry) -> bool:
    return any(fact.id == "note" for fact in entry.facts)


def written(entry: Entry) -> str:
    """The text of a note, with its line breaks."""
    return "\n".join(str(fact.values["text"]) for fact in entry.facts if fact.id == "note")


def is_story(entry: Entry) -> bool:
    """Whether it is what was written, and not what was rolled and counted."""
    return any(fact.id in ("note", "session-begun", "session-ended") for fact in entry.facts)


def readable(campaign: Campaign, count: int, until: int | None = None) -> tuple[list[Entry], str]:
    """So many entries in their order, the last one that of the number `until` or else the newest, as far as
    they can be read, and why there are no more.
    """
    entries: list[Entry] = []
    try:
        for entry in islice(campaign.entries(None if until is None else until + 1), count):
            entries.append(entry)
    except StoreError as error:
        return entries[::-1], str(error)
    return entries[::-1], ""


def entry_rows(entry: Entry, cells: int, since: Since = AS_TOLD) -> tuple[Row, ...]:
    """An entry wrapped to so many cells; the first row's key is its number, the others are not selectable."""
    struck = since.is_struck
    tone = Tone.STRUCK if struck else Tone.PLAIN if is_note(entry) else Tone.DIM
    if any(fact.id in ("session-begun", "session-ended") for fact in entry.facts):
        tone = Tone.STRUCK if struck else Tone.HEADING
    mark = "x " if struck else "✎ " if is_note(entry) else "↶ " if entry.is_move_in_time else "· "
    prefix: Span = (f"{at(entry)} {mark}", Tone.DIM)
    told = written(entry) if is_note(entry) else headline(hidden(entry) if since.is_hidden else entry)
    text = f"{told} ({since.text})" if since.text else told
    first, *rest = wrapped(text, max(10, cells - 8))
    rows = [row(str(entry.number), prefix, (first, tone))]
    rows += [
        Row(f"{entry.number}.{n}", ((" " * 8, Tone.DIM), (line, tone)), selectable=False)
        for n, line in enumerate(rest)
    ]
    return tuple(rows)


def result_rows(entry: Entry, cells: int) -> tuple[Row, ...]:
    """What an entry came to: its facts, then every die and decision, wrapped to so many cells."""
    rows = [heading(f"Entry {entry.number}")]
    shown = public(entry)
    for n, fact in enumerate(shown.facts):
        lines = wrapped(fact_text(fact), cells)
        rows += [words_row(f"result {n} {m}", line, Tone.STRONG) for m, line in enumerate(lines)]
    for n, step in enumerate(shown.steps):
        lines = wrapped(step_text(step), cells)
        rows += [words_row(f"die {n} {m}", line, Tone.DIM) for m, line in enumerate(lines)]
    return (*rows, words_row("gap result", ""))


def so_far_rows(facts: Sequence[Fact], cells: int) -> tuple[Row, ...]:
    """What everybody may know of a roll that waits for an answer."""
    text = " · ".join(filter(None, (fact_text(fact) for fact in facts if not fact.secret)))
    return tuple(words_row(f"so far {n}", line, Tone.STRONG) for n, line in enumerate(wrapped(text, cells)))


def waiting_text(roll: Underway) -> str:
    """What waits to be finished, in one line: what it is, and what everybody may know of it so far."""
    told = " · ".join(filter(None, (fact_text(fact) for fact in roll.facts() if not fact.secret)))
    done = label("procedure", roll.procedure.id)
    return f"{done}: {told}" if told else done


def details(entry: Entry, rules: Ruleset, table: Table) -> tuple[str, ...]:
    """Everything about an entry of this table, a line each, the GM's secrets too: when, who, every die and
    decision, what it changed, how the open questions that it had to decide are read, and which of its rules
    have been corrected since.
    """
    from tableside.views.changed import change_texts, names_at  # only for an entry that is opened

    when = local(entry.time).strftime("%Y-%m-%d %H:%M:%S")
    by = f" by {entry.by}" if entry.by else ""
    lines = [f"Entry {entry.number}, {when}{by}, session {entry.session}, day {entry.day}"]
    lines.append(label("procedure", entry.procedure))
    lines += [f"  {fact_text(fact)}{_source(fact)}" for fact in entry.facts]
    lines += [f"  {step_text(step)}" for step in entry.steps]
    lines += [f"  {text}" for text in change_texts(entry.changes, names_at(table), rules.id)]
    lines += [f"  {id}: {label('option', option)}" for id, option in entry.house.items()]
    if earlier := earlier_readings(entry, rules):
        lines.append(f"  {sentence('history', 'earlier-reading', {'rules': ', '.join(earlier)})}")
    return tuple(lines)


def _source(fact: Fact) -> str:
    return f"{'  (secret)' if fact.secret else ''}{f'  [{fact.rule}]' if fact.rule else ''}"
