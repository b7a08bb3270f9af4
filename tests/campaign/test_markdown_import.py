"""Notes edited outside come back in as changed prose, and nothing else does."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.markdown_import import (
    edited_notes,
    note_mark,
    protected,
    read_page,
    rolls_mark,
    signed_page,
)
from tableside.campaign.replay import Answers
from tableside.demo import place_demo
from tableside.errors import RuleError
from tableside.text import clean
from tableside.views.markdown import INDEX, session_files
from tests.shell.test_contract import done, tableside

NOTE = "The keeper is still on duty."


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    return tmp_path / "saves"


@pytest.fixture
def folder(saves: Path, tmp_path: Path) -> Path:
    """The demo, written out as a file a session."""
    saves.mkdir()
    place_demo(Library(saves))
    done(saves, "export", "demo", "--to", str(tmp_path / "log"))
    return tmp_path / "log"


def opened(saves: Path) -> Campaign:
    return Library(saves).open("demo")


def edit(file: Path, before: str, after: str) -> None:
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after, 1))


def test_a_file_a_session_with_links_and_what_it_is_about(folder: Path) -> None:
    assert [each.name for each in sorted(folder.iterdir())] == [
        INDEX,
        *(f"session-00{n}.md" for n in range(4)),
    ]
    third = (folder / "session-003.md").read_text()
    assert third.startswith('---\ntitle: "The Drowned Lantern: Session 3"\n')
    assert "[before](session-002.md)" in third and "next](" not in third
    assert "(session-003.md)" in (folder / INDEX).read_text()


def test_a_changed_note_is_amended_and_the_mechanics_stay(saves: Path, folder: Path) -> None:
    campaign = opened(saves)
    table, length = campaign.table, campaign.length
    campaign.close()
    edit(folder / "session-003.md", NOTE, "The keeper is **asleep**.\n\nSo it seems.\n\n" + NOTE)
    told = done(saves, "import", str(folder))
    assert told.startswith(f"entry {length + 1}: The keeper is **asleep**.")
    campaign = opened(saves)
    assert campaign.table == table and campaign.length == length + 1 and not list(audit(campaign))
    assert "**asleep**" in session_files(campaign)["session-003.md"]
    campaign.close()
    assert done(saves, "import", str(folder)).strip() == "nothing was changed"


def test_new_prose_is_a_new_note(saves: Path, folder: Path) -> None:
    file = folder / "session-003.md"
    file.write_text(file.read_text() + "\nAnd then the tide turned.\n\nSlowly.\n")
    assert "And then the tide turned." in done(saves, "import", str(file))
    campaign = opened(saves)
    last = [campaign.entry(campaign.length - n).given["text"] for n in (1, 0)]
    campaign.close()
    assert last == ["And then the tide turned.", "Slowly."]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("Skill 5", "Skill 6", "what was rolled was changed, and only prose can be"),
        (f" -->\n{NOTE}", f" -->\nNot {NOTE}", "is no note that stands"),
        ("---", "-", "is no page that this program has written"),
    ],
)
def test_anything_else_is_refused_by_its_line(
    saves: Path, folder: Path, before: str, after: str, told: str
) -> None:
    edit(folder / "session-003.md", before, after)
    if NOTE in after:
        edit(folder / "session-003.md", "<!-- note ", "<!-- note 9")
    result = tableside(saves, "import", str(folder / "session-003.md"))
    assert result.returncode == 2 and told in result.stderr and "session-003.md" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    campaign = opened(saves)
    assert campaign.last is not None and campaign.last.procedure != "campaign.note"
    campaign.close()


def test_a_note_emptied_or_changed_on_both_sides_is_refused(saves: Path, folder: Path) -> None:
    file = folder / "session-003.md"
    whole = file.read_text()
    note = next(line for line in whole.splitlines() if line.startswith(NOTE))
    edit(file, note, "")
    assert "can be changed here, not taken out" in tableside(saves, "import", str(file)).stderr
    file.write_text(whole.replace(note, "Otherwise."))
    campaign = opened(saves)
    number = next(each.number for each in campaign.entries() if each.given.get("text") == note)
    campaign.amend(campaign.amending(number).with_given({"text": "Otherwise here."}))
    campaign.close()
    assert "was changed in the campaign too" in tableside(saves, "import", str(file)).stderr


@pytest.mark.parametrize("kept", ["", NOTE])
def test_a_note_taken_out_whole_or_without_its_mark_is_refused(saves: Path, folder: Path, kept: str) -> None:
    page = next(each for each in folder.iterdir() if NOTE in each.read_text())
    text = page.read_text()
    start = text.rindex("<!-- note", 0, text.index(NOTE))
    page.write_text(text[:start] + kept + text[text.index(NOTE) + len(NOTE) :])
    refused = tableside(saves, "import", str(folder))
    assert refused.returncode == 2 and f"{page.name} holds" in refused.stderr
    assert "not taken out" in refused.stderr


def test_a_note_that_stands_twice_is_refused(saves: Path, folder: Path) -> None:
    page = next(each for each in folder.iterdir() if NOTE in each.read_text())
    text = page.read_text()
    start = text.rindex("<!-- note", 0, text.index(NOTE))
    page.write_text(f"{text.rstrip()}\n\n{text[start : text.index(NOTE)]}Another text.\n")
    refused = tableside(saves, "import", str(folder))
    assert refused.returncode == 2 and "twice" in refused.stderr


def test_a_page_comes_back_from_an_editor_of_other_habits(saves: Path, folder: Path) -> None:
    page = next(each for each in folder.iterdir() if NOTE in each.read_text())
    edit(page, NOTE, "The keeper has gone.")
    page.write_bytes(b"\xef\xbb\xbf" + page.read_bytes().replace(b"\n", b"\r\n"))
    assert "The keeper has gone." in done(saves, "import", str(folder))


def test_an_export_never_writes_over_what_was_edited(saves: Path, folder: Path) -> None:
    again = ("export", "demo", "--to", f"{folder}/")
    done(saves, "do", "demo", "campaign.note", "text=More")
    done(saves, *again)
    assert "More" in (folder / "session-003.md").read_text()
    edit(folder / "session-002.md", "# Session 2", "# The second")
    result = tableside(saves, *again)
    assert result.returncode == 2 and "was edited since" in result.stderr
    assert "# The second" in (folder / "session-002.md").read_text()


@given(st.lists(st.text(min_size=1, max_size=60), min_size=1, max_size=4))
def test_whatever_notes_hold_nothing_seems_changed(texts: list[str]) -> None:
    notes = {n: clean(text, lines=True) for n, text in enumerate(texts, 1)}
    lines: list[str] = []
    for number, text in notes.items():
        rolled = [f"- rolled {number}"]
        lines += [note_mark(number, text), protected(text), "", rolls_mark(rolled), *rolled, ""]
    page = read_page("x.md", signed_page("id", {"title": texts[0]}, "\n".join(lines)))
    assert not page.is_edited
    found = edited_notes("x.md", page, notes)
    assert not found.notes and not found.added


def test_a_text_that_looks_like_a_mark_is_none(saves: Path, tmp_path: Path) -> None:
    saves.mkdir()
    library = Library(saves)
    campaign = library.open(place_demo(library))
    note = campaign.rules.procedure("campaign.note")
    texts = ["<!-- note 3 00000000 -->\nA trap", "\\<!-- rolls 00000000 -->", "- a list\n- of things"]
    for text in texts:
        campaign.perform(note, {"text": text}, Answers(random.Random(1)))
    notes = {campaign.length - 2 + n: text for n, text in enumerate(texts)}
    page = read_page("s.md", session_files(campaign)["session-003.md"])
    with pytest.raises(RuleError):  # the other notes of the session are not among those given
        edited_notes(
            "s.md", read_page("s.md", session_files(campaign)["session-003.md"].replace("A trap", "B")), {}
        )
    assert not edited_notes("s.md", page, notes).notes
    campaign.close()
