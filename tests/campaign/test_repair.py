"""A damaged campaign is named, mended, and its mending is an entry that the audit finds sound."""

import errno
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tinydb import TinyDB

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import document_json
from tableside.campaign.json_export import export_json, import_json
from tableside.campaign.library import REMEMBERED, Library
from tableside.campaign.repair import (
    CureId,
    RepairCure,
    apply_repair_cure,
    repair,
    repair_accepting_edits,
    repair_cures,
    repair_without,
)
from tableside.campaign.store.disk import Disk
from tableside.campaign.store.errors import (
    CampaignBusy,
    Damaged,
    NewerVersion,
    NotSaved,
    Overtaken,
    PutBack,
    Unconfirmed,
    Unreadable,
)
from tableside.cli import main
from tableside.errors import Message, RuleError, StoreError
from tableside.shell.check import shell_check_of_campaign
from tableside.troubles import trouble_line
from tableside.views.recap_parts import RecapParts
from tests.campaign.people import do
from tests.campaign.store.test_faults import abandon
from tests.words import TEXTS

ID = "iron-vale"


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three sessions, each opened and closed by itself, with an undo and a redo among them."""
    saves = tmp_path_factory.mktemp("mending")
    library = Library(saves, clock=lambda: 1_800_000_000.0)
    library.new("Iron Vale", "troika")
    for session in range(3):
        campaign = library.open(ID)
        do(campaign, "campaign.begin-session")
        do(campaign, "troika.create", name=f"Hero {session}")
        do(campaign, "campaign.edit", who="#1", silver=str(10 + session))
        campaign.undo()
        campaign.redo()
        do(campaign, "campaign.end-session")
        campaign.close()
    return saves


@pytest.fixture
def library(tmp_path: Path, template: Path) -> Library:
    return Library(Path(shutil.copytree(template, tmp_path / "saves")), clock=lambda: 1_800_000_100.0)


@pytest.fixture
def folder(library: Library) -> Path:
    return library.folder / ID


def without_history(folder: Path) -> None:
    shutil.rmtree(folder / "backups")
    (folder / "backups").mkdir()


def names(campaign: Campaign) -> list[str]:
    return [each.name for each in campaign.table.characters.values()]


@pytest.fixture
def opened(library: Library) -> Iterator[Callable[[], Campaign]]:
    campaigns: list[Campaign] = []

    def open_it() -> Campaign:
        campaigns.append(library.open(ID))
        return campaigns[-1]

    yield open_it
    for campaign in campaigns:
        campaign.close()


def test_a_sound_campaign_is_left_as_it_is(library: Library, folder: Path) -> None:
    before = (folder / "campaign.json").read_bytes()
    assert shell_check_of_campaign(library, ID).faults == ()
    assert repair(library, ID) == []
    assert (folder / "campaign.json").read_bytes() == before
    with pytest.raises(StoreError, match="nothing to accept"):
        repair_accepting_edits(library, ID)


@pytest.mark.parametrize(
    "file", ["campaign.json", "journal/0001.json", "journal/0002.json", "journal/0003.json"]
)
@pytest.mark.parametrize("way", ["removed", "emptied", "cut", "flipped"])
def test_a_repair_is_an_entry_and_all_is_there_again(
    library: Library, folder: Path, opened: Callable[[], Campaign], file: str, way: str
) -> None:
    path = folder / file
    good = path.read_bytes()
    data = {"emptied": b"", "cut": good[:-9], "flipped": good.replace(b"Hero", b"Herp")}.get(way)
    path.unlink() if data is None else path.write_bytes(data)
    assert [str(fault.where) for fault in shell_check_of_campaign(library, ID).faults] == [file]
    line = trouble_line(error_of(library), ID)
    assert line.startswith(f"{file}: ") and f"check {ID} --" in line and "--repair" in line
    repair(library, ID)
    assert shell_check_of_campaign(library, ID).faults == ()
    campaign = opened()
    assert campaign.length == 19
    assert campaign.last is not None and campaign.last.procedure == "campaign.repaired"
    assert {fact.values["file"] for fact in campaign.last.facts} == {file}
    assert names(campaign) == ["Hero 0", "Hero 1", "Hero 2"]
    kept = path.with_name(f"{path.name}.damaged-1")
    assert kept.exists() == (way != "removed")
    campaign.undo()
    assert campaign.last is not None and campaign.last.target == 18
    assert list(audit(campaign)) == []


def error_of(library: Library) -> StoreError:
    """What reading the whole campaign comes to."""
    with pytest.raises(StoreError) as raised:
        campaign = library.open(ID, read_only=True)
        try:
            list(campaign.entries())
        finally:
            campaign.close()
    return raised.value


def test_a_campaign_without_campaign_json_is_listed_and_can_be_repaired(
    library: Library, folder: Path
) -> None:
    library.remember(ID)
    (folder / "campaign.json").unlink()
    (shelved,) = library.shelf()
    assert (shelved.id, shelved.trouble) == (ID, "campaign.json: is missing")
    assert library.last == library.find("iron") == ID
    repair(library, ID)
    assert [each.trouble for each in library.shelf()] == [""]


def edited(folder: Path) -> None:
    with TinyDB(folder / "campaign.json", encoding="utf-8") as stock:
        stock.table("characters").update({"name": "Edited"}, doc_ids=[2])


def test_an_edit_with_stock_tinydb_can_be_accepted_and_undone(
    library: Library, folder: Path, opened: Callable[[], Campaign]
) -> None:
    edited(folder)
    assert "edited by another program" in str(shell_check_of_campaign(library, ID).faults[0].what)
    repair_accepting_edits(library, ID)
    assert shell_check_of_campaign(library, ID).faults == ()
    campaign = opened()
    assert names(campaign) == ["Hero 0", "Edited", "Hero 2"]
    campaign.undo()
    assert names(campaign) == ["Hero 0", "Hero 1", "Hero 2"]
    campaign.redo()
    assert names(campaign) == ["Hero 0", "Edited", "Hero 2"]
    assert list(audit(campaign)) == []


@pytest.mark.parametrize("file", ["campaign.json", "journal/0002.json"])
def test_an_edit_of_a_campaign_without_history_can_be_accepted_too(
    library: Library, folder: Path, opened: Callable[[], Campaign], file: str
) -> None:
    without_history(folder)
    path = folder / file
    bad = path.read_bytes().replace(b'"name":"Hero 1"', b'"name":"Edited"')
    path.write_bytes(bad)
    repair_accepting_edits(library, ID)
    assert path.with_name(f"{path.name}.damaged-1").read_bytes() == bad
    assert shell_check_of_campaign(library, ID).faults == ()
    assert names(opened())[1] == ("Edited" if file == "campaign.json" else "Hero 1")


def test_an_edit_can_be_undone_by_a_repair_instead(
    library: Library, folder: Path, opened: Callable[[], Campaign]
) -> None:
    edited(folder)
    repair(library, ID)
    assert names(opened()) == ["Hero 0", "Hero 1", "Hero 2"]


def test_an_edit_goes_together_with_later_changes_of_the_log(
    library: Library, folder: Path, opened: Callable[[], Campaign]
) -> None:
    campaign = library.open(ID)
    do(campaign, "campaign.edit", who="#1", silver="99")
    abandon(campaign._db)  # as a kill would leave it
    edited(folder)
    repair_accepting_edits(library, ID)
    assert shell_check_of_campaign(library, ID).faults == ()
    campaign = opened()
    assert names(campaign)[1] == "Edited"
    assert document_json(campaign.table[1].sheet)["silver"] == 99


def test_an_edit_of_what_the_log_has_changed_since_is_refused(library: Library, folder: Path) -> None:
    campaign = library.open(ID)
    do(campaign, "campaign.edit", who="#2", name="Renamed")
    abandon(campaign._db)
    edited(folder)
    with pytest.raises(Damaged, match="touch the same"):
        repair_accepting_edits(library, ID)
    repair(library, ID)
    assert shell_check_of_campaign(library, ID).faults == ()


@pytest.mark.parametrize(
    ("table", "fields", "why"),
    [
        ("table", {"day": "monday"}, "table/1 does not fit"),
        ("characters", {"sheet": 3}, "characters/1 does not fit"),
        ("volumes", {"first": 7}, "volumes"),
        ("about", {"ruleset": "fell"}, "does not fit"),
    ],
)
def test_an_edit_that_does_not_fit_is_refused_and_kept(
    library: Library, folder: Path, table: str, fields: dict[str, object], why: str
) -> None:
    with TinyDB(folder / "campaign.json", encoding="utf-8") as stock:
        stock.table(table).update(fields, doc_ids=[1])
    bad = (folder / "campaign.json").read_bytes()
    with pytest.raises((StoreError, RuleError), match=why):
        repair_accepting_edits(library, ID)
    repair(library, ID)
    assert shell_check_of_campaign(library, ID).faults == ()
    assert (folder / "campaign.json.damaged-1").read_bytes() == bad


def test_an_edited_note_is_accepted_and_a_forged_die_is_still_found(library: Library, folder: Path) -> None:
    path = folder / "journal" / "0002.json"
    sound = path.read_bytes()
    path.write_bytes(sound.replace(b'"faces":[', b'"faces":[1,', 1))
    with pytest.raises(StoreError, match=r"journal/0002\.json: entry \d+ steps\.1\.faces: holds 2 faces"):
        repair_accepting_edits(library, ID)
    face = re.search(rb'"faces":\[(\d)', sound)
    assert face is not None
    forged = b"%d" % (int(face[1]) % 6 + 1)
    path.write_bytes(sound[: face.start(1)] + forged + sound[face.end(1) :])
    repair_accepting_edits(library, ID)
    (fault, *_) = shell_check_of_campaign(library, ID).faults
    assert str(fault.where).startswith("journal/0002.json entry ")


@pytest.mark.parametrize("volume", [1, 2, 3])
def test_what_is_lost_for_good_is_reported_until_one_goes_on_without(
    library: Library, folder: Path, opened: Callable[[], Campaign], volume: int
) -> None:
    without_history(folder)
    (folder / "journal" / f"{volume:04}.json").unlink()
    for _ in range(2):
        repair(library, ID)
        (fault,) = shell_check_of_campaign(library, ID).faults
        assert str(fault.where).startswith(f"journal/{volume:04}.json") and "lost" in str(fault.what)
    assert bool(library.shelf()[0].trouble) == (volume == 3)
    repair_without(library, ID)
    assert shell_check_of_campaign(library, ID).faults == ()
    campaign = opened()
    assert names(campaign) == ["Hero 0", "Hero 1", "Hero 2"]
    lost = [entry for entry in campaign.entries() if entry.procedure == "campaign.lost"]
    assert {number for entry in lost for number in entry.facts[0].values.values()} >= {6 * volume - 5}
    while campaign.undoable is not None:
        campaign.undo()
    do(campaign, "campaign.note", text="it goes on")
    assert list(audit(campaign)) == []


def test_an_amendment_that_is_lost_amends_nothing_any_more(tmp_path: Path) -> None:
    library = Library(tmp_path, clock=lambda: 1_800_000_000.0)
    library.new("Iron Vale", "troika")
    campaign = library.open(ID)
    for session in range(3):
        do(campaign, "campaign.begin-session")
        do(campaign, "campaign.note", text=f"Evening {session}")
        if session == 1:
            campaign.amend(campaign.amending(2).with_given({"text": "Morning 0"}))
        do(campaign, "campaign.end-session")
    campaign.close()
    (library.folder / ID / "journal" / "0002.json").unlink()
    without_history(library.folder / ID)
    repair_without(library, ID)
    assert shell_check_of_campaign(library, ID).faults == ()
    campaign = library.open(ID)
    assert [each.text for each in RecapParts(campaign, 1).notes] == ["Evening 0"]
    do(campaign, "campaign.note", text="it goes on")
    assert list(audit(campaign)) == []
    campaign.close()


def test_two_gaps_cannot_be_joined_and_that_is_said(library: Library, folder: Path) -> None:
    without_history(folder)
    for volume in (1, 3):
        (folder / "journal" / f"{volume:04}.json").unlink()
    with pytest.raises(StoreError, match=r"in several places \(1 to 6, 13 to 13\)"):
        repair_without(library, ID)


def test_old_logs_that_nothing_joins_to_are_reported_until_one_goes_on_without(
    library: Library, folder: Path
) -> None:
    logs = sorted((folder / "backups").glob("changes.*"), key=lambda path: int(path.name.split(".")[1]))
    logs[1].unlink()
    (fault,) = shell_check_of_campaign(library, ID).faults
    assert "are in no log" in str(fault.what)
    repair(library, ID)
    assert shell_check_of_campaign(library, ID).faults == (fault,)
    repair_without(library, ID)
    assert shell_check_of_campaign(library, ID).faults == ()


def test_a_damaged_old_log_is_kept_as_far_as_it_is_whole(library: Library, folder: Path) -> None:
    log = folder / "backups" / "changes.8.log.gz"
    log.write_bytes(log.read_bytes()[:-30])
    (folder / "backups" / "campaign.7.json").write_bytes(b"{}")
    assert len(shell_check_of_campaign(library, ID).faults) == 2
    repair(library, ID)
    assert all("are in no log" in str(fault.what) for fault in shell_check_of_campaign(library, ID).faults)
    assert (folder / "backups" / "changes.8.log.gz.damaged-1").exists()
    assert (folder / "backups" / "campaign.7.json.damaged-1").exists()


def tampered(folder: Path, volume: int, number: int, change: Callable[[dict[str, object]], None]) -> None:
    """Change an entry behind the campaign's back, checksum and all."""
    from tinydb.table import Document

    from tableside.campaign.store.database import CampaignDB

    with CampaignDB(folder) as db:
        table = db.table(f"journal/{volume:04}")
        document = dict(table.all()[number - 1 - 6 * (volume - 1)])
        change(document)
        table.upsert(Document(document, doc_id=number))


