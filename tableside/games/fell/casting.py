"""Casting spells (FELL-X-spell): a test with a spell die of any size, whose result is taken from WIL.

An unwilling target makes it a contest, which must be won; or it is an attack, and wounds (FELL-ATK-1).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import NamedTuple

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.fell.ability_tests import (
    DN,
    FAIL,
    PASS,
    RULES,
    ability_test_hit_chance,
    rerolls_wanted_in_ability_test,
    roll_team_ability_test,
)
from tableside.games.fell.attacks import (
    AMOUNTS,
    CONTEST_RULES,
    WOUNDING,
    AttackPlan,
    attacked_fell_side,
    check_fell_attack_target,
    fell_attack_odds,
    foresee_fell_attack,
    make_fell_attack,
)
from tableside.games.fell.best_rerolls import best_reroll_stakes
from tableside.games.fell.contest_estimates import needs_estimate
from tableside.games.fell.contest_odds import (
    contest_odds_assumption,
    contest_odds_of_layout,
    endings_for_contest_odds,
)
from tableside.games.fell.contest_sides import (
    BothContestSides,
    ContestSide,
    contest_sides_may_roll_off,
    reading_of_contest_sides,
    unarmoured_side_harm,
)
from tableside.games.fell.contest_tally import TallyLayout
from tableside.games.fell.contests import (
    CONTEST,
    PlayedContest,
    Result,
    contest,
    contest_is_decided,
    contest_result_of_hits,
)
from tableside.games.fell.contests_on_table import tell_contest_on_table
from tableside.games.fell.dice import SPELL, Bare, ShownFellDie
from tableside.games.fell.harm import fates_of_fell_harm
from tableside.games.fell.house import FellHouse
from tableside.games.fell.pools import (
    ADVANTAGE,
    BEST,
    COST,
    FIGHT_REROLLS,
    FellPool,
    FellPools,
    LeaderDice,
    fell_pool_ability_input,
    fell_pool_bonus_input,
    pay_for_spell_in_pool,
)
from tableside.games.fell.rerolls import AT_THEIR_BEST, Rerolls, Weights, never_rerolls, weights_with_rerolls
from tableside.games.fell.sheet import Ability, FellSheet
from tableside.rules.cells import die_cell_text
from tableside.rules.inputs import Choice, Given, Who, YesNo, input_field, input_options_of_people
from tableside.rules.life_states import check_can_act, lives
from tableside.rules.odds import Odds, collect_odds, mapped_odds, weighed_odds
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure, Role, procedure_needs_somebody
from tableside.rules.sheet import LADDER
from tableside.rules.table import Character, Table
from tableside.rules.typed import typed_slug


def caster(table: Table, form: "Cast") -> FellPools:
    """The dice of a spell: ability, spell die, bonus die.

    Raises `RuleError` for those who cannot act, know no spell, or cannot pay for it.
    """
    who, house = table[form.who], FellHouse.of(table)
    check_can_act(who)
    own = (
        FellPool.ability_die(who, form.ability),
        FellPool.spell_die(who, f"spell-{form.spell_die}", house),
        *FellPool.bonus_die(who, SPELL, form.bonus_die),
    )
    return FellPools((FellPool.of(who, own, form.advantage, house),))


def _unlimited(side: FellPools) -> FellPools:
    """The side without limits on its dice: a spell that cannot be paid for only fails after the roll
    (FELL-AMB-19).
    """
    (caster,) = side.members
    return FellPools((replace(caster, dice=tuple(replace(die, limit=0) for die in caster.dice)),))


BOOK_OF_SPELLS = 100
"""The number of spells in the book's list."""


def roll_fell_spell(known: tuple[str, ...], play: Play, who: str = "") -> str:
    """A spell from the book's list: rolls d100. A known one moves on to the next that is not."""
    (number,) = play.roll(BOOK_OF_SPELLS, why="fell-spell", who=who)
    taken = {each.casefold() for each in known}
    names = (f"Spell {(number - 1 + step) % BOOK_OF_SPELLS + 1}" for step in range(BOOK_OF_SPELLS))
    return next((name for name in names if name.casefold() not in taken), f"Spell {number} again")


