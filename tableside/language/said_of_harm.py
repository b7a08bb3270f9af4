"""Lines about harm in everyday words: whom it befalls, how much it is, of what kind, and where it came from.

`ana takes 3 fire damage from the trap`, `ana is hit by goblin 1 for 4`, `bram -3 (fall)`, `5 damage to ana`.
What is neither the person nor the amount becomes the remark of the entry.
"""

import difflib
import re
from collections.abc import Sequence
from itertools import takewhile

from tableside.frozen import frozen
from tableside.language.listener import Listener
from tableside.language.people import people_meant
from tableside.language.said_of_foes import counts_harm_not_foes
from tableside.language.said_of_sheets import sheet_number_meant
from tableside.language.said_of_story import QUESTION
from tableside.language.words import (
    UNITS,
    Token,
    is_slip,
    number_in_word,
    one_of_many,
    refused,
    small_words,
    synonyms_of,
    text_of_words,
    verb_forms,
    word_tokens,
    words_before_a_thing,
)
from tableside.rules.campaign_kinds import campaign_kind_names
from tableside.rules.conditions import CONDITION_SECTION
from tableside.rules.procedure import Role
from tableside.wording import label

_GLUED = re.compile(r"(?<!\S)(-?\d{1,4})(hp|dmg|pts?|damage)\b", re.IGNORECASE)
"""An amount written together with what it counts, `4hp`."""
_HALF = re.compile(
    r"(?<!\S)half (?:of )?(?:a )?(?P<amount>\d{1,4}|\d{0,2}d\d{1,4}(?:[+-]\d{1,3})?)(?!\S)", re.IGNORECASE
)
LEAST_WORDS, MOST_WORDS = 2, 30
"""The least and the most words of a line about harm."""
DONE = ("ed", "en")
"""How words end that say what was done to somebody."""
MOST_OF_DEED = 5
"""The most words from what was done to somebody to *by*: `thrown across the room by`."""
DAMAGE = "damage"
NEARLY = 0.8
"""How much a misspelt word must resemble *damage*."""
LEAST_OF_DAMAGE = 5
"""The least letters of a misspelt *damage*."""


@frozen
class HarmSaid:
    """Harm as stated in a line."""

    names: str
    """Whom it befalls, as typed."""
    amount: str
    kind: str = ""
    """Words for its kind, or for what is lost: `fire`, `stamina`, `nonlethal`; empty if there are none."""
    remark: str = ""
    """What else is said of it: how it came, and whence; empty if nothing is."""
    is_certain: bool = True
    """Whether it can be nothing else; otherwise it is harm only if the game knows this kind of it."""
    is_loss: bool = True
    """Whether a number of the sheet may be lost by it, rather than taken from somewhere."""


_GLUED_METRES = re.compile(r"(?<!\S)(\d{1,4})(m|metres?|meters?)\b", re.IGNORECASE)


def harm_amounts_spelt_out(text: str) -> str:
    """The line with amounts such as `4hp` and `half of 2d6` as the number or dice they stand for."""
    parted = _GLUED_METRES.sub(r"\1 \2", _GLUED.sub(r"\1 \2", text))
    return _HALF.sub(lambda match: f"{match['amount']}/2", parted)


def harm_said(listener: Listener, text: str) -> HarmSaid | None:
    """The harm that a line states with more than whom and how much, or in other words than the game's. None:
    it states no such harm.

    Raises `RuleError` for a number with a word that may be harm as well as a thing.
    """
    line = word_tokens(text)
    if len(line) < LEAST_WORDS or text.endswith(QUESTION) or len(line) > MOST_WORDS:
        return None
    ways = (_befallen, _received, _dealt, _struck, _ordered, _lowered)
    return next(filter(None, (each(listener, line) for each in ways)), None)


