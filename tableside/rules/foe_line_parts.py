"""A part of a line of foes: one kind as it is typed, `3 goblins hp 9 ac 15`: how many, which, what is
different about them.

`goblin`, `3 goblins`, `2 tide wardens = lizard-man`, `2 guards d8`, `wolf: Teeth 3`: a count first; then one
of the foes that the game lists, by its start, in singular or plural, or any name when it lists none; then
numbers of the sheet and whatever else it asks for; behind these rows of a list that the sheet reads, as
`3 wolves hp 11 bite +4 1d6+1`. Behind a colon stands the longer text of games that want one. Where numbers
are all that a foe is, more of those who are on the table begin with the same ones.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.rules.cells import with_edited_cell
from tableside.rules.form_filling import Form, filled_form
from tableside.rules.inputs import Cells, Choice, Number, Words
from tableside.rules.names import name_without_number, singular_name
from tableside.rules.procedure import Procedure
from tableside.rules.sheet import Label, Meter, Sheet, Tags, sheet_parts
from tableside.rules.table import Kind, Table
from tableside.rules.typed import typed_slug

KIND: Final = "foe"
"""The input by which a game lists its foes."""
COUNTED = re.compile(r"\s*(?:(?P<count>\d{1,4})\s*x?\s+)?(?P<rest>.*?)\s*", re.DOTALL)
_AND = re.compile(r"\s+and\s+")
_SIGNED = re.compile(r"[+-]\d{1,2}")
_NUMBERED = re.compile(r"(?P<name>[^\W\d_]+) \d{1,2}")
"""A name and what it comes to in all, `cliff 4`: the text behind the colon is the same."""
_SETTING = re.compile(r"(?P<before>.*\S)\s+(?P<name>[^\W\d_][\w-]*)\s*(?P<value>[+-]?\d{1,4})", re.DOTALL)


BEHIND_A_COLON: Final = "foes.behind-a-colon"
"""The id of the refusal of a number that belongs behind a colon."""


def _behind_a_colon(procedure: Procedure) -> str:
    """The input that a line says behind a colon: what must be said of foes besides a name. Empty: none."""
    words = (each for each in procedure.inputs if isinstance(each, Words) and each.default is None)
    return next((each.id for each in words if each.id != "name"), "")


def _with_a_colon(text: str, number: str) -> str:
    """A line with a colon before the word that a number stands behind: `Gate: locked 3`."""
    words = text.split()
    place = max(1, words.index(number) - 1) if number in words else 1
    return f"{' '.join(words[:place])}: {' '.join(words[place:])}"


def foes_for_line_part(procedure: Procedure, table: Table) -> tuple[str, ...]:
    """The ids of the foes that the game lists; none where any name will do."""
    pick = next((each for each in procedure.inputs if each.id == KIND), None)
    return pick.options(table, {}) if isinstance(pick, Choice) else ()


def form_of_line_part(
    procedure: Procedure, table: Table, sheet: Sheet, text: str
) -> tuple[Form, frozenset[str]]:
    """The form filled from what was typed, and the ids of the inputs that the line settled; `sheet` is an
    empty one of theirs.

    Raises `RuleError` naming what will not do, and the foes that there are.
    """
    head, _, tail = text.partition(":")
    match = COUNTED.fullmatch(head)
    rest = match["rest"] if match else head
    texts: dict[str, str] = {"count": match["count"]} if match and match["count"] else {}
    cells: list[str] = []
    ids = {each.id for each in procedure.inputs}
    if (listing := rows_behind_line_part(procedure, table, sheet, rest)) is not None:
        rest, part, rows = listing
        if part in ids:
            texts[part] = rows
        else:
            cells.append(f"{part}={rows}")
    while setting := last_setting_of_line_part(procedure, table, sheet, rest):
        rest, id, value = setting
        if id in ids:
            texts.setdefault(id, value)
        else:
            cells.insert(0, f"{id}={value}")
    if "," in rest:
        raise RuleError("foes.several-kinds", text=rest)
    if _behind_a_colon(procedure) and not tail.strip() and (named := _NUMBERED.fullmatch(rest)):
        rest, tail = named["name"], rest
    if odd := next((word for word in rest.split() if any(map(str.isdecimal, word))), ""):
        if behind := _behind_a_colon(procedure):
            raise RuleError(BEHIND_A_COLON, text=odd, input=behind, so=_with_a_colon(text, odd))
        theirs = {part.replace("_", "-") for part in sheet_parts(sheet, Kind.ENEMY)}
        ids_of_sheet = {part.replace("_", "-") for part in sheet.__dataclass_fields__}
        numbers = [each for each in _numbers(procedure, sheet) if each in theirs or each not in ids_of_sheet]
        raise RuleError("foes.not-understood", text=odd, numbers=numbers)
    if rest:
        texts |= _which(procedure, table, rest, several=texts.get("count", "1") != "1")
    elif foes_for_line_part(procedure, table) or not (texts and procedure.input("name").default == ""):
        raise RuleError("foes.which", known=foes_for_line_part(procedure, table))
    if _is_all_by_numbers(procedure):
        _add_numbers_before(procedure, table, texts, cells)
    if tail.strip():
        texts[_long_input(procedure)] = tail.strip()
    form = filled_form(procedure, table)
    for id, typed in texts.items():
        form = form.typed(table, id, typed)
    pick = next((each.id for each in procedure.inputs if isinstance(each, Cells)), None)
    if cells and pick is not None:
        form = replace(form, given={**form.given, pick: tuple(cells)})
    return form, frozenset(texts)


def _is_all_by_numbers(procedure: Procedure) -> bool:
    """Whether a foe is nothing but a name and numbers: no list, die or text says what it is."""
    needed = [each for each in procedure.inputs if each.default is None]
    return [each.id for each in needed] == [_name_input(procedure)]


def _add_numbers_before(procedure: Procedure, table: Table, texts: dict[str, str], cells: list[str]) -> None:
    """What those of this name on the table began with, as far as the line says nothing else."""
    called = texts.get(_name_input(procedure), "").casefold()
    alike = (
        each for each in table.characters.values() if name_without_number(each.name).casefold() == called
    )
    before = next((each for each in alike if each.kind == Kind.ENEMY), None)
    if before is None:
        return
    own = {each.id: each for each in procedure.inputs if isinstance(each, Number)}
    said = {*texts, *(cell.partition("=")[0] for cell in cells)}
    said_so = tuple(each.also for each in own.values() if each.also and each.id in said)
    for id in _numbers(procedure, before.sheet):
        value = getattr(before.sheet, id.replace("-", "_"), None)
        began = value.maximum if isinstance(value, Meter) else value
        if began is None or id in said or id.startswith(said_so):
            continue
        if id in own:
            texts[id] = str(began)
        else:
            cells.append(f"{id}={began}")
    part = part_read_from_line_part(before.sheet)
    held = getattr(before.sheet, part, None)
    if isinstance(held, Tags) and held.names and part not in said:
        if part in {each.id for each in procedure.inputs}:
            texts[part] = ", ".join(held.names)
        else:
            cells.append(f"{part}={', '.join(held.names)}")


def _which(procedure: Procedure, table: Table, text: str, *, several: bool) -> dict[str, str]:
    """The foe and its name, or the name alone where any will do."""
    known = foes_for_line_part(procedure, table)
    if not known:
        return {
            _name_input(procedure): foe_name_in_line_part(singular_name(text) if several else text, table)
        }
    name, equals, kind = (part.strip() for part in text.partition("="))
    if equals:
        return {
            KIND: _kind(kind, known),
            "name": foe_name_in_line_part(singular_name(name) if several else name, table),
        }
    whole = foes_begun_by_line_part(text, known)
    if len(whole) == 1:
        return {KIND: whole[0]}
    words = text.split()
    of_a_word = (
        kinds[0] for each in (words[-1], words[0]) if len(kinds := foes_begun_by_line_part(each, known)) == 1
    )
    kind = next(of_a_word, "") if len(words) > 1 and not whole else ""
    if not kind:
        return {KIND: _kind(text, known)}
    return {KIND: kind, "name": foe_name_in_line_part(singular_name(text) if several else text, table)}


def _kind(text: str, known: Iterable[str]) -> str:
    """The foe of this name. Raises `RuleError` naming those that there are."""
    kinds = foes_begun_by_line_part(text, known)
    if len(kinds) == 1:
        return kinds[0]
    if kinds:
        raise RuleError("typed.several", text=text, known=kinds)
    raise RuleError("foes.no-such", text=text, known=tuple(known))


def foes_begun_by_line_part(text: str, known: Iterable[str]) -> tuple[str, ...]:
    """Those of the foes that may be meant: the one called so, else those that begin so."""
    letters = [typed_slug(each).replace("-", "") for each in (text, singular_name(text))]
    called = {each: each.replace("-", "") for each in known}
    exact = tuple(each for each in called if called[each] in letters)
    return exact or tuple(
        each for each in called if any(one and called[each].startswith(one) for one in letters)
    )


def foe_name_in_line_part(text: str, table: Table) -> str:
    """The name as it is written on the table already, or with a capital when it was typed without any."""
    taken = {
        name_without_number(each.name).casefold(): name_without_number(each.name)
        for each in table.characters.values()
    }
    written = text[:1].upper() + text[1:] if text == text.lower() else text
    return taken.get(text.casefold(), written)


def last_setting_of_line_part(
    procedure: Procedure, table: Table, sheet: Sheet, text: str
) -> tuple[str, str, str] | None:
    """What the last words of a line settle, else its first, `d6 goblins`: the line without them, an input or
    a part of the sheet, and its value. None: they settle nothing.
    """
    match = _SETTING.fullmatch(text)
    if match is not None:
        ids = _numbers_meant(procedure, sheet, match["name"])
        if len(ids) == 1:
            return match["before"], ids[0], match["value"]
    before, _, word = text.rpartition(" ")
    signed = [each.id for each in procedure.inputs if isinstance(each, Number) and each.lowest < 0]
    if before and len(signed) == 1 and _SIGNED.fullmatch(word):
        return before.strip(), signed[0], str(int(word))
    first, _, behind = text.partition(" ")
    *ahead, second = before.split(" ")
    for option, left in ((word, before), (f"{second}-{word}", " ".join(ahead)), (first, behind)):
        for each in procedure.inputs:
            if not isinstance(each, Choice) or each.id == KIND or each.free or each.many:
                continue
            if option.casefold() in each.options(table, {}):
                named = _without_name(left.strip(), each.id, sheet) if left is not behind else left.strip()
                return named, each.id, option
    return None


def _without_name(text: str, id: str, sheet: Sheet) -> str:
    """A text without the name of an input at its end: its own, or a part's of the sheet that ends with it, in
    full or by its letters (`hit die`, `hd`).
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
    """The part of a sheet that reads its rows, by which a foe may be said; empty where there is none."""
    parts = sheet.__dataclass_fields__
    return next((part for part in parts if parts[part].metadata[Label.READS]), "")


