"""Lines about foes that come: counted, by their kind, or in an encounter."""

import re
from collections.abc import Iterator
from itertools import pairwise, takewhile

from tableside.errors import RuleError
from tableside.language.feedback import COUNTED, Said, feedback_nearest_word, feedback_on_faulty_kind
from tableside.language.listener import Listener
from tableside.language.words import (
    UNITS,
    all_synonyms,
    number_in_word,
    small_words,
    synonyms_of,
    text_behind_first_words,
    text_of_words,
    word_tokens,
)
from tableside.rules import foe_lines
from tableside.rules.campaign_kinds import DEFINITION, campaign_kind_names
from tableside.rules.encounters import PREPARE, form_of_encounter_line, is_encounter_line
from tableside.rules.foe_line_parts import (
    BEHIND_A_COLON,
    foe_count_typed,
    foe_list_without_signs,
    is_bulleted_foe_list,
    part_read_from_line_part,
)
from tableside.rules.foe_lines import ADD_KINDS, MISCOUNTED, names_for_foe_line
from tableside.rules.form_filling import Form
from tableside.rules.inputs import Choice, Number, Words
from tableside.rules.names import singular_name
from tableside.rules.pack_kinds import ENCOUNTERS
from tableside.rules.procedure import Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Kind
from tableside.rules.typed import is_typed_dice

IS_ONE_OF = " = "
"""Stands between the name of a foe and its kind."""
MOST_WORDS_OF_A_FOE = 12
"""The most words of a line about one foe, with its numbers and attacks."""


def encounter_said(listener: Listener, text: str) -> Said | None:
    """The meaning of a line that explicitly concerns an encounter. None: it does not.

    Raises `RuleError` for an unknown encounter, and for unknown foes.
    """
    if listener.rules.role(Role.ENCOUNTER, listener.table) is None:
        return None
    if rest := text_behind_first_words(
        text, (*synonyms_of(Role.ENCOUNTER), *synonyms_of("begins-encounter"))
    ):
        return _said(listener, rest)
    rest = text_behind_first_words(text, synonyms_of(PREPARE))
    return _said(listener, rest) if rest and ":" in rest else None


def encounter_said_by_name(listener: Listener, text: str) -> Said | None:
    """The meaning of a line that begins with the full name of an encounter. None: it names none."""
    if listener.rules.role(Role.ENCOUNTER, listener.table) is None or ":" in text:
        return None
    if not is_encounter_line(text, campaign_kind_names(listener.rules, listener.table, ENCOUNTERS)):
        return None
    return _said(listener, text)


def encounter_names_to_say(listener: Listener) -> Iterator[str]:
    """The casefolded names of encounters that a line may begin with."""
    if listener.rules.role(Role.ENCOUNTER, listener.table) is not None:
        yield from (
            each.casefold()
            for each in campaign_kind_names(listener.rules, listener.table, ENCOUNTERS).values()
        )


def is_encounter_said_next(text: str) -> bool:
    """Whether the name of an encounter follows these words."""
    return (
        text_behind_first_words(text, (*synonyms_of(Role.ENCOUNTER), *synonyms_of("begins-encounter"))) == ""
    )


def _said(listener: Listener, line: str) -> Said:
    form = form_of_encounter_line(listener.rules, listener.table, line)
    inputs = tuple(id for id, value in form.given.items() if value not in ("", 1))
    return Said(listener.command(form.procedure.id), form, (), inputs)


def foe_said_by_kind(listener: Listener, text: str) -> Said | None:
    """The one foe that a line names by a known kind: `goblin`, `another goblin`, `a wolf hp 3`.

    None: it names none.
    """
    left_out = (*synonyms_of("articles"), *synonyms_of("comes"))
    words = [each for each in word_tokens(text) if each.low not in left_out]
    if len(words) > MOST_WORDS_OF_A_FOE:
        return None
    table, rules = listener.table, listener.rules
    bare = foe_lines.foe_name_in_full(rules, table, " ".join(each.low for each in words)).casefold()
    try:
        form, said = foe_lines.form_of_foe_line(rules, table, bare)
    except RuleError:
        return None
    name = str(form.given.get("name", "")).casefold()
    is_told_more_of = len(said) > 1 and name in names_for_foe_line(rules, table, name)
    is_known = is_told_more_of or bare in names_for_foe_line(rules, table, bare)
    return _foes_to_come(listener, form, said) if is_known else None


