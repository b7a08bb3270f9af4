"""Turns by the stack of tokens (TRO-5), for campaigns of any game: the turn method, its procedures, joining
and leaving.
"""

from collections.abc import Iterable
from dataclasses import replace

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.troika.conditions import AIMED, AIMING
from tableside.games.troika.house import HOUSE_RULES, REVISIONS
from tableside.games.troika.token_stack import (
    SHARED,
    TOKENS_OF_A_CHARACTER,
    TOKENS_OF_A_HENCHMAN,
    able_to_act_by_token_stack,
    delay_into_token_stack,
    draw_from_token_stack,
    enemy_tokens,
    hand_token,
    hold_token_to_aim,
    refilled_token_stack,
    running_token_stack,
    stack_with_tokens,
    stack_without_last_tokens,
    stack_without_tokens,
    token_owner_chances,
    tokens_of_enemy,
)
from tableside.rules.inputs import Given, NoInputs, Who, input_field
from tableside.rules.life_states import DYING, can_act, is_dead, is_gone, lives
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure, Role
from tableside.rules.ruleset import Turns
from tableside.rules.table import Character, Kind, Table
from tableside.rules.turns.running_order import (
    InTurn,
    Method,
    everybody_in_order,
    running_order,
    running_order_as,
    running_order_problems,
    turn_procedure,
)
from tableside.rules.turns.stack import END, ENEMIES, HENCHMEN, StackOrder
from tableside.rules.turns.turn_steps import take_turn_step

_QUESTIONS = ("TRO-5.1.4", *(f"TRO-AMB-{number}" for number in range(12, 17)))
"""The open questions that a stack depends on in any campaign."""
_RULES = ("TRO-5.2", "TRO-5.3", *_QUESTIONS)


def begin_troika_turns(table: Table, characters: Iterable[int], enemies: Iterable[int], play: Play) -> Table:
    """Put the stack together (TRO-5.1): these, and every henchman in play. Rolls nothing.

    Raises `RuleError` when a fight is on, when nobody is in it, and for somebody on both sides.
    Not checked: who is surprised.
    """
    if table.order is not None:
        raise RuleError("turns.running-already")
    henchmen = tuple(each.key for each in table.in_play(Kind.HENCHMAN) if not is_dead(each))
    stack = StackOrder(_once(characters), henchmen, _once(enemies))
    if not stack.members:
        raise RuleError("troika.nobody-fights")
    for key in stack.members:
        if stack.members.count(key) > 1:
            raise RuleError("troika.on-two-sides", who=table[key].name)
    stack = refilled_token_stack(table, stack)
    values: dict[str, int | str | bool] = {owner: stack.count(owner) for owner in SHARED}
    values |= {"characters": sum(stack.count(str(key)) for key in stack.characters)}
    values |= {"tokens": len(stack.tokens)}
    play.tell("stack-assembled", "TRO-5.1.1", values)
    if stack.cap is not None:
        play.tell("cap-counted", "TRO-5.1.4", {"cap": stack.cap})
    return replace(table, order=stack, turns={})


def _once(keys: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(set(keys)))


def _join(table: Table, keys: tuple[int, ...], side: str, turns: Turns, play: Play) -> Table:
    """Join the fight: their tokens go into the stack at once, enemies' up to the cap. Rolls nothing."""
    for key in keys:
        stack, who = running_token_stack(table), table[key]
        after = _with_member(stack, who)
        owner = after.owner_of(key)
        after = after.with_count(owner, after.count(owner) + _tokens_joining(after, who))
        play.tell("joined", "TRO-5.1.1", {"who": who.name, "tokens": after.total(owner) - stack.total(owner)})
        table = replace(table, order=after)
    return table


def _with_member(stack: StackOrder, who: Character) -> StackOrder:
    match who.kind:
        case Kind.ENEMY:
            return replace(stack, enemies=_once((*stack.enemies, who.key)))
        case Kind.HENCHMAN:
            return replace(stack, henchmen=_once((*stack.henchmen, who.key)))
        case _:
            return replace(stack, characters=_once((*stack.characters, who.key)))


def _tokens_joining(stack: StackOrder, who: Character) -> int:
    if who.key in stack.characters:
        return TOKENS_OF_A_CHARACTER
    if who.key in stack.henchmen:
        return TOKENS_OF_A_HENCHMAN
    initiative = tokens_of_enemy(who)
    return initiative if stack.cap is None else min(initiative, max(0, stack.cap - stack.total(ENEMIES)))


def _leave(table: Table, key: int, play: Play) -> Table:
    """Leave the fight, with all their tokens, including those drawn and held. Rolls nothing."""
    stack, who = running_token_stack(table), table[key]
    after = stack_without_tokens(stack, stack.owner_of(key), _tokens_leaving(table, stack, who))
    if stack.acting == key or stack.turn not in after.drawn:
        after = replace(after, turn="", acting=None)
    play.tell("left-fight", "TRO-5.3", {"who": who.name})
    return replace(table.put(who.without(AIMING, AIMED)), order=_without_member(after, key))


