"""Typed lines that hurt, heal or put a condition, for one character or several, and the harm of own
conditions at the end of a round.

`12`, `12/2` or `7+3` is an amount; `+3` heals and `-7` hurts, whichever was asked for; words behind it fill
the game's other inputs (`5 int`). `prone`, `pr 3` or `pr3` is a condition with its rounds. A `*` at the end
means everybody who shares the name.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.rules.cells import cells, with_edited_cell
from tableside.rules.conditions import own_condition_harm
from tableside.rules.form_filling import Form, filled_form, form_for_people
from tableside.rules.inputs import Choice, Number
from tableside.rules.life_states import is_gone
from tableside.rules.names import namesakes
from tableside.rules.play import FactValue, Performed, Play, play_rule
from tableside.rules.procedure import Procedure, Role
from tableside.rules.table import Character, Table
from tableside.rules.turns.turn_steps import with_more_in_turn_step
from tableside.rules.typed import typed_dice

ALL: Final = "*"
"""The ending for everybody of that name."""
OPPOSITE_SIGNS: Final[Mapping[Role | None, str]] = {Role.HEAL: "-", Role.HURT: "+"}
"""The sign that reverses an act: a minus reverses healing."""
_CONDITION = re.compile(r"(?P<name>.*?[^\s\d])\s*(?P<rounds>\d{1,3})?\s*")


def input_of_harm_line(procedure: Procedure) -> Number | None:
    """Return the input for the points that a procedure hurts or heals. None: it has none."""
    return next(
        (each for each in procedure.inputs if isinstance(each, Number) and each.default is None), None
    )


def extras_of_harm_line(form: Form, table: Table) -> tuple[Choice, ...]:
    """Return the choices that may follow the number, where they can make a difference."""
    return tuple(each for each in form.shown(table) if isinstance(each, Choice) and not each.many)


def form_of_harm_line(
    procedure: Procedure, opposite: Procedure | None, table: Table, keys: Sequence[int], text: str
) -> Form:
    """Return the form for these characters, filled from what was typed; that of `opposite` when the sign says
    so.

    Raises `RuleError` when it is invalid.
    """
    text, keys = _aimed(table, keys, text)
    sign = text[:1]
    if sign in ("+", "-"):
        text = text[1:]
    if opposite is not None and sign == OPPOSITE_SIGNS.get(procedure.role):
        procedure = opposite
    amount = input_of_harm_line(procedure)
    if amount is None:
        raise RuleError("care.no-amount", text=text)
    number, *words = text.split() or [""]
    while words and not words[0][0].isalpha():
        number += words.pop(0)
    form = form_for_people(procedure, table, keys).typed(table, amount.id, number)
    for word in words:
        form = _with_word(form, table, word)
    return form


def form_of_harm(procedure: Procedure, table: Table, key: int, part: str, change: str) -> Form | None:
    """Return the form with which a procedure changes this part of a sheet by these points, `+3`, `-2d6`.

    None: it does something else, or asks a question first. Raises `RuleError` for more points than can be
    typed.
    """
    points = change[1:]
    numbers = [each for each in procedure.inputs if isinstance(each, Number)]
    amount = input_of_harm_line(procedure) or next(iter(numbers), None)
    if amount is None or not points.strip("0"):
        return None
    try:
        form = form_for_people(procedure, table, (key,))
    except RuleError:
        return None
    one = 1 if change.startswith("+") else -1
    picks = [(each.id, each.options(table, form.given)) for each in extras_of_harm_line(form, table)]
    others = (form.with_value(table, id, option) for id, options in picks for option in options)
    for changed in (form, *others):
        trial = changed.with_value(table, amount.id, 1)
        if any(_moved(trial, on, key, part) == one for on in (table, *_with_room(table, key, part, one))):
            return changed.typed(table, amount.id, points)
    return None


def _with_room(table: Table, key: int, part: str, step: int) -> Iterator[Table]:
    """Yield the table with a sheet's number moved back one step, so that a full meter can be healed."""
    who = table[key]
    with suppress(RuleError):
        yield table.put(replace(who, sheet=with_edited_cell(who.sheet, part, f"{-step:+d}")))


def _moved(form: Form, table: Table, key: int, part: str) -> int:
    """Return by how many points this changes a numeric part; 0 where it asks a question first."""
    try:
        state = play_rule(form.procedure.perform(table, form.given), ())
    except RuleError:
        return 0
    after = (state.result.table if isinstance(state, Performed) else None) or table
    before, now = (int(cells(each[key].sheet, part)[0].text) for each in (table, after))
    return now - before


