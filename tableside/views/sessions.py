"""Who is at the table, and whose dice lie on it."""

from tableside.rules.table import Table


def dice_text(table: Table, typed: bool | None) -> str:
    """Whose dice are real, for the title; empty where the program rolls them all. `typed`: this evening's."""
    dice = table.real_dice
    if typed is not None or dice.usual or not dice.any:
        return "real dice" if typed or (typed is None and dice.usual) else ""
    names = [table[key].name.partition(" ")[0] for key in dice.typing if key in table.characters]
    return f"real dice: {', '.join(names)}"
