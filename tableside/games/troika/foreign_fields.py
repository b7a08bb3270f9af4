"""Parts of a Troika! sheet in the records of other tools: armour, damage, skills, things, mien."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from tableside.errors import RuleError
from tableside.games.troika.damage import WEAPONS
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
from tableside.rules.typed import NAME_LENGTH, typed_slug

PASSED_OVER: Final = (
    *("@context", "@id", "@type", "type", "id", "_id", "_key", "slug", "img", "effects", "flags", "_stats"),
    *("folder", "sort", "ownership", "permission", "prototypeToken", "token", "oopsEntry", "$schema"),
    *("attribution", "sortOrder", "improvement", "modifier", "total", "position", "readyForUse", "rollValue"),
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


def foreign_troika_weapon(fact: Fact, name: str = "", *marks: str) -> str:
    """The row of the damage table with this name or these numbers; numbers of no book row, if valid, become
    an own row of this name with these marks. Empty for none.
    """
    if isinstance(fact, Mapping | list):
        numbers = _row(fact)
        weapon = next((id for id, row in WEAPONS.items() if row.damage == numbers), "")
        return weapon or (_own_row(name, numbers, marks) if typed_slug(name) else "")
    words = typed_slug(foreign_text(fact)).removeprefix("damage-").removeprefix("as-").removeprefix("a-")
    if words in WEAPONS:
        return words
    inside = [id for id in WEAPONS if f"-{id}-" in f"-{words}-"]
    return max(inside, key=len) if words and inside else ""


def _own_row(name: str, numbers: tuple[int, ...], marks: tuple[str, ...]) -> str:
    try:
        return WEAPONS.named(foreign_row_name(name), " ".join((*map(str, numbers), *marks)))
    except RuleError:
        return ""


def _row(fact: Fact) -> tuple[int, ...]:
    """Seven numbers of damage; empty if incomplete."""
    if isinstance(fact, Mapping):
        columns = FACES if FACES[0] in fact else COLUMNS
        values = [number_in_foreign_record(fact.get(each, fact.get(each.rstrip("+")))) for each in columns]
    else:
        values = [number_in_foreign_record(each) for each in foreign_list(fact)]
    numbers = tuple(each for each in values if each is not None)
    return numbers if len(numbers) == len(COLUMNS) else ()


def foreign_troika_harm_left(fact: Fact) -> list[str]:
    """Damage that is not a row of the table, as text: seven numbers, or the words as they are."""
    text = " ".join(map(str, _row(fact))) or foreign_line(fact)
    return (
        [f"{field_name_of_foreign_record('damage')}: {text}"]
        if text and not foreign_troika_weapon(fact, text)
        else []
    )


def foreign_troika_weapon_cell(path: str, fact: Fact, name: str) -> Iterator[str]:
    """The cell with the damage row of a spell of this name, or of a foe's attack."""
    if row := foreign_troika_weapon(fact, name, "natural"):
        yield f"{path}={row}"


def foreign_troika_skill_rows(fact: Fact, rank: int = 1) -> Iterator[str]:
    """Skills or spells as typed rows, with a default rank."""
    for each in foreign_list(fact):
        fields = ForeignRecordFields(each)
        said = number_in_foreign_record(fields.take("rank", "level", "value"))
        cost = number_in_foreign_record(fields.take("cost", "castingCost")) or 0
        if name := foreign_row_name(each):
            yield f"{name} {rank if said is None else said}{f' ({cost})' if cost > 0 else ''}"


def foreign_troika_item_rows(fact: Fact) -> Iterator[str]:
    for each in foreign_list(fact):
        fields = ForeignRecordFields(each)
        if name := foreign_name(each):
            row = foreign_troika_weapon(
                fields.take("damageAs", "damage", "weapon"), name
            ) or foreign_troika_weapon(_bare(name))
            count = fields.take("quantity", "count")
            yield foreign_troika_item_row(
                name,
                number_in_foreign_record(fields.take("slots", "encumbrance")),
                row,
                number_in_foreign_record(count) or foreign_line(count),
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
                yield from (f"items.new={row}" for row in foreign_troika_item_rows([each]))


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
