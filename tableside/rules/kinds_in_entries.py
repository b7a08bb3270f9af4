"""What files say of the own kinds that a form names, to go into its entry: so it plays again without them."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Final

from tableside.errors import RuleError
from tableside.rules import foe_lines
from tableside.rules.campaign_kinds import (
    DEFINITION,
    decoded_kinds,
    encoded_kinds,
    kinds_kept,
    own_kind,
    own_names,
    with_kind,
)
from tableside.rules.inputs import Cells, Given, Value
from tableside.rules.items import with_rows_named
from tableside.rules.names import KindNames
from tableside.rules.own_kinds import ENCOUNTERS, lines_of_coming, lines_of_encounter, thing_text
from tableside.rules.procedure import Procedure
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import OwnKind, Table
from tableside.rules.typed import slug

TYPED: Final = "line"
"""Of an input in `Procedure.own`: it holds foes as they are typed."""
COMING: Final = "coming"
"""Of such an input: it holds those who come later, `round 3: 2 goblins; clock The bell: troll`."""

NEW: Final = "new "
"""Of such an input, before a section: it names a new one, which no file has by that name."""


def with_definition(ruleset: Ruleset, table: Table, named: Mapping[str, str], given: Given) -> Given:
    """What was given, with the own kinds that these inputs name (each with its section, or with `TYPED`,
    `COMING` or `NEW`) as files say them now, where the campaign does not hold them so.

    Raises `RuleError` for a kind with a fault, for foes that there are not, and for a new name that is a
    file's.
    """
    if given.get(DEFINITION):
        return given
    meant = (kind for id, section in named.items() for kind in _meant(ruleset, table, section, given.get(id)))
    kept = {(each.section, each.id): each for each in table.kinds.values()}
    new = [each for each in dict.fromkeys(meant) if kept.get((each.section, each.id)) != each]
    return {**given, DEFINITION: encoded_kinds(new)} if new else given


def with_things_named(ruleset: Ruleset, procedure: Procedure, given: Given) -> Given:
    """What was given, with the things and weapons of files that cells of sheets name as what they are.

    Raises `RuleError` for one with a fault.
    """
    cells = [each.id for each in procedure.inputs if isinstance(each, Cells) and given.get(each.id)]
    return {**given, **{id: cells_named(ruleset, given[id]) for id in cells}} if cells else given


def cells_named(ruleset: Ruleset, cells: Value) -> tuple[str, ...]:
    """Such cells. Raises `RuleError` as above."""
    pairs = (str(each).partition("=")[::2] for each in (cells if isinstance(cells, tuple) else ()))
    thing = partial(thing_text, ruleset, "items")
    return tuple(f"{path}={with_rows_named(path.strip(), text, ruleset, thing)}" for path, text in pairs)


def with_more_defined(
    ruleset: Ruleset, table: Table, named: Mapping[str, str], before: Given, given: Given
) -> Given:
    """What is given otherwise than before, with the own kinds that were defined then, and those besides that
    are named now. Raises `RuleError` as above.
    """
    if all(before.get(id) == given.get(id) for id in named):
        return given
    old = decoded_kinds(str(before.get(DEFINITION, "")), ruleset)
    for each in old:
        table = with_kind(table, each)
    more = with_definition(ruleset, table, named, {**given, DEFINITION: ""})
    kinds = {(each.section, each.id): each for each in (*old, *_defined(more, ruleset))}
    return {**given, DEFINITION: encoded_kinds(kinds.values()) if kinds else ""}


def _meant(ruleset: Ruleset, table: Table, section: str, value: object) -> Iterator[OwnKind]:
    """The own kinds that a value names."""
    text = str(value or "")
    if section == TYPED:
        yield from _of_lines(ruleset, table, (text,))
    elif section == COMING:
        yield from _of_lines(ruleset, table, lines_of_coming(text))
    elif section.startswith(NEW):
        if slug(text) in _in_files(ruleset, section.removeprefix(NEW)):
            raise RuleError("kinds.in-a-file", name=text)
    elif (id := slug(text)) in _in_files(ruleset, section) or (
        section == ENCOUNTERS and id in kinds_kept(table, section)
    ):
        kind = own_kind(ruleset, table, section, id)
        yield kind
        if section == ENCOUNTERS:
            yield from _of_lines(ruleset, table, lines_of_encounter(kind))


def _in_files(ruleset: Ruleset, section: str) -> KindNames:
    """The names of a section that files have."""
    return own_names(ruleset, Table(), section)


def _of_lines(ruleset: Ruleset, table: Table, lines: Iterable[str]) -> Iterator[OwnKind]:
    for line in filter(str.strip, lines):
        for form in foe_lines.whole_line(ruleset, table, line):
            yield from _defined(form.given, ruleset)


def _defined(given: Given, ruleset: Ruleset) -> tuple[OwnKind, ...]:
    return decoded_kinds(str(given.get(DEFINITION, "")), ruleset)
