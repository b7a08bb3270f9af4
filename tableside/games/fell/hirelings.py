"""Hirelings (FELL-X-hire): people with a d4 hit die and one skill, for 5 coin a day, 5 more per improvement.

Whether they follow into danger without being paid in advance is a WIL contest, rolled like any other.
"""

from dataclasses import replace
from enum import StrEnum
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.fell.creation import SKILLS, unknown_skills
from tableside.games.fell.sheet import Fell, bigger, sheet_of
from tableside.rules.cells import die_text
from tableside.rules.inputs import Choice, Given, Number, Who, Words, asked
from tableside.rules.names import free_name
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.sheet import LADDER, Die, Meter, Tags
from tableside.rules.states import lives
from tableside.rules.table import Character, Kind, Table

HIT_DIE: Final = 4
WAGE: Final = 5
"""Coin a day, and what each improvement adds to it."""
BIGGER_DIE: Final = "bigger-die"


class Paid(StrEnum):
    """How a hireling stands."""

    IN_ADVANCE = "paid-in-advance"
    UNPAID = "not-paid"


def is_paid(who: Character) -> bool:
    """Whether today is paid for: otherwise danger takes a WIL contest (FELL-X-hire)."""
    return sheet_of(who).days_paid > 0


def hire(table: Table, name: str, skill: str, days: int, payer: int, play: Play) -> tuple[Table, Character]:
    """A new hireling, paid for so many days in advance by the payer, if anybody. Rolls nothing."""
    sheet = Fell(hit_die=Die(HIT_DIE), hit_points=Meter(HIT_DIE, HIT_DIE), skills=Tags((skill,)), wage=WAGE)
    hired = Character(table.next_key, free_name(name, table), Kind.HENCHMAN, sheet)
    play.tell("fell-hired", "FELL-X-hire", {"who": hired.name, "skill": skill, "coin": WAGE})
    return pay(table.put(hired), hired.key, days, payer, play)


def pay(table: Table, key: int, days: int, payer: int, play: Play) -> tuple[Table, Character]:
    """Wages for so many days in advance, off the payer's coin; `payer` 0: from elsewhere.

    Raises `RuleError` when the payer has not so much.
    """
    who = table[key]
    if not days:
        return table, who
    cost = sheet_of(who).wage * days
    table = _spent(table, payer, cost) if payer else table
    play.tell("fell-paid", "FELL-X-hire", {"who": who.name, "coin": cost, "days": days})
    sheet = replace(sheet_of(who), days_paid=sheet_of(who).days_paid + days)
    paid = replace(table[key], sheet=sheet)
    return table.put(paid), paid


def _spent(table: Table, payer: int, cost: int) -> Table:
    sheet = sheet_of(table[payer])
    if sheet.coin < cost:
        raise RuleError("fell.coin", who=table[payer].name, coin=sheet.coin, cost=cost)
    return table.put(replace(table[payer], sheet=replace(sheet, coin=sheet.coin - cost)))


def improve(who: Character, what: str, play: Play) -> Character:
    """An improvement: a bigger hit die or another skill; the wage rises by 5 (FELL-X-hire).

    Raises `RuleError` for a d12 that should grow, and for a skill that is known.
    """
    sheet = sheet_of(who)
    if what == BIGGER_DIE and sheet.hit_die.sides >= LADDER[-1]:
        raise RuleError("fell.hit-die", who=who.name, die=die_text(sheet.hit_die.sides))
    if what == BIGGER_DIE:
        sides = bigger(sheet.hit_die.sides)
        current = min(sheet.hit_points.current, sides)
        improved = replace(sheet, hit_die=Die(sides), hit_points=Meter(current, sides))
    elif sheet.skills.has(what):
        raise RuleError("fell.knows-it", who=who.name, skill=what)
    else:
        improved = replace(sheet, skills=Tags((*sheet.skills.names, what)))
    wage = sheet.wage + WAGE
    play.tell("fell-hireling-improved", "FELL-X-hire", {"who": who.name, "option": what, "coin": wage})
    return replace(who, sheet=replace(improved, wage=wage))


def _standing(who: Character) -> str:
    return Paid.IN_ADVANCE if is_paid(who) else Paid.UNPAID


def _improvements(table: Table, given: Given) -> tuple[str, ...]:
    key = given.get("who")
    known = table[key] if isinstance(key, int) and key in table.characters else None
    return (BIGGER_DIE, *(unknown_skills(sheet_of(known)) if known else SKILLS))


def _nobody_hired(table: Table) -> tuple[str, ...]:
    return () if table.in_play(Kind.HENCHMAN) else ("nobody-hired",)


PAYER = Who("payer", kinds=(Kind.PC,), optional=True)
"""Whose coin it is; nobody given: from elsewhere."""
HIRELING = Who("who", kinds=(Kind.HENCHMAN,), fits=lives)


@frozen
class Hire:
    """What `fell.hire` asks for."""

    name: str = asked(Words())
    skill: str = asked(Choice(options=lambda table, given: SKILLS))
    days: int = asked(Number(default=1, highest=365))
    payer: int = asked(PAYER)


def _hire(table: Table, form: Hire, play: Play) -> Outcome:
    after, hired = hire(table, form.name, form.skill, form.days, form.payer, play)
    return Outcome(_standing(hired), {"coin": sheet_of(hired).wage * form.days}, after)


@frozen
class PayWages:
    """What `fell.pay-wages` asks for."""

    who: int = asked(HIRELING)
    days: int = asked(Number(default=1, lowest=1, highest=365))
    payer: int = asked(PAYER)


def _pay(table: Table, form: PayWages, play: Play) -> Outcome:
    after, paid = pay(table, form.who, form.days, form.payer, play)
    return Outcome(_standing(paid), {"coin": sheet_of(paid).wage * form.days}, after)


@frozen
class ImproveHireling:
    """What `fell.improve-hireling` asks for."""

    who: int = asked(HIRELING)
    improvement: str = asked(Choice(options=_improvements))


def _improve(table: Table, form: ImproveHireling, play: Play) -> Outcome:
    improved = improve(table[form.who], form.improvement, play)
    return Outcome("improved", {"wage": sheet_of(improved).wage}, table.put(improved))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="fell.hire",
        rules=("FELL-X-hire", "FELL-X-skill"),
        form=Hire,
        run=_hire,
        group=Group.SHEET,
        outcomes=tuple(Paid),
        amounts=("coin",),
        on_table=True,
    ),
    Procedure(
        id="fell.pay-wages",
        rules=("FELL-X-hire",),
        form=PayWages,
        run=_pay,
        group=Group.SHEET,
        outcomes=tuple(Paid),
        amounts=("coin",),
        on_table=True,
        problems=_nobody_hired,
    ),
    Procedure(
        id="fell.improve-hireling",
        rules=("FELL-X-hire",),
        form=ImproveHireling,
        run=_improve,
        group=Group.GROWTH,
        outcomes=("improved",),
        amounts=("wage",),
        on_table=True,
        problems=_nobody_hired,
    ),
)
