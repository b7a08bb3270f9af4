"""Falling (TRO-7.8), drowning, fire, poison, bleeding (TRO-7.9): tests against them, and their harm.

A peril is a condition. For drowning its amount is the failures in a row so far; for the others, the d6 of
Stamina that the next failure costs (0: the usual one). Each turn brings a test: Swim against drowning, a
related Advanced Skill or Luck against the others, an enemy's Skill. Only a failure harms, with one die more
for each in a row (TRO-AMB-26). In a fight all of that waits for the End token (TRO-7.9.2).
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.troika.conditions import (
    DROWNING,
    MOST_DICE,
    PERILS,
    PRONE,
    STATES,
    act_on_life,
    check_troika_conditions_allow_self_help,
    check_troika_conditions_outside_fight,
    drowning_condition_failures,
    outcome_of_troika_conditions,
    troika_conditions_after_swim,
    troika_conditions_allow_self_help,
    with_troika_condition_at,
    worsen_drowning_condition,
    worst_troika_condition,
)
from tableside.games.troika.house import OF_LUCK, OF_TESTS, TroikaHouse
from tableside.games.troika.luck import luck_may_hold, luck_target
from tableside.games.troika.sheet import LUCK, SKILL, TroikaSheet
from tableside.games.troika.skill_tests import (
    MODIFIER,
    SkillTest,
    knows_skill_for_test,
    result_of_skill_test,
    roll_skill_test,
    skill_test_chances,
)
from tableside.games.troika.stamina import lose_stamina
from tableside.games.troika.terms import SWIM, SWIMMING
from tableside.games.troika.turns import act_in_troika_turn
from tableside.rules.forecast import forecast_odds
from tableside.rules.inputs import (
    Choice,
    Given,
    Number,
    Who,
    input_field,
    input_options_of_people,
    person_given_by_input,
)
from tableside.rules.life_states import (
    can_act,
    check_can_act,
    check_lives,
    is_dead,
    lives,
    may_act,
)
from tableside.rules.odds import Odds, collect_odds, odds_of_dice_sum
from tableside.rules.play import D6, Play
from tableside.rules.procedure import Group, Outcome, Procedure, procedure_needs_somebody
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.rules.turns.running_order import is_in_order

NO_TEST: Final = "no-test"
"""Accepting one's fate: nobody has to test Luck (TRO-3.1)."""
FURTHEST_FALL: Final = 200
"""The longest fall, in metres."""


def _suffer_fall(who: Character, metres: int, table: Table, play: Play) -> Character:
    """Fall (TRO-7.8.1): rolls 1d6 of harm for each 2 m, all at once; odd lengths by TRO-AMB-20. Not checked:
    where they land.
    """
    dice = (metres + (TroikaHouse.of(table).odd_falls == "round-up")) // 2
    harm = play.total(*(D6,) * dice, why="fall", who=who.name) if dice else 0
    play.tell("fallen", "TRO-7.8.1", {"who": who.name, "metres": metres, "harm": harm})
    return lose_stamina(who, harm, table, play)


def _can_stand(table: Table, who: Character) -> bool:
    return who.has(PRONE) and can_act(who)


def fall_prone(who: Character, play: Play) -> Character:
    """Make somebody prone (TRO-7.8)."""
    play.tell("knocked-down", "TRO-7.8", {"who": who.name})
    return who.with_condition(Condition(PRONE))


def stand_up_after_fall(who: Character, play: Play) -> Character:
    """Get up, which takes a turn (TRO-7.8). Not checked: whether it is their turn.

    Raises `RuleError` for the helpless.
    """
    check_can_act(who)
    play.tell("stood-up", "TRO-7.8", {"who": who.name})
    return who.without(PRONE)


@frozen
class Fall:
    who: tuple[int, ...] = input_field(Who(many=True, fits=lives))
    metres: int = input_field(Number(lowest=1, highest=FURTHEST_FALL))


def _fall(table: Table, form: Fall, play: Play) -> Outcome:
    return outcome_of_troika_conditions(
        table, form.who, lambda each: _suffer_fall(each, form.metres, table, play)
    )


@frozen
class Stand:
    who: tuple[int, ...] = input_field(Who(many=True, fits=_can_stand))


def _stand(table: Table, form: Stand, play: Play) -> Outcome:
    for key in form.who:
        table = act_in_troika_turn(table, key, play)
    return outcome_of_troika_conditions(table, form.who, lambda each: stand_up_after_fall(each, play))


def _perils_of(who: Character) -> tuple[str, ...]:
    """The perils that they are in, in the order of the End token."""
    return tuple(peril for peril in PERILS if who.has(peril))


def _dice_of(who: Character, peril: str) -> int:
    """The number of d6 that the next failure against a peril costs."""
    if peril == DROWNING:
        return min(drowning_condition_failures(who) + 1, MOST_DICE)
    condition = who.condition(peril)
    return min(max(1, condition.amount if condition else 1), MOST_DICE)


