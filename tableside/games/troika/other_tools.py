"""Troika! of other tools: the JSON corpus of the SRD in both generations of its form, and the actors and
items of the Foundry system `troika`, as what a pack or a sheet has a place for.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tableside.games.troika.damage import WEAPONS
from tableside.rules.foreign import (
    Fact,
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
from tableside.rules.ruleset import OtherTools
from tableside.rules.table import Kind
from tableside.rules.typed import NAME_LENGTH, slug

PASSED_OVER: Final = (
    *("@context", "@id", "@type", "type", "id", "_id", "_key", "slug", "img", "effects", "flags", "_stats"),
    *("folder", "sort", "ownership", "permission", "prototypeToken", "token", "oopsEntry", "$schema"),
    *("attribution", "sortOrder", "improvement", "modifier", "total", "position", "readyForUse", "rollValue"),
)
"""What such records hold for their own tools alone."""
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
ROWS_OF_FOUNDRY: Final = {"gear": "items", "spell": "spells", "skill": "skills"}
FACES: Final = tuple(f"dr{column}" for column in range(1, 8))
COLUMNS: Final = ("1", "2", "3", "4", "5", "6", "7+")
ARMOUR: Final = {"none": 0, "unarmoured": 0, "light": 1, "lightly": 1, "modest": 2, "medium": 2, "heavy": 3}
_ARMOUR = re.compile(r"\b(?P<how>light|lightly|modest|medium|heavy)\b.{0,9}\barmou?r", re.IGNORECASE)


def reads(record: Mapping[str, Fact], hint: str) -> Found | None:
    """What a record of these tools says. None: it is none of theirs."""
    fields = Fields(record)
    if not (name := name_in(fields.take("name", "title"))):
        return None
    type = slug(told(fields.take("type")))
    if isinstance(record.get("system", record.get("data")), Mapping):
        return _of_foundry(fields, name, type)
    kind = _kind(fields, hint, type)
    return _READ[kind](fields, name) if kind else None


def _kind(fields: Fields, hint: str, type: str) -> str:
    """What a record of the corpus is; empty where nothing tells."""
    said = told(fields.take("@type")).casefold()
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
    mien = _moods(fields.take("mien"))
    cells = (
        *cell("skill", whole(stats.take("skill"))),
        *cell("stamina", whole(stats.take("stamina"))),
        *cell("initiative", whole(stats.take("initiative", "initiativeTokens"))),
        *cell("armour", armour(stats.take("armour"))),
        *_weapon(damage),
        *(f"skills.new={row}" for row in _skill_rows(fields.take("advancedSkills", "skills"))),
        *(f"spells.new={row}" for row in _skill_rows(fields.take("spells"), rank=0)),
        *(f"items.new={row}" for row in _item_rows(fields.take("possessions", "loot"))),
        *_mien(mien),
    )
    special = [told(each) for each in listed(fields.take("special", "specialAbilities"))]
    text = plain(fields.take("description"))
    left = [] if stats is fields else stats.left()
    notes = (*_harm_left(damage), *_mien_left(mien), *special, *left, *fields.left(*PASSED_OVER))
    return Found(FOES, name, cells, text, tuple(filter(None, notes)), Kind.ENEMY)


def _background(fields: Fields, name: str) -> Found:
    things = fields.take("possessions", "items", "inventory")
    cells = (
        *(f"skills.new={row}" for row in _skill_rows(fields.take("advancedSkills", "skills"))),
        *(f"spells.new={row}" for row in _skill_rows(fields.take("spells"))),
        *_belongings(things),
    )
    text = plain(fields.take("description"))
    special = [told(each) for each in listed(fields.take("special"))]
    return Found("backgrounds", name, cells, text, (*special, *fields.left(*PASSED_OVER)))


def _spell(fields: Fields, name: str) -> Found:
    cost, harm = fields.take("cost", "castingCost"), fields.take("damageTable", "damage")
    cells = (*cell("rank", whole(fields.take("rank"))), *cell("cost", whole(cost)), *_harm(harm))
    notes = [f"{as_words('cost')}: {told(cost)}"] if cost is not None and whole(cost) is None else []
    notes += _harm_left(harm)
    text = plain(fields.take("description"))
    return Found("spells", name, cells, text, (*notes, *fields.left(*PASSED_OVER)))


def _item(fields: Fields, name: str) -> Found:
    weapon = fields.inner("weapon")
    harm = weapon.take("damageAs") or fields.take("damage", "damageAs")
    row = weapon_of(harm) or (weapon_of(name) if slug(name) in WEAPONS else "")
    slots = whole(fields.take("slots", "encumbrance"))
    cells = (*cell("slots", slots), *((f"weapon={row}",) if row else ()))
    notes = _harm_left(harm)
    fields.take("encumbrance")
    text = plain(fields.take("description"))
    return Found("items", name, cells, text, (*notes, *weapon.left(), *fields.left(*PASSED_OVER)))


def _skill(fields: Fields, name: str) -> Found:
    cells = tuple(cell("rank", whole(fields.take("rank"))))
    return Found("skills", name, cells, plain(fields.take("description")), (*fields.left(*PASSED_OVER),))


def _character(fields: Fields, name: str) -> Found:
    attributes = fields.inner("attributes") if fields.has("attributes") else fields
    background = name_in(fields.take("background"))
    cells = (
        *cell("skill", whole(attributes.take("skill"))),
        *_meter("stamina", attributes.take("stamina")),
        *_meter("luck", attributes.take("luck")),
        *cell("armour", armour(fields.take("armour"))),
        *((f"background={background}",) if background else ()),
        *(f"skills.new={row}" for row in _skill_rows(fields.take("advancedSkills", "skills"))),
        *(f"spells.new={row}" for row in _skill_rows(fields.take("spells"))),
        *_belongings(fields.take("inventory", "possessions", "items")),
        *cell("provisions", whole(fields.take("provisions"))),
        *cell("silver", whole(fields.take("silver", "monies", "money"))),
    )
    text = plain(fields.take("description", "notes"))
    return Found(PEOPLE, name, cells, text, (*fields.left(*PASSED_OVER, "initiativeTokens"),), Kind.PC)


_READ: Final[Mapping[str, Callable[[Fields, str], Found]]] = {
    "enemy": _enemy,
    "background": _background,
    "spell": _spell,
    "item": _item,
    "skill": _skill,
    "character": _character,
}


# Foundry


def _of_foundry(fields: Fields, name: str, type: str) -> Found | None:
    system = fields.inner("system", "data")
    if type in ROWS_OF_FOUNDRY:
        return _thing_of_foundry(fields, system, name, ROWS_OF_FOUNDRY[type])
    if type not in OF_FOUNDRY:
        return None
    side = OF_FOUNDRY[type]
    inside = [Fields(each) for each in listed(fields.take("items")) if isinstance(each, Mapping)]
    things = [(each, name_in(each.take("name")), slug(told(each.take("type")))) for each in inside]
    cells = (*_numbers_of_foundry(system, side), *_mien(_moods(system.take("mienOptions", "mien"))))
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
        *_meter("stamina", system.take("stamina")),
        *cell("armour", armour(system.take("armour"))),
    )
    if side == Kind.ENEMY:
        return (*numbers, *cell("initiative", tokens))
    return (
        *numbers,
        *_meter("luck", system.take("luck")),
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
            item = f"items.new={_item_row(name, slots, row, count)}"
            wields = row and (system.take("equipped") is True or is_foe)
            return (item, f"weapon={row}") if wields else (item,)
    return ()


def _thing_of_foundry(fields: Fields, system: Fields, name: str, section: str) -> Found:
    harm, attacks = system.take("attack"), system.take("canAttack")
    row = weapon_of(harm) if attacks else ""
    notes = _harm_left(harm) if attacks else []
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
                *(_harm(harm) if attacks else ()),
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


# Parts of a sheet


def armour(fact: Fact) -> int | None:
    """What armour a number or a word says. None: it says none."""
    words = told(fact).casefold().split()
    return next((ARMOUR[each] for each in words if each in ARMOUR), whole(fact))


def _meter(path: str, fact: Fact) -> Iterator[str]:
    """What is left, and of how much: one number is both."""
    fields = Fields(fact) if isinstance(fact, Mapping) else None
    most = whole(fields.take("max", "maximum")) if fields else None
    now = whole(fields.take("value", "current")) if fields else whole(fact)
    if most is None or now is None:
        yield from cell(path, now if most is None else most)
    elif 0 <= now <= most:
        yield f"{path}={now}/{most}"
    else:
        yield f"{path}.maximum={most}"
        yield f"{path}=={now}"


def weapon_of(fact: Fact) -> str:
    """The row of the damage table that a text names, or whose numbers these are; empty for none."""
    if isinstance(fact, Mapping | list):
        numbers = _row(fact)
        return next((id for id, row in WEAPONS.items() if row.damage == numbers), "")
    words = slug(plain(fact)).removeprefix("damage-").removeprefix("as-").removeprefix("a-")
    if words in WEAPONS:
        return words
    inside = [id for id in WEAPONS if f"-{id}-" in f"-{words}-"]
    return max(inside, key=len) if words and inside else ""


def _row(fact: Fact) -> tuple[int, ...]:
    """Seven numbers of damage; none where they are not all there."""
    if isinstance(fact, Mapping):
        columns = FACES if FACES[0] in fact else COLUMNS
        values = [whole(fact.get(each, fact.get(each.rstrip("+")))) for each in columns]
    else:
        values = [whole(each) for each in listed(fact)]
    numbers = tuple(each for each in values if each is not None)
    return numbers if len(numbers) == len(COLUMNS) else ()


def _harm_left(fact: Fact) -> list[str]:
    """Damage that is none of the table's rows: seven numbers, or whatever is said of it."""
    text = " ".join(map(str, _row(fact))) or told(fact)
    return [f"{as_words('damage')}: {text}"] if text and not weapon_of(fact) else []


