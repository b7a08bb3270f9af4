"""What is said of skills: one that somebody learns, and what they try who have no skill for it."""

from collections.abc import Iterator, Sequence

from tableside.frozen import frozen
from tableside.language.feedback import Said
from tableside.language.listener import Listener, somebody_in
from tableside.language.people import words_beside_verb
from tableside.language.refusals import refused
from tableside.language.said_of_conditions import AGAINST, MATTER, SKILLS
from tableside.language.said_of_possessions import as_in_a_pack, possession_named
from tableside.language.said_of_sheets import edited_row, who_said
from tableside.language.synonyms import input_synonyms, small_words, synonyms_of, verb_forms
from tableside.language.tokens import Phrase, Token, phrase, tokens
from tableside.rules.form_filling import new_form
from tableside.rules.inputs import Choice
from tableside.rules.names import singular_name
from tableside.rules.procedure import Procedure, Role
from tableside.rules.sheet import Skills, Tags, part_of, parts
from tableside.rules.table import Character
from tableside.views.input_values import row_names
from tableside.wording import part_label


@frozen
class Untrained:
    """A test of somebody without a skill for it."""

    line: str
    """The same, as the command bar understands it."""
    skill: str
    """What they have no skill for."""


def untrained_skill_said(listener: Listener, text: str) -> Untrained | None:
    """The test that a line means of somebody who has no such skill. None: it means none."""
    line_typed = tokens(text)
    place, count, keys = somebody_in(listener, line_typed)
    test = listener.rules.role(Role.TEST, listener.table)
    if test is None or len(keys) != 1:
        return None
    rest, against = _against(listener, test, (*line_typed[:place], *line_typed[place + count :]))
    numbers = [each.text for each in rest if each.is_number]
    verbs = (form for verb in synonyms_of(Role.TEST) for form in (verb, *verb_forms(verb)))
    small = (*small_words(), *verbs, *(synonyms_of("on-what") if against else ()))
    words = tuple(each for each in rest if not each.is_number and each.low not in small)
    if len(words) > 1 and all(_names_an_input(test, each) for each in words[1:]):
        numbers = [each.text for each in rest if each is not words[0]]
        words = words[:1]
    skill = tuple(word for each in words for word in each.words)
    name = deed_tried(skill) or next((" ".join(each) for each in _skills(listener) if each == skill), "")
    if not skill or not name:
        return None
    plain = _plain_option(listener, test, keys[0])
    about = [f'{MATTER}="{name}"' for each in test.inputs if each.id == MATTER]
    line = " ".join((f"#{keys[0]}", synonyms_of(Role.TEST)[0], *plain, *about, *against, *numbers))
    return Untrained(line, name)


def _against(
    listener: Listener, test: Procedure, rest: Sequence[Token]
) -> tuple[Sequence[Token], tuple[str, ...]]:
    """The words without the name of the one it is tried against behind the deed, `climbs the bell cliff`, and
    that one as the input for it, where the test has one.
    """
    place, count, keys = somebody_in(listener, rest)
    if len(keys) != 1 or not place or all(each.id != AGAINST for each in test.inputs):
        return rest, ()
    return (*rest[:place], *rest[place + count :]), (f"{AGAINST}=#{keys[0]}",)


def _names_an_input(test: Procedure, token: Token) -> bool:
    return any(token.words == name[:1] for each in test.inputs for name in input_synonyms(each.id))


def deed_tried(words: Phrase) -> str:
    """What people try that is no command, `climb` or `climbs`; empty when it is nothing of that kind."""
    deeds = (
        each for each in synonyms_of("deeds") if words in [(form,) for form in (each, *verb_forms(each))]
    )
    return next(deeds, "")


def _skills(listener: Listener) -> Iterator[Phrase]:
    """What the skills of anybody here are called."""
    for who in listener.known.people.listed:
        for part in parts(who.sheet):
            value = part_of(who.sheet, part)
            if part == SKILLS and isinstance(value, Skills | Tags):
                yield from map(phrase, row_names(value))


def _plain_option(listener: Listener, test: Procedure, key: int) -> tuple[str, ...]:
    """What is chosen where the game asks for a skill and has something for who has none."""
    form = new_form(test, listener.table, None, {"who": key})
    for each in test.inputs:
        if isinstance(each, Choice) and each.default is None:
            options = each.options(listener.table, form.given)
            return tuple(f"{each.id}={option}" for option in options if option in synonyms_of("no-skill"))[:1]
    return ()


def learnt_skill_said(listener: Listener, text: str) -> Said | None:
    """A skill or a spell that somebody gets by being told so, `moss gets skill Swim 3`, `corin learns
    tracking`: by the game's own way where it has one. None: nobody does.
    """
    line = tokens(text)
    learns = words_beside_verb(line, "learns", listener.known)
    got = learns or words_beside_verb(line, "gains", listener.known)
    who = who_said(listener, got) if got is not None else None
    if got is None or who is None:
        return None
    words = possession_named(got.behind)
    lists = [p for p in parts(who.sheet, who.kind) if isinstance(part_of(who.sheet, p), Skills | Tags)]
    part = next((each for each in lists if words and singular_name(each) == words[0].low), "")
    name = " ".join(each.text for each in (possession_named(words[1:]) if part else words))
    is_ranked = bool(words) and words[-1].text.isdecimal() and len(words) > 1
    if learns is not None and not part:
        if not is_ranked and any(each.is_spelt_out and not each.left for each in listener.readings(text)):
            return None
        part = SKILLS if SKILLS in lists else lists[0] if len(lists) == 1 else ""
        if not part:
            raise refused("learns-nowhere", who=who.name)
        if name and not is_ranked and (grown := _grown(listener, who, name)) is not None:
            return grown
    if not part or not name:
        return None
    if is_ranked and isinstance(part_of(who.sheet, part), Tags):
        plain = " ".join(each.text for each in words[:-1])
        raise refused("learns-unranked", part=part_label(listener.rules.id, part), who=who.name, name=plain)
    typed = as_in_a_pack(listener, part, name)
    return edited_row(listener, (who,), f"{part}.new", typed, f"+ {typed}")


def _grown(listener: Listener, who: Character, name: str) -> Said | None:
    """A skill learnt by the procedure of the game that takes any. None: it has none."""
    procedure = listener.rules.role(Role.IMPROVE, listener.table)
    pick = next((each for each in procedure.inputs if each.id == SKILLS), None) if procedure else None
    if procedure is None or not (isinstance(pick, Choice) and pick.free and pick.many):
        return None
    form = new_form(procedure, listener.table, None, {"who": who.key, SKILLS: (name,)})
    return Said(listener.command(procedure.id), form, (), ("who", SKILLS))
