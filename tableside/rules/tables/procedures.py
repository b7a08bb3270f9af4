"""Procedures of any campaign for tables and the oracle, and for throwing plain dice; also the text in which
an entry carries tables new to its campaign.

Two d6 are read in order as a d66 (ORA-1). The answer is yes from the likelihood's number on, so 1, 6, 12, 18,
24, 30 or 35 of the 36 rolls are a yes. The second die shades it (ORA-2): the face that agrees most makes it
"and", the one that disagrees most "but", that is 6 and 1 for a yes, 1 and 6 for a no. A double may add a
twist (ORA-3, a house rule). Who hears it is one too (ORA-4).
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.inputs import Choice, Filled, Given, Number, Who, Words, YesNo, input_field
from tableside.rules.odds import Odds, collect_odds, mapped_odds, uniform_odds
from tableside.rules.play import D6, FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.ruleset import HouseRule
from tableside.rules.table import Kind, Table
from tableside.rules.tables.random_table import RandomTable, TableRow
from tableside.rules.tables.table_rolls import (
    RolledTable,
    TableRoll,
    dice_of_table_roll,
    table_roll_chances_now,
    table_roll_row_id,
    tables_rolled_on,
)
from tableside.rules.tables.written_tables import faults_of_written_tables, read_table_written
from tableside.rules.typed import typed_dice, typed_dice_digits

THROW_ID: Final = "dice.throw"


@frozen
class ThrowDice:
    """Which dice are thrown."""

    dice: str = input_field(Words())
    secret: bool = input_field(YesNo(worth=False))


def _throw_dice(state: Table, form: ThrowDice, play: Play) -> Outcome:
    """Throw these dice, in the order in which they are written. Raises `RuleError` when they are no dice."""
    dice = typed_dice(form.dice)
    faces = play.roll(*dice.sides, why="thrown", secret=form.secret)
    total = dice.value(faces)
    fact = "dice-thrown" if len(faces) > 1 or dice.plus else "die-thrown"
    values: dict[str, FactValue] = {"dice": dice.text, "total": total, "faces": ", ".join(map(str, faces))}
    play.tell(fact, "", values, secret=form.secret)
    return Outcome("rolled", {"total": total})


def _throw_odds(state: Table, form: ThrowDice) -> Odds:
    """Return the chances of the total. Raises `RuleError` for dice read as digits, which have no total."""
    dice = typed_dice(form.dice)
    if dice.as_digits:
        raise RuleError("procedure.no-odds", procedure=THROW_ID)
    return Odds({}, {"total": dice.chances})


THROW: Final = Procedure(
    id=THROW_ID,
    run=_throw_dice,
    outcomes=("rolled",),
    amounts=("total",),
    odds=_throw_odds,
    on_table=False,
    says_why=True,
)


ORACLE_ID: Final = "oracle.ask"
YES_FROM: Final[Mapping[str, int]] = {
    "impossible": 66,
    "very-unlikely": 61,
    "unlikely": 51,
    "even": 41,
    "likely": 31,
    "very-likely": 21,
    "certain": 12,
}
"""The lowest d66 that is a yes, for each likelihood."""
ANSWERS: Final = ("yes-and", "yes", "yes-but", "no-but", "no", "no-and")
QUIET, TWIST = "no-twist", "twist-on-doubles"
TWISTS: Final = HouseRule("ORA-3", (QUIET, TWIST))
ALONE, EVERYBODY, GM_ALONE = "whoever-plays-alone", "everybody", "the-gm-alone"
HEARD: Final = HouseRule("ORA-4", (ALONE, EVERYBODY, GM_ALONE))


def oracle_answer(faces: tuple[int, ...], likelihood: str) -> str:
    """Return the answer of two dice at this likelihood. Raises `RuleError` for an unknown one."""
    if likelihood not in YES_FROM:
        raise RuleError("tables.no-likelihood", likelihood=likelihood, known=[*YES_FROM])
    is_yes = typed_dice_digits(*faces) >= YES_FROM[likelihood]
    shade = {6: "and", 1: "but"} if is_yes else {1: "and", 6: "but"}
    return "-".join(filter(None, ["yes" if is_yes else "no", shade.get(faces[1], "")]))


def oracle_question(text: str) -> str:
    """Return the question as written down: with a capital and a final punctuation mark."""
    words = " ".join(text.split())
    return f"{words[:1].upper()}{words[1:]}{'' if words[-1:] in '?!.…' else '?'}"


def are_answers_open(table: Table) -> bool:
    """Whether everybody at this table hears what the oracle and the tables say. With a GM it is the GM's,
    unless asked in the open; whoever plays alone has one character and no GM.
    """
    heard = table.house.get(HEARD.id, HEARD.default)
    players = [each for each in table.characters.values() if each.kind == Kind.PC]
    return heard == EVERYBODY or (heard == ALONE and len(players) == 1)


def _may_be_open(table: Table, given: Given) -> bool:
    return not are_answers_open(table) and not given.get("secret")


OWN_ORACLE: Final = "oracle"
"""The table that replaces the built-in oracle, if the campaign has it."""
EVENT: Final = "event"
"""The table of events that nobody asked about."""


def oracle_tables(state: Table) -> tuple[str, ...]:
    """Return the tables that a question may lead to."""
    has_twists = state.house.get(TWISTS.id, QUIET) == TWIST
    return (OWN_ORACLE, *((EVENT,) if has_twists else ()))


@frozen
class Ask:
    """The question, and the likelihood of a yes."""

    question: str = input_field(Words(default="", long=True))
    likelihood: str = input_field(Choice(options=lambda state, given: tuple(YES_FROM), default="even"))
    secret: bool = input_field(YesNo(worth=False))
    open: bool = input_field(YesNo(worth=False, matters=_may_be_open))
    """Whether players hear it although they have a GM."""
    definition: str = input_field(Filled())
    """The campaign's own oracle and what it leads to, where new or changed."""


