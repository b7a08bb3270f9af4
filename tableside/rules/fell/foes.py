"""Foes and other people (FELL-X-npc): one hit die for everything, hit points of its highest number."""

from typing import Final

from tableside.frozen import frozen
from tableside.rules.cells import die_text
from tableside.rules.fell.sheet import HIT_LADDER, Fell
from tableside.rules.forms import asked
from tableside.rules.inputs import Choice, Number, Words
from tableside.rules.naming import names_held, numbered
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.sheet import Die, Meter
from tableside.rules.table import Character, Kind, Table

MOST_AT_ONCE: Final = 50
NAMELESS: Final = "Foe"


def sheet_of_foe(sides: int, hide: int = 0) -> Fell:
    """The sheet of one with this hit die; `hide` is the protection it has of its own accord."""
    return Fell(hit_die=Die(sides), hit_points=Meter(sides, sides), hide=hide)


def add_foes(
    table: Table, sides: int, count: int, name: str, hide: int, kind: Kind, play: Play
) -> tuple[Character, ...]:
    """So many of a kind (FELL-X-npc). Rolls nothing; they join no fight by this."""
    name = name.strip() or f"{NAMELESS} {die_text(sides)}"
    sheet = sheet_of_foe(sides, hide)
    names = numbered(name, count, names_held(table))
    for each in names:
        play.tell("foe-added", "FELL-X-npc", {"who": each})
    return tuple(Character(table.next_key + n, each, kind, sheet) for n, each in enumerate(names))


@frozen
class AddFoe:
    """What `fell.add-foe` asks for."""

    die: str = asked(Choice(options=lambda table, given: tuple(map(die_text, HIT_LADDER))))
    count: int = asked(Number(default=1, lowest=1, highest=MOST_AT_ONCE))
    name: str = asked(Words(default=""))
    protection: int = asked(Number(default=0, highest=9))
    kind: str = asked(Choice(options=lambda table, given: (Kind.ENEMY, Kind.NPC), default=Kind.ENEMY))


def _add_foe(table: Table, form: AddFoe, play: Play) -> Outcome:
    sides = int(form.die.removeprefix("d"))
    added = add_foes(table, sides, form.count, form.name, form.protection, Kind(form.kind), play)
    return Outcome("added", {"count": len(added)}, table.put(*added))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="fell.add-foe",
        rules=("FELL-X-npc", "FELL-X-armour"),
        form=AddFoe,
        run=_add_foe,
        group=Group.SHEET,
        outcomes=("added",),
        amounts=("count",),
        role=Role.FOE,
        on_table=True,
    ),
)
