"""Names of several of a kind."""

import pytest

from tableside.rules.naming import singular


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
