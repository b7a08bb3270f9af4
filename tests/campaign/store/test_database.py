"""A campaign is a TinyDB database that keeps what it has acknowledged."""

import json
import stat
from collections.abc import MutableMapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tinydb import TinyDB, where
from tinydb.table import Document
from tinydb.table import Document as StockDocument

from tableside.campaign.store.basefile import CAMPAIGN, decode_base, encode_base
from tableside.campaign.store.check import check_store_files
from tableside.campaign.store.database import CampaignDB
from tableside.campaign.store.errors import Closed, NoCampaign, NotStorable, ReadOnly
from tableside.errors import StoreError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "vale"


def new(folder: Path) -> CampaignDB:
    return CampaignDB(folder, create=True, now=lambda: 5.0)


def reopened(db: CampaignDB) -> CampaignDB:
    db.close()
    return CampaignDB(db.folder, now=lambda: 6.0)


def test_what_was_saved_is_there_again(folder: Path) -> None:
    db = new(folder)
    mira = db.table("characters").insert({"name": "Mira", "hp": 34})
    db.table("characters").update({"hp": 27}, doc_ids=[mira])
    db.table("journal/0001").insert(Document({"text": "é\n\u2028"}, doc_id=48214))
    db = reopened(db)
    assert db.table("characters").get(doc_id=mira) == {"name": "Mira", "hp": 27}
    assert db.table("journal/0001").get(doc_id=48214) == {"text": "é\n\u2028"}
    assert db.sequence == 3
    db.close()


def test_a_transaction_is_one_line(folder: Path) -> None:
    db = new(folder)
    with db.transaction("Goblin hits Mira"):
        db.table("characters").upsert(Document({"hp": 34, "name": "Mira"}, doc_id=17))
        db.table("characters").update({"hp": 27}, doc_ids=[17])
        db.table("journal/0001").insert(Document({"a": 1}, doc_id=1))
    head, line = (folder / "changes.log").read_text().splitlines()
    header = json.loads(head)
    assert (header["log"], header["start"], header["id"]) == (2, 1, db.id) and len(db.id) == 32
    assert json.loads(line[17:]) == {
        "n": 1,
        "t": 5.0,
        "l": "Goblin hits Mira",
        "o": [["characters", "17", None, {"hp": 27, "name": "Mira"}], ["journal/0001", "1", None, {"a": 1}]],
        "p": header["chain"],
    }
    assert line[:16] == sha256(db.id.encode() + line[17:].encode()).hexdigest()[:16]
    db.close()


def test_the_log_holds_only_the_fields_that_differ(folder: Path) -> None:
    db = new(folder)
    db.table("characters").insert({"hp": 34, "name": "Mira", "old": 1})

    def change(fields: MutableMapping[str, Any]) -> None:
        del fields["old"]
        fields.update(hp=True, new=None)

    db.table("characters").update(change)
    line = (folder / "changes.log").read_text().splitlines()[-1]
    assert json.loads(line[17:])["o"] == [
        ["characters", "1", {"hp": 34, "old": 1}, {"hp": True, "new": None}]
    ]
    db = reopened(db)
    assert db.table("characters").all() == [{"hp": True, "name": "Mira", "new": None}]
    db.close()


def test_one_and_true_and_one_point_nought_are_three_values(folder: Path) -> None:
    db = new(folder)
    values: tuple[object, ...] = (1, True, 1.0, 0, False, 0.0, -0.0, None)
    for value in values:
        db.table("t").upsert(Document({"v": value}, doc_id=1))
        db = reopened(db)
        (document,) = db.table("t").all()
        assert repr(document["v"]) == repr(value)
    assert db.sequence == len(values)
    db.close()


@pytest.mark.parametrize("indent", [None, 2])
def test_a_document_that_another_has_spaced_is_changed_where_it_differs(
    folder: Path, indent: int | None
) -> None:
    sheets = {"1": {"hp": 9, "bag": [1, {"of": "rope"}]}, "2": {"hp": 4, "bag": []}}
    with new(folder) as db:
        db.table("characters").insert_multiple(sheets.values())
    data = (folder / CAMPAIGN).read_bytes()
    base = decode_base(data, CAMPAIGN)
    spread = {key: json.dumps(sheet, indent=indent).encode() for key, sheet in sheets.items()}
    meta = msgspec.structs.replace(base.meta, sha256="")
    (folder / CAMPAIGN).write_bytes(encode_base({**base.documents, "characters": spread}, meta))
    with CampaignDB(folder) as db:
        db.table("characters").update({"hp": 8}, doc_ids=[1])
        db.table("characters").remove(doc_ids=[2])
        lines = (folder / "changes.log").read_bytes().splitlines()
        assert len(lines) == 3
        assert b',{"hp":9},{"hp":8}]' in lines[1].replace(b" ", b"")
    with CampaignDB(folder, read_only=True) as db:
        assert db.table("characters").all() == [{"hp": 8, "bag": [1, {"of": "rope"}]}]


