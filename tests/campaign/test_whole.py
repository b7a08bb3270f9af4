"""A single fault costs at most the thing it hit: campaigns put back, with only a journal left, half made."""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.backups import back_up
from tableside.campaign.documents import documents
from tableside.campaign.json_export import export_json
from tableside.campaign.library import REMEMBERED, Library
from tableside.campaign.repair import (
    apply_repair_cure,
    repair,
    repair_accepting_edits,
    repair_cures,
    repair_without,
)
from tableside.campaign.store.check import check_store_files
from tableside.campaign.store.disk import Disk
from tableside.campaign.store.errors import PutBack, Unreadable
from tableside.cli import main
from tableside.demo import games_with_demo, place_demo
from tableside.errors import StoreError
from tableside.shell.check import shell_check_of_campaign
from tests.campaign.people import do, note
from tests.campaign.random_play import Evening
from tests.campaign.store.test_faults import abandon

ID = "iron-vale"


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A campaign of two sessions, in the second of which it is raining."""
    library = Library(tmp_path / "saves", clock=lambda: 1.8e9, backups=tmp_path / "copies")
    library.new("Iron Vale", "troika")
    for session in range(2):
        campaign = library.open(ID)
        do(campaign, "campaign.begin-session")
        do(campaign, "troika.create", name=f"Hero {session}")
        note(campaign, f"It rains for the {session}. time")
        if not session:
            do(campaign, "campaign.end-session")
        campaign.close()
    return library


@pytest.fixture
def folder(library: Library) -> Path:
    return library.folder / ID


def exported(library: Library) -> bytes:
    campaign = library.open(ID, read_only=True)
    try:
        assert list(audit(campaign)) == []
        return export_json(campaign)
    finally:
        campaign.close()


# Put back


@pytest.fixture
def put_back(library: Library, folder: Path, tmp_path: Path) -> Path:
    """As it was before the last note."""
    shutil.copytree(folder, tmp_path / "older")
    campaign = library.open(ID)
    note(campaign, "And it stops")
    campaign.close()
    shutil.rmtree(folder)
    shutil.copytree(tmp_path / "older", folder)
    return folder


def test_a_campaign_put_back_is_told_everywhere(
    library: Library, put_back: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (shelved,) = library.shelf()
    assert "ends with change 8, but 9 had been saved" in shelved.trouble
    saves = ["--saves", str(library.folder)]
    for command in (["show", ID], ["do", ID, "campaign.note", "text=x"], ["export", ID]):
        assert main([*saves, *command]) == 1
        told = capsys.readouterr().err
        assert f"tableside check {ID} --repair" in told and "--accept goes on from here" in told
        assert told.count("\n") == 1
    assert main([*saves, "check", ID]) == 1
    assert "9 had been saved" in capsys.readouterr().out
    assert main([*saves, "check", ID, "--accept"]) == 0
    assert "it goes on from change 8" in capsys.readouterr().out
    assert main([*saves, "do", ID, "campaign.note", "text=And on"]) == 0


def test_one_answer_goes_on_and_stands_in_the_journal(library: Library, put_back: Path) -> None:
    with pytest.raises(PutBack) as told:
        library.open(ID)
    _, go_on = repair_cures(told.value)
    campaign = apply_repair_cure(library, ID, go_on)
    assert campaign.last is not None and campaign.last.procedure == "campaign.repaired"
    note(campaign, "On it goes")
    campaign.close()
    assert shell_check_of_campaign(library, ID).faults == ()
    with pytest.raises(StoreError, match="nothing to accept"):
        repair_accepting_edits(library, ID)


def test_what_was_in_its_place_can_be_had_again_from_a_backup(library: Library, put_back: Path) -> None:
    (copy,) = (each for each in (library.folder.parent / "copies").iterdir() if each.name == ID)
    shutil.rmtree(put_back)
    shutil.copytree(copy, put_back)
    campaign = library.open(ID)
    assert campaign.length == 8
    campaign.close()


def test_a_new_campaign_where_another_was_is_no_fault(library: Library, folder: Path) -> None:
    shutil.rmtree(folder)
    assert library.new("Iron Vale", "fell") == ID
    library.open(ID).close()
    assert library.shelf()[0].trouble == ""
    demo = place_demo(library)
    campaign = library.open(demo)
    campaign.undo()
    campaign.close()
    shutil.rmtree(library.folder / demo)
    assert place_demo(library) == demo
    library.open(demo).close()
    (library.folder / demo).rename(library.folder / "again")
    library.open("again").close()


def test_each_copy_of_a_demo_gets_an_id_of_its_own(library: Library) -> None:
    ids = set()
    for game in games_with_demo():
        for _ in range(2):
            campaign = library.open(place_demo(library, game))
            campaign.undo()
            ids.add(campaign._db.id)
            campaign.close()
    assert len(ids) == 2 * len(games_with_demo()) and "" not in ids


# Only the journal is left


@pytest.mark.long
@pytest.mark.parametrize("log", ["folded", "not folded"])
@pytest.mark.parametrize("game", ["troika", "d20"])
def test_a_campaign_without_campaign_json_and_backups_is_made_of_its_journal(
    tmp_path: Path, game: str, log: str
) -> None:
    evening = Evening(tmp_path, game, seed=4)
    for _ in range(60):
        evening.operate()
    right, held = export_json(evening.campaign), documents(evening.campaign.table)
    library, folder = evening.library, evening.campaign.folder
    if log == "folded":
        evening.campaign.close()
    else:
        abandon(evening.campaign._db)
    (folder / "campaign.json").unlink()
    shutil.rmtree(folder / "backups")
    assert "campaign.json: made anew from the journal" in [*map(str, repair(library, folder.name))]
    campaign = library.open(folder.name)
    assert documents(campaign.table) == held and list(audit(campaign)) == []
    assert campaign.last is not None and campaign.last.procedure == "campaign.repaired"
    campaign.close()
    assert shell_check_of_campaign(library, folder.name).faults == ()
    assert (
        right.count(b'"procedure"')
        == export_json(library.open(folder.name, read_only=True)).count(b'"procedure"') - 1
    )


@pytest.mark.long
@pytest.mark.parametrize("left", ["journal", "backups", "journal backups"])
def test_of_whatever_part_is_left_a_campaign_is_listed_and_made_again(tmp_path: Path, left: str) -> None:
    evening = Evening(tmp_path, "troika", seed=4)
    for _ in range(30):
        evening.operate()
    evening.campaign.close()
    campaign = evening.library.open(evening.campaign.id)
    note(campaign, "On we go")
    campaign.close()
    library, folder = evening.library, evening.campaign.folder
    for part in folder.iterdir():
        if part.name not in left.split():
            shutil.rmtree(part) if part.is_dir() else part.unlink()
    assert [each.id for each in library.shelf() if "is missing" in each.trouble] == [folder.name]
    assert repair(library, library.find(folder.name))
    assert shell_check_of_campaign(library, folder.name).faults == () and not library.shelf()[0].trouble
    campaign = library.open(folder.name)
    kept = [campaign.entry(number).procedure for number in range(1, campaign.length + 1)]
    assert len(kept) > 20 and kept[-1] == "campaign.repaired"
    campaign.close()


def test_a_folder_of_something_else_is_no_campaign(library: Library) -> None:
    for name in ("journal", "backups"):
        (library.folder / "mine" / name).mkdir(parents=True)
        (library.folder / "mine" / name / "notes.json").write_text("{}")
    assert [each.id for each in library.shelf()] == ["iron-vale"]


def test_of_an_older_journal_game_and_title_are_found(library: Library) -> None:
    id = place_demo(library)
    folder = library.folder / id
    (folder / "campaign.json").unlink()
    shutil.rmtree(folder / "backups")
    repair(library, id)
    campaign = library.open(id)
    assert (campaign.about.ruleset, campaign.about.title) == ("troika", "Demo")
    assert len(campaign.table.characters) == 9
    campaign.close()
    assert shell_check_of_campaign(library, id).faults == ()


def test_a_journal_with_a_gap_makes_no_campaign(library: Library, folder: Path) -> None:
    (folder / "campaign.json").unlink()
    (folder / "journal" / "0001.json").unlink()
    shutil.rmtree(folder / "backups")
    with pytest.raises(StoreError, match="its journal lacks entries"):
        repair(library, ID)
    assert not (folder / "campaign.json").exists()


# Damaged logs


def test_with_a_change_lost_the_evening_goes_on_and_its_entry_is_named(
    library: Library, folder: Path
) -> None:
    campaign = library.open(ID)
    for silver in range(20):
        do(campaign, "campaign.edit", who="#1", silver=str(silver))
    abandon(campaign._db)
    lines = (folder / "changes.log").read_bytes().splitlines(keepends=True)
    lines[6] = b"\0" * (len(lines[6]) - 1) + b"\n"
    (folder / "changes.log").write_bytes(b"".join(lines))
    done = repair(library, ID)
    assert any("but for change 14" in str(line) for line in done)
    (fault,) = shell_check_of_campaign(library, ID).faults
    assert (str(fault.where), str(fault.what)) == ("journal/0002.json entry 13", "is lost")
    repair_without(library, ID)
    assert shell_check_of_campaign(library, ID).faults == ()
    campaign = library.open(ID)
    assert campaign.length == 28
    while campaign.undoable is not None:
        campaign.undo()
    campaign.close()
    assert shell_check_of_campaign(library, ID).faults == ()


@pytest.mark.parametrize("when", ["while it is open", "when it is closed"])
def test_one_bit_never_stands_between_an_evening_and_its_backup(
    library: Library, folder: Path, when: str
) -> None:
    campaign = library.open(ID)
    for silver in range(5):
        do(campaign, "campaign.edit", who="#1", silver=str(silver))
    log = folder / "changes.log"
    data = bytearray(log.read_bytes())
    data[len(data) // 2] ^= 4
    if when == "while it is open":
        log.write_bytes(data)
        campaign.close()
    else:
        campaign.close()
        old = max((folder / "backups").glob("changes.*.log.gz"), key=lambda path: path.stat().st_mtime_ns)
        packed = bytearray(old.read_bytes())
        packed[len(packed) // 2] ^= 4
        old.write_bytes(packed)
        library.troubles.clear()
        library.open(ID).close()
    copy = library.folder.parent / "copies" / ID
    assert [fault for fault in check_store_files(copy) if not fault.file.startswith("backups/")] == []
    copied = Library(copy.parent).open(ID, read_only=True)
    assert copied.length == 12
    copied.close()
    assert all("is saved and backed up, but backups/changes." in str(trouble) for trouble in library.troubles)
    assert bool(library.troubles) == (when == "while it is open")  # else the last copy had it whole


# Made, and on the disk


def test_the_id_is_told_when_the_saves_folder_knows_it_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    real = Disk.fsync_dir

    def sync(disk: Disk, path: Path) -> None:
        synced.append(path)
        if path == tmp_path / "some" / "saves":
            names.append(sorted(each.name for each in path.iterdir()))
        real(disk, path)

    names: list[list[str]] = []
    monkeypatch.setattr(Disk, "fsync_dir", sync)
    library = Library(tmp_path / "some" / "saves")
    library.new("Vale", "troika")
    assert {tmp_path, tmp_path / "some"} <= {*synced} and names[-1] == ["vale"]
    campaign = library.open("vale")
    (tmp_path / "out.json").write_bytes(export_json(campaign))
    campaign.close()
    from tableside.campaign.json_export import import_json

    assert import_json(library, tmp_path / "out.json") == "vale-2"
    assert "vale-2" in names[-1] and synced[-1] == library.folder


def test_what_the_dead_were_making_is_cleared_and_nobody_elses(library: Library) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    dead, alive = (library.folder / f".making-x-{pid}" for pid in (process.pid, os.getpid()))
    for making in (dead, alive):
        (making / "journal").mkdir(parents=True)
    library.new("Other", "d20")
    assert not dead.exists() and alive.exists()


def test_what_only_looks_as_if_the_dead_were_making_it_holds_nothing_up(library: Library) -> None:
    os.mkfifo(library.folder / ".making-x-9999999")
    (library.folder / ".making-x-99999999999999999999").mkdir()
    assert library.new("Other", "d20") == "other"


def test_what_is_remembered_is_no_part_of_a_history_kept_with_git(library: Library) -> None:
    remembered = library.folder / REMEMBERED
    assert (remembered / ".gitignore").read_text() == "*\n"
    assert {path.name.partition(".")[0] for path in remembered.iterdir()} == {"", ID}


@pytest.mark.parametrize("call", ["chmod", "link"])
def test_copies_are_made_where_there_are_no_modes_and_no_links(
    library: Library, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def refused(*given: object, **named: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, call, refused)
    back_up(folder, tmp_path / "elsewhere")
    saves = ["--saves", str(library.folder)]
    assert main([*saves, "export", ID, "--format", "json", "--to", str(tmp_path / "out.json")]) == 0
    assert main([*saves, "import", str(tmp_path / "out.json")]) == 0
    place_demo(library)


def test_a_file_that_may_not_be_read_is_told_and_not_repaired(
    library: Library, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = Disk.read

    def read(disk: Disk, path: Path) -> bytes:
        if path.name == "campaign.json" and path.parent == folder:
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))
        return real(disk, path)

    monkeypatch.setattr(Disk, "read", read)
    with pytest.raises(Unreadable) as told:
        library.open(ID)
    assert [cure.id for cure in repair_cures(told.value)] == ["reopen"]
    assert main(["--saves", str(library.folder), "check", ID, "--repair"]) == 1
    assert capsys.readouterr().err == "tableside: campaign.json: cannot be read: Permission denied\n"
    assert main(["--saves", str(library.folder), "show", ID]) == 1
    assert "cannot be read: Permission denied; what cannot be read is not repaired" in capsys.readouterr().err
    assert not list(folder.glob("*.damaged-*"))
