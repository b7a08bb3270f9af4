"""Whom whoever acts would aim at, and what speaks against an attack or a rest."""

from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.games import BUNDLED
from tableside.games.d20.sheet import D20Sheet
from tableside.rules.form_filling import filled_form
from tableside.rules.procedure import Role, read_procedure_inputs
from tableside.rules.table import Kind
from tableside.views.attacks import (
    doubt_of,
    foes_to_target,
    next_target,
    rescue_before,
    who_acts,
    who_acts_after,
    yet_to_attack,
)
from tableside.views.character_list import character_list_rows
from tableside.views.input_values import input_value_text
from tableside.views.roll_form import roll_form_after
from tableside.wording import label, sentence
from tests.campaign.people import do


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    """Ana (1) and Bram (2) against two orcs (3 and 4)."""
    library = Library(tmp_path)
    campaign = library.open(library.new("Salt", "d20"))
    for name in ("Ana", "Bram"):
        do(campaign, "d20.create", name=name, **{"hit-points": "20"})
    do(campaign, "d20.add-foe", name="Orc", count="2", **{"hit-points": "9", "modifier": "0"})
    return campaign


def target(campaign: Campaign, selected: int) -> int | None:
    return next_target(campaign.table, campaign.rules, campaign.entries(), selected)


def test_the_one_hurt_last_is_aimed_at_again(campaign: Campaign) -> None:
    assert target(campaign, 1) == 3
    do(campaign, "d20.hurt", who="Orc 2", **{"hit-points": "2"})
    do(campaign, "d20.hurt", who="Bram", **{"hit-points": "2"})
    assert target(campaign, 1) == 4


def test_from_one_foe_it_goes_on_to_the_next_and_round_again(campaign: Campaign) -> None:
    assert (target(campaign, 3), target(campaign, 4)) == (4, 3)


def test_who_can_act_no_more_comes_last(campaign: Campaign) -> None:
    do(campaign, "d20.hurt", who="Orc 1", **{"hit-points": "12"})
    assert foes_to_target(campaign.table) == (4, 3)
    assert target(campaign, 1) == 4


def test_the_retired_are_no_target(campaign: Campaign) -> None:
    for orc in ("Orc 1", "Orc 2"):
        do(campaign, "campaign.retire", who=orc)
    assert target(campaign, 1) is None


@pytest.mark.parametrize("procedure", ["d20.come-in", "d20.fire"])
def test_whoever_breaks_into_a_turn_attacks_before_it_goes_on(campaign: Campaign, procedure: str) -> None:
    do(campaign, "d20.begin-battle")
    do(campaign, "turn.next")
    first = who_acts(campaign)[0]
    do(campaign, "d20.ready", trigger="somebody moves")
    do(campaign, "turn.next")
    second = who_acts(campaign)[0]
    assert second != first
    do(campaign, procedure, who=f"#{first}")
    assert who_acts(campaign) == (first,)
    do(campaign, "campaign.note", text="She shoots")
    assert who_acts(campaign) == (first,)
    foe = next(each for each in foes_to_target(campaign.table) if each != first)
    weapon = {"who": f"#{first}", "cells": "attacks.new=bow +3 1d8"}
    do(campaign, "campaign.edit", **weapon)
    do(campaign, "d20.attack", who=f"#{first}", against=f"#{foe}")
    assert who_acts(campaign) == yet_to_attack(campaign) == (second,)
    assert doubt(campaign, "d20.attack", first, against=f"#{foe}") == asked_again(campaign, first)
    assert doubt(campaign, "d20.full-attack", first, against=f"#{foe}") != ""


def doubt(campaign: Campaign, id: str, who: int, **texts: str) -> str:
    procedure = campaign.rules.procedure(id)
    given = read_procedure_inputs(procedure, {"who": f"#{who}", **texts}, campaign.table)
    return doubt_of(campaign, procedure, given)


def asked_again(campaign: Campaign, who: int) -> str:
    return sentence("doubt", "acted", who=campaign.table[who].name, other="")


@pytest.mark.parametrize("first", ["d20.attack", "d20.first-aid", "d20.ready"])
@pytest.mark.parametrize("then", ["d20.attack", "d20.first-aid", "d20.ready", "d20.delay"])
def test_whatever_takes_the_action_of_a_turn_is_asked_about_once_it_is_taken(
    campaign: Campaign, first: str, then: str
) -> None:
    do(campaign, "d20.begin-battle")
    do(campaign, "turn.next")
    (who,) = who_acts(campaign)
    do(campaign, "campaign.edit", who=f"#{who}", cells="attacks.new=bow +3 1d8")
    dying, foe = (each for each in campaign.table.characters if each in ({1, 2} if who > 2 else {3, 4}))
    do(campaign, "d20.hurt", who=f"#{dying}", **{"hit-points": str(hit_points_of(campaign, dying) + 3)})
    given = {"d20.attack": {"against": f"#{foe}"}, "d20.first-aid": {"patient": f"#{dying}"}}
    assert doubt(campaign, then, who, **given.get(then, {})) == ""
    do(campaign, first, who=f"#{who}", **given.get(first, {}))
    if (first, then) != ("d20.first-aid", "d20.first-aid"):  # whom it has helped needs none
        assert doubt(campaign, then, who, **given.get(then, {})) == asked_again(campaign, who)


