"""Base files: the format of a campaign's `.json` files, and reading them whole.

The first line holds `_meta`, a table like any other to stock TinyDB; then follow the documents, one per line.
The SHA-256 is of the whole file without its own 64 digits.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import msgspec

from tableside.campaign.store.commits import Fields, decode, encode
from tableside.campaign.store.disk import Disk
from tableside.campaign.store.errors import (
    Damaged,
    NewerVersion,
    Unreadable,
    disk_error_reason,
    disk_errors_while_reading,
)
from tableside.campaign.store.log import LogPoint, is_campaign_id_in_log
from tableside.errors import Message
from tableside.frozen import frozen

FORMAT = 2
OLD_FORMAT = 1
"""The format of files without an id."""
SCHEMA = 1
CAMPAIGN = "campaign.json"
LOG = "changes.log"
JOURNAL = "journal"
BACKUPS = "backups"
ABOUT = "about"
"""The table whose first document every session file repeats, to say which campaign's journal it is."""

_SESSION = re.compile(r"journal/[0-9]{4,9}")
_DIGEST_END = b'"}}'
_DIGITS = 64


class BaseFileMeta(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Document 1 of `_meta`."""

    format: int
    schema: int
    id: str = ""
    """The campaign's id."""
    seq: int
    """The last change contained in the file."""
    chain: str = ""
    """The check of that change."""
    ids: dict[str, int]
    """The highest id ever used in each of its tables."""
    files: dict[str, int | LogPoint]
    """In campaign.json: every session table, with the change its file ends with."""
    about: Fields = {}
    sha256: str

    @property
    def point(self) -> LogPoint:
        return LogPoint(self.seq, self.chain)

    @property
    def listed(self) -> dict[str, LogPoint]:
        return {name: LogPoint(at) if isinstance(at, int) else at for name, at in self.files.items()}


def new_base_file_meta(
    id: str, point: LogPoint, ids: dict[str, int], files: dict[str, LogPoint], about: Fields | None = None
) -> BaseFileMeta:
    """Return the `_meta` for a new file."""
    places: dict[str, int | LogPoint] = {name: at if id else at.seq for name, at in files.items()}
    return BaseFileMeta(
        format=FORMAT if id else OLD_FORMAT,
        schema=SCHEMA,
        id=id,
        seq=point.seq,
        chain=point.check,
        ids=ids,
        files=places,
        about=(about or {}) if id else {},
        sha256="",
    )


@frozen
class BaseFile:
    """The contents of a base file: encoded documents by table and id."""

    meta: BaseFileMeta
    documents: dict[str, dict[str, bytes]]


@lru_cache(maxsize=1_000)
def has_own_base_file(table: str) -> bool:
    """Whether a table has a base file of its own."""
    return _SESSION.fullmatch(table) is not None


def base_file_of_table(table: str) -> str:
    """Return the base file of a table, relative to the folder. Only this function decides it."""
    return f"{table}.json" if has_own_base_file(table) else CAMPAIGN


def table_of_base_file(file: str) -> str | None:
    """Return the session table in a base file; None for campaign.json and files that are no base files."""
    table = file.removesuffix(".json")
    return table if file.endswith(".json") and has_own_base_file(table) else None


def encode_base(documents: dict[str, dict[str, bytes]], meta: BaseFileMeta) -> bytes:
    """Encode a whole base file. `meta` has no checksum yet."""
    head = b'{"_meta":{"1":' + encode(meta)[: -len(b'"}')]
    tables = b"".join(
        b",\n" + encode(name) + b":{" + _lines(docs) + b"\n}" for name, docs in documents.items()
    )
    tail = _DIGEST_END + tables + b"\n}\n"
    return head + sha256(head + tail).hexdigest().encode() + tail


def _lines(documents: dict[str, bytes]) -> bytes:
    return b",".join(b"\n" + encode(doc_id) + b":" + document for doc_id, document in documents.items())


def decode_base(data: bytes, file: str) -> BaseFile:
    """Decode a whole base file. Raises: Damaged, NewerVersion."""
    try:
        _check_digest(data, file)
    except Damaged as error:
        raise Damaged(file, error.what, edited=_could_be_edited(data, file)) from None
    return decode_base_unchecked(data, file)


def _could_be_edited(data: bytes, file: str) -> bool:
    try:
        decode(data)
        decode_base_unchecked(data, file)
    except (Damaged, NewerVersion, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False
    return True


def decode_base_unchecked(data: bytes, file: str) -> BaseFile:
    """Decode a base file whose checksum another program has invalidated. Raises: Damaged, NewerVersion."""
    try:
        raw = _TABLES.decode(data)
        meta = _META.decode(raw.pop("_meta")["1"])
    except (msgspec.MsgspecError, KeyError, UnicodeDecodeError, RecursionError) as error:
        raise Damaged(file, Message("store.no-base", why=error)) from error
    _check_numbers(meta, file)
    documents = {name: {key: bytes(value) for key, value in docs.items()} for name, docs in raw.items()}
    for name, docs in documents.items():
        if not _are_documents(docs):
            raise Damaged(file, Message("store.no-document", table=name))
    if not is_campaign_id_in_log(meta.id):
        raise Damaged(file, Message("store.no-id", id=meta.id))
    strangers = [name for name in documents if base_file_of_table(name) != file]
    if strangers:
        raise Damaged(
            file, Message("store.stranger", table=strangers[0], file=base_file_of_table(strangers[0]))
        )
    return BaseFile(meta, documents)


def _are_documents(docs: Mapping[str, bytes]) -> bool:
    """Whether all are objects under numeric ids. Checked at once, since a session has a thousand."""
    if not docs:
        return True
    return "" not in docs and "".join(docs).isdecimal() and {each[:1] for each in docs.values()} == {b"{"}


_TABLES = msgspec.json.Decoder(dict[str, dict[str, msgspec.Raw]])
_META = msgspec.json.Decoder(BaseFileMeta)


def _check_digest(data: bytes, file: str) -> None:
    if not data:
        raise Damaged(file, Message("store.empty"))
    line_end = data.find(b"\n")
    end = data.rfind(_DIGEST_END, 0, max(line_end, 0))
    start = end - _DIGITS
    if start < 0:
        raise Damaged(file, Message("store.no-checksum"))
    digest = sha256(data[:start])
    digest.update(memoryview(data)[end:])
    if digest.hexdigest().encode() != data[start:end]:
        raise Damaged(file, Message("store.other-checksum"))


def _check_numbers(meta: BaseFileMeta, file: str) -> None:
    if meta.format > FORMAT:
        raise NewerVersion(file, "format", meta.format, FORMAT)
    if meta.schema > SCHEMA:
        raise NewerVersion(file, "schema", meta.schema, SCHEMA)


def read_base_file(disk: Disk, folder: Path, file: str) -> bytes:
    """Return the bytes of a campaign's file that must exist. Raises: Damaged, Unreadable."""
    with disk_errors_while_reading(file):
        return disk.read(folder / file)


def read_base(disk: Disk, folder: Path, file: str) -> BaseFile:
    """Read and check a base file that must exist. Raises: Damaged, NewerVersion, Unreadable."""
    return decode_base(read_base_file(disk, folder, file), file)


def base_file_names_in(disk: Disk, folder: Path) -> list[str]:
    """Return the sorted names in a folder; none where it does not exist. Raises: Unreadable."""
    try:
        return sorted(disk.listdir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise Unreadable(folder.name, disk_error_reason(error)) from error
