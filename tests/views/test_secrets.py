"""Secrets planted everywhere in random evenings of all games stand in nothing that players are shown.

`python -m tests.bench.secrets` does the same for 10,000 that are sent.
"""

from pathlib import Path

import pytest

from tableside.demo import games_with_demo
from tests.bench.secrets import evening
from tests.secrets import Planted, numbers
from tests.thorough import often


@pytest.mark.long
@pytest.mark.parametrize("game", games_with_demo())
def test_nothing_planted_is_found(game: str, tmp_path: Path) -> None:
    for seed in range(often(3)):
        outputs, sent, words, leaks = evening(game, seed, tmp_path / str(seed), steps=often(400))
        assert leaks == []
        assert outputs > sent > 10 and words > 10


@pytest.mark.long
def test_what_is_planted_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the mark for the GM forgotten in one place the words behind it are all over."""
    planted = Planted(tmp_path, "troika", 1)
    for _ in range(100):
        planted.operate()
    planted.note_for_gm()  # in the session that is told last
    assert planted.leaks() == []
    monkeypatch.setattr("tableside.views.public.entries_told.has_gm_tag", lambda text: False)
    leaks = planted.leaks()
    assert all(
        any(leak.startswith(each) for leak in leaks) for each in ("markdown", "lonelog", "html", "GET /recap")
    )
    planted.campaign.close()


def test_of_numbers_those_of_dates_and_marks_are_none_of_a_foe() -> None:
    text = "<!-- note 3 9471aa00 -->\n- Goblin loses 9473 on 2027-01-15 at 7:30, 6.5000 sha256-8888aaaa'"
    assert numbers(text) == ["9473"]
