"""Attacks on the table: one (D20-X-attack), and the end of the helpless (D20-X-coup).

Not checked: whose turn it is, how far off the target is, and whether an arrow is at hand.
"""

from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.d20.attack_rolls import (
    CHARGES,
    MISS,
    MORE_DAMAGE,
    OUTCOMES,
    OVERCOMES,
    SNEAK,
    WEAPON,
    Assault,
    Blow,
    Circumstances,
    Struck,
    blow_at,
    chances,
    check_may_attack,
    damage_chances,
    may_attack,
    roll_damage,
    strike,
    tell_blow,
    with_posture,
)
from tableside.games.d20.checks_and_saves import FORTITUDE, save_chance, saves
from tableside.games.d20.conditions import is_helpless
from tableside.games.d20.hit_points import (
    DISABLED,
    MASSIVE_DC,
    die,
    fall_chance,
    hurt,
    is_massive,
    is_worse,
    state_now,
    state_of,
    wounded,
)
from tableside.games.d20.house import House, house_of
from tableside.games.d20.sheet import AttackLine, line_named, sheet_of
from tableside.rules.inputs import Who, asked, nested_form, part_of
from tableside.rules.odds import Odds, mapped
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.states import DEAD, is_dead, lives
from tableside.rules.table import Character, Table

RULES: Final = (
    *("D20-X-attack", "D20-X-threat", "D20-X-multiply", "D20-X-damage", "D20-X-line", "D20-X-touch"),
    *("D20-X-melee", "D20-X-cover", "D20-X-conceal", "D20-X-flank", "D20-X-charge", "D20-X-defend"),
    *("D20-X-condition", "D20-X-helpless", "D20-X-reduction", "D20-X-nonlethal", "D20-X-strain"),
    *("D20-X-hp", "D20-X-massive", "D20-ff", "D20-ud", "D20-AMB-4", "D20-AMB-7", "D20-AMB-11", "D20-AMB-13"),
)
DAMAGE_DONE: Final = "damage"
DOWN: Final = "down"
SLAIN: Final = "slain"
SURVIVES: Final = "survives"
COUP_DC: Final = 10
"""To which the damage is added."""
Move = tuple[AttackLine, int, int]
"""An attack of several: its line, its bonus, and the key of its target."""


@frozen
class Attack:
    """Who attacks whom, with what, and how."""

    who: int = asked(Who(fits=may_attack))
    against: int = asked(Who(fits=lives, apart=("who",)))
    weapon: str = asked(WEAPON)
    charge: bool = asked(CHARGES)
    circumstances: Circumstances = nested_form(Circumstances)

    @property
    def assault(self) -> Assault:
        return part_of(self.circumstances, Assault, who=self.who, charge=self.charge)


def _attack(table: Table, form: Attack, play: Play) -> Outcome:
    """One attack, and what it does to the one attacked."""
    check_may_attack(table[form.who], table[form.against])
    assault, line = form.assault, line_named(table[form.who], form.weapon)
    table, struck, falls = made(table, assault, (line, line.bonuses[0], form.against), play)
    table = afterwards(table, assault, line, play)
    return Outcome(struck.result, {DAMAGE_DONE: struck.points, DOWN: int(falls)}, table)


def made(table: Table, assault: Assault, move: Move, play: Play) -> tuple[Table, Struck, bool]:
    """The table after one attack, what it came to, and whether its target has gone down or died of it."""
    line, bonus, key = move
    who, target = table[assault.who], table[key]
    tell_blow(table, assault, line, bonus, key, play)
    struck = strike(blow_at(table, assault, line, bonus, key), who.name, target.name, play)
    if struck.result != MISS:
        if line.note:
            play.tell("also", "D20-X-line", {"who": target.name, "text": line.note})
        if struck.points:
            house, soft = house_of(table), assault.is_nonlethal(line)
            table = table.put(hurt(target, struck.points, house, play, nonlethal=soft))
    return table, struck, is_worse(state_now(target), state_now(table[key]))


def afterwards(table: Table, assault: Assault, line: AttackLine, play: Play) -> Table:
    """What attacking does to the attacker: a posture, and strain to the disabled (D20-X-strain)."""
    table = with_posture(table, assault, line, play)
    who = table[assault.who]
    if state_now(who) != DISABLED:
        return table
    play.tell("overexerts", "D20-X-strain", {"who": who.name})
    return table.put(hurt(who, 1, house_of(table), play))


