"""Fighting on the table: hitting (TRO-6.1), shooting (TRO-6.2), shooting into a melee (TRO-6.2.1), grappling
(TRO-6.8).

Never checked: whose turn it is, how far off the target is, and whether an arrow is at hand.
"""

from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from functools import partial

from tableside.frozen import frozen
from tableside.games.troika.conditions import AIMED
from tableside.games.troika.exchange import (
    Exchange,
    ExchangeSide,
    Hit,
    Settled,
    Shot,
    ambush_exchange,
    contest_melee_exchange,
    exchange_after_verdict,
    fumble_reasons,
    melee_exchange,
    shot_exchange,
    strike,
    unaware_verdict,
)
from tableside.games.troika.exchange_odds import (
    NOTHING,
    States,
    blows_odds,
    exchange_odds_after_ties,
    exchange_odds_of_unaware,
    melee_odds,
    shot_odds,
    unaware_exchange_odds,
)
from tableside.games.troika.fighters import (
    AMOUNTS,
    COVER,
    LUCK_IN_FIGHTS,
    OWN_SKILL,
    THEIR_SKILL,
    WEAPON,
    FightersAttack,
    FightersMeeting,
    Rows,
    Stance,
    doubt_of_hands,
    fighter_against,
    weapons_of_fighter,
)
from tableside.games.troika.house import OF_ATTACKS, TroikaHouse
from tableside.games.troika.perils import fall_prone
from tableside.games.troika.rolls import (
    UNAWARE,
    VERSUS,
    Reason,
    Result,
    Verdict,
    better_roll_under,
    roll_versus_verdicts,
    throw_2d6,
)
from tableside.games.troika.skill_tests import AGAINST, MODIFIER, WHO_ACTS
from tableside.games.troika.terms import UNARMED, WRESTLING
from tableside.rules.inputs import Who, YesNo, input_field
from tableside.rules.life_states import UNCONSCIOUS, check_lives, lives
from tableside.rules.odds import Odds, collect_odds, mapped_odds, mixed_odds, odds_of_dice_sum
from tableside.rules.play import D6, Play
from tableside.rules.procedure import Outcome, Procedure, Role
from tableside.rules.table import Condition, Table


def _fight(table: Table, attack: FightersAttack, play: Play) -> Outcome:
    """Hit somebody (TRO-6.1), or strike at somebody unaware (TRO-7.3)."""
    met = FightersMeeting.of(table, attack)
    met.tell(play)
    exchange = (ambush_exchange if met.unaware else melee_exchange)(
        met.own.side, met.theirs.side, met.house, play
    )
    return _outcome(table, met, exchange, play)


def _fight_odds(table: Table, attack: FightersAttack) -> Odds:
    """The odds of hitting somebody (TRO-6.1, TRO-7.3)."""
    met = FightersMeeting.of(table, attack)
    odds = exchange_odds_of_unaware if met.unaware else melee_odds
    return odds(met.own.side, met.theirs.side, met.house)


def _shoot(table: Table, attack: FightersAttack, play: Play) -> Outcome:
    """Shoot somebody (TRO-6.2), somebody unaware (TRO-7.3), or into a melee (TRO-6.2.1)."""
    met = FightersMeeting.evading(table, attack)
    met.tell(play)
    targets = _targets_of(table, attack)
    exchange = _loose(met, attack, _victims(table, met, targets), play)
    after = replace(met, own=replace(met.own, who=met.own.who.without(AIMED)))
    return _outcome(table, after, exchange, play, targets[exchange.victim])


def _loose(
    met: FightersMeeting, attack: FightersAttack, victims: tuple[ExchangeSide, ...], play: Play
) -> Exchange:
    how = Shot(met.aimed, attack.in_reach, victims)
    return (ambush_exchange if met.unaware else shot_exchange)(
        met.own.side, met.theirs.side, met.house, play, how
    )


def _shoot_odds(table: Table, attack: FightersAttack) -> Odds:
    """The odds of shooting somebody (TRO-6.2, TRO-7.3)."""
    met = FightersMeeting.evading(table, attack)
    targets = _targets_of(table, attack)
    how = Shot(met.aimed, attack.in_reach, _victims(table, met, targets))
    rule = exchange_odds_of_unaware if met.unaware else shot_odds
    odds = rule(met.own.side, met.theirs.side, met.house, how)
    if len(targets) < 2:
        return odds
    each = odds.chances.get(Result.HIT, Fraction(0)) / len(targets)
    return replace(odds, struck=collect_odds((table[key].name, each) for key in targets))


