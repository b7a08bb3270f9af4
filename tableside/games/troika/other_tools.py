"""Troika! of other tools: the JSON corpus of the SRD in both generations of its form, and the actors and
items of the Foundry system `troika`, as what a pack or a sheet has a place for.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tableside.games.troika.damage import WEAPONS
from tableside.games.troika.foreign_fields import (
    PASSED_OVER,
    armour,
    armour_row,
    belongings,
    harm_cell,
    harm_left,
    item_row,
    item_rows,
    meter,
    mien_cell,
    mien_left,
    moods,
    skill_rows,
    weapon_cell,
    weapon_of,
)
from tableside.rules.foreign_records import (
    Fact,
    Fields,
    Found,
    foreign_cell,
    foreign_field_name,
    foreign_line,
    foreign_list,
    foreign_name,
    foreign_number,
    foreign_row_name,
    foreign_text,
)
from tableside.rules.pack_kinds import FOES, PEOPLE
from tableside.rules.ruleset import OtherTools
from tableside.rules.table import Kind
from tableside.rules.typed import typed_slug

OF_LISTS: Final = {
    **dict.fromkeys(("enemy", "enemies", "monster", "monsters", "creatures", "bestiary"), "enemy"),
    **dict.fromkeys(("background", "backgrounds"), "background"),
    **dict.fromkeys(("spell", "spells"), "spell"),
    **dict.fromkeys(("item", "items", "weapon", "weapons", "equipment", "possessions", "armour"), "item"),
    **dict.fromkeys(("skill", "skills", "advancedskill", "advancedskills", "advanced-skills"), "skill"),
    **dict.fromkeys(("character", "characters"), "character"),
}
"""What a record is, by the type that it says, or by the list or folder that it stands in."""
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


def _reads(record: Mapping[str, Fact], hint: str) -> Found | None:
    """What a record of these tools says. None: it is none of theirs."""
    fields = Fields(record)
    if not (name := foreign_name(fields.take("name", "title"))):
        return None
    if isinstance(record.get("system", record.get("data")), Mapping):
        return _of_foundry(fields, name, hint)
    kind = _kind(fields, hint)
    return _READ[kind](fields, name) if kind else None


def _kind(fields: Fields, hint: str) -> str:
    """What a record of the corpus is; empty where nothing tells."""
    said = foreign_line(fields.take("@type")).casefold()
    if found := OF_LISTS.get(said):
        return found
    if said:
        return ""
    if fields.has("stats") or fields.has("skill", "stamina"):
        return "enemy"
    if fields.has("attributes"):
        return "character"
    if fields.has("advancedSkills") or fields.has("possessions"):
        return "background"
    if fields.has("cost") and (fields.has("testType") or fields.has("duration") or fields.has("range")):
        return "spell"
    return OF_LISTS.get(hint.casefold(), "item" if fields.has("slots") or fields.has("weapon") else "")


# The corpus


def _enemy(fields: Fields, name: str) -> Found:
    stats = fields.inner("stats") if fields.has("stats") else fields
    damage = stats.take("damage")
    mien = moods(fields.take("mien"))
    cells = (
        *foreign_cell("skill", stats.take("skill")),
        *foreign_cell("stamina", stats.take("stamina")),
        *foreign_cell("initiative", stats.take("initiative", "initiativeTokens")),
        *foreign_cell("armour", armour(stats.take("armour"))),
        *weapon_cell(damage, name),
        *(f"skills.new={row}" for row in skill_rows(fields.take("advancedSkills", "skills"))),
        *(f"spells.new={row}" for row in skill_rows(fields.take("spells"), rank=0)),
        *(f"items.new={row}" for row in item_rows(fields.take("possessions", "loot"))),
        *mien_cell(mien),
    )
    special = [foreign_line(each) for each in foreign_list(fields.take("special", "specialAbilities"))]
    text = foreign_text(fields.take("description"))
    left = [] if stats is fields else stats.left()
    notes = (*harm_left(damage), *mien_left(mien), *special, *left, *fields.left(*PASSED_OVER))
    return Found(FOES, name, cells, text, tuple(filter(None, notes)), Kind.ENEMY)


def _background(fields: Fields, name: str) -> Found:
    things = fields.take("possessions", "items", "inventory")
    cells = (
        *(f"skills.new={row}" for row in skill_rows(fields.take("advancedSkills", "skills"))),
        *(f"spells.new={row}" for row in skill_rows(fields.take("spells"))),
        *belongings(things),
    )
    text = foreign_text(fields.take("description"))
    special = [foreign_line(each) for each in foreign_list(fields.take("special"))]
    return Found("backgrounds", name, cells, text, (*special, *fields.left(*PASSED_OVER)))


def _spell(fields: Fields, name: str) -> Found:
    cost, harm = fields.take("cost", "castingCost"), fields.take("damageTable", "damage")
    cells = (*foreign_cell("rank", fields.take("rank")), *foreign_cell("cost", cost), *harm_cell(harm, name))
    notes = harm_left(harm)
    text = foreign_text(fields.take("description"))
    return Found("spells", name, cells, text, (*notes, *fields.left(*PASSED_OVER)))


def _item(fields: Fields, name: str) -> Found:
    weapon = fields.inner("weapon")
    harm = weapon.take("damageAs") or fields.take("damage", "damageAs")
    row = weapon_of(harm, name, *_marks(fields.inner("weapon"))) or (
        weapon_of(name) if typed_slug(name) in WEAPONS else ""
    )
    row = row or armour_row(
        foreign_number(fields.inner("armour").take("protection") or fields.take("armour"))
    )
    slots = fields.take("slots", "encumbrance")
    cells = (*foreign_cell("slots", slots), *((f"weapon={row}",) if row else ()))
    notes = harm_left(harm)
    fields.take("encumbrance")
    text = foreign_text(fields.take("description"))
    return Found("items", name, cells, text, (*notes, *weapon.left(), *fields.left(*PASSED_OVER)))


def _marks(weapon: Fields) -> Iterator[str]:
    """What is said of a weapon besides its damage, for a row of one's own."""
    if weapon.take("twoHanded") is True or "two_handed" in map(
        str, foreign_list(weapon.take("specialRules"))
    ):
        yield "two-handed"
    if (foreign_number(weapon.take("ignoresArmor", "ignoresArmour")) or 0) > 0:
        yield "piercing"
    if weapon.take("category") == "ranged":
        yield "shot"


