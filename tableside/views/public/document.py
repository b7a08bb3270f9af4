"""The players' document: the table as they see it, and what they were told.

It holds texts and numbers alone, nothing by which the GM's own document, an entry or somebody hidden could
be found: no key, no number of an entry, no id that counts what is not there.
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
    """Whose turn it is, where a turn order is running."""

    words: str
    """The round and who acts, in words."""
    round: int
    acting: tuple[str, ...]
    """Names."""


class Stage(StrEnum):
    """How far somebody has come in the round."""

    NONE = ""
    ACTING = "acting"
    ACTED = "acted"


@frozen
class MemberSeen:
    """One of the party: theirs is known to the last point."""

    name: str
    kind: Kind
    vitals: tuple[tuple[str, str], ...]
    """Label and value of what is most telling, in the game's order."""
    states: tuple[str, ...]
    """What threatens them, in words."""
    conditions: tuple[str, ...]
    """What else holds for them, in words."""
    is_absent: bool = False
    stage: Stage = Stage.NONE
    times: int = 0
    """How often they have acted this round."""
    left: tuple[Meter, ...] = ()
    """What is left of what the game counts wounds in."""


@frozen
class FoeSeen:
    """Anybody else in the fight: what one sees who looks at them."""

    name: str
    look: Look | None
    """None: the game counts no wounds of theirs, or not like this."""
    conditions: tuple[str, ...] = ()
    """Those that the rules know and that do not say that they are down."""
    stage: Stage = Stage.NONE
    times: int = 0


@frozen
class ClockSeen:
    """A clock that they know of. None: it is there, and nobody knows how far it goes."""

    name: str
    marked: int | None = None
    steps: int | None = None
    is_full: bool = False
    """Whether everybody knows that it has come to its end."""


class LineKind(StrEnum):
    """What a line of the log is."""

    DONE = "done"
    SESSION = "session"
    """A session begins or ends."""
    SHEET = "sheet"
    """Something was written on a sheet of the party."""
    LOOKED_UP = "looked-up"
    """What the oracle or a table said: the GM's until it is told as a story."""
    WRITTEN = "written"
    """A note: the same."""


@frozen
class ThrowSeen:
    """Dice that everybody saw fall."""

    faces: tuple[int, ...]
    why: str
    who: str = ""
    sides: tuple[int, ...] = ()
    """Empty where they would tell a strength that is not known."""
    typed: tuple[bool, ...] = ()


@frozen
class OutcomeSeen:
    """An outcome that a roll could have."""

    words: str
    chance: Fraction
    hope: str
    """What it is for whoever rolls, as the tone of what is left: most, half, little."""
    came: bool
    """Whether it is the one that came."""


@frozen
class AmountSeen:
    """An amount of a roll, such as the damage dealt: what it came to, and the chances of each value."""

    words: str
    came: int
    chances: Mapping[int, Fraction] = field(hash=False)


@frozen
class RollOddsSeen:
    """What could have come of a roll, and what came."""

    outcomes: tuple[OutcomeSeen, ...]
    """From the best to the worst."""
    amounts: tuple[AmountSeen, ...] = ()


class PartKind(StrEnum):
    """What is told as a name and what came of it."""

    ORACLE = "oracle"
    TABLE = "table"
    CLOCK = "clock"
    TRACK = "track"
    OVER = "over"
    OPEN = "open"
    HAPPENED = "happened"
    """Anything else that came of it."""


@frozen
class PartSeen:
    """A name and what came of it: a question and its answer, a table and what it gave, a clock or a track and
    how far it has come (`2/4`), a thread that is over or open again; or, as a name alone, what else happened.
    """

    kind: PartKind
    name: str
    came: str


@frozen
class LineSeen:
    """Something that happened, as everybody may know it."""

    time: float
    session: int
    day: int
    kind: LineKind
    words: str
    throws: tuple[ThrowSeen, ...] = ()
    summary: tuple[str, ...] = ()
    """Of a fight's end: what it came to, in lines."""
    odds: RollOddsSeen | None = None
    """Of a roll: what could have come of it, where that is counted and they may know."""
    is_story: bool = False
    """Whether it was written, answered, found, filled or decided, and not only counted."""
    result: str = ""
    """Of a roll, all that a story has of it."""
    ends_scene: bool = False
    parts: tuple[PartSeen, ...] = ()
    """What it tells as names and what came of them."""


LIVE = (LineKind.DONE, LineKind.SESSION)
"""What is told as it happens; the rest when the story is."""


@frozen
class TableSeen:
    """The table as players see it now."""

    title: str
    day: int
    turn: TurnSeen | None
    seats: tuple[MemberSeen | FoeSeen, ...]
    """Those in the fight, in their order; without one, the party."""
    clocks: tuple[ClockSeen, ...]
    log: tuple[LineSeen, ...]
    """What was done in the open of late, the newest last."""


@frozen
class SheetSeen:
    """The sheet of one of the party, in lines."""

    name: str
    lines: tuple[str, ...]
