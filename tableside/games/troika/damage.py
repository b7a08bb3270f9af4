"""Damage (TRO-8, TRO-9): the table with a row for each weapon, own rows, and the roll: one d6, changed by
bonuses, armour and shield.

Points are points of Stamina lost. Bonuses and armour change the die, never the row's number (TRO-8.2); the
die is never read below 1 (TRO-AMB-22), and from 7 up it is read as 7. A Mighty Blow doubles the result
(TRO-8.1).
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.troika.house import TroikaHouse
from tableside.rules.items import ItemRows
from tableside.rules.odds import uniform_odds
from tableside.rules.play import D6, Play
from tableside.rules.typed import typed_option


@frozen
class DamageRow:
    """A row of the damage table."""

    id: str
    damage: tuple[int, int, int, int, int, int, int]
    """Stamina lost at a Damage Roll of 1, 2, 3, 4, 5, 6, and 7 or more."""
    two_handed: bool = False
    """`*` in the table: takes two hands and two slots (TRO-10)."""
    piercing: bool = False
    """`#` in the table: ignores one point of armour."""
    natural: bool = False
    """Claws, fists and spells: cannot shatter (TRO-7.4), and fill no slot."""
    shot: bool = False
    """Shot rather than struck with (TRO-6.2)."""

    @property
    def slots(self) -> int:
        return 0 if self.natural else 2 if self.two_handed else 1

    def armour_pierced(self, blow: "DamageBlow", house: TroikaHouse) -> int:
        """The points of armour that it ignores, at most 1; of a shield only by house rule (TRO-AMB-21)."""
        can_be = blow.armour > 0 or (blow.shield and house.piercing_and_shields == "shield-too")
        return int(self.piercing and can_be)

    def column(self, face: int, blow: "DamageBlow", house: TroikaHouse) -> int:
        """The column that is read, 1 to 7: die plus bonus less protection (TRO-7.6, TRO-8.2, TRO-9)."""
        protection = blow.armour + blow.shield - self.armour_pierced(blow, house)
        return min(max(face + blow.bonus - protection, 1), len(self.damage))

    def points(self, face: int, blow: "DamageBlow", house: TroikaHouse) -> int:
        """The Stamina lost for this face (TRO-8, TRO-8.1)."""
        return self.damage[self.column(face, blow, house) - 1] * (2 if blow.mighty else 1)


MARKS: Final = ("two-handed", "piercing", "natural", "shot")
"""The marks that an own row may have after its seven numbers."""
MOST_DAMAGE: Final = 999
_OWN: Final = re.compile(rf"(?P<numbers>\d+(?:-\d+){{6}})(?P<marks>(?:-(?:{'|'.join(MARKS)}))*)")


def _row(id: str, damage: str, **marks: bool) -> DamageRow:
    one, two, three, four, five, six, seven = (int(number) for number in damage.split())
    return DamageRow(id, (one, two, three, four, five, six, seven), **marks)


@lru_cache(maxsize=1000)
def own_damage_row(id: str, said: str) -> DamageRow:
    """An own row: `2-4-6-6-8-10-12-two-handed`. Raises `RuleError` when it is incomplete."""
    match = _OWN.fullmatch(said)
    if match is None or any(int(each[:9]) > MOST_DAMAGE for each in match["numbers"].split("-")):
        raise RuleError("troika.no-row", text=said.replace("-", " "), most=MOST_DAMAGE, marks=MARKS)
    has = {each.replace("-", "_"): f"-{each}-" in f"{match['marks']}-" for each in MARKS}
    return _row(id, match["numbers"].replace("-", " "), **has)


_BOOK: Final = {
    weapon.id: weapon
    for weapon in (
        _row("sword", "4 6 6 6 6 8 10"),
        _row("axe", "2 2 6 6 8 10 12"),
        _row("knife", "2 2 2 2 4 8 10"),
        _row("staff", "2 4 4 4 4 6 8"),
        _row("hammer", "1 2 4 6 8 10 12", piercing=True),
        _row("spear", "4 4 6 6 8 8 10"),
        _row("longsword", "4 6 8 8 10 12 14"),
        _row("mace", "2 4 4 6 6 8 10", piercing=True),
        _row("polearm", "2 4 4 8 12 14 18", two_handed=True, piercing=True),
        _row("maul", "1 2 3 6 12 13 14", two_handed=True, piercing=True),
        _row("greatsword", "2 4 8 10 12 14 18", two_handed=True),
        _row("club", "1 1 2 3 6 8 10"),
        _row("unarmed", "1 1 1 2 2 3 4", natural=True),
        _row("shield", "2 2 2 4 4 6 8"),
        _row("fusil", "2 4 4 6 12 18 24", two_handed=True, piercing=True, shot=True),
        _row("bow", "2 4 6 8 8 10 12", two_handed=True, shot=True),
        _row("crossbow", "4 4 6 8 8 8 10", two_handed=True, shot=True),
        _row("pistolet", "2 2 4 4 6 12 16", piercing=True, shot=True),
        _row("small-beast", "2 2 3 3 4 5 6", natural=True),
        _row("modest-beast", "4 6 6 8 8 10 12", natural=True),
        _row("large-beast", "4 6 8 10 12 14 16", piercing=True, natural=True),
        _row("gigantic-beast", "4 8 12 12 16 18 24", piercing=True, natural=True),
        _row("jolt", "2 2 3 3 5 7 9", natural=True),
        _row("fire-bolt", "3 3 5 7 9 12 16", natural=True),
        _row("dragon-fire", "6 8 12 16 18 24 36", natural=True),
    )
}

WEAPONS: Final = ItemRows(_BOOK, own_damage_row)
"""The table, including own rows."""
OF_SPELLS: Final = ("jolt", "fire-bolt", "dragon-fire")
"""Rows named after spells."""
SLOTS_OF_WEAPON: Final = ItemRows(
    {id: weapon.slots for id, weapon in _BOOK.items()}, lambda id, said: own_damage_row(id, said).slots
)


@frozen
class DamageBlow:
    """The parameters of a Damage Roll, besides its die and its row."""

    bonus: int = 0
    armour: int = 0
    """The target's armour: 0 none, 1 light, 2 modest, 3 heavy, more for some beasts."""
    shield: bool = False
    """Whether the target has a shield (TRO-7.6)."""
    mighty: bool = False