def _harm(fact: Fact) -> Iterator[str]:
    if row := weapon_of(fact):
        yield f"damage={row}"


def _weapon(fact: Fact) -> Iterator[str]:
    if row := weapon_of(fact):
        yield f"weapon={row}"


def _skill_rows(fact: Fact, rank: int = 1) -> Iterator[str]:
    """Skills or spells as they are typed, with a rank where none is said."""
    for each in listed(fact):
        fields = Fields(each) if isinstance(each, Mapping) else Fields({})
        said = whole(fields.take("rank", "level", "value"))
        cost = whole(fields.take("cost", "castingCost")) or 0
        if name := row_name(each):
            yield f"{name} {rank if said is None else said}{f' ({cost})' if cost > 0 else ''}"


def _item_rows(fact: Fact) -> Iterator[str]:
    for each in listed(fact):
        fields = Fields(each) if isinstance(each, Mapping) else Fields({})
        if name := name_in(each):
            row = weapon_of(fields.take("damageAs", "damage", "weapon")) or weapon_of(_bare(name))
            count = fields.take("quantity", "count")
            yield _item_row(
                name, whole(fields.take("slots", "encumbrance")), row, whole(count) or told(count)
            )


def _bare(name: str) -> str:
    """A name without its article, where that is all: a weapon by its own name, and not a sword cane."""
    bare = re.sub(r"^(?:an?|the)\s+", "", name.strip(), flags=re.IGNORECASE)
    return bare if slug(bare) in WEAPONS else ""


