"""The values of inputs as a person reads them: by the names that stand on the sheets, else by our words."""

from collections.abc import Mapping
from functools import lru_cache

from tableside.rules.inputs import Choice, Given, Input, Value, Who
from tableside.rules.sheet import Part, Skills, Slots, Tags, Traits, part_of
from tableside.rules.table import Character, Table
from tableside.rules.typed import slug
from tableside.wording import has_text, label


def option_text(option: str, table: Table, given: Given) -> str:
    """An option as a person reads it: the name on the character's own sheet, or the words of its id."""
    found = _name_at_hand(option, table, given)
    if found is None and has_text("kind", option):
        return label("kind", option)
    return found or label("option", option)


def _name_at_hand(option: str, table: Table, given: Given) -> str | None:
    """The name of this id on the sheets that this is about, the one's who rolls first, then of a clock."""
    keys: list[int] = []
    for value in (given.get("who"), *given.values()):
        keys += [each for each in (value if isinstance(value, tuple) else (value,)) if type(each) is int]
    for key in dict.fromkeys(keys):
        if key in table.characters and option in (names := _names_on(table[key])):
            return names[option]
    return next((each.name for each in table.clocks if slug(each.name) == option), None)


@lru_cache(maxsize=256)
def _names_on(character: Character) -> Mapping[str, str]:
    """The names of the rows on a sheet, by their ids."""
    sheet = character.sheet
    listed = [name for part in sheet.__dataclass_fields__ for name in row_names(part_of(sheet, part))]
    return {slug(name): name for name in reversed(listed)}


def row_names(value: Part) -> tuple[str, ...]:
    """The names of the rows of a part; none for a part without rows."""
    match value:
        case Skills() | Traits():
            return tuple(each.name for each in value.rows)
        case Slots():
            return tuple(each.name for each in value.items)
        case Tags():
            return value.names
    return ()


def value_text(input: Input, value: Value, table: Table, given: Given) -> str:
    """A value as a person reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(input, Who):
        keys = value if isinstance(value, tuple) else (value,)
        names = [table[key].name for key in keys if isinstance(key, int) and key in table.characters]
        return ", ".join(names) or label("nobody", input.id)
    if isinstance(value, tuple):
        return ", ".join(option_text(str(each), table, given) for each in value) or "-"
    if isinstance(input, Choice):
        nothing = label("none", input.id) if has_text("none", input.id) else "-"
        return option_text(str(value), table, given) if value else nothing
    return str(value).replace("-", "\N{MINUS SIGN}", 1) if isinstance(value, int) else value or "-"
