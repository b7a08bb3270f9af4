"""The folder of Markdown by Obsidian's rules: properties, links, file names, and pages for what is named."""

import json
import re
from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.markdown_pages import read_markdown_page, read_markdown_pages, write_markdown_pages
from tableside.views.markdown import markdown_by_session, markdown_label
from tests.campaign.people import do, note
from tests.shell.test_contract import done

WIKILINK = re.compile(r"\[\[([^\[\]|#^]+)(?:#([^\[\]|#^]+))?\|([^\[\]|]+)\]\]")
FORBIDDEN = set('*"\\/<>:|?#^[]')
"""What no file of Obsidian's may have in its name."""


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    library = Library(tmp_path)
    campaign = library.open(library.new("Vale: the *old* one", "troika"))
    played(campaign)
    written = markdown_by_session(campaign)
    campaign.close()
    return written


def played(campaign: Campaign) -> None:
    do(campaign, "campaign.add-character", name="Ana", kind="pc")
    do(campaign, "campaign.begin-session")
    note(
        campaign, '## The [ford] #1 | "x": ~Harbour\n@Vash meets @[Old Fum: the "1st" / best?] #drowned-bell'
    )
    do(campaign, "troika.test-luck", who="ana")
    note(campaign, "They talk of @vash and #[2024].")
    note(campaign, "@Traitor waits. #gm")
    do(campaign, "campaign.end-session")
    do(campaign, "campaign.begin-session")
    note(campaign, "@VASH again, and @con. and ~[...]")


def front_of(text: str) -> dict[str, list[str | int]]:
    """The properties, each as the values that it has: as JSON has them, which YAML reads so too."""
    found: dict[str, list[str | int]] = {}
    name = ""
    for line in text.split("---\n")[1].splitlines():
        if line.startswith("  - "):
            found[name].append(json.loads(line.removeprefix("  - ")))
        else:
            name, _, value = line.partition(":")
            assert re.fullmatch("[a-z]+", name) and name not in found
            found[name] = [json.loads(value)] if value not in ("", " []") else []
        assert all(isinstance(each, int if name == "session" else str) for each in found[name])
    return found


def test_everybody_and_everything_named_has_a_page(files: dict[str, str]) -> None:
    folders = {each.partition("/")[0] for each in files if "/" in each}
    assert folders == {"people", "places", "threads"}
    assert {"people/Vash.md", "places/Harbour.md", "threads/drowned-bell.md"} <= files.keys()
    vash = files["people/Vash.md"]
    assert vash.count("[[session-001|Session 1]]") == 2 and vash.count("[[session-002|Session 2]]") == 1
    assert "[[session-001#The ford 1 " in vash and not any(
        "Traitor" in each for each in (*files, *files.values())
    )


def test_a_mention_is_told_without_the_names_that_stand_behind_it(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(library.new("Vale", "troika"))
    note(campaign, "Somebody took it down ~[The Stair]. #ledger @Vash")
    page = markdown_by_session(campaign)["threads/ledger.md"]
    assert page.rstrip().endswith(": Somebody took it down The Stair.")
    campaign.close()


def test_file_names_and_links_are_as_obsidian_wants_them(files: dict[str, str]) -> None:
    folded = [each.casefold() for each in files]
    assert len({*folded}) == len(folded)
    for path, text in files.items():
        assert not FORBIDDEN & {*path.replace("/", "")} and not path.rpartition("/")[2].startswith(".")
        raw = re.findall(r"\[\[.*?\]\]", text)
        assert len(raw) == len(WIKILINK.findall(text)), raw
        for page, heading, _ in WIKILINK.findall(text):
            assert f"{page}.md" in files, page
            if heading:
                titles = [re.sub(r"[#^|\[\]\\%:]+", " ", each) for each in files[f"{page}.md"].splitlines()]
                assert any(heading.split() == each.split() for each in titles), heading


def test_properties_are_lists(files: dict[str, str]) -> None:
    front = front_of(files["session-001.md"])
    assert front["tags"] == ["drowned-bell", "n2024"] and len(front["people"]) == 2
    assert front["people"][0] == "[[people/Vash|Vash]]" and front["places"] == ["[[places/Harbour|Harbour]]"]
    assert front_of(files["people/Vash.md"])["aliases"] == ["Vash"]
    assert front_of(files["session-000.md"])["tags"] == [] and front["session"] == [1]
    assert all(front_of(text)["title"] for text in files.values())


@pytest.mark.parametrize(
    ("name", "label"), [("Old Fum", "Old-Fum"), ("7", "n7"), ("a/b", "a/b"), ("--x y--", "x-y")]
)
def test_a_tag_has_no_blanks_and_is_no_number(name: str, label: str) -> None:
    assert markdown_label(name) == label


def test_rolls_are_folded_and_a_page_is_read_back_as_it_was(files: dict[str, str], tmp_path: Path) -> None:
    assert "> [!example]+ Rolls\n> - " in files["session-001.md"]
    write_markdown_pages(tmp_path / "vault", files)
    assert not any(page.is_edited for page in read_markdown_pages(tmp_path / "vault").values())
    for name, text in files.items():
        assert not read_markdown_page(name, text).is_edited


def test_prose_edited_in_the_folder_comes_back_and_rolls_stay(tmp_path: Path) -> None:
    library = Library(tmp_path / "saves")
    campaign = library.open(library.new("Vale", "troika"))
    played(campaign)
    campaign.close()
    out = tmp_path / "vault"
    done(tmp_path / "saves", "export", "vale", "--to", str(out), "--secrets")
    page = out / "session-001.md"
    page.write_text(page.read_text().replace("They talk", "They whisper") + "\nA new note by @Vash.\n")
    told = done(tmp_path / "saves", "import", str(out))
    assert "They whisper" in told and "A new note by @Vash." in told and told.count("\n") == 2
