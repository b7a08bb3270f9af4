"""What a character tries on the table: a skill (TRO-2), Luck (TRO-3.1), a spell (TRO-6.3), any fight."""

from dataclasses import replace
from fractions import Fraction
from typing import Final

from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Choice, Given, Group, Outcome, Procedure, Role, Who
from tableside.rules.sheet import Skills
from tableside.rules.table import Character, Kind, Table
from tableside.rules.troika import fights, grapple
from tableside.rules.troika.attacks import LUCK, MODIFIER, check_two, lives, person_given, skill_input
from tableside.rules.troika.casting import (
    CAST,
    cast_odds,
    cast_under,
    cast_under_chances,
    oops,
    price,
    touch,
    touch_chances,
)
from tableside.rules.troika.exchange import Trust
from tableside.rules.troika.fighters import Fighter, fighter, tell_fighter, weapons_of, with_luck
from tableside.rules.troika.house import House, house_of
from tableside.rules.troika.luck import luck_odds, trust_luck
from tableside.rules.troika.modifiers import Reason, on_roll, swimming, tell_reasons, total
from tableside.rules.troika.rolls import Result, roll_under, roll_under_odds
from tableside.rules.troika.sheet import sheet_of
from tableside.rules.troika.stamina import wound
from tableside.rules.troika.totals import (
    BEST,
    EVADING,
    SKILL,
    Use,
    ids,
    spell_of,
    tell_use,
    ticked,
    use_for,
    use_of,
)

UNARMED_HAND: Final = ("unarmed",)


def _tried(who: Character, skill: str, modifier: int, house: House) -> tuple[Use, tuple[Reason, ...]]:
    """What a test is made with, and all that weighs on it."""
    use = use_of(sheet_of(who), skill)
    return use, (*on_roll(who, house, modifier=modifier), *swimming(who, skill))


def test_skill(table: Table, who: int, skill: str, modifier: int, *, play: Play) -> Outcome:
    """Test a skill (TRO-2): a Roll Under its Skill Total, rolling 2d6; success ticks it (TRO-2.1.1)."""
    house, tester = house_of(table), table[who]
    use, reasons = _tried(tester, skill, modifier, house)
    tell_use(use, play, tester.name)
    tell_reasons(reasons, play, tester.name)
    rolled = roll_under(use.total + total(reasons), house, play, who=tester.name)
    after = table.put(ticked(tester, use, rolled.passed, house, play))
    return Outcome(str(Result.SUCCESS if rolled.passed else Result.FAILURE), table=after)


def test_skill_odds(table: Table, who: int, skill: str, modifier: int) -> Odds:
    """The chances of `test_skill`."""
    house = house_of(table)
    use, reasons = _tried(table[who], skill, modifier, house)
    return roll_under_odds(use.total + total(reasons), house)


def test_luck(table: Table, who: int, *, play: Play) -> Outcome:
    """Test Luck (TRO-3.1): rolls 2d6. An enemy's Skill is its Luck and never falls (TRO-X-enemy)."""
    passed, after = trust_luck(table[who], house_of(table), play)
    return Outcome(
        str(Result.SUCCESS if passed else Result.FAILURE), {"luck": _luck(after)}, table.put(after)
    )


def _luck(who: Character) -> int:
    sheet = sheet_of(who)
    return sheet.skill if who.kind == Kind.ENEMY else sheet.luck.current


def test_luck_odds(table: Table, who: int) -> Odds:
    """The chances of `test_luck`."""
    luck = _luck(table[who])
    odds = luck_odds(luck, house_of(table))
    return replace(odds, amounts={"luck": {luck: Fraction(1)}}) if _is_foe(table[who]) else odds


def _is_foe(who: Character) -> bool:
    return who.kind == Kind.ENEMY


def cast(
    table: Table,
    who: int,
    spell: str,
    modifier: int,
    against: int,
    their_skill: str,
    luck: str,
    *,
    play: Play,
) -> Outcome:
    """Cast a spell (TRO-6.3): rolls 2d6 under its total, or against somebody touched; after a fumble a d66.

    The price is taken off after the roll, because a group may halve it (TRO-AMB-23); it is owed in any case,
    and enemies owe none (TRO-X-enemy). Not checked: a free hand, speech, whether the caster can afford it.
    """
    house = house_of(table)
    result, table = (
        _touch(table, who, spell, modifier, against, their_skill, Trust(luck), play)
        if against
        else _cast_alone(table, who, spell, modifier, play)
    )
    number = oops(play, table[who].name) if result == Result.OOPS else 0
    use = spell_of(sheet_of(table[who]), spell)
    paid = price(_cost(table[who], use), result, house)
    passed = None if result == Result.TIE else result == Result.SUCCESS
    caster = ticked(table[who], use, passed, house, play)
    if paid:
        play.tell("spell-paid", "TRO-6.3", {"who": caster.name, "points": paid})
    table = table.put(caster)
    table = table.put(wound(caster, paid, table, play))
    return Outcome(str(result), {"cost": paid, "oops": number}, table)


