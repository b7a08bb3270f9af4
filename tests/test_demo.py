"""The demos are what their stories make of them, and every copy is fresh."""

from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.library import Library
from tableside.demo import SOLO, demos, folder_of_demo, games_with_demo, place_demo, story
from tableside.games import BUNDLED
from tableside.rules.table import Kind


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_every_game_has_a_demo() -> None:
    assert {*games_with_demo()} == {*BUNDLED}


@pytest.mark.parametrize("game", demos())
def test_the_bundled_files_are_the_story_played(game: str, tmp_path: Path) -> None:
    story.write_demo_story(game, tmp_path / "again")
    assert files(tmp_path / "again") == files(folder_of_demo(game)), "run python -m tableside.demo.story"


@pytest.mark.parametrize("game", games_with_demo())
def test_a_demo_looks_like_a_real_campaign(game: str, tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, game))
    table = campaign.table
    assert len(table.in_play(Kind.PC)) >= 3
    assert table.order is not None
    assert table.session_is_on
    assert campaign.length >= 30
    assert list(audit(campaign)) == []
    campaign.close()


def test_every_copy_is_fresh_and_one_that_was_played_in_stays(tmp_path: Path) -> None:
    library = Library(tmp_path)
    first = place_demo(library)
    assert place_demo(library) == first
    campaign = library.open(first)
    campaign.undo()
    campaign.close()
    assert place_demo(library) != first
    assert len(library.shelf()) == 2


def test_the_demo_of_one_game_leaves_that_of_another_alone(tmp_path: Path) -> None:
    library = Library(tmp_path)
    ids = {place_demo(library, game) for game in games_with_demo()}
    assert {place_demo(library, game) for game in games_with_demo()} == ids
    assert len(library.shelf()) == len(ids)


def test_the_demo_written_alone_is_two_scenes_in(tmp_path: Path) -> None:
    campaign = Library(tmp_path).open(place_demo(Library(tmp_path), SOLO))
    done = [each.procedure for each in campaign.entries()]
    assert done.count("scene.end") == 2 and campaign.table.session_is_on
    assert [each.name for each in campaign.table.in_play(Kind.PC)] == ["Iris Corrow"]
    assert {each.name for each in campaign.table.clocks} == {"Find the ledger", "Tension", "The tide"}
    assert list(audit(campaign)) == []
    campaign.close()
