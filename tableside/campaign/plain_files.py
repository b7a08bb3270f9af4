"""Opening and making files so that nothing outside a campaign's folder is reached through it.

The folder may come from anybody. Only plain files in it are opened, never a link, nor a pipe or device, which
could block or go on for ever. A new file is written under an unpredictable name, for its owner alone, and
gets its own name only when complete. The folder itself may be a link, since a local user made that.

Every function raises OSError as the system does, with words that say what is wrong.
"""

import errno
import os
import re
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tableside.errors import Message, StoreError, Value

LARGEST = 256 * 1024 * 1024
"""The most bytes of a file that is read whole."""
PRIVATE = 0o600
PRIVATE_FOLDER = 0o700
SHARED, SHARED_FOLDER = 0o644, 0o755
"""The modes of what others may read, as far as the process's mask allows."""
_TEMPORARY = re.compile(r"\.[0-9a-f]{16}\.tmp")
"""The name of a file while it is being written."""
_BINARY = getattr(os, "O_BINARY", 0)
_WARILY = _BINARY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


class NotPlain(OSError):
    """A link, a pipe, a device, or anything else that is no plain file or folder."""


def _kind_of_file(mode: int) -> Message:
    """Return the kind of file that a mode means, in words."""
    kinds = (
        (stat.S_ISREG, "file"),
        (stat.S_ISLNK, "link"),
        (stat.S_ISDIR, "folder"),
        (stat.S_ISFIFO, "pipe"),
    )
    return Message(f"files.kind-{next((id for is_one, id in kinds if is_one(mode)), 'device')}")


def _why(id: str, path: Path, **values: Value) -> str:
    """Return the reason in words, since the system's errors hold a text."""
    return str(Message(id, file=path.name, **values))


def _check_plain(path: Path, status: os.stat_result, *, alone: bool = False) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise NotPlain(
            errno.EINVAL, _why("files.no-file", path, what=_kind_of_file(status.st_mode)), str(path)
        )
    if alone and status.st_nlink > 1:
        raise NotPlain(errno.EINVAL, _why("files.another's", path), str(path))


def is_plain_file(path: Path) -> bool:
    """Whether the path is a plain file."""
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except (OSError, ValueError):
        return False


def check_plain_folder(path: Path) -> None:
    """Raise `NotPlain` unless the path is a folder, and not a link to one."""
    status = os.lstat(path)
    if not stat.S_ISDIR(status.st_mode):
        raise NotPlain(
            errno.ENOTDIR, _why("files.no-folder", path, what=_kind_of_file(status.st_mode)), str(path)
        )


def remove_plain_folder(path: Path) -> None:
    """Remove a folder with everything in it, if it exists. Raises: NotPlain, OSError.

    `shutil.rmtree` alone would open the path before looking at it, and block for ever at a pipe.
    """
    with suppress(FileNotFoundError):
        check_plain_folder(path)
        shutil.rmtree(path)


MAKING = ".making-"
"""The beginning of the name of a folder while it is being made; the process id ends it."""


def remove_unfinished_folders(folder: Path) -> None:
    """Remove from this folder those that dead processes were making. What cannot be removed is left."""
    for name in os.listdir(folder):
        pid = name.rpartition("-")[2]
        if name.startswith(MAKING) and pid.isdecimal() and not is_running_process(int(pid)):
            with suppress(OSError):
                remove_plain_folder(folder / name)


def open_plain_file(path: Path, flags: int = os.O_RDONLY, *, alone: bool = False) -> int:
    """Open an existing plain file, and return its descriptor. `alone`: it must have no other name.

    It is checked both before it is opened, since opening a device may have effects, and after.
    """
    _check_plain(path, os.lstat(path), alone=alone)
    return _opened(path, flags | _NO_LINK, alone=alone)


def _opened(path: Path, flags: int, *, alone: bool = False) -> int:
    fd = os.open(path, flags | _WARILY)
    try:
        _check_plain(path, os.fstat(fd), alone=alone)
    except BaseException:
        os.close(fd)
        raise
    return fd


def make_plain_file(path: Path, flags: int = os.O_WRONLY, mode: int = PRIVATE) -> int:
    """Create a file under an unused name, and return its descriptor. Raises: FileExistsError."""
    return os.open(path, flags | os.O_CREAT | os.O_EXCL | _WARILY | _NO_LINK, mode)


def read_plain_file(path: Path, most: int = LARGEST) -> bytes:
    """Return the contents of a plain file of at most `most` bytes."""
    return _read_open(open_plain_file(path), path, most)


def read_named_plain_file(path: Path, most: int = LARGEST) -> bytes:
    """As `read_plain_file`, for a file named by a local user, which may be a link to one."""
    return _read_open(_opened(path, os.O_RDONLY), path, most)


