"""What a screen asks for. The app does it, and every screen is shown what came of it."""

from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol

from tableside.campaign.amendment import Amendment
from tableside.rules.inputs import Given
from tableside.rules.procedure import Procedure
from tableside.widgets.base import DataMessage

if TYPE_CHECKING:
    from tableside.language.commands import AppCommand


class MainScreenReady(DataMessage):
    """The main screen stands, and can show a campaign."""


class ProcedureWanted(DataMessage):
    """A procedure is to be performed with these inputs. `typed`: the faces come from the real table."""

    procedure: Procedure
    given: Given
    typed: bool = False


class FormWanted(DataMessage):
    """A procedure is to be filled in on the roll screen."""

    procedure: Procedure
    given: Given


class SelectionChanged(DataMessage):
    """Another character is the one that rolls and cares are about."""

    key: int


class ViewWanted(DataMessage):
    """Another view is to be shown."""

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
"""The action that does each act which is no procedure."""


class ActWanted(DataMessage):
    """Something is to be done that is no procedure."""

    act: "AppCommand"


class ReadersChanged(DataMessage):
    """Players read what is shown, or no longer: what stands around it has to fit."""


class DiceSeen(DataMessage):
    """Dice of what comes next in a journal of this length are seen: what was expected of it is past."""

    length: int


class BesideChanged(DataMessage):
    """What stands beside the view is about something else now."""


class AmendmentWanted(DataMessage):
    """An amendment is to be done. `typed`: the faces that it lacks come from the real table."""

    amendment: Amendment
    typed: bool = False


class MessagePerformer(Protocol):
    """The app, for whoever has to wait until something is done."""

    async def perform(self, event: ProcedureWanted) -> bool:
        """Perform a procedure; whether it was done."""

    async def amend(self, event: AmendmentWanted) -> bool:
        """Amend an entry; whether it was done."""


class ThemeWanted(DataMessage):
    """The screens are to have other colours."""

    name: str


class SessionClosed(DataMessage):
    """A session has ended, and everybody's advancement is done."""


class LookWanted(DataMessage):
    """The table is to be seen as it was after an entry. None: as it is now."""

    number: int | None


class RestoreWanted(DataMessage):
    """The table is to be made what it was after an entry."""

    number: int


class CampaignWanted(DataMessage):
    """A campaign is to be opened."""

    id: str


class DemoWanted(DataMessage):
    """A fresh copy of this demo is to be opened."""

    demo: str


class CampaignMade(DataMessage):
    """A new campaign is to be made, and opened."""

    title: str
    ruleset: str


class EntryWanted(DataMessage):
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


class SharingWanted(DataMessage):
    """Something is to be done about sharing; `key`: of whose code it is, `name`: that it goes by."""

    step: SharingStep
    key: int = 0
    name: str = ""


class Complaint(DataMessage):
    """Something cannot be done: one line for the person at the keyboard."""

    text: str


class LineWanted(DataMessage):
    """A command in words is to be gone on with that begins like this."""

    begun: str
