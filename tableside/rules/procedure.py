"""Procedures: rules with an id and typed inputs, as the shell and the screens call them.

A procedure's `run` takes the table, its form filled in, and `play`; its `odds` the same without `play`.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import field, replace
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Generic, cast

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.inputs import (
    Cells,
    Choice,
    Given,
    Input,
    Number,
    Value,
    Who,
    Words,
    YesNo,
    inputs_as_form,
    inputs_of,
)
from tableside.rules.odds import Odds
from tableside.rules.play import Play, play_facts
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import TypedDice, hint_for_typed, typed_dice, typed_option

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    F = TypeVar("F", default=Any)  # a procedure of which nothing is said has any form
else:
    from typing import TypeVar

    F = TypeVar("F")


PURPOSE: Final = Words("purpose", default="")
"""What a roll is for, as it was typed: `past the wardens`. It is told with the roll, and changes nothing."""
Problems = Callable[[Table], tuple[str, ...]]
"""Ids of the reasons why something cannot be done now."""


def procedure_needs_somebody(
    fits: Callable[[Table, Character], bool], problem: str, *kinds: Kind
) -> Problems:
    """This problem, where nobody in play fits, of these kinds or of any."""
    return lambda table: () if any(fits(table, each) for each in table.in_play(*kinds)) else (problem,)


def procedure_refused_in_fight(table: Table) -> tuple[str, ...]:
    """The problem of what is not done in a fight."""
    return ("fight-is-on",) if table.order is not None else ()


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


def procedure_outcome_of_states(
    table: Table, people: tuple[int, ...], states: tuple[str, ...], state_of: Callable[[Character], str]
) -> Outcome:
    """The first of these states that anybody of these people is in, and how many are in each."""
    reached = [state_of(each) for each in table.named(people)]
    counts = {state: reached.count(state) for state in states}
    return Outcome(min(reached, key=states.index), counts, table)


class Role(StrEnum):
    """What an app's one-key act does; a game says which of its procedures plays which role."""

    TEST = "test"
    SAVE = "save"
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
    KEEP = "keep"
    ENCOUNTER = "encounter"
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
    PASS = "pass"
    CONDITION = "condition"
    RELIEVE = "relieve"
    RETIRE = "retire"
    REVIVE = "revive"
    RESCUE = "rescue"
    TICK = "tick"
    NOTE = "note"
    REMARK = "remark"
    BEGIN = "begin"
    ARRIVE = "arrive"
    DEPART = "depart"
    END = "end"