def _cost(caster: Character, use: Use) -> int:
    """What the spell would cost at most; enemies pay nothing (TRO-X-enemy)."""
    return use.row.cost if use.row and not _is_foe(caster) else 0


def _cast_alone(table: Table, who: int, spell: str, modifier: int, play: Play) -> tuple[Result, Table]:
    caster, reasons, use = _caster(table, who, spell, modifier)
    tell_use(use, play, caster.name)
    tell_reasons(reasons, play, caster.name)
    return cast_under(use.total + total(reasons), play, caster.name), table


def _caster(table: Table, who: int, spell: str, modifier: int) -> tuple[Character, tuple[Reason, ...], Use]:
    caster = table[who]
    return caster, on_roll(caster, house_of(table), modifier=modifier), spell_of(sheet_of(caster), spell)


def _touching(
    table: Table, who: int, spell: str, modifier: int, against: int, their_skill: str
) -> tuple[Fighter, Fighter]:
    """The caster and the one to be touched."""
    house, caster, target = house_of(table), table[who], table[against]
    check_two(caster, target)
    their_use = use_for(sheet_of(target), their_skill, EVADING)
    return (
        fighter(caster, target, spell_of(sheet_of(caster), spell), UNARMED_HAND, house, modifier=modifier),
        fighter(target, caster, their_use, weapons_of(target, ""), house, attacked=True),
    )


def _touch(
    table: Table,
    who: int,
    spell: str,
    modifier: int,
    against: int,
    their_skill: str,
    trust: Trust,
    play: Play,
) -> tuple[Result, Table]:
    house = house_of(table)
    own, theirs = _touching(table, who, spell, modifier, against, their_skill)
    tell_fighter(own, play)
    tell_fighter(theirs, play)
    result, side, their_side = touch(own.side, theirs.side, trust, house, play)
    escaped = None if result == Result.TIE else result != Result.SUCCESS
    target = ticked(with_luck(theirs.who, their_side), theirs.use, escaped, house, play)
    return result, table.put(with_luck(own.who, side), target)


def cast_chances(
    table: Table, who: int, spell: str, modifier: int, against: int, their_skill: str, luck: str
) -> Odds:
    """The chances of `cast`."""
    house = house_of(table)
    caster, reasons, use = _caster(table, who, spell, modifier)
    if against:
        own, theirs = _touching(table, who, spell, modifier, against, their_skill)
        chances = touch_chances(own.side, theirs.side, Trust(luck), house)
    else:
        chances = cast_under_chances(use.total + total(reasons))
    return cast_odds(chances, _cost(caster, use), house)


def _spells(table: Table, given: Given) -> tuple[str, ...]:
    who = person_given(table, given, "who")
    return ids(sheet_of(who).spells if who else Skills())


def _has_spells(table: Table, who: Character) -> bool:
    return bool(sheet_of(who).spells.rows)


def _nobody_casts(table: Table) -> tuple[str, ...]:
    return () if any(_has_spells(table, each) for each in table.in_play()) else ("nobody-casts",)


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="troika.test",
        rules=("TRO-2", "TRO-1.1", "TRO-2.1.1", "TRO-10.4", "TRO-X-swim"),
        inputs=(Who("who"), skill_input("skill", "who", SKILL), MODIFIER),
        run=test_skill,
        odds=test_skill_odds,
        group=Group.ROLL,
        outcomes=(Result.SUCCESS, Result.FAILURE),
        role=Role.TEST,
        on_table=True,
    ),
    Procedure(
        id="troika.test-luck",
        rules=("TRO-3.1", "TRO-AMB-3"),
        inputs=(Who("who"),),
        run=test_luck,
        odds=test_luck_odds,
        group=Group.ROLL,
        outcomes=(Result.SUCCESS, Result.FAILURE),
        amounts=("luck",),
        role=Role.LUCK,
        on_table=True,
    ),
    *fights.PROCEDURES,
    Procedure(
        id="troika.cast",
        rules=("TRO-6.3", "TRO-X-spell", "TRO-X-oops", "TRO-AMB-23", "TRO-2.1.1"),
        inputs=(
            Who("who", fits=_has_spells),
            Choice("spell", _spells),
            MODIFIER,
            Who("against", fits=lives, optional=True),
            skill_input("their-skill", "against", SKILL, BEST, default=BEST),
            LUCK,
        ),
        run=cast,
        odds=cast_chances,
        group=Group.ROLL,
        outcomes=CAST,
        amounts=("cost", "oops"),
        role=Role.CAST,
        on_table=True,
        problems=_nobody_casts,
    ),
    *grapple.PROCEDURES,
)
"""Every procedure of this chapter that needs a campaign, those of fights and grapples among them."""
