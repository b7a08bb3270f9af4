"""A sheet in two columns: one cursor, in the column that keys are for."""

from pathlib import Path

from tableside.widgets.line_list import MARKER, LineList
from tests.screens.table import Table, campaign_of, opened


def marked(at: Table) -> list[str]:
    """The ids of the columns in which the cursor is shown."""
    columns = (at.app.main_screen.query_one(f"#{id}", LineList) for id in ("sheet", "sheet-more"))
    return [each.id or "" for each in columns if each.render_line(each.cursor).text.startswith(MARKER)]


async def test_the_cursor_is_shown_in_one_column_alone(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as at:
        await at.keys("c", "enter")
        assert marked(at) == ["sheet"]
        await at.keys("right")
        assert marked(at) == ["sheet-more"]
        await at.keys("enter")  # the question is about the line that the cursor stays on
        assert marked(at) == ["sheet-more"]
        await at.keys("escape", "left")
        assert marked(at) == ["sheet"]


async def test_a_sheet_has_one_column_where_two_would_break_its_rows(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc"), (60, 20)) as at:
        main_screen = at.app.main_screen
        await at.keys("c", "enter")
        assert any(line.split()[-3:] == ["Kind", "player", "character"] for line in at.lines())
        await at.keys("right")
        assert main_screen.focused is main_screen.query_one("#sheet"), "there is no other"
        await at.keys("left")
        assert main_screen.focused is main_screen.query_one("#roster")
