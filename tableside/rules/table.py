"""What lies on the table: the state that every procedure sees and changes."""

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
    """Whose a character is."""

    PC = "pc"
    NPC = "npc"
    ENEMY = "enemy"
    HENCHMAN = "henchman"


@frozen
class Condition:
    """Something that holds for a character until it ends: prone, on fire, dying, or whatever the GM names."""

    name: str
    """An id that the game knows, or the GM's own words."""
    amount: int = 0
    """What the game counts by it: dice of harm, failures in a row. 0 when it counts nothing."""
    rounds: int | None = None
    """Rounds left. None: it stays until something ends it."""
    before: int | None = None
    """The key of the one just before whose turn another round of it is over.

    None: at the end of the round.
    """


@frozen
class Character:
    """One on the table: a player's character, a henchman, an enemy or somebody met."""

    key: int
    name: str
    kind: Kind
    sheet: Sheet
    conditions: tuple[Condition, ...] = ()
    retired: bool = False
    """Out of play: dead, gone or put away. Kept for ever all the same."""
    remark: str = ""
    """What the GM wants to remember of them, in a line: `if the door opens`. No player reads it."""

    def has(self, condition: str) -> bool:
        return any(each.name == condition for each in self.conditions)

    def condition(self, name: str) -> Condition | None:
        """The condition of this name; None when it does not hold."""
        return next((each for each in self.conditions if each.name == name), None)

    def with_condition(self, condition: Condition) -> "Character":
        """With this condition in the place of the one of its name, or at the end."""
        others = tuple(each for each in self.conditions if each.name != condition.name)
        return replace(self, conditions=(*others, condition))

    def without(self, *names: str) -> "Character":
        return replace(self, conditions=tuple(each for each in self.conditions if each.name not in names))


class GameSheet:
    """What the sheets of a game are: asked of whoever has one."""

    __slots__ = ()

    @classmethod
    def of(cls, who: Character) -> Self:
        """Somebody's sheet of this game. Raises `RuleError` when it is one of another game."""
        if not isinstance(who.sheet, cls):
            raise RuleError("sheet.of-another-game", who=who.name)
        return who.sheet


class TableClockSight(StrEnum):
    """What the players know of a clock."""

    OPEN = "open"
    HIDDEN = "hidden"
    """They know that it is there, not how far it has come."""
    SECRET = "secret"


STEPS_OF_A_BOX = 4


