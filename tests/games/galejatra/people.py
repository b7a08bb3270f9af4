"""People, an obstacle and tables for the tests of Galejatra, and the rows that they are tried with."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tableside.games.galejatra.procedures import PROCEDURES as LISTED
from tableside.games.galejatra.sheet import GalejatraSheet
from tableside.rules.inputs import Given
from tableside.rules.odds import Odds, every_roll
from tableside.rules.play import Performed
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.sheet import Meter, Skill, Skills, Trait, Traits
from tableside.rules.table import Character, Kind, Table
from tests.games.answers import cases, perform, table_after, typed

rows = cases("galejatra")
PROCEDURES: dict[str, Procedure] = {each.id: each for each in LISTED}


def person(
    key: int = 1,
    name: str = "Mira",
    *,
    skills: Mapping[str, int] | None = None,
    items: Mapping[str, int] | None = None,
    ailments: tuple[Trait, ...] = (),
    reserve: int = 1,
    luck: int = 1,
) -> Character:
    sheet = GalejatraSheet(
        skills=Skills(tuple(Skill(id, level) for id, level in (skills or {}).items())),
        items=Traits(tuple(Trait(id, (dice,)) for id, dice in (items or {}).items())),
        ailments=Traits(ailments),
        reserve=Meter(reserve, 2),
        luck=Meter(luck, 2),
    )
    return Character(key, name, Kind.PC, sheet)


def ailment(name: str, severity: int = 1, note: str = "") -> Trait:
    return Trait(name, (severity,), note)


def cliff(key: int = 9, **aspects: int) -> Character:
    listed = aspects or {"Slippery": 3, "Steep": 2}
    sheet = GalejatraSheet(aspects=Traits(tuple(Trait(name, (dice,)) for name, dice in listed.items())))
    return Character(key, "Cliff", Kind.NPC, sheet)


def table(*people: Character, house: Mapping[str, str] | None = None) -> Table:
    return Table(characters={each.key: each for each in people}, house=dict(house or {}))


ALL_ON = {"HEI-AMB-9": "reserve-in-play", "HEI-X-onni": "luck-in-play", "HEI-X-vaiva": "ailments-in-play"}


def run(procedure: str, on: Table, *faces: int, choices: str = "", **inputs: str) -> Performed[Outcome]:
    """Perform a procedure as the shell does, from texts. Every face and every choice must be used.

    `choices` are apart by blanks.
    """
    return perform(PROCEDURES[procedure], on, faces, choices.split(), inputs)


def sheet(done: Performed[Outcome], key: int = 1) -> GalejatraSheet:
    return GalejatraSheet.of(table_after(done)[key])


def odds(procedure: str, on: Table, **inputs: str) -> Odds:
    return PROCEDURES[procedure].chances(on, given(procedure, on, **inputs))


def given(procedure: str, on: Table, **inputs: str) -> Given:
    return typed(PROCEDURES[procedure], on, inputs)


def proved(procedure: str, on: Table, **inputs: str) -> bool:
    """Whether the odds are those that an enumeration of the rule finds, for outcomes and amounts alike.

    What happens after the roll is left to the defaults.
    """
    found = PROCEDURES[procedure]
    values = given(procedure, on, **inputs)
    rule, foretold = found.perform(on, values), found.chances(on, values)
    counted = every_roll(lambda play: _frozen(rule(play), foretold))
    listed: list[dict[object, Fraction]] = [{} for _ in range(1 + len(foretold.amounts))]
    for key, chance in counted.items():
        for chances, value in zip(listed, key, strict=True):
            chances[value] = chances.get(value, Fraction(0)) + chance
    told: list[Mapping[Any, Fraction]] = [foretold.chances, *foretold.amounts.values()]  # Any: ids or counts
    return listed == [{value: chance for value, chance in each.items() if chance} for each in told]


def _frozen(outcome: Outcome, foretold: Odds) -> tuple[object, ...]:
    return (outcome.result, *(outcome.amounts[id] for id in foretold.amounts))
