"""Harm (PBT-X-harm): injuries and their treatment, conditions (PBT-X-cond), and the limits that a fifth
condition breaks.
"""

from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.wandered.house import WanderedHouse
from tableside.games.wandered.sheet import PLAYERS, WanderedSheet
from tableside.rules.conditions import CONDITION_SECTION as OWN_CONDITIONS
from tableside.rules.conditions import LONGEST, own_conditions, turn_that_ages_conditions
from tableside.rules.inputs import Choice, Filled, Given, Number, Who, input_field, people_given_by_input
from tableside.rules.life_states import DEAD, HELPLESS, check_lives, lives
from tableside.rules.odds import Odds
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.sheet import Track
from tableside.rules.table import Character, Condition, Table
from tableside.rules.typed import typed_slug


class Severity(StrEnum):
    """The severity of an injury, the lightest first."""

    PAIN = "pain"
    WOUND = "wound"
    BREAK = "break"
    FATAL = "fatal"


MARKED: Final = (Severity.PAIN, Severity.WOUND, Severity.BREAK)
"""The severities with boxes of their own."""
_MOST_AT_ONCE = 5


def _track_of(sheet: WanderedSheet, severity: Severity) -> Track:
    return {Severity.PAIN: sheet.pains, Severity.WOUND: sheet.wounds}.get(severity, sheet.breaks)


def _with_track(who: Character, severity: Severity, track: Track) -> Character:
    part: dict[str, Any] = {f"{severity}s": track}  # Any: depends on the field
    return replace(who, sheet=replace(WanderedSheet.of(who), **part))


def mark_injury(who: Character, severity: Severity, play: Play) -> tuple[Severity, Character]:
    """Mark one injury (PBT-X-harm): without a free box it moves up a tier, and past a Break it is fatal.

    Raises `RuleError` for the dead and for those whom the GM plays.
    """
    WanderedSheet.check_is_of_player(who)
    check_lives(who)
    for tier in MARKED[MARKED.index(severity) :]:
        track = _track_of(WanderedSheet.of(who), tier)
        if not track.is_full:
            marked = track.mark()
            values: dict[str, FactValue] = {"who": who.name, "marked": marked.marked, "boxes": marked.boxes}
            play.tell(f"marked-{tier}", "PBT-X-harm", values)
            return tier, _with_track(who, tier, marked)
        play.tell(f"no-room-{tier}", "PBT-X-harm", {"who": who.name})
    play.tell("harm-is-fatal", "PBT-X-harm", {"who": who.name})
    return Severity.FATAL, who.with_condition(Condition(DEAD))


def mark_injuries(who: Character, severity: Severity, count: int, play: Play) -> tuple[Severity, Character]:
    """Mark several injuries, one after the other, until one is fatal; return the worst of them."""
    worst = severity
    for _ in range(count):
        came_to, who = mark_injury(who, severity, play)
        worst = max(worst, came_to, key=list(Severity).index)
        if came_to == Severity.FATAL:
            break
    return worst, who


def treat_injury(who: Character, severity: Severity, play: Play) -> Character:
    """Treat injuries (PBT-X-harm): Wounds become Pains, a Break a Wound, as far as boxes are free below.

    Raises `RuleError` when there is nothing to treat, or no box below is free.
    """
    WanderedSheet.check_is_of_player(who)
    check_lives(who)
    below = MARKED[MARKED.index(severity) - 1]
    track, lower = _track_of(WanderedSheet.of(who), severity), _track_of(WanderedSheet.of(who), below)
    if not track.marked:
        raise RuleError("wandered.nothing-to-treat", who=who.name, severity=severity)
    moved = min(track.marked, lower.boxes - lower.marked)
    if moved <= 0:
        raise RuleError("wandered.no-box", below=below, who=who.name, severity=severity)
    who = _with_track(_with_track(who, severity, track.mark(-moved)), below, lower.mark(moved))
    play.tell(f"treated-{severity}", "PBT-X-harm", {"who": who.name, "count": moved})
    if track.marked > moved:
        play.tell("untreated", "PBT-X-harm", {"who": who.name, "count": track.marked - moved})
    return who