@frozen
class TableClock:
    """Something that fills up step by step, with what happens on the way."""

    name: str
    steps: int
    marked: int = 0
    milestones: tuple[tuple[int, str], ...] = ()
    """Steps, each with what happens as soon as it and all before it are marked."""
    sight: TableClockSight = TableClockSight.OPEN
    pace: int = 0
    """Of a track, how many steps a tick marks: the harder it is, the fewer. 0: it is no track."""

    @property
    def is_track(self) -> bool:
        return self.pace > 0

    @property
    def boxes(self) -> int:
        """Of a track, the boxes that are full."""
        return self.marked // STEPS_OF_A_BOX

    @property
    def far(self) -> tuple[int, int]:
        """How far it has come, and how far it goes: in steps, of a track in full boxes."""
        return (self.boxes, self.steps // STEPS_OF_A_BOX) if self.is_track else (self.marked, self.steps)


@frozen
class Turned:
    """What one step of the turn order changed, so that the turn can be taken back."""

    order: Order
    """The order before the step."""
    conditions: tuple[tuple[int, tuple[Condition, ...], tuple[Condition, ...]], ...] = ()
    """Of each character with others afterwards: the key, the conditions before, those after."""
    cells: tuple[tuple[int, str, str, str], ...] = ()
    """Of each cell of a sheet that changed: the character's key, its path, its text before and after."""


@frozen
class TableOwnKind:
    """A kind of foe, person or thing that is the table's own: what a sheet, or a row of one, says of it."""

    section: str
    """What it is a kind of: `foes`, `people`, `backgrounds`, or a list on the sheet such as `items`."""
    id: str
    name: str
    cells: tuple[str, ...] = ()
    """Paths of cells and what is typed into them, `skill=6`, `items.new=rope (2)`; of a thing its fields."""
    text: str = ""
    """What there is to read of it."""

    @property
    def values(self) -> tuple[tuple[str, str], ...]:
        """Each path, and what is typed there."""
        return tuple((path, text) for path, _, text in (each.partition("=") for each in self.cells))

    def value(self, path: str) -> str:
        """What is typed last at this path; empty when nothing is."""
        return next((text for one, text in reversed(self.values) if one == path), "")


_COMING = re.compile(
    r"(?:round\s+(?P<round>[1-9]\d?)|clock\s+(?P<clock>[^:]+?))\s*:\s*(?P<foes>.+)", re.IGNORECASE | re.DOTALL
)


@frozen
class ComingToTable:
    """Foes who come to an encounter later."""

    foes: str
    """As they are typed: `2 goblins, troll`."""
    round: int = 0
    """The round of the fight in which they come; 0: a clock brings them."""
    clock: str = ""
    """The clock that brings them when it is full."""

    @classmethod
    def from_text(cls, text: str) -> "ComingToTable | None":
        """Who comes later, out of `round 3: 2 goblins` or `clock The bell: troll`. None: it is neither."""
        match = _COMING.fullmatch(text.strip())
        if match is None:
            return None
        return cls(match["foes"].strip(), int(match["round"] or 0), (match["clock"] or "").strip())


@frozen
class TableDice:
    """Whose dice lie on the real table, so that their faces are typed and not rolled."""

    usual: bool = False
    """Of everybody, the GM too, of whom nothing else is said."""
    typing: tuple[int, ...] = ()
    """Keys of characters whose players always throw real dice."""
    rolled: tuple[int, ...] = ()
    """Keys of characters whose dice the program always rolls."""

    @property
    def any(self) -> bool:
        """Whether anybody's are."""
        return self.usual or bool(self.typing)

    def of(self, key: int | None) -> bool:
        """Whether this one's dice are real. None: the GM's."""
        if key in self.typing or key in self.rolled:
            return key in self.typing
        return self.usual

    def with_one(self, key: int, typed: bool) -> "TableDice":
        """With this settled for one character."""
        typing = {*self.typing} - {key} | ({key} if typed else set())
        rolled = {*self.rolled} - {key} | (set() if typed else {key})
        return replace(self, typing=tuple(sorted(typing)), rolled=tuple(sorted(rolled)))


class Permission(StrEnum):
    """What a player may do on a screen of their own."""

    LOOK = "look-on"
    ASK = "ask-first"
    """Whatever they do waits for the GM."""
    ACT = "act"


@frozen
class TablePermissions:
    """Who may do what on a screen of their own."""

    usual: str = Permission.LOOK
    """Of everybody of whom nothing else is said."""
    looking: tuple[int, ...] = ()
    asking: tuple[int, ...] = ()
    acting: tuple[int, ...] = ()
    """Keys of characters whose players may do this, whatever is usual."""

    def of(self, key: int) -> str:
        """What this one's player may do."""
        named = zip((self.looking, self.asking, self.acting), Permission, strict=True)
        return next((leave for keys, leave in named if key in keys), self.usual)

    def with_one(self, key: int, leave: str) -> "TablePermissions":
        """With this settled for one character."""
        looking, asking, acting = (
            tuple(sorted({*keys} - {key} | ({key} if leave == each else set())))
            for keys, each in zip((self.looking, self.asking, self.acting), Permission, strict=True)
        )
        return replace(self, looking=looking, asking=asking, acting=acting)


@frozen
class Table:
    """Everything that a procedure can see and change."""

    title: str = ""
    """The campaign's."""
    archived: bool = False
    """Put away: kept, but last in the list of campaigns."""
    characters: Mapping[int, Character] = field(default_factory=dict)
    order: Order | None = None
    """The running turn order. None: no fight is on."""
    turns: Mapping[int, Turned] = field(default_factory=dict)
    """The latest steps of the turn order, counted from 1: what `turn.back` takes back."""
    tables: Mapping[int, RandomTable] = field(default_factory=dict)
    """The random tables that were rolled on, as they were then, counted from 1."""
    kinds: Mapping[int, TableOwnKind] = field(default_factory=dict)
    """Own kinds that were put down or kept, counted from 1."""
    encounter: str = ""
    """The id of the encounter that is being played; empty while none is."""
    coming: tuple[ComingToTable, ...] = ()
    """Who will still come to it."""
    decks: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """What has been drawn from each deck, by the id of its table."""
    closed: tuple[str, ...] = ()
    """Threads, people, places and scenes that are over, as they are written: `#drowned-bell`."""
    clocks: tuple[TableClock, ...] = ()
    house: Mapping[str, str] = field(default_factory=dict)
    """The house rules that differ from their defaults: open question to option."""
    day: int = 1
    """The day in the game, counted from 1."""
    session: int = 0
    """The session being played, or last played, counted from 1; 0 before the first."""
    attending: tuple[int, ...] = ()
    """Keys of those at the table this session."""
    departed: tuple[int, ...] = ()
    """Keys of those who were there this session and have left."""
    session_is_on: bool = False
    real_dice: TableDice = field(default_factory=TableDice)
    may: TablePermissions = field(default_factory=TablePermissions)

    def __getitem__(self, key: int) -> Character:
        """The character of this key. Raises `RuleError` when there is none."""
        if key not in self.characters:
            raise RuleError("table.no-character", character=key)
        return self.characters[key]

    def put(self, *characters: Character) -> "Table":
        """With these characters in the place of those with their keys."""
        return replace(self, characters={**self.characters, **{each.key: each for each in characters}})

    def named(self, keys: Iterable[int]) -> tuple[Character, ...]:
        """Those of these keys, each once. Raises `RuleError` for nobody."""
        people = tuple(self[key] for key in dict.fromkeys(keys))
        if not people:
            raise RuleError("inputs.nobody-named")
        return people

    def with_each(self, keys: Iterable[int], act: Callable[[Character], Character]) -> "Table":
        """After this was done to each of these, one after the other. Raises `RuleError` for nobody."""
        return self.put(*(act(each) for each in self.named(keys)))

    @property
    def next_key(self) -> int:
        return max(self.characters, default=0) + 1

    def in_play(self, *kinds: Kind) -> tuple[Character, ...]:
        """Those not retired, of these kinds (none given: of every kind), in the order of their keys."""
        everybody = [self.characters[key] for key in sorted(self.characters)]
        people = [each for each in everybody if not each.retired and (not kinds or each.kind in kinds)]
        return tuple(people)

    def is_absent(self, who: Character) -> bool:
        """Whether this player's character is missing from the session that is on."""
        misses = who.kind == Kind.PC and who.key not in self.attending
        return self.session_is_on and bool(self.attending) and misses

    def present(self, *kinds: Kind) -> tuple[Character, ...]:
        """Those in play, without the players' characters who miss this session."""
        return tuple(each for each in self.in_play(*kinds) if not self.is_absent(each))

    def has_turn(self, who: Character) -> bool:
        """Whether it is their turn, or the turn of several of whom they are one."""
        return self.order is not None and who.key in self.order.now

    def are_opposed(self, one: object, other: int) -> bool:
        """Whether two are on different sides: one of them, and one alone, is an enemy. What is no key of
        anybody here is on no side.
        """
        if not isinstance(one, int) or one not in self.characters or other not in self.characters:
            return False
        return (self[one].kind == Kind.ENEMY) != (self[other].kind == Kind.ENEMY)

    def throws_real_dice(self, name: str, *, secret: bool = False) -> bool:
        """Whether the dice of the one of this name are real. Of nobody in particular, and in secret, they
        are the GM's.
        """
        keys = [] if secret else [each.key for each in self.in_play() if each.name == name]
        return self.real_dice.of(next(iter(keys), None))
