"""The turn order on the screen: whose turn it is, who is in the fight, and what only the GM should see."""

from collections.abc import Iterable
from fractions import Fraction

from tableside.rules.order.stack import END, Stack
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Table
from tableside.views.characters import states
from tableside.views.rows import Row, Tone, column, heading, row, words_row
from tableside.wording import TEXTS, label
from tableside.wording.results import chance

NAME_CELLS = 16


def owner_name(owner: str, table: Table) -> str:
    """Whose token it is, in words."""
    return table[int(owner)].name if owner.isdecimal() else label("owner", owner)


def turn_text(table: Table) -> str:
    """Whose turn it is now."""
    order = table.order
    if order is None:
        return "No fight is on"
    if order.acting is not None:
        return f"Round {order.round}: {table[order.acting].name} acts"
    return f"Round {order.round}: {'nobody acts now' if order.drawn else 'nobody has acted yet'}"


def members(table: Table, rules: Ruleset) -> tuple[Row, ...]:
    """Those in the fight, each with the values that matter in it; without a fight, everybody who could be."""
    order = table.order
    listed: Iterable[Character] = table.in_play()
    if order is not None:
        listed = [table[key] for key in order.members if key in table.characters]
    rows = [_member(each, table, rules) for each in listed]
    return tuple(rows) or (words_row("nobody", "Nobody is in play: add characters first (c, then n)."),)


def _member(character: Character, table: Table, rules: Ruleset) -> Row:
    order = table.order
    acts = order is not None and order.acting == character.key
    vitals = rules.vitals(table, character)
    acted = order.acted.count(character.key) if order else 0
    return row(
        str(character.key),
        ("▶ " if acts else "  ", Tone.ACCENT),
        (column(character.name, NAME_CELLS), Tone.STRONG if acts else Tone.PLAIN),
        f" {vitals[0][1] if vitals else '':>6}",
        *states(character, table, rules),
        (f" acted{f' {acted} times' if acted > 1 else ''}" if acted else "", Tone.DIM),
    )


def stack_rows(table: Table, *, hidden: bool = False) -> tuple[Row, ...]:
    """What is left in the stack and how likely each is to come next: for the GM's eyes."""
    order = table.order
    if order is None:
        return (words_row("none", "Press space to begin: everybody in play is put in.", Tone.DIM),)
    return (
        words_row("turn", turn_text(table), Tone.STRONG),
        *_held(order, table),
        *_left(order, table, hidden),
        *_drawn(order, table),
    )


def _left(order: Stack, table: Table, hidden: bool) -> tuple[Row, ...]:
    if hidden:
        return (words_row("hidden", "The stack is hidden (v shows it)", Tone.DIM),)
    total = len(order.tokens)
    rows = [
        words_row(
            f"left {owner}",
            f"{column(owner_name(owner, table), NAME_CELLS)} {count:>2}  {chance(Fraction(count, total)):>7}",
            Tone.BAD if owner == END else Tone.PLAIN,
        )
        for owner, count in order.left
    ]
    return (heading(f"In the stack, {total}: GM only"), *rows)


def _held(order: Stack, table: Table) -> tuple[Row, ...]:
    return tuple(
        words_row(f"held {n}", f"{owner_name(owner, table)} holds a token to aim", Tone.ACCENT)
        for n, owner in enumerate(order.held)
    )


def _drawn(order: Stack, table: Table) -> tuple[Row, ...]:
    names = [owner_name(owner, table) for owner in order.drawn]
    return (heading("Drawn this round"), words_row("drawn", ", ".join(names) or "-", Tone.DIM))


def reminders(table: Table) -> tuple[Row, ...]:
    """What will happen to whom when the round ends."""
    rows = [
        words_row(f"{each.key} {condition.name}", f"{each.name}: {text}", Tone.BAD)
        for each in table.in_play()
        for condition in each.conditions
        if (text := _at_end(condition.name, condition.amount, condition.rounds))
    ]
    return (heading("When the round ends"), *rows) if rows else ()


def _at_end(name: str, amount: int, rounds: int | None) -> str:
    template = TEXTS.get(f"at-end.{name}")
    if template is not None:
        return template.format_map({"amount": amount, "dice": amount or 1})
    return f"{label('condition', name)} ends" if rounds == 1 else ""
