"""Characters that the GM plays (PBT-X-danger): resources to be removed, escalations, and traps (PBT-X-trap).

They have no hit points and never roll.
"""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.wandered.resources import resources_of, without_resource
from tableside.games.wandered.sheet import DANGERS, WanderedSheet
from tableside.rules.inputs import Choice, Number, Who, Words, input_field, input_options_of_people
from tableside.rules.life_states import OUT_OF_ACTION
from tableside.rules.names import numbered_newcomers
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role, procedure_needs_somebody
from tableside.rules.sheet import Meter, Tags, Trait, Traits
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.rules.typed import typed_names, typed_slug

SIDES: Final = 4
KEPT: Final = 4
FEWEST, MOST = 4, 8
"""The fewest and the most dice of a new trap."""


def _left_chances(dice: int) -> dict[int, Fraction]:
    """The chances of the number of dice left after a check."""
    return {left: Fraction(comb(dice, left) * 3 ** (dice - left), SIDES**dice) for left in range(dice + 1)}


@lru_cache(maxsize=16)
def trap_checks_left(dice: int) -> Fraction:
    """The exact expected number of checks until a trap with this many dice springs; 0 once it has."""
    if dice == 0:
        return Fraction(0)
    chances = _left_chances(dice)
    rest = sum((chances[left] * trap_checks_left(left) for left in range(dice)), Fraction(1))
    return rest / (1 - chances[dice])


def check_trap(dice: int, play: Play, who: str = "") -> int:
    """One check of a trap: rolls all its d4 and keeps the fours; return the dice left. It springs at 0.

    Raises `RuleError` for a trap without dice.
    """
    _check_has_dice(dice)
    _tell_expected(dice, play, who)
    faces = play.roll(*(SIDES,) * dice, why="trap", who=who)
    left = faces.count(KEPT)
    play.tell("trap-checked", "PBT-X-trap", {"who": who, "left": left, "lost": dice - left})
    if 0 < left < dice:
        _tell_expected(left, play, who)
    if not left:
        play.tell("trap-springs", "PBT-X-trap", {"who": who})
    return left


def _check_has_dice(dice: int) -> None:
    if dice < 1:
        raise RuleError("wandered.trap-without-dice")


def _tell_expected(dice: int, play: Play, who: str) -> None:
    """Tell the exact average number of checks that the trap will last."""
    checks = trap_checks_left(dice)
    expected = {"checks": str(checks), "about": f"{float(checks):.2f}"}
    play.tell("trap-expected", "PBT-X-trap", {"who": who, "dice": dice, **expected})


def result_of_trap_check(left: int) -> str:
    return "holds" if left else "springs"


def trap_odds(dice: int) -> Odds:
    """The odds of one check. Raises `RuleError` for a trap without dice."""
    _check_has_dice(dice)
    chances = _left_chances(dice)
    return Odds({"springs": chances[0], "holds": 1 - chances[0]}, {"dice-left": chances})


_MOST_AT_ONCE = 20


def sheet_of_danger(resources: str, escalations: str, trap: int) -> WanderedSheet:
    """A danger's sheet. Raises `RuleError` for a trap that has too few or too many dice."""
    if trap and not FEWEST <= trap <= MOST:
        raise RuleError("wandered.trap-begins", least=FEWEST, most=MOST, dice=trap)
    return WanderedSheet(
        resources=Traits(tuple(Trait(name) for name in typed_names(resources))),
        escalations=Tags(typed_names(escalations)),
        trap=Meter(trap, trap),
    )


def remove_resource_of_danger(who: Character, id: str, play: Play) -> Character:
    """Remove one of a danger's resources (PBT-X-danger); without any left it is overcome, and has no more
    turns.

    Not checked: that it was removed in the fiction.
    """
    _check_danger(who)
    row = WanderedSheet.resource_named(who, id)
    who = without_resource(who, row)
    left = len(WanderedSheet.of(who).resources.rows)
    play.tell("resource-removed", "PBT-X-danger", {"who": who.name, "name": row.name, "left": left})
    if left:
        return who
    play.tell("danger-overcome", "PBT-X-danger", {"who": who.name})
    return who.with_condition(Condition(OUT_OF_ACTION))


def escalate_danger(who: Character, id: str, play: Play) -> Character:
    """Use an escalation (PBT-X-danger): only once; it resets the scene and cannot be defied."""
    _check_danger(who)
    names = WanderedSheet.of(who).escalations.names
    name = next((each for each in names if typed_slug(each) == typed_slug(id)), "")
    if not name:
        known = [*map(typed_slug, names)]
        raise RuleError("wandered.no-escalation", who=who.name, escalation=id, known=known)
    left = tuple(each for each in names if each != name)
    play.tell("escalated", "PBT-X-danger", {"who": who.name, "name": name, "left": len(left)})
    return replace(who, sheet=replace(WanderedSheet.of(who), escalations=Tags(left)))


