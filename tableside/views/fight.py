"""The turn order on the screen: whose turn it is, who is in it, and what only the GM should see."""

from collections.abc import Iterable

from tableside.rules.order import Order
from tableside.rules.ruleset import Ruleset
from tableside.rules.states import can_act, is_gone
from tableside.rules.table import Character, Clock, Condition, Sight, Table
from tableside.views.characters import condition_text, name_cells, states
from tableside.views.orders import shows
from tableside.views.rows import Row, Span, Tone, heading, name_column, progress, row, words_row
from tableside.wording import label, text_of

NAME_CELLS = 22
BESIDE_NAME_CELLS = 13
"""What stands beside a name in one row: a sign and a count before it, a value or a sum behind it."""


def turn_text(table: Table) -> str:
    """Whose turn it is now."""
    order = table.order
    if order is None:
        return "No fight is on"
    round = "Surprise round" if order.round == 0 else f"Round {order.round}"
    if (side := order.acting_together) is not None:
        return f"{round}: " + (f"{label('side', side)} act" if side else "nobody acts yet")
    if order.now:
        return f"{round}: {table[order.now[0]].name} acts"
    return f"{round}: {'nobody acts now' if order.acted else 'nobody has acted yet'}"


def members(table: Table, rules: Ruleset, most: int = NAME_CELLS) -> tuple[Row, ...]:
    """Those in the order, each with the values that matter in it; without one, everybody who could be. Names
    take so many cells at `most`.
    """
    order = table.order
    cells = name_cells(table, most)
    if order is None:
        rows = [_member(each, table, rules, cells) for each in table.in_play()]
    else:
        rows = [_member(table[key], table, rules, cells) for key in order.members if key in table.characters]
        rows += _outsiders(table, rules, cells)
    return tuple(rows) or (words_row("nobody", "Nobody is in play: add characters first (c, then n)."),)


def _outsiders(table: Table, rules: Ruleset, cells: int) -> list[Row]:
    """Those who could join the fight that is on."""
    fighting = table.order.members if table.order else ()
    rows = [
        _member(each, table, rules, cells)
        for each in table.in_play()
        if each.key not in fighting and not is_gone(each)
    ]
    return [heading("Not in the fight (o joins)"), *rows] if rows else []


def _member(character: Character, table: Table, rules: Ruleset, cells: int) -> Row:
    order, acts = table.order, is_acting(character, table)
    vitals = rules.vitals(table, character)
    return row(
        str(character.key),
        turn_sign(character, table),
        *(shows(order).count(order, character.key) if order else ()),
        (name_column(character.name, cells), Tone.STRONG if acts else Tone.PLAIN),
        f" {vitals[0][1] if vitals else '':>6}",
        *(shows(order).standing(order, character.key) if order else ()),
        *states(character, table, rules),
    )


def is_acting(character: Character, table: Table) -> bool:
    """Whether it is their turn, and they can take it."""
    return table.order is not None and character.key in table.order.now and can_act(character)


def turn_sign(character: Character, table: Table) -> Span:
    """Whose turn it is, and who has had theirs this round."""
    if is_acting(character, table):
        return "▶ ", Tone.ACCENT
    return _acted(table.order, character.key), Tone.DIM


def _acted(order: Order | None, key: int) -> str:
    """The sign of one who has acted this round, with how often when it was more than once."""
    return acted_sign(order.times_acted(key) if order else 0)


def acted_sign(times: int) -> str:
    """The sign of who has acted so often this round."""
    return f"✓{times if 1 < times < 10 else ' '}" if times else "  "


def turn_rows(table: Table) -> tuple[Row, ...]:
    """Whose turn it is, and what ails them; nothing where no order is running."""
    if table.order is None:
        return ()
    return (words_row("turn", turn_text(table), Tone.STRONG), *_plight(table))


