"""Treating an ailment at rest (HEI-X-heal), once a day each, against its severity and the circumstances."""

from dataclasses import replace
from typing import Any, Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.galejatra.ailments import (
    AILMENT,
    WORST_ONE,
    ailment_ids,
    ailment_of,
    ails,
    nobody_ails,
    remove,
    severity,
    weighing,
)
from tableside.rules.galejatra.attempt import Ids, known_of
from tableside.rules.galejatra.bare import amounts_of, result_of
from tableside.rules.galejatra.efforts import Effort, effort_odds, pay_price, tell_effort, throw
from tableside.rules.galejatra.house import House, house_of
from tableside.rules.galejatra.inputs import EDGE, EXERTS, PUSHES, many, people_given
from tableside.rules.galejatra.odds import AMOUNTS
from tableside.rules.galejatra.pool import Build, Offer, Opposition, gather
from tableside.rules.galejatra.resolve import FAILURE, SUCCESS, Plan
from tableside.rules.galejatra.sheet import MOST_DICE, NO_SKILL, sheet_of, skill_ids
from tableside.rules.inputs import Choice, Given, Number, Who, YesNo
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.sheet import Trait, Traits
from tableside.rules.states import acts, check_can_act, check_lives
from tableside.rules.table import Character, Table

CIRCUMSTANCES: Final = "circumstances"


@frozen
class Treatment:
    """The inputs of a treatment."""

    who: int
    ailment: str = WORST_ONE
    healer: int = 0
    """Who treats. 0: the one who ails."""
    skill: str = NO_SKILL
    patch: bool = False
    circumstances: int = 0
    edge: int = 0
    help: int = 0
    spared: Ids = ()
    exert: str = Plan.ASK
    push: str = Plan.ASK


def was_treated(table: Table, who: Character, ailment: Trait) -> bool:
    """Whether it has been treated today."""
    row = sheet_of(who).treated.named(ailment.name)
    return row is not None and row.values == (table.day,)


def ailment_to_treat(table: Table, who: Character, id: str) -> Trait:
    """The ailment of this id, or the worst that has not been treated today.

    Raises `RuleError` for one that has been, and when there is none.
    """
    if id == WORST_ONE:
        left = [row for row in sheet_of(who).ailments.rows if not was_treated(table, who, row)]
        if left:
            return max(left, key=severity)
    ailment = ailment_of(who, id)
    if was_treated(table, who, ailment):
        raise RuleError(
            f"{who.name}'s {ailment.name} has been treated today: once a day; a rest (galejatra.rest) brings"
            " the next (HEI-X-heal)"
        )
    return ailment


def effort_of(table: Table, tried: Treatment, house: House) -> Effort:
    """The treatment, gathered. Raises `RuleError` in a fight, for the dead and for a helpless healer."""
    if table.order is not None:
        raise RuleError("nobody is treated in a fight: it takes rest, so finish the fight first (HEI-X-heal)")
    patient = table[tried.who]
    check_lives(patient)
    healer = table[tried.healer or tried.who]
    check_can_act(healer)
    ailment = ailment_to_treat(table, patient, tried.ailment)
    build = Build(
        known=known_of(healer, tried.skill, house, patch=tried.patch),
        helpers=(Offer("", tried.help),),
        edge=tried.edge,
        ailments=weighing(healer, many(tried.spared)),
    )
    return Effort(
        healer,
        gather(build, house),
        Opposition((Offer(ailment.name, severity(ailment)),), tried.circumstances),
        exert=Plan(tried.exert),
        push=Plan(tried.push),
    )


def treat(table: Table, tried: Treatment, play: Play) -> Outcome:
    """Treat an ailment (HEI-X-heal): success removes it. `resolve` has the order of the dice.

    Failing has its price (HEI-5-fail), and the ailment is not treated again that day.
    """
    house = house_of(table)
    ailment = ailment_to_treat(table, table[tried.who], tried.ailment)
    effort = effort_of(table, tried, house)
    play.tell("treats", "HEI-X-heal", {"who": effort.who.name, "name": ailment.name, "day": table.day})
    tell_effort(effort, play)
    resolved, healer = throw(effort, table, house, play)
    if not resolved.passed:
        healer = pay_price(healer, house, play)
    table = table.put(healer)
    patient = table[tried.who]
    current = sheet_of(patient).ailments.named(ailment.name) or ailment
    patient = remove(patient, current, play) if resolved.passed else _mark(patient, ailment, table.day)
    return Outcome(result_of(resolved.passed), amounts_of(resolved), table.put(patient))


def _mark(who: Character, ailment: Trait, day: int) -> Character:
    """Treated today. Older marks are of no more use."""
    sheet = sheet_of(who)
    today = Traits(tuple(row for row in sheet.treated.rows if row.values == (day,)))
    return replace(who, sheet=replace(sheet, treated=today.put(Trait(ailment.name, (day,)))))


def treat_odds(table: Table, tried: Treatment) -> Odds:
    """The chances of `treat`."""
    house = house_of(table)
    return effort_odds(effort_of(table, tried, house), house)


def _run(table: Table, *, play: Play, **given: Any) -> Outcome:  # Any: the inputs are the fields of Treatment
    return treat(table, Treatment(**given), play)


def _odds(table: Table, **given: Any) -> Odds:  # Any: the inputs are the fields of Treatment
    return treat_odds(table, Treatment(**given))


def _healer(table: Table, given: Given) -> tuple[Character, ...]:
    return people_given(table, given, "healer") or people_given(table, given)


def _skills(table: Table, given: Given) -> tuple[str, ...]:
    return (*(id for each in _healer(table, given) for id in skill_ids(sheet_of(each))), NO_SKILL)


def _spared(table: Table, given: Given) -> tuple[str, ...]:
    return tuple(id for each in _healer(table, given) for id in ailment_ids(each))


def _problems(table: Table) -> tuple[str, ...]:
    return (*(("fight-is-on",) if table.order is not None else ()), *nobody_ails(table))


PROCEDURES = (
    Procedure(
        id="galejatra.treat",
        rules=(
            "HEI-X-heal",
            "HEI-X-vaiva",
            "HEI-2-taito",
            "HEI-2-paikkaus",
            "HEI-4-resolve",
            "HEI-5-fail",
            "HEI-3-zero",
            "HEI-AMB-1",
            "HEI-AMB-4",
            "HEI-AMB-6",
            "HEI-AMB-7",
            "HEI-AMB-8",
            "HEI-AMB-9",
            "HEI-AMB-11",
        ),
        inputs=(
            Who("who", fits=ails),
            AILMENT,
            Who("healer", optional=True, fits=acts),
            Choice("skill", _skills, default=NO_SKILL, worth=True),
            YesNo("patch", worth=False),
            Number(CIRCUMSTANCES, 0, 0, MOST_DICE, worth=(1,)),
            EDGE,
            Number("help", 0, 0, MOST_DICE, worth=(1, 3)),
            Choice("spared", _spared, default="", many=True),
            EXERTS,
            PUSHES,
        ),
        run=_run,
        odds=_odds,
        group=Group.CARE,
        outcomes=(SUCCESS, FAILURE),
        amounts=AMOUNTS,
        on_table=True,
        problems=_problems,
    ),
)
