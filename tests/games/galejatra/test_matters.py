"""Nothing is rolled for twice until the situation has changed (HEI-5-once)."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from tableside.errors import RuleError
from tableside.games.galejatra import RULESET
from tableside.games.galejatra.sheet import GalejatraSheet
from tableside.language.feedback import feedback_summary
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.inputs import Given
from tableside.rules.play import Asked, Chosen, DiceAsked, Performed, Step, play_to_end
from tableside.rules.procedure import Outcome, Procedure, read_procedure_inputs
from tableside.rules.sheet import Tags
from tableside.rules.table import Kind, Table
from tableside.rules.turns.sides import SidesOrder
from tests.games.answers import fact_ids, table_after
from tests.games.galejatra.people import PROCEDURES, cliff, odds, person, rows, run, sheet, table
from tests.understood import understood_at

RULES = campaign_rules(RULESET)
Row = Mapping[str, Any]  # Any: a row's values are whatever its columns hold
ATTEMPT, TOGETHER, CHANGED = "galejatra.attempt", "galejatra.group-attempt", "galejatra.changed"
MIRA = person(skills={"Climb": 3, "Sneak": 2})
BROK = person(2, "Brok", skills={"Climb": 4})
CATO = person(3, "Cato", skills={"Climb": 2})
DORA = person(4, "Dora")
WALL = replace(cliff(8, Smooth=2), name="Wall")
EVERYBODY = table(MIRA, BROK, CATO, DORA, cliff(), WALL)


def thrown(on: Table, inputs: Mapping[str, str], *, wins: bool = False) -> Performed[Outcome]:
    """An attempt, of one or of a group, that fails, or `wins`."""
    procedure = PROCEDURES[of(inputs)]
    return _thrown(procedure, on, read_procedure_inputs(procedure, inputs, on), wins=wins)


def said(on: Table, line: str, *, wins: bool = False) -> Performed[Outcome]:
    """What a line on the command bar attempts, which fails, or `wins`."""
    form = understood_at(line, on, RULES, None).form
    assert form is not None
    return _thrown(form.procedure, on, form.given, wins=wins)


def _thrown(procedure: Procedure, on: Table, given: Given, *, wins: bool) -> Performed[Outcome]:
    def answer(asked: Asked) -> Step:
        if isinstance(asked, DiceAsked):
            is_good = (asked.why == "opposition-dice") != wins
            return asked.answered((6 if is_good else 1,) * len(asked.sides))
        return Chosen(asked.question, asked.default, asked.who)

    return play_to_end(procedure.perform(on, given), answer)


def of(inputs: Mapping[str, str]) -> str:
    return TOGETHER if "members" in inputs else ATTEMPT


@pytest.mark.parametrize("row", rows("once"), ids=lambda row: f"{row['id']} {row['sentence']}")
def test_once(row: Row) -> None:
    first, then = row["first"], row["then"]
    wins = row.get("wins", False)
    on = table_after(thrown(EVERYBODY, first, wins=wins))
    if not row["refused"]:
        done = thrown(on, then, wins=True)
        asked = [step.question for step in done.steps if isinstance(step, Chosen)]
        assert (done.result.result, "another-matter" in asked) == ("success", row.get("asked", False))
        assert odds(of(then), on, **then).chances["success"] > 0
        return
    for ask in (run, odds):
        with pytest.raises(RuleError, match=r"say changed .+ when.*changed=yes"):
            ask(of(then), on, **then)
    opened = table_after(run(CHANGED, on))
    assert thrown(opened, then, wins=True).result.result == "success"


@pytest.mark.parametrize(
    "first", ["mira climbs the cliff", "dora no skill cliff", "mira climbs 2", "brok climb wall"]
)
def test_the_words_that_open_a_matter_are_understood(first: str) -> None:
    on = table_after(said(EVERYBODY, first))
    with pytest.raises(RuleError, match="has failed") as refusal:
        said(on, first)
    words = re.search(r"say (changed .+?) when", str(refusal.value))
    assert words is not None
    assert fact_ids(said(on, words[1])) == ["matter-open"]


@pytest.mark.parametrize(
    ("first", "then", "is_refused"),
    [
        ("mira climbs 2", "dora climbs against 2", True),
        ("dora climbs 2", "mira climbs 4", True),
        ("dora climbs 2", "mira climbs the cliff", True),
        ("dora climbs the cliff", "mira climbs 4", True),
        ("mira climbs 2", "mira climbs over the gate 4", False),
        ("mira climbs over the gate 4", "dora climbs over the gate 1", True),
        ("mira climbs over the gate 4", "dora climbs 1", True),
        ("mira and brok climb over the gate 2", "mira climbs over the gate 2", True),
        ("mira lifts the bell 2", "brok and dora lift the bell 3", True),
        ("mira lifts the bell 2", "brok lifts the wheel 2", False),
    ],
)
def test_what_is_said_of_deeds_is_the_matter(first: str, then: str, is_refused: bool) -> None:
    on = table_after(said(EVERYBODY, first))
    if is_refused:
        with pytest.raises(RuleError, match="has failed in"):
            said(on, then)
    else:
        assert said(on, then, wins=True).result.result == "success"


def test_what_is_said_in_a_fight_closes_nothing() -> None:
    fighting = replace(EVERYBODY, order=SidesOrder())
    for line in ("mira climbs over the gate 4", "mira lifts the bell 2"):
        assert sheet(said(fighting, line)).spent.names == ()


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("mira climbs over the gate", "Mira · Climb · matter Climb: over the gate"),
        (
            "mira climbs over the gate with dora 4",
            "opposition 4 · helpers Dora · matter Climb: over the gate",
        ),
        ("mira climbs over the gate 3 edge 1", "opposition 3 · edge 1 · matter Climb: over the gate"),
        ("mira climbs the cliff with dora", "Mira · Climb · against Cliff · helpers Dora"),
    ],
)
def test_what_a_skill_is_tried_on_is_the_matter_whatever_else_is_said(line: str, meant: str) -> None:
    assert meant in feedback_summary(understood_at(line, EVERYBODY, RULES, None), EVERYBODY)


def test_what_is_tried_without_a_skill_is_told_once() -> None:
    told = feedback_summary(understood_at("dora climbs 2", EVERYBODY, RULES, None), EVERYBODY)
    assert told == "Attempt · Dora · no skill · opposition 2 · matter Climb"


def test_who_has_failed_in_what_is_on_their_sheet_and_told() -> None:
    done = thrown(EVERYBODY, {"who": "Mira", "skill": "climb", "against": "Cliff"})
    assert sheet(done).spent.names == ("Climb: Cliff",)
    assert done.facts[-1].values == {"who": "Mira", "matter": "Climb: Cliff"}
    both = thrown(EVERYBODY, {"members": "Mira Dora", "skill": "climb", "opposition": "2"})
    assert sheet(both).spent.names == sheet(both, 4).spent.names == ("Climb",)
    assert both.facts[-1].values == {"who": "Mira, Dora", "matter": "Climb"}


def test_of_a_group_those_who_succeed_have_failed_in_nothing() -> None:
    on = table(MIRA, DORA)
    group = {"members": "Mira Dora", "skill": "no-skill", "opposition": "1"}
    apart = run(TOGETHER, on, 6, 1, 1, 6, **group, results="each-for-themselves")
    assert (sheet(apart).spent.names, sheet(apart, 4).spent.names) == ((), ("no skill",))
    assert sheet(run(TOGETHER, on, 6, 1, 1, 6, **group), 4).spent.names == ()  # half of them is enough


def test_one_word_opens_everything_or_one_matter() -> None:
    on = table_after(thrown(EVERYBODY, {"members": "Mira Brok", "skill": "climb", "against": "Cliff"}))
    on = table_after(thrown(on, {"who": "Cato", "skill": "no-skill", "opposition": "1"}))
    everything = run(CHANGED, on, matter="every-matter")
    assert everything.result.amounts == {"matters": 2}
    assert [fact.values["matter"] for fact in everything.facts] == ["Climb: Cliff", "no skill"]
    one = run(CHANGED, on, matter="Climb: Cliff")
    assert one.result.amounts == {"matters": 1} and sheet(one, 3).spent.names == ("no skill",)
    mine = run(CHANGED, on, who="Mira")
    assert (sheet(mine).spent.names, sheet(mine, 2).spent.names) == ((), ("Climb: Cliff",))
    assert PROCEDURES[CHANGED].problems(on) == ()
    assert PROCEDURES[CHANGED].problems(EVERYBODY) == ("nothing-spent",)


def test_changed_opens_it_for_everybody_on_that_side_and_nothing_else() -> None:
    inputs = {"who": "Brok", "skill": "climb", "against": "Cliff"}
    on = table_after(thrown(EVERYBODY, {**inputs, "who": "Mira"}))
    on = table_after(thrown(on, {**inputs, "against": "Wall"}))
    done = thrown(on, {**inputs, "changed": "yes"})
    assert fact_ids(done)[:3] == ["tries-against", "dice-base-skill", "matter-open"]
    assert (sheet(done).spent.names, sheet(done, 2).spent.names) == ((), ("Climb: Wall", "Climb: Cliff"))
    declined = run(ATTEMPT, on, choices="no", **inputs, changed="yes", danger="a fall")
    assert declined.result.result == "declined" and sheet(declined).spent.names == ()
    assert "matter-open" not in fact_ids(thrown(EVERYBODY, {**inputs, "changed": "yes"}))


def test_who_has_left_play_has_failed_all_the_same() -> None:
    on = table_after(thrown(EVERYBODY, {"who": "Mira", "skill": "climb", "against": "Cliff"}))
    on = on.put(replace(on[1], retired=True))
    with pytest.raises(RuleError, match="Mira has failed in 'Climb: Cliff'"):
        run(ATTEMPT, on, who="Brok", skill="climb", against="Cliff")
    assert thrown(table_after(run(CHANGED, on)), {"who": "Brok", "skill": "climb", "against": "Cliff"})


def test_what_a_foe_fails_in_is_closed_to_the_foes_alone() -> None:
    foe = replace(person(5, "Bandit", skills={"Climb": 1}), kind=Kind.ENEMY)
    on = table_after(thrown(table(MIRA, foe), {"who": "Bandit", "skill": "climb", "opposition": "2"}))
    assert thrown(on, {"who": "Mira", "skill": "climb", "opposition": "2"})
    with pytest.raises(RuleError, match="Bandit has failed"):
        run(ATTEMPT, on, who="Bandit", skill="climb", opposition="2")


def test_a_fight_closes_nothing_that_has_no_name() -> None:
    fighting = replace(EVERYBODY, order=SidesOrder())
    inputs = {"who": "Mira", "skill": "climb", "against": "Cliff"}
    assert sheet(thrown(fighting, inputs)).spent.names == ()
    named = table_after(thrown(fighting, {**inputs, "matter": "the bell"}))
    with pytest.raises(RuleError, match="the bell"):
        run(ATTEMPT, named, **inputs, matter="the bell")


def test_what_an_earlier_reading_remembered_is_closed_for_everybody() -> None:
    """It remembered the obstacle alone of a roll without a skill."""
    for name in ("Cliff", "Climb: Cliff"):
        spent = replace(MIRA, sheet=replace(GalejatraSheet.of(MIRA), spent=Tags((name,))))
        with pytest.raises(RuleError, match="Mira has failed"):
            run(ATTEMPT, EVERYBODY.put(spent), who="Brok", skill="climb", against="Cliff")


def test_of_several_matters_changed_alone_opens_none_and_names_them() -> None:
    on = table_after(thrown(EVERYBODY, {"who": "Mira", "skill": "climb", "against": "Cliff"}))
    assert run(CHANGED, on).result.amounts == {"matters": 1}
    on = table_after(thrown(on, {"who": "Cato", "skill": "no-skill", "opposition": "1"}))
    with pytest.raises(RuleError, match="or everything: Climb: Cliff, no skill"):
        run(CHANGED, on)
    assert run(CHANGED, on, who="Mira").result.amounts == {"matters": 1}


def test_what_nobody_has_failed_in_is_said_to_be_open() -> None:
    on = table_after(thrown(EVERYBODY, {"who": "Cato", "skill": "no-skill", "opposition": "1"}))
    with pytest.raises(RuleError, match="Climb is open"):
        run(CHANGED, on, matter="climb")


@pytest.mark.parametrize("whose", [{"who": "Mira"}, {"members": "Mira Brok"}])
def test_the_same_matter_by_another_skill_is_not_rolled_for(whose: dict[str, str]) -> None:
    on = table_after(thrown(EVERYBODY, {"who": "Mira", "skill": "climb", "against": "Cliff"}))
    done = run(of(whose), on, **whose, skill="sneak", against="Cliff", choices="no")
    assert (done.result.result, done.result.table, done.dice) == ("declined", None, ())
