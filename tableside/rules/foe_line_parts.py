"""A part of a line of foes: one kind as typed, `3 goblins hp 9 ac 15`, with its count and its changes.

`goblin`, `3 goblins`, `2 tide wardens = lizard-man`, `2 guards d8`, `wolf: Teeth 3`. First comes a count;
then one of the foes that the game lists, by its start, in singular or plural, or any name when it lists none;
then numbers of the sheet and other inputs; then rows of a list that the sheet reads, as `3 wolves hp 11 bite
+4 1d6+1`. Games that want a longer text take it behind a colon. Where foes are nothing but numbers, more of
those already on the table begin with the same ones.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.cells import with_edited_cell
from tableside.rules.form_filling import Form, filled_form
from tableside.rules.inputs import Cells, Choice, Number, Words
from tableside.rules.names import name_without_number, singular_name
from tableside.rules.procedure import Procedure
from tableside.rules.sheet import Label, Meter, Sheet, Tags, sheet_parts
from tableside.rules.table import Kind, Table
from tableside.rules.typed import typed_slug

KIND: Final = "foe"
"""The input that holds a foe that the game lists."""
COUNTED = re.compile(r"\s*(?:(?P<count>\d{1,4})\s*x?\s+)?(?P<rest>.*?)\s*", re.DOTALL)
_AND = re.compile(r"\s+and\s+")
_SIGNED = re.compile(r"[+-]\d{1,2}")
_NUMBERED = re.compile(r"(?P<name>[^\W\d_]+) \d{1,2}")
"""A name and its total, `cliff 4`, which is also the text for behind the colon."""
_SETTING = re.compile(r"(?P<before>.*\S)\s+(?P<name>[^\W\d_][\w-]*)\s*(?P<value>[+-]?\d{1,4})", re.DOTALL)
_BULLETS = "\u2022\u2023\u25e6\u25cf\u25cb\u25aa\u25ab\u25a0\u25a1\u2219\u00b7\u2043\u27a2\u2713"
_DASHES = ("-", "*", "+", "\u2013", "\u2014")
"""Signs that are bullets only where a line begins with one."""
_TIMES = "[x\u00d7]"
_BULLET = re.compile(rf"(?:^|(?<=\s))[{_BULLETS}]\s*|[\n\r]+")
_PLUS = re.compile(rf"\s\+\s+(?=(?:\d{{1,4}}\s*{_TIMES}?\s+)?[^\W\d])")
_TIMES_BEFORE = re.compile(r"(?<![^\W\d])(\d{1,4})\s*\u00d7\s*(?=[^\W\d])")
_TIMES_BEHIND = re.compile(
    r"(?P<name>[^\W\d](?:[^\d:()\u00d7]*[^\s\d:()\u00d7])?)"
    rf"(?:\s+x\s?|\s*\u00d7\s*|\s*\(\s*{_TIMES}?\s*(?=\d{{1,4}}\s*{_TIMES}?\s*\)))(?P<count>\d{{1,4}})(?!\d)"
    rf"(?:\s*{_TIMES}?\s*\))?(?P<rest>.*)",
    re.DOTALL,
)
_COUNT_TYPED = re.compile(
    rf"(?P<count>[-+\u2212]?\d[\d.,'\u2019]*(?:e\d+)?)\s*{_TIMES}?\s+(?=[^\W\d])", re.IGNORECASE
)
BEHIND_A_COLON: Final = "foes.behind-a-colon"
"""The id of the error for a number that belongs behind a colon."""
MOST_OF_ROWS: Final = 60
"""The most words of rows behind a name."""


def foe_list_without_signs(text: str) -> str:
    """Return a list of foes as typed, without the signs of a pasted one: bullets and line breaks part kinds,
    `x3`, `(3)` and such behind a name count, and a plus between two kinds joins them.
    """
    bare = text.strip()
    if bare[:1] in _DASHES and is_bulleted_foe_list(bare):
        bare = re.sub(rf"(?:^|(?<=\s)){re.escape(bare[0])}\s+(?=[^\W_])", "\n", bare)
    bare = _TIMES_BEFORE.sub(r"\1 ", _PLUS.sub(", ", _BULLET.sub(", ", bare)))
    pieces = re.split(r"([,;]\s*)", bare.lstrip(", "))
    return "".join(piece if n % 2 else _counted_before(piece) for n, piece in enumerate(pieces))


def is_bulleted_foe_list(text: str) -> bool:
    """Whether a text begins with a bullet."""
    first = text.lstrip()
    return first[:1] in tuple(_BULLETS) or (first[:1] in _DASHES and first[1:2].isspace())


def _counted_before(piece: str) -> str:
    """Return a piece with the count that is typed behind its name before it."""
    match = _TIMES_BEHIND.fullmatch(piece.strip())
    return f"{match['count']} {match['name']}{match['rest']}" if match is not None else piece


def foe_count_typed(text: str) -> str:
    """Return what stands where a count of foes does, possible or not, `51`, `-2`, `1e3`; else empty."""
    match = _COUNT_TYPED.match(text.lstrip())
    return match["count"] if match is not None else ""


@frozen
class FoeLinePart:
    """Reads one kind for a procedure that adds foes; `sheet` is an empty sheet of theirs."""

    procedure: Procedure
    table: Table
    sheet: Sheet

    @property
    def foes(self) -> tuple[str, ...]:
        """The ids of the foes that the game lists; empty where any name is allowed."""
        pick = next((each for each in self.procedure.inputs if each.id == KIND), None)
        return pick.options(self.table, {}) if isinstance(pick, Choice) else ()

    @property
    def _ids(self) -> set[str]:
        return {each.id for each in self.procedure.inputs}

    @property
    def _name_input(self) -> str:
        texts = (each for each in self.procedure.inputs if isinstance(each, Words) and not each.long)
        return next(each.id for each in texts)

    @property
    def _behind_a_colon(self) -> str:
        """The input behind a colon: the text that foes require besides a name. Empty: none."""
        words = (each for each in self.procedure.inputs if isinstance(each, Words) and each.default is None)
        return next((each.id for each in words if each.id != "name"), "")

    def form(self, text: str) -> tuple[Form, frozenset[str]]:
        """Return the form filled from what was typed, and the ids of the inputs that the line set.

        Raises `RuleError` naming what is wrong, and the known foes.
        """
        head, _, tail = text.partition(":")
        match = COUNTED.fullmatch(head)
        rest = match["rest"] if match else head
        texts: dict[str, str] = {"count": match["count"]} if match and match["count"] else {}
        cells: list[str] = []
        if (listing := self.rows_behind(rest)) is not None:
            rest, part, rows = listing
            self._say(part, rows, texts, cells)
        while setting := self.last_setting(rest):
            rest, id, value = setting
            if id in self._ids:
                texts.setdefault(id, value)
            else:
                cells.insert(0, f"{id}={value}")
        if "," in rest:
            raise RuleError("foes.several-kinds", text=rest)
        if self._behind_a_colon and not tail.strip() and (named := _NUMBERED.fullmatch(rest)):
            rest, tail = named["name"], rest
        if odd := next((word for word in rest.split() if any(map(str.isdecimal, word))), ""):
            raise self._not_understood(odd, text)
        if rest:
            texts |= self._which(rest, several=texts.get("count", "1") != "1")
        elif self.foes or not (texts and self.procedure.input("name").default == ""):
            raise RuleError("foes.which", known=self.foes)
        is_changed = bool(cells)
        if [each.id for each in self.procedure.inputs if each.default is None] == [self._name_input]:
            self._add_numbers_before(texts, cells)
        if tail.strip():
            texts[self._long_input()] = tail.strip()
        form = filled_form(self.procedure, self.table)
        for id, typed in texts.items():
            form = form.typed(self.table, id, typed)
        pick = next((each.id for each in self.procedure.inputs if isinstance(each, Cells)), None)
        if cells and pick is not None:
            form = replace(form, given={**form.given, pick: tuple(cells)})
            return form, frozenset((*texts, pick) if is_changed else texts)
        return form, frozenset(texts)

    def _say(self, id: str, text: str, texts: dict[str, str], cells: list[str]) -> None:
        """Set an input, or else a cell of the sheet."""
        if id in self._ids:
            texts[id] = text
        else:
            cells.append(f"{id}={text}")

    def _not_understood(self, odd: str, text: str) -> RuleError:
        """Return the error for a number that means nothing."""
        if behind := self._behind_a_colon:
            return RuleError(BEHIND_A_COLON, text=odd, input=behind, so=_with_a_colon(text, odd))
        theirs, of_sheet = (
            {part.replace("_", "-") for part in parts}
            for parts in (sheet_parts(self.sheet, Kind.ENEMY), self.sheet.__dataclass_fields__)
        )
        numbers = [each for each in self._numbers(self.sheet) if each in theirs or each not in of_sheet]
        return RuleError("foes.not-understood", text=odd, numbers=numbers)

    def _add_numbers_before(self, texts: dict[str, str], cells: list[str]) -> None:
        """Add the initial numbers of foes of this name on the table, as far as the line says nothing else.
        Used where a foe is only a name and numbers.
        """
        called = texts.get(self._name_input, "").casefold()
        foes = (each for each in self.table.characters.values() if each.kind == Kind.ENEMY)
        before = next((each for each in foes if name_without_number(each.name).casefold() == called), None)
        if before is None:
            return
        said = {*texts, *(cell.partition("=")[0] for cell in cells)}
        own = (each for each in self.procedure.inputs if isinstance(each, Number) and each.also)
        said_so = tuple(each.also for each in own if each.id in said)
        for id in self._numbers(before.sheet):
            value = getattr(before.sheet, id.replace("-", "_"), None)
            began = value.maximum if isinstance(value, Meter) else value
            if not (began is None or id in said or id.startswith(said_so)):
                self._say(id, str(began), texts, cells)
        part = part_read_from_line_part(before.sheet)
        tags = getattr(before.sheet, part, None)
        if isinstance(tags, Tags) and tags.names and part not in said:
            self._say(part, ", ".join(tags.names), texts, cells)

    def _which(self, text: str, *, several: bool) -> dict[str, str]:
        """Return the foe and its name, or the name alone where any is allowed."""

        def name(text: str) -> str:
            return foe_name_in_line_part(singular_name(text) if several else text, self.table)

        known = self.foes
        if not known:
            return {self._name_input: name(text)}
        called, equals, kind = (part.strip() for part in text.partition("="))
        if equals:
            return {KIND: _kind(kind, known), "name": name(called)}
        whole = foes_begun_by_line_part(text, known)
        if len(whole) == 1:
            return {KIND: whole[0]}
        words = text.split()
        begun = (foes_begun_by_line_part(each, known) for each in (words[-1], words[0]))
        of_a_word = next((kinds[0] for kinds in begun if len(kinds) == 1), "")
        if of_a_word and len(words) > 1 and not whole:
            return {KIND: of_a_word, "name": name(text)}
        return {KIND: _kind(text, known)}

    def _long_input(self) -> str:
        """Return the input for the text behind a colon. Raises `RuleError` where the game has none."""
        long = (each.id for each in self.procedure.inputs if isinstance(each, Words) and each.long)
        if (id := next(long, None)) is None:
            raise RuleError("foes.no-long-text")
        return id

    def last_setting(self, text: str) -> tuple[str, str, str] | None:
        """Return what the last words of a line set, or else its first, `d6 goblins`: the rest of the line,
        the input or part of the sheet, and its value. None: they set nothing.
        """
        match = _SETTING.fullmatch(text)
        if match is not None:
            ids = self._numbers_meant(match["name"])
            if len(ids) == 1:
                return match["before"], ids[0], match["value"]
        before, _, word = text.rpartition(" ")
        signed = [each.id for each in self.procedure.inputs if isinstance(each, Number) and each.lowest < 0]
        if before and len(signed) == 1 and _SIGNED.fullmatch(word):
            return before.strip(), signed[0], str(int(word))
        first, _, behind = text.partition(" ")
        *ahead, second = before.split(" ")
        for option, left in ((word, before), (f"{second}-{word}", " ".join(ahead)), (first, behind)):
            for each in self.procedure.inputs:
                if not isinstance(each, Choice) or each.id == KIND or each.free or each.many:
                    continue
                if option.casefold() in each.options(self.table, {}):
                    is_last = left is not behind
                    named = _without_name(left.strip(), each.id, self.sheet) if is_last else left.strip()
                    return named, each.id, option
        return None

    def rows_behind(self, text: str) -> tuple[str, str, str] | None:
        """Return the rows at the end of a line: the rest of the line, the part that reads them, and the text
        typed there. Takes the fewest words that leave only a name and numbers. None: there are none.
        """
        part = part_read_from_line_part(self.sheet)
        blanks = [*re.finditer(r"\s+", text)] if part else []
        for blank in reversed(blanks[-MOST_OF_ROWS:]):
            before, rows = text[: blank.start()], rows_of_line_part(self.sheet, text[blank.end() :])
            rest = before
            while rows and (setting := self.last_setting(rest)):
                rest = setting[0]
            if rows and not any(map(str.isdecimal, rest)):
                return before, part, rows
        return None

    def _numbers(self, sheet: Sheet) -> Iterator[str]:
        """Yield the numbers that can be set: the procedure's first, then those of a sheet alone."""
        numbers = (each.id for each in self.procedure.inputs if isinstance(each, Number))
        own = [id for id in numbers if id != "count"]
        yield from own
        for part in sheet.__dataclass_fields__:
            value, id = getattr(sheet, part), part.replace("_", "-")
            is_number = isinstance(value, Meter) or (isinstance(value, int) and not isinstance(value, bool))
            if is_number and id not in own:
                yield id

    def is_number(self, word: str) -> bool:
        """Whether a word is the name of a number that can be set, or its beginning."""
        return len(self._numbers_meant(word)) == 1

    def _numbers_meant(self, word: str) -> tuple[str, ...]:
        """Return the numbers that a word may mean; only the procedure's if one is also called that."""
        numbers = (each for each in self.procedure.inputs if isinstance(each, Number) and each.also)
        also = {each.also: each.id for each in numbers}
        called_so = [*_begun(word, also)]
        return tuple(also[each] for each in called_so) or tuple(_begun(word, self._numbers(self.sheet)))


