"""What can be typed after `tableside`: every command, what it is for, and what it takes.

Must stay light: it is read before anything is on the screen.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

from tableside import __version__

BAD_INPUT = 2
LONGEST_NUMBER = 18
"""Digits of a number that is typed: a count, an entry, a seed."""
LONGEST_COMPLAINT = 2_000
"""Characters of what is said about what was typed, which may be anything."""


class Help(argparse.HelpFormatter):
    """Help as wide as the terminal. argparse by itself loads `shutil` to ask how wide, at every argument."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    """How wide the terminal is, or is said to be; 80 where there is none."""
    if (said := os.environ.get("COLUMNS", "")).isdecimal() and int(said):
        return int(said)
    try:
        return os.get_terminal_size(1).columns or 80
    except OSError:
        return 80


def whole(text: str) -> int:
    """The whole number that was typed. Raises `ArgumentTypeError` for anything else."""
    digits = text.removeprefix("-").removeprefix("+")
    if digits.isdecimal() and len(digits) > LONGEST_NUMBER:
        raise argparse.ArgumentTypeError(f"{text!r} is too long: give at most {LONGEST_NUMBER} digits")
    if not digits.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number: give one like 3")
    return int(text)


def shortened(text: str) -> str:
    """A complaint without the middle of what was typed, where that goes on for ever: the reason stands behind
    it.
    """
    half = LONGEST_COMPLAINT // 2
    return text if len(text) <= LONGEST_COMPLAINT else f"{text[:half]} … {text[-half:]}"


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line."""

    def __init__(self, **settings: Any) -> None:  # Any: as argparse has it
        super().__init__(formatter_class=Help, **settings)

    def error(self, message: str) -> NoReturn:
        print(f"tableside: {shortened(message)} (tableside --help shows what there is)", file=sys.stderr)
        raise SystemExit(BAD_INPUT)


def parser(arguments: Sequence[str]) -> Parser:
    """What can be typed after `tableside`, as far as these arguments need it.

    Telling a parser of all commands takes 4 ms, and a start waits for it.
    """
    top = Parser(prog="tableside", description="A session manager for tabletop role-playing games.")
    _of_any_command(top, None)
    top.set_defaults(command="open")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for name in _possible(arguments):
        takes, help = COMMANDS[name]
        command = commands.add_parser(name, help=help)
        takes(command)
        _of_any_command(command, argparse.SUPPRESS)  # what is not given here may stand before the command
    return top


def _of_any_command(parser: Parser, default: str | None) -> None:
    """The options that may stand before the command and behind it."""
    parser.add_argument("--version", action="version", version=f"tableside {__version__}")
    for option, metavar, help in (
        ("--saves", "DIR", "the folder that holds the campaigns"),
        ("--backups", "DIR", "where each campaign is copied to when it is closed"),
        ("--tables", "DIR", "the folder of random tables for all campaigns"),
        ("--theme", "NAME", "the colours: dark, light or high-contrast"),
    ):
        parser.add_argument(option, metavar=metavar, default=default, help=help)


