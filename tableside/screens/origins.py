"""What a new character begins with, asked at the bottom line: own backgrounds, listed as one types."""

from functools import partial
from typing import cast

from tableside.rules.inputs import Given
from tableside.rules.kept_kinds import own_names
from tableside.rules.origins import origin_of
from tableside.rules.procedure import Procedure
from tableside.screens.page import Host, Page
from tableside.views import packs
from tableside.widgets.log_strip import LogStrip
from tableside.wording import label
from tableside.wording.results import sentence


async def origin_asked(page: Page, create: Procedure) -> Given | None:
    """The input with the own background that somebody begins with; none where the table has none, or the
    rules are to find one. None: it was given up.
    """
    found = origin_of(create)
    if page.shown is None or found is None:
        return {}
    (section, input), rules, table = found, page.shown.rules, page.shown.table
    if not own_names(rules, table, section):
        return {}
    host = cast(Host, page.screen)

    def list_them(text: str) -> None:
        room = page.screen.query_one(LogStrip).most_lines
        host.show_instead(lambda cells: packs.origin_rows(rules, table, section, text, room))

    list_them("")
    complete = partial(packs.origin_completed, rules, table, section)
    question = sentence("ask", "origin", origin=label("input", input).capitalize())
    typed = await page.ask.command("", _any, list_them, complete, (), question=question, back="")
    host.show_strip()
    if typed is None:
        return None
    return {input: complete(typed)} if typed.strip() else {}


def _any(text: str) -> object:
    """Any text will do: who is nobody's own kind begins as the rules have it."""
    return text
