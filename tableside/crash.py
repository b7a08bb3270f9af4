"""When Tableside itself has a fault: a log file for whoever mends it, and one calm line for the table."""

import os
import time
import traceback
from pathlib import Path

from tableside import __version__


def write_log(error: BaseException) -> Path | None:
    """Write the traceback, without local values, to a file; its path. None: no file could be written."""
    from platformdirs import user_log_path

    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    text = "".join(traceback.format_exception(error))
    for folder in (user_log_path("tableside", appauthor=False), Path.cwd()):
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = folder / f"tableside-{stamp}.log"
            fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with open(fd, "w", encoding="utf-8", errors="backslashreplace") as file:
                file.write(f"tableside {__version__}\n{text}")
            return path
        except OSError:
            continue
    return None


def calm_line(error: BaseException) -> str:
    """What the person at the table is told."""
    path = write_log(error)
    where = f"the details are in {path}" if path else "no log file could be written"
    return f"tableside: that was a fault of ours ({type(error).__name__}). Nothing saved is lost; {where}."
