"""Rest: reserve and luck return (HEI-X-reservi), and ailments are treated, each once a day (HEI-X-heal)."""

from dataclasses import replace

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.galejatra import effort_inputs
from tableside.games.galejatra.ailments import (
    AILMENT,
    NOBODY_AILS,
    WORST_ONE,
    ailment_of,
    has_ailment,
    remove_ailment,
)
from tableside.games.galejatra.efforts import (
    Effort,
    Facing,
    TriedEffort,
    build_of_effort,
    effort_odds,
    means_with_help_asked_for,
    pay_price_of_effort,
    throw_effort,
)
from tableside.games.galejatra.house import OF_FLIPS, OF_POOLS, GalejatraHouse
from tableside.games.galejatra.opposed_rolls import (
    AMOUNTS,
    FAILURE,
    SUCCESS,
    FlipPlan,
    Opposition,
    opposed_roll_amounts,
    opposed_roll_result,
)
from tableside.games.galejatra.pool import PoolSource, gather_galejatra_pool
from tableside.games.galejatra.sheet import MOST_DICE, NO_SKILL, PEOPLE, GalejatraSheet
from tableside.rules.inputs import Choice, Given, Number, Who, YesNo, input_field, people_given_by_input
from tableside.rules.life_states import check_can_act, check_lives, who_rests
from tableside.rules.odds import Odds
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role, procedure_refused_in_fight
from tableside.rules.sheet import Trait, Traits
from tableside.rules.table import Character, Table


def _healer(table: Table, given: Given) -> tuple[Character, ...]:
    return people_given_by_input(table, given, "healer") or people_given_by_input(table, given)


@frozen
class Treatment(TriedEffort):
    """A treatment, with inputs in a GM's order; without a healer, patients treat themselves."""

    who: int = input_field(Who(fits=has_ailment))
    ailment: str = input_field(AILMENT)
    healer: int = input_field(Who(optional=True, fits=GalejatraSheet.may_make_effort))
    skill: str = input_field(
        Choice(options=effort_inputs.effort_input_skills(_healer), default=NO_SKILL, worth=True, asked=True)
    )
    patch: bool = input_field(YesNo(worth=False))
    circumstances: int = input_field(Number(default=0, highest=MOST_DICE, worth=(1,)))
    edge: int = input_field(effort_inputs.DICE)
    item: effort_inputs.Ids = input_field(effort_inputs.effort_item_input(_healer))
    helpers: tuple[int, ...] = input_field(effort_inputs.HELPERS)
    help: int = input_field(effort_inputs.HELP)
    spared: effort_inputs.Ids = input_field(effort_inputs.spared_effort_input(_healer))
    exert: str = input_field(effort_inputs.FLIPS)
    push: str = input_field(effort_inputs.FLIPS)
    luck_dice: int = input_field(effort_inputs.DICE)
    everyone: bool = input_field(YesNo())
    every_item: bool = input_field(YesNo())
    help_with: effort_inputs.Ids = input_field(effort_inputs.effort_help_input())
    second: str = input_field(effort_inputs.second_effort_skill_input(_healer))


def _was_treated(table: Table, who: Character, ailment: Trait) -> bool:
    """Whether it has been treated today."""
    row = GalejatraSheet.of(who).treated.named(ailment.name)
    return row is not None and row.values == (table.day,)


def _ailment_to_treat(table: Table, who: Character, id: str) -> Trait:
    """The ailment with this id, or the worst that has not been treated today.

    Raises `RuleError` for one that has been, and when there is none.
    """
    if id == WORST_ONE:
        left = [row for row in GalejatraSheet.of(who).ailments.rows if not _was_treated(table, who, row)]
        if left:
            return max(left, key=lambda row: row.number)
    ailment = ailment_of(who, id)
    if _was_treated(table, who, ailment):
        raise RuleError("galejatra.treated-today", who=who.name, ailment=ailment.name)
    return ailment


def _effort_of(table: Table, tried: Treatment, house: GalejatraHouse, play: Play | None = None) -> Effort:
    """The prepared treatment. Raises `RuleError` in a fight, for the dead and for a helpless healer."""
    if table.order is not None:
        raise RuleError("galejatra.no-treating-in-a-fight")
    patient = table[tried.who]
    check_lives(patient)
    healer = table[tried.healer or tried.who]
    check_can_act(healer)
    ailment = _ailment_to_treat(table, patient, tried.ailment)
    opposition = Opposition((PoolSource(ailment.name, ailment.number),), tried.circumstances)
    means = means_with_help_asked_for(table, tried.means, house, play)
    return Effort(
        healer,
        gather_galejatra_pool(build_of_effort(table, healer, means, house), house),
        Facing(opposition),
        FlipPlan(tried.exert),
        FlipPlan(tried.push),
    )


