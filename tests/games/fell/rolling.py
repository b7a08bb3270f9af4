"""People, tables and helpers for the tests of rolls and fights in Fell."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import cycle
from typing import Any

from tableside.games.fell import ability_tests, attacks, casting, contests_on_table, morale, procedures, time
from tableside.games.fell.harm import D4
from tableside.games.fell.sheet import FellSheet
from tableside.rules.inputs import Value
from tableside.rules.odds import Odds
from tableside.rules.play import Asked, DiceAsked, Performed, Play, Step
from tableside.rules.procedure import Outcome, Procedure, read_procedure_inputs
from tableside.rules.sheet import Die, Item, Meter, Slots, Tags
from tableside.rules.table import Character, Kind, Table
from tests.games.answers import Frozen, cases, frozen, perform
from tests.thorough import THOROUGH

rows = cases("fell_rolls")
MODULES = (procedures, ability_tests, attacks, casting, contests_on_table, morale, time)
PROCEDURES: dict[str, Procedure] = {each.id: each for module in MODULES for each in module.PROCEDURES}


def hero(
    key: int = 1,
    name: str = "Anna",
    *,
    bod: int = 6,
    wil: int = 4,
    weapon: str = "longsword",
    skills: tuple[str, ...] = ("lore",),
    spells: tuple[str, ...] = ("Glow",),
    **parts: Any,  # Any: parts of a sheet by name
) -> Character:
    items = Slots((Item(weapon, 1, weapon),)) if weapon else Slots()
    sheet = FellSheet(
        bod=Die(bod),
        bod_points=Meter(bod, bod),
        wil=Die(wil),
        wil_points=Meter(wil, wil),
        skills=Tags(skills),
        spells=Tags(spells),
        items=items,
    )
    return Character(key, name, Kind.PC, replace(sheet, **parts))


def foe(key: int = 3, name: str = "Troll", *, die: int = 10, weapon: str = "", **parts: Any) -> Character:
    # Any: parts of a sheet by name
    items = Slots((Item(weapon, 1, weapon),)) if weapon else Slots()
    sheet = FellSheet(hit_die=Die(die), hit_points=Meter(die, die), items=items)
    return Character(key, name, Kind.ENEMY, replace(sheet, **parts))


def table(*people: Character, **house: str) -> Table:
    """These on a table; house rules by their ids with `_` for `-`."""
    readings = {id.replace("_", "-"): option for id, option in house.items()}
    return Table(characters={each.key: each for each in people}, house=readings)


def given(procedure: str, on: Table, inputs: Mapping[str, str]) -> dict[str, Value]:
    return read_procedure_inputs(PROCEDURES[procedure], inputs, on)


def run(
    procedure: str, on: Table, *faces: int, inputs: Mapping[str, str], choices: tuple[str, ...] = ()
) -> Performed[Outcome]:
    """Perform a procedure as the shell does, from texts. Every face and every choice must be used."""
    return perform(PROCEDURES[procedure], on, faces, choices, inputs)


class Hasty(Play):
    """A roll in which nobody asks how long the dying have left: the faces of that die come in turn."""

    def __init__(self, play: Play, times: Iterator[int]) -> None:
        super().__init__()
        self._play, self._times = play, times

    def _faces(self, asked: DiceAsked) -> tuple[int, ...]:
        if asked.why.startswith("fell-death-") and not THOROUGH:
            return (next(self._times),)
        return self._play._faces(asked)

    def _next(self, asked: Asked) -> Step:
        return self._play._next(asked)


def hasty(rule: Callable[[Play], Outcome]) -> Callable[[Play], Frozen]:
    """The rule as what it comes to, for `every_roll`: no odds hang on how long the dying have left. If
    they did, the chances found would not be theirs.
    """
    times = cycle(range(1, D4 + 1))
    return lambda play: frozen(rule(Hasty(play, times)))


def same(odds: Odds, found: Mapping[Frozen, Fraction]) -> bool:
    """Whether odds are what an enumeration of the rule found; amounts that odds do not tell are left out."""
    results: dict[str, Fraction] = {}
    amounts: dict[str, dict[int, Fraction]] = {name: {} for name in odds.amounts}
    for (result, values), chance in found.items():
        results[result] = results.get(result, Fraction(0)) + chance
        for name, value in values:
            if name in amounts:
                amounts[name][value] = amounts[name].get(value, Fraction(0)) + chance
    told = {result: chance for result, chance in odds.chances.items() if chance}
    return told == results and {name: _real(odds.amounts[name]) for name in amounts} == amounts


def _real(chances: Mapping[int, Fraction]) -> dict[int, Fraction]:
    return {value: chance for value, chance in chances.items() if chance}
