"""One exchange of blows (TRO-6.1, TRO-6.2, TRO-7.3 to 7.5): its rules, and its odds over every roll."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest

from tableside.games.troika import exchange, exchange_odds
from tableside.games.troika.exchange import Exchange, ExchangeSide, Shot, Trust
from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.rolls import Reason, Result, Verdict
from tableside.rules.odds import every_roll
from tableside.rules.play import Play
from tests.games.answers import done
from tests.games.troika.fighting import Blows, blows_of, every_sum, same_odds

HOUSE = TroikaHouse()
HURT = (Reason("prone", -2, "TRO-7.8"),)
THEM = ExchangeSide(6, ("spear",), name="Brok", attacked=True)

BUILDS = {
    "plain": (ExchangeSide(7, ("sword",)), ExchangeSide(6, attacked=True)),
    "armoured": (ExchangeSide(7, ("mace",), 1, True), ExchangeSide(9, ("axe",), 3, True, attacked=True)),
    "two weapons": (
        ExchangeSide(5, ("knife", "maul"), 2),
        ExchangeSide(7, ("modest-beast",), 1, attacked=True),
    ),
    "prone": (
        ExchangeSide(-2, ("unarmed",), damage_reasons=HURT),
        ExchangeSide(5, ("fusil",), attacked=True),
    ),
    "hopeless": (ExchangeSide(0, ("club",)), ExchangeSide(20, ("gigantic-beast",), 4, attacked=True)),
}
HOUSES = {
    "default": HOUSE,
    "attacker's Mighty Blows": TroikaHouse(mighty_blow="attacker-only"),
    "double only": TroikaHouse(mighty_against_fumble="double-only", piercing_and_shields="shield-too"),
    "target answers": TroikaHouse(shot_lost="target-answers"),
    "mishaps": TroikaHouse(
        shot_fumbled="mishap", unaware_doubles="six-is-mighty", double_one="always-succeeds"
    ),
}


def every_blow(rule: Callable[[Play], Exchange]) -> dict[Blows, Fraction]:
    return every_sum(lambda play: blows_of(rule(play)))


@pytest.mark.parametrize("house", HOUSES.values(), ids=[*HOUSES])
@pytest.mark.parametrize("sides", BUILDS.values(), ids=[*BUILDS])
class TestOddsAreThoseOfTheRule:
    """Without Luck, in every reading."""

    def test_melee(self, sides: tuple[ExchangeSide, ExchangeSide], house: TroikaHouse) -> None:
        own, theirs = sides
        found = every_blow(lambda play: exchange.melee_exchange(own, theirs, house, play))
        assert same_odds(exchange_odds.melee_odds(own, theirs, house), found)

    @pytest.mark.long
    @pytest.mark.parametrize("in_reach", [False, True])
    def test_shots(
        self, sides: tuple[ExchangeSide, ExchangeSide], house: TroikaHouse, in_reach: bool
    ) -> None:
        own, theirs = sides
        found = every_blow(
            lambda play: exchange.shot_exchange(own, theirs, house, play, Shot(in_reach=in_reach))
        )
        odds = exchange_odds.shot_odds(own, theirs, house, Shot(in_reach=in_reach))
        assert same_odds(odds, found)

    @pytest.mark.parametrize("aimed", [False, True])
    def test_attacks_on_the_unaware(
        self, sides: tuple[ExchangeSide, ExchangeSide], house: TroikaHouse, aimed: bool
    ) -> None:
        own, theirs = sides
        found = every_blow(lambda play: exchange.ambush_exchange(own, theirs, house, play, Shot(aimed=aimed)))
        assert same_odds(exchange_odds.exchange_odds_of_unaware(own, theirs, house, Shot(aimed=aimed)), found)


@pytest.mark.long
@pytest.mark.parametrize("house", [HOUSE, HOUSES["double only"]])
def test_the_odds_of_melee_over_every_face(house: TroikaHouse) -> None:
    """The whole enumeration, without taking throws of equal sums together."""
    own, theirs = BUILDS["armoured"]
    found = every_roll(lambda play: blows_of(exchange.melee_exchange(own, theirs, house, play)))
    assert same_odds(exchange_odds.melee_odds(own, theirs, house), found)


@pytest.mark.long
def test_the_odds_of_an_aimed_shot_into_a_melee() -> None:
    own, theirs = BUILDS["plain"]
    victims = (theirs, ExchangeSide(armour=2, shield=True, attacked=True), ExchangeSide(armour=3))
    found = every_blow(
        lambda play: exchange.shot_exchange(own, theirs, HOUSE, play, Shot(aimed=True, victims=victims))
    )
    odds = exchange_odds.shot_odds(own, theirs, HOUSE, Shot(aimed=True, victims=victims))
    assert same_odds(odds, found)


def test_with_even_bonuses_neither_side_is_favoured() -> None:
    side = ExchangeSide(7, ("sword",), 1, luck=6, trust=Trust.NEVER)
    odds = exchange_odds.melee_odds(side, side, HOUSE)
    assert odds.chances["win"] == odds.chances["lose"]
    assert odds.amounts["damage-dealt"] == odds.amounts["damage-taken"]


def test_names_do_not_bear_on_the_odds() -> None:
    own, theirs = BUILDS["plain"]
    named = replace(own, name="Anna"), replace(theirs, name="Brok", attacked=False)
    assert exchange_odds.melee_odds(*named, HOUSE) == exchange_odds.melee_odds(own, theirs, HOUSE)


def test_a_target_of_a_shot_deals_no_mighty_blow() -> None:
    """TRO-6.2, TRO-AMB-4: it only evades, so its double 6 is a 12."""
    assert Verdict.of_shot(11, 12, 5, HOUSE).result == Result.HIT
    assert Verdict.of_shot(12, 12, -9, HOUSE).mighty


def test_a_shot_out_rolled_harms_nobody() -> None:
    """TRO-AMB-6."""
    answers = TroikaHouse(shot_lost="target-answers")
    assert Verdict.of_shot(5, 9, 0, HOUSE, in_reach=True).result == Result.MISS
    assert Verdict.of_shot(5, 9, 0, answers).result == Result.MISS
    assert Verdict.of_shot(5, 9, 0, answers, in_reach=True).result == Result.ANSWERED


def test_a_fumbled_shot_misses() -> None:
    """TRO-AMB-7: even against a Fumble."""
    answers = TroikaHouse(shot_lost="target-answers")
    assert Verdict.of_shot(2, 2, 20, HOUSE).result == Result.MISS
    assert Verdict.of_shot(2, 2, 20, answers, in_reach=True).result == Result.MISS
    assert Verdict.of_shot(2, 3, 20, answers, in_reach=True).fumbled
    assert Verdict.of_shot(2, 3, 20, TroikaHouse(shot_fumbled="mishap")).result == Result.MISHAP


def test_a_target_that_answers_gets_1_for_the_fumble() -> None:
    house, own = TroikaHouse(shot_lost="target-answers"), ExchangeSide(9, ("bow",))
    shot = done(
        lambda play: exchange.shot_exchange(own, THEM, house, play, Shot(in_reach=True)), 1, 1, 2, 2, 4
    )
    assert blows_of(shot) == ("answered", 0, 8)


def test_both_weapons_shatter_in_a_clinch_and_claws_cost_stamina() -> None:
    """TRO-7.4: the attacker's die comes first."""
    beast = ExchangeSide(5, ("large-beast",), name="Wolf")
    clinch = done(lambda play: exchange.melee_exchange(beast, THEM, HOUSE, play), 6, 6, 6, 6, 2)
    assert blows_of(clinch) == ("clinch", 0, 2)
    both = done(lambda play: exchange.melee_exchange(beast, ExchangeSide(), HOUSE, play), 6, 6, 6, 6, 2, 5)
    assert blows_of(both) == ("clinch", 5, 2)


