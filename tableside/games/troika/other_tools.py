"""Troika! data of other tools, read for packs and sheets: the JSON corpus of the SRD in both generations of
its form, and the actors and items of the Foundry system `troika`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tableside.games.troika.damage import WEAPONS
from tableside.games.troika.foreign_fields import (
    PASSED_OVER,
    foreign_troika_armour,
    foreign_troika_armour_row,
    foreign_troika_belongings,
    foreign_troika_damage_text,
    foreign_troika_harm_left,
    foreign_troika_item_cell,
    foreign_troika_item_cells,
    foreign_troika_left_of,
    foreign_troika_mien_cell,
    foreign_troika_mien_left,
    foreign_troika_money,
    foreign_troika_moods,
    foreign_troika_skill_cell,
    foreign_troika_skill_cells,
    foreign_troika_weapon,
    foreign_troika_weapon_cell,
)
from tableside.rules.foreign_records import (
    Fact,
    ForeignRecordFields,
    ForeignRecordFindings,
    field_name_of_foreign_record,
    foreign_cell,
    foreign_line,
    foreign_list,
    foreign_meter,
    foreign_name,
    foreign_row_name,
    foreign_text,
    number_in_foreign_record,
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
"""The sort of a record by its type, or by the list or folder that contains it."""
OF_ENEMIES: Final = ("skill", "stamina", "mien")
"""Fields of which any enemy has one; a creature without them is of another game."""
OF_FOUNDRY: Final = {
    **dict.fromkeys(("npc", "npc-complex", "npccomplex", "npc_complex"), Kind.ENEMY),
    **dict.fromkeys(("henchman", "henchmen"), Kind.HENCHMAN),
    "pc": Kind.PC,
    "background": Kind.PC,
}
"""The kind of character for each type of actor."""
ROLLED: Final = ("skill", "stamina", "stamina.maximum", "luck", "luck.maximum")
"""Numbers that everybody rolls regardless of background."""
TICKED: Final = ("yes", "true", "1", "on", "x")
TOKENS: Final = 2
"""Everybody's tokens in the stack, which the sheet need not say (TRO-5.1.1)."""
ROWS_OF_FOUNDRY: Final = {"gear": "items", "spell": "spells", "skill": "skills"}


def _reads(record: Mapping[str, Fact], hint: str) -> ForeignRecordFindings | None:
    """The contents of a record of these tools. None: it is none of theirs."""
    fields = ForeignRecordFields(record)
    if not (name := foreign_name(fields.take("name", "title"))):
        return None
    if isinstance(record.get("system", record.get("data")), Mapping):
        return _of_foundry(fields, name, hint)
    kind = _kind(fields, hint)
    return _READ[kind](fields, name) if kind else None


def _kind(fields: ForeignRecordFields, hint: str) -> str:
    """The sort of a record in the corpus; empty if nothing tells."""
    said = foreign_line(fields.take("@type")).casefold()
    if kind := OF_LISTS.get(said):
        return kind
    if said:
        return ""
    stats = fields.look("stats")
    if ForeignRecordFields(stats).holds(*OF_ENEMIES) or fields.has("skill", "stamina"):
        return "enemy"
    if fields.has("attributes"):
        return "character"
    if fields.has("advancedSkills") or fields.has("possessions"):
        return "background"
    if fields.has("cost") and (fields.has("testType") or fields.has("duration") or fields.has("range")):
        return "spell"
    kind = OF_LISTS.get(hint.casefold(), "item" if fields.has("slots") or fields.has("weapon") else "")
    return "" if kind == "enemy" and not fields.holds(*OF_ENEMIES) else kind


# The corpus


def _skills(fields: ForeignRecordFields, rank_of_spells: int = 1) -> Iterator[str]:
    """Skills, then spells, as cells; spells without a rank get this one."""
    yield from foreign_troika_skill_cells("skills", fields.take("advancedSkills", "skills"))
    yield from foreign_troika_skill_cells("spells", fields.take("spells"), rank_of_spells)