@pytest.mark.parametrize(
    "change",
    [
        lambda entry: entry.update(done=1),
        lambda entry: entry.update(undone=4),
        lambda entry: entry.update(session=9),
        lambda entry: entry.update(day=9),
        lambda entry: entry.update(result="failure"),
        lambda entry: entry.update(given={}),
        lambda entry: entry.update(given={"who": "x", "cells": 5}),
        lambda entry: entry.update(steps=[{"sides": [6]}]),
        lambda entry: entry.update(changes=[]),
        lambda entry: entry.update(house={"TRO-AMB-3": "nonsense"}),
        lambda entry: entry.update(procedure="troika.nonsense"),
        lambda entry: entry.update(procedure="undo"),
        lambda entry: entry.update(done=700),
    ],
)
def test_the_audit_names_the_entry_that_is_not_right(
    library: Library, folder: Path, change: Callable[[dict[str, object]], None]
) -> None:
    tampered(folder, 2, 9, change)
    if shell_check_of_campaign(library, ID).faults:
        assert str(shell_check_of_campaign(library, ID).faults[0].where) == "journal/0002.json entry 9"
    else:  # the reading is not among those that this procedure has to decide
        assert "TRO-AMB-3" in str(change.__code__.co_consts)


CURES: list[tuple[StoreError, list[str]]] = [
    (CampaignBusy("pid 7"), ["open-read-only"]),
    (NotSaved("Read-only file system"), ["open-read-only"]),
    (Unconfirmed("Input/output error"), ["reopen"]),
    (Damaged("campaign.json", Message("is missing")), ["rebuild"]),
    (Damaged("campaign.json", Message("x"), edited=True), ["rebuild", "accept-edit"]),
    (Damaged("journal/0001.json", Message("x"), edited=True), ["rebuild", "accept-edit", "open-without"]),
    (Damaged("changes.log", Message("x"), 9), ["keep-whole"]),
    (Damaged("changes.log", Message("is missing")), ["rebuild"]),
    (PutBack("changes.log", Message("ends with change 8, but 9 had been saved"), 8), ["rebuild", "go-on"]),
    (Unreadable("changes.log", "Input/output error"), ["reopen"]),
    (Overtaken("changes.log"), ["reopen"]),
    (NewerVersion("campaign.json", "schema", 2, 1), []),
    (StoreError("anything"), []),
]


