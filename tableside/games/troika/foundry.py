"""Actors and items of the Foundry system `troika`, exported ones and the sources of compendia."""

import re
from collections.abc import Mapping
from typing import Final

from tableside.games.troika.written_elsewhere import (
    PASSED_OVER,
    armour,
    harm_cell,
    harm_left,
    item_row,
    meter,
    mien_cell,
    moods,
    weapon_of,
)
from tableside.rules.foreign import (
    Fields,
    Found,
    as_words,
    cell,
    listed,
    name_in,
    plain,
    row_name,
    told,
    whole,
)
from tableside.rules.kinds import FOES, PEOPLE
from tableside.rules.table import Kind
from tableside.rules.typed import slug

OF_FOUNDRY: Final = {
    **dict.fromkeys(("npc", "npc-complex", "npccomplex", "npc_complex"), Kind.ENEMY),
    **dict.fromkeys(("henchman", "henchmen"), Kind.HENCHMAN),
    "pc": Kind.PC,
    "background": Kind.PC,
}
"""Whose each type of actor is."""
ROWS_OF_FOUNDRY: Final = {"gear": "items", "spell": "spells", "skill": "skills"}


def of_foundry(fields: Fields, name: str, type: str) -> Found | None:
    system = fields.inner("system", "data")
    if type in ROWS_OF_FOUNDRY:
        return _thing_of_foundry(fields, system, name, ROWS_OF_FOUNDRY[type])
    if type not in OF_FOUNDRY:
        return None
    side = OF_FOUNDRY[type]
    inside = [Fields(each) for each in listed(fields.take("items")) if isinstance(each, Mapping)]
    things = [(each, name_in(each.take("name")), slug(told(each.take("type")))) for each in inside]
    cells = (*_numbers_of_foundry(system, side), *mien_cell(moods(system.take("mienOptions", "mien"))))
    for thing, called, of_type in things:
        cells += _row_of_foundry(thing, called, of_type, is_foe=side == Kind.ENEMY)
    special = [plain(system.take("special"))]
    lost = [f"{as_words(of_type or 'item')}: {called}" for _, called, of_type in things]
    kept = [
        line for line, (_, _, of_type) in zip(lost, things, strict=True) if of_type not in ROWS_OF_FOUNDRY
    ]
    text = plain(system.take("notes", "description"))
    notes = (*special, *kept, *system.left(*PASSED_OVER, "mien"), *fields.left(*PASSED_OVER))
    if type == "background":
        return Found("backgrounds", _without_number(name), cells, text, notes)
    return Found(FOES if side == Kind.ENEMY else PEOPLE, name, cells, text, notes, side)


def _without_number(name: str) -> str:
    """The name of a background without its place in the table of all."""
    return re.sub(r"^\d{1,3}[\s._-]+(?=\S)", "", name)


def _numbers_of_foundry(system: Fields, side: Kind) -> tuple[str, ...]:
    provisions = system.take("provisions")
    if isinstance(provisions, Mapping) and whole(provisions) is None:
        provisions = sum(each is True for each in provisions.values())
    tokens = whole(system.take("initiativeTokens", "initiative"))
    numbers = (
        *cell("skill", whole(system.take("skill"))),
        *meter("stamina", system.take("stamina")),
        *cell("armour", armour(system.take("armour"))),
    )
    if side == Kind.ENEMY:
        return (*numbers, *cell("initiative", tokens))
    return (
        *numbers,
        *meter("luck", system.take("luck")),
        *cell("provisions", whole(provisions)),
        *cell("silver", whole(system.take("monies", "silver"))),
    )


def _row_of_foundry(thing: Fields, name: str, type: str, *, is_foe: bool) -> tuple[str, ...]:
    """What something that an actor has comes to on the sheet."""
    system = thing.inner("system", "data")
    rank = whole(system.take("rank"))
    match type:
        case "skill":
            return (f"skills.new={row_name(name)} {rank or 0}",)
        case "spell":
            cost = whole(system.take("castingCost", "cost")) or 0
            return (f"spells.new={row_name(name)} {rank or 0}{f' ({cost})' if cost else ''}",)
        case "gear":
            row = weapon_of(system.take("attack")) if system.take("canAttack") else ""
            count = whole(system.take("quantity")) or 1
            slots = whole(system.take("inventorySlots"))
            item = f"items.new={item_row(name, slots, row, count)}"
            wields = row and (system.take("equipped") is True or is_foe)
            return (item, f"weapon={row}") if wields else (item,)
    return ()


def _thing_of_foundry(fields: Fields, system: Fields, name: str, section: str) -> Found:
    harm, attacks = system.take("attack"), system.take("canAttack")
    row = weapon_of(harm) if attacks else ""
    notes = harm_left(harm) if attacks else []
    match section:
        case "items":
            cells = (
                *cell("slots", whole(system.take("inventorySlots"))),
                *((f"weapon={row}",) if row else ()),
            )
            notes += _extras_of_foundry(system)
        case "spells":
            cells = (
                *cell("rank", whole(system.take("rank"))),
                *cell("cost", whole(system.take("castingCost", "cost"))),
                *(harm_cell(harm) if attacks else ()),
            )
        case _:
            cells = tuple(cell("rank", whole(system.take("rank"))))
    text = plain(system.take("description"))
    left = system.left(*PASSED_OVER, "name", "equipped", "armourProvided", "armourIgnored", "quantity")
    return Found(section, name, cells, text, (*notes, *left, *fields.left(*PASSED_OVER)))


def _extras_of_foundry(system: Fields) -> list[str]:
    """Of a thing, numbers that are no more than their default where they are 0."""
    numbers = {key: whole(system.take(key)) for key in ("armourProvided", "armourIgnored")}
    return [f"{as_words(key)}: {value}" for key, value in numbers.items() if value]
