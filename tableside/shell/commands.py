"""The commands of the shell, and where each is carried out: it takes the parsed options and gives the exit
status.
"""

import argparse
import sys
from collections.abc import Callable, Mapping

from tableside.campaign import backups as copies
from tableside.campaign.documents import document_json
from tableside.campaign.library import ShelvedCampaign
from tableside.campaign.user_files import user_path
from tableside.errors import RuleError
from tableside.shell import bring, check, export, for_players, history, look_up, packs, say
from tableside.shell.arguments import library_of_arguments
from tableside.shell.output import output_lines, print_output
from tableside.text import local_time_text
from tableside.wording import label


def run_new_command(options: argparse.Namespace) -> int:
    library = library_of_arguments(options)
    id = library.new(options.name, options.rules)
    library.remember(id)
    print(id)
    return 0


def run_list_command(options: argparse.Namespace) -> int:
    shelf = library_of_arguments(options).shelf()
    none = label("printed", "no-campaigns")
    print_output(options, document_json(shelf), lambda: output_lines(*map(_shelved, shelf)) or none)
    return 0


def _shelved(each: ShelvedCampaign) -> str:
    when = local_time_text(each.changed)
    notes = [each.trouble] if each.trouble else [label("printed", "archived")] if each.archived else []
    return "  ".join([each.id, each.ruleset, when, each.title, *notes])


def run_backup_command(options: argparse.Namespace) -> int:
    library = library_of_arguments(options)
    folder = library.backups if options.folder is None else user_path(options.folder)
    if folder is None:
        raise RuleError("shell.no-backups")
    copied = copies.back_up(library.folder / library.find(options.campaign), folder)
    print(copied.folder)
    for fault in copied.faults:
        print(f"tableside: {fault}", file=sys.stderr)
    return 0


COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "new": run_new_command,
    "list": run_list_command,
    "rules": lambda options: look_up.run_rules_command(options),
    "why": lambda options: look_up.run_why_command(options),
    "roll": lambda options: say.run_roll_command(options),
    "odds": lambda options: say.run_odds_command(options),
    "do": lambda options: say.run_do_command(options),
    "say": lambda options: say.run_say_command(options),
    "write": lambda options: say.run_write_command(options),
    "amend": history.run_amend_command,
    "undo": history.run_undo_command,
    "redo": history.run_redo_command,
    "history": history.run_history_command,
    "restore": history.run_restore_command,
    "show": lambda options: look_up.run_show_command(options),
    "sheet": lambda options: look_up.run_sheet_command(options),
    "recap": export.run_recap_command,
    "names": lambda options: look_up.run_names_command(options),
    "watch": lambda options: for_players.run_watch_command(options),
    "share": lambda options: for_players.run_share_command(options),
    "check": lambda options: check.run_check_command(options),
    "packs": lambda options: packs.run_packs_command(options),
    "bring": lambda options: bring.run_bring_command(options),
    "tables": lambda options: look_up.run_tables_command(options),
    "export": export.run_export_command,
    "import": export.run_import_command,
    "backup": run_backup_command,
}
"""A lambda stands before what is loaded late, so that it is when the command is given."""
