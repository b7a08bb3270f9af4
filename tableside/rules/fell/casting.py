"""Casting spells (FELL-X-spell): a test with a spell die of any size, whose result is taken from WIL.

An unwilling target makes it a contest, which has to be won.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import Final

from tableside.rules.cells import die_text
from tableside.rules.fell.attacks import CONTEST_RULES, check_two, defenders
from tableside.rules.fell.chances import decided, may_roll_off, result_of
from tableside.rules.fell.contest_odds import counted
from tableside.rules.fell.contests import Contested, Result, contest
from tableside.rules.fell.dice import (
    SURE_MISS,
    Landed,
    Rerolls,
    Shown,
    Weights,
    helps_against,
    never,
    parse_dice,
    weights,
)
from tableside.rules.fell.effort import Clash, heavy_when
from tableside.rules.fell.encounters import tell_result
from tableside.rules.fell.harm import take_harm
from tableside.rules.fell.house import House, house_of
from tableside.rules.fell.laying import Laying
from tableside.rules.fell.pools import (
    ADVANTAGE,
    Dice,
    Team,
    ability_die_of,
    ability_input,
    bonus_die,
    bonus_input,
    member,
    pool_die,
)
from tableside.rules.fell.sheet import Ability, points_of, sheet_of, with_points_of
from tableside.rules.fell.sides import Side, itself, reading_of, side_of
from tableside.rules.fell.testing import DN, FAIL, PASS, RULES, hit_chance, team_test
from tableside.rules.inputs import Choice, Given, Who
from tableside.rules.odds import Odds, collect
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.sheet import LADDER
from tableside.rules.states import check_can_act, lives
from tableside.rules.table import Character, Table
from tableside.rules.typed import slug

SPELL: Final = "spell"
CAST_REROLLS: Final = Choice(
    "rerolls", lambda table, given: (Rerolls.ASK, Rerolls.NEVER), default=Rerolls.ASK
)


def caster(table: Table, who: int, ability: str, spell_die: str, bonus: str, advantage: int) -> Team:
    """The dice of a spell: ability, spell die, bonus die. Raises `RuleError` for who cannot act."""
    check_can_act(table[who])
    own = (
        ability_die_of(table[who], ability),
        pool_die(table[who], parse_dice(spell_die)[0], SPELL),
        *bonus_die(table[who], SPELL, bonus),
    )
    return Team((member(table[who], own, advantage, house_of(table)),))


def cost_of(landed: Iterable[Landed]) -> int:
    """What the spell die shows, which WIL loses; 0 when it could not be rolled."""
    return sum(each.shown.harm for each in landed if each.die.why == SPELL)


def pay(who: Character, cost: int, house: House, play: Play) -> tuple[Character, bool]:
    """WIL loses the result of the spell die (FELL-X-spell); whether the spell still works (FELL-AMB-19)."""
    left = points_of(who, Ability.WIL)
    if house.willpower_cast_away == "spell-fails" and cost >= left.current:
        play.tell("fell-spell-slips", "FELL-AMB-19", {"who": who.name, "points": cost})
        return with_points_of(who, Ability.WIL, replace(left, current=0)), False
    return take_harm(who, Ability.WIL, cost, house, play), True


def _cast(
    table: Table,
    who: int,
    spell: str,
    spell_die: str,
    dn: int,
    ability: str,
    bonus_die: str,
    advantage: int,
    against: int,
    rerolls: str,
    *,
    play: Play,
) -> Outcome:
    """Cast a spell: rolls the test or the contest, then pays WIL, which may roll for death."""
    house, asking = house_of(table), Rerolls(rerolls)
    spell = spell_name(table[who], spell)
    side = caster(table, who, ability, spell_die, bonus_die, advantage)
    play.tell("fell-casts", "FELL-X-spell", {"who": table[who].name, "spell": spell})
    if against:
        contested = _against(table, side, against, asking, play)
        landed = [pair.own for pair in contested.pairs if pair.own]
        works = contested.result == Result.WIN
    else:
        tested = team_test(side, dn, asking, house, play)
        landed, works = list(tested.landed), tested.passed
    cost = cost_of(landed)
    after, holds = pay(table[who], cost, house, play)
    works = works and holds
    play.tell("fell-spell-works" if works else "fell-spell-fails", "FELL-X-spell", {"spell": spell})
    return Outcome(PASS if works else FAIL, {"wil-cost": cost}, table.put(after))


def _against(table: Table, side: Team, against: int, asking: Rerolls, play: Play) -> Contested:
    house = house_of(table)
    theirs = unwilling(table, side.leader.key, against, house)
    side.tell(house, play)
    theirs.tell(house, play)
    contested = contest(side.pool(house), theirs.pool(house), asking, house, play)
    tell_result(contested, side.leader.name, theirs.leader.name, play)
    return contested


def unwilling(table: Table, who: int, against: int, house: House) -> Team:
    """An unwilling target resists with WIL. Raises `RuleError` for the dead, and for the caster."""
    check_two(table, who, against)
    return defenders(table, against, Dice(Ability.WIL), (), house)


def _cast_odds(
    table: Table,
    who: int,
    spell: str,
    spell_die: str,
    dn: int,
    ability: str,
    bonus_die: str,
    advantage: int,
    against: int,
    rerolls: str,
) -> Odds:
    """The chances of a spell and of what it costs: by what the spell die comes to."""
    house, asking = house_of(table), Rerolls(rerolls)
    side = caster(table, who, ability, spell_die, bonus_die, advantage)
    pool = side.pool(house)
    dice = [die.sides for die in pool if die.why == SPELL]
    others = [die.sides for die in pool if die.why != SPELL]
    wants = never if against or asking == Rerolls.NEVER else helps_against(dn, house)
    faces: Weights = weights(dice[0], wants, house) if dice else ((Shown(0, 0), 1),)
    limit = points_of(table[who], Ability.WIL).current if house.willpower_cast_away == "spell-fails" else 999
    if against:
        theirs = unwilling(table, who, against, house).sides(house)
        joint = list(_contested(others, dice, faces, theirs, house))
    else:
        joint = list(_tested(others, dice, faces, dn, asking, house))
    return Odds(
        collect((PASS if works and cost < limit else FAIL, chance) for cost, works, chance in joint),
        {"wil-cost": collect((cost, chance) for cost, _, chance in joint)},
    )


def _contest_dice(
    table: Table,
    who: int,
    spell: str,
    spell_die: str,
    dn: int,
    ability: str,
    bonus_die: str,
    advantage: int,
    against: int,
    rerolls: str,
) -> Clash | None:
    """The dice against an unwilling target. None: there is none, and no contest."""
    house = house_of(table)
    side = caster(table, who, ability, spell_die, bonus_die, advantage)
    if not against:
        return None
    theirs = unwilling(table, who, against, house)
    return Clash(side.sides(house), theirs.sides(house), Rerolls.NEVER, house)


def _tested(
    others: Sequence[int], dice: Sequence[int], faces: Weights, dn: int, asking: Rerolls, house: House
) -> Iterable[tuple[int, bool, Fraction]]:
    """Of each result of the spell die and each end of the test, the chance."""
    whole, missed = sum(share for _, share in faces), Fraction(1)
    for sides in others:
        missed *= 1 - hit_chance(sides, dn, asking, house)
    for shown, share in faces:
        hit = bool(dice) and dice[0] != SURE_MISS and shown.number >= dn
        passed = Fraction(1) if hit else 1 - missed
        yield shown.harm, True, Fraction(share, whole) * passed
        yield shown.harm, False, Fraction(share, whole) * (1 - passed)


def _contested(
    others: Sequence[int], dice: Sequence[int], faces: Weights, theirs: tuple[int, ...], house: House
) -> Iterable[tuple[int, bool, Fraction]]:
    """Of each result of the spell die and each end of the contest, the chance."""
    again = house.equal_hits == "highest-die" and may_roll_off((*others, *dice), theirs)
    found: dict[tuple[int, bool], Fraction] = {}
    known, open_ = _known(others, dice, house)
    for (shown, share), *rolled in product(faces, *known):
        share *= prod(weight for _, weight in rolled)
        listed = sorted((shown, *(each for each, _ in rolled)), reverse=True)
        own = _with_known(open_, dice, listed, house)
        other = side_of(theirs, Rerolls.NEVER, house)
        tally = counted(Laying(own, other, reading_of(house), (itself, itself)), house)
        for key, weight in tally.results.items():
            if again and not decided(key):
                continue
            place = (shown.harm, result_of(key, house) == Result.WIN)
            found[place] = found.get(place, Fraction(0)) + Fraction(weight * share, tally.whole)
    whole = sum(found.values())
    return ((cost, works, chance / whole) for (cost, works), chance in found.items())


def _known(others: Sequence[int], dice: Sequence[int], house: House) -> tuple[list[Weights], list[int]]:
    """The dice that have to be known along with the spell die, and the others.

    Compared by size, equal dice stand in the order of what they show (FELL-AMB-6).
    """
    equal = [sides for sides in others if house.compared == "by-size" and sides in dice]
    return [weights(sides, never, house) for sides in equal], [
        sides for sides in others if sides not in equal
    ]


def _with_known(others: Sequence[int], dice: Sequence[int], known: Sequence[Shown], house: House) -> Side:
    """A side some of whose dice are known, in the order of its dice."""
    side = side_of(others, Rerolls.NEVER, house)
    if not dice:
        return side
    place = sum(sides > dice[0] for sides in set(others))
    before, after = slice(None, place), slice(place, None)
    return Side(
        (*side.kinds[before], *(((shown, 1),) for shown in known), *side.kinds[after]),
        (*side.counts[before], *(1 for _ in known), *side.counts[after]),
    )


def spell_name(who: Character, spell: str) -> str:
    """The spell as the sheet calls it, when it is on it; else as it was typed."""
    return next((name for name in sheet_of(who).spells.names if slug(name) == slug(spell)), spell)


def _spells(table: Table, given: Given) -> tuple[str, ...]:
    key = given.get("who")
    if not isinstance(key, int) or key not in table.characters:
        return ()
    return sheet_of(table[key]).spells.names


def knows_spells(table: Table, who: Character) -> bool:
    return lives(table, who) and bool(sheet_of(who).spells.names)


def _nobody_casts(table: Table) -> tuple[str, ...]:
    return () if any(knows_spells(table, each) for each in table.in_play()) else ("nobody-casts",)


PROCEDURES = (
    Procedure(
        id="fell.cast",
        rules=(
            *("FELL-X-spell", *RULES, *CONTEST_RULES[:1], "FELL-AMB-3", "FELL-AMB-6", "FELL-AMB-7"),
            *("FELL-AMB-8", "FELL-AMB-9", "FELL-AMB-13", "FELL-AMB-14", "FELL-AMB-17", "FELL-AMB-19"),
            *("FELL-DEP", "FELL-HARM", "FELL-DEATH", "FELL-X-rev-contest"),
        ),
        inputs=(
            Who("who", fits=knows_spells),
            Choice("spell", _spells, free=True),
            Choice("spell-die", lambda table, given: tuple(map(die_text, LADDER)), default="d6", worth=True),
            DN,
            ability_input(default=Ability.WIL),
            bonus_input("bonus-die", "who"),
            ADVANTAGE,
            Who("against", optional=True, fits=lives),
            CAST_REROLLS,
        ),
        run=_cast,
        odds=_cast_odds,
        group=Group.ROLL,
        outcomes=(PASS, FAIL),
        amounts=("wil-cost",),
        role=Role.CAST,
        on_table=True,
        is_heavy=heavy_when(_contest_dice),
        problems=_nobody_casts,
    ),
)
