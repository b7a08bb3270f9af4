"""Procedures: rules with an id and typed inputs, as the shell and the screens call them.

A procedure's `run` and `odds` take the table, then one keyword argument per input (its id with `_` for
`-`); `run` takes `play` last. Inputs say what may be given, how it is read from text, and which other
values are worth knowing.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from enum import StrEnum
from fractions import Fraction

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.naming import all_of
from tableside.rules.odds import Odds
from tableside.rules.play import Performed, Play
from tableside.rules.sheet import BIGGEST
from tableside.rules.table import Character, Kind, Table, find
from tableside.rules.typed import NAME_LENGTH, number, one_line, one_of, short, yes_no
from tableside.rules.unfit import unfit

Value = int | bool | str | tuple[int, ...] | tuple[str, ...]
Given = Mapping[str, Value]
"""The values of a procedure's inputs, by input id."""


@frozen
class Number:
    """A whole number."""

    id: str
    default: int | None = None
    lowest: int = 0
    highest: int = BIGGEST
    worth: tuple[int, ...] = ()
    """Steps up or down whose effect on the odds is worth showing."""

    def read(self, text: str, table: Table, given: Given) -> Value:
        return number(text, 0, self.lowest, self.highest)


@frozen
class YesNo:
    """Yes or no."""

    id: str
    default: bool | None = False
    worth: bool = True
    """Whether the other answer's effect on the odds is worth showing."""

    def read(self, text: str, table: Table, given: Given) -> Value:
        return yes_no(text)


@frozen
class Words:
    """Free text. `many`: words apart by blanks."""

    id: str
    default: str | None = None
    long: bool = False

    def read(self, text: str, table: Table, given: Given) -> Value:
        return short(text, BIGGEST) if self.long else short(one_line(text), NAME_LENGTH)


@frozen
class Choice:
    """One of a list of ids, or several (`many`).

    The list may depend on the table and on the inputs before.
    """

    id: str
    options: Callable[[Table, Given], tuple[str, ...]]
    default: str | None = None
    many: bool = False
    most: int = BIGGEST
    """How many may be chosen at once, of `many`."""
    free: bool = False
    """Whether a text that is not in the list is taken as it is."""
    worth: bool = False
    """Whether the other options' effect on the odds is worth showing."""
    known_as: Callable[[Table, Given], Mapping[str, str]] = field(default=lambda table, given: {})
    """Options by other names that they go by now: the skill die by the name of each skill."""

    def read(self, text: str, table: Table, given: Given) -> Value:
        options = self.options(table, given)
        others = self.known_as(table, given)
        if self.many:
            return tuple(self._one(word, options, others) for word in words(text))
        return self._one(text, options, others)

    def _one(self, text: str, options: tuple[str, ...], others: Mapping[str, str]) -> str:
        folded = {option.casefold(): option for option in options}
        folded = {**{name.casefold(): option for name, option in others.items()}, **folded}
        if text.strip().casefold() in folded:
            return folded[text.strip().casefold()]
        if self.free:
            return short(one_line(text.strip()), NAME_LENGTH)
        wanted = text.strip().casefold()
        starting = list(dict.fromkeys(each for low, each in folded.items() if low.startswith(wanted)))
        return starting[0] if wanted and len(starting) == 1 else one_of(text, options)


@frozen
class Who:
    """A character in play, or several (`many`), by name, start of name, or `#key`; several of a kind at once,
    as `goblins` or `goblin*`.
    """

    id: str
    kinds: tuple[Kind, ...] = ()
    """The kinds that may be picked; none given: every kind."""
    many: bool = False
    optional: bool = False
    """Whether nobody may be given: 0, or the empty tuple. What that means the procedure says."""
    fits: Callable[[Table, Character], bool] = field(default=lambda table, character: True)
    """Whether this character may be picked now."""
    retired: bool = False
    """Whether those out of play may be picked too."""

    @property
    def default(self) -> Value | None:
        return (() if self.many else 0) if self.optional else None

    def candidates(self, table: Table) -> tuple[Character, ...]:
        everybody = table.characters.values() if self.retired else table.in_play()
        return tuple(
            each
            for each in sorted(everybody, key=lambda each: each.key)
            if (not self.kinds or each.kind in self.kinds) and self.fits(table, each)
        )

    def read(self, text: str, table: Table, given: Given) -> Value:
        if self.optional and not text.strip():
            return () if self.many else 0
        listed = self.candidates(table)
        if not self.many:
            return self._found(text, listed, table).key
        if whole := all_of(text, listed):
            return whole
        words = names(text, table.characters.values())
        return tuple(dict.fromkeys(key for word in words for key in self._meant(word, listed, table)))

    def _meant(self, word: str, listed: Iterable[Character], table: Table) -> tuple[int, ...]:
        """The keys of those whom one word of a list means: one of them, or all of a kind."""
        try:
            return (self._found(word, listed, table).key,)
        except RuleError:
            if several := all_of(word, listed):
                return several
            raise

    def _found(self, text: str, listed: Iterable[Character], table: Table) -> Character:
        """The one meant among these. Raises `RuleError`, also for one who is there but will not do."""
        try:
            return find(listed, text)
        except RuleError as error:
            try:
                other = find(table.characters.values(), text)
            except RuleError:
                raise error from None
            raise RuleError(unfit(table, other, tuple(listed))) from None


