"""`roll`, `odds`, `do`: a procedure by its id. `say`, `write`: acts in words, as on the command bar; one
line, or a story from a pipe.

In a story, prose is written down, and text behind a slash is done. This serves scripts, screen readers, and
terminals that cannot draw.
"""

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from functools import partial

from tableside import wording
from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers
from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.language.commands import AppCommand
from tableside.language.feedback import Said, feedback_on_input, feedback_summary
from tableside.language.listener import Listener
from tableside.language.understand import is_act_in_prose, understood_in_campaign
from tableside.rules.cells import typed_cells
from tableside.rules.form_filling import Form
from tableside.rules.inputs import Cells, Given
from tableside.rules.odds import Odds
from tableside.rules.play import play_facts
from tableside.rules.procedure import Procedure, read_procedure_inputs
from tableside.rules.table import Kind, Table
from tableside.rules.turns.running_order import who_acts_in_running_order
from tableside.rules.typed import is_typed_dice, typed_option
from tableside.shell import history, safe_output
from tableside.shell.arguments import (
    answers_of_arguments,
    assigned_arguments,
    campaign_of_arguments,
    every_procedure,
    given_of_arguments,
    library_of_arguments,
    on_campaign_of_arguments,
    procedure_of_argument,
    procedure_of_arguments,
)
from tableside.shell.grammar import BAD_INPUT, shortened_complaint
from tableside.shell.output import (
    entry_output_json,
    entry_output_text,
    json_output,
    odds_output_json,
    odds_output_plot,
    odds_output_text,
    performed_output_json,
    performed_output_text,
    print_output,
)
from tableside.shell.safe_output import terminal_columns
from tableside.text import clean_text
from tableside.themes import SIGNS
from tableside.views.attacks import doubt_of
from tableside.views.chances import Called, chances_line, outcome_text_in_chances
from tableside.views.fact_headlines import BETWEEN
from tableside.views.journal_rows import journal_headline_with_secrets
from tableside.views.names_in_notes import names_in_notes_bracketed
from tableside.views.notes import NoteAndCommand, note_and_command
from tableside.views.rollable_tables import all_rollable_tables, given_with_rollable_tables
from tableside.wording import label, sentence

NOTE = "campaign.note"


def run_roll_command(options: argparse.Namespace) -> int:
    id, options.inputs = procedure_of_arguments(options.procedure, options.inputs)
    procedure = procedure_of_argument(id, "do")
    given = given_of_arguments(procedure, options)
    performed = answers_of_arguments(options).played(procedure.perform(Table(), given))
    document = performed_output_json(procedure, given, performed, Table())
    print_output(options, document, lambda: performed_output_text(performed))
    return 0


def run_odds_command(options: argparse.Namespace) -> int:
    library = library_of_arguments(options)
    asked = _odds_asked_for(options.named, options.inputs, library)
    options.campaign, options.inputs = asked.campaign, asked.inputs
    if asked.campaign:
        with campaign_of_arguments(options) as campaign:
            return _odds_of(campaign, asked.procedure, options)
    procedure = procedure_of_argument(asked.procedure, "odds", library.ids())
    return _print_odds(options, procedure, given_of_arguments(procedure, options), Table())


def _odds_of(campaign: Campaign, id: str, options: argparse.Namespace) -> int:
    procedure = campaign.rules.procedure(id)
    return _print_odds(options, procedure, _inputs_typed(campaign, procedure, options), campaign.table)


def _inputs_typed(campaign: Campaign, procedure: Procedure, options: argparse.Namespace) -> Given:
    given = read_procedure_inputs(procedure, assigned_arguments(options.inputs), campaign.table)
    sheet = campaign.rules.blank(Kind.PC)
    for each in procedure.inputs:
        if isinstance(each, Cells) and isinstance(typed := given[each.id], tuple):
            split = (str(cell).partition("=") for cell in typed)
            given[each.id] = tuple(row for path, _, text in split for row in typed_cells(sheet, path, text))
    return given_with_rollable_tables(campaign, procedure, given)


def _print_odds(options: argparse.Namespace, procedure: Procedure, given: Given, table: Table) -> int:
    odds = procedure.chances(table, given)
    called = partial(outcome_text_in_chances, Form(procedure, given), table)
    print_output(options, odds_output_json(procedure, given, odds), lambda: _odds_told(odds, called, options))
    return 0


def _odds_told(odds: Odds, called: Called, options: argparse.Namespace) -> str:
    """Return the odds in lines, with pictures below them if wanted."""
    drawn = odds_output_plot(odds, called, terminal_columns(), _signs(options)) if options.plot else ""
    return "\n\n".join(filter(None, (odds_output_text(odds, called), drawn)))


