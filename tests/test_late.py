"""What is loaded late stands in one place, and is late."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import tableside
from tableside import late_imports
from tableside.games import BUNDLED
from tests.source import nodes

PACKAGE = Path(tableside.__file__).parent
INSIDE = {
    "terminal/environment.py": "Textual's class of drivers: only when one is named, which loads Textual",
    "text.py": "Rich's own count of cells: naming a part of Rich loads all of it, and plain ASCII needs none",
}
"""Files that import something inside a function, and why it cannot stand in `LATE`."""


def test_nothing_else_is_imported_inside_a_function() -> None:
    files = {str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*.py") if inside(path)}
    assert files == {*INSIDE}


def inside(path: Path) -> list[ast.stmt]:
    """The imports inside the functions of a file."""
    functions = (node for node in nodes(path) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return [
        each for node in functions for each in ast.walk(node) if isinstance(each, ast.Import | ast.ImportFrom)
    ]


def source_of(module: str) -> Path:
    return PACKAGE.parent / f"{module.replace('.', '/')}.py"


def test_every_late_module_is_there_and_runs_when_it_is_first_used() -> None:
    names = [
        name.replace("*", game)
        for name in late_imports.LATE
        for game in BUNDLED[: None if "*" in name else 1]
        if "*" not in name or source_of(name.replace("*", game)).exists()
    ]
    code = (
        "import sys, importlib, tableside\n"
        "print(*(type(importlib.import_module(name)).__name__ for name in sys.argv[1:]))"
    )
    own = [name for name in names if name.startswith("tableside.")]
    done = subprocess.run([sys.executable, "-c", code, *own], capture_output=True, text=True, check=True)
    assert "LateModule" in done.stdout
    for name in names:
        module = import_module(name)
        late_imports.run_late_import(module)
        assert type(module) is ModuleType, name


def test_a_late_module_has_what_it_has_and_no_more() -> None:
    code = (
        "import tableside; from tableside.games.troika import explained\n"
        "from tableside.late_imports import is_late_import_loaded\n"
        "name = 'tableside.games.troika.explained'\n"
        "assert not is_late_import_loaded(name)\n"
        "try: explained.NOTHING\n"
        "except AttributeError: pass\n"
        "else: raise SystemExit('it has nothing of that name')\n"
        "assert is_late_import_loaded(name) and explained.EXPLAINED and explained.__package__"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


FIRST = {
    *("tableside.app", "tableside.campaign.library", "tableside.demo", "tableside.wording"),
    *("tableside.games.troika.facts", "tableside.games.troika.labels"),
    "tableside.screens.initiative",
    "tableside.troubles",  # it tolerates what is only shown
    *("difflib", "platformdirs"),  # Textual's
}
"""What the first screen of a demo needs."""
FIRST_SCREEN = """
from tableside import demo, late_imports
import asyncio, sys
from pathlib import Path
from tableside.app import Tableside
from tableside.campaign.library import Library

async def seen(saves):
    Tableside.on_ready = lambda app: None  # the rest is loaded after it
    library = Library(saves)
    app = Tableside(library, demo.place_demo(library))
    async with app.run_test():
        await app.worked_off()
        late = [name for name in sys.modules if late_imports.is_late_import(name)]
        print(*(name for name in late if late_imports.is_late_import_loaded(name)))

asyncio.run(seen(Path(sys.argv[1])))
"""


@pytest.mark.long
def test_the_first_screen_runs_nothing_that_only_a_later_key_needs(tmp_path: Path) -> None:
    """A late module is run by whoever names a part of it while it is loaded itself: in an annotation too."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_SCREEN, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert {*done.stdout.split()} == FIRST
