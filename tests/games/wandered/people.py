"""What the tests of this game share: Anna, dangers, tables, rows, and performing by texts."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from tableside.games.wandered import RULESET
from tableside.games.wandered.sheet import Resource, WanderedSheet
from tableside.rules.inputs import Given
from tableside.rules.play import Performed, Rolled
from tableside.rules.procedure import Outcome, Procedure, read_procedure_inputs
from tableside.rules.sheet import Meter, Tags, Track, Trait, Traits
from tableside.rules.table import Character, Condition, Kind, Table
from tests.games.answers import cases, perform, table_after

T = TypeVar("T")

rows = cases("wandered")
PROCEDURES: dict[str, Procedure] = {each.id: each for each in RULESET.procedures}
ROPE = Resource("Rope", uses=2).row
MAIL = Resource("Mail", uses=1, refresh=2, saves=1).row


def anna(
    *conditions: str, harm: tuple[int, int, int] = (0, 0, 0), resources: tuple[Trait, ...] = ()
) -> Character:
    pains, wounds, breaks = harm
    sheet = WanderedSheet(
        playbook="Rogue",
        approaches=Tags(("Light on my feet", "Silver tongue")),
        resources=Traits(resources or (ROPE, MAIL)),
        supplies=Traits((Trait("shady", (2,)),)),
        pains=Track(pains, 2),
        wounds=Track(wounds, 2),
        breaks=Track(breaks, 1),
        force=Meter(1, 1),
        charm=Meter(0, 1),
    )
    return Character(1, "Anna", Kind.PC, sheet, tuple(map(Condition, conditions)))


def bert() -> Character:
    return Character(2, "Bert", Kind.PC, WanderedSheet())


def snare(kind: Kind = Kind.ENEMY) -> Character:
    sheet = WanderedSheet(
        resources=Traits((Trait("trigger"), Trait("teeth"))),
        escalations=Tags(("The roof falls",)),
        trap=Meter(4, 6),
    )
    return Character(3, "Snare", kind, sheet)


def with_resources(who: Character, *resources: Trait) -> Character:
    return replace(who, sheet=replace(WanderedSheet.of(who), resources=Traits(resources)))


def table(*people: Character, day: int = 1, house: Mapping[str, str] | None = None) -> Table:
    """These on a table, with house rules by their ids."""
    return Table(characters={each.key: each for each in people}, house=house or {}, day=day)


def given(procedure: str, on: Table, inputs: Mapping[str, str]) -> Given:
    return read_procedure_inputs(PROCEDURES[procedure], inputs, on)


def run(
    procedure: str, on: Table, *faces: int, choices: tuple[str, ...] = (), inputs: Mapping[str, str]
) -> Performed[Outcome]:
    """Perform a procedure as the shell does, from texts. Every face and every choice must be used."""
    return perform(PROCEDURES[procedure], on, faces, choices, inputs)


def after(
    procedure: str, on: Table, *faces: int, choices: tuple[str, ...] = (), inputs: Mapping[str, str]
) -> Table:
    """The table after a procedure."""
    return table_after(run(procedure, on, *faces, choices=choices, inputs=inputs))


def thrown(done: Performed[T]) -> tuple[Rolled, ...]:
    return done.dice


def sheet(on: Table, key: int = 1) -> WanderedSheet:
    return WanderedSheet.of(on[key])
