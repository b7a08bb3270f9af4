"""`tableside write`: a story from a pipe, a line after the other.

Prose is written down, and what stands behind a slash is done: for scripts, for screen readers, and for
terminals on which nothing can be drawn.
"""

import argparse
import sys
from collections.abc import Iterator

from tableside import wording
from tableside.campaign.campaign import Campaign
from tableside.campaign.replay import Answers
from tableside.errors import RuleError
from tableside.shell import safe_output, say
from tableside.shell.grammar import BAD_INPUT, shortened_complaint
from tableside.text import clean
from tableside.views.prose import journal_line
from tableside.wording.results import sentence


def take_lines(campaign: Campaign, options: argparse.Namespace, answers: Answers) -> int:
    """Take lines from standard input until it ends, and answer each at once. A line that cannot be done is
    told, and the next one is taken; the status says at the end whether there was any.
    """
    status = 0
    for number, line in enumerate(_lines(), 1):
        try:
            _take(campaign, line, answers)
        except RuleError as error:
            status = BAD_INPUT
            why = shortened_complaint(clean(wording.in_words(error.message)))
            print(
                f"tableside: {sentence('printed', 'line', line=number, why=why)}", file=sys.stderr, flush=True
            )
        safe_output.flush()
    return status


def _lines() -> Iterator[bytes]:
    return iter(sys.stdin.buffer.readline, b"") if sys.stdin is not None else iter(())


def _take(campaign: Campaign, line: bytes, answers: Answers) -> None:
    """Write down and do what a line says. What was written stays, whatever becomes of its command."""
    try:
        text = clean(line.decode("utf-8")).strip()
    except UnicodeDecodeError as error:
        raise RuleError("untrusted.no-text", byte=error.start) from None
    typed = journal_line(text)
    if typed.prose:
        entry = say.write_note(campaign, typed.prose)
        print(sentence("printed", "entry", entry=entry.number))
    if typed.command:
        said = argparse.Namespace(inputs=[f"/{typed.command}"], dry_run=False, json=False, count=1)
        say.do_line(campaign, said, answers)
