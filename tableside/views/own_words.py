"""A condition in the table's own words: `moss cursed 3`, `cursed moss`, `goblins are afraid`.

It is one only where somebody is named, and where none of the other words begins anything that is known, or is
a slip away from it.
"""

from collections.abc import Iterator, Sequence

from tableside.rules.form import start
from tableside.rules.inputs import Choice, Value
from tableside.rules.naming import singular
from tableside.rules.procedure import Procedure, Role
from tableside.views.listening import Listener
from tableside.views.phrases import Begun, Token, phrase, small_words, tokens
from tableside.views.refusing import known_words
from tableside.views.said import Said
from tableside.wording import label

LEAST_LETTERS = 3


def condition_said(listener: Listener, text: str) -> Said | None:
    """What such a line means. None: it is none."""
    procedure, listed = _own_condition(listener), tokens(text)
    place, count, keys = _named(listener, listed)
    if procedure is None or not keys:
        return None
    rest = [each for each in (*listed[:place], *listed[place + count :])]
    rounds = [each for each in rest if each.text.isdecimal()]
    words = _bare([each for each in rest if each not in rounds])
    known = Begun([*known_words(listener, keys), *_input_words(listener)])
    if not words or len(rounds) > 1 or not all(_is_own(each, known) for each in words):
        return None
    given: dict[str, Value] = {"who": keys, "condition": " ".join(each.low for each in words)}
    if rounds:
        given["rounds"] = int(rounds[0].text)
    return Said(
        listener.command(procedure.id), start(procedure, listener.table, None, given), (), tuple(given)
    )


def as_condition(listener: Listener, text: str) -> str:
    """How a line would be typed that is to be a condition of the table's own; empty when nobody is named."""
    listed = tokens(text)
    place, count, keys = _named(listener, listed)
    if _own_condition(listener) is None or not keys or listed[0].is_number:
        return ""
    names = " ".join(each.text for each in listed[place : place + count])
    words = [each for each in (*listed[:place], *listed[place + count :])]
    own = any(each.text.isalpha() for each in words)
    return f"condition {names} {' '.join(each.text for each in words)}" if own else ""


def _own_condition(listener: Listener) -> Procedure | None:
    """The procedure by which any words are a condition. None: this game has none."""
    for each in listener.rules.procedures:
        if each.role == Role.CONDITION and isinstance(pick := each.input("condition"), Choice) and pick.free:
            return each
    return None


def _input_words(listener: Listener) -> Iterator[str]:
    """What the inputs of all procedures are called."""
    ids = {each.id for procedure in listener.rules.procedures for each in procedure.inputs}
    yield from (word for id in ids for word in phrase(label("input", id)))


def _named(listener: Listener, listed: Sequence[Token]) -> tuple[int, int, tuple[int, ...]]:
    """The first of the words that name somebody, how many they are, and who is in play of those named; of
    one name, nobody when it could be several people's.
    """
    for place in range(len(listed)):
        person = listener.known.named(listed[place:])
        if person is not None:
            keys = tuple(key for key in person.keys if not listener.table[key].retired)
            return place, person.count, keys if person.many or len(keys) == 1 else ()
    return 0, 0, ()


def _bare(words: Sequence[Token]) -> Sequence[Token]:
    """Without the small words before and behind."""
    telling = [place for place, each in enumerate(words) if each.low not in small_words()]
    return words[telling[0] : telling[-1] + 1] if telling else ()


def _is_own(word: Token, known: Begun) -> bool:
    """Whether a word is none that anything else is called by, nor a slip of the fingers away from one."""
    if word.low in small_words():
        return True
    is_word = word.text.isalpha() and len(word.text) >= LEAST_LETTERS
    is_known = known.has(word.low) or known.has(singular(word.low))
    return is_word and not is_known and not any(_is_slip(word.low, each) for each in known.words)


def _is_slip(one: str, other: str) -> bool:
    """Whether one letter too many, too few, another, or two that changed places make one of the other."""
    if abs(len(one) - len(other)) > 1 or min(len(one), len(other)) < LEAST_LETTERS:
        return False
    if len(one) != len(other):
        short, long = sorted((one, other), key=len)
        return any(long[:place] + long[place + 1 :] == short for place in range(len(long)))
    differ = [place for place in range(len(one)) if one[place] != other[place]]
    is_swap = len(differ) == 2 and differ[1] == differ[0] + 1
    return len(differ) < 2 or (is_swap and sorted(one) == sorted(other))
