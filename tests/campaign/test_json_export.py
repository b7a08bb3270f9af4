"""A campaign as one file and back: nothing is lost, and nothing that cannot be read does any harm."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.entries import LOST, REPAIRED
from tableside.campaign.json_export import export_json, import_json
from tableside.campaign.library import Library
from tableside.cli import main
from tableside.errors import StoreError
from tableside.games import BUNDLED
from tableside.rules.play import Fact
from tests.campaign.people import do, note, state
from tests.campaign.random_play import Evening
from tests.thorough import often

Values = dict[str, Any]  # Any: JSON values


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 1 + often(3)))
@pytest.mark.parametrize("game", BUNDLED)
def test_the_second_export_is_the_first_to_the_byte(tmp_path: Path, game: str, seed: int) -> None:
    evening = Evening(tmp_path / "one", game, seed)
    for _ in range(120):
        evening.operate()
    first = export_json(evening.campaign)
    (tmp_path / "out.json").write_bytes(first)
    library = Library(tmp_path / "other")
    copy = library.open(import_json(library, tmp_path / "out.json"))
    assert export_json(copy) == first
    assert state(copy) == state(evening.campaign)
    assert copy.undoing(999) == evening.campaign.undoing(999)
    assert list(audit(copy)) == []
    for each in (evening.campaign, copy):
        each.close()


def test_every_kind_of_thing_is_exported(tmp_path: Path) -> None:
    """Turn steps, a hidden clock, house rules in entries, secret dice, undo, redo, a restored table."""
    library = Library(tmp_path, lambda: 1.8e9)
    campaign = library.open(library.new("龍 [/] ".strip(), "fell"))
    do(campaign, "campaign.add-character", name="Ána {0}", kind="pc")
    do(campaign, "campaign.add-character", name="Troll", kind="enemy")
    do(campaign, "turn.begin-list")
    do(campaign, "turn.next")
    do(
        campaign,
        "campaign.add-clock",
        name="The flood",
        steps="6",
        sight="secret",
        milestones="2 rain; 6 flood",
    )
    question = campaign.rules.house_rules[0]
    do(campaign, "campaign.house-rule", rule=question.id, option=question.options[-1])
    do(campaign, "campaign.begin-session")
    note(campaign, "line\nline\ttab \N{DRAGON}")
    campaign.undo(2)
    campaign.redo()
    campaign.restore(4)
    written = export_json(campaign)
    found = json.loads(written)
    assert any(address.startswith("turns/") for address in found["documents"])
    assert {"undo", "redo", "restore"} <= {each["procedure"] for each in found["entries"]}
    (tmp_path / "out.json").write_bytes(written)
    copy = library.open(import_json(library, tmp_path / "out.json"))
    assert export_json(copy) == written
    assert copy.undo().target == campaign.length
    campaign.close()
    copy.close()


def test_what_a_repair_wrote_is_exported(tmp_path: Path) -> None:
    library = Library(tmp_path, lambda: 1.8e9)
    campaign = library.open(library.new("Iron Vale", "troika"))
    note(campaign, "It rains")
    before = state(campaign)
    campaign.mend(
        REPAIRED, (Fact("repaired", "", {"file": "campaign.json", "what": "rebuilt"}),), before, before
    )
    after = {**before, "table/1": {**before["table/1"], "day": 7}}
    campaign.mend(LOST, (Fact("entries-lost", "", {"first": 3, "last": 3}),), before, after)
    (tmp_path / "out.json").write_bytes(export_json(campaign))
    copy = library.open(import_json(library, tmp_path / "out.json"))
    assert export_json(copy) == export_json(campaign)
    assert [copy.entry(number).procedure for number in (2, 3)] == [REPAIRED, LOST]
    for each in (campaign, copy):
        each.close()


def test_a_renamed_campaign_is_imported_under_its_name_beside_the_first(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(library.new("Iron Vale", "d20"))
    do(campaign, "campaign.rename", title="Salt Road")
    (tmp_path / "out.json").write_bytes(export_json(campaign))
    campaign.close()
    before = {path: path.read_bytes() for path in (tmp_path / "iron-vale").rglob("*.json")}
    assert [import_json(library, tmp_path / "out.json") for _ in range(2)] == ["salt-road", "salt-road-2"]
    assert {path: path.read_bytes() for path in (tmp_path / "iron-vale").rglob("*.json")} == before


def test_a_campaign_in_which_nothing_was_done_yet_goes_out_and_in(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(library.new("Vale", "fell"))
    (tmp_path / "out.json").write_bytes(export_json(campaign))
    copy = library.open(import_json(library, tmp_path / "out.json"))
    assert export_json(copy) == export_json(campaign)


def test_a_campaign_made_while_the_clock_stood_before_1970_goes_out_and_in(tmp_path: Path) -> None:
    library = Library(tmp_path, lambda: -1e7)
    campaign = library.open(library.new("Vale", "fell"))
    note(campaign, "Before the epoch")
    (tmp_path / "out.json").write_bytes(export_json(campaign))
    copy = library.open(import_json(library, tmp_path / "out.json"))
    assert export_json(copy) == export_json(campaign)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A sound export."""
    library = Library(tmp_path_factory.mktemp("saves"), lambda: 1.8e9)
    campaign = library.open(library.new("Iron Vale", "troika"))
    do(campaign, "campaign.add-character", name="Ana", kind="pc", stamina="14")
    do(campaign, "campaign.begin-session")
    note(campaign, "It rains")
    do(campaign, "campaign.edit", who="ana", stamina="-3")
    campaign.undo()
    campaign.redo()
    campaign.restore(1)
    written = export_json(campaign)
    campaign.close()
    return written