def test_an_exception_takes_the_whole_transaction_back(folder: Path) -> None:
    db = new(folder)
    db.table("characters").insert_multiple([{"n": 1}, {"n": 2}, {"n": 3}])
    before, log = db.table("characters").all(), (folder / "changes.log").read_bytes()
    cached = db.table("characters").search(where("n") > 0)
    with pytest.raises(KeyError), db.transaction("half"):
        db.table("characters").remove(doc_ids=[2])
        db.table("characters").update({"n": 9}, doc_ids=[1])
        assert db.table("characters").insert({"n": 4}) == 4
        db.table("notes").insert({})
        db.drop_table("characters")
        raise KeyError
    assert db.table("characters").all() == before == db.table("characters").search(where("n") > 0) == cached
    assert db.tables() == {"characters"}
    assert (folder / "changes.log").read_bytes() == log
    assert db.table("characters").insert({"n": 4}) == 4
    db.close()


def test_a_transaction_without_a_difference_writes_nothing(folder: Path) -> None:
    db = new(folder)
    db.table("characters").insert({"a": 1, "b": 2})
    with db.transaction("nothing"):
        db.table("characters").update({"a": 3})
        db.table("characters").update({"a": 1})
    assert db.sequence == 1
    db.close()


def test_transactions_do_not_nest(folder: Path) -> None:
    with new(folder) as db:
        with pytest.raises(StoreError, match="open already"), db.transaction("one"), db.transaction("two"):
            pass
        with pytest.raises(StoreError, match="before folding"), db.transaction("one"):
            db.fold()


@pytest.mark.parametrize(
    "value",
    [
        float("nan"),
        float("inf"),
        (1, 2),
        {1: 2},
        {"1": 1, 1: 2},
        "\ud800",
        b"x",
        {1},
        {"\udfff": 1},
        object(),
    ],
)
@pytest.mark.parametrize("inside", [False, True])
def test_what_json_cannot_hold_is_refused_by_name(folder: Path, value: object, inside: bool) -> None:
    db = new(folder)
    db.table("t").insert({"v": None, "w": [None]})
    with pytest.raises(TypeError, match=r"t 1\.") as refused:
        db.table("t").update({"w": [value]} if inside else {"v": value})
    assert isinstance(refused.value, NotStorable) and str(refused.value).isprintable()
    assert db.table("t").all() == [{"v": None, "w": [None]}]
    assert db.sequence == 1
    db.close()


def test_depth_ids_and_names_are_refused_too(folder: Path) -> None:
    db = new(folder)
    deep: object = 1
    for _ in range(200):
        deep = [deep]
    for document in ({"v": deep}, StockDocument({}, doc_id="x")):  # type: ignore[arg-type]  # on purpose
        with pytest.raises(NotStorable):
            db.table("t").insert(document)
    for name in ("_meta", "\ud800"):
        with pytest.raises(NotStorable):
            db.table(name).insert({})
    with pytest.raises(NotStorable), db.transaction("\ud800"):
        db.table("t").insert({})
    assert db.sequence == 0
    assert db.tables() == set()
    db.close()


def test_returned_documents_do_not_alias_the_store(folder: Path) -> None:
    db = new(folder)
    mine = {"skills": [{"rank": 1}]}
    db.table("t").insert(mine)
    mine["skills"].append({})
    table = db.table("t")
    query = where("skills").any(where("rank") == 1)
    for found in (table.all(), table.search(query), table.search(query), [table.get(doc_id=1)]):
        (document,) = found
        assert type(document) is StockDocument
        assert document == {"skills": [{"rank": 1}]}
        document["skills"][0]["rank"] = 2
    db.close()


def test_stock_tinydb_opens_every_file(folder: Path) -> None:
    db = new(folder)
    db.table("characters").insert({"name": "Mira é"})
    db.table('odd "name"\n').insert({"x": 1})
    db.table("journal/0001").insert({"text": "a"})
    db.table("empty", persist_empty=True)
    db.close()
    for file in [*folder.glob("*.json"), *folder.glob("*/*.json")]:
        with TinyDB(file, encoding="utf-8") as stock:
            assert "_meta" in stock.tables()
    with TinyDB(folder / "campaign.json", encoding="utf-8") as stock:
        assert stock.tables() == {"_meta", "characters", 'odd "name"\n', "empty"}
        assert stock.table("characters").all() == [{"name": "Mira é"}]
        assert stock.table("_meta").all()[0]["files"]["journal/0001"][0] == 4
    db = CampaignDB(folder)
    assert db.tables() == {"characters", 'odd "name"\n', "empty", "journal/0001"}
    db.close()