def _ask(state: Table, form: Ask, play: Play) -> Outcome:
    """Ask the oracle, the campaign's own if it has one. Rolls its dice, 2d6 in order for the built-in one,
    then those of an event.
    """
    after = with_random_tables_of_procedure(state, form.definition)
    drawing = TableRoll(tables_rolled_on(after), after, 0, play, form.secret)
    if OWN_ORACLE in drawing.tables:
        return _ask_own(drawing, form, state)
    faces = play.roll(D6, D6, why="oracle", secret=form.secret)
    answer = oracle_answer(faces, form.likelihood)
    _tell_answer(form, answer, str(typed_dice_digits(*faces)), play)
    if faces[0] == faces[1] and state.house.get(TWISTS.id, QUIET) == TWIST:
        play.tell("oracle-twist", TWISTS.id, {}, secret=form.secret)
        if EVENT in drawing.tables:
            _tell_drawn(drawing.draw(EVENT), play, secret=form.secret)
    return Outcome(answer, table=drawing.after(state))


def _tell_answer(form: Ask, said: str, rolled: str, play: Play) -> None:
    question = oracle_question(form.question)
    values: dict[str, FactValue] = {
        "question": question,
        "likelihood": form.likelihood,
        "answer": said,
        "rolled": rolled,
    }
    play.tell("oracle-answered" if question else "oracle-said", "ORA-1", values, secret=form.secret)


def _ask_own(drawing: TableRoll, form: Ask, state: Table) -> Outcome:
    """Ask the campaign's own oracle, which is a table with likelihoods."""
    oracle = drawing.of(OWN_ORACLE)
    drawing.check(OWN_ORACLE)
    drawn = drawing.draw(OWN_ORACLE, _likely(oracle, form.likelihood))
    _tell_answer(form, drawn.text, str(drawn.value), drawing.play)
    if (besides := drawing.besides(drawn)) is not None:
        _tell_drawn(besides, drawing.play, secret=form.secret)
    return Outcome(table_roll_row_id(drawn.table, drawn.row, drawing.tables), table=drawing.after(state))


