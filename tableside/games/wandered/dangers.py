"""Characters that the GM plays (PBT-X-danger): resources to be removed, escalations, and traps (PBT-X-trap).

They have no hit points and never roll; only a trap's dice are rolled.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Final

from tableside.errors import RuleError
from tableside.games.wandered import resources
from tableside.games.wandered.sheet import DANGERS, TRAP_SIDES, WanderedSheet
from tableside.rules.forecast import forecast
from tableside.rules.inputs import Choice, Number, Who, Words, input_options_of_people
from tableside.rules.life_states import OUT_OF_ACTION
from tableside.rules.names import numbered_newcomers
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.rule import rule
from tableside.rules.sheet import Meter, Tags, Trait, Traits
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.rules.typed import typed_names, typed_slug

LOWEST_KEPT: Final = 4
"""The lowest number on a trap's die with which it stays: a four."""
FEWEST, MOST = 4, 8
"""The fewest and the most dice of a new trap."""
MOST_AT_ONCE: Final = 20


def _with(part: Callable[[WanderedSheet], object]) -> Who:
    """Somebody whom the GM plays, with something in this part of the sheet."""
    return Who(kinds=DANGERS, fits=lambda table, who: bool(part(WanderedSheet.of(who))))


def _check_is_danger(who: Character) -> None:
    if who.kind not in DANGERS:
        raise RuleError("wandered.is-a-players", who=who.name)


@rule(
    "wandered.remove-resource",
    "PBT-X-danger",
    needs="no-dangers",
    group=Group.FIGHT,
    outcomes=("removed", "overcome"),
    amounts=("resources",),
)
def remove_resource(
    table: Table,
    play: Play,
    who: Annotated[int, _with(lambda sheet: sheet.resources.rows)],
    resource: resources.OfOwner,
) -> Outcome:
    """Remove one of a danger's resources (PBT-X-danger); without any left it is overcome, and has no more
    turns.

    Not checked: that it was removed in the fiction.
    """
    danger = table[who]
    _check_is_danger(danger)
    removed = WanderedSheet.resource_named(danger, resource)
    after = resources.without(danger, removed)
    left = len(WanderedSheet.of(after).resources.rows)
    play.tell("resource-removed", "PBT-X-danger", {"who": danger.name, "name": removed.name, "left": left})
    if left:
        return Outcome("removed", {"resources": left}, table.put(after))
    play.tell("danger-overcome", "PBT-X-danger", {"who": danger.name})
    return Outcome("overcome", {"resources": 0}, table.put(after.with_condition(Condition(OUT_OF_ACTION))))


_escalations = input_options_of_people(
    lambda who: tuple(map(typed_slug, WanderedSheet.of(who).escalations.names))
)


@rule(
    "wandered.escalate",
    "PBT-X-danger",
    needs="no-escalations",
    group=Group.FIGHT,
    outcomes=("escalated",),
    amounts=("escalations",),
)
def escalate(
    table: Table,
    play: Play,
    who: Annotated[int, _with(lambda sheet: sheet.escalations.names)],
    escalation: Annotated[str, Choice(options=_escalations)],
) -> Outcome:
    """Use an escalation (PBT-X-danger): only once. Not checked: that it is not defied."""
    danger = table[who]
    _check_is_danger(danger)
    names = WanderedSheet.of(danger).escalations.names
    name = next((each for each in names if typed_slug(each) == typed_slug(escalation)), "")
    if not name:
        known = [*map(typed_slug, names)]
        raise RuleError("wandered.no-escalation", who=danger.name, escalation=escalation, known=known)
    left = tuple(each for each in names if each != name)
    play.tell("escalated", "PBT-X-danger", {"who": danger.name, "name": name, "left": len(left)})
    after = replace(danger, sheet=replace(WanderedSheet.of(danger), escalations=Tags(left)))
    return Outcome("escalated", {"escalations": len(left)}, table.put(after))


