"""Why somebody will not do for what is to be done: what holds for them, and for none of those who would."""

from collections.abc import Iterator, Sequence
from typing import Final

from tableside.rules.states import helplessness
from tableside.rules.table import Character, Kind, Table

MOST_NAMED: Final = 4
"""Of those who would do."""
_KINDS: Final = {
    Kind.PC: "a player's character",
    Kind.NPC: "an NPC",
    Kind.ENEMY: "a foe",
    Kind.HENCHMAN: "a henchman",
}


def unfit(table: Table, who: Character, fitting: Sequence[Character]) -> str:
    """Why this one will not do where these would, who are named: `Goblin 2 is dead: there is Goblin 1`."""
    others = [{*_claims(table, each)} for each in fitting]
    telling = (each for each in _claims(table, who) if others and not any(each in one for one in others))
    lasting = (each for each in _states(who) if not others)
    why = next(iter((*_lacked(who, fitting), *telling, *lasting)), "will not do here")
    names = ", ".join(each.name for each in fitting[:MOST_NAMED])
    more = f" and {len(fitting) - MOST_NAMED} more" if len(fitting) > MOST_NAMED else ""
    return f"{who.name} {why}: there is {names or 'nobody who would'}{more}"


def _lacked(who: Character, fitting: Sequence[Character]) -> Iterator[str]:
    """What all the others are and this one is not: dead, of those who can be brought back to life."""
    if fitting and not [*_states(who)]:
        yield from (
            each.replace("is ", "is not ", 1)
            for each in _states(fitting[0])
            if each != "is out of play" and all(each in _states(one) for one in fitting)
        )


def _states(who: Character) -> Iterator[str]:
    """What keeps one out of most things."""
    if who.retired:
        yield "is out of play"
    if state := helplessness(who):
        yield f"is {state.replace('-', ' ')}"


def _claims(table: Table, who: Character) -> Iterator[str]:
    """What can be said of somebody, the most telling first."""
    yield from _states(who)
    yield f"is {_KINDS[who.kind]}"
    if table.order is not None:
        yield "is in the fight" if who.key in table.order.members else "is not in the fight"
