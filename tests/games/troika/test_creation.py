"""Making characters (TRO-X-create)."""

from dataclasses import replace

import pytest

from tableside.errors import RuleError
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.table import Kind, Table
from tests.games.troika.people import after, run, table


def test_creation_rolls_skill_stamina_luck_silver_and_background() -> None:
    created = run("troika.create", Table(), 5, 3, 4, 2, 6, 1, 1, 4, name="Anna")
    assert [(rolled.why, len(rolled.sides)) for rolled in created.dice] == [
        ("creation-skill", 1),
        ("creation-stamina", 2),
        ("creation-luck", 1),
        ("creation-silver", 2),
        ("creation-background", 2),
    ]
    assert created.result.amounts == {"skill": 6, "stamina": 19, "luck": 8, "silver": 7}


def test_everybody_starts_with_the_kit() -> None:
    sheet = TroikaSheet.of(after("troika.create", Table(), 1, 1, 1, 1, 1, 1, 1, 4, name="Anna")[1])
    assert [item.name for item in sheet.items.items] == ["Knife", "Lantern and oil", "Rucksack"]
    assert (sheet.provisions, sheet.silver, sheet.background) == (6, 2, "14")
    assert (sheet.skill, sheet.stamina.current, sheet.luck.current) == (4, 14, 7)


def test_a_given_background_is_not_rolled() -> None:
    made = after("troika.create", Table(), 1, 1, 1, 1, 1, 1, name="Hob", kind="henchman", background="Cook")
    assert made[1].kind == Kind.HENCHMAN
    assert TroikaSheet.of(made[1]).background == "Cook"


def test_a_name_is_needed_and_is_taken_once() -> None:
    on = after("troika.create", Table(), *(1,) * 8, name="Anna")
    for name in (" ", "anna"):
        with pytest.raises(RuleError, match="name"):
            run("troika.create", on, name=name)


def test_a_retired_one_leaves_the_name_free() -> None:
    on = after("troika.create", Table(), *(1,) * 8, name="Anna")
    gone = table(replace(on[1], retired=True))
    assert after("troika.create", gone, *(1,) * 8, name="Anna")[2].name == "Anna"


def test_a_replacement_takes_part_in_the_session_that_is_on() -> None:
    """TRO-4.4."""
    on = Table(session=1, session_is_on=True)
    assert after("troika.create", on, *(1,) * 8, name="Anna").attending == (1,)
