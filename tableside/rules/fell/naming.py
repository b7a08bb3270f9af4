"""Names of newcomers, and putting them on the table."""

from dataclasses import replace

from tableside.errors import RuleError
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import NAME_LENGTH, short


def check_name(name: str, table: Table) -> str:
    """The name without blanks around it. Raises `RuleError` when it is empty, or somebody in play has it."""
    name = short(name.strip(), NAME_LENGTH)
    if not name:
        raise RuleError("a character needs a name: type at least one letter")
    if any(each.name.casefold() == name.casefold() for each in table.in_play()):
        raise RuleError(f"somebody in play is called {name} already: choose another name")
    return name


def attended(table: Table, created: Character) -> Table:
    """With the new character on the table; a player's one takes part in the session that is on."""
    table = table.put(created)
    if table.session_is_on and created.kind == Kind.PC:
        return replace(table, attending=(*table.attending, created.key))
    return table
