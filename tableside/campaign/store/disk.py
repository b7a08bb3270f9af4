"""Every call that reaches the disk, in one place, and what is put together of such calls.

Nothing else in the store opens, writes, renames or lists a file, so a test that replaces `Disk` sees, refuses
or forgets each step. Only plain files are opened (`tableside.campaign.plain_files`). Methods raise OSError as
the system does. Files are made 0600 and folders 0700; a file number (`fd`) belongs to its caller. Sizes and
offsets are bytes.
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
except ImportError:  # Windows: no flock, so a second writer is not noticed there
    fcntl = None  # type: ignore[assignment]  # a module or nothing, as guarded imports are


class FileId(msgspec.Struct, frozen=True):
    """Which file a name or a number stands for, and how long it is."""

    inode: int
    size: int


class Disk:
    """The real disk."""

    def read(self, path: Path) -> bytes:
        return plain_files.read_plain_file(path)

    def check_folder(self, path: Path) -> None:
        """Raises: OSError unless it is a folder itself, and no link to one."""
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
        """Up to `size` bytes; fewer only at the end of the file."""
        os.lseek(fd, offset, os.SEEK_SET)
        parts: list[bytes] = []
        while size > 0 and (part := os.read(fd, size)):
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def mkdir(self, path: Path) -> None:
        """Make the folder and what is above it, all for their owner alone; what is there is left as it is."""
        plain_files.make_plain_folder(path)

    def temporary(self, path: Path) -> Path:
        """A name beside this one that nothing has, for what is being written."""
        return plain_files.plain_temporary_path(path)

    def clear_temporaries(self, folder: Path) -> None:
        """Remove what killed writers have left of that. The folder is locked."""
        plain_files.clear_plain_temporaries(folder)

    def create(self, path: Path) -> int:
        """An empty file for appending, where nothing has the name. Raises: FileExistsError."""
        return plain_files.make_plain_file(path, os.O_WRONLY | os.O_APPEND)

    def open_append(self, path: Path) -> int:
        return plain_files.open_plain_file(path, os.O_WRONLY | os.O_APPEND)

    def write(self, fd: int, data: bytes) -> int:
        """One write(2); the number of bytes taken may be less than given."""
        return os.write(fd, data)

    def overwrite(self, fd: int, data: bytes) -> None:
        """Put these bytes at the start of a file that `lock` or `open_note` has opened; never durable."""
        if hasattr(os, "pwrite"):
            os.pwrite(fd, data, 0)
        else:
            os.lseek(fd, 0, os.SEEK_SET)
            os.write(fd, data)

    def truncate(self, fd: int, size: int) -> None:
        os.ftruncate(fd, size)

    def fsync(self, fd: int) -> None:
        if sys.platform == "darwin" and fcntl is not None:
            fcntl.fcntl(fd, fcntl.F_FULLFSYNC)  # fsync alone leaves the data in the drive's cache there
        else:
            os.fsync(fd)

    def fdatasync(self, fd: int) -> None:
        """As fsync, without the file's times where the platform can leave those out."""
        if hasattr(os, "fdatasync") and sys.platform != "darwin":
            os.fdatasync(fd)
        else:
            self.fsync(fd)

    def fsync_dir(self, path: Path) -> None:
        """Make the names in a folder durable. On Windows folders cannot be opened, so nothing is done."""
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
        """A file to be overwritten at its start, made where there is none."""
        return _lock_file(path)

    def lock_folder(self, path: Path) -> int:
        """As `lock`, of a folder. Raises: OSError also where folders have no locks."""
        if fcntl is None:
            raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
        return _flocked(os.open(path, os.O_RDONLY | os.O_DIRECTORY))

    def lock(self, path: Path) -> int:
        """Hold the file's lock until the number is closed or the process ends.

        Raises: BlockingIOError when another process, or another opening in this one, holds it.
        """
        return _flocked(_lock_file(path))


REAL_DISK = Disk()


def _lock_file(path: Path) -> int:
    """The file to be locked, made where there is none. It is written to, so it must have no other name."""
    try:
        return plain_files.open_plain_file(path, os.O_RDWR, alone=True)
    except FileNotFoundError:
        with suppress(FileExistsError):  # another process has just made it
            return plain_files.make_plain_file(path, os.O_RDWR)
        return plain_files.open_plain_file(path, os.O_RDWR, alone=True)


def _flocked(fd: int) -> int:
    """An open file with its lock held, where there are locks; closed where another holds that."""
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
    """Make a folder, durably, unless it is there."""
    try:
        disk.check_folder(path)
    except FileNotFoundError:
        make_folders_on_disk(disk, path)


def make_folders_on_disk(disk: Disk, path: Path) -> None:
    """Make a folder and what is above it, durably; what is there, be it a link, is left as it is."""
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
    """The path, or where there is such a file, the first of NAME-2, NAME-3 and so on that is free."""
    taken = disk.listdir(path.parent)
    stem, ending = path.name.rsplit(".", 1)
    numbered = (f"{stem}-{number}.{ending}" for number in count(2))
    return path.with_name(next(name for name in chain([path.name], numbered) if name not in taken))


def free_path_on_disk_for_damaged(disk: Disk, path: Path) -> Path:
    """The first of NAME.damaged-1, NAME.damaged-2 and so on that is free."""
    taken = disk.listdir(path.parent)
    numbered = (f"{path.name}.damaged-{number}" for number in count(1))
    return path.with_name(next(name for name in numbered if name not in taken))


def write_file_on_disk(disk: Disk, path: Path, data: bytes, check: Callable[[], None] = lambda: None) -> None:
    """Put a whole file under its name, or leave the old one. Durable after fsync_dir of its folder.

    `check` is called at the last instant, and may forbid it.
    """
    disk.close(write_on_disk_and_keep_open(disk, path, data, check))


def write_on_disk_and_keep_open(
    disk: Disk, path: Path, data: bytes, check: Callable[[], None] = lambda: None
) -> int:
    """Put a whole file on the disk under its name, and leave it open for appending."""
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
