"""Hit points down to death (D20-X-hp), nonlethal damage (D20-X-nonlethal), and massive damage
(D20-X-massive); the dying, round by round, until they are stable (D20-X-stable) or somebody helps
(D20-X-aid).
At 0 one is disabled, below that dying, at -10 dead. Nonlethal damage is counted upwards: when it equals the
hit points one is staggered, when it exceeds them unconscious.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.d20.checks import (
    D20,
    FAILED,
    FORTITUDE,
    MODIFIER,
    PASSED,
    roll_saving_throw,
    saving_throw_chance,
)
from tableside.games.d20.conditions import (
    STABLE,
    d20_conditions_on_checks,
    tell_d20_conditions,
    total_of_d20_conditions,
)
from tableside.games.d20.house import D20House
from tableside.games.d20.sheet import LOWEST_HIT_POINTS, MOST_HIT_POINTS, D20Sheet, ability_modifier
from tableside.rules.inputs import Number, Who, input_field
from tableside.rules.life_states import (
    DEAD,
    DYING,
    UNCONSCIOUS,
    check_can_act,
    check_lives,
    is_dead,
    lives,
    may_act,
)
from tableside.rules.odds import Odds
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import (
    Group,
    Outcome,
    Procedure,
    Role,
    procedure_needs_somebody,
    procedure_outcome_of_states,
)
from tableside.rules.table import Character, Condition, Table

DEAD_AT: Final = -10
MASSIVE: Final = 50
"""Damage of a single blow that requires a save."""
MASSIVE_DC: Final = 15
DISABLED: Final = "disabled"
STAGGERED: Final = "staggered"
UP: Final = "up"
STATES: Final = (DEAD, DYING, UNCONSCIOUS, DISABLED, STAGGERED, UP)
"""The possible results of an act that affects somebody's hit points, worst first."""
act_on_hit_points = partial(Procedure, group=Group.CARE, outcomes=STATES, amounts=STATES)
"""A procedure of such an act."""
HELD: Final = (DEAD, DYING, UNCONSCIOUS)
"""Those of them that are conditions."""
PERCENT: Final = 100
STABLE_UP_TO: Final = 10
"""The highest roll of d% that makes somebody dying stable."""
AID_DC: Final = 15
HEALING: Final = "heal"
"""The skill for first aid."""


def hit_point_state(sheet: D20Sheet) -> str:
    """The state that hit points and nonlethal damage result in."""
    left = sheet.hit_points.current
    if left <= DEAD_AT:
        return DEAD
    if left < 0:
        return DYING
    if sheet.nonlethal > left:
        return UNCONSCIOUS
    if not left:
        return DISABLED
    return STAGGERED if sheet.nonlethal == left else UP


def lose_nonlethal_hit_points(who: Character, damage: int, play: Play) -> Character:
    """Take nonlethal damage (D20-X-nonlethal)."""
    after = with_hit_points_lost(D20Sheet.of(who), damage, nonlethal=True)
    values: dict[str, FactValue] = {"who": who.name, "points": damage, "left": after.nonlethal}
    play.tell("takes-nonlethal", "D20-X-nonlethal", values)
    return _changed(who, after, play)


def lose_hit_points(
    who: Character, damage: int, house: D20House, play: Play, *, told: str = "loses-hit-points"
) -> Character:
    """Lose hit points, which is `told` by the fact with this id. The dead stay dead.
    Rolls a Fortitude save if one blow does massive damage (D20-X-massive, D20-AMB-11).
    """
    before, after = D20Sheet.of(who), with_hit_points_lost(D20Sheet.of(who), damage)
    left = after.hit_points.current
    play.tell(told, "D20-X-hp", {"who": who.name, "points": damage, "left": left})
    who = _changed(who.without(STABLE) if after != before else who, after, play)
    if not is_massive_hit_point_loss(damage, house) or who.has(DEAD):
        return who
    play.tell("massive-damage", "D20-X-massive", {"who": who.name, "points": damage})
    return who if roll_saving_throw(who, FORTITUDE, MASSIVE_DC, play) else die_despite_hit_points(who, play)


def with_hit_points_lost(sheet: D20Sheet, damage: int, *, nonlethal: bool = False) -> D20Sheet:
    """The sheet after this damage."""
    if nonlethal:
        return replace(sheet, nonlethal=min(MOST_HIT_POINTS, sheet.nonlethal + damage))
    return _with_left(sheet, max(LOWEST_HIT_POINTS, sheet.hit_points.current - damage))


def is_worse_hit_point_state(before: str, now: str) -> bool:
    """Whether somebody has gone down, or died, by losing hit points."""
    return now in HELD and STATES.index(now) < STATES.index(before)


def is_massive_hit_point_loss(damage: int, house: D20House) -> bool:
    """Whether a blow requires a save against death (D20-X-massive)."""
    return damage >= MASSIVE and house.massive_damage == "save-or-die"


