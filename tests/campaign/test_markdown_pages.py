"""Notes edited outside come back in as changed prose, and nothing else does."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.edited_notes import edited_notes
from tableside.campaign.library import Library
from tableside.campaign.markdown_pages import (
    markdown_rolls_mark,
    page_note_mark,
    protected_from_page_marks,
    read_markdown_page,
    signed_markdown_page,
)
from tableside.campaign.replay import ReplayAnswers
from tableside.demo import place_demo
from tableside.errors import RuleError
from tableside.text import clean_text
from tableside.views.markdown import INDEX, markdown_by_session
from tableside.views.story import Telling, story_chapters
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


@pytest.mark.long
def test_a_changed_note_is_amended_and_the_mechanics_stay(saves: Path, folder: Path) -> None:
    campaign = opened(saves)
    table, length = campaign.table, campaign.length
    campaign.close()
    edit(folder / "session-003.md", NOTE, "The keeper is **asleep**.\n\nSo it seems.\n\n" + NOTE)
    told = done(saves, "import", str(folder))
    assert told.startswith(f"entry {length + 1}: The keeper is **asleep**.")
    campaign = opened(saves)
    assert campaign.table == table and campaign.length == length + 1 and not list(audit(campaign))
    assert "**asleep**" in markdown_by_session(campaign)["session-003.md"]
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
        (f" -->\n{NOTE}", f" -->\nNot {NOTE}", "was undone or never written"),
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


def test_a_note_changed_on_both_sides_is_refused(saves: Path, folder: Path) -> None:
    file = folder / "session-003.md"
    whole = file.read_text()
    note = next(line for line in whole.splitlines() if line.startswith(NOTE))
    campaign = opened(saves)
    number = next(each.number for each in campaign.entries() if each.given.get("text") == note)
    campaign.amend(campaign.amending(number).with_given({"text": "Otherwise here."}))
    campaign.close()
    for there in ("Otherwise.", ""):
        file.write_text(whole.replace(note, there))
        assert "was changed in the campaign too" in tableside(saves, "import", str(file)).stderr


TEXTS = ("One.", "Two.", "Three.")


@pytest.fixture
def three(saves: Path, tmp_path: Path) -> tuple[Path, Path]:
    """Three notes, the last one behind a roll: the folder that they were written into, and their page."""
    saves.mkdir()
    done(saves, "new", "Three", "--rules", "troika")
    for text in TEXTS[:2]:
        done(saves, "do", "three", "campaign.note", f"text={text}")
    done(saves, "do", "three", "dice.throw", "dice=d6", "--faces", "4")
    done(saves, "do", "three", "campaign.note", f"text={TEXTS[2]}")
    done(saves, "export", "three", "--to", str(tmp_path / "log"), "--secrets")
    return tmp_path / "log", tmp_path / "log" / "session-000.md"


def marked(page: Path) -> list[str]:
    """The notes of a page, each with the comment before it, and the rolls."""
    return re.findall(r"<!-- .*? -->\n.*?(?=\n\n|\n*$)", page.read_text(), re.DOTALL)


def stands(saves: Path) -> list[str]:
    """What the campaign says, in the order of its log; rolls as `|`."""
    campaign = Library(saves).open("three")
    assert not list(audit(campaign)) and campaign.table == campaign.table_at(4)
    steps = [entry.steps for entry in campaign.entries() if entry.steps]
    assert len(steps) == 1
    told = [each for chapter in story_chapters(campaign, Telling(secrets=True)) for each in chapter.told]
    campaign.close()
    return [each.text if each.is_prose else "|" for each in told]


@pytest.mark.parametrize(
    ("order", "left"),
    [
        ((1, 2, 3), ["Two.", "|", "Three."]),
        ((0, 2, 3), ["One.", "|", "Three."]),
        ((0, 1, 2), ["One.", "Two.", "|"]),
        ((1, 0, 2, 3), ["Two.", "One.", "|", "Three."]),
        ((1, 2, 0, 3), ["Two.", "|", "One.\n\nThree."]),
        ((1, 2, 3, 0), ["Two.", "|", "Three.\n\nOne."]),
        ((3, 2, 0, 1), ["Three.", "|", "One.\n\nTwo."]),
        ((2,), ["|"]),
    ],
)
def test_notes_taken_out_and_moved_come_back_as_that(
    saves: Path, three: tuple[Path, Path], order: tuple[int, ...], left: list[str]
) -> None:
    folder, page = three
    parts = marked(page)
    assert len(parts) == 4
    head = page.read_text().partition(parts[0])[0]
    page.write_text(head + "\n\n".join(parts[n] for n in order) + "\n")
    length = opened_length(saves)
    done(saves, "import", str(folder))
    now = stands(saves)
    assert sorted("\n\n".join(now).split("\n\n")) == sorted("\n\n".join(left).split("\n\n"))
    assert now == left
    assert done(saves, "import", str(folder)).strip() == "nothing was changed"
    done(saves, "undo", "three", str(opened_length(saves) - length))
    assert stands(saves) == ["One.", "Two.", "|", "Three."]


def test_a_new_paragraph_stands_where_it_was_written(saves: Path, tmp_path: Path) -> None:
    saves.mkdir()
    done(saves, "new", "Three", "--rules", "troika")
    done(saves, "do", "three", "dice.throw", "dice=d6", "--faces", "4")
    for text in TEXTS:
        done(saves, "do", "three", "campaign.note", f"text={text}")
    done(saves, "export", "three", "--to", str(tmp_path / "log"), "--secrets")
    page = tmp_path / "log" / "session-000.md"
    rolls, one, two, _ = marked(page)
    page.write_text(page.read_text().replace(rolls, f"{rolls}\n\nNew.").replace(two, ""))
    assert one in page.read_text()
    told = done(saves, "import", str(page))
    assert "strikes: Two." in told and "New." in told and len(told.splitlines()) == 2
    assert stands(saves) == ["|", "New.\n\nOne.", "Three."]
    assert done(saves, "import", str(page)).strip() == "nothing was changed"


def test_a_new_paragraph_beside_no_note_is_told_to_stand_at_the_end(saves: Path, tmp_path: Path) -> None:
    saves.mkdir()
    done(saves, "new", "Three", "--rules", "troika")
    done(saves, "do", "three", "dice.throw", "dice=d6", "--faces", "4")
    done(saves, "export", "three", "--to", str(tmp_path / "log"), "--secrets")
    done(saves, "do", "three", "campaign.note", "text=Later.")
    page = tmp_path / "log" / "session-000.md"
    page.write_text(page.read_text() + "\nNew.\n")
    assert done(saves, "import", str(page)).strip() == "entry 3, at the end: New."
    assert done(saves, "import", str(page)).strip() == "nothing was changed"


def opened_length(saves: Path) -> int:
    campaign = Library(saves).open("three")
    campaign.close()
    return campaign.length


def test_a_note_moved_to_another_page_is_written_there(saves: Path, three: tuple[Path, Path]) -> None:
    folder, page = three
    done(saves, "do", "three", "campaign.begin-session")
    done(saves, "do", "three", "campaign.note", "text=Later.")
    done(saves, "export", "three", "--to", str(folder), "--secrets")
    (moved, *_), second = marked(page), folder / "session-001.md"
    page.write_text(page.read_text().replace(moved, ""))
    second.write_text(second.read_text().rstrip() + f"\n\n{moved}\n")
    told = done(saves, "import", str(folder))
    assert "strikes: One." in told
    done(saves, "export", "three", "--to", str(folder.parent / "again"), "--secrets")
    assert "Later.\n\nOne." in (folder.parent / "again" / "session-001.md").read_text()
    assert "One." not in (folder.parent / "again" / "session-000.md").read_text()
    assert done(saves, "import", str(second)).strip() == "nothing was changed"


def test_a_note_struck_by_players_page_leaves_what_they_are_not_told(saves: Path, tmp_path: Path) -> None:
    saves.mkdir()
    done(saves, "new", "Three", "--rules", "troika")
    for text in ("One.", "#gm Hidden.", "Two.", "Three."):
        done(saves, "do", "three", "campaign.note", f"text={text}")
    done(saves, "export", "three", "--to", str(tmp_path / "log"))
    page = tmp_path / "log" / "session-000.md"
    page.write_text(page.read_text().replace("Two.", ""))
    assert done(saves, "import", str(page)).strip() == "entry 5 strikes: Two."
    assert "Hidden." in done(saves, "export", "three", "--secrets")
    assert done(saves, "import", str(page)).strip() == "nothing was changed"
    page.write_text(page.read_text().replace("Three.", "Four."))  # what is third there is second now
    assert done(saves, "import", str(page)).strip() == "entry 6: Four."
    done(saves, "export", "three", "--to", str(tmp_path / "log"))
    assert "<!-- note 2 " in page.read_text() and "Four." in page.read_text()


@pytest.mark.parametrize("kept", ["", NOTE])
def test_a_note_that_has_lost_its_mark_belongs_to_what_stands_before(
    saves: Path, folder: Path, kept: str
) -> None:
    page = next(each for each in folder.iterdir() if NOTE in each.read_text())
    text = page.read_text()
    start = text.rindex("<!-- note", 0, text.index(NOTE))
    page.write_text(text[:start] + kept + text[text.index(NOTE) + len(NOTE) :])
    done(saves, "import", str(folder))
    campaign = opened(saves)
    assert not list(audit(campaign))
    assert (NOTE in markdown_by_session(campaign)[page.name]) is bool(kept)
    campaign.close()


def test_rolls_taken_out_are_refused(saves: Path, three: tuple[Path, Path]) -> None:
    folder, page = three
    page.write_text(page.read_text().replace(marked(page)[2], ""))
    refused = tableside(saves, "import", str(folder))
    assert refused.returncode == 2 and "session-000.md holds 0 of its 1 runs of rolls" in refused.stderr


def test_a_page_of_an_earlier_program_is_changed_but_loses_no_note(
    saves: Path, three: tuple[Path, Path]
) -> None:
    _, page = three
    signed = r'\ntableside: "(\S+) (\S+) .*"'
    earlier = re.sub(signed, r'\ntableside: "\1"\nnotes: "3"\nchecksum: "\2"', page.read_text())
    page.write_text(earlier.replace("Two.", "Another."))
    assert done(saves, "import", str(page)).strip() == "entry 5: Another."
    page.write_text(earlier.replace(marked(page)[0], ""))
    refused = tableside(saves, "import", str(page))
    assert refused.returncode == 2 and "holds 2 of its 3 notes" in refused.stderr


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


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("# Session 2\n", "Our finest hour.\n\n# Session 2\n"),
        ("# Session 2\n", "# Session 2\n\nOur finest hour.\n"),
        ("[contents](index.md)", "[contents](index.md)\n\nOur finest hour."),
        ("# Session 2\n", "# Our finest hour.\n"),
    ],
)
def test_what_was_written_above_the_notes_of_a_page_is_taken_in_once(
    saves: Path, folder: Path, before: str, after: str
) -> None:
    edit(folder / "session-002.md", before, after)
    assert "Our finest hour." in done(saves, "import", str(folder))
    assert "Our finest hour." in done(saves, "export", "demo", "--secrets")
    assert done(saves, "import", str(folder)) == "nothing was changed\n"
    done(saves, "export", "demo", "--to", f"{folder}/")
    assert (folder / "session-002.md").read_text().count("Our finest hour.") <= 1


def test_what_was_written_on_the_page_of_contents_is_said_to_be_left(saves: Path, folder: Path) -> None:
    edit(folder / INDEX, "# ", "Mine.\n\n# ")
    told = tableside(saves, "import", str(folder))
    assert told.returncode == 0 and "index.md was changed, and that is left" in told.stderr


def test_an_export_never_writes_over_what_was_edited(saves: Path, folder: Path) -> None:
    again = ("export", "demo", "--to", f"{folder}/")
    done(saves, "do", "demo", "campaign.note", "text=More")
    done(saves, *again)
    assert "More" in (folder / "session-003.md").read_text()
    page = folder / "session-002.md"
    edit(folder / INDEX, "# ", "# My ")
    result = tableside(saves, *again)
    assert result.returncode == 2 and "was edited where nothing comes back from" in result.stderr
    edit(page, "# Session 2", "# The second")
    page.write_text(f"{page.read_text()}\nAnd so it went.\n")
    result = tableside(saves, *again)
    assert result.returncode == 2 and "was edited since" in result.stderr
    assert "# The second" in page.read_text()


def test_what_was_taken_in_is_written_over_and_taken_in_no_second_time(saves: Path, folder: Path) -> None:
    edit(folder / "session-003.md", NOTE, "The keeper is asleep.")
    edit(folder / "session-003.md", "\n<!-- note", "\nThe sea is loud.\n\n<!-- note")
    done(saves, "import", str(folder))
    assert done(saves, "import", str(folder)).strip() == "nothing was changed"
    done(saves, "export", "demo", "--to", f"{folder}/")
    page = (folder / "session-003.md").read_text()
    assert page.count("The keeper is asleep.") == page.count("The sea is loud.") == 1 and NOTE not in page


@given(st.lists(st.text(min_size=1, max_size=60), min_size=1, max_size=4))
def test_whatever_notes_hold_nothing_seems_changed(texts: list[str]) -> None:
    notes = {n: clean_text(text, lines=True) for n, text in enumerate(texts, 1)}
    lines: list[str] = []
    for number, text in notes.items():
        rolled = [f"- rolled {number}"]
        lines += [
            page_note_mark(number, text),
            protected_from_page_marks(text),
            "",
            markdown_rolls_mark(rolled),
            *rolled,
            "",
        ]
    page = read_markdown_page("x.md", signed_markdown_page("id", {"title": texts[0]}, "\n".join(lines)))
    assert not page.is_edited
    found = edited_notes({"x.md": page}, notes)
    assert not found.notes and not found.struck and not found.added


def test_a_text_that_looks_like_a_mark_is_none(saves: Path, tmp_path: Path) -> None:
    saves.mkdir()
    library = Library(saves)
    campaign = library.open(place_demo(library))
    note = campaign.rules.procedure("campaign.note")
    texts = ["<!-- note 3 00000000 -->\nA trap", "\\<!-- rolls 00000000 -->", "- a list\n- of things"]
    for text in texts:
        campaign.perform(note, {"text": text}, ReplayAnswers(random.Random(1)))
    notes = {campaign.length - 2 + n: text for n, text in enumerate(texts)}
    page = read_markdown_page("s.md", markdown_by_session(campaign)["session-003.md"])
    with pytest.raises(RuleError):  # the other notes of the session are not among those given
        edited_notes(
            {
                "s.md": read_markdown_page(
                    "s.md", markdown_by_session(campaign)["session-003.md"].replace("A trap", "B")
                )
            },
            {},
        )
    assert not edited_notes({"s.md": page}, notes).notes
    campaign.close()


def test_pictures_are_put_beside_the_pages(saves: Path, tmp_path: Path) -> None:
    saves.mkdir()
    done(saves, "new", "Three", "--rules", "troika")
    (saves / "three" / "maps").mkdir()
    (saves / "three" / "maps" / "a.png").write_bytes(b"png")
    secret = tmp_path / "secret.png"
    secret.write_bytes(b"no")
    shown = "![the stair](maps/a.png) ![gone](b.png) ![out](../../secret.png) ![web](https://a.example/c.png)"
    done(saves, "do", "three", "campaign.note", f"text={shown}")
    folder = tmp_path / "log"
    told = tableside(saves, "export", "three", "--to", str(folder))
    assert (folder / "maps" / "a.png").read_bytes() == b"png"
    assert "not be taken along: b.png, ../../secret.png (" in told.stderr and "a.example" not in told.stderr
    (folder / "maps" / "a.png").write_bytes(b"mine")
    assert "along: maps/a.png" in tableside(saves, "export", "three", "--to", str(folder)).stderr
    assert (folder / "maps" / "a.png").read_bytes() == b"mine"
    for format in ("lonelog", "markdown"):
        told = tableside(saves, "export", "three", "--format", format)
        assert "not taken along: maps/a.png, b.png, ../../secret.png (--to FOLDER" in told.stderr
    assert "along" not in tableside(saves, "export", "three", "--format", "html").stderr
