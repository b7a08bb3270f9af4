"""Weapons (FELL-X-steel): the steel die of each, which are bulky, small, or burst.

The rules files say what bulky, small and blast mean, not which weapons are so: that is Tableside's proposal,
and the slots of any item can be typed over.
"""

from typing import Final

from tableside.frozen import frozen


@frozen
class Weapon:
    """A row of the weapons' table."""

    id: str
    die: int
    """The sides of its steel die."""
    bulky: bool = False
    """It fills two slots and needs both hands."""
    small: bool = False
    """In the off hand it gives its die as the bonus die."""
    blast: bool = False
    """Its harm is split among those around."""

    @property
    def slots(self) -> int:
        return 2 if self.bulky else 1


WEAPONS: Final = {
    weapon.id: weapon
    for weapon in (
        Weapon("club", 4, small=True),
        Weapon("dagger", 4, small=True),
        Weapon("handaxe", 4, small=True),
        Weapon("shortsword", 4, small=True),
        Weapon("shortbow", 4),
        Weapon("sling", 4),
        Weapon("staff", 4),
        Weapon("longbow", 6, bulky=True),
        Weapon("longsword", 6),
        Weapon("mace", 6),
        Weapon("firebomb", 6, blast=True),
        Weapon("battle-axe", 8, bulky=True),
        Weapon("crossbow", 8, bulky=True),
        Weapon("flail", 8, bulky=True),
        Weapon("greatsword", 8, bulky=True),
        Weapon("warhammer", 8, bulky=True),
    )
}
SLOTS_OF_WEAPON: Final = {weapon.id: weapon.slots for weapon in WEAPONS.values()}
"""The slots that each row fills."""
