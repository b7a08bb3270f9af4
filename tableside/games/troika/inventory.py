"""The slots of the inventory (TRO-9.1, TRO-10): what fills them, where things lie, the burden of too many,
and getting things out in a fight (TRO-6.6).

The order of items on the sheet is the order of slots. Provisions and silver, then worn armour and the shield
come after them.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.troika.house import OF_LOADS, TroikaHouse
from tableside.games.troika.sheet import ARMOUR, SHIELD, TroikaSheet
from tableside.games.troika.turns import act_in_troika_turn, spend_turn_retrieving
from tableside.rules.inputs import Choice, Given, Number, Who, YesNo, input_field, person_given_by_input
from tableside.rules.items import place_of_item, row_of_item_in_use, with_items_let_go
from tableside.rules.life_states import can_act, check_can_act
from tableside.rules.odds import Odds, mapped_odds, odds_of_two_dice
from tableside.rules.play import D6, Play
from tableside.rules.procedure import Group, Outcome, Procedure, procedure_needs_somebody
from tableside.rules.sheet import Item
from tableside.rules.table import Character, Table
from tableside.rules.typed import typed_slug

MOST_SLOTS: Final = 12
"""With more than these filled, every roll suffers (TRO-10.4)."""
SWAMPED_AT: Final = 18
"""From here on one barely moves and counts as unaware (TRO-10.4)."""
BURDEN: Final = -4
DOUBLE_ONE: Final = (1, 1)
"""Never gets anything out (TRO-6.6)."""
PROVISIONS: Final = "provisions"
SILVER: Final = "silver"
KEPT_AS_NUMBERS: Final = {PROVISIONS: (PROVISIONS, "provision"), SILVER: (SILVER, "money", "coins")}
"""Numbers on the sheet that fill slots (TRO-AMB-27), with the ids of an item that determines their place.

Without such an item they lie behind the items: provisions, then silver.
"""
SILVER_PER_SLOT: Final = 100


@frozen
class SlotRow:
    """One thing carried, and where it is."""

    id: str
    """Its id in answers and inputs."""
    name: str
    """The item's name; `provisions`, `silver`, `armour` and `shield` for what is no item."""
    first: int
    """Its first slot, counted from 1."""
    slots: int
    """The number of slots; 0 for something without weight."""
    reach: int
    """What 2d6 must reach to get it out in a fight (TRO-6.6, TRO-AMB-19)."""
    place: int = 0
    """The number of the item on the sheet, counted from 1; 0: it is no item."""
    is_worn: bool = False
    """Whether it is worn armour, which cannot be got out or dropped in a fight."""


def _armour_slots(sheet: TroikaSheet) -> int:
    """Slots filled by worn armour that is not among the items: twice its value (TRO-9.1)."""
    return 0 if place_of_item(sheet, row_of_item_in_use(sheet, ARMOUR)) is not None else 2 * sheet.armour


def _shield_slots(sheet: TroikaSheet) -> int:
    """The slot of a shield on the arm; one among the items is not counted twice (TRO-10)."""
    return int(sheet.shield and place_of_item(sheet, SHIELD) is None)


