"""Putting somebody on the table with the numbers that a battle asks for. Nothing is rolled."""

from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.rules.d20.sheet import LOWEST_BONUS, Srd
from tableside.rules.inputs import Choice, Number, Words, YesNo
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.sheet import Meter
from tableside.rules.table import Character, Kind, Table

PEOPLE: Final = (Kind.PC, Kind.NPC, Kind.HENCHMAN)


def check_name(name: str, table: Table) -> str:
    """The name without blanks around it. Raises `RuleError` when it is empty, or somebody in play has it."""
    name = name.strip()
    if not name:
        raise RuleError("a character needs a name: type at least one letter")
    if any(each.name.casefold() == name.casefold() for each in table.in_play()):
        raise RuleError(f"somebody in play is called {name} already: choose another name")
    return name


def _create(
    table: Table,
    name: str,
    kind: str,
    dexterity: int,
    bonus: int,
    armour_class: int,
    hit_points: int,
    uncanny_dodge: bool,
    *,
    play: Play,
) -> Outcome:
    """Make a character of these numbers; a player's one takes part in the session that is on."""
    sheet = Srd(
        hit_points=Meter(hit_points, hit_points),
        armour_class=armour_class,
        dexterity=dexterity,
        initiative_bonus=bonus,
        uncanny_dodge=uncanny_dodge,
    )
    created = Character(table.next_key, check_name(name, table), Kind(kind), sheet)
    play.tell(
        "enters-with-hit-points", "", {"who": created.name, "number": armour_class, "points": hit_points}
    )
    table = table.put(created)
    if table.session_is_on and created.kind == Kind.PC:
        table = replace(table, attending=(*table.attending, created.key))
    return Outcome("created", table=table)


PROCEDURES = (
    Procedure(
        id="d20.create",
        rules=("D20-X-mod",),
        inputs=(
            Words("name"),
            Choice("kind", lambda table, given: PEOPLE, default=Kind.PC),
            Number("dexterity", 10, 1, 99),
            Number("bonus", 0, LOWEST_BONUS, 40),
            Number("armour-class", 10, 0, 99),
            Number("hit-points", 8, 1, 999),
            YesNo("uncanny-dodge", worth=False),
        ),
        run=_create,
        group=Group.SHEET,
        outcomes=("created",),
        role=Role.CREATE,
        on_table=True,
    ),
)
