"""The attack on the table (FELL-ATK-1, FELL-ATK-2): with steel, a skill or a spell, or a blast on several."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
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
from tableside.rules.forms import asked
from tableside.rules.inputs import Given, Number, Who
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.states import acts, lives, opposed
from tableside.rules.table import Character, Table


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


AGAINST: Final = Who("against", fits=lives, apart=("who",))
THEIR_ABILITY: Final = replace(ability_input("their-ability", Ability.BOD), matters=_has_abilities)
THEIR_ADVANTAGE: Final = Number("their-advantage", 0, -9, 9, worth=(1,))
THEIR_HELPERS: Final = Who("their-helpers", many=True, optional=True, fits=acts, matters=_has_friends)
BLAST: Final = Who("blast", many=True, optional=True, fits=lives, matters=_bursts)
HARMED: Final = ability_input("harmed", Ability.BOD)


@frozen
class AttackFoe:
    """Who attacks whom, with which dice on either side."""

    who: int = asked(WHO)
    against: int = asked(AGAINST)
    ability: str = asked(ability_input(default=Ability.BOD))
    rerolls: str = asked(FIGHT_REROLLS)
    die: str = asked(die_input("die", "who", BEST))
    bonus_die: str = asked(bonus_input("bonus-die", "who"))
    advantage: int = asked(ADVANTAGE)
    helpers: tuple[int, ...] = asked(HELPERS)
    help_die: str = asked(HELP)
    their_ability: str = asked(THEIR_ABILITY)
    their_die: str = asked(die_input("their-die", "against", BEST))
    their_advantage: int = asked(THEIR_ADVANTAGE)
    their_helpers: tuple[int, ...] = asked(THEIR_HELPERS)
    blast: tuple[int, ...] = asked(BLAST)
    harmed: str = asked(HARMED)


def _assault(table: Table, form: AttackFoe) -> Assault:
    """Both sides. Whoever stands on one of them stands on no other."""
    house = house_of(table)
    check_two(table, form.who, form.against)
    others = tuple(key for key in form.helpers if key != form.against)
    foes = tuple(key for key in form.their_helpers if key not in (form.who, *others))
    own = Dice(form.ability, form.die, form.bonus_die, form.advantage, form.help_die)
    theirs = Dice(form.their_ability, form.their_die, advantage=form.their_advantage)
    return Assault(
        team(table, form.who, own, others, house, help_with=STEEL),
        defenders(table, form.against, theirs, foes, house),
        blasted(form.die, form.against, form.blast),
        form.harmed,
        Rerolls(form.rerolls),
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


def _attack_foe(table: Table, form: AttackFoe, play: Play) -> Outcome:
    return carry_out(table, _assault(table, form), play)


def _odds(table: Table, form: AttackFoe) -> Odds:
    return odds_of(table, _assault(table, form))


def _means(table: Table, form: AttackFoe) -> Mapping[str, Fraction]:
    return means_of(table, _assault(table, form))


def _dice(table: Table, form: AttackFoe) -> Clash:
    return foreseen(table, _assault(table, form)).clash


FULL_RULES: Final = (
    *("FELL-ATK-2", "FELL-HELP", *WOUNDING, *CONTEST_RULES, "FELL-AMB-9"),
    *("FELL-X-spell", "FELL-DEP", "FELL-AMB-13", "FELL-AMB-18", "FELL-AMB-19"),
)

PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="fell.attack-foe",
        rules=FULL_RULES,
        form=AttackFoe,
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
