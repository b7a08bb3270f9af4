"""What players see of the table now, and of the sheets of the party."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import takewhile

from tableside.campaign import journal
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import documents
from tableside.campaign.entries import Entry
from tableside.errors import StoreError
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import Die, Meter, Part, Skills, Slots, Tags, Track, Traits, part_of, parts
from tableside.rules.states import DOWN, can_act, is_down
from tableside.rules.table import Character, Clock, Sight, Table
from tableside.views import characters
from tableside.views.character_row import brief
from tableside.views.fight import turn_text
from tableside.views.gm_only import OURS, is_for_gm
from tableside.views.public.document import (
    LIVE,
    ClockSeen,
    FoeSeen,
    Look,
    MemberSeen,
    SheetSeen,
    Stage,
    TableSeen,
    TurnSeen,
)
from tableside.views.public.telling import EntryTold, told
from tableside.wording import label, part_label

LOOKED_BACK = 60
"""Entries among which the last ones that players may see are sought."""


def table_seen(campaign: Campaign) -> TableSeen:
    """The table as players see it now."""
    table, rules = campaign.table, campaign.rules
    return TableSeen(
        table.title,
        table.day,
        turn_seen(table),
        tuple(_seats(table, rules)),
        tuple(clocks_seen(table)),
        tuple(each.line for each in told_of_late(campaign, LOOKED_BACK) if each.line.kind in LIVE),
    )


def told_of_late(campaign: Campaign, count: int) -> list[EntryTold]:
    """What players are told of the newest entries, as far as they stand and can be read."""
    first = max(1, campaign.length + 1 - count)
    stands = journal.standing_entries(campaign.entry, campaign.length)
    late = takewhile(lambda entry: entry.number >= first, _readable(stands))
    return [*told([*late][::-1], documents(campaign.table), campaign.rules)]


def _readable(entries: Iterator[Entry]) -> Iterator[Entry]:
    """These as far as they can be read."""
    try:
        yield from entries
    except StoreError:
        return  # what is damaged is told where the GM reads it


# Whose turn it is


def turn_seen(table: Table) -> TurnSeen | None:
    """Whose turn it is. None: no turn order is running."""
    order = table.order
    if order is None:
        return None
    acting = tuple(table[key].name for key in order.now if key in table.characters)
    return TurnSeen(turn_text(table), order.round, acting)


def _stage(who: Character, table: Table) -> tuple[Stage, int]:
    """How far somebody has come in the round, and how often they have acted in it."""
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
        yield member_seen(each, table, rules) if each.kind in OURS else foe_seen(each, table, rules)


def member_seen(who: Character, table: Table, rules: Ruleset) -> MemberSeen:
    """One of the party, who is known to the last point."""
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
    """What holds for one of the party, but for what the GM keeps to themselves."""
    for id in ids:
        held = who.condition(id)
        if not is_for_gm(id):
            yield brief(held) if held else label("condition", id)


def foe_seen(who: Character, table: Table, rules: Ruleset) -> FoeSeen:
    """Somebody else at the table: what players see of them, and no number."""
    seen = (each.name for each in rules.telling(who) if each.name in rules.conditions)
    conditions = tuple(label("condition", each) for each in seen if each not in (*DOWN, *rules.dyings))
    return FoeSeen(who.name, look_of(who, table, rules), conditions, *_stage(who, table))


def look_of(who: Character, table: Table, rules: Ruleset) -> Look | None:
    """How hurt somebody looks to players: badly, with half of what the game counts wounds in, or less. None:
    nobody can tell, since the game does not count them in points.
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


def clocks_seen(table: Table) -> Iterator[ClockSeen]:
    """Those that they know of, as far as each lets them."""
    return map(_clock, filter(is_known, table.clocks))


def is_known(clock: Clock) -> bool:
    """Whether players know that there is this clock."""
    return clock.sight != Sight.SECRET and not is_for_gm(clock.name)


def _clock(clock: Clock) -> ClockSeen:
    if clock.sight == Sight.OPEN:
        return ClockSeen(clock.name, *clock.far, clock.marked >= clock.steps)
    return ClockSeen(clock.name)


def sheets_seen(table: Table, rules: Ruleset) -> tuple[SheetSeen, ...]:
    """Those of the party, each in lines."""
    return tuple(_sheet(each, table, rules) for each in table.in_play(*OURS))


def _sheet(who: Character, table: Table, rules: Ruleset) -> SheetSeen:
    rows = characters.sheet_rows(as_seen(who, rules), table, rules)
    return SheetSeen(who.name, tuple(row.text.rstrip() for row in rows if not row.key.endswith(".new")))


def as_seen(who: Character, rules: Ruleset) -> Character:
    """One of the party as players see them: made of an empty sheet and what may be seen on theirs."""
    values = {part: _part(part_of(who.sheet, part)) for part in parts(who.sheet, who.kind)}
    seen = {part: value for part, value in values.items() if value is not None}
    conditions = tuple(each for each in who.conditions if not is_for_gm(each.name))
    sheet = replace(rules.blank(who.kind), **seen)
    return Character(who.key, who.name, who.kind, sheet, conditions, who.retired)


def is_less(seen: Character, who: Character) -> bool:
    """Whether players do not see all of somebody's sheet."""
    parts_of = parts(who.sheet, who.kind)
    differs = any(part_of(seen.sheet, each) != part_of(who.sheet, each) for each in parts_of)
    return differs or seen.conditions != who.conditions


def _part(value: Part) -> Part | None:
    """What they see of a part of a sheet. None: nothing."""
    match value:
        case bool() | int() | Meter() | Track() | Die():
            return value
        case str():
            return None if is_for_gm(value) else value
        case Skills():
            return Skills(tuple(each for each in value.rows if not is_for_gm(each.name)))
        case Slots():
            return Slots(tuple(each for each in value.items if not is_for_gm(each.name)))
        case Traits():
            return Traits(tuple(each for each in value.rows if not is_for_gm(f"{each.name} {each.note}")))
        case Tags():
            return Tags(tuple(each for each in value.names if not is_for_gm(each)))