def _with_a_colon(text: str, number: str) -> str:
    """Return a line with a colon before the word that precedes a number: `Gate: locked 3`."""
    words = text.split()
    place = max(1, words.index(number) - 1) if number in words else 1
    return f"{' '.join(words[:place])}: {' '.join(words[place:])}"


def foes_begun_by_line_part(text: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the foe with this name, else those whose names begin like this."""
    letters = [typed_slug(each).replace("-", "") for each in (text, singular_name(text))]
    called = {each: each.replace("-", "") for each in known}
    exact = tuple(each for each in called if called[each] in letters)
    return exact or tuple(
        each for each in called if any(one and called[each].startswith(one) for one in letters)
    )


def foe_name_in_line_part(text: str, table: Table) -> str:
    """Return the name as already written on the table, or capitalized when typed in lower case."""
    taken = {
        name_without_number(each.name).casefold(): name_without_number(each.name)
        for each in table.characters.values()
    }
    written = text[:1].upper() + text[1:] if text == text.lower() else text
    return taken.get(text.casefold(), written)


def _without_name(text: str, id: str, sheet: Sheet) -> str:
    """Return a text without an input's name at its end: its own, or that of a part of the sheet that ends
    with it, in full or by its initials (`hit die`, `hd`).
    """
    named = [part.split("_") for part in sheet.__dataclass_fields__ if part.endswith(f"_{id}")]
    names = [
        *(" ".join(words) for words in named),
        *("".join(word[0] for word in words) for words in named),
        id,
    ]
    ending = f" {text.casefold()}"
    return next((text[: -len(each)].rstrip() for each in names if ending.endswith(f" {each}")), text)


def part_read_from_line_part(sheet: Sheet) -> str:
    """Return the part of a sheet that reads rows from a line of foes; empty where there is none."""
    parts = sheet.__dataclass_fields__
    return next((part for part in parts if parts[part].metadata[Label.READS]), "")


def rows_of_line_part(sheet: Sheet, text: str) -> str:
    """Return a text as rows of the part that reads them, as typed there; empty when it is none."""
    part = part_read_from_line_part(sheet)
    if not part or not text.strip():
        return ""
    try:
        rows = with_edited_cell(sheet, part, _AND.sub(", ", text))
    except RuleError:
        return ""
    tags = getattr(rows, part)
    return ", ".join(tags.names) if isinstance(tags, Tags) else ""


def _begun(word: str, ids: Iterable[str]) -> Iterator[str]:
    """Yield the ids that a word means: by their start, or by their initials (`hp`, `ac`)."""
    low = word.casefold()
    known = tuple(ids)
    letters = {each: "".join(part[0] for part in each.split("-")) for each in known if "-" in each}
    by_letters = [each for each in letters if letters[each] == low]
    yield from by_letters or (each for each in known if len(low) > 1 and each.startswith(low))


def _kind(text: str, known: Iterable[str]) -> str:
    """Return the foe of this name. Raises `RuleError` naming the known ones."""
    kinds = foes_begun_by_line_part(text, known)
    if len(kinds) == 1:
        return kinds[0]
    if kinds:
        raise RuleError("typed.several", text=text, known=kinds)
    raise RuleError("foes.no-such", text=text, known=tuple(known))
