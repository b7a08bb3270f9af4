"""Death and what undoes it: `kill goblin 2`, `moss dies`, `revive moss`, `bring moss back`. Neither ever
means the other.
"""

from collections.abc import Iterable, Sequence

from tableside.rules.conditions import PUT
from tableside.rules.form import start
from tableside.rules.inputs import Value
from tableside.rules.procedure import Procedure, Role
from tableside.rules.states import DEAD, is_dead
from tableside.views.listening import Listener
from tableside.views.phrases import called, tokens
from tableside.views.refused import refused
from tableside.views.said import Said, trouble
from tableside.views.verbs import Besides, Meant, besides, people_meant


def killed(listener: Listener, text: str) -> Said | None:
    """Whom a line says to be dead. None: nobody. Raises `RuleError` when none of them lives."""
    listed = tokens(text)
    found = besides(listed, "dies", listener.known)
    people = people_meant(found.all, listener.known) if found is not None else None
    if found is not None and people is None:
        _check_who_is_said(listener, found, called("kills"))
    if people is None:
        return None
    table = listener.table
    living = [key for key in people.keys if not (table[key].retired or is_dead(table[key]))]
    if not living:
        is_over = any(is_dead(table[key]) for key in people.keys)
        raise refused("dead-already" if is_over else "not-in-play", who=_names(listener, people.keys))
    _check_one(listener, people, living)
    given: dict[str, Value] = {"who": tuple(living), "condition": DEAD}
    forms = [(each, start(each, table, None, given)) for each in _ways_to_die(listener)]
    procedure, form = next((each for each in forms if trouble(each[1], table) is None), forms[0])
    return Said(listener.command(procedure.id), form, (), tuple(given))


def _ways_to_die(listener: Listener) -> Iterable[Procedure]:
    """What puts a condition: the game's own way, then the one that any game has."""
    own = listener.rules.role(Role.CONDITION, listener.table)
    yield from (own,) if own is not None and own.id != PUT else ()
    yield listener.rules.procedure(PUT)


def revived(listener: Listener, text: str) -> Said | None:
    """Whom of the dead a line says to be alive again, in play or out of it. None: nobody.

    Raises `RuleError` when none of them is dead, and where it could be several.
    """
    found = besides(tokens(text), "revives", listener.known)
    people = people_meant(found.all, listener.known) if found is not None else None
    revive = listener.rules.role(Role.REVIVE, listener.table)
    if found is None or revive is None:
        return None
    if people is None:
        if " ".join(each.low for each in (*found.verb, *found.all)) in called("revives"):
            return Said(listener.command(revive.id), start(revive, listener.table, None, {}), ("who",))
        _check_who_is_said(listener, found, called("revives"))
        return None
    table = listener.table
    dead = [key for key in people.keys if is_dead(table[key])]
    if not dead:
        if any(table[key].retired for key in people.keys):
            return None  # they come back into play
        raise refused("not-dead", who=_names(listener, people.keys))
    _check_one(listener, people, dead)
    form = start(revive, table, None, {"who": tuple(dead)})
    return Said(listener.command(revive.id), form, (), ("who",))


def _check_who_is_said(listener: Listener, found: Besides, verbs: Sequence[str]) -> None:
    """Raises `RuleError` for the verb alone, and for how many where it must be said who."""
    counted = [each for each in found.all if not each.is_number]
    is_alone = not found.all and " ".join(each.low for each in found.verb) in verbs
    if is_alone or (len(counted) < len(found.all) and people_meant(counted, listener.known)):
        raise refused("kill-whom" if is_alone else "kill-which")


def _check_one(listener: Listener, people: Meant, keys: list[int]) -> None:
    """Raises `RuleError` when one name could be that of several."""
    if len(keys) > 1 and not people.many:
        raise refused("which", who=" or ".join(listener.table[key].name for key in keys))


def _names(listener: Listener, keys: Iterable[int]) -> str:
    return " or ".join(listener.table[key].name for key in keys)