def _attack_odds(table: Table, form: Attack) -> Odds:
    check_may_attack(table[form.who], table[form.against])
    assault, line = form.assault, line_named(table[form.who], form.weapon)
    blow = blow_at(table, assault, line, line.bonuses[0], form.against)
    return _odds(blow, table[form.against], assault.is_nonlethal(line), house_of(table))


def _odds(blow: Blow, target: Character, nonlethal: bool, house: House) -> Odds:
    found = chances(blow)
    falls = (
        chance * fall_chance(target, struck.points, nonlethal, house) for struck, chance in found.items()
    )
    down = sum(falls, Fraction(0))
    return Odds(
        mapped(found, lambda struck: struck.result),
        {DAMAGE_DONE: mapped(found, lambda struck: struck.points), DOWN: {0: 1 - down, 1: down}},
        events=(DOWN,),
    )


@frozen
class Coup:
    """Who ends whom of the helpless, and with what."""

    who: int = asked(Who(fits=may_attack))
    against: int = asked(Who(fits=lambda table, who: not is_dead(who) and is_helpless(who), apart=("who",)))
    weapon: str = asked(WEAPON)
    more_damage: int = asked(MORE_DAMAGE)
    sneak: int = asked(SNEAK)
    overcomes: bool = asked(OVERCOMES)


def _coup_blow(table: Table, form: Coup) -> Blow:
    """The numbers of it. Raises `RuleError` for whoever is not at anybody's mercy, or feels no criticals."""
    who, target = table[form.who], table[form.against]
    check_may_attack(who, target)
    if not is_helpless(target) or sheet_of(target).no_criticals:
        raise RuleError("d20.not-at-mercy", who=target.name)
    line = line_named(who, form.weapon)
    return blow_at(table, part_of(form, Assault), line, line.bonuses[0], form.against)


def _coup(table: Table, form: Coup, play: Play) -> Outcome:
    """A hit and a critical without a roll; who lives on needs a Fortitude save as hard as the damage."""
    blow, who, target = _coup_blow(table, form), table[form.who], table[form.against]
    play.tell("ends-the-helpless", "D20-X-coup", {"who": who.name, "other": target.name})
    points = roll_damage(blow, blow.multiplier, who.name, target.name, play)
    struck = hurt(target, points, house_of(table), play)
    if not is_dead(struck) and not saves(struck, FORTITUDE, COUP_DC + points, play):
        struck = die(struck, play)
    line = line_named(who, form.weapon)
    table = afterwards(table.put(struck), part_of(form, Assault), line, play)
    return Outcome(SLAIN if is_dead(struck) else SURVIVES, {DAMAGE_DONE: points}, table)


def _coup_odds(table: Table, form: Coup) -> Odds:
    blow, target, house = _coup_blow(table, form), table[form.against], house_of(table)
    damage = damage_chances(blow, blow.multiplier)
    slain = Fraction(0)
    for points, chance in damage.items():
        lives_on = Fraction(state_of(wounded(sheet_of(target), points)) != DEAD)
        for dc in (COUP_DC + points, *((MASSIVE_DC,) if is_massive(points, house) else ())):
            lives_on *= save_chance(target, FORTITUDE, dc)
        slain += chance * (1 - lives_on)
    return Odds({SLAIN: slain, SURVIVES: 1 - slain}, {DAMAGE_DONE: damage})


def _nobody_at_mercy(table: Table) -> tuple[str, ...]:
    helpless = (each for each in table.in_play() if not is_dead(each) and is_helpless(each))
    return () if any(helpless) else ("nobody-is-helpless",)


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="d20.attack",
        rules=RULES,
        form=Attack,
        run=_attack,
        odds=_attack_odds,
        group=Group.ROLL,
        outcomes=OUTCOMES,
        amounts=(DAMAGE_DONE, DOWN),
        role=Role.FIGHT,
        on_table=True,
    ),
    Procedure(
        id="d20.coup-de-grace",
        rules=("D20-X-coup", "D20-X-helpless", "D20-X-save", *RULES),
        form=Coup,
        run=_coup,
        odds=_coup_odds,
        group=Group.ROLL,
        outcomes=(SLAIN, SURVIVES),
        amounts=(DAMAGE_DONE,),
        is_rare=True,
        on_table=True,
        problems=_nobody_at_mercy,
    ),
)
