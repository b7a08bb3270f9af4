"""Taking turns in a fight (TRO-5.2): drawing, delaying, aiming, handing a token on.

Each token drawn is one turn. A colour that several share gives its turn to the one who has acted least this
round, and of those to the lowest key; the GM may hand it to another (TRO-5.4, TRO-5.5).
"""

from dataclasses import replace
from fractions import Fraction

from tableside.errors import RuleError
from tableside.games.troika.house import house_of
from tableside.games.troika.states import AIMED, AIMING
from tableside.games.troika.time import end_round
from tableside.games.troika.tokens import able, able_now, without_the_dead
from tableside.rules.play import Play
from tableside.rules.ruleset import Turns
from tableside.rules.states import can_act
from tableside.rules.table import Character, Condition, Table
from tableside.rules.turns.order import END, ENEMIES, HENCHMEN, Stack

SHARED = (ENEMIES, HENCHMEN)
"""The colours that several act on."""


def running(table: Table) -> Stack:
    """The stack of the fight that is on. Raises `RuleError` when there is none."""
    if not isinstance(table.order, Stack):
        raise RuleError("troika.no-stack")
    return table.order


def actor(table: Table) -> Character:
    """The one whose turn it is. Raises `RuleError` when it is nobody's, or theirs who cannot act any more."""
    stack = running(table)
    if stack.acting is None:
        raise RuleError("troika.nobodys-turn")
    if not can_act(table[stack.acting]):
        raise RuleError("troika.cannot-act", who=table[stack.acting].name)
    return table[stack.acting]


def draw_token(table: Table, turns: Turns, play: Play) -> tuple[str, Table]:
    """Draw a token (TRO-5.2): one die of as many sides as there are tokens; gives the owner and the table.

    A token on which nobody can act is laid aside and the next is drawn, one die more (TRO-AMB-12). The End
    token ends the round (TRO-5.3). Nothing is asked, unless the End token brings a question.
    """
    table = _turn_is_over(table)
    stack = at_hand(table, running(table))
    owner, stack = _next_token(table, stack, play)
    if owner == END and _is_drawn_again(table, stack):
        play.tell("end-first-again", "TRO-AMB-15", {"round": stack.round})
        owner, stack = _next_token(table, stack, play)
        stack = stack.put_back(END)
    if owner == END:
        return END, end_round(table, stack, turns, play)
    return owner, begin_turn(table, stack, owner, next_of(table, stack, owner), play)


def at_hand(table: Table, stack: Stack) -> Stack:
    """The stack as it is drawn from: without the dead's tokens if those go at once (TRO-AMB-12)."""
    if house_of(table).token_of_the_dead == "removed-at-once":
        return without_the_dead(table, stack)
    return stack


def _next_token(table: Table, stack: Stack, play: Play) -> tuple[str, Stack]:
    """Draw until somebody can act on it, or it is End."""
    while True:
        face = play.draw(len(stack.tokens), why="draw")
        owner, stack = stack.take(face)
        if owner == END:
            return owner, stack
        stack = replace(stack, drawn=(*stack.drawn, owner))
        if able_now(table, stack, owner):
            return owner, stack
        name = table[int(owner)].name if owner not in SHARED else owner
        play.tell("token-passed", "TRO-AMB-12", {"who": name})


def _is_drawn_again(table: Table, stack: Stack) -> bool:
    """Whether an End token before anybody has acted is drawn again (TRO-AMB-15), if anybody can act."""
    return (
        house_of(table).end_first == "drawn-again"
        and not stack.acted
        and any(able_now(table, stack, owner) for owner in set(stack.tokens) - {END})
    )


def next_of(table: Table, stack: Stack, owner: str) -> int:
    """Who acts on this token: of those who can, the one with the fewest acts this round."""
    return min(able(table, stack, owner), key=lambda key: (stack.acted.count(key), key))


