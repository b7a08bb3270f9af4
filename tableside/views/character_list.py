"""A character as a row of a list: the name, a bar of what is left, and conditions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from tableside.frozen import frozen
from tableside.rules.life_states import is_dead, is_fallen
from tableside.rules.procedure import Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.text import width
from tableside.views.meters import (
    CELLS,
    HANGING,
    LEAST_CELLS,
    WANING,
    lowest_meter_level,
    meter_bars,
)
from tableside.views.rows import Row, Span, Tone, heading_row, row, row_name_column, words_row
from tableside.wording import label, sentence, wording_in_use
from tableside.wording.facts import counted_condition_of_fact

NAME_CELLS = 22
LEAST_NAME_CELLS = 10
SHORT_NAME_CELLS = 15
"""Cells that a name keeps when it is shortened for a bar."""
BESIDE_NAME_CELLS = 13
"""Cells beside a name in the rows of a turn order, for pips and a chance."""
BAR_CELLS = 5
"""Cells of the bar that a name is shortened for, and that a bar keeps when conditions need room."""
PLENTY = 52
"""Cells of a row that make it wide enough for a longer bar."""
VALUE_CELLS = 7
"""Cells for the value behind a name."""
SIDES = {Kind.PC: Tone.PARTY, Kind.HENCHMAN: Tone.HENCHMEN, Kind.ENEMY: Tone.ENEMIES, Kind.NPC: Tone.OTHERS}
"""The hue of each kind, which a heading or a sign states as well."""
OURS = (Kind.PC, Kind.HENCHMAN)
"""The kinds of the party, whose numbers the players know."""
ORDER = (Kind.PC, Kind.HENCHMAN, Kind.ENEMY, Kind.NPC)


@frozen
class CharacterListColumns:
    """The cells of each part of a row."""

    name: int
    bar: int = 0

    @property
    def beside_value(self) -> int:
        """The cells of the name and the bar."""
        return self.name + (self.bar + 1 if self.bar else 0)

    @staticmethod
    def of(
        table: Table, rules: Ruleset, room: int, before: int = 0, waits: Mapping[int, int] | None = None
    ) -> "CharacterListColumns":
        """The columns for rows of `room` cells (0: unknown) behind `before` cells: names get room first, then
        a bar, then conditions, which can continue in the next row. `waits`: cells before the conditions, by
        key.
        """
        beside = before + VALUE_CELLS + 1
        name = character_list_name_cells(
            table, min(max(SHORT_NAME_CELLS, room - beside - BAR_CELLS), most_character_list_name(room))
        )
        free = room - beside - name
        if free < LEAST_CELLS:
            longest = character_list_name_cells(
                table, most_character_list_name(room, beside) if room else SHORT_NAME_CELLS
            )
            return CharacterListColumns(
                max(longest, *(width(label("kinds", each.kind)) for each in table.in_play()), 0)
            )
        ailing = _state_cells(table, rules, max(0, free - BAR_CELLS), waits or {})
        return CharacterListColumns(name, min(CELLS if room < PLENTY else 2 * CELLS, free - ailing))


def _state_cells(table: Table, rules: Ruleset, most: int, waits: Mapping[int, int]) -> int:
    """The cells of the widest conditions of those who stand, up to `most`."""
    standing = (each for each in table.in_play() if not is_fallen(each))
    widths = (
        waits.get(each.key, 0)
        + sum(width(text) for text, _ in character_list_state_spans(each, table, rules))
        for each in standing
    )
    return max((cells for cells in widths if cells <= most), default=0)


def most_character_list_name(room: int, beside: int = VALUE_CELLS) -> int:
    """The cells of a name that leave `beside` cells in `room` (0: unknown yet)."""
    return min(NAME_CELLS, max(LEAST_NAME_CELLS, room - beside)) if room else NAME_CELLS


def character_list_name_cells(table: Table, most: int = NAME_CELLS) -> int:
    """The cells of the longest name in the list, up to `most`."""
    return min(most, max((width(each.name) for each in table.in_play()), default=most))


def cells_of_character_list(table: Table, rules: Ruleset) -> int:
    """The cells of a row with a whole name, a value, and a bar if there is one."""
    bars = ((each, 1 + BAR_CELLS if _has_bar(each, rules) else 0) for each in table.in_play())
    return max((min(NAME_CELLS, width(each.name)) + bar for each, bar in bars), default=0) + VALUE_CELLS


def character_list_name(character: Character, rules: Ruleset, columns: CharacterListColumns) -> str:
    """The name in its column; without a bar, a long name may use the room of the bar."""
    room = columns.name if _has_bar(character, rules) else columns.beside_value
    return row_name_column(character.name, max(columns.name, min(width(character.name), room)))


def character_list_row(
    character: Character, table: Table, rules: Ruleset, columns: CharacterListColumns
) -> Row:
    """The row of a character: the name, a bar, the telling value, and what the GM must see at a glance."""
    tone = Tone.STRUCK if is_fallen(character) else SIDES[character.kind]
    return row(
        str(character.key),
        (character_list_name(character, rules, columns), tone),
        *character_list_vitals(character, table, rules, columns),
        *character_list_state_spans(character, table, rules),
        hangs=HANGING,
    )


def character_list_heading(
    people: Sequence[Character], table: Table, rules: Ruleset, columns: CharacterListColumns, before: int = 0
) -> Row:
    """The heading above people of one kind; if the game names their most telling values, with that name above
    the values, whose column begins after `before` cells and the name.
    """
    kind = people[0].kind
    title = heading_row(label("kinds", kind), SIDES[kind])
    part = next((part for part, _ in rules.vitals(table, people[0])), "")
    if (over := wording_in_use(f"over.{rules.id}.{part}")) is None:
        return title
    cells = before + columns.beside_value + VALUE_CELLS
    return replace(title, spans=(*title.spans, (f"{over:>{cells - width(title.text)}}", Tone.DIM)))


def character_list_vitals(
    character: Character, table: Table, rules: Ruleset, columns: CharacterListColumns
) -> Iterable[Span]:
    """What is left of somebody: a bar, a mark if the round's end takes more, and the telling value."""
    meters = rules.meters(character)
    if columns.bar and _has_bar(character, rules):
        yield " ", Tone.PLAIN
        yield from meter_bars(meters, columns.bar)
    else:
        yield " " * (columns.beside_value - width(character_list_name(character, rules, columns))), Tone.PLAIN
    yield (WANING, Tone.BAD) if _is_waning(character, rules) else (" ", Tone.PLAIN)
    telling = "" if is_dead(character) else character_list_value(character, table, rules)
    values = telling.split(" ")
    each_its_own = len(values) == len(meters)
    for n, value in enumerate(values):
        is_low = lowest_meter_level(meters[n : n + 1] if each_its_own else meters) == Tone.LITTLE
        tone = Tone.DIM if is_fallen(character) else Tone.LITTLE if is_low else Tone.PLAIN
        before = " " if n else " " * (VALUE_CELLS - 1 - width(telling))
        yield f"{before}{value}", tone


