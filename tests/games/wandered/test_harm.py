"""Harm, treatment, rest (PBT-X-harm), conditions (PBT-X-cond) and Defiances (PBT-X-save)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tableside.errors import RuleError
from tableside.games import load_game
from tableside.games.wandered import RULESET, harm
from tableside.games.wandered.harm import MARKED, Severity
from tableside.games.wandered.sheet import WanderedHouse, WanderedSheet, towards_limits
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.form_filling import filled_form
from tableside.rules.play import Play, play_rule
from tableside.rules.procedure import Role
from tableside.rules.table import Condition, Table
from tableside.views.fact_headlines import headline_of
from tableside.views.input_values import input_options_to_pick
from tableside.wording import worded_on_screen
from tests.games.answers import fact_ids, named
from tests.games.wandered.people import after, anna, bert, rows, run, sheet, snare, table


def marked(sheet: WanderedSheet) -> list[int]:
    return [sheet.pains.marked, sheet.wounds.marked, sheet.breaks.marked]


@pytest.mark.parametrize("row", rows("harm"), ids=named)
def test_harm(row: dict[str, Any]) -> None:  # Any: a row's values
    on = table(anna(harm=tuple(row["before"])))
    done = run("wandered.harm", on, inputs={"who": "Anna", "severity": row["severity"]})
    assert done.result.result == row["outcome"]
    assert done.result.table is not None and marked(sheet(done.result.table)) == row["after"]
    assert done.result.table[1].has("dead") == (row["outcome"] == "fatal")


@pytest.mark.parametrize("row", rows("treatment"), ids=named)
def test_treatment(row: dict[str, Any]) -> None:  # Any: a row's values
    on = table(anna(harm=tuple(row["before"])))
    done = run("wandered.treat", on, inputs={"who": "Anna", "severity": row["severity"]})
    assert done.result.table is not None and marked(sheet(done.result.table)) == row["after"]
    facts = [[each.id, each.values["count"]] for each in done.facts]
    assert facts == row.get(
        "facts", [[f"treated-{row['severity']}", row["before"][MARKED.index(row["severity"])]]]
    )


def test_every_overflow_is_told() -> None:
    inputs = {"who": "Anna", "severity": "pain"}
    done = run("wandered.harm", table(anna(harm=(2, 2, 1))), inputs=inputs)
    assert fact_ids(done) == ["no-room-pain", "no-room-wound", "no-room-break", "harm-is-fatal"]
    assert headline_of(done.facts).detail == "Pains full · Wounds full · Breaks full"


def test_several_injuries_and_several_people_at_once() -> None:
    on = table(anna(harm=(1, 0, 0)), bert())
    done = run("wandered.harm", on, inputs={"who": "Anna Bert", "severity": "pain", "count": "2"})
    assert done.result.result == "wound"
    assert done.result.table is not None
    assert [marked(sheet(done.result.table, key)) for key in (1, 2)] == [[2, 1, 0], [2, 0, 0]]


def test_what_an_injury_comes_to_is_known_before() -> None:
    procedure = RULESET.procedure("wandered.harm")
    for boxes, picks in (
        ((2, 2, 1), ["Pain → death", "Wound → death", "Break → death"]),
        ((2, 1, 1), ["Pain → Wound", "Wound", "Break → death"]),
        ((0, 0, 0), ["Pain", "Wound", "Break"]),
    ):
        form = filled_form(procedure, table(anna(harm=boxes)), 1)
        assert [*input_options_to_pick(form, "severity", table(anna(harm=boxes))).values()] == picks
    both = table(anna(harm=(2, 2, 1)), bert())
    odds = procedure.chances(both, {"who": (1, 2), "severity": "pain", "count": 1})
    assert odds.chances == {"fatal": 1} and odds.fates == {"Anna": {"fatal": 1}, "Bert": {"pain": 1}}


def test_nothing_more_befalls_the_dead() -> None:
    on = table(anna(harm=(2, 2, 1)))
    done = run("wandered.harm", on, inputs={"who": "Anna", "severity": "wound", "count": "3"})
    assert fact_ids(done).count("harm-is-fatal") == 1
    with pytest.raises(RuleError, match="dead"):
        harm.mark(anna("dead"), Severity.PAIN, Play())


def test_those_whom_the_gm_plays_take_no_harm() -> None:
    """PBT-X-danger: there are no hit points."""
    with pytest.raises(RuleError, match="remove a resource of theirs"):
        run("wandered.harm", table(snare()), inputs={"who": "Snare", "severity": "pain"})


def test_what_cannot_be_treated() -> None:
    for harmed, severity, words in (
        ((0, 0, 0), Severity.WOUND, "no wound to treat"),
        ((2, 1, 0), Severity.WOUND, "no pain box"),
        ((0, 2, 1), Severity.BREAK, "no wound box"),
    ):
        with pytest.raises(RuleError, match=words):
            harm.treat(table(anna(harm=harmed)), Play(), (1,), severity)


def test_a_rest_clears_a_pain_and_nothing_else() -> None:
    on = table(anna(harm=(2, 1, 1)), bert(), snare())
    rested = after("wandered.rest", on, inputs={})
    assert marked(sheet(rested)) == [1, 1, 1]
    assert marked(sheet(rested, 2)) == [0, 0, 0]
    every = table(anna(harm=(2, 1, 1)), house={"PBT-X-house-rest": "all-pains"})
    assert marked(sheet(after("wandered.rest", every, inputs={"who": "Anna"}))) == [0, 1, 1]


@given(st.lists(st.sampled_from(MARKED), max_size=8))
def test_every_injury_finds_a_box_or_is_fatal(severities: list[Severity]) -> None:
    who = bert()
    for severity in severities:
        if not who.has("dead"):
            _, who = harm.mark(who, severity, Play())
    assert who.has("dead") or sum(marked(WanderedSheet.of(who))) == len(severities)
    assert len(severities) < 6 or who.has("dead")


FOUR = ("afraid", "obvious", "weary", "distracted")


def mark(on: Table, condition: str, *choices: str) -> Table:
    return after(
        "wandered.mark-condition", on, choices=choices, inputs={"who": "Anna", "condition": condition}
    )


def test_four_conditions_fit() -> None:
    on = mark(table(anna(*FOUR[:3])), FOUR[3])
    assert towards_limits(on[1]) == FOUR
    assert (sheet(on).experience, RULESET.state(on, on[1])) == (0, ("at-the-limit",))


def test_a_fifth_breaks_ones_limits() -> None:
    """PBT-X-harm: XP is marked and four conditions are erased; the player says which stays."""
    done = run("wandered.mark-condition", table(anna(*FOUR)), inputs={"who": "Anna", "condition": "sea sick"})
    assert (done.result.result, done.result.amounts) == ("limits-broken", {"held": 1})
    told = ["condition-too-many", "limits-broken", "conditions-erased", "condition-not-erased"]
    assert fact_ids(done) == told
    assert headline_of(done.facts).words == "Anna breaks their limits"
    detail = "XP 1 · by sea sick · 4 conditions erased · stays sea sick"
    assert headline_of(done.facts).detail == detail
    on = mark(table(anna(*FOUR)), "reckless", "weary")
    assert towards_limits(on[1]) == ("weary",)
    assert sheet(on).experience == 1


def test_being_dead_or_stunned_is_none_of_the_four() -> None:
    on = mark(table(anna("stunned", *FOUR[:3])), "paranoid")
    assert on[1].has("stunned") and sheet(on).experience == 0


def test_more_than_five_conditions_lose_four_as_well() -> None:
    """The GM may have set some by hand."""
    on = mark(table(anna(*FOUR, "obsessed")), "reckless", "afraid", "reckless")
    assert towards_limits(on[1]) == ("afraid", "reckless")


def test_a_condition_is_marked_once() -> None:
    with pytest.raises(RuleError, match="already"):
        harm.take_condition(anna("weary"), Condition("weary"), Play())


def test_a_condition_may_last_for_rounds_and_the_gms_have_no_limits() -> None:
    inputs = {"who": "Anna, Snare", "condition": "dazzled", "rounds": "2"}
    on = after("wandered.mark-condition", table(anna(), snare()), inputs=inputs)
    assert [on[key].conditions[-1].rounds for key in (1, 3)] == [2, 2]
    for condition in (*FOUR, "obsessed"):
        inputs = {"who": "Snare", "condition": condition}
        assert run("wandered.mark-condition", on, inputs=inputs).result.result == "marked"
        on = after("wandered.mark-condition", on, inputs=inputs)
    assert len(on[3].conditions) == 6


def test_the_key_for_conditions_marks_them_by_the_rules() -> None:
    """A fifth breaks limits however it is put."""
    found = campaign_rules(load_game("wandered")).role(Role.CONDITION, table(anna()))
    assert found is not None and found.id == "wandered.mark-condition"
    with pytest.raises(RuleError, match="needs a name"):
        harm.take_condition(anna(), Condition(" "), Play())


def test_a_point_of_defiance_undoes_a_consequence() -> None:
    """PBT-X-save."""
    on = after("wandered.defy", table(anna()), inputs={"who": "Anna", "way": "by-force"})
    assert (sheet(on).force.current, sheet(on).force.maximum) == (0, 1)
    with pytest.raises(RuleError, match="left is mail") as refused:
        harm.defy(on, Play(), 1, "by-force")
    assert worded_on_screen(refused.value.message) == "Anna cannot defy with 'Force': left is mail"


def test_armour_defies_by_its_uses() -> None:
    """PBT-X-save: and is spent, not destroyed, when it can be refreshed."""
    on = after("wandered.defy", table(anna()), inputs={"who": "Anna", "way": "mail"})
    assert harm.ways_to_defy(on[1], 1) == ("by-force",)
    on = after("wandered.refresh-resource", on, inputs={"who": "Anna", "resource": "mail"})
    assert harm.ways_to_defy(on[1], 1) == ("by-force", "mail")


def test_refreshing_oneself_brings_every_point_back() -> None:
    on = after("wandered.defy", table(anna()), inputs={"who": "Anna", "way": "by-force"})
    on = after("wandered.refresh", on, inputs={"who": "Anna"})
    points = [meter.current for meter in sheet(on).defiances.values()]
    assert points == [1, 0, 1, 0]


def test_there_is_always_a_way_out_of_a_question() -> None:
    """The rule stops for the choice and goes on with it; nothing is decided twice."""
    asked = play_rule(lambda play: harm.take_condition(anna(*FOUR), Condition("reckless"), play), ())
    assert getattr(asked, "question", "") == "condition-that-stays"
    assert WanderedHouse.of(table()).rest == "one-pain"
