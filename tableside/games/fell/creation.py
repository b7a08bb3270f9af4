"""Putting newcomers on the table: characters by the rules (FELL-X-create), foes and other people
(FELL-X-npc).

Backgrounds, traits and spells are not part of Tableside: their dice are rolled and noted, and the book says
what they mean.
"""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Final

from tableside.frozen import frozen
from tableside.games.fell.sheet import ABILITIES, HIT_LADDER, Ability, Fell, ability_die, with_new_die
from tableside.rules.campaign_kinds import kinds_kept
from tableside.rules.cells import die_text
from tableside.rules.inputs import Choice, Given, Number, Words, asked
from tableside.rules.names import free_name, names_held, numbered
from tableside.rules.play import D6, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.sessions import put_in_play
from tableside.rules.sheet import Die, Item, Meter, Slots, Tags
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import slug

SKILLS: Final = (
    *("athletics", "discernment", "lore", "performance"),
    *("repair", "skullduggery", "speechcraft", "survival"),
)
"""In the order of the d8."""
SPELLS: Final = 100


def unknown_skills(sheet: Fell) -> tuple[str, ...]:
    """The skills that are not on the sheet."""
    return tuple(each for each in SKILLS if not sheet.skills.has(each))


def roll_spell(known: tuple[str, ...], play: Play, who: str = "") -> str:
    """A spell off the book's list: rolls d100. A number that is known goes on to the next that is not."""
    (number,) = play.roll(SPELLS, why="fell-spell", who=who)
    taken = {each.casefold() for each in known}
    names = (f"Spell {(number - 1 + step) % SPELLS + 1}" for step in range(SPELLS))
    return next((name for name in names if name.casefold() not in taken), f"Spell {number} again")


class Scores(StrEnum):
    """Where the ability dice come from."""

    ROLLED = "rolled"
    ONE_SMALL = "d4-d6-d6"
    ONE_BIG = "d4-d4-d8"


D8: Final = 8
D10: Final = 10
D20: Final = 20
TRAITS: Final = 10
"""Tables of traits, a d10 each."""
RATIONS: Final = 3
KIT: Final = (Item("Torch"),)
BACKGROUNDS: Final = "backgrounds"
"""The section of own backgrounds."""
SKILL_OF_BACKGROUND: Final = "of-the-background"
ROLLED_SKILL: Final = "rolled-skill"
NOT_YET: Final = "not-yet"
"""The skill is written on the sheet later."""


def die_on(face: int) -> int:
    """The ability die that a d8 gives (FELL-X-create): d4 up to 4, d6 up to 6, else d8."""
    return 4 if face <= 4 else 6 if face <= 6 else 8


def spells_on(face: int) -> int:
    """How many spells the WIL die gives at the start (FELL-X-spell): none up to 4, one up to 6, else two."""
    return 0 if face <= 4 else 1 if face <= 6 else 2


def roll_dice(play: Play, who: str = "") -> Mapping[Ability, int]:
    """Ability dice by the table: rolls 3d8 for BOD, INT and WIL."""
    faces = play.roll(D8, D8, D8, why="fell-abilities", who=who)
    return dict(zip(ABILITIES, map(die_on, faces), strict=True))


def choose_dice(scores: Scores, play: Play, who: str = "") -> Mapping[Ability, int]:
    """Ability dice by choice (FELL-X-create): asks which ability has the one that differs."""
    one, others = (4, 6) if scores == Scores.ONE_SMALL else (8, 4)
    odd = play.choose(f"which-has-d{one}", *ABILITIES, default=ABILITIES[0], who=who)
    return {each: one if each == odd else others for each in ABILITIES}