def _foes_to_come(listener: Listener, form: Form, said: frozenset[str]) -> Said:
    inputs = form.procedure.inputs
    missing = tuple(each.id for each in inputs if each.default is None and each.id not in said)
    return Said(
        listener.command(form.procedure.id),
        form,
        missing,
        tuple(each.id for each in inputs if each.id in said),
    )


def foes_said_counted(listener: Listener, text: str) -> Said | None:
    """The foes that a line counts, by themselves or after `add`. None: it counts none.

    Raises `RuleError` when a kind to be added is faulty.
    """
    table, rules = listener.table, listener.rules
    verb, _, rest = text.strip().partition(" ")
    is_kind = ":" in rest and verb.casefold() in synonyms_of(f"foe.{rules.id}")
    first = next((each.low for each in word_tokens(rest) if each.low not in synonyms_of("articles")), "")
    is_clock = first in (*synonyms_of("new-clock"), *synonyms_of("new-track"))
    is_told = is_kind or (verb.casefold() in synonyms_of(Role.FOE) and not is_clock)
    line = _without_kind(rest, rules) if is_told else text.strip()
    if (rows := _rows_behind_a_name(listener, line, is_told=is_told, verb=verb)) is not None:
        line, is_told = rows, True
    line = _without_more(_without_coming(_with_digits(line)))
    is_pasted = _is_pasted(listener, line)
    if is_pasted or is_told:
        bare = foe_list_without_signs(line)
        line = bare if is_told or foe_count_typed(bare) else f"1 {bare}"
    is_one_of = IS_ONE_OF in line
    is_counted = foe_count_typed(line) and not (_counts_time(line) or counts_harm_not_foes(listener, line))
    is_counted = is_counted and (is_told or not _says_what_they_do(line))
    if not (is_told or is_one_of or is_counted):
        return None
    try:
        form, said = foe_lines.form_of_foe_line(rules, table, line)
    except RuleError as error:
        is_miscounted = error.message.id == MISCOUNTED
        is_signed = is_pasted and not foe_count_typed(text.strip())
        if is_signed or (is_miscounted and (is_told or _are_foes(listener, line))):
            raise
        is_near = error.message.id == BEHIND_A_COLON
        if is_told and (is_one_of or is_near or feedback_on_faulty_kind(line, table, rules)):
            raise
        return None
    if re.search(r"=\s*d\d+$", line):
        return None  # what is set to a number is no foe's name
    is_one_of = is_one_of and not any(IS_ONE_OF in str(each) for each in form.given.values())
    has_sheet = ":" in line or part_read_from_line_part(rules.blank(Kind.ENEMY)) in said
    is_told_numbers = is_told and bool(form.given.get("cells"))
    is_foes = (
        is_one_of
        or (is_told and has_sheet)
        or is_told_numbers
        or COUNTED.match(line)
        or form.procedure.id == ADD_KINDS
    )
    return _foes_to_come(listener, form, said) if is_foes else None


def _says_what_they_do(line: str) -> bool:
    """Whether what a line counts does something, `2 goblins flee` or `attack`: that is no name."""
    words = [each.low for each in word_tokens(line)[2:]]
    ends = [each for id in ("fled", "surrenders", "dies", Role.FIGHT) for each in synonyms_of(id)]
    return any(words[-len(each.split()) :] == each.split() for each in ends)


