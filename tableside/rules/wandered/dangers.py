"""Those whom the GM plays (PBT-X-danger): resources to be removed, escalations, and traps (PBT-X-trap).

They have no hit points and never roll.
"""

from dataclasses import replace

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.forms import asked
from tableside.rules.inputs import Choice, Given, Number, Who, Words
from tableside.rules.naming import names_held, numbered
from tableside.rules.odds import Odds
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.sheet import Meter, Tags, Trait, Traits
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import NAME_LENGTH, short, slug
from tableside.rules.wandered import traps
from tableside.rules.wandered.resources import named, resources_of
from tableside.rules.wandered.sheet import DANGERS, Wandered, row_of, sheet_of

_MOST_AT_ONCE = 20


def listed(text: str) -> tuple[str, ...]:
    """Names apart by commas or line breaks, each once, whatever its capitals. Raises `RuleError` for one that
    is too long.
    """
    first: dict[str, str] = {}
    for name in ",".join(text.splitlines()).split(","):
        first.setdefault(slug(name), short(name.strip(), NAME_LENGTH))
    return tuple(name for id, name in first.items() if id)


def sheet_of_danger(resources: str, escalations: str, trap: int) -> Wandered:
    """A danger's sheet. Raises `RuleError` for a trap that has too few or too many dice."""
    if trap and not traps.FEWEST <= trap <= traps.MOST:
        raise RuleError(f"a trap begins with {traps.FEWEST} to {traps.MOST} dice, not {trap} (0: it is none)")
    return Wandered(
        resources=Traits(tuple(Trait(name) for name in listed(resources))),
        escalations=Tags(listed(escalations)),
        trap=Meter(trap, trap),
    )


def remove_resource(who: Character, id: str, play: Play) -> Character:
    """Take one of a danger's resources away (PBT-X-danger); without any left it is overcome.

    Not checked: that it was removed in the fiction.
    """
    check_danger(who)
    row = row_of(who, sheet_of(who).resources, id)
    left = sheet_of(who).resources.without(row.name)
    values: dict[str, FactValue] = {"who": who.name, "name": row.name, "left": len(left.rows)}
    play.tell("resource-removed", "PBT-X-danger", values)
    if not left.rows:
        play.tell("danger-overcome", "PBT-X-danger", {"who": who.name})
    return replace(who, sheet=replace(sheet_of(who), resources=left))


def escalate(who: Character, id: str, play: Play) -> Character:
    """Use an escalation (PBT-X-danger): once only; it resets the scene and nobody can defy it."""
    check_danger(who)
    names = sheet_of(who).escalations.names
    name = next((each for each in names if slug(each) == slug(id)), "")
    if not name:
        raise RuleError(
            f"{who.name} has no escalation {id!r}: there is {', '.join(map(slug, names)) or 'none left'}"
        )
    left = tuple(each for each in names if each != name)
    values: dict[str, FactValue] = {"who": who.name, "name": name, "left": len(left)}
    play.tell("escalated", "PBT-X-danger", values)
    return replace(who, sheet=replace(sheet_of(who), escalations=Tags(left)))


def check_danger(who: Character) -> None:
    """Raises `RuleError` for players' characters."""
    if who.kind not in DANGERS:
        raise RuleError(f"{who.name} is a player's: only those whom the GM plays have resources to remove")


def _escalations_of(table: Table, given: Given) -> tuple[str, ...]:
    key = given.get("who")
    if not isinstance(key, int) or key not in table.characters:
        return ()
    return tuple(map(slug, sheet_of(table[key]).escalations.names))


def _has_resources(table: Table, who: Character) -> bool:
    return bool(named(sheet_of(who).resources))


def _has_escalations(table: Table, who: Character) -> bool:
    return bool(sheet_of(who).escalations.names)


def _is_trap(table: Table, who: Character) -> bool:
    return sheet_of(who).trap.current > 0


@frozen
class RemoveResource:
    """What `wandered.remove-resource` asks for."""

    who: int = asked(Who(kinds=DANGERS, fits=_has_resources))
    resource: str = asked(Choice(options=resources_of))


