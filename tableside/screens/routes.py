"""The views: where each is, the keys that lead there, and how it is made when it is first wanted."""

from collections.abc import Callable, Mapping

from tableside.campaign.library import Library
from tableside.frozen import frozen
from tableside.key_table import VIEW_KEYS
from tableside.screens import (
    advancement,
    amend,
    campaigns,
    characters,
    help,
    initiative,
    journal,
    palette,
    recap,
    roll,
    share,
    writing,
)
from tableside.screens.page import Page
from tableside.wording import label


@frozen
class Route:
    """A view: its title, the keys that lead to it, and how it is made."""

    title: str
    key: str
    function_key: str
    make: Callable[[Library], Page]


RECAP = "recap-view"


def _characters(library: Library) -> Page:

    return characters.CharactersView(id="characters")


def _roll(library: Library) -> Page:

    return roll.RollView(id="roll")


def _initiative(library: Library) -> Page:

    return initiative.InitiativeView(id="initiative")


def _advancement(library: Library) -> Page:

    return advancement.AdvancementView(id="advancement")


def _journal(library: Library) -> Page:

    return journal.JournalView(id="journal")


def _campaigns(library: Library) -> Page:

    return campaigns.CampaignsView(library, id="campaigns")


def _recap(library: Library) -> Page:

    return recap.RecapView(id=RECAP)


_MAKE: Mapping[str, Callable[[Library], Page]] = {
    "characters": _characters,
    "roll": _roll,
    "initiative": _initiative,
    "advancement": _advancement,
    "journal": _journal,
    RECAP: _recap,
    "campaigns": _campaigns,
}
VIEWS = {id: Route(label("page", id), *keys, _MAKE[id]) for id, keys in VIEW_KEYS.items()}
PLACES = {id: (each.title, each.key) for id, each in VIEWS.items()}
"""The title and the key of each view."""
HELP = "help"
WRITING = "writing"
AMEND = "amend"
PALETTE = "palette"
SHARE = "share"
BESIDE = (HELP, WRITING, AMEND, PALETTE, SHARE)
"""Views that one comes back from."""


def made(id: str, library: Library) -> Page:
    """The view of this id."""
    if id == HELP:
        return help.HelpView(id=HELP)
    if id == WRITING:
        return writing.WritingView(PLACES, id=WRITING)
    if id == AMEND:
        return amend.AmendView(id=AMEND)
    if id == PALETTE:
        return palette.PaletteView(PLACES, id=PALETTE)
    if id == SHARE:
        return share.ShareView(id=SHARE)
    return VIEWS[id].make(library)
