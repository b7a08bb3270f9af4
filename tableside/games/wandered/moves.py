"""Rolling (PBT-rollit, PBT-with, PBT-n), moves (PBT-X-moves), and defying consequences (PBT-X-save)."""

from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.wandered.hit_pool import (
    DISTRACTED,
    NO_APPROACH,
    NO_RESOURCE,
    PARANOID,
    Extras,
    HitPool,
    HitPoolResult,
    HitPoolThrow,
    HitTier,
    Move,
    PoolChoices,
    approaches_for_hit_pool,
    gives_hit_pool_a_die,
    hit_pool_odds,
    hit_pool_to_roll_it,
    hit_pool_to_roll_n,
    hit_pool_to_roll_with,
    roll_hit_pool,
    tell_hit_pool,
    throw_of_hit_pool,
)
from tableside.games.wandered.house import WanderedHouse
from tableside.games.wandered.resources import (
    is_resource_usable,
    number_of_resource,
    usable_resources_of,
    use_resource,
)
from tableside.games.wandered.sheet import BY_DEFIANCE, PLAYERS, WanderedSheet
from tableside.rules.inputs import (
    Choice,
    Given,
    Number,
    Who,
    YesNo,
    input_field,
    input_options_of_people,
    inputs_field,
    person_given_by_input,
)
from tableside.rules.life_states import check_lives, lives, may_act
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role, procedure_needs_somebody
from tableside.rules.table import Character, Table
from tableside.rules.typed import typed_slug

MOST_COUNTED: Final = 20
TIERS: Final = tuple(HitTier)
AMOUNTS: Final = ("hits", "misses")


ROLLED: Final = (Move.NONE, Move.READ, Move.INTERFERE, Move.SEPARATE, Move.RESEARCH, Move.DIG)
"""The moves that say "roll it"."""
ROLLED_WITH: Final = (Move.NONE, Move.RISK)
"""The moves that say "roll with"."""


def _cap_of(who: Character, move: Move) -> int | None:
    """The most hits that count: Research by the Distracted is capped at 1 (PBT-X-cond)."""
    return 1 if move == Move.RESEARCH and who.has(DISTRACTED) else None


_RESOURCES = ("resource", "special-resource")


def _tell_before(who: Character, throw: HitPoolThrow, wish: PoolChoices, play: Play) -> None:
    if throw.cap is not None:
        play.tell("distracted-cap", "PBT-X-cond", {"who": who.name, "most": throw.cap})
    if wish.move == Move.RISK:
        play.tell("sacrifices-happen", "PBT-X-moves", {"who": who.name})


def _tell_after(who: Character, counted: HitPoolResult, wish: PoolChoices, play: Play) -> None:
    if wish.move == Move.DIG:
        play.tell("secret-found", "PBT-X-moves", {"who": who.name})
    if wish.move == Move.DIG and who.has(PARANOID) and counted.tier != HitTier.WORST:
        play.tell("paranoid-worst-too", "PBT-X-cond", {"who": who.name})


_approach_ids = input_options_of_people(
    lambda who: tuple(id for id, _ in approaches_for_hit_pool(who)), NO_APPROACH
)


def _resource_ids(table: Table, given: Given) -> tuple[str, ...]:
    return (NO_RESOURCE, *usable_resources_of(table, given))


_HOUSE = ("PBT-AMB-1", "PBT-AMB-2", "PBT-AMB-3", "PBT-AMB-4", "PBT-AMB-5", "PBT-AMB-9")
_COUNTED = ("PBT-hit", "PBT-tier", "PBT-min", "PBT-onhit", "PBT-adv", "PBT-dis", "PBT-cat", "PBT-d6", *_HOUSE)


def _moves(*moves: Move) -> Choice:
    return Choice(options=lambda table, given: tuple(map(str, moves)), default=str(Move.NONE), listed=True)


_WHO = Who(fits=may_act)
"""Everybody who can act, the GM's characters too: they are told why they never roll (PBT-X-danger)."""
_RESOURCE = Choice(options=_resource_ids, default=NO_RESOURCE, worth=True)


def _asks(table: Table, given: Given) -> bool:
    """Whether the move asks questions."""
    return given.get("move") in (Move.RESEARCH, Move.DIG)