def _item_row(name: str, slots: int | None, weapon: str, count: int | str = 1) -> str:
    """A thing as it is typed; several of it are one row."""
    many = f" x{count}" if count not in (1, "", "1") else ""
    row = f" = {weapon}" if weapon and weapon != slug(name) else ""
    return f"{row_name(name)}{many}{row}{f' ({slots})' if slots is not None and 0 <= slots < 100 else ''}"


def _belongings(fact: Fact) -> Iterator[str]:
    """What a character has: what the sheet counts as numbers, and everything else as things."""
    for each in listed(fact):
        name, fields = name_in(each), Fields(each) if isinstance(each, Mapping) else Fields({})
        count = whole(fields.take("quantity", "count"))
        worn = _ARMOUR.search(name)
        match slug(name).removesuffix("s"):
            case "provision" if count is not None:
                yield f"provisions={count}"
            case "silver-pence" | "silver" | "silver-penny" if count is not None:
                yield f"silver={count}"
            case _ if worn or whole(fields.take("armour")):
                how = whole(fields.take("armour"))
                yield f"armour={how if how else ARMOUR[worn['how'].casefold()] if worn else 0}"
            case _:
                yield from (f"items.new={row}" for row in _item_rows([each]))


def _mien(moods: str) -> tuple[str, ...]:
    """How they may be met, in the order of the die, where it fits on the sheet."""
    return (f"mien={moods}",) if 0 < len(moods) <= NAME_LENGTH else ()


def _mien_left(moods: str) -> tuple[str, ...]:
    return (f"{as_words('mien')}: {moods}",) if len(moods) > NAME_LENGTH else ()


def _moods(fact: Fact) -> str:
    if isinstance(fact, Mapping) and Fields(fact).has("entries"):
        fact = Fields(fact).take("entries")
    if isinstance(fact, str):
        return " ".join(plain(fact).split())
    texts = []
    for place, each in enumerate(listed(fact), 1):
        fields = Fields(each) if isinstance(each, Mapping) else Fields({"mood": each})
        roll = told(fields.take("roll", "number")) or str(place)
        mood = told(fields.take("mood", "description", "result", "behavior", "text", "name"))
        texts += [f"{roll} {mood}"] if mood else []
    return ", ".join(texts)


OTHER_TOOLS: Final = OtherTools(reads=reads, columns={"armor": "armour", "money": "silver", "mp": "silver"})
