"""The rules that a table may have besides its rows, as they are written: an oracle's likelihoods, a clock
that shifts its dice, what doubles lead to, a deck that remembers what was drawn, and what its results are.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from tableside.errors import Message
from tableside.rules.dice import TableDice, table_dice
from tableside.rules.tables.random_table import RandomTable, Shift, is_table_id

KEYS: Final = ("asks", "adds", "doubles", "deck", "names")
NAMES: Final = ("person", "place", "thread")
"""What results may be, as notes name them."""
LIKELIHOODS: Final = ("impossible", "very-unlikely", "unlikely", "even", "likely", "very-likely", "certain")
FURTHEST: Final = 1_000
"""The size of what is added to dice."""

Written = Mapping[str, Any]  # Any: TOML values


def with_rules(table: RandomTable, written: Written) -> tuple[RandomTable, tuple[Message, ...]]:
    """The table with the rules that are written for it, and what is wrong with them."""
    wrong = (*_wrong(table, written),)
    if wrong:
        return table, wrong
    adds = written.get("adds")
    return (
        replace(
            table,
            asks=tuple(
                (each, written["asks"][each]) for each in LIKELIHOODS if each in written.get("asks", {})
            ),
            adds=Shift(adds["clock"], adds["start"], adds["lowest"], adds["highest"]) if adds else None,
            doubles=written.get("doubles", ""),
            is_deck=written.get("deck", False),
            names=written.get("names", NAMES[0]),
        ),
        (),
    )


def _wrong(table: RandomTable, written: Written) -> Iterator[Message]:
    if "asks" in written and not _are_likelihoods(written["asks"]):
        yield Message("tables.bad-asks", known=LIKELIHOODS)
    if "adds" in written and not _is_shift(written["adds"]):
        yield Message("tables.bad-adds")
    if "doubles" in written and not (isinstance(written["doubles"], str) and is_table_id(written["doubles"])):
        yield Message("tables.bad-doubles")
    if not isinstance(written.get("deck", False), bool):
        yield Message("tables.bad-deck")
    if written.get("names", NAMES[0]) not in NAMES:
        yield Message("tables.bad-names", known=NAMES)
    if written.get("deck") and table.dice:
        yield Message("tables.deck-with-dice", dice=table.dice)
    of_dice = next((key for key in ("asks", "adds", "doubles") if key in written), "")
    if of_dice and not table.dice:
        yield Message("tables.rule-without-dice", key=of_dice)
    elif of_dice in ("asks", "adds") and table_dice(table.dice).as_digits:
        yield Message("tables.no-modifier", table=table.title)


def _are_likelihoods(asks: object) -> bool:
    if not isinstance(asks, Mapping) or not asks:
        return False
    return all(each in LIKELIHOODS and _is_step(added) for each, added in asks.items())


def _is_shift(adds: object) -> bool:
    if not isinstance(adds, Mapping) or {*adds} != {"clock", "start", "lowest", "highest"}:
        return False
    clock, start, lowest, highest = (adds[key] for key in ("clock", "start", "lowest", "highest"))
    steps = _is_step(start) and _is_step(lowest) and _is_step(highest)
    return isinstance(clock, str) and is_table_id(clock) and steps and 0 <= lowest <= start <= highest


def _is_step(value: object) -> bool:
    return type(value) is int and abs(value) <= FURTHEST


def values(table: RandomTable, dice: TableDice) -> tuple[int, ...]:
    """All that its dice can come to with what is added to them."""
    least, most = table.shifts
    if dice.as_digits or (least, most) == (0, 0):
        return dice.values
    return tuple(range(dice.values[0] + least, dice.values[-1] + most + 1))


def as_written(table: RandomTable) -> dict[str, object]:
    """Its rules, as a person could have written them."""
    rules: dict[str, object] = {}
    if table.asks:
        rules["asks"] = dict(table.asks)
    if table.adds is not None:
        shift = table.adds
        rules["adds"] = {
            "clock": shift.clock,
            "start": shift.start,
            "lowest": shift.lowest,
            "highest": shift.highest,
        }
    if table.doubles:
        rules["doubles"] = table.doubles
    if table.names != NAMES[0]:
        rules["names"] = table.names
    return rules | ({"deck": True} if table.is_deck else {})
