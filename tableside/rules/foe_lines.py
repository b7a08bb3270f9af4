"""Foes from one line, `3 goblins, 1 troll hp 20`, of one kind or several, added in one act.

Each kind is one of the table's own, one that the game lists, or a name with its numbers. Kinds are separated
by commas, semicolons, `and`, or the count of the next one; where one has a longer text behind a colon, by a
semicolon and a count. What follows a comma is another attack of the foe before it, if it can be read as one.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import field
from functools import partial
from itertools import islice
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.campaign_kinds import (
    DEFINITION,
    as_campaign_kind,
    campaign_kind,
    campaign_kind_names,
    campaign_kinds_kept,
    decoded_campaign_kinds,
    encoded_campaign_kinds,
)
from tableside.rules.foe_line_parts import (
    COUNTED,
    KIND,
    FoeLinePart,
    foe_count_typed,
    foe_list_without_signs,
    foe_name_in_line_part,
    foes_begun_by_line_part,
    rows_of_line_part,
)
from tableside.rules.form_filling import Form, filled_form
from tableside.rules.inputs import Given, Number, Value
from tableside.rules.names import NameIndex, name_without_number, singular_name
from tableside.rules.pack_kinds import SOMEBODY, Empty
from tableside.rules.procedure import Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Kind, Table, TableOwnKind
from tableside.rules.typed import typed_slug

ADD_KINDS: Final = "campaign.add-kinds"
PUT_DOWN: Final = "campaign.put-down"
LINE: Final = "foes"
"""The input that holds the line."""
LETTERS_ALIKE: Final = 3
"""The letters that suggested names share with an unknown one."""
MOST_NAMED: Final = 12
"""The most own kinds suggested for an unknown name."""
MISCOUNTED: Final = "foes.miscounted"
"""The id of the error for a count of foes that is out of range."""
MOST_COUNTS: Final = 9
"""The most numbers in a piece of a line that may each count another kind."""
_BETWEEN = re.compile(r",|\s+and\s+(?=\d|an?\s)")
_BEHIND_A_TEXT = re.compile(r";(?=\s*\d)")
_COUNT = re.compile(r"(?<=\s)(?=\d{1,4}\s*x?\s+[^\W\d])")
_ARTICLE = re.compile(r"^an?\s+", re.IGNORECASE)


@frozen
class FoeLines:
    """Reads lines of foes at one table."""

    game: FoeLinePart
    """The reader for the procedure that adds foes of the game."""
    put_down: FoeLinePart
    """The reader for the procedure that adds foes of an own kind, or those given by name and numbers."""
    empty: Empty
    """Returns empty sheets of the game."""
    table: Table
    own: NameIndex
    """The own kinds that may be named."""
    own_kind: Callable[[str], TableOwnKind]
    """Returns the own kind of an id. Raises `RuleError` for one that has a fault."""
    _forms: dict[str, tuple[Form, frozenset[str]]] = field(default_factory=dict)

    def form(self, text: str) -> tuple[Form, frozenset[str]]:
        """Return the form for one kind, filled from what was typed, and the ids of the inputs that the line
        set.

        Raises `RuleError` naming what is wrong, and the known foes.
        """
        if text not in self._forms:  # `_by_counts` tries parts of a line before they are read
            self._check_sense(text)
            self._forms[text] = self._filled(self.in_full(text))
        return self._forms[text]

    def _check_sense(self, text: str) -> None:
        """Raise `RuleError` for a count outside those of foes that come at once, and for signs as a name."""
        count, pick = foe_count_typed(text), self.put_down.procedure.input("count")
        assert isinstance(pick, Number)
        if count and not (count.isdecimal() and pick.lowest <= int(count) <= pick.highest):
            raise RuleError(MISCOUNTED, text=count, lowest=pick.lowest, highest=pick.highest)
        if text.strip() and not any(map(str.isalnum, text)):
            raise RuleError("foes.no-name", text=text.strip())

    def in_full(self, text: str) -> str:
        """Return the text with the full name of foes who have been on this table, where it says only its last
        words: `2 sentries` beside Harbour sentry 1. Unchanged where it may mean others.
        """
        match, name = COUNTED.fullmatch(text), self._line_parts(text).name
        count, rest = (match["count"], match["rest"]) if match else (None, text)
        wanted = singular_name(name.casefold()) if count else name.casefold()
        foes = (each.name for each in self.table.characters.values() if each.kind == Kind.ENEMY)
        met = {bare for each in foes if (bare := name_without_number(each)) != each}
        called = [each for each in met if each.casefold().endswith(f" {wanted}")]
        known = {*self.game.foes, *(typed_slug(each) for each in met)}
        if not wanted or len(called) != 1 or typed_slug(wanted) in known or self._own_id(name):
            return text
        return " ".join((*([count] if count else ()), called[0] + rest.strip().removeprefix(name)))

    def _filled(self, text: str) -> tuple[Form, frozenset[str]]:
        if (own := self._of_own_kind(text)) is not None:
            return own
        try:
            form, said = self.game.form(text)
            met = self._met(text) if _unsaid(form, said) else None
            return met or (form, said)
        except RuleError as error:
            if (other := self._met(text) or self._by_numbers(text)) is not None:
                return other
            if error.message.id == "foes.no-such":
                near = self.own.with_word(text[:LETTERS_ALIKE]) or self.own
                known = (*islice(near, MOST_NAMED), *self.game.foes)
                raise RuleError("foes.no-such", text=error.message.values["text"], known=known) from None
            raise

    def _of_own_kind(self, text: str) -> tuple[Form, frozenset[str]] | None:
        """Return the form for an own kind. None: the line names none, or one of the game's."""
        parts = self._line_parts(text)
        name, equals, kind = (part.strip() for part in parts.name.partition("="))
        wanted = kind if equals else name
        id = self._own_id(wanted)
        if ":" in text or not id:
            return None
        given: dict[str, Value] = {KIND: id}
        if equals and name:
            given["name"] = foe_name_in_line_part(
                singular_name(name) if parts.count > 1 else name, self.table
            )
        kept = campaign_kinds_kept(self.table, SOMEBODY).get(id)
        if (meant := self.own_kind(id)) != kept:
            given[DEFINITION] = encoded_campaign_kinds([meant])
        return self._put_down(parts, given)

    def _put_down(self, parts: "_LineParts", given: Given) -> tuple[Form, frozenset[str]]:
        """Return the form that puts down these parts of a line, with these inputs."""
        given = {**given, "count": parts.count, "cells": parts.cells}
        return filled_form(self.put_down.procedure, self.table, None, given), frozenset(given)

    def _met(self, text: str) -> tuple[Form, frozenset[str]] | None:
        """Return the form for more of the foes who have been on this table by that name. None: nobody has."""
        parts = self._line_parts(text)
        wanted = {parts.name.casefold(), singular_name(parts.name).casefold()}
        foes = (each for each in reversed([*self.table.characters.values()]) if each.kind == Kind.ENEMY)
        who = next((each for each in foes if name_without_number(each.name).casefold() in wanted), None)
        if who is None or ":" in text:
            return None
        kind = as_campaign_kind(who, name_without_number(who.name), self.empty)
        return self._put_down(parts, {KIND: kind.id, DEFINITION: encoded_campaign_kinds([kind])})

    def _own_id(self, text: str) -> str:
        """Return the id of the own kind with this name, or the only foe that begins like this; empty for
        none.
        """
        if not self.own or not typed_slug(text):
            return ""
        exact = self.own.called(text, singular_name(text))
        wanted = {typed_slug(text).replace("-", ""), typed_slug(singular_name(text)).replace("-", "")}
        if exact or any(each.replace("-", "") in wanted for each in self.game.foes):
            return next(iter(exact), "")
        begun = self.own.begun(text, singular_name(text))
        return begun[0] if len(begun) == 1 and not foes_begun_by_line_part(text, self.game.foes) else ""

    def _by_numbers(self, text: str) -> tuple[Form, frozenset[str]] | None:
        """Return the form for an unknown kind with numbers. None: it has no numbers, or no plain name."""
        parts = self._line_parts(text)
        is_plain = not any(sign in ",:=" or sign.isdecimal() for sign in parts.name)
        if not (parts.name and parts.cells and is_plain):
            return None
        name = foe_name_in_line_part(singular_name(parts.name) if parts.count > 1 else parts.name, self.table)
        return self._put_down(parts, {"name": name})

    def _line_parts(self, text: str) -> "_LineParts":
        """Return the parts of a line about one kind."""
        match = COUNTED.fullmatch(text)
        rest, count = (match["rest"], int(match["count"] or 1)) if match else (text, 1)
        cells: list[str] = []
        if (listing := self.put_down.rows_behind(rest)) is not None:
            rest, part, rows = listing
            cells.append(f"{part}={rows}")
        while setting := self._last_setting(rest):
            rest, id, value = setting
            cells.insert(0, f"{id}={value}")
        return _LineParts(rest.strip(), count, tuple(cells))

    def _last_setting(self, text: str) -> tuple[str, str, str] | None:
        """Return what the last words set: a number, or a choice for the game's foes that a sheet has too."""
        chosen, parts = self.game.last_setting(text), self.game.sheet.__dataclass_fields__
        is_on_sheet = chosen is not None and chosen[1].replace("-", "_") in parts
        return self.put_down.last_setting(text) or (chosen if is_on_sheet else None)

    def whole(self, text: str) -> Form:
        """Return the form for one kind. Raises `RuleError` when an input is missing."""
        form, said = self.form(text)
        if missing := _unsaid(form, said):
            raise RuleError("foes.not-all-said", text=text, missing=missing)
        return form

    def texts(self, text: str) -> tuple[str, ...]:
        """Split a line into the parts about each kind, without the signs of a pasted list."""
        if (count := foe_count_typed(text)) and not count.isdecimal():
            return (text.strip(),)
        text = foe_list_without_signs(text)
        if ":" in text:
            pieces = [_ARTICLE.sub("", each.strip()) for each in _BEHIND_A_TEXT.split(text)]
            texts = [one for each in pieces for one in ([each] if ":" in each else self._by_counts(each))]
        else:
            texts = [one for each in text.split(";") for one in self._apart(each)]
        return tuple(each.strip() for each in texts if each.strip())

    def _apart(self, text: str) -> list[str]:
        """Return the kinds between two semicolons. A row of a list belongs to the foe before it, unless it
        counts foes itself: `2 wolves bite +1 1d6` does, `2 claws +1 1d4` and `2 short swords +1 1d6` do not.
        """
        texts: list[str] = []
        for each in _BETWEEN.split(text):
            piece = _ARTICLE.sub("", each.strip())
            if texts and rows_of_line_part(self.game.sheet, piece) and not self._counts_foes(piece):
                texts[-1] = f"{texts[-1].strip()}, {piece}"
            else:
                texts += self._by_counts(piece)
        return texts

    def _counts_foes(self, piece: str) -> bool:
        """Whether a row that begins with a number counts foes: known ones, or ones with one attack each."""
        match = COUNTED.fullmatch(piece)
        if match is None or not match["count"]:
            return False
        parts = self._line_parts(piece)
        words = match["rest"].removeprefix(parts.name).split("+")[0].split()
        is_one = bool(words) and singular_name(words[-1]) == words[-1]
        return bool(parts.name and parts.cells) and (is_one or bool(self._own_id(parts.name)))

    def _by_counts(self, text: str) -> tuple[str, ...]:
        """Split a piece without commas at each count of a kind; unchanged if that gives no kinds."""
        counts = [match.start() for match in _COUNT.finditer(text)]
        if self._fits(text) or not 0 < len(counts) <= MOST_COUNTS:
            return (text,)
        for place in counts:
            head, tail = text[:place], text[place:]
            if self._fits(head) and not self.game.is_number(head.split()[-1]):
                rest = self._by_counts(tail)
                if all(map(self._fits, rest)):
                    return (head, *rest)
        return (text,)

    def _fits(self, text: str) -> bool:
        try:
            self.form(text)
        except RuleError:
            return False
        return True