def _has_bar(character: Character, rules: Ruleset) -> bool:
    return bool(rules.meters(character)) and not is_dead(character)


def _is_waning(character: Character, rules: Ruleset) -> bool:
    """Whether the end of a round takes something from somebody, who for example bleeds, burns or drowns."""
    return any(
        wording_in_use(f"{kind}.{rules.id}.{condition.name}") is not None
        for kind in ("at-end", "each-end")
        for condition in rules.telling(character)
        if not is_dead(character)
    )


def character_list_value(character: Character, table: Table, rules: Ruleset) -> str:
    """The most telling value of somebody, in the fewest cells."""
    id, count = rules.at_a_glance(character)
    if id:
        return sentence("glance", id, count=count)
    return next((value for _, value in rules.vitals(table, character)), "")


def character_list_state_spans(character: Character, table: Table, rules: Ruleset) -> Iterable[Span]:
    """A character's states and conditions in words; those that kill unless helped are loudest."""
    known = rules.state(table, character)
    for state in known:
        held = character.condition(state)
        text = character_list_condition(held) if held else label("condition", state)
        if state in rules.dyings and not is_dead(character):
            yield " ", Tone.PLAIN
            yield f" {text.upper()} ", Tone.ALARM
        else:
            yield f" {text.upper()}", Tone.DIM if is_fallen(character) else Tone.BAD
    against, count = rules.counted_against(character)
    if against and not is_dead(character):
        yield f" {sentence('glance', against, count=count)}", Tone.ACCENT
    for condition in rules.telling(character):
        if condition.name not in known:
            yield f" {character_list_condition(condition)}", Tone.ACCENT
    if table.is_absent(character):
        yield f" {label('attendance', 'absent')}", Tone.DIM


def character_condition_spans(character: Character, table: Table, rules: Ruleset) -> list[Span]:
    """The states and conditions one by one, without surrounding blanks."""
    spans = character_list_state_spans(character, table, rules)
    return [(text.strip(), tone) for text, tone in spans if text.strip()]


def rescue_row(character: Character, rules: Ruleset) -> Iterator[Row]:
    """The row under a dying member of the party that names the procedure that helps."""
    if character.kind == Kind.ENEMY or not rules.is_loaded() or not rules.is_dying(character):
        return
    if (procedure := rules.role(Role.RESCUE)) is not None:
        text = sentence("characters", "rescue", procedure=label("procedure", procedure.id))
        yield words_row(f"rescue {character.key}", f"{' ' * HANGING}{text}", Tone.BAD)


def character_condition_text(condition: Condition) -> str:
    """A condition with its count and remaining rounds."""
    text = counted_condition_of_fact(condition.name, condition.amount)
    if condition.rounds is None:
        return text
    return sentence("characters", "rounds-left", condition=text, rounds=condition.rounds)


def character_list_condition(condition: Condition) -> str:
    """A condition in the short form for lists."""
    rounds = f" ({condition.rounds})" if condition.rounds is not None else ""
    return f"{counted_condition_of_fact(condition.name, condition.amount)}{rounds}"


def character_list_rows(table: Table, rules: Ruleset, room: int = 0) -> tuple[Row, ...]:
    """Everybody in play by kind, then the retired; row keys are the characters' keys. `room` 0: unknown."""
    rows: list[Row] = []
    columns = CharacterListColumns.of(table, rules, room)
    for kind in ORDER:
        members = sorted(table.in_play(kind), key=is_fallen)
        if members:
            rows.append(character_list_heading(members, table, rules, columns))
            for each in members:
                rows += [character_list_row(each, table, rules, columns), *rescue_row(each, rules)]
    if not table.characters:
        return (words_row("nobody", label("characters", "nobody"), Tone.DIM),)
    retired = [each for each in table.characters.values() if each.retired]
    if retired:
        rows += [heading_row(label("characters", "out-of-play"))]
        rows += [row(str(each.key), (each.name, Tone.DIM)) for each in retired]
    return tuple(rows)
