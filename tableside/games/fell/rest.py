"""Rest (FELL-REST): a few minutes, a comfortable night or a full week, and what it restores; and deprivation
(FELL-DEP): days without food, water, warmth or sleep.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.fell.dice import bigger_die
from tableside.games.fell.harm import (
    DYING_IN_DAYS,
    DYING_IN_HOURS,
    regain_after_fell_harm,
    ways_of_dying_of_fell_harm,
)
from tableside.games.fell.house import FellHouse
from tableside.games.fell.sheet import ABILITIES, PEOPLE, Ability, FellSheet
from tableside.games.fell.time import TimeUnit, deprive_longer, pass_fell_seconds, pass_fell_time
from tableside.rules.cells import die_cell_text
from tableside.rules.conditions import LONGEST, age_conditions_outside_turns
from tableside.rules.inputs import Choice, Number, Who, YesNo, input_field
from tableside.rules.life_states import DYING, check_lives, lives, who_rests
from tableside.rules.odds import Odds, weighed_odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role, procedure_refused_in_fight
from tableside.rules.sheet import LADDER, Die
from tableside.rules.table import Character, Table


def _satisfy(who: Character, house: FellHouse, play: Play) -> Character:
    """They have again what they lacked (FELL-DEP): points can be regained, fatigue stays."""
    sheet = FellSheet.of(who)
    if not sheet.is_deprived:
        return who
    left = sheet.fatigue(house)
    play.tell("fell-satisfied", "FELL-DEP", {"who": who.name, "fatigue": left})
    return replace(who, sheet=replace(sheet, days_deprived=0, fatigue_left=left))


def _check_rations(who: Character, rations: int) -> None:
    """Raises `RuleError` unless they have that many."""
    held = FellSheet.of(who).rations
    if held < rations:
        raise RuleError("fell.rations", who=who.name, held=held, rations=rations, input="ration")


def eat_rations(who: Character, rations: int, play: Play) -> Character:
    """Use up rations. Raises `RuleError` if there are not enough."""
    _check_rations(who, rations)
    sheet = FellSheet.of(who)
    left = sheet.rations - rations
    play.tell("fell-eaten", "FELL-DEP", {"who": who.name, "rations": rations, "left": left})
    return replace(who, sheet=replace(sheet, rations=left))


def end_deprivation(who: Character, ration: bool, house: FellHouse, play: Play) -> Character:
    """They get food, water, warmth or sleep that they lacked (FELL-DEP), from their own rations or not."""
    check_lives(who)
    return _satisfy(eat_rations(who, 1, play) if ration else who, house, play)


@frozen
class Deprive:
    who: tuple[int, ...] = input_field(Who(kinds=PEOPLE, many=True, fits=lives))
    days: int = input_field(Number(default=1, lowest=1, highest=99))


def _deprive(table: Table, form: Deprive, play: Play) -> Outcome:
    house = FellHouse.of(table)
    after = table.with_each(form.who, lambda each: deprive_longer(each, form.days, house, play))
    return _outcome_by_fatigue(after, form.who, "deprived")


def _outcome_by_fatigue(table: Table, keys: tuple[int, ...], otherwise: str) -> Outcome:
    """The worst fatigue of these characters as outcome; without any, `otherwise`."""
    worst = max(FellSheet.of(each).fatigue(FellHouse.of(table)) for each in table.named(keys))
    return Outcome("fatigued" if worst else otherwise, {"fatigue": worst}, table)


@frozen
class Feed:
    who: tuple[int, ...] = input_field(Who(kinds=PEOPLE, many=True, fits=lives))
    ration: bool = input_field(YesNo(default=True, worth=False))


def _feed(table: Table, form: Feed, play: Play) -> Outcome:
    house = FellHouse.of(table)
    after = table.with_each(form.who, lambda each: end_deprivation(each, form.ration, house, play))
    return _outcome_by_fatigue(after, form.who, "fed")


class Rest(StrEnum):
    """How long one rests."""

    SHORT = "short"
    """A few minutes with food or drink."""
    NIGHT = "night"
    """A comfortable night, on a full stomach."""
    WEEK = "week"
    """Seven such nights."""


NIGHTS: Final = {Rest.SHORT: 0, Rest.NIGHT: 1, Rest.WEEK: 7}
RATIONS: Final = {Rest.SHORT: 1, Rest.NIGHT: 1, Rest.WEEK: 7}
"""The rations that it takes, if one's own are eaten."""


def _pools(who: Character) -> tuple[str, ...]:
    """The abilities whose points they have, in the order of rolling; for those with hit points, just one."""
    return ABILITIES if FellSheet.has_ability_dice(who) else (Ability.BOD,)