@pytest.mark.parametrize(("error", "ids"), CURES)
def test_each_error_has_its_cures_and_each_cure_its_words(error: StoreError, ids: list[str]) -> None:
    found = repair_cures(error)
    assert [cure.id for cure in found] == ids
    for cure in found:
        text = TEXTS[f"cure.{cure.id}"].format(file=cure.file, seq=cure.seq)
        assert "None" not in text and TEXTS[f"cure.{cure.id}.help"]
    assert "\n" not in trouble_line(error, ID)


def test_cures_are_applied_and_the_campaign_opened(library: Library, folder: Path) -> None:
    (folder / "campaign.json").unlink()
    with pytest.raises(Damaged) as damaged:
        library.open(ID)
    (cure,) = repair_cures(damaged.value)
    campaign = apply_repair_cure(library, ID, cure)
    assert campaign.last is not None and campaign.last.procedure == "campaign.repaired"
    with pytest.raises(CampaignBusy) as busy:
        library.open(ID)
    reader = apply_repair_cure(library, ID, repair_cures(busy.value)[0])
    assert names(reader) == names(campaign)
    reader.close()
    campaign.close()
    edited(folder)
    accepted = apply_repair_cure(library, ID, RepairCure(CureId.ACCEPT_EDIT, "campaign.json"))
    assert "Edited" in names(accepted)
    accepted.close()


