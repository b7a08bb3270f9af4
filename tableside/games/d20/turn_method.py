"""Battle by counts of initiative (D20-order) as a turn method, for a campaign of any game."""

from tableside.games.d20 import RULESET
from tableside.games.d20.battle import join, leave, next_turn
from tableside.games.d20.house import OF_ORDER
from tableside.games.d20.procedures import procedures
from tableside.rules.play import Play
from tableside.rules.ruleset import Turns
from tableside.rules.table import Table
from tableside.rules.turns.method import Method, running
from tableside.rules.turns.procedures import after_round, turn_begins


def _next_turn(table: Table, turns: Turns, play: Play) -> tuple[str, Table]:
    def round_ends(table: Table, play: Play) -> Table:
        table = turns.round_ends(table, tuple(sorted(running(table).members)), play)
        return after_round(table, play)

    return next_turn(table, turns.modifier, play, round_ends=round_ends, turn_begins=turn_begins)


METHOD = Method(
    next_turn=_next_turn,
    join=lambda table, keys, side, turns, play: join(table, keys, turns.modifier, play),
    leave=lambda table, key, play: leave(table, (key,), play),
    rules=(
        *("D20-order", "D20-ff", "D20-inact"),
        *("D20-AMB-1", "D20-AMB-2", "D20-AMB-3", "D20-AMB-7", "D20-AMB-8", "D20-AMB-10"),
    ),
    join_rules=("D20-AMB-1", "D20-AMB-2", "D20-AMB-3", "D20-AMB-8", "D20-AMB-9"),
    procedures=lambda turns: procedures(turns.modifier, turn_begins=turn_begins),
    questions=OF_ORDER,
    revisions=RULESET.revisions,
)
