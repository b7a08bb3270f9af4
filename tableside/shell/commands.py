"""What each command of the shell does. Each takes the parsed options and gives the exit status."""

import argparse
import random
import sys
from collections.abc import Callable, Mapping

from tableside.campaign import backups as copies
from tableside.campaign import repair
from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.replay import Answers
from tableside.campaign.settings import backups_folder, login_name, named_path, saves_folder, tables_folder
from tableside.campaign.table_files import book, inputs_from_files
from tableside.errors import DiceError, RuleError
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.inputs import Given
from tableside.rules.odds import Odds
from tableside.rules.play import Performed, perform
from tableside.rules.procedure import Outcome, Procedure, Role, read_inputs
from tableside.rules.ruleset import ruleset, ruleset_ids
from tableside.rules.table import Table, find
from tableside.rules.typed import one_of
from tableside.shell import (
    checking,
    documents,
    explaining,
    exporting,
    going_back,
    plain,
    plotting,
    procedures,
    saying,
    tables,
    watching,
)
from tableside.shell.exporting import tell
from tableside.shell.grammar import LONGEST_NUMBER, columns
from tableside.shell.procedures import assignments, bare
from tableside.signs import SIGNS
from tableside.views.tables import ready
from tableside.views.troubles import noticed

Options = argparse.Namespace


def _library(options: Options) -> Library:
    backups = backups_folder(options.backups)
    shared = tables_folder(options.tables)
    return Library(saves_folder(options.saves), by=login_name(), backups=backups, shared_tables=shared)


def _print(options: Options, document: object, text: Callable[[], str]) -> None:
    print(documents.encoded(document) if options.json else text())


def new(options: Options) -> int:
    library = _library(options)
    id = library.new(options.name, options.rules)
    library.remember(id)
    print(id)
    return 0


def list_campaigns(options: Options) -> int:
    shelf = _library(options).shelf()
    _print(options, [documents.shelved(each) for each in shelf], lambda: plain.shelf(shelf))
    return 0


def rules(options: Options) -> int:
    ids = [one_of(options.ruleset, ruleset_ids())] if options.ruleset else ruleset_ids()
    games = [campaign_rules(ruleset(id)) for id in ids]
    rulesets = [documents.ruleset(game) for game in games]
    document = rulesets[0] if options.ruleset else rulesets
    _print(options, document, lambda: "\n\n".join(map(plain.ruleset, games)))
    return 0


def why(options: Options) -> int:

    document = explaining.why(options.rule)
    _print(options, document, lambda: explaining.text(document))
    return 0


def _bare_given(procedure: Procedure, options: Options) -> Given:
    """The inputs as they were typed, with what the files of tables say."""
    given = read_inputs(procedure, assignments(options.inputs), Table())
    if procedure.role not in (Role.TABLE, Role.ORACLE):
        return given
    return inputs_from_files(procedure, given, Table(), book(tables.places(_library(options))))


def _answers(options: Options) -> Answers:
    faces = None if options.faces is None else _faces(options.faces)
    return Answers(random.Random(options.seed), faces, options.choose)


def _faces(text: str) -> list[int]:
    words = text.replace(",", " ").split()
    for word in words:
        if not word.isdecimal() or len(word) > LONGEST_NUMBER:
            raise DiceError("shell.no-face", text=word)
    return [int(word) for word in words]


def roll(options: Options) -> int:
    procedure = bare(options.procedure, "do")
    given = _bare_given(procedure, options)
    answers = _answers(options)
    performed = perform(procedure.perform(Table(), given), answers)
    answers.check_all_used()
    document = documents.performed(procedure, given, performed, Table())
    _print(options, document, lambda: plain.performed(performed))
    return 0


def odds(options: Options) -> int:
    library = _library(options)
    asked = procedures.asked(options.named, options.inputs, library)
    options.campaign, options.inputs = asked.campaign, asked.inputs
    if asked.campaign:
        return _with_campaign(
            options, lambda campaign: _odds_of(campaign, asked.procedure, options), read_only=True
        )
    procedure = bare(asked.procedure, "odds", [each.id for each in library.shelf()])
    return _print_odds(options, procedure, _bare_given(procedure, options), Table())


def _odds_of(campaign: Campaign, id: str, options: Options) -> int:
    procedure = campaign.rules.procedure(id)
    given = ready(campaign, procedure, read_inputs(procedure, assignments(options.inputs), campaign.table))
    return _print_odds(options, procedure, given, campaign.table)


def _print_odds(options: Options, procedure: Procedure, given: Given, table: Table) -> int:
    odds = procedure.chances(table, given)
    _print(options, documents.odds(procedure, given, odds), lambda: _told(odds, options))
    return 0


def _told(odds: Odds, options: Options) -> str:
    """The odds in lines, and as pictures below them where they are wanted."""
    drawn = plotting.plot(odds, columns(), _signs(options)) if options.plot else ""
    return "\n\n".join(filter(None, (plain.odds(odds), drawn)))


def _signs(options: Options) -> str:
    """The signs of the name that was typed, else those that are set. Raises `RuleError`."""
    return one_of(options.signs, SIGNS) if options.signs else _library(options).settings["signs"]


def _with_campaign(options: Options, act: Callable[[Campaign], int], *, read_only: bool = False) -> int:
    library = _library(options)
    campaign = library.open(library.find(options.campaign), read_only=read_only)
    try:
        status = act(campaign)
    finally:
        campaign.close()
        for trouble in library.troubles:
            print(f"tableside: {trouble}", file=sys.stderr)
    for notice in campaign.notices:
        print(f"tableside: {noticed(notice)}", file=sys.stderr)
    return status