def _targets_of(table: Table, attack: FightersAttack) -> tuple[int, ...]:
    """The keys of everybody who may be hit, in the order of their numbers: the target, then the others given.

    Raises `RuleError` when one of them is dead.
    """
    targets = dict.fromkeys((attack.against, *(key for key in attack.among if key != attack.who)))
    for key in targets:
        check_lives(table[key])
    return tuple(targets)


def _victims(table: Table, met: FightersMeeting, targets: tuple[int, ...]) -> tuple[ExchangeSide, ...]:
    """The sides of everybody who may be hit."""
    return tuple(
        fighter_against(
            table[key], met.own.who, Stance(met.theirs.use, weapons_of_fighter(table[key], "")), met.house
        ).side
        for key in targets
    )


def _outcome(
    table: Table, met: FightersMeeting, exchange: Exchange, play: Play, struck: int | None = None
) -> Outcome:
    """The table after the exchange, in which the unaware have tested nothing."""
    after = met.after_exchange(table, exchange, play, struck)
    return Outcome(str(exchange.result), exchange.amounts, after)


_SHOTS = (Result.HIT, Result.MISS, Result.TIE)


@frozen
class Armed:
    """An attack with a weapon."""

    who: int = input_field(WHO_ACTS)
    against: int = input_field(AGAINST)
    skill: str = input_field(OWN_SKILL)
    their_skill: str = input_field(THEIR_SKILL)
    weapon: Rows = input_field(WEAPON)
    modifier: int = input_field(MODIFIER)
    cover: int = input_field(COVER)


@frozen
class Fight(Armed):
    """An attack hand to hand."""

    unaware: bool = input_field(YesNo())
    luck: str = input_field(LUCK_IN_FIGHTS)


@frozen
class Shoot(Armed):
    """A shot at somebody."""

    aimed: bool = input_field(YesNo())
    unaware: bool = input_field(YesNo())
    in_reach: bool = input_field(YesNo(worth=False))
    luck: str = input_field(LUCK_IN_FIGHTS)


@frozen
class ShootIntoMelee:
    """A shot into a melee."""

    who: int = input_field(WHO_ACTS)
    against: int = input_field(AGAINST)
    among: tuple[int, ...] = input_field(Who(many=True, fits=lives, apart=("who",)))
    skill: str = input_field(OWN_SKILL)
    their_skill: str = input_field(THEIR_SKILL)
    weapon: Rows = input_field(WEAPON)
    modifier: int = input_field(MODIFIER)
    cover: int = input_field(COVER)
    aimed: bool = input_field(YesNo())
    unaware: bool = input_field(YesNo())
    luck: str = input_field(LUCK_IN_FIGHTS)


class Grip(StrEnum):
    """What the winner of a grapple does."""

    NONE = "none"
    KNOCK_DOWN = "knock-down"
    UNARMED_DAMAGE = "unarmed-damage"
    UNCONSCIOUS = "unconscious"


@frozen
class Grappled:
    """The result of a grapple."""

    exchange: Exchange
    grip: Grip = Grip.NONE
    rounds: int = 0
    """The rounds that the other side is unconscious."""


def _answer_blow(verdict: Verdict) -> Verdict:
    """The blow of a side grappled in vain: as if it had attacked, and mighty after a Fumble (TRO-6.8)."""
    return replace(verdict, mighty=verdict.mighty or verdict.fumbled)


