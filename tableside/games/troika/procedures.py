"""All procedures of the game in their order on the screens, including those on bare numbers."""

from fractions import Fraction
from typing import Final

from tableside.frozen import frozen
from tableside.games.troika import (
    advancement,
    casting,
    contests,
    creation,
    fights,
    inventory,
    perils,
    skill_tests,
    stamina,
    time,
    turns,
)
from tableside.games.troika.damage import WEAPONS, DamageBlow, damage_odds, roll_damage
from tableside.games.troika.exchange import ExchangeSide, melee_exchange
from tableside.games.troika.exchange_odds import melee_odds
from tableside.games.troika.fighters import AMOUNTS, weapons_of_all_fighters
from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.luck import luck_odds, test_luck
from tableside.games.troika.rolls import VERSUS, Result, roll_under_odds, roll_versus_odds
from tableside.games.troika.rolls import roll_under as roll_under_rule
from tableside.games.troika.rolls import roll_versus as roll_versus_rule
from tableside.rules.inputs import Choice, Given, Number, YesNo, input_field
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.table import Table

LOWEST, HIGHEST = -99, 99
"""The range of numbers in bare rolls."""


TURNS: Final = "turns"
MOST_TOKENS: Final = 200


def _number(default: int | None = None, *, worth: tuple[int, ...] = ()) -> Number:
    return Number(default=default, lowest=LOWEST, highest=HIGHEST, worth=worth)


def _weapon(default: str | None = None) -> Choice:
    def rows(table: Table, given: Given) -> tuple[str, ...]:
        return weapons_of_all_fighters(table)

    return Choice(options=rows, default=default, worth=default is None, rows=WEAPONS)


ARMOUR: Final = Number(default=0, highest=9, worth=(1,))


@frozen
class RollUnder:
    target: int = input_field(_number())
    modifier: int = input_field(_number(0, worth=(1,)))


def _under(table: Table, form: RollUnder, play: Play) -> Outcome:
    rolled = roll_under_rule(form.target + form.modifier, TroikaHouse.of(table), play)
    return Outcome(str(Result.SUCCESS if rolled.passed else Result.FAILURE))


@frozen
class RollVersus:
    bonus: int = input_field(_number(worth=(1,)))
    opposing: int = input_field(_number())
    aimed: bool = input_field(YesNo())
    fight: bool = input_field(YesNo(default=True, worth=False))
    """Whether doubles are Mighty Blows and Fumbles, as in a fight."""


def _versus(table: Table, form: RollVersus, play: Play) -> Outcome:
    house = TroikaHouse.of(table)
    rolled = roll_versus_rule(form.bonus, form.opposing, house, play, aimed=form.aimed, fight=form.fight)
    return Outcome(str(rolled.verdict.result))


@frozen
class Attack:
    bonus: int = input_field(_number(worth=(1,)))
    opposing: int = input_field(_number())
    weapon: str = input_field(_weapon())
    armour: int = input_field(ARMOUR)
    shield: bool = input_field(YesNo(worth=False))
    their_weapon: str = input_field(_weapon("unarmed"))
    own_armour: int = input_field(ARMOUR)
    own_shield: bool = input_field(YesNo())


def _sides(form: Attack) -> tuple[ExchangeSide, ExchangeSide]:
    """Two sides without Luck, which bare numbers do not have."""
    return (
        ExchangeSide(form.bonus, (form.weapon,), form.own_armour, form.own_shield),
        ExchangeSide(form.opposing, (form.their_weapon,), form.armour, form.shield, attacked=True),
    )


def _attack(table: Table, form: Attack, play: Play) -> Outcome:
    exchange = melee_exchange(*_sides(form), TroikaHouse.of(table), play)
    return Outcome(str(exchange.result), exchange.amounts)


@frozen
class Damage:
    weapon: str = input_field(_weapon())
    bonus: int = input_field(_number(0, worth=(1,)))
    armour: int = input_field(ARMOUR)
    shield: bool = input_field(YesNo())
    mighty: bool = input_field(YesNo())


def _blow(form: Damage) -> DamageBlow:
    return DamageBlow(form.bonus, form.armour, form.shield, form.mighty)


def _damage(table: Table, form: Damage, play: Play) -> Outcome:
    damage = roll_damage((form.weapon,), _blow(form), TroikaHouse.of(table), play)
    return Outcome("damage", {"damage": damage.points})


def _damage_odds(table: Table, form: Damage) -> Odds:
    lost = damage_odds((form.weapon,), _blow(form), TroikaHouse.of(table))
    return Odds({"damage": Fraction(1)}, {"damage": lost})


@frozen
class Luck:
    luck: int = input_field(Number(lowest=0, highest=HIGHEST, worth=(1,)))


