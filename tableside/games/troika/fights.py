"""Fighting on the table: hit somebody (TRO-6.1), shoot somebody (TRO-6.2), shoot into a melee (TRO-6.2.1).

Not checked in any of them: whose turn it is, how far off the target is, and whether an arrow is at hand.
"""

from dataclasses import replace
from fractions import Fraction

from tableside.frozen import frozen
from tableside.games.troika.attacks import (
    AMOUNTS,
    COVER,
    LUCK_IN_FIGHTS,
    OWN_SKILL,
    THEIR_SKILL,
    WEAPON,
    Attack,
    Meeting,
    Rows,
    after_exchange,
    damages,
    fighter,
    foretelling,
    meet,
    meet_evading,
    performing,
    second_attack,
    weapons_of,
)
from tableside.games.troika.conditions import AIMED
from tableside.games.troika.exchange import Exchange, Shot, Side, ambush, melee, shot
from tableside.games.troika.house import OF_ATTACKS
from tableside.games.troika.odds import ambush_odds, melee_odds, shot_odds
from tableside.games.troika.rolls import VERSUS, Result
from tableside.games.troika.skill_totals import AGAINST, MODIFIER, WHO_ACTS
from tableside.rules.inputs import Who, YesNo, asked
from tableside.rules.odds import Odds, collect
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.states import check_lives, lives
from tableside.rules.table import Table


def fight(table: Table, attack: Attack, play: Play) -> Outcome:
    """Hit somebody (TRO-6.1), or strike at somebody unaware (TRO-7.3)."""
    met = meet(table, attack)
    met.tell(play)
    exchange = (ambush if met.unaware else melee)(met.own.side, met.theirs.side, met.house, play)
    return _outcome(table, met, exchange, play)


def fight_odds(table: Table, attack: Attack) -> Odds:
    """The chances of `fight`."""
    met = meet(table, attack)
    odds = ambush_odds if met.unaware else melee_odds
    return odds(met.own.side, met.theirs.side, met.house)


def shoot(table: Table, attack: Attack, play: Play) -> Outcome:
    """Shoot somebody (TRO-6.2), at somebody unaware (TRO-7.3), or into a melee (TRO-6.2.1)."""
    met = meet_evading(table, attack)
    met.tell(play)
    targets = targets_of(table, attack)
    exchange = _loose(met, attack, _victims(table, met, targets), play)
    after = replace(met, own=replace(met.own, who=met.own.who.without(AIMED)))
    return _outcome(table, after, exchange, play, targets[exchange.victim])


def _loose(met: Meeting, attack: Attack, victims: tuple[Side, ...], play: Play) -> Exchange:
    how = Shot(met.aimed, attack.in_reach, victims)
    return (ambush if met.unaware else shot)(met.own.side, met.theirs.side, met.house, play, how)


def shoot_odds(table: Table, attack: Attack) -> Odds:
    """The chances of `shoot`."""
    met = meet_evading(table, attack)
    targets = targets_of(table, attack)
    how = Shot(met.aimed, attack.in_reach, _victims(table, met, targets))
    rule = ambush_odds if met.unaware else shot_odds
    odds = rule(met.own.side, met.theirs.side, met.house, how)
    if len(targets) < 2:
        return odds
    each = odds.chances.get(Result.HIT, Fraction(0)) / len(targets)
    return replace(odds, struck=collect((table[key].name, each) for key in targets))


def targets_of(table: Table, attack: Attack) -> tuple[int, ...]:
    """Everybody who may be hit, in the order of their numbers: the target, then the others given.

    Raises `RuleError` for the dead among them.
    """
    targets = dict.fromkeys((attack.against, *(key for key in attack.among if key != attack.who)))
    for key in targets:
        check_lives(table[key])
    return tuple(targets)


def _victims(table: Table, met: Meeting, targets: tuple[int, ...]) -> tuple[Side, ...]:
    """The sides of everybody who may be hit."""
    return tuple(
        fighter(table[key], met.own.who, met.theirs.use, weapons_of(table[key], ""), met.house).side
        for key in targets
    )