@frozen
class Procedure(Generic[F]):
    """A rule that can be called by its id."""

    id: str
    run: Callable[[Table, F, Play], Outcome]
    rules: tuple[str, ...] = ()
    """The ids of the rules it carries out."""
    group: Group = Group.ROLL
    odds: Callable[[Table, F], Odds] | None = None
    outcomes: tuple[str, ...] = ()
    amounts: tuple[str, ...] = ()
    role: Role | None = None
    on_table: bool = True
    """Whether it needs a campaign; otherwise bare numbers are enough."""
    problems: Problems = field(default=lambda table: ())
    """Ids of the reasons why it cannot be done now: the screens grey it out with them."""
    expected: Callable[[Table, F], Mapping[str, Fraction]] | None = None
    """The expected amounts, which are known at once where the odds take longer than a key press may."""
    is_rare: bool = False
    """Whether it is meant only by its own name, since an option of it means another rather."""
    is_heavy: Callable[[Table, F], bool] = field(default=lambda table, form: False)
    """Whether counting the odds takes longer than a key press may (20 ms)."""
    doubts: Callable[[Table, F], str] = field(default=lambda table, form: "")
    """The id of what speaks against it, which a screen asks about before anything is rolled; empty: nothing.

    The rule itself refuses nothing, and nobody is asked in a shell.
    """
    is_table: bool = False
    """Whether it is one of the game's own tables, listed with those that a group writes itself."""
    own: Mapping[str, str] = field(default_factory=dict)
    """Inputs that may name own kinds, each with the section of these, or how it names them
    (`rules/kind_procedures.py`): what files say of one comes along.
    """
    decides: Callable[[Table], tuple[str, ...]] | None = None
    """Those of `rules` that have a say on this table. None: all of them."""
    form: type[F] = field(default=cast(Any, None))  # Any: `run` says which
    """The frozen class whose fields are its inputs: that which `run` takes, where it is a function that says
    so.
    """
    inputs: tuple[Input, ...] = field(init=False, repr=False, compare=False, default=())
    """All that it asks for: those of its form."""

    def __post_init__(self) -> None:
        if self.form is None:
            _, form, *_ = self.run.__annotations__.values()
            object.__setattr__(self, "form", form)
        object.__setattr__(self, "inputs", inputs_of(self.form))

    def rules_on(self, table: Table) -> tuple[str, ...]:
        """The ids of the rules that it carries out on this table."""
        return self.rules if self.decides is None else self.decides(table)

    @property
    def takes_purpose(self) -> bool:
        """Whether it takes a `PURPOSE` beside its inputs: somebody's roll, none of whose inputs is a text."""
        is_roll = self.group in (Group.ROLL, Group.FIGHT) and self.odds is not None
        has_somebody = any(isinstance(each, Who) and each.id == "who" for each in self.inputs)
        has_text = any(isinstance(each, Words) for each in self.inputs)
        return is_roll and has_somebody and not has_text and self.role != Role.TABLE

    def perform(self, table: Table, given: Given) -> Callable[[Play], Outcome]:
        """The rule with its inputs filled in. Raises `RuleError` naming the first that is missing."""
        rule, purpose = self._rule(table, given), given.get(PURPOSE.id)
        if not purpose:
            return rule

        def tell_purpose_first(play: Play) -> Outcome:
            play.tell(PURPOSE.id, "", {"text": str(purpose)})
            return rule(play)

        return tell_purpose_first

    def _rule(self, table: Table, given: Given) -> Callable[[Play], Outcome]:
        if (missing := self._missing(given)) is not None:
            raise RuleError("procedure.needs", procedure=self.id, inputs=missing)
        dice = self.dice_given(given)
        form = inputs_as_form(self.form, {**given, **{id: number.lowest for id, (number, _) in dice.items()}})
        if not dice:
            return lambda play: self.run(table, form, play)

        def throw_first(play: Play) -> Outcome:
            play_facts(lambda trial: self.run(table, form, trial))  # no die falls for what is refused
            thrown = {id: number.within(_thrown(each, play)) for id, (number, each) in dice.items()}
            return self.run(table, inputs_as_form(self.form, {**given, **thrown}), play)

        return throw_first

    def followed_by(self, follow: Callable[[Table, Table, Play], Table]) -> "Procedure[F]":
        """With what follows from it in the same entry, of the tables before and after it: the table then."""

        def run(table: Table, form: F, play: Play) -> Outcome:
            outcome = self.run(table, form, play)
            if outcome.table is None:
                return outcome
            return replace(outcome, table=follow(table, outcome.table, play))

        return replace(self, run=run) if self.on_table else self

    @property
    def modifier_input(self) -> Number | None:
        """What a GM means by +1: the first number that a step is worth showing for. None: it has none."""
        numbers = [each for each in self.inputs if isinstance(each, Number)]
        modifiers = [each for each in numbers if each.id == "modifier"]
        return next(iter(modifiers or [each for each in numbers if each.worth]), None)

    def dice_given(self, given: Given) -> Mapping[str, tuple[Number, TypedDice]]:
        """The numbers that dice are to be thrown for, and these, by the ids of their inputs."""
        numbers = ((each, given.get(each.id)) for each in self.inputs if isinstance(each, Number))
        return {each.id: (each, typed_dice(value)) for each, value in numbers if isinstance(value, str)}

    def chances(self, table: Table, given: Given) -> Odds:
        """The exact odds, in the order of the outcomes. Raises `RuleError` when there is nothing to be
        foretold.
        """
        if self.odds is None or self.dice_given(given):
            raise RuleError("procedure.no-odds", procedure=self.id)
        odds = self.odds(table, inputs_as_form(self.form, given))
        in_order = {id: odds.chances[id] for id in self.outcomes if id in odds.chances}
        return replace(odds, chances={**in_order, **odds.chances})

    def means(self, table: Table, given: Given) -> Mapping[str, Fraction] | None:
        """The expected amounts where they are known before the odds. None: they are not."""
        return None if self.expected is None else self.expected(table, inputs_as_form(self.form, given))

    def doubt(self, table: Table, given: Given) -> str:
        """The id of what speaks against it now; empty: nothing does."""
        return self.doubts(table, inputs_as_form(self.form, given)) if self._missing(given) is None else ""

    def _missing(self, given: Given) -> str | None:
        """The first input that must be given and is not."""
        return next((each.id for each in self.inputs if each.default is None and each.id not in given), None)

    def takes_long(self, table: Table, given: Given) -> bool:
        """Whether counting the odds takes longer than a key press may; not before all inputs are given, nor
        where they cannot be.
        """
        if any(each.id not in given for each in self.inputs):
            return False
        with suppress(RuleError):  # the odds say why
            return self.is_heavy(table, inputs_as_form(self.form, given))
        return False

    def input(self, id: str) -> Input:
        """The input of this id. Raises `RuleError` naming the nearest."""
        return next(
            each for each in self.inputs if each.id == typed_option(id, [each.id for each in self.inputs])
        )


