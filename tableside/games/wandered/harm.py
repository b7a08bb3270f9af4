"""Harm (PBT-X-harm): injuries and their treatment, conditions (PBT-X-cond) with the limits that a fifth one
breaks, and defying consequences (PBT-X-save).
"""

from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any, Final

from tableside.errors import RuleError
from tableside.games.wandered import resources
from tableside.games.wandered.sheet import (
    BY_DEFIANCE,
    CONDITIONS,
    MOST_CONDITIONS,
    PLAYERS,
    Resource,
    WanderedHouse,
    WanderedSheet,
    towards_limits,
)
from tableside.rules.conditions import CONDITION_SECTION as OWN_CONDITIONS
from tableside.rules.conditions import LONGEST, own_conditions, turn_that_ages_conditions
from tableside.rules.inputs import (
    Choice,
    Filled,
    Given,
    Number,
    Who,
    people_given_by_input,
    person_given_by_input,
)
from tableside.rules.life_states import DEAD, check_lives, lives
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.rule import rule
from tableside.rules.sheet import Track
from tableside.rules.table import Character, Condition, Table
from tableside.rules.typed import typed_slug

# Injuries


class Severity(StrEnum):
    """The severity of an injury, the lightest first."""

    PAIN = "pain"
    WOUND = "wound"
    BREAK = "break"
    FATAL = "fatal"


MARKED: Final = (Severity.PAIN, Severity.WOUND, Severity.BREAK)
"""The severities with boxes of their own."""
TREATED: Final = (Severity.WOUND, Severity.BREAK)
MOST_AT_ONCE: Final = 5


def _track(who: Character, severity: Severity) -> Track:
    sheet = WanderedSheet.of(who)
    return {Severity.PAIN: sheet.pains, Severity.WOUND: sheet.wounds}.get(severity, sheet.breaks)


def _with_track(who: Character, severity: Severity, track: Track) -> Character:
    part: dict[str, Any] = {f"{severity}s": track}  # Any: depends on the field
    return replace(who, sheet=replace(WanderedSheet.of(who), **part))


def mark(who: Character, severity: Severity, play: Play) -> tuple[Severity, Character]:
    """Mark one injury (PBT-X-harm): without a free box it moves up a tier, and past a Break it is fatal.

    Raises `RuleError` for the dead and for those whom the GM plays.
    """
    WanderedSheet.check_is_of_player(who)
    check_lives(who)
    for tier in MARKED[MARKED.index(severity) :]:
        track = _track(who, tier)
        if not track.is_full:
            marked = track.mark()
            values: dict[str, FactValue] = {"who": who.name, "marked": marked.marked, "boxes": marked.boxes}
            play.tell(f"marked-{tier}", "PBT-X-harm", values)
            return tier, _with_track(who, tier, marked)
        play.tell(f"no-room-{tier}", "PBT-X-harm", {"who": who.name})
    play.tell("harm-is-fatal", "PBT-X-harm", {"who": who.name})
    return Severity.FATAL, who.with_condition(Condition(DEAD))


@rule(
    "wandered.harm",
    "PBT-X-harm",
    "PBT-X-danger",
    shows_odds=True,
    group=Group.CARE,
    outcomes=tuple(Severity),
    role=Role.HURT,
)
def harm(
    table: Table,
    play: Play,
    # the GM's characters are listed too, to be told why they take no harm (PBT-X-danger)
    who: Annotated[tuple[int, ...], Who(many=True, fits=lives, of_many=PLAYERS)],
    severity: Annotated[str, Choice(options=lambda table, given: tuple(map(str, MARKED)))],
    count: Annotated[int, Number(lowest=1, highest=MOST_AT_ONCE)] = 1,
) -> Outcome:
    """Mark several injuries, one after the other, until one is fatal; the outcome is the worst of them.

    No dice are rolled: its odds say where the injuries go with the boxes that are free.
    """
    worst_of: dict[str, Severity] = {}

    def hurt(each: Character) -> Character:
        worst = Severity(severity)
        for _ in range(count):
            came_to, each = mark(each, Severity(severity), play)
            worst = max(worst, came_to, key=list(Severity).index)
            if came_to == Severity.FATAL:
                break
        worst_of[each.name] = worst
        return each

    table = table.with_each(who, hurt)
    worst = max(worst_of.values(), key=list(Severity).index)
    fates = {name: str(each) for name, each in worst_of.items()} if len(worst_of) > 1 else {}
    return Outcome(str(worst), table=table, fates=fates)


def _treatable(table: Table, given: Given) -> tuple[str, ...]:
    """The treatable injuries that any of these people have; if none has any, both, which are then refused."""
    people = people_given_by_input(table, given)
    marked = [each for each in TREATED if any(_track(who, each).marked for who in people)]
    return tuple(map(str, marked or TREATED))


