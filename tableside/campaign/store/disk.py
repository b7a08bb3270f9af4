"""The disk: every call that reaches it, and operations composed of such calls.

Nothing else in the store opens, writes, renames or lists a file, so that a test that replaces `Disk` sees,
refuses or forgets each step. Only plain files are opened (`tableside.campaign.plain_files`). Methods raise
OSError as the system does. Files are made 0600 and folders 0700; a file descriptor (`fd`) belongs to its
caller. Sizes and offsets are bytes.
"""

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import chain, count
from pathlib import Path

import msgspec

from tableside.campaign import plain_files

try:
    import fcntl
except ImportError:  # Windows has no flock, so a second writer goes unnoticed there
    fcntl = None  # type: ignore[assignment]  # a module or nothing, as guarded imports are


class FileId(msgspec.Struct, frozen=True):
    """The identity of a file behind a name or descriptor, with its size."""

    inode: int
    size: int


class Disk:
    """The real disk."""

    def read(self, path: Path) -> bytes:
        return plain_files.read_plain_file(path)

    def check_folder(self, path: Path) -> None:
        """Raise OSError unless the path is a folder itself, and not a link to one."""
        plain_files.check_plain_folder(path)

    def listdir(self, path: Path) -> list[str]:
        return os.listdir(path)

    def stat(self, path: Path) -> FileId:
        return _file_id(os.lstat(path))

    def fstat(self, fd: int) -> FileId:
        return _file_id(os.fstat(fd))

    def open_read(self, path: Path) -> int:
        return plain_files.open_plain_file(path)

    def pread(self, fd: int, size: int, offset: int) -> bytes:
        """Return up to `size` bytes; fewer only at the end of the file."""
        os.lseek(fd, offset, os.SEEK_SET)
        parts: list[bytes] = []
        while size > 0 and (part := os.read(fd, size)):
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def mkdir(self, path: Path) -> None:
        """Make the folder and its parents, for their owner alone; existing ones are left alone."""
        plain_files.make_plain_folder(path)

    def temporary(self, path: Path) -> Path:
        """Return an unused name beside this one, for a file being written."""
        return plain_files.plain_temporary_path(path)

    def clear_temporaries(self, folder: Path) -> None:
        """Remove the temporary files of killed writers. The folder is locked."""
        plain_files.clear_plain_temporaries(folder)

    def create(self, path: Path) -> int:
        """Create an empty file for appending, under an unused name. Raises: FileExistsError."""
        return plain_files.make_plain_file(path, os.O_WRONLY | os.O_APPEND)

    def open_append(self, path: Path) -> int:
        return plain_files.open_plain_file(path, os.O_WRONLY | os.O_APPEND)

    def write(self, fd: int, data: bytes) -> int:
        """Make one write(2); it may take fewer bytes than given, and returns their number."""
        return os.write(fd, data)

    def overwrite(self, fd: int, data: bytes) -> None:
        """Overwrite the start of a file opened by `lock` or `open_note`; never durable."""
        if hasattr(os, "pwrite"):
            os.pwrite(fd, data, 0)
        else:
            os.lseek(fd, 0, os.SEEK_SET)
            os.write(fd, data)

    def truncate(self, fd: int, size: int) -> None:
        os.ftruncate(fd, size)

    def fsync(self, fd: int) -> None:
        if sys.platform == "darwin" and fcntl is not None:
            fcntl.fcntl(fd, fcntl.F_FULLFSYNC)  # fsync alone leaves the data in the drive's cache
        else:
            os.fsync(fd)

    def fdatasync(self, fd: int) -> None:
        """As fsync, without the file's times where the platform can omit them."""
        if hasattr(os, "fdatasync") and sys.platform != "darwin":
            os.fdatasync(fd)
        else:
            self.fsync(fd)

    def fsync_dir(self, path: Path) -> None:
        """Make the names in a folder durable. Does nothing on Windows, where folders cannot be opened."""
        if sys.platform != "win32":
            plain_files.sync_plain_folder(path)

    def replace(self, source: Path, target: Path) -> None:
        plain_files.replace_plain_file(source, target)

    def link(self, source: Path, target: Path) -> None:
        plain_files.link_plain_file(source, target)

    def unlink(self, path: Path) -> None:
        plain_files.remove_plain_file(path)

    def close(self, fd: int) -> None:
        os.close(fd)

    def open_note(self, path: Path) -> int:
        """Open a file to be overwritten at its start, creating it if needed."""
        return _lock_file(path)

    def lock_folder(self, path: Path) -> int:
        """As `lock`, for a folder. Raises: OSError also where folders have no locks."""
        if fcntl is None:
            raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
        return _flocked(os.open(path, os.O_RDONLY | os.O_DIRECTORY))

    def lock(self, path: Path) -> int:
        """Hold the file's lock until the descriptor is closed or the process ends.

        Raises: BlockingIOError when another process, or another opening in this one, holds it.
        """
        return _flocked(_lock_file(path))


