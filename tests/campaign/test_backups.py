"""Backups: a whole, checked copy in another folder; a failing one harms neither save nor last copy."""

import contextlib
import errno
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.backups import back_up
from tableside.campaign.json_export import export_json
from tableside.campaign.library import Library
from tableside.campaign.repair import repair_accepting_edits
from tableside.campaign.store.check import check_store_files
from tableside.campaign.store.errors import CampaignBusy
from tableside.campaign.user_files import backups_folder_of_user
from tableside.cli import main
from tableside.errors import RuleError, StoreError
from tests.campaign.people import do, note
from tests.campaign.random_play import Evening


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "saves", backups=tmp_path / "copies")


@pytest.fixture
def folder(library: Library) -> Path:
    """A campaign with two entries, closed, whose backup has been made."""
    id = library.new("Iron Vale", "troika")
    play(library, id)
    play(library, id)
    assert library.troubles == []
    return library.folder / id


def play(library: Library, id: str) -> None:
    campaign = library.open(id)
    note(campaign, f"day {campaign.length + 1}")
    campaign.close()


def exported(folder: Path) -> bytes:
    campaign = Library(folder.parent).open(folder.name, read_only=True)
    try:
        assert list(audit(campaign)) == []
        return export_json(campaign)
    finally:
        campaign.close()


def test_a_campaign_that_is_closed_is_copied_whole(library: Library, folder: Path) -> None:
    (copy,) = (library.folder.parent / "copies").iterdir()
    assert copy.name == "iron-vale"
    assert list(check_store_files(copy)) == []
    assert exported(copy) == exported(folder)
    files = {path.relative_to(folder) for path in folder.rglob("*") if path.name != ".lock"}
    assert {path.relative_to(copy) for path in copy.rglob("*")} == files


@pytest.mark.long
@pytest.mark.parametrize("game", ["fell", "d20"])
def test_a_copy_is_the_campaign_whatever_was_played(tmp_path: Path, game: str) -> None:
    evening = Evening(tmp_path / "saves", game, 5)
    for _ in range(3):
        for _ in range(40):
            evening.operate()
        evening.campaign.close()
        copy = back_up(evening.library.folder / "evening", tmp_path / "copies").folder
        evening.campaign = evening.library.open("evening")
        assert exported(copy) == export_json(evening.campaign)
    evening.campaign.close()
    assert len([*(tmp_path / "copies").iterdir()]) == 1


def test_only_what_has_changed_is_copied(library: Library, folder: Path) -> None:
    copy = library.folder.parent / "copies" / "iron-vale"
    campaign = library.open("iron-vale")
    do(campaign, "campaign.begin-session")
    campaign.close()
    before = {path.name: path.stat().st_ino for path in copy.rglob("*") if path.is_file()}
    play(library, "iron-vale")
    after = {path.name: path.stat().st_ino for path in copy.rglob("*") if path.is_file()}
    assert after["0001.json"] == before["0001.json"]
    assert after["campaign.json"] != before["campaign.json"]
    assert {path.name for path in folder.rglob("*")} - {".lock"} == {path.name for path in copy.rglob("*")}


