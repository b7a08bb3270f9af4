"""Enemies by the book's numbers (TRO-X-foes), and putting several of a kind on the table."""

from typing import Final

from tableside.frozen import frozen
from tableside.rules.forms import asked
from tableside.rules.inputs import Choice, Number, Words, YesNo
from tableside.rules.naming import names_held, numbered
from tableside.rules.play import D6, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.sheet import Meter
from tableside.rules.table import Character, Kind, Table
from tableside.rules.troika.sheet import Troika
from tableside.rules.troika.weapons import WEAPONS
from tableside.rules.typed import one_of

MOST_AT_ONCE: Final = 50
OWN_WEAPON: Final = "own"
"""The weapon that this kind of foe has of its own accord."""


@frozen
class Foe:
    """A kind of enemy (TRO-7.2, TRO-X-foes)."""

    id: str
    name: str
    skill: int
    stamina: int
    initiative: int
    armour: int
    weapon: str
    """The damage row to begin with. The rules files name none: this is Tableside's proposal."""


FOES: Final = {
    foe.id: foe
    for foe in (
        Foe("goblin", "Goblin", 5, 6, 1, 1, "club"),
        Foe("orc", "Orc", 7, 8, 2, 0, "axe"),
        Foe("gremlin", "Gremlin", 3, 4, 3, 0, "small-beast"),
        Foe("living-dead", "Living Dead", 6, 12, 1, 0, "club"),
        Foe("lizard-man", "Lizard-Man", 8, 8, 2, 2, "spear"),
        Foe("troll", "Troll", 7, 12, 1, 2, "modest-beast"),
        Foe("ogre", "Ogre", 9, 18, 3, 1, "maul"),
        Foe("harpy", "Harpy", 8, 12, 3, 0, "modest-beast"),
        Foe("manticore", "Manticore", 12, 18, 5, 3, "large-beast"),
        Foe("dragon", "Dragon", 16, 32, 8, 4, "gigantic-beast"),
    )
}


def foe_of(id: str) -> Foe:
    """The kind of this id. Raises `RuleError` naming the nearest."""
    return FOES[id] if id in FOES else FOES[one_of(id, FOES)]


def sheet_of_foe(foe: Foe, weapon: str = "", mien: str = "") -> Troika:
    """The sheet of one of this kind."""
    return Troika(
        skill=foe.skill,
        stamina=Meter(foe.stamina, foe.stamina),
        luck=Meter(0, 0),
        initiative=foe.initiative,
        armour=foe.armour,
        weapon=weapon or foe.weapon,
        mien=mien,
    )


def add_foes(
    table: Table, foe: Foe, count: int, name: str, weapon: str, mien: bool, play: Play
) -> tuple[Character, ...]:
    """So many of a kind (TRO-X-foes). Rolls 1d6 for their mien, one for all of them, when that is wanted.

    The mien is noted as its number: the book says what it means (TRO-X-enemy). They join no fight by this.
    """
    name = name.strip() or foe.name
    mood = ""
    if mien:
        (face,) = play.roll(D6, why="mien", who=name)
        play.tell("mien-rolled", "TRO-X-enemy", {"who": name, "number": face})
        mood = str(face)
    sheet = sheet_of_foe(foe, weapon, mood)
    names = numbered(name, count, names_held(table))
    for each in names:
        play.tell("foe-added", "TRO-X-foes", {"who": each})
    return tuple(Character(table.next_key + n, each, Kind.ENEMY, sheet) for n, each in enumerate(names))


@frozen
class AddFoe:
    """What `troika.add-foe` asks for."""

    foe: str = asked(Choice(options=lambda table, given: tuple(FOES)))
    count: int = asked(Number(default=1, lowest=1, highest=MOST_AT_ONCE))
    name: str = asked(Words(default=""))
    weapon: str = asked(Choice(options=lambda table, given: (OWN_WEAPON, *WEAPONS), default=OWN_WEAPON))
    mien: bool = asked(YesNo(default=True, worth=False))


def _add_foe(table: Table, form: AddFoe, play: Play) -> Outcome:
    row = "" if form.weapon == OWN_WEAPON else form.weapon
    added = add_foes(table, foe_of(form.foe), form.count, form.name, row, form.mien, play)
    return Outcome("added", {"count": len(added)}, table.put(*added))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="troika.add-foe",
        rules=("TRO-7.2", "TRO-X-foes", "TRO-X-enemy"),
        form=AddFoe,
        run=_add_foe,
        group=Group.SHEET,
        outcomes=("added",),
        amounts=("count",),
        role=Role.FOE,
        on_table=True,
    ),
)
