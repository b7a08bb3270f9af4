"""What each command of the shell does. Each takes the parsed options and gives the exit status."""

import argparse
import random
import sys
from collections.abc import Callable, Mapping
from functools import partial

from tableside.campaign import backups as copies
from tableside.campaign import repair
from tableside.campaign.campaign import Campaign
from tableside.campaign.in_progress import read_progress
from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers
from tableside.campaign.table_files import book_of_table_files, inputs_from_table_files
from tableside.campaign.user_files import (
    backups_folder_of_user,
    login_name,
    named_path,
    saves_folder,
    shared_folders,
)
from tableside.errors import DiceError, RuleError
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.form_filling import Form
from tableside.rules.inputs import Given
from tableside.rules.names import find_by_name
from tableside.rules.odds import Odds
from tableside.rules.play import Performed, perform
from tableside.rules.procedure import Outcome, Procedure, Role, read_procedure_inputs
from tableside.rules.ruleset import broken_rulesets, id_of_game, ruleset, ruleset_ids
from tableside.rules.table import Table
from tableside.rules.typed import typed_option
from tableside.shell import arguments, bring, check, export, for_players, history, look_up, output, packs, say
from tableside.shell.arguments import assigned_arguments, procedure_of_argument, procedure_of_arguments
from tableside.shell.export import export_recap, export_sheet_as_html
from tableside.shell.grammar import LONGEST_NUMBER, command_changes_disk
from tableside.shell.look_up import look_up_explanation
from tableside.shell.safe_output import terminal_columns
from tableside.themes import SIGNS
from tableside.troubles import noticed
from tableside.views.chances import Called, outcome_text_in_chances
from tableside.views.roll_result import result_so_far_text
from tableside.views.rollable_tables import given_with_rollable_tables

Options = argparse.Namespace


def _library(options: Options) -> Library:
    backups, shared = backups_folder_of_user(options.backups), shared_folders(options.tables, options.packs)
    return Library(saves_folder(options.saves), by=login_name(), backups=backups, shared=shared)


def _print(options: Options, document: object, text: Callable[[], str]) -> None:
    print(output.encoded_json(document) if options.json else text())


def run_new_command(options: Options) -> int:
    library = _library(options)
    id = library.new(options.name, options.rules)
    library.remember(id)
    print(id)
    return 0


def run_list_command(options: Options) -> int:
    shelf = _library(options).shelf()
    _print(options, [output.shelf_json(each) for each in shelf], lambda: output.shelf_text(shelf))
    return 0


def run_rules_command(options: Options) -> int:
    ids = [id_of_game(options.ruleset)] if options.ruleset else ruleset_ids()
    games = [campaign_rules(ruleset(id)) for id in ids]
    rulesets = [output.ruleset_json(game) for game in games]
    document = rulesets[0] if options.ruleset else rulesets
    _print(options, document, lambda: "\n\n".join(map(output.ruleset_text, games)))
    for broken in () if options.ruleset else broken_rulesets():
        print(f"tableside: {broken}", file=sys.stderr)
    return 0


def run_why_command(options: Options) -> int:
    document = look_up_explanation(options.rule)
    _print(options, document, lambda: look_up.explanation_text(document))
    return 0


def _bare_given(procedure: Procedure, options: Options) -> Given:
    """The inputs as they were typed, with what the files of tables say."""
    given = read_procedure_inputs(procedure, assigned_arguments(options.inputs), Table())
    if procedure.role not in (Role.TABLE, Role.ORACLE):
        return given
    return inputs_from_table_files(
        procedure, given, Table(), book_of_table_files(look_up.table_folders(_library(options)))
    )


def _answers(options: Options) -> ReplayAnswers:
    faces = None if options.faces is None else _faces(options.faces)
    return ReplayAnswers(random.Random(options.seed), faces, options.choose)


def _faces(text: str) -> list[int]:
    words = text.replace(",", " ").split()
    for word in words:
        if not word.isdecimal() or len(word) > LONGEST_NUMBER:
            raise DiceError("shell.no-face", text=word)
    return [int(word) for word in words]


def run_roll_command(options: Options) -> int:
    id, options.inputs = procedure_of_arguments(options.procedure, options.inputs)
    procedure = procedure_of_argument(id, "do")
    given = _bare_given(procedure, options)
    answers = _answers(options)
    performed = perform(procedure.perform(Table(), given), answers)
    answers.check_all_used()
    document = output.performed_json(procedure, given, performed, Table())
    _print(options, document, lambda: output.performed_text(performed))
    return 0