@frozen
class Damage:
    """The result of a Damage Roll."""

    points: int
    """Stamina lost, already doubled for a Mighty Blow."""
    face: int
    read: int
    """The column that is read, 1 to 7."""
    weapon: str


def damage_row_of_weapon(id: str) -> DamageRow:
    """The row with this id. Raises `RuleError` naming the nearest."""
    return WEAPONS[id if id in WEAPONS else typed_option(id, WEAPONS)]


def bonus_changes_damage(
    weapons: tuple[str, ...], blow: DamageBlow, better: DamageBlow, house: TroikaHouse
) -> bool:
    """Whether any face does more damage with the better blow."""
    return damage_odds(weapons, blow, house) != damage_odds(weapons, better, house)


@frozen
class Striker:
    """Whose blow it is, if known."""

    name: str = ""
    prefix: str = ""
    """`their-` for a blow by the side that was attacked."""


def roll_damage(
    weapons: tuple[str, ...],
    blow: DamageBlow,
    house: TroikaHouse,
    play: Play,
    by: Striker = Striker(),  # noqa: B008
) -> Damage:
    """The Damage Roll (TRO-8): rolls a d6. With several weapons in hand the row is picked after it (TRO-7.7).

    The choice is not asked for when every row does the same. Not checked: how many hands there are.
    """
    (face,) = play.roll(D6, why=f"{by.prefix}damage", who=by.name)
    points = {id: damage_row_of_weapon(id).points(face, blow, house) for id in weapons}
    row = max(points, key=points.__getitem__)
    if len({*points.values()}) > 1:
        row = play.choose("which-weapon", *weapons, default=row, who=by.name)
    weapon = damage_row_of_weapon(row)
    damage = Damage(points[row], face, weapon.column(face, blow, house), weapon.id)
    _tell_protection(weapon, blow, house, play)
    _tell_damage(damage, blow, play, by)
    return damage


def _tell_protection(weapon: DamageRow, blow: DamageBlow, house: TroikaHouse, play: Play) -> None:
    if blow.armour:
        play.tell("armour-protects", "TRO-9", {"amount": -blow.armour})
    if blow.shield:
        play.tell("shield-protects", "TRO-7.6", {"amount": -1})
    if weapon.armour_pierced(blow, house):
        play.tell("weapon-pierces", "TRO-9", {"weapon": weapon.id, "amount": 1})


def _tell_damage(damage: Damage, blow: DamageBlow, play: Play, by: Striker) -> None:
    values: dict[str, int | str | bool] = {
        "who": by.name,
        "face": damage.face,
        "read": damage.read,
        "weapon": damage.weapon,
        "points": damage.points,
        "once": damage.points // 2 if blow.mighty else damage.points,
    }
    if blow.mighty:
        play.tell(f"{by.prefix}damage-doubled", "TRO-8.1", values)
    elif damage.read != damage.face:
        play.tell(f"{by.prefix}damage-changed", "TRO-8.2", values)
    else:
        play.tell(f"{by.prefix}damage-plain", "TRO-8", values)


@lru_cache(maxsize=1024)
def damage_odds(weapons: tuple[str, ...], blow: DamageBlow, house: TroikaHouse) -> Mapping[int, Fraction]:
    """The chances of the Stamina lost, if the best row is picked (TRO-7.7)."""
    rows = [damage_row_of_weapon(id) for id in weapons]
    return uniform_odds(max(row.points(face, blow, house) for row in rows) for face in range(1, D6 + 1))
