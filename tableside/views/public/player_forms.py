"""The form of a deed on a player's own screen: the inputs left to the player, and the exact odds.

It is built from the party as players see it and from people in the fight whom they see. It includes no name
or number of anybody else, and no odds of a roll in which somebody else has a part.
"""

from collections.abc import Mapping
from dataclasses import field, replace
from enum import StrEnum

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.form_filling import Form, filled_form
from tableside.rules.inputs import (
    Choice,
    Given,
    Input,
    Number,
    Value,
    Who,
    Words,
    YesNo,
    people_in_input_value,
)
from tableside.rules.procedure import Procedure
from tableside.text import clean_text, clip
from tableside.views.chances import (
    amounts_in_chances,
    averages_without_chances,
    chances_of_form,
    chances_that_can_come,
    expected_amount_in_chances,
    outcome_text_in_chances,
)
from tableside.views.character_list import OURS
from tableside.views.input_values import input_option_text
from tableside.views.notes import is_id_with_gm_tag
from tableside.views.public import seen_table
from tableside.wording import has_wording, label, yes_or_no
from tableside.wording.dice_and_chance_texts import exact_chance_text

LONGEST_NAMED = 60
"""The most characters of sent text that a refusal repeats."""
NOBODY = ""
THEIRS = "their-"
"""The prefix of ids of inputs that belong to the other side."""


@frozen
class PlayerFormDeed:
    """Something that a player may do."""

    id: str
    label: str
    procedure: Procedure
    presets: Mapping[str, Value] = field(default_factory=dict)


class FieldKind(StrEnum):
    """How a field is filled in."""

    CHOICE = "choice"
    YES_NO = "yes-no"
    NUMBER = "number"
    WORDS = "words"


@frozen
class DeedField:
    """An input left to the player."""

    id: str
    label: str
    answer: FieldKind
    value: str
    options: tuple[tuple[str, str], ...] = ()
    """Values and their texts."""
    bounds: tuple[int, int] = (0, 0)


def filled_player_form(
    player: seen_table.TableSeenByPlayer,
    deed: PlayerFormDeed,
    texts: Mapping[str, str],
    *,
    is_strict: bool = False,
) -> Form:
    """The form with the chosen inputs; with `is_strict`, inputs not left to the player are refused.

    Raises `RuleError` naming what is not acceptable.
    """
    form = _of_those_seen(filled_form(deed.procedure, player.table, player.key, deed.presets), player)
    known = {each.id for each in deed.procedure.inputs}
    for input in deed.procedure.inputs:
        if input.id not in texts:
            continue
        field = None if input.id in deed.presets else _field(input, form, player)
        if field is not None:
            value = _value(input, field, texts[input.id], form, player)
            form = _of_those_seen(form.with_value(player.table, input.id, value), player)
        elif is_strict:
            raise RuleError("deeds.not-theirs", input=label("input", input.id))
    if is_strict and (others := {*texts} - known):
        raise RuleError("deeds.not-theirs", input=clip(clean_text(min(others)), LONGEST_NAMED))
    return form


def _of_those_seen(form: Form, player: seen_table.TableSeenByPlayer) -> Form:
    """The form without people whom the player does not see."""
    for each in form.procedure.inputs:
        if not isinstance(each, Who) or each.id == "who" or each.id not in form.given:
            continue
        keys = people_in_input_value(form.given[each.id])
        if all(player.may_name(player.table[key]) for key in keys):
            continue
        seen = [who.key for who in each.candidates(player.table, form.given) if player.may_name(who)]
        if seen or each.optional:
            first = () if each.optional else tuple(seen[:1])
            form = form.with_value(player.table, each.id, first if each.many else next(iter(first), 0))
        else:
            form = replace(form, given={id: value for id, value in form.given.items() if id != each.id})
    return form


def player_form_fields(
    player: seen_table.TableSeenByPlayer, deed: PlayerFormDeed, form: Form
) -> tuple[DeedField, ...]:
    """The inputs of a deed that are left to the player, in the order of the form."""
    inputs = (each for each in deed.procedure.inputs if each.id not in deed.presets)
    return tuple(deed_field for each in inputs if (deed_field := _field(each, form, player)) is not None)


def _field(input: Input, form: Form, player: seen_table.TableSeenByPlayer) -> DeedField | None:
    """The field of an input. None: it is not left to the player, or makes no difference."""
    if input.id in ("who", "secret") or input.id.startswith(THEIRS):
        return None
    now, name = form.given.get(input.id), label("input", input.id)
    match input:
        case Who():
            seen = [each for each in input.candidates(player.table, form.given) if player.may_name(each)]
            seen.sort(key=lambda each: each.kind in OURS)
            nobody = [(NOBODY, label("nobody", input.id))] if input.optional else []
            options = (*nobody, *((each, each) for each in dict.fromkeys(each.name for each in seen)))
            there = map(player.table.__getitem__, people_in_input_value(now if now is not None else ()))
            names = [who.name for who in there if player.may_name(who)]
            return DeedField(input.id, name, FieldKind.CHOICE, next(iter(names), NOBODY), options)
        case Choice():
            return _choice(input, form, player)
        case YesNo() if _matters(input, form, player):
            return DeedField(input.id, name, FieldKind.YES_NO, "yes" if now is True else "no")
        case Number() if _matters(input, form, player):
            value = input.typed(now) if now is not None else ""
            return DeedField(input.id, name, FieldKind.NUMBER, value, bounds=(input.lowest, input.highest))
        case Words():
            return DeedField(input.id, name, FieldKind.WORDS, str(now or ""))
    return None


