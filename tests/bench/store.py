"""What this store costs beside stock TinyDB and SQLite, in one run on one disk, against its targets.

    python -m tests.bench.store [ENTRIES...]

A change is what a blow at the table is: one attribute of one of sixty characters, a journal entry, or both as
a unit (stock TinyDB has no units, so two calls). Figures are medians in milliseconds; only the ratios carry
over to another machine. Sizes are 100, 1,000, 10,000 and 100,000 entries unless given. SQLite writes its log
ahead and makes each change durable (WAL, synchronous=FULL); stock TinyDB does so too.
"""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median

from tinydb import TinyDB, where
from tinydb.table import Document

from tableside.campaign.store.database import CampaignDB
from tableside.campaign.store.disk import Disk

CHARACTERS = 60
SESSION = 340
"""Entries in a session."""
LATEST = 50
"""Entries that are on the screen when a campaign has been opened."""
OPENINGS = 21
WORDS = (
    "goblin",
    "hits",
    "Mira",
    "with",
    "the",
    "rusty",
    "blade",
    "behind",
    "a",
    "door",
    "while",
    "rain",
    "falls",
)
SHEET = {"name": "Mira", "skills": [{"name": f"skill {n}", "rank": n} for n in range(20)], "notes": "x" * 400}
KINDS = ("change", "append", "unit")
Act = Callable[[int], object]


class Unsynced(Disk):
    """For filling a campaign quickly: nothing is made durable."""

    def fsync(self, fd: int) -> None:
        pass

    def fdatasync(self, fd: int) -> None:
        pass

    def fsync_dir(self, path: Path) -> None:
        pass


def entry(number: int) -> dict[str, object]:
    chance = Random(number)
    return {
        "time": 1_800_000_000 + 37 * number,
        "by": "gm",
        "procedure": chance.choice(["troika.hurt", "troika.test", "troika.attack", "campaign.note"]),
        "given": {"who": chance.randrange(CHARACTERS), "damage": chance.randrange(20)},
        "steps": [{"sides": [6, 6], "faces": [chance.randint(1, 6), chance.randint(1, 6)], "why": "attack"}],
        "facts": [["hurt", " ".join(chance.choices(WORDS, k=12))]],
        "changes": [["characters/3", ["sheet", "stamina"], chance.randrange(20), chance.randrange(20)]],
    }


def session_of(number: int) -> str:
    return f"journal/{1 + number // SESSION:04}"


@dataclass
class Figures:
    """Milliseconds, bytes and the like, by name."""

    values: dict[str, float] = field(default_factory=dict)

    def time(self, name: str, act: Act, times: int, first: int = 0) -> None:
        taken = []
        for number in range(first, first + times):
            start = time.perf_counter()
            act(number)
            taken.append(time.perf_counter() - start)
        self.values[name] = 1000 * median(taken)


@dataclass(frozen=True, slots=True)
class Case:
    """A store that is filled and open: what is timed, by kind, and what is measured at the end."""

    acts: Mapping[str, Act]
    finish: Callable[[], Figures]


def by_turns(cases: Mapping[str, Case], times: int) -> dict[str, Figures]:
    """Each act of each store in turn, so that whatever else the disk has to do meets all alike."""
    found: dict[str, Figures] = {}
    for kind in KINDS:
        taken: dict[str, list[float]] = {who: [] for who in cases}
        for number in range(times + 1):
            for who, case in cases.items():
                start = time.perf_counter()
                case.acts[kind](number + KINDS.index(kind) * (times + 1))
                taken[who].append(time.perf_counter() - start)
        for who, each in taken.items():
            found.setdefault(who, Figures()).values[kind] = 1000 * median(each[1:])
    for who, case in cases.items():
        found[who].values |= case.finish().values
    return found


