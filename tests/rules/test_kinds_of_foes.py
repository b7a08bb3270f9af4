"""Foes of several kinds from one line, in every game: one act, and told apart."""

import pytest

from tableside.errors import RuleError
from tableside.rules.foe_lines import ADD_KINDS, foe_lines_at, form_of_foe_line, names_for_foe_line
from tableside.rules.form_filling import Form
from tableside.rules.table import Table
from tests.rules.test_foe_line_parts import after, do, foe, names, rules


def line(game: str, text: str, on: Table | None = None) -> Form:
    return form_of_foe_line(rules(game), on or Table(), text)[0]


@pytest.mark.parametrize(
    ("game", "text", "kinds"),
    [
        ("troika", "3 goblins, 1 troll", ("3 goblins", "1 troll")),
        ("troika", "3 goblins 1 troll", ("3 goblins", "1 troll")),
        ("troika", "3 goblins and a troll", ("3 goblins", "troll")),
        ("troika", "3 goblins st 4 skill 7 2 orcs", ("3 goblins st 4 skill 7", "2 orcs")),
        ("troika", "2 tide wardens = liz; ogre", ("2 tide wardens = liz", "ogre")),
        ("d20", "3 goblins hp 9 ac 15 2 wolves hp 6", ("3 goblins hp 9 ac 15", "2 wolves hp 6")),
        ("d20", "3 goblins hp 9 ac 15", ("3 goblins hp 9 ac 15",)),
        ("fell", "2 guards d8 1 captain d10", ("2 guards d8", "1 captain d10")),
        (
            "galejatra",
            "2 cliffs: Wet 2, Steep 1; 1 wall: Smooth 3",
            ("2 cliffs: Wet 2, Steep 1", "1 wall: Smooth 3"),
        ),
        ("wandered", "2 bandits: Bows; 1 wolf: Teeth", ("2 bandits: Bows", "1 wolf: Teeth")),
        ("troika", "3 goblins,", ("3 goblins",)),
    ],
)
def test_kinds_are_parted_by_commas_or_the_next_count(game: str, text: str, kinds: tuple[str, ...]) -> None:
    assert foe_lines_at(rules(game), Table()).texts(text) == kinds
    form = line(game, text)
    assert form.procedure.id == (ADD_KINDS if len(kinds) > 1 else foe(game).id)


def test_they_are_numbered_each_kind_by_itself_and_after_those_before() -> None:
    on = after(line("troika", "2 goblins, troll, goblin"), Table(), 3, 3, 3)
    assert names(on) == ["Goblin 1", "Goblin 2", "Troll", "Goblin 3"]


def test_all_of_them_join_a_fight_that_is_on_in_one_act() -> None:
    on = do(after(line("troika", "goblin"), Table(), 3), "troika", "troika.assemble-stack")
    on = after(line("troika", "2 goblins 1 troll", on), on, 3, 3)
    assert on.order is not None and on.order.members == (1, 2, 3, 4)
    waiting = line("troika", "orc, troll", on).with_value(on, "joins", False)
    assert after(waiting, on, 3, 3).order == on.order


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        ("troika", "3 goblins, 2 zork", "'zork' is no foe of this game"),
        ("fell", "2 guards d8, 1 captain", "'1 captain' needs die too"),
        ("troika", "99 goblins, 1 troll", "99 is out of range"),
        ("troika", "3 goblins 1 zork", "not understood"),
    ],
)
def test_one_kind_that_will_not_do_refuses_them_all(game: str, text: str, told: str) -> None:
    with pytest.raises(RuleError, match=told):
        line(game, text)


def test_the_kinds_met_before_are_known_before_those_that_the_game_lists() -> None:
    on = after(line("troika", "2 tide wardens = lizard-man"), Table(), 3)
    assert [*names_for_foe_line(rules("troika"), on, "")][:3] == ["tide warden", "goblin", "orc"]
    assert [*names_for_foe_line(rules("d20"), after(line("d20", "2 wolves"), Table()), "")] == ["wolf"]


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        (
            "2 choir wardens skill 7 stamina 9 armour 1 weapon axe",
            ("skill=7", "stamina=9", "armour=1", "weapon=axe"),
        ),
        ("2 choir wardens skill 7 stamina 9 modest-beast", ("skill=7", "stamina=9", "weapon=modest-beast")),
        ("2 choir wardens skill 7 stamina 9 modest beast", ("skill=7", "stamina=9", "weapon=modest-beast")),
        ("2 choir wardens axe", ("weapon=axe",)),
    ],
)
def test_a_foe_of_ones_own_has_its_weapon_said_behind_its_numbers(text: str, cells: tuple[str, ...]) -> None:
    form = line("troika", text)
    assert form.given["cells"] == cells and form.given["name"] == "Choir warden" and form.given["count"] == 2
    on = after(form, Table())
    assert {each.sheet.weapon for each in on.characters.values()} == {cells[-1].removeprefix("weapon=")}  # type: ignore[attr-defined]
