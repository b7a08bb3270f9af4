"""An opposed test of two people outside a fight (TRO-1.2)."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from tableside.errors import RuleError
from tableside.games.troika.contests import PROCEDURES
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.odds import every_roll
from tableside.rules.play import Performed, Play
from tableside.rules.procedure import Outcome
from tableside.rules.sheet import Skill
from tableside.rules.table import Condition, Table
from tests.games.answers import fact_ids, perform, table_after, typed
from tests.games.troika.people import enemy, pc, table

(CONTEST,) = PROCEDURES
INPUTS = {"who": "Anna", "against": "Bo", "skill": "sneak", "their_skill": "awareness"}


def two(**house: str) -> Table:
    people = (pc(skills=(Skill("Sneak", 2),)), pc(2, "Bo", skills=(Skill("Awareness", 3),)))
    return table(*people, enemy(3, "Orc"), **house)


def contest(on: Table, *faces: int, **inputs: str) -> Performed[Outcome]:
    return perform(CONTEST, on, faces, (), {**INPUTS, **inputs})


@pytest.mark.parametrize(
    ("faces", "result"),
    [
        ((4, 4, 3, 3), "win"),  # 8 + 7 against 6 + 8
        ((4, 3, 3, 3), "tie"),
        ((3, 3, 4, 3), "lose"),
        ((6, 6, 5, 6), "tie"),  # no Mighty Blow
        ((6, 5, 6, 6), "lose"),
        ((1, 1, 1, 1), "lose"),  # no Fumble
        ((2, 2, 1, 1), "win"),
    ],
)
def test_the_higher_total_wins_and_doubles_are_nothing_special(faces: tuple[int, ...], result: str) -> None:
    done = contest(two(), *faces)
    assert done.result.result == result and f"contest-{result}" in fact_ids(done)
    ticked = [bool(TroikaSheet.of(table_after(done)[key]).skills.ticked) for key in (1, 2)]
    assert ticked == [result == "win", result == "lose"]


def test_a_foes_skill_stands_for_every_skill_and_it_ticks_nothing() -> None:
    done = contest(two(), 6, 5, 1, 2, against="Orc", their_skill="skill")
    assert done.result.result == "win"
    lost = contest(two(), 1, 2, 6, 5, against="Orc", their_skill="skill", modifier="-1")
    assert lost.result.result == "lose" and table_after(lost)[3] == two()[3]


def test_neither_oneself_nor_the_dying() -> None:
    with pytest.raises(RuleError):
        contest(two(), against="Anna", their_skill="sneak")
    with pytest.raises(RuleError):
        contest(
            table(pc(stamina=0, conditions=(Condition("dying"),)), pc(2, "Bo")),
            skill="skill",
            their_skill="skill",
        )


@pytest.mark.parametrize("modifier", ["0", "2", "-3"])
def test_its_odds_are_those_of_every_roll(modifier: str) -> None:
    given = typed(CONTEST, two(), {**INPUTS, "modifier": modifier})
    rule: Callable[[Play], Outcome] = CONTEST.perform(two(), given)
    proven: dict[str, Fraction] = every_roll(lambda play: rule(play).result)
    assert CONTEST.chances(two(), given).chances == proven
