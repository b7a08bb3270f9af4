"""Those whom the words of a line name."""

from dataclasses import replace

import pytest

from tableside.games import load_game
from tableside.language.people import PeopleByName, people_named
from tableside.language.words import word_tokens
from tableside.rules.table import Character, Kind, Table


@pytest.fixture
def pack() -> Table:
    names = ("Wolf 1", "Wolf 2", "Zombie 1", "Moss", "Harpy")
    sheet = load_game("d20").blank(Kind.ENEMY)
    listed = (Character(key, name, Kind.ENEMY, sheet) for key, name in enumerate(names, 1))
    return replace(Table(), characters={each.key: each for each in listed})


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("wolves", (1, 2)),
        ("wol*", (1, 2)),
        ("zombies", (3,)),
        ("harpies", (5,)),
        ("all wolves", (1, 2)),
        ("foes", (1, 2, 3, 4, 5)),
    ],
)
def test_a_plural_names_all_of_a_kind(pack: Table, text: str, keys: tuple[int, ...]) -> None:
    found = people_named(word_tokens(text), PeopleByName(pack))
    assert found is not None
    assert (found.keys, found.many) == (keys, True)


@pytest.mark.parametrize(("text", "keys"), [("moss", (4,)), ("wolf 2", (2,)), ("#3", (3,))])
def test_a_name_or_a_number_is_one_of_them(pack: Table, text: str, keys: tuple[int, ...]) -> None:
    found = people_named(word_tokens(text), PeopleByName(pack))
    assert found is not None
    assert (found.keys, found.many) == (keys, False)


@pytest.mark.parametrize("text", ["*", "s", "bats", "12", "the"])
def test_other_words_name_nobody(pack: Table, text: str) -> None:
    assert people_named(word_tokens(text), PeopleByName(pack)) is None
