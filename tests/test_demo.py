"""The demo is what its story makes of it, and every copy is fresh."""

from pathlib import Path

from tableside.campaign.audit import audit
from tableside.campaign.library import Library
from tableside.demo import BUNDLED, place_demo, story
from tableside.rules.table import Kind


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_bundled_files_are_the_story_played(tmp_path: Path) -> None:
    story.write(tmp_path / "again")
    assert files(tmp_path / "again") == files(BUNDLED), "run python -m tableside.demo.story"


def test_the_demo_looks_like_a_real_campaign(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library))
    table = campaign.table
    assert len(table.in_play(Kind.PC)) == 4
    assert table.in_play(Kind.ENEMY)
    assert table.order is not None
    assert table.session == 3
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