def _signs(options: argparse.Namespace) -> str:
    """Return the signs named, else those set. Raises `RuleError`."""
    if options.signs:
        return typed_option(options.signs, SIGNS)
    return library_of_arguments(options).settings["signs"]


@frozen
class _OddsArguments:
    """The arguments of `odds`."""

    campaign: str
    """The campaign's id; empty for bare numbers."""
    procedure: str
    inputs: list[str]


def _odds_asked_for(first: str, inputs: list[str], library: Library) -> _OddsArguments:
    """Parse the arguments of `odds`. Raises `RuleError` for an unknown campaign, one without a procedure, and
    one behind the procedure.
    """
    is_dice = is_typed_dice("".join((first, *inputs)))
    on_campaign = bool(inputs) and "=" not in inputs[0] and not is_dice
    is_procedure = first in every_procedure() or is_typed_dice(first)
    if on_campaign and (not is_procedure or _campaign_named(first, library)):
        return _OddsArguments(library.find(first), *procedure_of_arguments(inputs[0], inputs[1:]))
    if on_campaign and (id := _campaign_named(inputs[0], library)):
        raise RuleError("shell.campaign-first", campaign=id, procedure=first)
    if on_campaign:
        raise RuleError("shell.no-input", text=inputs[0])
    if not is_procedure and (id := _campaign_named(first, library)):
        raise RuleError("shell.procedure-too", campaign=id)
    return _OddsArguments("", *procedure_of_arguments(first, inputs))


def _campaign_named(text: str, library: Library) -> str:
    """Return the id of the campaign with this name; empty when there is none."""
    try:
        return library.find(text)
    except RuleError:
        return ""


@on_campaign_of_arguments
def run_do_command(campaign: Campaign, options: argparse.Namespace) -> int:
    id, options.inputs = procedure_of_arguments(options.procedure, options.inputs)
    procedure, table = campaign.rules.procedure(id), campaign.table
    given = _inputs_typed(campaign, procedure, options)
    performed = answers_of_arguments(options).played(procedure.perform(table, given))
    entry = campaign.record(procedure, given, performed)
    document = performed_output_json(procedure, given, performed, table) | entry_output_json(entry)
    print_output(options, document, lambda: entry_output_text(entry))
    return 0


def run_say_command(options: argparse.Namespace) -> int:
    answers = answers_of_arguments(options)
    with campaign_of_arguments(options) as campaign:
        return say_one_line(campaign, options, answers)


def run_write_command(options: argparse.Namespace) -> int:
    answers = ReplayAnswers(random.Random(options.seed))
    with campaign_of_arguments(options) as campaign:
        return say_lines(campaign, answers, means_it=options.yes)


def say_one_line(
    campaign: Campaign,
    options: argparse.Namespace,
    answers: ReplayAnswers,
    told: Callable[[Entry], str] = entry_output_text,
) -> int:
    """Do what the line says, or with `--dry-run` only print what it means, its chances and what speaks
    against it, which is done with `--yes` alone. Prose before a command behind a slash is written first; if
    the command cannot be done, nothing is. `told` returns the answer when it is done.
    """
    table = campaign.table
    text = clean_text(" ".join(options.inputs), lines=True).strip()
    typed = _divided(campaign, text)
    if typed.command and typed.rest.strip():
        raise RuleError("shell.more-lines", text=typed.rest.strip().partition("\n")[0])
    line = typed.command or " ".join(text.split())
    prose = typed.prose if typed.command else ""
    who = _whose_turn(table)
    meant = understood_in_campaign(campaign, _listener(campaign), line)
    target = meant.command.target if meant.command is not None else None
    if target in (AppCommand.UNDO, AppCommand.REDO):
        if prose:
            raise RuleError("shell.prose-before", act=feedback_summary(meant, table))
        options.count = meant.times
        move = history.undo_from_shell if target == AppCommand.UNDO else history.redo_from_shell
        return move(campaign, options)
    procedure = _procedure(meant, table, who)
    if meant.command is not None and meant.command.why_not:
        raise RuleError("shell.not-now", act=meant.command.label, why=meant.command.why_not)
    given = (
        given_with_rollable_tables(campaign, procedure, dict(meant.form.given))
        if meant.form is not None
        else {}
    )
    doubt = doubt_of(campaign, procedure, given)
    if meant.faces is not None and not (meant.faces or options.faces):
        raise RuleError("shell.faces-needed")
    if meant.faces:
        answers = ReplayAnswers(random.Random(options.seed), [*meant.faces], options.choose)
    if options.dry_run:
        play_facts(procedure.perform(table, given))  # raises what the rules refuse
        _tell(meant, table, options, doubt)
        return 0
    if doubt and not options.yes:
        raise RuleError("shell.doubtful", doubt=doubt)
    performed = answers.played(procedure.perform(table, given))
    if prose:
        _write_note(campaign, prose)
    entry = campaign.record(procedure, given, performed)
    document = performed_output_json(procedure, given, performed, table) | entry_output_json(entry)
    print_output(options, document, lambda: told(entry))
    return 0


