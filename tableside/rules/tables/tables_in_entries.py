"""Tables as one text, as an entry of the journal carries those that a campaign had not rolled on before."""

import json
from collections.abc import Iterable
from dataclasses import replace

from tableside.errors import RuleError
from tableside.rules.table import Table
from tableside.rules.tables.own_rules import as_written
from tableside.rules.tables.random_table import RandomTable
from tableside.rules.tables.reading import faults_together, read_table_written


def tables_kept(table: Table) -> dict[str, RandomTable]:
    """The tables that a campaign has rolled on, by id."""
    return {each.id: each for each in table.tables.values()}


def encoded_tables(tables: Iterable[RandomTable]) -> str:
    """These tables as one text."""
    return json.dumps(
        {each.id: table_as_text(each) for each in tables}, ensure_ascii=False, separators=(",", ":")
    )


def table_as_text(table: RandomTable) -> dict[str, object]:
    """The table as a person could have written it."""
    if table.dice:
        rows: object = {f"{row.low}-{row.high}": row.text for row in table.rows}
        return {"title": table.title, "dice": table.dice, "rows": rows, **as_written(table)}
    as_rows = [{"weight": row.high - row.low + 1, "text": row.text} for row in table.rows]
    return {"title": table.title, "rows": as_rows, **as_written(table)}


def decoded(text: str) -> tuple[RandomTable, ...]:
    """The tables of such a text. Raises `RuleError` for what is none, and for tables with faults."""
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


def taken_in(table: Table, definition: str) -> Table:
    """The campaign with these tables in the place of those of their ids, or added.

    Raises `RuleError` when they do not go with those that are there: a loop, a table that is missing.
    """
    new = decoded(definition)
    if not new:
        return table
    for fault in faults_together(tables_kept(table) | {each.id: each for each in new}):
        raise RuleError("tables.fault", table=fault.table, what=fault.what)
    numbers = {each.id: number for number, each in table.tables.items()}
    tables = dict(table.tables)
    for each in new:
        number = numbers.get(each.id, max(tables, default=0) + 1)
        tables[number] = each
    return replace(table, tables=tables)
