"""The table as players see it now, and the sheets of the party, also as rows.

The GM's writing stays hidden until it is told, what oracles and tables told the GM always, and nothing shows
that something secret was done. Rows are built from the players' document alone.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.frozen import frozen
from tableside.rules.cells import cells as cells_of
from tableside.rules.life_states import DOWN, can_act, is_down
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import (
    Die,
    Meter,
    Part,
    Skills,
    Slots,
    Tags,
    Track,
    Traits,
    sheet_part_of,
    sheet_parts,
)
from tableside.rules.table import Character, Kind, Table, TableClock, TableClockSight
from tableside.text import local_time, width, wrapped
from tableside.views.character_list import NAME_CELLS, OURS, SIDES, character_list_condition
from tableside.views.fight import fight_member_acted_sign
from tableside.views.meters import lowest_meter_level, meter_bars
from tableside.views.notes import has_gm_tag
from tableside.views.public.document import (
    LIVE,
    ClockSeen,
    FoeSeen,
    LineKind,
    LineSeen,
    Look,
    MemberSeen,
    SheetSeen,
    Stage,
    TableSeen,
    TurnSeen,
)
from tableside.views.public.entries_told import (
    LOOKED_BACK,
    NOTES,
    clock_in_entry_told,
    latest_entries_told,
    throw_in_entry_told,
)
from tableside.views.rows import (
    Row,
    Span,
    Tone,
    heading_row,
    row,
    row_name_at_turn,
    row_name_column,
    words_row,
)
from tableside.views.sheet_rows import sheet_row_texts, sheet_rows
from tableside.views.turn_orders import turn_order_text
from tableside.wording import label, part_label


def table_seen(campaign: Campaign) -> TableSeen:
    """The table as players see it now."""
    table, rules = campaign.table, campaign.rules
    return TableSeen(
        table.title,
        table.day,
        seen_table_turn(table),
        tuple(_seats(table, rules)),
        tuple(seen_table_clocks(table)),
        tuple(each.line for each in latest_entries_told(campaign, LOOKED_BACK) if each.line.kind in LIVE),
    )


# Whose turn it is


def seen_table_turn(table: Table) -> TurnSeen | None:
    """Whose turn it is. None: there is no turn order."""
    order = table.order
    if order is None:
        return None
    acting = tuple(table[key].name for key in order.now if key in table.characters)
    return TurnSeen(turn_order_text(table), order.round, acting)


def _stage(who: Character, table: Table) -> tuple[Stage, int]:
    """How far somebody has come in the round, and how many turns they have had in it."""
    if table.order is None:
        return Stage.NONE, 0
    times = table.order.times_acted(who.key)
    if who.key in table.order.now and can_act(who):
        return Stage.ACTING, times
    return (Stage.ACTED if times else Stage.NONE), times


# Who is there


def _seats(table: Table, rules: Ruleset) -> Iterator[MemberSeen | FoeSeen]:
    if table.order is not None:
        people = [table[key] for key in table.order.members if key in table.characters]
    else:
        people = [each for kind in OURS for each in table.in_play(kind)]
    for each in people:
        yield seen_table_member(each, table, rules) if each.kind in OURS else _foe_seen(each, table, rules)


def seen_table_member(who: Character, table: Table, rules: Ruleset) -> MemberSeen:
    """A member of the party, known in full."""
    known = rules.state(table, who)
    stage, times = _stage(who, table)
    return MemberSeen(
        who.name,
        who.kind,
        tuple((part_label(rules.id, id), value) for id, value in rules.vitals(table, who)),
        tuple(_in_words(known, who)),
        tuple(_in_words((each.name for each in rules.telling(who) if each.name not in known), who)),
        table.is_absent(who),
        stage,
        times,
        tuple(rules.meters(who)),
    )


def _in_words(ids: Iterable[str], who: Character) -> Iterator[str]:
    """The states and conditions of a member of the party, without those tagged for the GM."""
    for id in ids:
        held = who.condition(id)
        if not has_gm_tag(id):
            yield character_list_condition(held) if held else label("condition", id)


def _foe_seen(who: Character, table: Table, rules: Ruleset) -> FoeSeen:
    """Somebody else as players see them, without numbers."""
    seen = (each.name for each in rules.telling(who) if each.name in rules.conditions)
    conditions = tuple(label("condition", each) for each in seen if each not in (*DOWN, *rules.dyings))
    return FoeSeen(who.name, _look_of(who, rules), conditions, *_stage(who, table))


def _look_of(who: Character, rules: Ruleset) -> Look | None:
    """How hurt somebody looks to players: badly once they have half or less of what the game counts wounds
    in. None: the game does not count wounds in points.
    """
    if is_down(who) or any(who.has(each) for each in rules.dyings):
        return Look.DOWN
    points = next(iter(rules.meters(who)), None)
    if points is None:
        return None
    if points.current >= points.maximum:
        return Look.UNHURT
    return Look.BADLY_HURT if 2 * points.current <= points.maximum else Look.HURT


# Clocks


def seen_table_clocks(table: Table) -> Iterator[ClockSeen]:
    """The clocks that players know of, as far as each lets them."""
    return map(_clock, filter(is_clock_seen, table.clocks))


def is_clock_seen(clock: TableClock) -> bool:
    """Whether players know of this clock."""
    return clock.sight != TableClockSight.SECRET and not has_gm_tag(clock.name)


def _clock(clock: TableClock) -> ClockSeen:
    if clock.sight == TableClockSight.OPEN:
        return ClockSeen(clock.name, *clock.far, clock.marked >= clock.steps)
    return ClockSeen(clock.name)


def table_seen_without_looks(seen: TableSeen) -> TableSeen:
    """The table as seen by players who cannot tell how hurt a standing foe is."""
    return replace(seen, seats=tuple(_without_look(each) for each in seen.seats))


def _without_look(each: MemberSeen | FoeSeen) -> MemberSeen | FoeSeen:
    return replace(each, look=None) if isinstance(each, FoeSeen) and each.look != Look.DOWN else each


def sheets_seen(table: Table, rules: Ruleset, own: Collection[str]) -> tuple[SheetSeen, ...]:
    """The sheets of the party as everybody reads them, in lines."""
    return tuple(
        SheetSeen(each.name, sheet_row_texts(sheet_in_common(each, rules, own), table, rules))
        for each in table.in_play(*OURS)
    )


def sheet_as_seen(who: Character, rules: Ruleset, is_hidden: Callable[[str], bool] = has_gm_tag) -> Character:
    """A member of the party as their player sees them, built from a blank sheet and the parts of theirs that
    are not hidden.
    """
    parts = sheet_parts(who.sheet, who.kind)
    values = {part: _part(sheet_part_of(who.sheet, part), is_hidden) for part in parts}
    seen = {part: value for part, value in values.items() if value is not None}
    conditions = tuple(each for each in who.conditions if not is_hidden(each.name))
    sheet = replace(rules.blank(who.kind), **seen)
    return Character(who.key, who.name, who.kind, sheet, conditions, who.retired)


def sheet_in_common(who: Character, rules: Ruleset, own: Collection[str]) -> Character:
    """A member of the party in what everybody reads: without the notes, and the `own` things, that stand on
    their player's page alone.
    """
    seen = sheet_as_seen(who, rules, lambda text: text in own or has_gm_tag(text))
    return replace(seen, sheet=replace(seen.sheet, **{NOTES: ""})) if hasattr(seen.sheet, NOTES) else seen


def things_of_players_own(entry: Entry) -> frozenset[str]:
    """The texts that an entry put on a sheet or took from it."""
    return frozenset().union(*(_texts(each.before) ^ _texts(each.after) for each in entry.changes))


def _texts(value: object) -> frozenset[str]:
    if isinstance(value, str):
        return frozenset((value,)) if value else frozenset()
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return frozenset().union(*map(_texts, inside))


def is_sheet_seen_in_part(seen: Character, who: Character) -> bool:
    """Whether players do not see the whole of somebody's sheet."""
    parts_of = sheet_parts(who.sheet, who.kind)
    differs = any(sheet_part_of(seen.sheet, each) != sheet_part_of(who.sheet, each) for each in parts_of)
    return differs or seen.conditions != who.conditions


