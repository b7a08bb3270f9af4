"""Ailments (HEI-X-vaiva, HEI-X-vaiva-make): their list (HEI-X-list) and locations (HEI-X-loc), giving,
easing, bleeding.

The location is the beginning of an ailment's note: `left leg`, or `left leg: cannot run`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.galejatra.house import GalejatraHouse
from tableside.games.galejatra.pool import PoolSource
from tableside.games.galejatra.sheet import WORST, GalejatraSheet
from tableside.rules.inputs import Choice, Number, Who, Words, input_field, input_options_of_people
from tableside.rules.life_states import check_lives, is_dead, lives
from tableside.rules.odds import mapped_odds, odds_of_dice_sum
from tableside.rules.play import D6, FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role, procedure_needs_somebody
from tableside.rules.sheet import Trait
from tableside.rules.table import Character, Table
from tableside.rules.typed import NAME_LENGTH, typed_short, typed_slug

HEAD, TORSO, MIND, NOWHERE, ROLL = "head", "torso", "mind", "nowhere", "roll"
BY_SUM: Final[Mapping[int, str]] = {
    2: HEAD,
    3: "left-arm",
    4: "left-leg",
    5: "left-leg",
    6: "left-arm",
    7: TORSO,
    8: "right-arm",
    9: "right-leg",
    10: "right-leg",
    11: "right-arm",
    12: HEAD,
}
"""Locations by the sum of 2d6."""
LOCATIONS: Final = (HEAD, TORSO, "left-arm", "right-arm", "left-leg", "right-leg", MIND)
"""All locations. The mind can only be chosen."""

AILMENTS: Final[Mapping[str, str]] = {
    "sore": "Sore",
    "curse": "Curse",
    "amnesia": "Amnesia",
    "broken-leg": "Broken leg",
    "broken-arm": "Broken arm",
    "sprain": "Sprain",
    "knocked-head": "Knocked head",
    "burn": "Burn",
    "fear": "Fear",
    "dislocated": "Dislocated",
    "severed": "Severed or broken through",
    "swollen": "Swollen",
    "bleeding-wound": "Bleeding",
}
"""Ids and names, in the order of their numbers from 1."""
IN_NO_COLUMN: Final = "burn"
"""Number 8 is in no location's column: it is chosen, never rolled."""
ROLLED: Final = tuple(id for id in AILMENTS if id != IN_NO_COLUMN)
BLEEDING: Final = "bleeding"
"""The prefix of the names of bleeding wounds."""


def roll_location_of_ailment(play: Play, who: str) -> str:
    """Where a blow hits (HEI-X-loc), and whom, if known: rolls 2d6."""
    location = BY_SUM[play.total(D6, D6, why="location", who=who)]
    play.tell("location-rolled" if who else "location-found", "HEI-X-loc", {"who": who, "option": location})
    return location


def ailment_location_odds() -> dict[str, Fraction]:
    """The chances of each location of an ailment (HEI-X-loc)."""
    return mapped_odds(odds_of_dice_sum(2), BY_SUM.__getitem__)


def _location_of(ailment: Trait) -> str:
    """The location of an ailment; empty if it is tied to no part of the body."""
    place = typed_slug(ailment.note.partition(":")[0])
    return place if place in LOCATIONS else ""


def _note_for(location: str, drawback: str) -> str:
    """The note of an ailment."""
    where = "" if location == NOWHERE else location.replace("-", " ")
    return ": ".join(each for each in (where, drawback.strip()) if each)


ASK: Final = "ask"
NEW: Final = "new-ailment"
WORST_ONE: Final = "worst"
SEVERITIES: Final = tuple(f"severity-{points}" for points in range(1, WORST + 1))
"""The answers to how bad an ailment is."""
CROWDED: Final = 3
"""From this number of ailments on, one less severe than their number grows instead (HEI-X-vaiva-make)."""
GIVEN, WORSENED, EASED, GONE = "ailing", "worsened", "eased", "gone"


@frozen
class AilmentTraits:
    """The properties of an ailment to be given."""

    ailment: str = ASK
    """An id of the list, free words, `roll`, or `ask`."""
    location: str = ROLL
    severity: int | None = 1
    """None: it is asked for."""
    drawback: str = ""


def _with_ailment(who: Character, ailment: Trait) -> Character:
    """The character with this ailment added, replacing one of the same name."""
    sheet = GalejatraSheet.of(who)
    return replace(who, sheet=replace(sheet, ailments=sheet.ailments.put(ailment)))


def ailment_of(who: Character, id: str) -> Trait:
    """The ailment with this id, or the worst. Raises `RuleError` when there is none."""
    rows = GalejatraSheet.of(who).ailments.rows
    if not rows:
        raise RuleError("galejatra.no-ailment", who=who.name)
    if id == WORST_ONE:
        return max(rows, key=lambda row: row.number)
    ailment = next((row for row in rows if typed_slug(row.name) == id), None)
    if ailment is None:
        raise RuleError("galejatra.no-such-ailment", who=who.name, ailment=id, known=ailment_ids(who))
    return ailment


