"""Casting a spell on the table (TRO-6.3): the roll, its price in Stamina, and the number for an Oops!."""

from tableside.frozen import frozen
from tableside.rules.forms import asked
from tableside.rules.inputs import Choice, Who
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.states import can_act, check_can_act, lives
from tableside.rules.table import Character, Kind, Table
from tableside.rules.troika.attacks import COVER, LUCK_IN_FIGHTS, check_two
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
from tableside.rules.troika.fighters import UNARMED, Fighter, fighter, tell_fighter, weapons_of, with_luck
from tableside.rules.troika.house import OF_TESTS, House, house_of
from tableside.rules.troika.inputs import MODIFIER, of_person, skill_input
from tableside.rules.troika.modifiers import on_roll, tell_reasons, total
from tableside.rules.troika.rolls import Result
from tableside.rules.troika.sheet import sheet_of
from tableside.rules.troika.spending import begin_attack
from tableside.rules.troika.stamina import wound
from tableside.rules.troika.totals import BEST, EVADING, SKILL, Use, ids, spell_of, tell_use, ticked, use_for


def _spells(who: Character) -> tuple[str, ...]:
    return ids(sheet_of(who).spells)


def _casts(table: Table, who: Character) -> bool:
    return bool(_spells(who)) and can_act(who)


@frozen
class Cast:
    """Who casts what, and whom they have to touch for it."""

    who: int = asked(Who(fits=_casts))
    spell: str = asked(Choice(options=of_person(_spells)))
    modifier: int = asked(MODIFIER)
    against: int = asked(Who(fits=lives, optional=True))
    their_skill: str = asked(skill_input("their-skill", "against", SKILL, BEST, default=BEST))
    cover: int = asked(COVER)
    luck: str = asked(LUCK_IN_FIGHTS)


def _cast(table: Table, form: Cast, play: Play) -> Outcome:
    """Cast a spell (TRO-6.3): rolls 2d6 under its total, or against somebody touched; after a fumble a d66.

    The price is taken off after the roll, because a group may halve it (TRO-AMB-23); it is owed in any case,
    and enemies owe none (TRO-X-enemy). Not checked: a free hand, speech, whether the caster can afford it.
    """
    house, caster = house_of(table), table[form.who]
    check_can_act(caster)
    use = spell_of(sheet_of(caster), form.spell)
    if form.against:
        table = begin_attack(table, form.who, play)
        own, theirs = _touching(table, form, use)
        result, table = _touch(table, own, theirs, Trust(form.luck), play)
    else:
        result = _cast_alone(caster, use, form.modifier, house, play)
    number = oops(play, caster.name) if result == Result.OOPS else 0
    paid, table = _pay(table, form.who, use, result, play)
    return Outcome(str(result), {"cost": paid, "oops": number}, table)


def _cast_alone(caster: Character, use: Use, modifier: int, house: House, play: Play) -> Result:
    reasons = on_roll(caster, house, modifier=modifier)
    tell_use(use, play, caster.name)
    tell_reasons(reasons, play, caster.name)
    return cast_under(use.total + total(reasons), play, caster.name)


def _touching(table: Table, form: Cast, use: Use) -> tuple[Fighter, Fighter]:
    """The caster and the one to be touched, who evades (TRO-6.3)."""
    house, caster, target = house_of(table), table[form.who], table[form.against]
    check_two(caster, target)
    their_use = use_for(sheet_of(target), form.their_skill, EVADING)
    return (
        fighter(caster, target, use, (UNARMED,), house, modifier=form.modifier),
        fighter(target, caster, their_use, weapons_of(target, ""), house, behind=form.cover, attacked=True),
    )


def _touch(table: Table, own: Fighter, theirs: Fighter, trust: Trust, play: Play) -> tuple[Result, Table]:
    house = house_of(table)
    tell_fighter(own, play)
    tell_fighter(theirs, play)
    result, side, their_side = touch(own.side, theirs.side, trust, house, play)
    escaped = None if result == Result.TIE else result != Result.SUCCESS
    target = ticked(with_luck(theirs.who, their_side), theirs.use, escaped, house, play)
    return result, table.put(with_luck(own.who, side), target)


def _pay(table: Table, who: int, use: Use, result: Result, play: Play) -> tuple[int, Table]:
    """What the spell cost, and the table after it: the spell ticked if that is earned, the Stamina gone."""
    house = house_of(table)
    passed = None if result == Result.TIE else result == Result.SUCCESS
    caster = ticked(table[who], use, passed, house, play)
    paid = price(_cost(caster, use), result, house)
    if paid:
        play.tell("spell-paid", "TRO-6.3", {"who": caster.name, "points": paid})
    table = table.put(caster)
    return paid, table.put(wound(caster, paid, table, play))


def _cost(caster: Character, use: Use) -> int:
    """What the spell would cost at most; enemies pay nothing (TRO-X-enemy)."""
    return use.row.cost if use.row and caster.kind != Kind.ENEMY else 0


def _cast_odds(table: Table, form: Cast) -> Odds:
    house, caster = house_of(table), table[form.who]
    check_can_act(caster)
    use = spell_of(sheet_of(caster), form.spell)
    if form.against:
        own, theirs = _touching(table, form, use)
        chances = touch_chances(own.side, theirs.side, Trust(form.luck), house)
    else:
        chances = cast_under_chances(use.total + total(on_roll(caster, house, modifier=form.modifier)))
    return cast_odds(chances, _cost(caster, use), house)


def _nobody_casts(table: Table) -> tuple[str, ...]:
    return () if any(_casts(table, each) for each in table.in_play()) else ("nobody-casts",)


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="troika.cast",
        rules=(
            *("TRO-6.3", "TRO-6.1", "TRO-7.1", "TRO-X-spell", "TRO-X-oops", "TRO-AMB-23", "TRO-2.1.1"),
            *("TRO-AMB-8", *OF_TESTS),
        ),
        form=Cast,
        run=_cast,
        odds=_cast_odds,
        group=Group.ROLL,
        outcomes=CAST,
        amounts=("cost", "oops"),
        role=Role.CAST,
        on_table=True,
        problems=_nobody_casts,
    ),
)