def _thrown(dice: TypedDice, play: Play) -> int:
    """What the dice come to that were given for a number."""
    total = dice.value(play.roll(*dice.sides, why="amount"))
    play.tell("amount-thrown", "", {"dice": dice.text, "total": total})
    return total


def read_procedure_inputs(
    procedure: Procedure, texts: Mapping[str, str], table: Table, was: Given | None = None
) -> dict[str, Value]:
    """The values of all inputs, from what was typed; of those not typed what `was` there, or the defaults.

    Raises `RuleError` naming input, value and what would do.
    """
    says_purpose = procedure.takes_purpose and PURPOSE.id in {**(was or {}), **texts}
    inputs = (*procedure.inputs, PURPOSE) if says_purpose else procedure.inputs
    ids = [each.id for each in inputs]
    others = {id: text for id, text in texts.items() if id not in ids}
    cells = next((each.id for each in procedure.inputs if isinstance(each, Cells)), None)
    if others and cells is None:
        id = next(iter(others))
        raise RuleError(
            "procedure.no-such-input",
            procedure=procedure.id,
            input=id,
            hint=hint_for_typed(id, ids, "hint.it-has"),
        )
    given: dict[str, Value] = {}
    for each in inputs:
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
            raise RuleError("procedure.needs-input", procedure=procedure.id, input=input.id)
        return input.default
    try:
        return input.read(text, table, given)
    except RuleError as error:
        raise RuleError("procedure.input", input=input.id, why=error) from None


@frozen
class Gain:
    """What another value of one input would do to the odds."""

    input: str
    value: Value
    odds: Odds


def procedure_gains(procedure: Procedure, table: Table, given: Given) -> tuple[Gain, ...]:
    """The odds with each other value that is worth showing, one input changed at a time."""
    gained = []
    for id, value in _others(procedure, table, given):
        try:
            gained.append(Gain(id, value, procedure.chances(table, {**given, id: value})))
        except RuleError:
            continue  # this value is not possible here: then it is worth nothing
    return tuple(gained)


def is_procedure_quick(procedure: Procedure, table: Table, given: Given) -> bool:
    """Whether neither the odds nor what would change them take longer than a key press may."""
    if procedure.takes_long(table, given):
        return False
    others = ({**given, id: value} for id, value in _others(procedure, table, given))
    return not any(procedure.takes_long(table, other) for other in others)


def _others(procedure: Procedure, table: Table, given: Given) -> Iterator[tuple[str, Value]]:
    for each in procedure.inputs:
        for value in _other_values(each, table, given):
            yield each.id, value


def _other_values(input: Input, table: Table, given: Given) -> tuple[Value, ...]:
    now = given.get(input.id)
    match input:
        case Number() if isinstance(now, int):
            return tuple(now + step for step in input.worth if input.lowest <= now + step <= input.highest)
        case YesNo() if input.worth:
            return (not now,)
        case Choice() if input.worth:
            return tuple(each for each in input.options(table, given) if each not in (now, *input.aside))
    return ()
