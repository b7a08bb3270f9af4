"""Every rule that a procedure goes by or that is explained is named by a row or a test that proves it."""

import re
from functools import cache
from pathlib import Path

import pytest

from tableside.games import BUNDLED, load_game
from tableside.rules.campaign_rules import campaign_rules
from tableside.wording import TEXTS
from tableside.wording.explained import explained_rule_ids, rule_explained
from tableside.wording.games import wordings_of_games

TESTS = Path(__file__).parents[1]
BOOKS = ("TRO", "FELL", "HEI", "PBT", "D20", "ORA")
SAID_ONLY = ("D20-X-round", "HEI-0-when", "PBT-when", "TRO-6.5", "TRO-7.11")
"""Rules for the people at the table: nothing is carried out, so that there is nothing but words to prove."""


def cited() -> list[str]:
    """The ids of all rules that anybody can be told of."""
    found = {*explained_rule_ids()}
    for game in BUNDLED:
        rules = campaign_rules(load_game(game))
        found |= {each.id for each in rules.open_questions}
        found |= {id for procedure in rules.procedures for id in procedure.rules}
    return sorted(id for id in found - {*SAID_ONLY} if id.partition("-")[0] in BOOKS)


RULE_ID = re.compile(rf"(?<![\w.-])(?:{'|'.join(BOOKS)})-[\w-]+(?:\.\d[\w-]*)*")


@cache
def proofs() -> frozenset[str]:
    """The ids that all rows and tests but this one name."""
    listed = [*TESTS.rglob("*.py"), *(TESTS / "cases").glob("*.toml")]
    texts = (each.read_text(encoding="utf-8") for each in listed if each != Path(__file__))
    return frozenset(id for text in texts for id in RULE_ID.findall(text))


@pytest.mark.parametrize("id", SAID_ONLY)
def test_a_rule_that_nothing_carries_out_is_explained(id: str) -> None:
    assert rule_explained(id)


@pytest.mark.parametrize("id", cited())
def test_a_rule_is_proved_by_its_id(id: str) -> None:
    assert id in proofs(), f"no row or test names {id}"


@pytest.mark.parametrize("game", BUNDLED)
def test_an_open_question_is_answered_in_words_of_its_own_game(game: str) -> None:
    known = {**TEXTS, **wordings_of_games((game,))}
    options = {option for each in load_game(game).open_questions for option in each.options}
    assert {each for each in options if f"option.{each}" not in known} == set()


@pytest.mark.parametrize("game", BUNDLED)
def test_what_counts_as_an_attack_is_a_procedure_of_the_game(game: str) -> None:
    rules = load_game(game)
    assert {*rules.attacks} <= {each.id for each in rules.procedures}
