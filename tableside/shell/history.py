"""`tableside history`, `undo`, `redo`, `restore`, `amend`: showing what was done, going back, and changing
it.

With `--dry-run`, each only names what it would move.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence

from tableside.campaign.amendment import SECRET, Amendment, AmendmentImpossible
from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry, entry_made_secret
from tableside.campaign.replay import ReplayAnswers
from tableside.campaign.session_entries import last_amendable_in_session_entries
from tableside.campaign.undo_and_redo import numbers_taken_back
from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.play import ChoiceAsked, Chosen, Performed, Rolled
from tableside.rules.procedure import read_procedure_inputs
from tableside.rules.typed import typed_yes_no
from tableside.shell.arguments import (
    answers_of_arguments,
    assigned_arguments,
    campaign_of_arguments,
    on_campaign_of_arguments,
)
from tableside.shell.grammar import LONGEST_NUMBER
from tableside.shell.output import (
    Document,
    entry_output_json,
    entry_output_text,
    json_output,
    performed_output_json,
    print_output,
)
from tableside.text import local_time_text
from tableside.views.amend import amend_inputs, amend_refusal_text
from tableside.views.journal_rows import (
    AS_TOLD,
    JournalEntryFate,
    journal_entries_readable,
    journal_entry_fates,
    journal_entry_in_a_line,
    journal_headline_seen,
)
from tableside.wording import label, sentence

WENT_WRONG = 1


def run_amend_command(options: argparse.Namespace) -> int:
    choices = assigned_arguments([each for each in options.choose if "=" in each])
    asked = _amend_asked(options.inputs, choices)
    options.choose = [each for each in options.choose if "=" not in each]
    answers = answers_of_arguments(options)
    with campaign_of_arguments(options) as campaign:
        return _amend(campaign, options, asked, answers)


@on_campaign_of_arguments
def run_history_command(campaign: Campaign, options: argparse.Namespace) -> int:
    """Print the entries, newest first. When a file is damaged, print those that can be read."""
    last = campaign.length if options.last is None else options.last
    if last < 0:
        raise RuleError("shell.no-count", count=last)
    entries, trouble = journal_entries_readable(campaign, min(last, campaign.length))
    gone = numbers_taken_back(entries)
    fates = journal_entry_fates(
        gone, [each for each in reversed(entries) if each.amends and each.number not in gone][::-1]
    )
    if options.json:
        print(json_output(_document(campaign, entries, gone)))
    else:
        print("\n".join(_lines(campaign, entries, fates, in_full=options.full)))
    if trouble:
        print(f"tableside: {sentence('printed', 'unreadable', why=trouble)}", file=sys.stderr)
    return WENT_WRONG if trouble else 0


def _document(campaign: Campaign, entries: Sequence[Entry], gone: set[int]) -> Document:
    undoable, redoable = campaign.undoable, campaign.redoable
    return {
        "undo": undoable.number if undoable else None,
        "redo": redoable.number if redoable else None,
        "entries": [
            {
                "entry": each.number,
                "time": each.time,
                "by": each.by,
                "session": each.session,
                "day": each.day,
                "procedure": each.procedure,
                "headline": journal_entry_in_a_line(each),
                "taken-back": each.number in gone,
                **({"amends": each.amends} if each.amends else {}),
            }
            for each in reversed(entries)
        ],
    }


def _lines(
    campaign: Campaign, entries: Sequence[Entry], fates: Mapping[int, JournalEntryFate], *, in_full: bool
) -> list[str]:
    if not campaign.length:
        return [label("history", "empty")]
    lines = [_next("undo", campaign.undoable)]
    if campaign.redoable:
        lines.append(_next("redo", campaign.redoable))
    tell = journal_entry_in_a_line if in_full else _at_a_glance
    return [*lines, "", *(_line(each, fates.get(each.number, AS_TOLD), tell) for each in reversed(entries))]


def _at_a_glance(entry: Entry) -> str:
    """Return an entry as in the journal: its headline and a detail, on one line."""
    headline = journal_headline_seen(entry)
    return "  ".join(filter(None, (headline.words.replace("\n", " "), headline.detail)))


def _next(way: str, entry: Entry | None) -> str:
    return f"{label('history', way)}: {_numbered_line(entry) if entry else label('history', 'nothing')}"


def _line(entry: Entry, since: JournalEntryFate, tell: Callable[[Entry], str]) -> str:
    when = local_time_text(entry.time)
    mark = "x" if since.is_struck else "<" if entry.is_move_in_time else " "
    note = f" ({since.text})" if since.text else ""
    headline = tell(entry_made_secret(entry) if since.is_hidden else entry)
    return f"{entry.number:>6}  {when}  {mark} {headline}{note}"


def _numbered_line(entry: Entry) -> str:
    return f"{entry.number} {journal_entry_in_a_line(entry)}"


def undo_from_shell(campaign: Campaign, options: argparse.Namespace) -> int:
    """Take back the last changes, all or none, and print them."""
    moved = campaign.undoing(options.count)
    if not options.dry_run:
        campaign.undo(options.count)
    return _tell(moved, "would-take-back" if options.dry_run else "undone")


def redo_from_shell(campaign: Campaign, options: argparse.Namespace) -> int:
    """Restore what was taken back last, all or none, and print it."""
    moved = campaign.redoing(options.count)
    if not options.dry_run:
        campaign.redo(options.count)
    return _tell(moved, "would-restore" if options.dry_run else "redone")


run_undo_command = on_campaign_of_arguments(undo_from_shell)
run_redo_command = on_campaign_of_arguments(redo_from_shell)


def _tell(moved: Iterable[Entry], how: str) -> int:
    for entry in moved:
        print(f"{label('history', how)}: {journal_entry_in_a_line(entry)}")
    return 0


@on_campaign_of_arguments
def run_restore_command(campaign: Campaign, options: argparse.Namespace) -> int:
    """Make the table what it was after an entry."""
    gone, back = campaign.restoring(options.number)
    entry = None if options.dry_run else campaign.restore(options.number)
    for moved, how, would in ((gone, "taken-back", "would-take-back"), (back, "restored", "would-restore")):
        for each in moved:
            print(f"{label('history', would if options.dry_run else how)}: {_numbered_line(each)}")
    if entry is not None:
        print(sentence("printed", "of-entry", text=journal_entry_in_a_line(entry), entry=entry.number))
    return 0


@frozen
class _AmendAsked:
    """The arguments of `amend`."""

    number: int | None
    """The number of an entry. None: the last roll."""
    texts: Mapping[str, str]
    """Inputs, by name."""
    choices: Mapping[str, str]
    """Decisions, by question."""


def _amend_asked(words: list[str], choices: Mapping[str, str]) -> _AmendAsked:
    """Parse the arguments: the number of an entry, if one comes first, and the inputs."""
    if words and words[0].isdecimal():
        if len(words[0]) > LONGEST_NUMBER:
            raise RuleError("shell.no-entry", text=words[0])
        return _AmendAsked(int(words[0]), assigned_arguments(words[1:]), choices)
    return _AmendAsked(None, assigned_arguments(words), choices)


def _amend(
    campaign: Campaign, options: argparse.Namespace, asked: _AmendAsked, answers: ReplayAnswers
) -> int:
    """Amend an entry as asked, with these answers to further questions."""
    choices = asked.choices
    under_way = campaign.amending(_last(campaign) if asked.number is None else asked.number)
    amendment = _with_choices(_with_inputs(campaign, under_way, asked.texts), choices)
    if options.faces is not None:
        decisions = tuple(step for step in amendment.answers if not isinstance(step, Rolled))
        amendment = amendment.with_answers(decisions)
    amendment = _answered(amendment, answers, choices)
    answers.check_all_used()
    try:
        performed, entry = amendment.comes_to().performed, campaign.amend(amendment)
    except AmendmentImpossible as error:
        raise RuleError(amend_refusal_text(campaign, error)) from None
    document = performed_output_json(amendment.procedure, amendment.given, performed, amendment.table)
    document |= {**entry_output_json(entry), "amends": entry.amends}
    text = sentence("printed", "amends", text=entry_output_text(entry), entry=entry.amends)
    print_output(options, document, lambda: text)
    return 0


def _last(campaign: Campaign) -> int:
    last = last_amendable_in_session_entries(campaign)
    if last is None:
        raise RuleError("shell.nothing-to-amend")
    return last.number


def _with_inputs(campaign: Campaign, amendment: Amendment, texts: Mapping[str, str]) -> Amendment:
    """Return the amendment with these inputs, including `secret` for any roll."""
    own = dict(texts)
    if SECRET in own and amendment.can_be_secret:
        amendment = amendment.in_secret(typed_yes_no(own.pop(SECRET)))
    given = read_procedure_inputs(amendment.procedure, own, amendment.table, amendment.given)
    return amendment.with_given(amend_inputs(campaign, amendment, given))


def _with_choices(amendment: Amendment, choices: Mapping[str, str]) -> Amendment:
    """Return the amendment with these decisions, replacing those taken."""
    for place, step in enumerate(amendment.run().steps):
        if isinstance(step, Chosen) and step.question in choices:
            asked = amendment.asked(place)
            amendment = amendment.with_step(place, _choice(asked, choices))
    return amendment


def _choice(asked: ChoiceAsked, choices: Mapping[str, str]) -> Chosen:
    choice = choices[asked.question]
    if choice not in asked.options:
        raise RuleError("answers.no-option", choice=choice, question=asked.question, options=asked.options)
    return Chosen(asked.question, choice, asked.who)


def _answered(amendment: Amendment, answers: ReplayAnswers, choices: Mapping[str, str]) -> Amendment:
    """Return the amendment with every question answered."""
    while not isinstance(asked := amendment.run().state, Performed):
        if isinstance(asked, ChoiceAsked) and asked.question in choices:
            amendment = amendment.answered(_choice(asked, choices))
        else:
            amendment = amendment.answered(answers(asked))
    unasked = {*choices} - {step.question for step in amendment.run().steps if isinstance(step, Chosen)}
    if unasked:
        raise RuleError("shell.not-asked", questions=sorted(unasked))
    return amendment
