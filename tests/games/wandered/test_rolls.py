"""Building a pool and rolling it (PBT-pool), with the moves and conditions that change it."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tableside.errors import RuleError
from tableside.games.wandered import rolls
from tableside.games.wandered.rolls import Extras
from tableside.games.wandered.sheet import Resource
from tableside.rules.form_filling import filled_form
from tableside.rules.inputs import Number
from tableside.rules.odds import every_roll
from tableside.rules.play import DiceAsked, Play, play_facts, play_rule
from tableside.rules.procedure import procedure_gains
from tableside.rules.sheet import Trait
from tableside.rules.table import Kind, Table
from tests.games.answers import fact_ids, named
from tests.games.wandered.people import (
    MAIL,
    PROCEDURES,
    ROPE,
    after,
    anna,
    bert,
    given,
    rows,
    run,
    sheet,
    snare,
    table,
    with_resources,
)
from tests.words import TEXTS

ROLLS = ("wandered.roll-it", "wandered.roll-with", "wandered.roll-n")
DICE = {"wandered.roll-with": {"count": "2"}, "wandered.roll-n": {"dice": "3"}}


@pytest.mark.parametrize("row", rows("pool"), ids=named)
def test_the_rows_of_the_rulebook(row: dict[str, Any]) -> None:  # Any: a row's values
    on = table(anna(*row.get("conditions", ())), house=row.get("house"))
    inputs = {"who": "Anna", **row["inputs"]}
    done = run(row["procedure"], on, *(1,) * row["dice"], inputs=inputs)
    assert {*row.get("facts", ())} <= {*fact_ids(done)}
    up = row.get("advantages", 0)
    assert done.result.amounts == {"hits": min(up, row.get("cap", up)), "misses": row["dice"]}
    hit = run(row["procedure"], on, *(6,) * row["dice"], inputs=inputs).result.amounts["hits"]
    full = row["dice"] + up - row.get("disadvantages", 0)
    assert hit == min(full, row.get("cap", full))


def test_two_dice_with_everything_are_still_two() -> None:
    """P11: the faces 5 and 1 are a 1, and neither the advantage nor the rope counts."""
    inputs = {"who": "Anna", "dice": "2", "approach": "silver", "resource": "rope", "advantage": "1"}
    done = run("wandered.roll-n", table(anna()), 5, 1, inputs=inputs)
    assert done.result.result == "1"
    assert done.result.table == table(anna())


def test_every_die_has_its_reason_before_the_roll() -> None:
    on = table(anna())
    inputs = {"who": "Anna", "approach": "light", "resource": "rope", "move-dice": "1", "advantage": "1"}
    rule = PROCEDURES["wandered.roll-it"].perform(on, given("wandered.roll-it", on, inputs))
    told = [fact.id for fact in play_facts(rule)]
    assert told == [
        *("pool-base", "pool-approach", "pool-resource", "pool-move-dice", "pool-advantage"),
        *("resource-ticked", "pool-size"),
    ]


def test_there_is_no_modifier_for_difficulty_and_the_reason_can_be_told() -> None:
    """PBT-nodiff. A number with a worth is what a step up or down changes; the normal pool has none."""
    for id in ROLLS:
        assert {each.id for each in PROCEDURES[id].inputs}.isdisjoint({"modifier", "difficulty", "bonus"})
    numbers = [each for each in PROCEDURES["wandered.roll-it"].inputs if isinstance(each, Number)]
    assert numbers and not any(each.worth for each in numbers)
    assert "PBT-nodiff" in TEXTS["no-modifier.wandered"] and len(TEXTS["no-modifier.wandered"]) <= 78


def test_one_approach_and_one_resource_give_a_die_each() -> None:
    """PBT-AMB-7: of two that match, one is named."""
    on = table(anna())
    for more in ({"approach": "light silver"}, {"approach": "light", "resource": "rope mail"}):
        with pytest.raises(RuleError, match="not known"):
            run("wandered.roll-it", on, inputs={"who": "Anna", **more})


@pytest.mark.parametrize("id", ROLLS)
def test_only_six_sided_dice_are_rolled(id: str) -> None:
    """PBT-d6."""
    inputs = {"who": "Anna", **({"approach": "light"} if id == "wandered.roll-it" else {})}
    on = table(anna())
    asked = play_rule(PROCEDURES[id].perform(on, given(id, on, {**inputs, **DICE.get(id, {})})), ())
    assert isinstance(asked, DiceAsked) and {*asked.sides} == {6}


def test_clauses_are_told_with_their_counts_after_the_roll() -> None:
    """P13, P14, PBT-onhit."""
    inputs = {"who": "Anna", "approach": "light", "resource": "rope", "move-dice": "1"}
    done = run("wandered.roll-it", table(anna()), 5, 6, 2, 6, inputs=inputs)
    told = {fact.id: fact.values.get("times") for fact in done.facts}
    assert (told["clauses-hit"], told["clauses-miss"]) == (3, 1)
    assert fact_ids(done)[-3:] == ["came-to-full", "clauses-hit", "clauses-miss"]
    assert done.result.amounts == {"hits": 3, "misses": 1}


def test_a_hit_that_disadvantage_takes_still_counts_on_every_hit() -> None:
    """PBT-AMB-3: those count natural dice only."""
    inputs = {"who": "Anna", "approach": "no-approach", "disadvantage": "1"}
    assert "clauses-every-hit-only" in fact_ids(run("wandered.roll-it", table(anna()), 6, inputs=inputs))


def test_a_resource_that_gives_a_die_ticks_a_use_and_the_last_destroys_it() -> None:
    """PBT-X-resource."""
    inputs = {"who": "Anna", "approach": "no-approach", "resource": "rope"}
    once = after("wandered.roll-it", table(anna()), 1, 1, inputs=inputs)
    assert sheet(once).resources.rows == (Resource("Rope", uses=1).row, MAIL)
    twice = after("wandered.roll-it", once, 1, 1, inputs=inputs)
    assert sheet(twice).resources.rows == (MAIL,)


def test_a_resource_that_gives_no_die_keeps_its_use() -> None:
    weary = table(anna("weary"), house={"PBT-X-house-weary": "every-added-die"})
    inputs = {"who": "Anna", "approach": "no-approach", "resource": "rope"}
    assert sheet(after("wandered.roll-it", weary, 1, inputs=inputs)).resources.rows[0] == ROPE


def test_uses_that_are_not_counted_last_for_ever() -> None:
    on = table(with_resources(anna(), Trait("Old map")))
    inputs = {"who": "Anna", "approach": "no-approach", "resource": "old-map"}
    assert after("wandered.roll-it", on, 1, 1, inputs=inputs) == on


def test_something_with_a_use_of_its_own_is_told() -> None:
    on = table(with_resources(anna(), Resource("Charm", special=1).row))
    inputs = {"who": "Anna", "approach": "no-approach", "resource": "charm"}
    assert "pool-special-resource" in fact_ids(run("wandered.roll-it", on, 1, 1, inputs=inputs))


def test_what_is_spent_or_past_its_day_gives_no_die() -> None:
    spent = Resource("Mail", refresh=2).row
    stale = Resource("Stew", uses=1, expires=3).row
    who = with_resources(anna(), spent, stale)
    choice = PROCEDURES["wandered.roll-it"].input("resource")
    for day, listed in ((3, ("no-resource", "stew")), (4, ("no-resource",))):
        on = table(who, day=day)
        assert choice.options(on, {"who": 1}) == listed  # type: ignore[union-attr]  # it is a choice
    for resource, words in (
        ("mail", "no uses left"),
        ("stew", "good until day 3"),
        ("rope", "has no 'rope'"),
    ):
        with pytest.raises(RuleError, match=words):
            rolls.roll_it(table(who, day=4), Play(), 1, "no-approach", resource)


def test_those_whom_the_gm_plays_never_roll() -> None:
    """PBT-X-danger."""
    for kind, id in product((Kind.ENEMY, Kind.NPC, Kind.HENCHMAN), ROLLS):
        on = table(snare(kind))
        form = filled_form(PROCEDURES[id], on, 3, {"dice": 1, "count": 1})
        with pytest.raises(RuleError, match="never rolls"):
            play_facts(PROCEDURES[id].perform(on, form.given))
        with pytest.raises(RuleError, match="never rolls"):
            PROCEDURES[id].chances(on, form.given)


def test_the_dead_do_not_roll() -> None:
    with pytest.raises(RuleError, match="dead"):
        rolls.roll_it(table(anna("dead")), Play(), 1, "no-approach")


def test_nobody_answers_what_was_not_asked() -> None:
    on = table(anna())
    with pytest.raises(RuleError, match="no question"):
        rolls.roll_it(on, Play(), 1, "no-approach", any_yes=True)
    with pytest.raises(RuleError, match="not afraid"):
        rolls.roll_it(on, Play(), 1, "no-approach", extras=Extras(near_fear=True))
    with pytest.raises(RuleError, match="choose one of no-approach, light-on-my-feet"):
        rolls.roll_it(on, Play(), 1, "reckless")


def test_digging_always_finds_the_secret_and_the_paranoid_find_the_worst_too() -> None:
    """PBT-X-moves, PBT-X-cond."""
    inputs = {"who": "Anna", "approach": "no-approach", "move": "dig-up-a-secret"}
    for condition, face, told in (
        ("obvious", 1, ["secret-found"]),
        ("paranoid", 1, ["secret-found"]),
        ("paranoid", 6, ["secret-found", "paranoid-worst-too"]),
    ):
        done = run("wandered.roll-it", table(anna(condition)), face, inputs=inputs)
        assert [id for id in fact_ids(done) if id in ("secret-found", "paranoid-worst-too")] == told


def test_less_than_a_die_may_be_two_of_which_the_worse_counts() -> None:
    """PBT-AMB-5."""
    on = table(anna(), house={"PBT-AMB-5": "two-keep-worse"})
    inputs = {"who": "Anna", "approach": "no-approach", "move-dice": "-1"}
    done = run("wandered.roll-it", on, 6, 4, inputs=inputs)
    assert (done.result.result, done.result.amounts) == ("0", {"hits": 0, "misses": 1})
    kept = next(fact for fact in done.facts if fact.id == "kept-worse")
    assert (kept.values["kept"], kept.values["lost"]) == (4, 6)


def test_the_roll_is_offered_once_for_each_approach() -> None:
    choice = PROCEDURES["wandered.roll-it"].input("approach")
    listed = choice.options(table(anna("reckless")), {"who": 1})  # type: ignore[union-attr]  # it is a choice
    assert listed == ("no-approach", "light-on-my-feet", "silver-tongue", "reckless")
    assert (
        next(
            each
            for each in PROCEDURES["wandered.roll-it"].inputs
            if each.default is None and each.id != "who"
        )
        == choice
    )


READINGS: tuple[Mapping[str, str], ...] = (
    {},
    {"PBT-AMB-1": "disadvantage-first", "PBT-AMB-4": "become-misses", "PBT-AMB-6": "the-count-alone"},
    {"PBT-AMB-2": "one-of-each", "PBT-AMB-3": "count-everywhere", "PBT-AMB-5": "two-keep-worse"},
    {"PBT-AMB-8": "bonuses-applied", "PBT-X-house-weary": "every-added-die", "PBT-AMB-5": "two-keep-worse"},
)
BUILDS: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("wandered.roll-it", {"approach": "no-approach", "move-dice": "-1", "disadvantage": "2"}),
    ("wandered.roll-it", {"approach": "light", "resource": "rope", "advantage": "2", "disadvantage": "1"}),
    ("wandered.roll-it", {"approach": "light", "move": "research", "any-yes": "yes", "advantage": "1"}),
    ("wandered.roll-it", {"approach": "reckless", "move": "dig", "any-yes": "yes", "near-fear": "yes"}),
    ("wandered.roll-it", {"approach": "light", "move": "read", "advantage": "1"}),
    ("wandered.roll-with", {"count": "2", "move": "risk", "near-fear": "yes"}),
    ("wandered.roll-with", {"count": "0", "advantage": "1"}),
    ("wandered.roll-n", {"dice": "2", "approach": "light", "resource": "rope", "disadvantage": "1"}),
)


@pytest.mark.parametrize("house", READINGS, ids=range(len(READINGS)))
@pytest.mark.parametrize(
    "conditions", [(), ("weary", "distracted", "obvious", "paranoid")], ids=["sound", "not"]
)
@pytest.mark.parametrize("build", range(len(BUILDS)))
def test_the_odds_on_the_table_are_those_of_the_rule(
    build: int, conditions: tuple[str, ...], house: Mapping[str, str]
) -> None:
    id, inputs = BUILDS[build]
    on = table(anna("afraid", "reckless", *conditions), house=house)
    values = given(id, on, {"who": "Anna", **inputs})
    rule, odds = PROCEDURES[id].perform(on, values), PROCEDURES[id].chances(on, values)
    found = every_roll(lambda play: (lambda done: (done.result, *done.amounts.values()))(rule(play)))
    for place, chances in enumerate((odds.chances, odds.amounts["hits"], odds.amounts["misses"])):
        counted: dict[object, Fraction] = {}
        for result, chance in found.items():
            counted[result[place]] = counted.get(result[place], Fraction(0)) + chance
        assert counted == chances


@pytest.mark.parametrize(("id", "worth"), [*zip(ROLLS, ("resource", "count", "dice"), strict=True)])
def test_what_one_more_die_would_be_worth_is_known(id: str, worth: str) -> None:
    on = table(anna())
    form = filled_form(PROCEDURES[id], on, 1, {"dice": 1, "count": 1})
    known = procedure_gains(PROCEDURES[id], on, form.given)
    assert worth in {gain.input for gain in known}
    assert all(sum(gain.odds.chances.values()) == 1 for gain in known)


def test_a_blank_sheet_can_be_rolled_with() -> None:
    on: Table = table(bert())
    form = filled_form(PROCEDURES["wandered.roll-it"], on, 2)
    assert form.missing == ()
    assert PROCEDURES["wandered.roll-it"].chances(on, form.given).means["hits"] == Fraction(1, 3)
