"""The table: the state that every procedure sees and changes."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from enum import StrEnum
from typing import Self

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.sheet import Sheet
from tableside.rules.tables.random_table import RandomTable
from tableside.rules.turns.order import Order


class Kind(StrEnum):
    """The kind of a character."""

    PC = "pc"
    NPC = "npc"
    ENEMY = "enemy"
    HENCHMAN = "henchman"


@frozen
class Condition:
    """A lasting state of a character: prone, on fire, dying, or whatever the GM names."""

    name: str
    """An id that the game knows, or the GM's own words."""
    amount: int = 0
    """What the game counts by it, such as dice of harm or failures in a row; 0 when it counts nothing."""
    rounds: int | None = None
    """Rounds left. None: it stays until something ends it."""
    before: int | None = None
    """The key of the character just before whose turn it loses a round.

    None: at the end of the round.
    """


@frozen
class Character:
    """A character on the table: a player's, a henchman, an enemy, or anybody met."""

    key: int
    name: str
    kind: Kind
    sheet: Sheet
    conditions: tuple[Condition, ...] = ()
    retired: bool = False
    """Out of play: dead, gone or put away, but never deleted."""
    remark: str = ""
    """The GM's one-line reminder about them: `if the door opens`. No player sees it."""

    def has(self, condition: str) -> bool:
        return any(each.name == condition for each in self.conditions)

    def condition(self, name: str) -> Condition | None:
        """Return the condition of this name; None when they do not have it."""
        return next((each for each in self.conditions if each.name == name), None)

    def with_condition(self, condition: Condition) -> "Character":
        """Return the character with this condition added last, replacing any of its name."""
        others = tuple(each for each in self.conditions if each.name != condition.name)
        return replace(self, conditions=(*others, condition))

    def without(self, *names: str) -> "Character":
        return replace(self, conditions=tuple(each for each in self.conditions if each.name not in names))


class GameSheet:
    """A mixin for a game's sheets that gets them, typed, from characters."""

    __slots__ = ()

    @classmethod
    def of(cls, who: Character) -> Self:
        """Return a character's sheet of this game. Raises `RuleError` when it is one of another game."""
        if not isinstance(who.sheet, cls):
            raise RuleError("sheet.of-another-game", who=who.name)
        return who.sheet


class TableClockSight(StrEnum):
    """What the players know of a clock."""

    OPEN = "open"
    HIDDEN = "hidden"
    """They know that it exists, but not how far it has come."""
    SECRET = "secret"


STEPS_OF_A_BOX = 4


