"""What a player may do for their character on a screen of their own: rolls, things carried, journal lines;
their wishes, and the reasons for refusals.
"""

from collections.abc import Iterator, Mapping

from tableside.errors import Message, RuleError
from tableside.frozen import frozen
from tableside.rules.cells import Cell, CellKind, cells, row_to_type, typed_cells
from tableside.rules.characters import EDIT
from tableside.rules.form_filling import Form
from tableside.rules.inputs import Filled, Given, Who, people_in_input_value
from tableside.rules.procedure import Procedure, Role
from tableside.rules.sheet import sheet_part_of
from tableside.text import clean_text, clip
from tableside.views import rollable_tables
from tableside.views.attacks import doubt_of
from tableside.views.input_values import input_value_text
from tableside.views.notes import has_gm_tag
from tableside.views.offers import Offer, offers_of_one
from tableside.views.public import seen_table
from tableside.views.public.player_forms import (
    LONGEST_NAMED,
    PlayerFormDeed,
    filled_player_form,
    is_player_form_of_party,
)
from tableside.views.public.seen_table import sheet_as_seen
from tableside.wording import label, part_label, sentence, worded_on_screen

CARE = (Role.EAT, Role.REST)
"""Roles of procedures that characters perform on themselves and that are no rolls."""
NOTE, THING = "note", "thing"
"""Ids of deeds that are no rule of the game."""
LONGEST_NOTE = 1_000


@frozen
class DeedThing:
    """A cell of their own sheet that a player may change."""

    path: str
    label: str
    text: str
    kind: CellKind


@frozen
class DeedWish:
    """Something that a player wants done, with all it needs."""

    key: int
    name: str
    words: str
    """Its description for the GM."""
    procedure: Procedure
    given: Given
    form: Form | None = None
    """The filled-in form. None: the deed is no rule of the game."""
    typed: bool = False
    """Whether the player rolls real dice."""
    doubt: str = ""
    """A doubt for the GM to decide, as a question; empty: none."""


@frozen
class DeedQuestion:
    """A question that a rule asks one of the players now."""

    id: str
    """An id that differs for each question."""
    words: str
    options: tuple[tuple[str, str], ...] = ()
    """Values and their texts; empty if faces are asked for."""
    sides: tuple[int, ...] = ()
    """The sides of the dice to throw."""


def deeds_of(player: seen_table.TableSeenByPlayer) -> tuple[PlayerFormDeed, ...]:
    """What this character may do by the rules of the game, the likeliest first."""
    offers = offers_of_one(player.seen, player.rules, player.key)
    rolls = (PlayerFormDeed(_id(each), each.label, each.procedure, each.presets) for each in offers)
    return tuple(each for each in (*rolls, *_care(player)) if _is_possible(each, player))


def _id(offer: Offer) -> str:
    """An id that contains no character's key."""
    return " ".join((offer.procedure.id, *(str(v) for id, v in offer.presets.items() if id != "who")))


def _care(player: seen_table.TableSeenByPlayer) -> Iterator[PlayerFormDeed]:
    for role in CARE:
        procedure = player.rules.role(role, player.table)
        who = next((each for each in procedure.inputs if each.id == "who"), None) if procedure else None
        if procedure is not None and isinstance(who, Who):
            name = label("procedure", procedure.id)
            yield PlayerFormDeed(
                procedure.id, name, procedure, {"who": (player.key,) if who.many else player.key}
            )


def _is_possible(deed: PlayerFormDeed, player: seen_table.TableSeenByPlayer) -> bool:
    """Whether the deed is possible now, and affects only people whom the player sees."""
    others = (each for each in deed.procedure.inputs if isinstance(each, Who) and each.id != "who")
    given = {"who": player.key, **deed.presets}  # nobody is their own opponent
    return not deed.procedure.problems(player.table) and all(
        each.optional or any(map(player.may_name, each.candidates(player.table, given))) for each in others
    )


def deed_of(player: seen_table.TableSeenByPlayer, id: str) -> PlayerFormDeed:
    """The deed with this id. Raises `RuleError` when the player cannot do it."""
    deed = next((each for each in deeds_of(player) if each.id == id), None)
    if deed is None:
        raise RuleError("deeds.not-now")
    return deed


# Things carried


