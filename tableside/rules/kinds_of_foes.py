"""Foes of several kinds from one line, `3 goblins, 1 troll hp 20`: told apart, and all of them one act.

Kinds are parted by commas, semicolons, `and`, or the count of the next one alone; where one has a longer
text behind a colon, by a semicolon and a count.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules import foes
from tableside.rules.form import Form, start
from tableside.rules.forms import asked
from tableside.rules.inputs import Words, YesNo
from tableside.rules.naming import shared_name
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import Sheet
from tableside.rules.table import Kind, Table

ADD_KINDS: Final = "campaign.add-kinds"
FOES: Final = "foes"
"""The input that holds the line."""
MOST_COUNTS: Final = 9
"""Numbers in one piece of a line that may each be the count of another kind."""
_BETWEEN = re.compile(r"[,;]|\s+and\s+(?=\d|an?\s)")
_BEHIND_A_TEXT = re.compile(r";(?=\s*\d)")
_COUNT = re.compile(r"(?<=\s)(?=\d{1,4}\s*x?\s+[^\W\d])")
_ARTICLE = re.compile(r"^an?\s+", re.IGNORECASE)


def from_line(ruleset: Ruleset, table: Table, text: str) -> tuple[Form, frozenset[str]]:
    """The form filled from what was typed, of one kind or of several, and the inputs that the line settled.

    Raises `RuleError` naming what will not do, and where the game has no foes.
    """
    one = ruleset.role(Role.FOE, table)
    if one is None:
        raise RuleError("this game has no foes: add a character")
    sheet = ruleset.blank(Kind.ENEMY)
    listed = parted(one, sheet, table, text)
    if len(listed) < 2:
        return foes.from_line(one, table, sheet, next(iter(listed), ""))
    for each in listed:
        _whole(one, sheet, table, each)
    several = ruleset.procedure(ADD_KINDS)
    return start(several, table, None, {FOES: "; ".join(listed)}), frozenset((FOES,))


def parted(one: Procedure, sheet: Sheet, table: Table, text: str) -> tuple[str, ...]:
    """The part of a line that is about each kind. `one` adds those of one kind, `sheet` is an empty one."""
    between = _BEHIND_A_TEXT if ":" in text else _BETWEEN
    found: list[str] = []
    for each in between.split(text):
        piece = _ARTICLE.sub("", each.strip())
        found += [piece] if ":" in piece else _by_counts(one, sheet, table, piece)
    return tuple(each.strip() for each in found if each.strip())


def known_names(ruleset: Ruleset, table: Table) -> Iterator[str]:
    """The kinds of foes that have been on this table, then those that the game lists; in small letters."""
    met = (shared_name(each.name).casefold() for each in table.characters.values() if each.kind == Kind.ENEMY)
    procedure = ruleset.role(Role.FOE, table)
    listed = foes.listed(procedure, table) if procedure is not None else ()
    yield from dict.fromkeys((*met, *(each.replace("-", " ") for each in listed)))


@frozen
class Kinds:
    """Foes of several kinds, as they are typed."""

    foes: str = asked(Words(long=True))
    joins: bool = asked(YesNo(default=True, worth=False))


def of_several_kinds(one: Procedure, ruleset: Ruleset) -> Procedure:
    """The procedure that adds foes of several kinds, each by the game's own that adds those of one."""
    sheet = ruleset.blank(Kind.ENEMY)

    def add(table: Table, form: Kinds, play: Play) -> Outcome:
        """Each kind in turn, by the rules of that one. Raises `RuleError` naming what will not do."""
        before = len(table.characters)
        for each in parted(one, sheet, table, form.foes):
            given = {**_whole(one, sheet, table, each).given, "joins": form.joins}
            table = one.perform(table, given)(play).table or table
        return Outcome("added", {"count": len(table.characters) - before}, table)

    return replace(one, id=ADD_KINDS, form=Kinds, run=add, role=None)


def _whole(one: Procedure, sheet: Sheet, table: Table, text: str) -> Form:
    """The form of one kind. Raises `RuleError` when something is still to be said."""
    form, said = foes.from_line(one, table, sheet, text)
    missing = [each.id for each in one.inputs if each.default is None and each.id not in said]
    if missing:
        raise RuleError(f"{text!r} needs {', '.join(missing)} too: of several kinds at once all is said")
    return form


def _by_counts(one: Procedure, sheet: Sheet, table: Table, text: str) -> tuple[str, ...]:
    """The kinds in a piece without commas, one from each count on; as it is when they would be none."""
    counts = [found.start() for found in _COUNT.finditer(text)]
    if _fits(one, sheet, table, text) or not 0 < len(counts) <= MOST_COUNTS:
        return (text,)
    for place in counts:
        head, tail = text[:place], text[place:]
        if _fits(one, sheet, table, head) and not foes.names_a_number(one, sheet, head.split()[-1]):
            rest = _by_counts(one, sheet, table, tail)
            if all(_fits(one, sheet, table, each) for each in rest):
                return (head, *rest)
    return (text,)


def _fits(one: Procedure, sheet: Sheet, table: Table, text: str) -> bool:
    try:
        foes.from_line(one, table, sheet, text)
    except RuleError:
        return False
    return True
