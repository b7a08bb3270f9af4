"""Newcomers, both people and foes, with the numbers that a battle requires. Nothing is rolled."""

from dataclasses import replace
from typing import Final

from tableside.frozen import frozen
from tableside.games.d20.sheet import LOWEST_BONUS, D20Sheet, D20SheetAttack, ability_modifier
from tableside.rules.inputs import Choice, Number, Words, YesNo, input_field
from tableside.rules.names import free_name, numbered_newcomers
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.sessions import put_in_play_in_session
from tableside.rules.sheet import Meter, Tags
from tableside.rules.table import Character, Kind, Table

DEXTERITY: Final = Number(default=10, lowest=1, highest=99)
BONUS: Final = Number(default=0, lowest=LOWEST_BONUS, highest=40)
ATTACKS: Final = Words(default="")
"""Lines as on the sheet."""
PEOPLE: Final = (Kind.PC, Kind.NPC, Kind.HENCHMAN)


@frozen
class Create:
    name: str = input_field(Words())
    kind: str = input_field(Choice(options=lambda table, given: PEOPLE, default=Kind.PC))
    dexterity: int = input_field(DEXTERITY)
    bonus: int = input_field(BONUS)
    armour_class: int = input_field(Number(default=10, highest=99))
    hit_points: int = input_field(Number(default=8, lowest=1, highest=999))
    uncanny_dodge: bool = input_field(YesNo(worth=False))
    attacks: str = input_field(ATTACKS)


def _create(table: Table, form: Create, play: Play) -> Outcome:
    """Make a character with these numbers; a player's character takes part in the current session."""
    sheet = D20Sheet(
        hit_points=Meter(form.hit_points, form.hit_points),
        armour_class=form.armour_class,
        dexterity=form.dexterity,
        initiative_bonus=form.bonus,
        uncanny_dodge=form.uncanny_dodge,
        attacks=Tags(D20SheetAttack.rows_of(form.attacks)),
    )
    created = Character(table.next_key, free_name(form.name, table), Kind(form.kind), sheet)
    play.tell(
        "enters-with-hit-points",
        "",
        {"who": created.name, "number": form.armour_class, "points": form.hit_points},
    )
    return Outcome("created", table=put_in_play_in_session(table, created))


MOST_AT_ONCE: Final = 50


@frozen
class AddFoe:
    name: str = input_field(Words())
    count: int = input_field(Number(default=1, lowest=1, highest=MOST_AT_ONCE))
    modifier: int = input_field(replace(BONUS, also="initiative"))
    dexterity: int = input_field(DEXTERITY)
    armour_class: int = input_field(Number(default=10, highest=99))
    hit_points: int = input_field(Number(default=5, lowest=1, highest=999))
    attacks: str = input_field(ATTACKS)


def _add_foe(table: Table, form: AddFoe, play: Play) -> Outcome:
    """Add foes. If their initiative modifier is not just that of Dexterity, the rest is its bonus
    (D20-X-mod); 0 stands for Dexterity alone. Rolls nothing.
    """
    bonus = form.modifier - ability_modifier(form.dexterity) if form.modifier else 0
    sheet = D20Sheet(
        hit_points=Meter(form.hit_points, form.hit_points),
        armour_class=form.armour_class,
        dexterity=form.dexterity,
        initiative_bonus=BONUS.within(bonus),
        attacks=Tags(D20SheetAttack.rows_of(form.attacks)),
    )
    added = numbered_newcomers(table, Character(0, form.name, Kind.ENEMY, sheet), form.count)
    for one in added:
        play.tell(
            "enters-with-hit-points",
            "",
            {"who": one.name, "number": form.armour_class, "points": form.hit_points},
        )
    return Outcome("added", {"count": len(added)}, table.put(*added))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="d20.create",
        rules=("D20-X-mod",),
        run=_create,
        group=Group.SHEET,
        outcomes=("created",),
        role=Role.CREATE,
    ),
    Procedure(
        id="d20.add-foe",
        rules=("D20-check", "D20-AMB-8"),
        run=_add_foe,
        group=Group.SHEET,
        outcomes=("added",),
        amounts=("count",),
        role=Role.FOE,
    ),
)
