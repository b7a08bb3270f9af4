"""Parts of a Troika! sheet in the records of other tools: armour, damage, skills, things, mien."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from tableside.errors import RuleError
from tableside.games.troika.damage import MARKS, WEAPONS, DamageRow
from tableside.games.troika.sheet import ARMOUR_ROWS
from tableside.rules.foreign_records import (
    Fact,
    ForeignRecordFields,
    field_name_of_foreign_record,
    foreign_cell,
    foreign_line,
    foreign_list,
    foreign_name,
    foreign_row_name,
    foreign_text,
    number_in_foreign_record,
)
from tableside.rules.typed import NAME_LENGTH, is_typed_dice, typed_slug

PASSED_OVER: Final = (
    *("@context", "@id", "@type", "type", "id", "_id", "_key", "slug", "img", "effects", "flags", "_stats"),
    *("folder", "sort", "ownership", "permission", "prototypeToken", "token", "oopsEntry", "$schema"),
    *("attribution", "sortOrder", "total", "position", "readyForUse", "rollValue"),
)
"""Fields that only matter to those tools."""
FACES: Final = tuple(f"dr{column}" for column in range(1, 8))
COLUMNS: Final = ("1", "2", "3", "4", "5", "6", "7+")
ARMOUR: Final = {"none": 0, "unarmoured": 0, "light": 1, "lightly": 1, "modest": 2, "medium": 2, "heavy": 3}
_ARMOUR = re.compile(r"\b(?P<how>light|lightly|modest|medium|heavy)\b.{0,9}\barmou?r", re.IGNORECASE)

_SILVER = re.compile(
    r"(?P<count>\d{1,7})\s*(?:sp|silvers?|(?:silver )?(?:pence|penny|pennies|pieces|coins))\.?", re.IGNORECASE
)


def foreign_troika_armour(fact: Fact) -> Fact:
    """The armour value of a word; otherwise the fact itself."""
    words = foreign_line(fact)[:NAME_LENGTH].casefold().split()
    return next((ARMOUR[each] for each in words if each in ARMOUR), fact)


def foreign_troika_money(fact: Fact) -> Iterator[str]:
    """The cell of a purse: a number, also with the coin's name; anything more is kept as it is."""
    silver = _SILVER.fullmatch(foreign_line(fact).strip())
    yield from foreign_cell("silver", silver["count"] if silver else fact)


Marks = Mapping[str, bool]
"""The marks of a weapon besides its damage, as far as a record says whether it has them."""


def foreign_troika_weapon(fact: Fact, name: str = "", marks: Marks = MappingProxyType({})) -> str:
    """The row of the damage table with this name or these numbers, and with these marks; otherwise, if valid,
    an own row of this name. Empty for none.
    """
    if isinstance(fact, Mapping | list):
        return _row_with(_row(fact), name, marks)
    words = typed_slug(foreign_text(fact)).removeprefix("damage-").removeprefix("as-").removeprefix("a-")
    inside = [id for id in WEAPONS if f"-{id}-" in f"-{words}-"] if words else []
    weapon = words if words in WEAPONS else max(inside, key=len, default="")
    return _row_with(WEAPONS[weapon].damage, name or weapon, marks, weapon) if weapon and marks else weapon


def _row_with(numbers: tuple[int, ...], name: str, marks: Marks, weapon: str = "") -> str:
    """The row of the book with these numbers and marks, or an own row with them."""
    alike = [WEAPONS[weapon]] if weapon else [row for row in WEAPONS.values() if row.damage == numbers]
    for row in alike:
        if all(_has(row, mark) == has for mark, has in marks.items()):
            return row.id
    kept = [each for each in MARKS if marks.get(each, any(_has(row, each) for row in alike[:1]))]
    try:
        return (
            WEAPONS.named(foreign_row_name(name), " ".join((*map(str, numbers), *kept)))
            if typed_slug(name)
            else ""
        )
    except RuleError:
        return ""


def _has(row: DamageRow, mark: str) -> bool:
    return bool(getattr(row, mark.replace("-", "_")))


def _row(fact: Fact) -> tuple[int, ...]:
    """Seven numbers of damage; empty if incomplete."""
    if isinstance(fact, Mapping):
        columns = FACES if FACES[0] in fact else COLUMNS
        values = [number_in_foreign_record(fact.get(each, fact.get(each.rstrip("+")))) for each in columns]
    else:
        values = [number_in_foreign_record(each) for each in foreign_list(fact)]
    numbers = tuple(each for each in values if each is not None)
    return numbers if len(numbers) == len(COLUMNS) else ()


def foreign_troika_damage_text(fact: Fact) -> str:
    """Seven numbers of damage, or what stands there, as text."""
    return " ".join(map(str, _row(fact))) or foreign_line(fact)


def foreign_troika_harm_left(fact: Fact) -> list[str]:
    """Damage that is not a row of the table, as text: seven numbers, or the words as they are."""
    text = foreign_troika_damage_text(fact)
    return (
        [f"{field_name_of_foreign_record('damage')}: {text}"]
        if text and not foreign_troika_weapon(fact, text)
        else []
    )


def foreign_troika_weapon_cell(path: str, fact: Fact, name: str) -> Iterator[str]:
    """The cell with the damage row of a spell of this name, or of a foe's attack."""
    if row := foreign_troika_weapon(fact) or foreign_troika_weapon(fact, name, {"natural": True}):
        yield f"{path}={row}"


def foreign_troika_left_of(name: str, field: str, fact: Fact) -> Iterator[str]:
    """What the sheet has no place for in a row of a list: a cell of no part, which becomes a note."""
    if text := foreign_line(fact):
        yield f"{foreign_row_name(name)}; {field}={text}"