def _befallen(listener: Listener, line: Sequence[Token]) -> HarmSaid | None:
    """Harm in the passive: `ana is hit by goblin 1 for 4`, `ana got burnt for 3`, `ana hurt 3 by falling`."""
    for place in range(1, len(line)):
        is_said_so = line[place - 1].low in synonyms_of("being")
        behind = line[place + 1 :]
        is_by = bool(behind) and behind[0].low in synonyms_of("by")
        is_struck = line[place].low in synonyms_of("struck")
        is_done = is_said_so and is_by and line[place].low.endswith(DONE) and any(map(is_harm_word, behind))
        is_passive = is_said_so and line[place - 1].low not in synonyms_of("perfect")  # `has waited for 3`
        is_unknown = not (is_struck or is_done) and is_passive and _is_harm_done(listener, line[place:])
        if not (is_struck or is_done or is_unknown):
            continue
        names = _people(listener, [each for each in line[:place] if each.low not in synonyms_of("being")])
        amount = _amount(listener, behind)
        if not names or amount is None or _counts_time(line, amount):
            return None
        first, last = line[place : amount.place], line[amount.place + 1 :]
        kind, cause = _kind_and_cause(listener, last)
        if is_unknown and not (kind or first[-1].ends or first[-1].low in synonyms_of("harm-for")):
            if last or first[-1].low in synonyms_of("by"):
                return None  # `trapped by 3`, `driven by the wind 3 miles off`
            so = (*line[: amount.place], amount._replace(text=f"{synonyms_of('harm-for')[0]} {amount.text}"))
            raise refused("meant", word=amount.text, line=text_of_words(so))
        is_short = len(first) == 1 or (len(first) == 2 and first[1].low in synonyms_of("harm-for"))
        if not (is_said_so or is_by or is_short) or not _is_of_harm(kind):
            return None
        if is_by and amount.text.isdecimal() and _is_of_a_name(listener, first) and not kind:
            raise refused("who-is-it", whom=f"{first[-1].text} {amount.text}")
        while first[-1].low in (*synonyms_of("harm-for"), *synonyms_of("and"), *synonyms_of("undergoes")):
            first = first[:-1]
        is_plain = len(first) == 1 and first[0].low in (*synonyms_of(Role.FIGHT), *synonyms_of(Role.HURT))
        remark = _text(cause if is_plain else [*first, *cause])
        return HarmSaid(names, amount.text, _text(_telling(kind)), remark)
    return None


def attack_said_in_passive(listener: Listener, text: str) -> str | None:
    """A line that says by whom somebody is struck, as that attack, `goblin 1 attack ana`; one that says only
    that they are struck, as harm to be counted. None: it says neither, or how much harm it was.
    """
    line = word_tokens(text)
    place = next((n for n, each in enumerate(line) if n and each.low in synonyms_of("struck")), 0)
    being = [each for each in line[:place] if each.low in synonyms_of("being")]
    behind = line[place + 1 :]
    names = (
        _people(listener, [each for each in line[:place] if each not in being])
        if place and line[0] not in being
        else ""
    )
    if not names or not (being or behind) or _amount(listener, behind) is not None:
        return None
    if not behind:
        is_blow = line[place].low in (*synonyms_of(Role.FIGHT), *synonyms_of(Role.HURT))
        return f"{synonyms_of(Role.HURT)[0]} {names}" if is_blow and being else None
    attacker = _people(listener, behind[1:]) if behind[0].low in synonyms_of("by") and behind[1:] else ""
    return f"{attacker} {synonyms_of(Role.FIGHT)[1]} {names}" if attacker else None


def _is_of_a_name(listener: Listener, words: Sequence[Token]) -> bool:
    """Whether a number behind these words would be part of a name that nobody has, `goblin 9`."""
    last = words[-1]
    person = listener.known.named([last]) if not last.ends else None
    return person is not None and not last.is_number and len(person.keys) > 1