@rule(
    "wandered.add-danger",
    "PBT-X-danger",
    "PBT-X-trap",
    group=Group.SHEET,
    outcomes=("added",),
    amounts=("count",),
    role=Role.FOE,
)
def add(
    table: Table,
    play: Play,
    foe: Annotated[str, Words()],
    count: Annotated[int, Number(lowest=1, highest=MOST_AT_ONCE)] = 1,
    *,
    resources: Annotated[str, Words(long=True)],
    escalations: Annotated[str, Words(long=True)] = "",
    trap_dice: Annotated[int, Number(highest=MOST)] = 0,
    kind: Annotated[str, Choice(options=lambda table, given: (Kind.ENEMY, Kind.NPC))] = Kind.ENEMY,
) -> Outcome:
    """Add dangers to the table; 0 dice: no trap. Raises `RuleError` for a trap with too few or too many."""
    if trap_dice and not FEWEST <= trap_dice <= MOST:
        raise RuleError("wandered.trap-begins", least=FEWEST, most=MOST, dice=trap_dice)
    sheet = WanderedSheet(
        resources=Traits(tuple(Trait(name) for name in typed_names(resources))),
        escalations=Tags(typed_names(escalations)),
        trap=Meter(trap_dice, trap_dice),
    )
    added = numbered_newcomers(table, Character(0, foe, Kind(kind), sheet), count)
    for one in added:
        play.tell("danger-added", "PBT-X-danger", {"who": one.name, "count": len(sheet.resources.rows)})
        if trap_dice:
            _tell_checks_left(trap_dice, play, one.name)
    return Outcome("added", {"count": len(added)}, table.put(*added))


# Traps


def _dice_kept(dice: int, play: Play, who: str = "") -> int:
    return play.hits(*(TRAP_SIDES,) * dice, lowest=LOWEST_KEPT, why="trap", who=who)


@lru_cache(maxsize=16)
def checks_left(dice: int) -> Fraction:
    """The exact expected number of checks until a trap with this many dice springs; 0 once it has."""
    if dice == 0:
        return Fraction(0)
    chances = forecast(lambda play: _dice_kept(dice, play))
    rest = sum((chances[left] * checks_left(left) for left in range(dice)), Fraction(1))
    return rest / (1 - chances[dice])


def _tell_checks_left(dice: int, play: Play, who: str) -> None:
    checks = checks_left(dice)
    expected = {"checks": str(checks), "about": f"{float(checks):.2f}"}
    play.tell("trap-expected", "PBT-X-trap", {"who": who, "dice": dice, **expected})


def check(dice: int, play: Play, who: str = "") -> int:
    """One check of a trap: rolls all its d4 and keeps the fours; return the dice left. It springs at 0.

    Raises `RuleError` for a trap without dice.
    """
    if dice < 1:
        raise RuleError("wandered.trap-without-dice")
    _tell_checks_left(dice, play, who)
    left = _dice_kept(dice, play, who)
    play.tell("trap-checked", "PBT-X-trap", {"who": who, "left": left, "lost": dice - left})
    if 0 < left < dice:
        _tell_checks_left(left, play, who)
    if not left:
        play.tell("trap-springs", "PBT-X-trap", {"who": who})
    return left


@rule(
    "wandered.check-trap",
    "PBT-X-trap",
    shows_odds=True,
    needs="no-traps",
    group=Group.FIGHT,
    outcomes=("springs", "holds"),
    amounts=("dice-left",),
)
def check_trap(
    table: Table, play: Play, who: Annotated[int, _with(lambda sheet: sheet.trap.current > 0)]
) -> Outcome:
    danger, sheet = table[who], WanderedSheet.of(table[who])
    left = check(sheet.trap.current, play, danger.name)
    after = replace(danger, sheet=replace(sheet, trap=replace(sheet.trap, current=left)))
    return Outcome("holds" if left else "springs", {"dice-left": left}, table.put(after))


@rule(
    "wandered.trap",
    "PBT-X-trap",
    shows_odds=True,
    outcomes=("springs", "holds"),
    amounts=("dice-left",),
    on_table=False,
)
def check_bare_trap(
    table: Table, play: Play, dice: Annotated[int, Number(lowest=1, highest=MOST, worth=(1,))]
) -> Outcome:
    left = check(dice, play)
    return Outcome("holds" if left else "springs", {"dice-left": left})


PROCEDURES: tuple[Procedure, ...] = (remove_resource, escalate, check_trap, add)
