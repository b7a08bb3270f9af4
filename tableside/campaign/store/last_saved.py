"""Which change was saved last, said where the log does not reach.

The campaign's `.lock` says it, and so does a file beside all campaigns of a saves folder, so that neither a
log cut at the end of a line nor a folder put back to what it was goes unnoticed. The notes are never synced:
after a power cut they may be older than the log, but they never run ahead of it.
"""

import re
from contextlib import suppress
from pathlib import Path
from zlib import crc32

import msgspec

from tableside.campaign.store.basefile import CAMPAIGN, LOG
from tableside.campaign.store.disk import Disk
from tableside.campaign.store.errors import PutBack
from tableside.campaign.store.log import LogRead, Point
from tableside.errors import Message
from tableside.frozen import frozen

_NOTE = re.compile(
    rb"^((saved|tried) ([0-9]{12}) ([0-9a-f-]{32}) ([0-9a-f-]{16})) ([0-9a-f]{8})$", re.MULTILINE
)
_OLD_NOTE = re.compile(rb"^saved ([0-9]{12}) ([0-9a-f]{8})$", re.MULTILINE)


class Saved(msgspec.Struct, frozen=True):
    """The change that was saved last, and in which campaign."""

    id: str
    point: Point
    sure: bool = True
    """False: a save after it was tried, and the disk did not confirm it."""

    @property
    def line(self) -> bytes:
        """As long whatever it says, so that one line replaces another whole."""
        word = "saved" if self.sure else "tried"
        text = f"{word} {self.point.seq:012} {self.id or '-' * 32} {self.point.check or '-' * 16}".encode()
        return b"%s %08x\n" % (text, crc32(text))


def read_note(data: bytes) -> Saved | None:
    """What a note of the change saved last says, wherever it stands. None: nothing that can be trusted."""
    if match := _NOTE.search(data):
        text, word, seq, id, check, sum = (part.decode() for part in match.groups())
        if f"{crc32(text.encode()):08x}" == sum:
            return Saved(id.strip("-"), Point(int(seq), check.strip("-")), word == "saved")
    elif (match := _OLD_NOTE.search(data)) and b"%08x" % crc32(match[1]) == match[2]:
        return Saved("", Point(int(match[1])))
    return None


def last_saved_in(disk: Disk, path: Path) -> Saved | None:
    try:
        return read_note(disk.read(path))
    except OSError:
        return None


@frozen
class Memory:
    """What a saves folder remembers of its campaigns: a file for each, named after its folder and its id.

    A campaign whose folder has got another name is found by its id; one that was copied begins a file of its
    own, since the folder with the first name is still there.
    """

    folder: Path

    def note(self, disk: Disk, campaign: Path, id: str) -> Saved | None:
        """What was saved last in a campaign, or else in another that was in its folder."""
        saved = last_saved_in(disk, self._path(campaign, id)) if id else None
        if saved is None and (renamed := self._renamed(disk, campaign, id)):
            saved = last_saved_in(disk, renamed)
        others = () if saved else self.notes(disk, campaign)
        return saved or next(filter(None, (last_saved_in(disk, path) for path in others)), None)

    def notes(self, disk: Disk, campaign: Path) -> list[Path]:
        """The files of all campaigns that have been in this folder."""
        return [self.folder / name for name in self._names(disk) if _campaign_in(name) == campaign.name]

    def open(self, disk: Disk, campaign: Path, id: str) -> int | None:
        """The file of a campaign, to be noted in. None: the disk refuses, which is no reason not to play."""
        path = self._path(campaign, id)
        with suppress(OSError):
            if renamed := self._renamed(disk, campaign, id):
                disk.replace(renamed, path)
            self._make(disk)
            return disk.open_note(path)
        return None

    def _make(self, disk: Disk) -> None:
        """The folder, which is no part of a history that somebody keeps of the saves folder."""
        with suppress(FileNotFoundError):
            disk.check_folder(self.folder)
            return
        disk.mkdir(self.folder)
        with suppress(OSError):
            fd = disk.create(self.folder / ".gitignore")
            try:
                disk.write(fd, b"*\n")
            finally:
                disk.close(fd)

    def forget(self, disk: Disk, campaign: Path) -> None:
        """Another campaign is to be in this folder now."""
        for path in self.notes(disk, campaign):
            with suppress(OSError):
                disk.unlink(path)

    def _path(self, campaign: Path, id: str) -> Path:
        return self.folder / f"{campaign.name}.{id}"

    def _names(self, disk: Disk) -> list[str]:
        try:
            disk.check_folder(self.folder)
            return sorted(disk.listdir(self.folder))
        except OSError:
            return []

    def _renamed(self, disk: Disk, campaign: Path, id: str) -> Path | None:
        """The file that this campaign had under a name which its folder has no more."""
        known = [name for name in self._names(disk) if id and name.endswith(f".{id}")]
        if not known or f"{campaign.name}.{id}" in known:
            return None
        try:
            there = {*disk.listdir(campaign.parent)}
        except OSError:
            return None
        return next((self.folder / name for name in known if _campaign_in(name) not in there), None)


def _campaign_in(name: str) -> str:
    """The folder that a file is named after."""
    return name.rpartition(".")[0]


def check_saved(log: LogRead, id: str, lock: Saved | None, remembered: Saved | None) -> None:
    """The log must hold what was saved last in the campaign, by each note of it. Raises: PutBack."""
    if remembered is not None and remembered.id != id:
        raise PutBack(CAMPAIGN, Message("store.of-another-than-saved"), log.last)
    for saved in (lock, remembered):
        if saved is None or saved.id != id:
            continue
        seq, first = saved.point.seq, log.last + 1
        if seq > log.last:
            lost = str(seq) if seq == first else Message("store.from-to", first=first, last=seq)
            raise PutBack(LOG, Message("store.ends-before", last=log.last, lost=lost), log.last)
        if log.id == id and seq >= log.start - 1 and log.check_at(seq) != saved.point.check:
            raise PutBack(LOG, another_saved(seq), log.last)


def another_saved(seq: int) -> Message:
    return Message("store.another-saved", change=seq)
