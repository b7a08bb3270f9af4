"""Rolling (PBT-rollit, PBT-with, PBT-n) and the moves that say so (PBT-X-moves), with their chances."""

from typing import Final

from tableside.rules.inputs import Choice, Given, Number, Who, YesNo
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.states import acts
from tableside.rules.table import Character, Table
from tableside.rules.wandered.counting import Counted, Throw, Tier, roll, throw_odds
from tableside.rules.wandered.house import house_of
from tableside.rules.wandered.pool import (
    DISTRACTED,
    NO_APPROACH,
    NO_RESOURCE,
    PARANOID,
    ROLLED,
    ROLLED_WITH,
    Extras,
    Move,
    Pool,
    Wish,
    approaches,
    gives_a_die,
    roll_it,
    roll_n,
    roll_with,
    tell_pool,
    throw_for,
)
from tableside.rules.wandered.resources import usable_of, use

MOST_EXTRA: Final = 9
MOST_COUNTED: Final = 20
TIERS: Final = tuple(Tier)
AMOUNTS: Final = ("hits", "misses")


def cap_of(who: Character, move: Move) -> int | None:
    """The most hits that count: Research of the Distracted is capped at 1 (PBT-X-cond)."""
    return 1 if move == Move.RESEARCH and who.has(DISTRACTED) else None


def resolve(table: Table, who: Character, pool: Pool, wish: Wish, play: Play) -> Outcome:
    """Roll a pool: tells every reason, ticks the resource that gives a die, rolls all d6 at once.

    What a move adds to its result is told after the roll.
    """
    house = house_of(table)
    throw = throw_for(pool, house, cap_of(who, wish.move))
    tell_pool(who, pool, house, play)
    after = use(who, wish.resource, table.day, play) if gives_a_die(pool, *_RESOURCES) else who
    _tell_before(who, throw, wish, play)
    counted = roll(throw, house, play, who.name)
    _tell_after(who, counted, wish, play)
    amounts = {"hits": counted.hits, "misses": counted.misses}
    return Outcome(str(counted.tier), amounts, table.put(after))


_RESOURCES = ("resource", "special-resource")


def _tell_before(who: Character, throw: Throw, wish: Wish, play: Play) -> None:
    if throw.cap is not None:
        play.tell("distracted-cap", "PBT-X-cond", {"who": who.name, "most": throw.cap})
    if wish.move == Move.RISK:
        play.tell("sacrifices-happen", "PBT-X-moves", {"who": who.name})


def _tell_after(who: Character, counted: Counted, wish: Wish, play: Play) -> None:
    if wish.move == Move.DIG:
        play.tell("secret-found", "PBT-X-moves", {"who": who.name})
    if wish.move == Move.DIG and who.has(PARANOID) and counted.tier != Tier.WORST:
        play.tell("paranoid-worst-too", "PBT-X-cond", {"who": who.name})


def foretell(table: Table, who: Character, pool: Pool, move: Move) -> Odds:
    """The chances of `resolve`."""
    house = house_of(table)
    return throw_odds(throw_for(pool, house, cap_of(who, move)), house)


def _wish(
    approach: str,
    resource: str,
    move: str,
    any_yes: bool,
    near_fear: bool,
    move_dice: int,
    advantage: int,
    disadvantage: int,
) -> Wish:
    extras = Extras(move_dice, advantage, disadvantage, near_fear)
    return Wish(approach, resource, Move(move), any_yes, extras)


def _roll_it(
    table: Table,
    who: int,
    approach: str,
    resource: str,
    move: str,
    any_yes: bool,
    near_fear: bool,
    move_dice: int,
    advantage: int,
    disadvantage: int,
    *,
    play: Play,
) -> Outcome:
    wish = _wish(approach, resource, move, any_yes, near_fear, move_dice, advantage, disadvantage)
    pool = roll_it(table[who], wish, table.day, house_of(table))
    return resolve(table, table[who], pool, wish, play)


def _roll_it_odds(
    table: Table,
    who: int,
    approach: str,
    resource: str,
    move: str,
    any_yes: bool,
    near_fear: bool,
    move_dice: int,
    advantage: int,
    disadvantage: int,
) -> Odds:
    wish = _wish(approach, resource, move, any_yes, near_fear, move_dice, advantage, disadvantage)
    pool = roll_it(table[who], wish, table.day, house_of(table))
    return foretell(table, table[who], pool, wish.move)


def _roll_with(
    table: Table,
    who: int,
    count: int,
    move: str,
    near_fear: bool,
    move_dice: int,
    advantage: int,
    disadvantage: int,
    *,
    play: Play,
) -> Outcome:
    extras = Extras(move_dice, advantage, disadvantage, near_fear)
    pool = roll_with(table[who], count, Move(move), extras, house_of(table))
    return resolve(table, table[who], pool, Wish(move=Move(move), extras=extras), play)


def _roll_with_odds(
    table: Table,
    who: int,
    count: int,
    move: str,
    near_fear: bool,
    move_dice: int,
    advantage: int,
    disadvantage: int,
) -> Odds:
    extras = Extras(move_dice, advantage, disadvantage, near_fear)
    pool = roll_with(table[who], count, Move(move), extras, house_of(table))
    return foretell(table, table[who], pool, Move(move))