def _tests_against(who: Character, peril: str, house: TroikaHouse) -> tuple[str, ...]:
    """What they may test against a peril, the likeliest first; empty if they cannot test (TRO-AMB-28).

    The group decides which Advanced Skill is related.
    """
    if not troika_conditions_allow_self_help(who):
        return ()
    if peril == DROWNING:
        return (SWIM,)
    if who.kind == Kind.ENEMY:
        return (SKILL,)
    luck = (LUCK,) if luck_may_hold(luck_target(who, house), house) else ()
    ids_of_tests = (*luck, *TroikaSheet.skill_ids(TroikaSheet.of(who).skills))
    return (*ids_of_tests, NO_TEST) if luck else (NO_TEST, *ids_of_tests) if ids_of_tests else ()


@frozen
class ResistedPeril:
    """The result of a test against a peril."""

    passed: bool
    harm: int
    who: Character
    """The character in the peril, before the harm is taken off."""
    tester: Character
    """Whoever made the test: the same character, or a helper."""


def _suffer_turn(who: Character, peril: str, table: Table, play: Play) -> Character:
    """One turn, or one End token, of one peril: rolls 2d6 for its test, and its harm after a failure.

    Asks which skill or Luck is tested if there is a choice. Those who cannot test fail (TRO-AMB-28).
    """
    house = TroikaHouse.of(table)
    skill = _chosen(who, _tests_against(who, peril, house), peril, play)
    harm, who = play.part(_harm_of_turn, who, skill, peril, house)
    return lose_stamina(who, harm, table, play, drowns=peril == DROWNING)


def _harm_of_turn(
    who: Character, skill: str, peril: str, house: TroikaHouse, play: Play
) -> tuple[int, Character]:
    if skill == NO_TEST:
        play.tell(f"no-test-{peril}", "TRO-7.9.1", {"who": who.name})
        return _fail(who, peril, house, play)
    resisted = _resist(who, peril, SkillTest(who, skill), house, play)
    return resisted.harm, resisted.who


def _chosen(who: Character, tests: tuple[str, ...], peril: str, play: Play) -> str:
    if len(tests) < 2:
        return tests[0] if tests else NO_TEST
    return play.choose(f"test-against-{peril}", *tests, default=tests[0], who=who.name)


def _resist(who: Character, peril: str, test: SkillTest, house: TroikaHouse, play: Play) -> ResistedPeril:
    """Test against a peril (TRO-7.9, TRO-7.9.1): rolls 2d6, and the harm after a failure."""
    is_own = test.who.key == who.key
    passed, tester = roll_skill_test(test, house, play, why=test.skill)
    who = tester if is_own else who
    if is_own and test.skill in SWIMMING and peril == DROWNING:
        harm, who = troika_conditions_after_swim(who, passed, knows_skill_for_test(who, SWIM), play)
    elif passed:
        play.tell(f"saved-from-{peril}", "TRO-7.9.1", {"who": who.name})
        harm, who = 0, who.without(peril)
    else:
        harm, who = _fail(who, peril, house, play)
    return ResistedPeril(passed, harm, who, who if is_own else tester)


def _fail(who: Character, peril: str, house: TroikaHouse, play: Play) -> tuple[int, Character]:
    """One failure: rolls its d6 of harm; the next one in a row costs a die more (TRO-7.9, TRO-AMB-26).

    Returns the harm, and the character in the peril before it is taken off.
    """
    if peril == DROWNING:
        return worsen_drowning_condition(who, play)
    dice = _dice_of(who, peril)
    harm = play.total(*(D6,) * dice, why=peril, who=who.name)
    play.tell(f"fails-{peril}", "TRO-7.9.1", {"who": who.name, "harm": harm, "dice": dice})
    grows = house.perils_grow == "die-each-failure"
    return harm, with_troika_condition_at(who, peril, dice + 1) if grows else who


def suffer_all_perils(keys: Iterable[int], table: Table, play: Play) -> Table:
    """One turn of all perils for all these characters: peril by peril, each in the order of keys."""
    ordered = sorted(keys)
    for peril in PERILS:
        for key in ordered:
            if table[key].has(peril) and not is_dead(table[key]):
                table = table.put(_suffer_turn(table[key], peril, table, play))
    return table


def _resist_odds(who: Character, peril: str, test: SkillTest, house: TroikaHouse) -> Odds:
    """The odds of the test against a peril (TRO-7.9), and of its harm."""
    chances = {**skill_test_chances(test, house)}
    return Odds(chances, {"harm": _harm_odds(_dice_of(who, peril), chances.get("failure", Fraction(0)))})


def _harm_odds(dice: int, failure: Fraction) -> dict[int, Fraction]:
    harms = ((harm, failure * chance) for harm, chance in odds_of_dice_sum(dice).items())
    spared = ((0, 1 - failure),) if failure < 1 else ()
    return collect_odds((*spared, *(each for each in harms if failure)))