@rule("wandered.treat", "PBT-X-harm", group=Group.CARE, outcomes=("treated",), role=Role.HEAL)
def treat(
    table: Table,
    play: Play,
    who: Annotated[tuple[int, ...], Who(kinds=PLAYERS, many=True, fits=lives)],
    severity: Annotated[str, Choice(options=_treatable)],
) -> Outcome:
    """Treat injuries (PBT-X-harm): Wounds become Pains, a Break a Wound, as far as boxes are free below.

    Raises `RuleError` when there is nothing to treat, or no box below is free.
    """
    above, below = Severity(severity), MARKED[MARKED.index(Severity(severity)) - 1]

    def treated(each: Character) -> Character:
        WanderedSheet.check_is_of_player(each)
        check_lives(each)
        track, lower = _track(each, above), _track(each, below)
        if not track.marked:
            raise RuleError("wandered.nothing-to-treat", who=each.name, severity=above)
        moved = min(track.marked, lower.boxes - lower.marked)
        if moved <= 0:
            raise RuleError("wandered.no-box", below=below, who=each.name, severity=above)
        play.tell(f"treated-{above}", "PBT-X-harm", {"who": each.name, "count": moved})
        if track.marked > moved:
            play.tell("untreated", "PBT-X-harm", {"who": each.name, "count": track.marked - moved})
        return _with_track(_with_track(each, above, track.mark(-moved)), below, lower.mark(moved))

    return Outcome("treated", table=table.with_each(who, treated))


def _without_players(table: Table) -> tuple[str, ...]:
    return () if table.in_play(*PLAYERS) else ("no-players",)


@rule(
    "wandered.rest",
    "PBT-X-harm",
    "PBT-X-house-rest",
    problems=_without_players,
    group=Group.CARE,
    outcomes=("rested",),
    role=Role.REST,
)
def rest(
    table: Table,
    play: Play,
    who: Annotated[tuple[int, ...], Who(kinds=PLAYERS, many=True, optional=True, fits=lives)] = (),
) -> Outcome:
    """Rest (PBT-X-harm): a Pain clears, or all of them (PBT-X-house-rest). Nothing else gets better."""
    clears_all = WanderedHouse.of(table).rest == "all-pains"

    def rested(each: Character) -> Character:
        WanderedSheet.check_is_of_player(each)
        check_lives(each)
        pains = WanderedSheet.of(each).pains
        cleared = pains.marked if clears_all else min(1, pains.marked)
        left = pains.mark(-cleared)
        if cleared:
            values: dict[str, FactValue] = {"who": each.name, "count": cleared, "left": left.marked}
            play.tell("pains-rested", "PBT-X-harm", values)
        else:
            play.tell("no-pains", "PBT-X-harm", {"who": each.name})
        return _with_track(each, Severity.PAIN, left)

    everybody = tuple(each.key for each in table.in_play(*PLAYERS) if lives(table, each))
    return Outcome("rested", table=table.with_each(who or everybody, rested))


# Conditions

ERASED: Final = 4
"""The conditions that are erased when limits break."""


def take_condition(who: Character, condition: Condition, play: Play) -> Character:
    """Mark a condition (PBT-X-harm, PBT-X-cond); a fifth breaks a player's character's limits.

    Those whom the GM plays have no limits. Raises `RuleError` for a condition that is marked already.
    """
    check_lives(who)
    if not condition.name.strip():
        raise RuleError("wandered.condition-without-name")
    if who.has(condition.name):
        raise RuleError("wandered.is-so-already", who=who.name, name=condition.name)
    values: dict[str, FactValue] = {"who": who.name, "condition": condition.name}
    marked = who.with_condition(condition)
    if who.kind in PLAYERS and len(towards_limits(marked)) > MOST_CONDITIONS:
        play.tell("condition-too-many", "PBT-X-harm", values)
        return _break_limits(marked, play)
    if condition.rounds:
        play.tell("condition-for-rounds", "PBT-X-cond", {**values, "rounds": condition.rounds})
    else:
        play.tell("condition-marked", "PBT-X-cond", values)
    return marked


def _break_limits(who: Character, play: Play) -> Character:
    """Break Your Limits (PBT-X-harm): XP, the playbook's Limit Break, and four conditions erased.

    `condition-that-stays` asks the player which: one, unless over five were marked.
    """
    sheet = WanderedSheet.of(who)
    name, experience = sheet.limit_break or "Limit Break", sheet.experience + 1
    play.tell("limits-broken", "PBT-X-harm", {"who": who.name, "experience": experience, "name": name})

    held, stays = towards_limits(who), list[str]()
    while len(stays) < len(held) - ERASED:
        left = [each for each in held if each not in stays]
        stays.append(play.choose("condition-that-stays", *left, default=left[-1], who=who.name))
    erased = [each for each in held if each not in stays]
    play.tell("conditions-erased", "PBT-X-harm", {"who": who.name, "count": len(erased)})
    for each in stays:
        play.tell("condition-not-erased", "PBT-X-harm", {"who": who.name, "condition": each})
    return replace(who.without(*erased), sheet=replace(sheet, experience=experience))