def test_repairs_survive_export_and_import(library: Library, folder: Path, tmp_path: Path) -> None:
    edited(folder)
    repair_accepting_edits(library, ID)
    campaign = library.open(ID)
    first = export_json(campaign)
    campaign.close()
    path = tmp_path / "out.json"
    path.write_bytes(first)
    copy = library.open(import_json(library, path))
    assert export_json(copy) == first
    assert list(audit(copy)) == []
    copy.close()


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from tableside.cli import main
sys.exit(main(sys.argv[2:]))
"""


def shell(*arguments: str, limit: int = 1 << 30) -> subprocess.CompletedProcess[str]:
    """The command in a process that may write no file longer than `limit` bytes."""
    command = [
        sys.executable,
        "-B",
        "-c",
        LIMITED,
        str(limit),
        *arguments,
    ]  # compiled files are not to be cut
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONUTF8": "1"})


@pytest.mark.long
def test_a_disk_that_is_full_refuses_in_one_line_and_loses_nothing(library: Library, folder: Path) -> None:
    saves = str(library.folder)
    command = ("--saves", saves, "do", ID, "campaign.note", f"text={'x' * 3_000}")
    refused = shell(*command, limit=2_000)
    assert refused.returncode == 1
    assert refused.stderr.startswith("tableside: not saved: ")
    assert refused.stderr.count("\n") == 1
    assert shell_check_of_campaign(library, ID).faults == ()
    kept = shell(*command, limit=8_000)  # the log has room, the base files have not
    assert kept.returncode == 0
    assert "nothing is lost" in kept.stderr and kept.stderr.count("\n") == 1
    assert shell_check_of_campaign(library, ID).faults == ()
    campaign = library.open(ID)
    assert campaign.length == 19
    campaign.close()


def test_a_save_that_the_disk_does_not_confirm_is_one_line_too(
    library: Library, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(disk: Disk, fd: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    campaign = library.open(ID)
    do(campaign, "campaign.note", text="kept")
    abandon(campaign._db)
    with monkeypatch.context() as patched:
        real, calls = Disk.fdatasync, iter(range(2))
        patched.setattr(Disk, "fdatasync", lambda disk, fd: (refuse if next(calls) else real)(disk, fd))
        assert main(["--saves", str(library.folder), "do", ID, "campaign.note", "text=perhaps"]) == 1
    said = capsys.readouterr().err
    assert "refused to confirm a save (Input/output error)" in said and "tableside show" in said
    assert said.count("\n") == 1
    assert shell_check_of_campaign(library, ID).faults == ()


@pytest.mark.long
def test_two_writers_and_a_reader(library: Library) -> None:
    saves = ("--saves", str(library.folder))
    campaign = library.open(ID)
    busy = shell(*saves, "do", ID, "campaign.note", "text=hi")
    assert busy.returncode == 1 and busy.stderr.count("\n") == 1
    assert f"already open: pid {os.getpid()} on " in busy.stderr and "still" not in busy.stdout
    assert f"already open: pid {os.getpid()} on " in shell(*saves, "undo", ID).stderr
    told_only = (("say", ID, "2d6", "--dry-run"), ("undo", ID, "--dry-run"))
    for command in (("show", ID), ("list",), ("export", ID), ("check", ID), *told_only):
        assert shell(*saves, *command).returncode == 0
    assert shell(*saves, "check", ID, "--repair").returncode == 1
    campaign.close()


def test_a_journal_that_goes_further_than_campaign_json_can_be_brought_is_retold(
    library: Library, folder: Path, opened: Callable[[], Campaign]
) -> None:
    first, *others = sorted((folder / "backups").glob("campaign.*.json"), key=generation_of)
    for each in others:
        each.unlink()
    log, *later = sorted((folder / "backups").glob("changes.*.log.gz"), key=generation_of)
    for each in (folder / "campaign.json", folder / "changes.log", *later):
        each.write_bytes(b"no longer what it was")
    shutil.rmtree(library.folder / REMEMBERED)
    assert first.exists() and log.exists()
    repair(library, ID)
    campaign = opened()
    assert names(campaign)[:2] == ["Hero 0", "Hero 1"]
    do(campaign, "campaign.note", text="it goes on")
    assert list(audit(campaign)) == []


def generation_of(path: Path) -> int:
    return int(path.name.split(".")[1])
