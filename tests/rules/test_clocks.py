"""Clocks of any campaign (HEI-X-mittari)."""

import pytest

from tableside.errors import RuleError
from tableside.rules.clocks import PROCEDURES
from tableside.rules.odds import every_roll
from tableside.rules.play import DiceAsked, Performed, Play, play_rule
from tableside.rules.procedure import Outcome, read_procedure_inputs
from tableside.rules.table import Table, TableClock, TableClockSight
from tableside.wording.facts import fact_text

BY_ID = {each.id.removeprefix("campaign."): each for each in PROCEDURES}


def run(procedure: str, on: Table, **inputs: str) -> Performed[Outcome]:
    found = BY_ID[procedure]
    play = Play()
    outcome = found.perform(on, read_procedure_inputs(found, inputs, on))(play)
    return Performed(outcome, (), tuple(play.facts))


def after(done: Performed[Outcome]) -> Table:
    assert done.result.table is not None
    return done.result.table


def storm(**more: str) -> Table:
    inputs = {"name": "The Storm", "steps": "6", "milestones": "5 hail; 2 wind", **more}
    return after(run("add-clock", Table(), **inputs))


def test_a_clock_has_steps_and_milestones() -> None:
    assert storm().clocks == (
        TableClock("The Storm", 6, 0, ((2, "wind"), (5, "hail")), TableClockSight.OPEN),
    )


def test_a_clock_and_a_track_may_begin_with_steps_that_are_marked_already() -> None:
    """What has happened on the way has happened: no milestone fires."""
    clock = run("add-clock", Table(), name="The Storm", steps="6", milestones="2 wind", marked="3")
    assert [fact_text(each) for each in clock.facts][1:] == ["The Storm: 3 of 6 steps"]
    track = run("add-track", after(clock), name="The bell", marked="10")
    assert [(each.marked, each.steps) for each in after(track).clocks] == [(3, 6), (10, 40)]


def test_a_milestone_fires_as_soon_as_all_steps_up_to_it_are_marked() -> None:
    one = run("tick-clock", storm(), clock="the-storm")
    assert [fact.id for fact in one.facts] == ["clock-ticked"]
    two = run("tick-clock", after(one), clock="the")
    assert [fact.values.get("text") for fact in two.facts] == [None, "wind"]
    assert run("tick-clock", after(two), clock="the").result.amounts == {"marked": 3}


def test_a_big_deed_marks_several_steps_and_fires_all_on_the_way() -> None:
    done = run("tick-clock", storm(), clock="the-storm", steps="9")
    assert (done.result.result, after(done).clocks[0].marked) == ("full", 6)
    assert [fact.id for fact in done.facts] == ["clock-ticked", "milestone", "milestone", "clock-full"]
    with pytest.raises(RuleError, match="is full"):
        run("tick-clock", after(done), clock="the-storm")


def test_steps_may_be_taken_back() -> None:
    done = run("tick-clock", storm(), clock="the-storm", steps="3")
    back = run("tick-clock", after(done), clock="the-storm", steps="-2")
    assert (after(back).clocks[0].marked, [fact.id for fact in back.facts]) == (1, ["clock-wound-back"])
    with pytest.raises(RuleError, match="not marked at all"):
        run("tick-clock", storm(), clock="the-storm", steps="-1")
    with pytest.raises(RuleError, match="0 steps change nothing"):
        run("tick-clock", storm(), clock="the-storm", steps="0")


@pytest.mark.parametrize(("sight", "known"), [("hidden", ["clock-moves-on"]), ("secret", [])])
def test_what_players_do_not_see_is_told_to_the_gm_alone(sight: str, known: list[str]) -> None:
    on = storm(sight=sight)
    done = run("tick-clock", on, clock="the-storm", steps="6")
    assert [fact.id for fact in done.facts if not fact.secret] == known
    assert next(fact.id for fact in done.facts if fact.secret) == "clock-ticked"
    assert done.result.amounts == {}
    assert not any(fact.secret for fact in run("tick-clock", storm(), clock="the-storm").facts)