def deed_things(player: seen_table.TableSeenByPlayer) -> tuple[DeedThing, ...]:
    """The cells of their own sheet that a player may change, as far as they see it."""
    seen = sheet_as_seen(player.who, player.rules)
    return tuple(
        DeedThing(cell.path, part_label(player.rules.id, name), _text_to_type(cell), cell.kind)
        for name in player.rules.own_parts
        for cell in cells(player.who.sheet, name)
        if not has_gm_tag(cell.text)
        and (cell.kind != CellKind.LONG_TEXT or sheet_part_of(seen.sheet, name) == cell.text)
    )


def _text_to_type(cell: Cell) -> str:
    return row_to_type(cell.text) if "." in cell.path else cell.text


# Wishes


def deed_wish(
    player: seen_table.TableSeenByPlayer, id: str, texts: Mapping[str, str], *, typed: bool
) -> DeedWish:
    """The wish that a player's screen sent. Raises `RuleError` naming what is not acceptable."""
    if id == NOTE:
        return _note(player, texts)
    if id == THING:
        return _thing(player, texts)
    deed = deed_of(player, id)
    form = filled_player_form(player, deed, texts, is_strict=True)
    if form.missing:
        raise RuleError("deeds.needs", input=label("input", form.missing[0].id))
    given = form.given
    if deed.procedure.own:
        given = rollable_tables.given_with_rollable_tables(player.campaign, deed.procedure, given)
    others = [
        player.table[key].name
        for each in deed.procedure.inputs
        if isinstance(each, Who) and each.id != "who"
        for key in people_in_input_value(given.get(each.id, 0))
    ]
    words = " · ".join((deed.label, *others, *_chosen(player, deed, form)))
    doubt = doubt_of(player.campaign, deed.procedure, given)
    return DeedWish(player.key, player.who.name, words, deed.procedure, given, form, typed, doubt)


def _chosen(player: seen_table.TableSeenByPlayer, deed: PlayerFormDeed, form: Form) -> Iterator[str]:
    """The inputs that the player has changed from their defaults, in words."""
    plain = filled_player_form(player, deed, {}).given
    for each in deed.procedure.inputs:
        value = form.given.get(each.id)
        if value is not None and not isinstance(each, Who | Filled) and value != plain.get(each.id):
            yield f"{label('input', each.id)} {input_value_text(each, value, player.table, form.given)}"


def _note(player: seen_table.TableSeenByPlayer, texts: Mapping[str, str]) -> DeedWish:
    text = clean_text(texts.get("text", "")).strip()
    if len(text) > LONGEST_NOTE:
        raise RuleError("typed.too-long", length=len(text), most=LONGEST_NOTE)
    note = player.rules.procedure("campaign.note")
    words = sentence("deeds", "note", text=clip(text, LONGEST_NAMED))
    return DeedWish(player.key, player.who.name, words, note, {"text": text, "struck": False})


def _thing(player: seen_table.TableSeenByPlayer, texts: Mapping[str, str]) -> DeedWish:
    """A wish to set a cell, refused if the cell has changed since the player saw it."""
    path, text = texts.get("path", ""), texts.get("text", "")
    thing = next((each for each in deed_things(player) if each.path == path), None)
    if thing is None:
        raise RuleError("deeds.not-theirs", input=clip(clean_text(path), LONGEST_NAMED))
    if thing.text != texts.get("was", ""):
        raise RuleError("deeds.changed", thing=thing.label)
    text = clean_text(text, lines=thing.kind == CellKind.LONG_TEXT).strip()
    words = sentence("deeds", "thing", thing=thing.label, text=clip(clean_text(text), LONGEST_NAMED) or "-")
    given: Given = {"who": player.key, "cells": typed_cells(player.who.sheet, path, text)}
    return DeedWish(player.key, player.who.name, words, player.rules.procedure(EDIT), given)


# Refusals


def deed_refusal(player: seen_table.TableSeenByPlayer, error: RuleError, form: Form | None = None) -> str:
    """Why a wish cannot be done, as far as its player may know; if it affects others, only that it cannot."""
    text = worded_on_screen(error.message)
    strangers = (each.name for each in player.table.characters.values() if not player.may_name(each))
    is_ours = form is None or is_player_form_of_party(player, form)
    names_any = any(name.casefold() in text.casefold() for name in strangers)
    if not is_ours or names_any or has_gm_tag(text):
        return worded_on_screen(Message("deeds.refused"))
    return text
