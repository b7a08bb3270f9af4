"""What players may do on screens of their own, in every game: what the rules allow, with the GM's odds."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers
from tableside.demo import games_with_demo, place_demo
from tableside.errors import RuleError
from tableside.rules.form_filling import filled_form
from tableside.rules.table import Kind
from tableside.views.chances import chances_of_form, outcome_text_in_chances
from tableside.views.character_list import OURS
from tableside.views.public import seen_table
from tableside.views.public.deeds import deed_things, deed_wish, deeds_of
from tableside.views.public.entries_told import last_entry_told
from tableside.views.public.player_forms import (
    FieldKind,
    filled_player_form,
    player_form_fields,
    player_form_odds_lines,
)
from tableside.wording.dice_and_chance_texts import exact_chance_text
from tests.campaign.people import do

HUSHED = {
    "items": "Hushed thing #gm",
    "skills": "Hushed art #gm 3",
    "resources": "Hushed lamp #gm 2",
    "attacks": "Hushed blade #gm +5 1d6",
}
"""What the GM has written on a sheet of the party for themselves."""


@pytest.fixture(params=games_with_demo())
def campaign(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Campaign]:
    library = Library(tmp_path)
    opened = library.open(place_demo(library, request.param))
    yield opened
    opened.close()


def scenes(campaign: Campaign) -> list[seen_table.TableSeenByPlayer]:
    return [seen_table.table_seen_by_player(campaign, each.key) for each in campaign.table.in_play(Kind.PC)]


def test_everything_that_is_offered_can_be_filled_in_and_is_done_or_refused_by_the_rules(
    campaign: Campaign,
) -> None:
    dice, done = Random(3), 0
    for key in [each.key for each in campaign.table.in_play(Kind.PC)]:
        for deed in deeds_of(seen_table.table_seen_by_player(campaign, key)):
            scene = seen_table.table_seen_by_player(campaign, key)
            chosen = {
                each.id: dice.choice(each.options)[0]
                for each in player_form_fields(scene, deed, filled_player_form(scene, deed, {}))
                if each.answer == FieldKind.CHOICE and each.options and dice.random() < 0.5
            }
            try:
                wish = deed_wish(scene, deed.id, chosen, typed=False)
                campaign.perform(wish.procedure, wish.given, ReplayAnswers(dice))
            except RuleError:
                continue
            done += 1
            assert wish.given["who"] in (key, (key,)) and deed.label in wish.words
            last_entry_told(campaign)
    assert done >= 3 and [*audit(campaign)] == []


def test_odds_are_the_gms_where_only_the_party_has_a_say_and_none_are_told_else(campaign: Campaign) -> None:
    counted = 0
    for scene in scenes(campaign):
        for deed in deeds_of(scene):
            form = filled_player_form(scene, deed, {})
            lines = player_form_odds_lines(scene, form)
            against = form.given.get("against")
            if isinstance(against, int) and against and scene.table[against].kind not in OURS:
                assert lines == (), deed.id
            if not lines or deed.procedure.takes_long(scene.table, form.given):
                continue
            plain = filled_form(deed.procedure, scene.table, scene.key, form.given)
            odds = chances_of_form(plain, scene.table)
            assert odds is not None and sum(odds.chances.values()) == Fraction(1)
            chances = {
                outcome_text_in_chances(plain, scene.table, id): v for id, v in odds.chances.items() if v
            }
            told = tuple(f"{words} {exact_chance_text(chance)}" for words, chance in chances.items())
            assert lines[: len(told)] == told, deed.id
            counted += 1
    assert counted >= 2 or campaign.ruleset.id == "galejatra", "whose obstacles have a say in everything"


def test_what_a_foe_holds_and_what_is_for_the_gm_alone_is_no_choice_of_theirs(campaign: Campaign) -> None:
    who = campaign.table.in_play(Kind.PC)[0]
    for part, text in HUSHED.items():
        if hasattr(who.sheet, part):
            do(campaign, "campaign.edit", who=who.name, **{f"{part}.new": text})
    do(campaign, "campaign.add-character", name="Hushed one", kind="enemy")
    for scene in scenes(campaign):
        said = " ".join(each.text for each in deed_things(scene))
        for deed in deeds_of(scene):
            said += f"{deed.label} {player_form_fields(scene, deed, filled_player_form(scene, deed, {}))}"
        assert "hushed" not in said.casefold()
        assert not any(each.startswith("their-") for each in said.split())
