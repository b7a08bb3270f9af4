"""Values as a person reads them."""

from tableside.games import load_game
from tableside.rules.table import Character, Kind, Table
from tableside.views.input_values import input_option_texts


def test_an_option_made_of_a_name_is_read_as_the_name_was_typed() -> None:
    cliff = Character(1, "The Bell Cliff", Kind.ENEMY, load_game("galejatra").blank(Kind.ENEMY))
    asked = ("the-bell-cliff", "nothing-hampers")
    assert input_option_texts(asked, Table().put(cliff), {}) == ("The Bell Cliff", "nothing")
