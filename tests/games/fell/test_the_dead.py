"""The dead in Fell (FELL-DEATH): dying no more, killed once, and no count that goes on without them."""

from dataclasses import replace

import pytest

from tableside.errors import RuleError
from tableside.games.fell import RULESET
from tableside.games.fell.time import Fate
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.play import Performed
from tableside.rules.procedure import Outcome
from tableside.rules.table import Condition, Table
from tableside.rules.turns.sides import Side, SidesOrder
from tableside.views.character_list import character_list_state_spans
from tests.games.answers import perform
from tests.games.fell.lives import foe, pc, table

RULES = campaign_rules(RULESET)
DYING = Condition("dying", rounds=2)


def run(id: str, on: Table, *faces: int, choices: tuple[str, ...] = (), **inputs: str) -> Performed[Outcome]:
    return perform(RULES.procedure(id), on, faces, choices, inputs)


def after(id: str, on: Table, *faces: int, choices: tuple[str, ...] = (), **inputs: str) -> Table:
    return run(id, on, *faces, choices=choices, **inputs).result.table or on


def fighting(on: Table) -> Table:
    return replace(on, order=SidesOrder((Side("party", (1,)), Side("enemies", (2,))), turn=1))


def names(on: Table, key: int = 1) -> list[str]:
    return [each.name for each in on[key].conditions]


@pytest.mark.parametrize("held", [DYING, Condition("dying-in-hours", 3), Condition("dying-in-days", 1)])
def test_who_is_said_to_be_dead_is_dying_no_more(held: Condition) -> None:
    on = after("campaign.condition", table(pc(conditions=(held,))), who="Anna", condition="dead")
    assert names(on) == ["dead"]


@pytest.mark.parametrize("condition", ["dead", "dying", "dying-in-hours", "out-of-action"])
def test_the_dead_do_not_die_again(condition: str) -> None:
    on = table(pc(conditions=(Condition("dead"),)), pc(2, "Bo"))
    with pytest.raises(RuleError, match="Anna is dead already"):
        run("campaign.condition", on, who="Anna", condition=condition)
    both = run("campaign.condition", on, who="Anna, Bo", condition=condition)
    assert [fact.values["who"] for fact in both.facts] == ["Bo"]
    assert both.result.table is not None and names(both.result.table) == ["dead"]


def test_what_else_holds_of_the_dead_may_be_said() -> None:
    on = after("campaign.condition", table(pc(conditions=(Condition("dead"),))), who="Anna", condition="cold")
    assert names(on) == ["dead", "cold"]


def test_an_old_campaign_shows_the_dead_as_dead_alone() -> None:
    on = table(pc(conditions=(Condition("dead"), DYING, Condition("dying-in-days", 2), Condition("cold"))))
    shown = "".join(text for text, _ in character_list_state_spans(on[1], on, RULES)).split()
    assert shown == ["DEAD", "cold"]


def test_the_count_of_the_dead_does_not_go_on() -> None:
    """As an old campaign may have it: the next end of a round takes it away, and tells of no second death."""
    on = fighting(table(pc(conditions=(Condition("dead"), DYING)), foe()))
    done = run("turn.next", on)
    assert done.result.table is not None and names(done.result.table) == ["dead"]
    assert {"fell-died", "condition-last-round", "condition-ended"}.isdisjoint(each.id for each in done.facts)


def test_the_dying_die_once_at_the_end_of_their_last_round() -> None:
    on = fighting(table(pc(conditions=(Condition("dying", rounds=1),)), foe()))
    done = run("turn.next", on)
    assert [each.id for each in done.facts].count("fell-died") == 1
    assert done.result.table is not None and names(done.result.table) == ["dead"]
    later = run("turn.next", fighting(done.result.table))
    assert "fell-died" not in [each.id for each in later.facts]


def test_the_end_of_a_fight_says_how_many_rounds_are_left() -> None:
    told = run("turn.end", fighting(table(pc(conditions=(DYING,)), foe()))).facts
    assert ("condition-stays-for-rounds", 2) in [(each.id, each.values.get("rounds")) for each in told]


@pytest.mark.parametrize(
    ("fate", "left", "fact"),
    [
        (Fate.OPEN, ["dying"], "fell-was-dying"),
        (Fate.TREATED, [], "fell-treated"),
        (Fate.DEAD, ["dead"], "fell-died"),
    ],
)
def test_a_session_that_begins_asks_what_became_of_the_dying(fate: Fate, left: list[str], fact: str) -> None:
    on = table(pc(conditions=(DYING,)), pc(2, "Bo", conditions=(Condition("dying-in-hours", 2),)))
    done = run("campaign.begin-session", on, choices=(fate,))
    assert done.result.table is not None and names(done.result.table) == left
    assert fact in [each.id for each in done.facts]
    assert names(done.result.table, 2) == ["dying-in-hours"], "hours pass in the game alone"


def test_a_session_that_begins_in_the_middle_of_a_fight_goes_on_counting() -> None:
    on = fighting(table(pc(conditions=(DYING,)), foe()))
    done = run("campaign.begin-session", on)
    assert done.result.table is not None and done.result.table[1].condition("dying") == DYING
    assert [each.id for each in done.facts] == ["session-begun"]


def test_the_dead_are_not_asked_about() -> None:
    done = run("campaign.begin-session", table(pc(conditions=(Condition("dead"), DYING))))
    assert "fell-was-dying" not in [each.id for each in done.facts]


@pytest.mark.parametrize(
    ("pace", "round", "left"),
    [("encounter", 6, 2), ("wild", 1, 1), ("wild", 2, 1), ("dungeon", 5, 2), ("dungeon", 6, 1)],
)
def test_rounds_as_long_as_their_pace_come_to_hours(pace: str, round: int, left: int) -> None:
    """FELL-TURN, FELL-DEATH: a round is an hour in the wilderness, a sixth of one in a dungeon."""
    on = fighting(table(pc(conditions=(Condition("dying-in-hours", 2),)), foe()))
    assert isinstance(on.order, SidesOrder)
    on = after("turn.next", replace(on, order=replace(on.order, pace=pace, round=round)))
    assert on[1].conditions == (Condition("dying-in-hours", left),)


def test_the_hours_of_rounds_come_to_days() -> None:
    on = fighting(table(pc(conditions=(Condition("dying-in-days", 2),)), foe()))
    assert isinstance(on.order, SidesOrder)
    on = replace(on, order=replace(on.order, pace="wild"))
    for _ in range(2 * 23):
        on = after("turn.next", on)
    assert on[1].conditions == (Condition("dying-in-days", 2),) and on.day == 1
    assert [(each.name, each.marked, each.steps) for each in on.clocks] == [("Hours", 23, 24)]
    on = after("turn.next", after("turn.next", on))
    assert on[1].conditions == (Condition("dying-in-days", 1),) and on.day == 2 and not on.clocks


def test_hours_said_one_by_one_come_to_a_day() -> None:
    on = table(pc(conditions=(Condition("dying-in-days", 2),)))
    on = after("fell.pass-time", on, unit="hours", count="20")
    assert on[1].conditions == (Condition("dying-in-days", 2),)
    on = after("fell.pass-time", on, unit="hours", count="5")
    assert on[1].conditions == (Condition("dying-in-days", 1),) and on.day == 2
    assert [each.marked for each in on.clocks] == [1]


def test_no_clock_counts_hours_when_nobody_is_dying_in_days() -> None:
    assert not after("fell.pass-time", table(pc()), unit="hours", count="5").clocks
