"""Making a character (TRO-X-create): scores by dice, and the kit that everybody starts with.

The backgrounds are not part of Tableside: the d66 is rolled and noted, and the book says what it gives.
"""

from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.dice import d3, digits
from tableside.rules.forms import asked
from tableside.rules.inputs import Choice, Words
from tableside.rules.play import D6, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.sheet import Item, Meter, Slots
from tableside.rules.table import Character, Kind, Table
from tableside.rules.troika.sheet import PEOPLE, Troika

SKILL_BASE: Final = 3
STAMINA_BASE: Final = 12
LUCK_BASE: Final = 6
PROVISIONS: Final = 6
KIT: Final = (Item("Knife", weapon="knife"), Item("Lantern and oil"), Item("Rucksack"))


@frozen
class Scores:
    """What the dice of creation come to."""

    skill: int
    stamina: int
    luck: int
    silver: int


def roll_scores(play: Play, who: str = "") -> Scores:
    """Roll a new character (TRO-X-create): 1d6 as a d3 for Skill, 2d6 Stamina, 1d6 Luck, 2d6 silver."""
    (skill,) = play.roll(D6, why="creation-skill", who=who)
    stamina = sum(play.roll(D6, D6, why="creation-stamina", who=who))
    (luck,) = play.roll(D6, why="creation-luck", who=who)
    silver = sum(play.roll(D6, D6, why="creation-silver", who=who))
    return Scores(d3(skill) + SKILL_BASE, stamina + STAMINA_BASE, luck + LUCK_BASE, silver)


def sheet_with(scores: Scores, background: str) -> Troika:
    """The sheet with these scores and the kit."""
    return Troika(
        skill=scores.skill,
        stamina=Meter(scores.stamina, scores.stamina),
        luck=Meter(scores.luck, scores.luck),
        weapon="knife",
        items=Slots(KIT),
        provisions=PROVISIONS,
        silver=scores.silver,
        background=background,
    )


def create(table: Table, name: str, kind: Kind, background: str, play: Play) -> Character:
    """Make a character (TRO-X-create, TRO-4.4): rolls Skill, Stamina, Luck, silver, and d66 for a background.

    The d66 is not rolled when the background is given. Its gear and Advanced Skills are not added.
    Raises `RuleError` for an empty name, and for the name of somebody who is in play.
    """
    name = check_name(name, table)
    scores = roll_scores(play, name)
    play.tell(
        "created",
        "TRO-X-create",
        {
            "who": name,
            "skill": scores.skill,
            "stamina": scores.stamina,
            "luck": scores.luck,
            "silver": scores.silver,
        },
    )
    if not background.strip():
        number = digits(*play.roll(D6, D6, why="creation-background", who=name))
        play.tell("background-rolled", "TRO-X-create", {"who": name, "number": number})
        background = str(number)
    return Character(table.next_key, name, kind, sheet_with(scores, background.strip()))


def check_name(name: str, table: Table) -> str:
    """The name without blanks around it. Raises `RuleError` when it is empty, or somebody in play has it."""
    name = name.strip()
    if not name:
        raise RuleError("a character needs a name: type at least one letter")
    if any(each.name.casefold() == name.casefold() for each in table.in_play()):
        raise RuleError(f"somebody in play is called {name} already: choose another name")
    return name


def attended(table: Table, created: Character) -> Table:
    """With the new character on the table; a player's one takes part in the session that is on."""
    table = table.put(created)
    if table.session_is_on and created.kind == Kind.PC:
        return replace(table, attending=(*table.attending, created.key))
    return table


@frozen
class Create:
    """What `troika.create` asks for."""

    name: str = asked(Words())
    kind: str = asked(Choice(options=lambda table, given: PEOPLE, default=Kind.PC))
    background: str = asked(Words(default=""))


def _create(table: Table, form: Create, play: Play) -> Outcome:
    created = create(table, form.name, Kind(form.kind), form.background, play)
    sheet = created.sheet
    if not isinstance(sheet, Troika):
        raise RuleError(f"{form.name} has no Troika! sheet")
    amounts = {"skill": sheet.skill, "stamina": sheet.stamina.maximum, "luck": sheet.luck.maximum}
    return Outcome("created", amounts | {"silver": sheet.silver}, attended(table, created))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="troika.create",
        rules=("TRO-X-create", "TRO-4.4", "TRO-1"),
        form=Create,
        run=_create,
        group=Group.SHEET,
        outcomes=("created",),
        amounts=("skill", "stamina", "luck", "silver"),
        role=Role.CREATE,
        on_table=True,
    ),
)
