"""Temporary folders in memory where there is such a disk: what they hold lives for seconds, and a disk of
the usual kind takes milliseconds for every change that a campaign makes sure of.

No test can tell: what a kill or a cut of the power leaves is tried on disks that are made for it
(`tests/campaign/store`), and a killed program's files stand in a disk of memory as in any other. Who has
set TMPDIR keeps it.
"""

import os
import shutil
import tempfile

MEMORY = "/dev/shm"
ROOM = 1 << 30
"""Bytes that must be free there; a run takes a tenth of them."""


def use() -> None:
    """Make the disk in memory the place of temporary files, here and in programs started from here."""
    if "TMPDIR" not in os.environ and _has_room():
        os.environ["TMPDIR"] = tempfile.tempdir = MEMORY


def _has_room() -> bool:
    try:
        return os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ROOM
    except OSError:
        return False