@pytest.mark.parametrize("unaware", ["", "Orc 1, Orc 2"])
def test_what_is_done_before_the_first_turn_is_of_that_turn(campaign: Campaign, unaware: str) -> None:
    """It was one for nothing: the turn that began behind it had an attack of its own."""
    do(campaign, "d20.begin-battle", unaware=unaware)
    begin = campaign.rules.procedure("d20.begin-battle")
    (first,) = who_acts_after(campaign, begin)
    do(campaign, "campaign.edit", who=f"#{first}", cells="attacks.new=bow +3 1d8")
    foe = f"#{3 if first < 3 else 1}"
    assert doubt(campaign, "d20.attack", first, against=foe) == ""
    do(campaign, "d20.attack", who=f"#{first}", against=foe)
    assert doubt(campaign, "d20.attack", first, against=foe) == asked_again(campaign, first)
    do(campaign, "turn.next")
    assert doubt(campaign, "d20.attack", first, against=foe) == asked_again(campaign, first)


def hit_points_of(campaign: Campaign, key: int) -> int:
    return D20Sheet.of(campaign.table[key]).hit_points.current


def test_what_takes_a_whole_round_is_asked_about_in_a_surprise_round(campaign: Campaign) -> None:
    do(campaign, "d20.begin-battle", unaware="Orc 1, Orc 2")
    do(campaign, "turn.next")
    (who,) = who_acts(campaign)
    do(campaign, "campaign.edit", who=f"#{who}", cells="attacks.new=bow +3 1d8")
    asked = sentence("doubt", "whole-round", who=campaign.table[who].name, other="")
    assert doubt(campaign, "d20.full-attack", who, against="#3") == asked
    assert doubt(campaign, "d20.attack", who, against="#3") == ""


@pytest.mark.parametrize(
    ("became", "doubt"), [("retreated", ""), ("surrendered", ""), ("hexed", "foes-stand")]
)
def test_nobody_minds_foes_who_have_given_way_before_a_rest(tmp_path: Path, became: str, doubt: str) -> None:
    library = Library(tmp_path)
    campaign = library.open(library.new("Fells", "fell"))
    do(campaign, "fell.add-foe", die="d6")
    foe = next(iter(campaign.table.characters.values()))
    do(campaign, "campaign.condition", who=foe.name, condition=became)
    asked = label("doubt", doubt) if doubt else ""
    assert doubt_of(campaign, campaign.rules.procedure("fell.rest"), {}) == asked