def _part(value: Part, is_hidden: Callable[[str], bool]) -> Part | None:
    """The visible value of a part of a sheet. None: it is hidden."""
    match value:
        case bool() | int() | Meter() | Track() | Die():
            return value
        case str():
            return None if is_hidden(value) else value
        case Skills():
            return Skills(tuple(each for each in value.rows if not is_hidden(each.name)))
        case Slots():
            return Slots(tuple(each for each in value.items if not is_hidden(each.name)))
        case Traits():
            return Traits(
                tuple(each for each in value.rows if not (is_hidden(each.name) or is_hidden(each.note)))
            )
        case Tags():
            return Tags(tuple(each for each in value.names if not is_hidden(each)))


FIRST_CELLS = 8
"""Cells before the words of a line, for time and mark."""
LEAST_CELLS = 10
"""Cells that must remain beside a title; with fewer, the text goes below it."""
INDENT = "  "


def seen_table_rows(seen: TableSeen, cells: int, lines: int) -> tuple[Row, ...]:
    """As many rows for players as fit, with the newest events at the end."""
    rows = (*_people(seen), *_clocks(seen.clocks))
    room = lines - len(rows) - 1
    heard = seen_log_rows(seen.log, cells)[-room:] if room > 0 else ()
    return (*rows, *([heading_row(label("watch", "heard")), *heard] if heard else ()))[:lines]


