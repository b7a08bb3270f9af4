"""Attacks (FELL-ATK-1), alone or together (FELL-ATK-2): with steel, a skill or a spell, against armour."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.fell.contest_estimates import estimated_contest_harm, needs_estimate
from tableside.games.fell.contest_odds import contest_odds_of_attack, contest_odds_of_spell_cost
from tableside.games.fell.contest_outcomes import OutcomeStakes
from tableside.games.fell.contest_sides import BARE, Armour, BothContestSides, blast_shares_on_contest_side
from tableside.games.fell.contests import (
    CONTEST,
    ContestPair,
    Pools,
    Result,
    dice_of_contest,
    result_of_contest,
    tell_contest,
    throw_contest,
)
from tableside.games.fell.dice import SPELL
from tableside.games.fell.harm import fates_of_fell_harm, take_harm
from tableside.games.fell.house import FellHouse
from tableside.games.fell.pools import (
    ADVANTAGE,
    BEST,
    COST,
    FIGHT_REROLLS,
    HELP,
    HELPERS,
    SPELL_DICE,
    STEEL,
    WHO,
    FellPool,
    FellPools,
    LeaderDice,
    fell_pool_ability_input,
    fell_pool_bonus_input,
    fell_pool_die_input,
    pay_for_spells_in_pools,
)
from tableside.games.fell.rerolls import Rerolls
from tableside.games.fell.sheet import WEAPONS, Ability, FellSheet
from tableside.rules.inputs import Given, Number, Who, input_field, inputs_narrowed_to, person_given_by_input
from tableside.rules.life_states import can_act, check_lives, lives, may_act
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure, Role
from tableside.rules.table import Character, Table
from tableside.rules.turns import sides as turn_sides

CONTEST_RULES = (
    *("FELL-CON-1", "FELL-MAX", "FELL-ADV-1", "FELL-DIS-1", "FELL-ADV-2", "FELL-X-rev-contest"),
    *("FELL-AMB-1", "FELL-AMB-2", "FELL-AMB-3", "FELL-AMB-4", "FELL-AMB-5", "FELL-AMB-6", "FELL-AMB-7"),
)
BARE_RULES = ("FELL-ATK-1", *CONTEST_RULES, "FELL-AMB-9")
WOUNDING = (
    *("FELL-ATK-1", "FELL-HARM", "FELL-DEATH", "FELL-X-armour", "FELL-X-steel", "FELL-X-npc"),
    *("FELL-AMB-10", "FELL-AMB-14", "FELL-AMB-17"),
)
"""The rules for the effects of an attack on people."""
AMOUNTS = ("harm-dealt", "harm-taken")
BEFORE_ARMOUR = "harm-before-armour"


@frozen
class ComparedFellAttack:
    """An attack before anybody is hurt."""

    result: Result
    pairs: tuple[ContestPair, ...]

    @property
    def blows(self) -> "tuple[Blow, ...]":
        """What each die that hit deals."""
        return tuple(Blow(pair.own.die.who, pair.dealt) for pair in self.pairs if pair.hits and pair.own)

    @property
    def dealt(self) -> tuple[int, ...]:
        """The harm of each die that hit."""
        return tuple(each.harm for each in self.blows)

    def blows_on(self, key: int, leader: int) -> "tuple[Blow, ...]":
        """What hits this character, whose own die missed, or who leads (FELL-ATK-2)."""
        return tuple(
            Blow(pair.theirs.die.who, pair.taken)
            for pair in self.pairs
            if pair.they_hit and pair.theirs and (pair.own.die.key if pair.own else leader) == key
        )

    @property
    def taken(self) -> tuple[int, ...]:
        """The harm of each opposing die that hit."""
        return tuple(pair.taken for pair in self.pairs if pair.they_hit)


class Blow(NamedTuple):
    """What a die deals."""

    who: str
    """Whose die it is."""
    harm: int


class AttackPlan(NamedTuple):
    """An attack on the table, before it is rolled."""

    own: FellPools
    theirs: FellPools
    victims: tuple[int, ...]
    """Those who take the harm: the target, and with a blast those among whom it is split."""
    harmed: str
    """The ability whose points are taken, on both sides."""
    asking: Rerolls


class ForeseenAttack(NamedTuple):
    """The bare dice of an attack, for its odds."""

    both: BothContestSides
    armour: Armour
    taken: str
    """The id of the harm to one's own side."""


