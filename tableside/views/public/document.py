"""The players' document: the table as they see it, and what they were told.

It holds only texts and numbers, and nothing that leads to the GM's own document, an entry or somebody hidden:
no keys, no numbers of entries, no ids that count hidden things.
"""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from fractions import Fraction

from tableside.frozen import frozen
from tableside.rules.sheet import Meter
from tableside.rules.table import Kind


class Look(StrEnum):
    """How hurt somebody looks."""

    UNHURT = "unhurt"
    HURT = "hurt"
    BADLY_HURT = "badly-hurt"
    DOWN = "down"


@frozen
class TurnSeen:
    """Whose turn it is in a turn order."""

    words: str
    """The round and who acts, in words."""
    round: int
    acting: tuple[str, ...]
    """The names of those who act."""


class Stage(StrEnum):
    """How far somebody has come in the round."""

    NONE = ""
    ACTING = "acting"
    ACTED = "acted"


@frozen
class MemberSeen:
    """A member of the party, known in full."""

    name: str
    kind: Kind
    vitals: tuple[tuple[str, str], ...]
    """Labels and values of the most telling numbers, in the order of the game."""
    states: tuple[str, ...]
    """Threatening states, in words."""
    conditions: tuple[str, ...]
    """Other conditions, in words."""
    is_absent: bool = False
    stage: Stage = Stage.NONE
    times: int = 0
    """The number of their turns this round."""
    left: tuple[Meter, ...] = ()
    """The meters in which the game counts wounds."""


@frozen
class FoeSeen:
    """Anybody else in the fight, as an onlooker sees them."""

    name: str
    look: Look | None
    """How hurt they look. None: the game does not count wounds, or not in points."""
    conditions: tuple[str, ...] = ()
    """Conditions of the rules, except those that say that somebody is down."""
    stage: Stage = Stage.NONE
    times: int = 0


@frozen
class ClockSeen:
    """A clock that players know of. None: they do not know how far it goes."""

    name: str
    marked: int | None = None
    steps: int | None = None
    is_full: bool = False
    """Whether they know that it is full."""


class LineKind(StrEnum):
    """The sort of a line in the log."""

    DONE = "done"
    SESSION = "session"
    """The beginning or end of a session."""
    SHEET = "sheet"
    """A change to a sheet of the party."""
    LOOKED_UP = "looked-up"
    """The answer of an oracle or a table that was asked in the open."""
    WRITTEN = "written"
    """A note, kept from players until it is part of the story."""


@frozen
class ThrowSeen:
    """Dice that everybody saw."""

    faces: tuple[int, ...]
    why: str
    who: str = ""
    sides: tuple[int, ...] = ()
    """The sides; empty if they would reveal an unknown strength."""
    typed: tuple[bool, ...] = ()


@frozen
class OutcomeSeen:
    """A possible outcome of a roll."""

    words: str
    chance: Fraction
    hope: str
    """How good it is for whoever rolls, as a tone: most, half, little."""
    came: bool
    """Whether it is the actual outcome."""


@frozen
class AmountSeen:
    """An amount of a roll, such as damage: its actual value, and the chances of each value."""

    words: str
    came: int
    chances: Mapping[int, Fraction] = field(hash=False)


@frozen
class RollOddsSeen:
    """The odds of a past roll, with the actual results."""

    outcomes: tuple[OutcomeSeen, ...]
    """Outcomes from the best to the worst."""
    amounts: tuple[AmountSeen, ...] = ()


class PartKind(StrEnum):
    """The sort of a part: a name with a result, or other text."""

    ORACLE = "oracle"
    TABLE = "table"
    CLOCK = "clock"
    TRACK = "track"
    OVER = "over"
    OPEN = "open"
    HAPPENED = "happened"
    """Any other result."""


@frozen
class PartSeen:
    """A name and its result: question and answer, table and row, clock or track and progress (`2/4`), thread
    and whether it is closed; or other text, as a name alone.
    """

    kind: PartKind
    name: str
    came: str


@frozen
class LineSeen:
    """Something that happened, as players may know it."""

    time: float
    session: int
    day: int
    kind: LineKind
    words: str
    throws: tuple[ThrowSeen, ...] = ()
    summary: tuple[str, ...] = ()
    """The summary of a fight, in lines, on its last entry."""
    odds: RollOddsSeen | None = None
    """The odds of a roll, if counted and known to players."""
    is_story: bool = False
    """Whether it belongs to the story: written, answered, found, filled or decided."""
    result: str = ""
    """The result of a roll in one headline, which is all that a story keeps of it."""
    ends_scene: bool = False
    parts: tuple[PartSeen, ...] = ()
    """Its parts: names with results."""

    @property
    def headline(self) -> str:
        """What happened: the result of a roll, else all the words."""
        return self.result or self.words

    @property
    def explanation(self) -> str:
        """How a result came about; empty if the headline says it all."""
        return self.words if self.result else ""


LIVE = (LineKind.DONE, LineKind.SESSION, LineKind.LOOKED_UP)
"""Lines shown as they happen; all others appear with the story."""


@frozen
class TableSeen:
    """The table as players see it now."""

    title: str
    day: int
    turn: TurnSeen | None
    seats: tuple[MemberSeen | FoeSeen, ...]
    """The members of the fight in order; without a fight, the party."""
    clocks: tuple[ClockSeen, ...]
    log: tuple[LineSeen, ...]
    """Recent public events, the newest last."""


@frozen
class SheetSeen:
    """The sheet of a member of the party, in lines."""

    name: str
    lines: tuple[str, ...]
