"""The stack of tokens of a fight: counting them (TRO-5.1), taking turns by drawing, delaying, aiming or
handing on (TRO-5.2), and the End token (TRO-5.3).

A full stack is the one at the start of a round, without tokens of the dead and the retired. Each token drawn
is one turn. A colour that several share gives its turn to the one who has acted least this round, and of
those to the lowest key; the GM may hand it to another (TRO-5.4, TRO-5.5).

The tokens go back as the last step of the End token, since nothing is drawn in between: those who die then
leave no token behind.
"""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.games.troika.conditions import AIMED, AIMING
from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.conditions import age_conditions_after_round
from tableside.rules.life_states import can_act, check_can_act, is_gone
from tableside.rules.play import Play
from tableside.rules.ruleset import Turns
from tableside.rules.table import Character, Condition, Table
from tableside.rules.turns.stack import END, ENEMIES, HENCHMEN, StackOrder, tokens_of_stack_order

SHARED = (ENEMIES, HENCHMEN)
"""The colours that several characters share."""
TOKENS_OF_A_CHARACTER: Final = 2
TOKENS_OF_A_HENCHMAN: Final = 1
CAP_FACTOR: Final = 2
"""With the cap, the most enemy tokens for each of the characters' (TRO-5.1.4)."""


def living_owners_in_token_stack(table: Table, keys: Iterable[int]) -> tuple[int, ...]:
    """The owners of tokens who are neither dead nor out of play."""
    return tuple(key for key in keys if not is_gone(table[key]))


def _sharing(stack: StackOrder, owner: str) -> tuple[int, ...]:
    """The keys of all who act on this owner's tokens."""
    shared = {HENCHMEN: stack.henchmen, ENEMIES: stack.enemies, END: ()}
    return shared[owner] if owner in shared else (int(owner),)


def able_to_act_by_token_stack(table: Table, stack: StackOrder, owner: str) -> tuple[int, ...]:
    """Those who could act on a token of this owner: not dead, dying, unconscious or out of action."""
    return tuple(
        key for key in living_owners_in_token_stack(table, _sharing(stack, owner)) if can_act(table[key])
    )


def _able_now(table: Table, stack: StackOrder, owner: str) -> tuple[int, ...]:
    """Those who could act on a token of this owner that is drawn now (TRO-AMB-12).

    Enemies use the tokens of their dead. Henchmen have one each: once all of them have acted, a remaining
    token belongs to one who cannot.
    """
    people = able_to_act_by_token_stack(table, stack, owner)
    if owner == HENCHMEN and all(key in stack.acted for key in people):
        return ()
    return people


def _cap(table: Table, stack: StackOrder, house: TroikaHouse) -> int | None:
    """The most tokens that enemies may have: twice the living characters' (TRO-5.1.4). None: no cap.

    Counted again at each End, unless the group fixes it at the start (TRO-AMB-13). Henchmen's tokens count
    only by house rule (TRO-AMB-14).
    """
    if house.enemy_tokens == "uncapped":
        return None
    if house.cap_over_time == "fixed-at-start" and stack.cap is not None:
        return stack.cap
    tokens = TOKENS_OF_A_CHARACTER * len(living_owners_in_token_stack(table, stack.characters))
    if house.henchmen_and_cap == "counted":
        tokens += TOKENS_OF_A_HENCHMAN * len(living_owners_in_token_stack(table, stack.henchmen))
    return CAP_FACTOR * tokens


def tokens_of_enemy(enemy: Character) -> int:
    """The tokens that an enemy brings (TRO-5.1.2); one from another game brings one."""
    return enemy.sheet.initiative if isinstance(enemy.sheet, TroikaSheet) else 1


def enemy_tokens(table: Table, enemies: Iterable[int], cap: int | None) -> int:
    """The sum of the living enemies' Initiative, at most the cap (TRO-5.1.2, TRO-5.1.4)."""
    summed = sum(tokens_of_enemy(table[key]) for key in living_owners_in_token_stack(table, enemies))
    return summed if cap is None else min(summed, cap)


def full_token_counts(table: Table, stack: StackOrder, cap: int | None) -> dict[str, int]:
    """The tokens of every owner at the start of a round, End included (TRO-5.1)."""
    own = {str(key): TOKENS_OF_A_CHARACTER for key in living_owners_in_token_stack(table, stack.characters)}
    return own | {
        HENCHMEN: TOKENS_OF_A_HENCHMAN * len(living_owners_in_token_stack(table, stack.henchmen)),
        ENEMIES: enemy_tokens(table, stack.enemies, cap),
        END: 1,
    }


