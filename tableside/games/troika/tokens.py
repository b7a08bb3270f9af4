"""Counting the tokens of a fight (TRO-5.1): two a character, one a henchman, the enemies' Initiative, End.

A full stack is what lies in it at the start of a round; the dead and the retired have no tokens in it.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from tableside.games.troika.house import House, house_of
from tableside.games.troika.sheet import Troika
from tableside.rules.states import can_act, is_gone
from tableside.rules.table import Character, Table
from tableside.rules.turns.order import END, ENEMIES, HENCHMEN, Stack, laid_out

TOKENS_OF_A_CHARACTER: Final = 2
TOKENS_OF_A_HENCHMAN: Final = 1
CAP_FACTOR: Final = 2
"""With the cap, enemies have at most so many tokens for each of the characters' (TRO-5.1.4)."""


def living(table: Table, keys: Iterable[int]) -> tuple[int, ...]:
    """Those of them who are neither dead nor out of play."""
    return tuple(key for key in keys if not is_gone(table[key]))


def sharing(stack: Stack, owner: str) -> tuple[int, ...]:
    """The keys of all who act on this owner's tokens."""
    shared = {HENCHMEN: stack.henchmen, ENEMIES: stack.enemies, END: ()}
    return shared[owner] if owner in shared else (int(owner),)


def able(table: Table, stack: Stack, owner: str) -> tuple[int, ...]:
    """Those who could act on a token of this owner now: not dead, dying, unconscious or out of action."""
    return tuple(key for key in living(table, sharing(stack, owner)) if can_act(table[key]))


def able_now(table: Table, stack: Stack, owner: str) -> tuple[int, ...]:
    """Those who could act on a token of this owner that is drawn now (TRO-AMB-12).

    Enemies use the tokens of their dead. Henchmen have one each: when all of them have acted, a token that is
    left was that of one who cannot.
    """
    people = able(table, stack, owner)
    if owner == HENCHMEN and all(key in stack.acted for key in people):
        return ()
    return people


def cap_now(table: Table, stack: Stack, house: House) -> int | None:
    """The most tokens that enemies may have: twice the living characters' (TRO-5.1.4). None: no cap.

    Counted anew at each End, unless the group fixes it at the start (TRO-AMB-13). Henchmen's tokens count
    only if the group counts them (TRO-AMB-14).
    """
    if house.enemy_tokens == "uncapped":
        return None
    if house.cap_over_time == "fixed-at-start" and stack.cap is not None:
        return stack.cap
    tokens = TOKENS_OF_A_CHARACTER * len(living(table, stack.characters))
    if house.henchmen_and_cap == "counted":
        tokens += TOKENS_OF_A_HENCHMAN * len(living(table, stack.henchmen))
    return CAP_FACTOR * tokens


def initiative_of(enemy: Character) -> int:
    """The tokens that an enemy brings (TRO-5.1.2); one of another game's brings one."""
    return enemy.sheet.initiative if isinstance(enemy.sheet, Troika) else 1


def enemy_tokens(table: Table, enemies: Iterable[int], cap: int | None) -> int:
    """The living enemies' Initiative added up, at most the cap (TRO-5.1.2, TRO-5.1.4)."""
    summed = sum(initiative_of(table[key]) for key in living(table, enemies))
    return summed if cap is None else min(summed, cap)


def full_counts(table: Table, stack: Stack, cap: int | None) -> dict[str, int]:
    """The tokens of every owner at the start of a round, End included (TRO-5.1)."""
    own = {str(key): TOKENS_OF_A_CHARACTER for key in living(table, stack.characters)}
    return own | {
        HENCHMEN: TOKENS_OF_A_HENCHMAN * len(living(table, stack.henchmen)),
        ENEMIES: enemy_tokens(table, stack.enemies, cap),
        END: 1,
    }


def refilled(table: Table, stack: Stack) -> Stack:
    """All tokens back in the stack, the dead's out, the cap counted, less what is held (TRO-5.3, AMB-16)."""
    cap = cap_now(table, stack, house_of(table))
    counts = full_counts(table, stack, cap)
    for owner in stack.held:
        counts[owner] = max(0, counts.get(owner, 0) - 1)
    return replace(stack, left=laid_out(counts), drawn=(), turn="", acting=None, acted=(), spent=(), cap=cap)


def without_tokens(stack: Stack, owner: str, count: int) -> Stack:
    """With so many tokens of this owner gone: from the stack, then of those drawn, then of those held."""
    left = min(count, stack.count(owner))
    stack = stack.with_count(owner, stack.count(owner) - left)
    drawn, gone = _less(stack.drawn, owner, count - left)
    held, _ = _less(stack.held, owner, count - left - gone)
    return replace(stack, drawn=drawn, held=held)


def _less(owners: tuple[str, ...], owner: str, count: int) -> tuple[tuple[str, ...], int]:
    """Without the first `count` of this owner, and how many that were."""
    gone = min(count, owners.count(owner))
    left = list(owners)
    for _ in range(gone):
        left.remove(owner)
    return tuple(left), gone


def without_last(stack: Stack, owner: str, count: int, drawn: int, held: int) -> Stack:
    """With so many tokens of this owner gone: of those drawn last so many, of those held so many, then from
    the stack.
    """
    gone = min(count, drawn)
    backwards, _ = _less(stack.drawn[::-1], owner, gone)
    kept, laid_by = _less(stack.held, owner, min(count - gone, held))
    return without_tokens(replace(stack, drawn=backwards[::-1], held=kept), owner, count - gone - laid_by)


def with_tokens(stack: Stack, owner: str, count: int, drawn: int, held: int, *, acts: bool) -> Stack:
    """With so many tokens more of this owner: so many of them drawn this round, so many held, the others in
    the stack. `acts`: the last one drawn is the turn now, be it one too many until the round ends.
    """
    taken = max(min(count, drawn), int(acts))
    kept = min(max(0, count - taken), held)
    new = (owner,) * taken
    stack = stack.with_count(owner, stack.count(owner) + max(0, count - taken - kept))
    in_order = (*stack.drawn, *new) if acts else (*new, *stack.drawn)
    return replace(stack, drawn=in_order, held=(*stack.held, *(owner,) * kept))


def without_the_dead(table: Table, stack: Stack) -> Stack:
    """The dead's tokens out of the stack at once (TRO-AMB-12, `removed-at-once`).

    Of the enemies' colour so many stay that those drawn, held and left come to the living's number.
    """
    counts = full_counts(table, stack, stack.cap)
    for owner in {owner for owner, _ in stack.left if owner != END}:
        surplus = stack.total(owner) - counts.get(owner, 0)
        if surplus > 0:
            stack = stack.with_count(owner, max(0, stack.count(owner) - surplus))
    return stack
