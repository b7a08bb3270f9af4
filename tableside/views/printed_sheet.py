"""A sheet as one would print it: who it is, a band of numbers with bars, below it lists side by side.

Where it is edited, every cell of the sheet is a field of its rows; where it is only read, what is empty is
left out. All lengths are cells.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise, zip_longest

from tableside.frozen import frozen
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import (
    Label,
    Meter,
    Skills,
    Slots,
    Tags,
    Track,
    Traits,
    boxes_of_sheet_parts,
    part_of,
    parts,
)
from tableside.rules.table import Character, Kind, Table
from tableside.text import clip, width
from tableside.views.character_list import state_spans
from tableside.views.rows import (
    CELLS,
    GAP,
    HEADING,
    LEAST_CELLS,
    Line,
    Piece,
    Row,
    Span,
    Tone,
    as_rows,
    flow,
    folded,
    in_halves,
    marked_meter_boxes,
    meter_bar,
    side_by_side,
    stripped,
)
from tableside.views.sheet_rows import (
    DICE,
    LIST_HANGS,
    REMARK,
    Derived,
    derived_text,
    follows,
    is_long_text,
    list_rows,
    list_title,
    sheet_row_dice_text,
    value_spans,
)
from tableside.wording import has_text, label, part_label, sentence, text_of

COLUMN_CELLS, LEAST_COLUMN_CELLS = 32, 23
"""Of a column of lists, and of one where nothing less shows all of them."""
MOST_COLUMNS = 3
LEAST_BAR_CELLS, MOST_BAR_CELLS = 4, CELLS + 4
RULE = "─"


@frozen
class Section:
    """A list under its heading, and what else stands there."""

    part: str
    title: tuple[Span, ...]
    add: Piece | None
    """What adds a row to it. None: it is no list."""
    pieces: tuple[Piece, ...]
    """Its rows."""
    facts: tuple[Piece, ...]
    """What stands below them, side by side where there is room."""


def printed_sheet_to_edit(
    who: Character, table: Table, rules: Ruleset, room: int, height: int = 0
) -> tuple[Row, ...]:
    """The sheet to be edited, in rows of at most so many cells, its lists in as many columns as show all of
    it in this height (0: unknown). Keys of fields are the paths of the cells.
    """
    derived = rules.derived(table, who)
    head, band = [*_head(who, table, rules, room)], [*_band(who, rules, derived, room)]
    sections = [*_sections(who, rules, derived)]
    below = [line for each in _long_texts(who, rules) for line in folded(each, room)]
    usual = max(1, min(MOST_COLUMNS, (room + GAP) // (COLUMN_CELLS + GAP)))
    most = max(usual, min(MOST_COLUMNS, (room + GAP) // (LEAST_COLUMN_CELLS + GAP)))

    def page(columns: int, air: int) -> list[Line]:
        free: list[Line] = [()] * min(1, air)
        middle = _in_columns(sections, room, columns, len(free))
        return [*head, *free[: air - 1], *band, *free, *middle, *free, *below]

    tried = (page(columns, air) for columns in range(usual, most + 1) for air in (2, 1, 0))
    return as_rows(next((each for each in tried if len(each) <= height), page(usual, 0)))


def printed_sheet_to_read(who: Character, table: Table, rules: Ruleset, room: int) -> tuple[Row, ...]:
    """The sheet to be read, without the name: in one column, with nothing that is empty. What is longer of
    one than of another stands last: of two that are looked at in turn, most stays where it is.
    """
    derived = rules.derived(table, who)
    ailing = [*_conditions(who, table, rules)] or [_unhurt()]
    rows = [*as_rows([*flow(ailing, room), *_band(who, rules, derived, room)])]
    for each in _sections(who, rules, derived):
        if each.pieces and each.add:
            rows.append(Row(f"{HEADING} {each.part}", each.title, selectable=False))
        rows += as_rows(_section_lines(each, room, facts=_said(who, each.facts)), f"{each.part} ")
    head = [each for each in _about(who, table, rules) if each.key in rules.head or each.key == REMARK]
    long = (line for each in _said(who, _long_texts(who, rules)) for line in folded(each, room))
    return (*rows, *as_rows([*flow(_said(who, head), room), *long], "last "))


def _said(who: Character, pieces: Iterable[Piece]) -> list[Piece]:
    """Those that say something: no text that is empty, no number that is 0."""
    return [each for each in pieces if each.key == REMARK or _says(who, each.key)]


def _says(who: Character, part: str) -> bool:
    return bool(part_of(who.sheet, part)) if part in who.sheet.__dataclass_fields__ else True


# Who it is


def _head(who: Character, table: Table, rules: Ruleset, room: int) -> Iterator[Line]:
    name = Piece("name", ((who.name, Tone.STRONG),))
    about, ailing = [name, *_about(who, table, rules)], [*_conditions(who, table, rules)]
    if ailing:
        yield from flow(about, room)
        yield from flow(ailing, room)
    else:
        yield from flow([*about, _unhurt()], room)


def _about(who: Character, table: Table, rules: Ruleset) -> Iterator[Piece]:
    for part in parts(who.sheet, who.kind):
        if part in rules.head:
            yield _fact(who, part, part_label(rules.id, part))
    yield Piece("kind", ((label("kind", who.kind), Tone.DIM),))
    if who.kind == Kind.PC:
        yield Piece(DICE, ((f"{label('part', DICE)} {sheet_row_dice_text(who, table)}", Tone.DIM),))
    if who.remark:
        yield Piece(REMARK, ((who.remark, Tone.ACCENT),))


def _conditions(who: Character, table: Table, rules: Ruleset) -> Iterator[Piece]:
    """What ails them, each whole."""
    found = [(text.strip(), tone) for text, tone in state_spans(who, table, rules) if text.strip()]
    for place, each in enumerate(found):
        yield Piece("", (each,)) if place else Piece("conditions", (_named("conditions"), each))


def _unhurt() -> Piece:
    return Piece("conditions", (_named("conditions"), ("-", Tone.PLAIN)))


def _named(part: str) -> Span:
    return f"{label('part', part)} ", Tone.DIM


# The band


@frozen
class Box:
    """Numbers under a title; what is left of one of them is drawn as a bar behind it."""

    title: str
    pieces: tuple[Piece, ...]
    meter: Meter | None

    @property
    def bare_cells(self) -> int:
        """Without the bar."""
        return sum(each.cells for each in self.pieces) + GAP * (len(self.pieces) - 1)

    @property
    def cells(self) -> int:
        least = 1 + LEAST_BAR_CELLS if self.meter else 0
        return max(width(self.title), self.bare_cells + least)

    def in_cells(self, room: int) -> list[Line]:
        """The numbers in so many cells."""
        *others, last = self.pieces
        bar_cells = min(MOST_BAR_CELLS, room - self.bare_cells - 1)
        if self.meter and bar_cells >= LEAST_CELLS:
            last = Piece(last.key, (*last.spans, (" ", Tone.PLAIN), *meter_bar(self.meter, bar_cells)))
        return [*flow([*others, last], room)]


def _band(who: Character, rules: Ruleset, derived: Derived, room: int) -> Iterator[Line]:
    for row in boxes_of_sheet_parts(who.sheet, who.kind, rules.band):
        yield from _in_rows([_box(box, who, rules, derived) for box in row], room)


def _in_rows(row: Sequence[Box], room: int) -> Iterator[Line]:
    """Boxes in one row, or in as few of about one length as have room for them."""
    for rows in range(1, len(row) + 1):
        count = -(-len(row) // rows)
        parts = [row[place : place + count] for place in range(0, len(row), count)]
        if count == 1 or all(sum(each.cells + GAP for each in part) - GAP <= room for part in parts):
            for part in parts:
                yield from _boxes(part, room)
            return


def _boxes(row: Sequence[Box], room: int) -> Iterator[Line]:
    """Boxes over the whole room, of one width where that does for all: titles, and under them the numbers."""
    equal, spare = (room + GAP) // len(row), room + GAP - sum(each.cells + GAP for each in row)
    is_equal = all(each.cells + GAP <= equal for each in row)
    shares = [equal if is_equal else each.cells + GAP + spare // len(row) for each in row]
    yield side_by_side([(Piece("", ((each.title, Tone.DIM),)),) for each in row], shares)
    numbers = [box.in_cells(share - GAP) for box, share in zip(row, shares, strict=True)]
    for lines in zip_longest(*numbers, fillvalue=()):
        yield side_by_side(lines, shares)


def _box(box: Sequence[str], who: Character, rules: Ruleset, derived: Derived) -> Box:
    meters = (
        value
        for part in box
        if isinstance(value := part_of(who.sheet, part), Meter)
        and value.maximum
        and not _is_in_boxes(who, part, value)
    )
    pieces = (_boxed(who, part, rules, derived, is_first=part == box[0]) for part in box)
    return Box(box_title(box, rules).upper(), tuple(pieces), next(meters, None))


def box_title(box: Sequence[str], rules: Ruleset) -> str:
    """What stands over the parts in a box: its own name, or that of the first of them."""
    return text_of(f"box.{rules.id}.{box[0]}") or part_label(rules.id, box[0])


def _boxed(who: Character, part: str, rules: Ruleset, derived: Derived, *, is_first: bool) -> Piece:
    """A part in a box, without its name where that stands above; what is so is ticked."""
    value = part_of(who.sheet, part)
    if isinstance(value, bool) and not is_first:
        return _tick(part, value, part_label(rules.id, part).lower())
    spans: tuple[Span, ...]
    match value:
        case Meter() if _is_in_boxes(who, part, value):
            spans = (_boxes_drawn(value.current, value.maximum) or NOTHING, Tone.STRONG), ("", Tone.DIM)
        case Meter():
            spans = (str(value.current), Tone.STRONG), (f"/{value.maximum}", Tone.DIM)
        case Track():
            spans = (_boxes_drawn(value.marked, value.boxes), Tone.STRONG), ("", Tone.DIM)
        case _ if total := boxed_total(part, derived):
            return Piece(part, ((total, Tone.STRONG),))
        case _:
            spans = stripped(value_spans(who, part))
    return Piece(part, (*spans, *_note(part, who, derived)))


NOTHING = "-"
"""Of what nobody has."""
MOST_IN_BOXES = 8
"""Points of a meter that are drawn each as a box."""
AT_A_GLANCE = 3
"""Boxes that are counted without being told how many they are."""


def _is_in_boxes(who: Character, part: str, meter: Meter) -> bool:
    """Whether so few points are drawn each as a box."""
    most: int = who.sheet.__dataclass_fields__[part].metadata[Label.HIGHEST]
    return most <= MOST_IN_BOXES and 0 <= meter.current <= meter.maximum


def _boxes_drawn(marked: int, boxes: int) -> str:
    """Boxes in a row, with how many are marked where they are not few."""
    drawn = marked_meter_boxes(marked, boxes)
    return drawn if drawn and boxes <= AT_A_GLANCE else f"{drawn} {marked}/{boxes}".strip() if boxes else ""


def boxed_total(part: str, derived: Derived) -> str:
    """What stands in the place of a number, where that is only a piece of it; empty where it is all."""
    id, value = derived.get(part, ("", 0))
    return sentence("instead", id, value=value) if has_text("instead", id) else ""


def _tick(part: str, is_so: bool, name: str) -> Piece:
    """Whether something is so, as a box that is ticked."""
    return Piece(
        part,
        ((f"{marked_meter_boxes(is_so, 1)} ", Tone.STRONG), (name, Tone.PLAIN if is_so else Tone.DIM)),
        LIST_HANGS,
    )


def _note(part: str, who: Character, derived: Derived) -> Iterator[Span]:
    if note := boxed_note(part, who, derived):
        yield f" {note}", Tone.DIM


def boxed_note(part: str, who: Character, derived: Derived) -> str:
    """What follows from a part that it does not say already, in short; empty for nothing."""
    if not follows(part, who, derived):
        return ""
    id, value = derived[part]
    return sentence("boxed", id, value=value) if has_text("boxed", id) else derived_text(derived[part])


# Lists, and what stands with them


def _sections(who: Character, rules: Ruleset, derived: Derived) -> Iterator[Section]:
    """A section for each list, with what comes behind it on the sheet; before them what comes before any."""
    in_band = {
        part for row in boxes_of_sheet_parts(who.sheet, who.kind, rules.band) for box in row for part in box
    }
    found: list[tuple[str, list[Piece]]] = [("", [])]
    for part in parts(who.sheet, who.kind):
        if isinstance(part_of(who.sheet, part), Skills | Slots | Traits | Tags):
            found.append((part, []))
        elif part not in in_band and part not in rules.head and not is_long_text(who, part):
            found[-1][1].append(_fact(who, part, part_label(rules.id, part), derived))
    for part, facts in found:
        if part:
            listed = (Piece(each.key, each.spans, LIST_HANGS) for each in list_rows(who, part, derived))
            *rows, add = listed
            add = Piece(add.key, stripped(add.spans))
            yield Section(part, list_title(who, part, rules, derived), add, tuple(rows), tuple(facts))
        elif facts:
            yield Section("", (), None, (), tuple(facts))


def _fact(who: Character, part: str, name: str, derived: Derived | None = None) -> Piece:
    """A part with its name; of a text that says who somebody is, the text alone."""
    value = part_of(who.sheet, part)
    if isinstance(value, bool):
        return _tick(part, value, name)
    is_clear = derived is None and isinstance(value, str) and value and not value.isdecimal()
    title = "" if is_clear else f"{name} "
    note = _note(part, who, derived or {})
    return Piece(part, ((title, Tone.DIM), *stripped(value_spans(who, part)), *note), LIST_HANGS)


def _long_texts(who: Character, rules: Ruleset) -> list[Piece]:
    found = (part for part in parts(who.sheet, who.kind) if is_long_text(who, part))
    return [_fact(who, part, part_label(rules.id, part), {}) for part in found]


def _section_lines(section: Section, room: int, *, facts: Sequence[Piece]) -> list[Line]:
    rows = (line for piece in section.pieces for line in folded(piece, room))
    return [*rows, *in_halves(facts, room)]


def _titled(section: Section, room: int) -> list[Line]:
    """The section with its heading, whose rule leads to what adds a row."""
    lines = _section_lines(section, room, facts=section.facts)
    if section.add is None:
        return lines
    title, add = section.title, section.add.spans
    if _rest(room, title, add) < 0:
        add = ((label("characters", "add-in-short"), Tone.DIM),)
    if _rest(room, title, add) < 0:
        (name, tone), *_ = title
        title = ((clip(name, room - 1 - GAP), tone),)
    rule = _rest(room, title, add)
    return [(Piece(section.add.key, (*title, (f" {RULE * rule}  ", Tone.DIM), *add)),), *lines]


def _rest(room: int, *taken: tuple[Span, ...]) -> int:
    """What is left of the room for the rule in a heading."""
    return room - GAP - sum(width(text) for spans in taken for text, _ in spans)


def _in_columns(sections: Sequence[Section], room: int, columns: int, air: int) -> list[Line]:
    """The sections in so many columns of about one length, in their order."""
    share = (room + GAP) // columns
    made = [_titled(each, share - GAP) for each in sections]
    cuts = combinations(range(1, len(made)), min(columns, max(1, len(made))) - 1)
    split = ([*pairwise((0, *each, len(made)))] for each in cuts)
    best = min(split, key=lambda ends: max((_length(made[a:b], air) for a, b in ends), default=0))
    stacked = [_stacked(made[first:end], air) for first, end in best]
    return [side_by_side(lines, [share] * len(stacked)) for lines in zip_longest(*stacked, fillvalue=())]


def _length(sections: Sequence[Sequence[Line]], air: int) -> int:
    return sum(map(len, sections)) + air * (len(sections) - 1)


def _stacked(sections: Sequence[Sequence[Line]], air: int) -> list[Line]:
    lines = [line for each in sections for line in (*each, *([()] * air))]
    return lines[: len(lines) - air]
