"""Newcomers, both people and foes, with the numbers that a battle requires. Nothing is rolled."""

from dataclasses import replace
from typing import Annotated, Final

from tableside.games.d20.sheet import LOWEST_BONUS, D20Sheet, D20SheetAttack, ability_modifier
from tableside.rules.inputs import Choice, Number, Words, YesNo
from tableside.rules.names import free_name, numbered_newcomers
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.rule import rule
from tableside.rules.sessions import put_in_play_in_session
from tableside.rules.sheet import Meter, Tags
from tableside.rules.table import Character, Kind, Table

BONUS: Final = Number(lowest=LOWEST_BONUS, highest=40)
Dexterity = Annotated[int, Number(lowest=1, highest=99)]
ArmourClass = Annotated[int, Number(highest=99)]
HitPoints = Annotated[int, Number(lowest=1, highest=999)]
Attacks = Annotated[str, Words()]
"""Lines as on the sheet."""
PEOPLE: Final = (Kind.PC, Kind.NPC, Kind.HENCHMAN)


@rule("d20.create", "D20-X-mod", group=Group.SHEET, outcomes=("created",), role=Role.CREATE)
def create(
    table: Table,
    play: Play,
    name: Annotated[str, Words()],
    kind: Annotated[str, Choice(options=lambda table, given: PEOPLE)] = Kind.PC,
    dexterity: Dexterity = 10,
    bonus: Annotated[int, BONUS] = 0,
    armour_class: ArmourClass = 10,
    hit_points: HitPoints = 8,
    uncanny_dodge: Annotated[bool, YesNo(worth=False)] = False,
    attacks: Attacks = "",
) -> Outcome:
    """Make a character with these numbers; a player's character takes part in the current session."""
    sheet = D20Sheet(
        hit_points=Meter(hit_points, hit_points),
        armour_class=armour_class,
        dexterity=dexterity,
        initiative_bonus=bonus,
        uncanny_dodge=uncanny_dodge,
        attacks=Tags(D20SheetAttack.rows_of(attacks)),
    )
    created = Character(table.next_key, free_name(name, table), Kind(kind), sheet)
    _tell_entered(created, sheet, play)
    return Outcome("created", table=put_in_play_in_session(table, created))


MOST_AT_ONCE: Final = 50


@rule(
    "d20.add-foe",
    *("D20-check", "D20-AMB-8"),
    group=Group.SHEET,
    outcomes=("added",),
    amounts=("count",),
    role=Role.FOE,
)
def add_foe(
    table: Table,
    play: Play,
    name: Annotated[str, Words()],
    count: Annotated[int, Number(lowest=1, highest=MOST_AT_ONCE)] = 1,
    modifier: Annotated[int, replace(BONUS, also="initiative")] = 0,
    dexterity: Dexterity = 10,
    armour_class: ArmourClass = 10,
    hit_points: HitPoints = 5,
    attacks: Attacks = "",
) -> Outcome:
    """Add foes. If their initiative modifier is not just that of Dexterity, the rest is its bonus
    (D20-X-mod); 0 stands for Dexterity alone. Rolls nothing.
    """
    bonus = modifier - ability_modifier(dexterity) if modifier else 0
    sheet = D20Sheet(
        hit_points=Meter(hit_points, hit_points),
        armour_class=armour_class,
        dexterity=dexterity,
        initiative_bonus=BONUS.within(bonus),
        attacks=Tags(D20SheetAttack.rows_of(attacks)),
    )
    added = numbered_newcomers(table, Character(0, name, Kind.ENEMY, sheet), count)
    for one in added:
        _tell_entered(one, sheet, play)
    return Outcome("added", {"count": len(added)}, table.put(*added))


def _tell_entered(who: Character, sheet: D20Sheet, play: Play) -> None:
    numbers = {"number": sheet.armour_class, "points": sheet.hit_points.maximum}
    play.tell("enters-with-hit-points", "", {"who": who.name, **numbers})


PROCEDURES: tuple[Procedure, ...] = (create, add_foe)
