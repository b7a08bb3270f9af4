"""The grammar of the command line: every command, its purpose, and its arguments.

Must stay light: it is read before anything is on the screen.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NoReturn

from tableside import __version__, wording
from tableside.shell.safe_output import terminal_columns

BAD_INPUT = 2
LONGEST_NUMBER = 18
"""The most digits of a number that is typed: a count, an entry, a seed."""


class GrammarHelp(argparse.HelpFormatter):
    """Help as wide as the terminal. argparse itself would load `shutil` to ask for the width, at every
    argument.

    The help of an argument is given as the id of its text.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=terminal_columns() - 2)

    def add_text(self, text: str | None) -> None:
        super().add_text(text and _text_of(text))

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return action.help and _text_of(action.help)


def _text_of(id: str, /, **values: object) -> str:
    """Return the text of this id; argparse's own texts are returned unchanged."""
    return wording.TEXTS.get(id, id).format(**values)


def _whole_number(text: str) -> int:
    """Parse a whole number. Raises `ArgumentTypeError` for anything else."""
    digits = text.removeprefix("-").removeprefix("+")
    if digits.isdecimal() and len(digits) > LONGEST_NUMBER:
        raise argparse.ArgumentTypeError(_text_of("shell.too-long", text=text, most=LONGEST_NUMBER))
    if not digits.isdecimal():
        raise argparse.ArgumentTypeError(_text_of("shell.no-number", text=text))
    return int(text)


OF_ANY_COMMAND = {
    "--saves": "DIR",
    "--backups": "DIR",
    "--tables": "DIR",
    "--packs": "DIR",
    "--theme": "NAME",
    "--signs": "NAME",
}
"""The options allowed before a command and behind it, with their placeholders."""


class GrammarParser(argparse.ArgumentParser):
    """A parser whose complaints are one line, and that takes options by their whole names only: an
    abbreviation in a script would end with the next option of the same beginning.
    """

    def __init__(self, **settings: Any) -> None:  # Any: as argparse has it
        super().__init__(formatter_class=GrammarHelp, allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        print(f"tableside: {_text_of('shell.refused', why=shortened_complaint(message))}", file=sys.stderr)
        raise SystemExit(BAD_INPUT)


def parser(arguments: Sequence[str]) -> GrammarParser:
    """Return the parser of the command line, as far as these arguments need it.

    Adding all commands to a parser takes 4 ms, which would delay the start.
    """
    return _parser_of(tuple(_possible(arguments)))


@cache
def _parser_of(names: tuple[str, ...]) -> GrammarParser:
    """Return the parser of these commands."""
    top = GrammarParser(prog="tableside", description="shell.about")
    _of_any_command(top, None)
    top.set_defaults(command="open")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=GrammarParser)
    for name in names:
        command = commands.add_parser(name, help=f"command.{name}", description=f"command.{name}")
        for argument in COMMANDS[name]:
            argument(command)
        _of_any_command(command, argparse.SUPPRESS)  # else it would reset those before the command
    return top


def _of_any_command(parser: GrammarParser, default: str | None) -> None:
    """Add the options of any command."""
    parser.add_argument("--version", action="version", version=f"tableside {__version__}")
    for option, metavar in OF_ANY_COMMAND.items():
        parser.add_argument(option, metavar=metavar, default=default, help=f"shell.{option.strip('-')}")


def _possible(arguments: Sequence[str]) -> Iterable[str]:
    """Return the commands that may be meant: the first argument behind options, unless it is a mistake."""
    rest = iter(arguments)
    for each in rest:
        if each in OF_ANY_COMMAND:
            next(rest, None)
        elif each.partition("=")[0] not in OF_ANY_COMMAND:
            return (each,) if each in COMMANDS else COMMANDS
    return ()


