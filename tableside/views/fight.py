"""The turn order as rows: whose turn it is, who takes part, and what only the GM should see."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, groupby

from tableside.errors import Message
from tableside.frozen import frozen
from tableside.rules.campaign_kinds import campaign_kinds_kept
from tableside.rules.conditions import own_condition_harm
from tableside.rules.life_states import can_act, is_fallen, is_gone
from tableside.rules.pack_kinds import ENCOUNTERS
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.rules.turns.order import Order
from tableside.text import width
from tableside.views.character_list import (
    ORDER,
    SHORT_NAME_CELLS,
    SIDES,
    CharacterListColumns,
    cells_of_character_list,
    character_list_heading,
    character_list_name,
    character_list_name_cells,
    character_list_state_spans,
    character_list_vitals,
    rescue_row,
)
from tableside.views.meters import HANGING
from tableside.views.rows import Row, Span, Tone, heading_row, row, row_name_at_turn, text_rows, words_row
from tableside.views.turn_orders import turn_order_shown
from tableside.wording import label, sentence, worded_on_screen, wording_in_use

LEAST_CELLS = 20
"""The least cells of a line of notes."""
SIGN_CELLS = 2
"""Cells before a name, for the sign of the turn."""
FOE = "◆"
"""The sign before a foe's name in a line of friends and foes."""


def fight_member_rows(
    table: Table, rules: Ruleset, room: int = 0, *, attacked: Collection[int] = (), hidden: bool = False
) -> tuple[Row, ...]:
    """The members of the order, under their sides or in turn order, the dead last, then everybody else;
    without an order, everybody who could take part. `room`: cells of a row; those who have `attacked` this
    turn are marked; `hidden` leaves out what only the GM may see.
    """
    rows: list[Row] = []
    before = _cells_before(table.order)
    columns = CharacterListColumns.of(table, rules, room, before, _waiting_cells(table, attacked))
    for title, people in _sections(table):
        living_first = sorted(people, key=is_fallen)
        rows.append(title or character_list_heading(people, table, rules, columns, before))
        for each in living_first:
            member = _member(each, table, rules, columns, attacked)
            rows += [member, *rescue_row(each, rules), *(() if hidden else _remark(each))]
    return tuple(rows) or (words_row("nobody", label("fight", "nobody-in-play")),)


def cells_of_fight_rows(table: Table, rules: Ruleset) -> int:
    """The cells of a row with a whole name, a bar and a value."""
    return _cells_before(table.order) + cells_of_character_list(table, rules)


def _sections(table: Table) -> Iterator[tuple[Row | None, Sequence[Character]]]:
    """The groups of people with their headings. None: the heading of their kind."""
    order = table.order
    if order is None:
        yield from _by_kind(table.in_play())
        return
    fighting = [table[key] for key in order.members if key in table.characters]
    if order.is_a_line:
        yield heading_row(label("fight", "line")), fighting
    else:
        yield from _by_kind(fighting)
    others = [each for each in table.in_play() if each.key not in order.members and not is_gone(each)]
    if others:
        yield heading_row(label("fight", "outsiders"), Tone.DIM), others


def _by_kind(people: Sequence[Character]) -> Iterator[tuple[None, Sequence[Character]]]:
    for kind in ORDER:
        if of_kind := [each for each in people if each.kind == kind]:
            yield None, of_kind


def _cells_before(order: Order | None) -> int:
    """The cells of a row before a name."""
    if order is None:
        return SIGN_CELLS
    return SIGN_CELLS + turn_order_shown(order).count_cells + (width(FOE) if order.is_a_line else 0)


def _side_sign(character: Character, order: Order | None) -> Iterator[Span]:
    """The sign of a foe, in a line of friends and foes."""
    if order is not None and order.is_a_line:
        is_foe = character.kind == Kind.ENEMY
        yield FOE if is_foe else " " * width(FOE), SIDES[character.kind]


def _member(
    character: Character,
    table: Table,
    rules: Ruleset,
    columns: CharacterListColumns,
    attacked: Collection[int],
) -> Row:
    order = table.order
    return row(
        str(character.key),
        _turn_sign(character, table, attacked),
        *(turn_order_shown(order).count(order, character.key) if order else ()),
        *_side_sign(character, order),
        *_name(character, table, character_list_name(character, rules, columns)),
        *character_list_vitals(character, table, rules, columns),
        *_waits(character, table, attacked),
        *character_list_state_spans(character, table, rules),
        hangs=_cells_before(order) + HANGING,
    )