def refilled_token_stack(table: Table, stack: StackOrder) -> StackOrder:
    """The stack with all tokens back, without the dead's, capped, less those held (TRO-5.3, AMB-16)."""
    cap = _cap(table, stack, TroikaHouse.of(table))
    counts = full_token_counts(table, stack, cap)
    for owner in stack.held:
        counts[owner] = max(0, counts.get(owner, 0) - 1)
    return replace(
        stack, left=tokens_of_stack_order(counts), drawn=(), turn="", acting=None, acted=(), spent=(), cap=cap
    )


def stack_without_tokens(stack: StackOrder, owner: str, count: int) -> StackOrder:
    """The stack without this many tokens of an owner: from the stack, then those drawn, then those held."""
    left = min(count, stack.count(owner))
    stack = stack.with_count(owner, stack.count(owner) - left)
    drawn, gone = _less(stack.drawn, owner, count - left)
    held, _ = _less(stack.held, owner, count - left - gone)
    return replace(stack, drawn=drawn, held=held)


def _less(owners: tuple[str, ...], owner: str, count: int) -> tuple[tuple[str, ...], int]:
    """The owners without the first `count` of this owner, and how many that were."""
    gone = min(count, owners.count(owner))
    left = list(owners)
    for _ in range(gone):
        left.remove(owner)
    return tuple(left), gone


def stack_without_last_tokens(stack: StackOrder, owner: str, count: int, drawn: int, held: int) -> StackOrder:
    """The stack without this many tokens of an owner: up to `drawn` of those drawn last, then up to `held` of
    those held, then from the stack.
    """
    gone = min(count, drawn)
    backwards, _ = _less(stack.drawn[::-1], owner, gone)
    kept, laid_by = _less(stack.held, owner, min(count - gone, held))
    return stack_without_tokens(
        replace(stack, drawn=backwards[::-1], held=kept), owner, count - gone - laid_by
    )


# All of these are known of a newcomer, and only needed here
def stack_with_tokens(
    stack: StackOrder, owner: str, count: int, drawn: int, held: int, *, acts: bool
) -> StackOrder:
    """The stack with this many more tokens of an owner: up to `drawn` of them drawn this round, up to `held`
    held, the others in the stack. `acts`: the last one drawn is the present turn, even if it is one too many
    until the round ends.
    """
    taken = max(min(count, drawn), int(acts))
    kept = min(max(0, count - taken), held)
    new = (owner,) * taken
    stack = stack.with_count(owner, stack.count(owner) + max(0, count - taken - kept))
    in_order = (*stack.drawn, *new) if acts else (*new, *stack.drawn)
    return replace(stack, drawn=in_order, held=(*stack.held, *(owner,) * kept))


def _without_the_dead(table: Table, stack: StackOrder) -> StackOrder:
    """The stack without the dead's tokens (TRO-AMB-12, `removed-at-once`).

    Of the enemies' colour, as many stay as the living have, counting those drawn, held and left.
    """
    counts = full_token_counts(table, stack, stack.cap)
    for owner in {owner for owner, _ in stack.left if owner != END}:
        surplus = stack.total(owner) - counts.get(owner, 0)
        if surplus > 0:
            stack = stack.with_count(owner, max(0, stack.count(owner) - surplus))
    return stack


def _end_round(table: Table, stack: StackOrder, turns: Turns, play: Play) -> Table:
    """Resolve the End token: all its effects, including the game's own end of a round, and the next round's
    stack.
    """
    play.tell("end-of-round", "TRO-5.3", {"round": stack.round})
    table = turns.round_ends(table, tuple(sorted(stack.members)), play)
    table = age_conditions_after_round(table, play)
    table, stack = _aim_tokens(table, stack, play)
    after = refilled_token_stack(table, replace(stack, round=stack.round + 1))
    _tell_tokens(table, stack, after, play)
    return replace(table, order=after)


def _aim_tokens(table: Table, stack: StackOrder, play: Play) -> tuple[Table, StackOrder]:
    """Let everybody who aims keep or give up their token; only kept tokens stay out of the stack.

    Nobody keeps a token that does not exist next round: the dead's, and the enemies' beyond the cap.
    """
    held: list[str] = []
    house = TroikaHouse.of(table)
    counts = full_token_counts(table, stack, _cap(table, stack, house))
    for key in sorted(stack.members):
        who, owner = table[key], stack.owner_of(key)
        if not who.has(AIMING):
            continue
        if not _keeps_aim(who, counts.get(owner, 0) - held.count(owner), house, play):
            table = table.put(who.without(AIMING))
        elif owner in stack.held and house.held_aim_token == "stays-out":
            held.append(owner)
    return table, replace(stack, held=tuple(held))


