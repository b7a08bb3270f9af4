"""The friends' one attempt to heal the dying (TRO-4.1, TRO-AMB-25)."""

from dataclasses import replace
from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.forms import asked
from tableside.rules.inputs import Who
from tableside.rules.odds import Odds, mapped
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.states import DEAD, DYING, acts, can_act, check_can_act, check_lives, is_dead
from tableside.rules.table import Character, Table
from tableside.rules.troika.house import OF_TESTS, House, house_of
from tableside.rules.troika.inputs import MODIFIER, skill_input
from tableside.rules.troika.rest import MEALS_A_DAY
from tableside.rules.troika.sheet import PEOPLE, sheet_of
from tableside.rules.troika.stamina import die, heal
from tableside.rules.troika.states import STATES, UP, is_fighting, state_of
from tableside.rules.troika.testing import skill_chances, target_of, try_skill
from tableside.rules.troika.totals import LUCK, SKILL

PROVISION: Final = "provision"
"""Feeding the dying a provision, which needs no roll."""


def help_dying(
    who: Character, helper: Character, skill: str, modifier: int, table: Table, play: Play
) -> tuple[Character, Character]:
    """A friend's attempt to heal the dying (TRO-4.1): rolls 2d6 for the helper's skill, none for food.

    Success brings them back to 1. Outside a fight it is the only attempt, and who is not healed dies. In one
    they have until the End token. Gives the one who was dying, then the helper.
    """
    if skill == PROVISION:
        helped, who, helper = True, *feed(who, helper, play)
    else:
        helped, helper = try_skill(helper, skill, modifier, house_of(table), play, why=skill)
    values: dict[str, int | str | bool] = {"who": who.name, "helper": helper.name}
    if helped:
        play.tell("helped", "TRO-4.1", values)
        return heal(who, 1, play), helper
    play.tell("not-helped", "TRO-4.1", values)
    return who if is_fighting(who, table) else die(who, "TRO-4.1", house_of(table), play), helper


def feed(who: Character, helper: Character, play: Play) -> tuple[Character, Character]:
    """The helper gives up a provision for the dying (TRO-AMB-25). Raises `RuleError` when none would heal."""
    check_food(who, helper)
    theirs, own = sheet_of(helper), sheet_of(who)
    play.tell("fed", "TRO-AMB-25", {"who": who.name, "helper": helper.name, "left": theirs.provisions - 1})
    return (
        replace(who, sheet=replace(own, eaten_today=own.eaten_today + 1)),
        replace(helper, sheet=replace(theirs, provisions=theirs.provisions - 1)),
    )


def check_food(who: Character, helper: Character) -> None:
    """Raises `RuleError` unless the helper has a provision and it would heal (TRO-4.2)."""
    if sheet_of(helper).provisions < 1:
        raise RuleError(f"{helper.name} has no provisions left (TRO-4.2)")
    if sheet_of(who).eaten_today >= MEALS_A_DAY:
        raise RuleError(
            f"{who.name} has eaten {MEALS_A_DAY} today: no more heal before the next day (TRO-4.2)"
        )


def friends_of(who: Character, table: Table) -> tuple[Character, ...]:
    """Who could help them now: everybody there and able to act, foes excepted."""
    return tuple(each for each in table.present(*PEOPLE) if each.key != who.key and can_act(each))


def helper_of(table: Table, who: int, helper: int, skill: str) -> Character:
    """The one who was named, or the friend who is best at it.

    Raises `RuleError` when there is nobody, and when nobody needs them.
    """
    check_lives(table[who])
    if not table[who].has(DYING):
        raise RuleError(f"{table[who].name} is not dying")
    if helper:
        check_can_act(table[helper])
        return table[helper]
    friends = friends_of(table[who], table)
    if not friends:
        raise RuleError(f"nobody is there to help {table[who].name}: name the helper")
    house = house_of(table)
    return max(friends, key=lambda each: (_worth_as_helper(each, skill, house), -each.key))


def _worth_as_helper(who: Character, skill: str, house: House) -> int:
    return sheet_of(who).provisions if skill == PROVISION else target_of(who, skill, 0, house)


def _is_dying(table: Table, who: Character) -> bool:
    return who.has(DYING) and not is_dead(who)


@frozen
class HelpDying:
    """What `troika.help-dying` asks for."""

    who: int = asked(Who(fits=_is_dying))
    helper: int = asked(Who(kinds=PEOPLE, optional=True, fits=acts))
    skill: str = asked(skill_input("skill", "helper", SKILL, LUCK, PROVISION, default=SKILL, worth=True))
    modifier: int = asked(MODIFIER)


def _help_dying(table: Table, form: HelpDying, play: Play) -> Outcome:
    friend = helper_of(table, form.who, form.helper, form.skill)
    helped, friend = help_dying(table[form.who], friend, form.skill, form.modifier, table, play)
    return Outcome(state_of(helped), table=table.put(friend, helped))


def _help_dying_odds(table: Table, form: HelpDying) -> Odds:
    """The chances, when Luck is not trusted instead of death."""
    friend = helper_of(table, form.who, form.helper, form.skill)
    if form.skill == PROVISION:
        check_food(table[form.who], friend)
        return Odds({UP: Fraction(1)})
    chances = skill_chances(friend, form.skill, form.modifier, house_of(table))
    failed = DYING if is_fighting(table[form.who], table) else DEAD
    return Odds(mapped(chances, {"success": UP, "failure": failed}.__getitem__))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="troika.help-dying",
        rules=("TRO-4.1", "TRO-3.4", "TRO-AMB-25", *OF_TESTS),
        form=HelpDying,
        run=_help_dying,
        odds=_help_dying_odds,
        group=Group.CARE,
        outcomes=STATES,
        on_table=True,
        problems=lambda table: (
            () if any(_is_dying(table, each) for each in table.in_play()) else ("nobody-is-dying",)
        ),
    ),
)