def rows_of_line_part(sheet: Sheet, text: str) -> str:
    """A text as rows of the part that reads them, as they are typed there; empty when it is none."""
    part = part_read_from_line_part(sheet)
    if not part or not text.strip():
        return ""
    try:
        rows = with_edited_cell(sheet, part, _AND.sub(", ", text))
    except RuleError:
        return ""
    held = getattr(rows, part)
    return ", ".join(held.names) if isinstance(held, Tags) else ""


MOST_OF_ROWS = 60
"""Words of rows behind a name."""


def rows_behind_line_part(
    procedure: Procedure, table: Table, sheet: Sheet, text: str
) -> tuple[str, str, str] | None:
    """The rows that stand last in a line: the line without them, the part that reads them, and what is typed
    there. As few words as leave nothing but a name and numbers before them. None: there are none.
    """
    blanks = [*re.finditer(r"\s+", text)] if part_read_from_line_part(sheet) else []
    for blank in reversed(blanks[-MOST_OF_ROWS:]):
        before, rows = text[: blank.start()], rows_of_line_part(sheet, text[blank.end() :])
        rest = before
        while rows and (setting := last_setting_of_line_part(procedure, table, sheet, rest)):
            rest = setting[0]
        if rows and not any(map(str.isdecimal, rest)):
            return before, part_read_from_line_part(sheet), rows
    return None


