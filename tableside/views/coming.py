"""Whoever comes: `bram joins`, `moss is back`, `quill is here`: to the table, into play or into the fight,
whichever of these they are not in yet.
"""

from collections.abc import Callable, Iterator, Sequence

from tableside.rules.form import start
from tableside.rules.procedure import Procedure, Role
from tableside.rules.states import is_dead
from tableside.rules.table import Character
from tableside.rules.upkeep import CALL_BACK
from tableside.views.listening import Listener
from tableside.views.phrases import Token, small_words, tokens
from tableside.views.refused import refused
from tableside.views.said import Said
from tableside.views.shorthand import foe_of_kind
from tableside.views.verbs import besides, people_meant


def came(listener: Listener, text: str) -> Said | None:
    """Who a line says to come. None: nobody. Raises `RuleError` for who is there already, and for who is
    nobody here.
    """
    found = besides(tokens(text), "joins", listener.known)
    if found is None:
        return None
    before, behind = _telling(found.before), _telling(found.behind)
    if len(found.verb) > 1 and any(each.is_number for each in (*before, *behind)):
        raise refused("comes-only", verb=" ".join(each.text for each in found.verb))
    if bool(before) == bool(behind):  # it is nobody, or they come on somebody's side
        return None
    people = people_meant(before or behind, listener.known)
    if people is not None:
        return None if _acts_late(listener, text) else _comes(listener, people.keys, many=people.many)
    if before and not _says_more(listener, text, before):
        raise refused("comes-nobody", whom=" ".join(each.text for each in before))
    return None


def _comes(listener: Listener, keys: Sequence[int], *, many: bool) -> Said:
    """Those of these who have yet to come, by the first way in that any of them needs."""
    table = listener.table
    if not many and len(keys) > 1:
        raise refused("which", who=_names(listener, keys, " or "))
    for procedure, lacks in _ways_in(listener):
        if coming := tuple(key for key in keys if lacks(table[key])):
            form = start(procedure, table, None, {"who": coming})
            return Said(listener.command(procedure.id), form, (), ("who",))
    dead = [key for key in keys if is_dead(table[key])]
    id = "comes-dead" if dead else "comes-already" if table.order is None else "comes-fighting"
    raise refused(id, who=_names(listener, dead or keys, " and "))


def _acts_late(listener: Listener, text: str) -> bool:
    """Whether the order that is on has an act of theirs by that name: what was put off comes in."""
    hand = listener.rules.role(Role.HAND, listener.table)
    readings = (each for each in listener.readings(text) if hand and each.command.id == hand.id)
    return any(each.is_spelt_out and not (each.left or each.trouble) for each in readings)


def _ways_in(listener: Listener) -> Iterator[tuple[Procedure, Callable[[Character], bool]]]:
    """What brings somebody to where all the others are, each with who needs it."""
    table, rules = listener.table, listener.rules
    yield rules.procedure(CALL_BACK), lambda who: who.retired and not is_dead(who)
    arrive, join = rules.role(Role.ARRIVE, table), rules.role(Role.JOIN, table)
    if arrive is not None:
        yield arrive, table.is_absent
    if join is not None and (order := table.order) is not None:
        yield join, lambda who: not (is_dead(who) or who.retired or who.key in order.members)


def _says_more(listener: Listener, text: str, words: Sequence[Token]) -> bool:
    """Whether the line means something else: a command, somebody besides other words, or a kind of foe."""
    if any(each.is_spelt_out and not each.left for each in listener.readings(text)):
        return True
    if any(listener.known.named(words[place:]) for place in range(len(words))):
        return True
    if any(each.is_number or "=" in each.text for each in words):
        return True
    names = " ".join(each.text for each in words)
    return foe_of_kind(names, listener.table, listener.rules) is not None


def _telling(listed: Sequence[Token]) -> Sequence[Token]:
    return [each for each in listed if each.low not in small_words()]


def _names(listener: Listener, keys: Sequence[int], joined: str) -> str:
    return joined.join(listener.table[key].name for key in keys)
