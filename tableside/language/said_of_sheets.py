"""Lines about sheets: `ana stamina -2`, `luck 5`, `everyone gets 10 silver`, and whose sheet is meant."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import dropwhile, islice
from typing import Final, NamedTuple

from tableside.errors import RuleError
from tableside.language.feedback import Said
from tableside.language.listener import Listener
from tableside.language.people import PeopleBesideVerb, people_beside_verb, people_in_play, people_meant
from tableside.language.words import (
    LEAST_LETTERS,
    Phrase,
    Token,
    WordMatch,
    refused,
    synonyms_of,
    text_of_words,
    word_tokens,
    words_in_name,
)
from tableside.rules.campaign_kinds import campaign_kind, campaign_kind_names, cells_with_campaign_kinds
from tableside.rules.cells import CellKind, cells
from tableside.rules.characters import EDIT, EDIT_SEVERAL, character_after_edits
from tableside.rules.foe_line_parts import part_read_from_line_part, rows_of_line_part
from tableside.rules.form_filling import Form
from tableside.rules.harm_lines import form_of_harm
from tableside.rules.items import part_for_items
from tableside.rules.names import singular_name
from tableside.rules.pack_kinds import row_of_pack_kind
from tableside.rules.procedure import Role
from tableside.rules.sheet import Die, Label, Meter, Sheet, sheet_part_of, sheet_parts
from tableside.rules.table import Character, Kind
from tableside.rules.typed import is_typed_dice
from tableside.views.rows import SEPARATOR
from tableside.wording import either, label, part_label, sentence

MINUS: Final = "\N{MINUS SIGN}"
_EQUALS = re.compile(r"(?<=\w)\s*=\s*(?=[+-]?\d)")
"""An equals sign between the name of a number and the number."""
_RANKED = re.compile(r"(?P<name>.*\S)\s+(?P<rank>\d{1,3})")
_SETTING: Final = ("is", "are", "=", "now", "to", "at", "becomes", "become")
"""Words between the name of a number and the number that set it."""
_BECOMES: Final = ("becomes", "become", "set")
DIE: Final = "die"
_DIE = re.compile(r"d\d{1,2}")
_SETS_DIE = re.compile(r"\s*=\s*(?=d\d)")
"""An equals sign before a die."""
GETTING: Final = ("gives-away", "gives", "takes-up", "gains", "spends", "sets")
"""Verbs for having, getting and losing things."""
MOST_WORDS = 10
"""The most words of a line about a number: whose it is, its name, and the number."""
SEVERAL = 2
"""The least numbers of a line that fills in a sheet."""
MOST_KNOWN = 8
"""The most numbers of a sheet to name if none is meant."""


def sheet_number_said(listener: Listener, text: str) -> Said | None:
    """The meaning of a line about a number of a sheet. None: it is none.

    Raises `RuleError` when a name is ambiguous, and when the number is not acceptable.
    """
    line = word_tokens(_EQUALS.sub(" ", text))
    if len(line) > MOST_WORDS:
        return None
    numbers = [each for each in line if each.is_number or each.is_dice]
    amounts = [each for each in numbers if not each.text.isdecimal()] or numbers[::-1]
    for amount in amounts:
        words = [each for each in line if each is not amount and not _only_joins(each)]
        for keys, rest, many in _whose(listener, words):
            parts = {
                key: part for key in keys if (part := sheet_number_meant(listener, listener.table[key], rest))
            }
            if len(parts) > 1 and (not many or len({*parts.values()}) > 1):
                raise refused("one-at-a-time", who=either(listener.table[key].name for key in parts))
            for part in parts.values():
                return _changed(listener, tuple(parts), part, _signed(line, amount))
    return None


def sheet_number_said_set(listener: Listener, text: str) -> Said | None:
    """The setting of a number by its name on the sheet: `hit points 10/40`, `bod is 3`, and a bare number
    behind a name of several words or behind a score that nobody rolls against. None: the line sets none so.
    """
    if (die := _die_said_set(listener, text)) is not None:
        return die
    people, words = people_first(listener, word_tokens(_EQUALS.sub(" = ", text)))
    is_left = len(words) > 2 and words[-1].low in synonyms_of("left") and words[0].low in synonyms_of("being")
    words = words[1:-1] if is_left else words
    said = [each for each in words if each.low in _SETTING]
    others = [each for each in words if each not in said]
    if len(people) > 1 or not others:
        return None
    is_first = others[0].is_number and (is_left or any(each.low in synonyms_of("stands-at") for each in said))
    *name, number = (*others[1:], others[0]) if is_first else others  # `is at 3 hp`, `has 3 hp left`
    telling = [each for each in name if each.low not in synonyms_of("the")]
    if number.is_signed or not number.is_number or not telling:
        return None
    if not people:
        _check_number_is_somebodys(listener, text, telling, is_set=bool(said) or "/" in number.text)
        return None
    who = people[0]
    part = sheet_number_meant(listener, who, telling)
    typed = tuple(word for each in telling for word in each.words)
    is_whole = (
        len(typed) > 1 and typed == words_in_name(part_label(listener.rules.id, part)) if part else False
    )
    is_set = is_left or bool(said) or "/" in number.text or is_whole or part in listener.rules.scores
    return _changed(listener, (who.key,), part, number.text) if part and is_set else None


def _check_number_is_somebodys(
    listener: Listener, text: str, words: Sequence[Token], *, is_set: bool
) -> None:
    """Raises `RuleError` asking whose number a line sets that names nobody, where nobody is selected."""
    party = [each for each in listener.table.in_play() if each.kind == Kind.PC]
    if is_set and listener.who is None and party and sheet_number_meant(listener, party[0], words):
        raise refused("number-whose", name=party[0].name, line=text.strip())


def sheet_number_said_marked(listener: Listener, text: str) -> Said | None:
    """One more or less of a number by its name on the sheet: `rue marks xp`, `rue loses a token`. None: the
    line says none so. Raises `RuleError` when it leaves open how much: `rue gains xp`.
    """
    line = word_tokens(text)
    besides = ((id, people_beside_verb(line, id, listener.known)) for id in ("marks", "gains", "spends"))
    id, rest = next(((id, each) for id, each in besides if each is not None), ("", None))
    who = owner_of_sheet_said(listener, rest)
    if rest is None or who is None:
        return None
    articles = synonyms_of("articles")
    numbers = [each for each in rest.behind if each.text.isdecimal()]
    telling = [each for each in rest.behind if each not in numbers and each.low not in articles]
    part = sheet_number_meant(listener, who, telling) if telling and len(numbers) < SEVERAL else ""
    typed = tuple(word for each in telling for word in each.words)
    name = words_in_name(part_label(listener.rules.id, part)) if part else ()
    if typed not in (name, tuple(map(singular_name, name))) or (numbers and id != "marks"):
        return None
    if not part or type(sheet_part_of(who.sheet, part)) is not int:
        return None
    is_one = id == "marks" or any(each.low in articles for each in rest.behind)
    if not is_one:
        said = f"{who.name} {rest.verb[0].text} 1 {text_of_words(telling)}"
        raise refused("number-unsaid", part=part_label(listener.rules.id, part), line=said)
    amount = numbers[0].text if numbers else "1"
    return _changed(listener, (who.key,), part, f"{'-' if id == 'spends' else '+'}{amount}")


def _die_said_set(listener: Listener, text: str) -> Said | None:
    """The setting of a die by its name on the sheet: `bod die = d8`, `bod becomes d8`. None: it sets none."""
    line = word_tokens(_SETS_DIE.sub(" = ", text))
    people, words = people_first(listener, line[1:] if line and line[0].low == "set" else line)
    *name, typed = [each.low for each in words if each.low not in synonyms_of("the")] or [""]
    told = [each for each in name if each not in (*_SETTING, *_BECOMES)]
    if len(people) != 1 or not _DIE.fullmatch(typed) or not told or (told == name and told[-1] != DIE):
        return None
    who = people[0]
    wanted = tuple(told) if told[-1] == DIE else (*told, DIE)
    parts = [
        part for part in sheet_parts(who.sheet, who.kind) if isinstance(sheet_part_of(who.sheet, part), Die)
    ]
    part = next(
        (each for each in parts if words_in_name(part_label(listener.rules.id, each)) == wanted), None
    )
    if part is None:
        return None
    change = sheet_number_change(listener, (who,), part, typed)
    return edit_said_of_sheets(listener, (who,), (sheet_number_typed(part, typed),), change)


def _only_joins(token: Token) -> bool:
    if token.low in synonyms_of("gives"):
        return not token.place  # `give moss 3 silver` gives away nothing
    return any(
        token.low in synonyms_of(id)
        for id in ("fillers", "articles", "sets", "gains", "spends", "gives-away")
    )


def _brings(token: Token) -> bool:
    """Whether a word before a gain says only that somebody gains it."""
    return any(token.low in synonyms_of(id) for id in ("fillers", "articles", "sets", "gains"))


def _signed(line: Sequence[Token], number: Token) -> str:
    """The amount with the sign from the verb: whoever spends 3 has 3 less."""
    amount = number.text
    if not (amount.isdecimal() or (amount[0] not in "+-" and number.is_dice)):
        return amount
    if line[0] is number and any(each.low in ("for", "to") for each in line[2:]):
        return f"+{amount}"  # `5 silver for ana`
    signs: Mapping[str, str] = {"gains": "+", "gives": "+", "spends": "-", "gives-away": "-"}
    return next(
        (f"{signs[id]}{amount}" for id in signs for each in line if each.low in synonyms_of(id)), amount
    )


def _whose(listener: Listener, words: Sequence[Token]) -> Iterator[tuple[tuple[int, ...], list[Token], bool]]:
    """The people who may be named, the other words, and whether several are named; the selected one last."""
    for place in range(len(words)):
        people = listener.known.named(words[place:])
        if people is None:
            continue
        keys, many, end = people_in_play(listener.table, people.keys), people.many, place + people.count
        yield keys, [*words[:place], *words[end:]], many
        while end < len(words) and (other := listener.known.named(words[end:])) is not None:
            keys, end = (*keys, *people_in_play(listener.table, other.keys)), end + other.count
            yield keys, [*words[:place], *words[end:]], True
    if listener.who is not None:
        yield (listener.who,), list(words), False


def sheet_number_meant(listener: Listener, who: Character, words: Sequence[Token]) -> str:
    """The part of the sheet that these words name; empty if none, or ambiguous."""
    names = [(name, part) for part in _numbers(who) for name in _names(listener, part)]
    match, meant = WordMatch.best(words, names) if words else (None, ())
    if match is None or match.count < len(words) or len(meant) > 1:
        return ""
    is_known = match.is_whole or sum(len(each.low) for each in words) >= LEAST_LETTERS
    return meant[0] if is_known and match.from_first else ""


def _numbers(who: Character) -> Iterator[str]:
    for part in sheet_parts(who.sheet, who.kind):
        if any(each.kind == CellKind.NUMBER for each in cells(who.sheet, part)[:1]):
            yield part


def _names(listener: Listener, part: str) -> Iterator[Phrase]:
    """The names of a part: its label, its id, and the initials of both."""
    for name in (words_in_name(part_label(listener.rules.id, part)), words_in_name(part.replace("_", " "))):
        yield name
        if len(name) > 1:
            yield ("".join(word[0] for word in name),)
    yield from (words_in_name(name) for name in synonyms_of(f"part.{part}"))


def _changed(listener: Listener, keys: tuple[int, ...], part: str, amount: str) -> Said:
    """The change of a number, described with its old value, or for several people only as a change."""
    care = _care(listener, keys[0], part, amount)
    if care is not None:
        inputs = tuple(each.id for each in care.procedure.inputs)
        form = care if len(keys) == 1 else care.with_value(listener.table, "who", keys)
        return Said(listener.command(care.procedure.id), form, (), inputs)
    if is_typed_dice(amount.lstrip("+-")):
        raise refused("dice-for-what", dice=amount.lstrip("+-"))
    people = tuple(listener.table[key] for key in keys)
    if amount.isdecimal() and all(sheet_part_of(each.sheet, part) == Meter(0, 0) for each in people):
        amount = f"{amount}/{amount}"  # the first number of what they had none of is its maximum too
    change = sheet_number_change(listener, people, part, amount)
    return edit_said_of_sheets(listener, people, (sheet_number_typed(part, amount),), change)


def sheet_number_typed(part: str, amount: str) -> str:
    """The typed cell of a number; `24/30` is the present value and the maximum."""
    return f"{part.replace('_', '-')}={amount}"


def sheet_number_change(listener: Listener, people: Sequence[Character], part: str, amount: str) -> str:
    """A change described, for one person with the old value. Raises `RuleError` when not acceptable."""
    name = part_label(listener.rules.id, part)
    if len(people) > 1:
        return f"{name} {amount.replace('-', MINUS)}"
    try:
        after = character_after_edits(people[0], (sheet_number_typed(part, amount),))
    except RuleError as error:
        raise refused("part-will-not-do", part=name, why=error.message.values.get("why", error)) from None
    before, now = (cells(each.sheet, part)[0].text for each in (people[0], after))
    if "/" in amount and isinstance(sheet_part_of(after.sheet, part), Meter):
        now = sentence("said", "of", now=now, most=cells(after.sheet, part)[1].text)
    return f"{name} {before} → {now}"


def sheet_cells_said(listener: Listener, text: str) -> Said | None:
    """Several numbers of a sheet in one line, with rows that its game reads in a line: `dara hp 24, ac 17,
    sword +6 1d8+2`. None: it says no such thing.

    Raises `RuleError` when a number is not acceptable.
    """
    line = word_tokens(text)
    if line and line[0].low in synonyms_of("gives"):
        line = line[1:]
    people, words = people_first(listener, line)
    part = part_read_from_line_part(people[0].sheet) if people else ""
    words = [*dropwhile(_brings, (each for each in words if each.low != part))]
    for first, rows in sheet_rows_said_apart(people[0].sheet, words) if people else ():
        numbers = _numbers_in(listener, people[0], first)
        if numbers is None or len(numbers) + len(rows) < (1 if rows else SEVERAL):
            continue
        if all(each.part for each in numbers):
            typed = [sheet_number_typed(each.part, each.amount) for each in numbers]
            typed += [f"{part.replace('_', '-')}.new={each}" for each in rows]
            _check_cells(people, typed)
            changes = [sheet_number_change(listener, people, each.part, each.amount) for each in numbers]
            if rows:
                changes.append(f"{part_label(listener.rules.id, part)} + {', '.join(rows)}")
            return edit_said_of_sheets(listener, people, tuple(typed), SEPARATOR.join(changes))
        if any(each.part for each in numbers):
            thing = next(each.name for each in numbers if not each.part)
            raise refused("no-place", who=people[0].name, thing=thing, known=_known(listener, people[0]))
    return None


def sheet_rows_said_apart(
    sheet: Sheet, words: Sequence[Token]
) -> Iterator[tuple[Sequence[Token], tuple[str, ...]]]:
    """Each way to divide words into a beginning and rows that the sheet reads: at first without rows, then
    with as few words for them as possible.
    """
    yield words, ()
    texts = [f"{each.text}{each.tail}" for each in words]
    for place in range(len(words) - 1, -1, -1):
        if rows := rows_of_line_part(sheet, " ".join(texts[place:])):
            yield words[:place], tuple(rows.split(", "))


def people_first(listener: Listener, line: Sequence[Token]) -> tuple[tuple[Character, ...], Sequence[Token]]:
    """The people named at the beginning of a line, and the rest of it; nobody if a name is ambiguous. Without
    a name, the selected character and the whole line.
    """
    person = listener.known.named(line) if line else None
    if person is None:
        return (() if listener.who is None else (listener.table[listener.who],)), line
    keys: tuple[int, ...] = ()
    while person is not None and (person.many or len(person.keys) == 1):
        keys, line = (*keys, *people_in_play(listener.table, person.keys)), line[person.count :]
        behind = line[1:] if line and line[0].low in synonyms_of("fillers") else line
        if (person := listener.known.named(behind) if behind else None) is not None:
            line = behind
    return tuple(listener.table[key] for key in dict.fromkeys(keys)), line


class NumberSaid(NamedTuple):
    """A number of a sheet as stated in a line."""

    part: str
    """The part; empty if the sheet has none of this name."""
    name: str
    amount: str


def _numbers_in(listener: Listener, who: Character, words: Sequence[Token]) -> list[NumberSaid] | None:
    """Each name with the number after it. None: the line says something else, or a number goes up or down."""
    numbers: list[NumberSaid] = []
    name: list[Token] = []
    has_plain = any(each.is_number and not each.is_signed for each in words)
    for each in words:
        if not each.is_number:
            name.append(each)
            continue
        telling = [one for one in name if not _only_joins(one)]
        part = sheet_number_meant(listener, who, telling) if telling else ""
        is_bonus = bool(part) and bool(who.sheet.__dataclass_fields__[part].metadata[Label.SIGNED])
        if not telling or (each.is_signed and not (has_plain and is_bonus)):
            return None
        amount = f"={each.text.removeprefix('+')}" if each.is_signed else each.text
        numbers.append(NumberSaid(part, text_of_words(telling), amount))
        name = []
    return None if name else numbers


def _known(listener: Listener, who: Character) -> str:
    """The names of some numbers on a sheet."""
    return ", ".join(part_label(listener.rules.id, part) for part in islice(_numbers(who), MOST_KNOWN))


def check_sheet_has_what_is_said(listener: Listener, text: str) -> None:
    """Raises `RuleError` naming what the sheet has when a line mentions something it does not have."""
    line = word_tokens(text)
    for rest in filter(None, (people_beside_verb(line, id, listener.known) for id in GETTING)):
        if (dice := next((each.text for each in rest.behind if each.is_dice), "")) and rest.before:
            raise refused("dice-for-what", dice=dice)
        words = [each for each in rest.all if not _only_joins(each) and not each.is_number]
        for keys, things, _ in _whose(listener, words):
            is_named = len(keys) == 1 and len(things) < len(words)
            who = listener.table[keys[0]] if is_named else None
            if who is None or not things or not all(each.text.isalpha() for each in things):
                continue
            counted = any(each.is_number for each in rest.behind)
            if not counted and part_for_items(who) is not None:
                continue
            known = _known(listener, who)
            id = "no-place" if counted and known else "no-place-at-all"
            thing = " ".join(each.text for each in things)
            raise refused(id, who=who.name, thing=thing, known=known)


def _check_cells(people: Sequence[Character], typed: Sequence[str]) -> None:
    """Raises `RuleError` when cells are not acceptable; for several people, naming whose they are."""
    for each in people:
        try:
            character_after_edits(each, typed)
        except RuleError as error:
            raise error if len(people) == 1 else RuleError(f"{each.name}: {error}") from None


def edit_said_of_sheets(
    listener: Listener, people: Sequence[Character], typed: tuple[str, ...], change: str
) -> Said:
    """The change of these cells on one or several sheets, with its description. Raises `RuleError`."""
    typed = cells_with_campaign_kinds(listener.rules, typed)
    _check_cells(people, typed)
    id, who = (
        (EDIT, people[0].key) if len(people) == 1 else (EDIT_SEVERAL, tuple(each.key for each in people))
    )
    form = Form(listener.rules.procedure(id), {"who": who, "cells": typed})
    about = SEPARATOR.join((label("procedure", id), ", ".join(each.name for each in people), change))
    return Said(listener.command(id), form, (), ("who", "cells"), about=about)


def _care(listener: Listener, key: int, part: str, amount: str) -> Form | None:
    """The harm or healing that an increase or decrease stands for. None: it is neither."""
    if amount[0] not in "+-":
        return None
    procedures = (listener.rules.role(role, listener.table) for role in (Role.HURT, Role.HEAL))
    forms = (form_of_harm(each, listener.table, key, part, amount) for each in procedures if each is not None)
    return next(filter(None, forms), None)


def owner_said_before_verb(
    listener: Listener, text: str, *verbs: str
) -> tuple[Character, PeopleBesideVerb] | None:
    """The person alone before the first of these verbs in a line, and the words around the verb. None: there
    is nobody.
    """
    line = word_tokens(text)
    rest = next(filter(None, (people_beside_verb(line, each, listener.known) for each in verbs)), None)
    who = owner_of_sheet_said(listener, rest)
    return (who, rest) if who is not None and rest is not None else None


def owner_of_sheet_said(listener: Listener, rest: PeopleBesideVerb | None) -> Character | None:
    """The person alone before the verb of a line about a sheet."""
    people = owners_of_sheets_said(listener, rest) if rest is not None else ()
    return people[0] if len(people) == 1 else None


def owners_of_sheets_said(listener: Listener, rest: PeopleBesideVerb) -> tuple[Character, ...]:
    """The people before the verb, if anything follows it: one, or several at once; `everybody` means the
    players' characters. Empty if a single name fits several people.
    """
    people = people_meant(rest.before, listener.known)
    if people is None or not rest.behind or (len(people.keys) > 1 and not people.many):
        return ()
    keys = people_in_play(listener.table, people.keys) if people.many else people.keys
    return tuple(listener.table[key] for key in keys)


def sheet_rows_said_added(
    listener: Listener,
    people: Sequence[Character],
    part: str,
    names: Sequence[str],
    gained: Sequence[tuple[str, str]] = (),
) -> Said:
    """New rows in a part of several sheets, after increases of numbers. Raises `RuleError` when they are not
    acceptable.
    """
    for number, _, rest in (each.partition(" ") for each in names):  # `takes a bolt in the leg for 3`
        if number.isdecimal() and rest.split()[-1:] and rest.split()[-1] in synonyms_of("harm-for"):
            raise refused("harm-of-what", who=people[0].name, number=number)
    rows = [_as_in_a_pack(listener, part, each) for each in names]
    typed = (
        *(sheet_number_typed(number, amount) for number, amount in gained),
        *(f"{part.replace('_', '-')}.new={each}" for each in rows),
    )
    changes = (
        *(sheet_number_change(listener, people, number, amount) for number, amount in gained),
        *((f"{part_label(listener.rules.id, part)} + {', '.join(rows)}",) if rows else ()),
    )
    return edit_said_of_sheets(listener, people, typed, SEPARATOR.join(changes))


def _as_in_a_pack(listener: Listener, part: str, name: str) -> str:
    """The typed row for a thing of this name: with the numbers from a pack or the campaign and the stated
    rank, else unchanged.
    """
    own = campaign_kind_names(listener.rules, listener.table, part)
    ranked = _RANKED.fullmatch(name)
    for said in (name, ranked["name"] if ranked else name):
        if id := next(iter(own.called(said)), ""):
            kind = campaign_kind(listener.rules, listener.table, part, id)
            rank = (f"rank={ranked['rank']}",) if ranked and said != name else ()
            return row_of_pack_kind(replace(kind, cells=(*kind.cells, *rank)), listener.rules)
    return name


def sheet_rows_said_removed(
    listener: Listener,
    who: Character,
    rows: Mapping[tuple[str, int], str],
    besides: Iterable[str] = (),
    others: Iterable[str] = (),
) -> Said:
    """The removal of these rows, given by part and place, described by their names, with further changes and
    other cells.
    """
    gone = (f"{part.replace('_', '-')}.{place}=" for part, place in sorted(rows, reverse=True))
    by = {part: [name for (each, _), name in rows.items() if each == part] for part, _ in rows}
    changes = (
        f"{part_label(listener.rules.id, part)} {MINUS} {', '.join(them)}" for part, them in by.items()
    )
    return edit_said_of_sheets(listener, (who,), (*others, *gone), SEPARATOR.join((*changes, *besides)))
