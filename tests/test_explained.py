"""Every rule, condition and number that can be shown is explained, shortly and in words of ours."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import tableside.games
import tableside.rules
from tableside.games import BUNDLED, load_game
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.sheet import sheet_parts
from tableside.rules.table import Kind
from tableside.wording.explained import explained, explained_rule_ids, question_explained, rule_explained
from tests.source import strings
from tests.words import EXPLAINED, TEXTS

RULE_ID = re.compile(r"(?:TRO|FELL|HEI|PBT|D20|ORA)-[\w.-]*\w")
LONGEST = 240


def in_the_source() -> set[str]:
    """The rule ids that the rules' code names as ids: of procedures, of facts, of reasons."""
    found: set[str] = set()
    folders = (Path(each.__file__).parent for each in (tableside.rules, tableside.games) if each.__file__)
    for path in (path for folder in folders for path in folder.rglob("*.py")):
        found |= {text for text in strings(path) if RULE_ID.fullmatch(text)}
    return found


def questions() -> dict[str, tuple[str, ...]]:
    return {each.id: each.options for id in BUNDLED for each in campaign_rules(load_game(id)).open_questions}


def test_every_rule_that_a_procedure_or_a_fact_names_is_explained() -> None:
    carried = {
        id for game in BUNDLED for each in campaign_rules(load_game(game)).procedures for id in each.rules
    }
    needed = (carried | in_the_source()) - {*questions()}
    assert len(needed) > 150
    assert sorted(id for id in needed if not rule_explained(id)) == []


@pytest.mark.parametrize("id", sorted(questions()))
def test_an_open_question_says_how_it_is_read_and_how_else_it_could_be(id: str) -> None:
    options = questions()[id]
    text = question_explained(id, options, options[0])
    assert text.startswith(TEXTS[f"rule.{id}"])
    assert all(TEXTS[f"option.{each}"] in text for each in options)


@pytest.mark.parametrize("game", BUNDLED)
def test_every_condition_says_what_it_does_and_when_it_ends(game: str) -> None:
    for id in load_game(game).conditions:
        text = explained(game, "condition", id)
        says = re.search(r"\b(ends?|takes|makes|dies|is dead|erased)\b", text, re.IGNORECASE)
        assert says, f"explained.py of its game: {id}: {text!r}"


def test_every_state_that_a_list_can_show_is_explained_by_some_game() -> None:
    named = [key.removeprefix("condition.") for key in TEXTS if key.startswith("condition.")]
    assert [id for id in named if not any(explained(game, "condition", id) for game in BUNDLED)] == []


@pytest.mark.parametrize("game", BUNDLED)
def test_every_part_of_a_sheet_is_explained(game: str) -> None:
    rules = load_game(game)
    named = {part for kind in Kind for part in sheet_parts(rules.blank(kind), kind)}
    unexplained = sorted(part for part in named if not explained(game, "part", part))
    assert unexplained == [], "say what it means in explained.py of its game"


def test_explanations_are_short_and_cite_rules_that_are_explained() -> None:
    known = {*explained_rule_ids(), *questions()}
    for key, text in EXPLAINED.items():
        assert len(text) <= LONGEST, key
        assert {*RULE_ID.findall(text)} <= known, key


def test_only_open_questions_have_a_question() -> None:
    asked = {key.removeprefix("rule.") for key in TEXTS if key.startswith("rule.")}
    assert asked == {*questions()}


def test_explanations_are_loaded_only_when_somebody_asks() -> None:
    code = (
        "import sys, tableside.app, tableside.wording\n"
        "from tableside.late_imports import is_late_import_loaded\n"
        "explained = [each for each in sys.modules if each.endswith('explained')]\n"
        "assert not [each for each in explained if is_late_import_loaded(each)]"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("key", sorted(key for key in TEXTS if key.startswith("problem.")))
def test_why_not_is_one_line(key: str) -> None:
    assert len(TEXTS[key]) <= 78
