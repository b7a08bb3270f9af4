"""`tableside`: parses the command line and calls the function of each command.

Only the app imports Textual.
"""

import gc
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence

from tableside import start, troubles, wording
from tableside.errors import RuleError, StoreError, TablesideError
from tableside.shell import bring, check, export, for_players, history, look_up, packs, safe_output, say
from tableside.shell.grammar import BAD_INPUT, command_changes_disk, parsed_by_grammar, shortened_complaint
from tableside.text import clean_text

WENT_WRONG = 1
OBJECTS_BETWEEN = 1_000_000
"""New objects after which a command collects garbage: more than a session of 100,000 entries makes, since a
long journal stays in memory anyway. Python's own 700 would cost a fifth of the time.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, and return the exit status: 0 done, 2 bad input, 1 a bug here or a failing disk."""
    with safe_output.SafeOutput.standing_in():
        return _main(sys.argv[1:] if arguments is None else arguments)


def _main(arguments: Sequence[str]) -> int:
    options = Namespace(command=None)
    try:
        options = _parsed(arguments)
        status = _run(options)
        safe_output.flush()
        return status
    except safe_output.OutputError as error:
        id = "printing.done" if command_changes_disk(options) else "printing.failed"
        _complain(wording.TEXTS[id].format(why=error))
        return WENT_WRONG
    except RuleError as error:
        _complain(wording.worded_for_shell(error.message))
        return BAD_INPUT
    except TablesideError as error:
        _complain(_trouble(error, options))
        return WENT_WRONG
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _complain(f"{where}{error.strerror or error}")
        return WENT_WRONG
    except Exception as error:  # a bug: one calm line says where it is logged
        print(troubles.calm_trouble_line(error), file=sys.stderr)
        return WENT_WRONG


def _parsed(arguments: Sequence[str]) -> Namespace:
    """Parse the command line. Raises `SystemExit` for a request for help, or a bad command line."""
    try:
        return parsed_by_grammar(arguments)
    except SystemExit:
        safe_output.flush()
        raise


def _complain(text: str) -> None:
    """Print a complaint as one line, whatever a file or a name put into it."""
    print(f"tableside: {shortened_complaint(clean_text(text))}", file=sys.stderr)


def _trouble(error: TablesideError, options: Namespace) -> str:
    """Return the error in one line, with advice where it is about the files."""
    if not isinstance(error, StoreError) or options.command == "check":  # `check` gives the advice itself
        return str(error)
    return troubles.trouble_line(error, getattr(options, "campaign", None) or "CAMPAIGN")


def _run(options: Namespace) -> int:
    if options.command in (None, "open", "demo"):
        gc.disable()  # until the first paint: everything loaded for it stays in use
        demo = (options.ruleset or "") if options.command == "demo" else None
        return start.start_app(options, demo)

    gc.set_threshold(OBJECTS_BETWEEN)
    return COMMANDS[options.command](options)


COMMANDS: Mapping[str, Callable[[Namespace], int]] = {
    "new": lambda options: export.run_new_command(options),
    "list": lambda options: look_up.run_list_command(options),
    "rules": lambda options: look_up.run_rules_command(options),
    "why": lambda options: look_up.run_why_command(options),
    "roll": lambda options: say.run_roll_command(options),
    "odds": lambda options: say.run_odds_command(options),
    "do": lambda options: say.run_do_command(options),
    "say": lambda options: say.run_say_command(options),
    "write": lambda options: say.run_write_command(options),
    "amend": lambda options: history.run_amend_command(options),
    "undo": lambda options: history.run_undo_command(options),
    "redo": lambda options: history.run_redo_command(options),
    "history": lambda options: history.run_history_command(options),
    "restore": lambda options: history.run_restore_command(options),
    "show": lambda options: look_up.run_show_command(options),
    "sheet": lambda options: look_up.run_sheet_command(options),
    "recap": lambda options: export.run_recap_command(options),
    "names": lambda options: look_up.run_names_command(options),
    "watch": lambda options: for_players.run_watch_command(options),
    "share": lambda options: for_players.run_share_command(options),
    "check": lambda options: check.run_check_command(options),
    "packs": lambda options: packs.run_packs_command(options),
    "bring": lambda options: bring.run_bring_command(options),
    "tables": lambda options: look_up.run_tables_command(options),
    "export": lambda options: export.run_export_command(options),
    "import": lambda options: export.run_import_command(options),
    "backup": lambda options: export.run_backup_command(options),
}
"""The function for each command: it takes the parsed options and returns the exit status. Each is a lambda,
so that its module is only loaded when the command is given.
"""
