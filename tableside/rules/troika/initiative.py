"""The fight's stack of tokens (TRO-5): assembling it, coming and going, finishing. Turns are in `turns`."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.forms import Nothing, asked
from tableside.rules.inputs import Who
from tableside.rules.order.stack import ENEMIES, Stack
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.ruleset import OTHER_ORDER
from tableside.rules.states import can_act, is_dead, is_gone, lives
from tableside.rules.table import Character, Kind, Table
from tableside.rules.troika.sheet import sheet_of
from tableside.rules.troika.states import AIMED, AIMING
from tableside.rules.troika.tokens import (
    TOKENS_OF_A_CHARACTER,
    TOKENS_OF_A_HENCHMAN,
    able,
    enemy_tokens,
    filled,
    initiative_of,
    owner_of,
    with_tokens,
    without_last,
    without_tokens,
)
from tableside.rules.troika.turns import (
    SHARED,
    aim,
    delay,
    hand_token,
    running,
)


def assemble(table: Table, characters: Iterable[int], enemies: Iterable[int], play: Play) -> Table:
    """Put the stack together (TRO-5.1): these, and every henchman in play. Rolls nothing.

    Raises `RuleError` when a fight is on, when nobody is in it, and for who would be on both sides.
    Not checked: who is surprised.
    """
    if table.order is not None:
        raise RuleError("a turn order is running already: end it first")
    henchmen = tuple(each.key for each in table.in_play(Kind.HENCHMAN) if not is_dead(each))
    stack = Stack(_once(characters), henchmen, _once(enemies))
    if not stack.members:
        raise RuleError("nobody is there to fight: add characters or enemies first")
    for key in stack.members:
        if stack.members.count(key) > 1:
            raise RuleError(f"{table[key].name} cannot be on two sides of a fight: name them once")
    stack = filled(table, stack)
    values: dict[str, int | str | bool] = {owner: stack.count(owner) for owner in SHARED}
    values |= {"characters": sum(stack.count(str(key)) for key in stack.characters)}
    values |= {"tokens": len(stack.tokens)}
    play.tell("stack-assembled", "TRO-5.1.1", values)
    if stack.cap is not None:
        play.tell("cap-counted", "TRO-5.1.4", {"cap": stack.cap})
    return replace(table, order=stack, turns={})


def _once(keys: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(set(keys)))


def join(table: Table, keys: Iterable[int], play: Play) -> Table:
    """Come into the fight: their tokens go into the stack at once, enemies' up to the cap. Rolls nothing."""
    for key in keys:
        stack, who = running(table), table[key]
        if key in stack.members:
            raise RuleError(f"{who.name} is in the fight already")
        if is_gone(who):
            raise RuleError(f"{who.name} is dead or out of play: they cannot fight")
        after = _with_member(stack, who)
        owner = owner_of(after, key)
        after = after.with_count(owner, after.count(owner) + _tokens_joining(after, who))
        play.tell("joined", "TRO-5.1.1", {"who": who.name, "tokens": after.total(owner) - stack.total(owner)})
        table = replace(table, order=after)
    return table


def _with_member(stack: Stack, who: Character) -> Stack:
    match who.kind:
        case Kind.ENEMY:
            return replace(stack, enemies=_once((*stack.enemies, who.key)))
        case Kind.HENCHMAN:
            return replace(stack, henchmen=_once((*stack.henchmen, who.key)))
        case _:
            return replace(stack, characters=_once((*stack.characters, who.key)))


def _tokens_joining(stack: Stack, who: Character) -> int:
    if who.key in stack.characters:
        return TOKENS_OF_A_CHARACTER
    if who.key in stack.henchmen:
        return TOKENS_OF_A_HENCHMAN
    initiative = sheet_of(who).initiative
    return initiative if stack.cap is None else min(initiative, max(0, stack.cap - stack.total(ENEMIES)))


def leave(table: Table, keys: Iterable[int], play: Play) -> Table:
    """Go out of the fight, and their tokens with them, those drawn and held included. Rolls nothing."""
    for key in keys:
        stack, who = running(table), table[key]
        if key not in stack.members:
            raise RuleError(f"{who.name} is not in the fight")
        after = without_tokens(stack, owner_of(stack, key), _tokens_leaving(table, stack, who))
        if stack.acting == key or stack.turn not in after.drawn:
            after = replace(after, turn="", acting=None)
        play.tell("left-fight", "TRO-5.3", {"who": who.name})
        table = replace(table.put(who.without(AIMING, AIMED)), order=_without_member(after, key))
    return table


def _without_member(stack: Stack, key: int) -> Stack:
    return replace(
        stack,
        characters=tuple(each for each in stack.characters if each != key),
        henchmen=tuple(each for each in stack.henchmen if each != key),
        enemies=tuple(each for each in stack.enemies if each != key),
        acted=tuple(each for each in stack.acted if each != key),
        spent=tuple(each for each in stack.spent if each != key),
    )


def _tokens_leaving(table: Table, stack: Stack, who: Character) -> int:
    if who.key in stack.characters:
        return stack.total(str(who.key))
    if who.key in stack.henchmen:
        return TOKENS_OF_A_HENCHMAN
    return enemy_tokens_leaving(table, stack, who)


def enemy_tokens_leaving(table: Table, stack: Stack, who: Character) -> int:
    """What an enemy takes along: their own tokens, as far as the cap and the end of a round have left any.

    Tokens of those who died this round stay: any living enemy uses them (TRO-AMB-12).
    """
    others = tuple(key for key in stack.enemies if key != who.key)
    staying = enemy_tokens(table, others, None)
    with_them, without = (
        each if stack.cap is None else min(each, stack.cap)
        for each in (staying + initiative_of(who), staying)
    )
    return max(0, min(with_them - without, stack.total(ENEMIES) - without))


