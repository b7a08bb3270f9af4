"""Writing a page: kept at every key, entered when it is wanted, in whichever editor."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from textual.app import App, ComposeResult
from textual.events import Paste
from textual.widgets import TextArea

from tableside.campaign.entries import Entry
from tableside.campaign.library import Library
from tableside.screens.messages import CampaignWanted
from tableside.screens.writing import TextPage
from tests.screens.table import Table, opened

PAGE = "## The lamp room\n\nThe keeper *smiles*."


def last(table: Table) -> Entry:
    assert table.campaign.last is not None
    return table.campaign.last


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
        assert "lamp room" not in "\n".join(table.lines()[1:19])


async def test_what_begins_with_a_slash_is_prose_and_that_is_said(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await written(table, "The lamp / the dark.")
        assert "a page is prose" not in table.text()
        await table.write("/luck ana")
        assert "a page is prose: what begins with / stands as it is here, and acts in w" in table.text()
        await table.keys("ctrl+d")
        assert last(table).given == {"text": "The lamp / the dark.\n/luck ana"}


async def test_what_is_left_for_later_is_there_again_and_after_a_crash(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before, id = table.campaign.length, table.campaign.id
        await written(table, PAGE)
        await table.keys("escape")
        assert table.campaign.length == before
        await table.keys("w")
        assert "Writing" in table.lines()[0] and "The keeper *smiles*." in table.text()
    async with opened(tmp_path, id) as table:
        await table.keys("W", "ctrl+d")
        assert last(table).given == {"text": PAGE}


async def test_typing_is_taken_back_there_and_not_the_last_roll(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before = table.campaign.length
        await table.keys("W")
        await table.write("u and B")
        await table.keys("ctrl+z")
        assert table.campaign.length == before and "Writing" in table.lines()[0]


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
        await table.keys("escape", "W", "ctrl+d")
        assert last(table).amends == number and last(table).given == {"text": "The keeper\nwakes. Slowly."}
        assert table.campaign.draft == "" and f"amended by {number + 1}" in table.text()
        await table.keys("W")
        assert "wakes" not in "\n".join(table.lines()[1:19])


async def test_a_page_that_waits_is_not_written_over(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await written(table, "One\nTwo")
        await table.keys("ctrl+d", "W")
        await table.write("Half a page")
        await table.keys("escape", "j", "A")
        assert "W comes back to it" in table.text() and table.campaign.draft == "Half a page"


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


async def test_a_page_whose_entry_was_taken_back_meanwhile_is_a_new_one(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await written(table, "One\nTwo")
        await table.keys("ctrl+d", "j", "A")
        await table.write(" more")
        await table.keys("escape", "u", "W", "ctrl+d")
        assert "does not stand" in table.text() and "Two more" in table.text()
        await table.keys("ctrl+d")
        assert last(table).given == {"text": "One\nTwo more"} and not last(table).amends


async def test_a_page_that_went_on_as_a_line_is_no_longer_there(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("W")
        await table.write("The lamp")
        await table.keys("f2", "w")
        await table.write(" burns.")
        await table.keys("escape", "W")
        assert table.app.main_screen.query_one(TextPage).text == table.campaign.draft == "The lamp burns."
        await table.keys("f2", "w", "enter", "W")
        assert table.app.main_screen.query_one(TextPage).text == table.campaign.draft == ""


async def test_a_page_stays_in_its_campaign(tmp_path: Path) -> None:
    other = Library(tmp_path).new("Vale", "fell")
    async with opened(tmp_path) as table:
        await table.keys("W")
        await table.write("The lamp")
        await table.keys("f2")
        table.app.post_message(CampaignWanted(other))
        await table.keys("f2", "W")
        assert table.campaign.id == other and table.app.main_screen.query_one(TextPage).text == ""


LINES = "\n".join(f"line {n}" for n in range(30))


async def test_a_long_paste_is_taken_back_and_put_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("W")
        table.app.post_message(Paste(LINES))
        await table.keys("end")
        page = table.app.main_screen.query_one(TextPage)
        assert page.text == LINES and page.show_vertical_scrollbar
        await table.keys("ctrl+z")
        assert page.text == table.campaign.draft == "" and not page.show_vertical_scrollbar
        await table.keys("ctrl+y")
        assert page.text == table.campaign.draft == LINES


async def test_what_was_deleted_is_taken_back_and_deleted_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        table.campaign.keep_draft(LINES)
        await table.keys("W")
        page = table.app.main_screen.query_one(TextPage)
        page.select_all()
        await table.keys("delete", "ctrl+z")
        assert page.text == LINES and page.show_vertical_scrollbar
        await table.keys("ctrl+y")
        assert page.text == "" and not page.show_vertical_scrollbar


async def test_textual_still_looks_for_a_cursor_on_lines_that_are_gone() -> None:
    """The fault that `TextPage.scroll_cursor_visible` makes good: when this fails, it can go."""

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
