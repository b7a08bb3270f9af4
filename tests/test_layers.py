"""Imports run downwards only, and the shell never pays for the screen."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "tableside"
LAYERS = {
    "frozen": set(),
    "themes": set(),
    "rules": {"frozen", "rules", "errors"},
    "text": {"frozen"},
    "errors": set(),
    "holding": {"errors", "crash"},
    "wording": {"rules", "wording", "text"},
    "campaign": {"rules", "errors", "text", "campaign", "frozen"},
    "language": {"rules", "campaign", "wording", "views", "text", "errors", "frozen", "language"},
    "views": {"rules", "campaign", "wording", "views", "paths", "text", "errors", "frozen"},
    "shell": {"rules", "campaign", "wording", "views", "language", "text", "errors", "shell", "frozen"},
    "terminal": {"terminal", "text", "frozen", "themes"},
    "widgets": {"widgets", "text", "errors", "frozen", "holding"},
    "screens": {
        "rules",
        "campaign",
        "wording",
        "views",
        "language",
        "text",
        "errors",
        "holding",
        "widgets",
        "terminal",
    }
    | {"screens", "frozen", "themes"},
}
"""The room of a module, and the rooms it may import from.

`screens` names `app` for the type of its app alone.
"""
ONLY_SCREENS = {"screens", "widgets", "terminal", "app"}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
    return names


def rooms_of(names: set[str]) -> set[str]:
    """The rooms that these names are in. `from tableside import x` names a room too, `__version__` none."""
    found = {name.split(".")[1] for name in names if name.startswith("tableside.")}
    return found - {"__version__"}


ONLY_FOR_TYPES = "typing_extensions"
"""What the type checker alone imports."""


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_run_downwards_only(path: Path) -> None:
    allowed = LAYERS.get(room(path))
    if allowed is not None:
        assert rooms_of(imported(path)) <= allowed


@pytest.mark.parametrize("path", [p for p in modules() if room(p) == "rules"], ids=lambda path: path.stem)
def test_the_rules_use_the_standard_library_alone(path: Path) -> None:
    outside = {name.partition(".")[0] for name in imported(path)} - {"tableside", ONLY_FOR_TYPES}
    assert outside <= set(sys.stdlib_module_names) - {"random", "time", "datetime", "os", "io", "pathlib"}


GAMES = ("troika", "fell", "galejatra", "wandered", "d20")
OF_GAMES = tuple(f"tableside.rules.{each}." for each in GAMES)
MAY_NAME_GAMES = {"demo"}
"""Rooms that are about the games by name."""


def is_of_a_game(path: Path) -> bool:
    return path.relative_to(PACKAGE).parts[:1] == ("rules",) and path.parent.name in GAMES


def test_nothing_general_imports_a_game() -> None:
    for path in modules():
        if not is_of_a_game(path) and room(path) not in MAY_NAME_GAMES:
            games = {
                name
                for name in imported(path)
                if name.startswith(tuple(f"tableside.rules.{each}" for each in GAMES))
            }
            assert not games, path


def test_nobody_asks_which_order_it_is_but_its_method() -> None:
    """What differs by order is asked of the order, or of its method."""
    orders = {"Stack", "Counts", "Sides", "Listed"}
    for path in modules():
        if is_of_a_game(path) or path.parent.name in ("turns", "order"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            asks = (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "isinstance"
            )
            names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} if asks else set()
            matched = {ast.unparse(node.cls)} if isinstance(node, ast.MatchClass) else set()
            assert not orders & (names | matched), path


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def imports_of(path: Path, known: set[str]) -> set[str]:
    """The modules of ours that a module imports, anywhere in it and for types alone too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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


def test_no_screen_names_a_game() -> None:
    games = {"troika", "fell", "galejatra", "wandered", "d20"}
    for path in modules():
        if room(path) in {"screens", "widgets", "campaign", "app"}:
            strings = {
                node.value
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            }
            assert not strings & games, path


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
        "heavy = {'textual', 'rich', 'asyncio'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "--saves", str(tmp_path), *arguments], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