def _keeps_aim(who: Character, tokens: int, house: TroikaHouse, play: Play) -> bool:
    """Whether somebody keeps aiming; asked of those who can shoot, if it costs a token (TRO-AMB-16)."""
    if is_gone(who) or not can_act(who) or tokens < 1:
        return False
    costs = house.held_aim_token == "stays-out"
    keeps = not costs or play.agrees("keep-aim", default=True, who=who.name)
    play.tell("aim-kept" if keeps else "aim-given-up", "TRO-6.2.2", {"who": who.name})
    return keeps


def _tell_tokens(table: Table, before: StackOrder, after: StackOrder, play: Play) -> None:
    for key in before.characters:
        if is_gone(table[key]) and before.total(str(key)):
            play.tell("tokens-removed", "TRO-5.3", {"who": table[key].name})
    if before.cap != after.cap and after.cap is not None:
        play.tell("cap-counted", "TRO-AMB-13", {"cap": after.cap})
    tokens = sum(count for owner, count in after.left if owner != END)
    play.tell("round-begins", "TRO-5.3", {"round": after.round, "tokens": tokens})


def running_token_stack(table: Table) -> StackOrder:
    """The stack of the running fight. Raises `RuleError` when there is none."""
    if not isinstance(table.order, StackOrder):
        raise RuleError("troika.no-stack")
    return table.order


def _actor(table: Table) -> Character:
    """Whoever's turn it is. Raises `RuleError` when it is nobody's, and when they cannot act any more."""
    stack = running_token_stack(table)
    if stack.acting is None:
        raise RuleError("troika.nobodys-turn")
    if not can_act(table[stack.acting]):
        raise RuleError("troika.cannot-act", who=table[stack.acting].name)
    return table[stack.acting]


def draw_from_token_stack(table: Table, turns: Turns, play: Play) -> tuple[str, Table]:
    """Draw a token (TRO-5.2): one die with as many sides as there are tokens; return its owner and the table.

    A token on which nobody can act is laid aside and the next is drawn, one die more (TRO-AMB-12). The End
    token ends the round (TRO-5.3). Nothing is asked, unless the End token brings a question.
    """
    table = _turn_is_over(table)
    stack = token_stack_at_hand(table, running_token_stack(table))
    owner, stack = _next_token(table, stack, play)
    if owner == END and _is_drawn_again(table, stack):
        play.tell("end-first-again", "TRO-AMB-15", {"round": stack.round})
        owner, stack = _next_token(table, stack, play)
        stack = stack.put_back(END)
    if owner == END:
        return END, _end_round(table, stack, turns, play)
    able = able_to_act_by_token_stack(table, stack, owner)
    least = min(able, key=lambda key: (stack.acted.count(key), key))
    return owner, _begin_turn(table, stack, owner, least, play)


def token_stack_at_hand(table: Table, stack: StackOrder) -> StackOrder:
    """The stack to draw from: without the dead's tokens if those are removed at once (TRO-AMB-12)."""
    if TroikaHouse.of(table).token_of_the_dead == "removed-at-once":
        return _without_the_dead(table, stack)
    return stack


def _next_token(table: Table, stack: StackOrder, play: Play) -> tuple[str, StackOrder]:
    """Draw until somebody can act on the token, or it is End."""
    while True:
        face = play.draw(len(stack.tokens), why="draw")
        owner, stack = stack.take(face)
        if owner == END:
            return owner, stack
        stack = replace(stack, drawn=(*stack.drawn, owner))
        if _able_now(table, stack, owner):
            return owner, stack
        named = {"who": "", "owner": owner} if owner in SHARED else {"who": table[int(owner)].name}
        play.tell("token-passed", "TRO-AMB-12", named)


def _is_drawn_again(table: Table, stack: StackOrder) -> bool:
    """Whether an End token before anybody has acted is drawn again (TRO-AMB-15), if anybody can act."""
    return (
        TroikaHouse.of(table).end_first == "drawn-again"
        and not stack.acted
        and any(_able_now(table, stack, owner) for owner in set(stack.tokens) - {END})
    )


def _begin_turn(table: Table, stack: StackOrder, owner: str, key: int, play: Play) -> Table:
    """Begin a turn on a token just drawn; whoever held an aim shoots now with care (TRO-6.2.2)."""
    who = table[key]
    play.tell("turn-of", "TRO-5.2", {"who": who.name, "round": stack.round, "left": len(stack.tokens)})
    if who.has(AIMING):
        released = owner in stack.held
        who = who.without(AIMING).with_condition(Condition(AIMED, 0 if released else 1))
        play.tell("shoots-with-care", "TRO-6.2.2", {"who": who.name})
        stack = _moved(stack, owner, to_drawn=True) if released else stack
    stack = replace(stack, turn=owner, acting=key, acted=(*stack.acted, key))
    return replace(table.put(who), order=stack)