def order_rows(table: Table, *, hidden: bool = False, most: int = NAME_CELLS) -> tuple[Row, ...]:
    """What there is to know of the order that is running; in a stack, what is left, for the GM's eyes."""
    order = table.order
    if order is None:
        return (
            words_row("none", "Press space to begin: everybody in play is put in.", Tone.DIM),
            words_row("other", "s begins another kind of order.", Tone.DIM),
        )
    rows: tuple[Row, ...] = shows(order).rows(order, table, hidden, name_cells(table, most))
    return rows


def _plight(table: Table) -> Iterable[Row]:
    """The conditions of those whose turn it is."""
    order = table.order
    for who in (table[key] for key in (order.now if order else ())):
        if who.conditions and can_act(who):
            told = ", ".join(condition_text(each) for each in who.conditions)
            yield words_row(f"plight {who.key}", f"  {who.name}: {told}", Tone.BAD)


# Clocks


def clock_rows(table: Table, *, hidden: bool = False) -> tuple[Row, ...]:
    """The clocks on the table, and what each will bring next; `hidden` as the players may see them."""
    shown = [each for each in table.clocks if not (hidden and each.sight == Sight.SECRET)]
    rows = [row for place, each in enumerate(shown) for row in _clock(each, place, hidden)]
    return (heading("Clocks"), *rows) if rows else ()


def _clock(clock: Clock, place: int, hidden: bool) -> Iterable[Row]:
    veiled = hidden and clock.sight == Sight.HIDDEN
    told = "" if clock.sight == Sight.OPEN or hidden else f" ({label('sight', clock.sight)})"
    steps = "?" if veiled else f"{progress(clock.marked, clock.steps)} {clock.marked} of {clock.steps}"
    yield words_row(f"clock {place}", f"{clock.name} {steps}{told}")
    coming = next(((step, text) for step, text in clock.milestones if step > clock.marked), None)
    if coming is not None and not hidden:
        yield words_row(f"clock {place} next", f"  at {coming[0]}: {coming[1]}", Tone.DIM)


# What is to come


def reminders(table: Table, rules: Ruleset) -> tuple[Row, ...]:
    """What will happen to whom: when the round ends, in rounds to come, and before whose turn."""
    at_end, later, before_turns = [], [], []
    fighting = table.order.members if table.order else ()
    for each in table.in_play():
        for condition in rules.telling(each):
            key = f"{each.key} {condition.name}"
            name = label("condition", condition.name)
            if told := _in_rounds(condition, rules):
                later.append(words_row(key, f"{each.name}: {told}", Tone.BAD))
            elif not (told := _at_end(condition, rules, fights=each.key in fighting)):
                continue
            elif condition.before is not None and condition.rounds:
                line = f"{table[condition.before].name}: {each.name}, {name}"
                before_turns.append(words_row(key, line, Tone.ACCENT))
            else:
                at_end.append(words_row(key, f"{each.name}: {told}", Tone.BAD))
    return (
        *((heading("When the round ends"), *at_end) if at_end else ()),
        *((heading("Rounds are left"), *later) if later else ()),
        *((heading("Ends before the turn of"), *before_turns) if before_turns else ()),
    )


def _at_end(condition: Condition, rules: Ruleset, *, fights: bool) -> str:
    """What the end of this round does to one; empty when nothing. Who is in no fight has no rounds but those
    that a condition counts.
    """
    template = text_of(f"at-end.{rules.id}.{condition.name}")
    if template is not None and fights and (condition.rounds or 1) == 1:
        counted = {"amount": condition.amount, "dice": condition.amount or 1, "next": condition.amount + 1}
        return template.format_map(counted)
    return f"{label('condition', condition.name)} ends" if condition.rounds == 1 else ""


def _in_rounds(condition: Condition, rules: Ruleset) -> str:
    """What rounds to come will do to one, where the game must not let it be forgotten; empty when nothing."""
    template = text_of(f"in-rounds.{rules.id}.{condition.name}")
    if template is None or (condition.rounds or 1) == 1:
        return ""
    return template.format_map({"rounds": condition.rounds})
