"""Inventory slots (TRO-9.1, TRO-10): what fills them, what too many cost, getting things out, dropping them.

The order of the items on the sheet is the order of the slots. Worn armour and the shield come after them.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from tableside.errors import RuleError
from tableside.rules.dice import is_double
from tableside.rules.odds import Odds, collect, two_dice
from tableside.rules.play import D6, Play
from tableside.rules.procedure import Choice, Given, Group, Number, Outcome, Procedure, Who, YesNo
from tableside.rules.sheet import Item, slug
from tableside.rules.table import Character, Table
from tableside.rules.troika.house import House, house_of
from tableside.rules.troika.sheet import Troika, sheet_of

MOST_SLOTS: Final = 12
"""With more than these filled, every roll suffers (TRO-10.4)."""
SWAMPED_AT: Final = 18
"""From here on one barely moves and is taken unawares (TRO-10.4)."""
BURDEN: Final = -4
SHIELD: Final = "shield"
ARMOUR: Final = "armour"
ENOUGH: Final = "no-more"
"""The answer of somebody who has dropped enough."""


@dataclass(frozen=True, slots=True)
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


def is_at_hand(faces: tuple[int, ...], position: int, modifier: int = 0) -> bool:
    """Whether 2d6 reach the position; a double 1 never does (TRO-6.6)."""
    return not is_double(faces, 1) and sum(faces) + modifier >= position


def retrieve(position: int, modifier: int, play: Play, who: str = "") -> bool:
    """Get a thing out in a fight (TRO-6.6): rolls 2d6. Failing spends the action, which is not checked."""
    faces = play.roll(D6, D6, why="retrieve", who=who)
    found = is_at_hand(faces, position, modifier)
    play.tell(
        ("retrieved" if found else "not-retrieved") if who else "reached" if found else "not-reached",
        "TRO-6.6",
        {"who": who, "total": sum(faces), "modifier": modifier, "slot": position},
    )
    return found


def retrieve_odds(position: int, modifier: int = 0) -> Odds:
    """The chances of getting a thing out (TRO-6.6)."""
    return Odds(
        collect(
            ("success" if is_at_hand(faces, position, modifier) else "failure", chance)
            for faces, chance in two_dice().items()
        )
    )


def retrieving_modifier(sheet: Troika, house: House) -> int:
    """The burden weighs on retrieving too, unless it weighs on tests only (TRO-AMB-18)."""
    return burden(sheet, house) if house.burden_weighs_on == "all-rolls" else 0


def item_id(item: Item) -> str:
    """How an item is named in answers and inputs: equal names are the same to whoever names them."""
    return slug(item.name) or "item"


def item_position(sheet: Troika, item: str, house: House) -> int:
    """The position of the nearest item of this id. Raises `RuleError` when it is not carried."""
    for row, carried in zip(slot_rows(sheet, house), sheet.items.items, strict=False):
        if item_id(carried) == item:
            return row.reach
    raise RuleError(f"{item!r} is not among the items")


def without_item(sheet: Troika, item: str, slots: int) -> Troika:
    """The sheet without the last item of this id and size, or without its shield."""
    for index in reversed(range(len(sheet.items.items))):
        carried = sheet.items.items[index]
        if (item_id(carried), carried.slots) == (item, slots):
            kept = sheet.items.items[:index] + sheet.items.items[index + 1 :]
            return replace(sheet, items=replace(sheet.items, items=kept))
    return replace(sheet, shield=False)


def droppable(sheet: Troika, slots: int) -> dict[str, int]:
    """What of the things carried fits into so many slots: id to slots, deepest last. Worn armour stays on."""
    things = {item_id(item): item.slots for item in sheet.items.items if 0 < item.slots <= slots}
    if shield_slots(sheet) and slots >= 1:
        things[SHIELD] = 1
    return things


def drop(who: Character, careful: bool, house: House, play: Play) -> Character:
    """Drop things for a turn (TRO-10.4.1): 1d6 slots with care, 2d6 without.

    Rolls the dice, then asks item by item what goes, as long as something fits. The proposal is whatever lies
    deepest, until the load is bearable.
    """
    sheet = sheet_of(who)
    left = sum(play.roll(*((D6,) if careful else (D6, D6)), why="drop", who=who.name))
    play.tell(
        "drop-with-care" if careful else "drop-without-care", "TRO-10.4.1", {"who": who.name, "slots": left}
    )
    while things := droppable(sheet, left):
        proposal = list(things)[-1] if burden(sheet, house) else ENOUGH
        gone = play.choose("drop-what", *things, ENOUGH, default=proposal, who=who.name)
        if gone == ENOUGH:
            break
        sheet, left = without_item(sheet, gone, things[gone]), left - things[gone]
        play.tell("dropped", "TRO-10.4.1", {"who": who.name, "item": gone, "filled": slots_used(sheet)})
    return replace(who, sheet=sheet)


def _retrieve(table: Table, slot: int, *, play: Play) -> Outcome:
    return Outcome("success" if retrieve(slot, 0, play) else "failure")


def _retrieve_odds(table: Table, slot: int) -> Odds:
    return retrieve_odds(slot)


def _position(table: Table, who: int, item: str) -> tuple[int, int]:
    """The position and the modifier for this item of theirs."""
    sheet, house = sheet_of(table[who]), house_of(table)
    return item_position(sheet, item, house), retrieving_modifier(sheet, house)


def _retrieve_item(table: Table, who: int, item: str, *, play: Play) -> Outcome:
    position, modifier = _position(table, who, item)
    return Outcome(
        "success" if retrieve(position, modifier, play, table[who].name) else "failure", table=table
    )


def _retrieve_item_odds(table: Table, who: int, item: str) -> Odds:
    return retrieve_odds(*_position(table, who, item))


def _drop(table: Table, who: int, careful: bool, *, play: Play) -> Outcome:
    dropped = drop(table[who], careful, house_of(table), play)
    filled = {"filled": slots_used(sheet_of(dropped))}
    changed = dropped != table[who]
    return Outcome("dropped" if changed else "kept", filled, table.put(dropped))


def _items(table: Table, given: Given) -> tuple[str, ...]:
    who = given.get("who")
    items = sheet_of(table[who]).items.items if isinstance(who, int) and who else ()
    return tuple(dict.fromkeys(item_id(item) for item in items))


def _carries(worn: bool) -> Callable[[Table, Character], bool]:
    def fits(table: Table, who: Character) -> bool:
        sheet = sheet_of(who)
        return bool(sheet.items.items) or (worn and sheet.shield)

    return fits


def _nobody_carries(table: Table) -> tuple[str, ...]:
    return () if any(sheet_of(each).items.items for each in table.in_play()) else ("nothing-carried",)


PROCEDURES = (
    Procedure(
        id="troika.retrieve",
        rules=("TRO-6.6",),
        inputs=(Number("slot", lowest=1, highest=99, worth=(-1, 1)),),
        run=_retrieve,
        odds=_retrieve_odds,
        group=Group.ROLL,
        outcomes=("success", "failure"),
    ),
    Procedure(
        id="troika.retrieve-item",
        rules=("TRO-6.6", "TRO-9.1", "TRO-10", "TRO-10.4", "TRO-AMB-17", "TRO-AMB-18", "TRO-AMB-19"),
        inputs=(Who("who", fits=_carries(worn=False)), Choice("item", _items)),
        run=_retrieve_item,
        odds=_retrieve_item_odds,
        group=Group.FIGHT,
        outcomes=("success", "failure"),
        on_table=True,
        problems=_nobody_carries,
    ),
    Procedure(
        id="troika.drop",
        rules=("TRO-10", "TRO-10.4.1"),
        inputs=(Who("who", fits=_carries(worn=True)), YesNo("careful", default=True)),
        run=_drop,
        group=Group.FIGHT,
        outcomes=("dropped", "kept"),
        amounts=("filled",),
        on_table=True,
    ),
)