def _read_open(fd: int, path: Path, most: int) -> bytes:
    with open(fd, "rb") as file:
        size = os.fstat(fd).st_size
        data = file.read(size + 1) if size <= most else b""  # `read` allocates the size asked for
        if len(data) > size:  # it has grown, or does not tell its size
            data += file.read(most + 1 - len(data))
    if max(size, len(data)) > most:
        raise OSError(
            errno.EFBIG, _why("files.too-big", path, size=max(size, len(data)), most=most), str(path)
        )
    return data


def is_running_process(pid: int) -> bool:
    """Whether a process with this number is running, as far as the system tells."""
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):  # no process has so large a number
        return False
    except OSError:
        return True
    return True


def plain_temporary_path(path: Path) -> Path:
    """Return an unpredictable name beside this one, for a file being written."""
    return path.with_name(f".{os.urandom(8).hex()}.tmp")


def replace_plain_file(source: Path, target: Path) -> None:
    """Rename a plain file, replacing only a plain file."""
    _check_plain(source, os.lstat(source))
    with suppress(FileNotFoundError):
        _check_plain(target, os.lstat(target))
    os.replace(source, target)


def remove_plain_file(path: Path) -> None:
    """Remove a plain file."""
    _check_plain(path, os.lstat(path))
    os.unlink(path)


def link_plain_file(source: Path, target: Path) -> None:
    """Give a plain file a second, unused name."""
    _check_plain(source, os.lstat(source))
    os.link(source, target)


def write_plain_file(path: Path, data: bytes, mode: int = PRIVATE, *, sync: bool = False) -> None:
    """Write a whole file, or leave the old one."""
    with _temporary_file(path, [data], mode, sync=sync) as making:
        replace_plain_file(making, path)


def write_new_plain_file(path: Path, parts: Iterable[bytes], mode: int = PRIVATE) -> None:
    """Write a file under an unused name, whole or not at all, durably. Raises: FileExistsError."""
    with _temporary_file(path, parts, mode, sync=True) as making:
        try:
            link_plain_file(making, path)
        except FileExistsError:
            raise
        except OSError:  # a file system without links
            if os.path.lexists(path):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
            os.rename(making, path)


@contextmanager
def _temporary_file(path: Path, parts: Iterable[bytes], mode: int, *, sync: bool) -> Iterator[Path]:
    """Yield a new temporary file with these bytes; the block renames it, or it is removed."""
    making = plain_temporary_path(path)
    try:
        with open(make_plain_file(making, mode=mode), "wb") as file:
            file.writelines(parts)
            file.flush()
            if sync:
                os.fsync(file.fileno())
        yield making
        if sync:
            with suppress(OSError):  # not every system can open a folder
                sync_plain_folder(path.parent)
    finally:
        with suppress(OSError):
            os.unlink(making)


def sync_plain_folder(path: Path) -> None:
    """Make the names in a folder durable."""
    fd = os.open(path, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def make_plain_folder(path: Path, mode: int = PRIVATE_FOLDER) -> None:
    """Make the folder and its parents; existing ones keep their mode."""
    for missing in reversed([each for each in (path, *path.parents) if not each.exists()]):
        missing.mkdir(mode=mode, exist_ok=True)
    path.mkdir(exist_ok=True)  # raises where it is a file


def append_to_plain_file(path: Path, data: bytes) -> None:
    """Append to a plain file that has no other name, or create it. Not synced."""
    flags = os.O_WRONLY | os.O_APPEND
    try:
        fd = open_plain_file(path, flags, alone=True)
    except FileNotFoundError:
        fd = make_plain_file(path, flags)
    with open(fd, "wb") as file:
        file.write(data)


def clear_plain_temporaries(folder: Path) -> None:
    """Remove what killed processes were writing here. Only the holder of the folder's lock may do so."""
    with suppress(OSError):
        for name in os.listdir(folder):
            if _TEMPORARY.fullmatch(name) and is_plain_file(folder / name):
                with suppress(OSError):
                    os.unlink(folder / name)


def write_plain_picture(folder: Path, name: str, data: bytes, *, shared: bool = False) -> bool:
    """Write a picture beside the pages in a folder, but over no other file. Returns whether it is there."""
    path = folder / name
    try:
        if not path.resolve().is_relative_to(folder.resolve()):
            return False
        if os.path.lexists(path):
            return read_plain_file(path, len(data) + 1) == data
        make_plain_folder(path.parent, SHARED_FOLDER if shared else PRIVATE_FOLDER)
        write_plain_file(path, data, SHARED if shared else PRIVATE, sync=True)
    except (OSError, ValueError, StoreError):
        return False
    return True
