"""What a screen asks for. The app does it, and every screen is shown what came of it."""

from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol

from tableside.campaign.amendment import Amendment
from tableside.rules.inputs import Given
from tableside.rules.procedure import Procedure
from tableside.widgets.base import Message

if TYPE_CHECKING:
    from tableside.language.commands import Act


class DeskReady(Message):
    """The main screen stands, and can show a campaign."""


class ProcedureWanted(Message):
    """A procedure is to be performed with these inputs. `typed`: the faces come from the real table."""

    procedure: Procedure
    given: Given
    typed: bool = False


class Returner(Protocol):
    """The main screen, for a view that one comes back from."""

    async def go_back(self) -> None:
        """Bring the view to the front that was there before."""


class FormWanted(Message):
    """A procedure is to be filled in on the roll screen."""

    procedure: Procedure
    given: Given


class SelectionChanged(Message):
    """Another character is the one that rolls and cares are about."""

    key: int


class ViewWanted(Message):
    """Another view is to be shown."""

    view: str


ACTIONS = {
    "undo": "undo",
    "redo": "redo",
    "again": "screen.again",
    "amend": "amend",
    "page": "screen.write_page",
    "theme": "next_theme",
    "real-dice": "toggle_real_dice",
    "share": "share",
    "help": "screen.help",
    "quit": "quit",
}
"""The action that does each act which is no procedure."""


class ActWanted(Message):
    """Something is to be done that is no procedure."""

    act: "Act"


class ReadersChanged(Message):
    """Players read what is shown, or no longer: what stands around it has to fit."""


class BesideChanged(Message):
    """What stands beside the view is about something else now."""


class AgainWanted(Message):
    """The last roll is to be made once more."""


class AmendmentWanted(Message):
    """An amendment is to be done. `typed`: the faces that it lacks come from the real table."""

    amendment: Amendment
    typed: bool = False


class Performer(Protocol):
    """The app, for whoever has to wait until something is done."""

    async def perform(self, event: ProcedureWanted) -> bool:
        """Perform a procedure; whether it was done."""

    async def amend(self, event: AmendmentWanted) -> bool:
        """Amend an entry; whether it was done."""


class ThemeWanted(Message):
    """The screens are to have other colours."""

    name: str


class SessionClosed(Message):
    """A session has ended, and everybody's advancement is done."""


class LookWanted(Message):
    """The table is to be seen as it was after an entry. None: as it is now."""

    number: int | None


class RestoreWanted(Message):
    """The table is to be made what it was after an entry."""

    number: int


class CampaignWanted(Message):
    """A campaign is to be opened."""

    id: str


class DemoWanted(Message):
    """A fresh copy of this demo is to be opened."""

    demo: str


class CampaignMade(Message):
    """A new campaign is to be made, and opened."""

    title: str
    ruleset: str


class EntryWanted(Message):
    """The journal is to be opened at this entry."""

    number: int


class SharingStep(Enum):
    """What a GM does about sharing."""

    BEGIN = auto()
    HERE = auto()
    LAN = auto()
    LOOKS = auto()
    NAMES = auto()
    NAME = auto()
    RENEW = auto()
    END = auto()


class SharingWanted(Message):
    """Something is to be done about sharing; `key`: of whose code it is, `name`: that it goes by."""

    step: SharingStep
    key: int = 0
    name: str = ""


class Complaint(Message):
    """Something cannot be done: one line for the person at the keyboard."""

    text: str


class LineWanted(Message):
    """A command in words is to be gone on with that begins like this."""

    begun: str


class HelpWanted(Message):
    """Help for this moment is asked for, where its key is a letter to be typed."""