def test_only_the_owner_can_read_a_campaign(folder: Path) -> None:
    db = new(folder)
    db.table("journal/0001").insert({})
    db.close()
    for path in [folder, *folder.rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


def test_ids_of_deleted_documents_do_not_come_back(folder: Path) -> None:
    db = new(folder)
    for name in ("characters", "journal/0001"):
        assert db.table(name).insert_multiple([{}, {}]) == [1, 2]
        db.table(name).remove(doc_ids=[2])
    for _ in range(2):
        db = reopened(db)
    assert db.table("characters").insert({}) == 3
    assert db.table("journal/0001").insert({}) == 3
    db.close()


def test_given_ids_are_not_given_out_again(folder: Path) -> None:
    with new(folder) as db:
        assert db.table("t").insert_multiple([Document({"a": 1}, doc_id=1), {"a": 2}, {"a": 3}]) == [1, 2, 3]
        assert db.table("t").insert_multiple([Document({}, doc_id=9), {}]) == [9, 10]
        with pytest.raises(ValueError, match="already exists"):
            db.table("t").insert(Document({}, doc_id=9))
        assert len(db.table("t")) == 5


def test_tables_come_and_go_for_good(folder: Path) -> None:
    db = new(folder)
    db.insert({"default": 1})
    for name in ("notes", "journal/0001", "journal/0002"):
        db.table(name).insert({"n": name})
    db.drop_table("notes")
    db.drop_table("journal/0001")
    db.table("journal/0002").truncate()
    assert db.table("journal/0002").insert({}) == 1
    for _ in range(2):
        db = reopened(db)
        assert db.tables() == {"_default", "journal/0002"}
        assert db.session_tables() == ["journal/0002"]
        assert db.table("journal/0001").all() == []
        assert [path.name for path in (folder / "journal").iterdir()] == ["0002.json"]
    db.table("journal/0001").insert({"again": 1})
    db.drop_tables()
    db = reopened(db)
    assert db.tables() == set()
    assert db.table("journal/0001").insert({}) == 1
    db.close()


def test_a_dropped_session_can_be_folded_again_and_begun_again(folder: Path) -> None:
    db = new(folder)
    db.table("journal/0001").insert({})
    db = reopened(db)
    db.drop_table("journal/0001")
    for _ in range(3):
        assert db.fold()
        db.table("characters").insert({})
    db.table("journal/0001").insert({"again": 1})
    assert db.fold()
    db = reopened(db)
    assert db.table("journal/0001").all() == [{"again": 1}]
    assert list(check_store_files(folder)) == []
    db.close()


def test_read_and_write_of_the_whole_keep_their_contract(folder: Path) -> None:
    db = new(folder)
    db.table("characters").insert({"n": [1]})
    db.table("journal/0001").insert({"n": 2})
    whole = db.storage.read()
    assert whole == {"characters": {"1": {"n": [1]}}, "journal/0001": {"1": {"n": 2}}}
    whole["characters"]["1"]["n"].append(2)
    del whole["journal/0001"]
    whole["notes"] = {"7": {}}
    db.storage.write(whole)
    db = reopened(db)
    assert db.storage.read() == whole
    assert db.sequence == 3
    db.close()


def test_queries_see_each_change_and_are_cached(folder: Path) -> None:
    with new(folder) as db:
        table = db.table("t")
        table.insert_multiple({"n": n} for n in range(5))
        query = where("n") >= 3
        assert table.count(query) == 2
        assert query in table._query_cache
        table.update({"n": 9}, where("n") == 0)
        assert table.count(query) == 3
        assert table.upsert({"n": 4, "x": 1}, where("n") == 4) == [5]
        assert table.upsert({"n": 40}, where("n") == 40) == [6]
        assert table.remove(where("n") > 5) == [1, 6]
        assert table.update({"n": 1}, doc_ids=[99]) == []
        assert [document.doc_id for document in table] == [2, 3, 4, 5]
        assert len(table) == 4
        assert table.get(doc_ids=[3, 2]) == [{"n": 1}, {"n": 2}]


def test_nothing_is_made_unless_asked_for(folder: Path) -> None:
    for read_only in (False, True):
        with pytest.raises(NoCampaign):
            CampaignDB(folder, read_only=read_only)
        assert not folder.exists()
    folder.mkdir()
    with pytest.raises(NoCampaign):
        CampaignDB(folder)
    assert list(folder.iterdir()) == []


def test_create_opens_what_is_there(folder: Path) -> None:
    db = new(folder)
    db.table("t").insert({})
    db.close()
    with new(folder) as db:
        assert len(db.table("t")) == 1


def test_a_closed_campaign_takes_nothing(folder: Path) -> None:
    db = new(folder)
    db.close()
    db.close()
    with pytest.raises(Closed):
        db.table("t").insert({})
    with pytest.raises(Closed):
        db.table("t").all()


def test_a_reader_writes_nothing(folder: Path) -> None:
    new(folder).close()
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    db = CampaignDB(folder, read_only=True)
    with pytest.raises(ReadOnly):
        db.table("t").insert({})
    with pytest.raises(ReadOnly), db.transaction("x"):
        pass
    with pytest.raises(ReadOnly):
        db.drop_tables()
    db.close()
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before
