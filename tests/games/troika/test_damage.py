"""The Damage Roll (TRO-8, TRO-9), every row, armour, shield and bonus."""

from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest

from tableside.games.troika import damage
from tableside.games.troika.damage import SLOTS_OF_WEAPON, WEAPONS, DamageBlow
from tableside.games.troika.house import TroikaHouse
from tableside.rules.odds import every_roll
from tableside.rules.play import ChoiceAsked, Chosen, Play, play_to_end
from tableside.rules.table import Table
from tests.games.answers import answers, fact_ids
from tests.games.troika.fighting import asked, rows, run

HOUSE = TroikaHouse()
SHIELDS_TOO = TroikaHouse(piercing_and_shields="shield-too")
FACES = range(1, 7)


@pytest.mark.parametrize("row", rows("weapon"), ids=lambda row: row["sentence"])
def test_the_damage_table(row: dict[str, Any]) -> None:  # Any: a row's values
    weapon = WEAPONS[row["weapon"]]
    assert [*weapon.damage] == row["damage"]
    assert (weapon.two_handed, weapon.piercing) == (row["two_handed"], row["piercing"])
    hands = 0 if weapon.natural else 2 if row["two_handed"] else 1
    assert SLOTS_OF_WEAPON[row["weapon"]] == hands


def test_the_damage_table_has_no_other_rows() -> None:
    assert {row["weapon"] for row in rows("weapon")} == {*WEAPONS}


@pytest.mark.parametrize("weapon", WEAPONS)
@pytest.mark.parametrize("house", [HOUSE, SHIELDS_TOO], ids=["armour-only", "shield-too"])
def test_the_odds_of_damage_are_those_of_the_rule(weapon: str, house: TroikaHouse) -> None:
    def lost(blow: DamageBlow) -> dict[int, Fraction]:
        return every_roll(lambda play: damage.roll_damage((weapon,), blow, house, play).points)

    for numbers in product((-2, 0, 3), (0, 1, 3), (False, True), (False, True)):
        blow = DamageBlow(*numbers)
        assert lost(blow) == damage.damage_odds((weapon,), blow, house)


@pytest.mark.parametrize("weapon", ["sword", "mace", "unarmed"])
def test_the_row_is_read_as_the_rulebook_says(weapon: str) -> None:
    """Written out a second time, straight from TRO-7.6, TRO-8.2 and TRO-9."""
    row = WEAPONS[weapon]
    for face, bonus, armour, shield in product(FACES, range(-4, 5), range(5), (0, 1)):
        armour_left = max(0, armour - 1) if row.piercing else armour
        column = max(1, face + bonus - armour_left - shield)
        blow = DamageBlow(bonus, armour, bool(shield))
        assert row.points(face, blow, HOUSE) == row.damage[min(column, 7) - 1]


def test_a_row_by_icepool() -> None:
    row = WEAPONS["fusil"]
    die = icepool.d6.map(lambda face: row.damage[min(7, max(1, face + 2 - 1)) - 1] * 2)
    odds = damage.damage_odds(("fusil",), DamageBlow(2, 2, mighty=True), HOUSE)
    assert {points: Fraction(die.probability(points)) for points in die} == odds


def test_a_shield_may_count_as_armour_for_piercing() -> None:
    """TRO-AMB-21."""
    mace, shield = WEAPONS["mace"], DamageBlow(shield=True)
    assert mace.column(3, shield, HOUSE) == 2
    assert mace.column(3, shield, SHIELDS_TOO) == 3
    assert mace.column(3, DamageBlow(armour=1, shield=True), SHIELDS_TOO) == 2


def test_more_armour_never_hurts_more() -> None:
    for weapon, face in product(WEAPONS.values(), FACES):
        lost = [weapon.points(face, DamageBlow(armour=armour), HOUSE) for armour in range(6)]
        assert lost == sorted(lost, reverse=True)


def test_of_several_weapons_one_picks_after_the_roll() -> None:
    """TRO-7.7: nobody is asked when both rows do the same."""

    def rule(play: Play) -> damage.Damage:
        return damage.roll_damage(("sword", "knife"), DamageBlow(), HOUSE, play)

    best = play_to_end(rule, answers(1))
    assert (best.result.points, best.result.weapon) == (4, "sword")
    assert best.steps[1] == Chosen("which-weapon", "sword")
    kind = play_to_end(rule, answers(1, choices=("knife",)))
    assert (kind.result.points, kind.result.weapon) == (2, "knife")
    assert asked(play_to_end(rule, answers(6))) == []


def test_the_odds_of_several_weapons_take_the_best_row() -> None:
    weapons, blow = ("sword", "maul", "knife"), DamageBlow(armour=1, shield=True)
    found = every_roll(lambda play: damage.roll_damage(weapons, blow, HOUSE, play).points)
    assert found == damage.damage_odds(weapons, blow, HOUSE)

    def mildest(asked: ChoiceAsked) -> str:
        return min(asked.options)

    assert every_roll(lambda play: damage.roll_damage(weapons, blow, HOUSE, play).points, mildest) != found


def test_the_facts_name_what_changed_the_die() -> None:
    inputs = {"weapon": "mace", "armour": "2", "shield": "yes", "mighty": "yes"}
    done = run("troika.damage", Table(), 6, inputs=inputs)
    assert fact_ids(done) == ["armour-protects", "shield-protects", "weapon-pierces", "damage-doubled"]
    assert done.facts[-1].values == {
        "who": "",
        "face": 6,
        "read": 4,
        "weapon": "mace",
        "points": 12,
        "once": 6,
    }
    plain = run("troika.damage", Table(), 6, inputs={"weapon": "mace"})
    assert fact_ids(plain) == ["damage-plain"]