def _numbers_carried(sheet: TroikaSheet, house: TroikaHouse) -> dict[str, int]:
    """The slots filled by provisions and silver, as far as there are any (TRO-AMB-27)."""
    each = 0 if house.food_and_silver_fill == "no-slots" else 1
    by_weight = house.food_and_silver_fill == "slot-per-100-silver"
    silver = -(-sheet.silver // SILVER_PER_SLOT) if by_weight else each
    return {**({PROVISIONS: each} if sheet.provisions else {}), **({SILVER: silver} if sheet.silver else {})}


def inventory_slots_used(sheet: TroikaSheet, house: TroikaHouse) -> int:
    """Slots filled by items, provisions, silver, worn armour and shield (TRO-9.1, TRO-10, TRO-AMB-27)."""
    return sum(row.slots for row in inventory_slot_rows(sheet, house))


def _load(sheet: TroikaSheet, house: TroikaHouse) -> int:
    """The load compared with 12 and 18: slots, or things of any size (TRO-AMB-17)."""
    if house.burden_counts == "items":
        return sum(row.slots > 0 or row.place > 0 for row in inventory_slot_rows(sheet, house))
    return inventory_slots_used(sheet, house)


def inventory_burden(sheet: TroikaSheet, house: TroikaHouse) -> int:
    """-4 with more than 12 filled, else 0 (TRO-10.4). The rolls decide whether it applies (TRO-AMB-18)."""
    return BURDEN if _load(sheet, house) > MOST_SLOTS else 0


def is_swamped_by_inventory(sheet: TroikaSheet, house: TroikaHouse) -> bool:
    """Whether the load is so heavy that one barely moves and counts as unaware (TRO-10.4, TRO-7.3)."""
    return _load(sheet, house) >= SWAMPED_AT


@lru_cache(maxsize=100)  # a roll asks several times, and loads seldom change
def inventory_slot_rows(sheet: TroikaSheet, house: TroikaHouse) -> tuple[SlotRow, ...]:
    """Everything carried, in the order of slots: items, provisions, silver, armour, shield."""
    left = _numbers_carried(sheet, house)
    things: list[tuple[str, str, int, int]] = []
    worn = place_of_item(sheet, row_of_item_in_use(sheet, ARMOUR))
    worn_place = 0 if worn is None else worn + 1
    for place, item in enumerate(sheet.items.items, 1):
        id = _item_id(item)
        counted = next((each for each in left if id in KEPT_AS_NUMBERS[each]), "")
        things.append((id, item.name, left.pop(counted) if counted else item.slots, place))
    things += [(id, id, slots, 0) for id, slots in left.items()]
    things += [(ARMOUR, ARMOUR, _armour_slots(sheet), 0)] if _armour_slots(sheet) else []
    things += [(SHIELD, SHIELD, 1, 0)] if _shield_slots(sheet) else []
    rows: list[SlotRow] = []
    first = 1
    for id, name, slots, place in things:
        reach = first + max(0, slots - 1) if house.two_slot_position == "lower-slot" else first
        rows.append(SlotRow(id, name, first, slots, reach, place, 0 < place == worn_place))
        first += slots
    return tuple(rows)


def packed_in_inventory(sheet: TroikaSheet, house: TroikaHouse) -> tuple[SlotRow, ...]:
    """Everything that can be got out, which excludes worn armour."""
    rows = (row for row in inventory_slot_rows(sheet, house) if not row.is_worn)
    return tuple(row for row in rows if row.place or row.id in KEPT_AS_NUMBERS)


def _item_id(item: Item) -> str:
    """The id of an item in answers and inputs; equal names share one."""
    return typed_slug(item.name) or "item"


def row_in_inventory(sheet: TroikaSheet, item: str, house: TroikaHouse) -> SlotRow:
    """The nearest item with this id. Raises `RuleError` when it is not carried."""
    slot = next((row for row in packed_in_inventory(sheet, house) if row.id == item), None)
    if slot is None:
        raise RuleError("troika.no-item", item=item)
    return slot


ENOUGH: Final = "no-more"
"""The answer that ends dropping."""


def reaches_inventory_position(faces: tuple[int, ...], position: int, modifier: int = 0) -> bool:
    """Whether 2d6 reach the position; a double 1 never does (TRO-6.6)."""
    return faces != DOUBLE_ONE and sum(faces) + modifier >= position


def _get_out(position: int, modifier: int, play: Play, who: str = "", item: str = "") -> bool:
    """Get a thing out in a fight (TRO-6.6): rolls 2d6. The cost of failing is applied elsewhere."""
    if modifier:
        play.tell("reason-overburdened", "TRO-10.4", {"who": who, "amount": modifier})
    faces = play.roll(D6, D6, why="retrieve", who=who)
    is_found, total = reaches_inventory_position(faces, position, modifier), sum(faces) + modifier
    if faces == DOUBLE_ONE and total >= position:
        play.tell("double-one-fails", "TRO-6.6", {"who": who, "slot": position})
    fact = ("not-reached", "reached") if not item else ("not-retrieved", "retrieved")
    play.tell(fact[is_found], "TRO-6.6", {"who": who, "item": item, "total": total, "slot": position})
    return is_found


def inventory_retrieving_odds(position: int, modifier: int = 0) -> Odds:
    """The odds of getting a thing out (TRO-6.6)."""

    def result(faces: tuple[int, ...]) -> str:
        return "success" if reaches_inventory_position(faces, position, modifier) else "failure"

    return Odds(mapped_odds(odds_of_two_dice(), result))


def _without_item(sheet: TroikaSheet, item: str, slots: int) -> TroikaSheet:
    """The sheet without the last item of this id and size, or without provisions, silver or shield; the item
    is no longer in hand.
    """
    before = sheet
    is_number = any(item in ids for ids in KEPT_AS_NUMBERS.values())
    if item in KEPT_AS_NUMBERS[PROVISIONS]:
        sheet = replace(sheet, provisions=0)
    if item in KEPT_AS_NUMBERS[SILVER]:
        sheet = replace(sheet, silver=0)
    for index in reversed(range(len(sheet.items.items))):
        carried = sheet.items.items[index]
        if _item_id(carried) == item and (is_number or carried.slots == slots):
            kept = sheet.items.items[:index] + sheet.items.items[index + 1 :]
            return with_items_let_go(before, replace(sheet, items=replace(sheet.items, items=kept)))
    return replace(sheet, shield=False) if item == SHIELD else sheet


def things_for_dropping(sheet: TroikaSheet, slots: int, house: TroikaHouse) -> dict[str, int]:
    """The things that fit into this many slots: slots by id, deepest last. Worn armour stays on."""
    things = {row.id: row.slots for row in packed_in_inventory(sheet, house) if 0 < row.slots <= slots}
    if _shield_slots(sheet) and slots >= 1:
        things[SHIELD] = 1
    return things


def _drop_things(who: Character, careful: bool, house: TroikaHouse, play: Play) -> Character:
    """Drop things for a turn (TRO-10.4.1): 1d6 slots with care, 2d6 without.

    Rolls the dice, then asks item by item what goes, as long as something fits. The default is whatever lies
    deepest, until the load is bearable.
    """
    sheet = TroikaSheet.of(who)
    left = sum(play.roll(*((D6,) if careful else (D6, D6)), why="drop", who=who.name))
    fact = "drop-with-care" if careful else "drop-without-care"
    play.tell(fact, "TRO-10.4.1", {"who": who.name, "slots": left})
    while things := things_for_dropping(sheet, left, house):
        proposal = list(things)[-1] if inventory_burden(sheet, house) else ENOUGH
        gone = play.choose("drop-what", *things, ENOUGH, default=proposal, who=who.name)
        if gone == ENOUGH:
            break
        sheet, left = _without_item(sheet, gone, things[gone]), left - things[gone]
        filled = inventory_slots_used(sheet, house)
        play.tell("dropped", "TRO-10.4.1", {"who": who.name, "item": gone, "filled": filled})
    return replace(who, sheet=sheet)


def _reaching(table: Table, who: int, item: str) -> tuple[SlotRow, int]:
    """The row of this item, and the modifier for getting it out: the burden, unless it affects only tests
    (TRO-AMB-18).
    """
    check_can_act(table[who])
    sheet, house = TroikaSheet.of(table[who]), TroikaHouse.of(table)
    burden = inventory_burden(sheet, house) if house.burden_weighs_on == "all-rolls" else 0
    return row_in_inventory(sheet, item, house), burden


def _packed(table: Table, given: Given) -> tuple[str, ...]:
    """The ids of what they could get out, each once."""
    who = person_given_by_input(table, given)
    rows = packed_in_inventory(TroikaSheet.of(who), TroikaHouse.of(table)) if who else ()
    return tuple(dict.fromkeys(row.id for row in rows))


def _carries(table: Table, who: Character) -> bool:
    return can_act(who) and bool(packed_in_inventory(TroikaSheet.of(who), TroikaHouse.of(table)))


def _can_drop(table: Table, who: Character) -> bool:
    return _carries(table, who) or (can_act(who) and TroikaSheet.of(who).shield)


@frozen
class Retrieve:
    slot: int = input_field(Number(lowest=1, highest=99, worth=(-1, 1)))


def _retrieve(table: Table, form: Retrieve, play: Play) -> Outcome:
    return Outcome("success" if _get_out(form.slot, 0, play) else "failure")


@frozen
class RetrieveItem:
    who: int = input_field(Who(fits=_carries))
    item: str = input_field(Choice(options=_packed))


def _retrieve_item(table: Table, form: RetrieveItem, play: Play) -> Outcome:
    row, modifier = _reaching(table, form.who, form.item)
    is_found = _get_out(row.reach, modifier, play, table[form.who].name, row.name)
    return Outcome(
        "success" if is_found else "failure",
        table=table if is_found else spend_turn_retrieving(table, form.who, play),
    )


def _retrieve_item_odds(table: Table, form: RetrieveItem) -> Odds:
    row, modifier = _reaching(table, form.who, form.item)
    return inventory_retrieving_odds(row.reach, modifier)


@frozen
class Drop:
    who: int = input_field(Who(fits=_can_drop))
    careful: bool = input_field(YesNo(default=True))


def _drop(table: Table, form: Drop, play: Play) -> Outcome:
    check_can_act(table[form.who])
    dropped = _drop_things(table[form.who], form.careful, TroikaHouse.of(table), play)
    if dropped != table[form.who]:
        table = act_in_troika_turn(table, form.who, play)
    filled = {"filled": inventory_slots_used(TroikaSheet.of(dropped), TroikaHouse.of(table))}
    changed = dropped != table[form.who]
    return Outcome("dropped" if changed else "kept", filled, table.put(dropped))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="troika.retrieve",
        rules=("TRO-6.6",),
        run=_retrieve,
        odds=lambda table, form: inventory_retrieving_odds(form.slot),
        outcomes=("success", "failure"),
        on_table=False,
    ),
    Procedure(
        id="troika.retrieve-item",
        rules=(
            *("TRO-6.6", "TRO-9.1", "TRO-10", "TRO-10.4", "TRO-AMB-17", "TRO-AMB-18", "TRO-AMB-19"),
            "TRO-AMB-27",
        ),
        run=_retrieve_item,
        odds=_retrieve_item_odds,
        group=Group.FIGHT,
        outcomes=("success", "failure"),
        takes_turn=True,
        leaves_turn=("success",),
        problems=procedure_needs_somebody(_carries, "nothing-carried"),
    ),
    Procedure(
        id="troika.drop",
        rules=("TRO-10", "TRO-10.4.1", *OF_LOADS),
        run=_drop,
        group=Group.FIGHT,
        outcomes=("dropped", "kept"),
        amounts=("filled",),
        takes_turn=True,
        leaves_turn=("kept",),
    ),
)