def test_a_copy_that_has_gone_bad_is_noticed_and_made_anew(library: Library, folder: Path) -> None:
    copy = library.folder.parent / "copies" / "iron-vale"
    old = next(path for path in (copy / "backups").iterdir() if path.suffix == ".json")
    found = old.stat()
    data = bytearray(old.read_bytes())
    data[len(data) // 2] ^= 1
    old.write_bytes(data)
    os.utime(old, ns=(found.st_atime_ns, found.st_mtime_ns))
    play(library, "iron-vale")
    assert library.troubles == []
    assert list(check_store_files(copy)) == []


def test_a_copy_of_another_campaign_is_never_replaced(library: Library, folder: Path) -> None:
    copies = library.folder.parent / "copies"
    first = exported(copies / "iron-vale")
    other = Library(library.folder.parent / "other", backups=copies)
    play(other, other.new("Iron Vale", "troika"))
    assert other.troubles == []
    assert sorted(path.name for path in copies.iterdir()) == ["iron-vale", "iron-vale-2"]
    assert exported(copies / "iron-vale-2") == first


def test_a_copy_that_is_ahead_is_set_aside(library: Library, folder: Path) -> None:
    copies = library.folder.parent / "copies"
    older = folder.parent.parent / "older"
    shutil.copytree(folder, older)
    play(library, "iron-vale")
    ahead = exported(copies / "iron-vale")
    shutil.rmtree(folder)
    shutil.copytree(older, folder)
    repair_accepting_edits(library, "iron-vale")  # it was put back on purpose
    play(library, "iron-vale")
    assert exported(copies / "iron-vale-2") == ahead
    assert exported(copies / "iron-vale") == exported(folder)


def test_a_damaged_campaign_replaces_no_copy(library: Library, folder: Path) -> None:
    copy = library.folder.parent / "copies" / "iron-vale"
    whole = exported(copy)
    journal = folder / "journal" / "0001.json"
    journal.write_bytes(journal.read_bytes().replace(b"day 1", b"day 9"))
    with pytest.raises(StoreError, match=r"0001\.json"):
        back_up(folder, copy.parent)
    assert exported(copy) == whole
    assert [path.name for path in copy.parent.iterdir()] == ["iron-vale"]


@pytest.mark.parametrize("call", ["link", "open", "utime"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES])
def test_a_backup_that_fails_is_told_and_costs_nothing(
    library: Library, folder: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int
) -> None:
    copy = library.folder.parent / "copies" / "iron-vale"
    whole = exported(copy)
    real = getattr(os, call)

    def fails(path: object, *rest: object, **named: object) -> object:
        if ".making-" in str(rest[0] if call == "link" else path):
            raise OSError(number, os.strerror(number), str(path))
        return real(path, *rest, **named)

    with monkeypatch.context() as patched:
        patched.setattr(os, call, fails)
        play(library, "iron-vale")
    if call in ("link", "utime"):  # a file system without them: everything is copied
        assert library.troubles == [] and exported(copy) == exported(folder)
        return
    (trouble,) = library.troubles
    assert str(trouble).startswith("iron-vale is saved, but its backup could not be made: ")
    assert os.strerror(number) in str(trouble)
    assert exported(copy) == whole != exported(folder)
    play(library, "iron-vale")
    assert exported(copy) == exported(folder)


def test_a_backup_killed_between_its_renames_is_taken_up_again(library: Library, folder: Path) -> None:
    copy = library.folder.parent / "copies" / "iron-vale"
    copy.rename(copy.parent / ".old-iron-vale")
    (copy.parent / ".making-iron-vale").mkdir()
    play(library, "iron-vale")
    assert [path.name for path in copy.parent.iterdir()] == ["iron-vale"]
    assert exported(copy) == exported(folder)


def test_a_campaign_that_is_open_is_not_copied_half_written(library: Library, folder: Path) -> None:
    campaign = library.open("iron-vale")
    with pytest.raises(CampaignBusy):
        back_up(folder, folder.parent.parent / "copies")
    campaign.close()


@pytest.mark.parametrize("where", ["saves", "saves/iron-vale", "saves/iron-vale/backups", "saves/../saves"])
def test_a_backup_does_not_go_where_the_campaign_is(library: Library, folder: Path, where: str) -> None:
    with pytest.raises(RuleError, match="name a folder outside the saves"):
        back_up(folder, library.folder.parent / where)


@pytest.mark.parametrize("name", ["loop", "loop/further"])
def test_a_backup_into_a_link_to_itself_is_refused(library: Library, folder: Path, name: str) -> None:
    loop = library.folder.parent / "loop"
    loop.symlink_to(loop)
    with pytest.raises(StoreError, match="loop: File exists"):
        back_up(folder, loop.parent / name)


def test_a_backup_into_what_cannot_be_a_name_is_refused(library: Library, folder: Path) -> None:
    with pytest.raises(RuleError, match="cannot be a folder"):
        back_up(folder, library.folder.parent / "a\0b")


@pytest.mark.parametrize("name", ["iron-vale", "iron-vale/journal", ".making-iron-vale", ".old-iron-vale"])
def test_a_pipe_among_the_copies_is_told_and_waits_for_nobody(
    library: Library, folder: Path, name: str
) -> None:
    copies = library.folder.parent / "copies"
    shutil.rmtree(copies / name, ignore_errors=True)
    os.mkfifo(copies / name)
    with contextlib.suppress(StoreError):
        back_up(folder, copies)
        assert name == "iron-vale/journal"  # that copy is set aside, and another made
    assert any(path.is_fifo() for path in copies.rglob("*"))


@contextlib.contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
def test_what_is_written_is_for_its_owner_alone_whatever_the_umask(tmp_path: Path, mask: int) -> None:
    with umask(mask):
        library = Library(tmp_path / "saves", backups=tmp_path / "copies")
        id = library.new("Iron Vale", "troika")
        library.remember(id)
        campaign = library.open(id)
        do(campaign, "campaign.begin-session")
        campaign.keep_draft("half a thought")
        campaign.close()
        play(library, id)
        saves = ("--saves", str(library.folder))
        assert main([*saves, "export", id, "--format", "json", "--to", str(tmp_path / "out.json")]) == 0
        assert main([*saves, "import", str(tmp_path / "out.json")]) == 0
    for path in (tmp_path / "out.json", *(tmp_path / "copies").rglob("*"), *library.folder.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path
    assert stat.S_IMODE((tmp_path / "copies").stat().st_mode) == 0o700
    assert stat.S_IMODE(library.folder.stat().st_mode) == 0o700


def test_the_log_of_a_fault_is_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tableside import troubles

    monkeypatch.setattr("platformdirs.user_log_path", lambda *given, **named: tmp_path / "logs")
    with umask(0):
        path = troubles.write_trouble_log(ValueError("x"))
    assert path is not None and path.parent == tmp_path / "logs"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_the_folder_is_the_one_named(tmp_path: Path) -> None:
    assert backups_folder_of_user(str(tmp_path), {}) == tmp_path
    assert backups_folder_of_user(None, {"TABLESIDE_BACKUPS": str(tmp_path)}) == tmp_path
    assert backups_folder_of_user(None, {}) is None


def test_the_shell_backs_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saves, copies = ["--saves", str(tmp_path / "saves")], str(tmp_path / "copies")
    assert main([*saves, "new", "Iron Vale", "--rules", "fell"]) == 0
    assert main([*saves, "backup", "iron"]) == 2
    assert "no folder for backups" in capsys.readouterr().err
    assert main([*saves, "backup", "iron", copies]) == 0
    assert capsys.readouterr().out.strip() == str(tmp_path / "copies" / "iron-vale")
    assert main([*saves, "--backups", copies, "do", "iron", "campaign.note", "text=It rains"]) == 0
    assert exported(tmp_path / "copies" / "iron-vale") == exported(tmp_path / "saves" / "iron-vale")
    assert main([*saves, "--backups", copies, "backup", "iron"]) == 0
    capsys.readouterr()
    (tmp_path / "file").write_text("")
    command = ["do", "iron", "campaign.note", "text=And rains"]
    assert main([*saves, "--backups", str(tmp_path / "file"), *command]) == 0
    told = capsys.readouterr()
    assert "And rains" in told.out and told.err.count("\n") == 1
    assert "iron-vale is saved, but its backup could not be made" in told.err
    assert main([*saves, "backup", "iron", str(tmp_path / "file")]) == 1


def test_an_export_never_replaces_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saves = ["--saves", str(tmp_path / "saves")]
    assert main([*saves, "new", "Iron Vale", "--rules", "fell"]) == 0
    (tmp_path / "out.json").write_text("mine")
    assert main([*saves, "export", "iron", "--format", "json", "--to", str(tmp_path / "out.json")]) == 2
    assert "is there already" in capsys.readouterr().err
    assert (tmp_path / "out.json").read_text() == "mine"
    assert main([*saves, "export", "iron", "--to", str(tmp_path / "no" / "log.md")]) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.json", "saves"]


def sparse(path: Path, size: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "wb") as file:
        file.truncate(size)


@pytest.mark.parametrize(
    "name",
    ["packs/x.toml", "tables/x.toml", "packs/deep/x.toml", "maps/x.png", "x.txt", "journal/x", "packs/x"],
)
def test_what_is_larger_than_is_read_is_left_out_and_named(folder: Path, name: str) -> None:
    copies = folder.parent.parent / "copies"
    sparse(folder / name, 1 << 40)
    (told,) = back_up(folder, copies).faults
    assert str(told).startswith(f"{name} is not in the backup: it has 1,099,511,627,776 bytes, and at most ")
    assert not (copies / "iron-vale" / name).exists()
    assert exported(copies / "iron-vale") == exported(folder)


def test_many_large_files_beside_a_campaign_are_not_copied_for_ever(folder: Path) -> None:
    for number in range(40):
        sparse(folder / "packs" / f"{number:02}.toml", 3_000_000)
    faults = back_up(folder, folder.parent.parent / "copies").faults
    assert len(faults) == 38  # more than 8,000,000 bytes of packs are not read


def test_a_campaign_whose_own_file_is_too_large_replaces_no_copy(folder: Path) -> None:
    copies = folder.parent.parent / "copies"
    whole = exported(copies / "iron-vale")
    sparse(folder / "campaign.json", 1 << 40)
    with pytest.raises(StoreError, match=r"campaign\.json"):
        back_up(folder, copies)
    assert exported(copies / "iron-vale") == whole
    assert [path.name for path in copies.iterdir()] == ["iron-vale"]


def test_what_a_backup_that_was_killed_has_left_is_cleared_at_the_next(
    library: Library, folder: Path
) -> None:
    copies = folder.parent.parent / "copies"
    for name in (".making-iron-vale", ".making-iron-vale-999999999", ".making-other-999999999"):
        sparse(copies / name / "campaign.json", 10)
    running = copies / f".making-other-{os.getppid()}"
    sparse(running / "campaign.json", 10)
    play(library, "iron-vale")
    assert {path.name for path in copies.iterdir()} == {"iron-vale", running.name}


def test_a_full_disk_leaves_nothing_half_made(
    library: Library, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr("tableside.campaign.backups._copy_bytes", full)
        play(library, "iron-vale")
    assert len(library.troubles) == 1
    assert [path.name for path in (folder.parent.parent / "copies").iterdir()] == ["iron-vale"]