def test_of_a_clock_that_they_half_see_players_know_what_happens_but_no_number() -> None:
    begun = run("add-clock", Table(), name="The Storm", steps="6", sight="hidden")
    done = run("tick-clock", after(begun), clock="the-storm", steps="3")
    back = run("tick-clock", after(done), clock="the-storm", steps="-1")
    gone = run("drop-clock", after(back), clock="the-storm")
    facts = [fact for each in (begun, done, back, gone) for fact in each.facts if not fact.secret]
    assert [fact.id for fact in facts] == ["clock-known", "clock-moves-on", "clock-moves-back", "clock-gone"]
    assert all(fact.values == {"clock": "The Storm"} for fact in facts)


def test_a_clock_may_be_dropped() -> None:
    assert after(run("drop-clock", storm(), clock="the-storm")).clocks == ()
    assert BY_ID["drop-clock"].problems(Table()) == ("no-clocks",)
    assert BY_ID["tick-clock"].problems(storm()) == ()


@pytest.mark.parametrize(
    ("inputs", "what"),
    [
        ({"name": " "}, "a name is needed"),
        ({"name": "the storm"}, "choose another name"),
        ({"steps": "0"}, "1 to 100"),
        ({"marked": "7"}, "the clock has 6 steps"),
        ({"milestones": "hail"}, "'hail' is not a milestone"),
        ({"milestones": "7 hail"}, "1 to 6"),
        ({"sight": "dim"}, "not known"),
    ],
)
def test_what_cannot_be_is_refused(inputs: dict[str, str], what: str) -> None:
    with pytest.raises(RuleError, match=what):
        run("add-clock", storm(), **{"name": "Another", "steps": "6", **inputs})


@pytest.mark.parametrize(
    ("steps", "die"), [("1", "d4"), ("1", "d6"), ("2", "d6"), ("-1", "d20"), ("1", "none")]
)
def test_a_die_marks_as_many_as_it_shows_and_its_odds_are_exact(steps: str, die: str) -> None:
    on = after(run("tick-clock", storm(), clock="the-storm", steps="2"))
    tick = BY_ID["tick-clock"]
    given = read_procedure_inputs(tick, {"clock": "the-storm", "steps": steps, "die": die}, on)

    def come_to(play: Play) -> tuple[str, int]:
        outcome = tick.perform(on, given)(play)
        return outcome.result, outcome.amounts["marked"]

    found, odds = every_roll(come_to), tick.chances(on, given)
    assert odds.chances["full"] == sum(chance for (result, _), chance in found.items() if result == "full")
    for marked, chance in odds.amounts["marked"].items():
        assert chance == sum(chance for (_, each), chance in found.items() if each == marked)


def test_the_die_of_a_hidden_clock_is_the_gms() -> None:
    asked = play_rule(
        BY_ID["tick-clock"].perform(
            hidden := storm(sight="hidden"),
            read_procedure_inputs(BY_ID["tick-clock"], {"clock": "the-storm", "die": "d6"}, hidden),
        ),
        (),
    )
    assert isinstance(asked, DiceAsked) and asked.secret
    with pytest.raises(RuleError, match="no odds are shown"):
        BY_ID["tick-clock"].chances(hidden, {"clock": "the-storm", "steps": 1, "die": "d6"})


def test_a_track_is_told_in_boxes_and_parts_of_one() -> None:
    told = []
    on = Table(clocks=(TableClock("The Ledger", 40, pace=2),))
    for _ in range(3):
        done = run("tick-clock", on, clock="the-ledger")
        on = after(done)
        told.append(fact_text(done.facts[0]))
    assert told == [f"The Ledger: {far} of 10 boxes" for far in ("0 and a half", "1", "1 and a half")]
    back = run("tick-clock", on, clock="the-ledger", steps="-1")
    assert fact_text(back.facts[0]) == "The Ledger goes back to 1 of 10 boxes"
    assert fact_text(run("drop-clock", after(back), clock="the-ledger").facts[0]) == (
        "The Ledger is removed, at 1 of 10 boxes"
    )
