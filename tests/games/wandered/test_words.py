"""What Wandered puts together of several ids has words."""

import ast
from pathlib import Path

import pytest

import tableside.games.wandered
from tableside.games.wandered.rolls import TOLD
from tableside.games.wandered.sheet import BY_DEFIANCE
from tableside.rules.inputs import Choice
from tableside.rules.play import Fact
from tableside.wording.facts import fact_text
from tests.games.wandered.people import PROCEDURES, anna, snare, table
from tests.source import texts_of
from tests.words import TEXTS

FOLDER = Path(str(tableside.games.wandered.__file__)).parent
NAMES = ("light-on-my-feet", "silver-tongue", "rope", "mail", "trigger", "teeth", "the-roof-falls")
"""Options that stand on a sheet."""


def test_every_option_has_words() -> None:
    on = table(anna(), snare())
    needed = [f"option.{id}" for id in BY_DEFIANCE]
    for each in PROCEDURES.values():
        for choice in each.inputs:
            if isinstance(choice, Choice) and choice.id != "kind":
                for who in (1, 3):
                    needed += [f"option.{id}" for id in choice.options(on, {"who": who}) if id not in NAMES]
    assert [key for key in needed if key not in TEXTS] == []


def test_conditions_and_what_is_derived_have_words() -> None:
    needed = [f"condition.{id}" for id in ("broken", "at-the-limit")]
    needed += [f"derived.{id}" for id in ("boxes-carried", "expired-on-day", "uses-left")]
    assert [key for key in needed if key not in TEXTS] == []


def test_variants_of_facts_have_words() -> None:
    found = []
    for id in ("pain", "wound", "break"):
        found += [f"fact.marked-{id}", f"fact.no-room-{id}"]
    found += ["fact.treated-wound", "fact.treated-break", "fact.pool-fewer-dice"]
    found += [f"fact.{id}" for id in TOLD.values()]
    found += ["fact.exactly-so-many", "fact.weary-goes-without"]
    assert [key for key in found if key not in TEXTS] == []


def test_every_reason_has_words() -> None:
    tree = ast.parse((FOLDER / "rolls.py").read_text(encoding="utf-8"))
    ids = {
        text
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Reason"
        for text in texts_of(node.args[0])
    } | {"resource", "special-resource", "base", "base-of-move", "count", "sacrifices", "afraid", "obvious"}
    assert len(ids) >= 12
    assert [id for id in sorted(ids) if f"fact.pool-{id}" not in TEXTS] == []


@pytest.mark.parametrize(
    ("up", "down", "text"),
    [
        (1, 0, "Hits on the dice 2, advantage +1"),
        (0, 2, "Hits on the dice 2, disadvantage -2"),
        (1, 2, "Hits on the dice 2, advantage +1, disadvantage -2"),
    ],
)
def test_what_changed_no_hits_is_left_out(up: int, down: int, text: str) -> None:
    fact = Fact("hits-changed", "PBT-adv", {"who": "Anna", "natural": 2, "up": up, "down": down})
    assert fact_text(fact) == text
