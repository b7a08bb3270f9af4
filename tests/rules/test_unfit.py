"""Why somebody will not do: what holds for them, and for none of those who would."""

from dataclasses import replace

import pytest

from tableside.games import load_game
from tableside.rules.life_states import unfit_by_life_state
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.rules.turns.listed import ListedOrder

SHEET = load_game("troika").blank(Kind.PC)
ANA, BRAM = Character(1, "Ana", Kind.PC, SHEET), Character(2, "Bram", Kind.PC, SHEET)
GOBLIN = Character(3, "Goblin", Kind.ENEMY, SHEET)
DEAD = replace(BRAM, conditions=(Condition("dead"),))
GONE = replace(BRAM, retired=True)


@pytest.mark.parametrize(
    ("who", "fitting", "why"),
    [
        (DEAD, (ANA,), "Bram is dead: choose Ana"),
        (GONE, (ANA, GOBLIN), "Bram is out of play: choose Ana, Goblin"),
        (GOBLIN, (ANA, BRAM), "Goblin is a foe: choose Ana, Bram"),
        (ANA, (GOBLIN,), "Ana is a player's character: choose Goblin"),
        (ANA, (BRAM,), "Ana cannot be chosen here: choose Bram"),
        (ANA, (), "Ana cannot be chosen here, and nobody else can be chosen"),
        (DEAD, (), "Bram is dead, and nobody else can be chosen"),
        (DEAD, (replace(DEAD, key=4, name="Cora"),), "Bram cannot be chosen here: choose Cora"),
        (GOBLIN, (ANA,) * 6, "Goblin is a foe: choose Ana, Ana, Ana, Ana and 2 more"),
    ],
)
def test_the_reason_is_what_tells_them_from_those_who_would(
    who: Character, fitting: tuple[Character, ...], why: str
) -> None:
    assert str(unfit_by_life_state(Table(), who, fitting)) == why


def test_who_is_in_the_fight_is_told_from_those_outside() -> None:
    table = replace(Table().put(ANA, BRAM), order=ListedOrder((1,)))
    assert str(unfit_by_life_state(table, ANA, (BRAM,))) == "Ana is in the fight: choose Bram"
    assert str(unfit_by_life_state(table, BRAM, (ANA,))) == "Bram is not in the fight: choose Ana"