def rest(who: Character, kind: Rest, house: FellHouse, play: Play) -> Character:
    """Rest (FELL-REST). A short one rolls all ability dice at once: BOD, INT, WIL; or the hit die.
    The deprived regain nothing from a short one (FELL-DEP). A comfortable night ends deprivation, removes a
    level of fatigue and restores all points; a week does so seven times and restores a die. If there are
    several, it is asked which one (`die-to-restore`). Raises `RuleError` for the dead. Not checked: food and
    time.
    """
    check_lives(who)
    if kind == Rest.SHORT:
        return take_short_fell_rest(who, play)
    rested = rest_nights(_satisfy(who, house, play), NIGHTS[kind], house, play)
    rested = restore_die_by_rest(rested, play) if kind == Rest.WEEK else rested
    for ability in _pools(rested):
        missing = _missing(rested, ability)
        rested = regain_after_fell_harm(rested, ability, missing, play) if missing else rested
    return rested


def take_short_fell_rest(who: Character, play: Play) -> Character:
    """A few minutes with food or drink (FELL-REST): each ability die restores that many of its own points.
    The deprived roll nothing (FELL-DEP), nor do those who lack no points.
    """
    if FellSheet.of(who).is_deprived:
        play.tell("fell-no-gain", "FELL-DEP", {"who": who.name})
        return who
    if not any(_missing(who, each) for each in _pools(who)):
        play.tell("fell-full", "FELL-REST", {"who": who.name})
        return who
    why = "fell-rest-abilities" if FellSheet.has_ability_dice(who) else "fell-rest"
    faces = play.roll(*(FellSheet.die_of(who, each) for each in _pools(who)), why=why, who=who.name)
    for ability, face in zip(_pools(who), faces, strict=True):
        who = regain_after_fell_harm(who, ability, face, play) if _missing(who, ability) else who
    return who


def rest_nights(who: Character, nights: int, house: FellHouse, play: Play) -> Character:
    """Comfortable nights on a full stomach: each removes a level of fatigue (FELL-DEP)."""
    level = FellSheet.of(who).fatigue(house)
    if not level:
        return who
    left = max(0, level - nights)
    play.tell("fell-less-fatigue", "FELL-DEP", {"who": who.name, "fatigue": left})
    return replace(who, sheet=replace(FellSheet.of(who), fatigue_left=left))


def _restorable(who: Character) -> tuple[Ability, ...]:
    """The abilities whose die was shrunk by harm and may be restored by a week, most shrunk first."""
    if not FellSheet.has_ability_dice(who):
        return ()
    sheet = FellSheet.of(who)
    shrunk = (each for each in ABILITIES if sheet.die(each).lost and sheet.die(each).sides < LADDER[-1])
    return tuple(sorted(shrunk, key=lambda each: -sheet.die(each).lost))


def restore_die_by_rest(who: Character, play: Play) -> Character:
    """A full week restores one step of a die shrunk by harm (FELL-REST)."""
    sheet, shrunk = FellSheet.of(who), _restorable(who)
    if not shrunk:
        return who
    ability = str(shrunk[0])
    if len(shrunk) > 1:
        ability = play.choose("die-to-restore", *shrunk, default=ability, who=who.name)
    shrunken = sheet.die(ability)
    die = Die(bigger_die(shrunken.sides), shrunken.lost - 1)
    values = {"who": who.name, "ability": ability.upper(), "die": die_cell_text(die.sides)}
    play.tell("fell-die-restored", "FELL-REST", values)
    return replace(who, sheet=sheet.with_new_die(ability, die, refilled=False))


def _missing(who: Character, ability: str) -> int:
    points = FellSheet.points_of(who, ability)
    return max(0, points.maximum - points.current)


def rest_all_in_fell(
    people: Iterable[Character], kind: Rest, ration: bool, table: Table, play: Play
) -> Table:
    """Everybody rests in turn; then the nights have passed, or whatever lasts for rounds ends."""
    for who in people:
        fed = eat_rations(who, RATIONS[kind], play) if ration else who
        table = table.put(rest(fed, kind, FellHouse.of(table), play))
    if NIGHTS[kind]:
        table = pass_fell_time(table, TimeUnit.DAYS, NIGHTS[kind], play)
    else:
        table = age_conditions_outside_turns(pass_fell_seconds(table, play), LONGEST, play, (DYING,))
    _tell_dying(table, play)
    return table


def _tell_dying(table: Table, play: Play) -> None:
    """Rest is no treatment (FELL-DEATH): tell who is still dying, and how much time is left."""
    for who in table.in_play():
        for name, time in ways_of_dying_of_fell_harm(who).items():
            if time:
                play.tell(f"fell-still-{name}", "FELL-DEATH", {"who": who.name, "time": time})


