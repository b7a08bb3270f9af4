"""What players see of the table now.

What the GM writes, asks the oracle or rolls on tables is the GM's until it is told, and nothing says that
something secret was done.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tableside.campaign.campaign import Campaign
from tableside.rules.life_states import DOWN, can_act, is_down
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Clock, Sight, Table
from tableside.views.character_list import OURS, brief_condition
from tableside.views.notes import is_for_gm
from tableside.views.public.document import (
    LIVE,
    ClockSeen,
    FoeSeen,
    Look,
    MemberSeen,
    Stage,
    TableSeen,
    TurnSeen,
)
from tableside.views.public.entries_told import LOOKED_BACK, latest_entries_told
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
    """Whose turn it is. None: no turn order is running."""
    order = table.order
    if order is None:
        return None
    acting = tuple(table[key].name for key in order.now if key in table.characters)
    return TurnSeen(turn_order_text(table), order.round, acting)


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
        yield seen_table_member(each, table, rules) if each.kind in OURS else _foe_seen(each, table, rules)


def seen_table_member(who: Character, table: Table, rules: Ruleset) -> MemberSeen:
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
            yield brief_condition(held) if held else label("condition", id)


def _foe_seen(who: Character, table: Table, rules: Ruleset) -> FoeSeen:
    """Somebody else at the table: what players see of them, and no number."""
    seen = (each.name for each in rules.telling(who) if each.name in rules.conditions)
    conditions = tuple(label("condition", each) for each in seen if each not in (*DOWN, *rules.dyings))
    return FoeSeen(who.name, _look_of(who, table, rules), conditions, *_stage(who, table))


def _look_of(who: Character, table: Table, rules: Ruleset) -> Look | None:
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


def seen_table_clocks(table: Table) -> Iterator[ClockSeen]:
    """Those that they know of, as far as each lets them."""
    return map(_clock, filter(is_clock_known, table.clocks))


def is_clock_known(clock: Clock) -> bool:
    """Whether players know that there is this clock."""
    return clock.sight != Sight.SECRET and not is_for_gm(clock.name)


def _clock(clock: Clock) -> ClockSeen:
    if clock.sight == Sight.OPEN:
        return ClockSeen(clock.name, *clock.far, clock.marked >= clock.steps)
    return ClockSeen(clock.name)


def table_without_looks(seen: TableSeen) -> TableSeen:
    """The table as players see it where nobody can tell how hurt a foe is that still stands."""
    return replace(seen, seats=tuple(_without_look(each) for each in seen.seats))


def _without_look(each: MemberSeen | FoeSeen) -> MemberSeen | FoeSeen:
    return replace(each, look=None) if isinstance(each, FoeSeen) and each.look != Look.DOWN else each
