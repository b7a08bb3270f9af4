"""The folder of Markdown by Obsidian's rules: properties, links, file names, and pages for what is named."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.markdown_pages import read_markdown_page, read_markdown_pages, write_markdown_pages
from tableside.views.markdown import markdown_by_session, markdown_label, markdown_log
from tableside.views.notes import tags_in_note
from tableside.views.wiki_links import FOLDERS, wiki_links_as_names, wiki_page_of_name, with_wiki_links
from tests.campaign.people import do, note
from tests.shell.test_contract import done, tableside

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


def test_a_mention_is_the_whole_sentence_with_the_name(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(library.new("Vale", "troika"))
    note(campaign, f"{'It rains on and on. ' * 20}@Vash strikes a coin: tick.\n- @Vash again\nNobody. @Vash")
    page = markdown_by_session(campaign)["people/Vash.md"]
    assert page.rstrip().endswith("]]: Vash strikes a coin: tick. - Vash again Nobody.")
    campaign.close()


NAMED = (
    "@Vash's lamp, @VASH-, @[Old Fum]! #drowned-bell ~[The Stair]\n| @Vash |\n## At ~[The Stair]\n"
    "[[Old Fum|he]] and [[elsewhere]] #[a: b] @[Old  Fum] #gm-not"
)


def test_names_are_links_in_the_prose_and_come_back_as_they_were() -> None:
    pages = {tag.id: wiki_page_of_name(tag) for tag in tags_in_note(NAMED) if tag.kind in FOLDERS}
    linked = with_wiki_links(NAMED, pages)
    assert linked.startswith("[[people/Vash|Vash]]'s lamp, @VASH-, [[people/Old Fum|Old Fum]]!")
    assert (
        "\n| @Vash |\n## At ~[The Stair]\n" in linked
        and wiki_links_as_names(linked, {"elsewhere": None}) == NAMED
    )


@given(st.text("@#~[]|ab -\n/", max_size=40))
def test_whatever_is_named_comes_back_as_it_was(text: str) -> None:
    pages = {tag.id: wiki_page_of_name(tag) for tag in tags_in_note(text) if tag.kind in FOLDERS}
    assert wiki_links_as_names(with_wiki_links(text, pages), {}) == wiki_links_as_names(text, {})


def test_a_link_typed_in_the_folder_is_whoever_is_called_so(tmp_path: Path) -> None:
    saves, out = tmp_path / "saves", tmp_path / "vault"
    library = Library(saves)
    campaign = library.open(library.new("Vale", "troika"))
    played(campaign)
    do(campaign, "campaign.close-name", name="#drowned-bell")
    campaign.close()
    done(saves, "export", "vale", "--to", str(out))
    assert front_of((out / "threads" / "drowned-bell.md").read_text())["status"] == ["over"]
    page = out / "session-001.md"
    text = page.read_text()
    assert "They talk of [[people/Vash|vash]]" in text
    links = "([[session-001]], ![[map]], [[b.png]])"
    typed = f"[[vash]], [[Ana|she]], [[Wick]] and [[people/New One]] {links} talk"
    page.write_text(text.replace("They talk", typed))
    came = tableside(saves, "import", str(out))
    assert f"@vash, [[Ana|she]], @Wick and @[New One] {links} talk of @vash" in came.stdout
    assert came.stderr.startswith("tableside: [[Ana|she]] stays as it is: ")


def test_a_name_is_a_link_wherever_it_stands_on_a_page() -> None:
    text = "The door is iced.\n@Wick says nothing.\n@Wick again, and @Vash.\n~Marrow is far."
    pages = {tag.id: wiki_page_of_name(tag) for tag in tags_in_note(text)}
    linked = with_wiki_links(text, pages)
    assert linked.count("[[") == 4 and wiki_links_as_names(linked, {}) == text


@pytest.mark.parametrize("how", [[], ["--secrets"]])
def test_a_scene_that_has_ended_is_over_in_the_contents(how: list[str], tmp_path: Path) -> None:
    saves, out = tmp_path / "saves", tmp_path / "vault"
    library = Library(saves)
    campaign = library.open(library.new("Vale", "troika"))
    do(campaign, "campaign.add-character", name="Ana", kind="pc")
    note(campaign, "## The ford")
    do(campaign, "scene.end")
    note(campaign, "## The mill")
    campaign.close()
    done(saves, "export", "vale", "--to", str(out), *how)
    contents = (out / "index.md").read_text()
    assert "- The mill: " in contents and "- The ford (over): " in contents


def test_the_log_is_to_be_read_without_signs(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(library.new("Vale", "troika"))
    played(campaign)
    log = markdown_log(campaign)
    assert "Vash meets Old Fum" in log and "They talk of vash and 2024." in log and "<!--" not in log
    assert re.search(r"Ana, Luck: 2d6 \[\d \d\]", log)
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
    assert "> [!example]+ At the table\n> - " in files["session-001.md"]
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
