"""The program as it is written, for tests that look through all of it."""

import ast
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "tableside"


@cache
def modules() -> tuple[Path, ...]:
    """Every module of it."""
    return tuple(sorted(PACKAGE.rglob("*.py")))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))