def form_with_condition(
    procedure: Procedure, table: Table, keys: Sequence[int], text: str, own: Sequence[str] = ()
) -> Form:
    """Return the form that puts a condition on these characters, from what was typed: one of the rules, one
    of the `own`, or any words. Raises `RuleError` when it is invalid.
    """
    text, keys = _aimed(table, keys, text)
    match = _CONDITION.fullmatch(text)
    if match is None:
        raise RuleError("care.no-condition", text=text)
    known = conditions_in_harm_lines(procedure, table, own)
    form = form_for_people(procedure, table, keys).typed(
        table, "condition", _condition_begun(match["name"], known)
    )
    return form.typed(table, "rounds", match["rounds"]) if match["rounds"] else form


def conditions_in_harm_lines(procedure: Procedure, table: Table, own: Sequence[str]) -> tuple[str, ...]:
    """Return the conditions that can be named by their beginning: those of the rules, and own ones where any
    words are allowed.
    """
    pick = procedure.input("condition")
    options = pick.options(table, {}) if isinstance(pick, Choice) else ()
    return tuple(dict.fromkeys((*options, *(own if isinstance(pick, Choice) and pick.free else ()))))


def _condition_begun(text: str, known: Sequence[str]) -> str:
    """Return the only known condition that begins like this; any other text is a condition of the table's
    own.

    Raises `RuleError` when it may mean several.
    """
    low = text.strip().casefold().replace(" ", "-")
    starting = [each for each in known if low and each.startswith(low)]
    if len(starting) > 1 and low not in known:
        raise RuleError("typed.several", text=text, known=starting)
    return starting[0] if len(starting) == 1 else text


def _aimed(table: Table, keys: Sequence[int], text: str) -> tuple[str, tuple[int, ...]]:
    """Return what was typed without its `*`, and the keys of those it is for."""
    text = text.strip()
    if not text.endswith(ALL):
        return text, tuple(keys)
    everybody = (one for key in keys for one in namesakes(table, key))
    return text.removesuffix(ALL).strip(), tuple(dict.fromkeys(everybody))


def _with_word(form: Form, table: Table, word: str) -> Form:
    """Return the form with a choice made by its beginning. Raises `RuleError` when it is none of them."""
    extras = extras_of_harm_line(form, table)
    low = word.casefold()
    matches = [
        (each.id, option)
        for each in extras
        for option in each.options(table, form.given)
        if option.casefold().startswith(low)
    ]
    if len(matches) == 1:
        id, option = matches[0]
        return form.with_value(table, id, option)
    known = [option for each in extras for option in each.options(table, form.given)]
    raise RuleError("care.unknown", text=word, known=known)


def as_doing_harm_lines_after_round(procedure: Procedure, hurt: Procedure) -> Procedure:
    """Return the procedure so that, when it ends a round, the harm of own conditions held until then is done
    in the same entry, with the game's own procedure `hurt`.
    """
    amount = input_of_harm_line(hurt)
    if amount is None:
        return procedure

    def take(table: Table, key: int, points: int, play: Play) -> Table:
        form = filled_form(hurt, table, None, {"who": (key,)}).typed(table, amount.id, str(points))
        return hurt.perform(table, form.given)(play).table or table

    def toll(before: Table, after: Table, play: Play) -> Table:
        if not _ends_round(before, after):
            return after
        for who in _members(before):
            for condition in who.conditions:
                dice = own_condition_harm(condition, before)
                if not dice or is_gone(after[who.key]):
                    continue
                typed = typed_dice(dice)
                points = max(0, typed.value(play.roll(*typed.sides, why="condition", who=who.name)))
                values: dict[str, FactValue] = {
                    "who": who.name,
                    "condition": condition.name,
                    "points": points,
                }
                play.tell("condition-bites", "", values)
                after = take(after, who.key, points, play) if points else after
        return with_more_in_turn_step(before, after)

    return procedure.followed_by(toll)


def _members(table: Table) -> tuple[Character, ...]:
    return tuple(table[key] for key in sorted(table.order.members)) if table.order is not None else ()


def _ends_round(before: Table, after: Table) -> bool:
    if before.order is None or after.order is None:
        return False
    return before.order.method == after.order.method and after.order.round == before.order.round + 1
