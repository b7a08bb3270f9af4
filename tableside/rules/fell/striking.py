"""The attack on the table (FELL-ATK-1, FELL-ATK-2): with steel, a skill or a spell, or a blast on several."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from tableside.errors import RuleError
from tableside.rules.fell.attacks import (
    AMOUNTS,
    BEFORE_ARMOUR,
    CONTEST_RULES,
    WOUNDING,
    Assault,
    carry_out,
    check_two,
    defenders,
    foreseen,
    means_of,
    odds_of,
)
from tableside.rules.fell.contests import CONTEST
from tableside.rules.fell.dice import Rerolls
from tableside.rules.fell.effort import Clash, heavy_when
from tableside.rules.fell.house import house_of
from tableside.rules.fell.pools import (
    ADVANTAGE,
    BEST,
    FIGHT_REROLLS,
    HELP,
    HELPERS,
    STEEL,
    WHO,
    Dice,
    ability_input,
    bonus_input,
    die_input,
    team,
)
from tableside.rules.fell.sheet import Ability, has_abilities
from tableside.rules.fell.spells import COST
from tableside.rules.fell.weapons import WEAPONS
from tableside.rules.inputs import Given, Number, Who
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.states import acts, lives, opposed
from tableside.rules.table import Character, Table


def _assault(
    table: Table,
    who: int,
    against: int,
    ability: str,
    die: str,
    bonus_die: str,
    advantage: int,
    helpers: tuple[int, ...],
    help_die: str,
    their_ability: str,
    their_die: str,
    their_advantage: int,
    their_helpers: tuple[int, ...],
    blast: tuple[int, ...],
    harmed: str,
    rerolls: str,
) -> Assault:
    """Both sides. Whoever stands on one of them stands on no other."""
    house = house_of(table)
    check_two(table, who, against)
    others = tuple(key for key in helpers if key != against)
    foes = tuple(key for key in their_helpers if key not in (who, *others))
    own = Dice(ability, die, bonus_die, advantage, help_die)
    theirs = Dice(their_ability, their_die, advantage=their_advantage)
    return Assault(
        team(table, who, own, others, house, help_with=STEEL),
        defenders(table, against, theirs, foes, house),
        blasted(die, against, blast),
        harmed,
        Rerolls(rerolls),
    )


def is_blast(die: str) -> bool:
    """Whether this second die is that of a weapon that bursts."""
    return die in WEAPONS and WEAPONS[die].blast


def blasted(die: str, against: int, others: tuple[int, ...]) -> tuple[int, ...]:
    """Among whom harm is split, the one attacked first. Raises `RuleError` unless the weapon bursts."""
    if others and not is_blast(die):
        bursting = ", ".join(each.id for each in WEAPONS.values() if each.blast)
        raise RuleError(f"only a blast is split among several: choose the die {bursting} (FELL-X-steel)")
    return tuple(dict.fromkeys((against, *others)))


def _attack_foe(table: Table, *, play: Play, **given: Any) -> Outcome:  # Any: whatever its inputs hold
    return carry_out(table, _assault(table, **given), play)


def _odds(table: Table, **given: Any) -> Odds:  # Any: as above
    return odds_of(table, _assault(table, **given))


def _means(table: Table, **given: Any) -> Mapping[str, Fraction]:  # Any: as above
    return means_of(table, _assault(table, **given))


def _dice(table: Table, **given: Any) -> Clash:  # Any: as above
    return foreseen(table, _assault(table, **given)).clash


def _attacked(table: Table, given: Given) -> Character | None:
    """The one they are up against, once that is said."""
    key = given.get("against")
    return table[key] if isinstance(key, int) and key in table.characters else None


def _has_abilities(table: Table, given: Given) -> bool:
    """Whether the one they are up against has more than one die for everything (FELL-X-npc)."""
    other = _attacked(table, given)
    return other is not None and has_abilities(other)


def _has_friends(table: Table, given: Given) -> bool:
    """Whether somebody else could help the one they are up against."""
    other = _attacked(table, given)
    taken = (given.get("who"), given.get("against"))
    return other is not None and any(
        each.key not in taken and acts(table, each) and not opposed(table, other.key, each.key)
        for each in table.in_play()
    )


def _bursts(table: Table, given: Given) -> bool:
    """Whether the weapon harms several at once (FELL-X-steel)."""
    return is_blast(str(given.get("die")))


AGAINST: Final = Who("against", fits=lives)
THEIR_ABILITY: Final = replace(ability_input("their-ability", Ability.BOD), matters=_has_abilities)
THEIR_ADVANTAGE: Final = Number("their-advantage", 0, -9, 9, worth=(1,))
THEIR_HELPERS: Final = Who("their-helpers", many=True, optional=True, fits=acts, matters=_has_friends)
BLAST: Final = Who("blast", many=True, optional=True, fits=lives, matters=_bursts)
HARMED: Final = ability_input("harmed", Ability.BOD)
FULL_RULES: Final = (
    *("FELL-ATK-2", "FELL-HELP", *WOUNDING, *CONTEST_RULES, "FELL-AMB-9"),
    *("FELL-X-spell", "FELL-DEP", "FELL-AMB-13", "FELL-AMB-18", "FELL-AMB-19"),
)

PROCEDURES = (
    Procedure(
        id="fell.attack-foe",
        rules=FULL_RULES,
        inputs=(
            WHO,
            AGAINST,
            ability_input(default=Ability.BOD),
            FIGHT_REROLLS,
            die_input("die", "who", BEST),
            bonus_input("bonus-die", "who"),
            ADVANTAGE,
            HELPERS,
            HELP,
            THEIR_ABILITY,
            die_input("their-die", "against", BEST),
            THEIR_ADVANTAGE,
            THEIR_HELPERS,
            BLAST,
            HARMED,
        ),
        run=_attack_foe,
        odds=_odds,
        group=Group.ROLL,
        outcomes=CONTEST,
        amounts=(*AMOUNTS, BEFORE_ARMOUR, COST),
        role=Role.FIGHT,
        on_table=True,
        expected=_means,
        is_heavy=heavy_when(_dice),
    ),
)
