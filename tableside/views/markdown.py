"""The session log as Markdown: what a person reads a year later."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime

from tableside.campaign import history
from tableside.campaign.amending import amended_by, retold_by
from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.views.fights import summary_of
from tableside.views.journal import dice, headline, is_note
from tableside.wording import label

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


def session_log(campaign: Campaign) -> str:
    """The journal of a campaign: a chapter a session, prose as prose, rolls as list items with their dice."""
    lines = [
        f"# {escaped(campaign.table.title)}",
        "",
        f"{campaign.ruleset.name}, {campaign.length} entries",
        "",
    ]
    entries = [campaign.entry(number) for number in range(1, campaign.length + 1)]
    taken_back = standing(entries)
    left = [each for each in entries if each.number not in taken_back]
    amended, retold = amended_by(left), retold_by(left)
    session = -1
    for entry in entries:
        if entry.session != session:
            session = entry.session
            lines += ["", _chapter(entry), ""]
        if not entry.is_move_in_time and entry.number not in taken_back:
            told = _amended(_lines(entry), amended.get(entry.number), retold.get(entry.number))
            lines += [*told, *(f"  - {escaped(each)}" for each in summary_of(campaign, entry))]
    return "\n".join(lines).rstrip() + "\n"


def standing(entries: list[Entry]) -> set[int]:
    """The numbers of those entries, listed without gaps, that were taken back and not restored."""
    by_number = {each.number: each for each in entries}
    found = {number for number, each in by_number.items() if not each.is_move_in_time}
    with suppress(KeyError):  # what stands before the first one listed is none of them
        for each in history.standing(by_number.__getitem__, max(by_number, default=0)):
            found.discard(each.number)
    return found


def _chapter(entry: Entry) -> str:
    day = datetime.fromtimestamp(entry.time).strftime("%Y-%m-%d")
    return f"## Session {entry.session}, {day}" if entry.session else f"## Before the first session, {day}"


def _lines(entry: Entry) -> Iterator[str]:
    if is_note(entry):
        yield from ("", escaped(" ".join(str(fact.values["text"]) for fact in entry.facts)), "")
        return
    thrown = dice(entry)
    yield f"- {escaped(headline(entry))}" + (f" ({escaped(thrown)})" if thrown else "")


def _amended(lines: Iterator[str], by: int | None, retold: int | None) -> Iterator[str]:
    """The lines of an entry, struck through where another stands in its place."""
    if by:
        note = label("moved", "amended").format(entry=by)
        marked = ((line[:2], line[2:]) if line.startswith("- ") else ("", line) for line in lines)
        yield from (f"{mark}~~{text}~~ ({note})" if text else "" for mark, text in marked)
        return
    note = f" ({label('moved', 'corrected').format(entry=retold)})" if retold else ""
    yield from (f"{line}{note}" if line else "" for line in lines)


def escaped(text: str) -> str:
    """Text that Markdown shows as it is."""
    return _SPECIAL.sub(r"\\\1", text)