def _moved(stack: StackOrder, owner: str, *, to_drawn: bool) -> StackOrder:
    """The stack with one token of this owner moved from those held to those drawn, or back."""
    drawn, held = list(stack.drawn), list(stack.held)
    if to_drawn:
        held.remove(owner)
        drawn.insert(len(drawn) - 1, owner)
    else:
        drawn.remove(owner)
        held.append(owner)
    return replace(stack, drawn=tuple(drawn), held=tuple(held))


def _turn_is_over(table: Table) -> Table:
    """End what lasts only for a turn: an aim, whether or not a shot was fired, and the note of an attack."""
    stack = running_token_stack(table)
    table = table.put(*(table[key].without(AIMED) for key in stack.members if table[key].has(AIMED)))
    return replace(table, order=replace(stack, spent=()))


def _aim_back(table: Table) -> Table:
    """Return to holding an aim that would have been used in a turn not taken."""
    who, stack = _actor(table), running_token_stack(table)
    aimed = who.condition(AIMED)
    if aimed is None:
        return table
    if not aimed.amount:
        stack = _moved(stack, stack.turn, to_drawn=False)
    return replace(table.put(who.without(AIMED).with_condition(Condition(AIMING))), order=stack)


def delay_into_token_stack(table: Table, play: Play) -> Table:
    """Put one's token back into the stack (TRO-6.4), which does not count as acting. Rolls nothing."""
    who = _actor(table)
    table = _aim_back(table)
    stack = running_token_stack(table)
    back = stack.put_back(stack.turn)
    back = replace(back, drawn=stack.drawn[:-1], acted=stack.acted[:-1], turn="", acting=None)
    play.tell("delayed", "TRO-6.4", {"who": who.name, "tokens": len(back.tokens)})
    return replace(table, order=back)


def hold_token_to_aim(table: Table, play: Play, key: int = 0) -> Table:
    """Hold one's token and aim (TRO-6.2.2): the one drawn, or out of turn one that is still in the stack.
    0: whoever's turn it is. Rolls nothing. Not checked: what there is to shoot with.

    Raises `RuleError` for one who has aimed already and should shoot.
    """
    who, stack = table[key] if key else _actor(table), running_token_stack(table)
    if who.has(AIMED):
        raise RuleError("troika.aimed-already", who=who.name)
    play.tell("aims", "TRO-6.2.2", {"who": who.name})
    owner = stack.owner_of(who.key)
    if stack.acting == who.key:
        stack = replace(stack, drawn=stack.drawn[:-1], held=(*stack.held, owner), turn="", acting=None)
    elif stack.count(owner):
        stack = replace(stack.with_count(owner, stack.count(owner) - 1), held=(*stack.held, owner))
    return replace(table.put(who.with_condition(Condition(AIMING))), order=stack)


def hand_token(table: Table, key: int, play: Play) -> Table:
    """Give an enemy's or a henchman's turn to another of them (TRO-5.4, TRO-5.5), even one who has acted.

    Raises `RuleError` when it is not shared, and for one who has it, cannot act or is on another side."""
    who, owner = _actor(table), running_token_stack(table).turn
    if owner not in SHARED:
        raise RuleError("troika.own-token", who=who.name)
    if key == who.key:
        raise RuleError("turns.theirs-already", who=who.name)
    check_can_act(table[key])
    if key not in able_to_act_by_token_stack(table, running_token_stack(table), owner):
        raise RuleError("troika.not-of-the-owner", who=table[key].name, owner=owner)
    table = _aim_back(table)
    stack = running_token_stack(table)
    play.tell("token-handed", "TRO-5.5" if owner == ENEMIES else "TRO-5.4", {"who": table[key].name})
    return _begin_turn(table, replace(stack, acted=stack.acted[:-1]), owner, key, play)


def token_owner_chances(table: Table) -> dict[str, Fraction]:
    """The chance of each owner, and of End, to be drawn next (TRO-5.2, TRO-AMB-12, TRO-AMB-15)."""
    stack = token_stack_at_hand(table, running_token_stack(table))
    counts = {owner: count for owner, count in stack.left if owner == END or _able_now(table, stack, owner)}
    if len(counts) > 1 and _is_drawn_again(table, stack):
        del counts[END]
    return {owner: Fraction(count, sum(counts.values())) for owner, count in counts.items()}