def _enemy(fields: ForeignRecordFields, name: str) -> ForeignRecordFindings:
    stats = fields.inner("stats") if fields.has("stats") else fields
    damage = stats.take("damage")
    mien = foreign_troika_moods(fields.take("mien"))
    cells = (
        *foreign_cell("skill", stats.take("skill")),
        *foreign_cell("stamina", stats.take("stamina")),
        *foreign_cell("initiative", stats.take("initiative", "initiativeTokens")),
        *foreign_cell("armour", foreign_troika_armour(stats.take("armour"))),
        *foreign_troika_weapon_cell("weapon", damage, name),
        *_skills(fields, rank_of_spells=0),
        *foreign_troika_item_cells(fields.take("possessions", "loot")),
        *foreign_troika_mien_cell(mien),
    )
    special = [foreign_line(each) for each in foreign_list(fields.take("special", "specialAbilities"))]
    text = foreign_text(fields.take("description"))
    left = [] if stats is fields else stats.left()
    notes = (
        *foreign_troika_harm_left(damage),
        *foreign_troika_mien_left(mien),
        *special,
        *left,
        *fields.left(*PASSED_OVER),
    )
    return ForeignRecordFindings(FOES, name, cells, text, tuple(filter(None, notes)), Kind.ENEMY)


def _background(fields: ForeignRecordFields, name: str) -> ForeignRecordFindings:
    things = fields.take("possessions", "items", "inventory")
    cells = (
        *_skills(fields),
        *foreign_troika_belongings(things),
    )
    text = foreign_text(fields.take("description"))
    special = [foreign_line(each) for each in foreign_list(fields.take("special"))]
    return ForeignRecordFindings("backgrounds", name, cells, text, (*special, *fields.left(*PASSED_OVER)))


def _spell(fields: ForeignRecordFields, name: str) -> ForeignRecordFindings:
    cost, harm = fields.take("cost", "castingCost"), fields.take("damageTable", "damage")
    cells = (
        *foreign_cell("rank", fields.take("rank")),
        *foreign_cell("cost", cost),
        *foreign_troika_weapon_cell("damage", harm, name),
    )
    notes = foreign_troika_harm_left(harm)
    text = foreign_text(fields.take("description"))
    return ForeignRecordFindings("spells", name, cells, text, (*notes, *fields.left(*PASSED_OVER)))


def _item(fields: ForeignRecordFields, name: str) -> ForeignRecordFindings:
    weapon = fields.inner("weapon")
    harm = weapon.take("damageAs") or fields.take("damage", "damageAs")
    row = foreign_troika_weapon(harm, name, _marks(weapon)) or (
        foreign_troika_weapon(name) if typed_slug(name) in WEAPONS else ""
    )
    row = row or foreign_troika_armour_row(
        number_in_foreign_record(fields.inner("armour").take("protection") or fields.take("armour"))
    )
    slots = fields.take("slots", "encumbrance")
    cells = (*foreign_cell("slots", slots), *((f"weapon={row}",) if row else ()))
    notes = foreign_troika_harm_left(harm)
    fields.take("encumbrance")
    text = foreign_text(fields.take("description"))
    left = (*weapon.left(), *fields.left(*PASSED_OVER))
    return ForeignRecordFindings("items", name, cells, text, (*notes, *left))


def _marks(weapon: ForeignRecordFields) -> dict[str, bool]:
    """The marks of a weapon besides its damage, as far as it says."""
    rules, shape = foreign_list(weapon.take("specialRules")), weapon.take("category")
    hands, ignored = weapon.take("twoHanded"), number_in_foreign_record(weapon.take("ignoresArmour"))
    marks = {"two-handed": hands is True or "two_handed" in rules} if hands is not None or rules else {}
    marks |= {"piercing": ignored > 0} if ignored is not None else {}
    return marks | ({"shot": True} if shape == "ranged" else {})


def _skill(fields: ForeignRecordFields, name: str) -> ForeignRecordFindings:
    cells = tuple(foreign_cell("rank", fields.take("rank")))
    text = foreign_text(fields.take("description"))
    return ForeignRecordFindings("skills", name, cells, text, (*fields.left(*PASSED_OVER),))


