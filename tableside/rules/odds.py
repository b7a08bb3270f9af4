"""Exact chances: `int` counts and `Fraction`s, never a float until a view shows them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TypeVar

from tableside.frozen import frozen
from tableside.rules.play import (
    ChoiceAsked,
    Chosen,
    DiceAsked,
    Performed,
    Play,
    Rolled,
    Step,
    default_choice,
    play_rule,
)

T = TypeVar("T")
U = TypeVar("U")


@frozen
class Odds:
    """The exact chances of a procedure: of each outcome, and of each value of each amount."""

    chances: Mapping[str, Fraction] = field(hash=False)
    amounts: Mapping[str, Mapping[int, Fraction]] = field(default_factory=dict, hash=False)
    labels: tuple[str, ...] = ()
    """Amounts that only name something, such as a row of a table: they have chances, but no mean."""
    events: tuple[str, ...] = ()
    """Amounts that are 1 if something happens and 0 if not: only its chance is shown."""
    struck: Mapping[str, Fraction] = field(default_factory=dict, hash=False)
    """The chance that each possible target is hit, by name, where the dice decide who it is."""
    fates: Mapping[str, Mapping[str, Fraction]] = field(default_factory=dict, hash=False)
    """For each character who may fall, by name, the chances of each outcome."""
    assumes: str = ""
    """The id of the assumption behind the odds, such as that nobody rerolls. Empty: none."""
    assumed_values: Mapping[str, str | int] = field(default_factory=dict, hash=False)
    """The values in its text."""

    @property
    def means(self) -> Mapping[str, Fraction]:
        """The expected value of each amount that counts something."""
        return {id: self.mean(id) for id in self.amounts if id not in self.labels}

    def mean(self, amount: str) -> Fraction:
        """Return the expected value of an amount."""
        return mean(self.amounts[amount])


def mean(chances: Mapping[int, Fraction]) -> Fraction:
    """Return the expected value."""
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


def uniform_odds(values: Iterable[T]) -> dict[T, Fraction]:
    """Return the chances when each of these values, repeats counted, is equally likely."""
    return weighed_odds((value, 1) for value in values)


def weighed_odds(pairs: Iterable[tuple[T, int]]) -> dict[T, Fraction]:
    """Return the chances of values, each given with its number of ways; those with none are left out."""
    ways: dict[T, int] = {}
    for value, count in pairs:
        ways[value] = ways.get(value, 0) + count
    whole = sum(ways.values())
    return {value: Fraction(count, whole) for value, count in ways.items() if count}


def collect_odds(pairs: Iterable[tuple[T, Fraction]]) -> dict[T, Fraction]:
    """Add up the chances of equal values."""
    chances: dict[T, Fraction] = {}
    for value, chance in pairs:
        chances[value] = chances.get(value, Fraction(0)) + chance
    return chances


def mapped_odds(chances: Mapping[T, Fraction], function: Callable[[T], U]) -> dict[U, Fraction]:
    """Return the chances of the function's results."""
    return collect_odds((function(value), chance) for value, chance in chances.items())


@lru_cache(maxsize=64)
def odds_of_dice_sum(dice: int, sides: int = 6) -> Mapping[int, Fraction]:
    """Return the chances of the sum of equal dice; no dice sum to 0."""
    return added_odds(*[uniform_odds(range(1, sides + 1))] * dice)


@lru_cache(maxsize=1)
def odds_of_two_dice() -> Mapping[tuple[int, int], Fraction]:
    """Return the 36 rolls of 2d6, in order."""
    return uniform_odds(product(range(1, 7), range(1, 7)))


def added_odds(*parts: Mapping[int, Fraction]) -> Mapping[int, Fraction]:
    """Return the chances of the sum of independent amounts."""
    whole: Mapping[int, Fraction] = {0: Fraction(1)}
    for part in parts:
        whole = collect_odds(
            (one + two, chance * more) for one, chance in whole.items() for two, more in part.items()
        )
    return whole


def odds_of_count(chances: Iterable[Fraction]) -> Mapping[int, Fraction]:
    """Return the chances of how many of some independent events happen."""
    counts = added_odds(*({0: 1 - chance, 1: chance} for chance in chances))
    return {count: chance for count, chance in counts.items() if chance}


def mixed_odds(parts: Iterable[tuple[Mapping[int, Fraction], Fraction]]) -> Mapping[int, Fraction]:
    """Return the chances of an amount that is one of several, each with its own chance."""
    weighed = ((part, weight) for part, weight in parts if weight)
    return collect_odds(
        (value, chance * weight) for part, weight in weighed for value, chance in part.items()
    )


# Proof by enumeration


@lru_cache(64)  # the same dice are asked for after each earlier roll
def possible_rolls(asked: DiceAsked) -> tuple[Rolled, ...]:
    """Return every roll of these dice."""
    return tuple(map(asked.answered, product(*(range(1, sides + 1) for sides in asked.sides))))


def every_roll(
    rule: Callable[[Play], T], choose: Callable[[ChoiceAsked], str] = default_choice
) -> dict[T, Fraction]:
    """Return the chance of each result, by running the rule over every possible roll. Chances sum to 1.

    Decisions are taken by `choose`. The cost is one run of the rule per roll, so this proves odds, but does
    not show them.
    """
    times: dict[tuple[T, int], int] = {}
    """How often each result came from one of this many equally likely rolls."""

    def walk(steps: tuple[Step, ...], among: int) -> None:
        state = play_rule(rule, steps)
        if isinstance(state, Performed):
            times[state.result, among] = times.get((state.result, among), 0) + 1
        elif isinstance(state, ChoiceAsked):
            walk((*steps, Chosen(state.question, choose(state), state.who)), among)
        else:
            rolls = possible_rolls(state)
            for rolled in rolls:
                walk((*steps, rolled), among * len(rolls))

    walk((), 1)
    return collect_odds((result, Fraction(count, among)) for (result, among), count in times.items())
