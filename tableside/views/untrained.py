"""What anybody may try, be it on their sheet or not: `ana climb` is a test without that skill."""

from collections.abc import Iterator

from tableside.frozen import frozen
from tableside.rules.form import start
from tableside.rules.inputs import Choice
from tableside.rules.procedure import Procedure, Role
from tableside.rules.sheet import Skills, Tags, part_of, parts
from tableside.views.listening import Listener
from tableside.views.own_words import somebody
from tableside.views.phrases import Phrase, called, phrase, small_words, tokens
from tableside.views.values import row_names
from tableside.views.vocabulary import forms

SKILLS = "skills"
MATTER = "matter"
"""The input for what is tried, in games in which nobody may try the same again."""


@frozen
class Untrained:
    """A test of somebody without a skill for it."""

    line: str
    """The same, as the command bar understands it."""
    skill: str
    """What they have no skill for."""


def untrained(listener: Listener, text: str) -> Untrained | None:
    """The test that a line means of somebody who has no such skill. None: it means none."""
    listed = tokens(text)
    place, count, keys = somebody(listener, listed)
    test = listener.rules.role(Role.TEST, listener.table)
    if test is None or len(keys) != 1:
        return None
    rest = (*listed[:place], *listed[place + count :])
    numbers = [each.text for each in rest if each.is_number]
    words = tuple(each for each in rest if not each.is_number and each.low not in small_words())
    skill = tuple(word for each in words for word in each.words)
    name = _deed(skill) or next((" ".join(each) for each in _skills(listener) if each == skill), "")
    if not skill or not name:
        return None
    plain = _plain_option(listener, test, keys[0])
    about = [f'{MATTER}="{name}"' for each in test.inputs if each.id == MATTER]
    line = " ".join((f"#{keys[0]}", called(Role.TEST)[0], *plain, *about, *numbers))
    return Untrained(line, name)


def _deed(words: Phrase) -> str:
    """What people try, `climb` or `climbs`; empty when it is nothing of that kind."""
    found = (each for each in called("deeds") if words in [(form,) for form in (each, *forms(each))])
    return next(found, "")


def _skills(listener: Listener) -> Iterator[Phrase]:
    """What the skills of anybody here are called."""
    for who in listener.known.people.listed:
        for part in parts(who.sheet):
            value = part_of(who.sheet, part)
            if part == SKILLS and isinstance(value, Skills | Tags):
                yield from map(phrase, row_names(value))


def _plain_option(listener: Listener, test: Procedure, key: int) -> tuple[str, ...]:
    """What is chosen where the game asks for a skill and has something for who has none."""
    form = start(test, listener.table, None, {"who": key})
    for each in test.inputs:
        if isinstance(each, Choice) and each.default is None:
            options = each.options(listener.table, form.given)
            return tuple(f"{each.id}={option}" for option in options if option in called("no-skill"))[:1]
    return ()