def _character(fields: ForeignRecordFields, name: str) -> ForeignRecordFindings:
    attributes = fields.inner("attributes") if fields.has("attributes") else fields
    background = foreign_name(fields.take("background"))
    cells = (
        *foreign_cell("skill", attributes.take("skill")),
        *foreign_meter("stamina", attributes.take("stamina")),
        *foreign_meter("luck", attributes.take("luck")),
        *foreign_cell("armour", foreign_troika_armour(fields.take("armour"))),
        *((f"background={background}",) if background else ()),
        *_skills(fields),
        *foreign_troika_belongings(fields.take("inventory", "possessions", "items")),
        *foreign_cell("provisions", fields.take("provisions")),
        *foreign_troika_money(fields.take("silver", "monies", "money")),
    )
    text = foreign_text(fields.take("description", "notes"))
    tokens = fields.take("initiativeTokens")
    usual = _lines("initiativeTokens", tokens) if number_in_foreign_record(tokens) != TOKENS else []
    left = (*usual, *fields.left(*PASSED_OVER))
    return ForeignRecordFindings(PEOPLE, name, cells, text, left, Kind.PC)


_READ: Final[Mapping[str, Callable[[ForeignRecordFields, str], ForeignRecordFindings]]] = {
    "enemy": _enemy,
    "background": _background,
    "spell": _spell,
    "item": _item,
    "skill": _skill,
    "character": _character,
}


OTHER_TOOLS: Final = OtherTools(reads=_reads, columns={"armor": "armour", "money": "silver", "mp": "silver"})


def _of_foundry(fields: ForeignRecordFields, name: str, hint: str) -> ForeignRecordFindings | None:
    """The contents of an actor or an item; `hint` names its compendium. None: it is neither."""
    type, system = typed_slug(foreign_line(fields.take("type"))), fields.inner("system", "data")
    if type in ROWS_OF_FOUNDRY:
        return _thing_of_foundry(fields, system, name, ROWS_OF_FOUNDRY[type])
    if type not in OF_FOUNDRY or not system.holds(*OF_ENEMIES):
        return None
    side = OF_FOUNDRY[type]
    inside = [
        ForeignRecordFields(each) for each in foreign_list(fields.take("items")) if isinstance(each, Mapping)
    ]
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
    kept = [f"{field_name_of_foreign_record(of_type or 'item')}: {called}" for called, of_type in strange]
    numbers = _numbers_of_foundry(system, side)
    called_so = foreign_name(system.take("background"))
    text, special = foreign_text(system.take("notes", "description")), foreign_text(system.take("special"))
    mien = foreign_troika_mien_cell(foreign_troika_moods(system.take("mienOptions", "mien")))
    notes = (special, *kept, *system.left(*PASSED_OVER, "mien"), *fields.left(*PASSED_OVER))
    if type == "background" or hint.casefold().endswith("backgrounds"):
        begins_with = [each for each in numbers if each.partition("=")[0] not in ROLLED]
        return ForeignRecordFindings("backgrounds", _without_number(name), (*begins_with, *rows), text, notes)
    own = (f"background={called_so}",) if called_so and side != Kind.ENEMY else ()
    section = FOES if side == Kind.ENEMY else PEOPLE
    return ForeignRecordFindings(section, name, (*numbers, *mien, *own, *rows), text, notes, side)


def _without_number(name: str) -> str:
    """The name of a background without its number."""
    return re.sub(r"^\d{1,3}[\s._-]+(?=\S)", "", name)


def _numbers_of_foundry(system: ForeignRecordFields, side: Kind) -> tuple[str, ...]:
    provisions = system.take("provisions")
    if isinstance(provisions, Mapping) and number_in_foreign_record(provisions) is None:
        provisions = sum(each is True for each in provisions.values())
    tokens = system.take("initiativeTokens", "initiative")
    numbers = (
        *foreign_cell("skill", system.take("skill")),
        *foreign_meter("stamina", system.take("stamina")),
        *foreign_cell("armour", foreign_troika_armour(system.take("armour"))),
    )
    if side == Kind.ENEMY:
        return (*numbers, *foreign_cell("initiative", tokens))
    usual = tokens if number_in_foreign_record(tokens) != TOKENS else None
    return (
        *(f"initiativeTokens={each}" for each in [foreign_line(usual)] if each),
        *numbers,
        *foreign_meter("luck", system.take("luck")),
        *foreign_cell("provisions", provisions),
        *foreign_troika_money(system.take("monies", "silver")),
    )