def do(options: Options) -> int:
    return _with_campaign(options, lambda campaign: _do(campaign, options))


def _do(campaign: Campaign, options: Options) -> int:
    procedure = campaign.rules.procedure(options.procedure)
    table = campaign.table
    given = ready(campaign, procedure, read_inputs(procedure, assignments(options.inputs), table))
    performed, answers = _performed(procedure, table, given, options)
    answers.check_all_used()
    entry = campaign.record(procedure, given, performed)
    document = {**documents.performed(procedure, given, performed, table), **documents.kept(entry)}
    _print(options, document, lambda: plain.entry(entry))
    return 0


def say(options: Options) -> int:

    answers = _answers(options)
    return _with_campaign(options, lambda campaign: saying.say(campaign, options, answers))


def _performed(
    procedure: Procedure, table: Table, given: Given, options: Options
) -> tuple[Performed[Outcome], Answers]:
    answers = _answers(options)
    return perform(procedure.perform(table, given), answers), answers


def amend(options: Options) -> int:

    number, texts = _entry_and_inputs(options.inputs)
    choices = assignments([each for each in options.choose if "=" in each])
    options.choose = [each for each in options.choose if "=" not in each]
    answers = _answers(options)
    return _with_campaign(
        options, lambda campaign: going_back.amend(campaign, options, number, texts, answers, choices)
    )


def _entry_and_inputs(words: list[str]) -> tuple[int | None, dict[str, str]]:
    """The number of an entry, where one comes first, and the inputs behind it."""
    if words and words[0].isdecimal():
        if len(words[0]) > LONGEST_NUMBER:
            raise RuleError("shell.no-entry", text=words[0])
        return int(words[0]), assignments(words[1:])
    return None, assignments(words)


def undo(options: Options) -> int:
    return _with_campaign(options, lambda campaign: going_back.undo(campaign, options))


def redo(options: Options) -> int:
    return _with_campaign(options, lambda campaign: going_back.redo(campaign, options))


def history(options: Options) -> int:
    return _with_campaign(options, lambda campaign: going_back.history(campaign, options), read_only=True)


def restore(options: Options) -> int:
    return _with_campaign(options, lambda campaign: going_back.restore(campaign, options))


def show(options: Options) -> int:
    return _with_campaign(options, lambda campaign: _show(campaign, options), read_only=True)


def _show(campaign: Campaign, options: Options) -> int:
    table = campaign.table if options.at is None else campaign.table_at(options.at)
    if options.character is None:
        document = documents.campaign(campaign, table, options.at)
        _print(options, document, lambda: plain.campaign(campaign, table, options.at))
        return 0
    character = find(table.characters.values(), options.character)
    _print(options, documents.character(character), lambda: plain.character(character, table, campaign))
    return 0


def sheet(options: Options) -> int:
    return _with_campaign(options, lambda campaign: exporting.print_sheet(campaign, options), read_only=True)


def recap(options: Options) -> int:

    return _with_campaign(options, lambda campaign: tell(campaign, options), read_only=True)


def watch(options: Options) -> int:

    options.campaign = options.campaign or _library(options).last
    if options.campaign is None:
        raise RuleError("shell.none-open")
    return _with_campaign(options, watching.watch, read_only=True)


def check(options: Options) -> int:

    library = _library(options)
    id = library.find(options.campaign)
    done = _mended(options, library, id)
    result = checking.checked(library, id)
    _print(options, documents.checked(result, done), lambda: plain.checked(result, done))
    return 1 if result.faults else 0


def _mended(options: Options, library: Library, id: str) -> list[str]:
    """What was done about the faults, as the options want it, in plain lines."""
    ways = (
        (options.accept, repair.accept),
        (options.without, repair.go_on_without),
        (options.repair, repair.repair),
    )
    done = next((way(library, id) for wanted, way in ways if wanted), [])
    return [str(each) for each in done]


def list_or_check_tables(options: Options) -> int:
    return tables.tables(options, _library(options))


def backup(options: Options) -> int:

    library = _library(options)
    folder = library.backups if options.folder is None else named_path(options.folder)
    if folder is None:
        raise RuleError("shell.no-backups")
    copied = copies.back_up(library.folder / library.find(options.campaign), folder)
    print(copied.folder)
    for fault in copied.faults:
        print(f"tableside: {fault}", file=sys.stderr)
    return 0


def export(options: Options) -> int:
    return _with_campaign(options, lambda campaign: exporting.export(campaign, options), read_only=True)


def import_file(options: Options) -> int:
    library, path = _library(options), named_path(options.file)
    if not path.is_dir() and path.suffix != ".md":
        print(exporting.made_of(library, path))
        return 0
    options.campaign = options.into or exporting.campaign_of(path)
    return _with_campaign(options, lambda campaign: exporting.take_in(campaign, path))


COMMANDS: Mapping[str, Callable[[Options], int]] = {
    "new": new,
    "list": list_campaigns,
    "rules": rules,
    "why": why,
    "roll": roll,
    "odds": odds,
    "do": do,
    "say": say,
    "amend": amend,
    "undo": undo,
    "redo": redo,
    "history": history,
    "restore": restore,
    "show": show,
    "sheet": sheet,
    "recap": recap,
    "watch": watch,
    "check": check,
    "tables": list_or_check_tables,
    "export": export,
    "import": import_file,
    "backup": backup,
}
