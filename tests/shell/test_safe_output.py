"""Whatever a command prints, nothing in it is an order to the terminal."""

import io
import json
import os
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import pytest
from tinydb.table import Document

from tableside.campaign.library import Library
from tableside.campaign.store.database import CampaignDB
from tableside.shell.for_players import WatchingForPlayers
from tableside.shell.grammar import COMMANDS
from tableside.shell.safe_output import OutputError, SafeOutput
from tableside.text import clean_text, escaped_json_text
from tests.shell.test_contract import Finished, tableside

ORDERS = "\x1b]0;owned\x07\x1b[2J\x9b31m\x7f\u202e\u2066\r\ud800"
STORED = ORDERS.removesuffix("\ud800")  # half a character cannot be stored
FULL = Path("/dev/full")
OWN_ORDERS = re.compile(r"\x1b\[(H|K|J|1m|22m)")


def harmful(text: str) -> set[str]:
    return {each for each in text if each not in "\n\t" and unicodedata.category(each) in ("Cc", "Cs")} | {
        each for each in text if each in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    }


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A saves folder in which every text holds orders to the terminal, and whose checksums are right."""
    library = Library(tmp_path / "saves")
    id = library.new("Vale", "troika")
    tableside(library.folder, "do", id, "troika.create", "name=Ana")
    tableside(library.folder, "do", id, "campaign.add-character", "name=Wolf", "kind=enemy")
    tableside(library.folder, "do", id, "campaign.begin-session")
    tableside(library.folder, "do", id, "campaign.note", "text=It rains")
    tableside(library.folder, "undo", id)
    db = CampaignDB(library.folder / id)
    with db.transaction(f"edited {STORED}"):
        for name in ("characters", "table", "journal/0001", "journal/0002"):
            for document in db.table(name).all() if name in {*db.tables(), *db.session_tables()} else ():
                spoilt = json.loads(json.dumps(dict(document)), object_hook=_spoilt)
                db.table(name).upsert(Document(spoilt, doc_id=document.doc_id))
    db.close()
    (library.folder / id / "tables").mkdir()
    (library.folder / id / "tables" / "bad\x1b[5m.toml").write_text('x = "\\u001b"\n')
    (library.folder / "bro\x1b[5mken").mkdir()
    (library.folder / "bro\x1b[5mken" / "campaign.json").write_text(f'{{"{STORED}')
    return library.folder


def _spoilt(found: dict[str, object]) -> dict[str, object]:
    own = {"name", "title", "text", "note", "by", "who"}
    return {
        key: f"{value}{STORED}" if key in own and isinstance(value, str) else value
        for key, value in found.items()
    }


CALLS: dict[str, list[list[str]]] = {
    "demo": [["demo", ORDERS]],
    "new": [["new", f"Dale{ORDERS}", "--rules", "troika"], ["new", "X", "--rules", ORDERS]],
    "list": [["list"], ["list", "--json"]],
    "rules": [["rules", ORDERS], ["rules", "troika"]],
    "why": [["why", ORDERS], ["why", "TRO-4.1"]],
    "roll": [["roll", ORDERS], ["roll", "troika.luck", f"luck={ORDERS}"], ["roll", "dice.throw", "dice=d6"]],
    "odds": [["odds", "troika.luck", f"{ORDERS}=7"]],
    "do": [
        ["do", "vale", "campaign.note", f"text={ORDERS}"],
        ["do", "vale", "campaign.edit", "who=#1", "silver=4", "--json"],
        ["do", "vale", ORDERS],
        ["do", ORDERS, "campaign.note"],
        ["do", "vale", "troika.test-luck", "who=#1", "--choose", ORDERS],
    ],
    "say": [
        ["say", "vale", "hurt #1 2", "--dry-run"],
        ["say", "vale", "hurt #1 2"],
        ["say", "vale", ORDERS],
        ["say", "vale", "hurt #1 2", "--json"],
    ],
    "write": [["write", "vale"]],
    "amend": [["amend", "vale", "damage=1"], ["amend", "vale", "1", f"name={ORDERS}"]],
    "history": [["history", "vale"], ["history", "vale", "--json"]],
    "undo": [["undo", "vale", "--dry-run"], ["undo", "vale"]],
    "redo": [["redo", "vale", "--dry-run"], ["redo", "vale"]],
    "restore": [["restore", "vale", "1", "--dry-run"], ["restore", "vale", "1"]],
    "show": [["show", "vale"], ["show", "vale", "#1"], ["show", "vale", "--json"], ["show", "vale", ORDERS]],
    "sheet": [["sheet", "vale", "#1"], ["sheet", "vale", "#1", "--secrets"], ["sheet", "vale", ORDERS]],
    "recap": [["recap", "vale"], ["recap", "vale", "--json"], ["recap", "vale", "--length", "whole"]],
    "names": [["names", "vale"], ["names", "vale", "--json"], ["names", "vale", ORDERS]],
    "watch": [["watch", "vale"]],
    "share": [["share", ORDERS], ["share", "vale", "--port", "99999999"]],
    "check": [["check", "vale"], ["check", "vale", "--json"], ["check", "bro\x1b[5mken"]],
    "tables": [
        ["tables", "check", "vale"],
        ["tables", "check", "vale", "--json"],
        ["tables", "list", "vale"],
    ],
    "packs": [["packs", "list", "vale"], ["packs", "check", "vale"], ["packs", "add", ORDERS]],
    "bring": [["bring", "vale", f"nowhere{ORDERS}"], ["bring", ORDERS, "nowhere"]],
    "export": [["export", "vale", "--format", each] for each in ("markdown", "html", "json", "csv")],
    "backup": [["backup", "vale", "backups\x1b[5m"], ["backup", ORDERS]],
    "import": [["import", f"nowhere{ORDERS}"], ["import", ORDERS, "--into", "vale"]],
}


@pytest.mark.long
def test_no_command_prints_an_order_to_the_terminal(
    hostile: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert CALLS.keys() == COMMANDS.keys()
    typed = f"{STORED}\n/{STORED}\n".encode() + b"\xff\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed)))
    said = ""
    for call in (call for calls in CALLS.values() for call in calls):
        done = tableside(hostile, *call)
        assert not harmful(done.stdout + done.stderr), (call, done)
        assert "fault of ours" not in done.stderr, (call, done)
        said += done.stdout + done.stderr
    assert said.count("owned") > 20 and "Ana]0;owned" in said  # what is left of the orders is shown


def test_the_players_screen_obeys_its_own_orders_alone(hostile: Path) -> None:
    campaign = Library(hostile).open("vale", read_only=True)
    drawn = WatchingForPlayers(campaign, 1).drawn(os.terminal_size((120, 40)))
    campaign.close()
    assert "Ana" in drawn and not harmful(OWN_ORDERS.sub("", drawn).replace("\r\n", "\n"))


def test_json_says_every_character_by_its_number(hostile: Path) -> None:
    (vale,) = [
        each for each in json.loads(tableside(hostile, "list", "--json").stdout) if each["id"] == "vale"
    ]
    assert vale["title"] == f"Vale{STORED}"
    document = json.dumps(STORED + "\u2028\ufe0f é", ensure_ascii=False)
    assert json.loads(escaped_json_text(document)) == STORED + "\u2028\ufe0f é"
    assert clean_text(escaped_json_text(document), lines=True) == escaped_json_text(document)


def test_what_the_encoding_does_not_have_is_said_by_its_number() -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    SafeOutput(out, is_told=True).write("Ána \N{DRAGON}")
    out.flush()
    assert out.buffer.getvalue() == b"\\xc1na \\U0001f409"


class Refusing(io.StringIO):
    """A disk that is full."""

    def write(self, text: str) -> int:
        raise OSError(28, "No space left on device")


def test_a_stream_for_complaints_that_takes_nothing_is_no_fault() -> None:
    SafeOutput(Refusing(), is_told=False).write("x")
    with pytest.raises(OutputError, match="No space left"):
        SafeOutput(Refusing(), is_told=True).write("x")


def test_the_streams_are_as_they_were_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    before = sys.stdout, sys.stderr
    with SafeOutput.standing_in():
        assert isinstance(sys.stdout, SafeOutput)
    assert (sys.stdout, sys.stderr) == before
    monkeypatch.setattr(sys, "stdout", None)
    with SafeOutput.standing_in():
        print("nowhere")


@pytest.fixture
def full() -> Iterator[TextIO]:
    if not FULL.exists():
        pytest.skip("there is no /dev/full here")
    with FULL.open("w") as file:
        yield file


@pytest.mark.long
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    ("call", "told"),
    [
        (["do", "vale", "campaign.note", "text=Rain"], "it is done and saved, but what came of it could not"),
        (["new", "Dale", "--rules", "fell"], "it is done and saved, but what came of it could not"),
        (["undo", "vale", "--dry-run"], "what was asked for could not be printed: No space left on device"),
        (["show", "vale"], "what was asked for could not be printed: No space left on device"),
        (["--help"], "what was asked for could not be printed: No space left on device"),
    ],
)
def test_what_could_not_be_printed_is_told_to_be_done_or_not(
    tmp_path: Path, full: TextIO, call: list[str], told: str, unbuffered: str
) -> None:
    Library(tmp_path).new("Vale", "troika")
    tableside(tmp_path, "do", "vale", "campaign.note", "text=First")
    command = [sys.executable, "-m", "tableside", "--saves", str(tmp_path), *call]
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, env=environment)
    assert done.returncode == 1
    assert done.stderr.startswith(f"tableside: {told}") and done.stderr.count("\n") == 1
    entries = json.loads(tableside(tmp_path, "show", "vale", "--json").stdout)["entries"]
    assert entries == (2 if call[0] == "do" else 1)


@pytest.mark.long
def test_complaints_that_cannot_be_written_leave_the_exit_status(tmp_path: Path, full: TextIO) -> None:
    command = [sys.executable, "-m", "tableside", "--saves", str(tmp_path), "why", "nothing"]
    assert subprocess.run(command, stderr=full).returncode == 2


def test_a_call_gives_its_status_and_its_words(tmp_path: Path) -> None:
    assert tableside(tmp_path, "list") == Finished(
        0, "no campaigns yet: tableside new NAME --rules GAME makes one\n", ""
    )