def _row_of_foundry(thing: ForeignRecordFields, name: str, type: str, *, is_foe: bool) -> Iterator[str]:
    """The cells for something that an actor has; what its row has no place for becomes a note."""
    system = thing.inner("system", "data")
    attacks, harm = system.take("canAttack") is True, system.take("attack")
    match type:
        case "skill":
            yield from foreign_troika_skill_cell("skills", name, system.take("rank"), None, 0)
            if foreign_line(system.take("improvement")).casefold() in TICKED:
                yield f"skills.{typed_slug(foreign_row_name(name))}.ticked=yes"
        case "spell":
            cost = system.take("castingCost", "cost")
            yield from foreign_troika_skill_cell("spells", name, system.take("rank"), cost, 0)
        case "gear":
            ignored = system.look("armourIgnored")
            row = foreign_troika_weapon(harm, name, _marks_of_foundry(system)) if attacks else ""
            provided = system.take("armourProvided")
            worn = foreign_troika_armour_row(number_in_foreign_record(provided))
            slots, count = system.take("inventorySlots"), system.take("quantity")
            yield from foreign_troika_item_cell(name, slots, row or worn, count)
            if row and (system.take("equipped") is True or is_foe):
                yield f"weapon={row}"
            if not worn or row:
                yield from _told_unless_none(name, "armourProvided", provided)
            if not row or (number_in_foreign_record(ignored) or 0) > 1:
                yield from _told_unless_none(name, "armourIgnored", ignored)
            attacks = attacks and not row
        case _:
            return
    if attacks:
        yield from foreign_troika_left_of(name, "damage", foreign_troika_damage_text(harm))
    yield from _told_unless_none(name, "modifier", system.take("modifier"))
    yield from foreign_troika_left_of(name, "text", foreign_line(system.take("description")))
    for field, left in system.remaining(*PASSED_OVER, "name", "equipped", "armourIgnored").items():
        yield from _told_unless_none(name, field, left)


def _told_unless_none(name: str, field: str, fact: Fact) -> Iterator[str]:
    """A field of a row as a note, unless it is nothing or 0."""
    if fact is not False and number_in_foreign_record(fact) != 0:
        yield from foreign_troika_left_of(name, field, fact)


def _lines(field: str, fact: Fact) -> list[str]:
    """A field as a line of a note, unless it is nothing or 0."""
    text = "" if number_in_foreign_record(fact) == 0 else foreign_line(fact)
    return [f"{field_name_of_foreign_record(field)}: {text}"] if text else []


def _marks_of_foundry(system: ForeignRecordFields) -> dict[str, bool]:
    """The marks of a weapon besides its damage, as far as it says."""
    marks = {}
    if isinstance(hands := system.look("requiresTwoHands"), bool):
        system.take("requiresTwoHands")
        marks["two-handed"] = hands
    if (ignored := number_in_foreign_record(system.take("armourIgnored"))) is not None:
        marks["piercing"] = ignored > 0
    return marks


def _thing_of_foundry(
    fields: ForeignRecordFields, system: ForeignRecordFields, name: str, section: str
) -> ForeignRecordFindings:
    harm, attacks = system.take("attack"), system.take("canAttack")
    ignored = system.look("armourIgnored")
    provided = system.take("armourProvided")
    row = (
        foreign_troika_weapon(harm, name, _marks_of_foundry(system))
        if attacks
        else foreign_troika_armour_row(number_in_foreign_record(provided))
    )
    notes = foreign_troika_harm_left(harm) if attacks else []
    notes += _lines("armourProvided", provided) if attacks or not row else []
    notes += _lines("modifier", system.take("modifier"))
    match section:
        case "items":
            cells = (
                *foreign_cell("slots", system.take("inventorySlots")),
                *((f"weapon={row}",) if row else ()),
            )
            notes += _lines("armourIgnored", ignored) if not attacks or ignored not in (1, "1") else []
            count = system.take("quantity")
            notes += _lines("quantity", count) if count not in (1, "1") else []
        case "spells":
            cells = (
                *foreign_cell("rank", system.take("rank")),
                *foreign_cell("cost", system.take("castingCost", "cost")),
                *(foreign_troika_weapon_cell("damage", harm, name) if attacks else ()),
            )
        case _:
            cells = tuple(foreign_cell("rank", system.take("rank")))
    text = foreign_text(system.take("description"))
    left = system.left(*PASSED_OVER, "name", "equipped", "armourIgnored", "improvement")
    return ForeignRecordFindings(section, name, cells, text, (*notes, *left, *fields.left(*PASSED_OVER)))
