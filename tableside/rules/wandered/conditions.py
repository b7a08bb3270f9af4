"""Conditions (PBT-X-cond) and breaking one's limits (PBT-X-harm): four fit, the fifth breaks them."""

from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.conditions import LONGEST, counted_by
from tableside.rules.forms import asked
from tableside.rules.inputs import Choice, Number, Who
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.states import HELPLESS, check_lives
from tableside.rules.table import Character, Condition, Table
from tableside.rules.wandered.sheet import PLAYERS, sheet_of

CONDITIONS: Final = ("afraid", "obvious", "weary", "distracted", "paranoid", "obsessed", "reckless")
"""Those that touch dice; a group names others as it likes."""
MOST: Final = 4
ERASED: Final = 4


def marked(who: Character) -> tuple[str, ...]:
    """The conditions that count towards the four; being dead or stunned is none of them."""
    return tuple(each.name for each in who.conditions if each.name not in HELPLESS)


def mark(who: Character, condition: Condition, play: Play) -> Character:
    """Mark a condition (PBT-X-harm, PBT-X-cond); a fifth breaks a player's character's limits.

    Then they mark XP, use their Limit Break and erase four: `condition-that-stays` is asked of the player.
    Those whom the GM plays have no limits. Raises `RuleError` for a condition that is marked already.
    """
    check_lives(who)
    if not condition.name.strip():
        raise RuleError("a condition needs a name: type at least one letter")
    if who.has(condition.name):
        raise RuleError(f"{who.name} is {condition.name} already: mark another condition")
    values: dict[str, FactValue] = {"who": who.name, "condition": condition.name}
    if condition.rounds:
        play.tell("condition-for-rounds", "PBT-X-cond", {**values, "rounds": condition.rounds})
    else:
        play.tell("condition-marked", "PBT-X-cond", values)
    who = who.with_condition(condition)
    return break_limits(who, play) if who.kind in PLAYERS and len(marked(who)) > MOST else who


def break_limits(who: Character, play: Play) -> Character:
    """Break Your Limits (PBT-X-harm): XP, the playbook's Limit Break, and four conditions erased."""
    sheet = sheet_of(who)
    values: dict[str, FactValue] = {
        "who": who.name,
        "experience": sheet.experience + 1,
        "name": sheet.limit_break or "Limit Break",
    }
    play.tell("limits-broken", "PBT-X-harm", values)
    held = marked(who)
    stays = _those_that_stay(who, held, play)
    erased = [each for each in held if each not in stays]
    play.tell("conditions-erased", "PBT-X-harm", {"who": who.name, "count": len(erased)})
    return replace(who.without(*erased), sheet=replace(sheet, experience=sheet.experience + 1))


def _those_that_stay(who: Character, held: tuple[str, ...], play: Play) -> tuple[str, ...]:
    """All but four, as the player says: one, unless more than five were somehow marked."""
    stays: tuple[str, ...] = ()
    while len(stays) < len(held) - ERASED:
        left = tuple(each for each in held if each not in stays)
        stays += (play.choose("condition-that-stays", *left, default=left[-1], who=who.name),)
    return stays


@frozen
class MarkCondition:
    """What `wandered.mark-condition` asks for."""

    who: tuple[int, ...] = asked(Who(many=True))
    condition: str = asked(Choice(options=lambda table, given: CONDITIONS, free=True))
    rounds: int = asked(Number(default=0, highest=LONGEST))


def _mark(table: Table, form: MarkCondition, play: Play) -> Outcome:
    if not form.who:
        raise RuleError("nobody is named: say who")
    before = counted_by(table) if form.rounds else None
    put = Condition(form.condition.strip(), 0, form.rounds or None, before)
    after = [mark(table[key], put, play) for key in dict.fromkeys(form.who)]
    broke = any(sheet_of(each).experience > sheet_of(table[each.key]).experience for each in after)
    held = max(len(marked(each)) for each in after)
    return Outcome("limits-broken" if broke else "marked", {"held": held}, table.put(*after))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="wandered.mark-condition",
        rules=("PBT-X-cond", "PBT-X-harm"),
        form=MarkCondition,
        run=_mark,
        group=Group.CARE,
        outcomes=("marked", "limits-broken"),
        amounts=("held",),
        role=Role.CONDITION,
        on_table=True,
    ),
)
