"""However long a line is, and whatever stands in it, what it means is there before the next key: counted in
calls of functions, which no other program on the machine changes.
"""

import random
from collections.abc import Iterator

import pytest

from tableside.campaign.library import Library
from tableside.demo import games_with_demo, place_demo
from tableside.errors import RuleError
from tableside.language.complete import completed_line
from tableside.language.feedback import feedback_summary
from tableside.language.listener import Listener
from tableside.language.understand import understood
from tableside.views.rollable_tables import all_rollable_tables
from tests.calls import calls_counted

MOST_CALLS, MOST_OF_A_SENTENCE = 37_000, 28_000
"""Functions called for a line of which nothing has been typed before: some four thousand take a millisecond.
Forty names of people and forty verbs are the dearest, a twentieth more where caches are full of others. It
was 620,000 for a sentence, which took 165 ms.
"""
SENTENCE = (
    "the old lamp room is dark and somebody goes in with a sword drawn while another hears a noise from the "
    "gate and waits for a sign that never comes because it rains and the lamp has long gone out"
)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Listener]]:
    library = Library(tmp_path_factory.mktemp("long"))
    found = {}
    for game in games_with_demo():
        campaign = library.open(place_demo(library, game))
        who = campaign.table.in_play()[0].key
        found[game] = Listener(campaign.table, campaign.rules, who, tables=all_rollable_tables(campaign))
        campaign.close()
    yield found


def lines(listener: Listener) -> dict[str, str]:
    names = [each.name.split()[0].lower() for each in listener.table.characters.values()]
    verbs = [*listener.vocabulary(listener.who).words]
    return {
        "a sentence": SENTENCE,
        "a longer one": " ".join([SENTENCE] * 200),
        "letters": " ".join(["s", "t", "c", "r", "h", "a", "b", "f", "p", "e"] * 4),
        "names": " ".join((names * 40)[:40]),
        "verbs": " ".join(random.Random(7).choices(verbs, k=40)),
        "people who are hurt": f"hurt {' '.join((names * 40)[:38])} 3",
        "numbers": " ".join(map(str, range(40))),
        "names and numbers": " ".join(f"{name} {n}" for n, name in enumerate((names * 40)[:20])),
        "foes": "3 goblins, " * 80,
        "foes without commas": "3 goblins " * 80,
        "values": "x=1 " * 39,
        "one word": "a" * 20_000,
        "dice": "d6+" * 6_000,
        "a question": f"{SENTENCE}?",
        "a note": f"note {SENTENCE * 100}",
        "nothing": f"{names[0]} flurbs zork",
    }


def calls(listener: Listener, line: str) -> int:
    """How many functions are called to understand a line, to show it and to complete it."""
    fresh = Listener(listener.table, listener.rules, listener.who, tables=listener.tables)
    for key in (fresh.who, *fresh.table.characters):
        fresh.vocabulary(key)
    with calls_counted() as calls:
        try:
            feedback_summary(understood(fresh, line), fresh.table)
        except RuleError as error:
            assert str(error)
        completed_line(fresh, line)
    return calls.count


@pytest.mark.long
@pytest.mark.parametrize("game", games_with_demo())
def test_a_line_is_cheap_at_any_length(tables: dict[str, Listener], game: str) -> None:
    counted = {about: calls(tables[game], line) for about, line in lines(tables[game]).items()}
    assert {about: count for about, count in counted.items() if count > MOST_CALLS} == {}
    assert counted["a sentence"] < MOST_OF_A_SENTENCE


@pytest.mark.parametrize("game", games_with_demo())
def test_a_line_that_is_too_long_says_so(tables: dict[str, Listener], game: str) -> None:
    for line in ("sword " * 41, "x" * 1_001):
        with pytest.raises(RuleError, match="write more as a note"):
            understood(tables[game], line)
        assert completed_line(tables[game], line) == line


@pytest.mark.parametrize("game", games_with_demo())
@pytest.mark.parametrize(
    "line", ["foes", "henchmen", "hurt enemies 2", "foes cursed", "kill foes", "all foes", "party luck"]
)
def test_a_group_that_nobody_belongs_to_is_told(tables: dict[str, Listener], game: str, line: str) -> None:
    at = tables[game]
    empty = Listener(type(at.table)(), at.rules, None, tables=at.tables)
    try:
        feedback_summary(understood(empty, line), empty.table)
    except RuleError as error:
        assert str(error)
