"""Foes from one line, in every game; those who come while a fight is on join it."""

from functools import cache

import pytest

from tableside.errors import RuleError
from tableside.games import BUNDLED, load_game
from tableside.games.d20.sheet import D20Sheet
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.foe_line_parts import FoeLinePart
from tableside.rules.form_filling import Form
from tableside.rules.inputs import Value
from tableside.rules.play import Play, Rolled
from tableside.rules.procedure import Procedure, Role, read_procedure_inputs
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import Meter
from tableside.rules.table import Character, Kind, Table
from tableside.rules.turns.stack import StackOrder


@cache
def rules(game: str) -> Ruleset:
    return campaign_rules(load_game(game))


def foe(game: str) -> Procedure:
    found = rules(game).role(Role.FOE)
    assert found is not None
    return found


def line(game: str, text: str, on: Table | None = None) -> Form:
    return FoeLinePart(foe(game), on or Table(), rules(game).blank(Kind.ENEMY)).form(text)[0]


def after(form: Form, on: Table, *faces: int) -> Table:
    """The table after this form, with a d20 or d6 each of these faces."""
    sides = 20 if form.procedure.id.startswith("d20") else 6
    steps = tuple(Rolled((sides,), (face,), "") for face in faces)
    found = form.procedure.perform(on, form.given)(Play(steps)).table
    assert found is not None
    return found


def do(on: Table, game: str, id: str, **texts: str) -> Table:
    procedure = rules(game).procedure(id)
    found = procedure.perform(on, read_procedure_inputs(procedure, texts, on))(Play()).table
    assert found is not None
    return found


def names(on: Table) -> list[str]:
    return [each.name for each in on.in_play()]


@pytest.mark.parametrize(
    ("text", "count", "kind", "name"),
    [
        ("goblin", 1, "goblin", ""),
        ("3 goblins", 3, "goblin", ""),
        ("3 gob", 3, "goblin", ""),
        ("2 x orcs", 2, "orc", ""),
        ("4 harpies", 4, "harpy", ""),
        ("3 lizardmen", 3, "lizard-man", ""),
        ("2 living dead", 2, "living-dead", ""),
        ("2 orc archers", 2, "orc", "Orc archer"),
        ("swamp troll", 1, "troll", "Swamp troll"),
        ("2 tide wardens = liz", 2, "lizard-man", "Tide warden"),
        ("The keeper = living dead", 1, "living-dead", "The keeper"),
    ],
)
def test_a_listed_foe_is_named_by_its_start_in_singular_or_plural(
    text: str, count: int, kind: str, name: str
) -> None:
    given = line("troika", text).given
    assert (given["count"], given["foe"], given["name"]) == (count, kind, name)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("3 zombies", "'3 zombies' is no foe|'zombies' is no foe of this game: it has goblin, orc"),
        ("g", "'g' could be any of goblin, gremlin"),
        ("", "which foes"),
        ("99 orcs", "99 is out of range: it must be 1 to 50"),
        ("3 goblins zz 4", "'4' is not understood"),
        ("3 goblins: big", "nothing after a colon"),
        ("2 goblins, ogre", "not one kind of foes"),
    ],
)
def test_what_is_no_foe_is_refused_with_those_that_are(text: str, told: str) -> None:
    with pytest.raises(RuleError, match=told):
        line("troika", text)


@pytest.mark.parametrize(
    ("game", "text", "given"),
    [
        ("d20", "3 goblins hp9 ac 15 mod -1", {"hit-points": 9, "armour-class": 15, "modifier": -1}),
        ("d20", "3 goblins init 1 hp 5", {"hit-points": 5, "modifier": 1}),
        ("d20", "wolves", {"name": "Wolves", "count": 1}),
        ("d20", "2 wolves", {"name": "Wolf", "count": 2}),
        ("fell", "2 guards d8", {"name": "Guard", "die": "d8"}),
        ("fell", "3 orcs hit die d8", {"name": "Orc", "die": "d8", "count": 3}),
        ("fell", "orc hd d8", {"name": "Orc", "die": "d8"}),
        ("fell", "2 orcs Die d8", {"name": "Orc", "die": "d8"}),
        ("fell", "d8 dice", {"name": "Dice", "die": "d8"}),
        ("troika", "orc weapon spear", {"foe": "orc", "weapon": "spear"}),
        ("fell", "3 d6", {"name": "", "die": "d6", "count": 3}),
        ("galejatra", "2 cliffs: Wet 2, Steep 1", {"name": "Cliff", "aspects": "Wet 2, Steep 1"}),
        ("galejatra", "cliff 4", {"name": "Cliff", "aspects": "cliff 4"}),
        ("wandered", "2 bandits: Bows", {"foe": "Bandit", "resources": "Bows"}),
        ("troika", "3 goblins st 4 skill 7", {"foe": "goblin", "cells": ("stamina=4", "skill=7")}),
        ("troika", "orc spear", {"foe": "orc", "weapon": "spear"}),
    ],
)
def test_numbers_and_other_matters_stand_behind_the_name(
    game: str, text: str, given: dict[str, Value]
) -> None:
    found = line(game, text).given
    assert {id: found[id] for id in given} == given


