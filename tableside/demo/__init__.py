"""The demo campaigns, one a game and one written alone: bundled as files, opened as a fresh copy."""

import re
import shutil
from pathlib import Path

from tableside.campaign.library import Library
from tableside.campaign.plain_files import is_plain_file, write_plain_file
from tableside.campaign.store.basefile import BACKUPS, CAMPAIGN, JOURNAL, LOG, decode_base
from tableside.campaign.store.database import CampaignDB
from tableside.campaign.store.disk import REAL_DISK
from tableside.errors import StoreError
from tableside.games import game_ids, load_game

FIRST = "troika"
"""The game whose demo opens when none is named."""


def games_with_demo() -> tuple[str, ...]:
    """The games that have a demo."""
    return tuple(id for id in sorted(game_ids()) if load_game(id).demo)


SOLO = "solo"
"""The demo of somebody who plays alone."""


def demos() -> tuple[str, ...]:
    """All demos: of the games, and the one written alone."""
    return (*games_with_demo(), SOLO)


def folder_of_demo(game: str) -> Path:
    """The folder that holds the demo of a game, or the one written alone."""
    return (
        Path(__file__).parent / SOLO / "campaign" if game == SOLO else Path(load_game(game).demo) / "campaign"
    )


def place_demo(library: Library, game: str = FIRST) -> str:
    """Copy the demo of a game, or the one written alone, into the saves folder; the copy's id.

    Copies that nobody has played in make room first.
    """
    id = "demo" if game == FIRST else f"demo-{game}"
    bundled = folder_of_demo(game)
    for path in library.folder.glob(f"{id}*"):
        if re.fullmatch(rf"{id}(-\d+)?", path.name) and _is_untouched(path, bundled):
            shutil.rmtree(path)
    id = library.free_id(id)
    folder = library.folder / id
    library.memory.forget(REAL_DISK, folder)
    _copy(bundled, folder)
    return id


def _copy(bundled: Path, folder: Path) -> None:
    """Durably: what is played in it is, and would be nothing without the rest. With old copies of every file,
    to rebuild a damaged one from: the demo has no history of its own."""
    for part in (JOURNAL, BACKUPS):
        REAL_DISK.mkdir(folder / part)
    for path in (bundled / CAMPAIGN, bundled / LOG, *sorted(bundled.glob(f"{JOURNAL}/*.json"))):
        file, data = path.relative_to(bundled), path.read_bytes()
        write_plain_file(folder / file, data, sync=True)
        if path.name != LOG:
            name = file.as_posix().removesuffix(".json").replace("/", "-")
            write_plain_file(
                folder / BACKUPS / f"{name}.{decode_base(data, file.as_posix()).meta.seq}.json", data
            )
    for path in (folder, folder.parent):
        REAL_DISK.fsync_dir(path)


def _is_untouched(path: Path, bundled: Path) -> bool:
    """Whether a campaign is still what is bundled."""
    if path.is_symlink() or not is_plain_file(path / "campaign.json"):
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
