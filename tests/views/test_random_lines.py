"""Lines of random sense at random tables end nothing, and none is answered as no person would.

A few of each game: `tests/bench/lines.py` tries them by the hundred thousand.
"""

from pathlib import Path

import pytest

from tableside.demo import games_with_demo
from tableside.wording.language import TEXTS
from tests.thorough import THOROUGH
from tests.views.random_lines import SMALLEST, Talk, unfinished

pytestmark = pytest.mark.long

LINES, BETWEEN = 1_500 if THOROUGH else 60, 30
"""Lines at the tables of each game, and after how many something happens there besides."""


@pytest.mark.parametrize("game", games_with_demo())
def test_no_line_ends_the_program(tmp_path: Path, game: str) -> None:
    talk = Talk(tmp_path, game, 2)
    failed = []
    for round in range(2 * LINES // BETWEEN):
        if round >= LINES // BETWEEN and _least(talk) > LINES // 100:
            break
        talk.play_on(2)
        failed += [*talk.failures(BETWEEN)]
    talk.close()
    assert failed == []
    assert _least(talk) > LINES // 100


WITH_THINGS = (
    "learns",
    "forgets",
    "wields",
    "wears",
    "gains",
    "gives-away",
    "hands-over",
    "takes-from",
    "buys",
    "cast",
    "hurt",
    "has",
)


@pytest.mark.parametrize("game", games_with_demo())
def test_a_small_word_where_more_is_expected_ends_nothing(tmp_path: Path, game: str) -> None:
    talk = Talk(tmp_path, game, 3)
    talk.play_on(10)
    person = talk.listener.table.in_play()[0].name.lower()
    lines = [
        line
        for id in WITH_THINGS
        for small in (SMALLEST if THOROUGH else SMALLEST[:2])
        for line in unfinished(TEXTS[f"say.{id}"].split(", ")[0], person, small)
    ]
    wrong = [(line, talk.say(line)) for line in lines]
    talk.close()
    assert [each for each in wrong if each[1]] == []


def _least(talk: Talk) -> int:
    """How many lines came to what fewest come to."""
    return min(talk.counted[each] for each in ("understood", "refused", "done"))