def _without_member(stack: StackOrder, key: int) -> StackOrder:
    return replace(
        stack,
        characters=tuple(each for each in stack.characters if each != key),
        henchmen=tuple(each for each in stack.henchmen if each != key),
        enemies=tuple(each for each in stack.enemies if each != key),
        acted=tuple(each for each in stack.acted if each != key),
        spent=tuple(each for each in stack.spent if each != key),
    )


def _tokens_leaving(table: Table, stack: StackOrder, who: Character) -> int:
    if who.key in stack.characters:
        return stack.total(str(who.key))
    if who.key in stack.henchmen:
        return TOKENS_OF_A_HENCHMAN
    return _enemy_tokens_leaving(table, stack, who)


def _enemy_tokens_leaving(table: Table, stack: StackOrder, who: Character) -> int:
    """The tokens that an enemy takes along: their own, as far as the cap and the round's end left any.

    Tokens of those who died this round stay: any living enemy uses them (TRO-AMB-12).
    """
    others = tuple(key for key in stack.enemies if key != who.key)
    staying = enemy_tokens(table, others, None)
    with_them, without = (
        each if stack.cap is None else min(each, stack.cap)
        for each in (staying + tokens_of_enemy(who), staying)
    )
    return max(0, min(with_them - without, stack.total(ENEMIES) - without))


def _change_sides(table: Table, was: Character, play: Play) -> Table:
    """Move the tokens of somebody in the fight, who `was` of another kind, to the colour of the new side.
    Those acted on this round or held to aim are drawn or held in the new colour, and a turn that is theirs
    stays theirs. Rolls nothing.
    """
    stack, key = running_token_stack(table), was.key
    after = _with_member(replace(_without_member(stack, key), acted=stack.acted), table[key])
    old, new = stack.owner_of(key), after.owner_of(key)
    if old == new:
        return replace(table, order=after)
    acts = stack.acting == key
    if old == str(key):
        used, held = stack.drawn.count(old), stack.held.count(old)
    else:
        held = int(was.has(AIMING) and old in stack.held)
        used = min(max(0, stack.acted.count(key) - held), stack.drawn.count(old))
    leaving = _tokens_leaving(table, stack, was)
    joining = 0 if is_gone(table[key]) else _tokens_joining(after, table[key])
    after = stack_without_last_tokens(after, old, leaving, used, held)
    after = stack_with_tokens(after, new, joining, max(used, int(acts)), held, acts=acts)
    side = ENEMIES if new == ENEMIES else "party"
    play.tell("changes-sides", "TRO-5.1.1", {"who": was.name, "side": side})
    return replace(table, order=replace(after, turn=new) if acts else after)


def _end(table: Table, play: Play) -> Table:
    """End the fight: nobody aims any more."""
    return table.put(*(table[key].without(AIMING, AIMED) for key in running_token_stack(table).members))


_no_stack = running_order_problems(StackOrder)


def _stack_is_on(table: Table) -> tuple[str, ...]:
    if table.order:
        return ("fight-is-on",)
    return () if table.in_play(Kind.PC, Kind.ENEMY, Kind.HENCHMAN) else ("nobody-to-fight",)


def _nobodys_turn(table: Table) -> tuple[str, ...]:
    if problems := _no_stack(table):
        return problems
    acting = running_token_stack(table).acting
    return () if acting is not None and can_act(table[acting]) else ("nobodys-turn",)


def _can_aim(table: Table, who: Character) -> bool:
    is_in_it = isinstance(table.order, StackOrder) and who.key in table.order.members
    return is_in_it and can_act(who) and not who.has(AIMED) and not who.has(AIMING)


def _is_acting(table: Table, given: Given, who: Character) -> bool:
    return table.has_turn(who)


def _cannot_aim(table: Table) -> tuple[str, ...]:
    if problems := _no_stack(table):
        return problems
    acting = running_token_stack(table).acting
    return ("has-aimed",) if acting is not None and table[acting].has(AIMED) else ()


def _cannot_hand(table: Table) -> tuple[str, ...]:
    if problems := _nobodys_turn(table):
        return problems
    stack = running_token_stack(table)
    if stack.turn not in SHARED:
        return ("own-token",)
    return () if len(able_to_act_by_token_stack(table, stack, stack.turn)) > 1 else ("nobody-to-hand-to",)


def _can_take(table: Table, who: Character) -> bool:
    stack = table.order
    return (
        isinstance(stack, StackOrder)
        and stack.turn in SHARED
        and who.key in able_to_act_by_token_stack(table, stack, stack.turn)
    )


@frozen
class AssembleStack:
    characters: tuple[int, ...] = input_field(
        Who(kinds=(Kind.PC, Kind.NPC), many=True, optional=True, fits=lives)
    )
    enemies: tuple[int, ...] = input_field(Who(kinds=(Kind.ENEMY,), many=True, optional=True, fits=lives))