def _skill(fields: Fields, name: str) -> Found:
    cells = tuple(foreign_cell("rank", fields.take("rank")))
    return Found(
        "skills", name, cells, foreign_text(fields.take("description")), (*fields.left(*PASSED_OVER),)
    )


def _character(fields: Fields, name: str) -> Found:
    attributes = fields.inner("attributes") if fields.has("attributes") else fields
    background = foreign_name(fields.take("background"))
    cells = (
        *foreign_cell("skill", attributes.take("skill")),
        *meter("stamina", attributes.take("stamina")),
        *meter("luck", attributes.take("luck")),
        *foreign_cell("armour", armour(fields.take("armour"))),
        *((f"background={background}",) if background else ()),
        *(f"skills.new={row}" for row in skill_rows(fields.take("advancedSkills", "skills"))),
        *(f"spells.new={row}" for row in skill_rows(fields.take("spells"))),
        *belongings(fields.take("inventory", "possessions", "items")),
        *foreign_cell("provisions", fields.take("provisions")),
        *foreign_cell("silver", fields.take("silver", "monies", "money")),
    )
    text = foreign_text(fields.take("description", "notes"))
    return Found(PEOPLE, name, cells, text, (*fields.left(*PASSED_OVER, "initiativeTokens"),), Kind.PC)


_READ: Final[Mapping[str, Callable[[Fields, str], Found]]] = {
    "enemy": _enemy,
    "background": _background,
    "spell": _spell,
    "item": _item,
    "skill": _skill,
    "character": _character,
}


OTHER_TOOLS: Final = OtherTools(reads=_reads, columns={"armor": "armour", "money": "silver", "mp": "silver"})


