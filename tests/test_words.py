"""Everything that any game can show has words, and each text stands in one place."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import tableside
from tableside import wording
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.ruleset import BUNDLED, ruleset
from tableside.rules.sheet import parts
from tableside.rules.table import Kind
from tableside.wording import TEXTS, has_text

SOURCES = sorted(Path(tableside.__file__).parent.rglob("*.py"))
BOOKS = [path.stem for path in Path(wording.__file__).parent.glob("*.py") if path.stem != "__init__"]


def test_no_text_stands_in_two_places() -> None:
    books = {name: getattr(import_module(f"tableside.wording.{name}"), "TEXTS", {}) for name in BOOKS}
    where: dict[str, list[str]] = {}
    for name, texts in books.items():
        for key in texts:
            where.setdefault(key, []).append(name)
    assert {key: names for key, names in where.items() if len(names) > 1} == {}
    assert {*where} == {*TEXTS}


@pytest.mark.parametrize("game", BUNDLED)
def test_every_procedure_input_outcome_and_amount_has_words(game: str) -> None:
    needed: set[str] = set()
    for each in campaign_rules(ruleset(game)).procedures:
        needed |= {f"procedure.{each.id}", f"procedure.{each.id}.help"}
        needed |= {f"input.{input.id}" for input in each.inputs}
        needed |= {f"outcome.{id}" for id in each.outcomes}
        needed |= {f"amount.{id}" for id in each.amounts}
    assert sorted(key for key in needed if key not in TEXTS) == []


@pytest.mark.parametrize("game", BUNDLED)
def test_every_open_question_and_every_answer_to_it_has_words(game: str) -> None:
    rules = ruleset(game)
    needed = [f"rule.{each.id}" for each in rules.house_rules]
    needed += [f"option.{option}" for each in rules.house_rules for option in each.options]
    assert [key for key in needed if key not in TEXTS] == []


@pytest.mark.parametrize("game", BUNDLED)
def test_every_part_of_a_sheet_has_a_name(game: str) -> None:
    rules = ruleset(game)
    named = {part for kind in Kind for part in parts(rules.blank(kind), kind)}
    missing = [
        part for part in named if not has_text("part", part) and not has_text("part", f"{game}.{part}")
    ]
    assert sorted(missing) == []


@pytest.mark.parametrize("game", BUNDLED)
def test_every_condition_that_the_rules_know_has_a_name(game: str) -> None:
    assert [each for each in ruleset(game).conditions if not has_text("condition", each)] == []


def asked_for(path: Path) -> Iterator[str]:
    """The keys of the texts that a module asks for by a kind and an id that both stand there."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("label", "sentence"):
            named = [each.value for each in node.args[:2] if isinstance(each, ast.Constant)]
            if len(named) == 2:
                yield ".".join(map(str, named))


def test_every_text_that_is_asked_for_by_name_is_there() -> None:
    asked = {key for path in SOURCES for key in asked_for(path)}
    assert asked
    assert sorted(asked - {*TEXTS}) == []
