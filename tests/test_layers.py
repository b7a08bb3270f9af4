"""Imports run downwards only, and the shell never pays for the screen."""

import ast
import subprocess
import sys
from collections.abc import Set
from functools import cache
from pathlib import Path

import pytest

from tableside.rules.turns.order import order_kinds
from tests.source import PACKAGE, modules, nodes

LAYERS = {
    "frozen": set(),
    "themes": set(),
    "key_table": {"frozen"},
    "rules": {"frozen", "rules", "errors", "text"},
    "games": {"frozen", "rules", "errors", "games", "games/words"},
    "games/words": {"games", "games/words", "wording"},
    "games/demo": {"rules", "campaign", "demo"},
    "text": {"frozen"},
    "errors": set(),
    "troubles": {"errors", "campaign", "wording"},
    "wording": {"rules", "games", "wording", "text", "errors", "key_table"},
    "campaign": {"rules", "games", "errors", "text", "campaign", "frozen"},
    "language": {
        "rules",
        "campaign",
        "wording",
        "views",
        "text",
        "errors",
        "frozen",
        "language",
        "key_table",
    },
    "views": {"rules", "games", "campaign", "wording", "views", "themes", "text", "errors", "frozen"},
    "share": {"rules", "campaign", "wording", "views", "themes", "text", "errors", "frozen", "share"},
    "shell": {
        "share",
        "rules",
        "games",
        "campaign",
        "wording",
        "views",
        "language",
        "text",
        "errors",
        "shell",
        "frozen",
        "themes",
        "troubles",
    },
    "terminal": {"terminal", "text", "frozen", "themes", "errors"},
    "widgets": {"widgets", "wording", "text", "errors", "frozen", "troubles", "key_table"},
    "screens": {
        "rules",
        "games",
        "campaign",
        "wording",
        "views",
        "language",
        "text",
        "errors",
        "troubles",
        "widgets",
        "terminal",
        "share",
    }
    | {"screens", "frozen", "themes", "key_table", "late_imports"},
}
"""The room of a module, and the rooms it may import from.

`screens` names `app` for the type of its app alone.
"""
WORDS = {"words", "labels", "facts", "explained"}
"""The modules that hold the words of a game."""
ONLY_SCREENS = {"screens", "widgets", "terminal", "app"}


def room(path: Path) -> str:
    """Its folder; in the folder of a game its words and its demo are rooms of their own."""
    first, *rest = path.relative_to(PACKAGE).with_suffix("").parts
    return _room(first, rest)


def _room(first: str, rest: list[str]) -> str:
    if first != "games" or len(rest) < 2:
        return first
    return {"demo": "games/demo", **dict.fromkeys(WORDS, "games/words")}.get(rest[1], first)


@cache
def imported(path: Path) -> frozenset[str]:
    names: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
    return frozenset(names)


def rooms_of(names: Set[str]) -> set[str]:
    """The rooms that these names are in. `from tableside import x` names a room too, `__version__` none."""
    parts = [name.split(".") for name in names if name.startswith("tableside.")]
    return {_room(first, rest) for _, first, *rest in parts} - {"__version__"}


ONLY_FOR_TYPES = "typing_extensions"
"""What the type checker alone imports."""


def test_imports_run_downwards_only() -> None:
    for path in modules():
        allowed = LAYERS.get(room(path))
        if allowed is not None:
            assert rooms_of(imported(path)) <= allowed, path


def test_the_rules_use_the_standard_library_alone() -> None:
    for path in modules():
        if room(path) in ("rules", "games"):
            outside = {name.partition(".")[0] for name in imported(path)} - {"tableside", ONLY_FOR_TYPES}
            assert outside <= set(sys.stdlib_module_names) - {
                "random",
                "time",
                "datetime",
                "os",
                "io",
                "pathlib",
            }, path


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def test_the_type_checker_sees_what_a_rule_is_called_with() -> None:
    blind = {path for path in modules() if "Callable[...," in path.read_text(encoding="utf-8")}
    assert {room(path) for path in blind} & {"rules", "games"} == set()


