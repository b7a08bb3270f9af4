"""Those whom the GM plays (PBT-X-danger), and traps (PBT-X-trap)."""

from fractions import Fraction
from typing import Any

import pytest

from tableside.errors import RuleError
from tableside.games.wandered import RULESET, dangers, resources
from tableside.rules.characters import _after_edit
from tableside.rules.life_states import can_act
from tableside.rules.odds import every_roll
from tableside.rules.play import Play
from tableside.rules.table import Kind, Table
from tableside.wording.facts import fact_text
from tests.games.answers import fact_ids, named
from tests.games.wandered.people import PROCEDURES, after, anna, given, rows, run, sheet, snare, table


def test_without_resources_left_a_danger_is_overcome() -> None:
    done = run("wandered.remove-resource", table(snare()), inputs={"who": "Snare", "resource": "teeth"})
    assert (done.result.result, done.result.amounts) == ("removed", {"resources": 1})
    assert done.result.table is not None
    done = run("wandered.remove-resource", done.result.table, inputs={"who": "Snare", "resource": "trigger"})
    assert (done.result.result, fact_ids(done)) == ("overcome", ["resource-removed", "danger-overcome"])
    assert done.result.table is not None
    (overcome,) = done.result.table.in_play(Kind.ENEMY)
    assert not can_act(overcome)
    assert can_act(resources.settle(overcome, _after_edit(overcome, "resources.new", "Spare teeth")))


def test_an_escalation_is_used_once() -> None:
    on = after("wandered.escalate", table(snare()), inputs={"who": "Snare", "escalation": "the-roof-falls"})
    assert sheet(on, 3).escalations.names == ()
    with pytest.raises(RuleError, match="none left"):
        dangers.escalate(on, Play(), 3, "the-roof-falls")


def test_players_have_no_resources_to_be_removed() -> None:
    with pytest.raises(RuleError, match="a player's"):
        dangers.remove_resource(table(anna()), Play(), 1, "rope")


def test_dangers_are_added_with_what_they_have() -> None:
    inputs = {"foe": "Bandit", "count": "2", "resources": "Bows, cover, bows", "escalations": "Reserves"}
    on = after("wandered.add-danger", table(anna()), inputs=inputs)
    on = after("wandered.add-danger", on, inputs={"foe": "Bandit", "resources": ""})
    assert [each.name for each in on.in_play(Kind.ENEMY)] == ["Bandit 1", "Bandit 2", "Bandit 3"]
    assert [row.name for row in sheet(on, 2).resources.rows] == ["Bows", "cover"]
    assert RULESET.vitals(on, on[2]) == (("resources", "2"), ("escalations", "1"))


def test_names_go_on_where_they_are_taken() -> None:
    on = table(anna(), snare())
    on = after(
        "wandered.add-danger", on, inputs={"foe": "Snare", "count": "2", "resources": "", "kind": "npc"}
    )
    assert [each.name for each in on.in_play(Kind.NPC)] == ["Snare 2", "Snare 3"]
    with pytest.raises(RuleError, match="a name has 1 to"):
        run("wandered.add-danger", on, inputs={"foe": " ", "resources": ""})


def test_a_trap_begins_with_four_to_eight_dice() -> None:
    on = after("wandered.add-danger", Table(), inputs={"foe": "Pit", "resources": "", "trap-dice": "8"})
    assert (sheet(on, 1).trap.current, sheet(on, 1).trap.maximum) == (8, 8)
    assert RULESET.vitals(on, on[1])[0] == ("trap", "8d4")
    with pytest.raises(RuleError, match="4 to 8"):
        run("wandered.add-danger", Table(), inputs={"foe": "Pit", "resources": "", "trap-dice": "3"})


def test_a_trap_is_checked_until_it_springs() -> None:
    done = run("wandered.check-trap", table(snare()), 4, 4, 1, 2, inputs={"who": "Snare"})
    assert (done.result.result, done.result.amounts) == ("holds", {"dice-left": 2})
    assert fact_ids(done) == ["trap-expected", "trap-checked", "trap-expected"]
    kept = run("wandered.check-trap", table(snare()), 4, 4, 4, 4, inputs={"who": "Snare"})
    assert fact_ids(kept) == ["trap-expected", "trap-checked"]
    texts = [fact_text(each) for each in done.facts]
    assert texts[1] == "Snare keeps its fours: dice left 2, gone 2"
    assert done.result.table is not None
    sprung = run("wandered.check-trap", done.result.table, 3, 3, inputs={"who": "Snare"})
    assert (sprung.result.result, fact_ids(sprung)[-1]) == ("springs", "trap-springs")
    assert sprung.result.table is not None and sheet(sprung.result.table, 3).trap.current == 0
    with pytest.raises(RuleError):
        run("wandered.check-trap", sprung.result.table, inputs={"who": "Snare"})


@pytest.mark.parametrize("row", rows("trap"), ids=named)
def test_how_long_a_trap_lasts(row: dict[str, Any]) -> None:  # Any: a row's values
    checks = dangers.checks_left(row["dice"])
    assert f"{float(checks):.3f}" == row["about"]
    assert str(checks) == row.get("checks", str(checks))


@pytest.mark.parametrize("dice", range(1, 9))
def test_how_long_it_lasts_by_another_road(dice: int) -> None:
    """A die lasts for more than n checks with 1/4 to the n; the trap as long as the longest of its dice."""
    longest = sum(1 - (1 - Fraction(1, 4**n)) ** dice for n in range(40))
    assert abs(dangers.checks_left(dice) - longest) < Fraction(1, 10**20)


@pytest.mark.parametrize("dice", range(1, 9))
def test_a_trap_springs_when_no_die_shows_a_four(dice: int) -> None:
    odds = PROCEDURES["wandered.trap"].chances(Table(), {"dice": dice})
    assert odds.chances["springs"] == odds.amounts["dice-left"][0] == Fraction(3, 4) ** dice


def test_the_odds_of_their_trap_are_those_of_the_rule() -> None:
    on = table(snare())
    inputs = given("wandered.check-trap", on, {"who": "Snare"})
    procedure = PROCEDURES["wandered.check-trap"]
    found = every_roll(lambda play: procedure.perform(on, inputs)(play).result)
    assert found == procedure.chances(on, inputs).chances


def test_a_trap_without_dice_is_none() -> None:
    with pytest.raises(RuleError, match="no dice left"):
        dangers.check(0, Play())