def _of_foundry(fields: Fields, name: str, hint: str) -> Found | None:
    """What an actor or an item says; `hint` is the compendium that it stands in. None: it is neither."""
    type, system = typed_slug(foreign_line(fields.take("type"))), fields.inner("system", "data")
    if type in ROWS_OF_FOUNDRY:
        return _thing_of_foundry(fields, system, name, ROWS_OF_FOUNDRY[type])
    if type not in OF_FOUNDRY:
        return None
    side = OF_FOUNDRY[type]
    inside = [Fields(each) for each in foreign_list(fields.take("items")) if isinstance(each, Mapping)]
    things = [
        (each, foreign_name(each.take("name")), typed_slug(foreign_line(each.take("type"))))
        for each in inside
    ]
    rows = [
        row
        for thing, called, of_type in things
        for row in _row_of_foundry(thing, called, of_type, is_foe=side == Kind.ENEMY)
    ]
    strange = [(called, each) for _, called, each in things if each not in ROWS_OF_FOUNDRY]
    kept = [f"{foreign_field_name(of_type or 'item')}: {called}" for called, of_type in strange]
    numbers = _numbers_of_foundry(system, side)
    called_so = foreign_name(system.take("background"))
    text, special = foreign_text(system.take("notes", "description")), foreign_text(system.take("special"))
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
    if isinstance(provisions, Mapping) and foreign_number(provisions) is None:
        provisions = sum(each is True for each in provisions.values())
    tokens = system.take("initiativeTokens", "initiative")
    numbers = (
        *foreign_cell("skill", system.take("skill")),
        *meter("stamina", system.take("stamina")),
        *foreign_cell("armour", armour(system.take("armour"))),
    )
    if side == Kind.ENEMY:
        return (*numbers, *foreign_cell("initiative", tokens))
    return (
        *numbers,
        *meter("luck", system.take("luck")),
        *foreign_cell("provisions", provisions),
        *foreign_cell("silver", system.take("monies", "silver")),
    )


def _row_of_foundry(thing: Fields, name: str, type: str, *, is_foe: bool) -> tuple[str, ...]:
    """What something that an actor has comes to on the sheet."""
    system = thing.inner("system", "data")
    rank = foreign_number(system.take("rank"))
    match type:
        case "skill":
            return (f"skills.new={foreign_row_name(name)} {rank or 0}",)
        case "spell":
            cost = foreign_number(system.take("castingCost", "cost")) or 0
            return (f"spells.new={foreign_row_name(name)} {rank or 0}{f' ({cost})' if cost else ''}",)
        case "gear":
            attacks, marks = system.take("canAttack"), _marks_of_foundry(thing.inner("system", "data"))
            held = weapon_of(system.take("attack"), name, *marks) if attacks else ""
            row = held or armour_row(foreign_number(system.take("armourProvided")))
            count = foreign_number(system.take("quantity")) or 1
            slots = foreign_number(system.take("inventorySlots"))
            item = f"items.new={item_row(name, slots, row, count)}"
            wields = held and (system.take("equipped") is True or is_foe)
            return (item, f"weapon={held}") if wields else (item,)
    return ()


def _marks_of_foundry(system: Fields) -> Iterator[str]:
    """What is said of a weapon besides its damage, for a row of one's own."""
    if system.take("requiresTwoHands") is True:
        yield "two-handed"
    if (foreign_number(system.take("armourIgnored")) or 0) > 0:
        yield "piercing"


def _thing_of_foundry(fields: Fields, system: Fields, name: str, section: str) -> Found:
    harm, attacks = system.take("attack"), system.take("canAttack")
    marks = _marks_of_foundry(fields.inner("system", "data"))
    row = (
        weapon_of(harm, name, *marks)
        if attacks
        else armour_row(foreign_number(system.take("armourProvided")))
    )
    notes = harm_left(harm) if attacks else []
    match section:
        case "items":
            cells = (
                *foreign_cell("slots", system.take("inventorySlots")),
                *((f"weapon={row}",) if row else ()),
            )
            ignored = foreign_number(system.take("armourIgnored"))
            notes += [f"{foreign_field_name('armourIgnored')}: {ignored}"] if ignored else []
        case "spells":
            cells = (
                *foreign_cell("rank", system.take("rank")),
                *foreign_cell("cost", system.take("castingCost", "cost")),
                *(harm_cell(harm, name) if attacks else ()),
            )
        case _:
            cells = tuple(foreign_cell("rank", system.take("rank")))
    text = foreign_text(system.take("description"))
    left = system.left(*PASSED_OVER, "name", "equipped", "armourProvided", "armourIgnored", "quantity")
    return Found(section, name, cells, text, (*notes, *left, *fields.left(*PASSED_OVER)))
