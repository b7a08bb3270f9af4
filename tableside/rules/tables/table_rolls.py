"""Rolling on a table: its dice first, then those its row leads to; the exact chance of each row."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.cells import cells
from tableside.rules.names import find_by_name
from tableside.rules.play import Play
from tableside.rules.sheet import sheet_parts
from tableside.rules.table import Character, Table
from tableside.rules.tables.random_table import (
    WHO,
    RandomTable,
    Reference,
    TableRow,
    random_table_pieces,
    references_of_random_table,
    references_of_random_table_row,
)
from tableside.rules.tables.written_tables import MOST_DRAWS, nearest_written_table, written_tables_led_to
from tableside.rules.typed import TypedDice, typed_dice, typed_slug

REAL_DICE: Final = (2, 4, 6, 8, 10, 12, 20, 100)
"""Numbers of sides for which real dice exist: such a total weight is thrown, any other drawn."""


def dice_of_table_roll(table: RandomTable) -> TypedDice | None:
    """Return the dice thrown for a table. None: a token is drawn by weight."""
    if table.dice:
        return typed_dice(table.dice)
    return typed_dice(f"d{table.weight}") if table.weight in REAL_DICE else None


def _shifted(table: RandomTable, dice: TypedDice, value: int, modifier: int) -> int:
    """Return a value with a modifier, kept within the table."""
    if not modifier:
        return value
    values = table.values(dice)
    return max(values[0], min(values[-1], value + modifier))


def _added(table: RandomTable, state: Table) -> int:
    """Return what the campaign's clock adds to the table's dice now."""
    shift = table.adds
    if shift is None:
        return 0
    clock = next((each for each in state.clocks if typed_slug(each.name) == shift.clock), None)
    return shift.start if clock is None else max(shift.lowest, min(shift.highest, clock.marked))


def _undrawn(table: RandomTable, drawn: tuple[int, ...]) -> tuple[int, ...]:
    """Return what can be drawn from a deck, counted from 1: all of it once all has been drawn."""
    gone = {*drawn}
    return tuple(each for each in range(1, table.weight + 1) if each not in gone) or tuple(
        range(1, table.weight + 1)
    )


def table_roll_chances_now(
    table: RandomTable, state: Table, modifier: int = 0
) -> tuple[tuple[TableRow, Fraction], ...]:
    """Return the exact chance of each row in this campaign, in order."""
    if not table.is_deck:
        return table_roll_chances(table, modifier + _added(table, state))
    undrawn = _undrawn(table, state.decks.get(table.id, ()))
    shares = ((row, sum(row.low <= each <= row.high for each in undrawn)) for row in table.rows)
    return tuple((row, Fraction(share, len(undrawn))) for row, share in shares if share)


@lru_cache(maxsize=64)
def table_roll_chances(table: RandomTable, modifier: int = 0) -> tuple[tuple[TableRow, Fraction], ...]:
    """Return the exact chance of each row, in order."""
    if not table.dice:
        return tuple((row, Fraction(row.high - row.low + 1, table.weight)) for row in table.rows)
    dice = typed_dice(table.dice)
    shares = [Fraction(0)] * len(table.rows)
    places = sorted(range(len(table.rows)), key=lambda place: table.rows[place].low, reverse=True)
    for value, chance in dice.chances.items():
        value = _shifted(table, dice, value, modifier)
        while len(places) > 1 and value > table.rows[places[-1]].high:
            places.pop()
        shares[places[-1]] += chance
    return tuple(zip(table.rows, shares, strict=True))


@frozen
class RolledTable:
    """The result of one table."""

    table: RandomTable
    row: TableRow
    value: int
    text: str
    """The row's text with everything filled in."""
    within: tuple["RolledTable", ...] = ()
    """The results of the tables that it led to, in order."""
    is_double: bool = False
    """Whether all its dice showed the same."""