def _numbers(procedure: Procedure, sheet: Sheet) -> Iterator[str]:
    """The numbers that can be given: of the procedure first, then those of the sheet alone."""
    own = [each.id for each in procedure.inputs if isinstance(each, Number) and each.id != "count"]
    yield from own
    for part in sheet.__dataclass_fields__:
        value, id = getattr(sheet, part), part.replace("_", "-")
        is_number = isinstance(value, Meter) or (isinstance(value, int) and not isinstance(value, bool))
        if is_number and id not in own:
            yield id


def is_number_of_line_part(procedure: Procedure, sheet: Sheet, word: str) -> bool:
    """Whether a word is the name of a number that can be given, or begins one."""
    return len(_numbers_meant(procedure, sheet, word)) == 1


def _numbers_meant(procedure: Procedure, sheet: Sheet, word: str) -> tuple[str, ...]:
    """The numbers that a word may mean; that of the procedure alone which is also called so."""
    numbers = (each for each in procedure.inputs if isinstance(each, Number) and each.also)
    also = {each.also: each.id for each in numbers}
    called_so = [*_begun(word, also)]
    return tuple(also[each] for each in called_so) or tuple(_begun(word, _numbers(procedure, sheet)))


def _begun(word: str, ids: Iterable[str]) -> Iterator[str]:
    """Those that a word means: by its start, or by the letters that their words begin with (`hp`, `ac`)."""
    low = word.casefold()
    known = tuple(ids)
    letters = {each: "".join(part[0] for part in each.split("-")) for each in known if "-" in each}
    by_letters = [each for each in letters if letters[each] == low]
    yield from by_letters or (each for each in known if len(low) > 1 and each.startswith(low))


def _name_input(procedure: Procedure) -> str:
    texts = [each for each in procedure.inputs if isinstance(each, Words) and not each.long]
    return next(each.id for each in texts)


def _long_input(procedure: Procedure) -> str:
    """Where the text behind a colon goes. Raises `RuleError` where the game wants none."""
    long = next((each.id for each in procedure.inputs if isinstance(each, Words) and each.long), None)
    if long is None:
        raise RuleError("foes.no-long-text")
    return long
