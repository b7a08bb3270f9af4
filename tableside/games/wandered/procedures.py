"""All procedures of the game in their order on the screens, including those without a sheet."""

from tableside.frozen import frozen
from tableside.games.wandered import creation, dangers, injuries, moves, resources
from tableside.games.wandered.hit_pool import MOST_DICE, HitPoolThrow, HitTier, hit_pool_odds, roll_hit_pool
from tableside.games.wandered.house import WanderedHouse
from tableside.rules.inputs import Number, input_field
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.table import Table

MOST_HITS = 20


def _throw(table: Table, dice: int, advantage: int) -> HitPoolThrow:
    return HitPoolThrow.of(dice, max(0, advantage), max(0, -advantage), WanderedHouse.of(table))


@frozen
class Roll:
    dice: int = input_field(Number(highest=MOST_DICE, worth=(1,)))
    advantage: int = input_field(Number(default=0, lowest=-MOST_HITS, highest=MOST_HITS, worth=(1,)))


def _roll(table: Table, form: Roll, play: Play) -> Outcome:
    if form.dice < 1:
        play.tell("one-die-at-least", "PBT-min", {"who": ""})
    counted = roll_hit_pool(_throw(table, form.dice, form.advantage), WanderedHouse.of(table), play)
    return Outcome(str(counted.tier), {"hits": counted.hits})


def _roll_odds(table: Table, form: Roll) -> Odds:
    return hit_pool_odds(_throw(table, form.dice, form.advantage), WanderedHouse.of(table), misses=False)


@frozen
class Trap:
    dice: int = input_field(Number(lowest=1, highest=dangers.MOST, worth=(1,)))


def _trap(table: Table, form: Trap, play: Play) -> Outcome:
    left = dangers.check_trap(form.dice, play)
    return Outcome(dangers.result_of_trap_check(left), {"dice-left": left})


def _trap_odds(table: Table, form: Trap) -> Odds:
    return dangers.trap_odds(form.dice)


PROCEDURES: tuple[Procedure, ...] = (
    *moves.PROCEDURES,
    *injuries.PROCEDURES,
    *moves.WITHOUT_ROLLS,
    *resources.PROCEDURES,
    *dangers.PROCEDURES,
    *creation.PROCEDURES,
    Procedure(
        id="wandered.roll",
        rules=(
            *("PBT-hit", "PBT-tier", "PBT-min", "PBT-onhit", "PBT-adv", "PBT-dis", "PBT-cat", "PBT-d6"),
            *("PBT-AMB-1", "PBT-AMB-2", "PBT-AMB-3", "PBT-AMB-4", "PBT-AMB-5", "PBT-AMB-9"),
        ),
        run=_roll,
        odds=_roll_odds,
        outcomes=tuple(HitTier),
        amounts=("hits",),
        on_table=False,
    ),
    Procedure(
        id="wandered.trap",
        rules=("PBT-X-trap",),
        run=_trap,
        odds=_trap_odds,
        outcomes=("springs", "holds"),
        amounts=("dice-left",),
        on_table=False,
    ),
)
