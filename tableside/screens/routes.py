"""The views: where each is, the keys that lead there, and how it is made when it is first wanted."""

from collections.abc import Callable

from tableside.campaign.library import Library
from tableside.frozen import frozen
from tableside.screens.page import Page


@frozen
class Route:
    """A view: its title, the keys that lead to it, and how it is made."""

    title: str
    key: str
    function_key: str
    make: Callable[[Library], Page]


RECAP = "recap-view"


def _characters(library: Library) -> Page:
    from tableside.screens.characters import CharactersView

    return CharactersView(id="characters")


def _roll(library: Library) -> Page:
    from tableside.screens.roll import RollView

    return RollView(id="roll")


def _initiative(library: Library) -> Page:
    from tableside.screens.initiative import InitiativeView

    return InitiativeView(id="initiative")


def _advancement(library: Library) -> Page:
    from tableside.screens.advancement import AdvancementView

    return AdvancementView(id="advancement")


def _journal(library: Library) -> Page:
    from tableside.screens.journal import JournalView

    return JournalView(id="journal")


def _campaigns(library: Library) -> Page:
    from tableside.screens.campaigns import CampaignsView

    return CampaignsView(library, id="campaigns")


def _recap(library: Library) -> Page:
    from tableside.screens.recap import RecapView

    return RecapView(id=RECAP)


VIEWS = {
    "characters": Route("Characters", "c", "f2", _characters),
    "roll": Route("Roll", "r", "f3", _roll),
    "initiative": Route("Initiative", "i", "f4", _initiative),
    "advancement": Route("Advancement", "a", "f5", _advancement),
    "journal": Route("Journal", "j", "f6", _journal),
    RECAP: Route("Previously", "p", "f12", _recap),
    "campaigns": Route("Campaigns", "g", "f7", _campaigns),
}
PLACES = {id: (each.title, each.key) for id, each in VIEWS.items()}
"""The title and the key of each view."""
HELP = "help"
WRITING = "writing"
AMEND = "amend"
PALETTE = "palette"
BESIDE = (HELP, WRITING, AMEND, PALETTE)
"""Views that one comes back from."""
CARE = {"minus": "hurt", "plus": "heal", "k": "condition", "K": "relieve", "N": "foe", "P": "presence"}
"""Keys of the roster that work on every view, and its acts."""
EVERYWHERE = (
    *((f"{each.key} or {each.function_key.upper()}", each.title) for each in VIEWS.values()),
    (":", "Type what is to be done, in words"),
    ("-, +, k, N", "Hurt, heal, a condition, foes"),
    ("P", "There or absent: a player comes or goes"),
    ("u, U", "Undo, redo"),
    (".", "The last roll again"),
    ("A", "Amend the last roll: same dice"),
    ("w, W", "Write a note, a page"),
    ("F8", "Take faces from real dice, always or never"),
    ("ctrl+t", "The next theme: dark, light, high contrast"),
    ("[ ]", "The character before, after"),
    ("b, B", "Begin, end the session"),
    ("ctrl+p", "Find any command"),
    ("ctrl+l", "Draw the screen anew"),
    ("ctrl+z", "Undo typing; else to the shell, fg comes back"),
    ("ctrl+q, F10", "Quit"),
)
"""The keys that work on every view, each with what it does."""


def made(id: str, library: Library) -> Page:
    """The view of this id."""
    if id == HELP:
        from tableside.screens.help import HelpView

        return HelpView(id=HELP)
    if id == WRITING:
        from tableside.screens.writing import WritingView

        return WritingView(id=WRITING)
    if id == AMEND:
        from tableside.screens.amend import AmendView

        return AmendView(id=AMEND)
    if id == PALETTE:
        from tableside.screens.palette import PaletteView

        return PaletteView(PLACES, id=PALETTE)
    return VIEWS[id].make(library)
