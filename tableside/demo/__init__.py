"""The demo campaign: bundled as files, opened as a fresh copy."""

import shutil
from pathlib import Path

from tableside.campaign.library import Library
from tableside.campaign.store import CampaignDB, StoreError

BUNDLED = Path(__file__).parent / "campaign"
ID = "demo"


def place_demo(library: Library) -> str:
    """Copy the demo into the saves folder; the copy's id.

    Copies that nobody has played in make room first.
    """
    for path in library.folder.glob(f"{ID}*"):
        if _is_untouched(path):
            shutil.rmtree(path)
    id = library.free_id(ID)
    folder = library.folder / id
    shutil.copytree(BUNDLED, folder)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o700 if path.is_dir() else 0o600)
    return id


def _is_untouched(path: Path) -> bool:
    """Whether a campaign is still what is bundled."""
    if not (path / "campaign.json").is_file():
        return False
    return _sequence(path) == _sequence(BUNDLED)


def _sequence(path: Path) -> int | None:
    """The number of the last change. None: it cannot be told, because a file is damaged."""
    try:
        db = CampaignDB(path, read_only=True)
    except (StoreError, OSError):
        return None
    try:
        return db.sequence
    finally:
        db.close()
