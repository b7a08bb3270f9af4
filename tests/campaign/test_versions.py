"""Every Tableside opens what an older one saved, and refuses what a newer one did, naming both versions."""

import errno
import gzip
import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tableside.campaign import migrations
from tableside.campaign.audit import audit
from tableside.campaign.documents import Documents, documents
from tableside.campaign.json_export import export_json
from tableside.campaign.library import Library
from tableside.campaign.migrations import MIGRATIONS, migrated_documents
from tableside.campaign.store import basefile
from tableside.campaign.store.basefile import SCHEMA, decode_base
from tableside.campaign.store.check import check_store_files
from tableside.campaign.store.database import CampaignDB
from tableside.campaign.store.errors import NewerVersion
from tableside.cli import main
from tableside.errors import StoreError
from tableside.games import BUNDLED
from tests.campaign.keep import KEPT
from tests.campaign.people import do, note

CAMPAIGNS = sorted(path for schema in KEPT.iterdir() for path in schema.iterdir())


@pytest.fixture(params=CAMPAIGNS, ids=lambda path: f"{path.parent.name}-{path.name}")
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A campaign as it was saved under some schema."""
    source: Path = request.param
    return shutil.copytree(source, tmp_path / "saves" / source.name)


def test_every_schema_is_kept_for_every_game() -> None:
    kept = {(path.parent.name, path.name) for path in CAMPAIGNS}
    assert kept >= {(str(schema), game) for schema in range(1, SCHEMA + 1) for game in BUNDLED}


def test_a_way_leads_on_from_every_schema() -> None:
    assert {*MIGRATIONS} == {*range(1, SCHEMA)}


def test_every_file_names_its_schema(kept: Path) -> None:
    for path in (kept / "campaign.json", *kept.glob("journal/*.json")):
        base = decode_base(path.read_bytes(), path.relative_to(kept).as_posix())
        assert base.meta.schema == int(next(each for each in CAMPAIGNS if each.name == kept.name).parent.name)


@pytest.mark.long
def test_what_was_saved_is_opened_audited_and_played_on(kept: Path) -> None:
    library = Library(kept.parent)
    assert list(check_store_files(kept)) == []
    campaign = library.open(kept.name)
    length = campaign.length
    assert length > 20 and list(audit(campaign)) == []
    last = documents(campaign.table)
    standing = len(campaign.undoing(length))
    campaign.undo(standing)
    assert documents(campaign.table) == documents(campaign.first_table)
    campaign.redo(standing)
    assert documents(campaign.table) == last
    note(campaign, "Played on")
    do(campaign, "campaign.add-character", name="Newcomer", kind="pc")
    campaign.restore(random.Random(1).randint(1, length - 1))
    campaign.close()
    again = library.open(kept.name)
    assert again.length == length + 2 * standing + 3
    assert list(audit(again)) == [] and list(check_store_files(kept)) == []
    again.close()


# A schema that only this test has


def renamed(found: Documents) -> Documents:
    """To schema 2, for the test: every title gets a number, and who was at the keyboard an initial."""
    for address, document in found.items():
        if address in ("about/1", "table/1"):
            document["title"] += " II"
        if address.startswith("journal/"):
            document["by"] = "Ana"
    return found


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    """A campaign of this schema whose last entry is in the log alone."""
    library = Library(tmp_path / "saves", lambda: 1.8e9)
    campaign = library.open(library.new("Iron Vale", "troika"))
    do(campaign, "campaign.begin-session")
    note(campaign, "It rains")
    campaign._db.fold()
    note(campaign, "It pours")
    left = shutil.copytree(library.folder / campaign.id, tmp_path / "left" / campaign.id)
    campaign.close()
    return left.parent


@pytest.fixture
def next_schema(saves: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This Tableside knows one schema more than the one that saved."""
    monkeypatch.setattr(basefile, "SCHEMA", SCHEMA + 1)
    monkeypatch.setitem(MIGRATIONS, SCHEMA, renamed)
    yield


def schema_in(folder: Path) -> dict[str, int]:
    paths = (folder / "campaign.json", *sorted(folder.glob("journal/*.json")))
    files = [path.relative_to(folder).as_posix() for path in paths]
    return {file: decode_base((folder / file).read_bytes(), file).meta.schema for file in files}


@pytest.mark.usefixtures("next_schema")
@pytest.mark.parametrize("read_only", [False, True])
def test_an_older_campaign_is_brought_to_this_schema_and_written_at_once(
    saves: Path, *, read_only: bool
) -> None:
    folder = saves / "iron-vale"
    assert (folder / "changes.log").read_bytes().count(b"\n") == 2
    campaign = Library(saves).open("iron-vale", read_only=read_only)
    assert campaign.table.title == "Iron Vale II" and campaign.about.schema == SCHEMA + 1
    assert [campaign.entry(number).by for number in (1, 2, 3)] == ["Ana"] * 3
    assert set(schema_in(folder).values()) == {SCHEMA + 1}
    assert (folder / "changes.log").read_bytes().count(b"\n") == 1
    assert list(audit(campaign)) == []
    campaign.close()
    assert list(check_store_files(folder)) == []
    again = Library(saves).open("iron-vale")
    assert again.table.title == "Iron Vale II"
    again.undo()
    again.close()


