"""Attacks (FELL-ATK-1), alone or together (FELL-ATK-2), and the armour against them (FELL-X-armour)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.fell.chances import attack_odds
from tableside.rules.fell.contests import CONTEST, Pair, Result, clash, result_of, tell_pairs
from tableside.rules.fell.dice import PoolDie, Rerolls
from tableside.rules.fell.effort import Clash, foretold, heavy_when
from tableside.rules.fell.expected import expected_harm
from tableside.rules.fell.gear import protection_of
from tableside.rules.fell.harm import take_harm
from tableside.rules.fell.house import House, house_of
from tableside.rules.fell.pools import (
    ADVANTAGE,
    BEST,
    HELPERS,
    STEEL,
    WHO,
    Dice,
    Team,
    ability_input,
    bonus_input,
    die_input,
    member,
    team,
)
from tableside.rules.fell.sheet import Ability
from tableside.rules.inputs import Choice, Number, Who
from tableside.rules.odds import Odds
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.states import acts, can_act, check_lives, lives
from tableside.rules.table import Table

CONTEST_RULES = (
    *("FELL-CON-1", "FELL-MAX", "FELL-ADV-1", "FELL-DIS-1", "FELL-ADV-2", "FELL-X-rev-contest"),
    *("FELL-AMB-1", "FELL-AMB-2", "FELL-AMB-3", "FELL-AMB-4", "FELL-AMB-5", "FELL-AMB-6", "FELL-AMB-7"),
)
BARE_RULES = ("FELL-ATK-1", *CONTEST_RULES, "FELL-AMB-9")
AMOUNTS = ("harm-dealt", "harm-taken")


@frozen
class Attacked:
    """An attack before anybody is hurt."""

    result: Result
    pairs: tuple[Pair, ...]

    @property
    def dealt(self) -> tuple[int, ...]:
        """The harm of each die that hit."""
        return tuple(pair.dealt for pair in self.pairs if pair.hits)

    def taken_by(self, key: int, leader: int) -> tuple[int, ...]:
        """The harm of each of their dice that hits this one: whose die missed, or the leader (FELL-ATK-2)."""
        return tuple(
            pair.taken
            for pair in self.pairs
            if pair.they_hit and (pair.own.die.key if pair.own else leader) == key
        )

    @property
    def taken(self) -> tuple[int, ...]:
        """The harm of each of their dice that hit."""
        return tuple(pair.taken for pair in self.pairs if pair.they_hit)


class Foretold(NamedTuple):
    """An attack before it is rolled."""

    clash: Clash
    armour: tuple[int, int]
    """The protection of the other side, and of one's own."""
    taken: str
    """What the harm to one's own side is called."""


def attack(
    own: Sequence[PoolDie], theirs: Sequence[PoolDie], asking: Rerolls, house: House, play: Play
) -> Attacked:
    """An attack (FELL-ATK-1): rolls as a contest; equal hits are not rolled off, since nobody wins it."""
    pairs = clash(own, theirs, asking, house, play, ("fell-attack", "their-attack"))
    tell_pairs(pairs, play)
    return Attacked(result_of(pairs), pairs)


def after_armour(harm: Sequence[int], armour: int, house: House) -> int:
    """Harm that gets through (FELL-AMB-10): the protection counts once, or against every die."""
    if house.protection == "per-die":
        return sum(max(0, each - armour) for each in harm)
    return max(0, sum(harm) - armour)


def _sides(
    table: Table,
    who: int,
    against: int,
    own: Dice,
    helpers: tuple[int, ...],
    theirs: Dice,
    their_helpers: tuple[int, ...],
) -> tuple[Team, Team]:
    house = house_of(table)
    check_two(table, who, against)
    others = tuple(key for key in helpers if key != against)
    foes = tuple(key for key in their_helpers if key not in (who, *others))
    return (
        team(table, who, own, others, house, help_with=STEEL),
        defenders(table, against, theirs, foes, house),
    )


def check_two(table: Table, who: int, against: int) -> None:
    """Raises `RuleError` unless the one they are up against is somebody else, and lives."""
    if who == against:
        raise RuleError(f"{table[who].name} cannot be up against themselves: name somebody else")
    check_lives(table[against])


def defenders(table: Table, against: int, dice: Dice, helpers: tuple[int, ...], house: House) -> Team:
    """The side that is attacked. Who cannot act rolls nothing: every die against them is uncontested."""
    if can_act(table[against]):
        return team(table, against, dice, helpers, house, help_with=STEEL)
    return Team((member(table[against], (), 0, house),))