def _choice(input: Choice, form: Form, player: seen_table.TableSeenByPlayer) -> DeedField | None:
    """The field of a choice whose options depend on the party alone. None: they depend on others."""
    if not _matters(input, form, player):
        return None
    try:
        mine = input.options(player.seen, _given_alone(form))
    except (RuleError, LookupError, TypeError, ValueError):
        return None  # it depends on somebody else
    options = [each for each in input.options(player.table, form.given) if not is_id_with_gm_tag(each)]
    if not options or {*options} != {each for each in mine if not is_id_with_gm_tag(each)}:
        return None
    default = "" if input.many else input.default
    values = [*([default] if default is not None and default not in options else []), *options]
    words = tuple((each, _option_words(input, each, form, player)) for each in values)
    now = form.given.get(input.id)
    value = now[0] if isinstance(now, tuple) and now else now if isinstance(now, str) else ""
    return DeedField(input.id, label("input", input.id), FieldKind.CHOICE, str(value), words)


def _option_words(input: Choice, option: str, form: Form, player: seen_table.TableSeenByPlayer) -> str:
    if not option:
        return label("none", input.id) if has_wording("none", input.id) else "-"
    return input_option_text(option, player.seen, {"who": form.given.get("who", player.key)})


def _given_alone(form: Form) -> Given:
    """The inputs without people other than the character."""
    others = {each.id for each in form.procedure.inputs if isinstance(each, Who) and each.id != "who"}
    return {id: value for id, value in form.given.items() if id not in others}


def _matters(input: Number | YesNo | Choice, form: Form, player: seen_table.TableSeenByPlayer) -> bool:
    """Whether the input can make a difference, judged by the party alone."""
    try:
        return input.matters(player.seen, _given_alone(form))
    except (RuleError, LookupError, TypeError, ValueError):
        return False


def _value(
    input: Input, found: DeedField, text: str, form: Form, player: seen_table.TableSeenByPlayer
) -> Value:
    """The chosen value as the form takes it."""
    text = clean_text(text).strip()
    if found.answer == FieldKind.CHOICE and text not in dict(found.options):
        raise RuleError("deeds.no-option", input=found.label, known=[words for _, words in found.options])
    if found.answer == FieldKind.YES_NO and text not in ("yes", "no"):
        raise RuleError("deeds.no-option", input=found.label, known=[yes_or_no(True), yes_or_no(False)])
    match input:
        case Who():
            keys = tuple(
                who.key
                for who in input.candidates(player.table, form.given)
                if who.name == text and player.may_name(who)
            )[:1]
            return keys if input.many else next(iter(keys), 0)
        case Choice(many=True):
            return (text,) if text else ()
        case Choice():
            return text
        case YesNo():
            return text == "yes"
    return input.read(text, player.table, form.given)


def player_form_odds_lines(player: seen_table.TableSeenByPlayer, form: Form) -> tuple[str, ...]:
    """The exact odds of a deed, a line for each outcome and amount; empty if somebody else has a part in it,
    or if counting takes too long for a key press.
    """
    if not is_player_form_of_party(player, form):
        return ()
    seen = player.seen
    try:
        if form.missing or form.procedure.takes_long(seen, form.given):
            return tuple(averages_without_chances(form, seen))
        odds = chances_of_form(form, seen)
        if odds != chances_of_form(form, player.among_all):
            return ()  # it involves somebody whom the form does not name
    except (RuleError, LookupError, TypeError, ValueError):
        return ()  # it depends on what players do not see
    if odds is None:
        return ()
    return (
        *(
            f"{outcome_text_in_chances(form, seen, id)} {exact_chance_text(value)}"
            for id, value in chances_that_can_come(odds)
        ),
        *(
            f"{label('amount', id)} {expected_amount_in_chances(odds, id)}"
            for id in amounts_in_chances(odds, form.procedure)
        ),
    )


def is_player_form_of_party(player: seen_table.TableSeenByPlayer, form: Form) -> bool:
    """Whether only the party has a part in a deed."""
    named = (each.id for each in form.procedure.inputs if isinstance(each, Who) and each.id in form.given)
    keys = (key for id in named for key in people_in_input_value(form.given[id]))
    people = (player.table.characters.get(key) for key in keys)
    return all(each is not None and each.kind in OURS for each in people)
