"""Names of several of a kind."""

import pytest

from tableside.errors import RuleError
from tableside.rules.inputs import Who
from tableside.rules.naming import singular
from tableside.rules.ruleset import ruleset
from tableside.rules.table import Character, Kind, Table


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("goblins", "goblin"),
        ("wolves", "wolf"),
        ("Dire Wolves", "Dire Wolf"),
        ("lizard-men", "lizard-man"),
        ("harpies", "harpy"),
        ("zombies", "zombie"),
        ("witches", "witch"),
        ("bosses", "boss"),
        ("moss", "moss"),
        ("living dead", "living dead"),
    ],
)
def test_one_of_them_has_the_name_in_the_singular(many: str, one: str) -> None:
    assert singular(many) == one


PEOPLE = {1: "Ana", 2: "Goblin 1", 3: "Goblin 2", 4: "Tide warden 1", 5: "Tide warden 2", 6: "Moss"}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("goblins", (2, 3)),
        ("Goblin*", (2, 3)),
        ("tide wardens", (4, 5)),
        ("ana, tide wardens", (1, 4, 5)),
        ("ana goblins goblin-2", (1, 2, 3)),
        ("moss", (6,)),
    ],
)
def test_several_of_a_kind_are_named_at_once(typed: str, meant: tuple[int, ...]) -> None:
    blank = ruleset("d20").blank
    people = {key: Character(key, name, Kind.NPC, blank(Kind.NPC)) for key, name in PEOPLE.items()}
    assert Who("who", many=True).read(typed, Table(characters=people), {}) == meant
    with pytest.raises(RuleError, match="could be any of Goblin 1, Goblin 2"):
        Who("who", many=True).read("goblin", Table(characters=people), {})