def _attack_foe(
    table: Table,
    who: int,
    against: int,
    ability: str,
    die: str,
    bonus_die: str,
    advantage: int,
    helpers: tuple[int, ...],
    their_ability: str,
    their_die: str,
    their_advantage: int,
    their_helpers: tuple[int, ...],
    harmed: str,
    rerolls: str,
    *,
    play: Play,
) -> Outcome:
    house = house_of(table)
    own, theirs = _sides(
        table,
        who,
        against,
        Dice(ability, die, bonus_die, advantage),
        helpers,
        Dice(their_ability, their_die, advantage=their_advantage),
        their_helpers,
    )
    own.tell(house, play)
    theirs.tell(house, play)
    attacked = attack(own.pool(house), theirs.pool(house), Rerolls(rerolls), house, play)
    dealt, table = _hurt(table, against, attacked.dealt, harmed, play)
    taken = 0
    for each in own.members:
        struck = attacked.taken_by(each.who.key, who)
        points, table = _hurt(table, each.who.key, struck, harmed, play)
        taken += points
    amounts = {"harm-dealt": dealt, "harm-taken": taken}
    if is_shared(own, harmed):
        amounts["harm-before-armour"] = sum(attacked.taken)
    return Outcome(str(attacked.result), amounts, table)


def _hurt(table: Table, key: int, harm: tuple[int, ...], ability: str, play: Play) -> tuple[int, Table]:
    """Harm to somebody after their armour (FELL-HARM, FELL-X-armour)."""
    house, who = house_of(table), table[key]
    armour = protection_of(who, ability)
    points = after_armour(harm, armour, house)
    if armour and harm:
        values: dict[str, FactValue] = {
            "who": who.name,
            "amount": armour,
            "harm": sum(harm),
            "points": points,
        }
        play.tell("fell-armour-protects", "FELL-X-armour", values)
    return points, table.put(take_harm(who, ability, points, house, play))


def _foretold(
    table: Table,
    who: int,
    against: int,
    ability: str,
    die: str,
    bonus_die: str,
    advantage: int,
    helpers: tuple[int, ...],
    their_ability: str,
    their_die: str,
    their_advantage: int,
    their_helpers: tuple[int, ...],
    harmed: str,
    rerolls: str,
) -> Foretold:
    """The dice of an attack, before they are rolled."""
    house = house_of(table)
    own, theirs = _sides(
        table,
        who,
        against,
        Dice(ability, die, bonus_die, advantage),
        helpers,
        Dice(their_ability, their_die, advantage=their_advantage),
        their_helpers,
    )
    shared = is_shared(own, harmed)
    armour = (protection_of(table[against], harmed), 0 if shared else protection_of(own.leader, harmed))
    taken = "harm-before-armour" if shared else "harm-taken"
    return Foretold(Clash(own.sides(house), theirs.sides(house), Rerolls(rerolls), house), armour, taken)


def is_shared(side: Team, harmed: str) -> bool:
    """Whether several may be hurt of whom some wear armour: what they take together is then foretold
    before their armour.
    """
    return len(side.members) > 1 and any(protection_of(each.who, harmed) for each in side.members)


def _attack_foe_odds(attack: Foretold) -> Odds:
    return attack_odds(*attack.clash, attack.armour, taken=attack.taken)


def _expected_harm(attack: Foretold) -> Mapping[str, Fraction]:
    return expected_harm(*attack.clash, attack.armour, taken=attack.taken)


def _clash_of(attack: Foretold) -> Clash:
    return attack.clash


FIGHT_REROLLS = Choice("rerolls", lambda table, given: (Rerolls.ASK, Rerolls.NEVER), default=Rerolls.ASK)
"""In a contest nobody gains from rerolling everything: it is asked, or not done."""
AGAINST = Who("against", fits=lives)
THEIR_ABILITY = ability_input("their-ability", Ability.BOD)
THEIR_ADVANTAGE = Number("their-advantage", 0, -9, 9, worth=(1,))
FULL_RULES = (
    *("FELL-ATK-1", "FELL-ATK-2", "FELL-HELP", *CONTEST_RULES, "FELL-AMB-9", "FELL-HARM", "FELL-DEATH"),
    *("FELL-X-armour", "FELL-X-steel", "FELL-X-npc", "FELL-DEP", "FELL-AMB-10", "FELL-AMB-13"),
    *("FELL-AMB-14", "FELL-AMB-17", "FELL-AMB-18"),
)

PROCEDURES = (
    Procedure(
        id="fell.attack-foe",
        rules=FULL_RULES,
        inputs=(
            WHO,
            AGAINST,
            ability_input(default=Ability.BOD),
            die_input("die", "who", BEST),
            bonus_input("bonus-die", "who"),
            ADVANTAGE,
            HELPERS,
            THEIR_ABILITY,
            die_input("their-die", "against", BEST),
            THEIR_ADVANTAGE,
            Who("their-helpers", many=True, optional=True, fits=acts),
            ability_input("harmed", Ability.BOD),
            FIGHT_REROLLS,
        ),
        run=_attack_foe,
        odds=foretold(_foretold, _attack_foe_odds),
        group=Group.ROLL,
        outcomes=CONTEST,
        amounts=(*AMOUNTS, "harm-before-armour"),
        role=Role.FIGHT,
        on_table=True,
        expected=foretold(_foretold, _expected_harm),
        is_heavy=heavy_when(foretold(_foretold, _clash_of)),
    ),
)