@frozen
class RollIt:
    """Roll it, with or without a move (PBT-rollit, PBT-X-moves)."""

    who: int = input_field(_WHO)
    approach: str = input_field(Choice(options=_approach_ids))
    resource: str = input_field(_RESOURCE)
    move: str = input_field(_moves(*ROLLED))
    any_yes: bool = input_field(YesNo(worth=False, matters=_asks))
    extras: Extras = inputs_field(Extras)


@frozen
class RollWith:
    """Roll with a count (PBT-with)."""

    who: int = input_field(_WHO)
    count: int = input_field(Number(highest=MOST_COUNTED, worth=(1,)))
    move: str = input_field(_moves(*ROLLED_WITH))
    extras: Extras = inputs_field(Extras)


@frozen
class RollN:
    """Roll exactly this many dice (PBT-n)."""

    who: int = input_field(_WHO)
    dice: int = input_field(Number(lowest=1, highest=MOST_COUNTED, worth=(1,)))
    approach: str = input_field(Choice(options=_approach_ids, default=NO_APPROACH))
    resource: str = input_field(_RESOURCE)
    extras: Extras = inputs_field(Extras)


AnyRoll = RollIt | RollWith | RollN


def _pool_of(table: Table, roll: AnyRoll) -> tuple[HitPool, PoolChoices]:
    """The pool of a roll, and the player's contributions. Raises `RuleError` for what cannot be used."""
    who, house = table[roll.who], WanderedHouse.of(table)
    match roll:
        case RollIt():
            wish = PoolChoices(roll.approach, roll.resource, Move(roll.move), roll.any_yes, roll.extras)
            return hit_pool_to_roll_it(who, wish, table.day, house), wish
        case RollWith():
            wish = PoolChoices(move=Move(roll.move), extras=roll.extras)
            return hit_pool_to_roll_with(who, roll.count, wish.move, wish.extras, house), wish
        case RollN():
            wish = PoolChoices(roll.approach, roll.resource, extras=roll.extras)
            return hit_pool_to_roll_n(who, roll.dice, wish, table.day, house), wish


def _roll(table: Table, roll: AnyRoll, play: Play) -> Outcome:
    """Tell every reason of a pool, tick a resource that gives a die, and roll all d6 at once.

    The effects of a move on its result are told after the roll.
    """
    who, house, (pool, wish) = table[roll.who], WanderedHouse.of(table), _pool_of(table, roll)
    throw = throw_of_hit_pool(pool, house, _cap_of(who, wish.move))
    tell_hit_pool(who, pool, house, play)
    gives_die = gives_hit_pool_a_die(pool, *_RESOURCES)
    after = use_resource(who, wish.resource, table.day, play) if gives_die else who
    _tell_before(who, throw, wish, play)
    counted = roll_hit_pool(throw, house, play, who.name)
    _tell_after(who, counted, wish, play)
    amounts = {"hits": counted.hits, "misses": counted.misses}
    return Outcome(str(counted.tier), amounts, table.put(after))


def _odds(table: Table, roll: AnyRoll) -> Odds:
    house, (pool, wish) = WanderedHouse.of(table), _pool_of(table, roll)
    return hit_pool_odds(throw_of_hit_pool(pool, house, _cap_of(table[roll.who], wish.move)), house)


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="wandered.roll-it",
        rules=(
            *("PBT-rollit", "PBT-when", "PBT-pool", "PBT-nodiff", "PBT-plus", "PBT-minus", *_COUNTED),
            *("PBT-AMB-7", "PBT-X-roll", "PBT-X-approach", "PBT-X-resource", "PBT-X-moves", "PBT-X-cond"),
            *("PBT-X-danger", "PBT-X-house-weary"),
        ),
        form=RollIt,
        run=_roll,
        odds=_odds,
        outcomes=TIERS,
        amounts=AMOUNTS,
        role=Role.TEST,
    ),
    Procedure(
        id="wandered.roll-with",
        rules=(
            *("PBT-with", "PBT-plus", "PBT-minus", *_COUNTED, "PBT-AMB-6"),
            *("PBT-X-roll", "PBT-X-moves", "PBT-X-cond", "PBT-X-danger"),
        ),
        form=RollWith,
        run=_roll,
        odds=_odds,
        outcomes=TIERS,
        amounts=AMOUNTS,
    ),
    Procedure(
        id="wandered.roll-n",
        rules=(
            *("PBT-n", *_COUNTED, "PBT-AMB-7", "PBT-AMB-8", "PBT-X-roll", "PBT-X-cond", "PBT-X-danger"),
            "PBT-X-house-weary",
        ),
        form=RollN,
        run=_roll,
        odds=_odds,
        outcomes=TIERS,
        amounts=AMOUNTS,
    ),
)


