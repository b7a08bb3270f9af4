"""Creating characters (TRO-X-create), and enemies by the book's numbers (TRO-X-foes), several of a kind at
once.

The backgrounds are not part of Tableside: the d66 is rolled and noted, and the book says what it gives.
"""

from typing import Final

from tableside.frozen import frozen
from tableside.games.troika.damage import WEAPONS
from tableside.games.troika.sheet import PEOPLE, TroikaSheet
from tableside.rules.inputs import Choice, Number, Words, YesNo, input_field
from tableside.rules.names import free_name, numbered_newcomers
from tableside.rules.pack_kinds import pack_kinds_as_in_book
from tableside.rules.play import D6, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.sessions import put_in_play_in_session
from tableside.rules.sheet import Item, Meter, Slots
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import typed_dice_digits, typed_option

SKILL_BASE: Final = 3
STAMINA_BASE: Final = 12
LUCK_BASE: Final = 6
PROVISIONS: Final = 6
KIT: Final = (Item("Knife", weapon="knife"), Item("Lantern and oil"), Item("Rucksack"))


def d3(face: int) -> int:
    """A d6 halved, rounded up (TRO-1)."""
    return (face + 1) // 2


@frozen
class Create:
    name: str = input_field(Words())
    kind: str = input_field(Choice(options=lambda table, given: PEOPLE, default=Kind.PC))
    background: str = input_field(Words(default=""))


def _create(table: Table, form: Create, play: Play) -> Outcome:
    """Create a character (TRO-X-create, TRO-4.4): 1d6 as a d3 for Skill, 2d6 Stamina, 1d6 Luck, 2d6 silver,
    and d66 for the background unless given. Its gear and Advanced Skills are not added.
    """
    name, background = free_name(form.name, table), form.background.strip()
    skill, stamina, luck, silver = (
        play.total(*(D6,) * dice, why=f"creation-{score}", who=name)
        for score, dice in (("skill", 1), ("stamina", 2), ("luck", 1), ("silver", 2))
    )
    skill, stamina, luck = d3(skill) + SKILL_BASE, stamina + STAMINA_BASE, luck + LUCK_BASE
    amounts = {"skill": skill, "stamina": stamina, "luck": luck, "silver": silver}
    play.tell("created", "TRO-X-create", {"who": name, **amounts})
    if not background:
        number = typed_dice_digits(*play.roll(D6, D6, why="creation-background", who=name))
        play.tell("background-rolled", "TRO-X-create", {"who": name, "number": number})
        background = str(number)
    sheet = TroikaSheet(
        skill=skill,
        stamina=Meter(stamina, stamina),
        luck=Meter(luck, luck),
        weapon="knife",
        items=Slots(KIT),
        provisions=PROVISIONS,
        silver=silver,
        background=background,
    )
    created = Character(table.next_key, name, Kind(form.kind), sheet)
    return Outcome("created", amounts, put_in_play_in_session(table, created))


MOST_AT_ONCE: Final = 50
OWN_WEAPON: Final = "own"
"""The default weapon of this kind of foe."""


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
    """The damage row to begin with. The rules name none: this is Tableside's proposal."""


FOES: Final = {id: Foe(id, **numbers) for id, numbers in pack_kinds_as_in_book(__package__).items()}
"""The kinds in the book, by id."""


@frozen
class AddFoe:
    foe: str = input_field(Choice(options=lambda table, given: tuple(FOES)))
    count: int = input_field(Number(default=1, lowest=1, highest=MOST_AT_ONCE))
    name: str = input_field(Words(default=""))
    weapon: str = input_field(
        Choice(options=lambda table, given: (OWN_WEAPON, *WEAPONS), default=OWN_WEAPON, rows=WEAPONS)
    )
    mien: bool = input_field(YesNo(default=True, worth=False))


def _add_foe(table: Table, form: AddFoe, play: Play) -> Outcome:
    """Add foes of one kind (TRO-X-foes). If wanted, rolls 1d6 for their mien, one for all of them.

    The mien is noted as its number: the book says what it means (TRO-X-enemy). They do not join a fight.
    """
    foe = FOES[typed_option(form.foe, FOES)]
    name, mood = form.name.strip() or foe.name, ""
    if form.mien:
        (face,) = play.roll(D6, why="mien", who=name)
        play.tell("mien-rolled", "TRO-X-enemy", {"who": name, "number": face})
        mood = str(face)
    sheet = TroikaSheet(
        skill=foe.skill,
        stamina=Meter(foe.stamina, foe.stamina),
        luck=Meter(0, 0),
        initiative=foe.initiative,
        armour=foe.armour,
        weapon=foe.weapon if form.weapon in ("", OWN_WEAPON) else form.weapon,
        mien=mood,
    )
    added = numbered_newcomers(table, Character(0, name, Kind.ENEMY, sheet), form.count)
    for one in added:
        play.tell("foe-added", "TRO-X-foes", {"who": one.name})
    return Outcome("added", {"count": form.count}, table.put(*added))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="troika.create",
        rules=("TRO-X-create", "TRO-4.4", "TRO-1"),
        run=_create,
        group=Group.SHEET,
        outcomes=("created",),
        amounts=("skill", "stamina", "luck", "silver"),
        role=Role.CREATE,
    ),
    Procedure(
        id="troika.add-foe",
        rules=("TRO-7.2", "TRO-X-foes", "TRO-X-enemy"),
        run=_add_foe,
        group=Group.SHEET,
        outcomes=("added",),
        amounts=("count",),
        role=Role.FOE,
    ),
)