def ours(folder: Path, entries: int) -> Case:
    """A campaign played session by session, so that its history is what it would be."""
    path, found = folder / "ours", Figures()
    for first in range(0, entries, SESSION):
        with CampaignDB(path, create=True, disk=Unsynced()) as db:
            if not first:
                db.table("characters").insert_multiple({**SHEET, "hp": 9} for _ in range(CHARACTERS))
            for number in range(first, min(first + SESSION, entries)):
                with db.transaction("play"):
                    db.table("characters").update({"hp": number}, doc_ids=[number % CHARACTERS + 1])
                    db.table(session_of(first)).insert(Document(entry(number), doc_id=number + 1))
    last = session_of(entries)
    db = CampaignDB(path)
    characters, journal = db.table("characters"), db.table(last)

    def change(number: int) -> None:
        characters.update({"hp": -number}, doc_ids=[number % CHARACTERS + 1])

    def append(number: int) -> None:
        journal.insert(Document(entry(number), doc_id=entries + number + 1))

    def unit(number: int) -> None:
        with db.transaction("Goblin hits Mira"):
            change(number)
            append(number)

    def look(_: int) -> None:
        with CampaignDB(path, read_only=True) as reader:
            reader.table("characters").all()
            newest = reader.table(last)
            for number in reader.ids(last)[-LATEST:]:  # one by one, as the journal reads them
                newest.get(doc_id=number)

    def finish() -> Figures:
        found.time("search", lambda _: [db.table(name).search(RARE) for name in db.session_tables()], 1)
        found.time("close", lambda _: db.close(), 1)
        found.time("open", look, OPENINGS)
        live = [*path.glob("*.json"), *path.glob("journal/*.json"), path / "changes.log"]
        found.values["live"] = sum(each.stat().st_size for each in live)
        found.values["history"] = sum(each.stat().st_size for each in (path / "backups").glob("changes.*"))
        found.values["memory"] = _memory("ours", path)
        return found

    return Case({"change": change, "append": append, "unit": unit}, finish)


RARE = where("procedure") == "no such"


def stock(folder: Path, entries: int, times: int) -> Figures:
    path, found = folder / "stock.json", Figures()
    db = TinyDB(path)
    tables = {"characters": {str(n + 1): {**SHEET, "hp": 9} for n in range(CHARACTERS)}}
    db.storage.write({**tables, "journal": {str(n + 1): entry(n) for n in range(entries)}})
    found.values["live"] = path.stat().st_size
    characters, journal = db.table("characters"), db.table("journal")

    def change(number: int) -> None:
        characters.update({"hp": -number}, doc_ids=[number % CHARACTERS + 1])

    def append(number: int) -> None:
        journal.insert(entry(number))

    def unit(number: int) -> None:
        change(number)
        append(number)

    for kind, act in (("change", change), ("append", append), ("unit", unit)):
        found.time(kind, act, times, 1)
    found.time("search", lambda _: journal.search(RARE), 1)
    db.close()

    def look(_: int) -> None:
        with TinyDB(path) as reader:
            reader.table("characters").all()
            reader.table("journal").all()[-50:]

    found.time("open", look, min(times, 3))
    found.values["memory"] = _memory("stock", path)
    return found


def sqlite(folder: Path, entries: int) -> Case:
    path, found = folder / "lite.db", Figures()
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("pragma journal_mode=wal")
    db.execute("pragma synchronous=full")
    db.executescript(
        "create table characters(id integer primary key, doc text);"
        "create table journal(id integer primary key, doc text);begin"
    )
    sheet = json.dumps({**SHEET, "hp": 9})
    db.executemany("insert into characters(doc) values(?)", [(sheet,)] * CHARACTERS)
    db.executemany("insert into journal(doc) values(?)", ((json.dumps(entry(n)),) for n in range(entries)))
    db.execute("commit")

    def change(number: int) -> None:
        who = number % CHARACTERS + 1
        ((text,),) = db.execute("select doc from characters where id=?", (who,))
        db.execute(
            "update characters set doc=? where id=?", (json.dumps({**json.loads(text), "hp": -number}), who)
        )

    def append(number: int) -> None:
        db.execute("insert into journal(doc) values(?)", (json.dumps(entry(number)),))

    def unit(number: int) -> None:
        db.execute("begin immediate")
        change(number)
        append(number)
        db.execute("commit")

    def look(_: int) -> None:
        reader = sqlite3.connect(path)
        [json.loads(text) for (text,) in reader.execute("select doc from characters")]
        last = reader.execute("select doc from journal order by id desc limit ?", (LATEST,))
        [json.loads(text) for (text,) in last]
        reader.close()

    def finish() -> Figures:
        db.close()
        found.time("open", look, OPENINGS)
        return found

    return Case({"change": change, "append": append, "unit": unit}, finish)


