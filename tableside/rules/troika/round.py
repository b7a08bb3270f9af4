"""How often tokens come up before the End token does (TRO-5.2, TRO-5.3), as bare numbers."""

from fractions import Fraction
from typing import Final

from tableside.frozen import frozen
from tableside.rules.forms import asked
from tableside.rules.inputs import Number
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.table import Table
from tableside.rules.troika.house import House, house_of

TURNS: Final = "turns"
MOST_TOKENS: Final = 200


def round_turns(own: int, others: int, house: House, play: Play) -> int:
    """How often `own` tokens are drawn before End, with so many others (TRO-5.2, TRO-5.3): a die per draw.

    Own tokens lie first, then the others, then End. Drawn first, End may be drawn again (TRO-AMB-15).
    """
    turns, left = 0, (own, others)
    again = house.end_first == "drawn-again"
    while True:
        face = play.draw(sum(left) + 1, why="draw")
        if face > sum(left):
            if not again or left != (own, others) or not sum(left):
                return turns
            face = play.draw(sum(left), why="draw")
        mine = face <= left[0]
        turns, left = turns + mine, (left[0] - mine, left[1] - (not mine))


def round_odds(own: int, others: int, house: House) -> Odds:
    """The chances of that: End is as likely at any place among one's own tokens (TRO-5.2).

    So each number from 0 to `own` has the chance 1 / (own + 1). Where End may not come first (TRO-AMB-15),
    its place is any but the first of all: 1 / (tokens + 1) is taken from no turn, and the rest is scaled up.
    """
    chances = {turns: Fraction(1, own + 1) for turns in range(own + 1)}
    tokens = own + others + 1
    if house.end_first == "drawn-again" and tokens > 1:
        chances[0] -= Fraction(1, tokens)
        chances = {turns: chance * tokens / (tokens - 1) for turns, chance in chances.items() if chance}
    return Odds({TURNS: Fraction(1)}, {TURNS: chances})


@frozen
class Round:
    """What `troika.round` asks for."""

    own: int = asked(Number(highest=MOST_TOKENS, worth=(-1, 1)))
    others: int = asked(Number(highest=MOST_TOKENS, worth=(-1, 1)))


def _round(table: Table, form: Round, play: Play) -> Outcome:
    turns = round_turns(form.own, form.others, house_of(table), play)
    play.tell("turns-counted", "TRO-5.2", {"turns": turns})
    return Outcome(TURNS, {TURNS: turns})


def _round_odds(table: Table, form: Round) -> Odds:
    return round_odds(form.own, form.others, house_of(table))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="troika.round",
        rules=("TRO-5.2", "TRO-5.3", "TRO-AMB-15"),
        form=Round,
        run=_round,
        odds=_round_odds,
        group=Group.ROLL,
        outcomes=(TURNS,),
        amounts=(TURNS,),
    ),
)
