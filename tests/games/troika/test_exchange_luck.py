"""Luck in an exchange (TRO-3.3, TRO-AMB-8, TRO-AMB-9): who is asked when, and the odds of trusting to it."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from tableside.games.troika import exchange, exchange_odds
from tableside.games.troika.exchange import Exchange, ExchangeSide, Shot, Trust
from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.rolls import Result
from tableside.rules.odds import every_roll
from tableside.rules.play import Play, play_to_end
from tests.games.answers import answers, fact_ids
from tests.games.troika.fighting import Blows, always, asked, blows_of, every_sum, same_odds

HOUSE = TroikaHouse()
AGAIN = TroikaHouse(both_break_tie="test-again")
HOUSES = {
    "default": HOUSE,
    "test again": AGAIN,
    "one test": TroikaHouse(luck_per_exchange="one-test"),
    "plain twelve": TroikaHouse(luck_double_six="plain-twelve", double_one="always-succeeds"),
}
ANNA = ExchangeSide(8, ("sword",), luck=9, name="Anna")
CATO = ExchangeSide(6, ("axe",), luck=7, name="Cato", attacked=True)
BROK = ExchangeSide(6, ("axe",), name="Brok", attacked=True)
RASH, HAPLESS = replace(ANNA, luck=4), replace(CATO, luck=3)
"""With so little Luck few sums differ, so that both sides' tests can be tried in one exchange."""
TIE = (3, 3, 6, 2)


def sure(side: ExchangeSide) -> ExchangeSide:
    """The side, which tests its Luck wherever that can help."""
    return replace(side, trust=Trust.ALWAYS)


def melee(
    own: ExchangeSide, theirs: ExchangeSide, *faces: int, house: TroikaHouse = HOUSE, **how: tuple[str, ...]
) -> list[str]:
    """The questions that a melee asks."""
    done = play_to_end(lambda play: exchange.melee_exchange(own, theirs, house, play), answers(*faces, **how))
    return asked(done)


@pytest.mark.long
@pytest.mark.parametrize("house", HOUSES.values(), ids=[*HOUSES])
@pytest.mark.parametrize("both_strike", [False, True])
@pytest.mark.parametrize("lucks", [(7, 9), (12, 3), (2, 2), (1, 5), (0, 0), (4, None)])
def test_the_odds_of_breaking_a_tie(
    house: TroikaHouse, both_strike: bool, lucks: tuple[int, int | None]
) -> None:
    most = 3 if house is AGAIN else 12
    own, theirs = (sure(ExchangeSide(luck=luck and min(luck, most))) for luck in lucks)

    def rule(play: Play) -> tuple[Result, int | None, int | None]:
        result, left, their_left = exchange.break_exchange_tie(
            own, theirs, house, play, both_strike=both_strike
        )
        return result, left.luck, their_left.luck

    ties = exchange_odds.tie_odds(own, theirs, house, both_strike)
    odds = {
        (state.verdict.result, state.own.luck, state.theirs.luck): chance for state, chance in ties.items()
    }
    assert every_sum(rule) == odds


@pytest.mark.parametrize("house", HOUSES.values(), ids=[*HOUSES])
@pytest.mark.parametrize("tested", [False, True])
@pytest.mark.parametrize("luck", [None, 0, 1, 2, 8, 12])
def test_the_odds_of_luck_for_damage_over_every_face(
    house: TroikaHouse, tested: bool, luck: int | None
) -> None:
    own, theirs = (
        sure(ExchangeSide(5, ("sword", "club"), luck=luck, tested=tested)),
        ExchangeSide(armour=2, shield=True),
    )
    found = every_roll(lambda play: exchange.strike(own, theirs, exchange.Hit(mighty=True), house, play)[0])
    assert found == exchange_odds.exchange_strike_odds(own, theirs, (), True, house)


@pytest.mark.long
@pytest.mark.parametrize("house", [HOUSE, HOUSES["one test"]])
def test_the_odds_of_always_trusting_to_luck(house: TroikaHouse) -> None:
    found = every_sum(lambda play: blows_of(exchange.melee_exchange(sure(ANNA), BROK, house, play)))
    assert same_odds(exchange_odds.melee_odds(sure(ANNA), BROK, house), found)


def test_saying_yes_each_time_is_trusting_to_luck() -> None:
    trusting = every_sum(lambda play: exchange.strike(ANNA, BROK, exchange.Hit(), HOUSE, play)[0], always)
    assert trusting == exchange_odds.exchange_strike_odds(sure(ANNA), BROK, (), False, HOUSE)


@pytest.mark.long
def test_the_odds_when_both_trust_to_luck() -> None:
    own, theirs = sure(RASH), sure(HAPLESS)
    found = every_sum(lambda play: blows_of(exchange.melee_exchange(own, theirs, HOUSE, play)), most_luck=4)
    assert same_odds(exchange_odds.melee_odds(own, theirs, HOUSE), found)


@pytest.mark.long
def test_the_odds_of_a_lucky_shot() -> None:
    found = every_sum(_lucky_shot(sure(RASH), sure(HAPLESS), HOUSE), most_luck=4)
    assert same_odds(exchange_odds.shot_odds(sure(RASH), sure(HAPLESS), HOUSE), found)


@pytest.mark.long
def test_the_odds_of_luck_against_a_target_that_answers() -> None:
    house, own = TroikaHouse(shot_lost="target-answers"), replace(ANNA, luck=None)
    found = every_sum(_lucky_shot(own, sure(CATO), house))
    assert same_odds(exchange_odds.shot_odds(own, sure(CATO), house, Shot(in_reach=True)), found)