def _received(listener: Listener, line: Sequence[Token]) -> HarmSaid | None:
    """Harm that somebody takes, suffers or loses: `ana takes 3 damage from the fire`."""
    place = next((n for n, each in enumerate(line) if each.low in synonyms_of("undergoes")), len(line))
    verb, behind = line[place : place + 1], line[place + 1 :]
    while behind and behind[0].low in (*synonyms_of("comes"), *synonyms_of("more")):
        behind = behind[1:]
    if len(behind) > 1 and is_harm_word(behind[0]) and _is_amount(behind[1]):
        behind = (behind[1], behind[0], *behind[2:])  # `takes damage 3`
    if not behind or not (_is_amount(behind[0]) or _is_counted_in_words(listener, behind)):
        return None
    names = _people(listener, [each for each in line[:place] if each.low not in synonyms_of("being")])
    if not names or _counts_time(line, behind[0]):
        return None
    amount = behind[0].text if _is_amount(behind[0]) else str(number_in_word(behind[0].low))
    word = verb[0].low
    kind, cause = _kind_and_cause(listener, behind[1:])
    if word in synonyms_of("loses"):
        kind, cause = _with_number_lost(listener, names, kind, cause)
    if not (cause or _is_amount(behind[0]) or any(map(is_harm_word, kind))):
        return None  # `takes a pain`, as the game calls it
    telling = _telling(kind)
    is_harm = any(map(is_harm_word, kind)) or word in synonyms_of("suffers")
    if is_harm and not _is_of_harm(kind) and word not in synonyms_of("suffers"):
        return None
    takes = word in (*synonyms_of("takes"), *synonyms_of("loses"))
    if not telling and not is_harm:
        joins = (*synonyms_of("harm-causes"), *synonyms_of("harm-bodies"))
        is_caused = _is_deed(cause) or (bool(cause) and cause[0].low in joins)
        if not is_caused or _names_somebody(listener, cause):
            return None  # as typed, or `takes 10 on spot`
        if not takes:
            raise refused("harm-of-what", who=_text(line[:place]), number=amount)
    if not (takes or is_harm):
        return None
    is_certain = is_harm or not telling or (takes and _is_known(telling))
    if not is_certain and word in synonyms_of("takes") and _may_be_harm(listener, names, telling, amount):
        raise refused("harm-or-thing", who=_text(line[:place]), number=amount, thing=_text(telling))
    is_loss = is_harm or word in synonyms_of("loses")
    return HarmSaid(names, amount, _text(telling), _text(cause), is_certain, is_loss)


def _may_be_harm(listener: Listener, names: str, words: Sequence[Token], amount: str) -> bool:
    """Whether one unknown word behind a number is no plural, so that it may be harm as well as a thing."""
    is_several = amount.isdecimal() and int(amount) > 1
    is_one = len(words) == 1 and words[0].low.isalpha() and one_of_many(words[0].low) == words[0].low
    return (
        is_several
        and is_one
        and not listener.begins(words[0].low)
        and not names_number(listener, names, words)
    )


def names_number(listener: Listener, names: str, words: Sequence[Token]) -> bool:
    """Whether words name a number on the sheet of the first of these people."""
    people = people_meant(word_tokens(names), listener.known)
    return people is not None and bool(sheet_number_meant(listener, listener.table[people.keys[0]], words))


def _dealt(listener: Listener, line: Sequence[Token]) -> HarmSaid | None:
    """Harm done to somebody: `5 fire damage to ana`, `20 nonlethal to ana`, `the trap deals 5 to ana`."""
    place = next((n for n, each in enumerate(line) if each.low in synonyms_of("deals")), -1)
    behind = line[place + 1 :]
    to = next((n for n, each in enumerate(behind) if n and each.low in synonyms_of("harm-to")), 0)
    if not to or not _is_amount(behind[0]):
        return None
    kind, whom = behind[1:to], behind[to + 1 :]
    is_certain = place > 0 or any(map(is_harm_word, kind)) or _is_known(kind)
    is_of_a_game = bool(kind) and kind[-1].low in synonyms_of("kinds-of-games")
    if not (kind or place > 0) or not (is_of_a_game or (is_certain and _is_of_harm(kind))):
        return None
    end = next((n for n, each in enumerate(whom) if each.low in synonyms_of("harm-causes")), len(whom))
    names = _people(listener, whom[:end]) if whom[:end] else ""
    by = f"{synonyms_of('from')[0]} {_text(line[:place])}" if place > 0 else ""
    remark = " ".join(filter(None, (by, _text(whom[end:]))))
    if not names:
        return None
    return HarmSaid(names, behind[0].text, _text(_telling(kind)), remark, is_certain, is_loss=is_certain)