def change_sides(table: Table, was: Character, play: Play) -> Table:
    """Somebody in the fight, who `was` of another kind, fights on another side now: their tokens go out of
    the one colour and into the other. Those that they have acted on this round, or hold to aim, are drawn or
    held in the new one, and a turn that is theirs stays theirs. Rolls nothing.
    """
    stack, key = running(table), was.key
    after = _with_member(replace(_without_member(stack, key), acted=stack.acted), table[key])
    old, new = owner_of(stack, key), owner_of(after, key)
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
    after = without_last(after, old, leaving, used, held)
    after = with_tokens(after, new, joining, max(used, int(acts)), held, acts=acts)
    play.tell("changes-sides", "TRO-5.1.1", {"who": was.name, "side": _side_of(new)})
    return replace(table, order=replace(after, turn=new) if acts else after)


def _side_of(owner: str) -> str:
    return ENEMIES if owner == ENEMIES else "party"


def without_aims(table: Table) -> Table:
    """The fight is over: nobody aims any more."""
    return table.put(*(table[key].without(AIMING, AIMED) for key in running(table).members))


def _acts(act: Callable[[Table, Play], Table]) -> Callable[[Table, Nothing, Play], Outcome]:
    """A procedure without inputs."""
    return lambda table, form, play: Outcome("done", table=act(table, play))


def no_stack(table: Table) -> tuple[str, ...]:
    """Why nothing can be done with a stack."""
    if table.order is None:
        return ("no-fight",)
    return () if isinstance(table.order, Stack) else (OTHER_ORDER,)


def _stack_is_on(table: Table) -> tuple[str, ...]:
    if table.order:
        return ("fight-is-on",)
    return () if table.in_play(Kind.PC, Kind.ENEMY, Kind.HENCHMAN) else ("nobody-to-fight",)


def _nobodys_turn(table: Table) -> tuple[str, ...]:
    if problems := no_stack(table):
        return problems
    acting = running(table).acting
    return () if acting is not None and can_act(table[acting]) else ("nobodys-turn",)


def _cannot_aim(table: Table) -> tuple[str, ...]:
    if problems := _nobodys_turn(table):
        return problems
    acting = running(table).acting
    return ("has-aimed",) if acting is not None and table[acting].has(AIMED) else ()


def _cannot_hand(table: Table) -> tuple[str, ...]:
    if problems := _nobodys_turn(table):
        return problems
    stack = running(table)
    if stack.turn not in SHARED:
        return ("own-token",)
    return () if len(able(table, stack, stack.turn)) > 1 else ("nobody-to-hand-to",)


def _can_take(table: Table, who: Character) -> bool:
    stack = table.order
    return isinstance(stack, Stack) and stack.turn in SHARED and who.key in able(table, stack, stack.turn)


@frozen
class AssembleStack:
    """What `troika.assemble-stack` asks for."""

    characters: tuple[int, ...] = asked(Who(kinds=(Kind.PC, Kind.NPC), many=True, optional=True, fits=lives))
    enemies: tuple[int, ...] = asked(Who(kinds=(Kind.ENEMY,), many=True, optional=True, fits=lives))


def _assemble(table: Table, form: AssembleStack, play: Play) -> Outcome:
    party = form.characters or tuple(each.key for each in table.present(Kind.PC) if not is_dead(each))
    foes = form.enemies or tuple(each.key for each in table.in_play(Kind.ENEMY) if not is_dead(each))
    after = assemble(table, party, foes, play)
    return Outcome("assembled", {"tokens": len(running(after).tokens)}, after)


@frozen
class HandToken:
    """What `troika.hand-token` asks for."""

    who: int = asked(Who(fits=_can_take))


def _hand(table: Table, form: HandToken, play: Play) -> Outcome:
    return Outcome("done", table=hand_token(table, form.who, play))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="troika.assemble-stack",
        rules=(
            "TRO-5.1.1",
            "TRO-5.1.2",
            "TRO-5.1.3",
            "TRO-5.1.4",
            "TRO-5.4",
            "TRO-AMB-13",
            "TRO-AMB-14",
        ),
        form=AssembleStack,
        run=_assemble,
        group=Group.FIGHT,
        outcomes=("assembled",),
        amounts=("tokens",),
        role=Role.ASSEMBLE,
        on_table=True,
        problems=_stack_is_on,
    ),
    Procedure(
        id="troika.delay",
        rules=("TRO-6.4",),
        form=Nothing,
        run=_acts(delay),
        group=Group.FIGHT,
        outcomes=("done",),
        role=Role.DELAY,
        on_table=True,
        problems=_nobodys_turn,
    ),
    Procedure(
        id="troika.aim",
        rules=("TRO-6.2.2", "TRO-AMB-16"),
        form=Nothing,
        run=_acts(aim),
        group=Group.FIGHT,
        outcomes=("done",),
        role=Role.AIM,
        on_table=True,
        problems=_cannot_aim,
    ),
    Procedure(
        id="troika.hand-token",
        rules=("TRO-5.4", "TRO-5.5"),
        form=HandToken,
        run=_hand,
        group=Group.FIGHT,
        outcomes=("done",),
        role=Role.HAND,
        on_table=True,
        problems=_cannot_hand,
    ),
)