def _unsaid(form: Form, said: frozenset[str]) -> list[str]:
    """Return the required inputs that a line does not set."""
    return [each.id for each in form.procedure.inputs if each.default is None and each.id not in said]


@frozen
class _LineParts:
    """The parts of a line about one kind."""

    name: str
    count: int
    cells: tuple[str, ...]


def foe_lines_at(ruleset: Ruleset, table: Table) -> FoeLines:
    """Return the reader of lines at this table. Raises `RuleError` where the game has no foes."""
    game = ruleset.role(Role.FOE, table)
    if game is None:
        raise RuleError("foes.none")
    return foe_lines_of(game, ruleset.procedure(PUT_DOWN), ruleset, table)


def foe_lines_of(game: Procedure, put_down: Procedure, ruleset: Ruleset, table: Table) -> FoeLines:
    """Return the reader of lines at this table for these two procedures."""
    sheet = ruleset.blank(Kind.ENEMY)
    return FoeLines(
        FoeLinePart(game, table, sheet),
        FoeLinePart(put_down, table, sheet),
        ruleset.blank,
        table,
        campaign_kind_names(ruleset, table, SOMEBODY),
        partial(campaign_kind, ruleset, table, SOMEBODY),
    )


def form_of_foe_line(ruleset: Ruleset, table: Table, text: str) -> tuple[Form, frozenset[str]]:
    """Return the form for a line of one kind or several, and the ids of the inputs that the line set.

    Raises `RuleError` naming what is wrong, and where the game has no foes.
    """
    lines = foe_lines_at(ruleset, table)
    texts = lines.texts(text)
    if len(texts) < 2:
        return lines.form(next(iter(texts), ""))
    forms = [lines.whole(each) for each in texts]
    given: dict[str, Value] = {LINE: "; ".join(texts)}
    kinds = [
        kind
        for form in forms
        for kind in decoded_campaign_kinds(str(form.given.get(DEFINITION, "")), ruleset)
    ]
    if kinds:
        given[DEFINITION] = encoded_campaign_kinds(kinds)
    return filled_form(ruleset.procedure(ADD_KINDS), table, None, given), frozenset((LINE,))


