"""What is being typed is kept beside the campaign, on another disk where that one refuses, or in memory."""

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tableside.campaign import drafts
from tableside.campaign.drafts import KeptDraft, draft_name, keep_draft, read_draft
from tableside.campaign.plain_files import write_plain_file

DRAFT = draft_name(None)
FULL = os.strerror(errno.ENOSPC)


@pytest.fixture
def vale(tmp_path: Path) -> Path:
    folder = tmp_path / "vale"
    folder.mkdir()
    return folder


@pytest.fixture
def other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on another disk."""
    monkeypatch.setattr(drafts, "_refuges", lambda: iter((tmp_path / "other",)))
    return tmp_path / "other"


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path | None], None]:
    """Fill the disk that a folder is on; None: there is room again everywhere."""
    write, filled = write_plain_file, set[Path]()

    def refuse(path: Path, data: bytes) -> None:
        if any(path.is_relative_to(each) for each in filled):
            raise OSError(errno.ENOSPC, FULL, str(path))
        write(path, data)

    monkeypatch.setattr(drafts, "write_plain_file", refuse)
    return lambda folder: filled.clear() if folder is None else filled.add(folder)


def ended() -> None:
    """The program has ended, and its memory with it."""
    drafts._held.clear()


def test_it_is_kept_beside_the_campaign(vale: Path, other: Path) -> None:
    assert keep_draft(vale / DRAFT, "half") == KeptDraft(vale / DRAFT)
    assert read_draft(vale / DRAFT) == "half" and not other.exists()
    assert keep_draft(vale / DRAFT, "") == KeptDraft(vale / DRAFT)
    assert read_draft(vale / DRAFT) == "" and not (vale / DRAFT).exists()


def test_what_a_full_disk_refuses_is_kept_on_another(
    vale: Path, other: Path, full: Callable[[Path | None], None]
) -> None:
    keep_draft(vale / DRAFT, "half")
    full(vale)
    kept = keep_draft(vale / DRAFT, "half a note")
    assert kept.file is not None and kept.file.parent == other and kept.why == FULL
    assert other.stat().st_mode & 0o077 == 0 and kept.file.stat().st_mode & 0o077 == 0
    assert read_draft(vale / DRAFT) == "half a note" and (vale / DRAFT).read_text() == "half"
    ended()
    os.utime(vale / DRAFT, (1, 1))
    assert read_draft(vale / DRAFT) == "half a note"
    full(None)
    assert keep_draft(vale / DRAFT, "half a note more") == KeptDraft(vale / DRAFT)
    assert not kept.file.exists()
    ended()
    assert read_draft(vale / DRAFT) == "half a note more"


def test_where_no_disk_takes_it_it_is_in_memory(
    vale: Path, other: Path, full: Callable[[Path | None], None]
) -> None:
    full(vale)
    full(other)
    assert keep_draft(vale / DRAFT, "half a note") == KeptDraft(None, FULL)
    assert read_draft(vale / DRAFT) == "half a note"
    keep_draft(vale / DRAFT, "")
    assert read_draft(vale / DRAFT) == ""


def test_what_is_entered_is_a_draft_nowhere(
    vale: Path, other: Path, full: Callable[[Path | None], None]
) -> None:
    full(vale)
    keep_draft(vale / DRAFT, "half a note")
    assert [*other.iterdir()]
    keep_draft(vale / DRAFT, "")
    ended()
    assert read_draft(vale / DRAFT) == "" and not [*other.iterdir()]


def test_the_newer_of_two_is_the_draft(vale: Path, other: Path, full: Callable[[Path | None], None]) -> None:
    full(vale)
    kept = keep_draft(vale / DRAFT, "of the disk that was full")
    assert kept.file is not None
    ended()
    (vale / DRAFT).write_text("of another machine since")
    os.utime(kept.file, (1, 1))
    assert read_draft(vale / DRAFT) == "of another machine since"


@pytest.mark.skipif(os.name != "posix", reason="there are no modes elsewhere")
def test_a_folder_that_others_can_look_into_is_not_used(
    vale: Path, other: Path, full: Callable[[Path | None], None]
) -> None:
    full(vale)
    other.mkdir(mode=0o755)
    assert keep_draft(vale / DRAFT, "half a note") == KeptDraft(None, FULL)
    other.rmdir()
    os.symlink(vale.parent, other)
    assert keep_draft(vale / DRAFT, "half a note") == KeptDraft(None, FULL)
    assert [each.name for each in vale.parent.iterdir() if each.suffix == ".md"] == []


def test_each_campaign_has_its_own(
    tmp_path: Path, vale: Path, other: Path, full: Callable[[Path | None], None]
) -> None:
    full(tmp_path / "vale")
    full(tmp_path / "fen")
    keep_draft(vale / DRAFT, "of the vale")
    keep_draft(tmp_path / "fen" / DRAFT, "of the fen")
    ended()
    assert (read_draft(vale / DRAFT), read_draft(tmp_path / "fen" / DRAFT)) == ("of the vale", "of the fen")


def test_each_note_that_is_written_anew_has_its_own(
    vale: Path, other: Path, full: Callable[[Path | None], None]
) -> None:
    for disk in (None, vale):
        full(disk)
        for note in (None, 3, 26):
            keep_draft(vale / draft_name(note), f"of {note}")
        ended()
        assert [read_draft(vale / draft_name(note)) for note in (None, 3, 26)] == ["of None", "of 3", "of 26"]


def test_another_disk_is_looked_for_where_the_user_has_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refuges: Callable[[], Iterator[Path]]
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    first, *others = refuges()
    assert first == tmp_path / "tableside" and others
    assert all(each.name.startswith("tableside-") for each in others)
