"""The saves folder: making, finding and listing campaigns."""

import stat
from pathlib import Path

import pytest

from tableside.campaign.library import Library, ShelvedCampaign
from tableside.campaign.user_files import saves_folder
from tableside.errors import RuleError, StoreError
from tests.campaign.people import do


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "saves")


@pytest.mark.parametrize(
    ("title", "id"),
    [
        ("Iron Vale", "iron-vale"),
        ("../../etc/passwd", "etc-passwd"),
        ("CON", "con-campaign"),
        ("龍", "campaign"),
        ("x" * 200, "x" * 60),
        ("..", "campaign"),
        ("[/]\x1b[2J", "2j"),
        ("\N{DRAGON}\N{GAME DIE}\N{HEAVY BLACK HEART}\N{VARIATION SELECTOR-16}", "campaign"),
        ("x" * 59 + "-" + "y" * 140, "x" * 59),
        ('a/b\\c:d*e?f"g<h>i|j', "a-b-c-d-e-f-g-h-i-j"),
        ("-rf .", "rf"),
        (".hidden", "hidden"),
        ("nul.txt", "nul-txt"),
        ("Com1", "com1-campaign"),
        ("lpt9", "lpt9-campaign"),
        ("AUX ", "aux-campaign"),
        ("~", "campaign"),
        ("$HOME `id` %PATH%", "home-id-path"),
        ("\N{FULLWIDTH FULL STOP}\N{FULLWIDTH FULL STOP}/x", "x"),
        ("\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}stanbul", "istanbul"),
        ("campaign.json", "campaign-json"),
    ],
)
def test_a_folder_name_is_made_of_the_title_and_harms_nothing(library: Library, title: str, id: str) -> None:
    assert library.new(title, "troika") == id
    assert [path.name for path in library.folder.iterdir()] == [id]


def test_titles_that_differ_in_case_alone_have_two_folders(library: Library) -> None:
    assert [library.new(title, "troika") for title in ("Vale", "VALE", "vale")] == [
        "vale",
        "vale-2",
        "vale-3",
    ]
    (library.folder / "Salt").mkdir()
    assert library.new("salt", "troika") == "salt-2"


def test_what_is_named_is_found_without_reading_another(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        library.new(f"Shelf {number}", "troika")
    library.new("Iron Vale", "troika")
    library.new("Old Name", "troika")
    with_campaign = library.open("old-name")
    do(with_campaign, "campaign.rename", title="New Name")
    with_campaign.close()
    read: list[str] = []
    shelved = Library._shelved

    def counted(self: Library, path: Path) -> ShelvedCampaign:
        read.append(path.name)
        return shelved(self, path)

    monkeypatch.setattr(Library, "_shelved", counted)
    assert [library.find(each) for each in ("iron-vale", "IRON-VALE", "shelf-3")] == [
        "iron-vale",
        "iron-vale",
        "shelf-3",
    ]
    assert library.new("Another", "troika") == "another"
    assert read == []
    assert library.find("Iron Vale") == "iron-vale" and read == ["iron-vale"]
    assert library.find("new name") == "old-name" and len(read) > 20


def test_a_reserved_name_stays_so_when_it_is_counted(library: Library) -> None:
    assert [library.new("CON", "fell") for _ in range(2)] == ["con-campaign", "con-campaign-2"]


def test_a_title_of_more_than_200_letters_is_refused(library: Library) -> None:
    assert library.new("x" * 200, "d20") == "x" * 60
    with pytest.raises(RuleError, match="201 characters long: at most 200"):
        library.new("x" * 201, "d20")


def test_an_id_that_leads_elsewhere_opens_nothing(library: Library) -> None:
    library.new("Vale", "troika")
    (library.folder.parent / "outside").mkdir()
    for wanted in ("../outside", "..", "/etc", "vale/../../outside", "."):
        with pytest.raises((RuleError, StoreError)):
            library.open(library.find(wanted))


def test_two_campaigns_may_have_one_title(library: Library) -> None:
    assert [library.new("Vale", "troika") for _ in range(3)] == ["vale", "vale-2", "vale-3"]


@pytest.mark.parametrize(
    ("title", "rules", "why"), [("", "troika", "needs a name"), ("X", "troyka", "troika")]
)
def test_a_campaign_that_cannot_be_made_leaves_nothing(
    library: Library, title: str, rules: str, why: str
) -> None:
    with pytest.raises(RuleError, match=why):
        library.new(title, rules)
    assert library.shelf() == []


def test_files_are_for_their_owner_alone(library: Library) -> None:
    folder = library.folder / library.new("Vale", "troika")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in folder.rglob("*") if path.is_file())


def test_a_campaign_is_found_by_the_start_of_its_title(library: Library) -> None:
    library.new("Iron Vale", "troika")
    library.new("Salt Road", "troika")
    assert library.find("salt") == "salt-road"
    assert library.find("IRON VALE") == "iron-vale"
    with pytest.raises(RuleError, match="did you mean iron-vale"):
        library.find("iron-vael")


def test_a_damaged_campaign_is_listed_with_its_trouble(library: Library) -> None:
    id = library.new("Iron Vale", "troika")
    (library.folder / id / "campaign.json").write_text("{")
    (shelved,) = library.shelf()
    assert shelved.id == id and "campaign.json" in shelved.trouble
    with pytest.raises(StoreError, match=r"campaign\.json"):
        library.open(id)


def test_the_last_one_open_is_remembered_while_it_is_there(library: Library) -> None:
    id = library.new("Iron Vale", "troika")
    assert library.last is None
    library.remember(id)
    assert library.last == id
    library.remember("../elsewhere")
    assert library.last is None


def test_the_saves_folder_is_the_one_named(tmp_path: Path) -> None:
    assert saves_folder(str(tmp_path), {}) == tmp_path
    assert saves_folder(None, {"TABLESIDE_SAVES": str(tmp_path)}) == tmp_path
    assert saves_folder(None, {}).name == "saves"


def test_an_id_is_meant_before_a_title_that_reads_the_same(library: Library) -> None:
    library.new("Vale", "troika")
    library.new("Vale", "troika")  # newer, and listed first
    assert library.find("vale") == "vale"
    assert library.find("vale-2") == "vale-2"


def test_git_keeps_what_a_campaign_is_and_no_more(tmp_path: Path) -> None:
    """What is ignored is what can be made anew: old copies, the lock, drafts."""
    library = Library(tmp_path)
    folder = tmp_path / library.new("Iron Vale", "troika")
    left_out = (folder / ".gitignore").read_text().split()
    assert {"backups/", ".lock", "draft*.md", "lines.txt"} < set(left_out)
    assert not {"campaign.json", "changes.log", "journal/", "tables/"} & set(left_out)


def test_git_keeps_no_draft_of_a_campaign_from_when_there_was_one_alone(library: Library) -> None:
    id = library.new("Iron Vale", "troika")
    ignored = library.folder / id / ".gitignore"
    ignored.write_text("backups/\ndraft.md\nlines.txt\nmap.png\n")
    library.open(id).close()
    assert ignored.read_text() == "backups/\ndraft*.md\nlines.txt\nmap.png\n"
