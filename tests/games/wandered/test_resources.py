"""Resources and supplies (PBT-X-resource, PBT-X-supply)."""

from dataclasses import replace

import pytest

from tableside.errors import RuleError
from tableside.games.wandered import RULESET, resources
from tableside.games.wandered.sheet import Resource, WanderedSheet
from tableside.rules.cells import with_edited_cell
from tableside.rules.sheet import Trait
from tableside.rules.table import Table
from tests.games.answers import fact_ids
from tests.games.wandered.people import after, anna, run, sheet, table, with_resources


def damaged(on: Table, points: int) -> Table:
    inputs = {"who": "Anna", "resource": "kettle", "points": str(points)}
    return after("wandered.damage-resource", on, inputs=inputs)


def test_damage_lowers_worth_one_for_one_and_durability_ends_it() -> None:
    kettle = Resource("Kettle", durability=3, worth=1).row
    on = damaged(table(with_resources(anna(), kettle)), 2)
    (row,) = map(Resource.of, sheet(on).resources.rows)
    assert (row.damage, row.worth) == (2, 0)
    assert sheet(damaged(on, 1)).resources.rows == ()


def test_without_durability_any_damage_destroys() -> None:
    on = table(with_resources(anna(), Resource("Kettle", worth=5).row))
    done = run("wandered.damage-resource", on, inputs={"who": "Anna", "resource": "kettle", "points": "1"})
    assert (done.result.result, fact_ids(done)) == ("destroyed", ["resource-destroyed"])


def test_a_use_is_ticked_without_a_roll_too() -> None:
    on = after("wandered.use-resource", table(anna()), inputs={"who": "Anna", "resource": "rope"})
    assert Resource.of(sheet(on).resources.rows[0]).uses == 1
    plain = table(with_resources(anna(), Trait("Map")))
    done = run("wandered.use-resource", plain, inputs={"who": "Anna", "resource": "map"})
    assert (fact_ids(done), done.result.table) == (["resource-used"], plain)


def test_refreshing_brings_uses_back_where_there_is_a_refresh() -> None:
    on = after("wandered.refresh-resource", table(anna()), inputs={"who": "Anna", "resource": "mail"})
    assert Resource.of(sheet(on).resources.rows[1]).uses == 2
    with pytest.raises(RuleError, match="no refresh"):
        run("wandered.refresh-resource", on, inputs={"who": "Anna", "resource": "rope"})


def test_six_boxes_of_supplies_fit() -> None:
    on = after("wandered.pack", table(anna()), inputs={"who": "Anna", "supply": "medical", "count": "4"})
    assert sheet(on).boxes == 6
    with pytest.raises(RuleError, match="room for 0"):
        run("wandered.pack", on, inputs={"who": "Anna", "supply": "shady"})


def test_a_box_becomes_a_resource() -> None:
    inputs = {"who": "Anna", "supply": "shady", "name": "Lockpicks", "uses": "3", "worth": "1"}
    on = after("wandered.produce", table(anna()), inputs=inputs)
    assert sheet(on).supplies.rows == (Trait("shady", (1,)),)
    assert sheet(on).resources.rows[-1] == Resource("Lockpicks", uses=3, worth=1).row
    on = after("wandered.produce", on, inputs={**inputs, "name": "Mask"})
    assert sheet(on).supplies.rows == ()
    with pytest.raises(RuleError):
        run("wandered.produce", on, inputs={**inputs, "name": "Rag"})


def test_what_is_produced_needs_a_name_of_its_own() -> None:
    for name, words in (("rope", "already"), ("  ", "needs a name")):
        with pytest.raises(RuleError, match=words):
            run("wandered.produce", table(anna()), inputs={"who": "Anna", "supply": "shady", "name": name})


def test_a_resource_is_typed_in_a_line() -> None:
    typed = with_edited_cell(sheet(table(anna())), "resources.new", "Kettle 2 refresh 3 worth 1 (black, hot)")
    row = Resource.of(typed.resources.rows[-1])
    assert (row.name, row.note) == ("Kettle", "black, hot")
    assert (row.uses, row.refresh, row.worth) == (2, 3, 1)


def test_what_is_spent_or_past_its_day_is_seen_on_the_sheet() -> None:
    who = with_resources(anna(), Resource("Mail", refresh=2).row, Resource("Stew", uses=1, expires=3).row)
    found = RULESET.derived(table(who, day=5), who)
    assert found["supplies"] == ("boxes-carried", 2)
    assert (found["resources.1"], found["resources.2"]) == (("uses-left", 0), ("expired-on-day", 5))


def test_supplies_written_by_hand_are_of_a_type_and_fit() -> None:
    """PBT-X-supply."""

    def edit(text: str) -> WanderedSheet:
        who = anna()
        return WanderedSheet.of(
            resources.settle(
                who, replace(who, sheet=with_edited_cell(WanderedSheet.of(who), "supplies.new", text))
            )
        )

    assert edit("Medical").supplies.rows[-1] == Trait("Medical", (1,))
    assert sum(sum(row.values) for row in edit("cooking 4").supplies.rows) == 6
    for text, words in (("Star lamp 3", "is a resource"), ("cooking 5", "7 boxes are too many")):
        with pytest.raises(RuleError, match=words):
            edit(text)
