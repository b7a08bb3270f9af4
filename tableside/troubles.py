"""Reports of trouble: for a bug, a log file and one calm line; for a campaign that cannot be opened or saved,
advice on what still helps.

A bug in something merely displayed costs a line, not the program.
"""

import os
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs

from tableside import __version__
from tableside.campaign.plain_files import make_plain_file, make_plain_folder
from tableside.campaign.store.basefile import LOG, table_of_base_file
from tableside.campaign.store.errors import (
    CampaignBusy,
    Damaged,
    NewerVersion,
    Notice,
    NotSaved,
    NotStorable,
    PutBack,
    Unconfirmed,
    Unreadable,
)
from tableside.errors import StoreError, TablesideError, Unfit
from tableside.wording import label, sentence

TOLERATED: list[Exception] = []
"""The bugs that the program survived; a test that leaves one here fails."""
_told: dict[str, str] = {}
"""What was reported for each bug, by its traceback, so that one at every key press writes a single log."""
_ADVICE: tuple[tuple[type[StoreError], str], ...] = (
    (CampaignBusy, "busy"),
    (NotSaved, "not-saved"),
    (Unconfirmed, "unconfirmed"),
    (NotStorable, "not-storable"),
    (NewerVersion, "newer"),
    (Unfit, "unfit"),
    (Unreadable, "unreadable"),
)


def write_trouble_log(error: BaseException) -> Path | None:
    """Write the traceback, without local values, to a new file, and return its path. None: no file."""
    text = "".join(traceback.format_exception(error))
    for folder in (platformdirs.user_log_path("tableside", appauthor=False), Path.cwd()):
        try:
            make_plain_folder(folder)
            path, fd = _new_file(folder)
            with open(fd, "w", encoding="utf-8", errors="backslashreplace") as file:
                file.write(f"tableside {__version__}\n{text}")
            return path
        except (OSError, StopIteration):
            continue
    return None


def _new_file(folder: Path) -> tuple[Path, int]:
    """Create a file named for this second, with a number if that name is taken."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    names = (f"tableside-{stamp}{ending}.log" for ending in ("", *(f"-{n}" for n in range(2, 100))))
    path = next(folder / name for name in names if not os.path.lexists(folder / name))
    return path, make_plain_file(path)


def calm_trouble_line(error: BaseException) -> str:
    """Log a bug, and return the line for the person at the table."""
    where = _logged(error)
    return f"tableside: {sentence('fault', 'program', kind=type(error).__name__, where=where)}"


def _logged(error: BaseException) -> str:
    """Log the traceback, and return where, in words."""
    path = write_trouble_log(error)
    return sentence("fault", "log" if path else "no-log", path=path)


@contextmanager
def tolerated(tell: Callable[[str], object]) -> Iterator[None]:
    """Go on after a bug in something merely displayed: it is logged, and that is reported."""
    try:
        yield
    except TablesideError as error:
        tell(str(error))
    except Exception as error:  # a bug in something merely displayed ends no game
        tell(sentence("fault", "view", where=log_tolerated_trouble(error)))


def log_tolerated_trouble(error: Exception) -> str:
    """Log a bug after which the program goes on, and return where, in words."""
    TOLERATED.append(error)
    place = "".join(traceback.format_tb(error.__traceback__))
    if place not in _told:
        _told[place] = _logged(error)
    return _told[place]


def trouble_line(error: StoreError, id: str) -> str:
    """Return the error in one line, with what still works and what helps. `id` is the campaign's as typed."""
    other = next((key for kind, key in _ADVICE if isinstance(error, kind)), "")
    key = _damage(error) if isinstance(error, Damaged) else other
    return f"{error}; {sentence('advice', key, id=id)}" if key else str(error)


def _damage(error: Damaged) -> str:
    if isinstance(error, PutBack):
        return "put-back"
    if error.file == LOG and error.seq is not None:
        return "log"
    if error.edited:
        return "edited"
    return "journal" if table_of_base_file(error.file) else "damaged"


def notice_line(notice: Notice) -> str:
    """Return in one line what the store found in a campaign or could not do."""
    change = sentence("entry", "change", seq=notice.seq) if notice.seq else ""
    about = ", ".join(filter(None, [notice.file, change, str(notice.reason)]))
    return f"{label('notice', notice.kind)} ({about})"
