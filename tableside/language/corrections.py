"""The line that a refused one was probably meant to be, as far as that would be understood."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from tableside.errors import RuleError
from tableside.language.feedback import Said, words_unsaid_for_feedback
from tableside.language.lines import is_prose_line
from tableside.language.listener import Listener
from tableside.language.said_of_dice import several_said_singly
from tableside.language.said_of_harm import is_harmful_deed
from tableside.language.said_of_story import QUESTION
from tableside.language.words import (
    LEAST_LETTERS,
    Token,
    all_synonyms,
    nearest_words,
    refusal,
    refused,
    small_words,
    synonyms_of,
    text_behind_first_words,
    text_of_words,
    verb_forms,
    word_tokens,
)
from tableside.rules.inputs import YesNo
from tableside.rules.procedure import Role
from tableside.wording import label

OFFERS = ("refused.meant", "refused.each-alone", "refused.each-rolls")
"""The ids of errors that offer another line, their value `line`."""
ANSWERS = frozenset(f"refused.{id}" for id in ("acts-now", "nobody-acts", "hurt-now", "nobody-hurt"))
"""The ids of errors that answer a question."""
MOST_TRIED = 3
"""The most near words to try: each takes as long as a key press may."""
MOST_CORRECTED = 12
"""The most words of a line to correct; a longer one is a sentence."""
MOST_OF_VERB = 3
"""The most words of an unknown verb between two people: `swings at the`."""


def understood_or_corrected(listener: Listener, text: str, understood: Callable[[str], Said]) -> Said:
    """The meaning of a line. Raises `RuleError` when it has none, with the line that was probably meant."""
    try:
        return understood(text)
    except RuleError as error:
        line = word_tokens(text)
        is_asked = text_behind_first_words(text, synonyms_of("asks-odds")) is not None
        is_prose = is_asked or text.strip().endswith(QUESTION) or is_prose_line(text)
        if not 0 < len(line) <= MOST_CORRECTED or is_prose or error.message.id in (*OFFERS, *ANSWERS):
            raise
        is_for_one = str(error).endswith(str(refusal("one-at-a-time", who="")))
        if is_for_one and (singly := several_said_singly(listener, text, understood)):
            raise refused("each-alone", line=singly) from None
        for word, corrected in _corrected(listener, line):
            if _is_understood(corrected, understood):
                raise refused("meant", word=word, line=corrected) from None
        raise


def _is_understood(line: str, understood: Callable[[str], Said]) -> bool:
    try:
        said = understood(line)
    except RuleError:
        return False
    return said.command is None or not said.command.why_not


def _corrected(listener: Listener, line: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Lines that this one may have been meant to be, likeliest first, each with the wrong word."""
    yield from islice(_with_word_meant(listener, line), MOST_TRIED)
    yield from _as_attack(listener, line)


def _with_word_meant(listener: Listener, line: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """The line with another word for one that nothing here goes by."""
    for place, word in enumerate(line):
        for corrected in _words_meant(listener, line, place):
            yield word.text, text_of_words((*line[:place], word._replace(text=corrected), *line[place + 1 :]))


def _as_attack(listener: Listener, line: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """The line with an unknown verb between people of two sides as an attack: `wolf 1 bites moss`."""
    fight, table = listener.rules.role(Role.FIGHT, listener.table), listener.table
    first = next((n for n, each in enumerate(line) if each.low not in synonyms_of("the")), 0)
    actor = listener.known.named(line[first:])
    verb = first + (actor.count if actor is not None else 0)
    who = actor.keys[0] if actor is not None and actor.keys else listener.who
    if fight is None or who is None or verb >= len(line) or listener.knows(line[verb]):
        return

    if line[verb].low in synonyms_of("being"):
        yield from _as_attack_by(listener, line, verb)
        return
    target = next((n for n in range(verb + 1, len(line)) if _is_named(listener, line[n:])), None)
    victim = listener.known.named(line[target:]) if target is not None else None
    if target is None or victim is None or target - verb > MOST_OF_VERB or not victim.keys:
        return
    between = line[verb:target]
    is_by_several = actor is not None and actor.many
    is_verb = between[0].text.isalpha() and (not verb or is_by_several or between[0].low.endswith("s"))
    opposes = (*synonyms_of("input.opposition"), *synonyms_of("and"), *synonyms_of("but"))
    if not is_verb or any(
        each.is_number or each.is_dice or each.ends or each.low in opposes for each in between
    ):
        return
    if not table.are_opposed(who, victim.keys[0]):
        return
    attacks, ahead = verb_forms(synonyms_of(Role.FIGHT)[1])[0], text_of_words(line[:verb])
    for way in _ways_of_attack(fight.inputs, between[0]):
        text = " ".join((ahead, attacks, text_of_words(line[target:]), way)).strip()
        yield between[0].text, text


def _as_attack_by(listener: Listener, line: Sequence[Token], verb: int) -> Iterator[tuple[str, str]]:
    """The line with an unknown verb in the passive as an attack: `moss was clobbered by warden 1`."""
    deed, joins, by = line[verb + 1 : verb + 2], line[verb + 2 : verb + 3], line[verb + 3 :]
    is_by = bool(by) and joins[0].low in synonyms_of("by") and is_harmful_deed(listener, deed[0].low)
    if verb and is_by and _is_named(listener, by):
        attacks = verb_forms(synonyms_of(Role.FIGHT)[1])[0]
        yield deed[0].text, " ".join((text_of_words(by), attacks, text_of_words(line[:verb])))


def _ways_of_attack(inputs: Sequence[object], verb: Token) -> Iterator[str]:
    """What the verb says of an attack besides: `charging` of `charges`; then nothing."""
    stem = verb.low.removesuffix("s").removesuffix("e")
    ways = (label("input", each.id) for each in inputs if isinstance(each, YesNo))
    yield from (each for each in ways if len(stem) > LEAST_LETTERS and each.startswith(stem))
    yield ""


def _is_named(listener: Listener, line: Sequence[Token]) -> bool:
    """Whether the words begin with somebody's name."""
    person = listener.known.named(line) if line[0].text[0].isalpha() or line[0].text[0] == "#" else None
    return person is not None and person.is_exact


def _words_meant(listener: Listener, line: Sequence[Token], place: int) -> Iterator[str]:
    """What a word that nothing here goes by may be a slip of: a name glued to its number, or a near word."""
    word = line[place]
    if not word.words or not word.text[0].isalpha() or word.low in small_words() or "=" in word.text:
        return
    letters = word.text.rstrip("0123456789")
    if letters != word.text and letters.isalpha():
        yield f"{letters} {word.text[len(letters) :]}"
        return
    if listener.known.all_named(line[place:]) is not None:
        return  # somebody's name, though they may be dead or out of play
    is_last = place == len(line) - 1 and not word.ends
    readings = listener.readings(text_of_words(line))[:MOST_TRIED]
    unsaid = (each for reading in readings for each in words_unsaid_for_feedback(reading))
    known = listener.words_here() | all_synonyms() | {*unsaid}
    if word.low in known or listener.knows(word) or (is_last and listener.begins(word.low)):
        return
    if any(each.is_number or each.is_dice for each in line):
        yield from nearest_words(word.low, frozenset((*synonyms_of("takes"), *synonyms_of("loses"))))[:1]
    yield from nearest_words(word.low, known)