def _likely(oracle: RandomTable, likelihood: str) -> int:
    """Return the modifier of a likelihood to an oracle's dice. Raises `RuleError` for one that it lacks."""
    known = dict(oracle.asks) or {"even": 0}
    if likelihood not in known:
        raise RuleError("tables.no-likelihood", likelihood=likelihood, known=[*known])
    return known[likelihood]


def _oracle_odds(state: Table, form: Ask) -> Odds:
    """Return the chances of the answers."""
    after = with_random_tables_of_procedure(state, form.definition)
    own = tables_rolled_on(after).get(OWN_ORACLE)
    if own is not None:
        shares = table_roll_chances_now(own, after, _likely(own, form.likelihood))
        return _odds_of_rows(own, [(row, chance) for row, chance in shares if chance], after)
    rolls = uniform_odds(product(range(1, 7), repeat=2))
    return Odds(mapped_odds(rolls, lambda faces: oracle_answer(faces, form.likelihood)))


def _odds_of_rows(table: RandomTable, shares: Iterable[tuple[TableRow, Fraction]], state: Table) -> Odds:
    """Return the chances of these rows, by their names among the outcomes."""
    tables = tables_rolled_on(state)
    return Odds(collect_odds((table_roll_row_id(table, row, tables), chance) for row, chance in shares))


ORACLE: Final = Procedure(
    id=ORACLE_ID,
    rules=("ORA-1", "ORA-2", "ORA-3", "ORA-4"),
    run=_ask,
    odds=_oracle_odds,
    outcomes=ANSWERS,
    role=Role.ORACLE,
    on_table=False,
)


ROLL_TABLE: Final = "table.roll"
SCENE_CHECK: Final = "scene-check"
"""The table that tells whether a scene is as expected."""
QUESTIONS: Final = (
    *("who-is-it", "where-is-it", "how-many", "how-much"),
    *("wish", "what-now", "thing", "reason", "meaning"),
)
"""The tables that answer questions in words, which have no yes or no: the first that fits."""
ROLLED: Final = "rolled"
"""The outcome of several rolls; that of one roll is its row."""
MOST_TIMES: Final = 20
FURTHEST: Final = 100
"""The largest modifier, up or down."""
HEAVY_ROWS: Final = 1_000
HEAVY_TEXT: Final = 40_000
"""The number of rows, and of characters in a definition, beyond which listing the chances takes longer than a
key press may.
"""


@frozen
class RollTable:
    """What is rolled on, how often, and for whom."""

    table: str = input_field(Choice(options=lambda state, given: tuple(tables_rolled_on(state)), free=True))
    times: int = input_field(Number(default=1, lowest=1, highest=MOST_TIMES))
    modifier: int = input_field(Number(default=0, lowest=-FURTHEST, highest=FURTHEST))
    who: int = input_field(Who(optional=True))
    secret: bool = input_field(YesNo(worth=False))
    open: bool = input_field(YesNo(worth=False, matters=_may_be_open))
    """Whether players hear it although they have a GM."""
    question: str = input_field(Filled())
    """The question it answers, in words; empty: its title."""
    definition: str = input_field(Filled())
    """The tables that are new to this campaign or have changed."""


def _roll_table(state: Table, form: RollTable, play: Play) -> Outcome:
    """Roll on a table the given number of times. Rolls the table's dice, then from left to right those that
    the row leads to.

    Raises `RuleError` for an unknown table, or one that leads to an unknown table or sheet.
    """
    after = with_random_tables_of_procedure(state, form.definition)
    drawing = TableRoll(tables_rolled_on(after), after, form.who, play, form.secret)
    drawing.check(form.table)
    _check_modifier(drawing.of(form.table), form.modifier)
    drawn = []
    for _ in range(form.times):
        drawn.append(drawing.again().draw(form.table, form.modifier))
        _tell_drawn(drawn[-1], play, secret=form.secret, question=oracle_question(form.question))
        if (besides := drawing.besides(drawn[-1])) is not None:
            _tell_drawn(besides, play, secret=form.secret)
    row = table_roll_row_id(drawn[0].table, drawn[0].row, drawing.tables) if form.times == 1 else ROLLED
    return Outcome(row, table=drawing.after(state))