@dataclass(slots=True)
class TableRoll:
    """A roll in progress: its context, and how many tables it has gone through."""

    tables: Mapping[str, RandomTable]
    table: Table
    who: int
    """The key of the character whom it is about; 0 for nobody."""
    play: Play
    secret: bool = False
    drawn: int = field(default=0, init=False)
    decks: dict[str, tuple[int, ...]] = field(init=False)
    """The results drawn from each deck."""

    def __post_init__(self) -> None:
        self.decks = dict(self.table.decks)

    def after(self, state: Table) -> Table | None:
        """Return the campaign's table with new tables and draws. None: nothing changed."""
        drawn = self.table if self.decks == self.table.decks else replace(self.table, decks=self.decks)
        return drawn if drawn is not state else None

    def check(self, id: str) -> None:
        """Raise `RuleError`, before any dice, unless every table and sheet that it may lead to exists."""
        for table in written_tables_led_to(self.of(id).id, self.tables):
            for each in references_of_random_table(table):
                if each.table:
                    self.of(each.table)
                elif each.who:
                    self._from_sheet(each)

    def again(self) -> "TableRoll":
        """Begin the next of several rolls, with a new limit of tables."""
        self.drawn = 0
        return self

    def of(self, id: str) -> RandomTable:
        if id not in self.tables:
            raise RuleError("tables.no-such", table=id, hint=nearest_written_table(id, self.tables))
        return self.tables[id]

    def draw(self, id: str, modifier: int = 0) -> RolledTable:
        """Roll on this table: its own dice, then from left to right what the row leads to."""
        self.drawn += 1
        if self.drawn > MOST_DRAWS:
            raise RuleError("tables.too-many-rolls", table=id, most=MOST_DRAWS)
        table = self.of(id)
        value, is_double = self._thrown(table, modifier)
        row = table.row_at(value)
        text, within = [], []
        for each in random_table_pieces(row.text):
            if isinstance(each, str):
                text.append(each)
            elif each.table:
                inner = [self.draw(each.table) for _ in range(each.count)]
                within += inner
                text.append(", ".join(one.text for one in inner))
            else:
                text.append(self._value(each, table))
        return RolledTable(table, row, value, table_roll_text(text), tuple(within), is_double)

    def besides(self, drawn: RolledTable) -> RolledTable | None:
        """Return the result that a double leads to. None: it was no double, or leads nowhere."""
        is_there = drawn.table.doubles in self.tables
        return self.draw(drawn.table.doubles) if drawn.is_double and is_there else None

    def _thrown(self, table: RandomTable, modifier: int) -> tuple[int, bool]:
        """Return the value rolled or drawn, and whether all dice showed the same."""
        if table.is_deck:
            return self._from_deck(table), False
        if not table.dice and table.weight == 1:
            return 1, False
        dice = dice_of_table_roll(table)
        if dice is None:
            return self.play.draw(table.weight, why=table.id, secret=self.secret), False
        faces = self.play.roll(*dice.sides, why=table.id, secret=self.secret)
        value = _shifted(table, dice, dice.value(faces), modifier + _added(table, self.table))
        return value, len(faces) > 1 and len({*faces}) == 1

    def _from_deck(self, table: RandomTable) -> int:
        """Draw one of the results left. After the last one, the deck is full again."""
        drawn = self.decks.get(table.id, ())
        undrawn = _undrawn(table, drawn)
        place = self.play.draw(len(undrawn), why=table.id, secret=self.secret) if len(undrawn) > 1 else 1
        is_new = len(undrawn) == table.weight
        self.decks[table.id] = (*(() if is_new else drawn), undrawn[place - 1])
        return undrawn[place - 1]

    def _value(self, each: Reference, table: RandomTable) -> str:
        if each.dice:
            dice = typed_dice(each.dice)
            return str(dice.value(self.play.roll(*dice.sides, why=table.id, secret=self.secret)))
        return self._from_sheet(each)

    def _from_sheet(self, each: Reference) -> str:
        character = self._character_meant(each)
        return _cell_text(character, each.part) if each.part else character.name

    def _character_meant(self, each: Reference) -> Character:
        if each.who != WHO:
            return find_by_name(self.table.in_play(), each.who)
        if not self.who:
            raise RuleError("tables.needs-somebody", text=each.text)
        return self.table[self.who]


