"""The odds of a rule, counted from the rule itself: it is played through everything that can fall.

It is quick where a rule asks for `play.total` or `play.hits` rather than for faces that it only adds up or
counts, and where it does in a `play.part` what depends on little: equal answers, and equal parts, are counted
once. Nothing is told, and decisions are taken as Enter would take them.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any, Protocol, TypeVar

from tableside.errors import RuleError
from tableside.rules.odds import Odds, added_odds, collect_odds, odds_of_count, odds_of_dice_sum
from tableside.rules.play import FactValue, Play, Ts

T = TypeVar("T")

MOST_WAYS = 20_000
"""The most ways in which a rule is played through: some two seconds."""


class TooManyWays(RuleError):
    """A rule asks for more than can be played through: some of it should be a `play.part`."""


class _Fork(Exception):
    """The rule asks for something that can fall in several ways."""

    def __init__(self, ways: Mapping[Any, Fraction]) -> None:
        self.ways = ways


class Forecast(Play):
    """A play in which these things fell, one after the other."""

    def __init__(self, fell: tuple[Any, ...] = ()) -> None:  # Any: faces, sums, and what parts come to
        super().__init__()
        self._fell = fell

    def roll(self, *sides: int, why: str, who: str = "", secret: bool = False) -> tuple[int, ...]:
        return self._one_of(_every_roll(sides))

    def total(self, *sides: int, why: str, who: str = "", secret: bool = False) -> int:
        return self._one_of(_every_total(sides))

    def hits(self, *sides: int, lowest: int, why: str, who: str = "", secret: bool = False) -> int:
        return self._one_of(_every_count(sides, lowest))

    def draw(self, tokens: int, why: str, *, secret: bool = False) -> int:
        return self._one_of(_every_total((tokens,)))

    def part(self, rule: Callable[[*Ts, Play], T], *given: *Ts) -> T:
        ways: Mapping[T, Fraction] = _every_end(rule, given)
        return self._one_of(ways)

    def until(self, ends: Callable[[T], bool], rule: Callable[[*Ts, Play], T], *given: *Ts) -> T:
        ways: Mapping[T, Fraction] = _every_end(rule, given)
        ending = {way: chance for way, chance in ways.items() if ends(way)}
        whole = sum(ending.values())
        return self._one_of({way: chance / whole for way, chance in ending.items()})

    def choose(self, question: str, *options: str, default: str, who: str = "") -> str:
        return default

    def tell(
        self, id: str, rule: str, values: Mapping[str, FactValue] | None = None, *, secret: bool = False
    ) -> None:
        pass

    def _one_of(self, ways: Mapping[T, Fraction]) -> T:
        if len(ways) == 1:
            return next(iter(ways))
        if self._used == len(self._fell):
            raise _Fork(ways)
        self._used += 1
        fell: T = self._fell[self._used - 1]
        return fell


def forecast(rule: Callable[[Play], T]) -> dict[T, Fraction]:
    """Return the chance of each result of a rule. Raises `TooManyWays`, and whatever the rule refuses."""
    ends: list[tuple[T, Fraction]] = []
    paths: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    while paths:
        if len(ends) > MOST_WAYS:
            raise TooManyWays("odds.too-many-ways")
        fell, chance = paths.pop()
        try:
            ends.append((rule(Forecast(fell)), chance))
        except _Fork as fork:
            paths += (((*fell, way), chance * each) for way, each in fork.ways.items())
    return collect_odds(ends)


@lru_cache(maxsize=1024)
def _every_end(rule: Any, given: tuple[Any, ...]) -> dict[Any, Fraction]:
    return forecast(lambda play: rule(*given, play))


@lru_cache(maxsize=64)
def _every_roll(sides: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
    if prod(sides) > MOST_WAYS:
        raise TooManyWays("odds.too-many-ways")
    rolls = [*product(*(range(1, each + 1) for each in sides))]
    return dict.fromkeys(rolls, Fraction(1, len(rolls)))


@lru_cache(maxsize=64)
def _every_total(sides: tuple[int, ...]) -> Mapping[int, Fraction]:
    return added_odds(*(odds_of_dice_sum(1, each) for each in sides))


@lru_cache(maxsize=64)
def _every_count(sides: tuple[int, ...], lowest: int) -> Mapping[int, Fraction]:
    return odds_of_count(Fraction(max(0, each - lowest + 1), each) for each in sides)


class Ended(Protocol):
    """The `Outcome` of a procedure, as far as odds tell it."""

    @property
    def result(self) -> str: ...
    @property
    def amounts(self) -> Mapping[str, int]: ...
    @property
    def fates(self) -> Mapping[str, str]: ...


def forecast_odds(rule: Callable[[Play], Ended], labels: tuple[str, ...] = ()) -> Odds:
    """Return the odds of a procedure: of its outcomes, of each amount, and of what becomes of each person."""
    ends = forecast(lambda play: _end(rule(play)))
    return Odds(
        collect_odds((result, chance) for (result, _, _), chance in ends.items()),
        _margins(((amounts, chance) for (_, amounts, _), chance in ends.items()), 0),
        labels,
        fates=_margins(((fates, chance) for (_, _, fates), chance in ends.items()), ""),
    )


def _end(outcome: Ended) -> tuple[str, tuple[tuple[str, int], ...], tuple[tuple[str, str], ...]]:
    return outcome.result, tuple(outcome.amounts.items()), tuple(outcome.fates.items())


def _margins(
    ends: Iterable[tuple[tuple[tuple[str, T], ...], Fraction]], without: T
) -> dict[str, dict[T, Fraction]]:
    """Return the chances of each value of each id; `without` is the value where an end has none."""
    by_id = [(dict(values), chance) for values, chance in ends]
    ids = dict.fromkeys(id for values, _ in by_id for id in values)
    return {id: collect_odds((values.get(id, without), chance) for values, chance in by_id) for id in ids}
