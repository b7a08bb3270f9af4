"""What one of the party may do on a screen of their own: their rolls, the things that they carry, a line in
the journal; what they want done, and why it is not.
"""

from collections.abc import Iterator, Mapping

from tableside.errors import Message, RuleError
from tableside.frozen import frozen
from tableside.rules.cells import CellKind, cells
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
"""What one does for oneself that is no roll."""
NOTE, THING = "note", "thing"
"""Deeds that are no rule of the game's."""
LONGEST_NOTE = 1_000


@frozen
class DeedThing:
    """A cell of their own sheet that they may mark."""

    path: str
    label: str
    text: str
    kind: CellKind


@frozen
class DeedWish:
    """Something that a player wants done, with all that it needs."""

    key: int
    name: str
    words: str
    """What it is, for the GM."""
    procedure: Procedure
    given: Given
    form: Form | None = None
    """What was filled in. None: it is no rule of the game's."""
    typed: bool = False
    """Whether their own dice lie on the real table."""
    doubt: str = ""
    """What speaks against it, as a question to the GM, who decides; empty: nothing."""


@frozen
class DeedQuestion:
    """What a rule asks one of them now."""

    id: str
    """Another each time that something is asked."""
    words: str
    options: tuple[tuple[str, str], ...] = ()
    """Values, each with its words; empty where faces are asked for."""
    sides: tuple[int, ...] = ()
    """Of the dice that they throw."""


def deeds_of(player: seen_table.TableSeenByPlayer) -> tuple[PlayerFormDeed, ...]:
    """What one of the party may do of what the rules of the game offer, the likeliest first."""
    offers = offers_of_one(player.seen, player.rules, player.key)
    rolls = (PlayerFormDeed(_id(each), each.label, each.procedure, each.presets) for each in offers)
    return tuple(each for each in (*rolls, *_care(player)) if _is_possible(each, player))


def _id(offer: Offer) -> str:
    """An id that counts nobody."""
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
    """Whether it can be done now, to somebody whom they see."""
    others = (each for each in deed.procedure.inputs if isinstance(each, Who) and each.id != "who")
    given = {"who": player.key, **deed.presets}  # nobody is their own other side
    return not deed.procedure.problems(player.table) and all(
        each.optional or any(map(player.may_name, each.candidates(player.table, given))) for each in others
    )


def deed_of(player: seen_table.TableSeenByPlayer, id: str) -> PlayerFormDeed:
    """The deed of this id that one of the party may do. Raises `RuleError` where they cannot do it."""
    deed = next((each for each in deeds_of(player) if each.id == id), None)
    if deed is None:
        raise RuleError("deeds.not-now")
    return deed


# What they carry


def deed_things(player: seen_table.TableSeenByPlayer) -> tuple[DeedThing, ...]:
    """What of their own sheet a player may mark, as far as they see it."""
    seen = sheet_as_seen(player.who, player.rules)
    return tuple(
        DeedThing(cell.path, part_label(player.rules.id, name), cell.text, cell.kind)
        for name in player.rules.own_parts
        for cell in cells(player.who.sheet, name)
        if not has_gm_tag(cell.text)
        and (cell.kind != CellKind.LONG_TEXT or sheet_part_of(seen.sheet, name) == cell.text)
    )


# What they want


def deed_wish(
    player: seen_table.TableSeenByPlayer, id: str, texts: Mapping[str, str], *, typed: bool
) -> DeedWish:
    """What a player wants done, as their screen sent it. Raises `RuleError` naming what will not do."""
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
    """What they have chosen otherwise than it stood there, in words."""
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
    """A cell set to what was typed, unless it has changed since they saw it."""
    path, text = texts.get("path", ""), texts.get("text", "")
    thing = next((each for each in deed_things(player) if each.path == path), None)
    if thing is None:
        raise RuleError("deeds.not-theirs", input=clip(clean_text(path), LONGEST_NAMED))
    if thing.text != texts.get("was", ""):
        raise RuleError("deeds.changed", thing=thing.label)
    text = clean_text(text, lines=thing.kind == CellKind.LONG_TEXT).strip()
    words = sentence("deeds", "thing", thing=thing.label, text=clip(clean_text(text), LONGEST_NAMED) or "-")
    given: Given = {"who": player.key, "cells": (f"{path}={text}",)}
    return DeedWish(player.key, player.who.name, words, player.rules.procedure(EDIT), given)


# What is said of it


def deed_refusal(player: seen_table.TableSeenByPlayer, error: RuleError, form: Form | None = None) -> str:
    """Why a player's wish cannot be done, as far as they may know; of what they do to others, only that."""
    text = worded_on_screen(error.message)
    strangers = (each.name for each in player.table.characters.values() if not player.may_name(each))
    is_ours = form is None or is_player_form_of_party(player, form)
    names_any = any(name.casefold() in text.casefold() for name in strangers)
    if not is_ours or names_any or has_gm_tag(text):
        return worded_on_screen(Message("deeds.refused"))
    return text
