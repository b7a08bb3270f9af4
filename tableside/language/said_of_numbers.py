"""Numbers of a sheet in everyday words, as the change or the value that they state.

`ana gets 2 stamina back`, `bram regains a point of luck`, `luck drops to 2`, `moss has 5 stamina left`.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from tableside.language.listener import Listener
from tableside.language.said_of_sheets import people_first, sheet_number_meant
from tableside.language.said_of_story import QUESTION
from tableside.language.words import Token, number_in_word, refused, synonyms_of, text_of_words, word_tokens
from tableside.rules.table import Character

MOST_WORDS: Final = 12
"""The most words of a line about a number in everyday words."""
MOST_WORDS_OF_NAME: Final = 3
"""The most words of the name of a number."""
BACK: Final = "back"
LEFT: Final = "left"
BY, TO, OF = "by", "to", "of"


class NumberCounted(NamedTuple):
    """A number of a sheet with how much of it, `a point of luck`."""

    before: Sequence[Token]
    amount: str
    name: str
    behind: Sequence[Token]
    is_as_typed: bool
    """Whether nothing but the amount and the name was typed."""


def number_line_spelt_out(listener: Listener, text: str) -> str:
    """The line with what it says of a number of a sheet in the words of other lines: `gains 2 stamina` for
    `gets 2 stamina back`, `1 luck` for `a point of luck`, `stamina=3` for `stamina drops to 3`.
    """
    line = word_tokens(_OUT_OF.sub("/", text))
    if len(line) > MOST_WORDS or text.endswith(QUESTION):
        return text
    text, line = _owner_first(listener, text_of_words(line), line)
    gives = line[:1] if line and line[0].low in synonyms_of("gives") else ()
    people, words = people_first(listener, line[len(gives) :])
    if not people:
        return text
    whose = text_of_words(line[len(gives) : len(line) - len(words)])
    if not gives and (moved := _moved(listener, people[0], words)):
        return f"{whose} {moved}".strip()
    if (counted := _counted(listener, people[0], words)) is None:
        if len(words) == 2 and _are_of([words[0].low], "regains") and not words[1].text.isalpha():
            return f"{whose} {synonyms_of('regains')[0]} {words[1].text}".strip()
        return text_of_words(line[:-1]) if _is_had_before(line) else text
    told = [each.low for each in counted.before]
    behind = [each.low for each in counted.behind]
    gained, number = synonyms_of("gains")[0], f"{counted.amount} {counted.name}"
    is_moved = bool(told) and told[-1] == TO and _are_of(told[:-1], *MOVES)
    if counted.amount.isdecimal() and (is_moved or (behind == [LEFT] and _are_of(told, "has"))):
        return f"{whose} {counted.name}={counted.amount}".strip()
    is_back = BACK in (*told[-1:], *behind[:1]) and _are_of([each for each in told if each != BACK], *GETS)
    if (gives and not told and behind[:1] == [BACK]) or (told and (is_back or _are_of(told, "regains"))):
        rest = counted.behind[behind[:1] == [BACK] :]
        _check_nobody_gives_it(listener, rest, f"{whose} {gained} {number}".strip())
        return f"{whose} {gained} {number} {text_of_words(rest)}".strip()
    if _are_of(told, "gains"):
        _check_nobody_gives_it(listener, counted.behind, f"{whose} {gained} {number}".strip())
    if counted.is_as_typed:
        return text
    parts = (
        text_of_words(gives),
        whose,
        text_of_words(counted.before),
        number,
        text_of_words(counted.behind),
    )
    return " ".join(filter(None, parts))


_OUT_OF = re.compile(r"(?<=\d)\s+(?:out\s+)?of\s+(?=\d)")
"""Between a number and its maximum: `7 out of 20`."""


def _owner_first(listener: Listener, text: str, line: tuple[Token, ...]) -> tuple[str, tuple[Token, ...]]:
    """The line with the owner of a number first, who stands behind it in `hit points of ana is 16`."""
    of = next((place for place, each in enumerate(line) if place and each.low == OF), 0)
    person = listener.known.named(line[of + 1 :]) if of else None
    if person is None or person.many or len(person.keys) != 1 or not line[-1].is_number:
        return text, line
    name = [each for each in line[:of] if each.low not in synonyms_of("the")]
    rest = line[of + 1 + person.count :]
    if not rest or not sheet_number_meant(listener, listener.table[person.keys[0]], name):
        return text, line
    text = text_of_words((*line[of + 1 : of + 1 + person.count], *name, *rest))
    return text, word_tokens(text)


MOVES: Final = ("moves", "moves-down", "moves-up")
"""Words before the *by* or *to* of a number that changes."""
GETS: Final = ("gains", "takes-up", "regains")
"""Verbs of getting."""


def _check_nobody_gives_it(listener: Listener, behind: Sequence[Token], first: str) -> None:
    """Raises `RuleError` when a gain says whence it is, other than from somebody: that is a remark."""
    is_caused = len(behind) > 1 and behind[0].low in synonyms_of("harm-causes")
    if is_caused and not behind[-1].text.isdecimal() and listener.known.named(behind[1:]) is None:
        raise refused("one-by-one", first=first)


def _are_of(words: Sequence[str], *ids: str) -> bool:
    """Whether each of some words, and at least one, is a synonym of one of these."""
    return bool(words) and {*words} <= {each for id in ids for each in synonyms_of(id)}


def _is_had_before(line: Sequence[Token]) -> bool:
    """Whether a *back* at the end says only that a thing was had before: `gets her sword back`."""
    of_body = {*synonyms_of("pronouns"), *synonyms_of("articles"), *synonyms_of("the")}
    got = {*synonyms_of("gains"), *synonyms_of("gives"), *synonyms_of("takes-up"), *synonyms_of("regains")}
    is_back = len(line) > 2 and line[-1].low == BACK and line[-2].low not in of_body
    return is_back and not got.isdisjoint(each.low for each in line)


def _moved(listener: Listener, who: Character, words: Sequence[Token]) -> str:
    """A number that changes by or to an amount, `luck drops by 2`, as that change. Empty: none does."""
    if len(words) < 4 or not words[-1].text.isdecimal() or words[-2].low not in (BY, TO):
        return ""
    place = next((n for n, each in enumerate(words) if n and _are_of([each.low], *MOVES)), 0)
    verbs = [each.low for each in words[place:-2]]
    if not place or not _are_of(verbs, *MOVES) or not sheet_number_meant(listener, who, words[:place]):
        return ""
    name, amount = text_of_words(words[:place]), words[-1].text
    if words[-2].low == TO:
        return f"{name}={amount}"
    signs = [sign for sign, id in (("-", "moves-down"), ("+", "moves-up")) if {*verbs} & {*synonyms_of(id)}]
    return f"{name} {signs[0]}{amount}" if len(signs) == 1 else ""


def _counted(listener: Listener, who: Character, words: Sequence[Token]) -> NumberCounted | None:
    """The first number of the sheet with how much of it. None: the words count none."""
    for place, each in enumerate(words):
        is_amount = each.text.isdecimal() or (each.is_dice and each.text[0] not in "+-")
        amount = each.text if is_amount else str(number_in_word(each.low) or "")
        behind = words[place + 1 :]
        points = synonyms_of("points")
        is_of = len(behind) > 1 and behind[0].low in points and behind[1].low == OF
        start = 2 if is_of else 0
        for count in range(MOST_WORDS_OF_NAME, 0, -1) if amount else ():
            name = behind[start : start + count]
            if len(name) < count or not sheet_number_meant(listener, who, name):
                continue
            after = behind[start + count :]
            is_pointed = bool(after) and after[0].low in points
            rest = after[is_pointed:]
            is_told = is_of or is_pointed
            if not (is_amount or is_told) and (rest or each.low in synonyms_of("articles")):
                continue  # `takes a wound`, `gets one silver ring`
            is_typed = is_amount and not is_told
            return NumberCounted(words[:place], amount, text_of_words(name), rest, is_typed)
    return None
