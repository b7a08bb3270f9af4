"""What is carried and worn: steel dice (FELL-X-steel), protection (FELL-X-armour), slots (FELL-X-slots)."""

from typing import Final

from tableside.games.fell.sheet import BARE_SLOTS, WEAPONS, Ability, Armour, Fell, die_of, sheet_of
from tableside.rules.sheet import Item
from tableside.rules.table import Character

COINS_IN_A_SLOT: Final = 100
PROTECTION: Final = {Armour.NONE: 0, Armour.BRIGANDINE: 1, Armour.CHAIN: 2, Armour.PLATE: 3}
"""Points of harm that body armour keeps off."""


def steel_die(item: Item | str) -> int:
    """The sides of the steel die of an item or a weapon row. 0: it is no weapon."""
    id = item.weapon if isinstance(item, Item) else item
    return WEAPONS[id].die if id in WEAPONS else 0


def weapons_of(sheet: Fell) -> tuple[str, ...]:
    """The weapon rows that are carried, in the order of the sheet, each once."""
    return tuple(dict.fromkeys(item.weapon for item in sheet.items.items if item.weapon in WEAPONS))


def count_of(sheet: Fell, weapon: str) -> int:
    """How many things of a weapon row are carried."""
    return sum(item.weapon == weapon for item in sheet.items.items)


def off_hand_weapons_of(sheet: Fell) -> tuple[str, ...]:
    """The carried weapons that give their die as the bonus die when held in the off hand (FELL-X-steel)."""
    return tuple(id for id in weapons_of(sheet) if WEAPONS[id].small)


def protection(sheet: Fell) -> int:
    """Points of harm that the armour keeps off (FELL-X-armour): what is worn, and a foe's own hide."""
    worn = sheet.shield + sheet.helmet + sheet.gambeson
    return PROTECTION[Armour(sheet.armour)] + worn + sheet.hide


def protection_of(who: Character, ability: str) -> int:
    """Points of harm to this ability that their armour keeps off: it covers the body alone."""
    return protection(sheet_of(who)) if ability == Ability.BOD else 0


def slots(who: Character) -> int:
    """How many slots they have (FELL-X-slots): 4 and the highest number of the BOD die, or of the hit die."""
    return BARE_SLOTS + die_of(who, Ability.BOD)


def coin_slots(coin: int) -> int:
    """The slots that coins fill: one for each hundred that is full (FELL-X-slots)."""
    return coin // COINS_IN_A_SLOT


def slots_used(sheet: Fell) -> int:
    """The slots that things and coins fill. Worn armour fills those of its item, when it is listed."""
    return sheet.items.used + coin_slots(sheet.coin)


def is_overburdened(who: Character) -> bool:
    """Whether they carry more than their slots hold (FELL-X-slots)."""
    return slots_used(sheet_of(who)) > slots(who)
