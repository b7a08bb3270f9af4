"""Foes from one line, `3 goblins, 1 troll hp 20`: of one kind or of several, all of them one act.

Each kind is one of the table's own, one that the game lists, or a name with its numbers. Kinds are parted by
commas, semicolons, `and`, or the count of the next one alone; where one has a longer text behind a colon, by
a semicolon and a count. Behind a comma stands rather another attack of the foe before, where it reads as one.
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
    foe_name_in_line_part,
    foes_begun_by_line_part,
    rows_of_line_part,
)
from tableside.rules.form_filling import Form, filled_form
from tableside.rules.inputs import Given, Value
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
"""Letters that a name has in common with those that are told where it means nobody."""
MOST_NAMED: Final = 12
"""Own kinds that are told then."""
MOST_COUNTS: Final = 9
"""Numbers in one piece of a line that may each be the count of another kind."""
_BETWEEN = re.compile(r",|\s+and\s+(?=\d|an?\s)")
_BEHIND_A_TEXT = re.compile(r";(?=\s*\d)")
_COUNT = re.compile(r"(?<=\s)(?=\d{1,4}\s*x?\s+[^\W\d])")
_ARTICLE = re.compile(r"^an?\s+", re.IGNORECASE)


@frozen
class FoeLines:
    """Who reads lines of foes at one table."""

    game: FoeLinePart
    """By what adds those of one kind as the game has it."""
    put_down: FoeLinePart
    """By what adds those of an own kind, or of none: whose name and numbers are said at once."""
    empty: Empty
    """Gives empty sheets of the game."""
    table: Table
    own: NameIndex
    """The own kinds that may be named."""
    own_kind: Callable[[str], TableOwnKind]
    """The own kind of an id. Raises `RuleError` for one that has a fault."""
    _forms: dict[str, tuple[Form, frozenset[str]]] = field(default_factory=dict)

    def form(self, text: str) -> tuple[Form, frozenset[str]]:
        """The form of one kind, filled from what was typed, and the ids of the inputs that the line settled.

        Raises `RuleError` naming what will not do, and the foes that there are.
        """
        if text not in self._forms:  # a part of a line is looked at before it is read
            self._forms[text] = self._filled(self.in_full(text))
        return self._forms[text]

    def in_full(self, text: str) -> str:
        """With the whole name of those who have been on this table, where a line says no more than its last
        words: `2 sentries` beside Harbour sentry 1. As it is where those could be others.
        """
        match, name = COUNTED.fullmatch(text), self._said(text).name
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
        """The form of an own kind. None: the line names none, or one of the game's rather."""
        said = self._said(text)
        name, equals, kind = (part.strip() for part in said.name.partition("="))
        wanted = kind if equals else name
        id = self._own_id(wanted)
        if ":" in text or not id:
            return None
        given: dict[str, Value] = {KIND: id}
        if equals and name:
            given["name"] = foe_name_in_line_part(singular_name(name) if said.count > 1 else name, self.table)
        kept = campaign_kinds_kept(self.table, SOMEBODY).get(id)
        if (meant := self.own_kind(id)) != kept:
            given[DEFINITION] = encoded_campaign_kinds([meant])
        return self._put_down(said, given)

    def _put_down(self, said: "_Said", given: Given) -> tuple[Form, frozenset[str]]:
        """The form that puts down so many with these cells, with what else is given."""
        given = {**given, "count": said.count, "cells": said.cells}
        return filled_form(self.put_down.procedure, self.table, None, given), frozenset(given)

    def _met(self, text: str) -> tuple[Form, frozenset[str]] | None:
        """The form of more of those who have been on this table by that name. None: nobody has."""
        said = self._said(text)
        wanted = {said.name.casefold(), singular_name(said.name).casefold()}
        foes = (each for each in reversed([*self.table.characters.values()]) if each.kind == Kind.ENEMY)
        who = next((each for each in foes if name_without_number(each.name).casefold() in wanted), None)
        if who is None or ":" in text:
            return None
        kind = as_campaign_kind(who, name_without_number(who.name), self.empty)
        return self._put_down(said, {KIND: kind.id, DEFINITION: encoded_campaign_kinds([kind])})

    def _own_id(self, text: str) -> str:
        """The own kind that a name means: called so, or the only foe that begins so; empty for none."""
        if not self.own or not typed_slug(text):
            return ""
        exact = self.own.called(text, singular_name(text))
        wanted = {typed_slug(text).replace("-", ""), typed_slug(singular_name(text)).replace("-", "")}
        if exact or any(each.replace("-", "") in wanted for each in self.game.foes):
            return next(iter(exact), "")
        begun = self.own.begun(text, singular_name(text))
        return begun[0] if len(begun) == 1 and not foes_begun_by_line_part(text, self.game.foes) else ""

    def _by_numbers(self, text: str) -> tuple[Form, frozenset[str]] | None:
        """The form of a kind that nobody knows, with its numbers. None: it has none, or no plain name."""
        said = self._said(text)
        is_plain = not any(sign in ",:=" or sign.isdecimal() for sign in said.name)
        if not (said.name and said.cells and is_plain):
            return None
        name = foe_name_in_line_part(singular_name(said.name) if said.count > 1 else said.name, self.table)
        return self._put_down(said, {"name": name})

    def _said(self, text: str) -> "_Said":
        """What a line says besides a name."""
        match = COUNTED.fullmatch(text)
        rest, count = (match["rest"], int(match["count"] or 1)) if match else (text, 1)
        cells: list[str] = []
        if (listing := self.put_down.rows_behind(rest)) is not None:
            rest, part, rows = listing
            cells.append(f"{part}={rows}")
        while setting := self._last_setting(rest):
            rest, id, value = setting
            cells.insert(0, f"{id}={value}")
        return _Said(rest.strip(), count, tuple(cells))

    def _last_setting(self, text: str) -> tuple[str, str, str] | None:
        """What the last words settle: a number, or what the game's own foes choose and a sheet has."""
        chosen, parts = self.game.last_setting(text), self.game.sheet.__dataclass_fields__
        is_on_sheet = chosen is not None and chosen[1].replace("-", "_") in parts
        return self.put_down.last_setting(text) or (chosen if is_on_sheet else None)

    def whole(self, text: str) -> Form:
        """The form of one kind. Raises `RuleError` when something is still to be said."""
        form, said = self.form(text)
        if missing := _unsaid(form, said):
            raise RuleError("foes.not-all-said", text=text, missing=missing)
        return form

    def texts(self, text: str) -> tuple[str, ...]:
        """The part of a line that is about each kind."""
        if ":" in text:
            pieces = [_ARTICLE.sub("", each.strip()) for each in _BEHIND_A_TEXT.split(text)]
            texts = [one for each in pieces for one in ([each] if ":" in each else self._by_counts(each))]
        else:
            texts = [one for each in text.split(";") for one in self._apart(each)]
        return tuple(each.strip() for each in texts if each.strip())

    def _apart(self, text: str) -> list[str]:
        """The kinds between two semicolons; what is a row of a list belongs to the foe before it, unless it
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
        """Whether a row that begins with a number is so many foes, with what is behind their name: some that
        are known, or some behind which something stands that each has one of.
        """
        match = COUNTED.fullmatch(piece)
        if match is None or not match["count"]:
            return False
        said = self._said(piece)
        words = match["rest"].removeprefix(said.name).split("+")[0].split()
        is_one = bool(words) and singular_name(words[-1]) == words[-1]
        return bool(said.name and said.cells) and (is_one or bool(self._own_id(said.name)))

    def _by_counts(self, text: str) -> tuple[str, ...]:
        """The kinds in a piece without commas, one from each count on; as it is when they would be none."""
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
    """The inputs that a line has to say and does not."""
    return [each.id for each in form.procedure.inputs if each.default is None and each.id not in said]


@frozen
class _Said:
    """The parts of a line about one kind."""

    name: str
    count: int
    cells: tuple[str, ...]


def foe_lines_at(ruleset: Ruleset, table: Table) -> FoeLines:
    """Who reads lines at this table. Raises `RuleError` where the game has no foes."""
    game = ruleset.role(Role.FOE, table)
    if game is None:
        raise RuleError("foes.none")
    return foe_lines_of(game, ruleset.procedure(PUT_DOWN), ruleset, table)


def foe_lines_of(game: Procedure, put_down: Procedure, ruleset: Ruleset, table: Table) -> FoeLines:
    """Who reads lines at this table by these two procedures."""
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
    """The form filled from what was typed, of one kind or of several, and the inputs that the line settled.

    Raises `RuleError` naming what will not do, and where the game has no foes.
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
    """What those on this table are called of whose name this is the last word; else the name as it is."""
    return foe_lines_at(ruleset, table).in_full(name)


def forms_of_whole_foe_line(ruleset: Ruleset, table: Table, text: str) -> tuple[Form, ...]:
    """The forms of all kinds that a line names, in which nothing is left to be said. Raises `RuleError`."""
    lines = foe_lines_at(ruleset, table)
    return tuple(map(lines.whole, lines.texts(text)))


_BEGUN = re.compile(r"(?:^|.*[,;:+])\s*(?:\d{1,4}\s*x?\s+)?(?P<name>[^\W\d][^\d,;:=]*)?$", re.DOTALL)


def name_begun_in_foe_line(line: str) -> str | None:
    """The name of a kind that the end of a line begins, as it stands there; empty where one may begin.

    None: what stands there is no name.
    """
    match = _BEGUN.match(line)
    return (match["name"] or "") if match is not None else None


def names_for_foe_line(ruleset: Ruleset, table: Table, text: str) -> Iterator[str]:
    """The kinds of foes in whose names a word may begin so: those that have been on this table, its own that
    do, then those that the game lists; in small letters.
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
