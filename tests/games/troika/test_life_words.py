"""Everything that this part of the game can show has words."""

from tableside.games.troika.conditions import CONDITIONS
from tableside.games.troika.house import HOUSE_RULES
from tableside.games.troika.procedures import PROCEDURES
from tests.words import TEXTS


def test_every_procedure_input_outcome_amount_and_rule_has_words() -> None:
    needed = [key for each in PROCEDURES for key in (f"procedure.{each.id}", f"procedure.{each.id}.help")]
    for each in PROCEDURES:
        needed += [f"input.{input.id}" for input in each.inputs]
        needed += [f"outcome.{id}" for id in each.outcomes]
        needed += [f"amount.{id}" for id in each.amounts]
    assert [key for key in needed if key not in TEXTS] == []


def test_every_open_question_and_answer_has_words() -> None:
    needed = [f"rule.{rule.id}" for rule in HOUSE_RULES]
    needed += [f"option.{option}" for rule in HOUSE_RULES for option in rule.options]
    assert [key for key in needed if key not in TEXTS] == []


def test_every_condition_has_words() -> None:
    assert [id for id in CONDITIONS if f"condition.{id}" not in TEXTS] == []