def run_odds_command(options: Options) -> int:
    library = _library(options)
    asked = arguments.odds_asked_for(options.named, options.inputs, library)
    options.campaign, options.inputs = asked.campaign, asked.inputs
    if asked.campaign:
        return _with_campaign(options, lambda campaign: _odds_of(campaign, asked.procedure, options))
    procedure = procedure_of_argument(asked.procedure, "odds", [each.id for each in library.shelf()])
    return _print_odds(options, procedure, _bare_given(procedure, options), Table())


def _odds_of(campaign: Campaign, id: str, options: Options) -> int:
    procedure = campaign.rules.procedure(id)
    given = given_with_rollable_tables(
        campaign,
        procedure,
        read_procedure_inputs(procedure, assigned_arguments(options.inputs), campaign.table),
    )
    return _print_odds(options, procedure, given, campaign.table)


def _print_odds(options: Options, procedure: Procedure, given: Given, table: Table) -> int:
    odds = procedure.chances(table, given)
    called = partial(outcome_text_in_chances, Form(procedure, given), table)
    _print(options, output.odds_json(procedure, given, odds), lambda: _told(odds, called, options))
    return 0


def _told(odds: Odds, called: Called, options: Options) -> str:
    """The odds in lines, and as pictures below them where they are wanted."""
    drawn = output.odds_plot_text(odds, called, terminal_columns(), _signs(options)) if options.plot else ""
    return "\n\n".join(filter(None, (output.odds_text(odds, called), drawn)))


def _signs(options: Options) -> str:
    """The signs of the name that was typed, else those that are set. Raises `RuleError`."""
    return typed_option(options.signs, SIGNS) if options.signs else _library(options).settings["signs"]


def _with_campaign(options: Options, act: Callable[[Campaign], int]) -> int:
    """Act on the campaign that is named, which a command that changes nothing only reads."""
    library, changes = _library(options), command_changes_disk(options)
    campaign = library.open(library.find(options.campaign), read_only=not changes)
    try:
        if changes:
            _check_no_roll_waits(campaign)
        status = act(campaign)
    finally:
        campaign.close()
        for trouble in library.troubles:
            print(f"tableside: {trouble}", file=sys.stderr)
    for notice in campaign.notices:
        print(f"tableside: {noticed(notice)}", file=sys.stderr)
    return status


def _check_no_roll_waits(campaign: Campaign) -> None:
    """Raise `RuleError` where dice were seen in the app for a roll that is not finished."""
    waiting = read_progress(campaign)
    if waiting is not None:
        raise RuleError("shell.roll-waits", roll=result_so_far_text(waiting))


def run_do_command(options: Options) -> int:
    return _with_campaign(options, lambda campaign: _do(campaign, options))


def _do(campaign: Campaign, options: Options) -> int:
    id, options.inputs = procedure_of_arguments(options.procedure, options.inputs)
    procedure, table = campaign.rules.procedure(id), campaign.table
    given = given_with_rollable_tables(
        campaign, procedure, read_procedure_inputs(procedure, assigned_arguments(options.inputs), table)
    )
    performed, answers = _performed(procedure, table, given, options)
    answers.check_all_used()
    entry = campaign.record(procedure, given, performed)
    document = {**output.performed_json(procedure, given, performed, table), **output.kept_json(entry)}
    _print(options, document, lambda: output.entry_text(entry))
    return 0


def run_say_command(options: Options) -> int:
    answers = _answers(options)
    return _with_campaign(options, lambda campaign: say.say_one_line(campaign, options, answers))


def run_write_command(options: Options) -> int:
    answers = ReplayAnswers(random.Random(options.seed))
    return _with_campaign(options, lambda campaign: say.say_lines(campaign, options, answers))


def _performed(
    procedure: Procedure, table: Table, given: Given, options: Options
) -> tuple[Performed[Outcome], ReplayAnswers]:
    answers = _answers(options)
    return perform(procedure.perform(table, given), answers), answers


def run_amend_command(options: Options) -> int:
    choices = assigned_arguments([each for each in options.choose if "=" in each])
    asked = history.amend_asked(options.inputs, choices)
    options.choose = [each for each in options.choose if "=" not in each]
    answers = _answers(options)
    return _with_campaign(
        options, lambda campaign: history.amend_from_shell(campaign, options, asked, answers)
    )


def run_undo_command(options: Options) -> int:
    return _with_campaign(options, lambda campaign: history.undo_from_shell(campaign, options))


def run_redo_command(options: Options) -> int:
    return _with_campaign(options, lambda campaign: history.redo_from_shell(campaign, options))


def run_history_command(options: Options) -> int:
    return _with_campaign(options, lambda campaign: history.print_history(campaign, options))


def run_restore_command(options: Options) -> int:
    return _with_campaign(options, lambda campaign: history.restore_from_shell(campaign, options))