def grapple_in_fight(own: ExchangeSide, theirs: ExchangeSide, house: TroikaHouse, play: Play) -> Grappled:
    """Grapple somebody (TRO-6.8). The grappler should hold the row `unarmed`.

    Rolls the grappler's 2d6, the other side's, Luck for a tie. If won, asks whether to knock down or to hurt,
    and rolls that damage; after a Mighty Blow 1d6 rounds. If lost, asks whether the other side strikes.
    """
    dice = throw_2d6(play, "grapple", own.name)
    verdict, own, theirs = contest_melee_exchange(dice, own, theirs, house, play)
    if verdict.result == Result.WIN:
        return _won(Settled(verdict, own, theirs), fumble_reasons(verdict, house), house, play)
    if verdict.result != Result.LOSE:
        return Grappled(exchange_after_verdict(verdict, own, theirs, house, play))
    if not play.agrees("grapple-answer", default=True, who=theirs.name):
        return Grappled(Exchange(verdict, own, theirs))
    return Grappled(exchange_after_verdict(_answer_blow(verdict), own, theirs, house, play))


def _seize(own: ExchangeSide, theirs: ExchangeSide, house: TroikaHouse, play: Play) -> Grappled:
    """Grapple somebody unaware (TRO-7.3): a Roll Under, +2 on the damage die, and no answer.

    Rolls 2d6. A hit goes on like a grapple that is won.
    """
    dice = throw_2d6(play, "grapple", own.name, best=better_roll_under(house))
    verdict = unaware_verdict(dice, own, theirs, house, play)
    if verdict.result != Result.HIT:
        return Grappled(Exchange(verdict, own, theirs))
    return _won(Settled(verdict, own, theirs), (UNAWARE,), house, play)


def _won(settled: Settled, reasons: tuple[Reason, ...], house: TroikaHouse, play: Play) -> Grappled:
    verdict, own, theirs = settled.verdict, settled.own, settled.theirs
    if verdict.mighty:
        (rounds,) = play.roll(D6, why="unconscious", who=own.name)
        play.tell("knocked-out", "TRO-6.8", {"who": theirs.name, "rounds": rounds})
        return Grappled(Exchange(verdict, own, theirs), Grip.UNCONSCIOUS, rounds)
    choices = (Grip.KNOCK_DOWN, Grip.UNARMED_DAMAGE)
    grip = Grip(play.choose("grapple-win", *choices, default=Grip.KNOCK_DOWN, who=own.name))
    if grip == Grip.KNOCK_DOWN:
        return Grappled(Exchange(verdict, own, theirs), grip)
    dealt, own = strike(own, theirs, Hit(reasons), house, play)
    return Grappled(Exchange(verdict, own, theirs, dealt), grip)


def grapple_in_fight_odds(own: ExchangeSide, theirs: ExchangeSide, house: TroikaHouse) -> Odds:
    """The odds of a grapple, assuming that the winner knocks down, or strikes after a grapple in vain."""
    verdicts = roll_versus_verdicts(own.bonus - theirs.bonus, False, house)
    states = exchange_odds_after_ties(verdicts, own, theirs, house, both_strike=True)
    return _odds(states, house)


def _odds(states: States, house: TroikaHouse) -> Odds:
    dealt, taken, rounds = [], [], []
    for state, chance in states.items():
        won = state.verdict.result in (Result.WIN, Result.HIT)
        if state.verdict.result == Result.LOSE:
            state = replace(state, verdict=_answer_blow(state.verdict))
        hurt, hurt_back = (NOTHING, NOTHING) if won else blows_odds(state, house)
        dealt.append((hurt, chance))
        taken.append((hurt_back, chance))
        rounds.append((odds_of_dice_sum(1, D6) if won and state.verdict.mighty else NOTHING, chance))
    parts = {"damage-dealt": dealt, "damage-taken": taken, "rounds": rounds}
    amounts = {name: mixed_odds(amount) for name, amount in parts.items()}
    return Odds(mapped_odds(states, lambda state: str(state.verdict.result)), amounts)


def _meet_wrestling(table: Table, attack: FightersAttack) -> FightersMeeting:
    """Make a meeting of two wrestlers, the first bare-handed; the other's weapon is no help (TRO-6.8)."""
    return FightersMeeting.of(table, replace(attack, weapon=UNARMED), WRESTLING, WRESTLING)


