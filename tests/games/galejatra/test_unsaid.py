"""What opposes is never left out in silence: where nobody has said it, it is asked (HEI-3-worst)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from tableside.rules.play import Asked, Chosen, DiceAsked, Performed, Step, play_to_end
from tableside.rules.procedure import Outcome, procedure_gains, read_procedure_inputs
from tableside.rules.sheet import Skills, Trait, Traits
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.wording.dice_and_chance_texts import assumed_text
from tableside.wording.facts import fact_text
from tests.games.answers import fact_ids
from tests.games.galejatra.people import PROCEDURES, cliff, given, odds, person, proved, rows, run, table

Row = Mapping[str, Any]  # Any: a row's values are whatever its columns hold
ATTEMPT, TOGETHER = "galejatra.attempt", "galejatra.group-attempt"
MIRA, BROK = person(skills={"Climb": 3}), person(2, "Brok", skills={"Climb": 2})
WALL = replace(cliff(8, Smooth=2), name="Wall")


def obstacles(which: str) -> tuple[Character, ...]:
    """A wall, and a cliff that is there, dead or retired; or none."""
    if which == "none":
        return ()
    dead = cliff().with_condition(Condition("dead")) if which == "dead" else cliff()
    return WALL, replace(dead, retired=which == "retired")


def rolled(on: Table, inputs: Mapping[str, str], choice: str = "") -> Performed[Outcome]:
    """With this answer to what opposes, or by default."""

    def answer(asked: Asked) -> Step:
        if isinstance(asked, DiceAsked):
            return asked.answered((6,) * len(asked.sides))
        is_it = asked.question == "what-opposes" and choice
        return Chosen(asked.question, choice if is_it else asked.default, asked.who)

    procedure = PROCEDURES[TOGETHER if "members" in inputs else ATTEMPT]
    return play_to_end(procedure.perform(on, read_procedure_inputs(procedure, inputs, on)), answer)


@pytest.mark.parametrize("row", rows("unsaid"), ids=lambda row: f"{row['id']} {row['sentence']}")
def test_what_opposes(row: Row) -> None:
    on = table(MIRA, BROK, *obstacles(row.get("obstacles", "")), house=row.get("house", {}))
    done = rolled(on, row["inputs"], row.get("choose", ""))
    dice = {len(each.faces) for each in done.dice if each.why == "opposition-dice"}
    assert dice == ({row["opposition"]} if row["opposition"] else set())
    asked = [each.question for each in done.steps if isinstance(each, Chosen)].count("what-opposes")
    assert asked == row.get("is_asked", True)
    assert ("may-oppose" in fact_ids(done)) == row.get("is_asked", True)
    assert fact_ids(done)[0] in ("tries", "tries-against", "group-tries"), "what is tried stands first"


def test_the_odds_are_those_against_the_hardest() -> None:
    on = table(MIRA, BROK, WALL, cliff())
    for procedure, who in ((ATTEMPT, {"who": "Mira"}), (TOGETHER, {"members": "Mira"})):
        inputs = {**who, "skill": "climb"}
        named = odds(procedure, on, **inputs, against="Cliff")
        open = odds(procedure, on, **inputs)
        assert (open.chances, open.amounts) == (named.chances, named.amounts)
        assert assumed_text(open) == "Against Cliff, the hardest in the way: 3 dice" and not named.assumes
        assert named != odds(procedure, on, **inputs, against="Wall")
    unskilled = replace(MIRA, sheet=replace(MIRA.sheet, skills=Skills()))
    assert proved(ATTEMPT, table(unskilled, WALL), who="Mira", skill="no-skill")


def test_the_odds_tell_which_ailments_take_dice() -> None:
    hurt = replace(MIRA, sheet=replace(MIRA.sheet, ailments=Traits((Trait("Sprain", (1,)),))))
    on = table(hurt, BROK, WALL)
    for procedure, who in ((ATTEMPT, {"who": "Mira"}), (TOGETHER, {"members": "Mira Brok"})):
        inputs = {**who, "skill": "climb"}
        told = "Fewer dice: Sprain 1, unless it does not matter"
        assert assumed_text(odds(procedure, on, **inputs, opposition="2")) == told
        open = assumed_text(odds(procedure, on, **inputs))
        assert open == f"{told}. Against Wall, the hardest in the way: 2 dice"
        assert not odds(procedure, on, **inputs, opposition="2", spared="sprain").assumes


def test_where_nothing_is_in_the_way_the_number_of_dice_is_asked() -> None:
    on = table(MIRA, BROK)
    for procedure, who in ((ATTEMPT, {"who": "Mira"}), (TOGETHER, {"members": "Mira"})):
        inputs = {**who, "skill": "climb"}
        done = run(procedure, on, *(6, 6, 6, 6), *(6, 6, 1), choices="opposed-3", **inputs)
        assert done.result.result == "success" and len(done.dice[1].faces) == 3
        assert run(procedure, on, choices="nothing-hampers", **inputs).result.result == "success"
        assert assumed_text(odds(procedure, on, **inputs)) == "Nothing opposes yet: the dice are asked for"
        assert not run(procedure, on, **inputs, opposition="0").steps
        assert not odds(procedure, on, **inputs, opposition="2").assumes
    hurt = replace(MIRA, sheet=replace(MIRA.sheet, ailments=Traits((Trait("Sprain", (1,)),))))
    told = "Fewer dice: Sprain 1, unless it does not matter. Nothing opposes yet: the dice are asked for"
    assert assumed_text(odds(ATTEMPT, table(hurt), who="Mira", skill="climb")) == told


def test_no_opposition_that_is_said_is_certain_success_whatever_is_in_the_way() -> None:
    on = table(MIRA, BROK, WALL, cliff())
    for procedure, who in ((ATTEMPT, {"who": "Mira"}), (TOGETHER, {"members": "Mira"})):
        inputs = {**who, "skill": "climb", "opposition": "0"}
        done = run(procedure, on, **inputs)
        assert done.result.result == "success" and not done.steps and "nothing-opposes" in fact_ids(done)
        assert odds(procedure, on, **inputs).chances["success"] == 1
        assert odds(procedure, on, **inputs, against="Wall").chances["success"] < 1
        assert given(procedure, on, **{**inputs, "opposition": ""})["opposition"] == 0, "open again"


def test_obstacles_of_one_name_are_told_apart() -> None:
    on = table(MIRA, cliff(), replace(WALL, name="Cliff!"), replace(WALL, key=7, name="Nothing hampers"))
    done = run(ATTEMPT, on, choices="nothing-hampers", who="Mira", skill="climb")
    assert done.result.result == "success" and not done.dice
    (told,) = (fact for fact in done.facts if fact.id == "may-oppose")
    assert told.values == {"names": "Cliff, Nothing hampers, Cliff!"}
    for choice, dice in (("cliff", 3), ("cliff-8", 2), ("nothing-hampers-7", 2)):
        assert len(rolled(on, {"who": "Mira", "skill": "climb"}, choice).dice[1].faces) == dice


def test_an_obstacle_is_in_nobodys_own_way_nor_in_the_foes() -> None:
    foe = replace(person(5, "Bandit"), kind=Kind.ENEMY)
    on = table(MIRA, foe, cliff())
    assert run(ATTEMPT, on, who="Bandit", skill="no-skill").result.result == "success"
    guard = replace(cliff(6, Watchful=2), name="Guard")
    assert not run(ATTEMPT, table(guard), who="Guard", skill="no-skill").dice


def test_of_many_obstacles_the_hardest_are_told_by_name() -> None:
    on = table(MIRA, *(replace(cliff(key, Steep=key), name=f"Cliff {key}") for key in range(3, 9)))
    done = rolled(on, {"who": "Mira", "skill": "climb"})
    (told,) = (fact for fact in done.facts if fact.id == "many-may-oppose")
    assert fact_text(told) == "In the way, the hardest first: Cliff 8, Cliff 7, Cliff 6 and 3 more"


def test_nothing_more_to_overcome_is_told_as_making_it_likelier() -> None:
    """A die of the GM's own would stand in the place of the obstacle that is in the way."""
    on = table(MIRA, BROK, WALL, cliff())
    procedure = PROCEDURES[ATTEMPT]
    given = read_procedure_inputs(procedure, {"who": "Mira", "skill": "climb"}, on)
    now = procedure.chances(on, given).chances["success"]
    likelier = {
        each.input for each in procedure_gains(procedure, on, given) if each.odds.chances["success"] > now
    }
    assert {"edge"} <= likelier and not likelier & {"opposition", "hindrance"}
    modifier = procedure.modifier_input
    assert modifier is not None and modifier.id == "edge", "a plus makes it easier"
