"""Campaigns that an older Tableside wrote, brought to the documents of this one.

The schema of a campaign stands in its `about` document, and that of the program that wrote a file in each
file (`basefile`). A migration is a pure function from all documents to all documents, by address such as
`characters/1` or `journal/0001/12`; it is registered under the schema that it leads from. All of them are
made as one change, so that a kill leaves the campaign as it was or as it is to be; the log is folded before,
so that no log mixes schemas, and after, so that every file that has changed is written at once.
"""

from collections.abc import Callable
from copy import deepcopy

from tinydb.table import Document as StoredDocument

from tableside.campaign.documents import Documents
from tableside.campaign.store import CampaignDB, NewerVersion, basefile
from tableside.errors import StoreError

Migration = Callable[[Documents], Documents]

MIGRATIONS: dict[int, Migration] = {}
"""By the schema that each leads from, to the next."""
ABOUT = "about/1"
FIRST = 1
"""The schema of a campaign that does not say its own."""


def schema_of(db: CampaignDB) -> int:
    """The schema of a campaign's documents. Raises: NewerVersion, StoreError."""
    about = db.table("about").get(doc_id=1)
    found = about.get("schema", FIRST) if isinstance(about, dict) else FIRST
    if type(found) is not int or found < FIRST:
        raise StoreError(f"{ABOUT} has a schema {found!r}: it is a whole number from {FIRST}")
    if found > basefile.SCHEMA:
        raise NewerVersion(basefile.CAMPAIGN, "schema", found, basefile.SCHEMA)
    return found


def is_old(db: CampaignDB) -> bool:
    """Whether the campaign has to be brought to this schema before it can be read."""
    return schema_of(db) < basefile.SCHEMA


def migrate(db: CampaignDB) -> None:
    """Bring a campaign that is open for writing to this schema.

    Raises: StoreError; the campaign is then as it was.
    """
    found, wanted = schema_of(db), basefile.SCHEMA
    if found == wanted:
        return
    missing = [number for number in range(found, wanted) if number not in MIGRATIONS]
    if missing:
        raise StoreError(f"no way leads from schema {missing[0]} to {missing[0] + 1}")
    _fold(db, wanted)
    before = stored(db)
    after = migrated(before, found, wanted)
    with db.transaction(f"schema {wanted}"):
        _write(db, before, after)
    _fold(db, wanted)


def migrated(found: Documents, schema: int, wanted: int) -> Documents:
    """The documents of a schema as those of a later one."""
    for number in range(schema, wanted):
        found = MIGRATIONS[number](deepcopy(found))
    return {**found, ABOUT: {**found[ABOUT], "schema": wanted}}


def stored(db: CampaignDB) -> Documents:
    """All documents of a campaign, the journal too."""
    tables = sorted({*db.tables(), *db.session_tables()})
    return {f"{table}/{each.doc_id}": dict(each) for table in tables for each in db.table(table).all()}


def _write(db: CampaignDB, before: Documents, after: Documents) -> None:
    for address in {**before, **after}:
        if before.get(address) == after.get(address):
            continue
        table, _, number = address.rpartition("/")
        if address in before:
            db.table(table).remove(doc_ids=[int(number)])
        if address in after:
            db.table(table).insert(StoredDocument(after[address], doc_id=int(number)))


def _fold(db: CampaignDB, wanted: int) -> None:
    if not db.fold():
        why = db.notices[-1].reason if db.notices else "the files cannot be written"
        raise StoreError(f"the campaign cannot be brought to schema {wanted}: {why}")