@rule(
    "wandered.mark-condition",
    "PBT-X-cond",
    "PBT-X-harm",
    group=Group.CARE,
    outcomes=("marked", "limits-broken"),
    amounts=("held",),
    role=Role.CONDITION,
    own={"condition": OWN_CONDITIONS},
)
def mark_condition(
    table: Table,
    play: Play,
    who: Annotated[tuple[int, ...], Who(many=True, of_many=PLAYERS)],
    condition: Annotated[
        str, Choice(options=lambda table, given: (*CONDITIONS, *own_conditions(table)), free=True)
    ],
    rounds: Annotated[int, Number(highest=LONGEST)] = 0,
    definition: Annotated[str, Filled()] = "",
) -> Outcome:
    own = None if condition in CONDITIONS else own_conditions(table).get(typed_slug(condition))
    rounds = rounds or int((own.value("rounds") if own else "") or 0)
    before = turn_that_ages_conditions(table) if rounds else None
    taken = Condition(condition.strip(), 0, rounds or None, before)
    people = table.named(who)
    after = [take_condition(each, taken, play) for each in people]
    is_broken = any(
        WanderedSheet.of(one).experience > WanderedSheet.of(other).experience
        for one, other in zip(after, people, strict=True)
    )
    held = max(len(towards_limits(each)) for each in after)
    return Outcome("limits-broken" if is_broken else "marked", {"held": held}, table.put(*after))


# Defying consequences

ALL_DEFIANCES: Final = {defiance: way for way, defiance in BY_DEFIANCE.items()}
"""Every Defiance, with or without points left: a message says if there are none."""


def ways_to_defy(who: Character, day: int) -> tuple[str, ...]:
    """The ways to defy a consequence: Defiances with points left, then resources that save."""
    sheet = WanderedSheet.of(who)
    possible = [way for way, id in BY_DEFIANCE.items() if sheet.defiances[id].current > 0]
    rows = map(Resource.of, sheet.resources.rows)
    saves = [each.id for each in rows if each.saves and each.is_usable(day)]
    return (*possible, *(id for id in saves if id not in BY_DEFIANCE))


def _ways(table: Table, given: Given) -> tuple[str, ...]:
    who = person_given_by_input(table, given)
    return ways_to_defy(who, table.day) if who else ()


def _can_defy(table: Table, who: Character) -> bool:
    return lives(table, who) and bool(ways_to_defy(who, table.day))


@rule(
    "wandered.defy",
    "PBT-X-save",
    "PBT-X-resource",
    needs="nobody-can-defy",
    group=Group.CARE,
    outcomes=("defied",),
)
def defy(
    table: Table,
    play: Play,
    who: Annotated[int, Who(kinds=PLAYERS, fits=_can_defy)],
    way: Annotated[str, Choice(options=_ways, known_as=lambda table, given: ALL_DEFIANCES)],
) -> Outcome:
    """Defy a consequence (PBT-X-save): a point of a Defiance, or a use of a resource such as armour.

    It undoes the consequence, never what happened in the fiction. Not checked: whether it can be defied;
    sacrifices and escalations cannot. Raises `RuleError` when nothing is left of it.
    """
    whose = table[who]
    WanderedSheet.check_is_of_player(whose)
    check_lives(whose)
    ways = ways_to_defy(whose, table.day)
    if way not in ways:
        raise RuleError("wandered.cannot-defy", who=whose.name, way=way, other_ways=ways)
    if way in BY_DEFIANCE:
        meters = WanderedSheet.of(whose).defiances
        spent = meters[BY_DEFIANCE[way]].lose(1)
        play.tell("defied", "PBT-X-save", {"who": whose.name, "option": way, "left": spent.current})
        left = WanderedSheet.of(whose).with_defiances({**meters, BY_DEFIANCE[way]: spent})
        return Outcome("defied", table=table.put(replace(whose, sheet=left)))
    name = WanderedSheet.resource_named(whose, way).name
    play.tell("defied-by-resource", "PBT-X-save", {"who": whose.name, "name": name})
    return Outcome("defied", table=table.put(resources.use(whose, way, table.day, play)))


@rule("wandered.refresh", "PBT-X-save", group=Group.CARE, outcomes=("refreshed",))
def refresh(
    table: Table, play: Play, who: Annotated[tuple[int, ...], Who(kinds=PLAYERS, many=True, fits=lives)]
) -> Outcome:
    """Refresh Yourself (PBT-X-save): restore the points of every Defiance."""

    def refreshed(each: Character) -> Character:
        WanderedSheet.check_is_of_player(each)
        check_lives(each)
        meters = WanderedSheet.of(each).defiances
        points = sum(max(0, meter.maximum - meter.current) for meter in meters.values())
        play.tell("refreshed-oneself", "PBT-X-save", {"who": each.name, "points": points})
        full = {id: meter.regain(meter.maximum) for id, meter in meters.items()}
        return replace(each, sheet=WanderedSheet.of(each).with_defiances(full))

    return Outcome("refreshed", table=table.with_each(who, refreshed))


INJURIES: tuple[Procedure, ...] = (harm, treat, rest, mark_condition)
DEFYING: tuple[Procedure, ...] = (defy, refresh)