def _possible(arguments: Sequence[str]) -> Iterable[str]:
    """The commands that can be meant: what stands first is one, unless it is an option or a mistake."""
    if not arguments:
        return ()
    return arguments[:1] if arguments[0] in COMMANDS else COMMANDS


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line, with `name=value` taken wherever it stands."""
    found, rest = parser(arguments).parse_known_args(list(arguments))
    stray = [each for each in rest if each.startswith("-") or "=" not in each]
    if stray or (rest and not hasattr(found, "inputs")):
        parser(arguments).error(f"{(stray or rest)[0]!r} is not understood")
    if rest:
        found.inputs = [*found.inputs, *rest]
    return found


CHANGES = frozenset({"new", "do", "say", "amend", "undo", "redo", "restore", "import", "backup"})
"""Commands that print only when they have changed something on the disk."""


def changes(options: argparse.Namespace) -> bool:
    """Whether the command, when it begins to print, has changed something on the disk."""
    mends = any(getattr(options, way, False) for way in ("repair", "accept", "without"))
    return mends or (options.command in CHANGES and not getattr(options, "dry_run", False))


# What several commands take


def _campaign(command: Parser) -> None:
    command.add_argument("campaign")


def _json(command: Parser) -> None:
    command.add_argument("--json", action="store_true", help="print one JSON document")


def _dry_run(command: Parser) -> None:
    command.add_argument("--dry-run", action="store_true", help="only name what would be moved")


def _answers(command: Parser) -> None:
    command.add_argument("--seed", type=whole, help="make the dice repeatable")
    command.add_argument("--faces", help='the faces instead of rolling, like "3 4, 6"')
    command.add_argument(
        "--choose", action="append", default=[], metavar="ID", help="answer the next question"
    )


# What each command takes


def _demo(demo: Parser) -> None:
    demo.add_argument("ruleset", nargs="?", help="the game whose demo it is")


def _new(new: Parser) -> None:
    new.add_argument("name")
    new.add_argument("--rules", required=True, metavar="RULESET")


def _rules(rules: Parser) -> None:
    _json(rules)
    rules.add_argument("ruleset", nargs="?")


def _why(why: Parser) -> None:
    _json(why)
    why.add_argument("rule", metavar="RULE-ID|PROCEDURE")


def _odds(odds: Parser) -> None:
    _json(odds)
    odds.add_argument("named", metavar="PROCEDURE|CAMPAIGN", help="a campaign has its procedure behind it")
    odds.add_argument("inputs", nargs="*", metavar="PROCEDURE|name=value")


def _roll(roll: Parser) -> None:
    _json(roll)
    roll.add_argument("procedure")
    roll.add_argument("inputs", nargs="*", metavar="name=value")
    _answers(roll)


def _do(do: Parser) -> None:
    _campaign(do)
    _roll(do)


def _say(say: Parser) -> None:
    _json(say)
    _answers(say)
    _campaign(say)
    say.add_argument("inputs", nargs="+", metavar="WORD")
    _dry_run(say)


def _amend(amend: Parser) -> None:
    _json(amend)
    _answers(amend)
    _campaign(amend)
    amend.add_argument("inputs", nargs="*", metavar="ENTRY | name=value", help="another entry; what differs")


def _undo(undo: Parser) -> None:
    _campaign(undo)
    undo.add_argument("count", nargs="?", type=whole, default=1)
    _dry_run(undo)


def _history(history: Parser) -> None:
    _json(history)
    _campaign(history)
    history.add_argument("--last", type=whole, metavar="N", help="only so many")


def _restore(restore: Parser) -> None:
    _campaign(restore)
    restore.add_argument("number", type=whole, help="the entry's number; 0 is the beginning")
    _dry_run(restore)


def _show(show: Parser) -> None:
    _json(show)
    _campaign(show)
    show.add_argument("character", nargs="?")
    show.add_argument("--at", type=whole, metavar="N", help="as it was after this entry; 0 is the beginning")


def _recap(recap: Parser) -> None:
    _json(recap)
    _campaign(recap)
    recap.add_argument("--session", type=whole, metavar="N", help="the session's number; else the last one")
    recap.add_argument("--length", choices=("short", "middle", "whole"), default="middle")
    recap.add_argument("--players", action="store_true", help="without what only the GM may know")


def _watch(watch: Parser) -> None:
    watch.add_argument("campaign", nargs="?", help="else the one that was open last")


def _check(check: Parser) -> None:
    _json(check)
    _campaign(check)
    ways = check.add_mutually_exclusive_group()
    ways.add_argument("--repair", action="store_true", help="mend what can be mended from what is intact")
    ways.add_argument(
        "--accept", action="store_true", help="keep what another program has edited in the files"
    )
    ways.add_argument("--without", action="store_true", help="repair, and go on without what is lost")


def _tables(tables: Parser) -> None:
    _json(tables)
    tables.add_argument("act", choices=("list", "check"), metavar="list|check")
    tables.add_argument("where", nargs="*", metavar="CAMPAIGN|FILE", help="a campaign, or files of tables")


def _export(export: Parser) -> None:
    _campaign(export)
    export.add_argument("--format", choices=("markdown", "html", "json"), default="markdown")
    export.add_argument("--secrets", action="store_true", help="with what is for the GM alone (not json)")
    export.add_argument(
        "--to",
        metavar="PATH",
        help="a new file that only you can read; markdown: a folder, a file a session, unless it ends in .md",
    )
    export.add_argument("--shared", action="store_true", help="others on this machine may read it too")


def _backup(backup: Parser) -> None:
    _campaign(backup)
    backup.add_argument("folder", nargs="?", metavar="DIR")


def _import(back: Parser) -> None:
    back.add_argument("file", metavar="PATH")
    back.add_argument("--into", metavar="CAMPAIGN", help="whose notes were edited; else what the file says")


COMMANDS: dict[str, tuple[Callable[[Parser], None], str]] = {
    "demo": (_demo, "open the app on a fresh copy of a demo campaign"),
    "new": (_new, "make an empty campaign and print its id"),
    "list": (_json, "the campaigns, newest first"),
    "rules": (_rules, "every procedure, its inputs, outcomes and rule ids"),
    "why": (_why, "what a rule says, or by which rules a procedure works"),
    "roll": (_roll, "perform a procedure that needs no campaign"),
    "odds": (_odds, "the exact chances of a procedure, by itself or on a campaign"),
    "do": (_do, "perform a procedure on a campaign"),
    "say": (_say, "do what is said in words: say CAMPAIGN hurt goblin 7"),
    "amend": (_amend, "do the last roll over, with the same dice"),
    "undo": (_undo, "undo the last changes, each named"),
    "redo": (_undo, "redo the last changes, each named"),
    "history": (_history, "every change, newest first, and what undo would do"),
    "restore": (_restore, "make the table what it was after an entry; undo reverses it"),
    "show": (_show, "a campaign, or one sheet, as plain text"),
    "recap": (_recap, "what happened in a session, from its entries"),
    "watch": (_watch, "what players may see, live, on a screen of its own"),
    "check": (_check, "read every file and replay every entry"),
    "tables": (_tables, "the random tables: list them, check their files"),
    "export": (_export, "the whole campaign as one file, on standard output"),
    "backup": (_backup, "copy a campaign, whole and checked, into the folder of backups"),
    "import": (_import, "make a campaign of an exported JSON file, or take edited Markdown back in"),
}
"""What each command takes, and what it is for."""
