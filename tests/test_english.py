"""Sentences stand in wording, and in each game's words: nowhere else does a string read like English."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tests.source import PACKAGE, dotted, first_name, modules, nodes
from tests.test_layers import room

WHERE_WORDS_STAND = ("wording", "demo")
OF_THE_MACHINERY = ("frozen.py", "late_imports.py")
"""What they say, only who works on the program reads."""
SOURCES = sorted(
    path
    for path in modules()
    if not {*path.relative_to(PACKAGE).parts} & {*WHERE_WORDS_STAND, *OF_THE_MACHINERY}
    and room(path) != "games/words"
)
ALLOWED = {
    # Names of games
    "Troika! Numinous Edition",
    "If We Wandered Here Long Enough",
    # Names that a rule writes on a sheet, where they are the GM's from then on
    "Lantern and oil",
    "Broken leg",
    "Broken arm",
    "Knocked head",
    "Severed or broken through",
    "Limit Break",
    "no skill",
    # What conditions are called besides
    "on fire",
    "in total defence",
    "in flames",
    "has aimed",
    # Labels of changes in the log
    "new campaign",
    "imported journal",
    # Who has a lock, as the file says that other programs read
    "pid {} on {} since {}",
    # Keys of rows
    "not now",
    "odds of a line",
    "so far {}",
    # What is typed in a shell to install something
    "pip install 'tableside[share]'",
    "pipx inject tableside {needed}",
    "uv tool install 'tableside[share]'",
    # A style, and a command as it is typed
    *(
        "bold {} on {}".format("$background", hue)
        for hue in ("$accent", "$success", "$error", "$party", "$enemies")
    ),
    "do CAMPAIGN",
}
TWO_WORDS = re.compile(r"(?<![\w-])[A-Za-z]{2,}['\u2019]?[a-z]*,? [A-Za-z]{2,}(?![\w-])")
TAG = re.compile(r"<[^>]*>")


def reads_like_english(text: str) -> bool:
    return bool(TWO_WORDS.search(TAG.sub("\n", text)))


@cache
def strings(path: Path) -> list[tuple[int, str]]:
    """The strings of a module with their lines, values in them as `{}`; no comments, types or patterns."""
    return [*_strings(nodes(path))]


def _strings(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    passed = {id(each) for node in nodes for each in _passed_over(node)}
    for node in nodes:
        if id(node) in passed:
            continue
        if isinstance(node, ast.JoinedStr):
            yield node.lineno, "".join(_parts(node))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def _parts(text: ast.JoinedStr) -> Iterator[str]:
    return (str(part.value) if isinstance(part, ast.Constant) else "{}" for part in text.values)


def _passed_over(node: ast.AST) -> Iterator[ast.AST]:
    """Comments, types, patterns and style sheets; the parts of a text are read with it."""
    match node:
        case ast.Expr(value=ast.Constant() as comment):
            yield comment
        case ast.JoinedStr(values=values):
            yield from values
        case ast.AnnAssign(annotation=annotation):
            yield from ast.walk(annotation)
    if isinstance(node, ast.Call) and first_name(node.func) == "re":
        yield from ast.walk(node)
    if isinstance(node, ast.Assign | ast.AnnAssign):
        names = node.targets if isinstance(node, ast.Assign) else [node.target]
        if any("CSS" in dotted(each) for each in names):
            yield from ast.walk(node)


def test_what_a_person_reads_stands_in_wording() -> None:
    for path in SOURCES:
        found = {text.strip(): line for line, text in strings(path) if reads_like_english(text)}
        assert {text: line for text, line in found.items() if text not in ALLOWED} == {}, path


def test_every_string_that_is_allowed_is_there() -> None:
    there = {text.strip() for path in SOURCES for _, text in strings(path)}
    assert ALLOWED - there == set()
