"""Of four writers at once nothing that was confirmed is lost, whatever locks are worth; the bench goes on."""

from pathlib import Path

import pytest

from tests.bench.kills import made
from tests.bench.writers import KINDS, together, wrong
from tests.thorough import often


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_confirmed_to_one_of_four_writers_is_there_once(tmp_path: Path, kind: str) -> None:
    saves = made(tmp_path / "saves")
    came, confirmed = together(saves, often(5), KINDS[kind])
    assert not wrong(saves, confirmed) and not any(what.startswith("BAD") for what in came), came
    assert bool(confirmed) == (kind != "every lock fails")