GAMES = ("troika", "fell", "galejatra", "wandered", "d20")
ONE_OF_THEM = [["games", game] for game in GAMES]
"""Of the modules of `games` those of one game; the list of all is everybody's."""


def is_of_a_game(path: Path) -> bool:
    return path.relative_to(PACKAGE).parts[0] == "games"


def test_nothing_general_imports_a_game_and_no_game_another() -> None:
    for path in modules():
        own = f"tableside.games.{path.relative_to(PACKAGE).parts[1]}" if is_of_a_game(path) else " "
        games = {name for name in imported(path) if name.split(".")[1:3] in ONE_OF_THEM}
        assert not {name for name in games if name != own and not name.startswith(f"{own}.")}, path


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_sheet_words_and_a_demo(game: str) -> None:
    folder = PACKAGE / "games" / game
    found = {path.stem for path in folder.glob("*.py")}
    assert found >= {"__init__", "sheet"} and found & WORDS
    assert {path.name for path in (folder / "demo").iterdir()} >= {"__init__.py", "campaign"}


def test_nobody_asks_which_order_it_is_but_its_method() -> None:
    """What differs by order is asked of the order, or of its method."""
    orders = {each.__name__ for each in order_kinds()}
    assert orders >= {"StackOrder", "CountsOrder", "SidesOrder", "ListedOrder"}
    for path in modules():
        if is_of_a_game(path) or path.parent.name == "turns":
            continue
        for node in nodes(path):
            asks = (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "isinstance"
            )
            names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} if asks else set()
            matched = {ast.unparse(node.cls)} if isinstance(node, ast.MatchClass) else set()
            assert not orders & (names | matched), path


def imports_of(path: Path, known: set[str]) -> set[str]:
    """The modules of ours that a module imports, anywhere in it and for types alone too."""
    found = set()
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module:
            inner = (f"{node.module}.{each.name}" for each in node.names)
            found |= {each if each in known else node.module for each in inner}
    return found & known


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Not even for their types, and not late either."""
    paths = {
        ".".join(("tableside", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(
            ".__init__"
        ): path
        for path in modules()
    }
    left = {name: imports_of(path, set(paths)) - {name} for name, path in paths.items()}
    while free := {name for name, needed in left.items() if not needed & left.keys()}:
        left = {name: needed for name, needed in left.items() if name not in free}
    used = {each for needed in left.values() for each in needed}
    assert not sorted(name for name in left if name in used)


def test_only_the_screens_import_textual() -> None:
    for path in modules():
        if room(path) not in ONLY_SCREENS:
            assert not any(name.startswith("textual") for name in imported(path)), path


SHARED_WITH = {"aiohttp", "segno"}
"""What is installed for who shares a campaign alone."""


def test_only_what_serves_players_imports_what_serves_pages() -> None:
    found = {name_of(path) for path in modules() if {*map(_library, imported(path))} & SHARED_WITH}
    assert found == {f"tableside.share.{name}" for name in ("acts", "hosting", "server")}


def _library(name: str) -> str:
    return name.partition(".")[0]


def test_no_screen_names_a_game() -> None:
    games = {"troika", "fell", "galejatra", "wandered", "d20"}
    for path in modules():
        if room(path) in {"screens", "widgets", "campaign", "app"}:
            strings = {
                node.value
                for node in nodes(path)
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            }
            assert not strings & games, path


@pytest.mark.long
@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["rules", "troika"],
        ["roll", "troika.luck", "luck=7"],
        ["odds", "troika.luck", "luck=7"],
        ["list"],
    ],
)
def test_the_shell_starts_without_textual(arguments: list[str], tmp_path: Path) -> None:
    code = (
        "import sys; from tableside.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "heavy = {'textual', 'rich', 'asyncio', 'aiohttp', 'segno'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "--saves", str(tmp_path), *arguments], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
