"""Disks that fail, and a disk in memory whose power can be cut."""

import errno
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from tableside.campaign.store.disk import Disk, FileId


@dataclass
class FaultyDisk(Disk):
    """The real disk, with faults switched on by name."""

    failing: dict[str, int] = field(default_factory=dict)
    """The errno that a method fails with."""
    short: bool = False
    """write() takes only half of what it is given."""
    calls: list[str] = field(default_factory=list)
    """write, fsync, fdatasync, fsync_dir and replace, in order."""

    def _may_fail(self, method: str) -> None:
        self.calls.append(method)
        if method in self.failing:
            number = self.failing[method]
            raise OSError(number, os.strerror(number))

    def write(self, fd: int, data: bytes) -> int:
        if "write" in self.failing or self.short:
            super().write(fd, data[: len(data) // 2])
        self._may_fail("write")
        return len(data) // 2 if self.short else super().write(fd, data)

    def truncate(self, fd: int, size: int) -> None:
        self._may_fail("truncate")
        super().truncate(fd, size)

    def fsync(self, fd: int) -> None:
        self._may_fail("fsync")
        super().fsync(fd)

    def fdatasync(self, fd: int) -> None:
        self._may_fail("fdatasync")
        os.fsync(fd)

    def fsync_dir(self, path: Path) -> None:
        self._may_fail("fsync_dir")
        super().fsync_dir(path)

    def replace(self, source: Path, target: Path) -> None:
        self._may_fail("replace")
        super().replace(source, target)

    def link(self, source: Path, target: Path) -> None:
        self._may_fail("link")
        super().link(source, target)


NO_SPACE = errno.ENOSPC
BROKEN = errno.EIO

T = TypeVar("T")
FOLDER = 0
"""What stands for the node of a folder."""


@dataclass
class Node:
    """A file. `durable` is what a power cut leaves for certain; `pending` may be lost, torn or kept.

    A pending write is its number among all steps, its offset and bytes; a truncation has its size and None.
    """

    data: bytes = b""
    durable: bytes = b""
    pending: list[tuple[int, int, bytes | None]] = field(default_factory=list)


@dataclass
class Folder:
    """Names to node numbers; each pending step, with its number, sets names, or with None removes them."""

    names: dict[str, int] = field(default_factory=dict)
    durable: dict[str, int] = field(default_factory=dict)
    pending: list[tuple[int, dict[str, int | None]]] = field(default_factory=list)


def applied(data: bytes, offset: int, part: bytes | None) -> bytes:
    if part is None:
        return data[:offset].ljust(offset, b"\0")
    return data[:offset].ljust(offset, b"\0") + part + data[offset + len(part) :]


class PowerDisk(Disk):
    """A disk in memory. `before` is called ahead of each step that changes something.

    A power cut leaves of what is not durable any steps, each whole, torn or full of holes. With `ordered` it
    leaves the first so many steps, of the whole disk, as file systems do that write in order.
    """

    ordered = False

    def __init__(self) -> None:
        self.nodes: dict[int, Node] = {}
        self.folders: dict[Path, Folder] = {Path("/"): Folder()}
        self.open: dict[int, int] = {}
        self.locked: dict[Path, int] = {}
        self.before: Callable[[], None] = lambda: None
        self._next = 10
        self._steps = 0

    def _step(self) -> int:
        self._steps += 1
        return self._steps

    def _number(self) -> int:
        self._next += 1
        return self._next

    def _open(self, inode: int) -> int:
        fd = self._number()
        self.open[fd] = inode
        return fd

    def _find(self, path: Path) -> int:
        try:
            return self.folders[path.parent].names[path.name]
        except KeyError:
            raise FileNotFoundError(errno.ENOENT, "no such file", str(path)) from None

    def _name(self, folder: Path, step: dict[str, int | None]) -> None:
        self.before()
        self.folders[folder].pending.append((self._step(), step))
        self.folders[folder].names = named(self.folders[folder].names, step)

    def _change(self, fd: int, offset: int, part: bytes | None) -> None:
        self.before()
        node = self.nodes[self.open[fd]]
        node.pending.append((self._step(), offset, part))
        node.data = applied(node.data, offset, part)

    def check_folder(self, path: Path) -> None:
        self.listdir(path)

    def clear_temporaries(self, folder: Path) -> None:
        """Nobody counts them."""

    def read(self, path: Path) -> bytes:
        return self.nodes[self._find(path)].data

    def listdir(self, path: Path) -> list[str]:
        if path not in self.folders:
            raise FileNotFoundError(errno.ENOENT, "no such folder", str(path))
        return [*self.folders[path].names]

    def stat(self, path: Path) -> FileId:
        if path in self.folders:
            return FileId(0, 0)
        return FileId(self._find(path), len(self.read(path)))

    def fstat(self, fd: int) -> FileId:
        return FileId(self.open[fd], len(self.nodes[self.open[fd]].data))

    def open_read(self, path: Path) -> int:
        return self._open(self._find(path))

    def open_append(self, path: Path) -> int:
        return self._open(self._find(path))

    def pread(self, fd: int, size: int, offset: int) -> bytes:
        return self.nodes[self.open[fd]].data[offset : offset + size]

    def mkdir(self, path: Path) -> None:
        for each in reversed([path, *path.parents]):
            if each not in self.folders:
                self._name(each.parent, {each.name: FOLDER})
                self.folders[each] = Folder()

    def create(self, path: Path) -> int:
        inode = self.folders[path.parent].names.get(path.name)
        if inode is None:
            inode = self._number()
            self.nodes[inode] = Node()
            self._name(path.parent, {path.name: inode})
        fd = self._open(inode)
        if self.nodes[inode].data:
            self._change(fd, 0, None)
        return fd

    def write(self, fd: int, data: bytes) -> int:
        self._change(fd, len(self.nodes[self.open[fd]].data), data)
        return len(data)

    def overwrite(self, fd: int, data: bytes) -> None:
        self._change(fd, 0, data)

    def truncate(self, fd: int, size: int) -> None:
        self._change(fd, size, None)

    def sync(self, fd: int) -> None:
        self.before()
        node = self.nodes[self.open[fd]]
        node.durable, node.pending = node.data, []

    def fsync(self, fd: int) -> None:
        self.sync(fd)

    def fdatasync(self, fd: int) -> None:
        self.sync(fd)

    def fsync_dir(self, path: Path) -> None:
        self.before()
        folder = self.folders[path]
        folder.durable, folder.pending = dict(folder.names), []

    def replace(self, source: Path, target: Path) -> None:
        self._name(source.parent, {target.name: self._find(source), source.name: None})

    def link(self, source: Path, target: Path) -> None:
        if target.name in self.folders[target.parent].names:
            raise FileExistsError(errno.EEXIST, "exists", str(target))
        self._name(target.parent, {target.name: self._find(source)})

    def unlink(self, path: Path) -> None:
        self._find(path)
        self._name(path.parent, {path.name: None})

    def close(self, fd: int) -> None:
        del self.open[fd]
        self.locked = {path: holder for path, holder in self.locked.items() if holder != fd}

    def lock(self, path: Path) -> int:
        if path in self.locked:
            raise BlockingIOError(errno.EWOULDBLOCK, "locked")
        self.locked[path] = self.open_note(path)
        return self.locked[path]

    def lock_folder(self, path: Path) -> int:
        if path not in self.folders:
            raise FileNotFoundError(errno.ENOENT, "no such folder", str(path))
        if path in self.locked:
            raise BlockingIOError(errno.EWOULDBLOCK, "locked")
        self.locked[path] = self._open(0)
        return self.locked[path]

    def open_note(self, path: Path) -> int:
        there = path.name in self.folders[path.parent].names
        return self._open(self._find(path)) if there else self.create(path)

    def kill(self) -> None:
        """The process ends: its open files and locks go, what it wrote stays in the cache."""
        self.open.clear()
        self.locked.clear()

    def cut(self, chance: Random) -> "PowerDisk":
        """A disk as a power cut may leave this one."""
        left = type(self)()
        left._next = self._next
        survives = self._survivors(chance)
        for inode, node in self.nodes.items():
            data = surviving(node, survives, chance, whole=self.ordered)
            left.nodes[inode] = Node(data, data)
        for path, folder in sorted(self.folders.items()):
            names = folder.durable
            for _, step in survives(folder.pending):
                names = named(names, step)
            if path.parent == path or (path.parent in left.folders and path.name in left.names(path.parent)):
                left.folders[path] = Folder(dict(names), dict(names))
        return left

    def names(self, folder: Path) -> dict[str, int]:
        return self.folders[folder].names

    def _survivors(self, chance: Random) -> "Survivors":
        """Which of some pending steps survive."""
        if not self.ordered:
            return lambda pending: chosen(pending, chance)
        steps = [step[0] for node in self.nodes.values() for step in node.pending]
        steps += [step[0] for folder in self.folders.values() for step in folder.pending]
        last = chance.choice([0, *steps])
        return lambda pending: [step for step in pending if step[0] <= last]


Survivors = Callable[[list[Any]], list[Any]]  # Any: steps of a file or of a folder


def named(names: dict[str, int], step: dict[str, int | None]) -> dict[str, int]:
    merged = {**names, **step}
    return {name: inode for name, inode in merged.items() if inode is not None}


def chosen(pending: list[T], chance: Random) -> list[T]:
    """None of the steps, all, the first few, or any of them."""
    way = chance.randrange(4)
    if way < 2:
        return pending if way else []
    if way == 2:
        return pending[: chance.randint(0, len(pending))]
    return [step for step in pending if chance.random() < 0.5]


def surviving(node: Node, survives: Survivors, chance: Random, *, whole: bool) -> bytes:
    """What is left of a file: each write not yet durable may be lost, cut short, or full of holes."""
    data = node.durable
    for _, offset, part in survives(node.pending):
        way = 0 if whole else chance.randrange(3)
        if part and way:
            middle = chance.randint(0, len(part))
            part = part[:middle] if way == 1 else part[:middle].ljust(len(part), b"\0")
        data = applied(data, offset, part)
    return data
