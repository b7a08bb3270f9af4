"""Several foes of a kind at once, with the numbers that a battle asks for."""

from typing import Final

from tableside.rules.d20.sheet import LOWEST_BONUS, Srd
from tableside.rules.inputs import Number, Words
from tableside.rules.naming import numbered
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.sheet import Meter
from tableside.rules.table import Character, Kind, Table

MOST_AT_ONCE: Final = 50


def _add_foe(
    table: Table, name: str, count: int, modifier: int, armour_class: int, hit_points: int, *, play: Play
) -> Outcome:
    """Put them on the table; the modifier to initiative is taken to be Dexterity's. Rolls nothing."""
    sheet = Srd(
        hit_points=Meter(hit_points, hit_points),
        armour_class=armour_class,
        dexterity=max(1, 10 + 2 * modifier),
        initiative_bonus=min(0, modifier + 5),
    )
    names = numbered(name, count, (each.name for each in table.characters.values()))
    added = [Character(table.next_key + n, each, Kind.ENEMY, sheet) for n, each in enumerate(names)]
    for one in added:
        play.tell(
            "enters-with-hit-points", "", {"who": one.name, "number": armour_class, "points": hit_points}
        )
    return Outcome("added", {"count": len(added)}, table.put(*added))


PROCEDURES = (
    Procedure(
        id="d20.add-foe",
        rules=("D20-check", "D20-AMB-8"),
        inputs=(
            Words("name"),
            Number("count", 1, 1, MOST_AT_ONCE),
            Number("modifier", 0, LOWEST_BONUS, 40),
            Number("armour-class", 10, 0, 99),
            Number("hit-points", 5, 1, 999),
        ),
        run=_add_foe,
        group=Group.SHEET,
        outcomes=("added",),
        amounts=("count",),
        role=Role.FOE,
        on_table=True,
    ),
)