def _may_cast(table: Table, who: Character) -> bool:
    return lives(table, who) and FellSheet.of(who).knows_spells


def _attacks(table: Table, given: Given) -> bool:
    return bool(given.get("attack"))


@frozen
class Cast:
    """A casting: who casts what, and at whom."""

    who: int = input_field(Who(fits=_may_cast))
    spell: str = input_field(
        Choice(options=input_options_of_people(lambda who: FellSheet.of(who).spells.names), free=True)
    )
    spell_die: str = input_field(
        Choice(options=lambda table, given: tuple(map(die_cell_text, LADDER)), default="d6", worth=True)
    )
    dn: int = input_field(DN)
    ability: str = input_field(fell_pool_ability_input(default=Ability.WIL))
    bonus_die: str = input_field(fell_pool_bonus_input())
    advantage: int = input_field(ADVANTAGE)
    against: int = input_field(Who(optional=True, fits=lives))
    attack: bool = input_field(YesNo())
    blast: tuple[int, ...] = input_field(Who(many=True, optional=True, fits=lives, matters=_attacks))
    rerolls: str = input_field(FIGHT_REROLLS)


def _cast(table: Table, form: Cast, play: Play) -> Outcome:
    """Cast a spell: rolls the test or the contest, then pays WIL, which may roll for death; or attacks."""
    cast = _casting(table, form)
    house, who = FellHouse.of(table), cast.own.leader
    spell = _spell_name(who, form.spell)
    plan = _attack_plan(table, cast)
    play.tell("fell-casts", "FELL-X-spell", {"who": who.name, "spell": spell})
    if plan is not None:
        return make_fell_attack(table, plan, play)
    if cast.against:
        contested = _against(table, cast, play)
        landed = [pair.own for pair in contested.pairs if pair.own]
        works = contested.result == Result.WIN
    else:
        tested = roll_team_ability_test(_unlimited(cast.own), cast.dn, cast.asking, house, play)
        landed, works = list(tested.landed), tested.passed
    cost = sum(each.cost for each in landed)
    after, holds = pay_for_spell_in_pool(who, cost, house, play)
    works = works and holds
    play.tell("fell-spell-works" if works else "fell-spell-fails", "FELL-X-spell", {"spell": spell})
    return Outcome(PASS if works else FAIL, {COST: cost}, table.put(after))


class Casting(NamedTuple):
    """A spell before it is rolled."""

    own: FellPools
    dn: int
    against: int
    """The key of an unwilling target. 0: there is none."""
    is_attack: bool
    blast: tuple[int, ...]
    """The others harmed by an attack that bursts (FELL-X-steel)."""
    asking: Rerolls


def _casting(table: Table, form: Cast) -> Casting:
    own = caster(table, form)
    return Casting(own, form.dn, form.against, form.attack, form.blast, Rerolls(form.rerolls))


def _attack_plan(table: Table, cast: Casting) -> AttackPlan | None:
    """The attack by a spell, answered like any other. None: it is no attack.

    Raises `RuleError` when nobody is attacked, and when it would burst without being an attack.
    """
    if not cast.is_attack and cast.blast:
        raise RuleError("fell.bursts-only-attacking")
    if not cast.is_attack:
        return None
    if not cast.against:
        raise RuleError("fell.attacks-nobody")
    check_fell_attack_target(table, cast.own.leader.key, cast.against)
    theirs = attacked_fell_side(table, LeaderDice(cast.against, Ability.BOD, BEST))
    victims = tuple(dict.fromkeys((cast.against, *cast.blast)))
    return AttackPlan(cast.own, theirs, victims, Ability.BOD, cast.asking)


