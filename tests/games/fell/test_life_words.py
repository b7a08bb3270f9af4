"""Everything that life and growth in Fell can show has words."""

from pathlib import Path

import tableside.games.fell
from tableside.games.fell import DEPRIVED, FATIGUED, OVERBURDENED, RULESET
from tableside.games.fell.harm import DYINGS, FATES
from tableside.games.fell.house import HOUSE_RULES
from tableside.games.fell.sheet import ABILITIES, FellSheet
from tableside.rules.inputs import Choice
from tableside.rules.sheet import sheet_parts
from tableside.rules.table import Table
from tests.games.fell.lives import MODULES, PROCEDURES, hireling, pc, run, table
from tests.source import words_needed
from tests.words import TEXTS

FOLDER = Path(str(tableside.games.fell.__file__)).parent
NAMES = [module.__name__.rpartition(".")[2] for module in MODULES]


def test_every_procedure_input_outcome_amount_and_problem_has_words() -> None:
    needed = [key for id in PROCEDURES for key in (f"procedure.{id}", f"procedure.{id}.help")]
    for each in PROCEDURES.values():
        needed += [f"input.{input.id}" for input in each.inputs]
        needed += [f"outcome.{id}" for id in each.outcomes]
        needed += [f"amount.{id}" for id in each.amounts]
        needed += [f"problem.{id}" for id in each.problems(Table())]
        choices = (input for input in each.inputs if isinstance(input, Choice))
        needed += [f"option.{id}" for input in choices for id in input.options(Table(), {})]
    assert [key for key in needed if key not in TEXTS] == []


def test_every_open_question_has_words() -> None:
    needed = [f"rule.{each.id}" for each in HOUSE_RULES]
    needed += [f"option.{option}" for each in HOUSE_RULES for option in each.options]
    assert [key for key in needed if key not in TEXTS] == []


def test_every_part_of_the_sheet_has_words() -> None:
    needed = [f"part.fell.{id}" for id in sheet_parts(FellSheet())]
    needed += [f"condition.{id}" for id in (*DYINGS, DEPRIVED, FATIGUED, OVERBURDENED)]
    who = pc(coin=200, skills=("lore",), deprived=3)
    needed += [f"derived.{id}" for id, _ in RULESET.derived(table(who), who).values()]
    assert [key for key in needed if key not in TEXTS] == []


def test_every_fact_question_and_throw_in_the_source_has_words() -> None:
    assert [key for name in NAMES for key in words_needed(FOLDER / f"{name}.py") if key not in TEXTS] == []


def test_variants_have_words() -> None:
    needed = [f"fact.fell-die-{way}" for way in ("up", "down", "shrunk", "restored")]
    needed += [f"{kind}.fell-{id}-{fate}" for kind, id in _FATED for fate in FATES[1:]]
    needed += [f"why.fell-advance-{ability}" for ability in ABILITIES]
    needed += [f"question.raise-{ability}-or-learn" for ability in ("int", "wil")]
    needed += [f"question.which-has-{die}" for die in ("d4", "d8")]
    needed += [f"option.{id}" for id in ("raise-die", "try-for-skill", "try-for-spell")]
    assert [key for key in needed if key not in TEXTS] == []


_FATED = (("fact", "dying"), ("why", "death"))


def test_facts_carry_the_values_that_their_texts_show() -> None:
    on = table(pc(points=(1, 1, 1), deprived=1, lost=(1, 0, 0)), hireling())
    traits = (1,) * 10
    performed = [
        run("fell.harm", on, 2, 1, who="Anna", points="9"),
        run("fell.harm", on, who="Hob", points="9"),
        run("fell.deprive", on, who="Anna"),
        run("fell.feed", on, who="Anna"),
        run("fell.rest", on, kind="week"),
        run("fell.shrink", on, who="Anna"),
        run("fell.return-with-treasure", on, 6, 1, 3, who="Anna"),
        run("fell.create", on, 8, 8, 8, 5, 9, 20, 9, 9, *traits, 1, 1, 1, name="Bo"),
        run("fell.hire", on, name="Nob", skill="lore"),
        run("fell.improve-hireling", on, who="Hob", improvement="bigger-die"),
    ]
    for fact in (fact for each in performed for fact in each.facts):
        assert TEXTS[f"fact.{fact.id}"].format_map(dict(fact.values))