def test_nobody_minds_foes_who_left_the_fight_before_a_rest(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(library.new("Fells", "fell"))
    do(campaign, "campaign.add-character", name="Moss", kind="pc")
    do(campaign, "fell.add-foe", die="d6", count="2")
    rest = campaign.rules.procedure("fell.rest")
    begin = campaign.rules.role(Role.ASSEMBLE)
    assert begin is not None
    do(campaign, begin.id)
    first, second = (each.key for each in campaign.table.in_play(Kind.ENEMY))
    do(campaign, "turn.leave", who=f"#{first}")
    assert doubt_of(campaign, rest, {}) == label("doubt", "foes-stand"), "the other stands"
    do(campaign, "turn.leave", who=f"#{second}")
    assert doubt_of(campaign, rest, {}) == ""
    do(campaign, "turn.join", who=f"#{second}")
    assert doubt_of(campaign, rest, {}) == label("doubt", "foes-stand")


@pytest.mark.parametrize("game", BUNDLED)
@pytest.mark.parametrize("state", ["unconscious", "dying", "out-of-action"])
def test_against_whom_is_proposed_stands(tmp_path: Path, game: str, state: str) -> None:
    """Who was knocked out stood there again and again; it is also so where that one is selected."""
    library = Library(tmp_path)
    campaign = library.open(library.new("Fens", game))
    for name, kind in (("Osric", "pc"), ("Wolf 1", "enemy"), ("Wolf 2", "enemy")):
        do(campaign, "campaign.add-character", name=name, kind=kind)
    do(campaign, "campaign.condition", who="Wolf 1", condition=state)
    proposed = {
        (procedure.id, selected): filled_form(procedure, campaign.table, selected).given.get("against")
        for procedure in campaign.rules.procedures
        if any(each.id == "against" for each in procedure.inputs) and procedure.id != "d20.coup-de-grace"
        for selected in (1, 2)
    }
    assert not {act: against for act, against in proposed.items() if against in (2, (2,))}


def test_whoever_goes_down_is_no_more_in_the_form_that_named_them(campaign: Campaign) -> None:
    attack = campaign.rules.procedure("d20.attack")
    do(campaign, "campaign.edit", who="Ana", cells="attacks.new=bow +3 1d8")
    form = filled_form(attack, campaign.table, 1, {"against": 3})
    do(campaign, "d20.bruise", who="Orc 1", **{"hit-points": "10"})
    after = [
        roll_form_after(form, campaign.table, campaign.rules, 1, {}, each) for each in (None, campaign.last)
    ]
    assert [each.given["against"] for each in after] == [3, 4]
    assert doubt(campaign, attack.id, 1, against="#3") == sentence(
        "doubt", "is-down", who="Ana", other="Orc 1"
    )
    assert doubt(campaign, attack.id, 1, against="#4") == ""
    against = attack.input("against")
    assert input_value_text(against, 3, campaign.table, {}) == "Orc 1 (unconscious)"
    assert input_value_text(against, 4, campaign.table, {}) == "Orc 2"


@pytest.mark.parametrize("game", ["troika", "fell", "d20"])
@pytest.mark.parametrize(("kind", "is_asked"), [("pc", True), ("enemy", False)])
def test_the_dying_of_the_party_are_told_of_under_their_name_with_what_helps(
    tmp_path: Path, game: str, kind: str, is_asked: bool
) -> None:
    """After a fight nothing said any more that somebody was dying, and a rest was their death."""
    library = Library(tmp_path)
    campaign = library.open(library.new("Fens", game))
    do(campaign, "campaign.add-character", name="Osric", kind=kind)
    do(campaign, "campaign.condition", who="Osric", condition="dying")
    shown = "\n".join(each.text for each in character_list_rows(campaign.table, campaign.rules))
    rescue = campaign.rules.role(Role.RESCUE)
    assert rescue is not None
    assert (f"r {label('procedure', rescue.id)}" in shown) == is_asked
    for rest in filter(None, map(campaign.rules.role, (Role.REST, Role.PASS))):
        assert ("Dying: Osric" in doubt_of(campaign, rest, {})) == is_asked
        before = rescue_before(campaign, rest)
        assert (before is not None and 1 in before.given.values()) == is_asked


@pytest.mark.parametrize(("game", "dying"), [("troika", "Moss"), ("fell", "Old Hob")])
def test_help_for_the_dying_is_what_a_friend_does_this_turn(tmp_path: Path, game: str, dying: str) -> None:
    """It was free, as often as one liked, and in Fell the dying helped themselves."""
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, game))
    rescue = campaign.rules.role(Role.RESCUE)
    assert rescue is not None
    do(campaign, "campaign.condition", who=dying, condition="dying")
    helped = next(each.key for each in campaign.table.in_play() if each.name == dying)
    given = filled_form(rescue, campaign.table, helped).given
    helper = given[rescue.doer]
    assert helper in who_acts(campaign) and helper != helped
    assert doubt_of(campaign, rescue, given) == ""
    do(campaign, rescue.id, who=dying, **{rescue.doer: campaign.table[int(str(helper))].name})
    assert doubt_of(campaign, rescue, given) == asked_again(campaign, int(str(helper)))


def test_one_who_is_beaten_or_has_acted_is_asked_about_and_never_proposed(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "fell"))
    attack = campaign.rules.procedure("fell.attack-foe")

    def doubt(**texts: str) -> str:
        return doubt_of(campaign, attack, read_procedure_inputs(attack, texts, campaign.table))

    def asks(id: str, other: str) -> str:
        return sentence("doubt", id, who="Corin Vetch", other=other)

    assert doubt(who="corin", against="keeper 1") == asks("is-down", "Toll keeper 1")
    assert doubt(who="corin", against="keeper 2", helpers="maud nan") == ""
    do(campaign, attack.id, who="maud", against="keeper 2", helpers="nan")
    acted = "Maud Sallow, Nan the Lamp"
    assert doubt(who="corin", against="keeper 3", helpers="maud nan") == asks("helper-acted", acted)
    do(campaign, "fell.harm", who="toll keeper 2", points="9")
    do(campaign, "fell.harm", who="toll keeper 3", points="9")
    assert [each.id for each in filled_form(attack, campaign.table, 1).missing] == ["against"]


@pytest.mark.parametrize(
    ("procedure", "given", "doubt"),
    [
        ("galejatra.obstacle", {"name": "Cliff", "aspects": "Steep 3"}, ""),
        ("campaign.add-character", {"name": "Wolf", "kind": "enemy"}, "foes-stand"),
    ],
)
def test_nobody_minds_what_only_stands_in_the_way_before_a_rest(
    tmp_path: Path, procedure: str, given: dict[str, str], doubt: str
) -> None:
    library = Library(tmp_path)
    campaign = library.open(library.new("Kaarna", "galejatra"))
    do(campaign, procedure, **given)
    asked = label("doubt", doubt) if doubt else ""
    assert doubt_of(campaign, campaign.rules.procedure("galejatra.rest"), {}) == asked