def foreign_troika_skill_cell(path: str, name: str, rank: Fact, cost: Fact, usual: int) -> Iterator[str]:
    """The cell for a skill or a spell, with this rank unless it says another."""
    said, paid = number_in_foreign_record(rank), number_in_foreign_record(cost)
    costs = f" ({paid})" if paid is not None and paid > 0 else ""
    yield f"{path}.new={foreign_row_name(name)} {usual if said is None else said}{costs}"
    yield from foreign_troika_left_of(name, "rank", rank) if said is None else ()
    yield from foreign_troika_left_of(name, "cost", cost) if paid is None or paid < 0 else ()


def foreign_troika_skill_cells(path: str, fact: Fact, rank: int = 1) -> Iterator[str]:
    """The cells for skills or spells, with a default rank."""
    for each in foreign_list(fact):
        fields = ForeignRecordFields(each)
        if name := foreign_row_name(each):
            fields.take("name", "item", "title", "label")
            said, cost = fields.take("rank", "level", "value"), fields.take("cost", "castingCost")
            yield from foreign_troika_skill_cell(path, name, said, cost, rank)
            for field, left in fields.remaining(*PASSED_OVER).items():
                yield from foreign_troika_left_of(name, field, left)


def foreign_troika_item_cells(fact: Fact) -> Iterator[str]:
    for each in foreign_list(fact):
        fields = ForeignRecordFields(each)
        if name := foreign_name(each):
            harm = fields.take("damageAs", "damage", "weapon")
            row = foreign_troika_weapon(harm, name) or foreign_troika_weapon(_bare(name))
            slots, count = fields.take("slots", "encumbrance"), fields.take("quantity", "count")
            yield from foreign_troika_item_cell(name, slots, row, count)
            yield from () if row or harm is None else foreign_troika_left_of(name, "damage", harm)
            fields.take("name", "item", "title", "value", "label")
            for field, left in fields.remaining(*PASSED_OVER).items():
                yield from foreign_troika_left_of(name, field, left)


def foreign_troika_item_cell(name: str, slots: Fact, weapon: str, count: Fact) -> Iterator[str]:
    """The cell for a thing, of which there may be several, or as many as dice say."""
    many, filled = number_in_foreign_record(count), number_in_foreign_record(slots)
    dice = foreign_line(count) if is_typed_dice(foreign_line(count)) else ""
    is_many = bool(dice) or (many is not None and many > 0)
    yield f"items.new={foreign_troika_item_row(name, filled, weapon, (many or dice) if is_many else 1)}"
    yield from () if is_many else foreign_troika_left_of(name, "quantity", count)
    yield from (
        () if filled is not None and 0 <= filled < 100 else foreign_troika_left_of(name, "slots", slots)
    )


def _bare(name: str) -> str:
    """A name without its article if that makes it a weapon: not for a sword cane."""
    bare = re.sub(r"^(?:an?|the)\s+", "", name.strip(), flags=re.IGNORECASE)
    return bare if typed_slug(bare) in WEAPONS else ""


def foreign_troika_item_row(name: str, slots: int | None, weapon: str, count: int | str = 1) -> str:
    """A thing as a typed row; several of it share one row."""
    many = f" x{count}" if count not in (1, "", "1") else ""
    row = f" = {weapon}" if weapon and weapon != typed_slug(name) else ""
    filled = f" ({slots})" if slots is not None and 0 <= slots < 100 else ""
    return f"{foreign_row_name(name)}{many}{row}{filled}"


def foreign_troika_belongings(fact: Fact) -> Iterator[str]:
    """What a character has: numbers that the sheet counts, and everything else as things."""
    for each in foreign_list(fact):
        name, fields = foreign_name(each), ForeignRecordFields(each)
        count = number_in_foreign_record(fields.take("quantity", "count"))
        worn = _ARMOUR.search(name)
        match typed_slug(name).removesuffix("s"):
            case "provision" if count is not None:
                yield f"provisions={count}"
            case "silver-pence" | "silver" | "silver-penny" if count is not None:
                yield f"silver={count}"
            case _ if value := number_in_foreign_record(fields.take("armour")) or (
                ARMOUR[worn["how"].casefold()] if worn else 0
            ):
                yield f"items.new={foreign_troika_item_row(name, None, foreign_troika_armour_row(value))}"
                yield f"armour={value}"
            case _:
                yield from foreign_troika_item_cells([each])


def foreign_troika_armour_row(value: int | None) -> str:
    """The row for carrying armour of this value; empty for none."""
    return next((row for row, worth in ARMOUR_ROWS.items() if worth == value), "")


def foreign_troika_mien_cell(moods: str) -> tuple[str, ...]:
    """The cell with the moods in the order of the die, if they fit on the sheet."""
    return (f"mien={moods}",) if 0 < len(moods) <= NAME_LENGTH else ()


def foreign_troika_mien_left(moods: str) -> tuple[str, ...]:
    return (f"{field_name_of_foreign_record('mien')}: {moods}",) if len(moods) > NAME_LENGTH else ()


def foreign_troika_moods(fact: Fact) -> str:
    if isinstance(fact, Mapping) and ForeignRecordFields(fact).has("entries"):
        fact = ForeignRecordFields(fact).take("entries")
    if isinstance(fact, str):
        return " ".join(foreign_text(fact).split())
    texts = []
    for place, each in enumerate(foreign_list(fact), 1):
        fields = (
            ForeignRecordFields(each) if isinstance(each, Mapping) else ForeignRecordFields({"mood": each})
        )
        roll = foreign_line(fields.take("roll", "number")) or str(place)
        mood = foreign_line(fields.take("mood", "description", "result", "behavior", "text", "name"))
        texts += [f"{roll} {mood}"] if mood else []
    return ", ".join(texts)