def _people(seen: TableSeen) -> Iterator[Row]:
    """The members of the fight in order; without a fight, the party."""
    yield heading_row(seen.turn.words if seen.turn else label("kinds", Kind.PC))
    cells = min(NAME_CELLS, max((width(each.name) for each in seen.seats), default=0))
    for place, each in enumerate(seen.seats):
        spans = _member(each) if isinstance(each, MemberSeen) else _foe(each)
        yield row(f"seat {place}", _sign(each), *_name(each, cells), *spans)


def _name(each: MemberSeen | FoeSeen, cells: int) -> Iterator[Span]:
    """A name in the hue of its side, loudest if it is their turn."""
    text = row_name_column(each.name, cells)
    if each.stage == Stage.ACTING:
        yield from row_name_at_turn(text)
    else:
        yield text, SIDES[each.kind] if isinstance(each, MemberSeen) else Tone.OTHERS


def _sign(each: MemberSeen | FoeSeen) -> Span:
    """The sign for whose turn it is, or for who has had theirs this round."""
    if each.stage == Stage.ACTING:
        return "▶ ", Tone.ACCENT
    return fight_member_acted_sign(each.times), Tone.DIM


def _member(each: MemberSeen) -> Iterator[Span]:
    yield " ", Tone.PLAIN
    yield from meter_bars(each.left)
    is_low = lowest_meter_level(each.left) == Tone.LITTLE
    yield f" {each.vitals[0][1] if each.vitals else '':>6}", Tone.LITTLE if is_low else Tone.PLAIN
    yield from ((f" {state.upper()}", Tone.BAD) for state in each.states)
    yield from ((f" {condition}", Tone.ACCENT) for condition in each.conditions)
    if each.is_absent:
        yield f" {label('attendance', 'absent')}", Tone.DIM


def _foe(each: FoeSeen) -> Iterator[Span]:
    if each.look is not None:
        yield f" {label('look', each.look)}", Tone.BAD if each.look == Look.DOWN else Tone.PLAIN
    yield from ((f" {condition}", Tone.ACCENT) for condition in each.conditions)