SMALL: Final = re.compile(
    "an?|all|another|any|every(body|thing)?|he|her|his|in|its?|many|more|no|no(body|thing)|of|on|one|she|"
    "some(body|one|thing)?|that|the|their|there|they|this|three|to|two|what|who|your?",
    re.IGNORECASE,
)
"""Words in lower case in the middle of a sentence, and nobody's name."""
STOPS: Final = (".", "!", "?")
PAUSES: Final = (":", ";", ",")


def table_roll_text(parts: Sequence[str]) -> str:
    """Join parts of a text, each capitalized as its place in the sentence requires, with at most one stop
    where a part ends.
    """
    text = ""
    for part in parts:
        first, _, rest = part.partition(" ")
        if text.rstrip().endswith(STOPS):
            part = part[:1].upper() + part[1:] if text.endswith(" ") else part
        elif text.strip() and SMALL.fullmatch(first.rstrip(",")):
            part = f"{first.lower()}{' ' if rest else ''}{rest}"
        if text.endswith(".") and part.lstrip()[:1] in (".", ",", ";", ")", "!", "?"):
            text = text[:-1]
        text += part
    return text


def example_of_table_roll(text: str, tables: Mapping[str, RandomTable]) -> str:
    """Return a row's text with an example for each table that it leads to."""
    parts = []
    for each in random_table_pieces(text):
        if isinstance(each, str):
            parts.append(each)
        elif each.table in tables:
            parts.append(example_of_table_roll(tables[each.table].rows[0].text, tables))
        else:
            parts.append(each.table or each.dice or each.text)
    return table_roll_text(parts)


LEADING_ON: Final = "…"
"""The end of an outcome that is only an example of what its row leads to."""


def table_roll_row_id(table: RandomTable, row: TableRow, tables: Mapping[str, RandomTable]) -> str:
    """Return a row's name among the outcomes: its roll and its text. For a row that leads to a table: the
    text up to a punctuation mark, or else an example.
    """
    label, pieces = table.row_label(row), random_table_pieces(row.text)
    if not any(each.table for each in references_of_random_table_row(row.text)):
        return f"{label} {example_of_table_roll(row.text, tables)}"
    if isinstance(pieces[0], str) and (kind := pieces[0].rstrip())[-1:] in (*STOPS, *PAUSES):
        return f"{label} {kind[:-1]}"
    return f"{label} {example_of_table_roll(row.text, tables)} {LEADING_ON}"


def table_roll_row_text(id: str) -> str:
    """Return a row's text from its name among the outcomes, without its roll."""
    return _ROLLED_FOR_IT.sub("", id, count=1)


_ROLLED_FOR_IT: Final = re.compile(r"\d+ of \d+ |\S+ ")


def _cell_text(character: Character, path: str) -> str:
    """Return the text of a part or a cell of a sheet, as typed. Raises `RuleError` when there is none."""
    part = path.partition(".")[0].replace("-", "_")
    parts = sheet_parts(character.sheet, character.kind)
    if part not in parts:
        raise RuleError("tables.no-part", who=character.name, part=part, known=parts)
    texts = {each.path: each.text for each in cells(character.sheet, part) if not each.path.endswith(".new")}
    if path.replace("-", "_") in texts:
        return texts[path.replace("-", "_")] or "-"
    if "." in path:
        raise RuleError("tables.no-cell", who=character.name, path=path)
    return ", ".join(filter(None, texts.values())) or "-"


def tables_rolled_on(table: Table) -> dict[str, RandomTable]:
    """Return the tables that a campaign has rolled on, by id."""
    return {each.id: each for each in table.tables.values()}