def _check_danger(who: Character) -> None:
    """Raises `RuleError` for players' characters."""
    if who.kind not in DANGERS:
        raise RuleError("wandered.is-a-players", who=who.name)


_escalations_of = input_options_of_people(
    lambda who: tuple(map(typed_slug, WanderedSheet.of(who).escalations.names))
)


def _has_resources(table: Table, who: Character) -> bool:
    return bool(WanderedSheet.of(who).resources.rows)


def _has_escalations(table: Table, who: Character) -> bool:
    return bool(WanderedSheet.of(who).escalations.names)


def _is_trap(table: Table, who: Character) -> bool:
    return WanderedSheet.of(who).trap.current > 0


@frozen
class RemoveResource:
    who: int = input_field(Who(kinds=DANGERS, fits=_has_resources))
    resource: str = input_field(Choice(options=resources_of))


def _remove(table: Table, form: RemoveResource, play: Play) -> Outcome:
    after = remove_resource_of_danger(table[form.who], form.resource, play)
    left = len(WanderedSheet.of(after).resources.rows)
    return Outcome("removed" if left else "overcome", {"resources": left}, table.put(after))


@frozen
class Escalate:
    who: int = input_field(Who(kinds=DANGERS, fits=_has_escalations))
    escalation: str = input_field(Choice(options=_escalations_of))


def _escalate(table: Table, form: Escalate, play: Play) -> Outcome:
    after = escalate_danger(table[form.who], form.escalation, play)
    left = len(WanderedSheet.of(after).escalations.names)
    return Outcome("escalated", {"escalations": left}, table.put(after))


@frozen
class CheckTrap:
    who: int = input_field(Who(kinds=DANGERS, fits=_is_trap))


def _check_trap(table: Table, form: CheckTrap, play: Play) -> Outcome:
    sheet = WanderedSheet.of(table[form.who])
    left = check_trap(sheet.trap.current, play, table[form.who].name)
    after = replace(table[form.who], sheet=replace(sheet, trap=replace(sheet.trap, current=left)))
    return Outcome(result_of_trap_check(left), {"dice-left": left}, table.put(after))


def _check_trap_odds(table: Table, form: CheckTrap) -> Odds:
    return trap_odds(WanderedSheet.of(table[form.who]).trap.current)


@frozen
class AddDanger:
    foe: str = input_field(Words())
    count: int = input_field(Number(default=1, lowest=1, highest=_MOST_AT_ONCE))
    resources: str = input_field(Words(long=True))
    escalations: str = input_field(Words(default="", long=True))
    trap_dice: int = input_field(Number(default=0, highest=MOST))
    kind: str = input_field(Choice(options=lambda table, given: (Kind.ENEMY, Kind.NPC), default=Kind.ENEMY))


def _add(table: Table, form: AddDanger, play: Play) -> Outcome:
    sheet = sheet_of_danger(form.resources, form.escalations, form.trap_dice)
    added = numbered_newcomers(table, Character(0, form.foe, Kind(form.kind), sheet), form.count)
    for one in added:
        play.tell("danger-added", "PBT-X-danger", {"who": one.name, "count": len(sheet.resources.rows)})
        if form.trap_dice:
            _tell_expected(form.trap_dice, play, one.name)
    return Outcome("added", {"count": len(added)}, table.put(*added))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="wandered.remove-resource",
        rules=("PBT-X-danger",),
        run=_remove,
        group=Group.FIGHT,
        outcomes=("removed", "overcome"),
        amounts=("resources",),
        problems=procedure_needs_somebody(_has_resources, "no-dangers", *DANGERS),
    ),
    Procedure(
        id="wandered.escalate",
        rules=("PBT-X-danger",),
        run=_escalate,
        group=Group.FIGHT,
        outcomes=("escalated",),
        amounts=("escalations",),
        problems=procedure_needs_somebody(_has_escalations, "no-escalations", *DANGERS),
    ),
    Procedure(
        id="wandered.check-trap",
        rules=("PBT-X-trap",),
        run=_check_trap,
        odds=_check_trap_odds,
        group=Group.FIGHT,
        outcomes=("springs", "holds"),
        amounts=("dice-left",),
        problems=procedure_needs_somebody(_is_trap, "no-traps", *DANGERS),
    ),
    Procedure(
        id="wandered.add-danger",
        rules=("PBT-X-danger", "PBT-X-trap"),
        run=_add,
        group=Group.SHEET,
        outcomes=("added",),
        amounts=("count",),
        role=Role.FOE,
    ),
)