def roll_fell_attack(
    pools: Pools, asking: Rerolls, house: FellHouse, play: Play, armour: Armour = BARE
) -> ComparedFellAttack:
    """An attack (FELL-ATK-1): rolls like a contest; equal hits are not rolled off, since nobody wins it.

    `armour` affects optimal rerolls; its protection is applied when harm is taken.
    """
    pairs = throw_contest(pools, asking, house, play, OutcomeStakes(is_attack=True, armour=armour))
    tell_contest(pairs, play)
    return ComparedFellAttack(result_of_contest(pairs), pairs)


def attack_harm_after_armour(harm: Sequence[int], armour: int, house: FellHouse) -> int:
    """The harm that gets through armour (FELL-AMB-10): the protection counts once, or against every die."""
    if house.protection == "per-die":
        return sum(max(0, each - armour) for each in harm)
    return max(0, sum(harm) - armour)


def check_fell_attack_target(table: Table, who: int, against: int) -> None:
    """Raises `RuleError` unless the opponent is somebody else, and alive."""
    if who == against:
        raise RuleError("inputs.against-themselves", who=table[who].name)
    check_lives(table[against])


def fell_attack_sides_apart(
    table: Table, own: LeaderDice, theirs: LeaderDice
) -> tuple[LeaderDice, LeaderDice]:
    """Both sides, with nobody on both. Raises `RuleError` like `check_fell_attack_target`."""
    check_fell_attack_target(table, own.who, theirs.who)
    others = tuple(key for key in own.helpers if key != theirs.who)
    foes = tuple(key for key in theirs.helpers if key not in (own.who, *others))
    return replace(own, helpers=others), replace(theirs, helpers=foes)


def attacked_fell_side(table: Table, dice: LeaderDice) -> FellPools:
    """The side that is attacked. Those who cannot act roll nothing: every die against them is uncontested."""
    if can_act(table[dice.who]):
        return FellPools.of(table, dice, help_with=STEEL)
    return FellPools((FellPool.of(table[dice.who], (), 0, FellHouse.of(table)),))


def make_fell_attack(table: Table, plan: AttackPlan, play: Play) -> Outcome:
    """An attack on the table: tells why each die is rolled, rolls, lets spells be paid for, and harms."""
    house, own = FellHouse.of(table), plan.own
    own.tell(house, play)
    plan.theirs.tell(house, play)
    pools = own.pool(house), plan.theirs.pool(house)
    attacked = roll_fell_attack(pools, plan.asking, house, play, foresee_fell_attack(table, plan).armour)
    table, cost = pay_for_spells_in_pools(table, dice_of_contest(attacked.pairs), house, play)
    dealt = taken = 0
    are_many = len(own.members) + len(plan.theirs.members) > 2
    for key, blows in zip(
        plan.victims, _parts_of_blast(attacked.blows, len(plan.victims), house), strict=True
    ):
        points, table = _hurt(table, key, [each.harm for each in blows], plan.harmed, play)
        dealt += points
        if are_many:
            _tell_who_dealt(blows, points, table[key], play)
    for each in own.members:
        blows = attacked.blows_on(each.who.key, own.leader.key)
        points, table = _hurt(table, each.who.key, [each.harm for each in blows], plan.harmed, play)
        taken += points
        if are_many:
            _tell_who_dealt(blows, points, each.who, play)
    amounts = {"harm-dealt": dealt, "harm-taken": taken, **cost}
    if _is_shared(own, plan.harmed):
        amounts[BEFORE_ARMOUR] = sum(attacked.taken)
    helpers = [each.who.key for each in own.members[1:]]
    table = turn_sides.side_members_have_acted(table, helpers, "FELL-ATK-2", play)
    return Outcome(str(attacked.result), amounts, table)


def _tell_who_dealt(blows: Iterable[Blow], points: int, to: Character, play: Play) -> None:
    """Tell whose dice have done this harm; what armour keeps off counts against the last of them."""
    dealt: Counter[str] = Counter()
    for who, harm in blows:
        dealt[who] += min(harm, points)
        points -= min(harm, points)
    for who, harm in dealt.items():
        if harm:
            play.tell("fell-dealt", "FELL-ATK-2", {"who": who, "other": to.name, "points": harm})


