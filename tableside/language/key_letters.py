"""Conditions as the key `k` takes them, typed on the command line: `k st3`, `k moss pr 3`, `moss pr3`."""

import re
from collections.abc import Sequence

from tableside.language.echo import Said
from tableside.language.listener import Listener
from tableside.language.own_words import somebody
from tableside.language.refused import refused
from tableside.language.tokens import Token, tokens
from tableside.rules import care
from tableside.rules.inputs import Choice
from tableside.rules.procedure import Procedure, Role

KEY = "k"
_GLUED = re.compile(r"(?P<name>[^\W\d_]{2,})(?P<rounds>\d{1,3})")
MOST_NAMED = 6
"""Conditions that are named when none is meant."""


def condition_by_key(listener: Listener, text: str) -> Said | None:
    """What such a line means. None: it is none. Raises `RuleError` when no condition begins so."""
    listed = tokens(text)
    procedure = listener.rules.role(Role.CONDITION, listener.table)
    if procedure is None or not listed:
        return None
    is_key = listed[0].low == KEY and len(listed) > 1
    rest = listed[1:] if is_key else listed
    place, count, keys = somebody(listener, rest)
    words = (*rest[:place], *rest[place + count :])
    glued = _GLUED.fullmatch(words[0].low) if len(words) == 1 else None
    if not is_key and (glued is None or not keys):
        return None
    if is_key and not (glued or _is_begun(words)):
        return None
    if not keys:
        keys = (listener.who,) if listener.who is not None and not count else ()
    typed = " ".join(each.low for each in words)
    if len(_begun(procedure, listener, glued["name"] if glued else words[0].low)) != 1:
        return _none(procedure, listener, typed) if is_key else None
    if not keys:
        raise refused("condition-whom")
    form = care.with_condition(procedure, listener.table, keys, typed)
    return Said(listener.command(procedure.id), form, (), ("who", "condition", "rounds"))


def _is_begun(words: Sequence[Token]) -> bool:
    """Whether these are a word, or a word and a number of rounds."""
    is_word = bool(words) and words[0].text.isalpha()
    return is_word and len(words) <= 2 and all(each.text.isdecimal() for each in words[1:])


def _known(procedure: Procedure, listener: Listener) -> tuple[str, ...]:
    pick = procedure.input("condition")
    return pick.options(listener.table, {}) if isinstance(pick, Choice) else ()


def _begun(procedure: Procedure, listener: Listener, name: str) -> tuple[str, ...]:
    """Those of the conditions that the rules know which begin so."""
    known = _known(procedure, listener)
    return (name,) if name in known else tuple(each for each in known if each.startswith(name))


def _none(procedure: Procedure, listener: Listener, typed: str) -> Said:
    known = _known(procedure, listener)[:MOST_NAMED]
    raise refused("no-such-condition", typed=repr(typed), known=", ".join(known))