def _waiting_cells(table: Table, attacked: Collection[int]) -> Mapping[int, int]:
    """The cells of `_waits`, by key."""
    return {
        each.key: sum(width(text) for text, _ in _waits(each, table, attacked)) for each in table.in_play()
    }


def _waits(character: Character, table: Table, attacked: Collection[int]) -> Iterator[Span]:
    """What somebody waits for or has done this turn."""
    if table.order is not None:
        yield from turn_order_shown(table.order).standing(table.order, character.key)
    if character.key in attacked and not _acts_together(table):
        yield f" {label('waits', 'acted')}", Tone.ACCENT


def _remark(character: Character) -> Iterator[Row]:
    """The GM's remark about somebody, under their name."""
    if character.remark:
        indent = " " * SIGN_CELLS
        yield Row(
            f"remark {character.key}", ((f"{indent}{character.remark}", Tone.ACCENT),), selectable=False
        )


def _name(character: Character, table: Table, text: str) -> Iterator[Span]:
    """The name as listed, loudest if it is their turn alone."""
    if _is_acting(character, table) and not _acts_together(table):
        yield from row_name_at_turn(text)
    elif _is_acting(character, table):
        yield text, Tone.STRONG
    else:
        yield text, Tone.STRUCK if is_fallen(character) else SIDES[character.kind]


def _is_acting(character: Character, table: Table) -> bool:
    """Whether it is their turn and they can act."""
    return table.order is not None and character.key in table.order.now and can_act(character)


def _acts_together(table: Table) -> bool:
    """Whether a whole side acts in one turn."""
    return table.order is not None and table.order.acting_together is not None


def _turn_sign(character: Character, table: Table, attacked: Collection[int]) -> Span:
    """The sign for whose turn it is, or for who has had theirs this round; in a side's turn, by an attack."""
    has_attacked = character.key in attacked and _acts_together(table)
    if _is_acting(character, table) and not has_attacked:
        return "▶ ", Tone.ACCENT
    times = table.order.times_acted(character.key) if table.order else 0
    return fight_member_acted_sign(max(times, has_attacked)), Tone.DIM


def fight_member_acted_sign(times: int) -> str:
    """The sign of somebody who has acted this many times this round."""
    return f"{times if 1 < times < 10 else '√'} " if times else "  "


# The encounter and what is to come


def fight_encounter_table(table: Table) -> str:
    """The random table of the encounter being played; empty if none."""
    encounter = campaign_kinds_kept(table, ENCOUNTERS).get(table.encounter)
    return encounter.value("table") if encounter is not None else ""


def fight_encounter_rows(table: Table, cells: int) -> tuple[Row, ...]:
    """The GM's notes on the encounter being played: text to read aloud, notes, random table, and who is still
    to come. After the first round, the text to read aloud comes last.
    """
    encounter = campaign_kinds_kept(table, ENCOUNTERS).get(table.encounter)
    room = max(cells, LEAST_CELLS)
    rows: list[Row] = []
    aloud: tuple[Row, ...] = ()
    if encounter is not None:
        aloud = text_rows("read", encounter.value("read"), room, Tone.STRONG)
        rows += text_rows("notes", encounter.value("notes"), room, Tone.PLAIN)
        if name := encounter.value("table"):
            rows.append(
                words_row("table", worded_on_screen(Message("encounter.table", table=name)), Tone.DIM)
            )
    for place, each in enumerate(table.coming):
        when = sentence("encounter", "clock", clock=each.clock) if each.clock else None
        said = when or sentence("encounter", "round", round=each.round)
        rows.append(row(f"coming {place}", (f"{said}: ", Tone.BAD), (each.foes, Tone.ENEMIES)))
    is_new = table.order is None or table.order.round <= 1
    rows = [*aloud, *rows] if is_new else [*rows, *aloud]
    title = encounter.name if encounter is not None else label("encounter", "coming")
    return (heading_row(title), *rows) if rows else ()