def parsed_by_grammar(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the command line, with `name=value`, and files of packs and tables, at any place."""
    options, rest = parser(arguments).parse_known_args(list(arguments))
    taken = next((each for each in ("inputs", "where") if hasattr(options, each)), "")
    stray = [each for each in rest if each.startswith("-") or (taken == "inputs" and "=" not in each)]
    if stray or (rest and not taken):
        parser(arguments).error(_text_of("shell.not-understood", text=(stray or rest)[0]))
    if rest:
        setattr(options, taken, [*getattr(options, taken), *rest])
    return options


CHANGES = frozenset(
    {"new", "do", "say", "write", "amend", "undo", "redo", "restore", "import", "backup", "bring"}
)
"""Commands that print only once they have changed something on the disk."""


def command_changes_disk(options: argparse.Namespace) -> bool:
    """Whether the command has changed something on the disk by the time it prints."""
    mends = any(getattr(options, way, False) for way in ("repair", "accept", "without"))
    return mends or (options.command in CHANGES and not getattr(options, "dry_run", False))


Argument = Callable[[argparse._ActionsContainer], object]
"""Adds an argument to a command."""


def _takes(name: str, help: str, **settings: Any) -> Argument:  # Any: as argparse has it
    return lambda command: command.add_argument(name, help=f"shell.{help}", **settings)


def _one_of(*arguments: Argument) -> Argument:
    """Return mutually exclusive arguments."""

    def tell(command: argparse._ActionsContainer) -> None:
        ways = command.add_mutually_exclusive_group()
        for argument in arguments:
            argument(ways)

    return tell


def _flag(name: str, help: str = "") -> Argument:
    """Return an option without a value; its help goes by its name, unless another is given."""
    return _takes(name, help or name.strip("-"), action="store_true")


_CAMPAIGN, _LAST_OPEN = _takes("campaign", "campaign"), _takes("campaign", "last-open", nargs="?")
_JSON, _DRY_RUN, _LOOK_ONLY = _flag("--json"), _flag("--dry-run"), _flag("--dry-run", "look-only")
_YES = _flag("--yes")
_SEED = _takes("--seed", "seed", type=_whole_number)
_ANSWERS = (
    _SEED,
    _takes("--faces", "faces"),
    _takes("--choose", "choose", action="append", default=[], metavar="ID"),
)
_COUNT = _takes("count", "count", nargs="?", type=_whole_number, default=1)
_ROLL = (
    _JSON,
    _takes("procedure", "procedure"),
    _takes("inputs", "inputs", nargs="*", metavar="name=value"),
    *_ANSWERS,
)
_PACK_ACTS = ("list", "check", "save", "add")
FORMATS = ("markdown", "html", "lonelog", "json", "csv", "improved-initiative")

COMMANDS: Mapping[str, Sequence[Argument]] = {
    "demo": (_takes("ruleset", "demo-game", nargs="?", metavar="GAME"),),
    "new": (_takes("name", "new-name"), _takes("--rules", "new-rules", required=True, metavar="GAME")),
    "list": (_JSON,),
    "rules": (_JSON, _takes("ruleset", "rules-of", nargs="?", metavar="GAME")),
    "why": (_JSON, _takes("rule", "why-what", metavar="RULE-ID|PROCEDURE")),
    "roll": _ROLL,
    "odds": (
        _JSON,
        _flag("--plot"),
        _takes("named", "odds-of", metavar="PROCEDURE|CAMPAIGN"),
        _takes("inputs", "inputs", nargs="*", metavar="PROCEDURE|name=value"),
    ),
    "do": (_CAMPAIGN, *_ROLL),
    "say": (
        _JSON,
        *_ANSWERS,
        _CAMPAIGN,
        _takes("inputs", "words", nargs="+", metavar="WORD"),
        _DRY_RUN,
        _YES,
    ),
    "write": (_CAMPAIGN, _SEED, _YES),
    "amend": (
        _JSON,
        *_ANSWERS,
        _CAMPAIGN,
        _takes("inputs", "amend-inputs", nargs="*", metavar="ENTRY | name=value"),
    ),
    "undo": (_CAMPAIGN, _COUNT, _DRY_RUN),
    "redo": (_CAMPAIGN, _COUNT, _DRY_RUN),
    "history": (
        _JSON,
        _CAMPAIGN,
        _takes("--last", "last", type=_whole_number, metavar="N"),
        _flag("--full", "history-full"),
    ),
    "restore": (_CAMPAIGN, _takes("number", "restore-entry", type=_whole_number), _DRY_RUN),
    "show": (
        _JSON,
        _CAMPAIGN,
        _takes("character", "character", nargs="?"),
        _takes("--at", "at", type=_whole_number, metavar="N"),
    ),
    "sheet": (_CAMPAIGN, _takes("character", "character"), _flag("--secrets", "sheet-secrets")),
    "recap": (
        _JSON,
        _CAMPAIGN,
        _takes("--session", "session", type=_whole_number, metavar="N"),
        _takes("--length", "length", choices=("short", "middle", "whole"), default="middle"),
        _flag("--players"),
    ),
    "names": (
        _JSON,
        _CAMPAIGN,
        _takes("kind", "names-kind", nargs="?", metavar="scene|thread|person|place"),
    ),
    "watch": (_LAST_OPEN, _takes("--as", "as", dest="own", metavar="NAME")),
    "share": (
        _LAST_OPEN,
        _flag("--lan"),
        _takes("--port", "port", type=_whole_number, default=8765, metavar="N"),
        _takes("--host", "host", action="append", default=[], metavar="NAME"),
        _takes("--foes", "foes", choices=("looks", "names"), default="looks"),
    ),
    "check": (_JSON, _CAMPAIGN, _one_of(_flag("--repair"), _flag("--accept"), _flag("--without"))),
    "tables": (
        _JSON,
        _takes("act", "tables-act", choices=("list", "check"), metavar="list|check"),
        _takes("where", "tables-of", nargs="*", metavar="CAMPAIGN|FILE"),
    ),
    "packs": (
        _JSON,
        _takes("act", "packs-act", choices=_PACK_ACTS, metavar="|".join(_PACK_ACTS)),
        _takes("where", "packs-of", nargs="*", metavar="CAMPAIGN|FILE"),
        _takes("--rules", "packs-rules", metavar="GAME"),
        _takes("--to", "packs-to", metavar="CAMPAIGN"),
        _LOOK_ONLY,
    ),
    "bring": (
        _JSON,
        _CAMPAIGN,
        _takes("path", "bring-path", metavar="PATH"),
        _takes("--as", "bring-as", dest="side", choices=("pc", "npc", "foe", "henchman")),
        _LOOK_ONLY,
    ),
    "export": (
        _CAMPAIGN,
        _takes("--format", "format", choices=FORMATS, default="markdown"),
        _flag("--secrets"),
        _flag("--story"),
        _takes("--to", "to", metavar="PATH"),
        _flag("--shared"),
    ),
    "backup": (_CAMPAIGN, _takes("folder", "backup-to", nargs="?", metavar="DIR")),
    "import": (
        _takes("file", "import-path", metavar="PATH"),
        _takes("--into", "into", metavar="CAMPAIGN"),
        _flag("--lonelog"),
    ),
}
"""The arguments of each command."""


LONGEST_COMPLAINT = 2_000
"""The most characters of a complaint about what was typed, which may be anything."""


def shortened_complaint(text: str) -> str:
    """Return a complaint without the middle of a long quotation: the reason is at its end."""
    half = LONGEST_COMPLAINT // 2
    return text if len(text) <= LONGEST_COMPLAINT else f"{text[:half]} … {text[-half:]}"
