"""What comes in is held to the limits of what is typed, and refused with its place."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tinydb.table import Document

from tableside.campaign.edited_notes import MOST_ADDED
from tableside.campaign.json_export import export_json, import_json
from tableside.campaign.library import Library
from tableside.campaign.limit_checks import LATEST
from tableside.campaign.store.database import CampaignDB
from tableside.demo import games_with_demo, place_demo
from tableside.errors import StoreError, Unfit
from tableside.rules.misfits import misfits_of_table, misfits_uncountable_on_table
from tests.campaign.keep import KEPT
from tests.campaign.people import do, note
from tests.shell.test_contract import tableside

Values = Any  # Any: JSON values
HUGE = 999_999_999


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """An export with a skill, a weapon, a foe in a fight, a clock, a die and a note."""
    library = Library(tmp_path_factory.mktemp("saves"), lambda: 1.8e9)
    campaign = library.open(library.new("Iron Vale", "troika"))
    cells = {"skills.new": "Swim 27", "items.new": "heirloom = sword"}
    do(campaign, "campaign.add-character", name="Ana", kind="pc", **cells)
    do(campaign, "campaign.add-character", name="Wolf", kind="enemy", initiative="17")
    do(campaign, "campaign.add-clock", name="Flood", steps="29", milestones="2 rain")
    do(campaign, "campaign.tick-clock", clock="flood", steps="19")
    do(campaign, "troika.test-luck", who="ana")
    note(campaign, "It rains")
    do(campaign, "campaign.condition", who="ana", condition="prone", rounds="13")
    do(campaign, "troika.assemble-stack", characters="ana", enemies="wolf")
    written = export_json(campaign)
    campaign.close()
    return written


def replaced(value: Values, key: str, old: Values, new: Values) -> Values:
    """With another value wherever this key has that one, and wherever a change leads to it."""
    if isinstance(value, dict):
        return {
            name: new if (name, inner) == (key, old) else replaced(inner, key, old, new)
            for name, inner in value.items()
        }
    if isinstance(value, list):
        if len(value) == 4 and isinstance(value[1], list) and value[1][-1:] == [key] and value[3] == old:
            return [*value[:3], new]
        return [replaced(each, key, old, new) for each in value]
    return value


def everywhere(key: str, old: Values, new: Values) -> Callable[[Values], Values]:
    return lambda found: replaced(found, key, old, new)


def entry(number: int, key: str, value: Values) -> Callable[[Values], Values]:
    def change(found: Values) -> Values:
        found["entries"][number - 1][key] = value
        return found

    return change


def given(number: int, key: str, value: Values) -> Callable[[Values], Values]:
    def change(found: Values) -> Values:
        found["entries"][number - 1]["given"][key] = value
        return found

    return change


def first_throw(key: str, value: Values) -> Callable[[Values], Values]:
    def change(found: Values) -> Values:
        found["entries"][4]["steps"][0][key] = value
        return found

    return change


ATTACKS: dict[str, tuple[Callable[[Values], Values], str]] = {
    "a rank": (everywhere("rank", 27, HUGE), "characters/1.sheet.skills.1.rank: 999999999 is out of range"),
    "an initiative": (
        everywhere("initiative", 17, HUGE),
        "characters/2.sheet.initiative: 999999999 is out of range: it must be 0 to 99",
    ),
    "marked steps": (everywhere("marked", 19, HUGE), "table/1.clocks.1.marked: 999999999 is out of range"),
    "steps of a clock": (
        everywhere("steps", 29, HUGE),
        "given.steps: 999999999 is out of range: it must be 1",
    ),
    "rounds": (everywhere("rounds", 13, HUGE), "given.rounds: 999999999 is out of range: it must be 0"),
    "a stamina": (
        everywhere("stamina", {"current": 14, "maximum": 14}, {"current": 14, "maximum": HUGE}),
        "characters/1.sheet.stamina.maximum: 999999999 is out of range: it must be 0 to 999",
    ),
    "an unknown weapon": (everywhere("weapon", "sword", "bazooka"), "'bazooka' is not known"),
    "a name in two lines": (everywhere("name", "Ana", "A\nna"), "characters/1.name: has a line break"),
    "no name": (everywhere("name", "Ana", " "), "characters/1.name: has no name"),
    "a long name": (everywhere("name", "Ana", "A" * 999), "at most 200 fit"),
    "dice of no sides": (first_throw("sides", [0, 6]), "entry 5 steps.1.sides.1: 0 is out of range"),
    "a face that the die has not": (first_throw("faces", [7, 1]), "steps.1.faces.1: a d6 has no face 7"),
    "a face too many": (first_throw("faces", [1, 2, 3]), "entry 5 steps.1.faces: holds 3 faces for 2 dice"),
    "a note at another time": (entry(6, "time", 1e18), "entry 6 time: 1e+18 is no moment"),
    "a note before all time": (entry(6, "time", -1e18), "entry 6 time: -1e+18 is no moment"),
    "a note without words": (
        entry(6, "facts", [["note", "", {}]]),
        "entry 6 cannot be told: KeyError",
    ),
    "ten million characters": (given(6, "text", "x" * 10_000_000), "given.text: is 10,000,000 characters"),
    "a session without an end": (entry(6, "session", HUGE), "entry 6 session: 999999999 is out of range"),
    "a turn order of no kind": (everywhere("method", "stack", {}), "table/1 has a turn order {}: known are"),
    "a turn order that is a list": (everywhere("method", "stack", ["stack"]), "a turn order ['stack']"),
    "an input of another type": (given(4, "steps", "many"), "given.steps: 'many' is no whole number"),
    "an input out of range": (given(4, "steps", HUGE), "entry 4 given.steps: 999999999 is out of range"),
    "an input that is a list": (given(4, "steps", [1, 2]), "entry 4 given.steps: must not be a list"),
    "somebody who is no number": (given(5, "who", "ana"), "entry 5 given.who: 'ana' is no whole number"),
}


def refused(tmp_path: Path, data: bytes) -> str:
    """What is said of it, after which nothing has been made."""
    (tmp_path / "bad.json").write_bytes(data)
    (tmp_path / "saves").mkdir()
    done = tableside(tmp_path / "saves", "import", str(tmp_path / "bad.json"))
    assert done.returncode == 1 and not done.stdout and done.stderr.count("\n") == 1, done
    assert "fault of ours" not in done.stderr and len(done.stderr) < 500
    assert [*(tmp_path / "saves").iterdir()] == []
    return done.stderr


@pytest.mark.parametrize("what", ATTACKS)
def test_what_could_not_have_been_typed_is_refused_with_its_place(
    tmp_path: Path, whole: bytes, what: str
) -> None:
    change, complaint = ATTACKS[what]
    changed = json.dumps(change(json.loads(whole))).encode()
    assert json.loads(changed) != json.loads(whole)
    assert complaint in refused(tmp_path, changed)


LARGE: dict[str, tuple[Callable[[], bytes], str]] = {
    "a hundred million values": (lambda: b"[" + b"1," * 20_000_000 + b"1]", "values in a row in line 1"),
    "as many within": (lambda: b'{"volumes":[' + b"1," * 20_000_000 + b"1]}", "values in a row in line 1"),
    "as many lists": (lambda: b'{"entries":[' + b"[]," * 500_000 + b"[]]}", "Expected `object`, got `array`"),
    "as many objects": (lambda: b'{"entries":[' + b"{}," * 500_000 + b"{}]}", "missing required field"),
    "one name again and again": (
        lambda: b"{" + b'"a":1,' * 20_000 + b'"a":1}',
        "has 'a' twice in one object",
    ),
    "one name among many": (
        lambda: b"{" + b",".join(b'"k%d":1' % (n % 59_999) for n in range(60_000)) + b"}",
        "has 'k0' twice in one object",
    ),
    "a long number": (
        lambda: b'{"documents": {"x": [1, ' + b"9" * 5_000 + b"]}}",
        "documents.x.2 holds the number 9",
    ),
    "a long name": (lambda: b'{"' + b"x" * 10_000_000 + b'": 1}', "unknown field"),
    "a long text": (lambda: b'{"title": "' + b"x" * 10_000_000 + b'"}', "missing required field"),
    "long texts between lists": (
        lambda: b"[" + (b'"' + b"x" * 150_000 + b'",[],') * 20 + b"1]",
        "Expected `object`",
    ),
    "half a character": (lambda: b'{"title": ["\\ud800"]}', "title.1 holds '\\\\ud800'"),
    "no number": (lambda: b'{"documents": {"a": NaN}}', "documents.a holds NaN, which is no number"),
}


@pytest.mark.long
@pytest.mark.parametrize("what", LARGE)
def test_what_is_large_is_refused_at_once(tmp_path: Path, what: str) -> None:
    data, complaint = LARGE[what]
    assert complaint in refused(tmp_path, data())


@pytest.mark.long
@pytest.mark.parametrize("path", sorted(KEPT.glob("*/*[!g]")), ids=lambda path: path.name)
def test_what_an_earlier_program_saved_goes_out_and_in(tmp_path: Path, path: Path) -> None:
    library = Library(tmp_path)
    shutil.copytree(path, tmp_path / "kept")
    _goes_out_and_in(library, "kept", tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("game", games_with_demo())
def test_every_demo_goes_out_and_in(tmp_path: Path, game: str) -> None:
    library = Library(tmp_path)
    _goes_out_and_in(library, place_demo(library, game), tmp_path)


def _goes_out_and_in(library: Library, id: str, folder: Path) -> None:
    campaign = library.open(id)
    written = export_json(campaign)
    assert [*misfits_of_table(campaign.table, campaign.rules)] == []
    campaign.close()
    (folder / "out.json").write_bytes(written)
    done = tableside(library.folder, "import", str(folder / "out.json"))
    assert (done.returncode, done.stderr) == (0, ""), done
    copy = library.open(done.stdout.strip(), read_only=True)
    assert export_json(copy) == written
    copy.close()


# A campaign's own files


def crafted(saves: Path, path: tuple[str, ...], value: Values) -> None:
    """A campaign whose first character has this value, in files that look like ours."""
    library = Library(saves)
    campaign = library.open(library.new("Vale", "troika"))
    do(campaign, "campaign.add-character", name="Ana", kind="pc", **{"skills.new": "Swim 2"})
    campaign.close()
    db = CampaignDB(saves / "vale")
    document: Values = dict(db.table("characters").get(doc_id=1) or {})
    inner = document
    for key in path[:-1]:
        inner = inner[int(key) if key.isdecimal() else key]
    inner[path[-1]] = value
    with db.transaction("crafted"):
        db.table("characters").upsert(Document(document, doc_id=1))
    db.close()


def test_what_could_not_be_looked_at_is_not_opened_and_told_by_its_place(tmp_path: Path) -> None:
    crafted(tmp_path, ("sheet", "skills", "rows", "0", "rank"), HUGE)
    with pytest.raises(Unfit, match=r"characters/1\.sheet\.skills\.1\.rank: 999999999 is out of range"):
        Library(tmp_path).open("vale")
    done = tableside(tmp_path, "show", "vale")
    assert done.returncode == 1 and "Tableside did not write this file" in done.stderr
    assert "999999999 is out of range" in tableside(tmp_path, "check", "vale").stdout


def test_what_lies_a_little_beyond_is_opened(tmp_path: Path) -> None:
    """Whatever was once on the screen is seen again."""
    crafted(tmp_path, ("sheet", "skills", "rows", "0", "rank"), 99)
    campaign = Library(tmp_path).open("vale")
    assert [*misfits_uncountable_on_table(campaign.table, {})] == []
    assert [place for place, _ in misfits_of_table(campaign.table, campaign.rules)] == [
        "characters/1.sheet.skills.1.rank"
    ]
    campaign.close()


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"name":"Ana"', '"name":"A\\u001b[5mna"', "characters/1.name holds 'A\\x1b[5mna'"),
        ('"rank":2', '"rank":77', "characters/1.sheet.skills.1.rank: 77 is out of range: it must be 0 to 30"),
        ('"armour":0', '"armour":10', "characters/1.sheet.armour: 10 is out of range: it must be 0 to 9"),
        ('"weapon":"unarmed"', '"weapon":"bazooka"', "characters/1.sheet.weapon: 'bazooka' is not known"),
    ],
)
def test_an_edit_is_held_to_the_same_limits(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    crafted(tmp_path, ("name",), "Ana")
    path = tmp_path / "vale" / "campaign.json"
    path.write_text(path.read_text().replace(old, new, 1))
    before = path.read_bytes()
    done = tableside(tmp_path, "check", "vale", "--accept")
    assert done.returncode == 1 and f"campaign.json: {complaint}" in done.stderr, done
    assert path.read_bytes() == before


def test_an_edited_entry_is_held_to_them_too(tmp_path: Path) -> None:
    crafted(tmp_path, ("name",), "Ana")
    (path,) = (tmp_path / "vale" / "journal").glob("*.json")
    path.write_text(re.sub(r'"time":[0-9.]+', f'"time":{LATEST * 10}', path.read_text(), count=1))
    assert (
        "entry 1 time: 10000000000000.0 is no moment"
        in tableside(tmp_path, "check", "vale", "--accept").stderr
    )


# Pages


def pages(tmp_path: Path, count: int) -> Path:
    library = Library(tmp_path / "saves", lambda: 1.8e9)
    campaign = library.open(library.new("Vale", "troika"))
    for number in range(count):
        note(campaign, f"Note {number}")
    do(campaign, "dice.throw", dice="d6")
    campaign.close()
    assert tableside(tmp_path / "saves", "export", "vale", "--to", str(tmp_path / "pages")).returncode == 0
    return next((tmp_path / "pages").glob("session*.md"))


@pytest.mark.long
def test_a_page_that_never_ends_is_refused(tmp_path: Path) -> None:
    page = pages(tmp_path, 1)
    sound = page.read_text()
    for more, complaint in (
        ("x" * 10_000_000, "characters long"),
        ("\n\nnew" * (MOST_ADDED + 1), "at most 2,000 come at once"),
        ("\n<!-- note 1 00000000 -->" * 100_000, "stands there twice"),
    ):
        page.write_text(sound + more)
        done = tableside(tmp_path / "saves", "import", str(page))
        assert done.returncode in (1, 2) and complaint in done.stderr and len(done.stderr) < 2_500
    assert json.loads(tableside(tmp_path / "saves", "show", "vale", "--json").stdout)["entries"] == 2


def test_a_folder_of_too_many_pages_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tableside.campaign.markdown_pages.MOST_PAGES", 2)
    for number in range(3):
        (tmp_path / f"{number}.md").write_text("x")
    assert "holds 3 Markdown files: at most 2 are read" in tableside(tmp_path, "import", str(tmp_path)).stderr


def test_tables_in_a_campaigns_folder_are_read_up_to_a_measure(tmp_path: Path) -> None:
    library = Library(tmp_path)
    library.new("Vale", "troika")
    (tmp_path / "vale" / "tables").mkdir()
    for number in range(5):
        path = tmp_path / "vale" / "tables" / f"{number}.toml"
        path.write_text(f'[a{number}]\nrows = ["x"]\n#' + "\n#".join(["x" * 1_000] * 900))
    done = tableside(tmp_path, "tables", "check", "vale")
    assert "more than 2,000,000 bytes of tables" in done.stderr
    listed = json.loads(tableside(tmp_path, "tables", "list", "vale", "--json").stdout)
    assert {"a0", "a1"} < {each["id"] for each in listed} and "a4" not in {each["id"] for each in listed}


def test_an_import_from_elsewhere_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_bytes(b'{"tableside": 1}')
    with pytest.raises(StoreError, match=r"^bad\.json: Object missing required field"):
        import_json(Library(tmp_path / "saves"), tmp_path / "bad.json")