@frozen
class Aim:
    who: int = input_field(Who(optional=True, fits=_can_aim, proposed=_is_acting))


def _aim(table: Table, form: Aim, play: Play) -> Outcome:
    return Outcome("done", table=hold_token_to_aim(table, play, form.who))


def _assemble(table: Table, form: AssembleStack, play: Play) -> Outcome:
    there = [table[key] for key in everybody_in_order(table)]
    party = form.characters or tuple(each.key for each in there if each.kind == Kind.PC)
    foes = form.enemies or tuple(each.key for each in there if each.kind == Kind.ENEMY)
    after = begin_troika_turns(table, party, foes, play)
    return Outcome("assembled", {"tokens": len(running_token_stack(after).tokens)}, after)


@frozen
class HandToken:
    who: int = input_field(Who(fits=_can_take))


def act_in_troika_turn(table: Table, key: int, play: Play) -> Table:
    """Note what somebody does this turn, such as an attack, and tell if it is their second act (TRO-6.1).

    Nothing is refused: the GM decides whose turn it is, and what it allows.
    """
    stack = table.order
    if not isinstance(stack, StackOrder) or key not in stack.members:
        return table
    if key in stack.spent:
        play.tell("attacks-again", "TRO-6.1", {"who": table[key].name})
        return table
    return table if stack.acting is None else _spent(table, stack, key)


def spend_turn_retrieving(table: Table, key: int, play: Play) -> Table:
    """Note that a thing was not found in a fight: the action is spent (TRO-6.6), and their own turn over."""
    stack = table.order
    if not isinstance(stack, StackOrder) or key not in stack.members or stack.acting is None:
        return table
    if stack.acting == key:
        play.tell("turn-spent", "TRO-6.6", {"who": table[key].name})
        stack = replace(stack, turn="", acting=None)
    return _spent(table, stack, key)


def _spent(table: Table, stack: StackOrder, key: int) -> Table:
    return replace(table, order=replace(stack, spent=(*stack.spent, key)))


PROCEDURES: tuple[Procedure, ...] = (
    turn_procedure(
        id="troika.assemble-stack",
        rules=(*("TRO-5.1.1", "TRO-5.1.2", "TRO-5.1.3", "TRO-5.1.4", "TRO-5.4"), "TRO-AMB-13", "TRO-AMB-14"),
        run=_assemble,
        outcomes=("assembled",),
        amounts=("tokens",),
        role=Role.ASSEMBLE,
        problems=_stack_is_on,
    ),
    turn_procedure(
        id="troika.delay",
        rules=("TRO-6.4",),
        form=InTurn,
        run=lambda table, form, play: Outcome("done", table=delay_into_token_stack(table, play)),
        outcomes=("done",),
        role=Role.DELAY,
        takes_turn=True,
        problems=_nobodys_turn,
    ),
    turn_procedure(
        id="troika.aim",
        rules=("TRO-6.2.2", "TRO-AMB-16"),
        run=_aim,
        outcomes=("done",),
        role=Role.AIM,
        takes_turn=True,
        problems=_cannot_aim,
    ),
    turn_procedure(
        id="troika.hand-token",
        rules=("TRO-5.4", "TRO-5.5"),
        form=HandToken,
        run=lambda table, form, play: Outcome("done", table=hand_token(table, form.who, play)),
        outcomes=("done",),
        role=Role.HAND,
        doer="",
        takes_turn=True,
        problems=_cannot_hand,
    ),
)


def _drawing_too(turns: Turns) -> tuple[Procedure, ...]:
    def draw(table: Table, form: NoInputs, play: Play) -> Outcome:
        """Draw the next token from the stack."""
        running_order(table)
        running_order_as(StackOrder, table, "turns.no-stack")
        owner, after = take_turn_step(table, turns, play)
        return Outcome(owner, {"round": running_order(after).round}, after)

    drawing = turn_procedure(
        id="troika.draw",
        rules=(*_RULES, *turns.round_rules),
        run=draw,
        odds=lambda table, form: Odds(token_owner_chances(table)),
        outcomes=(ENEMIES, HENCHMEN, END),
        amounts=("round",),
        problems=running_order_problems(StackOrder),
    )
    return (drawing, *PROCEDURES)


METHOD = Method(
    next_turn=draw_from_token_stack,
    join=_join,
    leave=_leave,
    change_sides=_change_sides,
    end=_end,
    staying={DYING: ("still-dying", "TRO-4.1")},
    chances=lambda table: Odds(token_owner_chances(table)),
    rules=_RULES,
    join_rules=("TRO-5.1.1",),
    leave_rules=("TRO-5.3",),
    end_rules=("TRO-4.1",),
    procedures=_drawing_too,
    questions=tuple(each for each in HOUSE_RULES if each.id in _QUESTIONS),
    revisions=REVISIONS,
)
