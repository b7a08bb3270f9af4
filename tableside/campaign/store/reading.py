"""Reading the files of a campaign whole."""

from pathlib import Path

from tableside.campaign.store.basefile import Base, decode_base
from tableside.campaign.store.disk import Disk
from tableside.campaign.store.errors import Damaged, Unreadable
from tableside.campaign.store.log import reason


def read_file(disk: Disk, folder: Path, file: str) -> bytes:
    """A file that must be there. Raises: Damaged, Unreadable."""
    try:
        return disk.read(folder / file)
    except FileNotFoundError as error:
        raise Damaged(file, "is missing") from error
    except OSError as error:
        raise Unreadable(file, reason(error)) from error


def read_base(disk: Disk, folder: Path, file: str) -> Base:
    """A base file that must be there, checked. Raises: Damaged, NewerVersion, Unreadable."""
    return decode_base(read_file(disk, folder, file), file)