def _struck(listener: Listener, line: Sequence[Token]) -> HarmSaid | None:
    """Harm in the active: `goblin 1 bites ana for 3`, `goblin 1 hits ana for 4 fire damage`."""
    strikes = {
        form
        for verb in (*synonyms_of("strikes"), *synonyms_of(Role.FIGHT))
        for form in (verb, *verb_forms(verb))
    }
    strikes |= {*synonyms_of("struck-active")}
    place = next((n for n, each in enumerate(line) if n and each.low in strikes), 0)
    behind = line[place + 1 :]
    amount = _amount(listener, behind) if place else None
    if amount is None or _counts_time(line, amount):
        return None
    whom = [each for each in line[place + 1 : amount.place] if each.low not in synonyms_of("harm-for")]
    kind, cause = _kind_and_cause(listener, line[amount.place + 1 :])
    names = _people(listener, whom) if whom else ""
    is_plain = line[place].low.removesuffix("s") in synonyms_of(Role.FIGHT)
    if not names or not _is_of_harm(kind) or (is_plain and not (kind or cause)):
        return None
    by = f"{synonyms_of('by')[0]} {_text(line[:place])}"
    return HarmSaid(names, amount.text, _text(_telling(kind)), " ".join(filter(None, (by, _text(cause)))))


def _ordered(listener: Listener, line: Sequence[Token]) -> HarmSaid | None:
    """Harm as an order, `hurt ana 3 from the fire`."""
    n = next((n for n, each in enumerate(line) if _is_amount(each) and _is_free(listener, line, n)), 0)
    names = _people(listener, line[1:n]) if n > 1 and line[0].low in synonyms_of("orders-harm") else ""
    kind, cause = _kind_and_cause(listener, line[n + 1 :])
    if not names or not (kind or cause) or not _is_of_harm(kind):
        return None
    return HarmSaid(names, line[n].text, _text(_telling(kind)), _text(cause))


def _lowered(listener: Listener, line: Sequence[Token]) -> HarmSaid | None:
    """Harm as a minus with a cause, `ana -3 (fall)`, or as a number of damage, `ana 3 fire damage`."""
    places = (n for n, each in enumerate(line) if _is_amount(each) and _is_free(listener, line, n))
    n = next(places, -1)
    if n > 0 and line[n - 1].low in synonyms_of("stands-at"):
        return None  # `is at 3 hp`
    kind, cause = _kind_and_cause(listener, line[n + 1 :])
    names = (
        _people(listener, line[:n]) if n >= 0 and (kind or cause) and not (n == 0 and line[0].is_dice) else ""
    )
    is_less = line[n].text.startswith("-")
    is_caused = _is_deed(cause) or (
        bool(cause) and (cause[0].low in synonyms_of("harm-causes") or cause[0].text.startswith("("))
    )
    is_damage = any(map(is_harm_word, kind)) or (is_less and (is_caused or _is_known(_telling(kind))))
    if not names or not is_damage or not _is_of_harm(kind):
        return None
    return HarmSaid(names, line[n].text.lstrip("-"), _text(_telling(kind)), _text(cause))


def _is_of_harm(kind: Sequence[Token]) -> bool:
    """Whether words behind an amount say only that it is harm, and of what kind: nothing stands behind the
    word for damage, and without one the kind is known.
    """
    is_of_a_game = bool(kind) and kind[-1].low in synonyms_of("kinds-of-games")
    return not kind or is_harm_word(kind[-1]) or is_of_a_game or _is_known(_telling(kind))


