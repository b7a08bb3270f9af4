"""The dying, round by round: they bleed or become stable (D20-X-stable), until somebody helps (D20-X-aid)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.d20.conditions import on_checks, total
from tableside.games.d20.hit_points import (
    DEAD_AT,
    STATES,
    hurt,
    is_bleeding,
    outcome_for,
    stabilised,
)
from tableside.games.d20.house import house_of
from tableside.games.d20.saves import D20, FAILED, MODIFIER, PASSED, tell_reasons
from tableside.games.d20.sheet import modifier, sheet_of
from tableside.rules.inputs import Who, asked
from tableside.rules.odds import Odds
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.states import DEAD, DYING, acts, check_can_act, is_dead
from tableside.rules.table import Character, Table

PERCENT: Final = 100
STABLE_UP_TO: Final = 10
"""The highest roll of d% that makes one of the dying stable."""
AID_DC: Final = 15
HEALING: Final = "heal"
"""The skill of first aid."""


def bleeds(who: Character, table: Table, play: Play) -> Character:
    """Another round of dying (D20-X-stable): rolls d%, and either they become stable or lose a hit point."""
    (face,) = play.roll(PERCENT, why="stabilise", who=who.name)
    if face <= STABLE_UP_TO:
        return stabilised(who, "D20-X-stable", play)
    return hurt(who, 1, house_of(table), play, told="bleeds")


def round_ends(table: Table, keys: tuple[int, ...], play: Play) -> Table:
    """The dying roll, in the order of their keys; or the GM is told of them (D20-AMB-12)."""
    for key in keys:
        if not is_bleeding(table[key]) or is_dead(table[key]):
            continue
        if house_of(table).the_dying == "gm-notes-them":
            play.tell("still-bleeds", "D20-AMB-12", {"who": table[key].name})
        else:
            table = table.put(bleeds(table[key], table, play))
    return table


def _bleeds(table: Table, who: Character) -> bool:
    return is_bleeding(who) and not is_dead(who)


def _nobody_bleeds(table: Table) -> tuple[str, ...]:
    return () if any(_bleeds(table, each) for each in table.in_play()) else ("nobody-is-dying",)


def _check_bleeds(who: Character) -> None:
    if not is_bleeding(who) or is_dead(who):
        raise RuleError("d20.not-dying", who=who.name)


@frozen
class DyingRound:
    """For whom another round of dying passes outside a battle."""

    who: tuple[int, ...] = asked(Who(many=True, fits=_bleeds))


def _dying_round(table: Table, form: DyingRound, play: Play) -> Outcome:
    if not form.who:
        raise RuleError("inputs.nobody-named")
    keys = tuple(dict.fromkeys(form.who))
    for key in keys:
        _check_bleeds(table[key])
        table = table.put(bleeds(table[key], table, play))
    return outcome_for(table, keys)


def _dying_round_odds(table: Table, form: DyingRound) -> Odds:
    """The worst that it comes to: who is at -9 dies unless they become stable."""
    keys = tuple(dict.fromkeys(form.who))
    survives = Fraction(1)
    for key in keys:
        _check_bleeds(table[key])
        if sheet_of(table[key]).hit_points.current - 1 <= DEAD_AT:
            survives *= Fraction(STABLE_UP_TO, PERCENT)
    chances: Mapping[str, Fraction] = {DEAD: 1 - survives, DYING: survives}
    return Odds({state: chance for state, chance in chances.items() if chance})


@frozen
class FirstAid:
    """Who helps whom, and what helps or hinders besides the skill on the sheet."""

    who: int = asked(Who(fits=acts))
    patient: int = asked(Who(fits=_bleeds, apart=("who",)))
    modifier: int = asked(MODIFIER)


def _aid_bonus(who: Character) -> int:
    """What one adds: the skill on the sheet, or Wisdom alone."""
    sheet = sheet_of(who)
    skill = sheet.skills.named(HEALING)
    return (skill.rank if skill else modifier(sheet.wisdom)) + total(on_checks(who))


def _first_aid(table: Table, form: FirstAid, play: Play) -> Outcome:
    """Rolls d20 against the DC; the patient is stable if it is enough."""
    who, patient = table[form.who], table[form.patient]
    check_can_act(who)
    _check_bleeds(patient)
    tell_reasons(who, on_checks(who), play)
    (face,) = play.roll(D20, why="check", who=who.name)
    reached = face + _aid_bonus(who) + form.modifier
    values: dict[str, FactValue] = {"who": who.name, "total": reached, "target": AID_DC}
    if reached < AID_DC:
        play.tell("check-failed", "D20-X-aid", values)
        return Outcome(FAILED, table=table)
    play.tell("check-passed", "D20-X-aid", values)
    return Outcome(PASSED, table=table.put(stabilised(patient, "D20-X-aid", play)))


def _first_aid_odds(table: Table, form: FirstAid) -> Odds:
    check_can_act(table[form.who])
    _check_bleeds(table[form.patient])
    needed = AID_DC - _aid_bonus(table[form.who]) - form.modifier
    chance = Fraction(max(0, min(D20, D20 + 1 - needed)), D20)
    return Odds({PASSED: chance, FAILED: 1 - chance})


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="d20.first-aid",
        rules=("D20-X-aid", "D20-X-dc", "D20-X-condition"),
        form=FirstAid,
        run=_first_aid,
        odds=_first_aid_odds,
        group=Group.CARE,
        outcomes=(PASSED, FAILED),
        on_table=True,
        problems=_nobody_bleeds,
    ),
    Procedure(
        id="d20.dying-round",
        rules=("D20-X-stable",),
        form=DyingRound,
        run=_dying_round,
        odds=_dying_round_odds,
        group=Group.CARE,
        outcomes=(DEAD, DYING),
        amounts=STATES,
        on_table=True,
        problems=_nobody_bleeds,
    ),
)
