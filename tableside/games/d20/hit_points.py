"""Hit points, as far as the order of battle needs them: who can act, who is dying, who is dead.

At 0 one can still act a little; below 0 one is dying, at -10 dead.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.d20.sheet import LOWEST_HIT_POINTS, sheet_of
from tableside.rules.inputs import Number, Who, asked
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.states import DEAD, DYING, check_lives, lives
from tableside.rules.table import Character, Condition, Table

DEAD_AT: Final = -10
DISABLED: Final = "disabled"
UP: Final = "up"
STATES: Final = (DEAD, DYING, DISABLED, UP)
"""What an act on somebody's hit points can come to, the worst first."""


def state_of(hit_points: int) -> str:
    """What so many hit points mean."""
    if hit_points <= DEAD_AT:
        return DEAD
    if hit_points < 0:
        return DYING
    return UP if hit_points else DISABLED


def hurt(who: Character, damage: int, play: Play) -> Character:
    """Lose hit points. Rolls nothing. The dead stay dead."""
    left = max(LOWEST_HIT_POINTS, sheet_of(who).hit_points.current - damage)
    play.tell("loses-hit-points", "", {"who": who.name, "points": damage, "left": left})
    return _with_hit_points(who, left, play)


def heal(who: Character, points: int, play: Play) -> Character:
    """Regain hit points, never above the most. Rolls nothing. Raises `RuleError` for the dead."""
    check_lives(who)
    before = sheet_of(who).hit_points
    left = before.regain(points).current
    if gained := left - before.current:
        play.tell("regains-hit-points", "", {"who": who.name, "points": gained, "left": left})
    else:
        play.tell("hit-points-are-full", "", {"who": who.name})
    return _with_hit_points(who, left, play)


def _with_hit_points(who: Character, left: int, play: Play) -> Character:
    """With so many left, and the state that follows; it is told when it has changed."""
    sheet = sheet_of(who)
    before, now = state_of(sheet.hit_points.current), state_of(left)
    who = replace(who, sheet=replace(sheet, hit_points=replace(sheet.hit_points, current=left)))
    if who.has(DEAD):
        return who
    if now != before:
        play.tell(f"now-{now}", "", {"who": who.name})
    who = who.without(DYING)
    return who.with_condition(Condition(now)) if now in (DEAD, DYING) else who


def _to_each(table: Table, keys: tuple[int, ...], act: Callable[[Character], Character]) -> Outcome:
    if not keys:
        raise RuleError("inputs.nobody-named")
    for key in dict.fromkeys(keys):
        table = table.put(act(table[key]))
    states = [_state(table[key]) for key in dict.fromkeys(keys)]
    return Outcome(min(states, key=STATES.index), {state: states.count(state) for state in STATES}, table)


def _state(who: Character) -> str:
    return DEAD if who.has(DEAD) else state_of(sheet_of(who).hit_points.current)


@frozen
class Hurt:
    """What `d20.hurt` asks for."""

    who: tuple[int, ...] = asked(Who(many=True, fits=lives))
    hit_points: int = asked(Number(highest=999))


def _hurt(table: Table, form: Hurt, play: Play) -> Outcome:
    return _to_each(table, form.who, lambda each: hurt(each, form.hit_points, play))


@frozen
class Heal:
    """What `d20.heal` asks for."""

    who: tuple[int, ...] = asked(Who(many=True, fits=lives))
    hit_points: int = asked(Number(lowest=1, highest=999))


def _heal(table: Table, form: Heal, play: Play) -> Outcome:
    return _to_each(table, form.who, lambda each: heal(each, form.hit_points, play))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="d20.hurt",
        rules=(),
        form=Hurt,
        run=_hurt,
        group=Group.CARE,
        outcomes=STATES,
        amounts=STATES,
        role=Role.HURT,
        on_table=True,
    ),
    Procedure(
        id="d20.heal",
        rules=(),
        form=Heal,
        run=_heal,
        group=Group.CARE,
        outcomes=STATES,
        amounts=STATES,
        role=Role.HEAL,
        on_table=True,
    ),
)


def round_ends(table: Table, keys: tuple[int, ...], play: Play) -> Table:
    """The dying are told of: the GM knows who is stable, and notes the hit point that the others lose."""
    for key in keys:
        if table[key].has(DYING):
            play.tell("still-bleeds", "", {"who": table[key].name})
    return table