def _rows_behind_a_name(listener: Listener, line: str, *, is_told: bool, verb: str) -> str | None:
    """The line of one thing in the way with its numbers behind a colon, `gate: locked 3, rusty 2`, where
    the game's foes have a list of such rows. None: it is no such line.
    """
    rules = listener.rules
    if not is_told and verb.casefold() in synonyms_of(f"foe.{rules.id}"):
        line = line.partition(" ")[2]
    elif not is_told and ":" not in line:
        return None
    name, colon, rows = line.partition(":")
    if not colon:
        words = [
            each
            for n, each in enumerate(line.split())
            if n or each.casefold() not in (*synonyms_of("articles"), *synonyms_of("the"))
        ]
        count = next((n for n, each in enumerate(words) if each.rstrip(",;").isdecimal()), 0)
        name, rows = " ".join(words[: max(0, count - 1)]), " ".join(words[max(0, count - 1) :])
    elif not is_told and name.strip().casefold() in listener.known_words():
        return None
    foe = rules.role(Role.FOE, listener.table)
    has_rows = foe is not None and any(
        isinstance(each, Words) and each.long and each.default is None for each in foe.inputs
    )
    tokens = word_tokens(rows)
    is_list = len(tokens) > 1 and tokens[-1].text.isdecimal() and tokens[0].text[0].isalpha()
    is_nobody = bool(name.strip()) and listener.known.named(word_tokens(name)) is None
    parts = re.fullmatch(r"(?:[^\W\d][^\d,:]*\s\d{1,2}[,;]?\s*(?:and\s+)?)+", rows.strip())
    if not (has_rows and is_list and is_nobody and parts and not name.strip()[0].isdecimal()):
        return None
    return f"{name.strip()}: {rows.strip()}"


def _is_pasted(listener: Listener, line: str) -> bool:
    """Whether a line is a list of foes with signs that count or part them: `• 3 goblins`, `goblins x3`."""
    if (count := foe_count_typed(line)) or is_bulleted_foe_list(line):
        return not count or count.isdecimal()
    if not foe_count_typed(foe_list_without_signs(line)):
        return False
    if is_encounter_line(line, campaign_kind_names(listener.rules, listener.table, ENCOUNTERS)):
        return False  # `lock house x2` is an encounter, twice
    people = listener.known.names_in(word_tokens(line)).values()
    is_of_somebody = any(listener.table[key].kind != Kind.ENEMY for each in people for key in each.keys)
    name = takewhile(lambda each: any(map(str.isalpha, each.text)), word_tokens(line))
    says_more = any(each.low in all_synonyms() or (listener.knows(each) and not people) for each in name)
    return not (is_of_somebody or says_more)


def _are_foes(listener: Listener, line: str) -> bool:
    """Whether what a line counts wrongly are foes: known ones, or ones with numbers, or with a count that
    counts nothing else, `1e3`.
    """
    first = next(iter(word_tokens(line)[1:]), None)
    if first is None:
        return False
    count, one = foe_count_typed(line), singular_name(first.low)
    names = {*names_for_foe_line(listener.rules, listener.table, one)}
    here = (each.name.casefold() for each in listener.table.in_play(Kind.ENEMY))
    is_here = any(one in each.split() for each in here)
    behind = word_tokens(line)[1:]
    person = listener.known.named(behind) if not count[0].isdecimal() else None
    if person is not None and person.count == len(behind):
        return False  # `-2 wolves` hurts those who are here
    is_kind = is_here or any(one in each.split() for each in names)
    numbered = _told_by_numbers(listener, line.partition(" ")[2])
    is_odd = not (count.isdecimal() or listener.knows(first)) and (count[0].isdecimal() or one != first.low)
    return is_kind or numbered is not None or is_odd


def foes_line_counted_in_digits(text: str) -> str:
    """A line that adds foes with their count in digits, and without `the`: `add two boggarts`."""
    verb, _, rest = text.partition(" ")
    word, _, names = rest.strip().partition(" ")
    if verb.casefold() not in synonyms_of(Role.FOE) or not names:
        return text
    if word.casefold() in synonyms_of("the"):
        return f"{verb} {names}"
    is_number = word.casefold() in synonyms_of("numbers")
    return f"{verb} {number_in_word(word.casefold())} {names}" if is_number else text