def foe_name_in_full(ruleset: Ruleset, table: Table, name: str) -> str:
    """Return the full name of foes on this table of which this is the last word; else the name unchanged."""
    return foe_lines_at(ruleset, table).in_full(name)


def forms_of_whole_foe_line(ruleset: Ruleset, table: Table, text: str) -> tuple[Form, ...]:
    """Return the complete forms for all kinds in a line. Raises `RuleError`."""
    lines = foe_lines_at(ruleset, table)
    return tuple(map(lines.whole, lines.texts(text)))


_BEGUN = re.compile(r"(?:^|.*[,;:+])\s*(?:\d{1,4}\s*x?\s+)?(?P<name>[^\W\d][^\d,;:=]*)?$", re.DOTALL)


def name_begun_in_foe_line(line: str) -> str | None:
    """Return the beginning of a kind's name at the end of a line; empty where one may begin.

    None: no name can be there.
    """
    match = _BEGUN.match(line)
    return (match["name"] or "") if match is not None else None


def names_for_foe_line(ruleset: Ruleset, table: Table, text: str) -> Iterator[str]:
    """Yield, in lower case, the kinds of foes with a word that may begin like this: those that have been on
    this table, matching own kinds, then those that the game lists.
    """
    met = (
        name_without_number(each.name).casefold()
        for each in table.characters.values()
        if each.kind == Kind.ENEMY
    )
    procedure = ruleset.role(Role.FOE, table)
    kinds = FoeLinePart(procedure, table, ruleset.blank(Kind.ENEMY)).foes if procedure is not None else ()
    names = campaign_kind_names(ruleset, table, SOMEBODY)
    own = (names[id].casefold() for id in names.with_word(text))
    yield from dict.fromkeys((*met, *own, *(each.replace("-", " ") for each in kinds)))
