"""Harm (PBT-X-harm): marking injuries, their overflow, treatment and rest."""

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.forms import asked
from tableside.rules.inputs import Choice, Number, Who
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.sheet import Track
from tableside.rules.states import DEAD, check_lives, lives
from tableside.rules.table import Character, Condition, Table
from tableside.rules.wandered.house import House, house_of
from tableside.rules.wandered.sheet import PLAYERS, Wandered, check_player, sheet_of


class Severity(StrEnum):
    """How bad an injury is, the lightest first."""

    PAIN = "pain"
    WOUND = "wound"
    BREAK = "break"
    FATAL = "fatal"


MARKED: Final = (Severity.PAIN, Severity.WOUND, Severity.BREAK)
"""Those with boxes of their own."""
_MOST_AT_ONCE = 5


def track_of(sheet: Wandered, severity: Severity) -> Track:
    return {Severity.PAIN: sheet.pains, Severity.WOUND: sheet.wounds}.get(severity, sheet.breaks)


def with_track(who: Character, severity: Severity, track: Track) -> Character:
    sheet = sheet_of(who)
    match severity:
        case Severity.PAIN:
            return replace(who, sheet=replace(sheet, pains=track))
        case Severity.WOUND:
            return replace(who, sheet=replace(sheet, wounds=track))
        case _:
            return replace(who, sheet=replace(sheet, breaks=track))


def harm(who: Character, severity: Severity, play: Play) -> tuple[Severity, Character]:
    """Mark one injury (PBT-X-harm): where no box is free it moves up a tier, and past a Break it is fatal.

    Raises `RuleError` for the dead and for those whom the GM plays.
    """
    check_player(who)
    check_lives(who)
    for tier in MARKED[MARKED.index(severity) :]:
        track = track_of(sheet_of(who), tier)
        if not track.is_full:
            marked = track.mark()
            told: dict[str, FactValue] = {"who": who.name, "marked": marked.marked, "boxes": marked.boxes}
            play.tell(f"marked-{tier}", "PBT-X-harm", told)
            return tier, with_track(who, tier, marked)
        play.tell(f"no-room-{tier}", "PBT-X-harm", {"who": who.name})
    play.tell("harm-is-fatal", "PBT-X-harm", {"who": who.name})
    return Severity.FATAL, who.with_condition(Condition(DEAD))


def harm_often(who: Character, severity: Severity, count: int, play: Play) -> tuple[Severity, Character]:
    """Mark so many injuries, one after the other, until one is fatal; the worst of them."""
    worst = severity
    for _ in range(count):
        came_to, who = harm(who, severity, play)
        worst = max(worst, came_to, key=list(Severity).index)
        if came_to == Severity.FATAL:
            break
    return worst, who


def treat(who: Character, severity: Severity, play: Play) -> Character:
    """Treatment (PBT-X-harm): Wounds become Pains, a Break becomes a Wound, as far as boxes are free below.

    Raises `RuleError` when there is nothing to treat, or no box below is free.
    """
    check_player(who)
    check_lives(who)
    below = MARKED[MARKED.index(severity) - 1]
    track, lower = track_of(sheet_of(who), severity), track_of(sheet_of(who), below)
    if not track.marked:
        raise RuleError(f"{who.name} has no {severity} to treat")
    moved = min(track.marked, lower.boxes - lower.marked)
    if moved <= 0:
        raise RuleError(f"no {below} box of {who.name} is free for the {severity}: clear a {below} first")
    who = with_track(with_track(who, severity, track.mark(-moved)), below, lower.mark(moved))
    play.tell(f"treated-{severity}", "PBT-X-harm", {"who": who.name, "count": moved})
    if track.marked > moved:
        play.tell("untreated", "PBT-X-harm", {"who": who.name, "count": track.marked - moved})
    return who


def rest(who: Character, house: House, play: Play) -> Character:
    """Rest (PBT-X-harm): a Pain clears, or every one (PBT-X-house-rest). Nothing else gets better by it."""
    check_player(who)
    check_lives(who)
    pains = sheet_of(who).pains
    cleared = pains.marked if house.rest == "all-pains" else min(1, pains.marked)
    left = pains.mark(-cleared)
    if cleared:
        play.tell("pains-rested", "PBT-X-harm", {"who": who.name, "count": cleared, "left": left.marked})
    else:
        play.tell("no-pains", "PBT-X-harm", {"who": who.name})
    return with_track(who, Severity.PAIN, left)


def _to_each(table: Table, keys: tuple[int, ...], act: Callable[[Character], Character]) -> Table:
    if not keys:
        raise RuleError("nobody is named: say who")
    for key in dict.fromkeys(keys):
        table = table.put(act(table[key]))
    return table


_EVERYBODY = Who("who", many=True, fits=lives)
"""The GM's own are listed too: they are told why they take no harm (PBT-X-danger)."""


@frozen
class Harm:
    """What `wandered.harm` asks for."""

    who: tuple[int, ...] = asked(_EVERYBODY)
    severity: str = asked(Choice(options=lambda table, given: tuple(map(str, MARKED))))
    count: int = asked(Number(default=1, lowest=1, highest=_MOST_AT_ONCE))


def _harm(table: Table, form: Harm, play: Play) -> Outcome:
    came_to: list[Severity] = []

    def hurt(each: Character) -> Character:
        worst, after = harm_often(each, Severity(form.severity), form.count, play)
        came_to.append(worst)
        return after

    table = _to_each(table, form.who, hurt)
    return Outcome(str(max(came_to, key=list(Severity).index)), table=table)


@frozen
class Treat:
    """What `wandered.treat` asks for."""

    who: tuple[int, ...] = asked(Who(kinds=PLAYERS, many=True, fits=lives))
    severity: str = asked(Choice(options=lambda table, given: (str(Severity.WOUND), str(Severity.BREAK))))


def _treat(table: Table, form: Treat, play: Play) -> Outcome:
    return Outcome(
        "treated", table=_to_each(table, form.who, lambda each: treat(each, Severity(form.severity), play))
    )


@frozen
class Rest:
    """What `wandered.rest` asks for."""

    who: tuple[int, ...] = asked(Who(kinds=PLAYERS, many=True, optional=True, fits=lives))


def _rest(table: Table, form: Rest, play: Play) -> Outcome:
    house = house_of(table)
    keys = form.who or tuple(each.key for each in table.in_play(*PLAYERS) if lives(table, each))
    return Outcome("rested", table=_to_each(table, keys, lambda each: rest(each, house, play)))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="wandered.harm",
        rules=("PBT-X-harm", "PBT-X-danger"),
        form=Harm,
        run=_harm,
        group=Group.CARE,
        outcomes=tuple(Severity),
        role=Role.HURT,
        on_table=True,
    ),
    Procedure(
        id="wandered.treat",
        rules=("PBT-X-harm",),
        form=Treat,
        run=_treat,
        group=Group.CARE,
        outcomes=("treated",),
        role=Role.HEAL,
        on_table=True,
    ),
    Procedure(
        id="wandered.rest",
        rules=("PBT-X-harm", "PBT-X-house-rest"),
        form=Rest,
        run=_rest,
        group=Group.CARE,
        outcomes=("rested",),
        role=Role.REST,
        on_table=True,
        problems=lambda table: () if table.in_play(*PLAYERS) else ("no-players",),
    ),
)