def die_despite_hit_points(who: Character, play: Play) -> Character:
    """A character dies, however many hit points are left (D20-X-massive)."""
    play.tell("now-dead", "D20-X-hp", {"who": who.name})
    return who.without(DYING, UNCONSCIOUS, STABLE).with_condition(Condition(DEAD))


def regain_hit_points(who: Character, points: int, play: Play) -> Character:
    """Regain hit points, up to the maximum, and lose as much nonlethal damage. Rolls nothing.
    The dying lose no more hit points (D20-X-aid). Raises `RuleError` for the dead.
    """
    check_lives(who)
    sheet = D20Sheet.of(who)
    left = sheet.hit_points.regain(points).current
    eased = min(sheet.nonlethal, points)
    if gained := left - sheet.hit_points.current:
        play.tell("regains-hit-points", "D20-X-hp", {"who": who.name, "points": gained, "left": left})
    elif not eased:
        play.tell("hit-points-are-full", "D20-X-hp", {"who": who.name})
    if eased:
        values: dict[str, FactValue] = {"who": who.name, "points": eased, "left": sheet.nonlethal - eased}
        play.tell("nonlethal-passes", "D20-X-nonlethal", values)
    after = replace(_with_left(sheet, left), nonlethal=sheet.nonlethal - eased)
    who = _changed(who, after, play)
    return _stabilised(who, "D20-X-aid", play) if _is_bleeding(who) else who


def _is_bleeding(who: Character) -> bool:
    """Whether a character is dying, and not stable."""
    return who.has(DYING) and not who.has(STABLE) and not is_dead(who)


def _stabilised(who: Character, rule: str, play: Play) -> Character:
    """A dying character who loses no more hit points (D20-X-stable)."""
    play.tell("now-stable", rule, {"who": who.name})
    return who.with_condition(Condition(STABLE))


def _with_left(sheet: D20Sheet, left: int) -> D20Sheet:
    return replace(sheet, hit_points=replace(sheet.hit_points, current=left))


def _changed(who: Character, sheet: D20Sheet, play: Play) -> Character:
    """The character with this sheet, and the resulting state; a change of state is told."""
    before, now = hit_point_state(D20Sheet.of(who)), hit_point_state(sheet)
    who = replace(who, sheet=sheet)
    if who.has(DEAD):
        return who
    if now != before:
        rule = "D20-X-nonlethal" if now in (UNCONSCIOUS, STAGGERED) else "D20-X-hp"
        play.tell(f"now-{now}", rule, {"who": who.name})
    who = who.without(DYING, *((before,) if before != now else ()), *(() if now == DYING else (STABLE,)))
    return who.with_condition(Condition(now)) if now in HELD else who


def _to_each(table: Table, keys: tuple[int, ...], act: Callable[[Character], Character]) -> Outcome:
    return procedure_outcome_of_states(table.with_each(keys, act), keys, STATES, hit_point_state_now)


def hit_point_state_now(who: Character) -> str:
    """Their state; death may have other reasons than hit points."""
    return DEAD if who.has(DEAD) else hit_point_state(D20Sheet.of(who))


@frozen
class Hurt:
    who: tuple[int, ...] = input_field(Who(many=True, fits=lives))
    hit_points: int = input_field(Number(highest=MOST_HIT_POINTS, dice=True))


def _hurt(table: Table, form: Hurt, play: Play) -> Outcome:
    house = D20House.of(table)
    return _to_each(table, form.who, lambda each: lose_hit_points(each, form.hit_points, house, play))


def _bruise(table: Table, form: Hurt, play: Play) -> Outcome:
    return _to_each(table, form.who, lambda each: lose_nonlethal_hit_points(each, form.hit_points, play))


@frozen
class Heal:
    who: tuple[int, ...] = input_field(Who(many=True, fits=lives))
    hit_points: int = input_field(Number(lowest=1, highest=MOST_HIT_POINTS, dice=True))


def _heal(table: Table, form: Heal, play: Play) -> Outcome:
    return _to_each(table, form.who, lambda each: regain_hit_points(each, form.hit_points, play))


def lose_hit_points_dying(who: Character, table: Table, play: Play) -> Character:
    """Another round of dying (D20-X-stable): rolls d%, and they either become stable or lose a hit point."""
    (face,) = play.roll(PERCENT, why="stabilise", who=who.name)
    if face <= STABLE_UP_TO:
        return _stabilised(who, "D20-X-stable", play)
    return lose_hit_points(who, 1, D20House.of(table), play, told="bleeds")


def dying_lose_hit_points(table: Table, keys: tuple[int, ...], play: Play) -> Table:
    """The dying roll, in the order of their keys; or the GM is told about them (D20-AMB-12)."""
    for key in keys:
        if not _is_bleeding(table[key]):
            continue
        if D20House.of(table).the_dying == "gm-notes-them":
            play.tell("still-bleeds", "D20-AMB-12", {"who": table[key].name})
        else:
            table = table.put(lose_hit_points_dying(table[key], table, play))
    return table


def _bleeds(table: Table, who: Character) -> bool:
    return _is_bleeding(who)


