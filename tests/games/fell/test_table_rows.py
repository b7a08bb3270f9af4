"""The rows of Fell that need people: what becomes of those on the table, and that it was foretold."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from tableside.errors import RuleError
from tableside.games.fell.procedures import PROCEDURES
from tableside.games.fell.sheet import ABILITIES, FellSheet
from tableside.rules.odds import every_roll
from tableside.rules.play import Performed
from tableside.rules.procedure import Outcome, read_procedure_inputs
from tableside.rules.sheet import Die, Item, Meter, Slots, Tags
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.rules.turns.sides import Side, SidesOrder
from tableside.wording import has_wording
from tableside.wording.facts import fact_text
from tests.games.answers import Row, cases, named, perform
from tests.games.fell.rolling import hasty, same

ROWS = cases("fell_table")("row")
BY_ID = {each.id: each for each in PROCEDURES}


def person(key: int, told: Mapping[str, Any]) -> Character:
    items = tuple(Item(each, 1, each) for each in told.get("weapons", ()))
    common = FellSheet(
        skills=Tags(tuple(told.get("skills", ()))),
        spells=Tags(tuple(told.get("spells", ()))),
        items=Slots(items),
        hide=told.get("hide", 0),
        shield=told.get("shield", False),
        days_deprived=told.get("deprived", 0),
        rations=told.get("rations", 0),
    )
    conditions = tuple(condition(each) for each in told.get("conditions", ()))
    if "die" in told:
        die = told["die"]
        kind = Kind(told.get("kind", "enemy"))
        sheet = replace(common, hit_die=Die(die), hit_points=Meter(told.get("left", die), die))
        return Character(key, told["name"], kind, sheet, conditions)
    dice = {each: told.get(each, 6) for each in ABILITIES}
    left = told.get("left", {})
    parts: dict[str, Any] = {each: Die(sides) for each, sides in dice.items()}
    parts |= {f"{each}_points": Meter(left.get(each, sides), sides) for each, sides in dice.items()}
    return Character(key, told["name"], Kind.PC, replace(common, **parts), conditions)


def condition(text: str) -> Condition:
    """`dying 2 rounds`, `dying-in-hours 3`, `fled`."""
    name, *rest = text.split()
    if rest[1:] == ["rounds"]:
        return Condition(name, rounds=int(rest[0]))
    return Condition(name, int(rest[0]) if rest else 0)


def laid(row: Row) -> Table:
    people = [person(key, each) for key, each in enumerate(row["people"], 1)]
    on = Table(characters={each.key: each for each in people}, house=row.get("house", {}))
    if "order" not in row:
        return on
    fighting = [each for each in people if each.name in row["order"]]
    party = tuple(each.key for each in fighting if each.kind != Kind.ENEMY)
    enemies = tuple(each.key for each in fighting if each.kind == Kind.ENEMY)
    return replace(
        on, order=SidesOrder((Side("party", party), Side("enemies", enemies)), turn=row.get("turn", 0))
    )


def texts(held: tuple[Condition, ...]) -> list[str]:
    """Conditions as rows write them."""
    return [
        f"{each.name} {each.rounds} rounds"
        if each.rounds is not None
        else f"{each.name} {each.amount}".removesuffix(" 0")
        for each in held
    ]


def done_in(row: Row) -> Performed[Outcome]:
    on = laid(row)
    faces, choices = row.get("faces", ()), row.get("choices", ())
    return perform(BY_ID[row["procedure"]], on, faces, choices, row["inputs"])


@pytest.mark.parametrize("row", [each for each in ROWS if "refused" not in each], ids=named)
def test_what_becomes_of_those_on_the_table(row: Row) -> None:
    before, performed = laid(row), done_in(row)
    outcome = performed.result
    assert outcome.result == row["outcome"]
    assert row.get("amounts", {}).items() <= outcome.amounts.items()
    if "dice" in row:
        assert [sides for each in performed.dice for sides in each.sides] == row["dice"]
    told = [each.id for each in performed.facts]
    assert {*row.get("told", ())} <= {*told} and {*row.get("untold", ())}.isdisjoint(told)
    assert all(has_wording("fact", each) for each in told)
    table = outcome.table or before
    by_name = {each.name: each for each in table.characters.values()}
    for name, expected in row.get("after", {}).items():
        check(by_name[name], expected)
    if "gone" in row and before.order and table.order:
        left = {*before.order.members} - {*table.order.members}
        assert [table[key].name for key in sorted(left)] == row["gone"]
    if "acted" in row:
        assert isinstance(table.order, SidesOrder)
        assert [table[key].name for key in table.order.acted] == row["acted"]
    if "spent" in row:
        assert isinstance(table.order, SidesOrder)
        assert [table[key].name for key in table.order.spent] == row["spent"]
    if "values" in row:
        assert [fact_text(each) for each in performed.facts if each.id == "fell-dealt"] == row["values"]


def check(who: Character, expected: Mapping[str, Any]) -> None:
    for name, value in expected.items():
        if name == "conditions":
            assert texts(who.conditions) == value, who.name
        elif name == "reaction":
            assert FellSheet.of(who).reaction == value, who.name
        else:
            assert (
                FellSheet.points_of(who, name if FellSheet.has_ability_dice(who) else "bod").current == value
            ), (
                who.name,
                name,
            )


@pytest.mark.parametrize("row", [each for each in ROWS if "refused" in each], ids=named)
def test_what_is_refused(row: Row) -> None:
    with pytest.raises(RuleError, match=row["refused"]):
        done_in(row)


@pytest.mark.long
@pytest.mark.parametrize("row", [each for each in ROWS if "outcome" in each], ids=named)
def test_the_odds_of_a_row_are_those_of_its_rule(row: Row) -> None:
    """Where its dice, rerolls and death among them, are few enough to be tried all."""
    on, procedure = laid(row), BY_ID[row["procedure"]]
    filled = read_procedure_inputs(procedure, row["inputs"], on)
    if procedure.odds is None or row.get("many_rolls", False):
        return
    assert same(procedure.chances(on, filled), every_roll(hasty(procedure.perform(on, filled))))