def _sleepers(table: Table, who: tuple[int, ...], kind: Rest, ration: bool) -> tuple[Character, ...]:
    """Those who rest: if nobody is named, the party and its hirelings.
    Raises `RuleError` in a fight, if there is nobody, and if one of them would not live to the end of it or
    lacks the rations: a few minutes are longer than any number of rounds.
    """
    if procedure_refused_in_fight(table):
        raise RuleError("fell.no-rest-in-a-fight")
    people = who_rests(table, who)
    if not people:
        raise RuleError("fell.nobody-rests")
    for each in people:
        if _would_die(each, NIGHTS[kind]):
            raise RuleError("fell.would-not-live", who=each.name)
        _check_rations(each, RATIONS[kind] if ration else 0)
    return people


def _would_die(who: Character, nights: int) -> bool:
    """Whether the character dies before this rest is over, unless somebody treats them."""
    days = who.condition(DYING_IN_DAYS)
    soon = who.has(DYING_IN_HOURS) or (days is not None and days.amount <= nights)
    return who.has(DYING) or (nights > 0 and soon)


def _regained(before: Iterable[Character], after: Table) -> dict[str, int]:
    """The points that all of them together have regained, by amount."""
    gained: Counter[str] = Counter()
    for who in before:
        for ability in _pools(who):
            had, has = FellSheet.points_of(who, ability), FellSheet.points_of(after[who.key], ability)
            gained[_amount(who, ability)] += has.current - had.current
    return gained


def _amount(who: Character, ability: str) -> str:
    return f"{ability if FellSheet.has_ability_dice(who) else 'hit'}-regained"


AMOUNTS: Final = (*(f"{ability}-regained" for ability in ABILITIES), "hit-regained", "day")


def _regained_ways(who: Character, ability: str, kind: Rest) -> Mapping[int, int]:
    """The number of ways, all equally likely, to regain each number of points of this ability, or hit points.
    For a week the proposed die is restored: its new points are included.
    """
    missing = _missing(who, ability)
    if kind == Rest.WEEK and ability in _restorable(who)[:1]:
        most = bigger_die(FellSheet.of(who).die(ability).sides)
        return {most - FellSheet.points_of(who, ability).current: 1}
    if kind != Rest.SHORT:
        return {missing: 1}
    if FellSheet.of(who).is_deprived:
        return {0: 1}
    return Counter(min(face, missing) for face in range(1, FellSheet.die_of(who, ability) + 1))


def _added(one: Mapping[int, int], other: Mapping[int, int]) -> Mapping[int, int]:
    """The ways of the sum. Plain counts: fractions would take ten times as long for a party of eight."""
    ways: Counter[int] = Counter()
    for a, p in one.items():
        for b, q in other.items():
            ways[a + b] += p * q
    return ways


@frozen
class RestForm:
    who: tuple[int, ...] = input_field(Who(kinds=PEOPLE, many=True, optional=True, fits=lives))
    kind: str = input_field(Choice(options=lambda table, given: tuple(Rest), default=Rest.SHORT))
    ration: bool = input_field(YesNo(default=False, worth=False))


def _rest(table: Table, form: RestForm, play: Play) -> Outcome:
    sleepers = _sleepers(table, form.who, Rest(form.kind), form.ration)
    after = rest_all_in_fell(sleepers, Rest(form.kind), form.ration, table, play)
    return Outcome("rested", {**_regained(sleepers, after), "day": after.day}, after)


def _rest_odds(table: Table, form: RestForm) -> Odds:
    """The odds of the points regained by all of them together. Raises `RuleError` as `_rest` does."""
    points: dict[str, Mapping[int, int]] = {}
    for each in _sleepers(table, form.who, Rest(form.kind), form.ration):
        for ability in _pools(each):
            name = _amount(each, ability)
            points[name] = _added(points.get(name, {0: 1}), _regained_ways(each, ability, Rest(form.kind)))
    day = table.day + NIGHTS[Rest(form.kind)]
    amounts = {name: weighed_odds(ways.items()) for name, ways in points.items()}
    return Odds({"rested": Fraction(1)}, {**amounts, "day": {day: Fraction(1)}})


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="fell.rest",
        rules=("FELL-REST", "FELL-DEP", "FELL-DEATH", "FELL-AMB-13"),
        run=_rest,
        odds=_rest_odds,
        group=Group.CARE,
        outcomes=("rested",),
        amounts=AMOUNTS,
        role=Role.REST,
        problems=procedure_refused_in_fight,
    ),
    Procedure(
        id="fell.deprive",
        rules=("FELL-DEP", "FELL-AMB-13"),
        run=_deprive,
        group=Group.CARE,
        outcomes=("deprived", "fatigued"),
        amounts=("fatigue",),
    ),
    Procedure(
        id="fell.feed",
        rules=("FELL-DEP", "FELL-AMB-13"),
        run=_feed,
        group=Group.CARE,
        outcomes=("fed", "fatigued"),
        amounts=("fatigue",),
        role=Role.EAT,
    ),
)
