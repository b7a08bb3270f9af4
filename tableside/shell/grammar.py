"""What can be typed after `tableside`: every command, what it is for, and what it takes.

Must stay light: it is read before anything is on the screen.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, NoReturn

from tableside import __version__, wording
from tableside.shell.safe_output import terminal_columns

BAD_INPUT = 2
LONGEST_NUMBER = 18
"""Digits of a number that is typed: a count, an entry, a seed."""


class GrammarHelp(argparse.HelpFormatter):
    """Help as wide as the terminal. argparse by itself loads `shutil` to ask how wide, at every argument.

    What an argument is for stands there by the id of its words.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=terminal_columns() - 2)

    def add_text(self, text: str | None) -> None:
        super().add_text(text and _said(text))

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return action.help and _said(action.help)


def _said(id: str, /, **values: object) -> str:
    """The text of this id; argparse's own texts as they are."""
    return wording.TEXTS.get(id, id).format(**values)


def _whole_number(text: str) -> int:
    """The whole number that was typed. Raises `ArgumentTypeError` for anything else."""
    digits = text.removeprefix("-").removeprefix("+")
    if digits.isdecimal() and len(digits) > LONGEST_NUMBER:
        raise argparse.ArgumentTypeError(_said("shell.too-long", text=text, most=LONGEST_NUMBER))
    if not digits.isdecimal():
        raise argparse.ArgumentTypeError(_said("shell.no-number", text=text))
    return int(text)


OF_ANY_COMMAND = {
    "--saves": "DIR",
    "--backups": "DIR",
    "--tables": "DIR",
    "--packs": "DIR",
    "--theme": "NAME",
    "--signs": "NAME",
}
"""The options that may stand before a command and behind it, and what each takes."""


class GrammarParser(argparse.ArgumentParser):
    """A parser whose complaints are one line."""

    def __init__(self, **settings: Any) -> None:  # Any: as argparse has it
        super().__init__(formatter_class=GrammarHelp, **settings)

    def error(self, message: str) -> NoReturn:
        print(f"tableside: {_said('shell.refused', why=shortened_complaint(message))}", file=sys.stderr)
        raise SystemExit(BAD_INPUT)


def parser(arguments: Sequence[str]) -> GrammarParser:
    """What can be typed after `tableside`, as far as these arguments need it.

    Telling a parser of all commands takes 4 ms, and a start waits for it.
    """
    return _parser_of(tuple(_possible(arguments)))


@cache
def _parser_of(names: tuple[str, ...]) -> GrammarParser:
    """The parser of these commands."""
    top = GrammarParser(prog="tableside", description="shell.about")
    _of_any_command(top, None)
    top.set_defaults(command="open")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=GrammarParser)
    for name in names:
        command = commands.add_parser(name, help=f"command.{name}", description=f"command.{name}")
        COMMANDS[name](command)
        _of_any_command(command, argparse.SUPPRESS)  # what is not given here may stand before the command
    return top


def _of_any_command(parser: GrammarParser, default: str | None) -> None:
    """What any command takes."""
    parser.add_argument("--version", action="version", version=f"tableside {__version__}")
    for option, metavar in OF_ANY_COMMAND.items():
        parser.add_argument(option, metavar=metavar, default=default, help=f"shell.{option.strip('-')}")


def _possible(arguments: Sequence[str]) -> Iterable[str]:
    """The commands that can be meant: what stands first behind options is one, unless it is a mistake."""
    rest = iter(arguments)
    for each in rest:
        if each in OF_ANY_COMMAND:
            next(rest, None)
        elif each.partition("=")[0] not in OF_ANY_COMMAND:
            return (each,) if each in COMMANDS else COMMANDS
    return ()


