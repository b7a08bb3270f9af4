"""Initiative on bare numbers, without anybody's sheet: for the shell's `roll` and `odds`."""

from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.d20.checks import Check, in_order_of_initiative, rolled
from tableside.games.d20.house import house_of
from tableside.games.d20.odds import Contender, first_chances
from tableside.rules.inputs import Words, asked, words
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.table import Table
from tableside.rules.typed import number

MOST: Final = 20
"""Combatants that a bare order may have."""
OUTCOMES: Final = tuple(f"first-{place}" for place in range(1, MOST + 1))


def read_modifiers(text: str) -> tuple[int, ...]:
    """The modifiers that were typed, like `4 1 -1`. Raises `RuleError` for anything else."""
    modifiers = tuple(number(word, 0, -99, 99) for word in words(text))
    if not 1 <= len(modifiers) <= MOST:
        raise RuleError("d20.modifiers", count=len(modifiers), most=MOST)
    return modifiers


@frozen
class Order:
    """What `d20.order` asks for."""

    modifiers: str = asked(Words())


def _order(table: Table, form: Order, play: Play) -> Outcome:
    """Roll for so many, settle every tie, and say who acts first."""
    modifiers = read_modifiers(form.modifiers)
    checks = [Check((place,), f"#{place}", False, each) for place, each in enumerate(modifiers, 1)]
    house = house_of(table)
    first, *_ = order = in_order_of_initiative(rolled(checks, play), house, play)
    line = ", ".join(f"{each.name} {each.total}" for each in order)
    play.tell("order-of-battle", "D20-order", {"who": line})
    return Outcome(f"first-{first.keys[0]}")


def _order_odds(table: Table, form: Order) -> Odds:
    contenders = [Contender(each) for each in read_modifiers(form.modifiers)]
    return Odds(dict(zip(OUTCOMES, first_chances(contenders, house_of(table)), strict=False)))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="d20.order",
        rules=("D20-check", "D20-order", "D20-tie", "D20-X-tie", "D20-AMB-1", "D20-AMB-2", "D20-AMB-3"),
        form=Order,
        run=_order,
        odds=_order_odds,
        group=Group.ROLL,
        outcomes=OUTCOMES,
    ),
)
