"""The slots of the inventory (TRO-9.1, TRO-10): what fills them, where things lie, and what too many of them
cost.

The order of the items on the sheet is the order of the slots. Provisions and silver, then worn armour and the
shield come after them.
"""

from functools import lru_cache
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.troika.house import House
from tableside.games.troika.sheet import ARMOUR, SHIELD, Troika
from tableside.rules.characters import place_of, row_in_use
from tableside.rules.sheet import Item
from tableside.rules.typed import typed_slug

MOST_SLOTS: Final = 12
"""With more than these filled, every roll suffers (TRO-10.4)."""
SWAMPED_AT: Final = 18
"""From here on one barely moves and is taken unawares (TRO-10.4)."""
BURDEN: Final = -4
PROVISIONS: Final = "provisions"
SILVER: Final = "silver"
KEPT_AS_NUMBERS: Final = {PROVISIONS: (PROVISIONS, "provision"), SILVER: (SILVER, "money", "coins")}
"""What a sheet counts and yet fills slots (TRO-AMB-27), with the items that give it its place on the list.

Without such an item it lies behind the items: provisions, then silver.
"""
SILVER_PER_SLOT: Final = 100


@frozen
class SlotRow:
    """One thing carried, and where it is."""

    id: str
    """How it is named in answers and inputs."""
    name: str
    """The item's name; `provisions`, `silver`, `armour` and `shield` for what is no item."""
    first: int
    """Its first slot, counted from 1."""
    slots: int
    """How many it fills; 0 for what weighs nothing."""
    reach: int
    """What 2d6 must come to, to get it out in a fight (TRO-6.6, TRO-AMB-19)."""
    place: int = 0
    """Which of the items on the sheet it is, counted from 1; 0: none of them."""
    is_worn: bool = False
    """Whether it is armour on the body, and not to be got out or dropped in a fight."""


def _armour_slots(sheet: Troika) -> int:
    """Slots filled by worn armour that is not listed among the items: twice its value (TRO-9.1)."""
    return 0 if place_of(sheet, row_in_use(sheet, ARMOUR)) is not None else 2 * sheet.armour


def shield_slots(sheet: Troika) -> int:
    """A shield on the arm fills one slot; one listed among the items is not counted twice (TRO-10)."""
    return int(sheet.shield and place_of(sheet, SHIELD) is None)


def _numbers_carried(sheet: Troika, house: House) -> dict[str, int]:
    """The slots that provisions and silver fill, of which there are any (TRO-AMB-27)."""
    each = 0 if house.food_and_silver_fill == "no-slots" else 1
    by_weight = house.food_and_silver_fill == "slot-per-100-silver"
    silver = -(-sheet.silver // SILVER_PER_SLOT) if by_weight else each
    return {**({PROVISIONS: each} if sheet.provisions else {}), **({SILVER: silver} if sheet.silver else {})}


def inventory_slots_used(sheet: Troika, house: House) -> int:
    """Slots filled by items, provisions, silver, worn armour and shield (TRO-9.1, TRO-10, TRO-AMB-27)."""
    return sum(row.slots for row in inventory_slot_rows(sheet, house))


def _load(sheet: Troika, house: House) -> int:
    """What is held against 12 and 18: slots, or things of whatever size (TRO-AMB-17)."""
    if house.burden_counts == "items":
        return sum(row.slots > 0 or row.place > 0 for row in inventory_slot_rows(sheet, house))
    return inventory_slots_used(sheet, house)


def burden(sheet: Troika, house: House) -> int:
    """-4 with more than 12 filled, else 0 (TRO-10.4). On which rolls, the roll must say (TRO-AMB-18)."""
    return BURDEN if _load(sheet, house) > MOST_SLOTS else 0


def is_swamped(sheet: Troika, house: House) -> bool:
    """Whether so much is carried that one barely moves and counts as unaware (TRO-10.4, TRO-7.3)."""
    return _load(sheet, house) >= SWAMPED_AT


def _reach(first: int, slots: int, house: House) -> int:
    """The position of a thing that starts at this slot: its upper slot, or its lower one (TRO-AMB-19)."""
    return first + max(0, slots - 1) if house.two_slot_position == "lower-slot" else first


@lru_cache(maxsize=100)  # a roll asks several times what its people carry, and they carry it for long
def inventory_slot_rows(sheet: Troika, house: House) -> tuple[SlotRow, ...]:
    """Everything that is carried, in the order of its slots: items, provisions, silver, armour, shield."""
    left = _numbers_carried(sheet, house)
    things: list[tuple[str, str, int, int]] = []
    worn = place_of(sheet, row_in_use(sheet, ARMOUR))
    worn_place = 0 if worn is None else worn + 1
    for place, item in enumerate(sheet.items.items, 1):
        id = inventory_item_id(item)
        counted = next((each for each in left if id in KEPT_AS_NUMBERS[each]), "")
        things.append((id, item.name, left.pop(counted) if counted else item.slots, place))
    things += [(id, id, slots, 0) for id, slots in left.items()]
    things += [(ARMOUR, ARMOUR, _armour_slots(sheet), 0)] if _armour_slots(sheet) else []
    things += [(SHIELD, SHIELD, 1, 0)] if shield_slots(sheet) else []
    rows: list[SlotRow] = []
    first = 1
    for id, name, slots, place in things:
        rows.append(
            SlotRow(id, name, first, slots, _reach(first, slots, house), place, 0 < place == worn_place)
        )
        first += slots
    return tuple(rows)


def packed(sheet: Troika, house: House) -> tuple[SlotRow, ...]:
    """What can be got out: everything carried but what is worn."""
    rows = (row for row in inventory_slot_rows(sheet, house) if not row.is_worn)
    return tuple(row for row in rows if row.place or row.id in KEPT_AS_NUMBERS)


def inventory_item_id(item: Item) -> str:
    """How an item is named in answers and inputs: equal names are the same to whoever names them."""
    return typed_slug(item.name) or "item"


def row_of(sheet: Troika, item: str, house: House) -> SlotRow:
    """Where the nearest item of this id is. Raises `RuleError` when it is not carried."""
    slot = next((row for row in packed(sheet, house) if row.id == item), None)
    if slot is None:
        raise RuleError("troika.no-item", item=item)
    return slot