def _tell_drawn(drawn: RolledTable, play: Play, *, secret: bool, question: str = "") -> None:
    """Report the result of a table, under its title or behind the question asked in words."""
    values: dict[str, FactValue] = {"question": question} if question else {"table": drawn.table.title}
    values |= {"row": drawn.table.row_label(drawn.row), "text": drawn.text[:1].upper() + drawn.text[1:]}
    play.tell("table-answered" if question else "table-rolled", "", values, secret=secret)


def _check_modifier(table: RandomTable, modifier: int) -> None:
    """Raise `RuleError` for a modifier on a table whose results have no order."""
    dice = dice_of_table_roll(table)
    if modifier and (not table.dice or dice is None or dice.as_digits):
        raise RuleError("tables.no-modifier", table=table.title)


def _table_odds(state: Table, form: RollTable) -> Odds:
    """Return the chances of the rows for one roll."""
    after = with_random_tables_of_procedure(state, form.definition)
    table = TableRoll(tables_rolled_on(after), after, form.who, Play()).of(form.table)
    _check_modifier(table, form.modifier)
    return _odds_of_rows(table, table_roll_chances_now(table, after, form.modifier), after)


def _is_heavy(state: Table, form: RollTable) -> bool:
    known = tables_rolled_on(state).get(form.table)
    return len(form.definition) > HEAVY_TEXT or (known is not None and len(known.rows) > HEAVY_ROWS)


@frozen
class Shuffle:
    """Which deck is shuffled."""

    deck: str = input_field(Choice(options=lambda state, given: tuple(state.decks)))


def _shuffle(state: Table, form: Shuffle, play: Play) -> Outcome:
    """Put everything drawn from a deck back into it."""
    if form.deck not in state.decks:
        raise RuleError("tables.no-deck", deck=form.deck, known=[*state.decks])
    title = {id: each.title for id, each in tables_rolled_on(state).items()}.get(form.deck, form.deck)
    play.tell("deck-shuffled", "", {"table": title, "count": len(state.decks[form.deck])})
    decks = {id: drawn for id, drawn in state.decks.items() if id != form.deck}
    return Outcome("done", table=replace(state, decks=decks))


PROCEDURES: Final[tuple[Procedure, ...]] = (
    Procedure(
        id="table.shuffle",
        run=_shuffle,
        group=Group.SESSION,
        outcomes=("done",),
        problems=lambda table: () if table.decks else ("no-decks",),
    ),
    Procedure(
        id=ROLL_TABLE, run=_roll_table, odds=_table_odds, role=Role.TABLE, is_heavy=_is_heavy, on_table=False
    ),
    ORACLE,
    THROW,
)


def decoded_random_tables(text: str) -> tuple[RandomTable, ...]:
    """Decode the random tables that an entry carries. Raises `RuleError` for a bad text or table."""
    if not text:
        return ()
    try:
        tables = json.loads(text)
    except (ValueError, RecursionError):
        raise RuleError("tables.no-definition") from None
    if not isinstance(tables, dict):
        raise RuleError("tables.empty-definition")
    read = [read_table_written(str(id), each) for id, each in tables.items()]
    for each in read:
        for fault in each.faults:
            raise RuleError("tables.fault", table=fault.table, what=fault.what)
    return tuple(each.table for each in read if each.table is not None)


def with_random_tables_of_procedure(table: Table, definition: str) -> Table:
    """Return the campaign's table with these random tables, replacing those of their ids.

    Raises `RuleError` when they do not fit the others: a loop, or a missing table.
    """
    new = decoded_random_tables(definition)
    if not new:
        return table
    for fault in faults_of_written_tables(tables_rolled_on(table) | {each.id: each for each in new}):
        raise RuleError("tables.fault", table=fault.table, what=fault.what)
    numbers = {each.id: number for number, each in table.tables.items()}
    tables = dict(table.tables)
    for each in new:
        number = numbers.get(each.id, max(tables, default=0) + 1)
        tables[number] = each
    return replace(table, tables=tables)
