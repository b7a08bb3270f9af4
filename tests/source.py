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


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All that a module is made of, as `ast.walk` goes through it."""
    return tuple(ast.walk(parsed(path)))


@cache
def strings(path: Path) -> frozenset[str]:
    """Every string that stands in a module, comments and parts of others too."""
    return frozenset(
        node.value for node in nodes(path) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def texts_of(expression: ast.expr) -> list[str]:
    """The constant texts that an expression may come to; none of texts put together."""
    match expression:
        case ast.IfExp(body=one, orelse=other):
            return [*texts_of(one), *texts_of(other)]
        case ast.Constant(value=str(text)) if text:
            return [text]
    return []


def words_needed(path: Path) -> list[str]:
    """The keys of the words of whatever a module tells, asks or throws under a constant id."""
    kinds = {"tell": "fact", "choose": "question", "agrees": "question"}
    needed = []
    for node in nodes(path):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            whys = (each.value for each in node.keywords if each.arg == "why")
            needed += [f"why.{text}" for why in whys for text in texts_of(why)]
            if (kind := kinds.get(node.func.attr)) and node.args:
                needed += [f"{kind}.{text}" for text in texts_of(node.args[0])]
    return needed


def dotted(expression: ast.expr) -> str:
    """A name as it stands there, with those before its dots; nothing where it is no plain name."""
    match expression:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name) if before := dotted(value):
            return f"{before}.{name}"
    return ""


def first_name(expression: ast.expr) -> str:
    """The name with which an expression begins, such as `re` in `re.compile(text).match`."""
    match expression:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value) | ast.Subscript(value=value) | ast.Call(func=value):
            return first_name(value)
    return ""