def _listener(campaign: Campaign) -> Listener:
    return Listener(
        campaign.table, campaign.rules, _whose_turn(campaign.table), tables=all_rollable_tables(campaign)
    )


def _divided(campaign: Campaign, text: str) -> NoteAndCommand:
    """The text divided into prose, a command and the rest, as the campaign's table understands it."""
    return note_and_command(text, lambda words: is_act_in_prose(campaign, _listener(campaign), words))


def _write_note(campaign: Campaign, text: str) -> Entry:
    """Write a note. Raises `RuleError` for one that is too long."""
    note = campaign.rules.procedure(NOTE)
    given = {"text": note.input("text").read(names_in_notes_bracketed(campaign, text), campaign.table, {})}
    return campaign.perform(note, given, ReplayAnswers(random.Random()))


def _whose_turn(table: Table) -> int | None:
    """Return the key of the only player's character, else of the one whose turn it is. None: the line must
    name somebody.
    """
    now = who_acts_in_running_order(table)
    party = [each.key for each in table.in_play(Kind.PC)]
    return party[0] if len(party) == 1 else now[0] if now else None


def _procedure(meant: Said, table: Table, who: int | None) -> Procedure:
    """Return the procedure to perform. Raises `RuleError` for an app's act, or if something is missing."""
    if meant.form is None:
        raise RuleError("shell.for-the-app", act=feedback_summary(meant, table))
    if meant.missing:
        missing = (meant.form.procedure.input(id) for id in meant.missing)
        names = [feedback_on_input(each, meant.form, table) for each in missing]
        if "who" in meant.missing:
            raise RuleError("shell.nobodys-turn", inputs=names)
        raise RuleError("shell.say-too", act=label("procedure", meant.form.procedure.id), inputs=names)
    return meant.form.procedure


def _tell(meant: Said, table: Table, options: argparse.Namespace, doubt: str) -> None:
    form = meant.form
    odds = chances_line(form, table) if form is not None else ""
    summary = feedback_summary(meant, table)
    if options.json and form is not None:
        document = {"procedure": form.procedure.id, "inputs": dict(form.given), "said": summary, "odds": odds}
        print(json_output({**document, **({"doubt": doubt} if doubt else {})}))
    else:
        print("\n".join(filter(None, (summary, odds, doubt))))


def say_lines(campaign: Campaign, answers: ReplayAnswers, *, means_it: bool) -> int:
    """Take lines from standard input until its end, answering each at once. A line that cannot be done is
    reported, and the next is taken; the exit status tells whether there was any. `means_it`: whether what
    something speaks against is done all the same.
    """
    status = 0
    for number, line in enumerate(_lines(), 1):
        text = clean_text(line.decode("utf-8", errors="replace")).strip()
        try:
            _check_is_text(line)
            while text:
                text = _take(campaign, text, answers, means_it=means_it)
        except RuleError as error:
            status = BAD_INPUT
            why = shortened_complaint(clean_text(wording.worded_for_shell(error.message)))
            message = sentence("printed", "line", line=number, why=why, text=text)
            print(f"tableside: {message}", file=sys.stderr, flush=True)
        safe_output.flush()
    return status


def _lines() -> Iterator[bytes]:
    return iter(sys.stdin.buffer.readline, b"") if sys.stdin is not None else iter(())


def _check_is_text(line: bytes) -> None:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RuleError("untrusted.no-text", byte=error.start) from None


def _take(campaign: Campaign, text: str, answers: ReplayAnswers, *, means_it: bool) -> str:
    """Write down and do what a line says up to the end of its first command, or nothing of that if it cannot
    be done; return the rest of the line.
    """
    typed = _divided(campaign, text)
    if not typed.command:
        if typed.prose:
            entry = _write_note(campaign, typed.prose)
            print(sentence("printed", "entry", entry=entry.number))
        return typed.rest

    def told(entry: Entry) -> str:
        written = sentence("printed", "entry", entry=entry.number - 1) if typed.prose else ""
        return "\n".join(filter(None, (written, _in_one_line(entry))))

    line_options = argparse.Namespace(
        inputs=[text.removesuffix(typed.rest).rstrip()],
        dry_run=False,
        json=False,
        count=1,
        yes=means_it,
        faces=None,
        seed=None,
        choose=(),
    )
    say_one_line(campaign, line_options, answers, told)
    return typed.rest


def _in_one_line(entry: Entry) -> str:
    """Return an entry's outcome as the journal tells it."""
    seen = journal_headline_with_secrets(entry)
    return BETWEEN.join(filter(None, (seen.words, seen.detail)))
