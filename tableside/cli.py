"""`tableside`: reads the command line and sends each command to its function.

Textual is imported for the app alone.
"""

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from tableside import __version__
from tableside.errors import RuleError, StoreError, TablesideError

BAD_INPUT = 2
WENT_WRONG = 1


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line."""

    def error(self, message: str) -> NoReturn:
        print(f"tableside: {message} (tableside --help shows what there is)", file=sys.stderr)
        raise SystemExit(BAD_INPUT)


def parser() -> argparse.ArgumentParser:
    """What can be typed after `tableside`."""
    top = _Parser(prog="tableside", description="A session manager for tabletop role-playing games.")
    top.add_argument("--version", action="version", version=f"tableside {__version__}")
    top.add_argument("--saves", metavar="DIR", help="the folder that holds the campaigns")
    top.add_argument("--backups", metavar="DIR", help="where each campaign is copied to when it is closed")
    top.add_argument("--tables", metavar="DIR", help="the folder of random tables for all campaigns")
    top.add_argument("--theme", metavar="NAME", help="the colours: dark, light or high-contrast")
    top.set_defaults(command="open")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    demo = commands.add_parser("demo", help="open the app on a fresh copy of a demo campaign")
    demo.add_argument("ruleset", nargs="?", help="the game whose demo it is")
    new = commands.add_parser("new", help="make an empty campaign and print its id")
    new.add_argument("name")
    new.add_argument("--rules", required=True, metavar="RULESET")
    _json(commands.add_parser("list", help="the campaigns, newest first"))
    rules = _json(commands.add_parser("rules", help="every procedure, its inputs, outcomes and rule ids"))
    rules.add_argument("ruleset", nargs="?")
    why = _json(commands.add_parser("why", help="what a rule says, or by which rules a procedure works"))
    why.add_argument("rule", metavar="RULE-ID|PROCEDURE")
    for name, what in (("roll", "perform a procedure that needs no campaign"), ("odds", "its exact chances")):
        command = _json(commands.add_parser(name, help=what))
        command.add_argument("procedure")
        command.add_argument("inputs", nargs="*", metavar="name=value")
        if name == "roll":
            _answers(command)
    do = _answers(_json(commands.add_parser("do", help="perform a procedure on a campaign")))
    do.add_argument("campaign")
    do.add_argument("procedure")
    do.add_argument("inputs", nargs="*", metavar="name=value")
    say = _answers(
        _json(commands.add_parser("say", help="do what is said in words: say CAMPAIGN hurt goblin 7"))
    )
    say.add_argument("campaign")
    say.add_argument("inputs", nargs="+", metavar="WORD")
    _dry_run(say)
    amend = _answers(_json(commands.add_parser("amend", help="do the last roll over, with the same dice")))
    amend.add_argument("campaign")
    amend.add_argument("inputs", nargs="*", metavar="ENTRY | name=value", help="another entry; what differs")
    for name in ("undo", "redo"):
        command = commands.add_parser(name, help=f"{name} the last changes, each named")
        command.add_argument("campaign")
        command.add_argument("count", nargs="?", type=int, default=1)
        _dry_run(command)
    history = _json(commands.add_parser("history", help="every change, newest first, and what undo would do"))
    history.add_argument("campaign")
    history.add_argument("--last", type=int, metavar="N", help="only so many")
    restore = commands.add_parser(
        "restore", help="make the table what it was after an entry; undo reverses it"
    )
    restore.add_argument("campaign")
    restore.add_argument("number", type=int, help="the entry's number; 0 is the beginning")
    _dry_run(restore)
    show = _json(commands.add_parser("show", help="a campaign, or one sheet, as plain text"))
    show.add_argument("campaign")
    show.add_argument("character", nargs="?")
    show.add_argument("--at", type=int, metavar="N", help="as it was after this entry; 0 is the beginning")
    recap = _json(commands.add_parser("recap", help="what happened in a session, from its entries"))
    recap.add_argument("campaign")
    recap.add_argument("--session", type=int, metavar="N", help="the session's number; else the last one")
    recap.add_argument("--length", choices=("short", "middle", "whole"), default="middle")
    recap.add_argument("--players", action="store_true", help="without what only the GM may know")
    watch = commands.add_parser("watch", help="what players may see, live, on a screen of its own")
    watch.add_argument("campaign", nargs="?", help="else the one that was open last")
    check = _json(commands.add_parser("check", help="read every file and replay every entry"))
    check.add_argument("campaign")
    ways = check.add_mutually_exclusive_group()
    ways.add_argument("--repair", action="store_true", help="mend what can be mended from what is intact")
    ways.add_argument(
        "--accept", action="store_true", help="keep what another program has edited in the files"
    )
    ways.add_argument("--without", action="store_true", help="repair, and go on without what is lost")
    tables = _json(commands.add_parser("tables", help="the random tables: list them, check their files"))
    tables.add_argument("act", choices=("list", "check"), metavar="list|check")
    tables.add_argument("where", nargs="*", metavar="CAMPAIGN|FILE", help="a campaign, or files of tables")
    export = commands.add_parser("export", help="the whole campaign as one file, on standard output")
    export.add_argument("campaign")
    export.add_argument("--format", choices=("markdown", "html", "json"), default="markdown")
    export.add_argument("--secrets", action="store_true", help="with what is for the GM alone (not json)")
    export.add_argument(
        "--to",
        metavar="PATH",
        help="into a new file that only you can read; markdown into a folder, a file a session",
    )
    backup = commands.add_parser(
        "backup", help="copy a campaign, whole and checked, into the folder of backups"
    )
    backup.add_argument("campaign")
    backup.add_argument("folder", nargs="?", metavar="DIR")
    back = commands.add_parser(
        "import", help="make a campaign of an exported JSON file, or take edited Markdown back in"
    )
    back.add_argument("file", metavar="PATH")
    back.add_argument("--into", metavar="CAMPAIGN", help="whose notes were edited; else what the file says")
    return top


def _json(command: argparse.ArgumentParser) -> argparse.ArgumentParser:
    command.add_argument("--json", action="store_true", help="print one JSON document")
    return command


def _dry_run(command: argparse.ArgumentParser) -> None:
    command.add_argument("--dry-run", action="store_true", help="only name what would be moved")


def _answers(command: argparse.ArgumentParser) -> argparse.ArgumentParser:
    command.add_argument("--seed", type=int, help="make the dice repeatable")
    command.add_argument("--faces", help='the faces instead of rolling, like "3 4, 6"')
    command.add_argument(
        "--choose", action="append", default=[], metavar="ID", help="answer the next question"
    )
    return command


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line, with `name=value` taken wherever it stands."""
    found, rest = parser().parse_known_args(list(arguments))
    stray = [each for each in rest if each.startswith("-") or "=" not in each]
    if stray or (rest and not hasattr(found, "inputs")):
        parser().error(f"{(stray or rest)[0]!r} is not understood")
    if rest:
        found.inputs = [*found.inputs, *rest]
    return found


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


def _trouble(error: TablesideError, options: argparse.Namespace) -> str:
    """The error in one line, with what helps where it is about the files."""
    from tableside.shell.troubles import trouble

    if not isinstance(error, StoreError) or options.command == "check":  # who checks has had the advice
        return str(error)
    return trouble(error, getattr(options, "campaign", None) or "CAMPAIGN")


def _run(options: argparse.Namespace) -> int:
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
