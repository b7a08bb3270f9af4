"""Files that hold anything at all: right data or one clear line, never a traceback."""

import json
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tableside.campaign.json_export import export_json
from tableside.campaign.library import Library
from tableside.campaign.repair import repair, repair_accepting_edits, repair_without
from tableside.campaign.store.basefile import decode_base, encode_base
from tableside.campaign.store.commits import decode, encode
from tableside.campaign.store.log import log_line_checksum
from tableside.errors import TablesideError
from tableside.shell.check import shell_check_of_campaign
from tests.bench.flips import ID, campaign_with_everything
from tests.thorough import often

pytestmark = pytest.mark.long

FILES = ("campaign.json", "changes.log", "journal/0001.json", "journal/0002.json", ".lock")
json_value = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 3_000) | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)
many = settings(max_examples=often(30), deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return campaign_with_everything(tmp_path_factory.mktemp("fuzz")).parent


@pytest.fixture(scope="module")
def right(template: Path) -> bytes:
    campaign = Library(template).open(ID, read_only=True)
    found = export_json(campaign)
    campaign.close()
    return found


def copied(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(Path(shutil.copytree(template, tmp_path_factory.mktemp("copy") / "saves")))


def read_all(library: Library) -> bytes | None:
    """Everything a campaign says. None: it says in one line why it does not."""
    for shelved in library.shelf():
        assert "\n" not in shelved.trouble
    for fault in shell_check_of_campaign(library, ID).faults:
        assert "\n" not in str(fault.where)
    try:
        campaign = library.open(ID, read_only=True)
        try:
            return export_json(campaign)
        finally:
            campaign.close()
    except TablesideError as error:
        assert str(error) and "\n" not in str(error)
        return None


def mend_all(library: Library) -> None:
    for way in (repair_accepting_edits, repair, repair_without):
        try:
            way(library, ID)
        except TablesideError as error:
            assert str(error) and "\n" not in str(error)
    read_all(library)


@many
@given(
    file=st.sampled_from(FILES),
    spans=st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 40), st.binary(max_size=40)), min_size=1, max_size=3
    ),
    all_of_it=st.booleans(),
)
def test_random_bytes(
    template: Path,
    right: bytes,
    tmp_path_factory: pytest.TempPathFactory,
    file: str,
    spans: list[tuple[float, int, bytes]],
    all_of_it: bool,
) -> None:
    library = copied(template, tmp_path_factory)
    path = library.folder / ID / file
    data = path.read_bytes()
    for share, cut, put in spans:
        place = int(share * len(data))
        data = put if all_of_it else data[:place] + put + data[place + cut :]
    path.write_bytes(data)
    assert read_all(library) in (right, None)
    mend_all(library)


def replaced(value: Any, path: list[float], new: object) -> Any:
    """The value with something inside it replaced, found by going in at these shares of each level."""
    if not path or not isinstance(value, dict | list) or not value:
        return new
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = keys[int(path[0] * (len(keys) - 1))]
    changed = dict(value) if isinstance(value, dict) else list(value)
    changed[key] = replaced(value[key], path[1:], new)
    return changed


share = st.lists(st.floats(0, 1), max_size=6)


@many
@given(file=st.sampled_from([each for each in FILES if each.endswith("json")]), way=share, new=json_value)
def test_any_value_anywhere_under_a_right_checksum(
    template: Path, tmp_path_factory: pytest.TempPathFactory, file: str, way: list[float], new: object
) -> None:
    library = copied(template, tmp_path_factory)
    path = library.folder / ID / file
    base = decode_base(path.read_bytes(), file)
    whole = {name: {key: decode(doc) for key, doc in docs.items()} for name, docs in base.documents.items()}
    bent = replaced(whole, way, new)
    tables = {
        name: {key: encode(doc) for key, doc in docs.items()}
        for name, docs in (bent if isinstance(bent, dict) else {}).items()
        if isinstance(docs, dict)
    }
    path.write_bytes(encode_base(tables, msgspec.structs.replace(base.meta, sha256="")))
    read_all(library)
    mend_all(library)


@many
@given(line=st.integers(1, 7), way=share, new=json_value)
def test_any_value_anywhere_in_a_line_with_a_right_checksum(
    template: Path, tmp_path_factory: pytest.TempPathFactory, line: int, way: list[float], new: object
) -> None:
    library = copied(template, tmp_path_factory)
    path = library.folder / ID / "changes.log"
    lines = path.read_bytes().splitlines()
    body = json.dumps(replaced(json.loads(lines[line][17:]), way, new)).encode()
    id = json.loads(lines[0])["id"]
    lines[line] = b"%s %s" % (log_line_checksum(id, body).encode(), body)
    path.write_bytes(b"\n".join(lines) + b"\n")
    read_all(library)
    mend_all(library)