@pytest.mark.usefixtures("next_schema")
def test_the_log_never_mixes_schemas(saves: Path) -> None:
    """The old log, folded, ends with the last entry; the migration is alone in the next."""
    folder = saves / "iron-vale"
    Library(saves).open("iron-vale").close()
    logs = [gzip.decompress(path.read_bytes()) for path in sorted(folder.glob("backups/changes.*.log.gz"))]
    assert [b'"schema 2"' in log for log in logs] == [False] * (len(logs) - 1) + [True]
    assert logs[-1].count(b"\n") == 2


@pytest.mark.usefixtures("next_schema")
@pytest.mark.parametrize("step", [1, 2])
def test_a_kill_while_migrating_leaves_one_schema_or_the_other(
    saves: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """After the fold before the migration, and after the migration before its fold."""
    copies: list[Path] = []
    real = CampaignDB.fold

    def fold(db: CampaignDB) -> bool:
        if len(copies) + 1 == 2:
            copies.append(shutil.copytree(db.folder, tmp_path / "2" / "iron-vale"))
        done = real(db)
        if not copies:
            copies.append(shutil.copytree(db.folder, tmp_path / "1" / "iron-vale"))
        return done

    monkeypatch.setattr(CampaignDB, "fold", fold)
    Library(saves).open("iron-vale").close()
    library = Library(tmp_path / str(step))
    campaign = library.open("iron-vale")
    assert campaign.table.title == "Iron Vale II"
    assert campaign.length == 3 and list(audit(campaign)) == []
    campaign.close()
    assert list(check_store_files(tmp_path / str(step) / "iron-vale")) == []


def test_a_migration_changes_nothing_that_it_is_given() -> None:
    found: Documents = {"about/1": {"title": "Vale"}, "table/1": {"title": "Vale", "day": 1}}
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(MIGRATIONS, 1, renamed)
        patched.setitem(MIGRATIONS, 2, renamed)
        assert migrated_documents(found, 1, 3) == {
            "about/1": {"title": "Vale II II", "schema": 3},
            "table/1": {"title": "Vale II II", "day": 1},
        }
    assert found == {"about/1": {"title": "Vale"}, "table/1": {"title": "Vale", "day": 1}}


@pytest.mark.usefixtures("next_schema")
def test_a_disk_that_is_full_leaves_the_older_campaign_as_it_was(
    saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("tableside.campaign.store.checkpoint.fold_into_checkpoint", full)
    with pytest.raises(StoreError, match="cannot be brought to schema 2: No space left on device"):
        Library(saves).open("iron-vale")
    monkeypatch.undo()
    campaign = Library(saves).open("iron-vale")
    assert campaign.table.title == "Iron Vale" and campaign.length == 3
    campaign.close()


def test_a_newer_schema_is_refused_naming_both(
    saves: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(basefile, "SCHEMA", SCHEMA + 1)
        patched.setitem(MIGRATIONS, SCHEMA, renamed)
        Library(saves).open("iron-vale").close()
    before = {path: path.read_bytes() for path in saves.rglob("*") if path.is_file()}
    for read_only in (False, True):
        with pytest.raises(NewerVersion, match=rf"campaign\.json has schema {SCHEMA + 1}; .* knows {SCHEMA}"):
            Library(saves).open("iron-vale", read_only=read_only)
    assert main(["--saves", str(saves), "show", "iron-vale"]) == 1
    assert f"schema {SCHEMA + 1}" in capsys.readouterr().err
    (listed,) = Library(saves).shelf()
    assert f"schema {SCHEMA + 1}; this Tableside knows {SCHEMA}" in listed.trouble
    after = {path: path.read_bytes() for path in saves.rglob("*") if path.is_file()}
    assert {path for path in before if before[path] != after.get(path)} <= {saves / "iron-vale" / ".lock"}


def test_a_newer_schema_that_is_in_the_log_alone_is_refused(saves: Path) -> None:
    db = CampaignDB(saves / "iron-vale")
    db.table("about").update({"schema": SCHEMA + 1}, doc_ids=[1])
    db._storage.fold = lambda: True  # type: ignore[method-assign]  # as after a kill
    db.close()
    with pytest.raises(NewerVersion, match=rf"schema {SCHEMA + 1}; this Tableside knows {SCHEMA}"):
        Library(saves).open("iron-vale")


@pytest.mark.parametrize("schema", ["2", 0, -1, 1.0, True, None])
def test_a_schema_that_is_no_number_is_refused(saves: Path, schema: object) -> None:
    db = CampaignDB(saves / "iron-vale")
    db.table("about").update({"schema": schema}, doc_ids=[1])
    db.close()
    with pytest.raises(StoreError, match="about/1 has a schema"):
        Library(saves).open("iron-vale")


def test_an_export_does_not_depend_on_the_schema_of_the_files(
    saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = Library(saves).open("iron-vale")
    first = export_json(campaign)
    campaign.close()
    monkeypatch.setattr(basefile, "SCHEMA", SCHEMA + 1)
    monkeypatch.setitem(migrations.MIGRATIONS, SCHEMA, lambda found: found)
    campaign = Library(saves).open("iron-vale")
    assert export_json(campaign) == first
    campaign.close()