def _against(table: Table, cast: Casting, play: Play) -> PlayedContest:
    house, side = FellHouse.of(table), _unlimited(cast.own)
    theirs = _unwilling(table, side.leader.key, cast.against)
    side.tell(house, play)
    theirs.tell(house, play)
    contested = contest((side.pool(house), theirs.pool(house)), cast.asking, house, play)
    tell_contest_on_table(contested, side.leader.name, theirs.leader.name, play)
    return contested


def _unwilling(table: Table, who: int, against: int) -> FellPools:
    """An unwilling target, who resists with WIL. Raises `RuleError` for the dead, and for the caster."""
    check_fell_attack_target(table, who, against)
    return attacked_fell_side(table, LeaderDice(against, Ability.WIL))


def _cast_odds(table: Table, form: Cast) -> Odds:
    """The odds of a spell and of its cost, by the result of the spell die."""
    cast = _casting(table, form)
    plan = _attack_plan(table, cast)
    if plan is not None:
        return fell_attack_odds(table, plan)
    house, who = FellHouse.of(table), cast.own.leader
    pool = cast.own.pool(house)
    dice = [die.sides for die in pool if die.why == SPELL]
    others = [die.sides for die in pool if die.why != SPELL]
    wants = never_rerolls if cast.against else rerolls_wanted_in_ability_test(cast.dn, cast.asking, house)
    faces: Weights = weights_with_rerolls(dice[0], wants, house) if dice else ((ShownFellDie(0, 0), 1),)
    may_fail = house.willpower_cast_away == "spell-fails"
    limit = FellSheet.points_of(who, Ability.WIL).current if may_fail else 999
    if cast.against:
        theirs = _unwilling(table, who.key, cast.against)
        if cast.asking.in_contest(house) in AT_THEIR_BEST:
            joint = _contested_at_best(_unlimited(cast.own), theirs, cast.asking, house)
        else:
            joint = _contested(others, dice, faces, theirs.bare(house), house)
    else:
        missed = prod(1 - ability_test_hit_chance(sides, cast.dn, cast.asking, house) for sides in others)
        joint = _tested(faces, cast.dn, Fraction(missed))
    costs = mapped_odds(joint, lambda each: each[0])
    return Odds(
        mapped_odds(joint, lambda each: PASS if each[1] and each[0] < limit else FAIL),
        {COST: costs},
        fates=fates_of_fell_harm(who, Ability.WIL, costs, house) if not may_fail else {},
        assumes=contest_odds_assumption(_clash(table, cast)) if cast.against else "",
    )


def _contest_dice(table: Table, form: Cast) -> BothContestSides | None:
    """The dice against an unwilling target, or of an attack. None: there is neither."""
    cast = _casting(table, form)
    plan = _attack_plan(table, cast)
    if plan is not None:
        return foresee_fell_attack(table, plan).both
    return _clash(table, cast) if cast.against else None


def _clash(table: Table, cast: Casting) -> BothContestSides:
    """The bare dice of a spell and of the unwilling target."""
    house = FellHouse.of(table)
    theirs = _unwilling(table, cast.own.leader.key, cast.against)
    return BothContestSides(_unlimited(cast.own).bare(house), theirs.bare(house), cast.asking, house)


CostAndEnd = Mapping[tuple[int, bool], Fraction]
"""The chance of each result of the spell die and whether the spell works."""


def _tested(faces: Weights, dn: int, missed: Fraction) -> CostAndEnd:
    """The endings of a test in which all other dice miss with this chance."""
    ends: list[tuple[tuple[int, bool], Fraction]] = []
    for shown, chance in weighed_odds(faces).items():
        passed = Fraction(1) if shown.number >= max(1, dn) else 1 - missed
        ends += [((shown.harm, True), chance * passed), ((shown.harm, False), chance * (1 - passed))]
    return collect_odds(ends)