def _grapple_somebody(table: Table, attack: FightersAttack, play: Play) -> Outcome:
    """Grapple (TRO-6.8) on the table: whoever is knocked down is prone; if damage is dealt, both are."""
    met = _meet_wrestling(table, attack)
    met.tell(play)
    rule = _seize if met.unaware else grapple_in_fight
    done = rule(met.own.side, met.theirs.side, met.house, play)
    table = met.after_exchange(table, done.exchange, play)
    if done.grip in (Grip.KNOCK_DOWN, Grip.UNARMED_DAMAGE):
        table = table.put(fall_prone(table[attack.against], play))
    if done.grip == Grip.UNARMED_DAMAGE:
        table = table.put(fall_prone(table[attack.who], play))
    if done.grip == Grip.UNCONSCIOUS:
        out = Condition(UNCONSCIOUS, rounds=done.rounds)
        table = table.put(table[attack.against].with_condition(out))
    return Outcome(str(done.exchange.result), {**done.exchange.amounts, "rounds": done.rounds}, table)


def _grapple_somebody_odds(table: Table, attack: FightersAttack) -> Odds:
    """The odds of grappling somebody on the table (TRO-6.8)."""
    met = _meet_wrestling(table, attack)
    own, theirs, house = met.own.side, met.theirs.side, met.house
    if met.unaware:
        return _odds(unaware_exchange_odds(own, theirs, house), house)
    return grapple_in_fight_odds(own, theirs, house)


@frozen
class Grapple:
    """Who grapples whom."""

    who: int = input_field(WHO_ACTS)
    against: int = input_field(AGAINST)
    skill: str = input_field(OWN_SKILL)
    their_skill: str = input_field(THEIR_SKILL)
    modifier: int = input_field(MODIFIER)
    cover: int = input_field(COVER)
    luck: str = input_field(LUCK_IN_FIGHTS)


_attack = partial(Procedure, takes_turn=True, amounts=AMOUNTS)
"""A procedure for an attack."""
PROCEDURES: tuple[Procedure, ...] = (
    _attack(
        id="troika.fight",
        rules=(
            *("TRO-6.1", "TRO-7.1", "TRO-7.3", "TRO-7.4", "TRO-7.5", "TRO-7.7", "TRO-7.8"),
            *("TRO-3.3", "TRO-8", "TRO-9", "TRO-AMB-4", *OF_ATTACKS),
        ),
        form=Fight,
        run=FightersAttack.as_run(_fight),
        odds=FightersAttack.as_odds(_fight_odds),
        doubts=doubt_of_hands,
        outcomes=(*VERSUS, Result.HIT, Result.MISS),
        role=Role.FIGHT,
    ),
    _attack(
        id="troika.shoot",
        rules=(
            *("TRO-6.2", "TRO-6.1", "TRO-6.2.2", "TRO-7.1", "TRO-7.3", "TRO-7.8", "TRO-3.3", "TRO-8"),
            *("TRO-9", "TRO-AMB-6", "TRO-AMB-7", "TRO-AMB-24", *OF_ATTACKS),
        ),
        form=Shoot,
        run=FightersAttack.as_run(_shoot),
        odds=FightersAttack.as_odds(_shoot_odds),
        doubts=doubt_of_hands,
        outcomes=(*_SHOTS, Result.ANSWERED, Result.MISHAP),
    ),
    _attack(
        id="troika.shoot-into-melee",
        rules=(
            *("TRO-6.2.1", "TRO-6.1", "TRO-6.2", "TRO-6.2.2", "TRO-7.1", "TRO-3.3", "TRO-8", "TRO-9"),
            *("TRO-AMB-7", "TRO-AMB-24", *OF_ATTACKS),
        ),
        form=ShootIntoMelee,
        run=FightersAttack.as_run(_shoot),
        odds=FightersAttack.as_odds(_shoot_odds),
        doubts=doubt_of_hands,
        outcomes=(*_SHOTS, Result.MISHAP),
    ),
    _attack(
        id="troika.grapple",
        rules=(
            *("TRO-6.8", "TRO-6.1", "TRO-7.1", "TRO-7.3", "TRO-7.4", "TRO-7.5", "TRO-7.8", "TRO-3.3"),
            *("TRO-AMB-4", *OF_ATTACKS),
        ),
        form=Grapple,
        run=FightersAttack.as_run(_grapple_somebody),
        odds=FightersAttack.as_odds(_grapple_somebody_odds),
        outcomes=(*VERSUS, Result.HIT, Result.MISS),
        amounts=(*AMOUNTS, "rounds"),
    ),
)