LOOK = """
import sys
from pathlib import Path
def used():
    text = Path("/proc/self/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0]) * 1024
kind, path = sys.argv[1:]
from tinydb import TinyDB
from tableside.campaign.store.database import CampaignDB
before = used()
if kind == "stock":
    whole = TinyDB(path).storage.read()
else:
    db = CampaignDB(path, read_only=True)
    shown = db.table("characters").all(), db.table(db.session_tables()[-1]).all()[-50:]
print(used() - before)
"""


def _memory(kind: str, path: Path) -> float:
    """Bytes that opening takes, in a process of its own; 0 where the system does not say."""
    if not os.path.exists("/proc/self/status"):
        return 0
    command = [sys.executable, "-c", LOOK, kind, str(path)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


@dataclass(frozen=True, slots=True)
class Target:
    """A ratio of two figures, each by whose it is and its name, and its bound."""

    what: str
    of: tuple[str, str]
    by: tuple[str, str]
    bound: float
    at_least: bool = False

    def line(self, found: Mapping[str, Figures]) -> str:
        ratio = found[self.of[0]].values[self.of[1]] / found[self.by[0]].values[self.by[1]]
        met = ratio >= self.bound if self.at_least else ratio <= self.bound
        sign = "≥" if self.at_least else "≤"
        shown = f"{ratio:>10.0f}" if ratio >= 100 else f"{ratio:>10.3f}"
        return f"{shown}  {sign} {self.bound:<6g} {'met' if met else 'NOT MET':<8} {self.what}"


def targets() -> Iterator[Target]:
    for kind in KINDS:
        yield Target(f"{kind}: stock ÷ ours", ("stock", kind), ("ours", kind), 1_000, at_least=True)
        yield Target(f"{kind}: ours ÷ SQLite", ("ours", kind), ("SQLite", kind), 1.2)
        yield Target(f"{kind}: ours, the longest ÷ the shortest", ("ours", kind), ("first", kind), 1.5)
    yield Target("open: stock ÷ ours", ("stock", "open"), ("ours", "open"), 50, at_least=True)
    yield Target("open: ours ÷ SQLite", ("ours", "open"), ("SQLite", "open"), 1.5)
    yield Target("memory of opening: ours ÷ stock", ("ours", "memory"), ("stock", "memory"), 0.05)
    yield Target("search all: ours ÷ stock", ("ours", "search"), ("stock", "search"), 1)
    yield Target("close ÷ one stock change", ("ours", "close"), ("stock", "change"), 0.1)
    yield Target("live files ÷ stock file", ("ours", "live"), ("stock", "live"), 1)
    yield Target("packed history ÷ stock file", ("ours", "history"), ("stock", "live"), 0.3)


def main(sizes: list[int]) -> None:
    columns = (*KINDS, "open", "search", "close")
    print(" entries            " + "".join(f"{kind:>10}" for kind in columns))
    found: dict[str, Figures] = {}
    for entries in sizes:
        with tempfile.TemporaryDirectory() as name:
            cases = {"ours": ours(Path(name), entries), "SQLite": sqlite(Path(name), entries)}
            found |= by_turns(cases, 300)
            found["stock"] = stock(Path(name), entries, 3 if entries > 20_000 else 10)
        found.setdefault("first", found["ours"])
        for who in ("ours", "stock", "SQLite"):
            values = (found[who].values.get(kind) for kind in columns)
            shown = "".join("         -" if value is None else f"{value:>10.3f}" for value in values)
            print(f"{entries:>8}  {who:<8}{shown}")
    print(f"\nat {sizes[-1]} entries (the targets are for 100,000):")
    for target in targets():
        print(target.line(found))


if __name__ == "__main__":
    main([int(each) for each in sys.argv[1:]] or [100, 1_000, 10_000, 100_000])