def _remove(table: Table, form: RemoveResource, play: Play) -> Outcome:
    after = remove_resource(table[form.who], form.resource, play)
    left = len(sheet_of(after).resources.rows)
    return Outcome("removed" if left else "overcome", {"resources": left}, table.put(after))


@frozen
class Escalate:
    """What `wandered.escalate` asks for."""

    who: int = asked(Who(kinds=DANGERS, fits=_has_escalations))
    escalation: str = asked(Choice(options=_escalations_of))


def _escalate(table: Table, form: Escalate, play: Play) -> Outcome:
    after = escalate(table[form.who], form.escalation, play)
    return Outcome("escalated", {"escalations": len(sheet_of(after).escalations.names)}, table.put(after))


@frozen
class CheckTrap:
    """What `wandered.check-trap` asks for."""

    who: int = asked(Who(kinds=DANGERS, fits=_is_trap))


def _check_trap(table: Table, form: CheckTrap, play: Play) -> Outcome:
    sheet = sheet_of(table[form.who])
    left = traps.check(sheet.trap.current, play, table[form.who].name)
    after = replace(table[form.who], sheet=replace(sheet, trap=replace(sheet.trap, current=left)))
    return Outcome(traps.result_of(left), {"dice-left": left}, table.put(after))


def _check_trap_odds(table: Table, form: CheckTrap) -> Odds:
    return traps.check_odds(sheet_of(table[form.who]).trap.current)


@frozen
class AddDanger:
    """What `wandered.add-danger` asks for."""

    foe: str = asked(Words())
    count: int = asked(Number(default=1, lowest=1, highest=_MOST_AT_ONCE))
    resources: str = asked(Words(long=True))
    escalations: str = asked(Words(default="", long=True))
    trap_dice: int = asked(Number(default=0, highest=traps.MOST))
    kind: str = asked(
        Choice(options=lambda table, given: (str(Kind.ENEMY), str(Kind.NPC)), default=str(Kind.ENEMY))
    )


def _add(table: Table, form: AddDanger, play: Play) -> Outcome:
    sheet = sheet_of_danger(form.resources, form.escalations, form.trap_dice)
    names = numbered(form.foe, form.count, names_held(table))
    for name in names:
        play.tell("danger-added", "PBT-X-danger", {"who": name, "count": len(sheet.resources.rows)})
        if form.trap_dice:
            traps.tell_expected(form.trap_dice, play, name)
    added = (Character(table.next_key + n, each, Kind(form.kind), sheet) for n, each in enumerate(names))
    return Outcome("added", {"count": len(names)}, table.put(*added))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="wandered.remove-resource",
        rules=("PBT-X-danger",),
        form=RemoveResource,
        run=_remove,
        group=Group.FIGHT,
        outcomes=("removed", "overcome"),
        amounts=("resources",),
        on_table=True,
        problems=lambda table: (
            () if any(_has_resources(table, each) for each in table.in_play(*DANGERS)) else ("no-dangers",)
        ),
    ),
    Procedure(
        id="wandered.escalate",
        rules=("PBT-X-danger",),
        form=Escalate,
        run=_escalate,
        group=Group.FIGHT,
        outcomes=("escalated",),
        amounts=("escalations",),
        on_table=True,
        problems=lambda table: (
            ()
            if any(_has_escalations(table, each) for each in table.in_play(*DANGERS))
            else ("no-escalations",)
        ),
    ),
    Procedure(
        id="wandered.check-trap",
        rules=("PBT-X-trap",),
        form=CheckTrap,
        run=_check_trap,
        odds=_check_trap_odds,
        group=Group.FIGHT,
        outcomes=("springs", "holds"),
        amounts=("dice-left",),
        on_table=True,
        problems=lambda table: (
            () if any(_is_trap(table, each) for each in table.in_play(*DANGERS)) else ("no-traps",)
        ),
    ),
    Procedure(
        id="wandered.add-danger",
        rules=("PBT-X-danger", "PBT-X-trap"),
        form=AddDanger,
        run=_add,
        group=Group.SHEET,
        outcomes=("added",),
        amounts=("count",),
        role=Role.FOE,
        on_table=True,
    ),
)
