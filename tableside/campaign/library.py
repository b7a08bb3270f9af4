"""The saves folder: its campaigns, the one that was open last, and making, finding and opening them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tableside.campaign import backups as copies
from tableside.campaign.campaign import Campaign, Clock
from tableside.campaign.migrations import migrate, needs_migration
from tableside.campaign.plain_files import (
    MAKING,
    read_plain_file,
    remove_plain_file,
    remove_plain_folder,
    remove_unfinished_folders,
    write_plain_file,
)
from tableside.campaign.records import journal_record_table
from tableside.campaign.store.database import CampaignDB
from tableside.campaign.store.disk import REAL_DISK, make_folders_on_disk
from tableside.campaign.store.lock import LockMemory
from tableside.campaign.user_files import (
    LAST,
    NOTHING_SHARED,
    OPENING,
    Settings,
    SharedFolders,
    campaign_in_user_file,
    is_campaign_folder,
)
from tableside.errors import Message, RuleError, StoreError, TablesideError, Value
from tableside.frozen import frozen
from tableside.games import id_of_game, load_game
from tableside.rules.typed import NAME_LENGTH, hint_for_typed, typed_id, typed_option, typed_short, typed_slug
from tableside.text import clean_text, folded_text

if TYPE_CHECKING:
    from tableside.campaign.store.check import SnapshotToCheck

REMEMBERED = ".remembered"
"""The folder beside the campaigns that records what was saved last in each."""
GITIGNORE = ".gitignore"
LONGEST_TROUBLE = 500
"""The most characters of the reason why a campaign cannot be read."""
LONGEST_ID = 60
"""The most characters of a folder name made from a title."""
_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}


@frozen
class ShelvedCampaign:
    """A campaign as the list shows it."""

    id: str
    title: str
    ruleset: str
    changed: float
    """When it was last saved: seconds since 1970."""
    archived: bool
    trouble: str = ""
    """Why it cannot be opened; empty when it can."""


class Library:
    """The campaigns in one saves folder."""

    def __init__(
        self,
        folder: Path,
        clock: Clock = time.time,
        by: str = "",
        backups: Path | None = None,
        shared: SharedFolders = NOTHING_SHARED,
    ) -> None:
        self.folder = folder
        self.settings = Settings(folder)
        self.memory = LockMemory(folder / REMEMBERED)
        self.clock = clock
        self.by = by
        self.backups = backups
        """The folder into which a campaign is copied when it is closed. None: no copies."""
        self.shared = shared
        self.troubles: list[Message] = []
        """The backups that could not be made, and why."""

    def make_folder(self) -> None:
        """Make the saves folder if it does not exist. Raises `OSError`."""
        REAL_DISK.mkdir(self.folder)

    def shelf(self) -> list[ShelvedCampaign]:
        """Return the campaigns, newest first, with archived ones last."""
        return self._shelved_all(self.ids())

    def _shelved_all(self, ids: Iterable[str]) -> list[ShelvedCampaign]:
        campaigns = [self._shelved(self.folder / id) for id in ids]
        return sorted(campaigns, key=lambda each: (each.archived, -each.changed))

    def ids(self) -> list[str]:
        """Return the ids of the campaigns, which are the names of their folders; none of them is read."""
        names = (name for name in self._names() if not name.startswith("."))
        return [name for name in names if is_campaign_folder(self.folder / name)]

    def _names(self) -> list[str]:
        """Return the names in the saves folder; none where it does not exist. Raises `StoreError`."""
        try:
            return os.listdir(self.folder)
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise StoreError("files.not-read", path=str(self.folder), why=error.strerror or error) from None

    def _shelved(self, path: Path) -> ShelvedCampaign:
        """Return the campaign whatever its files hold: an unreadable one must not hide the others."""
        changed = _changed(path)
        try:
            return self._read_shelved(path, changed)
        except (StoreError, OSError) as error:
            why: Value = error
        except Exception as error:  # a folder from elsewhere may hold anything
            why = Message("library.strange-files", error=type(error).__name__, why=error)
        return ShelvedCampaign(
            path.name, path.name, "?", changed, False, clean_text(str(why))[:LONGEST_TROUBLE]
        )

    def _read_shelved(self, path: Path, changed: float) -> ShelvedCampaign:
        with closing(CampaignDB(path, read_only=True, memory=self.memory)) as db:
            about, table = db.table("about").get(doc_id=1), db.table("table").get(doc_id=1)
            if not isinstance(about, dict) or not isinstance(table, dict):
                raise StoreError("library.no-game")
            title, game = str(table["title"])[:NAME_LENGTH], str(about["ruleset"])[:NAME_LENGTH]
            archived, unopened = table["archived"] is True, path.name == self.unopened
            trouble = Message("library.unopened", campaign=path.name) if unopened else _trouble(db)
            return ShelvedCampaign(path.name, title, game, changed, archived, str(trouble))

    def new(self, title: str, ruleset_id: str) -> str:
        """Make an empty campaign, and return its id. Raises `RuleError` for a bad title or unknown game."""
        title = typed_short(clean_text(title).strip(), 200)
        if not title:
            raise RuleError("library.no-name")
        game = load_game(id_of_game(ruleset_id))
        return self.place(title, lambda db: Campaign.create(db, title, game.id, self.clock()))

    def place(self, title: str, write: Callable[[CampaignDB], None]) -> str:
        """Make a campaign with what `write` puts into its empty store, and return its id.

        It is made beside the others and gets its name only once it is complete.
        """
        id = self.free_id(title)
        path = str(self.folder / id)
        making = self.folder / f"{MAKING}{id}-{os.getpid()}"
        try:
            self._prepare(id)
            with closing(CampaignDB(making, create=True, now=self.clock)) as db:
                write(db)
            _leave_out_of_git(making)
            making.rename(self.folder / id)
        except OSError as error:
            raise StoreError("library.not-made", path=path, why=error.strerror or error) from None
        finally:
            with suppress(OSError):
                remove_plain_folder(making)
        try:
            REAL_DISK.fsync_dir(self.folder)
        except OSError as error:
            raise StoreError("library.not-for-good", path=path, why=error.strerror or error) from None
        return id

    def _prepare(self, id: str) -> None:
        """Make the saves folder durably; remove old notes of this id, and what dead processes left."""
        make_folders_on_disk(REAL_DISK, self.folder)
        self.memory.forget(REAL_DISK, self.folder / id)
        remove_unfinished_folders(self.folder)

    def free_id(self, title: str) -> str:
        """Return an unused folder name made from the title."""
        start = _id_begins(title)
        taken = {name.casefold() for name in self._names()}
        ids = [start, *(f"{start}-{number}" for number in range(2, len(taken) + 3))]
        return next(id for id in ids if id not in taken)

    def find(self, text: str) -> str:
        """Return the id of the campaign with this id or title, or of the only one that begins like this.

        Where a folder has this name no campaign is read; those named after this title are read before others.

        Raises `RuleError` naming the nearest.
        """
        wanted, ids = folded_text(text.strip()), self.ids()
        named = [id for id in ids if id.casefold() == wanted]
        if named:
            return text.strip() if text.strip() in named else named[0]
        alike = [id for id in ids if id.startswith(_id_begins(wanted))]  # its folder is named after its title
        if titled := [each.id for each in self._shelved_all(alike) if folded_text(each.title) == wanted]:
            return titled[0]
        titles = {each.id: folded_text(each.title) for each in self._shelved_all(ids)}
        if renamed := [id for id, title in titles.items() if title == wanted]:
            return renamed[0]
        starting = [id for id, title in titles.items() if title.startswith(wanted)]
        if wanted and len(starting) == 1:
            return starting[0]
        if not ids:
            raise RuleError("library.none-yet", text=text, folder=str(self.folder))
        known = [*titles]
        try:
            return typed_option(text, known)
        except RuleError:
            hint = hint_for_typed(wanted, known, "hint.choose")
            raise RuleError("library.unknown", text=text, hint=hint) from None

    def open(self, id: str, *, read_only: bool = False) -> Campaign:
        """Open a campaign. Raises `StoreError` when another has it open or a file is damaged."""
        folder = self.folder / id
        if not is_campaign_folder(folder):
            raise StoreError("library.no-campaign", folder=str(folder))
        if read_only:
            campaign = self.glimpse(id)
            if campaign is None:
                self.open(id).close()
                return self.open(id, read_only=True)
            return campaign
        db = CampaignDB(folder, now=self.clock, memory=self.memory)
        try:
            migrate(db)
            _leave_every_draft_out_of_git(folder)
            return Campaign(db, folder, self.clock, self.by, self._back_up, self.shared)
        except BaseException:
            db.close()
            raise

    def glimpse(self, id: str) -> Campaign | None:
        """Open a campaign as it stands, to read it beside the list; None for one that must be migrated first.

        Raises `StoreError` when a file is damaged.
        """
        return self._read(CampaignDB(self.folder / id, read_only=True, memory=self.memory))

    def look(self, id: str, snapshot: SnapshotToCheck) -> Campaign:
        """Open a campaign as it was at one moment, to read it. Raises `StoreError` when a file is damaged."""
        db = CampaignDB(self.folder / id, read_only=True, disk=snapshot, memory=self.memory)
        return self._read(db) or self.open(id, read_only=True)

    def _read(self, db: CampaignDB) -> Campaign | None:
        """Return the campaign in a store; None for one that must be migrated first, with the store closed."""
        try:
            if not needs_migration(db):
                return Campaign(db, db.folder, self.clock, self.by, shared=self.shared)
        except BaseException:
            db.close()
            raise
        db.close()
        return None

    def _back_up(self, folder: Path) -> None:
        """Copy a campaign that was closed. A failure is noted in `troubles`."""
        if self.backups is None:
            return
        name = folder.name
        try:
            faults = copies.back_up(folder, self.backups, self.clock).faults
            self.troubles += [Message("library.backup-faulty", campaign=name, fault=each) for each in faults]
        except TablesideError as error:
            self.troubles.append(Message("library.not-backed-up", campaign=name, why=error))

    # The campaign that was open last

    @property
    def last(self) -> str | None:
        """The id of the campaign that was open last. None: there is none, it is gone, or its opening never
        finished, since what stopped it would stop this start too.
        """
        id = self._named_in(LAST)
        return id if id != self.unopened else None

    @property
    def unopened(self) -> str | None:
        """The id of the campaign whose opening never finished. None: there is none."""
        return self._named_in(OPENING)

    def _named_in(self, file: str) -> str | None:
        id = campaign_in_user_file(self.folder / file)
        return id if id and typed_slug(id) and is_campaign_folder(self.folder / id) else None

    def begin_to_open(self, id: str) -> None:
        """Note that this campaign is being opened, until it is seen or its failure is reported."""
        with suppress(OSError):
            write_plain_file(self.folder / OPENING, id.encode())

    def end_opening(self) -> None:
        with suppress(OSError):
            remove_plain_file(self.folder / OPENING)

    def remember(self, id: str) -> None:
        """Note that this campaign is open.

        A disk that refuses is ignored: the next start then shows the list.
        """
        with suppress(OSError):
            write_plain_file(self.folder / LAST, id.encode())


def _id_begins(title: str) -> str:
    """Return the folder name made from a title, to which a number is added where it is taken."""
    start = typed_id(title)[:LONGEST_ID].strip("-") or "campaign"
    return f"{start}-campaign" if start in _RESERVED else start


def _leave_out_of_git(folder: Path) -> None:
    """Exclude the files that are not the campaign's history from git, for those who keep it there."""
    written = b"backups/\n.lock\n.lock-held\n*.tmp\ndraft*.md\nlines.txt\n"
    write_plain_file(folder / GITIGNORE, written, sync=True)


def _leave_every_draft_out_of_git(folder: Path) -> None:
    """Exclude all drafts, in a campaign made when there was only one."""
    with suppress(OSError):
        was = read_plain_file(folder / GITIGNORE)
        if (now := was.replace(b"\ndraft.md\n", b"\ndraft*.md\n")) != was:
            write_plain_file(folder / GITIGNORE, now, sync=True)


def _changed(path: Path) -> float:
    """Return when a campaign was last saved, as far as the system tells: seconds since 1970."""
    try:
        return max((each.lstat().st_mtime for each in path.glob("*.*")), default=0.0)
    except OSError:
        return 0.0


def _trouble(db: CampaignDB) -> Message | str:
    """Return why the journal's last file, which every change needs, cannot be read; empty when it can."""
    volumes = len(db.table("volumes"))
    last = journal_record_table(volumes)
    try:
        is_lost = volumes and not len(db.table(last))
    except StoreError as error:
        return error.message
    lost = Message("files.at", file=f"{last}.json", what=Message("journal.entries-lost"))
    return lost if is_lost else ""