def _contested(
    others: Sequence[int], dice: Sequence[int], faces: Weights, theirs: tuple[Bare, ...], house: FellHouse
) -> CostAndEnd:
    """The endings of a contest."""
    again = house.equal_hits == "highest-die" and contest_sides_may_roll_off((*others, *dice), theirs)
    chances: dict[tuple[int, bool], Fraction] = {}
    known, open_ = _known(others, dice, house)
    for (shown, share), *rolled in product(faces, *known):
        share *= prod(weight for _, weight in rolled)
        all_shown = sorted((shown, *(each for each, _ in rolled)), reverse=True)
        own = _with_known(open_, dice, all_shown, house)
        other = ContestSide.rolling(theirs, Rerolls.NEVER, house)
        tally = contest_odds_of_layout(
            TallyLayout(
                own, other, reading_of_contest_sides(house), (unarmoured_side_harm, unarmoured_side_harm)
            ),
            house,
        )
        for key, weight in tally.results.items():
            if again and not contest_is_decided(key):
                continue
            place = (shown.harm, contest_result_of_hits(key, house) == Result.WIN)
            chances[place] = chances.get(place, Fraction(0)) + Fraction(weight * share, tally.whole)
    whole = sum(chances.values())
    return {each: chance / whole for each, chance in chances.items()}


def _contested_at_best(own: FellPools, theirs: FellPools, asking: Rerolls, house: FellHouse) -> CostAndEnd:
    """The endings of a contest with optimal rerolls."""
    both = BothContestSides(own.bare(house), theirs.bare(house), asking, house)
    pools = own.pool(house), theirs.pool(house)
    endings = endings_for_contest_odds(pools, asking, house, best_reroll_stakes(both))
    return weighed_odds(
        ((ending.cost, contest_result_of_hits(ending[:3], house) == Result.WIN), weight)
        for ending, weight in endings.items()
        if contest_is_decided(ending[:3]) or not both.is_rolled_off
    )


def _known(others: Sequence[int], dice: Sequence[int], house: FellHouse) -> tuple[list[Weights], list[int]]:
    """The dice whose numbers must be known along with the spell die, and the others.

    Compared by size, equal dice are in the order of what they show (FELL-AMB-6).
    """
    equal = [sides for sides in others if house.compared == "by-size" and sides in dice]
    return [weights_with_rerolls(sides, never_rerolls, house) for sides in equal], [
        sides for sides in others if sides not in equal
    ]


def _with_known(
    others: Sequence[int], dice: Sequence[int], known: Sequence[ShownFellDie], house: FellHouse
) -> ContestSide:
    """A side with some known dice, in the order of its dice."""
    side = ContestSide.rolling(others, Rerolls.NEVER, house)
    if not dice:
        return side
    place = sum(sides > dice[0] for sides in set(others))
    before, after = slice(None, place), slice(place, None)
    return ContestSide(
        (*side.kinds[before], *(((shown, 1),) for shown in known), *side.kinds[after]),
        (*side.counts[before], *(1 for _ in known), *side.counts[after]),
    )


def _spell_name(who: Character, spell: str) -> str:
    """The spell's name on the sheet, if it is there; else as typed."""
    return next(
        (name for name in FellSheet.of(who).spells.names if typed_slug(name) == typed_slug(spell)), spell
    )


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="fell.cast",
        rules=(
            *("FELL-X-spell", *RULES, *CONTEST_RULES[:1], "FELL-AMB-3", "FELL-AMB-6", "FELL-AMB-7"),
            *("FELL-AMB-8", "FELL-AMB-9", "FELL-AMB-13", "FELL-AMB-14", "FELL-AMB-17", "FELL-AMB-19"),
            *("FELL-DEP", "FELL-X-rev-contest", *WOUNDING),
        ),
        run=_cast,
        odds=_cast_odds,
        outcomes=(PASS, FAIL, *CONTEST),
        amounts=(COST, *AMOUNTS),
        role=Role.CAST,
        is_heavy=needs_estimate(_contest_dice),
        problems=procedure_needs_somebody(_may_cast, "nobody-casts"),
    ),
)