REAL_DISK = Disk()


def _lock_file(path: Path) -> int:
    """Open the file to be locked, creating it if needed. It is written to, so it must have no other name."""
    try:
        return plain_files.open_plain_file(path, os.O_RDWR, alone=True)
    except FileNotFoundError:
        with suppress(FileExistsError):  # another process has just created it
            return plain_files.make_plain_file(path, os.O_RDWR)
        return plain_files.open_plain_file(path, os.O_RDWR, alone=True)


def _flocked(fd: int) -> int:
    """Lock an open file, where there are locks; close it if another process holds the lock."""
    try:
        if fcntl is not None:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException:
        os.close(fd)
        raise
    return fd


def _file_id(status: os.stat_result) -> FileId:
    return FileId(status.st_ino, status.st_size)


def make_folder_durably(disk: Disk, path: Path) -> None:
    """Make a folder durably unless it exists."""
    try:
        disk.check_folder(path)
    except FileNotFoundError:
        make_folders_on_disk(disk, path)


def make_folders_on_disk(disk: Disk, path: Path) -> None:
    """Make a folder and its parents durably; existing ones, even links, are left alone."""
    missing = [each for each in (path, *path.parents) if not _is_there(disk, each)]
    disk.mkdir(path)
    for each in missing:
        disk.fsync_dir(each.parent)


def _is_there(disk: Disk, path: Path) -> bool:
    with suppress(FileNotFoundError):
        disk.stat(path)
        return True
    return False


def free_path_on_disk(disk: Disk, path: Path) -> Path:
    """Return the path if it is unused, else the first unused one of NAME-2, NAME-3 and so on."""
    taken = disk.listdir(path.parent)
    stem, ending = path.name.rsplit(".", 1)
    numbered = (f"{stem}-{number}.{ending}" for number in count(2))
    return path.with_name(next(name for name in chain([path.name], numbered) if name not in taken))


def free_path_on_disk_for_damaged(disk: Disk, path: Path) -> Path:
    """Return the first unused path of NAME.damaged-1, NAME.damaged-2 and so on."""
    taken = disk.listdir(path.parent)
    numbered = (f"{path.name}.damaged-{number}" for number in count(1))
    return path.with_name(next(name for name in numbered if name not in taken))


def write_file_on_disk(disk: Disk, path: Path, data: bytes, check: Callable[[], None] = lambda: None) -> None:
    """Write a whole file under its name, or leave the old one. Durable after fsync_dir of its folder.

    `check` is called at the last moment, and may raise to prevent it.
    """
    disk.close(write_on_disk_and_keep_open(disk, path, data, check))


def write_on_disk_and_keep_open(
    disk: Disk, path: Path, data: bytes, check: Callable[[], None] = lambda: None
) -> int:
    """Write a whole file under its name, and leave it open for appending."""
    temporary = disk.temporary(path)
    fd = disk.create(temporary)
    try:
        left = memoryview(data)
        while left:
            written = disk.write(fd, bytes(left))
            if written <= 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            left = left[written:]
        disk.fsync(fd)
        check()
        disk.replace(temporary, path)
    except BaseException:
        disk.close(fd)
        with suppress(OSError):
            disk.unlink(temporary)
        raise
    return fd
