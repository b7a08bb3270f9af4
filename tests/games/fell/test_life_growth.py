"""Advancement, creation, gear, foes and hirelings of Fell."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import icepool
import pytest

from tableside.errors import RuleError
from tableside.games.fell import RULESET
from tableside.games.fell.creation import creation_die, fell_creation_spells
from tableside.games.fell.house import FellHouse
from tableside.games.fell.sheet import ABILITIES, FellSheet, SteelWeapon
from tableside.rules.cells import with_edited_cell
from tableside.rules.sheet import Item, Meter, Tags
from tableside.rules.table import Condition, Kind, Table
from tableside.rules.turns.sides import SidesOrder
from tests.games.answers import named
from tests.games.fell.lives import (
    after,
    chances,
    dice_of,
    foe,
    hireling,
    pc,
    points_left,
    proved,
    rows,
    run,
    table,
)

Row = dict[str, Any]  # Any: a row's values are whatever its columns hold
ANYWAY = {"FELL-AMB-16": "grows-anyway"}


@pytest.mark.parametrize("row", rows("advance"), ids=named)
def test_the_advancement_of_one_die(row: Row) -> None:
    inputs = {"die": row["die"], **({"known": row["known"]} if "known" in row else {})}
    performed = run("fell.advance", table(house=row.get("house")), *row["faces"], **inputs)
    assert performed.result.result == row["outcome"]


@pytest.mark.parametrize("house", [{}, ANYWAY])
@pytest.mark.parametrize("known", ["-1", "0", "3", "4", "12", "13"])
@pytest.mark.parametrize("die", ["d4", "d6", "d8", "d10", "d12"])
def test_the_odds_of_one_die_are_those_of_the_rule(die: str, known: str, house: Mapping[str, str]) -> None:
    assert proved("fell.advance", table(house=house), die=die, known=known)


def test_learning_by_icepool() -> None:
    learned = icepool.map(lambda first, again: first == 8 and again > 3, icepool.d8, icepool.d8)
    odds = chances("fell.advance", Table(), die="d8", known="3").chances
    assert Fraction(learned.probability(True)) == odds["learned"] == Fraction(5, 64)


def test_knowing_more_never_helps_to_learn() -> None:
    found = [chances("fell.advance", Table(), die="d8", known=str(n)).chances for n in range(10)]
    learned = [each.get("learned", Fraction(0)) for each in found]
    assert learned == sorted(learned, reverse=True)
    assert learned[-1] == 0


def test_each_ability_is_rolled_in_order() -> None:
    on = table(pc(dice=(6, 8, 10), points=(2, 8, 10)))
    performed = run("fell.return-with-treasure", on, 6, 1, 5, who="Anna")
    assert performed.result.result == "grown"
    assert performed.result.amounts == {
        **{f"{ability}-{way}": 0 for ability in ABILITIES for way in ("up", "down")},
        "bod-up": 1,
        "int-down": 1,
        "learned": 0,
    }
    who = (performed.result.table or on)[1]
    assert dice_of(who) == (8, 6, 10)
    assert points_left(who) == (2, 6, 10)
    assert (FellSheet.of(who).bod_points.maximum, FellSheet.of(who).int_points.maximum) == (8, 6)


def test_a_die_that_grows_may_refill_its_points() -> None:
    on = table(pc(points=(2, 2, 2)), house={"FELL-AMB-17": "refilled"})
    assert points_left(after("fell.return-with-treasure", on, 6, 1, 3, who="Anna")[1]) == (8, 4, 2)


def test_a_1_on_a_d4_loses_nothing_or_a_point() -> None:
    on = table(pc(dice=(4, 6, 6)))
    assert run("fell.return-with-treasure", on, 1, 3, 3, who="Anna").result.result == "same"
    on = table(pc(dice=(4, 6, 6)), house={"FELL-AMB-15": "lose-a-point"})
    who = after("fell.return-with-treasure", on, 1, 3, 3, who="Anna")[1]
    assert (dice_of(who)[0], FellSheet.of(who).bod_points) == (4, Meter(3, 3))


def test_a_skill_instead_of_a_bigger_int() -> None:
    on = table(pc(skills=("lore", "repair", "survival")))
    learn = ("try-for-skill", "athletics")
    who = after("fell.return-with-treasure", on, 3, 6, 4, 3, who="Anna", choices=learn)[1]
    assert FellSheet.of(who).skills == Tags(("lore", "repair", "survival", "athletics"))
    assert dice_of(who) == (6, 6, 6)
    missed = after("fell.return-with-treasure", on, 3, 6, 3, 3, who="Anna", choices=learn[:1])[1]
    assert FellSheet.of(missed) == FellSheet.of(on[1])
    grown = replace(on, house=ANYWAY)
    assert dice_of(
        after("fell.return-with-treasure", grown, 3, 6, 3, 3, who="Anna", choices=learn[:1])[1]
    ) == (*(6, 8, 6),)


def test_a_spell_instead_of_a_bigger_wil() -> None:
    on = table(pc(spells=("Spell 7",)))
    learn = ("try-for-spell",)
    who = after("fell.return-with-treasure", on, 3, 3, 6, 2, 7, who="Anna", choices=learn)[1]
    assert FellSheet.of(who).spells == Tags(("Spell 7", "Spell 8"))


def test_at_d12_one_learns_unless_one_would_not() -> None:
    on = table(pc(dice=(6, 12, 6)))
    assert run("fell.return-with-treasure", on, 3, 12, 1, 3, who="Anna").result.amounts["learned"] == 1
    full = table(pc(dice=(6, 6, 6), skills=tuple("abcdef")))
    assert dice_of(after("fell.return-with-treasure", full, 3, 6, 3, who="Anna")[1]) == (6, 8, 6)


@pytest.mark.parametrize("house", [{}, ANYWAY, {"FELL-AMB-15": "lose-a-point", "FELL-AMB-17": "refilled"}])
@pytest.mark.parametrize("dice", [(4, 4, 4), (6, 4, 8), (4, 12, 6), (12, 6, 4)])
def test_the_odds_of_a_return_are_those_of_the_rule(
    dice: tuple[int, int, int], house: Mapping[str, str]
) -> None:
    on = table(pc(dice=dice, skills=("lore",)), house=house)
    assert proved("fell.return-with-treasure", on, who="Anna")


def test_a_fight_is_no_safety() -> None:
    on = replace(table(pc()), order=SidesOrder(()))
    with pytest.raises(RuleError, match="fight"):
        run("fell.return-with-treasure", on, who="Anna")
    with pytest.raises(RuleError, match="fight"):
        chances("fell.return-with-treasure", on, who="Anna")


@pytest.mark.parametrize("row", rows("ability"), ids=named)
def test_the_tables_of_creation(row: Row) -> None:
    assert [creation_die(face) for face in row["faces"]] == row["dice"]
    assert [fell_creation_spells(face) for face in row["faces"]] == row["spells"]


TRAITS = (3, 1, 4, 1, 5, 9, 2, 6, 5, 10)


def test_a_character_is_rolled_up() -> None:
    on = replace(Table(), session_is_on=True)
    faces = (4, 5, 8, 7, 50, 50, 13, 20, 1, *TRAITS, 6, 5, 1)
    made = run("fell.create", on, *faces, name=" Anna ")
    after = made.result.table or on
    sheet = FellSheet.of(after[1])
    assert made.result.amounts == {"bod": 4, "int": 6, "wil": 8, "coin": 12}
    assert points_left(after[1]) == dice_of(after[1]) == (4, 6, 8)
    assert sheet.spells == Tags(("Spell 50", "Spell 51"))
    assert (sheet.background, sheet.age, sheet.traits) == ("13", 31, "3 1 4 1 5 9 2 6 5 10")
    assert (sheet.coin, sheet.rations, [each.name for each in sheet.items.items]) == (12, 3, ["Torch"])
    assert after.attending == (1,)
    with pytest.raises(RuleError, match="called"):
        run("fell.create", after, name="anna")


@pytest.mark.parametrize(
    ("scores", "choice", "dice"), [("d4-d6-d6", "wil", (6, 6, 4)), ("d4-d4-d8", "int", (4, 8, 4))]
)
def test_ability_dice_may_be_chosen(scores: str, choice: str, dice: tuple[int, int, int]) -> None:
    made = after(
        *("fell.create", Table(), 1, 8, 1, 1, *TRAITS, 1, 1, 1),
        name="Bo",
        scores=scores,
        skill="rolled-skill",
        background="Miller",
        choices=(choice,),
    )
    assert dice_of(made[1]) == dice
    assert FellSheet.of(made[1]).skills == Tags(("survival",))
    assert FellSheet.of(made[1]).background == "Miller"


def test_a_new_character_needs_a_name() -> None:
    with pytest.raises(RuleError, match="name"):
        run("fell.create", Table(), name=" ")


@pytest.mark.parametrize("row", rows("armour"), ids=named)
def test_armour_protects(row: Row) -> None:
    sheet = FellSheet(armour=row["armour"])
    for extra in row["extras"]:
        sheet = with_edited_cell(sheet, extra, "yes")
    assert sheet.protection == row["protection"]
    assert replace(sheet, hide=2).protection == row["protection"] + 2


@pytest.mark.parametrize("row", rows("slots"), ids=named)
def test_slots(row: Row) -> None:
    assert FellSheet.slots_of(pc(dice=(row["die"], 4, 4))) == row["slots"]


@pytest.mark.parametrize("row", rows("coins"), ids=named)
def test_coins_fill_slots(row: Row) -> None:
    assert [FellSheet.coin_slots(coins) for coins in row["coins"]] == row["slots"]


@pytest.mark.parametrize("row", rows("steel"), ids=named)
def test_steel_dice(row: Row) -> None:
    assert {SteelWeapon.die_of(weapon) for weapon in row["weapons"]} == {row["die"]}


def test_what_is_carried() -> None:
    carried = (Item("Heirloom", 2, "greatsword"), Item("Rope"), Item("Dagger", 1, "dagger"))
    who = pc(items=carried, coin=250)
    assert FellSheet.of(who).steel_weapons == ("greatsword", "dagger")
    assert FellSheet.of(who).off_hand_weapons == ("dagger",)
    assert [SteelWeapon.die_of(each) for each in carried] == [8, 0, 4]
    assert FellSheet.of(who).slots_used == 6
    assert FellSheet.skill_die_of(who) == 0
    assert FellSheet.skill_die_of(pc(skills=("lore",), dice=(4, 8, 4))) == 8


def test_a_glance_shows_what_matters() -> None:
    on = table(pc(points=(3, 6, 6), deprived=3, coin=1100, skills=("lore",)), foe(), hireling(paid=2))
    assert RULESET.vitals(on, on[1]) == (("points", "3 6 6"),)
    assert RULESET.vitals(on, on[2]) == (("hit_points", "6/6"), ("hit_die", "d6"))
    assert RULESET.vitals(on, on[3])[-1] == ("days_paid", "2")
    assert RULESET.state(on, on[1]) == ("fatigued", "deprived", "overburdened")
    assert RULESET.state(on, on[2].with_condition(Condition("out-of-action"))) == ("out-of-action",)
    assert RULESET.derived(on, on[1]) == {
        "items": ("slots-free", -1),
        "armour": ("protection", 0),
        "coin": ("slots-used", 11),
        "skills": ("skill-die", 6),
        "days_deprived": ("fatigue", 2),
    }
    assert all(RULESET.derived(on, each) for each in on.in_play())


def test_an_empty_sheet_has_the_smallest_dice() -> None:
    """FELL-X-abil: points are the highest number of the die."""
    for kind in Kind:
        sheet = RULESET.blank(kind)
        assert isinstance(sheet, FellSheet)
        assert [sheet.die(each).sides for each in ABILITIES] == [4, 4, 4]
        assert all(sheet.ability_points(each) == Meter(4, 4) for each in ABILITIES)
        assert sheet.fatigue(FellHouse()) == 0


def test_any_skill_gives_the_int_die_as_the_skill_die() -> None:
    """FELL-X-skill: the hit die of those who have no other; nobody without a skill has one."""
    assert FellSheet.skill_die_of(pc(dice=(6, 8, 4), skills=("lore",))) == 8
    assert FellSheet.skill_die_of(pc(dice=(6, 8, 4))) == 0
    assert FellSheet.skill_die_of(hireling(die=6)) == 6


def test_foes_have_a_hit_die_and_its_highest_number_of_points() -> None:
    on = after("fell.add-foe", Table(), die="d20", count="2", name="Dragon", protection="3")
    assert [each.name for each in on.in_play(Kind.ENEMY)] == ["Dragon 1", "Dragon 2"]
    assert FellSheet.of(on[1]).hit_points == Meter(20, 20)
    assert FellSheet.of(on[1]).protection == 3
    assert after("fell.add-foe", on, die="d4", kind="npc")[3].name == "Foe d4"
    assert after("fell.add-foe", on, die="d4", name="dragon")[3].name == "dragon 3"
    with pytest.raises(RuleError, match="letters here, not 200"):
        run("fell.add-foe", on, die="d4", name="x" * 200)


def test_a_hireling_is_paid_in_advance_or_not() -> None:
    """FELL-X-hire."""
    hired = run("fell.hire", table(pc(coin=12)), name="Hob", skill="lore", days="2", payer="Anna")
    on = hired.result.table or Table()
    assert (hired.result.result, hired.result.amounts) == ("paid-in-advance", {"coin": 10})
    assert (FellSheet.of(on[1]).coin, FellSheet.of(on[2]).days_paid, FellSheet.slots_of(on[2])) == (2, 2, 8)
    assert FellSheet.of(on[2]).hit_points == Meter(4, 4)
    with pytest.raises(RuleError, match="coin"):
        run("fell.pay-wages", on, who="Hob", payer="Anna")
    assert run("fell.hire", on, name="Nob", skill="lore", days="0").result.result == "not-paid"


def test_improvements_raise_the_wage() -> None:
    on = table(hireling())
    bigger = after("fell.improve-hireling", on, who="Hob", improvement="bigger-die")
    assert (FellSheet.of(bigger[3]).hit_die.sides, FellSheet.of(bigger[3]).hit_points) == (6, Meter(4, 6))
    skilled = after("fell.improve-hireling", bigger, who="Hob", improvement="repair")
    assert (FellSheet.of(skilled[3]).wage, FellSheet.of(skilled[3]).skills) == (15, Tags(("lore", "repair")))
    assert run("fell.pay-wages", skilled, who="Hob", days="2").result.amounts == {"coin": 30}
    with pytest.raises(RuleError, match="cannot grow any more"):
        run("fell.improve-hireling", table(hireling(die=12)), who="Hob", improvement="bigger-die")
