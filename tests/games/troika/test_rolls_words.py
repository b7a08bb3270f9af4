"""Everything that rolls and fights can show has words."""

import ast
from pathlib import Path

import tableside.games.troika
from tableside.games.troika.damage import WEAPONS
from tableside.rules.table import Table
from tests.games.troika.fighting import PROCEDURES, brok, run, table
from tests.words import TEXTS

MODULES = ("rolls", "damage", "exchange", "sheet", "casting", "fights")
FOLDER = Path(str(tableside.games.troika.__file__)).parent


def test_every_procedure_input_outcome_amount_and_rule_has_words() -> None:
    needed = [key for id in PROCEDURES for key in (f"procedure.{id}", f"procedure.{id}.help")]
    for each in PROCEDURES.values():
        needed += [f"input.{input.id}" for input in each.inputs]
        needed += [f"outcome.{id}" for id in each.outcomes]
        needed += [f"amount.{id}" for id in each.amounts]
    needed += [f"option.{id}" for id in ("", "best", "skill", "ask", "always", "never", *WEAPONS)]
    needed += [f"problem.{id}" for each in PROCEDURES.values() for id in each.problems(Table())]
    assert [key for key in needed if key not in TEXTS] == []


def test_every_fact_question_and_throw_in_the_source_has_words() -> None:
    assert [key for name in MODULES for key in _told(name) if key not in TEXTS] == []


def _told(name: str) -> list[str]:
    """The keys of whatever a module tells, asks or throws under a constant id."""
    kinds = {"tell": "fact", "choose": "question", "agrees": "question", "draw": "why"}
    found = []
    for node in ast.walk(ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            whys = [f"why.{_text(each.value)}" for each in node.keywords if each.arg == "why"]
            kind = kinds.get(node.func.attr)
            found += [*whys, *(f"{kind}.{_text(each)}" for each in node.args[:1] if kind)]
    return [key for key in found if not key.endswith(".")]


def _text(node: ast.expr) -> str:
    """The constant text of an expression; empty when it is none."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def test_variants_of_facts_have_words() -> None:
    versus = ("win", "lose", "tie", "clinch", "both-fumble")
    needed = [f"fact.versus-{id}" for id in versus]
    needed += [f"fact.shot-{id}" for id in ("hit", "miss", "tie", "answered", "mishap")]
    needed += [f"fact.unaware-{id}" for id in ("hit", "miss")]
    needed += [f"fact.cast-{id}" for id in ("success", "failure", "oops")]
    needed += [f"fact.touch-{id}" for id in ("success", "failure", "oops", "tie")]
    needed += [f"fact.{side}damage-{id}" for side in ("", "their-") for id in ("plain", "changed", "doubled")]
    needed += [f"fact.{side}{id}" for side in ("", "their-") for id in ("clinch-hurts", "weapon-shatters")]
    for id in ("given", "overburdened", "prone", "cover", "lucky", "unaware", "fumbled", "carried"):
        needed += [f"reason.{id}", f"fact.reason-{id}"]
    needed += [f"why.{side}{id}" for side in ("", "their-") for id in ("damage", "clinch", "attack")]
    assert [key for key in needed if key not in TEXTS] == []


def test_texts_have_only_values_that_their_facts_carry() -> None:
    inputs = {"who": "Brok", "against": "Cato", "luck": "never"}
    cato = brok(armour=1, shield=True)
    done = run(
        "troika.fight",
        table(brok(), type(cato)(3, "Cato", cato.kind, cato.sheet)),
        6,
        6,
        1,
        1,
        3,
        inputs=inputs,
    )
    for fact in done.facts:
        assert TEXTS[f"fact.{fact.id}"].format_map(dict(fact.values))
