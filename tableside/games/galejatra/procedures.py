"""All procedures of the game in their order on the screens, including those without a sheet."""

import re
from fractions import Fraction

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.galejatra import ailments, attempts, creation, group, rest
from tableside.games.galejatra.ailments import BY_SUM, ailment_location_odds, roll_location_of_ailment
from tableside.games.galejatra.group import group_odds, group_succeeds
from tableside.games.galejatra.house import OF_FLIPS, OF_POOLS, GalejatraHouse
from tableside.games.galejatra.opposed_rolls import (
    AMOUNTS,
    EXERT,
    FAILURE,
    PUSH,
    SUCCESS,
    Flip,
    FlipPlan,
    OpposedRoll,
    opposed_roll_amounts,
    opposed_roll_result,
    opposed_roll_success_chance,
    opposition_roll_odds,
    roll_against_opposition,
)
from tableside.games.galejatra.pool import (
    GalejatraPool,
    KnownSkill,
    PoolBuild,
    PoolSource,
    gather_galejatra_pool,
    tell_galejatra_pool,
)
from tableside.games.galejatra.sheet import MOST_DICE
from tableside.rules.inputs import NoInputs, Number, Words, YesNo, input_field
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.table import Table

PAIR = re.compile(r"(\d{1,3})\s*v\s*(\d{1,3})", re.IGNORECASE)
MOST_PAIRS = 30


def _pairs(text: str) -> tuple[tuple[int, int], ...]:
    """The rolls of a group, as typed: `2v2 3v1`. Raises `RuleError` naming anything else."""
    numbers = tuple((int(each[1]), int(each[2])) for each in PAIR.finditer(text))
    if rest := PAIR.sub("", text).replace(",", " ").split():
        raise RuleError.of_input("pools", "galejatra.no-roll", text=rest[0])
    if not 1 <= len(numbers) <= MOST_PAIRS:
        raise RuleError.of_input("pools", "galejatra.too-many-rolls", count=len(numbers), most=MOST_PAIRS)
    for player, opposition in numbers:
        if not 1 <= player <= MOST_DICE or opposition > MOST_DICE:
            raise RuleError.of_input(
                "pools", "galejatra.dice-of-a-roll", player=player, opposition=opposition, most=MOST_DICE
            )
    return numbers


def _dice(default: int | None = 0, *, lowest: int = 0, worth: tuple[int, ...] = ()) -> Number:
    return Number(default=default, lowest=lowest, highest=MOST_DICE, worth=worth)


@frozen
class RollForm:
    player: int = input_field(_dice(None, lowest=1, worth=(1,)))
    opposition: int = input_field(_dice(None, worth=(-1, 1)))
    exert: bool = input_field(YesNo())
    push: bool = input_field(YesNo())


def _roll_of(table: Table, form: RollForm) -> OpposedRoll:
    wanted = ((EXERT, form.exert), (PUSH, form.push))
    flips = tuple(Flip(id, FlipPlan.AFTER_FAILURE) for id, is_wanted in wanted if is_wanted)
    declared = GalejatraHouse.of(table).flip_time == "before-the-reveal"
    return OpposedRoll(form.player, form.opposition, flips, declared=declared)


def _roll(table: Table, form: RollForm, play: Play) -> Outcome:
    if not form.opposition:
        play.tell("nothing-opposes", "HEI-3-zero")
    resolved = roll_against_opposition(_roll_of(table, form), play)
    return Outcome(opposed_roll_result(resolved.passed), opposed_roll_amounts(resolved))


@frozen
class PoolForm:
    skill: int = input_field(_dice(worth=(1,)))
    patch: int = input_field(_dice())
    help: int = input_field(_dice(worth=(1, 3)))
    item: int = input_field(_dice())
    edge: int = input_field(_dice())
    ailment: int = input_field(_dice())


def _pool_of(table: Table, form: PoolForm) -> GalejatraPool:
    build = PoolBuild(
        known=(KnownSkill("", form.skill), KnownSkill("", form.patch, in_part=True)),
        helpers=(PoolSource("", form.help),),
        items=(PoolSource("", form.item),),
        edge=form.edge,
        ailments=(PoolSource("", form.ailment),),
    )
    return gather_galejatra_pool(build, GalejatraHouse.of(table))


def _pool(table: Table, form: PoolForm, play: Play) -> Outcome:
    pool = _pool_of(table, form)
    tell_galejatra_pool(pool, play)
    return Outcome("pool", {"player": max(0, pool.dice)})


def _pool_odds(table: Table, form: PoolForm) -> Odds:
    dice = max(0, _pool_of(table, form).dice)
    return Odds({"pool": Fraction(1)}, {"player": {dice: Fraction(1)}})


@frozen
class GroupForm:
    pools: str = input_field(Words())


def _group(table: Table, form: GroupForm, play: Play) -> Outcome:
    """Roll for everybody (HEI-S-group): player dice, then opposition dice, roll by roll."""
    rolls = _pairs(form.pools)
    successes = sum(
        roll_against_opposition(OpposedRoll(player, opposition), play).passed for player, opposition in rolls
    )
    result = opposed_roll_result(group_succeeds(successes, len(rolls), GalejatraHouse.of(table)))
    play.tell(f"group-{result}", "HEI-S-group", {"successes": successes, "rolls": len(rolls)})
    return Outcome(result, {"successes": successes})


def _group_odds(table: Table, form: GroupForm) -> Odds:
    chances = tuple(opposed_roll_success_chance(*pair) for pair in _pairs(form.pools))
    return group_odds(chances, GalejatraHouse.of(table))


PROCEDURES: tuple[Procedure, ...] = (
    *attempts.PROCEDURES,
    *group.PROCEDURES,
    *ailments.PROCEDURES,
    *rest.PROCEDURES,
    *attempts.MATTERS,
    *creation.PROCEDURES,
    Procedure(
        id="galejatra.roll",
        rules=("HEI-4-resolve", "HEI-3-zero", *OF_FLIPS[1:], "HEI-AMB-6", "HEI-AMB-7", "HEI-AMB-8"),
        run=_roll,
        odds=lambda table, form: opposition_roll_odds(_roll_of(table, form)),
        outcomes=(SUCCESS, FAILURE),
        amounts=AMOUNTS,
        on_table=False,
    ),
    Procedure(
        id="galejatra.pool",
        rules=(*OF_POOLS, "HEI-X-vaiva", "HEI-AMB-1", "HEI-AMB-2", "HEI-AMB-4", "HEI-AMB-11"),
        run=_pool,
        odds=_pool_odds,
        outcomes=("pool",),
        amounts=("player",),
        on_table=False,
    ),
    Procedure(
        id="galejatra.group",
        rules=("HEI-S-group", "HEI-4-resolve", "HEI-3-zero", "HEI-AMB-10"),
        run=_group,
        odds=_group_odds,
        outcomes=(SUCCESS, FAILURE),
        amounts=("successes",),
        on_table=False,
    ),
    Procedure(
        id="galejatra.location",
        rules=("HEI-X-loc",),
        form=NoInputs,
        run=lambda table, form, play: Outcome(roll_location_of_ailment(play, "")),
        odds=lambda table, form: Odds(ailment_location_odds()),
        outcomes=tuple(dict.fromkeys(BY_SUM.values())),
        is_table=True,
        on_table=False,
    ),
)