def _outcome(
    table: Table, met: Meeting, exchange: Exchange, play: Play, struck: int | None = None
) -> Outcome:
    """The table after the exchange; the unaware have tested nothing."""
    after = after_exchange(table, met.own, met.theirs, exchange, play, struck=struck, defends=not met.unaware)
    return Outcome(str(exchange.result), damages(exchange), after)


_SHOTS = (Result.HIT, Result.MISS, Result.TIE)


@frozen
class Fight:
    """Who hits whom, with what."""

    who: int = asked(WHO_ACTS)
    against: int = asked(AGAINST)
    skill: str = asked(OWN_SKILL)
    their_skill: str = asked(THEIR_SKILL)
    weapon: Rows = asked(WEAPON)
    modifier: int = asked(MODIFIER)
    cover: int = asked(COVER)
    unaware: bool = asked(YesNo())
    luck: str = asked(LUCK_IN_FIGHTS)


@frozen
class Shoot:
    """Who shoots whom, with what."""

    who: int = asked(WHO_ACTS)
    against: int = asked(AGAINST)
    skill: str = asked(OWN_SKILL)
    their_skill: str = asked(THEIR_SKILL)
    weapon: Rows = asked(WEAPON)
    modifier: int = asked(MODIFIER)
    cover: int = asked(COVER)
    aimed: bool = asked(YesNo())
    unaware: bool = asked(YesNo())
    in_reach: bool = asked(YesNo(worth=False))
    luck: str = asked(LUCK_IN_FIGHTS)


@frozen
class ShootIntoMelee:
    """Who shoots into which melee, with what."""

    who: int = asked(WHO_ACTS)
    against: int = asked(AGAINST)
    among: tuple[int, ...] = asked(Who(many=True, fits=lives, apart=("who",)))
    skill: str = asked(OWN_SKILL)
    their_skill: str = asked(THEIR_SKILL)
    weapon: Rows = asked(WEAPON)
    modifier: int = asked(MODIFIER)
    cover: int = asked(COVER)
    aimed: bool = asked(YesNo())
    unaware: bool = asked(YesNo())
    luck: str = asked(LUCK_IN_FIGHTS)


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="troika.fight",
        rules=(
            *("TRO-6.1", "TRO-7.1", "TRO-7.3", "TRO-7.4", "TRO-7.5", "TRO-7.7", "TRO-7.8"),
            *("TRO-3.3", "TRO-8", "TRO-9", "TRO-AMB-4", *OF_ATTACKS),
        ),
        form=Fight,
        run=performing(fight),
        odds=foretelling(fight_odds),
        doubts=second_attack,
        group=Group.ROLL,
        outcomes=(*VERSUS, Result.HIT, Result.MISS),
        amounts=AMOUNTS,
        role=Role.FIGHT,
        on_table=True,
    ),
    Procedure(
        id="troika.shoot",
        rules=(
            *(
                "TRO-6.2",
                "TRO-6.1",
                "TRO-6.2.2",
                "TRO-7.1",
                "TRO-7.3",
                "TRO-7.8",
                "TRO-3.3",
                "TRO-8",
                "TRO-9",
            ),
            *("TRO-AMB-6", "TRO-AMB-7", "TRO-AMB-24", *OF_ATTACKS),
        ),
        form=Shoot,
        run=performing(shoot),
        odds=foretelling(shoot_odds),
        doubts=second_attack,
        group=Group.ROLL,
        outcomes=(*_SHOTS, Result.ANSWERED, Result.MISHAP),
        amounts=AMOUNTS,
        on_table=True,
    ),
    Procedure(
        id="troika.shoot-into-melee",
        rules=(
            *("TRO-6.2.1", "TRO-6.1", "TRO-6.2", "TRO-6.2.2", "TRO-7.1", "TRO-3.3", "TRO-8", "TRO-9"),
            *("TRO-AMB-7", "TRO-AMB-24", *OF_ATTACKS),
        ),
        form=ShootIntoMelee,
        run=performing(shoot),
        odds=foretelling(shoot_odds),
        doubts=second_attack,
        group=Group.ROLL,
        outcomes=(*_SHOTS, Result.MISHAP),
        amounts=AMOUNTS,
        on_table=True,
    ),
)