def _check_bleeds(who: Character) -> None:
    if not _is_bleeding(who):
        raise RuleError("d20.not-dying", who=who.name)


@frozen
class DyingRound:
    """The dying for whom another round passes outside a battle."""

    who: tuple[int, ...] = input_field(Who(many=True, fits=_bleeds))


def _dying_round(table: Table, form: DyingRound, play: Play) -> Outcome:
    for each in table.named(form.who):
        _check_bleeds(each)
        table = table.put(lose_hit_points_dying(each, table, play))
    return procedure_outcome_of_states(table, form.who, STATES, hit_point_state_now)


def _dying_round_odds(table: Table, form: DyingRound) -> Odds:
    """The odds of the worst result: at -9 a character dies unless they become stable."""
    survives = Fraction(1)
    for each in table.named(form.who):
        _check_bleeds(each)
        if D20Sheet.of(each).hit_points.current - 1 <= DEAD_AT:
            survives *= Fraction(STABLE_UP_TO, PERCENT)
    return Odds({DEAD: 1 - survives, DYING: survives} if survives < 1 else {DYING: survives})


@frozen
class FirstAid:
    """Who helps whom, and what helps or hinders apart from the skill on the sheet."""

    who: int = input_field(Who(fits=may_act))
    patient: int = input_field(Who(fits=_bleeds, apart=("who",)))
    modifier: int = input_field(MODIFIER)


def _aid_bonus(who: Character) -> int:
    """What the helper adds: the skill on the sheet, or only Wisdom."""
    sheet = D20Sheet.of(who)
    skill = sheet.skills.named(HEALING)
    return (skill.rank if skill else ability_modifier(sheet.wisdom)) + total_of_d20_conditions(
        d20_conditions_on_checks(who)
    )


def _first_aid(table: Table, form: FirstAid, play: Play) -> Outcome:
    """Rolls d20 against the DC; if it succeeds, the patient is stable."""
    who, patient = table[form.who], table[form.patient]
    check_can_act(who)
    _check_bleeds(patient)
    tell_d20_conditions(who, d20_conditions_on_checks(who), play)
    (face,) = play.roll(D20, why="check", who=who.name)
    reached = face + _aid_bonus(who) + form.modifier
    values: dict[str, FactValue] = {
        "who": who.name,
        "other": patient.name,
        "total": reached,
        "target": AID_DC,
    }
    if reached < AID_DC:
        play.tell("aid-failed", "D20-X-aid", values)
        return Outcome(FAILED, table=table)
    play.tell("aid-given", "D20-X-aid", values)
    return Outcome(PASSED, table=table.put(_stabilised(patient, "D20-X-aid", play)))


def _first_aid_odds(table: Table, form: FirstAid) -> Odds:
    check_can_act(table[form.who])
    _check_bleeds(table[form.patient])
    needed = AID_DC - _aid_bonus(table[form.who]) - form.modifier
    chance = Fraction(max(0, min(D20, D20 + 1 - needed)), D20)
    return Odds({PASSED: chance, FAILED: 1 - chance})


def chance_out_of_hit_points(who: Character, points: int, nonlethal: bool, house: D20House) -> Fraction:
    """The chance that this damage takes somebody down, or kills somebody who is down already."""
    if not points:
        return Fraction(0)
    after = with_hit_points_lost(D20Sheet.of(who), points, nonlethal=nonlethal)
    if is_worse_hit_point_state(hit_point_state_now(who), hit_point_state(after)):
        return Fraction(1)
    if nonlethal or not is_massive_hit_point_loss(points, house):
        return Fraction(0)
    return 1 - saving_throw_chance(who, FORTITUDE, MASSIVE_DC)


PROCEDURES: tuple[Procedure, ...] = (
    act_on_hit_points(
        id="d20.hurt",
        rules=("D20-X-hp", "D20-X-massive", "D20-AMB-11"),
        form=Hurt,
        run=_hurt,
        role=Role.HURT,
    ),
    act_on_hit_points(id="d20.bruise", rules=("D20-X-nonlethal",), form=Hurt, run=_bruise, says_why=True),
    act_on_hit_points(
        id="d20.heal",
        rules=("D20-X-hp", "D20-X-nonlethal", "D20-X-aid"),
        form=Heal,
        run=_heal,
        role=Role.HEAL,
    ),
    Procedure(
        id="d20.first-aid",
        rules=("D20-X-aid", "D20-X-dc", "D20-X-condition"),
        run=_first_aid,
        odds=_first_aid_odds,
        group=Group.CARE,
        outcomes=(PASSED, FAILED),
        role=Role.RESCUE,
        takes_turn=True,
        problems=procedure_needs_somebody(_bleeds, "nobody-is-dying"),
    ),
    Procedure(
        id="d20.dying-round",
        rules=("D20-X-stable",),
        run=_dying_round,
        odds=_dying_round_odds,
        group=Group.CARE,
        outcomes=(DEAD, DYING),
        amounts=STATES,
        problems=procedure_needs_somebody(_bleeds, "nobody-is-dying"),
    ),
)
