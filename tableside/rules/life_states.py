"""States of a character in any game: who can act, who is dead, why somebody cannot be picked.

Each state is a condition of the character; without any of them a character is up.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from tableside.errors import Message, RuleError
from tableside.rules.table import Character, Kind, Table

DYING: Final = "dying"
DEAD: Final = "dead"
OUT_OF_ACTION: Final = "out-of-action"
UNCONSCIOUS: Final = "unconscious"
STUNNED: Final = "stunned"
DOWN: Final = (DEAD, DYING, OUT_OF_ACTION)
"""With one of these, nobody is fought any longer."""
HELPLESS: Final = (*DOWN, UNCONSCIOUS, STUNNED)
"""With one of these, nobody acts."""


GIVEN_WAY: Final = (
    *("captured", "prisoner", "imprisoned", "surrendered", "surrendered-on-terms", "retreated", "fled"),
)
"""With one of these a foe fights no longer, though up."""


def is_dead(who: Character) -> bool:
    return who.has(DEAD)


def is_gone(who: Character) -> bool:
    """Whether a character takes no more turns: dead, or out of play."""
    return is_dead(who) or who.retired


def has_given_way(who: Character) -> bool:
    """Whether this is a foe who fights no longer, though up: fled, or a prisoner."""
    return who.kind == Kind.ENEMY and any(who.has(each) for each in GIVEN_WAY)


def comes_to_fight(who: Character) -> bool:
    """Whether a character is in a fight that is for everybody there."""
    return not is_gone(who) and not has_given_way(who)


def helplessness(who: Character) -> str:
    """Return the worst condition that keeps them from acting. Empty when they can act."""
    if not who.conditions:
        return ""
    names = {each.name for each in who.conditions}
    return next((each for each in HELPLESS if each in names), "")


def can_act(who: Character) -> bool:
    """Whether they can do anything: neither helpless nor out of play."""
    return not helplessness(who) and not who.retired


def is_down(who: Character) -> bool:
    """Whether they are out of the fight."""
    return who.retired or any(who.has(each) for each in DOWN)


def stands(who: Character) -> bool:
    """Whether they can still be fought: neither down nor unconscious."""
    return not is_down(who) and not who.has(UNCONSCIOUS)


def is_fallen(who: Character) -> bool:
    """Whether this is a dead character or a beaten enemy."""
    return is_dead(who) or (who.kind == Kind.ENEMY and who.has(OUT_OF_ACTION))


def is_fallen_foe(who: Character) -> bool:
    """Whether this is a dead or beaten enemy who is still on the table."""
    return who.kind == Kind.ENEMY and not who.retired and is_fallen(who)


def lives(table: Table, who: Character) -> bool:
    """Whether they are not dead."""
    return not is_dead(who)


def who_rests(
    table: Table, keys: Iterable[int], may: Callable[[Table, Character], bool] = lives
) -> tuple[Character, ...]:
    """Return the characters of these keys, each once; without keys, the party and its
    henchmen who may rest.
    """
    named = tuple(table[key] for key in dict.fromkeys(keys))
    return named or tuple(each for each in table.in_play(Kind.PC, Kind.HENCHMAN) if may(table, each))


def may_act(table: Table, who: Character) -> bool:
    """Whether they can act now."""
    return can_act(who)


def check_lives(who: Character) -> None:
    """Raise `RuleError` for the dead."""
    if is_dead(who):
        raise RuleError("states.dead", who=who.name)


def check_can_act(who: Character) -> None:
    """Raise `RuleError` for the helpless, saying why."""
    if state := helplessness(who):
        raise RuleError("states.cannot-act", who=who.name, condition=state)


MOST_NAMED: Final = 4
"""The most alternatives named."""
OUT_OF_PLAY: Final = Message("unfit.out-of-play")


def unfit_by_life_state(
    table: Table,
    who: Character,
    fitting: Sequence[Character],
    fits: Callable[[Table, Character], bool] = lives,
) -> Message:
    """Return why this character cannot be picked where these can: `Goblin 2 is dead: choose Goblin 1`."""
    if fits is Table.has_turn and fitting and can_act(who):
        return Message("unfit.turn", who=who.name, acting=fitting[0].name)
    others = [{*_claims(table, each)} for each in fitting]
    telling = (each for each in _claims(table, who) if others and not any(each in one for one in others))
    lasting = (each for each in _states(who) if not others)
    why = next(iter((*_lacked(who, fitting), *telling, *lasting)), Message("unfit.here"))
    named = [each.name for each in fitting[:MOST_NAMED]]
    others_there = Message("list.and-more", named=named, more=len(fitting) - len(named)) if fitting else ""
    return Message("unfit", who=who.name, why=why, fitting=others_there)


def _lacked(who: Character, fitting: Sequence[Character]) -> Iterator[Message]:
    """Yield what all the others are and this one is not, such as dead, when reviving somebody."""
    if fitting and not [*_states(who)]:
        lacked = (each for each in _states(fitting[0]) if all(each in _states(one) for one in fitting))
        yield from (Message("unfit.not-so", **each.values) for each in lacked if each != OUT_OF_PLAY)


def _states(who: Character) -> Iterator[Message]:
    """Yield the states that exclude a character from most acts."""
    if who.retired:
        yield OUT_OF_PLAY
    if state := helplessness(who):
        yield Message("unfit.so", condition=state)


def _claims(table: Table, who: Character) -> Iterator[Message]:
    """Yield what can be said of a character, most telling first."""
    yield from _states(who)
    yield Message(f"unfit.kind-{who.kind}")
    if table.order is not None:
        yield Message("unfit.fights" if who.key in table.order.members else "unfit.fights-not")
