"""The damage table (TRO-8): numbers only, a row per weapon, read by the Damage Roll."""

from typing import Final

from tableside.frozen import frozen


@frozen
class Weapon:
    """A row of the damage table."""

    id: str
    damage: tuple[int, int, int, int, int, int, int]
    """Stamina lost at a Damage Roll of 1, 2, 3, 4, 5, 6, and 7 or more."""
    two_handed: bool = False
    """`*` in the table: two hands, two slots (TRO-10)."""
    piercing: bool = False
    """`#` in the table: one point of armour is ignored."""
    natural: bool = False
    """Claws, fists and spells: nothing that could shatter (TRO-7.4), nothing that fills a slot."""


def _row(
    id: str, damage: str, *, two_handed: bool = False, piercing: bool = False, natural: bool = False
) -> Weapon:
    one, two, three, four, five, six, seven = (int(number) for number in damage.split())
    return Weapon(id, (one, two, three, four, five, six, seven), two_handed, piercing, natural)


WEAPONS: Final = {
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
        _row("fusil", "2 4 4 6 12 18 24", two_handed=True, piercing=True),
        _row("bow", "2 4 6 8 8 10 12", two_handed=True),
        _row("crossbow", "4 4 6 8 8 8 10", two_handed=True),
        _row("pistolet", "2 2 4 4 6 12 16", piercing=True),
        _row("small-beast", "2 2 3 3 4 5 6", natural=True),
        _row("modest-beast", "4 6 6 8 8 10 12", natural=True),
        _row("large-beast", "4 6 8 10 12 14 16", piercing=True, natural=True),
        _row("gigantic-beast", "4 8 12 12 16 18 24", piercing=True, natural=True),
        _row("jolt", "2 2 3 3 5 7 9", natural=True),
        _row("fire-bolt", "3 3 5 7 9 12 16", natural=True),
        _row("dragon-fire", "6 8 12 16 18 24 36", natural=True),
    )
}

SHOOTING: Final = ("fusil", "bow", "crossbow", "pistolet")
"""Weapons that are shot (TRO-6.2)."""

SLOTS_OF_WEAPON: Final = {
    weapon.id: 0 if weapon.natural else 2 if weapon.two_handed else 1 for weapon in WEAPONS.values()
}