def ways_to_defy(who: Character, day: int) -> tuple[str, ...]:
    """The ways to defy a consequence: Defiances with points left, then resources that save."""
    sheet = WanderedSheet.of(who)
    meters = sheet.defiances
    possible = [way for way, id in BY_DEFIANCE.items() if meters[id].current > 0]
    usable = (row for row in sheet.resources.rows if is_resource_usable(row, day))
    saves = (typed_slug(row.name) for row in usable if number_of_resource(row, "saves"))
    return (*possible, *(id for id in saves if id not in BY_DEFIANCE))


def defy_with_defiance(who: Character, way: str, day: int, play: Play) -> Character:
    """Defy a consequence (PBT-X-save): a point of a Defiance, or a use of a resource such as armour.

    It undoes the consequence, never what happened in the fiction. Not checked: whether it can be defied;
    sacrifices and escalations cannot. Raises `RuleError` when nothing is left of it.
    """
    WanderedSheet.check_is_of_player(who)
    check_lives(who)
    if way not in ways_to_defy(who, day):
        raise RuleError("wandered.cannot-defy", who=who.name, way=way, other_ways=ways_to_defy(who, day))
    if way in BY_DEFIANCE:
        meters = WanderedSheet.of(who).defiances
        spent = meters[BY_DEFIANCE[way]].lose(1)
        play.tell("defied", "PBT-X-save", {"who": who.name, "option": way, "left": spent.current})
        return replace(who, sheet=WanderedSheet.of(who).with_defiances({**meters, BY_DEFIANCE[way]: spent}))
    name = WanderedSheet.resource_named(who, way).name
    play.tell("defied-by-resource", "PBT-X-save", {"who": who.name, "name": name})
    return use_resource(who, way, day, play)


def _refresh_defiances(who: Character, play: Play) -> Character:
    """Refresh Yourself (PBT-X-save): restore the points of every Defiance."""
    WanderedSheet.check_is_of_player(who)
    check_lives(who)
    meters = WanderedSheet.of(who).defiances
    points = sum(max(0, meter.maximum - meter.current) for meter in meters.values())
    play.tell("refreshed-oneself", "PBT-X-save", {"who": who.name, "points": points})
    full = {id: meter.regain(meter.maximum) for id, meter in meters.items()}
    return replace(who, sheet=WanderedSheet.of(who).with_defiances(full))


def _ways(table: Table, given: Given) -> tuple[str, ...]:
    who = person_given_by_input(table, given)
    return ways_to_defy(who, table.day) if who else ()


ALL_DEFIANCES: Final = {defiance: way for way, defiance in BY_DEFIANCE.items()}
"""Every Defiance, with or without points left: a message says if there are none."""


def _can_defy(table: Table, who: Character) -> bool:
    return lives(table, who) and bool(ways_to_defy(who, table.day))


@frozen
class Defy:
    who: int = input_field(Who(kinds=PLAYERS, fits=_can_defy))
    way: str = input_field(Choice(options=_ways, known_as=lambda table, given: ALL_DEFIANCES))


def _defy(table: Table, form: Defy, play: Play) -> Outcome:
    return Outcome("defied", table=table.put(defy_with_defiance(table[form.who], form.way, table.day, play)))


@frozen
class Refresh:
    who: tuple[int, ...] = input_field(Who(kinds=PLAYERS, many=True, fits=lives))


def _refresh(table: Table, form: Refresh, play: Play) -> Outcome:
    return Outcome("refreshed", table=table.with_each(form.who, lambda each: _refresh_defiances(each, play)))


WITHOUT_ROLLS: tuple[Procedure, ...] = (
    Procedure(
        id="wandered.defy",
        rules=("PBT-X-save", "PBT-X-resource"),
        run=_defy,
        group=Group.CARE,
        outcomes=("defied",),
        problems=procedure_needs_somebody(_can_defy, "nobody-can-defy", *PLAYERS),
    ),
    Procedure(
        id="wandered.refresh",
        rules=("PBT-X-save",),
        run=_refresh,
        group=Group.CARE,
        outcomes=("refreshed",),
    ),
)
