"""The requests that screens send to the app."""

from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol

from tableside.campaign.amendment import Amendment
from tableside.rules.inputs import Given
from tableside.rules.procedure import Procedure
from tableside.widgets.base import DataMessage

if TYPE_CHECKING:
    from tableside.language.commands import AppCommand


class MainScreenReady(DataMessage):
    """The main screen is ready to show a campaign."""


class ProcedureWanted(DataMessage):
    """Perform a procedure with these inputs. `typed`: its faces come from real dice."""

    procedure: Procedure
    given: Given
    typed: bool = False


class FormWanted(DataMessage):
    """Fill in a procedure on the roll screen."""

    procedure: Procedure
    given: Given


class SelectionChanged(DataMessage):
    """Select another character for rolls and care."""

    key: int


class ViewWanted(DataMessage):
    """Show another view."""

    view: str


ACTIONS = {
    "undo": "undo",
    "redo": "redo",
    "again": "again",
    "amend": "amend",
    "page": "screen.write_page",
    "theme": "next_theme",
    "real-dice": "toggle_real_dice",
    "share": "share",
    "house-rules": "screen.house_rules",
    "help": "screen.help",
    "quit": "quit",
}
"""The Textual action for each act that is no procedure."""


class ActWanted(DataMessage):
    """Do an act that is no procedure."""

    act: "AppCommand"


class ReadersChanged(DataMessage):
    """Players have begun or ceased to read the view; the chrome has to fit."""


class DiceSeen(DataMessage):
    """Dice have been seen for the next entry of a journal of this length; its odds no longer hold."""

    length: int


class BesideChanged(DataMessage):
    """The pane beside the view is about something else now."""


class AmendmentWanted(DataMessage):
    """Perform an amendment. `typed`: missing faces come from real dice."""

    amendment: Amendment
    typed: bool = False


class MessagePerformer(Protocol):
    """The app, for callers that wait until something is done."""

    async def perform(self, event: ProcedureWanted) -> bool:
        """Perform a procedure; return whether it was done."""

    async def amend(self, event: AmendmentWanted) -> bool:
        """Amend an entry; return whether it was done."""


class ThemeWanted(DataMessage):
    """Change the colours of the screens."""

    name: str


class SessionClosed(DataMessage):
    """A session has ended and everybody's advancement is done."""


class LookWanted(DataMessage):
    """Show the table as it was after an entry. None: as it is now."""

    number: int | None


class RestoreWanted(DataMessage):
    """Restore the table to its state after an entry."""

    number: int


class CampaignWanted(DataMessage):
    """Open a campaign."""

    id: str


class DemoWanted(DataMessage):
    """Open a fresh copy of this demo."""

    demo: str


class CampaignMade(DataMessage):
    """Create a new campaign and open it."""

    title: str
    ruleset: str


class EntryWanted(DataMessage):
    """Open the journal at this entry."""

    number: int


class SharingStep(Enum):
    """What a GM can do about sharing."""

    BEGIN = auto()
    HERE = auto()
    LAN = auto()
    LOOKS = auto()
    NAMES = auto()
    NAME = auto()
    RENEW = auto()
    END = auto()


class SharingWanted(DataMessage):
    """Take a step of sharing; `key`: the character whose code it concerns, `name`: the host name."""

    step: SharingStep
    key: int = 0
    name: str = ""


class Complaint(DataMessage):
    """One line for the person at the keyboard, saying why something cannot be done."""

    text: str


class LineWanted(DataMessage):
    """Open the command bar with the beginning of a command."""

    begun: str
