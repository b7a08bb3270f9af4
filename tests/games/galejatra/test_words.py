"""What Galejatra tells by functions of its own, or puts together of several ids, has words."""

import ast
from pathlib import Path

import tableside.games.galejatra
from tableside.games.galejatra.ailments import AILMENTS, LOCATIONS
from tableside.games.galejatra.effort_inputs import FLIPS
from tableside.games.galejatra.efforts import PRICES
from tableside.games.galejatra.pool import PoolDieReason
from tableside.rules import clocks
from tableside.rules.table import Table, TableClockSight
from tests.games.galejatra.people import ALL_ON
from tests.words import TEXTS

FOLDER = Path(str(tableside.games.galejatra.__file__)).parent
MODULES = (*sorted(FOLDER.glob("*.py")), Path(str(clocks.__file__)))
KINDS = {"tell": "fact", "_tell": "fact", "choose": "question", "agrees": "question"}


def test_every_fact_question_and_throw_in_the_source_has_words() -> None:
    assert [key for path in MODULES for key in _told(path) if key not in TEXTS] == []


def _told(path: Path) -> list[str]:
    """The keys of whatever a module tells, asks or throws under a constant id."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            found += [f"why.{_text(each.value)}" for each in node.keywords if each.arg == "why"]
            if name in KINDS:
                listed = [each for arg in node.args[:2] for each in _texts(arg)]
                found += [f"{KINDS[name]}.{text}" for text in listed if "HEI" not in text][:2]
    return [key for key in found if not key.endswith(".")]


def _texts(node: ast.expr) -> list[str]:
    """The constant texts that an expression may be; none of ids put together."""
    if isinstance(node, ast.IfExp):
        return [*_texts(node.body), *_texts(node.orelse)]
    return [_text(node)]


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def test_facts_put_together_and_options_have_words() -> None:
    needed = [f"fact.dice-{reason}" for reason in PoolDieReason]
    needed += [f"fact.dice-{id}-beaten" for id in ("skill", "patch", "help", "item")]
    needed += [
        f"fact.{id}{more}" for id in ("hampers", "opposes", "hindered") for more in ("", "-unnumbered")
    ]
    bands = ("easy", "challenging", "hard")
    needed += [f"fact.opposed-{band}" for band in bands]
    needed += [f"{kind}-{band}" for kind in ("fact.obstacle", "derived.band") for band in ("certain", *bands)]
    results = ("success", "failure")
    needed += [f"fact.{id}-{each}" for id in ("survivors", "announced", "group") for each in results]
    needed += [f"{kind}{id}" for id in PRICES for kind in ("fact.price-", "option.")]
    needed += ["fact.exerts", "fact.pushes", "question.exert", "question.push", "derived.pool"]
    needed += ["fact.skill-grown", "fact.skill-new", "derived.dice-lost"]
    needed += [
        f"option.{id}" for id in (*AILMENTS, *LOCATIONS, *TableClockSight, "roll", "nowhere", "ask", "worst")
    ]
    needed += [f"option.{id}" for id in FLIPS.options(Table(house=ALL_ON), {})]
    needed += [f"option.{id}" for id in ("no-skill", "same-skill", "new-ailment", "every-matter")]
    needed += ["option.one-result", "option.each-for-themselves"]
    assert [key for key in needed if key not in TEXTS] == []
