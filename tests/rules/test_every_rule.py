"""Every rule that a procedure goes by or that is explained is named by a row or a test that proves it."""

import re
from functools import cache
from pathlib import Path

import pytest

from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.ruleset import BUNDLED, ruleset
from tableside.wording.explaining import GAMES, rule_explained, texts

TESTS = Path(__file__).parents[1]
EXPLAINED = "explained."
SAID_ONLY = ("D20-X-round", "HEI-0-when", "PBT-when", "TRO-6.5", "TRO-7.11")
"""Rules for the people at the table: nothing is carried out, so that there is nothing but words to prove."""


def cited() -> list[str]:
    """The ids of all rules that anybody can be told of."""
    found = {key.removeprefix(EXPLAINED) for book in GAMES.values() for key in texts(book)}
    for game in BUNDLED:
        rules = campaign_rules(ruleset(game))
        found |= {each.id for each in rules.open_questions}
        found |= {id for procedure in rules.procedures for id in procedure.rules}
    return sorted(id for id in found - {*SAID_ONLY} if id.partition("-")[0] in GAMES)


@cache
def proofs() -> str:
    """All rows and tests but this one."""
    listed = [*TESTS.rglob("*.py"), *(TESTS / "cases").glob("*.toml")]
    return "\n".join(each.read_text(encoding="utf-8") for each in listed if each != Path(__file__))


@pytest.mark.parametrize("id", SAID_ONLY)
def test_a_rule_that_nothing_carries_out_is_explained(id: str) -> None:
    assert rule_explained(id)


@pytest.mark.parametrize("id", cited())
def test_a_rule_is_proved_by_its_id(id: str) -> None:
    assert re.search(rf"(?<![\w.-]){re.escape(id)}(?![\w-])(?!\.\d)", proofs()), f"no row or test names {id}"
