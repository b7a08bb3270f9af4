"""Group rolls and treatment take help, gear, patches, exerting and pushing as single rolls do."""

from collections.abc import Mapping
from typing import Any

import pytest

from tableside.errors import RuleError
from tableside.rules.play import Chosen
from tableside.rules.table import Table
from tests.games.answers import fact_ids, table_after
from tests.games.galejatra.people import (
    ALL_ON,
    PROCEDURES,
    ailment,
    odds,
    person,
    proved,
    rows,
    run,
    sheet,
    table,
)
from tests.thorough import covering

Row = Mapping[str, Any]  # Any: a row's values are whatever its columns hold
TOGETHER, TREAT = "galejatra.group-attempt", "galejatra.treat"
GEAR = {"Pitons": 1, "Rope": 2, "Herbs": 2, "Bandage": 1}
MIRA = person(skills={"Climb": 3, "Sneak": 2, "Heal": 2}, items=GEAR)
BROK = person(2, "Brok", skills={"Climb": 4, "Heal": 3})
CATO = person(3, "Cato", skills={"Climb": 2})
EERO = person(5, "Eero", skills={"Climb": 2}, ailments=(ailment("Sprain", 1),))


def all_of_them(row: Row) -> Table:
    return table(MIRA, BROK, CATO, EERO, house=row.get("house", {}))


def texts(row: Row) -> dict[str, str]:
    return dict(row["inputs"])


@pytest.mark.parametrize("row", rows("together"), ids=lambda row: f"{row['id']} {row['sentence']}")
def test_pools_of_a_group(row: Row) -> None:
    faces = [face for dice in row["pools"] for face in [6] * dice + [1]]
    done = run(TOGETHER, all_of_them(row), *faces, opposition="1", **texts(row))
    assert [fact.values["dice"] for fact in done.facts if fact.id.startswith("tries")] == row["pools"]
    assert done.result.amounts == {"successes": len(row["pools"])}


@pytest.mark.parametrize("row", rows("treatment"), ids=lambda row: f"{row['id']} {row['sentence']}")
def test_pools_of_a_treatment(row: Row) -> None:
    done = run(TREAT, all_of_them(row), *[6] * row["dice"], 1, **texts(row))
    assert [fact.values["dice"] for fact in done.facts if fact.id.startswith("tries")] == [row["dice"]]
    assert sheet(done, 5).ailments.rows == ()


@pytest.mark.parametrize("procedure", [TOGETHER, TREAT])
def test_they_take_what_a_single_attempt_takes(procedure: str) -> None:
    """But who rolls for what; in a treatment the severity opposes, and once a day is another rule's."""
    single = {each.id for each in PROCEDURES["galejatra.attempt"].inputs}
    own = {each.id for each in PROCEDURES[procedure].inputs}
    of_treatment = {"opposition", "against", "bypass", "hindrance", "danger", "secret", "reaction"}
    left_out = {TOGETHER: {"who", "luck-dice"}, TREAT: {*of_treatment, "matter", "changed"}}
    assert single - own == left_out[procedure]


@pytest.mark.parametrize("procedure", [TOGETHER, TREAT])
def test_they_name_the_rules_of_what_they_take(procedure: str) -> None:
    needed = {f"HEI-2-{id}" for id in ("base", "taito", "paikkaus", "apu", "esine", "etu", "min")}
    needed |= {f"HEI-X-{id}" for id in ("reservi", "ponnistaa", "puskea", "both", "vaiva")}
    needed |= {f"HEI-AMB-{number}" for number in (1, 2, 3, 4, 6, 7, 8, 9, 11)} | {"HEI-S-all"}
    assert needed <= {*PROCEDURES[procedure].rules}


@pytest.mark.parametrize(
    ("inputs", "what"),
    [
        ({"helpers": "Cato", "help-with": "sneak"}, "sneak"),
        ({"skill": "no-skill", "patch": "yes"}, "a patch needs a skill"),
        ({"skill": "no-skill", "helpers": "Dora"}, "Dora has no skill to help with"),
        ({"edge": "3"}, "HEI-AMB-4"),
        ({"exert": "to-succeed"}, "not known"),
        ({"second": "sneak"}, "not known"),
    ],
)
def test_a_group_is_refused_what_a_single_attempt_is(inputs: dict[str, str], what: str) -> None:
    on = table(MIRA, BROK, CATO, person(4, "Dora"))
    with pytest.raises(RuleError, match=what):
        run(TOGETHER, on, **{"members": "Mira Brok", "skill": "climb", "opposition": "1", **inputs})


