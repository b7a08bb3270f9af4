"""Food and rest (TRO-4.2, TRO-3.2): what gives Stamina and Luck back, and the day that passes."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.forms import asked
from tableside.rules.inputs import Who
from tableside.rules.play import D6, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.sheet import Meter
from tableside.rules.states import DYING, UNCONSCIOUS, check_lives, is_dead
from tableside.rules.table import Character, Kind, Table
from tableside.rules.troika.house import House, house_of
from tableside.rules.troika.sheet import PEOPLE, Troika, sheet_of
from tableside.rules.troika.stamina import heal, to_each
from tableside.rules.troika.states import (
    PRONE,
    STATES,
    check_helps_themselves,
    helps_themselves,
    is_fighting,
)
from tableside.rules.troika.time import hours_later

MEALS_A_DAY: Final = 3
"""Provisions that heal a day (TRO-4.2)."""


def revives(who: Character, table: Table, house: House) -> bool:
    """Whether sleep or food can do anything for them (TRO-AMB-25): not for the dying outside a fight.

    For those, they are at most the friends' one attempt (`troika.help-dying`), unless the group says so.
    """
    return not who.has(DYING) or is_fighting(who, table) or house.sleep_and_food_revive == "always"


def can_eat(who: Character, house: House) -> bool:
    """Whether they can eat by themselves: the dying and the unconscious cannot (TRO-AMB-28)."""
    is_only_dying = who.has(DYING) and not who.has(UNCONSCIOUS)
    return helps_themselves(who) or (is_only_dying and house.the_dying_eat == "dying-may-eat")


def eat(who: Character, table: Table, play: Play) -> Character:
    """Eat a provision (TRO-4.2): rolls 1d6 Stamina. At most three a day heal.

    Raises `RuleError` for the dead and those who cannot eat (TRO-AMB-28), without a provision, after the
    third, and for the dying outside a fight.
    """
    sheet = sheet_of(who)
    _may_eat(who, sheet, table)
    (face,) = play.roll(D6, why="provision", who=who.name)
    play.tell(
        "eaten",
        "TRO-4.2",
        {"who": who.name, "left": sheet.provisions - 1, "meals": sheet.eaten_today + 1, "most": MEALS_A_DAY},
    )
    fed = replace(sheet, provisions=sheet.provisions - 1, eaten_today=sheet.eaten_today + 1)
    return heal(replace(who, sheet=fed), face, play)


def _may_eat(who: Character, sheet: Troika, table: Table) -> None:
    check_lives(who)
    if not can_eat(who, house_of(table)):
        check_helps_themselves(who)
    if sheet.provisions < 1:
        raise RuleError(f"{who.name} has no provisions left (TRO-4.2)")
    if sheet.eaten_today >= MEALS_A_DAY:
        raise RuleError(
            f"{who.name} has eaten {MEALS_A_DAY} today: no more heal before the next day (TRO-4.2)"
        )
    if not revives(who, table, house_of(table)):
        raise RuleError(f"{who.name} is dying: a provision is the friends' one attempt: help the dying (4.1)")


def rest(who: Character, play: Play) -> Character:
    """Eight hours of rest: rolls 2d6 Stamina (TRO-4.2), then 2d6 Luck (TRO-3.2), neither above its start.

    One gets up, and whatever was counted in rounds is over.
    """
    check_lives(who)
    slept = sum(play.roll(D6, D6, why="rest-stamina", who=who.name))
    if is_hurt := _lacks(sheet_of(who).stamina):
        who = heal(who, slept, play)
    sheet = sheet_of(who)
    luck = sheet.luck.regain(sum(play.roll(D6, D6, why="rest-luck", who=who.name)))
    if gained := luck.current - sheet.luck.current:
        play.tell("luck-regained", "TRO-3.2", {"who": who.name, "points": gained, "left": luck.current})
    elif not is_hurt:
        play.tell("lacks-nothing", "TRO-4.2", {"who": who.name})
    lasting = tuple(each for each in who.conditions if each.rounds is None and each.name != PRONE)
    return replace(who, sheet=replace(sheet, luck=luck), conditions=lasting)


def _lacks(score: Meter) -> bool:
    return score.current < score.maximum


def rest_all(sleepers: Iterable[Character], table: Table, play: Play) -> Table:
    """Everybody rests, one after the other, and it is the next day. Who is dying is not healed by that."""
    for who in sleepers:
        table = table.put(rest(who, play))
    play.tell("new-day", "TRO-4.2", {"day": table.day + 1})
    return days_later(table, 1, play)


def days_later(table: Table, days: int, play: Play) -> Table:
    """So many days on: meals are counted anew (TRO-4.2), and perils and dying have come to an end."""
    table = hours_later(table, play)
    fed = (who for who in table.characters.values() if sheet_of(who).eaten_today)
    hungry = (replace(who, sheet=replace(sheet_of(who), eaten_today=0)) for who in fed)
    return replace(table.put(*hungry), day=table.day + days)


def _cannot_rest(table: Table) -> tuple[str, ...]:
    return ("fight-is-on",) if table.order is not None else ()


def _may_rest(table: Table, who: Character) -> bool:
    return not is_dead(who) and revives(who, table, house_of(table))


def _may_eat_now(table: Table, who: Character) -> bool:
    try:
        _may_eat(who, sheet_of(who), table)
    except RuleError:
        return False
    return True


@frozen
class Eat:
    """What `troika.eat` asks for."""

    who: int = asked(Who(kinds=PEOPLE))


def _eat(table: Table, form: Eat, play: Play) -> Outcome:
    return to_each(table, (form.who,), lambda each: eat(each, table, play))


@frozen
class Rest:
    """What `troika.rest` asks for."""

    who: tuple[int, ...] = asked(Who(kinds=PEOPLE, many=True, optional=True))


def _rest(table: Table, form: Rest, play: Play) -> Outcome:
    if problems := _cannot_rest(table):
        raise RuleError(f"nobody rests now ({problems[0]}): finish the fight first")
    for key in form.who:
        if not _may_rest(table, table[key]):
            raise RuleError(f"{table[key].name} is dead or dying: rest does not help (TRO-4.1, TRO-AMB-25)")
    sleepers = [table[key] for key in dict.fromkeys(form.who)] or [
        each for each in table.in_play(Kind.PC, Kind.HENCHMAN) if _may_rest(table, each)
    ]
    return Outcome("rested", {"day": table.day + 1}, rest_all(sleepers, table, play))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="troika.eat",
        rules=("TRO-4.2", "TRO-AMB-25", "TRO-AMB-28"),
        form=Eat,
        run=_eat,
        group=Group.CARE,
        outcomes=STATES,
        amounts=STATES,
        role=Role.EAT,
        on_table=True,
        problems=lambda table: (
            () if any(_may_eat_now(table, each) for each in table.in_play(*PEOPLE)) else ("nobody-can-eat",)
        ),
    ),
    Procedure(
        id="troika.rest",
        rules=("TRO-3.2", "TRO-4.2", "TRO-AMB-25"),
        form=Rest,
        run=_rest,
        group=Group.CARE,
        outcomes=("rested",),
        amounts=("day",),
        role=Role.REST,
        on_table=True,
        problems=_cannot_rest,
    ),
)