def _luck(table: Table, form: Luck, play: Play) -> Outcome:
    passed, left = test_luck(form.luck, TroikaHouse.of(table), play)
    return Outcome(str(Result.SUCCESS if passed else Result.FAILURE), {"luck": left})


@frozen
class Round:
    own: int = input_field(Number(highest=MOST_TOKENS, worth=(-1, 1)))
    others: int = input_field(Number(highest=MOST_TOKENS, worth=(-1, 1)))


def _round(table: Table, form: Round, play: Play) -> Outcome:
    turns = _token_round_turns(form.own, form.others, TroikaHouse.of(table), play)
    play.tell("turns-counted", "TRO-5.2", {"turns": turns})
    return Outcome(TURNS, {TURNS: turns})


PROCEDURES: tuple[Procedure, ...] = (
    *skill_tests.PROCEDURES,
    *contests.PROCEDURES,
    *fights.PROCEDURES,
    *casting.PROCEDURES,
    *stamina.PROCEDURES,
    *time.PROCEDURES,
    *perils.PROCEDURES,
    *inventory.PROCEDURES,
    *turns.PROCEDURES,
    *advancement.PROCEDURES,
    *creation.PROCEDURES,
    Procedure(
        id="troika.round",
        rules=("TRO-5.2", "TRO-5.3", "TRO-AMB-15"),
        run=_round,
        odds=lambda table, form: _token_round_odds(form.own, form.others, TroikaHouse.of(table)),
        outcomes=(TURNS,),
        amounts=(TURNS,),
        on_table=False,
    ),
    Procedure(
        id="troika.roll-under",
        rules=("TRO-1.1", "TRO-AMB-2"),
        run=_under,
        odds=lambda table, form: roll_under_odds(form.target + form.modifier, TroikaHouse.of(table)),
        outcomes=(Result.SUCCESS, Result.FAILURE),
        on_table=False,
    ),
    Procedure(
        id="troika.roll-versus",
        rules=("TRO-1.2", "TRO-6.2.2", "TRO-7.4", "TRO-7.5", "TRO-AMB-4", "TRO-AMB-24"),
        run=_versus,
        odds=lambda table, form: roll_versus_odds(
            form.bonus, form.opposing, TroikaHouse.of(table), aimed=form.aimed, fight=form.fight
        ),
        outcomes=VERSUS,
        on_table=False,
    ),
    Procedure(
        id="troika.attack",
        rules=(
            *("TRO-6.1", "TRO-7.4", "TRO-7.5", "TRO-7.6", "TRO-8", "TRO-9"),
            *("TRO-AMB-4", "TRO-AMB-5", "TRO-AMB-21", "TRO-AMB-22"),
        ),
        run=_attack,
        odds=lambda table, form: melee_odds(*_sides(form), TroikaHouse.of(table)),
        outcomes=VERSUS,
        amounts=AMOUNTS,
        on_table=False,
    ),
    Procedure(
        id="troika.damage",
        rules=("TRO-8", "TRO-8.1", "TRO-8.2", "TRO-9", "TRO-7.6", "TRO-AMB-21", "TRO-AMB-22"),
        run=_damage,
        odds=_damage_odds,
        outcomes=("damage",),
        amounts=("damage",),
        on_table=False,
    ),
    Procedure(
        id="troika.luck",
        rules=("TRO-3.1", "TRO-AMB-2", "TRO-AMB-3"),
        run=_luck,
        odds=lambda table, form: luck_odds(form.luck, TroikaHouse.of(table)),
        outcomes=(Result.SUCCESS, Result.FAILURE),
        amounts=("luck",),
        on_table=False,
    ),
)


def _token_round_turns(own: int, others: int, house: TroikaHouse, play: Play) -> int:
    """The `own` tokens drawn before End, among `others` (TRO-5.2, TRO-5.3): a die for each draw.

    Own tokens come first, then the others, then End. If End comes first, it may be drawn again (TRO-AMB-15).
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


def _token_round_odds(own: int, others: int, house: TroikaHouse) -> Odds:
    """The odds of the number of own tokens drawn before End, which is equally likely at any place (TRO-5.2).

    So each number from 0 to `own` has the chance 1 / (own + 1). If End may not come first (TRO-AMB-15), it
    has any place but the first: 1 / (tokens + 1) is subtracted from no turn, and the rest is scaled up.
    """
    chances = {turns: Fraction(1, own + 1) for turns in range(own + 1)}
    tokens = own + others + 1
    if house.end_first == "drawn-again" and tokens > 1:
        chances[0] -= Fraction(1, tokens)
        chances = {turns: chance * tokens / (tokens - 1) for turns, chance in chances.items() if chance}
    return Odds({TURNS: Fraction(1)}, {TURNS: chances})