@frozen
class RoundEndEffect:
    """What the end of the round does to somebody because of a condition."""

    condition: str
    who: Character
    text: str


def fight_reminder_rows(table: Table, rules: Ruleset) -> tuple[Row, ...]:
    """What will happen to whom: at the end of the round, in later rounds, and before whose turn."""
    at_end: list[RoundEndEffect] = []
    later, before_turns = [], []
    fighting = table.order.members if table.order else ()
    for each in table.in_play():
        for condition in rules.telling(each):
            key = f"{each.key} {condition.name}"
            name = label("condition", condition.name)
            if reminder := _in_rounds(condition, rules):
                later.append(_reminder(key, [each], reminder, table))
            elif each.key in fighting and (dice := own_condition_harm(condition, table)):
                text = f"{name}, {sentence('fight', 'loses', dice=dice)}"
                at_end.append(RoundEndEffect(condition.name, each, text))
            elif not (reminder := _at_end(condition, rules, fights=each.key in fighting)):
                continue
            elif condition.before is not None and condition.rounds:
                if condition.before in fighting:
                    text = _before_whom(name, condition.before, table)
                    before_turns.append(_reminder(key, [each], text, table))
            else:
                at_end.append(RoundEndEffect(condition.name, each, reminder))
    sections = (
        ("round-ends", Tone.BAD, [*_at_ends(at_end, table, rules)]),
        ("rounds-left", Tone.BAD, later),
        ("before-turns", Tone.HEADING, before_turns),
    )
    with_rows = ((heading_row(label("fight", id), tone), *rows) for id, tone, rows in sections if rows)
    return tuple(chain.from_iterable(with_rows))


def _before_whom(condition: str, key: int, table: Table) -> str:
    """Before whose turn a condition ends; a side's turn if sides act together."""
    side = table.order.side_name_of(key) if table.order else ""
    if side:
        return f"{condition}, {label('before-side', side)}"
    return sentence("fight", "before-turn", condition=condition, who=table[key].name)


def _at_ends(coming: Sequence[RoundEndEffect], table: Table, rules: Ruleset) -> Iterator[Row]:
    """A row for each effect, or one for all with the same effect if the game has a text for several."""
    for text, alike in groupby(coming, key=lambda each: each.text):
        first, *others = alike
        of_several = wording_in_use(f"at-end-of-several.{rules.id}.{first.condition}") if others else None
        rows = [[first, *others]] if of_several else [[each] for each in (first, *others)]
        for each in rows:
            key = f"{each[0].who.key} {first.condition}"
            yield _reminder(key, [one.who for one in each], of_several or text, table)


def _reminder(key: str, people: Sequence[Character], text: str, table: Table) -> Row:
    """The row of an effect on these people: after one name in a column, else after all names."""
    names = chain.from_iterable(((", ", Tone.DIM), (each.name, SIDES[each.kind])) for each in people)
    filled = " " * max(0, character_list_name_cells(table, SHORT_NAME_CELLS) - width(people[0].name))
    behind = f"{filled} {text}" if len(people) == 1 else f": {text}"
    return Row(key, (*[*names][1:], (behind, Tone.STRONG)), selectable=False)


def _at_end(condition: Condition, rules: Ruleset, *, fights: bool) -> str:
    """What the end of this round does to somebody because of a condition, either its last round or every
    round; empty: nothing. Outside a fight, only rounds counted by the condition matter.
    """
    each = wording_in_use(f"each-end.{rules.id}.{condition.name}") if fights else None
    template = each or wording_in_use(f"at-end.{rules.id}.{condition.name}")
    if template is not None and (each or condition.rounds == 1 or (fights and not condition.rounds)):
        counted = {"amount": condition.amount, "dice": condition.amount or 1, "next": condition.amount + 1}
        return template.format_map(counted)
    ends = sentence("fight", "condition-ends", condition=label("condition", condition.name))
    return ends if condition.rounds == 1 else ""


def _in_rounds(condition: Condition, rules: Ruleset) -> str:
    """What rounds to come will do to one, where the game must not let it be forgotten; empty when nothing."""
    template = wording_in_use(f"in-rounds.{rules.id}.{condition.name}")
    if template is None or (condition.rounds or 1) == 1:
        return ""
    return template.format_map({"rounds": condition.rounds})