@pytest.mark.parametrize(
    ("text", "dexterity", "bonus"),
    [
        ("assassin init +7", 10, 7),
        ("spy init +7 dex 16", 16, 4),
        ("spy dex 16", 16, 0),
        ("zombie -1 dex 8", 8, 0),
        ("goblin", 12, 4),
        ("goblin init +1", 12, 0),
        ("goblin dex 14", 14, 4),
    ],
)
def test_initiative_over_dexterity_is_its_bonus(text: str, dexterity: int, bonus: int) -> None:
    on = after(line("d20", "goblin init +5 dex 12"), Table())
    sheet = D20Sheet.of(after(line("d20", text, on), on)[2])
    assert (sheet.dexterity, sheet.initiative_bonus) == (dexterity, bonus)


@pytest.mark.parametrize("game", BUNDLED)
def test_a_line_of_letters_is_a_form_or_says_why_not(game: str) -> None:
    for text in ("3 goblins", "goblin:", "=", "= orc", "x", "7", "-", "\N{DRAGON}", "a" * 300, "{} %s [/]"):
        try:
            assert line(game, text).procedure is foe(game)
        except RuleError as error:
            assert str(error)


def test_numbers_of_the_sheet_may_be_given_at_once() -> None:
    on = after(line("troika", "2 goblins st 4"), Table(), 3)
    assert names(on) == ["Goblin 1", "Goblin 2"]
    assert {each.sheet.stamina for each in on.in_play()} == {Meter(4, 4)}  # type: ignore[attr-defined]  # Troika's


def test_more_of_those_who_are_there_have_the_same_numbers() -> None:
    on = after(line("d20", "2 goblins hp 9 ac 15"), Table())
    on = do(on, "d20", "d20.hurt", who="goblin-1", **{"hit-points": "4"})
    on = after(line("d20", "goblin", on), on)
    assert names(on) == ["Goblin 1", "Goblin 2", "Goblin 3"]
    third = on[3].sheet
    assert (third.hit_points, third.armour_class) == (Meter(9, 9), 15)  # type: ignore[attr-defined]  # d20's


def test_foes_join_the_sides_that_fight_at_once() -> None:
    on = do(after(line("fell", "2 guards d8"), Table()), "fell", "turn.begin-sides")
    on = after(line("fell", "guard d8", on), on)
    assert on.order is not None and on.order.members == (1, 2, 3)


def test_foes_put_their_tokens_into_the_stack_at_once() -> None:
    on = do(after(line("troika", "goblin"), Table(), 3), "troika", "troika.assemble-stack")
    on = after(line("troika", "2 goblins", on), on, 3)
    assert names(on) == ["Goblin", "Goblin 2", "Goblin 3"]
    assert isinstance(on.order, StackOrder) and on.order.members == (1, 2, 3)
    assert on.order.left == (("enemies", 3), ("end", 1))


def test_foes_come_into_the_battle_each_in_the_place_of_their_check() -> None:
    ana = Character(1, "Ana", Kind.PC, rules("d20").blank(Kind.PC))
    begin = rules("d20").procedure("d20.begin-battle")
    on = begin.perform(Table().put(ana), {"aware": (), "unaware": ()})(Play((Rolled((20,), (9,), ""),))).table
    assert on is not None
    on = after(line("d20", "3 goblins", on), on, 15, 3, 18)
    assert on.order is not None and on.order.members == (4, 2, 1, 3)


def test_foes_may_wait_outside_the_fight() -> None:
    on = do(after(line("fell", "guard d8"), Table()), "fell", "turn.begin-sides")
    form = line("fell", "guard d8", on).with_value(on, "joins", False)
    on = after(form, on)
    assert on.order is not None and on.order.members == (1,)


def test_where_a_die_says_what_they_are_others_of_the_name_have_no_say() -> None:
    on = after(line("fell", "guard d6"), Table())
    on = after(line("fell", "guard d8", on), on)
    assert on[2].sheet.hit_points == Meter(8, 8)  # type: ignore[attr-defined]  # Fell's