def weighing_ailments(who: Character, spared: Iterable[str]) -> tuple[PoolSource, ...]:
    """The ailments that take dice from a roll (HEI-X-vaiva): all except those that it spares."""
    left = {*spared}
    return tuple(
        PoolSource(row.name, row.number)
        for row in GalejatraSheet.of(who).ailments.rows
        if typed_slug(row.name) not in left
    )


def _worsened(who: Character, ailment: Trait, points: int, play: Play) -> Character:
    """Make an ailment worse, at most to severity 5 (HEI-X-vaiva-make)."""
    grown = min(WORST, ailment.number + points)
    fact = "ailment-worse" if grown > ailment.number else "ailment-at-worst"
    play.tell(fact, "HEI-X-vaiva-make", {"who": who.name, "name": ailment.name, "severity": grown})
    return _with_ailment(who, ailment.with_number(grown))


def _give(who: Character, blow: AilmentTraits, play: Play) -> Character:
    """Give an ailment (HEI-X-vaiva-make). Raises `RuleError` for the dead.

    Rolls 2d6 for the location unless it is chosen. A part that is hurt already gets worse instead, and so
    does one of three or more ailments that is less severe than their number (`which-grows` is asked if there
    are several). Otherwise `which-ailment` is asked, or 1d12 rolled, unless it is named.
    """
    check_lives(who)
    rows = GalejatraSheet.of(who).ailments.rows
    named = next((row for row in rows if typed_slug(row.name) == typed_slug(blow.ailment)), None)
    if named is not None and blow.location in (ROLL, NOWHERE, _location_of(named)):
        return _worsened(who, named, 1, play)
    location = roll_location_of_ailment(play, who.name) if blow.location == ROLL else blow.location
    if hurt := next((row for row in rows if _location_of(row) == location), None):
        play.tell("hurt-there-already", "HEI-X-vaiva-make", {"who": who.name, "option": location})
        return _worsened(who, hurt, 1, play)
    low = [row for row in rows if row.number < min(len(rows), WORST)]
    if len(rows) >= CROWDED and low:
        play.tell("ailments-crowd", "HEI-X-vaiva-make", {"who": who.name, "count": len(rows)})
        ids = [typed_slug(row.name) for row in low]
        grows = ids[0] if len(ids) == 1 else play.choose("which-grows", *ids, default=ids[0], who=who.name)
        return _worsened(who, low[ids.index(grows)], 1, play)
    return _new(who, blow, location, play)


def _new(who: Character, blow: AilmentTraits, location: str, play: Play) -> Character:
    id = blow.ailment
    if id == ASK:
        id = play.choose("which-ailment", *AILMENTS, default=next(iter(AILMENTS)), who=who.name)
    if id == ROLL:
        (face,) = play.roll(len(ROLLED), why="ailment", who=who.name)
        id = ROLLED[face - 1]
    severity = blow.severity
    if severity is None:
        severity = 1 + SEVERITIES.index(
            play.choose("how-bad", *SEVERITIES, default=SEVERITIES[0], who=who.name)
        )
    begins = 0 if typed_slug(id).startswith(BLEEDING) and severity == 1 else severity
    name = _free_name(who, AILMENTS.get(id, id), location)
    values: dict[str, FactValue] = {"who": who.name, "name": name, "severity": begins, "option": location}
    play.tell("ailment-nowhere" if location == NOWHERE else "ailment-given", "HEI-X-list", values)
    return _with_ailment(who, Trait(name, (begins,), _note_for(location, blow.drawback)))


def _free_name(who: Character, name: str, location: str) -> str:
    """The name, with the location added if another ailment has the name, since names are unique. Raises
    `RuleError` when it is too long then.
    """
    ailments = GalejatraSheet.of(who).ailments
    candidates = (name, f"{name} {location.replace('-', ' ')}", *(f"{name} no {n}" for n in range(2, 300)))
    return typed_short(next(each for each in candidates if ailments.named(each) is None), NAME_LENGTH)


def _eased(who: Character, ailment: Trait, points: int, play: Play) -> Character:
    """Make an ailment milder; at severity 0 it is gone, with its drawback."""
    left = ailment.number - points
    if left <= 0:
        return remove_ailment(who, ailment, play)
    play.tell("ailment-eased", "HEI-X-vaiva", {"who": who.name, "name": ailment.name, "severity": left})
    return _with_ailment(who, ailment.with_number(left))


def remove_ailment(who: Character, ailment: Trait, play: Play) -> Character:
    """Remove an ailment (HEI-X-heal)."""
    play.tell("ailment-gone", "HEI-X-heal", {"who": who.name, "name": ailment.name})
    sheet = GalejatraSheet.of(who)
    left, treated = sheet.ailments.without(ailment.name), sheet.treated.without(ailment.name)
    return replace(who, sheet=replace(sheet, ailments=left, treated=treated))