def _clocks(clocks: Sequence[ClockSeen]) -> tuple[Row, ...]:
    rows = (words_row(f"clock {place}", clock_in_entry_told(each)) for place, each in enumerate(clocks))
    return (heading_row(label("fight", "clocks")), *rows) if clocks else ()


def seen_log_rows(lines: Sequence[LineSeen], cells: int) -> tuple[Row, ...]:
    """The lines of the players' log, wrapped to this many cells."""
    return tuple(each for place, line in enumerate(lines) for each in _line(line, place, cells))


def _line(line: LineSeen, place: int, cells: int) -> Iterator[Row]:
    tone = Tone.HEADING if line.kind == LineKind.SESSION else Tone.DIM
    at = local_time(line.time).strftime("%H:%M")
    dice = "; ".join(map(throw_in_entry_told, line.throws))
    text = f"{line.headline} ({dice})" if dice else line.headline
    first, *rest = wrapped(text, max(10, cells - FIRST_CELLS))
    yield Row(f"line {place}", ((f"{at} · ", Tone.DIM), (first, tone)), selectable=False)
    for n, more in enumerate(rest):
        yield Row(f"line {place}.{n}", ((" " * FIRST_CELLS, Tone.DIM), (more, tone)), selectable=False)


def own_sheet_seen_rows(who: Character, table: Table, rules: Ruleset, cells: int) -> Iterator[Row]:
    """The rows of a player's own sheet, wrapped to this many cells, with nothing cut off or summarised."""
    seen = sheet_as_seen(who, rules)
    texts = {
        each.path: each.text
        for part in sheet_parts(seen.sheet, seen.kind)
        for each in cells_of(seen.sheet, part)
    }
    for shown in sheet_rows(seen, table, rules):
        if not shown.key.endswith(".new"):
            yield from _whole(shown, texts.get(shown.key, ""), cells)


def _whole(row: Row, text: str, cells: int) -> Iterator[Row]:
    """The row, or its whole text in as many rows as needed."""
    (title, tone), *rest = row.spans
    is_cut = "…" in row.text and text not in row.text
    if width(row.text.rstrip()) <= cells and not is_cut and "\n" not in text:
        yield row
        return
    words = text if is_cut or "\n" in text else "".join(each for each, _ in rest).rstrip()
    if cells - width(title) < LEAST_CELLS:
        yield Row(f"{row.key} title", ((title.rstrip(), tone),), selectable=False)
        title = INDENT
    for place, line in enumerate(wrapped(words, cells - width(title))):
        head = " " * width(title) if place else title
        yield Row(f"{row.key} {place}", ((head, tone), (line, Tone.PLAIN)), selectable=False)


@frozen
class TableSeenByPlayer:
    """A player's character, and the table as that player sees it."""

    campaign: Campaign
    key: int
    table: Table
    seen: Table
    """The table with only the party on it, as players see them."""

    @property
    def among_all(self) -> Table:
        """The whole table, with the party as players see them."""
        return replace(self.table, characters={**self.table.characters, **self.seen.characters})

    @property
    def rules(self) -> Ruleset:
        return self.campaign.rules

    @property
    def who(self) -> Character:
        return self.table[self.key]

    def may_name(self, who: Character) -> bool:
        """Whether players see this character: one of the party, or in the fight."""
        order = self.table.order
        return who.kind in OURS or (order is not None and who.key in order.members)


def table_seen_by_player(campaign: Campaign, key: int) -> TableSeenByPlayer:
    """The present table for the character with this key, without clocks that players do not know of."""
    table = replace(campaign.table, clocks=tuple(filter(is_clock_seen, campaign.table.clocks)))
    party = {each.key: sheet_as_seen(each, campaign.rules) for kind in OURS for each in table.in_play(kind)}
    seen = replace(table, characters=party, order=None, turns={}, kinds={}, coming=())
    return TableSeenByPlayer(campaign, key, table, seen)
