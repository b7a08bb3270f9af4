"""The list of characters, and one sheet."""

from collections.abc import Iterable

from tableside.frozen import frozen
from tableside.rules.ruleset import Ruleset
from tableside.rules.states import is_dead
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.text import width
from tableside.views.pictures import CELLS, LEAST_CELLS, bars, worst
from tableside.views.rows import Row, Span, Tone, heading, name_column, row, words_row
from tableside.wording import label, text_in_use
from tableside.wording.results import sentence

NAME_CELLS = 22
LEAST_NAME_CELLS = 10
VALUE_CELLS = 7
"""What stands behind a name in a list: the most telling value."""
WANING = "▼"
"""Behind the bar of somebody who will lose more at the end of the round."""
ORDER = (Kind.PC, Kind.HENCHMAN, Kind.ENEMY, Kind.NPC)


SIDES = {
    Kind.PC: Tone.PARTY,
    Kind.HENCHMAN: Tone.HENCHMEN,
    Kind.ENEMY: Tone.ENEMIES,
    Kind.NPC: Tone.OTHERS,
}
"""The hue of each kind, which a heading or a sign tells as well."""


@frozen
class Columns:
    """How many cells of a list's row each part has."""

    name: int
    bar: int = 0

    @staticmethod
    def of(table: Table, rules: Ruleset, room: int, before: int = 0) -> "Columns":
        """What fits in so many cells (0: unknown) behind so many others: names first, then what ails
        somebody, then a bar.
        """
        free = room - before - VALUE_CELLS - 1 - _state_cells(table, rules)
        most = max(SHORT_NAME_CELLS, free - BAR_CELLS)
        name = name_cells(table, min(most, most_of_a_name(room, before + VALUE_CELLS)))
        return Columns(name, 0 if free - name < LEAST_CELLS else min(_most_of_a_bar(room), free - name))


def _most_of_a_bar(room: int) -> int:
    """Cells of a bar in so many: where there is plenty, twice as many."""
    return CELLS if room < PLENTY else 2 * CELLS


PLENTY = 52
"""Cells of a row from which on a bar is longer: those of a wide terminal."""
SHORT_NAME_CELLS = 15
"""To which a name gives way where there is no room for a bar."""
BAR_CELLS = 5
"""Of the bar for which it does."""
MOST_STATE_CELLS = 11
"""Of a row, for what ails somebody; what is longer goes on in the next row."""


def _state_cells(table: Table, rules: Ruleset) -> int:
    """Cells that what ails people takes at most."""
    widths = (sum(width(text) for text, _ in states(each, table, rules)) for each in table.in_play())
    return min(MOST_STATE_CELLS, max(widths, default=0))


def most_of_a_name(room: int, beside: int = VALUE_CELLS) -> int:
    """How many cells of a name leave enough in so many (0: unknown yet) for what stands beside it."""
    return min(NAME_CELLS, max(LEAST_NAME_CELLS, room - beside)) if room else NAME_CELLS


def roster(table: Table, rules: Ruleset, room: int = 0) -> tuple[Row, ...]:
    """Everybody in play by kind, then those retired; keys are the characters' keys. A row has so much `room`
    (0: unknown yet).
    """
    rows: list[Row] = []
    columns = Columns.of(table, rules, room)
    for kind in ORDER:
        members = sorted(table.in_play(kind), key=is_dead)
        if members:
            rows.append(heading(label("kinds", kind), SIDES[kind]))
            rows += [member(each, table, rules, columns) for each in members]
    if not table.characters:
        lines = label("characters", "nobody").splitlines()
        return tuple(words_row(f"nobody {n}", line, Tone.DIM) for n, line in enumerate(lines))
    retired = [each for each in table.characters.values() if each.retired]
    if retired:
        rows += [heading(label("characters", "out-of-play"))]
        rows += [row(str(each.key), (each.name, Tone.DIM)) for each in retired]
    return tuple(rows)


def name_cells(table: Table, most: int = NAME_CELLS) -> int:
    """How wide the longest name in play is, up to so many cells: what it does not need, conditions do."""
    return min(most, max((width(each.name) for each in table.in_play()), default=most))


def member(character: Character, table: Table, rules: Ruleset, columns: Columns) -> Row:
    """A character in a list: the name, what is left of them as a bar and as their most telling value, and
    what the GM must see at a glance.
    """
    tone = Tone.STRUCK if is_dead(character) else SIDES[character.kind]
    return row(
        str(character.key),
        (name_column(character.name, columns.name), tone),
        *condition_of(character, table, rules, columns),
        *states(character, table, rules),
    )


def condition_of(character: Character, table: Table, rules: Ruleset, columns: Columns) -> Iterable[Span]:
    """What is left of somebody: a bar, a mark where the round's end takes more of it, and the most telling
    value.
    """
    meters = rules.meters(character)
    if columns.bar:
        yield " ", Tone.PLAIN
        yield from bars(() if is_dead(character) else meters, columns.bar)
    yield (WANING, Tone.BAD) if is_waning(character, rules) else (" ", Tone.PLAIN)
    is_low = worst(meters) == Tone.LITTLE and not is_dead(character)
    yield f"{_telling(character, table, rules):>{VALUE_CELLS - 1}}", Tone.LITTLE if is_low else Tone.PLAIN


def is_waning(character: Character, rules: Ruleset) -> bool:
    """Whether the end of a round takes something from somebody: who bleeds, burns, drowns, dies."""
    return any(
        text_in_use(f"at-end.{rules.id}.{condition.name}") is not None
        for condition in rules.telling(character)
        if not is_dead(character)
    )


def _telling(character: Character, table: Table, rules: Ruleset) -> str:
    """How somebody is, in as little as a list has room for."""
    id, count = rules.at_a_glance(character)
    if id:
        return sentence("glance", id, count=count)
    return next((value for _, value in rules.vitals(table, character)), "")


def states(character: Character, table: Table, rules: Ruleset) -> Iterable[Span]:
    """States and conditions in words, each after a blank; what one dies of unless helped is loudest."""
    known = rules.state(table, character)
    for state in known:
        held = character.condition(state)
        text = brief(held) if held else label("condition", state)
        if state in rules.dyings and not is_dead(character):
            yield " ", Tone.PLAIN
            yield f" {text.upper()} ", Tone.ALARM
        else:
            yield f" {text.upper()}", Tone.STRUCK if is_dead(character) else Tone.BAD
    for condition in rules.telling(character):
        if condition.name not in known:
            yield f" {brief(condition)}", Tone.ACCENT
    if table.is_absent(character):
        yield f" {label('attendance', 'absent')}", Tone.DIM


def condition_text(condition: Condition) -> str:
    """A condition with what it counts and how long it lasts."""
    text = _counted(condition)
    if condition.rounds is None:
        return text
    return sentence("characters", "rounds-left", condition=text, rounds=condition.rounds)


def brief(condition: Condition) -> str:
    """The same in a list, where there is little room."""
    rounds = f" ({condition.rounds})" if condition.rounds is not None else ""
    return f"{_counted(condition)}{rounds}"


def _counted(condition: Condition) -> str:
    amount = f" {condition.amount}" if condition.amount else ""
    return f"{label('condition', condition.name)}{amount}"
