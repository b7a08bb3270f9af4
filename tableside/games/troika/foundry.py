"""Actors and items of the Foundry system `troika`, exported ones and the sources of compendia."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from tableside.games.troika.foreign_fields import (
    PASSED_OVER,
    armour,
    armour_row,
    harm_cell,
    harm_left,
    item_row,
    meter,
    mien_cell,
    moods,
    weapon_of,
)
from tableside.rules.foreign_records import (
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
ROLLED: Final = ("skill", "stamina", "stamina.maximum", "luck", "luck.maximum")
"""What everybody rolls whatever the background."""
ROWS_OF_FOUNDRY: Final = {"gear": "items", "spell": "spells", "skill": "skills"}


def of_foundry(fields: Fields, name: str, hint: str) -> Found | None:
    """What an actor or an item says; `hint` is the compendium that it stands in. None: it is neither."""
    type, system = slug(told(fields.take("type"))), fields.inner("system", "data")
    if type in ROWS_OF_FOUNDRY:
        return _thing_of_foundry(fields, system, name, ROWS_OF_FOUNDRY[type])
    if type not in OF_FOUNDRY:
        return None
    side = OF_FOUNDRY[type]
    inside = [Fields(each) for each in listed(fields.take("items")) if isinstance(each, Mapping)]
    things = [(each, name_in(each.take("name")), slug(told(each.take("type")))) for each in inside]
    rows = [
        row
        for thing, called, of_type in things
        for row in _row_of_foundry(thing, called, of_type, is_foe=side == Kind.ENEMY)
    ]
    strange = [(called, each) for _, called, each in things if each not in ROWS_OF_FOUNDRY]
    kept = [f"{as_words(of_type or 'item')}: {called}" for called, of_type in strange]
    numbers = _numbers_of_foundry(system, side)
    called_so = name_in(system.take("background"))
    text, special = plain(system.take("notes", "description")), plain(system.take("special"))
    mien = mien_cell(moods(system.take("mienOptions", "mien")))
    notes = (special, *kept, *system.left(*PASSED_OVER, "mien"), *fields.left(*PASSED_OVER))
    if type == "background" or hint.casefold().endswith("backgrounds"):
        begins_with = [each for each in numbers if each.partition("=")[0] not in ROLLED]
        return Found("backgrounds", _without_number(name), (*begins_with, *rows), text, notes)
    own = (f"background={called_so}",) if called_so and side != Kind.ENEMY else ()
    section = FOES if side == Kind.ENEMY else PEOPLE
    return Found(section, name, (*numbers, *mien, *own, *rows), text, notes, side)


def _without_number(name: str) -> str:
    """The name of a background without its place in the table of all."""
    return re.sub(r"^\d{1,3}[\s._-]+(?=\S)", "", name)


def _numbers_of_foundry(system: Fields, side: Kind) -> tuple[str, ...]:
    provisions = system.take("provisions")
    if isinstance(provisions, Mapping) and whole(provisions) is None:
        provisions = sum(each is True for each in provisions.values())
    tokens = system.take("initiativeTokens", "initiative")
    numbers = (
        *cell("skill", system.take("skill")),
        *meter("stamina", system.take("stamina")),
        *cell("armour", armour(system.take("armour"))),
    )
    if side == Kind.ENEMY:
        return (*numbers, *cell("initiative", tokens))
    return (
        *numbers,
        *meter("luck", system.take("luck")),
        *cell("provisions", provisions),
        *cell("silver", system.take("monies", "silver")),
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
            attacks, marks = system.take("canAttack"), _marks(thing.inner("system", "data"))
            held = weapon_of(system.take("attack"), name, *marks) if attacks else ""
            row = held or armour_row(whole(system.take("armourProvided")))
            count = whole(system.take("quantity")) or 1
            slots = whole(system.take("inventorySlots"))
            item = f"items.new={item_row(name, slots, row, count)}"
            wields = held and (system.take("equipped") is True or is_foe)
            return (item, f"weapon={held}") if wields else (item,)
    return ()


def _marks(system: Fields) -> Iterator[str]:
    """What is said of a weapon besides its damage, for a row of one's own."""
    if system.take("requiresTwoHands") is True:
        yield "two-handed"
    if (whole(system.take("armourIgnored")) or 0) > 0:
        yield "piercing"


def _thing_of_foundry(fields: Fields, system: Fields, name: str, section: str) -> Found:
    harm, attacks = system.take("attack"), system.take("canAttack")
    marks = _marks(fields.inner("system", "data"))
    row = weapon_of(harm, name, *marks) if attacks else armour_row(whole(system.take("armourProvided")))
    notes = harm_left(harm) if attacks else []
    match section:
        case "items":
            cells = (
                *cell("slots", system.take("inventorySlots")),
                *((f"weapon={row}",) if row else ()),
            )
            ignored = whole(system.take("armourIgnored"))
            notes += [f"{as_words('armourIgnored')}: {ignored}"] if ignored else []
        case "spells":
            cells = (
                *cell("rank", system.take("rank")),
                *cell("cost", system.take("castingCost", "cost")),
                *(harm_cell(harm, name) if attacks else ()),
            )
        case _:
            cells = tuple(cell("rank", system.take("rank")))
    text = plain(system.take("description"))
    left = system.left(*PASSED_OVER, "name", "equipped", "armourProvided", "armourIgnored", "quantity")
    return Found(section, name, cells, text, (*notes, *left, *fields.left(*PASSED_OVER)))
