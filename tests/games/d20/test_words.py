"""Everything that the order of battle can show has words."""

from pathlib import Path

import tableside.games.d20
from tableside.games.d20 import RULESET
from tableside.games.d20.checks import ABILITIES, INITIATIVE, SAVES, SENSES
from tableside.games.d20.hit_points import STATES
from tableside.rules.play import Fact
from tableside.rules.sheet import sheet_parts
from tableside.rules.table import Kind
from tableside.wording.facts import fact_text
from tests.games.d20.people import PROCEDURES, begun, order_of, people, rows
from tests.source import words_needed
from tests.words import TEXTS

FOLDER = Path(str(tableside.games.d20.__file__)).parent


def missing(*keys: str) -> list[str]:
    return [key for key in keys if key not in TEXTS]


def test_every_procedure_input_outcome_amount_and_rule_has_words() -> None:
    needed = [key for id in PROCEDURES for key in (f"procedure.{id}", f"procedure.{id}.help")]
    for each in PROCEDURES.values():
        needed += [f"input.{input.id}" for input in each.inputs]
        needed += [f"outcome.{id}" for id in each.outcomes]
        needed += [f"amount.{id}" for id in each.amounts]
    assert missing(*needed) == []


def test_every_open_question_and_answer_has_words() -> None:
    needed = [f"rule.{rule.id}" for rule in RULESET.house_rules]
    needed += [f"option.{option}" for rule in RULESET.house_rules for option in rule.options]
    assert missing(*needed, *(f"option.{id}" for id in (*ABILITIES, *SENSES, *SAVES, INITIATIVE))) == []


def test_every_fact_question_and_throw_in_the_source_has_words() -> None:
    found = [key for path in FOLDER.glob("*.py") for key in words_needed(path)]
    assert missing(*found, *(f"fact.now-{state}" for state in STATES)) == []


def test_ids_that_are_picked_before_they_are_told_have_words() -> None:
    assert missing("fact.delay-lost", "fact.ready-lost", "fact.readies", "fact.readies-for") == []


def test_every_part_and_condition_has_words() -> None:
    on = people({"A": 0})
    needed = [f"part.d20.{each}" for each in sheet_parts(RULESET.blank(Kind.PC))]
    needed += [f"condition.{each}" for each in RULESET.conditions]
    needed += [f"derived.{label}" for label, _ in RULESET.derived(on, on[1]).values()]
    assert missing(*needed) == []


def test_every_reason_can_be_said_with_its_numbers() -> None:
    said = set()
    for row in rows("order"):
        on = people(row["people"], row.get("house"))
        order = order_of(begun(on, *row["faces"], choices=tuple(row.get("choices", ()))))
        for place in order.places:
            if place.reason:
                said.add(place.reason)
                assert TEXTS[f"reason.{place.reason}"].format_map(order.reason_values(place.key))
    assert said == {
        "modifier",
        "lower-modifier",
        "roll-off",
        "lost-roll-off",
        "gm-picked",
        "pc-first",
        "one-roll",
    }
    assert missing("reason.delayed", "reason.readied", "waits.delayed", "waits.readied") == []


def test_several_who_come_late_are_told_of_as_several() -> None:
    fact = Fact("joins-next-round", "D20-AMB-9", {"who": "Wolf 1, Wolf 2"})
    assert fact_text(fact) == "Joins when this round is over: Wolf 1, Wolf 2"
