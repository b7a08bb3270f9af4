"""Enemies by the book's numbers (TRO-X-foes)."""

from typing import Any

import pytest

from tableside.games.troika import creation
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.table import Kind, Table
from tests.games.troika.people import after, rows, run


@pytest.mark.parametrize("row", rows("foe"), ids=lambda row: row["foe"])
def test_foe(row: dict[str, Any]) -> None:  # Any: a row's values
    """TRO-7.2: Skill, Stamina and Initiative."""
    sheet = TroikaSheet.of(after("troika.add-foe", Table(), foe=row["foe"], mien="no")[1])
    assert (sheet.skill, sheet.stamina.maximum) == (row["skill"], row["stamina"])
    assert (sheet.initiative, sheet.armour) == (row["initiative"], row["armour"])


def test_the_rows_are_all_the_kinds_there_are() -> None:
    assert [row["foe"] for row in rows("foe")] == list(creation.FOES)


def test_three_goblins_are_numbered_and_more_are_numbered_on() -> None:
    on = after("troika.add-foe", Table(), 3, foe="goblin", count="3")
    on = after("troika.add-foe", on, 3, foe="goblin", count="2")
    assert [each.name for each in on.in_play(Kind.ENEMY)] == [f"Goblin {number}" for number in range(1, 6)]


def test_the_first_and_only_one_has_the_plain_name() -> None:
    on = after("troika.add-foe", Table(), 3, foe="troll")
    on = after("troika.add-foe", on, 3, foe="troll")
    assert [each.name for each in on.in_play()] == ["Troll", "Troll 2"]


def test_another_name_and_weapon() -> None:
    on = after("troika.add-foe", Table(), 3, foe="orc", name="Guard", count="2", weapon="spear")
    assert [(each.name, TroikaSheet.of(each).weapon) for each in on.in_play()] == [
        ("Guard 1", "spear"),
        ("Guard 2", "spear"),
    ]


def test_their_mien_is_one_die() -> None:
    added = run("troika.add-foe", Table(), 4, foe="goblin", count="3")
    assert [rolled.why for rolled in added.dice] == ["mien"]
    assert added.result.table is not None
    assert {TroikaSheet.of(each).mien for each in added.result.table.in_play()} == {"4"}
