"""Undo without end: whatever is done in a campaign of any game, all of it can be undone and redone.

`python -m tests.bench.undo` does the same ten thousand times.
"""

import random
from pathlib import Path

import pytest

from tableside.games import BUNDLED
from tests.campaign.random_play import Evening, campaign_of
from tests.thorough import often

OPERATIONS = often(400)


@pytest.mark.long
@pytest.mark.parametrize("game", BUNDLED)
def test_undo_all_gives_the_first_state_and_redo_all_the_last(tmp_path: Path, game: str) -> None:
    evening = Evening(tmp_path, game, seed=8)
    for _ in range(OPERATIONS):
        evening.operate()
    assert evening.prove() > 0
    evening.campaign.close()


@pytest.mark.long
def test_every_state_there_has_been_can_be_seen_again(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "fell", seed=3)
    for _ in range(120):
        evening.operate()
    for number in range(evening.campaign.length + 1):
        evening.look_at(number)
    for number in random.Random(1).sample(range(evening.campaign.length), 40):
        evening.look_at(number)
    evening.campaign.close()


@pytest.mark.long
def test_the_same_seed_plays_the_same_evening(tmp_path: Path) -> None:
    played = [campaign_of(tmp_path / name, "troika", 11, 40) for name in ("one", "other")]
    one, other = ([each.entry(number) for number in range(1, each.length + 1)] for each in played)
    assert one == other
    for each in played:
        each.close()
