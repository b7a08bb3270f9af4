"""How a page was left, as one line of text; and a page that stands so again."""

import json
from collections.abc import Iterator
from typing import Any

from tableside.screens.page import Page
from tableside.widgets.line_list import LineList


def as_left(page: Page) -> str:
    """What its reader had typed and opened, where its cursors are and how far it is scrolled."""
    focus = page.screen.focused
    left = {
        "kept": [*page.kept],
        "focus": focus.id if focus is not None and page in focus.ancestors else None,
        "lists": {each.id: (each.key, *each.row) for each in _lists(page)},
    }
    return json.dumps(left, separators=(",", ":"))


def stand_as_left(page: Page, left: str) -> None:
    """Have a page that has just been entered as it was left, as far as all of that is there again."""
    if not left:
        return
    found: dict[str, Any] = json.loads(left)
    page.take_up(found["kept"])
    for each in _lists(page):
        key, row, rows = found["lists"].get(each.id, (None, 0, 0))
        if key is not None:
            each.go_to(key)
        each.return_to_row(row, rows)
    focus = next((each for each in page.query("*") if each.id and each.id == found["focus"]), None)
    if focus is not None and focus.focusable:
        page.screen.set_focus(focus)


def _lists(page: Page) -> Iterator[LineList]:
    return (each for each in page.query(LineList) if each.display)
