"""Procedures: rules with an id and typed inputs, called by the shell and the screens.

A procedure's `run` takes the table, the filled-in form and `play`; its `odds` take the same without `play`.
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

    F = TypeVar("F", default=Any)  # a plain `Procedure` has any form
else:
    from typing import TypeVar

    F = TypeVar("F")


PURPOSE: Final = Words("purpose", default="")
"""What a roll is for, as typed: `past the wardens`. It is reported with the roll and changes nothing."""
Problems = Callable[[Table], tuple[str, ...]]
"""Returns the ids of the reasons why something cannot be done now."""


def procedure_needs_somebody(
    fits: Callable[[Table, Character], bool], problem: str, *kinds: Kind
) -> Problems:
    """Return problems with this one id when nobody in play fits; `kinds` limits who counts."""
    return lambda table: () if any(fits(table, each) for each in table.in_play(*kinds)) else (problem,)


def procedure_refused_in_fight(table: Table) -> tuple[str, ...]:
    """Return the problem of a procedure that cannot be performed during a fight."""
    return ("fight-is-on",) if table.order is not None else ()


@frozen
class Outcome:
    """The result of a procedure."""

    result: str
    """The id of the outcome."""
    amounts: Mapping[str, int] = field(default_factory=dict)
    table: Table | None = None
    """The table afterwards. None: the procedure changes nothing."""
    fates: Mapping[str, str] = field(default_factory=dict)
    """What becomes of each of several people, by name: the id of an outcome each."""


class Group(StrEnum):
    """The group of procedures on the screens."""

    ROLL = "roll"
    FIGHT = "fight"
    CARE = "care"
    GROWTH = "growth"
    SHEET = "sheet"
    SESSION = "session"


def procedure_outcome_of_states(
    table: Table, people: tuple[int, ...], states: tuple[str, ...], state_of: Callable[[Character], str]
) -> Outcome:
    """Return an outcome with the first of `states` that anybody is in, and the number in each state."""
    reached = [state_of(each) for each in table.named(people)]
    counts = {state: reached.count(state) for state in states}
    return Outcome(min(reached, key=states.index), counts, table)


class Role(StrEnum):
    """What a one-key action of the app does; each game says which of its procedures plays which role."""

    TEST = "test"
    OPPOSED = "opposed"
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
    SET_COUNT = "set-count"
    SET_PLACE = "set-place"
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
    """The ids of the rules that it carries out."""
    group: Group = Group.ROLL
    odds: Callable[[Table, F], Odds] | None = None
    outcomes: tuple[str, ...] = ()
    amounts: tuple[str, ...] = ()
    role: Role | None = None
    doer: str = "who"
    """The input that names the character who performs it; none of this id: whoever's turn it is."""
    takes_turn: bool = False
    """Whether it is what somebody does in their turn, once a turn: a screen asks before it is done out of
    turn, or by somebody who has acted already.
    """
    leaves_turn: tuple[str, ...] = ()
    """Results after which they may still act this turn."""
    on_table: bool = True
    """Whether it needs a campaign; otherwise bare numbers are enough."""
    problems: Problems = field(default=lambda table: ())
    """Returns the ids of the reasons why it cannot be performed now; the screens grey it out."""
    expected: Callable[[Table, F], Mapping[str, Fraction]] | None = None
    """The expected amounts, where they are quick to compute although the odds are not."""
    is_rare: bool = False
    """Whether a command means it only by its own name, since its options more often mean another."""
    says_why: bool = False
    """Whether it takes a `PURPOSE` though it is nobody's roll: what dice are for, what a loss is from."""
    is_heavy: Callable[[Table, F], bool] = field(default=lambda table, form: False)
    """Whether computing the odds takes longer than a key press may (20 ms)."""
    doubts: Callable[[Table, F], str] = field(default=lambda table, form: "")
    """Returns the id of an objection that a screen raises before anything is rolled; empty: none.

    The rule itself refuses nothing, and the shell does not ask.
    """
    is_table: bool = False
    """Whether it is one of the game's own tables, listed with those that a group writes."""
    own: Mapping[str, str] = field(default_factory=dict)
    """Inputs that may name own kinds, each with the section of these kinds, or how it names them
    (`rules/kind_procedures.py`). A kind's definition in files comes along with its name.
    """
    decides: Callable[[Table], tuple[str, ...]] | None = None
    """Which of `rules` apply on this table. None: all of them."""
    form: type[F] = field(default=cast(Any, None))  # Any: `run` says which
    """The frozen class whose fields are its inputs. Omitted, it is read off the annotations of `run`."""
    inputs: tuple[Input, ...] = field(init=False, repr=False, compare=False, default=())
    """The inputs of its form."""

    def __post_init__(self) -> None:
        if self.form is None:
            _, form, *_ = self.run.__annotations__.values()
            object.__setattr__(self, "form", form)
        object.__setattr__(self, "inputs", inputs_of(self.form))

    def rules_on(self, table: Table) -> tuple[str, ...]:
        """Return the ids of the rules that it carries out on this table."""
        return self.rules if self.decides is None else self.decides(table)

    @property
    def takes_purpose(self) -> bool:
        """Whether it takes a `PURPOSE` besides its inputs: it is harm or says so, or it is a character's roll
        and no input of its own is a text.
        """
        if self.says_why or self.role == Role.HURT:
            return True
        is_roll = self.group in (Group.ROLL, Group.FIGHT) and self.odds is not None
        has_somebody = any(isinstance(each, Who) and each.id == "who" for each in self.inputs)
        has_text = any(isinstance(each, Words) for each in self.inputs)
        return is_roll and has_somebody and not has_text and self.role != Role.TABLE

    @property
    def takes_cause(self) -> bool:
        """Whether its `PURPOSE` is what a loss came from."""
        return self.takes_purpose and self.group in (Group.CARE, Group.SHEET)

    def perform(self, table: Table, given: Given) -> Callable[[Play], Outcome]:
        """Return the rule with its inputs filled in. Raises `RuleError` naming the first that is missing."""
        rule, purpose = self._rule(table, given), given.get(PURPOSE.id)
        if not purpose:
            return rule

        def tell_purpose_first(play: Play) -> Outcome:
            play.tell(PURPOSE.id, "", {"text": str(purpose)}, secret=given.get("secret") is True)
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
            play_facts(lambda trial: self.run(table, form, trial))  # if the rule refuses, nothing is rolled
            thrown = {id: number.within(_thrown(each, play)) for id, (number, each) in dice.items()}
            return self.run(table, inputs_as_form(self.form, {**given, **thrown}), play)

        return throw_first

    def followed_by(self, follow: Callable[[Table, Table, Play], Table]) -> "Procedure[F]":
        """Return the procedure with a follow-up in the same entry: `follow` takes the tables before and after
        it, and returns the final one.
        """

        def run(table: Table, form: F, play: Play) -> Outcome:
            outcome = self.run(table, form, play)
            if outcome.table is None:
                return outcome
            return replace(outcome, table=follow(table, outcome.table, play))

        return replace(self, run=run) if self.on_table else self

    @property
    def modifier_input(self) -> Number | None:
        """The number that a GM's +1 means: `modifier`, or the first whose steps are worth showing."""
        numbers = [each for each in self.inputs if isinstance(each, Number)]
        modifiers = [each for each in numbers if each.id == "modifier"]
        return next(iter(modifiers or [each for each in numbers if each.worth]), None)

    def dice_given(self, given: Given) -> Mapping[str, tuple[Number, TypedDice]]:
        """Return the number inputs for which dice were typed, with these dice, by input id."""
        numbers = ((each, given.get(each.id)) for each in self.inputs if isinstance(each, Number))
        return {each.id: (each, typed_dice(value)) for each, value in numbers if isinstance(value, str)}

    def chances(self, table: Table, given: Given) -> Odds:
        """Return the exact odds, in the order of the outcomes. Raises `RuleError` when it has none."""
        if self.odds is None or self.dice_given(given):
            raise RuleError("procedure.no-odds", procedure=self.id)
        odds = self.odds(table, inputs_as_form(self.form, given))
        in_order = {id: odds.chances[id] for id in self.outcomes if id in odds.chances}
        return replace(odds, chances={**in_order, **odds.chances})

    def means(self, table: Table, given: Given) -> Mapping[str, Fraction] | None:
        """Return the expected amounts if they are known before the odds, else None."""
        return None if self.expected is None else self.expected(table, inputs_as_form(self.form, given))

    def doubt(self, table: Table, given: Given) -> str:
        """Return the id of the objection to performing it now; empty: none."""
        return self.doubts(table, inputs_as_form(self.form, given)) if self._missing(given) is None else ""

    def _missing(self, given: Given) -> str | None:
        """Return the first required input that is not given."""
        return next((each.id for each in self.inputs if each.default is None and each.id not in given), None)

    def takes_long(self, table: Table, given: Given) -> bool:
        """Whether computing the odds takes longer than a key press may. False until all inputs are given, or
        when there are no odds.
        """
        if any(each.id not in given for each in self.inputs):
            return False
        with suppress(RuleError):  # the odds themselves report why
            return self.is_heavy(table, inputs_as_form(self.form, given))
        return False

    def input(self, id: str) -> Input:
        """Return the input of this id. Raises `RuleError` naming the nearest."""
        return next(
            each for each in self.inputs if each.id == typed_option(id, [each.id for each in self.inputs])
        )


def _thrown(dice: TypedDice, play: Play) -> int:
    """Throw the dice given for a number and return their total."""
    total = dice.value(play.roll(*dice.sides, why="amount"))
    play.tell("amount-thrown", "", {"dice": dice.text, "total": total})
    return total


def read_procedure_inputs(
    procedure: Procedure, texts: Mapping[str, str], table: Table, was: Given | None = None
) -> dict[str, Value]:
    """Return the values of all inputs as typed; those not typed come from `was`, or have their defaults.

    Raises `RuleError` naming the input, the value, and what would be valid.
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
    """The odds with another value of one input."""

    input: str
    value: Value
    odds: Odds


def procedure_gains(procedure: Procedure, table: Table, given: Given) -> tuple[Gain, ...]:
    """Return the odds with each other value that is worth showing, changing one input at a time."""
    gained = []
    for id, value in _others(procedure, table, given):
        try:
            gained.append(Gain(id, value, procedure.chances(table, {**given, id: value})))
        except RuleError:
            continue  # this value is not possible here
    return tuple(gained)


def is_procedure_quick(procedure: Procedure, table: Table, given: Given) -> bool:
    """Whether neither the odds nor any of their gains take longer than a key press may."""
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
