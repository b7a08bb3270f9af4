"""No text that is not our own is ever read as markup: looked for in the source (traps 1 to 3)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.source import modules, parsed

READ_MARKUP = {"Static", "Label", "Button", "Checkbox", "RadioButton", "notify", "from_markup", "render_str"}
"""Calls whose first argument is markup unless it is `Content` or `markup=False` is said."""
MARKUP_ATTRIBUTES = {"border_title", "border_subtitle", "tooltip"}
TOO_DEAR = {
    "Footer",
    "OptionList",
    "ListView",
    "DataTable",
    "RichLog",
    "Log",
    "Markdown",
    "TabbedContent",
    "Tree",
}
"""Widgets that repaint themselves whole, are slow with many lines, or read markup. `LineList` is not."""


def problems(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in READ_MARKUP:
                if not _is_safe_call(node):
                    yield f"line {node.lineno}: {name}() reads its text as markup; give it Content(...)"
            case ast.Call(func=ast.Attribute(attr="update"), args=[ast.JoinedStr()]):
                yield f"line {node.lineno}: update() reads an f-string as markup; give it Content(...)"
            case ast.Assign(targets=[ast.Attribute(attr=name)]) if name in MARKUP_ATTRIBUTES:
                if not _is_ours(node.value):
                    yield f"line {node.lineno}: {name} reads markup; only our own constant texts may go there"
            case ast.ImportFrom(module=module, names=names) if module:
                yield from _bad_imports(node.lineno, module, {each.name for each in names})


def _bad_imports(line: int, module: str, names: set[str]) -> Iterator[str]:
    if "escape" in names and module.endswith("markup"):
        yield f"line {line}: escape() is no cure (one text in four comes out wrong); use Content(...)"
    if module.startswith("textual") and (dear := names & TOO_DEAR):
        yield f"line {line}: {', '.join(sorted(dear))} must not be used; LineList and KeyBar stand for them"


def _is_safe_call(call: ast.Call) -> bool:
    if any(word.arg == "markup" and _is_constant(word.value, False) for word in call.keywords):
        return True
    words = [word.value for word in call.keywords if word.arg in ("content", "label", "message")]
    return all(_is_ours(argument) for argument in [*call.args[:1], *words])


def _is_ours(value: ast.expr) -> bool:
    """A constant in our own source, or Content made of anything."""
    match value:
        case ast.Constant():
            return True
        case ast.Call(func=ast.Name(id="Content") | ast.Attribute(value=ast.Name(id="Content"))):
            return True
    return False


def _is_constant(value: ast.expr, wanted: object) -> bool:
    return isinstance(value, ast.Constant) and value.value is wanted


@pytest.mark.long
def test_no_module_reads_a_text_as_markup() -> None:
    for path in modules():
        assert list(problems(parsed(path))) == [], path


def test_no_module_has_a_character_whose_width_is_in_doubt() -> None:
    for path in modules():
        assert "\N{VARIATION SELECTOR-16}" not in path.read_text(encoding="utf-8"), path


@pytest.mark.parametrize(
    "source",
    [
        'Static(f"[b]{name}[/b]")',
        "Label(name)",
        'app.notify("hello " + name)',
        'widget.border_title = f"{name}"',
        'title.update(f"{name}")',
        "from rich.markup import escape",
        "from textual.widgets import Input, DataTable",
        'Content.from_markup(f"[b]{name}")',
    ],
)
def test_what_is_looked_for_is_found(source: str) -> None:
    assert len(list(problems(ast.parse(source)))) == 1


@pytest.mark.parametrize(
    "source",
    [
        'Static("[b]ours[/b]")',
        "Label(Content(name))",
        'Static(Content.assemble((name, "bold")))',
        "app.notify(text, markup=False)",
        'Content.from_markup("[b]$name", name=name)',
    ],
)
def test_what_is_safe_is_let_through(source: str) -> None:
    assert list(problems(ast.parse(source))) == []