@frozen
class Cells:
    """Cells of a sheet and what is typed into them, as `path=text`: it takes every name that no other
    input has.
    """

    id: str
    default: tuple[str, ...] = ()

    def read(self, text: str, table: Table, given: Given) -> Value:
        return tuple(each.strip() for each in text.split(";") if each.strip())


@frozen
class Filled:
    """A text that the program fills in when it performs the procedure: no form shows it."""

    id: str
    default: str = ""

    def read(self, text: str, table: Table, given: Given) -> Value:
        return text


Input = Number | YesNo | Words | Choice | Who | Cells | Filled


def names(text: str, listed: Iterable[Character]) -> list[str]:
    """The names of a list, as `words`; words that are a whole name together are that one."""
    known = {each.name.casefold() for each in listed}
    if text.strip().casefold() in known:
        return [text]
    if "," in text:
        return words(text)
    found, left = [], text.split()
    while left:
        ends = range(len(left), 1, -1)
        taken = next((end for end in ends if " ".join(left[:end]).casefold() in known), 1)
        found.append(" ".join(left[:taken]))
        left = left[taken:]
    return found


def words(text: str) -> list[str]:
    """The words of a list: apart by blanks, or by commas when a word holds blanks itself."""
    if "," in text:
        return [word.strip() for word in text.split(",") if word.strip()]
    return text.split()


@frozen
class Outcome:
    """What a procedure came to."""

    result: str
    """The id of the outcome."""
    amounts: Mapping[str, int] = field(default_factory=dict)
    table: Table | None = None
    """The table afterwards. None: the procedure changes nothing."""


class Group(StrEnum):
    """Where on the screens a procedure is at home."""

    ROLL = "roll"
    FIGHT = "fight"
    CARE = "care"
    GROWTH = "growth"
    SHEET = "sheet"
    SESSION = "session"


class Role(StrEnum):
    """What an app's one-key act does; a game says which of its procedures plays which role."""

    TEST = "test"
    TABLE = "table"
    ORACLE = "oracle"
    FIGHT = "fight"
    LUCK = "luck"
    CAST = "cast"
    HURT = "hurt"
    HEAL = "heal"
    EAT = "eat"
    REST = "rest"
    CREATE = "create"
    FOE = "foe"
    ASSEMBLE = "assemble"
    NEXT = "next"
    BACK = "back"
    DELAY = "delay"
    AIM = "aim"
    READY = "ready"
    HAND = "hand"
    JOIN = "join"
    LEAVE = "leave"
    FINISH = "finish"
    IMPROVE = "improve"
    TRAIN = "train"
    CONDITION = "condition"
    RELIEVE = "relieve"
    RETIRE = "retire"
    TICK = "tick"
    NOTE = "note"
    BEGIN = "begin"
    END = "end"


