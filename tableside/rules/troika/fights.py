"""Fighting on the table: hit somebody (TRO-6.1), shoot somebody (TRO-6.2), shoot into a melee (TRO-6.2.1)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tableside.errors import RuleError
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import (
    Choice,
    Given,
    Group,
    Number,
    Outcome,
    Procedure,
    Role,
    Who,
    YesNo,
)
from tableside.rules.sheet import Skills
from tableside.rules.table import Character, Table
from tableside.rules.troika.conditions import AIMED
from tableside.rules.troika.exchange import Exchange, Side, Trust, ambush, melee, shot
from tableside.rules.troika.exchange_odds import ambush_odds, melee_odds, shot_odds
from tableside.rules.troika.fighters import (
    Fighter,
    after_exchange,
    check_two,
    damages,
    fighter,
    is_unaware,
    plain,
    tell_fighter,
    weapons_of,
)
from tableside.rules.troika.house import House, house_of
from tableside.rules.troika.rolls import VERSUS, Result
from tableside.rules.troika.sheet import sheet_of
from tableside.rules.troika.stamina import is_dead
from tableside.rules.troika.totals import BEST, EVADING, SKILL, ids, use_for, words_of_weapon
from tableside.rules.troika.weapons import WEAPONS

Weapons = str | tuple[str, ...]
"""The value of the input `weapon`: empty for the one on the sheet."""

MODIFIER: Final = Number("modifier", 0, -20, 20, worth=(1,))
COVER: Final = Number("cover", 0, 0, 20, worth=(1,))
LUCK: Final = Choice("luck", lambda table, given: tuple(Trust), default=Trust.ASK, worth=True)
AMOUNTS: Final = ("damage-dealt", "damage-taken")


def skills_of(person: str, id: str, *more: str, default: str | None = None) -> Choice:
    """An input for a skill of the one that the input `person` names: Advanced Skills, then `more`."""

    def options(table: Table, given: Given) -> tuple[str, ...]:
        return (*ids(rows_of(table, given, person)), *more)

    return Choice(id, options, default=default)


def rows_of(table: Table, given: Given, person: str) -> Skills:
    """The Advanced Skills of the one named before; none while nobody is."""
    key = given.get(person)
    return sheet_of(table[key]).skills if isinstance(key, int) and key in table.characters else Skills()


def opponent() -> Who:
    """An input for somebody to be up against."""
    return Who("against", fits=lambda table, who: not is_dead(who))


def _weapons(table: Table, given: Given) -> tuple[str, ...]:
    """All rows of the damage table, those in hand and carried first."""
    key = given.get("who")
    if not isinstance(key, int) or key not in table.characters:
        return tuple(WEAPONS)
    sheet = sheet_of(table[key])
    carried = (item.weapon for item in sheet.items.items if item.weapon)
    return tuple(dict.fromkeys((sheet.weapon, *carried, *WEAPONS)))


WEAPON: Final = Choice("weapon", _weapons, default="", many=True)


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two up against each other, and how the group reads the rules."""

    own: Fighter
    theirs: Fighter
    unaware: bool
    house: House

    def tell(self, play: Play) -> None:
        """Tell what both bonuses are made of; the unaware have none to tell."""
        tell_fighter(self.own, play)
        if not self.unaware:
            tell_fighter(self.theirs, play)


def meet(
    table: Table,
    who: int,
    against: int,
    skill: str,
    their_skill: str,
    weapon: Weapons,
    modifier: int,
    unaware: bool,
    *,
    cover: int = 0,
    evading: bool = False,
) -> Meeting:
    """Bring two together. `evading`: the one attacked only evades, so its weapon does not name its skill."""
    check_two(who, against, table)
    house, attacker, target = house_of(table), table[who], table[against]
    rows, their_rows = weapons_of(attacker, weapon), weapons_of(target, "")
    words = EVADING if evading else words_of_weapon(their_rows[0])
    use = use_for(sheet_of(attacker), skill, words_of_weapon(rows[0]))
    their_use = use_for(sheet_of(target), their_skill, words)
    return Meeting(
        fighter(attacker, target, use, rows, house, modifier=modifier),
        fighter(target, attacker, their_use, their_rows, house, behind=cover, attacked=True),
        unaware or is_unaware(target, house),
        house,
    )


def _fight(
    table: Table,
    who: int,
    against: int,
    skill: str,
    their_skill: str,
    weapon: Weapons,
    modifier: int,
    unaware: bool,
    luck: str,
    *,
    play: Play,
) -> Outcome:
    """Hit somebody (TRO-6.1), or strike at somebody unaware (TRO-7.3). Not checked: whose turn it is."""
    met = meet(table, who, against, skill, their_skill, weapon, modifier, unaware)
    met.tell(play)
    exchange = (ambush if met.unaware else melee)(
        met.own.side, met.theirs.side, Trust(luck), met.house, play
    )
    return _outcome(table, met, exchange, play)


def _outcome(
    table: Table, met: Meeting, exchange: Exchange, play: Play, struck: int | None = None
) -> Outcome:
    after = after_exchange(
        table, met.own, met.theirs, exchange, play, struck=struck, defends=not met.unaware
    )
    return Outcome(str(exchange.result), damages(exchange), after)


def _fight_odds(
    table: Table,
    who: int,
    against: int,
    skill: str,
    their_skill: str,
    weapon: Weapons,
    modifier: int,
    unaware: bool,
    luck: str,
) -> Odds:
    met = meet(table, who, against, skill, their_skill, weapon, modifier, unaware)
    odds = ambush_odds if met.unaware else melee_odds
    return odds(met.own.side, met.theirs.side, Trust(luck), met.house)


def _shoot(
    table: Table,
    who: int,
    against: int,
    skill: str,
    their_skill: str,
    weapon: Weapons,
    modifier: int,
    cover: int,
    aimed: bool,
    unaware: bool,
    in_reach: bool,
    luck: str,
    *,
    play: Play,
) -> Outcome:
    """Shoot somebody (TRO-6.2). Not checked: range, and whether an arrow is at hand (TRO-6.6)."""
    met = _aim_at(table, who, against, skill, their_skill, weapon, modifier, cover, unaware)
    exchange = _loose(table, met, aimed, in_reach, luck, (), play)
    return _outcome(_spent(table, who), _spent_meeting(met), exchange, play)


def _aim_at(
    table: Table,
    who: int,
    against: int,
    skill: str,
    their_skill: str,
    weapon: Weapons,
    modifier: int,
    cover: int,
    unaware: bool,
) -> Meeting:
    return meet(
        table, who, against, skill, their_skill, weapon, modifier, unaware, cover=cover, evading=True
    )