def _parts_of_blast(blows: Sequence[Blow], among: int, house: FellHouse) -> tuple[tuple[Blow, ...], ...]:
    """What a blast deals to each of this many (FELL-X-steel): a share of the whole, or of each die if armour
    counts against each (FELL-AMB-10).
    """
    if among == 1:
        return (tuple(blows),)
    if house.protection == "per-die":
        shares = [blast_shares_on_contest_side(harm, among) for _, harm in blows]
        return tuple(
            tuple(Blow(who, share[place]) for (who, _), share in zip(blows, shares, strict=True))
            for place in range(among)
        )
    left, parts = [*blows], []
    for share in blast_shares_on_contest_side(sum(harm for _, harm in blows), among):
        part = []
        while share and left:
            who, harm = left.pop(0)
            part.append(Blow(who, min(harm, share)))
            if harm > share:
                left.insert(0, Blow(who, harm - share))
            share -= part[-1].harm
        parts.append(tuple(part))
    return tuple(parts)


def _hurt(table: Table, key: int, harm: Sequence[int], ability: str, play: Play) -> tuple[int, Table]:
    """Apply harm to somebody after armour (FELL-HARM, FELL-X-armour)."""
    house, who = FellHouse.of(table), table[key]
    armour = FellSheet.protection_of(who, ability)
    points = attack_harm_after_armour(harm, armour, house)
    if armour and any(harm):
        numbers = {"amount": armour, "harm": sum(harm), "points": points}
        play.tell("fell-armour-protects", "FELL-X-armour", {"who": who.name, **numbers})
    return points, table.put(take_harm(who, ability, points, house, play))


def foresee_fell_attack(table: Table, plan: AttackPlan) -> ForeseenAttack:
    """The dice of an attack, and the armour against it."""
    house, own, harmed = FellHouse.of(table), plan.own, plan.harmed
    shared = _is_shared(own, harmed)
    protections = tuple(FellSheet.protection_of(table[key], harmed) for key in plan.victims)
    theirs = protections[0] if len(protections) == 1 else protections
    both = BothContestSides(own.bare(house), plan.theirs.bare(house), plan.asking, house)
    armour = theirs, 0 if shared else FellSheet.protection_of(own.leader, harmed)
    return ForeseenAttack(both, armour, BEFORE_ARMOUR if shared else "harm-taken")


def _is_shared(side: FellPools, harmed: str) -> bool:
    """Whether several may be hurt and some wear armour: then the odds are for their harm together, before
    armour.
    """
    return len(side.members) > 1 and any(FellSheet.protection_of(each.who, harmed) for each in side.members)


def fell_attack_odds(table: Table, plan: AttackPlan) -> Odds:
    """The odds of an attack on the table."""
    house, attack = FellHouse.of(table), foresee_fell_attack(table, plan)
    odds = contest_odds_of_attack(attack.both, attack.armour, taken=attack.taken)
    pools = plan.own.pool(house), plan.theirs.pool(house)
    stakes = OutcomeStakes(is_attack=True, armour=attack.armour)
    cost = contest_odds_of_spell_cost(pools, plan.asking, house, stakes)
    return replace(odds, amounts={**odds.amounts, **cost}, fates=_fates(table, plan, odds, house))


def _fates(table: Table, plan: AttackPlan, odds: Odds, house: FellHouse) -> dict[str, Mapping[str, Fraction]]:
    """The possible states of target and attacker, if each is alone on their side and pays for no spell: among
    several it is not known whom the harm hits.
    """
    sides = ((plan.theirs, "harm-dealt"), (plan.own, "harm-taken"))
    fates: dict[str, Mapping[str, Fraction]] = {}
    for side, amount in sides:
        pays = any(die.why == SPELL for die in side.pool(house))
        if len(side.members) == len(plan.victims) == 1 and not pays:
            fates |= fates_of_fell_harm(side.leader, plan.harmed, odds.amounts[amount], house)
    return fates


def _attacked(table: Table, given: Given) -> Character | None:
    """The opponent, if already named."""
    return person_given_by_input(table, given, "against")


def _has_abilities(table: Table, given: Given) -> bool:
    """Whether the opponent has more than one die for everything (FELL-X-npc)."""
    other = _attacked(table, given)
    return other is not None and FellSheet.has_ability_dice(other)


def _has_friends(table: Table, given: Given) -> bool:
    """Whether somebody else could help the opponent."""
    other = _attacked(table, given)
    taken = (given.get("who"), given.get("against"))
    return other is not None and any(
        each.key not in taken and may_act(table, each) and not table.are_opposed(other.key, each.key)
        for each in table.in_play()
    )


def _bursts(table: Table, given: Given) -> bool:
    """Whether the weapon harms several at once (FELL-X-steel)."""
    return _is_blast(str(given.get("die")))


