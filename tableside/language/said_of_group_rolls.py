"""Lines about several people who try something together: group rolls, and rolls with helpers."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tableside.frozen import frozen
from tableside.language.input_people import AGAINST, HELPERS
from tableside.language.listener import Listener
from tableside.language.people import people_in_play
from tableside.language.said_of_skills import (
    SKILL,
    deed_apart_from_inputs,
    deed_apart_from_what_it_is_tried_on,
    deed_as_input,
    deed_tried,
    is_form_of_skill,
    names_of_skills,
    skills_of_people_here,
)
from tableside.language.words import (
    Token,
    refused,
    small_words,
    synonyms_of,
    text_of_words,
    word_tokens,
    words_in_name,
)
from tableside.rules.form_filling import filled_form
from tableside.rules.inputs import Choice
from tableside.rules.procedure import Procedure, Role
from tableside.rules.table import Kind
from tableside.rules.typed import typed_slug
from tableside.wording import label

MEMBERS = "members"
HELP_WITH = "help-with"
"""The input for the skills of helpers."""
EVERYONE = "everyone"
"""The input by which the help of all counts."""


def tried_together_said(listener: Listener, text: str) -> str | None:
    """A line about several people as a group roll, or a roll with helpers. None: it is about one."""
    helped = _helped_with_skills_said(listener, text) or _helped_roll_said(listener, text)
    return _group_roll_said(listener, helped or text) or helped


def _helped_with_skills_said(listener: Listener, text: str) -> str | None:
    """A line in which helpers are said with a skill each, as inputs: `helped by väinö's strength and kaisa's
    healing`, `väinö helps with strength`. None: there is none, or no such input.
    """
    line, helps = word_tokens(text), (*synonyms_of("helps"), *synonyms_of("helped"))
    inputs = {each.id for procedure in listener.rules.procedures for each in procedure.inputs}
    verb = next((n for n, each in enumerate(line) if n and each.low in helps), 0)
    if HELP_WITH not in inputs or not verb:
        return None
    joins = {*helps, *synonyms_of("by-means"), *synonyms_of("by"), *synonyms_of("and")}
    subject = listener.known.named(line)
    actor = subject.keys if subject is not None else (listener.who,)
    said: dict[int, str] = {}
    used: set[int] = set()
    for place in range(len(line)):
        person = listener.known.named(line[place:]) if place not in used else None
        if person is None or person.many or len(person.keys) != 1 or person.keys == actor:
            continue
        if place and line[place - 1].low in synonyms_of("helps"):
            continue  # who is helped
        start = place + person.count
        while start < len(line) and line[start].low in joins:
            start += 1
        count, skill = _skill_of_theirs(listener, person.keys[0], line[start:])
        if skill:
            said[person.keys[0]] = skill
            before = place
            while before and line[before - 1].low in joins:
                before -= 1
            used |= {*range(before, start + count)}
    if not said:
        return None
    rest = text_of_words([each for each in line if each.place not in used]).rstrip(" ,;")
    names = ",".join(f"#{key}" for key in said)
    owned = {key: f"{typed_slug(listener.table[key].name)}-{skill}" for key, skill in said.items()}
    return f"{rest}, {HELPERS}={names} {HELP_WITH}={','.join((owned if len(said) > 1 else said).values())}"


def _skill_of_theirs(listener: Listener, key: int, words: Sequence[Token]) -> tuple[int, str]:
    """The number of words that name a skill of somebody in full, and its id."""
    typed = tuple(each.words for each in words)
    for name in sorted(names_of_skills(listener.table[key]), key=len, reverse=True):
        parts = words_in_name(name)
        if parts and tuple((each,) for each in parts) == typed[: len(parts)]:
            return len(parts), typed_slug(name)
    return 0, ""


def _helped_roll_said(listener: Listener, text: str) -> str | None:
    """A line with helpers as an input: `moss climbs, all help`, `quill helps moss climb`. None: nobody helps,
    or nobody can in this game.
    """
    line, helps = word_tokens(text), synonyms_of("helps")
    verb = next((n for n, each in enumerate(line) if each.low in helps), 0)
    start = next((n for n in range(verb) if listener.known.are_on_one_side(line[n:verb])), verb)
    tried, behind = line[:start], line[verb + 1 :]
    while tried and tried[-1].low in small_words():
        tried = tried[:-1]
    helped = listener.known.named(behind) if behind and not tried else None
    is_tried = bool(tried) or (helped is not None and helped.count < len(behind))
    inputs = {each.id for procedure in listener.rules.procedures for each in procedure.inputs}
    if start == verb or not is_tried or HELPERS not in inputs:
        return None
    helpers = [each.without_owner() for each in line[start:verb]]
    is_all = EVERYONE in inputs and any(each.low in synonyms_of("everybody") for each in helpers)
    lifted = (f"{EVERYONE}=yes",) if is_all else ()
    return " ".join((text_of_words((*tried, *behind)), HELPERS, *(each.text for each in helpers), *lifted))


def _group_roll_said(listener: Listener, text: str) -> str | None:
    """A line about several people who try something, as a group roll. None: it begins with one person or
    names no skill after them. Raises `RuleError` if the game has no such roll.
    """
    procedure = next((each for each in listener.rules.procedures if _is_of_a_group(each)), None)
    people = _named_first(listener, word_tokens(text))
    if people is not None and people.rest and people.rest[0].low in synonyms_of("tries"):
        start = next((n for n, each in enumerate(people.rest) if n and each.low not in small_words()), 0)
        people = replace(people, rest=people.rest[start:])
    if people is None or not people.rest:
        return None
    if procedure is None:
        _check_each_tries(listener, people)
        return None
    keys = () if people.is_everybody else people.keys
    tried = _skill_or_deed(listener, procedure, keys, people.rest)
    if tried is None:
        return None
    return " ".join((*(f"#{key}" for key in keys), label("procedure", procedure.id), *tried))


def _check_each_tries(listener: Listener, people: "_Named") -> None:
    """Raise `RuleError` naming a line that works, if several people try what each has to roll alone."""
    word, skills = people.rest[0], map(str.casefold, skills_of_people_here(listener))
    is_tried = deed_tried(word.words) or any(is_form_of_skill(word.low, each) for each in skills)
    party = people_in_play(listener.table, people.keys)
    if not is_tried or len(party) < 2:
        return
    test = listener.rules.role(Role.TEST, listener.table)
    helps = test is not None and any(each.id == HELPERS for each in test.inputs)
    line = f"{listener.table[party[0]].name} {text_of_words(people.rest)}"
    raise refused("one-leads" if helps else "each-rolls", line=line)


@frozen
class _Named:
    """The people a line begins with, and the rest of the line."""

    keys: tuple[int, ...]
    is_everybody: bool
    """Whether everybody is meant, and so whoever can act."""
    rest: Sequence[Token]


def _is_of_a_group(procedure: Procedure) -> bool:
    return {MEMBERS, SKILL} <= {each.id for each in procedure.inputs}


def _named_first(listener: Listener, line: Sequence[Token]) -> _Named | None:
    party = {each.key for each in listener.table.in_play(Kind.PC)}
    keys: dict[int, None] = {}
    everybody, place = False, 0
    while place < len(line):
        person = listener.known.named(line[place:])
        if person is not None and person.is_exact and (person.many or len(person.keys) == 1):
            keys |= dict.fromkeys(person.keys)
            everybody = everybody or (person.many and party.issubset(person.keys))
            place += person.count
        elif line[place].low in synonyms_of("and" if keys else "fillers"):
            place += 1
        else:
            break
    is_several = everybody or len(keys) > 1
    return _Named(tuple(keys), everybody, line[place:]) if is_several else None


def _skill_or_deed(
    listener: Listener, procedure: Procedure, keys: Sequence[int], rest: Sequence[Token]
) -> tuple[str, ...] | None:
    """The skill that somebody has, or a deed without one, and all the rest."""
    count, skill = _skill_tried(listener, procedure, keys, rest)
    count = count or 1
    tried = skill or deed_tried(rest[0].words)
    if not tried:
        return None
    is_against = any(_is_a_foe(listener, rest[n:]) for n in range(count, len(rest)))
    deed, typed = deed_apart_from_inputs(procedure, rest[count - 1 :])
    deed, tried_on = deed_apart_from_what_it_is_tried_on(listener, deed, is_against=is_against)
    about = deed_as_input(listener, procedure, tried, tried_on) if tried_on or not skill else ()
    return f"{SKILL}={skill or synonyms_of('no-skill')[1]}", *about, *_typed(listener, [*deed[1:], *typed])


def _typed(listener: Listener, line: Sequence[Token]) -> Iterator[str]:
    """The words as typed, with a foe's name at the beginning as their opponent."""
    first = next((n for n, each in enumerate(line) if each.low not in synonyms_of("fillers")), len(line))
    foe = next((n for n in range(first + 1) if line[n:] and _is_a_foe(listener, line[n:])), None)
    for place, each in enumerate(line):
        if place == foe:
            yield AGAINST
        yield f"{each.text}{each.tail}"


def _is_a_foe(listener: Listener, line: Sequence[Token]) -> bool:
    person, table = listener.known.named(line), listener.table
    return person is not None and any(table[key].kind == Kind.ENEMY for key in person.keys)


def _skill_tried(
    listener: Listener, procedure: Procedure, keys: Sequence[int], rest: Sequence[Token]
) -> tuple[int, str]:
    """The number of words that name a skill, and its id; the skill with the most words, if any."""
    given = filled_form(procedure, listener.table, None, {MEMBERS: tuple(keys)}).given
    pick = procedure.input(SKILL)
    options = pick.options(listener.table, given) if isinstance(pick, Choice) else ()
    named = [(_words_of(words_in_name(option), rest), option) for option in options]
    most = max((count for count, _ in named), default=0)
    skills = [option for count, option in named if count == most]
    return (most, skills[0]) if most and len(skills) == 1 else (0, "")


def _words_of(name: Sequence[str], rest: Sequence[Token]) -> int:
    """The number of words that belong to a name, its first one in any form: `climbs` of `climbing`."""
    if not name or not is_form_of_skill(rest[0].low, name[0]):
        return 0
    others = zip(name[1:], rest[1:], strict=False)
    return 1 + sum(1 for word, token in others if token.low == word)
