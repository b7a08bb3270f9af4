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