@frozen
class Procedure:
    """A rule that can be called by its id."""

    id: str
    rules: tuple[str, ...]
    """The ids of the rules it carries out."""
    inputs: tuple[Input, ...]
    run: Callable[..., Outcome]
    group: Group
    odds: Callable[..., Odds] | None = None
    outcomes: tuple[str, ...] = ()
    amounts: tuple[str, ...] = ()
    role: Role | None = None
    on_table: bool = False
    """Whether it needs a campaign; otherwise bare numbers are enough."""
    problems: Callable[[Table], tuple[str, ...]] = field(default=lambda table: ())
    """Ids of the reasons why it cannot be done now: the screens grey it out with them."""
    expected: Callable[..., Mapping[str, Fraction]] | None = None
    """The expected amounts, which are known at once where the odds take longer than a key press may."""
    is_heavy: Callable[[Table, Given], bool] = field(default=lambda table, given: False)
    """Whether counting the odds takes longer than a key press may (20 ms)."""
    is_table: bool = False
    """Whether it is one of the game's own tables, listed with those that a group writes itself."""
    decides: Callable[[Table], tuple[str, ...]] | None = None
    """Those of `rules` that have a say on this table. None: all of them."""

    def rules_on(self, table: Table) -> tuple[str, ...]:
        """The ids of the rules that it carries out on this table."""
        return self.rules if self.decides is None else self.decides(table)

    def perform(self, table: Table, given: Given) -> Callable[[Play], Outcome]:
        """The rule with its inputs filled in. Raises `RuleError` naming the first that is missing."""
        needed = (each.id for each in self.inputs if each.default is None)
        missing = next((id for id in needed if id not in given), None)
        if missing is not None:
            raise RuleError(f"{self.id} needs {missing}")
        return lambda play: self.run(table, **arguments(given), play=play)

    def chances(self, table: Table, given: Given) -> Odds:
        """The exact odds. Raises `RuleError` when there is nothing to be foretold."""
        if self.odds is None:
            raise RuleError(f"{self.id} has no odds: no dice decide it, or it has no single outcome")
        return self.odds(table, **arguments(given))

    def input(self, id: str) -> Input:
        """The input of this id. Raises `RuleError` naming the nearest."""
        return next(each for each in self.inputs if each.id == one_of(id, [each.id for each in self.inputs]))


def arguments(given: Given) -> dict[str, Value]:
    return {id.replace("-", "_"): value for id, value in given.items()}


def read(
    procedure: Procedure, texts: Mapping[str, str], table: Table, was: Given | None = None
) -> dict[str, Value]:
    """The values of all inputs, from what was typed; of those not typed what `was` there, or the defaults.

    Raises `RuleError` naming input, value and what would do.
    """
    ids = [each.id for each in procedure.inputs]
    others = {id: text for id, text in texts.items() if id not in ids}
    cells = next((each.id for each in procedure.inputs if isinstance(each, Cells)), None)
    if others and cells is None:
        id = next(iter(others))
        raise RuleError(f"{procedure.id} has no input {id!r}: {_nearest(id, ids)}")
    given: dict[str, Value] = {}
    for each in procedure.inputs:
        if each.id == cells and others:
            given[each.id] = tuple(f"{id}={text}" for id, text in others.items())
            continue
        if was is not None and each.id not in texts and each.id in was:
            given[each.id] = was[each.id]
            continue
        given[each.id] = _read_one(procedure, each, texts.get(each.id), table, given)
    return given


def _read_one(procedure: Procedure, input: Input, text: str | None, table: Table, given: Given) -> Value:
    if text is None:
        if input.default is None:
            raise RuleError(f"{procedure.id} needs {input.id}=…")
        return input.default
    try:
        return input.read(text, table, given)
    except RuleError as error:
        raise RuleError(f"{input.id}: {error}") from None


def _nearest(id: str, ids: Iterable[str]) -> str:
    from difflib import get_close_matches  # 3 ms, only for a misspelt name

    listed = list(ids)
    near = get_close_matches(id, listed, n=1)
    return f"did you mean {near[0]}?" if near else f"it has {', '.join(listed) or 'none'}"


@frozen
class Gain:
    """What another value of one input would do to the odds."""

    input: str
    value: Value
    odds: Odds


def gains(procedure: Procedure, table: Table, given: Given) -> tuple[Gain, ...]:
    """The odds with each other value that is worth showing, one input changed at a time."""
    found = []
    for each in procedure.inputs:
        for value in _other_values(each, table, given):
            try:
                found.append(Gain(each.id, value, procedure.chances(table, {**given, each.id: value})))
            except RuleError:
                continue  # this value is not possible here: then it is worth nothing
    return tuple(found)


def _other_values(input: Input, table: Table, given: Given) -> tuple[Value, ...]:
    now = given.get(input.id)
    match input:
        case Number() if isinstance(now, int):
            return tuple(now + step for step in input.worth if input.lowest <= now + step <= input.highest)
        case YesNo() if input.worth:
            return (not now,)
        case Choice() if input.worth:
            return tuple(option for option in input.options(table, given) if option != now)
    return ()


Result = Performed[Outcome]
