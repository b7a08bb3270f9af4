"""What time does: what the End token brings (TRO-5.3), hours that go by, the dying of the last session
(TRO-4.1, TRO-7.9).

At the End token, in this order:

1. those who were dying already die (TRO-4.1), so whoever is brought to 0 by what follows has a round left;
2. perils take their toll: drowning, then fire, poison, bleeding, each in the order of the keys (TRO-7.9);
3. whatever is counted in rounds has one less, and ends at none;
4. held aim tokens are kept or given up (TRO-6.2.2, TRO-AMB-16);
5. all tokens go back, the dead's come out, and the cap is counted anew (TRO-5.1.4, TRO-AMB-13).

The tokens come last because nothing is drawn in between: who dies at the End token leaves no token behind.
"""

from dataclasses import replace
from enum import StrEnum
from typing import Final

from tableside.games.troika.house import House, house_of
from tableside.games.troika.perils import suffer_all
from tableside.games.troika.stamina import die, heal
from tableside.games.troika.states import AIMING, PERILS
from tableside.games.troika.tokens import cap_now, full_counts, living, refilled
from tableside.rules.play import Play
from tableside.rules.ruleset import Turns
from tableside.rules.states import DYING, can_act, is_dead, is_gone
from tableside.rules.table import Character, Kind, Table
from tableside.rules.turns.order import END, Stack
from tableside.rules.turns.procedures import after_round

UNTREATED: Final = "TRO-4.1"


class Fate(StrEnum):
    """What has become of somebody who was dying when the last session ended."""

    OPEN = "still-dying"
    HEALED = "healed"
    DEAD = "died"


def hours_later(table: Table, play: Play) -> Table:
    """Hours have gone by: whoever was dying and not healed is dead, and every peril is over one way or the
    other. Rolls 2d6 for each player's character who trusts to Luck instead of death.
    """
    house = house_of(table)
    return table.put(*(_outlasted(who, house, play) for who in table.in_play() if not is_dead(who)))


def _outlasted(who: Character, house: House, play: Play) -> Character:
    for peril in PERILS:
        if who.has(peril):
            play.tell("condition-ended", "TRO-7.9", {"who": who.name, "condition": peril})
    who = who.without(*PERILS)
    return die(who, UNTREATED, house, play) if who.has(DYING) else who


def session_begins(table: Table, play: Play) -> Table:
    """Of those who were left dying, foes are dead: nobody healed them. The fate of the others is asked for.

    In a fight that goes on they have until the End token, as before.
    """
    if table.order is not None:
        return table
    for who in table.in_play():
        if who.has(DYING) and not is_dead(who):
            table = table.put(_since_then(who, house_of(table), play))
    return table


def _since_then(who: Character, house: House, play: Play) -> Character:
    if who.kind == Kind.ENEMY:
        return die(who, UNTREATED, house, play)
    play.tell("was-dying", UNTREATED, {"who": who.name})
    fate = Fate(play.choose("since-then", *Fate, default=Fate.OPEN, who=who.name))
    if fate == Fate.HEALED:
        return heal(who, 1, play)
    return die(who, UNTREATED, house, play) if fate == Fate.DEAD else who


def end_round(table: Table, stack: Stack, turns: Turns, play: Play) -> Table:
    """The End token is drawn: everything that it brings, and the next round's stack.

    Rolls what the game's own end of a round rolls: see `take_their_toll`.
    """
    play.tell("end-of-round", "TRO-5.3", {"round": stack.round})
    table = turns.round_ends(table, tuple(sorted(stack.members)), play)
    table = after_round(table, play)
    table, stack = _aim_tokens(table, stack, play)
    after = refilled(table, replace(stack, round=stack.round + 1))
    _tell_tokens(table, stack, after, play)
    return replace(table, order=after)


def take_their_toll(table: Table, members: tuple[int, ...], play: Play) -> Table:
    """What the end of a round does to these in Troika! (TRO-4.1, TRO-7.9).

    Rolls for each peril in turn, and 2d6 for each player's character who trusts to Luck instead of death.
    """
    table = _dying_die(members, table, play)
    return suffer_all(living(table, members), table, play)


def _dying_die(members: tuple[int, ...], table: Table, play: Play) -> Table:
    for key in living(table, members):
        if table[key].has(DYING):
            table = table.put(die(table[key], "TRO-4.1", house_of(table), play))
    return table


def _aim_tokens(table: Table, stack: Stack, play: Play) -> tuple[Table, Stack]:
    """Everybody who aims keeps it or gives it up; only kept tokens stay out of the stack.

    Nobody keeps a token that the next round has none of: the dead's, and the enemies' beyond the cap.
    """
    held: list[str] = []
    house = house_of(table)
    counts = full_counts(table, stack, cap_now(table, stack, house))
    for key in sorted(stack.members):
        who, owner = table[key], stack.owner_of(key)
        if not who.has(AIMING):
            continue
        if not _keeps_aim(who, counts.get(owner, 0) - held.count(owner), house, play):
            table = table.put(who.without(AIMING))
        elif owner in stack.held and house.held_aim_token == "stays-out":
            held.append(owner)
    return table, replace(stack, held=tuple(held))


def _keeps_aim(who: Character, tokens: int, house: House, play: Play) -> bool:
    """Asked only of those who can still shoot, and only where the aim costs a token (TRO-AMB-16)."""
    if is_gone(who) or not can_act(who) or tokens < 1:
        return False
    costs = house.held_aim_token == "stays-out"
    keeps = not costs or play.agrees("keep-aim", default=True, who=who.name)
    play.tell("aim-kept" if keeps else "aim-given-up", "TRO-6.2.2", {"who": who.name})
    return keeps


def _tell_tokens(table: Table, before: Stack, after: Stack, play: Play) -> None:
    for key in before.characters:
        if is_gone(table[key]) and before.total(str(key)):
            play.tell("tokens-removed", "TRO-5.3", {"who": table[key].name})
    if before.cap != after.cap and after.cap is not None:
        play.tell("cap-counted", "TRO-AMB-13", {"cap": after.cap})
    tokens = sum(count for owner, count in after.left if owner != END)
    play.tell("round-begins", "TRO-5.3", {"round": after.round, "tokens": tokens})