def run_show_command(options: Options) -> int:
    return _with_campaign(options, lambda campaign: _show(campaign, options))


def _show(campaign: Campaign, options: Options) -> int:
    table = campaign.table if options.at is None else campaign.table_at(options.at)
    if options.character is None:
        document = output.campaign_json(campaign, table, options.at)
        _print(options, document, lambda: output.campaign_text(campaign, table, options.at))
        return 0
    character = find_by_name(table.characters.values(), options.character)
    _print(
        options, output.character_json(character), lambda: output.character_text(character, table, campaign)
    )
    return 0


def run_sheet_command(options: Options) -> int:
    return _with_campaign(options, lambda campaign: export_sheet_as_html(campaign, options))


def run_recap_command(options: Options) -> int:
    return _with_campaign(options, lambda campaign: export_recap(campaign, options))


def run_names_command(options: Options) -> int:
    return _with_campaign(options, lambda campaign: look_up.look_up_names(campaign, options))


def run_watch_command(options: Options) -> int:
    options.campaign = options.campaign or _last_open(options)
    return _with_campaign(
        options,
        lambda campaign: for_players.watch_campaign_for_players(campaign, options.own),
    )


def run_share_command(options: Options) -> int:
    for_players.check_can_share(options.port)
    options.campaign = options.campaign or _last_open(options)
    return _with_campaign(options, lambda campaign: for_players.share_campaign_for_players(campaign, options))


def _last_open(options: Options) -> str:
    """The id of the campaign that was open last. Raises `RuleError` when none was."""
    last = _library(options).last
    if last is None:
        raise RuleError("shell.none-open")
    return last


def run_check_command(options: Options) -> int:
    library = _library(options)
    id = library.find(options.campaign)
    done = _mended(options, library, id)
    result = check.shell_check_of_campaign(library, id)
    _print(options, output.checked_json(result, done), lambda: output.checked_text(result, done))
    return 1 if result.faults else 0


def _mended(options: Options, library: Library, id: str) -> list[str]:
    """What was done about the faults, as the options want it, in plain lines."""
    ways = (
        (options.accept, repair.accept_edits),
        (options.without, repair.go_on_without),
        (options.repair, repair.repair),
    )
    done = next((way(library, id) for wanted, way in ways if wanted), [])
    return [str(each) for each in done]


def run_packs_command(options: Options) -> int:
    return packs.packs_as_asked(options, _library(options))


def run_bring_command(options: Options) -> int:
    return _with_campaign(options, lambda campaign: bring.bring_into_campaign(campaign, options))


def run_tables_command(options: Options) -> int:
    return look_up.look_up_tables(options, _library(options))


def run_backup_command(options: Options) -> int:
    library = _library(options)
    folder = library.backups if options.folder is None else named_path(options.folder)
    if folder is None:
        raise RuleError("shell.no-backups")
    copied = copies.back_up(library.folder / library.find(options.campaign), folder)
    print(copied.folder)
    for fault in copied.faults:
        print(f"tableside: {fault}", file=sys.stderr)
    return 0


def run_export_command(options: Options) -> int:
    return _with_campaign(options, lambda campaign: export.export_as_asked(campaign, options))


def run_import_command(options: Options) -> int:
    library, path = _library(options), named_path(options.file)
    if options.lonelog:
        if options.into is None:
            raise RuleError("shell.lonelog-where")
        options.campaign = options.into
        return _with_campaign(options, lambda campaign: export.import_log(campaign, path))
    if not path.is_dir() and path.suffix != ".md":
        print(export.import_as_new_campaign(library, path))
        return 0
    options.campaign = options.into or export.campaign_of_imported_pages(path)
    return _with_campaign(options, lambda campaign: export.import_pages(campaign, path))


COMMANDS: Mapping[str, Callable[[Options], int]] = {
    "new": run_new_command,
    "list": run_list_command,
    "rules": run_rules_command,
    "why": run_why_command,
    "roll": run_roll_command,
    "odds": run_odds_command,
    "do": run_do_command,
    "say": run_say_command,
    "write": run_write_command,
    "amend": run_amend_command,
    "undo": run_undo_command,
    "redo": run_redo_command,
    "history": run_history_command,
    "restore": run_restore_command,
    "show": run_show_command,
    "sheet": run_sheet_command,
    "recap": run_recap_command,
    "names": run_names_command,
    "watch": run_watch_command,
    "share": run_share_command,
    "check": run_check_command,
    "packs": run_packs_command,
    "bring": run_bring_command,
    "tables": run_tables_command,
    "export": run_export_command,
    "import": run_import_command,
    "backup": run_backup_command,
}