def _roll_n(
    table: Table,
    who: int,
    dice: int,
    approach: str,
    resource: str,
    near_fear: bool,
    move_dice: int,
    advantage: int,
    disadvantage: int,
    *,
    play: Play,
) -> Outcome:
    wish = _wish(approach, resource, Move.NONE, False, near_fear, move_dice, advantage, disadvantage)
    pool = roll_n(table[who], dice, wish, table.day, house_of(table))
    return resolve(table, table[who], pool, wish, play)


def _roll_n_odds(
    table: Table,
    who: int,
    dice: int,
    approach: str,
    resource: str,
    near_fear: bool,
    move_dice: int,
    advantage: int,
    disadvantage: int,
) -> Odds:
    wish = _wish(approach, resource, Move.NONE, False, near_fear, move_dice, advantage, disadvantage)
    pool = roll_n(table[who], dice, wish, table.day, house_of(table))
    return foretell(table, table[who], pool, Move.NONE)


def _approach_ids(table: Table, given: Given) -> tuple[str, ...]:
    key = given.get("who")
    listed = approaches(table[key]) if isinstance(key, int) and key in table.characters else ()
    return (NO_APPROACH, *(id for id, _ in listed))


def _resource_ids(table: Table, given: Given) -> tuple[str, ...]:
    return (NO_RESOURCE, *usable_of(table, given))


_WHO = Who("who", fits=acts)
"""Whoever can act is listed, the GM's own too: they are told why they never roll (PBT-X-danger)."""
_NEAR_FEAR = YesNo("near-fear", worth=False)
_EXTRAS = (
    Number("move-dice", 0, -MOST_EXTRA, MOST_EXTRA),
    Number("advantage", 0, 0, MOST_EXTRA),
    Number("disadvantage", 0, 0, MOST_EXTRA),
)
"""What a move says. None of it is offered as a step to take: difficulty gives no die (PBT-nodiff)."""
_APPROACH = Choice("approach", _approach_ids)
_RESOURCE = Choice("resource", _resource_ids, default=NO_RESOURCE, worth=True)
_HOUSE = ("PBT-AMB-1", "PBT-AMB-2", "PBT-AMB-3", "PBT-AMB-4", "PBT-AMB-5", "PBT-AMB-9")
_COUNTED = ("PBT-hit", "PBT-tier", "PBT-min", "PBT-onhit", "PBT-adv", "PBT-dis", "PBT-cat", "PBT-d6", *_HOUSE)


def _moves(*moves: Move) -> Choice:
    return Choice("move", lambda table, given: tuple(map(str, moves)), default=str(Move.NONE))


PROCEDURES = (
    Procedure(
        id="wandered.roll-it",
        rules=(
            *("PBT-rollit", "PBT-when", "PBT-pool", "PBT-nodiff", "PBT-plus", "PBT-minus", *_COUNTED),
            *("PBT-AMB-7", "PBT-X-roll", "PBT-X-approach", "PBT-X-resource", "PBT-X-moves", "PBT-X-cond"),
            *("PBT-X-danger", "PBT-X-house-weary"),
        ),
        inputs=(
            *(_WHO, _APPROACH, _RESOURCE, _moves(*ROLLED)),
            *(YesNo("any-yes", worth=False), _NEAR_FEAR, *_EXTRAS),
        ),
        run=_roll_it,
        odds=_roll_it_odds,
        group=Group.ROLL,
        outcomes=TIERS,
        amounts=AMOUNTS,
        role=Role.TEST,
        on_table=True,
    ),
    Procedure(
        id="wandered.roll-with",
        rules=(
            *("PBT-with", "PBT-plus", "PBT-minus", *_COUNTED, "PBT-AMB-6"),
            *("PBT-X-roll", "PBT-X-moves", "PBT-X-cond", "PBT-X-danger"),
        ),
        inputs=(
            *(_WHO, Number("count", 0, 0, MOST_COUNTED, worth=(1,)), _moves(*ROLLED_WITH)),
            *(_NEAR_FEAR, *_EXTRAS),
        ),
        run=_roll_with,
        odds=_roll_with_odds,
        group=Group.ROLL,
        outcomes=TIERS,
        amounts=AMOUNTS,
        on_table=True,
    ),
    Procedure(
        id="wandered.roll-n",
        rules=(
            *("PBT-n", *_COUNTED, "PBT-AMB-7", "PBT-AMB-8", "PBT-X-roll", "PBT-X-cond", "PBT-X-danger"),
            "PBT-X-house-weary",
        ),
        inputs=(
            *(_WHO, Number("dice", None, 1, MOST_COUNTED, worth=(1,))),
            *(Choice("approach", _approach_ids, default=NO_APPROACH), _RESOURCE, _NEAR_FEAR, *_EXTRAS),
        ),
        run=_roll_n,
        odds=_roll_n_odds,
        group=Group.ROLL,
        outcomes=TIERS,
        amounts=AMOUNTS,
        on_table=True,
    ),
)
