"""Every message that can be told has words, its words name only what it brings, none lies there unused."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

import tableside
from tableside import errors, wording
from tableside.errors import DiceError, Message, RuleError
from tableside.key_table import KEY_OF
from tests.source import dotted, nodes, strings
from tests.words import TEXTS

PACKAGE = Path(tableside.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))
TOLD_BY = {
    **dict.fromkeys(("Message", "RuleError", "DiceError", "StoreError", "Unfit"), ""),
    **dict.fromkeys(("refused", "refusal"), "refused."),
    **dict.fromkeys(("errors.Message", "RuleError.of_input"), ""),
}
"""What takes an id and values, and how the ids begin that it makes of them."""
Told = tuple[str, str, frozenset[str | None]]
"""Where a message is made, its id, and the names of the values it brings; None among them: others too."""


@cache
def told() -> tuple[Told, ...]:
    """The messages that are made of ids that stand there; of one put together, its beginning and a star."""
    found = []
    for path in SOURCES:
        for node in nodes(path):
            if isinstance(node, ast.Call) and node.args and (by := dotted(node.func)) in TOLD_BY:
                brought = frozenset(each.arg for each in node.keywords)
                found += [
                    (f"{path.name}:{node.lineno}", TOLD_BY[by] + id, brought)
                    for id in ids(node.args[by == "RuleError.of_input"])
                ]
    return tuple(found)


def ids(argument: ast.expr) -> Iterator[str]:
    """The ids that stand in an argument."""
    match argument:
        case ast.Constant(value=str(id)):
            yield id
        case ast.JoinedStr(values=[ast.Constant(value=str(beginning)), *_]):
            yield f"{beginning}*"
        case ast.IfExp():
            yield from (*ids(argument.body), *ids(argument.orelse))


def known(id: str) -> bool:
    keys = (f"error.{id}", f"screen.{id}")
    return (
        any(each.startswith(keys[0][:-1]) for each in TEXTS)
        if id.endswith("*")
        else any(map(TEXTS.get, keys))
    )


def test_every_name_that_a_message_is_made_by_is_in_use() -> None:
    called = {dotted(node.func) for path in SOURCES for node in nodes(path) if isinstance(node, ast.Call)}
    assert sorted({*TOLD_BY} - called) == []


def test_every_message_has_words() -> None:
    assert [f"{place} {id}" for place, id, _ in told() if not known(id)] == []


def test_the_words_of_a_message_name_only_what_it_brings() -> None:
    wrong = []
    variants_of = defaultdict(list)
    for key in TEXTS:
        if key.startswith(("without.", "one.")):
            variants_of[key.partition(".")[2].rpartition(".")[0]].append(key)
    for place, id, brought in told():
        variants = variants_of[id]
        named = {
            field
            for key in (f"error.{id}", f"screen.{id}", *variants)
            for field in fields(TEXTS.get(key, ""))
        }
        if None not in brought and not named <= brought | {"key"}:
            wrong.append(f"{place} {id}: {sorted(named - brought)}")
    assert wrong == []


def fields(text: str) -> set[str]:
    return {field.partition("[")[0] for _, field, _, _ in Formatter().parse(text) if field}


def test_no_words_of_messages_lie_there_unused() -> None:
    named = {text for path in SOURCES if "wording" not in path.parts for text in strings(path)}
    begun = tuple(id[:-1] for _, id, _ in told() if id.endswith("*") and id != "refused.*")
    ids = [key.partition(".")[2] for key in TEXTS if key.startswith(("error.", "screen."))]
    assert [
        id for id in ids if not {id, id.removeprefix("refused.")} & named and not id.startswith(begun)
    ] == []


def test_a_variant_is_one_of_a_message() -> None:
    keys = [key.split(".", 1)[1].rpartition(".") for key in TEXTS if key.startswith(("without.", "one."))]
    of_messages = (
        (id, {id, f"error.{id}", f"fact.{id}", f"fact.{id.partition('.')[2]}"}) for id, _, _ in keys
    )
    assert [id for id, messages in of_messages if messages.isdisjoint(TEXTS)] == []


def test_every_key_that_is_named_is_one() -> None:
    named = re.findall(r"{key\[([^]]*)]}", " ".join(TEXTS.values()))
    assert named
    assert {*named} <= {*KEY_OF}


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"who": ["Ana", "Bo"], "condition": "out-of-action"}, "Ana, Bo are not out of action"),
        ({"who": ["Ana"], "condition": "prone"}, "Ana is not prone"),
        ({"who": [], "condition": "prone"}, "nobody is prone"),
    ],
)
def test_a_message_is_said_of_many_of_one_and_of_nobody(
    values: dict[str, list[str] | str], text: str
) -> None:
    assert str(Message("conditions.not-so", **values)) == text


def test_an_error_is_its_message_in_words() -> None:
    error = DiceError("play.no-face", sides=6, face=7)
    assert str(error) == str(error.message) == "a d6 has no face 7: give 1 to 6"
    assert str(RuleError("cells.at", path="luck", why=error)) == f"luck: {error}"


def test_a_message_keeps_what_an_error_says_and_not_the_error() -> None:
    error = RuleError("states.dead", who="Ana")
    assert Message("cells.at", path="luck", why=error) == Message("cells.at", path="luck", why=error.message)
    assert Message("cells.at", path="luck", why=OSError("full")).values["why"] == "full"


def test_a_screen_names_inputs_and_keys_and_a_shell_what_is_typed_there() -> None:
    errors.say_errors_with(wording.worded_on_screen)
    assert str(errors.RuleError.of_input("luck-dice", "galejatra.no-luck")).startswith("luck dice: ")
    assert str(RuleError("attendance.nobody-left")).endswith("end the session instead (B)")
    errors.say_errors_with(wording.worded_for_shell)
    assert str(errors.RuleError.of_input("luck-dice", "galejatra.no-luck")).startswith("luck-dice: ")
    assert str(RuleError("attendance.nobody-left")).endswith("end the session instead")


def test_a_message_without_words_is_shown_as_it_is() -> None:
    assert str(RuleError("no such thing: {braces} stay")) == "no such thing: {braces} stay"
    assert wording.worded_for_shell(Message("brand-new")) == "brand new"
