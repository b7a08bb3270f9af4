"""What only shows when tables are seen together: missing ones, loops, and rolls that would never end."""

from collections.abc import Iterator, Mapping
from typing import Final

from tableside.rules.tables.random_table import RandomTable
from tableside.rules.tables.reading import TableFault, shortened
from tableside.rules.tables.references import Reference, pieces, references

MOST_DRAWS: Final = 200
"""Tables that one roll may lead through, counted for the longest way there is."""
NAMED_IN_LOOP: Final = 8
MOST_HINTS: Final = 20
"""Missing tables for which the nearest name is looked up: among many that takes its time."""

Tables = Mapping[str, RandomTable]


def faults_together(tables: Tables, known: frozenset[str] = frozenset()) -> Iterator[TableFault]:
    """What is wrong with these tables beside each other; `known` are there too, but have faults of their
    own.
    """
    there, hints = {*tables, *known}, dict[str, str]()
    for table in tables.values():
        yield from shortened(table.id, _missing(table, tables, there, hints))
    order, loops = _inner_first(tables)
    for loop in loops:
        named = loop if len(loop) <= NAMED_IN_LOOP else [*loop[: NAMED_IN_LOOP - 1], "…", loop[-1]]
        where = _row_leading(tables[loop[0]], loop[1])
        yield TableFault(loop[0], f"leads back to itself: {' → '.join(named)}", where)
    endless = _endless(tables, order, loops) if loops else ()
    yield from _too_many(tables, [id for id in order if id not in endless])


def _missing(
    table: RandomTable, tables: Tables, there: set[str], hints: dict[str, str]
) -> Iterator[TableFault]:
    """The tables that it leads to and that are not there; `hints` gathers the nearest names."""
    for place, row in enumerate(table.rows):
        for each in pieces(row.text):
            if not isinstance(each, Reference) or not each.table or each.table in there:
                continue
            if each.table not in hints and len(hints) < MOST_HINTS:
                hints[each.table] = nearest(each.table, tables)
            yield TableFault(table.id, f"no table {each.table!r}{hints.get(each.table, '')}", place)


def nearest(id: str, tables: Tables) -> str:
    from difflib import get_close_matches  # 3 ms, only for a misspelt name

    near = get_close_matches(id, tables, n=1)
    return f": did you mean {near[0]}?" if near else ""


def _leads_to(table: RandomTable, tables: Tables) -> Iterator[str]:
    return (each for each in dict.fromkeys(ref.table for ref in references(table)) if each in tables)


def _inner_first(tables: Tables) -> tuple[list[str], list[list[str]]]:
    """The ids with those they lead to before them, and the loops that were met."""
    done: dict[str, None] = {}
    loops: list[list[str]] = []
    for start in tables:
        way: dict[str, Iterator[str]] = {}
        if start not in done:
            way[start] = _leads_to(tables[start], tables)
        while way:
            here = next(reversed(way))
            step = next(way[here], None)
            if step is None:
                done[here] = None
                del way[here]
            elif step in way:
                ids = list(way)
                loops.append([*ids[ids.index(step) :], step])
            elif step not in done:
                way[step] = _leads_to(tables[step], tables)
    return list(done), loops


def _endless(tables: Tables, order: list[str], loops: list[list[str]]) -> set[str]:
    """The tables that a loop goes through, and those that lead to one."""
    found = {id for loop in loops for id in loop}
    for id in order:
        if not found.isdisjoint(_leads_to(tables[id], tables)):
            found.add(id)
    return found


def _row_leading(table: RandomTable, id: str) -> int | None:
    return next(
        (
            place
            for place, row in enumerate(table.rows)
            if any(isinstance(each, Reference) and each.table == id for each in pieces(row.text))
        ),
        None,
    )


def _too_many(tables: Tables, order: list[str]) -> Iterator[TableFault]:
    """Tables whose longest roll is too long; those that only lead to one are not named again."""
    most: dict[str, int] = {}
    for id in order:
        listed = [_draws(row.text, most) for row in tables[id].rows]
        worst = max(range(len(listed)), key=listed.__getitem__)
        most[id] = 1 + listed[worst]
        named = any(most[each] > MOST_DRAWS for each in _leads_to(tables[id], tables))
        if most[id] > MOST_DRAWS and not named:
            shown = f"{most[id]:,}"
            yield TableFault(id, f"leads to {shown} rolls at once: at most {MOST_DRAWS} are made", worst)


def _draws(text: str, most: Mapping[str, int]) -> int:
    return sum(
        each.count * most.get(each.table, 0)
        for each in pieces(text)
        if isinstance(each, Reference) and each.table
    )


def closure(id: str, tables: Tables) -> tuple[RandomTable, ...]:
    """The table and all that it leads to, itself first."""
    found: dict[str, RandomTable] = {}
    waiting = [id]
    while waiting:
        here = waiting.pop()
        if here not in found and here in tables:
            found[here] = tables[here]
            waiting += _leads_to(tables[here], tables)
    return tuple(found.values())
