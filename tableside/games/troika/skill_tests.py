"""Tests of a skill or of Luck (TRO-2, TRO-3.1) for any reason, and their odds."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tableside.frozen import frozen
from tableside.games.troika.conditions import (
    check_troika_conditions_allow_self_help,
    check_troika_conditions_outside_fight,
    troika_conditions_after_swim,
    troika_conditions_allow_self_help,
)
from tableside.games.troika.house import OF_LUCK, OF_SKILLS, TroikaHouse
from tableside.games.troika.luck import luck_of, luck_target, luck_test_odds_of, luck_test_of
from tableside.games.troika.rolls import (
    Reason,
    Result,
    modifiers_on_roll,
    modifiers_on_swimming,
    roll_under,
    roll_under_odds,
    sum_of_troika_modifiers,
    tell_modifiers,
)
from tableside.games.troika.sheet import LUCK, SKILL, SkillTotalOnSheet, TroikaSheet, tell_skill_total
from tableside.games.troika.stamina import lose_stamina
from tableside.games.troika.terms import SWIM, SWIMMING
from tableside.rules.inputs import Choice, Given, Number, Who, input_field, person_given_by_input
from tableside.rules.life_states import lives, may_act
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure, Role
from tableside.rules.table import Character, Kind, Table

MODIFIER: Final = Number(default=0, lowest=-20, highest=20, worth=(1,))
"""The GM's modifier."""
WHO_ACTS: Final = Who(fits=may_act)
"""The input for who acts."""
WHO_TESTS: Final = Who(fits=lambda table, who: troika_conditions_allow_self_help(who))
"""The input for who tests something: neither the dying nor the unconscious (TRO-AMB-28)."""
AGAINST: Final = Who(fits=lives, apart=("who",))
"""The input for the opponent."""


def skill_test_input(person: str, *more: str, default: str | None = None, worth: bool = False) -> Choice:
    """An input for an Advanced Skill of the character in the input `person`; `more` options follow."""

    def options(table: Table, given: Given) -> tuple[str, ...]:
        named = person_given_by_input(table, given, person)
        own = TroikaSheet.skill_ids(TroikaSheet.of(named).skills) if named else ()
        return tuple(dict.fromkeys((*own, *more)))

    return Choice(options=options, default=default, worth=worth)


@frozen
class SkillTest:
    """A test: who tests which skill or Luck, with the GM's modifier."""

    who: Character
    skill: str
    modifier: int = 0


def target_of_skill_test(test: SkillTest, house: TroikaHouse) -> int:
    """The limit for 2d6. The GM's modifier does not affect Luck; an enemy's Skill is its Luck."""
    if test.skill == LUCK:
        return luck_target(test.who, house)
    use, reasons = _tried(test, house)
    return use.total + sum_of_troika_modifiers(reasons)


def _tried(test: SkillTest, house: TroikaHouse) -> tuple[SkillTotalOnSheet, tuple[Reason, ...]]:
    """The total of a test, and all its modifiers: burden, the GM's modifier, and the load for Swim."""
    reasons = (
        *modifiers_on_roll(test.who, house, modifier=test.modifier),
        *modifiers_on_swimming(test.who, test.skill, house),
    )
    return TroikaSheet.of(test.who).known_skill_total(test.skill), reasons


def knows_skill_for_test(who: Character, skill: str) -> bool:
    """Whether this Advanced Skill is on the sheet; an enemy's Skill stands for every one (TRO-X-enemy)."""
    return who.kind == Kind.ENEMY or TroikaSheet.of(who).known_skill_total(skill).row is not None


def roll_skill_test(
    test: SkillTest, house: TroikaHouse, play: Play, why: str = "roll"
) -> tuple[bool, Character]:
    """Test an Advanced Skill, plain Skill or Luck: rolls 2d6; a skill on the sheet may be ticked for it.

    A skill that is not on the sheet is plain Skill (TRO-2). Raises `RuleError` for the dead, and for those
    who can do nothing for themselves (TRO-AMB-28).
    """
    who = test.who
    check_troika_conditions_allow_self_help(who)
    if test.skill == LUCK:
        return luck_test_of(who, house, play)
    use, reasons = _tried(test, house)
    tell_skill_total(use, play, who.name)
    tell_modifiers(reasons, play, who.name)
    rolled = roll_under(use.total + sum_of_troika_modifiers(reasons), house, play, why=why, who=who.name)
    return rolled.passed, ticked_by_skill_test(who, use, rolled.passed, house, play)