def _treat(table: Table, tried: Treatment, play: Play) -> Outcome:
    """Treat an ailment (HEI-X-heal): success removes it. `roll_against_opposition` has the order of the dice.

    Failing has its price (HEI-5-fail), and the ailment is not treated again that day.
    """
    house = GalejatraHouse.of(table)
    ailment = _ailment_to_treat(table, table[tried.who], tried.ailment)
    effort = _effort_of(table, tried, house, play)
    values: dict[str, FactValue] = {"who": effort.who.name, "name": ailment.name, "day": table.day}
    if effort.who.key == tried.who:
        play.tell("treats", "HEI-X-heal", values)
    else:
        play.tell("treats-another", "HEI-X-heal", {**values, "other": table[tried.who].name})
    effort.tell(play)
    resolved, healer = throw_effort(effort, table, house, play)
    if not resolved.passed:
        healer = pay_price_of_effort(healer, house, play)
    table = table.put(healer)
    patient = table[tried.who]
    current = GalejatraSheet.of(patient).ailments.named(ailment.name) or ailment
    patient = (
        remove_ailment(patient, current, play) if resolved.passed else _mark(patient, ailment, table.day)
    )
    return Outcome(opposed_roll_result(resolved.passed), opposed_roll_amounts(resolved), table.put(patient))


def _mark(who: Character, ailment: Trait, day: int) -> Character:
    """The character with this ailment marked as treated today; older marks are dropped."""
    sheet = GalejatraSheet.of(who)
    today = Traits(tuple(row for row in sheet.treated.rows if row.values == (day,)))
    return replace(who, sheet=replace(sheet, treated=today.put(Trait(ailment.name, (day,)))))


def _treat_odds(table: Table, tried: Treatment) -> Odds:
    """The odds of treating an ailment (HEI-X-heal)."""
    house = GalejatraHouse.of(table)
    return effort_odds(_effort_of(table, tried, house), house, is_open=False)


def _rested(who: Character, play: Play) -> Character:
    """Restore reserve and luck dice to their maximum. Rolls nothing. Raises `RuleError` for the dead."""
    check_lives(who)
    sheet = GalejatraSheet.of(who)
    reserve, luck = sheet.reserve.regain(sheet.reserve.maximum), sheet.luck.regain(sheet.luck.maximum)
    if reserve != sheet.reserve:
        play.tell("reserve-returns", "HEI-X-reservi", {"who": who.name, "left": reserve.current})
    if luck != sheet.luck:
        play.tell("luck-dice-return", "HEI-X-onni", {"who": who.name, "left": luck.current})
    return GalejatraSheet.with_luck_and_reserve_of(who, luck=luck, reserve=reserve)


@frozen
class Rest:
    who: tuple[int, ...] = input_field(Who(kinds=PEOPLE, many=True, optional=True))


def _rest(table: Table, form: Rest, play: Play) -> Outcome:
    """The day's rest, by default for all players' characters and henchmen. A new day begins."""
    if procedure_refused_in_fight(table):
        raise RuleError("galejatra.no-rest-in-a-fight")
    after = table.put(*(_rested(each, play) for each in who_rests(table, form.who)))
    play.tell("new-day", "HEI-X-turns", {"day": table.day + 1})
    return Outcome("rested", {"day": table.day + 1}, replace(after, day=table.day + 1))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="galejatra.treat",
        rules=(
            *("HEI-X-heal", "HEI-X-vaiva", *OF_POOLS, "HEI-3-zero", "HEI-4-resolve", "HEI-5-fail"),
            *("HEI-S-all", *OF_FLIPS, "HEI-X-onni"),
            *(f"HEI-AMB-{number}" for number in (1, 2, 3, 4, 6, 7, 8, 9, 11)),
        ),
        run=_treat,
        odds=_treat_odds,
        group=Group.CARE,
        outcomes=(SUCCESS, FAILURE),
        amounts=AMOUNTS,
        problems=lambda table: (*procedure_refused_in_fight(table), *NOBODY_AILS(table)),
    ),
    Procedure(
        id="galejatra.rest",
        rules=("HEI-X-reservi", "HEI-X-onni", "HEI-X-heal", "HEI-X-turns"),
        run=_rest,
        group=Group.CARE,
        outcomes=("rested",),
        amounts=("day",),
        role=Role.REST,
        problems=procedure_refused_in_fight,
    ),
)
