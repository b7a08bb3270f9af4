"""The demo campaigns, one a game: bundled as files, opened as a fresh copy."""

import re
import shutil
from contextlib import suppress
from pathlib import Path

from tableside.campaign.files import is_plain
from tableside.campaign.library import Library
from tableside.campaign.store import CampaignDB, StoreError
from tableside.campaign.store.basefile import BACKUPS, CAMPAIGN, JOURNAL
from tableside.campaign.store.disk import REAL_DISK
from tableside.campaign.store.opening import read_base

CAMPAIGNS = Path(__file__).parent / "campaigns"
FIRST = "troika"
"""The game whose demo opens when none is named."""


def games() -> tuple[str, ...]:
    """The games that have a demo."""
    return tuple(sorted(path.name for path in CAMPAIGNS.iterdir() if path.is_dir()))


def place_demo(library: Library, game: str = FIRST) -> str:
    """Copy the demo of a game into the saves folder; the copy's id.

    Copies that nobody has played in make room first.
    """
    id = "demo" if game == FIRST else f"demo-{game}"
    bundled = CAMPAIGNS / game
    for path in library.folder.glob(f"{id}*"):
        if re.fullmatch(rf"{id}(-\d+)?", path.name) and _is_untouched(path, bundled):
            shutil.rmtree(path)
    id = library.free_id(id)
    folder = library.folder / id
    shutil.copytree(bundled, folder)
    _keep_copies(folder)
    library.memory.forget(REAL_DISK, folder)
    for path in (folder, *folder.rglob("*")):
        with suppress(OSError):  # a file system without modes
            path.chmod(0o700 if path.is_dir() else 0o600)
    _make_durable(folder)
    return id


def _make_durable(folder: Path) -> None:
    """What is played in it is, and would be nothing without the rest."""
    for path in folder.rglob("*"):
        if path.is_dir():
            REAL_DISK.fsync_dir(path)
        else:
            fd = REAL_DISK.open_append(path)
            REAL_DISK.fsync(fd)
            REAL_DISK.close(fd)
    REAL_DISK.fsync_dir(folder)
    REAL_DISK.fsync_dir(folder.parent)


def _keep_copies(folder: Path) -> None:
    """Old copies of every file, to rebuild a damaged one from: the demo has no history of its own."""
    backups = folder / BACKUPS
    backups.mkdir()
    for path in (folder / CAMPAIGN, *sorted(folder.glob(f"{JOURNAL}/*.json"))):
        file = path.relative_to(folder).as_posix()
        name = file.removesuffix(".json").replace("/", "-")
        shutil.copyfile(path, backups / f"{name}.{read_base(REAL_DISK, folder, file).meta.seq}.json")


def _is_untouched(path: Path, bundled: Path) -> bool:
    """Whether a campaign is still what is bundled."""
    if path.is_symlink() or not is_plain(path / "campaign.json"):
        return False
    return _sequence(path) == _sequence(bundled)


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