def parsed_by_grammar(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line, with `name=value`, and the files of packs and tables, taken wherever they stand."""
    options, rest = parser(arguments).parse_known_args(list(arguments))
    taken = next((each for each in ("inputs", "where") if hasattr(options, each)), "")
    stray = [each for each in rest if each.startswith("-") or (taken == "inputs" and "=" not in each)]
    if stray or (rest and not taken):
        parser(arguments).error(_said("shell.not-understood", text=(stray or rest)[0]))
    if rest:
        setattr(options, taken, [*getattr(options, taken), *rest])
    return options


CHANGES = frozenset(
    {"new", "do", "say", "write", "amend", "undo", "redo", "restore", "import", "backup", "bring"}
)
"""Commands that print only when they have changed something on the disk."""


def command_changes_disk(options: argparse.Namespace) -> bool:
    """Whether the command, when it begins to print, has changed something on the disk."""
    mends = any(getattr(options, way, False) for way in ("repair", "accept", "without"))
    return mends or (options.command in CHANGES and not getattr(options, "dry_run", False))


# What several commands take


def _campaign(command: GrammarParser) -> None:
    command.add_argument("campaign", help="shell.campaign")


def _json(command: GrammarParser) -> None:
    command.add_argument("--json", action="store_true", help="shell.json")


def _dry_run(command: GrammarParser) -> None:
    command.add_argument("--dry-run", action="store_true", help="shell.dry-run")


def _answers(command: GrammarParser) -> None:
    command.add_argument("--seed", type=_whole_number, help="shell.seed")
    command.add_argument("--faces", help="shell.faces")
    command.add_argument("--choose", action="append", default=[], metavar="ID", help="shell.choose")


# What each command takes


def _demo(demo: GrammarParser) -> None:
    demo.add_argument("ruleset", nargs="?", metavar="GAME", help="shell.demo-game")


def _new(new: GrammarParser) -> None:
    new.add_argument("name", help="shell.new-name")
    new.add_argument("--rules", required=True, metavar="GAME", help="shell.new-rules")


def _rules(rules: GrammarParser) -> None:
    _json(rules)
    rules.add_argument("ruleset", nargs="?", metavar="GAME", help="shell.rules-of")


def _why(why: GrammarParser) -> None:
    _json(why)
    why.add_argument("rule", metavar="RULE-ID|PROCEDURE", help="shell.why-what")


def _odds(odds: GrammarParser) -> None:
    _json(odds)
    odds.add_argument("--plot", action="store_true", help="shell.plot")
    odds.add_argument("named", metavar="PROCEDURE|CAMPAIGN", help="shell.odds-of")
    odds.add_argument("inputs", nargs="*", metavar="PROCEDURE|name=value", help="shell.inputs")


def _roll(roll: GrammarParser) -> None:
    _json(roll)
    roll.add_argument("procedure", help="shell.procedure")
    roll.add_argument("inputs", nargs="*", metavar="name=value", help="shell.inputs")
    _answers(roll)


def _do(do: GrammarParser) -> None:
    _campaign(do)
    _roll(do)


def _say(say: GrammarParser) -> None:
    _json(say)
    _answers(say)
    _campaign(say)
    say.add_argument("inputs", nargs="+", metavar="WORD", help="shell.words")
    _dry_run(say)


def _write(write: GrammarParser) -> None:
    _campaign(write)
    write.add_argument("--seed", type=_whole_number, help="shell.seed")


def _amend(amend: GrammarParser) -> None:
    _json(amend)
    _answers(amend)
    _campaign(amend)
    amend.add_argument("inputs", nargs="*", metavar="ENTRY | name=value", help="shell.amend-inputs")


def _undo(undo: GrammarParser) -> None:
    _campaign(undo)
    undo.add_argument("count", nargs="?", type=_whole_number, default=1, help="shell.count")
    _dry_run(undo)


def _history(history: GrammarParser) -> None:
    _json(history)
    _campaign(history)
    history.add_argument("--last", type=_whole_number, metavar="N", help="shell.last")


def _restore(restore: GrammarParser) -> None:
    _campaign(restore)
    restore.add_argument("number", type=_whole_number, help="shell.restore-entry")
    _dry_run(restore)


def _show(show: GrammarParser) -> None:
    _json(show)
    _campaign(show)
    show.add_argument("character", nargs="?", help="shell.character")
    show.add_argument("--at", type=_whole_number, metavar="N", help="shell.at")


def _sheet(sheet: GrammarParser) -> None:
    _campaign(sheet)
    sheet.add_argument("character", help="shell.character")
    sheet.add_argument("--secrets", action="store_true", help="shell.sheet-secrets")


def _recap(recap: GrammarParser) -> None:
    _json(recap)
    _campaign(recap)
    recap.add_argument("--session", type=_whole_number, metavar="N", help="shell.session")
    recap.add_argument(
        "--length", choices=("short", "middle", "whole"), default="middle", help="shell.length"
    )
    recap.add_argument("--players", action="store_true", help="shell.players")


def _names(names: GrammarParser) -> None:
    _json(names)
    _campaign(names)
    names.add_argument("kind", nargs="?", metavar="scene|thread|person|place", help="shell.names-kind")


def _watch(watch: GrammarParser) -> None:
    watch.add_argument("campaign", nargs="?", help="shell.last-open")
    watch.add_argument("--as", dest="own", metavar="NAME", help="shell.as")


def _share(share: GrammarParser) -> None:
    share.add_argument("campaign", nargs="?", help="shell.last-open")
    share.add_argument("--lan", action="store_true", help="shell.lan")
    share.add_argument("--port", type=_whole_number, default=8765, metavar="N", help="shell.port")
    share.add_argument("--host", action="append", default=[], metavar="NAME", help="shell.host")
    share.add_argument("--foes", choices=("looks", "names"), default="looks", help="shell.foes")


def _check(check: GrammarParser) -> None:
    _json(check)
    _campaign(check)
    ways = check.add_mutually_exclusive_group()
    ways.add_argument("--repair", action="store_true", help="shell.repair")
    ways.add_argument("--accept", action="store_true", help="shell.accept")
    ways.add_argument("--without", action="store_true", help="shell.without")


def _tables(tables: GrammarParser) -> None:
    _json(tables)
    tables.add_argument("act", choices=("list", "check"), metavar="list|check", help="shell.tables-act")
    tables.add_argument("where", nargs="*", metavar="CAMPAIGN|FILE", help="shell.tables-of")


def _packs(packs: GrammarParser) -> None:
    _json(packs)
    acts = ("list", "check", "save", "add")
    packs.add_argument("act", choices=acts, metavar="|".join(acts), help="shell.packs-act")
    packs.add_argument("where", nargs="*", metavar="CAMPAIGN|FILE", help="shell.packs-of")
    packs.add_argument("--rules", metavar="GAME", help="shell.packs-rules")
    packs.add_argument("--to", metavar="CAMPAIGN", help="shell.packs-to")
    packs.add_argument("--dry-run", action="store_true", help="shell.look-only")


def _bring(bring: GrammarParser) -> None:
    _json(bring)
    _campaign(bring)
    bring.add_argument("path", metavar="PATH", help="shell.bring-path")
    bring.add_argument("--as", dest="side", choices=("pc", "npc", "foe", "henchman"), help="shell.bring-as")
    bring.add_argument("--dry-run", action="store_true", help="shell.look-only")


FORMATS = ("markdown", "html", "lonelog", "json", "csv", "improved-initiative")


def _export(export: GrammarParser) -> None:
    _campaign(export)
    export.add_argument("--format", choices=FORMATS, default="markdown", help="shell.format")
    export.add_argument("--secrets", action="store_true", help="shell.secrets")
    export.add_argument("--story", action="store_true", help="shell.story")
    export.add_argument("--to", metavar="PATH", help="shell.to")
    export.add_argument("--shared", action="store_true", help="shell.shared")


def _backup(backup: GrammarParser) -> None:
    _campaign(backup)
    backup.add_argument("folder", nargs="?", metavar="DIR", help="shell.backup-to")


def _import(back: GrammarParser) -> None:
    back.add_argument("file", metavar="PATH", help="shell.import-path")
    back.add_argument("--into", metavar="CAMPAIGN", help="shell.into")
    back.add_argument("--lonelog", action="store_true", help="shell.lonelog")


COMMANDS: dict[str, Callable[[GrammarParser], None]] = {
    "demo": _demo,
    "new": _new,
    "list": _json,
    "rules": _rules,
    "why": _why,
    "roll": _roll,
    "odds": _odds,
    "do": _do,
    "say": _say,
    "write": _write,
    "amend": _amend,
    "undo": _undo,
    "redo": _undo,
    "history": _history,
    "restore": _restore,
    "show": _show,
    "sheet": _sheet,
    "recap": _recap,
    "names": _names,
    "watch": _watch,
    "share": _share,
    "check": _check,
    "tables": _tables,
    "packs": _packs,
    "bring": _bring,
    "export": _export,
    "backup": _backup,
    "import": _import,
}
"""What each command takes."""


LONGEST_COMPLAINT = 2_000
"""Characters of what is said about what was typed, which may be anything."""


def shortened_complaint(text: str) -> str:
    """A complaint without the middle of what was typed, where that is long: the reason stands behind it."""
    half = LONGEST_COMPLAINT // 2
    return text if len(text) <= LONGEST_COMPLAINT else f"{text[:half]} … {text[-half:]}"
