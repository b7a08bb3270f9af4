"""Whatever is done, in whatever order: reopened, it is what a plain dictionary would hold."""

from copy import deepcopy
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tinydb import where
from tinydb.table import Document

from tableside.campaign.store.database import CampaignDB
from tests.campaign.store.disks import PowerDisk
from tests.thorough import often

text = st.text(st.characters(codec="utf-8"), max_size=6)
value = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=6,
)
document = st.dictionaries(st.sampled_from("abc") | text, value, max_size=4)
table = st.sampled_from(["characters", "notes", "journal/0001", "journal/0002", "journal/12345"])
doc_id = st.integers(1, 6)
Content = dict[str, dict[str, Any]]


class Table(RuleBasedStateMachine):
    """A campaign beside a dictionary of the same. `view` follows it as a second process would."""

    def __init__(self) -> None:
        super().__init__()
        self.disk = PowerDisk()
        self.model: Content = {}

    @initialize()
    def begin(self) -> None:
        self.db = CampaignDB(Path("/vale"), create=True, disk=self.disk, now=float)
        self.view = CampaignDB(Path("/vale"), read_only=True, disk=self.disk)

    @rule(table=table, doc_id=doc_id, document=document)
    def upsert(self, table: str, doc_id: int, document: dict[str, Any]) -> None:
        self.db.table(table).upsert(Document(document, doc_id=doc_id))
        self.model.setdefault(table, {}).setdefault(str(doc_id), {}).update(document)

    @rule(table=table, document=document)
    def insert(self, table: str, document: dict[str, Any]) -> None:
        given = self.db.table(table).insert(document)
        assert str(given) not in self.model.get(table, {})
        self.model.setdefault(table, {})[str(given)] = document

    @rule(table=table, doc_id=doc_id)
    def remove(self, table: str, doc_id: int) -> None:
        removed = self.db.table(table).remove(doc_ids=[doc_id])
        assert removed == ([doc_id] if self.model.get(table, {}).pop(str(doc_id), None) is not None else [])

    @rule(table=table, value=value)
    def update_where(self, table: str, value: object) -> None:
        self.db.table(table).update({"b": value}, where("a").exists())
        for fields in self.model.get(table, {}).values():
            if "a" in fields:
                fields["b"] = value

    @rule(table=table)
    def drop(self, table: str) -> None:
        self.db.drop_table(table)
        self.model.pop(table, None)

    @rule(table=table)
    def truncate(self, table: str) -> None:
        self.db.table(table).truncate()
        self.model[table] = {}

    @rule(one=table, other=table, document=document, fails=st.booleans())
    def transaction(self, one: str, other: str, document: dict[str, Any], fails: bool) -> None:
        model = deepcopy(self.model)
        before = self.db.sequence
        try:
            with self.db.transaction("both"):
                self.upsert(one, 1, document)
                self.remove(other, 2)
                self.insert(other, {"also": 1})
                if fails:
                    raise KeyError
        except KeyError:
            self.model = model
        assert self.db.sequence == before + (not fails)

    @rule()
    def fold(self) -> None:
        assert self.db.fold()

    @rule()
    def close(self) -> None:
        self.db.close()
        self.reopen()

    @rule()
    def kill(self) -> None:
        reading: int = self.view._storage._follower.fd  # type: ignore[attr-defined]  # the reader's
        inode = self.disk.open[reading]
        self.disk.kill()
        self.disk.open[reading] = inode
        self.reopen()

    def reopen(self) -> None:
        self.db = CampaignDB(Path("/vale"), disk=self.disk, now=float)
        assert self.db.notices == ()

    @rule()
    def look(self) -> None:
        self.view.refresh()
        assert repr(self.view._storage.read()) == repr(self.db._storage.read())
        assert not self.view.refresh()

    @invariant()
    def same(self) -> None:
        if hasattr(self, "db"):
            found = {name: docs for name, docs in self.db._storage.read().items() if docs}
            assert ordered(found) == ordered({name: docs for name, docs in self.model.items() if docs})


def ordered(content: Content) -> str:
    """Exact to the type: 1 is not True. Documents in their order, fields in any."""
    return repr([(name, [*map(fields_of, content[name].items())]) for name in sorted(content)])


def fields_of(item: tuple[str, dict[str, Any]]) -> tuple[str, list[tuple[str, Any]]]:
    return item[0], sorted(item[1].items(), key=lambda field: field[0])


Table.TestCase.settings = settings(
    max_examples=often(80), stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
TestTable = Table.TestCase