def clear_injuries_by_rest(who: Character, house: WanderedHouse, play: Play) -> Character:
    """Rest (PBT-X-harm): a Pain clears, or all of them (PBT-X-house-rest). Nothing else gets better."""
    WanderedSheet.check_is_of_player(who)
    check_lives(who)
    pains = WanderedSheet.of(who).pains
    cleared = pains.marked if house.rest == "all-pains" else min(1, pains.marked)
    left = pains.mark(-cleared)
    if cleared:
        play.tell("pains-rested", "PBT-X-harm", {"who": who.name, "count": cleared, "left": left.marked})
    else:
        play.tell("no-pains", "PBT-X-harm", {"who": who.name})
    return _with_track(who, Severity.PAIN, left)


_EVERYBODY = Who("who", many=True, fits=lives, of_many=PLAYERS)
"""The GM's characters are listed too: they are told why they take no harm (PBT-X-danger); `everybody` does
not include them.
"""


@frozen
class Harm:
    who: tuple[int, ...] = input_field(_EVERYBODY)
    severity: str = input_field(Choice(options=lambda table, given: tuple(map(str, MARKED))))
    count: int = input_field(Number(default=1, lowest=1, highest=_MOST_AT_ONCE))


def _harm(table: Table, form: Harm, play: Play) -> Outcome:
    came_to: list[Severity] = []

    def hurt(each: Character) -> Character:
        worst, after = mark_injuries(each, Severity(form.severity), form.count, play)
        came_to.append(worst)
        return after

    table = table.with_each(form.who, hurt)
    return Outcome(str(max(came_to, key=list(Severity).index)), table=table)


def _harm_odds(table: Table, form: Harm) -> Odds:
    """The certain result of the injuries with the present boxes; for several people, of each."""
    people = table.named(form.who)
    came_to = {who.name: mark_injuries(who, Severity(form.severity), form.count, Play())[0] for who in people}
    worst = max(came_to.values(), key=list(Severity).index)
    fates = {name: {str(tier): Fraction(1)} for name, tier in came_to.items()}
    return Odds({str(worst): Fraction(1)}, fates=fates if len(fates) > 1 else {})


_TREATED: Final = (Severity.WOUND, Severity.BREAK)


def _treatable(table: Table, given: Given) -> tuple[str, ...]:
    """The treatable injuries that any of these people have; if none has any, both, which are then refused."""
    sheets = [WanderedSheet.of(who) for who in people_given_by_input(table, given)]
    marked = [each for each in _TREATED if any(_track_of(sheet, each).marked for sheet in sheets)]
    return tuple(map(str, marked or _TREATED))


@frozen
class Treat:
    who: tuple[int, ...] = input_field(Who(kinds=PLAYERS, many=True, fits=lives))
    severity: str = input_field(Choice(options=_treatable))


def _treat(table: Table, form: Treat, play: Play) -> Outcome:
    after = table.with_each(form.who, lambda each: treat_injury(each, Severity(form.severity), play))
    return Outcome("treated", table=after)


@frozen
class Rest:
    who: tuple[int, ...] = input_field(Who(kinds=PLAYERS, many=True, optional=True, fits=lives))


def _rest(table: Table, form: Rest, play: Play) -> Outcome:
    house = WanderedHouse.of(table)
    keys = form.who or tuple(each.key for each in table.in_play(*PLAYERS) if lives(table, each))
    after = table.with_each(keys, lambda each: clear_injuries_by_rest(each, house, play))
    return Outcome("rested", table=after)


CONDITIONS: Final = ("afraid", "obvious", "weary", "distracted", "paranoid", "obsessed", "reckless")
"""Conditions that affect dice; a group adds its own."""
MOST: Final = 4
ERASED: Final = 4


def wandered_conditions_towards_limits(who: Character) -> tuple[str, ...]:
    """The conditions that count towards the limit; dead and stunned do not."""
    return tuple(each.name for each in who.conditions if each.name not in HELPLESS)


