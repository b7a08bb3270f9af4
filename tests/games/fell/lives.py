"""People and tables for the tests of life and growth in Fell, and the rows that they are tried with."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar

from tableside.games.fell import advancement, creation, harm, rest, time
from tableside.games.fell.sheet import FellSheet
from tableside.rules.odds import Odds, every_roll
from tableside.rules.play import Performed, Play
from tableside.rules.procedure import Outcome, Procedure, read_procedure_inputs
from tableside.rules.sheet import Die, Item, Meter, Slots, Tags
from tableside.rules.table import Character, Condition, Kind, Table
from tests.games.answers import cases, perform, table_after, typed

T = TypeVar("T")

rows = cases("fell_life")
MODULES = (harm, rest, time, advancement, creation)
PROCEDURES: dict[str, Procedure] = {each.id: each for module in MODULES for each in module.PROCEDURES}


def pc(
    key: int = 1,
    name: str = "Anna",
    *,
    dice: tuple[int, int, int] = (6, 6, 6),
    points: tuple[int, int, int] | None = None,
    lost: tuple[int, int, int] = (0, 0, 0),
    skills: tuple[str, ...] = (),
    spells: tuple[str, ...] = (),
    items: tuple[Item, ...] = (),
    coin: int = 0,
    rations: int = 3,
    deprived: int = 0,
    fatigue: int = 0,
    conditions: tuple[Condition, ...] = (),
) -> Character:
    left = points or dice
    sheet = FellSheet(
        bod=Die(dice[0], lost[0]),
        int=Die(dice[1], lost[1]),
        wil=Die(dice[2], lost[2]),
        bod_points=Meter(left[0], dice[0]),
        int_points=Meter(left[1], dice[1]),
        wil_points=Meter(left[2], dice[2]),
        skills=Tags(skills),
        spells=Tags(spells),
        items=Slots(items),
        coin=coin,
        rations=rations,
        days_deprived=deprived,
        fatigue_left=fatigue,
    )
    return Character(key, name, Kind.PC, sheet, conditions)


def foe(key: int = 2, name: str = "Wolf", *, die: int = 6, left: int | None = None) -> Character:
    sheet = FellSheet(hit_die=Die(die), hit_points=Meter(die if left is None else left, die))
    return Character(key, name, Kind.ENEMY, sheet)


def hireling(key: int = 3, name: str = "Hob", *, paid: int = 0, die: int = 4, left: int = 4) -> Character:
    sheet = FellSheet(hit_die=Die(die), hit_points=Meter(left, die), skills=Tags(("lore",)), days_paid=paid)
    return Character(key, name, Kind.HENCHMAN, sheet)


def table(*people: Character, house: Mapping[str, str] | None = None) -> Table:
    """These on a table, with house rules by their ids."""
    return Table(characters={each.key: each for each in people}, house=dict(house or {}))


def points_left(who: Character) -> tuple[int, int, int]:
    sheet = FellSheet.of(who)
    return sheet.bod_points.current, sheet.int_points.current, sheet.wil_points.current


def dice_of(who: Character) -> tuple[int, int, int]:
    sheet = FellSheet.of(who)
    return sheet.bod.sides, sheet.int.sides, sheet.wil.sides


def run(
    procedure: str, on: Table, *faces: int, choices: tuple[str, ...] = (), **inputs: str
) -> Performed[Outcome]:
    """Perform a procedure as the shell does, from texts. Every face and every choice must be used."""
    return perform(PROCEDURES[procedure], on, faces, choices, inputs)


def after(procedure: str, on: Table, *faces: int, choices: tuple[str, ...] = (), **inputs: str) -> Table:
    """The table after a procedure."""
    return table_after(run(procedure, on, *faces, choices=choices, **inputs))


def chances(procedure: str, on: Table, **inputs: str) -> Odds:
    found = PROCEDURES[procedure]
    return found.chances(on, typed(found, on, inputs))


def proved(procedure: str, on: Table, **inputs: str) -> bool:
    """Whether the odds are those that an enumeration of the rule finds, for outcomes and amounts alike."""
    found, odds = PROCEDURES[procedure], chances(procedure, on, **inputs)
    rule = found.perform(on, read_procedure_inputs(found, inputs, on))

    def outcome(play: Play) -> tuple[str, tuple[tuple[str, int], ...]]:
        result = rule(play)
        return result.result, tuple(result.amounts.items())

    outcomes: dict[str, Fraction] = {}
    amounts: dict[str, dict[int, Fraction]] = {name: {} for name in odds.amounts}
    for (result, values), chance in every_roll(outcome).items():
        outcomes[result] = outcomes.get(result, Fraction(0)) + chance
        for name, counted in amounts.items():
            value = dict(values)[name]
            counted[value] = counted.get(value, Fraction(0)) + chance
    possible = {name: {v: c for v, c in each.items() if c} for name, each in odds.amounts.items()}
    return outcomes == {o: c for o, c in odds.chances.items() if c} and amounts == possible