def _is_known(words: Sequence[Token]) -> bool:
    """Whether words begin or end with a common kind of harm."""
    return bool(words) and not {words[0].low, words[-1].low}.isdisjoint(synonyms_of("kinds-of-harm"))


def _names_somebody(listener: Listener, words: Sequence[Token]) -> bool:
    """Whether words behind a preposition of place name somebody: `takes 3 to bram`."""
    named = (
        listener.known.named(words[1:]) if words[0].low in synonyms_of("harm-bodies") and words[1:] else None
    )
    return named is not None and named.is_exact


def _people(listener: Listener, words: Sequence[Token]) -> str:
    """The names that these words are, or a sign for the selected character where there are none. Empty: they
    name not only people.
    """
    if not words:
        return f"#{listener.who}" if listener.who is not None else ""
    return _text(words) if people_meant(words, listener.known) is not None else ""


def _amount(listener: Listener, words: Sequence[Token]) -> Token | None:
    """The last number or dice among words that is no part of a name."""
    free = [each for n, each in enumerate(words) if _is_amount(each) and _is_free(listener, words, n)]
    return free[-1] if free else None


def _is_free(listener: Listener, words: Sequence[Token], place: int) -> bool:
    """Whether the word at a place is no part of a name, as the 1 of goblin 1 is."""
    named = ((n, listener.known.named(words[n:])) for n in range(place))
    return not any(each is not None and each.is_exact and n + each.count > place for n, each in named)


def _is_amount(word: Token) -> bool:
    return (word.is_number and word.text[0] != "+") or (word.is_dice and word.text[0] not in "+-")


def _is_counted_in_words(listener: Listener, words: Sequence[Token]) -> bool:
    """Whether a number in words counts harm: `a point`, `three damage`, `two from the fire`, `a pain`."""
    if len(words) < 2 or not number_in_word(words[0].low):
        return False
    if counts_harm_not_foes(listener, f"1 {words[1].low}"):
        return True
    is_article = words[0].low in synonyms_of("articles")
    kind, _ = _kind_and_cause(listener, words[1:])
    return any(map(is_harm_word, kind)) or (not is_article and words[1].low in synonyms_of("harm-causes"))


def _counts_time(line: Sequence[Token], amount: Token) -> bool:
    """Whether a number counts time, `for 3 rounds`."""
    behind = line[amount.place + 1 : amount.place + 2]
    return any(each.low in synonyms_of(f"unit.{unit}") for each in behind for unit in UNITS)


def is_harm_word(word: Token) -> bool:
    """Whether a word means damage, or is a misspelling of it."""
    low = word.low.rstrip(".!")
    if low in synonyms_of("harm-words"):
        return True
    is_like = low[:1] == DAMAGE[0] and len(low) >= LEAST_OF_DAMAGE
    return is_like and difflib.SequenceMatcher(None, low, DAMAGE).ratio() >= NEARLY


def _kind_and_cause(listener: Listener, words: Sequence[Token]) -> tuple[Sequence[Token], Sequence[Token]]:
    """The words for what is lost, and those for the cause: from the first that introduces one or a place, and
    behind a word for damage whatever they are, `4 damage the roof fell in`.
    """
    if _is_deed(words):
        return (), words
    begins = {*synonyms_of("harm-causes"), *synonyms_of("harm-places")}
    kind = [*takewhile(lambda each: each.low not in begins and not each.text.startswith("("), words)]
    end = max((n for n, each in enumerate(kind, 1) if is_harm_word(each)), default=0)
    if 0 < end < len(kind) and _is_any_cause(listener, words[end:]):
        return words[:end], words[end:]
    return kind, words[len(kind) :]


