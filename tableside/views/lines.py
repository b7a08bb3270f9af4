"""A line of the journal as it is typed: prose, and behind a slash what is to be done in the middle of it.

`The door groans. /oracle is it locked` writes a note and asks the oracle. A slash begins a command at the
beginning of the line or behind a blank, when a letter, a number or ? follows; two of them are one that is
prose.
"""

import re

from tableside.campaign.store.note_draft import Kept
from tableside.frozen import frozen
from tableside.wording.results import sentence

_COMMAND = re.compile(r"(?:^|(?<=\s))/(?=[+-]?\d|[^\W\d_]|\?)")
_PROSE = re.compile(r"(^|(?<=\s))//")


def kept_text(kept: Kept) -> str:
    """Where what is typed is kept, while the disk refuses to have it beside the campaign."""
    values = {"why": kept.why, "file": str(kept.file)}
    return sentence("draft", "in-memory" if kept.file is None else "elsewhere", values)


@frozen
class JournalLine:
    """What was typed."""

    prose: str
    """What is to be written; empty when there is only a command."""
    command: str = ""
    """What is to be done after it, in the words of the command bar; empty when there is only prose."""


def journal_line(text: str) -> JournalLine:
    """The line's prose and its command."""
    found = _COMMAND.search(text)
    end = found.start() if found else len(text)
    prose = _PROSE.sub(r"\1/", text[:end]).strip()
    return JournalLine(prose, text[end + 1 :].strip())
