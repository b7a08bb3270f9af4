"""People and tables for the tests of life, growth and the stack, and the rows that they are tried with."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from tableside.games.troika import (
    RULESET,
    advancement,
    creation,
    inventory,
    perils,
    stamina,
    time,
    turns,
)
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.play import Performed, Play
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.sheet import Item, Meter, Skill, Skills, Slots
from tableside.rules.table import Character, Condition, Kind, Table
from tests.games.answers import cases, perform, table_after, typed

T = TypeVar("T")

rows = cases("troika_life")

MODULES = (inventory, stamina, time, perils, turns, advancement, creation)
PROCEDURES: dict[str, Procedure] = {
    **{each.id: each for module in MODULES for each in module.PROCEDURES},
    **{each.id: each for each in campaign_rules(RULESET).procedures},
}


def pc(
    key: int = 1,
    name: str = "Anna",
    *,
    skill: int = 5,
    stamina: int = 14,
    maximum: int = 20,
    luck: int = 7,
    most_luck: int = 10,
    skills: tuple[Skill, ...] = (),
    items: tuple[Item, ...] = (),
    armour: int = 0,
    shield: bool = False,
    provisions: int = 0,
    silver: int = 0,
    eaten: int = 0,
    kind: Kind = Kind.PC,
    conditions: tuple[Condition, ...] = (),
) -> Character:
    sheet = TroikaSheet(
        skill=skill,
        stamina=Meter(stamina, maximum),
        luck=Meter(luck, most_luck),
        skills=Skills(skills),
        items=Slots(items),
        armour=armour,
        shield=shield,
        provisions=provisions,
        silver=silver,
        eaten_today=eaten,
    )
    return Character(key, name, kind, sheet, conditions)


def enemy(key: int, name: str = "", *, initiative: int = 2, stamina: int = 8, skill: int = 8) -> Character:
    sheet = TroikaSheet(skill=skill, stamina=Meter(stamina, stamina), initiative=initiative)
    return Character(key, name or f"Enemy {key}", Kind.ENEMY, sheet)


def henchman(key: int, name: str = "") -> Character:
    return pc(key, name or f"Henchman {key}", kind=Kind.HENCHMAN)


def table(*people: Character, **house: str) -> Table:
    """These on a table, with house rules by their ids."""
    return Table(characters={each.key: each for each in people}, house=house)


def things(count: int, slots: int = 1) -> tuple[Item, ...]:
    return tuple(Item(f"thing {number}", slots) for number in range(1, count + 1))


def stamina_of(who: Character) -> int:
    return TroikaSheet.of(who).stamina.current


def run(
    procedure: str, on: Table, *faces: int, choices: tuple[str, ...] = (), **inputs: str
) -> Performed[Outcome]:
    """Perform a procedure as the shell does, from texts. Every face and every choice must be used."""
    return perform(PROCEDURES[procedure], on, faces, choices, inputs)


def after(procedure: str, on: Table, *faces: int, choices: tuple[str, ...] = (), **inputs: str) -> Table:
    """The table after a procedure."""
    return table_after(run(procedure, on, *faces, choices=choices, **inputs))


def odds(procedure: str, on: Table, **inputs: str) -> Mapping[str, Any]:  # Any: fractions, compared only
    found = PROCEDURES[procedure]
    return found.chances(on, typed(found, on, inputs)).chances


def proof(procedure: str, on: Table, **inputs: str) -> Callable[[Play], str]:
    """The rule of a procedure as its result alone, for `every_roll`."""
    found = PROCEDURES[procedure]
    given = typed(found, on, inputs)
    return lambda play: found.perform(on, given)(play).result