def create_sheet(scores: Scores, skill: str, background: str, play: Play, who: str = "") -> Fell:
    """A new sheet (FELL-X-create).

    Rolls 3d8 for the abilities unless they are chosen; the WIL die for the number of spells, d100 for each;
    d20 background unless it is given, whose skill is asked; d8 for the skill when that is wanted; 2d20 years;
    ten d10 for traits; 3d6 coin.
    """
    rolled = scores == Scores.ROLLED
    dice = roll_dice(play, who) if rolled else choose_dice(scores, play, who)
    sheet = Fell()
    for ability, sides in dice.items():
        sheet = with_new_die(sheet, ability, Die(sides), refilled=True)
    values = {str(ability): die_text(sides) for ability, sides in dice.items()}
    play.tell("fell-created", "FELL-X-create", {"who": who, **values})
    sheet = replace(sheet, spells=_first_spells(ability_die(sheet, Ability.WIL), play, who))
    sheet = _with_past(sheet, skill, background.strip(), play, who)
    coin = sum(play.roll(D6, D6, D6, why="fell-coin", who=who))
    play.tell("fell-coin", "FELL-X-create", {"who": who, "coin": coin})
    return replace(sheet, coin=coin, rations=RATIONS, items=Slots(KIT))


def _first_spells(wil: int, play: Play, who: str) -> Tags:
    (face,) = play.roll(wil, why="fell-spells-known", who=who)
    spells: tuple[str, ...] = ()
    for _ in range(spells_on(face)):
        spells = (*spells, roll_spell(spells, play, who))
    play.tell("fell-spells-known", "FELL-X-spell", {"who": who, "count": len(spells)})
    return Tags(spells)


def _with_past(sheet: Fell, skill: str, background: str, play: Play, who: str) -> Fell:
    """Background, skill, age and traits, in this order."""
    if not background:
        (number,) = play.roll(D20, why="creation-background", who=who)
        play.tell("fell-background", "FELL-X-create", {"who": who, "number": number})
        background = str(number)
    if skill == ROLLED_SKILL:
        (face,) = play.roll(D8, why="fell-skill", who=who)
        skill = SKILLS[face - 1]
    if skill == SKILL_OF_BACKGROUND:
        skill = play.choose("skill-of-background", NOT_YET, *SKILLS, default=NOT_YET, who=who)
    skills = () if skill == NOT_YET else (skill,)
    age = sum(play.roll(D20, D20, why="fell-age", who=who)) + 10
    traits = " ".join(map(str, play.roll(*(D10,) * TRAITS, why="fell-traits", who=who)))
    play.tell("fell-past", "FELL-X-create", {"who": who, "age": age, "traits": traits})
    return replace(sheet, skills=Tags(skills), background=background, age=age, traits=traits)


def _skills(table: Table, given: Given) -> tuple[str, ...]:
    return (SKILL_OF_BACKGROUND, ROLLED_SKILL, *SKILLS)


@frozen
class Create:
    """What `fell.create` asks for."""

    name: str = asked(Words())
    scores: str = asked(Choice(options=lambda table, given: tuple(Scores), default=Scores.ROLLED))
    skill: str = asked(
        Choice(
            options=lambda table, given: (SKILL_OF_BACKGROUND, ROLLED_SKILL, *SKILLS),
            default=SKILL_OF_BACKGROUND,
        )
    )
    background: str = asked(Words(default=""))


def _skill_wanted(table: Table, form: Create) -> str:
    """The skill that is asked for; none where an own background gives its own."""
    known = kinds_kept(table, BACKGROUNDS).get(slug(form.background))
    gives_it = known is not None and bool(known.value("skills.new"))
    return NOT_YET if gives_it and form.skill == SKILL_OF_BACKGROUND else form.skill


def _create(table: Table, form: Create, play: Play) -> Outcome:
    name = form.name
    name = free_name(name, table)
    sheet = create_sheet(Scores(form.scores), _skill_wanted(table, form), form.background, play, name)
    amounts = {str(ability): ability_die(sheet, ability) for ability in ABILITIES}
    created = Character(table.next_key, name, Kind.PC, sheet)
    return Outcome("created", {**amounts, "coin": sheet.coin}, put_in_play(table, created))


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
        id="fell.create",
        rules=("FELL-X-create", "FELL-X-abil", "FELL-X-skill", "FELL-X-spell"),
        form=Create,
        run=_create,
        group=Group.SHEET,
        outcomes=("created",),
        amounts=(*ABILITIES, "coin"),
        role=Role.CREATE,
        on_table=True,
    ),
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