def _sufferers(table: Table, named: tuple[int, ...]) -> tuple[int, ...]:
    """The named, or everybody harmed by perils each turn. Raises `RuleError` for those in a fight."""
    sufferers = named or tuple(each.key for each in table.in_play() if _suffers_by_turns(table, each))
    if not sufferers:
        raise RuleError("troika.nobody-in-peril")
    for key in sufferers:
        check_troika_conditions_outside_fight(table[key], table)
    return tuple(dict.fromkeys(sufferers))


def _suffers_by_turns(table: Table, who: Character) -> bool:
    return bool(_perils_of(who)) and not is_dead(who) and not is_in_order(table, who)


def _tester(table: Table, who: int, peril: str, helper: int) -> Character:
    """Whoever makes the test. Raises `RuleError` for a peril that they are not in, in a fight, and for those
    who can do nothing for themselves unless a helper is named.
    """
    check_lives(table[who])
    if peril not in _perils_of(table[who]):
        raise RuleError("troika.no-such-peril", who=table[who].name, peril=peril)
    check_troika_conditions_outside_fight(table[who], table)
    if helper and helper != who:
        check_can_act(table[helper])
        return table[helper]
    check_troika_conditions_allow_self_help(table[who])
    return table[who]


def _skills_against(table: Table, given: Given) -> tuple[str, ...]:
    """What may be tested, by the helper if one is named."""
    tester = person_given_by_input(table, given, "helper") or person_given_by_input(table, given)
    skills = TroikaSheet.skill_ids(TroikaSheet.of(tester).skills) if tester else ()
    swim = (SWIM,) if given.get("peril") == DROWNING else ()
    return tuple(dict.fromkeys((*skills, *swim, LUCK, SKILL)))


@frozen
class Suffer:
    who: tuple[int, ...] = input_field(Who(many=True, optional=True, fits=_suffers_by_turns))


def _suffer(table: Table, form: Suffer, play: Play) -> Outcome:
    sufferers = _sufferers(table, form.who)
    after = suffer_all_perils(sufferers, table, play)
    return Outcome(worst_troika_condition(*(after[key] for key in sufferers)), table=after)


def _suffer_odds(table: Table, form: Suffer) -> Odds:
    """The odds for a single character in a single peril, counted from the turn."""
    sufferers = [table[key] for key in _sufferers(table, form.who)]
    perils = [peril for each in sufferers for peril in _perils_of(each)]
    if len(sufferers) != 1 or len(perils) != 1:
        raise RuleError("troika.several-perils")
    return forecast_odds(lambda play: _suffer(table, form, play))


@frozen
class SaveFrom:
    who: int = input_field(Who(fits=_suffers_by_turns))
    peril: str = input_field(Choice(options=input_options_of_people(_perils_of)))
    helper: int = input_field(Who(optional=True, fits=may_act))
    skill: str = input_field(Choice(options=_skills_against, default=LUCK, worth=True))
    modifier: int = input_field(MODIFIER)


def _save_from(table: Table, form: SaveFrom, play: Play) -> Outcome:
    """A test against a peril by the character in it, or by a helper (TRO-7.9.1)."""
    tester = _tester(table, form.who, form.peril, form.helper)
    test = SkillTest(tester, form.skill, form.modifier)
    resisted = _resist(table[form.who], form.peril, test, TroikaHouse.of(table), play)
    after = lose_stamina(resisted.who, resisted.harm, table, play, drowns=form.peril == DROWNING)
    return Outcome(
        result_of_skill_test(resisted.passed), {"harm": resisted.harm}, table.put(resisted.tester, after)
    )


def _save_from_odds(table: Table, form: SaveFrom) -> Odds:
    tester = _tester(table, form.who, form.peril, form.helper)
    test = SkillTest(tester, form.skill, form.modifier)
    return _resist_odds(table[form.who], form.peril, test, TroikaHouse.of(table))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="troika.suffer",
        rules=("TRO-7.9", "TRO-7.9.1", "TRO-7.9.2", "TRO-X-swim", "TRO-AMB-26", *OF_TESTS),
        run=_suffer,
        odds=_suffer_odds,
        group=Group.CARE,
        outcomes=STATES[::-1],
        problems=procedure_needs_somebody(_suffers_by_turns, "nobody-suffers"),
    ),
    Procedure(
        id="troika.save-from",
        rules=("TRO-7.9", "TRO-7.9.1", "TRO-7.9.2", "TRO-X-swim", "TRO-2.1.1", "TRO-AMB-26", *OF_TESTS),
        run=_save_from,
        odds=_save_from_odds,
        group=Group.CARE,
        outcomes=("success", "failure"),
        amounts=("harm",),
        problems=procedure_needs_somebody(_suffers_by_turns, "nobody-suffers"),
    ),
    act_on_life(id="troika.fall", rules=("TRO-7.8.1", "TRO-AMB-20", *OF_LUCK), run=_fall),
    Procedure(
        id="troika.stand",
        rules=("TRO-7.8",),
        run=_stand,
        group=Group.FIGHT,
        outcomes=STATES,
        amounts=STATES,
        takes_turn=True,
        problems=procedure_needs_somebody(_can_stand, "nobody-is-prone"),
    ),
)
