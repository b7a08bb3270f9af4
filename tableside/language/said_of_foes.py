"""What is said of several at once: an encounter that begins or is prepared, and the roll of a group."""

from collections.abc import Iterator, Sequence
from typing import Final

from tableside.frozen import frozen
from tableside.language.feedback import Said
from tableside.language.listener import Listener
from tableside.language.said_of_skills import MATTER, deed_tried
from tableside.language.words import Token, phrase, synonyms_of, text_behind, tokens
from tableside.rules.campaign_kinds import own_names
from tableside.rules.encounters import PREPARE, form_of_line, is_encounter_line
from tableside.rules.form_filling import new_form
from tableside.rules.inputs import Choice
from tableside.rules.pack_kinds import ENCOUNTERS
from tableside.rules.procedure import Procedure, Role
from tableside.rules.table import Kind
from tableside.wording import label


def encounter_said(listener: Listener, text: str) -> Said | None:
    """What a line means that says of itself that it is about an encounter. None: it does not.

    Raises `RuleError` for an encounter that there is not, and for foes that there are not.
    """
    if listener.rules.role(Role.ENCOUNTER, listener.table) is None:
        return None
    if rest := text_behind(text, (*synonyms_of(Role.ENCOUNTER), *synonyms_of("begins-encounter"))):
        return _said(listener, rest)
    rest = text_behind(text, synonyms_of(PREPARE))
    return _said(listener, rest) if rest and ":" in rest else None


def encounter_named(listener: Listener, text: str) -> Said | None:
    """What a line means that begins with the whole name of an encounter. None: it names none."""
    if listener.rules.role(Role.ENCOUNTER, listener.table) is None or ":" in text:
        return None
    if not is_encounter_line(text, own_names(listener.rules, listener.table, ENCOUNTERS)):
        return None
    return _said(listener, text)


def encounter_names(listener: Listener) -> Iterator[str]:
    """What the encounters are called that a line may begin with, in small letters."""
    if listener.rules.role(Role.ENCOUNTER, listener.table) is not None:
        yield from (
            each.casefold() for each in own_names(listener.rules, listener.table, ENCOUNTERS).values()
        )


def begins_encounter(text: str) -> bool:
    """Whether the name of an encounter comes behind these words."""
    return text_behind(text, (*synonyms_of(Role.ENCOUNTER), *synonyms_of("begins-encounter"))) == ""


def _said(listener: Listener, line: str) -> Said:
    form = form_of_line(listener.rules, listener.table, line)
    told = tuple(id for id, value in form.given.items() if value not in ("", 1))
    return Said(listener.command(form.procedure.id), form, (), told)


AGAINST: Final = "against"
MEMBERS: Final = "members"
SKILL: Final = "skill"
LEAST: Final = 2
"""People who are several."""


def tried_together(listener: Listener, text: str) -> str | None:
    """A line of several who try something, as the roll of a group. None: it begins with one alone or names no
    skill behind them, or the game has no such roll.
    """
    procedure = next((each for each in listener.rules.procedures if _is_of_a_group(each)), None)
    people = _named_first(listener, tokens(text)) if procedure is not None else None
    if procedure is None or people is None or not people.rest:
        return None
    keys = () if people.is_everybody else people.keys
    means = _means(listener, procedure, keys, people.rest)
    if means is None:
        return None
    names = (f"#{key}" for key in keys)
    return " ".join((*names, label("procedure", procedure.id), *means))


@frozen
class _Named:
    """Those with whom a line begins, and what it says behind them."""

    keys: tuple[int, ...]
    is_everybody: bool
    """Whether they are named as all there are: whoever can act is meant."""
    rest: Sequence[Token]


def _is_of_a_group(procedure: Procedure) -> bool:
    return {MEMBERS, SKILL} <= {each.id for each in procedure.inputs}


def _named_first(listener: Listener, line: Sequence[Token]) -> _Named | None:
    keys: dict[int, None] = {}
    everybody, place = False, 0
    while place < len(line):
        person = listener.known.named(line[place:])
        if person is not None and person.is_exact and (person.many or len(person.keys) == 1):
            keys |= dict.fromkeys(person.keys)
            everybody = everybody or (person.many and _is_the_party(listener, person.keys))
            place += person.count
        elif line[place].low in synonyms_of("and" if keys else "fillers"):
            place += 1
        else:
            break
    is_several = everybody or len(keys) >= LEAST
    return _Named(tuple(keys), everybody, line[place:]) if is_several else None


def _is_the_party(listener: Listener, keys: Sequence[int]) -> bool:
    return {each.key for each in listener.table.in_play(Kind.PC)} <= {*keys}


def _means(
    listener: Listener, procedure: Procedure, keys: Sequence[int], rest: Sequence[Token]
) -> tuple[str, ...] | None:
    """What they try, by a skill that somebody has or by what people do without one, and all behind it."""
    count, skill = _skill(listener, procedure, keys, rest)
    if skill:
        return f"{SKILL}={skill}", *_typed(listener, rest[count:])
    tried = deed_tried(rest[0].words)
    if not tried:
        return None
    return f"{SKILL}={synonyms_of('no-skill')[1]}", f'{MATTER}="{tried}"', *_typed(listener, rest[1:])


def _typed(listener: Listener, line: Sequence[Token]) -> Iterator[str]:
    """The words as they were typed, a foe's name that begins them as that of whom they try it against."""
    first = next((n for n, each in enumerate(line) if each.low not in synonyms_of("fillers")), len(line))
    foe = next((n for n in range(first + 1) if line[n:] and _is_a_foe(listener, line[n:])), None)
    for place, each in enumerate(line):
        if place == foe:
            yield AGAINST
        yield f"{each.text}{each.tail}"


def _is_a_foe(listener: Listener, line: Sequence[Token]) -> bool:
    person = listener.known.named(line)
    table = listener.table
    return person is not None and any(table[key].kind == Kind.ENEMY for key in person.keys)


def _skill(
    listener: Listener, procedure: Procedure, keys: Sequence[int], rest: Sequence[Token]
) -> tuple[int, str]:
    """How many words name a skill, and its id: the one that most words name, if there is one."""
    given = new_form(procedure, listener.table, None, {MEMBERS: tuple(keys)}).given
    named: list[tuple[int, str]] = []
    for input in procedure.inputs:
        if input.id == SKILL and isinstance(input, Choice):
            options = input.options(listener.table, given)
            named = [(_words_of(phrase(option), rest), option) for option in options]
    most = max((count for count, _ in named), default=0)
    skills = [option for count, option in named if count == most]
    return (most, skills[0]) if most and len(skills) == 1 else (0, "")


def _words_of(name: Sequence[str], rest: Sequence[Token]) -> int:
    """How many of these words are the name's: its first one in any form, `climbs` of `climbing`."""
    if not name or not _is_form_of(rest[0].low, name[0]):
        return 0
    others = zip(name[1:], rest[1:], strict=False)
    return 1 + sum(1 for word, token in others if token.low == word)


def _is_form_of(word: str, name: str) -> bool:
    bare = word.removesuffix("s")
    return min(len(bare), len(name)) >= len("abc") and (name.startswith(bare) or word.startswith(name))
