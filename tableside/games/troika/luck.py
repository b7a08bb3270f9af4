"""Tests of Luck (TRO-3.1), their odds, and what replaces Luck for an enemy."""

from dataclasses import replace
from fractions import Fraction

from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.rolls import (
    DOUBLE_ONE,
    DOUBLE_SIX,
    RolledUnder,
    modifiers_on_other_rolls,
    sum_of_troika_modifiers,
    tell_modifiers,
)
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.odds import Odds, mapped_odds, odds_of_dice_sum
from tableside.rules.play import D6, FactValue, Play
from tableside.rules.table import Character, Kind


def _is_lucky(dice: int, luck: int, house: TroikaHouse) -> bool:
    """Whether a sum of 2d6 is at most Luck; a double 6 fails as in any Roll Under (TRO-3.1, TRO-AMB-3)."""
    if dice == DOUBLE_SIX and house.luck_double_six == "fails":
        return False
    return dice <= luck or (dice == DOUBLE_ONE and house.double_one == "always-succeeds")


def luck_may_hold(luck: int, house: TroikaHouse) -> bool:
    """Whether a test of this much Luck could succeed at all."""
    return _is_lucky(DOUBLE_ONE, luck, house)


def test_luck(
    luck: int, house: TroikaHouse, play: Play, who: str = "", *, weight: int = 0
) -> tuple[bool, int]:
    """Test Luck (TRO-3.1): rolls 2d6; return whether it holds, and the Luck left. It always costs 1.

    `weight` is the modifier of a heavy load (TRO-10.4).
    """
    passed, dice = _roll(luck + weight, house, play, who)
    left = max(0, luck - 1)
    values: dict[str, FactValue] = {"who": who, "total": dice, "target": luck + weight, "left": left}
    play.tell("luck-passed" if passed else "luck-failed", "TRO-3.1", values)
    return passed, left


def _roll(target: int, house: TroikaHouse, play: Play, who: str) -> tuple[bool, int]:
    dice = play.total(D6, D6, why="luck", who=who)
    passed = _is_lucky(dice, target, house)
    RolledUnder(passed, dice, target).tell_double("TRO-AMB-3", play, who)
    return passed, dice


def luck_odds(luck: int, house: TroikaHouse, weight: int = 0) -> Odds:
    """The odds of a Luck test, with the Luck left (TRO-3.1)."""
    chances = mapped_odds(
        odds_of_dice_sum(2), lambda dice: "success" if _is_lucky(dice, luck + weight, house) else "failure"
    )
    return Odds(chances, {"luck": {max(0, luck - 1): Fraction(1)}})


def luck_of(who: Character) -> int:
    """Their Luck; an enemy's Skill stands for it (TRO-X-enemy)."""
    sheet = TroikaSheet.of(who)
    return sheet.skill if who.kind == Kind.ENEMY else sheet.luck.current


def luck_target(who: Character, house: TroikaHouse) -> int:
    """The number that 2d6 must not exceed: Luck, less the modifier of a heavy load (TRO-AMB-18)."""
    return luck_of(who) + sum_of_troika_modifiers(modifiers_on_other_rolls(who, house))


def luck_test_odds_of(who: Character, house: TroikaHouse) -> Odds:
    """The odds of a character's Luck test (TRO-3.1), with the Luck left."""
    odds = luck_odds(luck_of(who), house, sum_of_troika_modifiers(modifiers_on_other_rolls(who, house)))
    return replace(odds, amounts={"luck": {luck_of(who): Fraction(1)}}) if who.kind == Kind.ENEMY else odds


def luck_test_of(who: Character, house: TroikaHouse, play: Play) -> tuple[bool, Character]:
    """Roll a character's Luck test: 2d6; an enemy's Skill, which stands for Luck, never falls."""
    sheet, luck = TroikaSheet.of(who), luck_of(who)
    if who.kind == Kind.ENEMY:
        passed, dice = _roll(luck, house, play, who.name)
        fact = "skill-as-luck-passed" if passed else "skill-as-luck-failed"
        play.tell(fact, "TRO-X-enemy", {"who": who.name, "total": dice, "target": luck})
        return passed, who
    reasons = modifiers_on_other_rolls(who, house)
    tell_modifiers(reasons, play, who.name)
    passed, left = test_luck(luck, house, play, who.name, weight=sum_of_troika_modifiers(reasons))
    return passed, replace(who, sheet=replace(sheet, luck=replace(sheet.luck, current=left)))