def skill_test_chances(test: SkillTest, house: TroikaHouse) -> Mapping[str, Fraction]:
    """The chances of testing a skill or Luck (TRO-2, TRO-3.1)."""
    check_troika_conditions_allow_self_help(test.who)
    if test.skill == LUCK:
        return luck_test_odds_of(test.who, house).chances
    return roll_under_odds(target_of_skill_test(test, house), house).chances


def result_of_skill_test(passed: bool) -> str:
    """The outcome of a test."""
    return str(Result.SUCCESS if passed else Result.FAILURE)


def _check_swim(table: Table, who: int, skill: str) -> None:
    """Raises `RuleError` for Swim in a fight: only the End token brings it (TRO-7.9.2)."""
    if skill in SWIMMING:
        check_troika_conditions_outside_fight(table[who], table)


_SKILL: Final = replace(
    skill_test_input("who", SKILL), known_as=lambda table, given: {each: SWIM for each in SWIMMING}
)
"""Anybody may end up in the water: Swim can be typed with only plain Skill, too."""


@frozen
class Test:
    who: int = input_field(WHO_TESTS)
    skill: str = input_field(_SKILL)
    modifier: int = input_field(MODIFIER)


def _tested(table: Table, form: Test) -> SkillTest:
    return SkillTest(table[form.who], form.skill, form.modifier)


def _test(table: Table, form: Test, play: Play) -> Outcome:
    """Test a skill (TRO-2): a Roll Under its Skill Total; success ticks it (TRO-2.1.1).

    A failed test of Swim begins drowning (TRO-7.9).
    """
    _check_swim(table, form.who, form.skill)
    passed, after = roll_skill_test(_tested(table, form), TroikaHouse.of(table), play)
    if form.skill in SWIMMING:
        harm, after = troika_conditions_after_swim(after, passed, knows_skill_for_test(after, SWIM), play)
        after = lose_stamina(after, harm, table, play, drowns=True)
    return Outcome(result_of_skill_test(passed), table=table.put(after))


def _test_odds(table: Table, form: Test) -> Odds:
    _check_swim(table, form.who, form.skill)
    return Odds(skill_test_chances(_tested(table, form), TroikaHouse.of(table)))


@frozen
class TestLuck:
    who: int = input_field(WHO_TESTS)


def _test_luck(table: Table, form: TestLuck, play: Play) -> Outcome:
    """Test Luck (TRO-3.1). An enemy's Skill is its Luck and never falls (TRO-X-enemy)."""
    check_troika_conditions_allow_self_help(table[form.who])
    passed, after = luck_test_of(table[form.who], TroikaHouse.of(table), play)
    return Outcome(result_of_skill_test(passed), {"luck": luck_of(after)}, table.put(after))


def _test_luck_odds(table: Table, form: TestLuck) -> Odds:
    check_troika_conditions_allow_self_help(table[form.who])
    return luck_test_odds_of(table[form.who], TroikaHouse.of(table))


def ticked_by_skill_test(
    who: Character, use: SkillTotalOnSheet, passed: bool | None, house: TroikaHouse, play: Play
) -> Character:
    """The character with the skill or spell ticked if the test earns it (TRO-2.1.1, TRO-X-house-tick).

    `passed` None: neither won nor lost, which earns nothing. Enemies never improve, nor tick."""
    earned = passed is not None and passed == (house.advancement_tick == "on-success")
    if not earned or use.row is None or use.row.ticked or who.kind == Kind.ENEMY:
        return who
    sheet = TroikaSheet.of(who)
    play.tell("ticked", "TRO-2.1.1", {"who": who.name, "skill": use.row.name})
    if use.is_spell:
        return replace(who, sheet=replace(sheet, spells=sheet.spells.tick(use.row.name)))
    return replace(who, sheet=replace(sheet, skills=sheet.skills.tick(use.row.name)))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="troika.test",
        rules=("TRO-2", "TRO-1.1", "TRO-2.1.1", "TRO-10.4", "TRO-7.9", "TRO-7.9.2", "TRO-X-swim", *OF_SKILLS),
        run=_test,
        odds=_test_odds,
        outcomes=(Result.SUCCESS, Result.FAILURE),
        role=Role.TEST,
    ),
    Procedure(
        id="troika.test-luck",
        rules=("TRO-3.1", "TRO-10.4", *OF_LUCK),
        run=_test_luck,
        odds=_test_luck_odds,
        outcomes=(Result.SUCCESS, Result.FAILURE),
        amounts=("luck",),
        role=Role.LUCK,
    ),
)