def moved(address: str, to: str) -> Callable[[Values], None]:
    def change(found: Values) -> None:
        found["documents"][to] = found["documents"].pop(address)

    return change


def put(*path_and_value: Any) -> Callable[[Values], None]:  # Any: keys, then a JSON value
    *path, last, value = path_and_value

    def change(found: Any) -> None:  # Any: JSON values
        for key in path:
            found = found[key]
        found[last] = value

    return change


def deep(levels: int) -> Any:  # Any: JSON values
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


ANA = ("documents", "characters/1")
TAMPERED: dict[str, tuple[Callable[[Values], object], str]] = {
    "another format": (put("tableside", 99), "has format 99; this Tableside reads 1"),
    "no format": (lambda found: found.pop("tableside"), "tableside"),
    "a field too many": (put("more", 1), "more"),
    "an unknown game": (put("ruleset", "troyka"), "did you mean troika"),
    "the start of a game's name": (put("ruleset", "tro"), "is for the game 'tro'"),
    "a module as a game": (put("ruleset", "sheet"), "'sheet' is not known"),
    "a path as a game": (put("ruleset", "../../etc"), "is not known"),
    "no title": (put("title", "  "), "has no title"),
    "a long title": (put("title", "x" * 999), "at most 200"),
    "a title with an escape": (put("title", "\x1b]52;c;aGk=\x07"), "characters that cannot be shown"),
    "a name with a turned direction": (put(*ANA, "name", "\u202egnp"), "characters that cannot be shown"),
    "an address that leads up": (moved("characters/1", "../../characters/1"), "has a document '../../"),
    "an address of a table that leads up": (moved("characters/1", "characters/../1"), "has a document"),
    "an address of the base file": (moved("characters/1", "_meta/1"), "has a document '_meta/1'"),
    "an address of a journal": (moved("characters/1", "journal/0001/1"), "has a document"),
    "a negative address": (moved("characters/1", "characters/-1"), "has a document"),
    "an address with zeros": (moved("characters/1", "characters/01"), "has a document"),
    "an address in other digits": (
        moved("characters/1", "characters/\N{ARABIC-INDIC DIGIT ONE}"),
        "has a document",
    ),
    "an enormous address": (moved("characters/1", "characters/" + "9" * 99), "has a document"),
    "an address without a number": (moved("characters/1", "characters"), "has a document"),
    "no table": (lambda found: found["documents"].pop("table/1"), "does not lead to its table"),
    "a table of another type": (put("documents", "table/1", []), "documents"),
    "a sheet that does not fit": (put(*ANA, "sheet", "stamina", "many"), "characters/1 sheet"),
    "a sheet of another game": (put(*ANA, "sheet", {"abilities": 1}), "sheet holds 'abilities'"),
    "another name": (put(*ANA, "name", "Bram"), "does not lead to its table: characters/1.name"),
    "a character more": (
        lambda found: found["documents"].update({"characters/2": found["documents"]["characters/1"]}),
        "does not lead to its table: characters/2",
    ),
    "a number too large": (put(*ANA, "sheet", "stamina", "current", 10**10), "holds the number 10000000000"),
    "an enormous number": (put(*ANA, "sheet", "stamina", "current", 10**400), "holds the number 1000"),
    "a deep value": (put("entries", 2, "given", "text", deep(70)), "nested deeper than 60"),
    "an abyss": (put("entries", 2, "given", "text", deep(900)), "nested deeper than 60"),
    "an input that is an object": (put("entries", 2, "given", "text", {}), "entry 3 has an input"),
    "an unknown procedure": (
        put("entries", 2, "procedure", "campaign.nowt"),
        "entry 3 is of 'campaign.nowt'",
    ),
    "an entry lost": (lambda found: found["entries"].pop(1), "entry 2"),
    "the first entry lost": (lambda found: found["entries"].pop(0), "entry"),
    "entries exchanged": (lambda found: found["entries"].reverse(), "entry 1"),
    "no entries": (put("entries", []), "journal files"),
    "an entry that is a number": (put("entries", 2, 7), "entries"),
    "an entry without its time": (lambda found: found["entries"][2].pop("time"), "time"),
    "another value before": (put("entries", 3, "changes", 0, 2, 77), "entry 4 does not follow"),
    "another value after": (put("entries", 3, "changes", 0, 3, 77), "entry 5 does not follow"),
    "a change of something else": (
        put("entries", 3, "changes", 0, 0, "../../x/1"),
        "entry 4 does not follow",
    ),
    "a cursor into the future": (put("entries", 3, "done", 9), "entry 4"),
    "another cursor": (put("entries", 3, "done", 2), "entry 4 names the wrong entries"),
    "a cursor of another type": (put("entries", 3, "done", "4"), "entry 4"),
    "an undo of nothing": (put("entries", 4, "given", "entry", 2), "entry 5 names the wrong entries"),
    "an undo without an entry": (put("entries", 4, "given", {}), "entry 5"),
    "journal files that do not rise": (put("volumes", [1, 5, 2]), "journal files"),
    "journal files beyond the end": (put("volumes", [1, 999]), "journal files"),
    "no journal files": (put("volumes", []), "journal files"),
    "a journal file that is a text": (put("volumes", ["1"]), "volumes"),
    "a huge list": (put("volumes", list(range(1, 200_000))), "holds 199,998 values in a row"),
}


def refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes) -> str:
    """What the shell says of a file that it does not take, after which nothing has changed."""
    saves = tmp_path / "saves"
    Library(saves).new("Iron Vale", "troika")
    before = sorted(saves.rglob("*"))
    path = tmp_path / "bad.json"
    path.write_bytes(data)
    assert main(["--saves", str(saves), "import", str(path)]) in (1, 2)
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and len(err) < 500, err
    assert "fault of ours" not in err and err[:-1].isprintable(), err
    assert sorted(saves.rglob("*")) == before
    return err


@pytest.mark.parametrize("what", TAMPERED)
def test_a_file_that_does_not_hold_together_is_refused(
    tmp_path: Path, whole: bytes, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    change, complaint = TAMPERED[what]
    found = json.loads(whole)
    change(found)
    assert complaint in refused(tmp_path, capsys, json.dumps(found).encode())


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (b"[]", "Expected `object`"),
        (b"null", "Expected `object`"),
        (b"\xff\xfe{}", "is not UTF-8 text"),
        (b'{"tableside": 1, "tableside": 1}', "has 'tableside' twice in one object"),
        (b'{"tableside": NaN}', "holds NaN"),
        (b'{"tableside": -Infinity}', "holds -Infinity"),
        (b'{"created": 1e400}', "holds the number 1e400"),
        (b'{"created": 1' + b"0" * 5000 + b"}", "holds the number 1000"),
        (b'{"created": 0.' + b"1" * 5000 + b"}", "too large or too long"),
        (b'{"title": "\\ud800"}', "characters that cannot be shown"),
        (b'{"\\ud800": 1}', "characters that cannot be shown"),
        (b'{"title": "\\u0000"}', "characters that cannot be shown"),
        (b"[" * 100_000, "nested deeper"),
        (b'{"a":' * 100_000, "nested deeper"),
        (b"[" + b"1," * 300_000 + b"1]", "Expected `object`"),
        (b'"' + b"x" * 300_000 + b'"', "Expected `object`"),
    ],
    ids=lambda value: value[:20] if isinstance(value, bytes) else None,
)
def test_a_file_that_cannot_be_read_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, complaint: str
) -> None:
    assert complaint in refused(tmp_path, capsys, data)


def test_any_byte_changed_is_taken_whole_or_refused(tmp_path: Path, whole: bytes) -> None:
    """Whatever is imported exports again as a file that is imported."""
    library = Library(tmp_path / "saves")
    for place in range(0, len(whole), 97):
        path = tmp_path / "bad.json"
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        try:
            campaign = library.open(import_json(library, path))
        except StoreError as error:
            assert str(error).startswith("bad.json: ")
            continue
        path.write_bytes(export_json(campaign))
        import_json(library, path)
        campaign.close()


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    library = Library(tmp_path / "saves")
    for path in (tmp_path, tmp_path / "nowhere.json", Path("/dev/zero"), Path("/dev/null")):
        with pytest.raises(StoreError, match="cannot be read"):
            import_json(library, path)
    assert not library.folder.exists()


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tableside.campaign.untrusted_files.LARGEST_FILE", 10)
    (tmp_path / "large.json").write_bytes(b" " * 11)
    with pytest.raises(StoreError, match="has 11 bytes: at most 10 are read"):
        import_json(Library(tmp_path), tmp_path / "large.json")