AGAINST: Final = Who("against", fits=lives, apart=("who",))
THEIR_ABILITY: Final = replace(fell_pool_ability_input("their-ability", Ability.BOD), matters=_has_abilities)
THEIR_ADVANTAGE: Final = Number("their-advantage", 0, -9, 9, worth=(1,))
THEIR_HELPERS: Final = Who("their-helpers", many=True, optional=True, fits=may_act, matters=_has_friends)
BLAST: Final = Who("blast", many=True, optional=True, fits=lives, matters=_bursts)
HARMED: Final = fell_pool_ability_input("harmed", Ability.BOD)


@frozen
class FellAttackSides:
    """Two opponents, with their dice."""

    who: int = input_field(WHO)
    against: int = input_field(AGAINST)
    helpers: tuple[int, ...] = input_field(HELPERS)
    help_die: str = input_field(HELP)
    ability: str = input_field(fell_pool_ability_input())
    die: str = input_field(fell_pool_die_input("die", "who"))
    advantage: int = input_field(ADVANTAGE)
    bonus_die: str = input_field(fell_pool_bonus_input())
    rerolls: str = input_field(FIGHT_REROLLS)
    their_ability: str = input_field(THEIR_ABILITY)
    their_die: str = input_field(fell_pool_die_input("their-die", "against"))
    their_advantage: int = input_field(THEIR_ADVANTAGE)
    their_helpers: tuple[int, ...] = input_field(THEIR_HELPERS)

    @property
    def own(self) -> LeaderDice:
        """The attacker's dice."""
        return inputs_narrowed_to(self, LeaderDice)

    @property
    def theirs(self) -> LeaderDice:
        """The opponent's dice."""
        dice = LeaderDice(self.against, self.their_ability, self.their_die, helpers=self.their_helpers)
        return replace(dice, advantage=self.their_advantage)


@frozen
class AttackFoe(FellAttackSides):
    """Both sides of an attack, with the best weapon in hand, and who is harmed."""

    ability: str = input_field(fell_pool_ability_input(default=Ability.BOD))
    die: str = input_field(fell_pool_die_input("die", "who", BEST))
    their_die: str = input_field(fell_pool_die_input("their-die", "against", BEST))
    blast: tuple[int, ...] = input_field(BLAST)
    harmed: str = input_field(HARMED)


def _attack_plan(table: Table, form: AttackFoe) -> AttackPlan:
    """The plan of an attack, in which nobody is on both sides."""
    own, theirs = fell_attack_sides_apart(table, form.own, form.theirs)
    return AttackPlan(
        FellPools.of(table, own, help_with=STEEL),
        attacked_fell_side(table, theirs),
        _blasted(form.die, form.against, form.blast),
        form.harmed,
        Rerolls(form.rerolls),
    )


def _is_blast(die: str) -> bool:
    """Whether this second die is that of a bursting weapon, or of a spell, which may burst."""
    return die in SPELL_DICE or (die in WEAPONS and WEAPONS[die].blast)


def _blasted(die: str, against: int, others: tuple[int, ...]) -> tuple[int, ...]:
    """Those among whom harm is split, the target first. Raises `RuleError` unless the weapon bursts."""
    if others and not _is_blast(die):
        bursting = ", ".join(each.id for each in WEAPONS.values() if each.blast)
        raise RuleError("fell.only-a-blast", die=bursting)
    return tuple(dict.fromkeys((against, *others)))


def _means(table: Table, form: AttackFoe) -> Mapping[str, Fraction]:
    """The mean harm of an attack."""
    attack = foresee_fell_attack(table, _attack_plan(table, form))
    return estimated_contest_harm(attack.both, attack.armour, taken=attack.taken)


FULL_RULES: Final = (
    *("FELL-ATK-2", "FELL-HELP", *WOUNDING, *CONTEST_RULES, "FELL-AMB-9"),
    *("FELL-X-spell", "FELL-DEP", "FELL-AMB-13", "FELL-AMB-18", "FELL-AMB-19"),
)

PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="fell.attack-foe",
        rules=FULL_RULES,
        form=AttackFoe,
        run=lambda table, form, play: make_fell_attack(table, _attack_plan(table, form), play),
        odds=lambda table, form: fell_attack_odds(table, _attack_plan(table, form)),
        outcomes=CONTEST,
        amounts=(*AMOUNTS, BEFORE_ARMOUR, COST),
        role=Role.FIGHT,
        takes_turn=True,
        expected=_means,
        is_heavy=needs_estimate(
            lambda table, form: foresee_fell_attack(table, _attack_plan(table, form)).both
        ),
    ),
)
