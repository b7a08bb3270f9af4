"""Tests of Luck (TRO-3.1): rolled, their chances, and what an enemy has in its place."""

from dataclasses import replace
from fractions import Fraction

from tableside.frozen import frozen
from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.modifiers import modifiers_on_other_rolls, sum_of_troika_modifiers, tell_modifiers
from tableside.games.troika.rolls import RolledUnder, is_double
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.odds import Odds, collect_odds, odds_of_two_dice
from tableside.rules.play import D6, FactValue, Play
from tableside.rules.table import Character, Kind


@frozen
class LuckTested:
    """A Luck test."""

    passed: bool
    left: int
    """Luck after the test."""
    faces: tuple[int, ...]


def is_lucky(faces: tuple[int, ...], luck: int, house: TroikaHouse) -> bool:
    """Whether 2d6 come to at most Luck; a double 6 fails as in any Roll Under (TRO-3.1, TRO-AMB-3)."""
    if is_double(faces, 6) and house.luck_double_six == "fails":
        return False
    return sum(faces) <= luck or (is_double(faces, 1) and house.double_one == "always-succeeds")


def test_luck(luck: int, house: TroikaHouse, play: Play, who: str = "", *, weight: int = 0) -> LuckTested:
    """Test Luck (TRO-3.1): rolls 2d6. It costs 1 Luck, lucky or not. `weight` is what a heavy load takes off
    the target (TRO-10.4).

    Not checked: whether the character may refuse.
    """
    faces = play.roll(D6, D6, why="luck", who=who)
    target = luck + weight
    tested = LuckTested(is_lucky(faces, target, house), max(0, luck - 1), faces)
    RolledUnder(tested.passed, sum(faces), target).tell_double("TRO-AMB-3", play, who)
    values: dict[str, FactValue] = {"who": who, "total": sum(faces), "target": target, "left": tested.left}
    play.tell("luck-passed" if tested.passed else "luck-failed", "TRO-3.1", values)
    return tested


def _test_skill_as_luck(skill: int, house: TroikaHouse, play: Play, who: str) -> bool:
    """An enemy's Luck test: its Skill stands for Luck and never falls (TRO-X-enemy). Rolls 2d6."""
    faces = play.roll(D6, D6, why="luck", who=who)
    passed = is_lucky(faces, skill, house)
    RolledUnder(passed, sum(faces), skill).tell_double("TRO-AMB-3", play, who)
    values: dict[str, FactValue] = {"who": who, "total": sum(faces), "target": skill}
    play.tell("skill-as-luck-passed" if passed else "skill-as-luck-failed", "TRO-X-enemy", values)
    return passed


def luck_odds(luck: int, house: TroikaHouse, weight: int = 0) -> Odds:
    """The chances of a Luck test, and the Luck that is left (TRO-3.1)."""
    chances = collect_odds(
        ("success" if is_lucky(faces, luck + weight, house) else "failure", chance)
        for faces, chance in odds_of_two_dice().items()
    )
    return Odds(chances, {"luck": {max(0, luck - 1): Fraction(1)}})


def luck_of(who: Character) -> int:
    """The Luck that they have: an enemy's Skill stands for it (TRO-X-enemy)."""
    sheet = TroikaSheet.of(who)
    return sheet.skill if who.kind == Kind.ENEMY else sheet.luck.current


def luck_target(who: Character, house: TroikaHouse) -> int:
    """What 2d6 must not exceed: their Luck, less what a heavy load takes off it (TRO-AMB-18)."""
    return luck_of(who) + sum_of_troika_modifiers(modifiers_on_other_rolls(who, house))


def luck_test_odds_of(who: Character, house: TroikaHouse) -> Odds:
    """The chances of a character's Luck test (TRO-3.1), and the Luck that is left."""
    odds = luck_odds(luck_of(who), house, sum_of_troika_modifiers(modifiers_on_other_rolls(who, house)))
    return replace(odds, amounts={"luck": {luck_of(who): Fraction(1)}}) if who.kind == Kind.ENEMY else odds


def luck_test_of(who: Character, house: TroikaHouse, play: Play) -> tuple[bool, Character]:
    """A character's Luck test: rolls 2d6; an enemy's Skill, which stands for Luck, never falls."""
    if who.kind == Kind.ENEMY:
        return _test_skill_as_luck(luck_of(who), house, play, who.name), who
    sheet, reasons = TroikaSheet.of(who), modifiers_on_other_rolls(who, house)
    tell_modifiers(reasons, play, who.name)
    tested = test_luck(luck_of(who), house, play, who.name, weight=sum_of_troika_modifiers(reasons))
    return tested.passed, replace(who, sheet=replace(sheet, luck=replace(sheet.luck, current=tested.left)))
