"""The routes: the key, module and constructor of each view, and restoring a view as it was left."""

import gc
import json
from asyncio import sleep, to_thread
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from tableside import late_imports
from tableside.campaign.last_screen import PlaceLeft
from tableside.campaign.library import Library
from tableside.campaign.user_files import OPEN_SHEET, Settings
from tableside.key_table import VIEW_KEYS
from tableside.screens import (
    advancement,
    amend,
    campaigns,
    characters,
    help,
    house_rules,
    initiative,
    journal,
    palette,
    recap,
    roll,
    share,
    writing,
)
from tableside.screens.page import Page
from tableside.views import kind_list, rollable_tables
from tableside.widgets.line_list import LineList
from tableside.widgets.lists import MarkList
from tableside.wording import label

if TYPE_CHECKING:
    from tableside.campaign.campaign import Campaign

WANTED_SOON: Final = (
    "roll",
    "characters",
    "journal",
    "initiative",
    "help",
    "advancement",
    "recap",
    "campaigns",
    "palette",
)
"""Modules of the views, in the order in which they are likely to be wanted."""
BETWEEN_LOADS: Final = 0.02
"""Seconds left to keys between two parts of what is loaded after the first paint."""


PLACES = {id: (label("page", id), key) for id, (key, _) in VIEW_KEYS.items()}
"""The title and the key of each view."""
RECAP = "recap-view"
HELP = "help"
WRITING = "writing"
AMEND = "amend"
PALETTE = "palette"
SHARE = "share"
HOUSE_RULES = "house-rules"
BESIDE = (HELP, WRITING, AMEND, PALETTE, SHARE, HOUSE_RULES)
"""Views that are only a look aside."""
_MAKE: Mapping[str, Callable[[Library], Page]] = {
    "characters": lambda library: characters.CharactersPage(library.settings, id="characters"),
    "roll": lambda library: roll.RollPage(id="roll"),
    "initiative": lambda library: initiative.InitiativePage(id="initiative"),
    "advancement": lambda library: advancement.AdvancementPage(id="advancement"),
    "journal": lambda library: journal.JournalPage(id="journal"),
    RECAP: lambda library: recap.RecapPage(id=RECAP),
    "campaigns": lambda library: campaigns.CampaignsPage(library, id="campaigns"),
    HELP: lambda library: help.HelpPage(id=HELP),
    WRITING: lambda library: writing.WritingPage(PLACES, id=WRITING),
    AMEND: lambda library: amend.AmendPage(id=AMEND),
    PALETTE: lambda library: palette.PalettePage(PLACES, id=PALETTE),
    SHARE: lambda library: share.SharePage(id=SHARE),
    HOUSE_RULES: lambda library: house_rules.HouseRulesPage(id=HOUSE_RULES),
}


def make_page_of_route(id: str, library: Library) -> Page:
    """A new page for the view with this id."""
    return _MAKE[id](library)


async def load_rest_of_routes(campaign: "Campaign | None") -> None:
    """Load the tables of a campaign, the views and the packs."""
    gc.enable()
    gc.freeze()
    await sleep(BETWEEN_LOADS)
    if campaign is not None:
        rollable_tables.all_rollable_tables(campaign)
    for screen in WANTED_SOON:
        await sleep(BETWEEN_LOADS)
        late_imports.run_late_import(import_module(f"tableside.screens.{screen}"))
    await read_packs(campaign)


async def read_packs(campaign: "Campaign | None") -> None:
    """Read the packs before a key wants them: ten thousand foes take a third of a second."""
    if campaign is not None:
        await to_thread(kind_list.make_kind_list_ready, campaign.rules, campaign.table)


def route_as_left(page: Page) -> str:
    """The state of a page as text: typed and opened parts, cursors, marks, scroll positions."""
    focus = page.screen.focused
    left = {
        "kept": [*page.kept],
        "focus": focus.id if focus is not None and page in focus.ancestors else None,
        "marks": sorted(page.shown.marks) if page.shown is not None else [],
        "lists": {each.id: (each.key, *each.row) for each in _lists(page)},
    }
    return json.dumps(left, separators=(",", ":"))


def place_of_open_sheet(settings: Settings, campaign: "Campaign") -> PlaceLeft | None:
    """The sheet of this campaign that was open when the program was killed. None: none was, or its character
    is out of play.
    """
    id, _, key = settings[OPEN_SHEET].rpartition(" ")
    if id != campaign.id or key not in [str(each.key) for each in campaign.table.in_play()]:
        return None
    left = json.dumps({"kept": [characters.OPEN], "focus": None, "lists": {}})
    return PlaceLeft("characters", int(key), left)


def enter_route_as_left(page: Page, left: str) -> None:
    """Restore a page that has just been entered from `route_as_left`, as far as its parts still exist."""
    as_left: dict[str, Any] = json.loads(left)
    page.take_up(as_left["kept"])
    if page.shown is not None and as_left.get("marks"):
        page.shown.marks.update(as_left["marks"])
        page.show(page.shown)
        page.post_message(MarkList.Marked())
    for each in _lists(page):
        key, row, rows = as_left["lists"].get(each.id, (None, 0, 0))
        if key is not None:
            each.go_to(key)
        each.return_to_row(row, rows)
    focus = next((each for each in page.query("*") if each.id and each.id == as_left["focus"]), None)
    if focus is not None and focus.focusable:
        page.screen.set_focus(focus)


def _lists(page: Page) -> Iterator[LineList]:
    return (each for each in page.query(LineList) if each.display)