def test_a_plain_blow_against_a_fumble_has_1_more_in_any_reading() -> None:
    """TRO-7.5, TRO-AMB-5: the question is about Mighty Blows alone."""
    own = ExchangeSide(9, ("sword",))
    for house in (HOUSE, HOUSES["double only"]):
        rule = partial(exchange.melee_exchange, own, THEM, house)
        assert blows_of(done(rule, 3, 3, 1, 1, 5)) == ("win", 8, 0)


def test_who_is_hit_in_a_melee_is_rolled_for() -> None:
    """TRO-6.2.1: everybody is numbered."""
    own = ExchangeSide(9, ("bow",))
    victims = (THEM, ExchangeSide(armour=3, name="Cato"))
    shot = done(
        lambda play: exchange.shot_exchange(own, THEM, HOUSE, play, Shot(victims=victims)), 5, 5, 2, 2, 2, 5
    )
    assert (shot.victim, shot.dealt) == (1, 4)


def test_a_mighty_blow_on_the_unaware_is_a_house_rule() -> None:
    """TRO-AMB-1."""
    house, own = TroikaHouse(unaware_doubles="six-is-mighty"), ExchangeSide(3, ("sword",))
    mighty = done(lambda play: exchange.ambush_exchange(own, THEM, house, play), 6, 6, 1)
    assert blows_of(mighty) == ("hit", 12, 0)
    plain = done(lambda play: exchange.ambush_exchange(own, THEM, HOUSE, play), 1, 1, 1)
    assert blows_of(plain) == ("hit", 6, 0)


def test_the_worth_of_luck_grows_with_luck() -> None:
    def dealt(luck: int) -> Fraction:
        own = ExchangeSide(7, ("sword",), luck=luck, trust=Trust.ALWAYS)
        return exchange_odds.melee_odds(own, THEM, HOUSE).mean("damage-dealt")

    means = [dealt(luck) for luck in range(13)]
    assert means == sorted(means) and means[0] == means[1] < means[12]