def bleed_from_ailment(who: Character, table: Table, play: Play) -> Character:
    """Let bleeding grow by 1 with each roll that is made in safety (HEI-X-list). In a fight it waits."""
    if table.order is not None:
        return who
    for row in GalejatraSheet.of(who).ailments.rows:
        if typed_slug(row.name).startswith(BLEEDING) and row.number < WORST:
            play.tell("bleeds-on", "HEI-X-list", {"who": who.name, "severity": row.number + 1})
            who = _with_ailment(who, row.with_number(row.number + 1))
    return who


def pay_with_ailment(who: Character, house: GalejatraHouse, play: Play) -> Character:
    """Take a new ailment, or make an old one worse, as the payer chooses (HEI-X-puskea, HEI-5-fail).

    Which one it is, and how bad, is asked; where it hits is rolled, and what follows from that, only if the
    group plays so.
    """
    ids = ailment_ids(who)
    choice = play.choose("new-or-worse", NEW, *ids, default=NEW, who=who.name) if ids else NEW
    if choice == NEW:
        blow = AilmentTraits(severity=None)
        return _give(who, blow, play) if house.ailments_are_on else _new(who, blow, NOWHERE, play)
    return _worsened(who, ailment_of(who, choice), 1, play)


def has_ailment(table: Table, who: Character) -> bool:
    """Whether somebody lives and has an ailment."""
    return bool(GalejatraSheet.of(who).ailments.rows) and not is_dead(who)


NOBODY_AILS: Final = procedure_needs_somebody(has_ailment, "nobody-ails")


def ailment_ids(who: Character) -> tuple[str, ...]:
    return GalejatraSheet.trait_ids(GalejatraSheet.of(who).ailments)


AILMENT: Final = Choice(options=input_options_of_people(ailment_ids, WORST_ONE), default=WORST_ONE)


@frozen
class Ail:
    who: tuple[int, ...] = input_field(Who(many=True, fits=lives))
    ailment: str = input_field(
        Choice(options=lambda table, given: (ASK, ROLL, *AILMENTS), default=ASK, free=True)
    )
    location: str = input_field(
        Choice(options=lambda table, given: (ROLL, *LOCATIONS, NOWHERE), default=ROLL)
    )
    severity: int = input_field(Number(default=1, highest=WORST))
    drawback: str = input_field(Words(default=""))


def _ail(table: Table, form: Ail, play: Play) -> Outcome:
    """Give somebody an ailment. Raises `RuleError` for an obstacle: it would take no dice from anybody."""
    blow = AilmentTraits(form.ailment, form.location, form.severity, form.drawback)
    people = table.named(form.who)
    if obstacle := next(filter(GalejatraSheet.is_obstacle, people), None):
        raise RuleError("galejatra.ails-not", who=obstacle.name)
    after = [_give(each, blow, play) for each in people]
    return Outcome(GIVEN if any(map(_has_more, after, people)) else WORSENED, table=table.put(*after))


def _has_more(who: Character, other: Character) -> bool:
    """Whether the first has more ailments than the second."""
    return len(GalejatraSheet.of(who).ailments.rows) > len(GalejatraSheet.of(other).ailments.rows)


@frozen
class ChangeAilment:
    """Whose ailment grows or eases, and by how much."""

    who: tuple[int, ...] = input_field(Who(many=True, fits=lives))
    ailment: str = input_field(AILMENT)
    points: int = input_field(Number(default=1, lowest=1, highest=WORST))


def _living(table: Table, keys: Iterable[int]) -> tuple[Character, ...]:
    """These characters. Raises `RuleError` when there are none, and for the dead."""
    people = table.named(keys)
    for each in people:
        check_lives(each)
    return people


def _worsen(table: Table, form: ChangeAilment, play: Play) -> Outcome:
    people = _living(table, form.who)
    after = (_worsened(each, ailment_of(each, form.ailment), form.points, play) for each in people)
    return Outcome(WORSENED, table=table.put(*after))


def _ease(table: Table, form: ChangeAilment, play: Play) -> Outcome:
    people = _living(table, form.who)
    after = [_eased(each, ailment_of(each, form.ailment), form.points, play) for each in people]
    return Outcome(GONE if any(map(_has_more, people, after)) else EASED, table=table.put(*after))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="galejatra.ail",
        rules=("HEI-X-vaiva", "HEI-X-vaiva-make", "HEI-X-loc", "HEI-X-list"),
        run=_ail,
        group=Group.CARE,
        outcomes=(GIVEN, WORSENED),
        role=Role.HURT,
    ),
    Procedure(
        id="galejatra.worsen",
        rules=("HEI-X-vaiva-make",),
        run=_worsen,
        group=Group.CARE,
        outcomes=(WORSENED,),
        problems=NOBODY_AILS,
    ),
    Procedure(
        id="galejatra.ease",
        rules=("HEI-X-vaiva",),
        run=_ease,
        group=Group.CARE,
        outcomes=(EASED, GONE),
        role=Role.HEAL,
        problems=NOBODY_AILS,
    ),
)
