"""What a line says of how its dice are rolled: with real ones, with which faces, or in secret."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from tableside.errors import RuleError
from tableside.language.feedback import Said, feedback_summary
from tableside.language.lines import is_prose_line
from tableside.language.listener import Listener
from tableside.language.words import (
    Token,
    all_synonyms,
    refused,
    synonyms_of,
    text_of_words,
    verb_forms,
    word_tokens,
)
from tableside.rules.life_states import can_act
from tableside.rules.procedure import Role
from tableside.views.rows import SEPARATOR
from tableside.wording import both, label, sentence

_ASKED = re.compile(r"(?P<line>.*\S)\s*(?<!\w)=\s*", re.DOTALL)
"""A line that asks for real dice: an equals sign ends it."""
_FACES = re.compile(
    r"(?P<line>.*\S)\s+(?:=\s*(?=\d{1,4}\D+\d)|(?:rolled|rolling|faces)\s+)"
    r"(?P<faces>\d{1,4}(?:(?:\s+and\s+|[\s,]+)\d{1,4})*)",
    re.DOTALL,
)
"""A line that ends with the faces of real dice: `= 4 3`, `rolled 2 and 6`."""
SECRET = "secret"
HIDDEN = "hidden"


def understood_as_rolled(listener: Listener, text: str, meaning: Callable[[str], Said]) -> Said:
    """The meaning of a line, and how it says that its dice are rolled. Raises `RuleError`."""
    if is_prose_line(text):
        return meaning(text)
    faces: tuple[int, ...] | None = None
    if (match := _FACES.fullmatch(text)) is not None:
        text, faces = match["line"], tuple(map(int, re.findall(r"\d+", match["faces"])))
    elif (match := _ASKED.fullmatch(text)) is not None:
        text, faces = match["line"], ()
    said = _with_hidden_told(listener, _maybe_in_secret(listener, text, meaning))
    if faces is not None and said.form is None:
        raise refused("no-dice-in-it", line=text)
    return said if faces is None else replace(said, faces=faces)


MOST_IN_SECRET = 20
"""The most other words of a line with a roll in secret."""


def _maybe_in_secret(listener: Listener, text: str, meaning: Callable[[str], Said]) -> Said:
    """The meaning of a line; if only the words without `secretly` have one, with its roll in secret."""
    secretly = synonyms_of("in-secret")
    kept = [each for each in text.split() if each.casefold().strip(",;") not in secretly]
    line = re.sub(r"\bin\s*$", "", " ".join(kept)).strip()
    if not line or len(kept) == len(text.split()) or len(kept) > MOST_IN_SECRET:
        return meaning(text)
    try:
        return meaning(text)
    except RuleError:
        said = meaning(line)
    if said.form is None:
        raise refused("not-in-secret", act=feedback_summary(said, listener.table))
    if all(each.id != SECRET for each in said.form.procedure.inputs):
        raise refused("not-in-secret", act=label("procedure", said.form.procedure.id))
    form = said.form.with_value(listener.table, SECRET, True)
    return replace(said, form=form, told=(*said.told, SECRET))


def _with_hidden_told(listener: Listener, said: Said) -> Said:
    """The meaning with what players see, where it only says that somebody whom they see is hidden."""
    form, table = said.form, listener.table
    if form is None or form.procedure.role != Role.CONDITION or form.given.get("condition") != HIDDEN:
        return said
    who = form.given.get("who")
    names = [
        table[key].name for key in (who if isinstance(who, tuple) else (who,)) if isinstance(key, int) and key
    ]
    if not names:
        return said
    act = label("procedure", form.procedure.id)
    note = sentence("said", "still-seen", who=both(names))
    return replace(said, about=SEPARATOR.join((act, ", ".join(names), HIDDEN, note)))


def several_said_singly(listener: Listener, text: str, meaning: Callable[[str], Said]) -> str:
    """The line for the first of several people who would all do what each does alone; else empty."""
    line, place, keys = word_tokens(text), 0, list[int]()
    while place < len(line):
        person = listener.known.named(line[place:])
        if person is not None and person.is_exact and (person.many or len(person.keys) == 1):
            keys += person.keys
            place += person.count
        elif line[place].low in synonyms_of("and" if keys else "fillers"):
            place += 1
        else:
            break
    table = listener.table
    party = [key for key in dict.fromkeys(keys) if can_act(table[key])]
    if len(party) < 2 or place >= len(line):
        return ""
    verb, rest = line[place], text_of_words(line[place + 1 :])
    forms = ("is",) if verb.low == "are" else (*_of_one(verb), verb.text)
    names = [table[key].name.casefold() for key in party]
    lines = (f"{name} {form}{verb.tail} {rest}".strip() for name in names for form in forms)
    return next((each for each in lines if _is_done(each, meaning)), "")


def _of_one(verb: Token) -> Iterator[str]:
    """The form of a verb for one person: `attacks` of `attack`."""
    if verb.low in all_synonyms():
        yield from verb_forms(verb.low)[:1]


def _is_done(line: str, meaning: Callable[[str], Said]) -> bool:
    try:
        return meaning(line).form is not None
    except RuleError:
        return False
