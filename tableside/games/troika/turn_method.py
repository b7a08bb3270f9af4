"""The stack of tokens (TRO-5) as a turn method, for a campaign of any game."""

from tableside.games.troika import REVISIONS
from tableside.games.troika.house import HOUSE_RULES
from tableside.games.troika.stack import PROCEDURES, change_sides, join, leave, without_aims
from tableside.games.troika.turns import draw_token, owner_chances
from tableside.rules.inputs import Nothing
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.ruleset import Turns
from tableside.rules.states import DYING
from tableside.rules.table import Table
from tableside.rules.turns.method import Method, order_is, running, running_as, turn_procedure
from tableside.rules.turns.order import END, ENEMIES, HENCHMEN, Stack
from tableside.rules.turns.procedures import take_turn

_QUESTIONS = (
    *("TRO-5.1.4", "TRO-AMB-12", "TRO-AMB-13"),
    *("TRO-AMB-14", "TRO-AMB-15", "TRO-AMB-16"),
)
"""Those that a stack has to decide in whatever campaign it is used."""
_RULES = ("TRO-5.2", "TRO-5.3", *_QUESTIONS)


def _owner_odds(table: Table) -> Odds:
    return Odds(owner_chances(table))


def _procedures(turns: Turns) -> tuple[Procedure, ...]:
    def draw_token(table: Table, form: Nothing, play: Play) -> Outcome:
        """The next token out of the stack."""
        running(table)
        running_as(Stack, table, "turns.no-stack")
        owner, after = take_turn(table, turns, play)
        stack = running_as(Stack, after, "turns.fight-is-over")
        return Outcome(owner, {"round": stack.round}, after)

    drawing = turn_procedure(
        id="troika.draw",
        rules=(*_RULES, *turns.round_rules),
        form=Nothing,
        run=draw_token,
        odds=lambda table, form: _owner_odds(table),
        outcomes=(ENEMIES, HENCHMEN, END),
        amounts=("round",),
        problems=order_is(Stack),
    )
    return (drawing, *PROCEDURES)


METHOD = Method(
    next_turn=draw_token,
    join=lambda table, keys, side, turns, play: join(table, keys, play),
    leave=lambda table, key, play: leave(table, (key,), play),
    change_sides=change_sides,
    end=lambda table, play: without_aims(table),
    staying={DYING: ("still-dying", "TRO-4.1")},
    chances=_owner_odds,
    rules=_RULES,
    join_rules=("TRO-5.1.1",),
    leave_rules=("TRO-5.3",),
    end_rules=("TRO-4.1",),
    procedures=_procedures,
    questions=tuple(each for each in HOUSE_RULES if each.id in _QUESTIONS),
    revisions=REVISIONS,
)
