"""What `tests.bench.imports` and `keys` search is really what a terminal would get."""

from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.widgets.line_list import LineList
from tests.table.looking import look


async def test_all_screens_of_a_campaign_are_drawn_without_an_order(tmp_path: Path) -> None:
    library = Library(tmp_path)
    assert await look(library, place_demo(library)) > 10_000


async def test_an_order_among_the_lines_is_heard_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = LineList.render_line

    def spoilt(self: LineList, y: int) -> object:
        strip = real(self, y)
        return type(strip)([part._replace(text=f"\x9b{part.text[1:]}") for part in strip], strip.cell_length)

    monkeypatch.setattr(LineList, "render_line", spoilt)
    library = Library(tmp_path)
    with pytest.raises(AssertionError, match="sends"):
        await look(library, place_demo(library))