def test_each_member_exerts_and_pushes_for_their_own_roll() -> None:
    on = table(person(), person(2, "Brok", reserve=0), house=ALL_ON)
    group = {"members": "Mira Brok", "skill": "no-skill", "opposition": "1"}
    done = run(TOGETHER, on, 1, 4, 1, 4, 1, 1, choices="yes yes fear severity-1", **group)
    asked = [(step.question, step.who) for step in done.steps if isinstance(step, Chosen)]
    assert asked == [("exert", "Mira"), ("push", "Brok"), ("which-ailment", "Brok"), ("how-bad", "Brok")]
    assert sheet(done).reserve.current == 0 and sheet(done, 2).ailments.rows == (ailment("Fear", 1, "head"),)
    assert done.result.amounts == {"successes": 2}
    planned = run(TOGETHER, on, 1, 4, 1, 4, **group, exert="to-succeed", push="never")
    assert (planned.result.result, sheet(planned).reserve.current) == ("success", 0)
    assert not [step for step in planned.steps if isinstance(step, Chosen)]


@pytest.mark.parametrize(
    ("choices", "left"),
    [
        ("resource mira rope", [[], ["Lamp"]]),
        ("resource all-of-them rope lamp", [[], []]),
        ("ailment brok sprain severity-2", [["Rope"], ["Lamp", "Sprain"]]),
        ("time", [["Rope"], ["Lamp"]]),
    ],
)
def test_who_bears_the_one_price_of_a_group_is_asked(choices: str, left: list[list[str]]) -> None:
    """HEI-5-fail, HEI-S-group."""
    on = table(person(items={"Rope": 1}), person(2, "Brok", items={"Lamp": 1}), person(3, "Cato"))
    group = {"members": "Mira Brok Cato", "skill": "no-skill", "opposition": "1"}
    done = run(TOGETHER, on, *[1, 6] * 3, choices=choices, **group)
    held = [(sheet(done, key).items.rows, sheet(done, key).ailments.rows) for key in (1, 2)]
    assert [[row.name for row in (*items, *ailments)] for items, ailments in held] == left


@pytest.mark.long
@pytest.mark.parametrize(
    ("results", "secret", "time", "plans"),
    covering(
        ["one-result", "each-for-themselves"],
        ["no", "yes"],
        ["after-the-roll", "before-the-reveal"],
        [("to-succeed", "never"), ("to-succeed", "to-succeed"), ("ask", "to-succeed")],
    ),
)
def test_the_odds_of_a_group_that_exerts_and_pushes(
    results: str, secret: str, time: str, plans: tuple[str, str]
) -> None:
    """The one has a reserve and the other has none: they count on what each of them can do."""
    house = {"HEI-AMB-9": "reserve-in-play", "HEI-AMB-8": time}
    on = table(person(reserve=0), person(2, "Brok"), house=house)
    inputs = {"exert": plans[0], "push": plans[1], "secret": secret, "results": results}
    assert proved(TOGETHER, on, members="Mira Brok", skill="no-skill", opposition="1", **inputs)


@pytest.mark.long
def test_the_odds_of_a_group_with_help_and_gear() -> None:
    on = table(person(items={"Rope": 1}), person(2, "Brok"), CATO)
    inputs = {"members": "Mira Brok", "skill": "no-skill", "opposition": "1"}
    assert proved(TOGETHER, on, **inputs, item="rope")
    helped = {"helpers": "Cato", "help_with": "climb", "hindrance": "1"}
    assert proved(TOGETHER, on, **{**inputs, "members": "Mira"}, **helped)


@pytest.mark.long
@pytest.mark.parametrize("plans", [("to-succeed", "never"), ("ask", "to-succeed"), ("never", "never")])
def test_the_odds_of_a_treatment_with_all_it_takes(plans: tuple[str, str]) -> None:
    on = table(
        EERO,
        person(2, "Brok", skills={"Heal": 1}, items={"Herbs": 1}),
        CATO,
        house={"HEI-AMB-9": "reserve-in-play"},
    )
    inputs = {"who": "Eero", "healer": "Brok", "skill": "heal", "item": "herbs", "circumstances": "1"}
    assert proved(TREAT, on, **inputs, exert=plans[0], push=plans[1])
    if plans == ("never", "never"):
        bare = {**inputs, "item": "", "circumstances": "0"}
        assert proved(TREAT, on, **bare, helpers="Cato", help_with="climb")
    better = odds(TREAT, on, **inputs).chances["success"]
    assert better > odds(TREAT, on, **{**inputs, "item": ""}).chances["success"]


def test_a_treatment_that_is_pushed_costs_the_healer() -> None:
    on = table(EERO, person(2, "Brok"), house=ALL_ON)
    inputs = {"who": "Eero", "healer": "Brok"}
    done = run(TREAT, on, 1, 4, 1, 1, choices="fear", **inputs, exert="never", push="to-succeed")
    assert (done.result.result, sheet(done, 5).ailments.rows) == ("success", ())
    assert sheet(done, 2).ailments.rows == (ailment("Fear", 1, "head"),)
    assert "reserve-paid" in fact_ids(run(TREAT, on, 1, 4, **inputs, exert="to-succeed"))
    assert (
        table_after(done)[2].sheet != table_after(run(TREAT, on, 1, 4, **inputs, exert="to-succeed"))[2].sheet
    )