def _lucky_shot(own: ExchangeSide, theirs: ExchangeSide, house: TroikaHouse) -> Callable[[Play], Blows]:
    return lambda play: blows_of(
        exchange.shot_exchange(own, theirs, house, play, Shot(in_reach=house != HOUSE))
    )


def test_both_may_test_luck_on_a_tie() -> None:
    """TRO-AMB-8: both pay, and when both hold or both fail it is still a tie."""
    rule = _melee(ANNA, CATO, HOUSE)
    both = play_to_end(rule, answers(*TIE, 1, 1, 1, 1, choices=("yes", "yes")))
    assert both.result.result == Result.TIE
    assert (both.result.own.luck, both.result.theirs.luck) == (8, 6)
    assert fact_ids(both)[-1] == "tie-stands"
    failed = play_to_end(rule, answers(*TIE, 6, 6, 6, 5, choices=("yes", "yes")))
    assert failed.result.result == Result.TIE
    theirs = play_to_end(rule, answers(*TIE, 6, 6, 1, 1, 3, choices=("yes", "yes", "no")))
    assert blows_of(theirs.result) == ("lose", 0, 6)


def test_both_may_test_again_by_house_rule() -> None:
    """TRO-AMB-8."""
    again = play_to_end(
        _melee(ANNA, CATO, AGAIN), answers(*TIE, 1, 1, 1, 1, 1, 1, 6, 6, 1, choices=("yes",) * 4 + ("no",))
    )
    assert blows_of(again.result) == ("win", 4, 0)
    assert (again.result.own.luck, again.result.theirs.luck) == (7, 5)


def _melee(own: ExchangeSide, theirs: ExchangeSide, house: TroikaHouse) -> Callable[[Play], Exchange]:
    return lambda play: exchange.melee_exchange(own, theirs, house, play)


def test_an_enemy_is_never_asked_about_luck() -> None:
    """TRO-X-enemy."""
    assert melee(replace(BROK, bonus=8), BROK, *TIE) == []
    assert melee(ANNA, BROK, *TIE) == ["luck-breaks-tie"]
    assert melee(ANNA, BROK, 2, 2, 6, 5, 1) == []


def test_nobody_is_asked_when_luck_cannot_hold() -> None:
    unlucky = ExchangeSide(8, ("sword",), luck=1, name="Anna")
    assert melee(unlucky, BROK, *TIE) == []
    assert melee(unlucky, BROK, *TIE, house=TroikaHouse(double_one="always-succeeds")) == ["luck-breaks-tie"]
    assert (
        melee(
            ExchangeSide(8, ("sword",), luck=0), BROK, *TIE, house=TroikaHouse(double_one="always-succeeds")
        )
        == []
    )


def test_nobody_is_asked_when_2_more_on_the_die_change_nothing() -> None:
    turtle = ExchangeSide(6, armour=9, shield=True, attacked=True)
    assert melee(ANNA, turtle, 5, 5, 2, 2, 6) == []
    assert melee(ANNA, BROK, 5, 5, 2, 2, 6) == ["luck-for-damage"]


def test_luck_may_serve_twice_in_an_exchange_or_once() -> None:
    """TRO-AMB-9."""
    lucky = (*TIE, 1, 1, 4)
    assert melee(ANNA, BROK, *lucky, choices=("yes", "no")) == ["luck-breaks-tie", "luck-for-damage"]
    once = TroikaHouse(luck_per_exchange="one-test")
    assert melee(ANNA, BROK, *lucky, house=once, choices=("yes",)) == ["luck-breaks-tie"]
    assert melee(ANNA, BROK, 5, 5, 2, 2, 4, house=once) == ["luck-for-damage"]


def test_the_target_of_a_shot_is_asked_only_to_undo_luck() -> None:
    rule = _shot(ANNA, CATO)
    failed = play_to_end(rule, answers(*TIE, 6, 6, choices=("yes",)))
    assert asked(failed) == ["luck-breaks-tie"] and failed.result.result == Result.TIE
    undone = play_to_end(rule, answers(*TIE, 1, 1, 1, 1, choices=("yes", "yes")))
    assert asked(undone) == ["luck-breaks-tie", "luck-breaks-tie"] and undone.result.result == Result.TIE


def _shot(own: ExchangeSide, theirs: ExchangeSide) -> Callable[[Play], Exchange]:
    return lambda play: exchange.shot_exchange(own, theirs, HOUSE, play)


def test_luck_adds_2_to_the_die() -> None:
    """TRO-3.3: T14's Damage Roll, by Luck."""
    own = ExchangeSide(9, ("longsword",), luck=9)
    hit = play_to_end(_melee(own, BROK, HOUSE), answers(5, 5, 2, 2, 1, 1, 6, choices=("yes",)))
    assert blows_of(hit.result) == ("win", 14, 0)
    mighty = play_to_end(_melee(own, BROK, HOUSE), answers(6, 6, 2, 2, 1, 1, 6, choices=("yes",)))
    assert blows_of(mighty.result) == ("win", 28, 0)


def test_trusting_to_luck_never_does_less_damage() -> None:
    for luck in range(13):
        own = ExchangeSide(7, ("sword",), luck=luck)
        means = [
            exchange_odds.melee_odds(replace(own, trust=trust), BROK, HOUSE).mean("damage-dealt")
            for trust in (Trust.NEVER, Trust.ASK, Trust.ALWAYS)
        ]
        assert means[0] == means[1] <= means[2]
        assert isinstance(means[0], Fraction)