@frozen
class TableClock:
    """Something that fills up step by step, with events on the way."""

    name: str
    steps: int
    marked: int = 0
    milestones: tuple[tuple[int, str], ...] = ()
    """Steps, each with what happens as soon as it and all before it are marked."""
    sight: TableClockSight = TableClockSight.OPEN
    pace: int = 0
    """For a track, the number of steps that a tick marks: the harder, the fewer. 0: it is no track."""

    @property
    def is_track(self) -> bool:
        return self.pace > 0

    @property
    def boxes(self) -> int:
        """The number of full boxes of a track."""
        return self.marked // STEPS_OF_A_BOX

    @property
    def far(self) -> tuple[int, int]:
        """How far it has come, and how far it goes: in steps, or in full boxes for a track."""
        return (self.boxes, self.steps // STEPS_OF_A_BOX) if self.is_track else (self.marked, self.steps)


@frozen
class Turned:
    """The changes made by one step of the turn order, so that it can be taken back."""

    order: Order
    """The order before the step."""
    conditions: tuple[tuple[int, tuple[Condition, ...], tuple[Condition, ...]], ...] = ()
    """For each character whose conditions changed: the key, the conditions before, and those after."""
    cells: tuple[tuple[int, str, str, str], ...] = ()
    """For each sheet cell that changed: the character's key, its path, its text before and after."""


@frozen
class TableOwnKind:
    """The table's own kind of foe, person or thing, with the contents of its sheet or sheet row."""

    section: str
    """The section it belongs to: `foes`, `people`, `backgrounds`, or a list on the sheet such as `items`."""
    id: str
    name: str
    cells: tuple[str, ...] = ()
    """Cell paths with the text typed there, `skill=6`, `items.new=rope (2)`; for a thing, its fields."""
    text: str = ""
    """Its description."""

    @property
    def values(self) -> tuple[tuple[str, str], ...]:
        """Each path, with the text typed there."""
        return tuple((path, text) for path, _, text in (each.partition("=") for each in self.cells))

    def value(self, path: str) -> str:
        """Return the last text typed at this path; empty when there is none."""
        return next((text for one, text in reversed(self.values) if one == path), "")


_COMING = re.compile(
    r"(?:round\s+(?P<round>[1-9]\d?)|clock\s+(?P<clock>[^:]+?))\s*:\s*(?P<foes>.+)", re.IGNORECASE | re.DOTALL
)


@frozen
class ComingToTable:
    """Foes who join an encounter later."""

    foes: str
    """The foes as typed: `2 goblins, troll`."""
    round: int = 0
    """The round of the fight in which they come; 0: a clock brings them."""
    clock: str = ""
    """The clock that brings them once it is full."""

    @classmethod
    def from_text(cls, text: str) -> "ComingToTable | None":
        """Parse `round 3: 2 goblins` or `clock The bell: troll`. None: it is neither."""
        match = _COMING.fullmatch(text.strip())
        if match is None:
            return None
        return cls(match["foes"].strip(), int(match["round"] or 0), (match["clock"] or "").strip())


@frozen
class TableDice:
    """Who rolls real dice, whose faces are then typed."""

    usual: bool = False
    """Whether everybody not listed below does, the GM included."""
    typing: tuple[int, ...] = ()
    """Keys of characters whose players always roll real dice."""
    rolled: tuple[int, ...] = ()
    """Keys of characters whose dice the program always rolls."""

    @property
    def any(self) -> bool:
        """Whether anybody rolls real dice."""
        return self.usual or bool(self.typing)

    def of(self, key: int | None) -> bool:
        """Whether this character's dice are real. None: the GM's."""
        if key in self.typing or key in self.rolled:
            return key in self.typing
        return self.usual

    def with_one(self, key: int, typed: bool) -> "TableDice":
        """Return these settings with one character's changed."""
        typing = {*self.typing} - {key} | ({key} if typed else set())
        rolled = {*self.rolled} - {key} | (set() if typed else {key})
        return replace(self, typing=tuple(sorted(typing)), rolled=tuple(sorted(rolled)))


class Permission(StrEnum):
    """What a player may do on a screen of their own."""

    LOOK = "look-on"
    ASK = "ask-first"
    """Whatever they do waits for the GM's approval."""
    ACT = "act"


@frozen
class TablePermissions:
    """What each player may do on a screen of their own."""

    usual: str = Permission.LOOK
    """What a player not listed below may do."""
    looking: tuple[int, ...] = ()
    asking: tuple[int, ...] = ()
    acting: tuple[int, ...] = ()
    """Keys of characters whose players may do this, whatever is usual."""

    def of(self, key: int) -> str:
        """Return what this character's player may do."""
        named = zip((self.looking, self.asking, self.acting), Permission, strict=True)
        return next((leave for keys, leave in named if key in keys), self.usual)

    def with_one(self, key: int, leave: str) -> "TablePermissions":
        """Return these permissions with one character's changed."""
        looking, asking, acting = (
            tuple(sorted({*keys} - {key} | ({key} if leave == each else set())))
            for keys, each in zip((self.looking, self.asking, self.acting), Permission, strict=True)
        )
        return replace(self, looking=looking, asking=asking, acting=acting)


@frozen
class Table:
    """Everything that a procedure can see and change."""

    title: str = ""
    """The campaign's title."""
    archived: bool = False
    """Put away: kept, but listed last among the campaigns."""
    characters: Mapping[int, Character] = field(default_factory=dict)
    order: Order | None = None
    """The running turn order. None: no fight is on."""
    turns: Mapping[int, Turned] = field(default_factory=dict)
    """The latest steps of the turn order, counted from 1, which `turn.back` takes back."""
    tables: Mapping[int, RandomTable] = field(default_factory=dict)
    """The random tables rolled on, as they were at the time, counted from 1."""
    kinds: Mapping[int, TableOwnKind] = field(default_factory=dict)
    """The own kinds written down or kept, counted from 1."""
    encounter: str = ""
    """The id of the encounter being played; empty for none."""
    coming: tuple[ComingToTable, ...] = ()
    """The foes still to come in this encounter."""
    decks: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The cards drawn from each deck, by the id of its table."""
    closed: tuple[str, ...] = ()
    """Threads, people, places and scenes that are over, as written: `#drowned-bell`."""
    clocks: tuple[TableClock, ...] = ()
    house: Mapping[str, str] = field(default_factory=dict)
    """The house rules that differ from their defaults: open question to option."""
    day: int = 1
    """The day in the game, counted from 1."""
    session: int = 0
    """The session being played, or last played, counted from 1; 0 before the first."""
    attending: tuple[int, ...] = ()
    """Keys of the characters at the table this session."""
    departed: tuple[int, ...] = ()
    """Keys of the characters who attended this session and have left."""
    session_is_on: bool = False
    real_dice: TableDice = field(default_factory=TableDice)
    may: TablePermissions = field(default_factory=TablePermissions)

    def __getitem__(self, key: int) -> Character:
        """Return the character of this key. Raises `RuleError` when there is none."""
        if key not in self.characters:
            raise RuleError("table.no-character", character=key)
        return self.characters[key]

    def put(self, *characters: Character) -> "Table":
        """Return the table with these characters, replacing those with their keys."""
        return replace(self, characters={**self.characters, **{each.key: each for each in characters}})

    def named(self, keys: Iterable[int]) -> tuple[Character, ...]:
        """Return the characters of these keys, each once. Raises `RuleError` when there are no keys."""
        people = tuple(self[key] for key in dict.fromkeys(keys))
        if not people:
            raise RuleError("inputs.nobody-named")
        return people

    def with_each(self, keys: Iterable[int], act: Callable[[Character], Character]) -> "Table":
        """Return the table after `act` was applied to each of these characters. Raises `RuleError` when there
        are no keys.
        """
        return self.put(*(act(each) for each in self.named(keys)))

    @property
    def next_key(self) -> int:
        return max(self.characters, default=0) + 1

    def in_play(self, *kinds: Kind) -> tuple[Character, ...]:
        """Return the characters not retired, of these kinds (none given: any), in the order of their keys."""
        everybody = [self.characters[key] for key in sorted(self.characters)]
        people = [each for each in everybody if not each.retired and (not kinds or each.kind in kinds)]
        return tuple(people)

    def is_absent(self, who: Character) -> bool:
        """Whether this player's character is missing from the session that is on; the dead are not missed."""
        misses = who.kind == Kind.PC and who.key not in self.attending and not who.has("dead")
        return self.session_is_on and bool(self.attending) and misses

    def present(self, *kinds: Kind) -> tuple[Character, ...]:
        """Return the characters in play, without players' characters who miss this session."""
        return tuple(each for each in self.in_play(*kinds) if not self.is_absent(each))

    def has_turn(self, who: Character) -> bool:
        """Whether it is this character's turn, alone or together with others."""
        return self.order is not None and who.key in self.order.now

    def are_opposed(self, one: object, other: int) -> bool:
        """Whether exactly one of the two is an enemy. A value that is no character's key is on no side."""
        if not isinstance(one, int) or one not in self.characters or other not in self.characters:
            return False
        return (self[one].kind == Kind.ENEMY) != (self[other].kind == Kind.ENEMY)

    def throws_real_dice(self, name: str, *, secret: bool = False) -> bool:
        """Whether the dice of the character of this name are real. Secret dice, and nobody's in particular,
        are the GM's.
        """
        keys = [] if secret else [each.key for each in self.in_play() if each.name == name]
        return self.real_dice.of(next(iter(keys), None))
