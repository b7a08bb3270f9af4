"""Inventory slots (TRO-9.1, TRO-10): what fills them, where things lie, and what too many of them cost.

The order of the items on the sheet is the order of the slots. Worn armour and the shield come after them.
"""

from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.sheet import Item
from tableside.rules.troika.house import House
from tableside.rules.troika.sheet import Troika
from tableside.rules.typed import slug

MOST_SLOTS: Final = 12
"""With more than these filled, every roll suffers (TRO-10.4)."""
SWAMPED_AT: Final = 18
"""From here on one barely moves and is taken unawares (TRO-10.4)."""
BURDEN: Final = -4
SHIELD: Final = "shield"
ARMOUR: Final = "armour"


@frozen
class SlotRow:
    """One thing carried, and where it is."""

    name: str
    """The item's name; `armour` and `shield` for what is worn."""
    first: int
    """Its first slot, counted from 1."""
    slots: int
    """How many it fills; 0 for what weighs nothing."""
    reach: int
    """What 2d6 must come to, to get it out in a fight (TRO-6.6, TRO-AMB-19)."""
    worn: bool = False


def armour_slots(sheet: Troika) -> int:
    """Slots filled by worn armour: twice its value (TRO-9.1)."""
    return 2 * sheet.armour


def shield_slots(sheet: Troika) -> int:
    """A shield on the arm fills one slot; one listed among the items is not counted twice (TRO-10)."""
    return int(sheet.shield and not any(item.weapon == SHIELD for item in sheet.items.items))


def slots_used(sheet: Troika) -> int:
    """Slots filled by items, worn armour and shield (TRO-9.1, TRO-10). Provisions and silver fill none."""
    return sheet.items.used + armour_slots(sheet) + shield_slots(sheet)


def load(sheet: Troika, house: House) -> int:
    """What is held against 12 and 18: slots, or things of whatever size (TRO-AMB-17)."""
    if house.burden_counts == "items":
        return len(sheet.items.items) + int(sheet.armour > 0) + shield_slots(sheet)
    return slots_used(sheet)


def burden(sheet: Troika, house: House) -> int:
    """-4 with more than 12 filled, else 0 (TRO-10.4). On which rolls, the roll must say (TRO-AMB-18)."""
    return BURDEN if load(sheet, house) > MOST_SLOTS else 0


def is_swamped(sheet: Troika, house: House) -> bool:
    """Whether so much is carried that one barely moves and counts as unaware (TRO-10.4, TRO-7.3)."""
    return load(sheet, house) >= SWAMPED_AT


def reach(first: int, slots: int, house: House) -> int:
    """The position of a thing that starts at this slot: its upper slot, or its lower one (TRO-AMB-19)."""
    return first + max(0, slots - 1) if house.two_slot_position == "lower-slot" else first


def slot_rows(sheet: Troika, house: House) -> tuple[SlotRow, ...]:
    """Everything that fills slots, in order, with its position."""
    things = [(item.name, item.slots, False) for item in sheet.items.items]
    things += [(ARMOUR, armour_slots(sheet), True)] if sheet.armour else []
    things += [(SHIELD, 1, True)] if shield_slots(sheet) else []
    rows: list[SlotRow] = []
    first = 1
    for name, slots, worn in things:
        rows.append(SlotRow(name, first, slots, reach(first, slots, house), worn))
        first += slots
    return tuple(rows)


def item_id(item: Item) -> str:
    """How an item is named in answers and inputs: equal names are the same to whoever names them."""
    return slug(item.name) or "item"


def row_of(sheet: Troika, item: str, house: House) -> SlotRow:
    """Where the nearest item of this id is. Raises `RuleError` when it is not carried."""
    for row, carried in zip(slot_rows(sheet, house), sheet.items.items, strict=False):
        if item_id(carried) == item:
            return row
    raise RuleError(f"{item!r} is not among the items")
