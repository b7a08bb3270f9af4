"""A writer killed at any instant leaves every change it acknowledged, and at most the one it was saving."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tableside.campaign.store.check import check_store_files
from tableside.campaign.store.database import CampaignDB

WRITER = """
import sys
from pathlib import Path
from tinydb.table import Document
from tableside.campaign.store import writer
from tableside.campaign.store.database import CampaignDB
writer.FOLD_BYTES = 3_000
db = CampaignDB(Path(sys.argv[1]))
print(db.sequence, flush=True)
while True:
    number = db.sequence + 1
    with db.transaction("hit"):
        db.table("characters").upsert(Document({"hp": number}, doc_id=1))
        db.table(f"journal/{number // 50:04}").insert(Document({"n": number}, doc_id=number))
    print(number, flush=True)
"""


def killed(folder: Path, lines: int) -> int:
    """Start a writer, kill it after it has said so many lines; the last change it acknowledged."""
    command = [sys.executable, "-c", WRITER, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(lines):
            process.stdout.readline()
        process.kill()
        said = process.stdout.read().splitlines(keepends=True)
    return max((int(line) for line in said if line.endswith("\n")), default=0)


@pytest.mark.long
def test_a_kill_loses_nothing_acknowledged(tmp_path: Path) -> None:
    folder, chance, last = tmp_path / "vale", Random(7), 0
    CampaignDB(folder, create=True).close()
    for _ in range(8):
        said = killed(folder, chance.randrange(2, 60))
        with CampaignDB(folder, read_only=True) as db:
            last, before = db.sequence, last
            assert last >= max(said, before)
            assert db.table("characters").all() == [{"hp": last}]
            entries = [entry["n"] for name in db.session_tables() for entry in db.table(name)]
            assert entries == list(range(1, last + 1))
    assert {fault.file for fault in check_store_files(folder)} <= {"changes.log"}
    assert last > 100


@pytest.mark.parametrize("read_only", [False, True])
def test_a_dead_writer_holds_no_lock(tmp_path: Path, read_only: bool) -> None:
    folder = tmp_path / "vale"
    CampaignDB(folder, create=True).close()
    killed(folder, 5)
    CampaignDB(folder, read_only=read_only).close()
