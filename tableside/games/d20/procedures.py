"""All procedures of the game in their order on the screens, including those without a sheet."""

from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.d20 import armour_class, attacks, checks, creation, hit_points
from tableside.games.d20.attack_rolls import OUTCOMES as STRIKES
from tableside.games.d20.attack_rolls import AttackRoll, attack_roll_chances, roll_d20_attack
from tableside.games.d20.attacks import DAMAGE_DONE
from tableside.games.d20.checks import MODIFIER
from tableside.games.d20.house import D20House
from tableside.games.d20.initiative import (
    InitiativeCheck,
    InitiativeContender,
    first_initiative_chances,
    in_order_of_initiative,
    roll_initiative,
)
from tableside.games.d20.sheet import D20SheetAttack
from tableside.rules.inputs import Number, Words, input_field
from tableside.rules.odds import Odds, mapped_odds
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.table import Table
from tableside.rules.typed import typed_number, typed_words

MOST: Final = 20
"""The most combatants in an order without sheets."""
OUTCOMES: Final = tuple(f"first-{place}" for place in range(1, MOST + 1))


def _read_modifiers(text: str) -> tuple[int, ...]:
    """The modifiers as typed, like `4 1 -1`. Raises `RuleError` for anything else."""
    modifiers = tuple(typed_number(word, 0, -99, 99) for word in typed_words(text))
    if not 1 <= len(modifiers) <= MOST:
        raise RuleError("d20.modifiers", count=len(modifiers), most=MOST)
    return modifiers


@frozen
class InitiativeOrder:
    modifiers: str = input_field(Words())


def _order(table: Table, form: InitiativeOrder, play: Play) -> Outcome:
    """Roll initiative for these, settle every tie, and say who acts first."""
    modifiers = _read_modifiers(form.modifiers)
    checks = [InitiativeCheck((place,), f"#{place}", False, each) for place, each in enumerate(modifiers, 1)]
    house = D20House.of(table)
    first, *_ = order = in_order_of_initiative(roll_initiative(checks, play), house, play)
    line = ", ".join(f"{each.name} {each.total}" for each in order)
    play.tell("order-of-battle", "D20-order", {"who": line})
    return Outcome(f"first-{first.keys[0]}")


def _order_odds(table: Table, form: InitiativeOrder) -> Odds:
    contenders = [InitiativeContender(each) for each in _read_modifiers(form.modifiers)]
    return Odds(dict(zip(OUTCOMES, first_initiative_chances(contenders, D20House.of(table)), strict=False)))


@frozen
class Strike:
    """The inputs of `d20.strike`: an attack as written on a sheet, and the Armour Class to reach."""

    weapon: str = input_field(Words())
    armour_class: int = input_field(Number(default=10, highest=99, worth=(1,)))
    modifier: int = input_field(MODIFIER)


def _blow(form: Strike) -> AttackRoll:
    line = D20SheetAttack.parse(form.weapon)
    return AttackRoll(
        line.bonuses[0] + form.modifier,
        form.armour_class,
        line.damage,
        line.extra,
        line.threat,
        line.multiplier,
    )


def _strike(table: Table, form: Strike, play: Play) -> Outcome:
    """An attack and its damage, without a target."""
    struck = roll_d20_attack(_blow(form), D20SheetAttack.parse(form.weapon).name, "", play)
    return Outcome(struck.result, {DAMAGE_DONE: struck.points})


def _strike_odds(table: Table, form: Strike) -> Odds:
    chances = attack_roll_chances(_blow(form))
    return Odds(
        mapped_odds(chances, lambda struck: struck.result),
        {DAMAGE_DONE: mapped_odds(chances, lambda struck: struck.points)},
    )


PROCEDURES: tuple[Procedure, ...] = (
    *checks.PROCEDURES,
    *attacks.PROCEDURES,
    *armour_class.PROCEDURES,
    *hit_points.PROCEDURES,
    *creation.PROCEDURES,
    Procedure(
        id="d20.order",
        rules=("D20-check", "D20-order", "D20-tie", "D20-X-tie", "D20-AMB-1", "D20-AMB-2", "D20-AMB-3"),
        run=_order,
        odds=_order_odds,
        outcomes=OUTCOMES,
        on_table=False,
    ),
    Procedure(
        id="d20.strike",
        rules=("D20-X-attack", "D20-X-threat", "D20-X-multiply", "D20-X-damage", "D20-X-line"),
        run=_strike,
        odds=_strike_odds,
        outcomes=STRIKES,
        amounts=(DAMAGE_DONE,),
        on_table=False,
    ),
)
