"""Time that passes: rounds, hours and days, and the dying at the beginning of a session.

At a round's end those who were dying already die first (TRO-4.1), so whoever is brought to 0 by what follows
has a round left; then perils take their toll: drowning, fire, poison, bleeding, each in the order of the keys
(TRO-7.9).
"""

from dataclasses import replace
from enum import StrEnum
from typing import Final

from tableside.games.troika.conditions import PERILS
from tableside.games.troika.house import House, house_of
from tableside.games.troika.perils import suffer_all_perils
from tableside.games.troika.sheet import sheet_of
from tableside.games.troika.stamina import die, regain_stamina
from tableside.games.troika.token_stack import living
from tableside.rules.life_states import DYING, is_dead
from tableside.rules.play import Play
from tableside.rules.table import Character, Kind, Table

UNTREATED: Final = "TRO-4.1"


def days_later(table: Table, days: int, play: Play) -> Table:
    """So many days on: meals are counted anew (TRO-4.2), and perils and dying have come to an end."""
    table = _hours_later(table, play)
    fed = (who for who in table.characters.values() if sheet_of(who).eaten_today)
    hungry = (replace(who, sheet=replace(sheet_of(who), eaten_today=0)) for who in fed)
    return replace(table.put(*hungry), day=table.day + days)


class Fate(StrEnum):
    """What has become of somebody who was dying when the last session ended."""

    OPEN = "still-dying"
    HEALED = "healed"
    DEAD = "died"


def _hours_later(table: Table, play: Play) -> Table:
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


def session_begins_for_dying(table: Table, play: Play) -> Table:
    """A session begins: foes left dying are dead, since nobody healed them; the fate of others is asked for.

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
        return regain_stamina(who, 1, play)
    return die(who, UNTREATED, house, play) if fate == Fate.DEAD else who


def round_ends_for_dying(table: Table, members: tuple[int, ...], play: Play) -> Table:
    """What the end of a round does to these in Troika! (TRO-4.1, TRO-7.9).

    Rolls for each peril in turn, and 2d6 for each player's character who trusts to Luck instead of death.
    """
    table = _dying_die(members, table, play)
    return suffer_all_perils(living(table, members), table, play)


def _dying_die(members: tuple[int, ...], table: Table, play: Play) -> Table:
    for key in living(table, members):
        if table[key].has(DYING):
            table = table.put(die(table[key], "TRO-4.1", house_of(table), play))
    return table
