"""Deprivation (FELL-DEP): days without food, water, warmth or sleep, and the fatigue that comes of them."""

from dataclasses import replace

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.fell.house import House, house_of
from tableside.games.fell.sheet import PEOPLE, Fell, sheet_of
from tableside.rules.inputs import Number, Who, YesNo, asked
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.states import check_lives, lives
from tableside.rules.table import Character, Table


def is_deprived(sheet: Fell) -> bool:
    """Whether they lack anything now, and so regain no points (FELL-DEP)."""
    return sheet.days_deprived > 0


def fatigue(sheet: Fell, house: House) -> int:
    """Levels of fatigue (FELL-DEP), each a step of disadvantage on all tests.

    A level for each day deprived but the first (FELL-AMB-13), and what is left of those before.
    """
    free = 0 if house.fatigue == "first-night" else 1
    return sheet.fatigue_left + max(0, sheet.days_deprived - free)


def check_can_regain(who: Character) -> None:
    """Raises `RuleError` for the deprived (FELL-DEP)."""
    if is_deprived(sheet_of(who)):
        raise RuleError("fell.deprived", who=who.name)


def deprive(who: Character, days: int, house: House, play: Play) -> Character:
    """So many days more without what they need (FELL-DEP). Rolls nothing. Raises `RuleError` for the dead."""
    check_lives(who)
    sheet = replace(sheet_of(who), days_deprived=sheet_of(who).days_deprived + days)
    level = fatigue(sheet, house)
    play.tell("fell-deprived", "FELL-DEP", {"who": who.name, "days": sheet.days_deprived, "fatigue": level})
    return replace(who, sheet=sheet)


def satisfy(who: Character, house: House, play: Play) -> Character:
    """They have again what they lacked (FELL-DEP): points can be regained, the fatigue stays."""
    sheet = sheet_of(who)
    if not is_deprived(sheet):
        return who
    left = fatigue(sheet, house)
    play.tell("fell-satisfied", "FELL-DEP", {"who": who.name, "fatigue": left})
    return replace(who, sheet=replace(sheet, days_deprived=0, fatigue_left=left))


def check_rations(who: Character, rations: int) -> None:
    """Raises `RuleError` unless they have so many."""
    held = sheet_of(who).rations
    if held < rations:
        raise RuleError("fell.rations", who=who.name, held=held, rations=rations, input="ration")


def eat(who: Character, rations: int, play: Play) -> Character:
    """Use up rations. Raises `RuleError` when there are fewer."""
    check_rations(who, rations)
    sheet = sheet_of(who)
    left = sheet.rations - rations
    play.tell("fell-eaten", "FELL-DEP", {"who": who.name, "rations": rations, "left": left})
    return replace(who, sheet=replace(sheet, rations=left))


def feed(who: Character, ration: bool, house: House, play: Play) -> Character:
    """Food, water, warmth, sleep: whatever they lacked (FELL-DEP), off their own rations or not."""
    check_lives(who)
    return satisfy(eat(who, 1, play) if ration else who, house, play)


def _named(who: tuple[int, ...]) -> tuple[int, ...]:
    if not who:
        raise RuleError("inputs.nobody-named")
    return tuple(dict.fromkeys(who))


@frozen
class Deprive:
    """What `fell.deprive` asks for."""

    who: tuple[int, ...] = asked(Who(kinds=PEOPLE, many=True, fits=lives))
    days: int = asked(Number(default=1, lowest=1, highest=99))


def _deprive(table: Table, form: Deprive, play: Play) -> Outcome:
    house, worst = house_of(table), 0
    for key in _named(form.who):
        deprived = deprive(table[key], form.days, house, play)
        worst = max(worst, fatigue(sheet_of(deprived), house))
        table = table.put(deprived)
    return Outcome("fatigued" if worst else "deprived", {"fatigue": worst}, table)


@frozen
class Feed:
    """What `fell.feed` asks for."""

    who: tuple[int, ...] = asked(Who(kinds=PEOPLE, many=True, fits=lives))
    ration: bool = asked(YesNo(default=True, worth=False))


def _feed(table: Table, form: Feed, play: Play) -> Outcome:
    house, worst = house_of(table), 0
    for key in _named(form.who):
        fed = feed(table[key], form.ration, house, play)
        worst = max(worst, fatigue(sheet_of(fed), house))
        table = table.put(fed)
    return Outcome("fatigued" if worst else "fed", {"fatigue": worst}, table)


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="fell.deprive",
        rules=("FELL-DEP", "FELL-AMB-13"),
        form=Deprive,
        run=_deprive,
        group=Group.CARE,
        outcomes=("deprived", "fatigued"),
        amounts=("fatigue",),
        on_table=True,
    ),
    Procedure(
        id="fell.feed",
        rules=("FELL-DEP", "FELL-AMB-13"),
        form=Feed,
        run=_feed,
        group=Group.CARE,
        outcomes=("fed", "fatigued"),
        amounts=("fatigue",),
        role=Role.EAT,
        on_table=True,
    ),
)