def begin_turn(table: Table, stack: Stack, owner: str, key: int, play: Play) -> Table:
    """The turn of this character, on a token just drawn; who held an aim shoots now with care (TRO-6.2.2)."""
    who = table[key]
    play.tell("turn-of", "TRO-5.2", {"who": who.name, "round": stack.round, "left": len(stack.tokens)})
    if who.has(AIMING):
        released = owner in stack.held
        who = who.without(AIMING).with_condition(Condition(AIMED, 0 if released else 1))
        play.tell("shoots-with-care", "TRO-6.2.2", {"who": who.name})
        stack = _moved(stack, owner, to_drawn=True) if released else stack
    stack = replace(stack, turn=owner, acting=key, acted=(*stack.acted, key))
    return replace(table.put(who), order=stack)


def _moved(stack: Stack, owner: str, *, to_drawn: bool) -> Stack:
    """One token of this owner from those held to those drawn, or back."""
    drawn, held = list(stack.drawn), list(stack.held)
    if to_drawn:
        held.remove(owner)
        drawn.insert(len(drawn) - 1, owner)
    else:
        drawn.remove(owner)
        held.append(owner)
    return replace(stack, drawn=tuple(drawn), held=tuple(held))


def _turn_is_over(table: Table) -> Table:
    """What held for a turn only is over: an aim, whether or not a shot was fired, and who has attacked."""
    stack = running(table)
    table = table.put(*(table[key].without(AIMED) for key in stack.members if table[key].has(AIMED)))
    return replace(table, order=replace(stack, spent=()))


def _aim_back(table: Table) -> Table:
    """The turn is not taken: an aim that was to be spent on it is held again."""
    who, stack = actor(table), running(table)
    aimed = who.condition(AIMED)
    if aimed is None:
        return table
    if not aimed.amount:
        stack = _moved(stack, stack.turn, to_drawn=False)
    return replace(table.put(who.without(AIMED).with_condition(Condition(AIMING))), order=stack)


def delay(table: Table, play: Play) -> Table:
    """Put one's token back into the stack (TRO-6.4): they have not acted. Rolls nothing."""
    who = actor(table)
    table = _aim_back(table)
    stack = running(table)
    back = stack.put_back(stack.turn)
    back = replace(back, drawn=stack.drawn[:-1], acted=stack.acted[:-1], turn="", acting=None)
    play.tell("delayed", "TRO-6.4", {"who": who.name, "tokens": len(back.tokens)})
    return replace(table, order=back)


def aim(table: Table, play: Play) -> Table:
    """Hold one's token and aim (TRO-6.2.2). Rolls nothing. Not checked: what there is to shoot with.

    Raises `RuleError` for one who has aimed already and should shoot.
    """
    who, stack = actor(table), running(table)
    if who.has(AIMED):
        raise RuleError("troika.aimed-already", who=who.name)
    play.tell("aims", "TRO-6.2.2", {"who": who.name})
    held = replace(stack, drawn=stack.drawn[:-1], held=(*stack.held, stack.turn), turn="", acting=None)
    return replace(table.put(who.with_condition(Condition(AIMING))), order=held)


def hand_token(table: Table, key: int, play: Play) -> Table:
    """Give an enemy's or a henchman's turn to another of them (TRO-5.4, TRO-5.5), even one who has acted."""
    who, owner = actor(table), running(table).turn
    if owner not in SHARED:
        raise RuleError("troika.own-token", who=who.name)
    if key not in able(table, running(table), owner):
        raise RuleError("troika.not-of-the-owner", who=table[key].name, owner=owner)
    table = _aim_back(table)
    stack = running(table)
    play.tell("token-handed", "TRO-5.5" if owner == ENEMIES else "TRO-5.4", {"who": table[key].name})
    return begin_turn(table, replace(stack, acted=stack.acted[:-1]), owner, key, play)


def owner_chances(table: Table) -> dict[str, Fraction]:
    """The chance of each owner to be the next to act, and of End (TRO-5.2, TRO-AMB-12, TRO-AMB-15)."""
    stack = at_hand(table, running(table))
    counts = {owner: count for owner, count in stack.left if owner == END or able_now(table, stack, owner)}
    if len(counts) > 1 and _is_drawn_again(table, stack):
        del counts[END]
    return {owner: Fraction(count, sum(counts.values())) for owner, count in counts.items()}
