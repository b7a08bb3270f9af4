"""What one durable change costs: this store beside stock TinyDB and SQLite, in one run on one disk.

    python -m tests.bench.store [--long]

A change is what a blow at the table is: one attribute of one of twelve characters, and a journal entry, as a
unit (stock TinyDB has no units, so two calls). Figures are medians in milliseconds; only the ratios carry
over to another machine. `--long` adds 100,000 entries.
"""

import json
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from tinydb import TinyDB

from tableside.campaign.store import CampaignDB, Document

CHARACTERS = 12
SESSION = 340
"""Entries in a session."""
SHEET = {"name": "Mira", "skills": [{"name": f"skill {n}", "rank": n} for n in range(20)], "notes": "x" * 400}
ENTRY = {"who": 3, "procedure": "troika.hurt", "inputs": {"damage": 7}, "faces": [3, 4, 6], "text": "y" * 120}
Change = Callable[[int], None]


def session_of(number: int) -> str:
    return f"journal/{1 + number // SESSION:04}"


@contextmanager
def ours(folder: Path, entries: int) -> Iterator[Change]:
    path = folder / "ours"
    with CampaignDB(path, create=True) as db, db.transaction("fill"):
        db.table("characters").insert_multiple({**SHEET, "hp": 9} for _ in range(CHARACTERS))
        for first in range(0, entries, SESSION):
            numbers = range(first, min(first + SESSION, entries))
            db.table(session_of(first)).insert_multiple(Document(ENTRY, doc_id=n + 1) for n in numbers)
    with CampaignDB(path) as db:

        def change(number: int) -> None:
            with db.transaction("Goblin hits Mira"):
                db.table("characters").update({"hp": number}, doc_ids=[number % CHARACTERS + 1])
                db.table(session_of(entries)).insert(Document(ENTRY, doc_id=entries + number + 1))

        yield change


@contextmanager
def stock(folder: Path, entries: int) -> Iterator[Change]:
    with TinyDB(folder / "stock.json") as db:
        tables = {"characters": {str(n + 1): {**SHEET, "hp": 9} for n in range(CHARACTERS)}}
        db.storage.write({**tables, "journal": {str(n + 1): ENTRY for n in range(entries)}})

        def change(number: int) -> None:
            db.table("characters").update({"hp": number}, doc_ids=[number % CHARACTERS + 1])
            db.table("journal").insert(ENTRY)

        yield change


@contextmanager
def sqlite(folder: Path, entries: int) -> Iterator[Change]:
    db = sqlite3.connect(folder / "lite.db", isolation_level=None)
    db.execute("pragma journal_mode=wal")
    db.execute("pragma synchronous=full")
    db.executescript(
        "create table characters(id integer primary key, doc text);"
        "create table journal(id integer primary key, doc text);begin"
    )
    for _ in range(CHARACTERS):
        db.execute("insert into characters(doc) values(?)", (json.dumps({**SHEET, "hp": 9}),))
    db.executemany("insert into journal(doc) values(?)", ((json.dumps(ENTRY),) for _ in range(entries)))
    db.execute("commit")

    def change(number: int) -> None:
        who = number % CHARACTERS + 1
        db.execute("begin immediate")
        ((text,),) = db.execute("select doc from characters where id=?", (who,))
        document = json.dumps({**json.loads(text), "hp": number})
        db.execute("update characters set doc=? where id=?", (document, who))
        db.execute("insert into journal(doc) values(?)", (json.dumps(ENTRY),))
        db.execute("commit")

    try:
        yield change
    finally:
        db.close()


def milliseconds(change: Change, times: int) -> float:
    change(0)
    taken = []
    for number in range(1, times + 1):
        start = time.perf_counter()
        change(number)
        taken.append(time.perf_counter() - start)
    return 1000 * median(taken)


def opening(folder: Path) -> float:
    """Open, list the characters, and the entries of the last session."""
    start = time.perf_counter()
    with CampaignDB(folder / "ours", read_only=True) as db:
        db.table("characters").all()
        db.table(db.session_tables()[-1]).all()
        return 1000 * (time.perf_counter() - start)


def main(sizes: list[int]) -> None:
    print(" entries      ours     stock    sqlite  stock/ours  ours/sqlite     open")
    first = 0.0
    for entries in sizes:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            with sqlite(folder, entries) as change:
                lite = milliseconds(change, 300)
            with ours(folder, entries) as change:
                mine = milliseconds(change, 300)
                opened = opening(folder)
            with stock(folder, entries) as change:
                plain = milliseconds(change, 5 if entries > 5_000 else 30)
        first = first or mine
        print(
            f"{entries:>8} {mine:>9.3f} {plain:>9.2f} {lite:>9.3f} {plain / mine:>11.0f} {mine / lite:>12.2f}"
            f" {opened:>8.2f}"
        )
    print(f"ours at {sizes[-1]} entries / at {sizes[0]}: {mine / first:.2f}")


if __name__ == "__main__":
    main([100, 1_000, 10_000] + [100_000] * ("--long" in sys.argv))
