"""`tableside`: reads the command line and sends each command to its function.

Textual is imported for the app alone.
"""

import gc
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tableside.errors import RuleError, StoreError, TablesideError
from tableside.shell.grammar import BAD_INPUT, parsed

if TYPE_CHECKING:
    from argparse import Namespace

WENT_WRONG = 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status: 0 done, 2 bad input, 1 something went wrong on our side or the
    disk's.
    """
    options = parsed(sys.argv[1:] if arguments is None else arguments)
    try:
        return _run(options)
    except RuleError as error:
        _complain(str(error))
        return BAD_INPUT
    except TablesideError as error:
        _complain(_trouble(error, options))
        return WENT_WRONG
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _complain(f"{where}{error.strerror or error}")
        return WENT_WRONG
    except Exception as error:
        from tableside.crash import calm_line

        print(calm_line(error), file=sys.stderr)
        return WENT_WRONG


def _complain(text: str) -> None:
    """One line, whatever a file or a name put into it."""
    from tableside.text import clean

    print(f"tableside: {clean(text)}", file=sys.stderr)


def _trouble(error: TablesideError, options: "Namespace") -> str:
    """The error in one line, with what helps where it is about the files."""
    from tableside.shell.troubles import trouble

    if not isinstance(error, StoreError) or options.command == "check":  # who checks has had the advice
        return str(error)
    return trouble(error, getattr(options, "campaign", None) or "CAMPAIGN")


def _run(options: "Namespace") -> int:
    if options.command in (None, "open", "demo"):
        gc.disable()  # until the first paint: what is loaded for it lives on anyway
        from tableside.starting import start

        demo = (options.ruleset or "") if options.command == "demo" else None
        return start(
            options.saves, demo=demo, backups=options.backups, tables=options.tables, theme=options.theme
        )
    from tableside.shell.commands import COMMANDS

    return COMMANDS[options.command](options)


if __name__ == "__main__":
    sys.exit(main())
