"""The exact odds of an exchange of blows (TRO-6.1, TRO-6.2, TRO-7.3).

They are computed in the order of the rule: verdicts, Luck to break a tie, Luck for damage, the Damage Roll.
Whoever is asked about Luck is assumed to decline, and the best of several weapons is read.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from tableside.games.troika.damage import DamageBlow, bonus_changes_damage, damage_odds, damage_row_of_weapon
from tableside.games.troika.exchange import (
    PLAIN_SHOT,
    ExchangeSide,
    Settled,
    Shot,
    Trust,
    damage_reasons_in_exchange,
    fumble_reasons,
)
from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.luck import luck_odds
from tableside.games.troika.rolls import (
    LUCKY,
    UNAWARE,
    Reason,
    Result,
    Verdict,
    aimed_roll_odds,
    roll_versus_verdicts,
    sum_of_troika_modifiers,
)
from tableside.rules.odds import Odds, collect_odds, mapped_odds, mixed_odds, odds_of_dice_sum
from tableside.rules.play import D6

ONE = Fraction(1)
NOTHING: Mapping[int, Fraction] = {0: ONE}


States = Mapping[Settled, Fraction]


@lru_cache(maxsize=128)
def _holds(luck: int, house: TroikaHouse, weight: int = 0) -> Fraction:
    """The chance that a Luck test succeeds (TRO-3.1)."""
    return luck_odds(luck, house, weight).chances["success"]


def _tries(side: ExchangeSide, house: TroikaHouse) -> tuple[tuple[bool | None, Fraction], ...]:
    """The chances that a Luck test succeeds or fails. None: none is made."""
    if side.trust != Trust.ALWAYS or not side.luck_may_help(house):
        return ((None, ONE),)
    held = _holds(side.luck or 0, house, side.luck_weight)
    return ((True, held), (False, 1 - held)) if held < 1 else ((True, held),)


def _after(side: ExchangeSide, held: bool | None) -> ExchangeSide:
    """The side after a Luck test, or unchanged if none was made."""
    return side if held is None else replace(side, luck=max(0, (side.luck or 0) - 1), tested=True)


@lru_cache(maxsize=256)
def tie_odds(own: ExchangeSide, theirs: ExchangeSide, house: TroikaHouse, both_strike: bool) -> States:
    """The states after a tie (TRO-3.3, TRO-AMB-8)."""
    return collect_odds(_broken_ties(own, theirs, house, both_strike))


def _broken_ties(
    own: ExchangeSide, theirs: ExchangeSide, house: TroikaHouse, both_strike: bool
) -> Iterable[tuple[Settled, Fraction]]:
    for luck, chance in _tries(own, house):
        answers = _tries(theirs, house) if both_strike or luck else ((None, ONE),)
        for their_luck, their_chance in answers:
            left, their_left, both = _after(own, luck), _after(theirs, their_luck), chance * their_chance
            again = None not in (luck, their_luck) and house.both_break_tie == "test-again"
            if bool(luck) != bool(their_luck):
                yield Settled(Verdict(Result.WIN if luck else Result.LOSE), left, their_left), both
            elif not again:
                yield Settled(Verdict(Result.TIE), left, their_left), both
            else:
                for state, further in tie_odds(left, their_left, house, both_strike).items():
                    yield state, both * further


def exchange_odds_after_ties(
    verdicts: Mapping[Verdict, Fraction],
    own: ExchangeSide,
    theirs: ExchangeSide,
    house: TroikaHouse,
    both_strike: bool,
) -> States:
    """The states after these verdicts with their ties broken."""

    def states() -> Iterable[tuple[Settled, Fraction]]:
        for verdict, chance in verdicts.items():
            if verdict.result != Result.TIE:
                yield Settled(verdict, own, theirs), chance
                continue
            for state, further in tie_odds(own, theirs, house, both_strike).items():
                yield state, chance * further

    return collect_odds(states())


def exchange_strike_odds(
    striker: ExchangeSide, struck: ExchangeSide, reasons: tuple[Reason, ...], mighty: bool, house: TroikaHouse
) -> Mapping[int, Fraction]:
    """The chances of the Stamina lost to a hit (TRO-3.3, TRO-8)."""
    blow = DamageBlow(
        sum_of_troika_modifiers(damage_reasons_in_exchange(striker, struck, reasons)),
        struck.armour,
        struck.shield,
        mighty,
    )
    better = replace(blow, bonus=blow.bonus + LUCKY.amount)
    plain = damage_odds(striker.weapons, blow, house)
    may = striker.luck_may_help_damage(house) and bonus_changes_damage(striker.weapons, blow, better, house)
    if striker.trust != Trust.ALWAYS or not may:
        return plain
    held = _holds(striker.luck or 0, house, striker.luck_weight)
    return mixed_odds(((damage_odds(striker.weapons, better, house), held), (plain, 1 - held)))


def _shatter_odds(side: ExchangeSide) -> Mapping[int, Fraction]:
    """The chances of the Stamina that a clinch costs this side (TRO-7.4)."""
    return odds_of_dice_sum(1, D6) if damage_row_of_weapon(side.weapons[0]).natural else NOTHING


def blows_odds(state: Settled, house: TroikaHouse) -> tuple[Mapping[int, Fraction], Mapping[int, Fraction]]:
    """The chances of the damage dealt and taken after this verdict."""
    verdict, own, theirs = state.verdict, state.own, state.theirs
    reasons = fumble_reasons(verdict, house)
    if verdict.result == Result.CLINCH:
        return _shatter_odds(theirs), _shatter_odds(own)
    dealt = taken = NOTHING
    if verdict.result in (Result.WIN, Result.BOTH_FUMBLE):
        dealt = exchange_strike_odds(own, theirs, reasons, verdict.mighty, house)
    if verdict.result in (Result.LOSE, Result.BOTH_FUMBLE):
        taken = exchange_strike_odds(theirs, own, reasons, verdict.mighty, house)
    return dealt, taken


@lru_cache(maxsize=256)
def melee_odds(own: ExchangeSide, theirs: ExchangeSide, house: TroikaHouse) -> Odds:
    """The odds of hitting somebody hand to hand (TRO-6.1)."""
    verdicts = roll_versus_verdicts(own.bonus - theirs.bonus, False, house)
    states = exchange_odds_after_ties(verdicts, own, theirs, house, both_strike=True)
    parts = [(blows_odds(state, house), chance) for state, chance in states.items()]
    dealt = mixed_odds((dealt, chance) for (dealt, _), chance in parts)
    taken = mixed_odds((taken, chance) for (_, taken), chance in parts)
    return Odds(_results(states), {"damage-dealt": dealt, "damage-taken": taken})


def _results(states: States) -> Mapping[str, Fraction]:
    return mapped_odds(states, lambda state: str(state.verdict.result))


@lru_cache(maxsize=256)
def shot_odds(own: ExchangeSide, theirs: ExchangeSide, house: TroikaHouse, how: Shot = PLAIN_SHOT) -> Odds:
    """The odds of a shot (TRO-6.2, TRO-6.2.1, TRO-6.2.2)."""
    answers = how.in_reach and house.shot_lost == "target-answers"
    verdicts = _shot_verdicts(own.bonus - theirs.bonus, how.aimed, how.in_reach, house)
    states = exchange_odds_after_ties(verdicts, own, theirs, house, both_strike=answers)
    outcomes = {Result.WIN: Result.HIT, Result.LOSE: Result.ANSWERED}

    def shot(state: Settled) -> Settled:
        result = outcomes.get(state.verdict.result, state.verdict.result)
        return replace(state, verdict=replace(state.verdict, result=result))

    return _arrow_odds(mapped_odds(states, shot), how.victims or (theirs,), None, house)


@lru_cache(maxsize=256)
def _shot_verdicts(lead: int, aimed: bool, in_reach: bool, house: TroikaHouse) -> Mapping[Verdict, Fraction]:
    """The chances of each verdict of a shot."""
    own = aimed_roll_odds(house, under=False) if aimed else odds_of_dice_sum(2)
    return collect_odds(
        (Verdict.of_shot(dice, their_dice, lead, house, in_reach=in_reach), one * two)
        for dice, one in own.items()
        for their_dice, two in odds_of_dice_sum(2).items()
    )


@lru_cache(maxsize=256)
def exchange_odds_of_unaware(
    own: ExchangeSide, theirs: ExchangeSide, house: TroikaHouse, how: Shot = PLAIN_SHOT
) -> Odds:
    """The odds of an attack on somebody unaware (TRO-7.3)."""
    states = unaware_exchange_odds(own, theirs, house, aimed=how.aimed)
    return _arrow_odds(states, how.victims or (theirs,), (UNAWARE,), house)


def unaware_exchange_odds(
    own: ExchangeSide, theirs: ExchangeSide, house: TroikaHouse, *, aimed: bool = False
) -> States:
    """The chances that somebody unaware is hit (TRO-7.3)."""
    dice = aimed_roll_odds(house, under=True) if aimed else odds_of_dice_sum(2)
    verdicts = mapped_odds(dice, lambda kept: Verdict.of_attack_on_unaware(kept, own.bonus, house))
    return {Settled(verdict, own, theirs): chance for verdict, chance in verdicts.items()}


def _arrow_odds(
    states: States, victims: tuple[ExchangeSide, ...], reasons: tuple[Reason, ...] | None, house: TroikaHouse
) -> Odds:
    """The odds after these verdicts. `reasons` None: those of the verdict's own Fumble."""
    dealt, taken = [], []
    for state, chance in states.items():
        verdict, own, theirs = state.verdict, state.own, state.theirs
        why = fumble_reasons(verdict, house) if reasons is None else reasons
        hurt = hurt_back = NOTHING
        if verdict.result == Result.HIT:
            hurt = mixed_odds(
                (exchange_strike_odds(own, victim, why, verdict.mighty, house), Fraction(1, len(victims)))
                for victim in victims
            )
        if verdict.result == Result.ANSWERED:
            hurt_back = exchange_strike_odds(theirs, own, why, False, house)
        dealt.append((hurt, chance))
        taken.append((hurt_back, chance))
    return Odds(_results(states), {"damage-dealt": mixed_odds(dealt), "damage-taken": mixed_odds(taken)})
