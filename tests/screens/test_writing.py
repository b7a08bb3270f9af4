"""Writing a page: kept at every key, entered when it is wanted, in whichever editor."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from textual.app import App, ComposeResult
from textual.events import Key, Paste
from textual.widgets import TextArea

from tableside.campaign.entries import Entry
from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.screens.messages import CampaignWanted
from tableside.screens.writing import WritingPageText
from tableside.widgets.writing_field import WritingLine
from tests.campaign.people import do, note
from tests.screens.table import Table, last, opened

WIDE_LINE = "The third stair turns back upon itself and ends at the rim of the well."
PAGE = "## The lamp room\n\nThe keeper *smiles*."


def since(table: Table, before: int) -> list[Entry]:
    return [table.campaign.entry(number) for number in range(before + 1, table.campaign.length + 1)]


def page_of(table: Table) -> WritingPageText:
    return table.app.main_screen.query_one(WritingPageText)


async def written(table: Table, text: str) -> None:
    await table.keys("W")
    for line in text.splitlines():
        await table.write(line)
        await table.keys("enter")


async def test_a_page_is_one_entry_as_it_was_typed(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await written(table, PAGE)
        await table.keys("ctrl+d")
        assert last(table).given == {"text": PAGE}
        assert "Initiative ·" in table.lines()[0] and table.campaign.draft == ""
        await table.keys("j")
        assert "§ The lamp room" in table.text() and "The keeper *smiles*." in table.text()
        await table.keys("W")
        assert page_of(table).value == ""


async def test_each_scene_of_a_page_is_an_entry(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before = table.campaign.length
        await written(table, f"It is late.\n{PAGE}\n## The stair\nDown.")
        await table.keys("ctrl+d")
        texts = [each.given["text"] for each in since(table, before)]
        assert texts == ["It is late.", PAGE, "## The stair\nDown."] and table.campaign.draft == ""


async def test_on_a_page_too_what_begins_with_a_slash_is_done_where_it_stands(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before = table.campaign.length
        await written(table, "The lamp / the dark.\nHe reaches out. /luck moss")
        assert [each.procedure for each in since(table, before)] == ["campaign.note", "troika.test-luck"]
        assert since(table, before)[0].given == {"text": "The lamp / the dark.\nHe reaches out."}
        assert "Writing" in table.lines()[0] and page_of(table).value == ""
        await table.write("/? likely is it lit")
        await table.keys("enter")
        await table.write("So it is. /-3 moss")
        assert "Hurt" in table.text(), "what it would do is foretold"
        await table.keys("ctrl+d")
        done = [each.procedure for each in since(table, before)[2:]]
        assert done == ["oracle.ask", "campaign.note", "troika.hurt"] and "Writing" not in table.lines()[0]
        assert table.campaign.draft == ""


async def test_a_closing_slash_ends_a_command_with_prose_behind_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before = table.campaign.length
        await table.keys("j", "w")
        await table.write("He asks /who is there/ and the /old one/ nods.")
        assert "Who is there?" in table.text() or "who is there" in table.text()
        await table.keys("enter")
        prose = [each.given.get("text") for each in since(table, before) if "text" in each.given]
        assert prose == ["He asks", "and the /old one/ nods."]
        assert len(since(table, before)) == 3 and table.campaign.draft == ""


async def test_a_page_that_is_pasted_is_done_in_order_and_stays_where_it_is_refused(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before = table.campaign.length
        await table.keys("W")
        table.app.post_message(Paste("One.\n/? is it lit\nTwo. /xyzzy\nThree.\n"))
        await table.keys("ctrl+d")
        done = [each.procedure for each in since(table, before)]
        assert done == ["campaign.note", "oracle.ask"]
        assert page_of(table).value == table.campaign.draft == "Two. /xyzzy\nThree."
        assert "is not something to do" in table.text() and "(// writes" in table.text()
        await table.keys(*["backspace"] * len(" /xyzzy"), "ctrl+d")
        assert last(table).given == {"text": "Two.\nThree."} and table.campaign.draft == ""


async def test_what_is_left_for_later_is_there_again_and_after_a_crash(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before, id = table.campaign.length, table.campaign.id
        await written(table, PAGE)
        await table.keys("escape")
        assert table.campaign.length == before
        await table.keys("w")
        assert "Writing" in table.lines()[0] and "The keeper *smiles*." in table.text()
    async with opened(tmp_path, id) as table:
        await table.keys("ctrl+d")
        assert last(table).given == {"text": PAGE}


@pytest.mark.parametrize("key", ["w", "W"])
async def test_names_are_completed_and_get_their_brackets(tmp_path: Path, key: str) -> None:
    async with opened(tmp_path) as table:
        do(table.campaign, "campaign.note", text="@[Old Fum] hears #[the drowned bell] at ~Harbour.")
        await table.keys(key)
        for begun in ("@ol", " and @[Old", " in ~H", " hear #the", " and #[the d", " and @Sister"):
            await table.write(begun)
            await table.keys("tab")
        await table.keys("ctrl+d" if key == "W" else "enter")
        assert last(table).given == {
            "text": "@[old Fum] and @[Old Fum] in ~Harbour hear #[the drowned bell] and "
            "#[the drowned bell] and @[Sister Quill]"
        }


async def test_a_start_says_that_something_half_written_waits(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        id = table.campaign.id
        table.campaign.keep_draft("The rope has\nsnapped")
    async with opened(tmp_path, id) as table:
        assert table.lines()[-2] == "w goes on with: The rope has snapped"
        await table.keys("p", "h")
        assert "snapped" not in table.text(), "players read along"
        await table.keys("c", "W", "ctrl+d", "c")
        assert table.lines()[-2].startswith("u takes back: The rope has")


async def test_typing_is_taken_back_there_and_not_the_last_roll(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before = table.campaign.length
        await table.keys("W")
        await table.write("u and B")
        await table.keys("ctrl+z")
        assert table.campaign.length == before and "Writing" in table.lines()[0]


@pytest.mark.parametrize("key", ["w", "W"])
async def test_on_an_empty_line_or_page_the_last_thing_is_taken_back_and_done_again(
    tmp_path: Path, key: str
) -> None:
    async with opened(tmp_path) as table:
        before = table.campaign.length
        await table.keys("j", key, *"He asks. /-2 moss", "enter", "ctrl+z")
        assert (
            since(table, before)[-1].procedure == "undo"
            and table.campaign.undoable == since(table, before)[0]
        )
        await table.keys("ctrl+y")
        assert last(table).procedure == "redo" and "Moss" in table.text()
        await table.keys("ctrl+y")
        assert table.campaign.length == before + 4 and "nothing to redo" in table.text()
        await table.keys("up")
        assert (line_of(table) if key == "w" else page_of(table)).value == "/-2 moss" * (key == "w")


async def test_what_was_just_written_stands_above_an_empty_page(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await written(table, "## The stair\nHe waits.\nThen the bells. /luck moss")
        above = "\n".join(table.lines()[1:11])
        assert "Then the bells." in above and "Moss is" in above
        table.app.post_message(Paste(LINES))
        await table.pilot.pause()
        assert page_of(table).size.height > 15


async def test_what_stands_above_a_page_has_its_whole_width_from_the_first(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        do(table.campaign, "campaign.note", text=WIDE_LINE)
        await table.keys("W")
        assert any(WIDE_LINE in line for line in table.lines())
        await table.keys("escape", "W")
        assert any(WIDE_LINE in line for line in table.lines())
        await table.pilot.resize_terminal(60, 24)
        await table.pilot.pause()
        assert not any(WIDE_LINE in line for line in table.lines()) and "of the well." in table.text()


async def test_a_page_that_is_too_long_is_not_lost(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before = table.campaign.length
        table.campaign.keep_draft("word " * 3_000)
        await table.keys("W", "ctrl+d")
        assert table.campaign.length == before
        assert "at most" in table.text() and "Writing" in table.lines()[0]


async def test_nothing_written_is_nothing_entered(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before = table.campaign.length
        await table.keys("W", "enter", "ctrl+d")
        assert table.campaign.length == before and "Writing" not in table.lines()[0]


async def test_a_page_is_written_anew_where_it_stands(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await written(table, "The keeper\nwakes.")
        await table.keys("ctrl+d", "j", "A")
        number = last(table).number
        assert "wakes." in table.text() and "Writing" in table.lines()[0]
        await table.keys("escape")
        assert (table.campaign.length, table.campaign.draft) == (number, "")
        await table.keys("A")
        await table.write(" Slowly.")
        await table.keys("escape", "A", "ctrl+d")
        assert last(table).amends == number and last(table).given == {"text": "The keeper\nwakes. Slowly."}
        assert table.campaign.draft == "" and f"amended by {number + 1}" in table.text()
        await table.keys("W")
        assert page_of(table).value == ""


@pytest.mark.parametrize(("note", "ends"), [("Teh lamp.", "enter"), ("Teh\nlamp.", "ctrl+d")])
async def test_a_note_is_mended_in_the_middle_of_a_sentence(tmp_path: Path, note: str, ends: str) -> None:
    async with opened(tmp_path) as table:
        do(table.campaign, "campaign.note", text=note)
        number = table.campaign.length
        await table.keys("j", "w", *"Half a", "escape", "A", *" Lit.", ends)
        assert last(table).amends == number and last(table).given == {"text": f"{note} Lit."}
        await table.keys("j", "w", *" line.", "enter")
        assert last(table).given == {"text": "Half a line."} and not last(table).amends


async def test_a_note_that_was_being_rewritten_waits_for_that_and_is_no_new_one(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        id = table.campaign.id
        do(table.campaign, "campaign.note", text="The lamp.")
        number = table.campaign.length
        await table.keys("j", "A", *"ABC", "escape", "w")
        assert line_of(table).value == ""
        await table.keys(*"New.", "enter", "escape", "W")
        assert page_of(table).value == ""
        await table.keys("escape")
    async with opened(tmp_path, id) as table:
        await table.keys("j", "up", "A")
        assert f"Note {number}: The lamp.ABC" in table.text()
        await table.keys("ctrl+u", *"The lamp.", "escape")
        assert table.campaign.draft_of(number) == "", "it says that already"


async def test_a_page_that_is_rewritten_says_of_which_note(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await written(table, "One\nTwo")
        await table.keys("ctrl+d", "j", "A")
        assert f"Writing: note {last(table).number}" in table.lines()[0]
        await table.keys(*" more", "escape", "W")
        assert "Writing ·" in table.lines()[0] and page_of(table).value == ""
        await table.keys("escape", "A")
        assert page_of(table).value == "One\nTwo more"


async def test_help_in_the_middle_of_a_note_that_is_rewritten_comes_back_to_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        do(table.campaign, "campaign.note", text="The lamp.")
        await table.keys("j", "A", *"..", "f1", "escape")
        assert f"Note {table.campaign.length}: The lamp..." in table.text()


async def test_an_editor_that_is_not_there_does_not_keep_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    came_back = []

    @contextmanager
    def suspend(app: object) -> Iterator[None]:
        """As the toolkit does it, which does not come back from an error."""
        yield
        came_back.append(app)

    monkeypatch.setenv("VISUAL", "/no/such/editor")
    monkeypatch.setattr("textual.app.App.suspend", suspend)
    async with opened(tmp_path) as table:
        await table.keys("W", "x", "ctrl+g")
        assert came_back and "did not work" in table.text()


async def test_a_page_whose_entry_is_taken_back_meanwhile_waits_until_that_stands_again(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as table:
        await written(table, "One\nTwo")
        await table.keys("ctrl+d", "j", "A", *" more")
        number = last(table).number
        table.campaign.undo()
        await table.keys("ctrl+d")
        assert "does not stand" in table.text() and "Two more" in table.text()
        await table.keys("escape", "U", "up", "up", "A", "ctrl+d")
        assert last(table).given == {"text": "One\nTwo more"} and last(table).amends == number


async def test_a_page_that_went_on_as_a_line_is_no_longer_there(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("W")
        await table.write("The lamp")
        await table.keys("f2", "w")
        await table.write(" burns.")
        await table.keys("escape", "W")
        assert (
            table.app.main_screen.query_one(WritingPageText).text == table.campaign.draft == "The lamp burns."
        )
        await table.keys("f2", "w", "enter", "W")
        assert table.app.main_screen.query_one(WritingPageText).text == table.campaign.draft == ""


async def test_a_page_stays_in_its_campaign(tmp_path: Path) -> None:
    other = Library(tmp_path).new("Vale", "fell")
    async with opened(tmp_path) as table:
        await table.keys("W")
        await table.write("The lamp")
        await table.keys("f2")
        table.app.post_message(CampaignWanted(other))
        await table.keys("f2", "W")
        assert table.campaign.id == other and table.app.main_screen.query_one(WritingPageText).text == ""


LINES = "\n".join(f"line {n}" for n in range(30))


async def test_a_long_paste_is_taken_back_and_put_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("W")
        table.app.post_message(Paste(LINES))
        await table.keys("end")
        page = table.app.main_screen.query_one(WritingPageText)
        assert page.text == LINES and page.show_vertical_scrollbar
        await table.keys("ctrl+z")
        assert page.text == table.campaign.draft == "" and not page.show_vertical_scrollbar
        await table.keys("ctrl+y")
        assert page.text == table.campaign.draft == LINES


async def test_what_was_deleted_is_taken_back_and_deleted_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        table.campaign.keep_draft(LINES)
        await table.keys("W")
        page = table.app.main_screen.query_one(WritingPageText)
        page.select_all()
        await table.keys("delete", "ctrl+z")
        assert page.text == LINES and page.show_vertical_scrollbar
        await table.keys("ctrl+y")
        assert page.text == "" and not page.show_vertical_scrollbar


async def test_textual_still_looks_for_a_cursor_on_lines_that_are_gone() -> None:
    """The fault that `WritingPageText.scroll_cursor_visible` makes good: when this fails, it can go."""

    class Written(App[None]):
        def compose(self) -> ComposeResult:
            yield TextArea()

    with pytest.raises(ValueError, match="out of bounds"):
        async with Written().run_test(size=(40, 10)) as pilot:
            area = pilot.app.query_one(TextArea)
            area.insert(LINES)
            await pilot.pause()
            assert area.show_vertical_scrollbar
            area.undo()


# A few lines


def line_of(table: Table) -> WritingLine:
    return table.app.main_screen.query_one(WritingLine)


LONG = "The keeper turns the lamp down until the room is the colour of tea, and asks me what I came for. "


async def test_a_long_sentence_is_seen_from_its_beginning_in_rows_that_grow(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("j", "w")
        await table.write(LONG)
        assert line_of(table).size.height == 2
        assert "Note: The keeper turns" in table.text() and "what I came for." in table.text()
        table.app.post_message(Paste(LONG * 5))
        await table.pilot.pause()
        assert line_of(table).size.height == 5, "no more than a few"
        await table.keys("enter")
        assert line_of(table).size.height == 1 and last(table).given["text"] == (LONG * 6).strip()


async def test_a_paste_of_several_lines_keeps_them(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("j", "w")
        table.app.post_message(Paste("One.\nTwo.\x1b[31m\u202e\n/? is it lit"))
        await table.keys("end", "enter")
        assert last(table).procedure == "oracle.ask"
        note = table.campaign.entry(table.campaign.length - 1)
        assert note.given == {"text": "One.\nTwo.[31m"} and table.campaign.draft == ""


async def test_joined_emoji_stay_joined_however_they_come_in(tmp_path: Path) -> None:
    astronaut = "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET}"
    async with opened(tmp_path) as table:
        await table.keys("j", "w")
        table.app.post_message(Paste(f"{astronaut} "))
        await table.keys("end")
        for sign in astronaut:
            table.app.screen.focused.post_message(Key("unknown", sign))  # type: ignore[union-attr]
        await table.keys("x", "left", "backspace", "enter")
        assert last(table).given["text"] == f"{astronaut} \N{WOMAN}\N{ZERO WIDTH JOINER}x"


async def test_up_brings_back_prose_and_commands_and_moves_within_what_is_long(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("j", "w")
        for line in ("The keeper wakes.", "/? is it lit"):
            await table.write(line)
            await table.keys("enter")
        await table.keys("up")
        assert line_of(table).value == "/? is it lit"
        await table.keys("up")
        assert line_of(table).value == "The keeper wakes."
        await table.keys("down", "down")
        assert line_of(table).value == ""
        await table.write(LONG)
        await table.keys("up", "X")
        assert "X" in line_of(table).value and line_of(table).value.startswith("The keeper t")


async def test_what_is_written_is_in_view_wherever_the_cursor_was(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("j", *["pageup"] * 9, "w", *"Here I am.", "enter", *"/luck moss", "enter")
        assert "Here I am." in table.text() and "Moss is" in table.text()
        await table.keys("escape", *["pageup"] * 9, "w", *"/roster", "escape")
        assert "Here I am." not in table.text(), "what was only begun moves nothing"


async def test_a_line_of_several_rows_is_emptied_with_one_key(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("j", "w")
        await table.write(LONG)
        await table.keys("ctrl+u")
        assert line_of(table).value == ""


async def test_a_question_is_completed_to_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("j", "w", *"Hm. /? likely does he know who pays me", "tab")
        assert line_of(table).value.endswith("pays me")


async def test_a_typo_is_mended_in_place_with_one_key_into_the_note(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("w", *"Teh lamp.", "enter", "w", *"Then dark.", "enter", "j", "up", "A")
        number = table.campaign.length - 1
        assert f"Note {number}: Teh lamp." in table.text()
        await table.keys("home", "right", "delete", "right", "e", "enter")
        assert last(table).amends == number and last(table).given == {"text": "The lamp."}
        assert f"¶ The lamp. (amended by {number + 2})" in table.text() and table.campaign.draft == ""


async def test_help_in_the_middle_of_a_line_is_about_writing_and_comes_back_to_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("j", "w", *"Half a", "f1")
        assert "Writing" in table.text() and "Prose, in Markdown" in table.text()
        await table.keys("escape")
        assert "Note: Half a" in table.text() and "Journal" in table.lines()[0]
        await table.keys(*" line.", "enter")
        assert last(table).given == {"text": "Half a line."}


async def test_a_command_that_was_called_off_does_not_come_back_by_itself(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("j", "w", *"/foe", "enter")
        assert "foe:" in table.text()
        await table.keys("escape")
        assert line_of(table).value == "/foe", "it can be mended"
        await table.keys("escape", "w")
        assert line_of(table).value == "" == table.campaign.draft
        await table.keys("up")
        assert line_of(table).value == "/foe"


@pytest.mark.parametrize("begins", ["/", "He asks. /? ", "/luck ", '"', ""])
async def test_no_length_of_a_line_ends_the_program_now_or_when_it_comes_back(
    tmp_path: Path, begins: str
) -> None:
    words = begins + "word goblin 1 Moss's lamp, the " * 40
    async with opened(tmp_path) as table:
        for key in ("w", "W"):
            await table.keys("j", key)
            table.app.post_message(Paste(words))
            await table.keys("end", "a", "tab", "enter", "escape", "escape", "escape", "w", "b", "escape")
        assert table.campaign.length
    assert table.campaign


@pytest.mark.parametrize(
    ("table", "named"), [("new-place", "The ~["), ("thread", "The #["), ("stranger", "The @[")]
)
async def test_what_is_made_up_is_named_as_what_it_is(tmp_path: Path, table: str, named: str) -> None:
    async with opened(tmp_path) as screen:
        await screen.keys("j", "w", *f"/{table}".replace("-", " "), "enter", "escape", "end", "at", "enter")
        assert str(last(screen).given["text"]).startswith(named)


async def test_what_a_table_made_up_becomes_somebody_with_a_key(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("j", "at")
        assert "no table made anything up here" in table.text()
        await table.keys("w", *"/stranger", "enter", "escape", "end")
        rolled = str(last(table).facts[0].values["text"])
        await table.keys("at", "escape")
        assert table.campaign.draft == "", "nobody typed it"
        await table.keys("w", *"And", "escape", "at", "escape")
        assert table.campaign.draft == "And"
        await table.keys("w", *["backspace"] * 3, "escape", "at", *"comes in.", "enter")
        name = rolled.partition(",")[0].partition(" ")[2]
        assert last(table).given == {"text": f"The @[{name}] comes in."}


async def test_what_is_closed_keeps_its_capitals(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        note(table.campaign, "## The Ash Pit\nFar below ~[The Mill].")
        table.app.app_state.show()
        await table.keys(":", *"close the mill", "enter")
        assert last(table).given["name"] == "~The Mill"
        await table.keys("j", "#", "space")
        assert last(table).given["name"] == "scene The Ash Pit"
        await table.keys("u", ":", *"end scene", "enter", "space")
        assert "The Ash Pit has ended" in table.text() and last(table).procedure == "scene.end"


@pytest.mark.parametrize("key", ["w", "W", "at"])
async def test_who_only_reads_a_campaign_writes_nothing_over_what_is_typed_where_it_is_open(
    tmp_path: Path, key: str
) -> None:
    library = Library(tmp_path)
    writer = library.open(place_demo(library))
    try:
        writer.keep_draft("The door")
        async with opened(tmp_path, writer.id) as table:
            await table.keys("2", "j")
            assert "READ ONLY" in table.lines()[0]
            await table.keys(key)
            assert "read only: nothing can be changed here" in table.text()
            await table.keys("Q", "backspace", "escape")
        assert writer.draft == "The door"
    finally:
        writer.close()