def foe_said_uncounted(listener: Listener, text: str) -> Said | None:
    """The foes that a line gives by name and numbers, as a list of foes does: `ogre hp 29 ac 16`. None: it
    gives none, or begins with a word for something else.
    """
    table, rules, line = listener.table, listener.rules, word_tokens(foe_list_without_signs(text))
    first = next((each for each in line if each.low not in synonyms_of("articles")), None)
    if first is None or not first.text[0].isalpha() or "=" in text or first.low in small_words():
        return None
    if first.is_dice or first.low in synonyms_of("side.henchman"):
        return None
    if len(line) > MOST_WORDS_OF_A_FOE and not any(map(str.isdecimal, text)):
        return None  # a sentence, which tells no numbers
    person = listener.known.named([each for each in line if each.place >= first.place])
    if person is not None and person.is_exact and (person.many or len(person.keys) == 1):
        return None
    numbered = _told_by_numbers(listener, text_of_words(line[first.place :]))
    if numbered is None:
        return None
    is_known = any(first.low in each.split() for each in names_for_foe_line(rules, table, first.low))
    if not is_known and (listener.knows(first) or feedback_nearest_word(listener, first)):
        return None
    return _foes_to_come(listener, *numbered)


def _told_by_numbers(listener: Listener, line: str) -> tuple[Form, frozenset[str]] | None:
    """The form for foes that a line tells numbers of, and the inputs it sets. None: it tells none."""
    try:
        form, said = foe_lines.form_of_foe_line(listener.rules, listener.table, line)
    except RuleError:
        return None
    if form.procedure.id == ADD_KINDS:
        pieces = [each for each in re.split("[,;]", line) if each.strip()]
        if len(pieces) < 2:
            return None
        are_told = all(foe_count_typed(each) or _told_by_numbers(listener, each) for each in pieces)
        return (form, said) if are_told else None
    steps = {each.id for each in form.procedure.inputs if isinstance(each, Number) and each.lowest < 0}
    texts = {each.id for each in form.procedure.inputs if isinstance(each, Words) and ":" not in line}
    is_told = said - {"foe", "count", "cells", DEFINITION, *steps, *texts} or form.given.get("cells")
    return (form, said) if is_told else None


def _counts_time(line: str) -> bool:
    """Whether the line counts time: `4 days pass`, `2 hours`."""
    counted = (word for unit in UNITS for word in synonyms_of(f"unit.{unit}"))
    return word_tokens(line)[1].low in (*synonyms_of("campaign.pass-days"), *counted)


def counts_harm_not_foes(listener: Listener, line: str) -> bool:
    """Whether the line counts harm: `5 damage to moss`, or a kind of harm in this game, `1 pain`."""
    counted, harm = word_tokens(line)[1].low, listener.rules.role(Role.HURT, listener.table)
    inputs = harm.inputs if harm is not None else ()
    kinds = (each for each in inputs if isinstance(each, Choice) and each.default is None)
    return counted in synonyms_of(Role.HURT) or any(
        singular_name(counted) in each.options(listener.table, {}) for each in kinds
    )


def _without_kind(line: str, rules: Ruleset) -> str:
    """The line without the game's general word for foes before a name: `an obstacle wall: steep 3`."""
    named = line.partition(":")[0]
    words = named.split(maxsplit=2)
    place = 1 if words and words[0].casefold() in synonyms_of("articles") else 0
    is_called = len(words) > place + 1 and words[place].casefold() in synonyms_of(f"foe.{rules.id}")
    return line.split(maxsplit=place + 1)[-1] if is_called else line


def _without_coming(line: str) -> str:
    """The line without a last word saying that they come: `3 goblins arrive`."""
    names, _, last = line.rpartition(" ")
    return names if names and last.casefold() in synonyms_of("comes") else line


def _without_more(line: str) -> str:
    """The line without a word saying that some are there already: `2 more goblins`."""
    words = line.split()
    kept = words[:1] + [b for a, b in pairwise(words) if not (a.isdecimal() and b in synonyms_of("more"))]
    return " ".join(kept)


def _with_digits(line: str) -> str:
    """The line with its first word in digits if it is a number or article: `two goblins`, `a d6 wolf`."""
    word, _, rest = line.partition(" ")
    if word.casefold() in synonyms_of("articles") and not any(map(is_typed_dice, rest.split())):
        return line
    count = number_in_word(word.casefold())
    return f"{count} {rest}" if count else line