def _with_number_lost(
    listener: Listener, names: str, kind: Sequence[Token], cause: Sequence[Token]
) -> tuple[Sequence[Token], Sequence[Token]]:
    """What is lost and the cause, where a number of the sheet is lost: `2 stamina falling off the cliff`."""
    telling = _telling(kind)
    if telling and names_number(listener, names, telling):
        return telling, cause  # `3 points of stamina`
    ends = (n for n in range(len(kind) - 1, 0, -1) if names_number(listener, names, kind[:n]))
    end = next(ends, 0)
    is_parted = end and _is_any_cause(listener, [*kind[end:], *cause])
    return (kind[:end], [*kind[end:], *cause]) if is_parted else (kind, cause)


def _is_deed(words: Sequence[Token]) -> bool:
    """Whether words say by doing what somebody was harmed: `jumping off the wall`, not `climbing hooks`."""
    behind = ("on-what", "from", "harm-places", "pronouns")
    is_doing = len(words) > 1 and words[0].low.endswith("ing") and not words[0].ends
    return is_doing and any(words[1].low in synonyms_of(each) for each in behind)


def _is_any_cause(listener: Listener, words: Sequence[Token]) -> bool:
    """Whether words behind harm only tell how it came: they name nobody, count nothing, and do not say how
    much or how often it is.
    """
    if (
        not words
        or words[0].low in synonyms_of("of")
        or (len(words) < LEAST_WORDS and not words[0].low.endswith("ing"))
    ):
        return False
    if any(each.is_number or each.is_dice or each.low in synonyms_of("harm-otherwise") for each in words):
        return False
    return not any(each.is_exact for each in listener.known.names_in(words).values())


def _is_harm_done(listener: Listener, words: Sequence[Token]) -> bool:
    """Whether words begin with something harmful that is done to somebody, `clobbered by the ogre`, `smacked
    for 3`, `roughed up by bandits`, and no state that they are in.
    """
    is_by = any(each.low in synonyms_of("by") for each in words[1 : MOST_OF_DEED + 1])
    return (is_by or (len(words) > 1 and words[1].low in synonyms_of("harm-for"))) and is_harmful_deed(
        listener, words[0].low
    )


def is_harmful_deed(listener: Listener, word: str) -> bool:
    """Whether a word may say what harm was done to somebody: it is no state that they are in, nor anything
    that is done without harm.
    """
    if not (word.endswith(DONE) or word in synonyms_of("done")) or word in synonyms_of("being"):
        return False
    states = (label("condition", each).casefold() for each in listener.rules.conditions)
    own = campaign_kind_names(listener.rules, listener.table, CONDITION_SECTION)
    otherwise = (*synonyms_of("done-otherwise"), *synonyms_of("states"), *states, *own)
    return not any(word == each or is_slip(word, each) for each in otherwise)


def healing_said_in_passive(listener: Listener, text: str) -> tuple[str, str] | None:
    """A line that says by how much somebody is healed, as an order, and by whom or what: `moss was healed
    for 3 by quill`. None: it says no such thing.
    """
    line = word_tokens(text)
    place = next((n for n, each in enumerate(line) if n and each.low in synonyms_of("healed")), 0)
    before, behind = line[:place], line[place + 1 :]
    amount = _amount(listener, behind) if place else None
    is_said = any(each.low in synonyms_of("being") for each in before)
    names = _people(listener, [each for each in before if each.low not in synonyms_of("being")])
    if amount is None or not is_said or not names or _counts_time(line, amount):
        return None
    rest = [each for each in behind if each is not amount and not is_harm_word(each)]
    ahead = [each for each in rest if each.low not in synonyms_of("harm-for")]
    if ahead and ahead[0].low not in (*synonyms_of("by"), *synonyms_of("from"), *synonyms_of("by-means")):
        return None
    return f"{synonyms_of(Role.HEAL)[0]} {names} {amount.text}", _text(ahead)


def _telling(kind: Sequence[Token]) -> Sequence[Token]:
    """The words for a kind of harm, without those that only say that it is harm."""
    small = {*small_words(), *words_before_a_thing()}
    return [each for each in kind if not is_harm_word(each) and each.low not in small]


def _text(words: Sequence[Token]) -> str:
    return " ".join(f"{each.text}{each.tail}" for each in words).strip("(), ;")
