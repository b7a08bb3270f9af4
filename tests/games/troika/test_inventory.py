"""Burden, positions, retrieving, dropping (TRO-6.6, TRO-9.1, TRO-10)."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tableside.errors import RuleError
from tableside.games.troika import RULESET, inventory
from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.sheet import TroikaSheet
from tableside.games.troika.skill_tests import SkillTest, roll_skill_test
from tableside.rules.inputs import Choice, Value
from tableside.rules.odds import every_roll
from tableside.rules.play import Chosen, play_rule
from tableside.rules.sheet import Item
from tableside.rules.table import Condition, Table
from tests.games.answers import done
from tests.games.troika.people import PROCEDURES, after, enemy, odds, pc, proof, rows, run, table, things

HOUSE = TroikaHouse()


@pytest.mark.parametrize("row", rows("burden"), ids=lambda row: row["sentence"])
def test_burden(row: dict[str, Any]) -> None:  # Any: a row's values
    sheet = TroikaSheet.of(pc(items=things(row["items"]), armour=row["armour"], shield=row["shield"]))
    assert inventory.inventory_burden(sheet, HOUSE) == row["burden"]
    assert inventory.is_swamped_by_inventory(sheet, HOUSE) == row["swamped"]


@pytest.mark.parametrize("row", rows("burdened_test"), ids=lambda row: row["sentence"])
def test_burden_weighs_on_tests(row: dict[str, Any]) -> None:
    who = pc(skill=row["skill"], items=things(row["items"]))
    passed, _ = done(lambda play: roll_skill_test(SkillTest(who, "skill"), HOUSE, play), *row["faces"])
    assert passed == (row["outcome"] == "success")


@pytest.mark.parametrize("row", rows("retrieve"), ids=lambda row: row["sentence"])
def test_retrieving(row: dict[str, Any]) -> None:
    found = run("troika.retrieve", Table(), *row["faces"], slot=str(row["slot"]))
    assert found.result.result == row["outcome"]


def test_a_two_handed_thing_fills_two_slots_and_the_next_comes_after_it() -> None:
    sheet = TroikaSheet.of(pc(items=(Item("bow", 2, "bow"), Item("rope")), armour=2, shield=True))
    shown = [
        (row.name, row.first, row.slots, row.reach) for row in inventory.inventory_slot_rows(sheet, HOUSE)
    ]
    assert shown == [("bow", 1, 2, 1), ("rope", 3, 1, 3), ("armour", 4, 4, 4), ("shield", 8, 1, 8)]


def test_by_house_rule_a_two_slot_thing_is_at_its_lower_slot() -> None:
    """TRO-AMB-19."""
    sheet = TroikaSheet.of(pc(items=(Item("bow", 2, "bow"),)))
    assert inventory.row_in_inventory(sheet, "bow", TroikaHouse(two_slot_position="lower-slot")).reach == 2


def test_by_house_rule_things_are_counted_and_not_slots() -> None:
    """TRO-AMB-17."""
    sheet = TroikaSheet.of(pc(items=things(7, slots=2)))
    assert inventory.inventory_burden(sheet, HOUSE) == -4
    assert inventory.inventory_burden(sheet, TroikaHouse(burden_counts="items")) == 0
    big = TroikaSheet.of(pc(items=things(9, slots=2)))
    assert (
        inventory.is_swamped_by_inventory(big, HOUSE),
        inventory.is_swamped_by_inventory(big, TroikaHouse(burden_counts="items")),
    ) == (
        True,
        False,
    )


@pytest.mark.parametrize("row", rows("load"), ids=lambda row: row["sentence"])
def test_provisions_and_silver_stand_on_the_list(row: dict[str, Any]) -> None:
    """TRO-AMB-27."""
    who = pc(items=tuple(map(Item, row["items"])), provisions=row["provisions"], silver=row["silver"])
    on = table(who, **row.get("house", {}))
    sheet, house = TroikaSheet.of(who), TroikaHouse.of(on)
    assert inventory.inventory_slots_used(sheet, house) == row["used"]
    assert inventory.inventory_burden(sheet, house) == row["burden"]
    reach = {
        each.id: each.reach for each in inventory.packed_in_inventory(sheet, house) if each.id in row["reach"]
    }
    assert reach == row["reach"]


def test_provisions_and_silver_can_be_got_out_and_dropped() -> None:
    """TRO-6.6, TRO-AMB-27."""
    on = table(pc(items=things(3), provisions=6, silver=20, armour=1))
    pick = PROCEDURES["troika.retrieve-item"].input("item")
    assert isinstance(pick, Choice)
    assert pick.options(on, {"who": 1}) == ("thing-1", "thing-2", "thing-3", "provisions", "silver")
    found = run("troika.retrieve-item", on, 2, 2, who="Anna", item="provisions")
    assert (found.result.result, found.facts[-1].values["slot"]) == ("success", 4)
    left = TroikaSheet.of(after("troika.drop", on, 2, choices=("silver", "provisions"), who="Anna")[1])
    assert (left.silver, left.provisions, len(left.items.items)) == (0, 0, 3)
    listed = table(pc(items=(Item("Silver"), Item("rope")), silver=250))
    heavy = replace(listed, house={"TRO-AMB-27": "slot-per-100-silver"})
    gone = TroikaSheet.of(after("troika.drop", heavy, 3, choices=("silver",), who="Anna")[1])
    assert (gone.silver, [each.name for each in gone.items.items]) == (0, ["rope"])


def test_where_provisions_and_silver_lie_stands_on_the_sheet() -> None:
    on = table(pc(items=(Item("rope"), Item("Provisions")), provisions=2, silver=5))
    shown = RULESET.derived(on, on[1])
    assert shown["items"] == ("slots-of-12", 3)
    assert (shown["items.2"], shown["silver"]) == (("slot", 2), ("slot", 3))
    assert "provisions" not in shown


@pytest.mark.parametrize(("house", "lucky"), [({}, False), ({"TRO-AMB-18": "tests-only"}, True)])
def test_a_heavy_load_weighs_on_luck_unless_it_weighs_on_tests_only(
    house: dict[str, str], lucky: bool
) -> None:
    """TRO-10.4, TRO-AMB-18: Luck 9 with 13 things is tested at 5."""
    on = table(pc(luck=9, items=things(13)), enemy(2), **house)
    tested = run("troika.test-luck", on, 3, 3, who="Anna")
    assert (tested.result.result == "success") == lucky
    assert [each.id for each in tested.facts][:-1] == ([] if lucky else ["reason-overburdened"])
    assert tested.result.amounts == {"luck": 8}
    assert odds("troika.test-luck", on, who="Anna")["success"] == Fraction(30 if lucky else 10, 36)


def test_a_heavy_load_leaves_less_to_hope_for_in_a_fight_and_at_deaths_door() -> None:
    """TRO-3.3, TRO-3.4, TRO-AMB-18: Luck 5 less 4 can succeed no more, so that nobody is asked."""
    on = table(pc(stamina=1, luck=5, items=things(13)), enemy(2, "Orc", skill=8))
    dead = run("troika.hurt", on, who="Anna", damage="9")
    assert [each for each in dead.steps] == [] and dead.result.result == "dead"
    light = table(pc(stamina=1, luck=5, items=things(12)))
    assert run("troika.hurt", light, who="Anna", damage="9").steps[0].question == "luck-instead-of-death"  # type: ignore[union-attr]
    tied = run("troika.fight", on, 6, 5, 2, 2, who="Anna", against="Orc", luck="ask")
    assert [each for each in tied.steps if isinstance(each, Chosen)] == []


def test_a_shield_among_the_items_is_not_counted_twice() -> None:
    sheet = TroikaSheet.of(pc(items=(Item("shield", 1, "shield"),), shield=True))
    assert inventory.inventory_slots_used(sheet, HOUSE) == 1


def test_the_burden_weighs_on_retrieving_unless_it_weighs_on_tests_only() -> None:
    who = pc(items=things(13))
    assert (
        run("troika.retrieve-item", table(who), 4, 4, who="Anna", item="thing-5").result.result == "failure"
    )
    easy = table(who, **{"TRO-AMB-18": "tests-only"})
    assert run("troika.retrieve-item", easy, 4, 4, who="Anna", item="thing-5").result.result == "success"


@pytest.mark.parametrize("slot", range(1, 15))
def test_the_odds_of_retrieving_are_those_of_the_rule(slot: int) -> None:
    assert odds("troika.retrieve", Table(), slot=str(slot)) == every_roll(
        proof("troika.retrieve", Table(), slot=str(slot))
    )


@pytest.mark.parametrize("count", [1, 5, 12, 13])
def test_the_odds_of_an_item_are_those_of_the_rule(count: int) -> None:
    on = table(pc(items=things(count)))
    item = f"thing-{count}"
    assert odds("troika.retrieve-item", on, who="Anna", item=item) == every_roll(
        proof("troika.retrieve-item", on, who="Anna", item=item)
    )


def test_dropping_with_care_is_one_die_and_proposes_what_lies_deepest() -> None:
    """TRO-10.4.1."""
    left = after("troika.drop", table(pc(items=things(14))), 3, who="Anna")
    assert [item.name for item in TroikaSheet.of(left[1]).items.items] == [each.name for each in things(12)]


def test_dropping_without_care_is_two_dice() -> None:
    asked = run("troika.drop", table(pc(items=things(3))), 1, 1, who="Anna", careful="no")
    assert asked.dice[0].sides == (6, 6)
    assert asked.result.result == "kept"


def test_what_does_not_fit_cannot_be_dropped() -> None:
    who = pc(items=(Item("ladder", 3),))
    assert run("troika.drop", table(who), 2, who="Anna").result.result == "kept"
    gone = after("troika.drop", table(who), 3, choices=("ladder",), who="Anna")
    assert TroikaSheet.of(gone[1]).items.items == ()


def test_a_shield_can_be_dropped_and_armour_cannot() -> None:
    who = pc(shield=True, armour=3)
    assert inventory.things_for_dropping(TroikaSheet.of(who), 6, HOUSE) == {"shield": 1}
    assert not TroikaSheet.of(after("troika.drop", table(who), 1, choices=("shield",), who="Anna")[1]).shield


def test_of_two_sizes_of_a_thing_the_one_that_fits_is_dropped() -> None:
    who = pc(items=(Item("torch", 1), Item("torch", 5)))
    left = after("troika.drop", table(who), 2, choices=("torch",), who="Anna")
    assert TroikaSheet.of(left[1]).items.items == (Item("torch", 5),)


def test_what_is_not_carried_is_not_retrieved() -> None:
    with pytest.raises(RuleError, match="nothing called 'rope' is carried"):
        inventory.row_in_inventory(TroikaSheet.of(pc()), "rope", HOUSE)


def test_the_chance_at_slot_seven_is_seven_twelfths() -> None:
    assert inventory.inventory_retrieving_odds(7).chances["success"] == Fraction(21, 36)


def test_a_double_one_fails_even_with_a_bonus() -> None:
    assert not inventory.reaches_inventory_position((1, 1), 1, 5)


def test_retrieving_an_item_tells_which_and_what_weighed_on_it() -> None:
    """TRO-10.4, TRO-AMB-18: the reason comes before the dice."""
    done = run("troika.retrieve-item", table(pc(items=things(13))), 4, 4, who="Anna", item="thing-5")
    assert [fact.id for fact in done.facts] == ["reason-overburdened", "not-retrieved"]
    assert done.facts[-1].values == {"who": "Anna", "item": "thing 5", "total": 4, "slot": 5}
    double = run("troika.retrieve-item", table(pc(items=things(2))), 1, 1, who="Anna", item="thing-2")
    assert [fact.id for fact in double.facts] == ["double-one-fails", "not-retrieved"]


@pytest.mark.parametrize(
    ("procedure", "inputs"),
    [("troika.retrieve-item", {"who": 1, "item": "thing-1"}), ("troika.drop", {"who": 1, "careful": True})],
)
def test_the_helpless_handle_nothing(procedure: str, inputs: dict[str, Value]) -> None:
    on = table(pc(items=things(3), conditions=(Condition("unconscious"),)))
    with pytest.raises(RuleError, match="unconscious and cannot act"):
        play_rule(PROCEDURES[procedure].perform(on, inputs), ())


def test_retrieving_tells_what_was_needed() -> None:
    facts = run("troika.retrieve", Table(), 3, 4, slot="7").facts
    assert [(fact.id, fact.values["slot"]) for fact in facts] == [("reached", 7)]
