"""Completion of the last word of a typed line."""

import re
from collections.abc import Iterator

from tableside.language.commands import Command
from tableside.language.feedback import words_unsaid_for_feedback
from tableside.language.lines import is_prose_line, is_time_line
from tableside.language.listener import Listener
from tableside.language.said_of_foes import encounter_names_to_say, is_encounter_said_next
from tableside.language.said_of_story import is_question_said_in_words, question_said_to_table
from tableside.language.words import word_tokens
from tableside.rules.campaign_kinds import campaign_kind_names
from tableside.rules.foe_lines import name_begun_in_foe_line, names_for_foe_line
from tableside.rules.pack_kinds import ENCOUNTERS
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table
from tableside.views.offers import Offer

_COUNTED = re.compile(r"(?:^|.*[\s,;])\d{1,3}\s*x?\s+(?P<name>[^\W\d][^\d,;:=]*)$")
MOST_LETTERS = 200
MOST_COMPLETED = 12
"""The most words of a line to complete; a longer one is a sentence."""
MOST_NAME_WORDS = 3
"""The most words of a name to consider for completing its last one."""


def completed_line(listener: Listener, text: str) -> str:
    """The line with its last word completed to the likeliest; the same line if there is no completion."""
    if not text or len(text) > MOST_LETTERS or text.endswith(" "):
        return text
    if is_prose_line(text) or is_time_line(text):
        return text
    if (counted := _foes_completed(listener.rules, listener.table, text)) != text:
        return counted
    words = text.split(" ")
    if len(words) > MOST_COMPLETED:
        return text
    is_asked = is_question_said_in_words(text) or question_said_to_table(listener, text) is not None
    for count in range(min(len(words), MOST_NAME_WORDS), 0, -1):
        head, tail = " ".join(words[:-count]), " ".join(words[-count:])
        if head and is_asked:
            return text  # words of a question name no command: `where does the stair go`
        candidates = [each for each in _candidates(listener, head) if each.startswith(tail.casefold())]
        if candidates:
            return text if tail.casefold() in candidates else text + candidates[0][len(tail) :]
    return text


def _foes_completed(rules: Ruleset, table: Table, text: str) -> str:
    """The line with the kind of foes after its last count completed, from known and listed kinds; the same
    line if there is none.
    """
    match = _COUNTED.search(text)
    return _with_name(rules, table, text, match["name"] if match is not None else "")


def kinds_completed(rules: Ruleset, table: Table, text: str) -> str:
    """A line of foes with its last kind completed, which needs no count before it."""
    return _with_name(rules, table, text, name_begun_in_foe_line(text) or "")


def encounter_completed(rules: Ruleset, table: Table, text: str) -> str:
    """A line about encounters completed: a name, or the last kind of foes after a colon or plus."""
    if ":" in text or "+" in text:
        return kinds_completed(rules, table, text)
    names = campaign_kind_names(rules, table, ENCOUNTERS)
    called = ((names[id].casefold(), id.replace("-", " ")) for id in names.begun(text))
    known = [each for both in called for each in both]
    begun = text.casefold()
    return text + next((each[len(begun) :] for each in known if each.startswith(begun)), "")


def _with_name(rules: Ruleset, table: Table, text: str, begun: str) -> str:
    """The line with the kind of foes that its end begins completed."""
    low = begun.casefold()
    names = [each for each in names_for_foe_line(rules, table, low) if each.startswith(low)] if low else []
    name = low if low in names else next(iter(names), low)
    return text + name[len(low) :]


def _candidates(listener: Listener, head: str) -> Iterator[str]:
    if is_encounter_said_next(head):
        yield from encounter_names_to_say(listener)
    readings = listener.readings(head) if head.strip() else ()
    best = next(iter(readings), None)
    if best is not None and best.inputs():
        yield from words_unsaid_for_feedback(best)
    commands = [each for each in listener.commands() if not _is_on_numbers(each)]
    for each in commands:
        yield each.label.partition(" · ")[0].casefold() if each.verbs else " ".join(each.phrases[0])
    yield from (each.name.casefold() for each in listener.table.in_play())
    for key in listener.people_in(word_tokens(head)):
        yield from (each.label.casefold() for each in listener.rolls_of(key).commands)
    for each in commands:
        yield from (" ".join(name) for name in each.phrases)
    yield from encounter_names_to_say(listener)


def _is_on_numbers(command: Command) -> bool:
    """Whether it is a roll on bare numbers, which is never the likeliest."""
    return isinstance(command.target, Offer) and command.target.is_on_numbers