def mark_wandered_condition(who: Character, condition: Condition, play: Play) -> Character:
    """Mark a condition (PBT-X-harm, PBT-X-cond); a fifth breaks a player's character's limits.

    Then they mark XP, use their Limit Break and erase four: `condition-that-stays` asks the player. Those
    whom the GM plays have no limits. Raises `RuleError` for a condition that is marked already.
    """
    check_lives(who)
    if not condition.name.strip():
        raise RuleError("wandered.condition-without-name")
    if who.has(condition.name):
        raise RuleError("wandered.is-so-already", who=who.name, name=condition.name)
    values: dict[str, FactValue] = {"who": who.name, "condition": condition.name}
    marked = who.with_condition(condition)
    if who.kind in PLAYERS and len(wandered_conditions_towards_limits(marked)) > MOST:
        play.tell("condition-too-many", "PBT-X-harm", values)
        return _break_limits(marked, play)
    if condition.rounds:
        play.tell("condition-for-rounds", "PBT-X-cond", {**values, "rounds": condition.rounds})
    else:
        play.tell("condition-marked", "PBT-X-cond", values)
    return marked


def _break_limits(who: Character, play: Play) -> Character:
    """Break Your Limits (PBT-X-harm): XP, the playbook's Limit Break, and four conditions erased."""
    sheet = WanderedSheet.of(who)
    name, experience = sheet.limit_break or "Limit Break", sheet.experience + 1
    play.tell("limits-broken", "PBT-X-harm", {"who": who.name, "experience": experience, "name": name})
    held = wandered_conditions_towards_limits(who)
    stays = _those_that_stay(who, held, play)
    erased = [each for each in held if each not in stays]
    play.tell("conditions-erased", "PBT-X-harm", {"who": who.name, "count": len(erased)})
    for each in stays:
        play.tell("condition-not-erased", "PBT-X-harm", {"who": who.name, "condition": each})
    return replace(who.without(*erased), sheet=replace(sheet, experience=experience))


def _those_that_stay(who: Character, held: tuple[str, ...], play: Play) -> tuple[str, ...]:
    """The conditions that stay, all but four, as the player chooses: one, unless over five were marked."""
    stays: tuple[str, ...] = ()
    while len(stays) < len(held) - ERASED:
        left = tuple(each for each in held if each not in stays)
        stays += (play.choose("condition-that-stays", *left, default=left[-1], who=who.name),)
    return stays


@frozen
class MarkCondition:
    who: tuple[int, ...] = input_field(Who(many=True, of_many=PLAYERS))
    condition: str = input_field(
        Choice(options=lambda table, given: (*CONDITIONS, *own_conditions(table)), free=True)
    )
    rounds: int = input_field(Number(default=0, highest=LONGEST))
    definition: str = input_field(Filled())


def _mark(table: Table, form: MarkCondition, play: Play) -> Outcome:
    people = table.named(form.who)
    own = None if form.condition in CONDITIONS else own_conditions(table).get(typed_slug(form.condition))
    rounds = form.rounds or int((own.value("rounds") if own else "") or 0)
    before = turn_that_ages_conditions(table) if rounds else None
    put = Condition(form.condition.strip(), 0, rounds or None, before)
    after = [mark_wandered_condition(each, put, play) for each in people]
    broke = any(
        WanderedSheet.of(each).experience > WanderedSheet.of(table[each.key]).experience for each in after
    )
    held = max(len(wandered_conditions_towards_limits(each)) for each in after)
    return Outcome("limits-broken" if broke else "marked", {"held": held}, table.put(*after))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="wandered.harm",
        rules=("PBT-X-harm", "PBT-X-danger"),
        run=_harm,
        odds=_harm_odds,
        group=Group.CARE,
        outcomes=tuple(Severity),
        role=Role.HURT,
    ),
    Procedure(
        id="wandered.treat",
        rules=("PBT-X-harm",),
        run=_treat,
        group=Group.CARE,
        outcomes=("treated",),
        role=Role.HEAL,
    ),
    Procedure(
        id="wandered.rest",
        rules=("PBT-X-harm", "PBT-X-house-rest"),
        run=_rest,
        group=Group.CARE,
        outcomes=("rested",),
        role=Role.REST,
        problems=lambda table: () if table.in_play(*PLAYERS) else ("no-players",),
    ),
    Procedure(
        id="wandered.mark-condition",
        rules=("PBT-X-cond", "PBT-X-harm"),
        run=_mark,
        group=Group.CARE,
        outcomes=("marked", "limits-broken"),
        amounts=("held",),
        role=Role.CONDITION,
        own={"condition": OWN_CONDITIONS},
    ),
)
