"""Conditions that last for so many rounds: when another round of them is over, and what is left.

A condition that somebody's turn began is a round older just before that one's next turn, whether or not they
can act then; any other at the end of the round. Tokens of a stack come in no fixed order, so that only its
End token counts rounds.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from tableside.rules.order import Order
from tableside.rules.play import Play
from tableside.rules.table import Character, Condition, Table

IsDue = Callable[[Condition], bool]


def before_turn(table: Table, keys: Iterable[int], play: Play) -> Table:
    """The turn of these is about to begin: whatever is counted by it is a round older."""
    beginning = set(keys)
    return _older(table, lambda each: each.before in beginning, play)


def turn_begins(table: Table, key: int, play: Play) -> Table:
    """`before_turn`, of one alone."""
    return before_turn(table, (key,), play)


def after_round(table: Table, play: Play) -> Table:
    """The round is over: whatever no turn of a member counts is a round older."""
    counting = counting_turns(table.order)
    return _older(table, lambda each: each.before not in counting, play)


def counting_turns(order: Order | None) -> tuple[int, ...]:
    """The keys of those whose turns count rounds."""
    return () if order is None or not order.has_fixed_places else order.members


def _older(table: Table, is_due: IsDue, play: Play) -> Table:
    members = table.order.members if table.order else ()
    counted = {*members, *(each.key for each in table.in_play())}
    people = (table[key] for key in sorted(counted))
    return table.put(*(_count_down(who, is_due, play) for who in people if who.conditions))


def _count_down(who: Character, is_due: IsDue, play: Play) -> Character:
    lasting = []
    for each in who.conditions:
        if each.rounds is None or not is_due(each):
            lasting.append(each)
        elif each.rounds > 1:
            lasting.append(replace(each, rounds=each.rounds - 1))
            if each.rounds == 2:
                play.tell("condition-last-round", "", {"who": who.name, "condition": each.name})
        else:
            play.tell("condition-ended", "", {"who": who.name, "condition": each.name})
    return replace(who, conditions=tuple(lasting))
