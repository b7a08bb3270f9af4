"""TinyDB's own test suite, run with a campaign in the place of its database.

    python -m tests.bench.tinydb_suite

Fetches the source of the TinyDB that is installed into a temporary folder, and runs its tests of tables,
databases and operations with `CampaignDB` wherever they ask for a database in memory or in a file. Tests of
TinyDB's own storages and middlewares are not about a database class and are left out. Only what compares the
names of classes may fail.
"""

import os
import re
import subprocess
import sys
import tarfile
import tempfile
from importlib.metadata import version
from pathlib import Path

FILES = ("test_tinydb.py", "test_tables.py", "test_operations.py")
MAY_FAIL = {
    "test_access_storage": "asks whether the storage is of the class MemoryStorage",
    "test_storage_access": "asks whether the storage is of the class MemoryStorage",
    "test_table_repr": "the text of a table names its class",
    "test_repr": "the text of a database names its class",
}
CONFTEST = '''
import os
import tempfile
import pytest
import tinydb
from tableside.campaign.store.database import CampaignDB


USED = set()


def pytest_sessionfinish():
    print(f"\\n{len(USED)} tests used a campaign")


def fresh(*_, **__):
    USED.add(os.environ["PYTEST_CURRENT_TEST"].split(" ")[0])
    db = CampaignDB(os.path.join(tempfile.mkdtemp(), "vale"), create=True)
    db.drop_tables()
    return db


class Stand(type):
    """Asked for a database in memory, it makes a campaign; in every other way it is the stock class."""

    def __call__(cls, *args, **given):
        storage = given.get("storage")
        if len(args) == 1 and not given:
            USED.add(os.environ["PYTEST_CURRENT_TEST"].split(" ")[0])
            return CampaignDB(f"{args[0]}.campaign", create=True)
        if not args and (storage is None or storage is tinydb.storages.MemoryStorage):
            return fresh()
        return tinydb.database.TinyDB(*args, **given)

    def __getattr__(cls, name):
        return getattr(CampaignDB, name)

    def __instancecheck__(cls, instance):
        return isinstance(instance, tinydb.database.TinyDB)


class TinyDB(metaclass=Stand):
    pass


@pytest.fixture(params=["memory", "json"])
def db(request, tmp_path):
    database = fresh()
    database.insert_multiple({"int": 1, "char": c} for c in "abc")
    yield database
    database.close()


@pytest.fixture
def storage():
    return tinydb.middlewares.CachingMiddleware(tinydb.storages.MemoryStorage)()


tinydb.TinyDB = TinyDB
'''


def fetched(folder: Path) -> Path | None:
    """The tests of the TinyDB that is installed. None: its source could not be had."""
    wanted = f"tinydb=={version('tinydb')}"
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", wanted]
    if subprocess.run([*command, "-d", str(folder)], capture_output=True).returncode:
        return None
    (archive,) = folder.glob("tinydb-*.tar.gz")
    with tarfile.open(archive) as source:
        source.extractall(folder, filter="data")
    (tests,) = folder.glob("tinydb-*/tests")
    return tests


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        tests = fetched(Path(name))
        if tests is None:
            print("TinyDB's source cannot be fetched: is there a network?")
            return 1
        (tests / "conftest.py").write_text(CONFTEST)
        found = [str(tests / file) for file in FILES]
        options = [
            "-q",
            "-p",
            "no:cacheprovider",
            "-rf",
            "-c",
            "/dev/null",
            f"--rootdir={tests}",
            "--tb=line",
        ]
        run = subprocess.run(
            [sys.executable, "-m", "pytest", *options, *found],
            capture_output=True,
            text=True,
            cwd=tests,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )
    failed = re.findall(r"^FAILED \S*::(\S+)(?: - (.*))?$", run.stdout, re.MULTILINE)
    counts = {what: int(number) for number, what in re.findall(r"(\d+) (passed|failed|errors?)", run.stdout)}
    used = re.search(r"(\d+) tests used a campaign", run.stdout)
    print(f"TinyDB {version('tinydb')} on CampaignDB: {counts}, of which {used and used[1]} used one")
    strange = 0
    for test, why in failed:
        known = MAY_FAIL.get(test.partition("[")[0])
        strange += known is None
        print(f"{test}: {known or why}")
    if not counts or counts.get("error") or counts.get("errors"):
        print(run.stdout[-2_000:], run.stderr[-500:])
        return 1
    return 1 if strange else 0


if __name__ == "__main__":
    sys.exit(main())
