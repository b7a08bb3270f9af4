"""Casting a spell (TRO-6.3, TRO-X-spell): roll, price, Oops! number, odds; on bare numbers or the table."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

from tableside.frozen import frozen
from tableside.games.troika.damage import (
    OF_SPELLS,
    DamageBlow,
    Striker,
    damage_odds,
    damage_row_of_weapon,
    roll_damage,
)
from tableside.games.troika.exchange import (
    ExchangeSide,
    Trust,
    break_exchange_tie,
    tell_exchange_tie,
    thrown_in_exchange,
)
from tableside.games.troika.exchange_odds import tie_odds
from tableside.games.troika.fighters import (
    COVER,
    HANDS,
    LUCK_IN_FIGHTS,
    Fighter,
    Stance,
    check_fighters,
    fighter_against,
    hands_filled,
    tell_fighter,
    weapons_of_fighter,
)
from tableside.games.troika.house import OF_TESTS, TroikaHouse
from tableside.games.troika.rolls import (
    DOUBLE_ONE,
    DOUBLE_SIX,
    Result,
    RolledUnder,
    Verdict,
    modifiers_on_other_rolls,
    modifiers_on_roll,
    sum_of_troika_modifiers,
    tell_modifiers,
    throw_2d6,
)
from tableside.games.troika.sheet import (
    BEST,
    SKILL,
    SkillTotalOnSheet,
    TroikaSheet,
    tell_skill_total,
)
from tableside.games.troika.skill_tests import MODIFIER, skill_test_input, ticked_by_skill_test
from tableside.games.troika.stamina import lose_stamina
from tableside.games.troika.terms import EVADING, UNARMED
from tableside.games.troika.turns import act_in_troika_turn
from tableside.rules.campaign_kinds import campaign_kinds_kept
from tableside.rules.inputs import Choice, Filled, Given, Who, input_field, input_options_of_people
from tableside.rules.life_states import can_act, check_can_act, check_lives, lives
from tableside.rules.odds import (
    Odds,
    added_odds,
    collect_odds,
    mapped_odds,
    mixed_odds,
    odds_of_dice_sum,
    odds_of_two_dice,
)
from tableside.rules.play import D6, Play
from tableside.rules.procedure import Outcome, Procedure, Role, procedure_needs_somebody
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import typed_dice_digits, typed_yes_no

SPELLS: Final = "spells"
CAST = (Result.SUCCESS, Result.FAILURE, Result.OOPS, Result.TIE)
"""The possible results of casting a spell."""

_BROKEN = {Result.WIN: Result.SUCCESS, Result.LOSE: Result.FAILURE}


def _read_casting(dice: int, target: int) -> Result:
    """The result of a sum of 2d6 for a spell: a double 1 always succeeds, a double 6 never (TRO-X-spell)."""
    if dice == DOUBLE_SIX:
        return Result.OOPS
    return Result.SUCCESS if dice <= target or dice == DOUBLE_ONE else Result.FAILURE


def roll_troika_casting(target: int, play: Play, who: str = "") -> Result:
    """Cast a spell (TRO-6.3): rolls 2d6. The price is paid elsewhere."""
    dice = throw_2d6(play, "cast", who)
    result = _read_casting(dice, target)
    if result == Result.SUCCESS:
        RolledUnder(True, dice, target).tell_double("TRO-X-spell", play, who)
    play.tell(f"cast-{result}", "TRO-X-spell", {"who": who, "total": dice, "target": target})
    return result


def _read_touch(dice: int, their_dice: int, lead: int) -> Result:
    """The result of touching somebody unwilling with a spell (TRO-6.3, TRO-7.4, TRO-7.5).

    Only the caster attacks: the other side's double 6 is a plain 12, but its double 1 is a Fumble.
    """
    if dice == DOUBLE_ONE:
        return Result.OOPS
    if dice == DOUBLE_SIX or their_dice == DOUBLE_ONE:
        return Result.SUCCESS
    margin = dice - their_dice + lead
    return Result.TIE if margin == 0 else Result.SUCCESS if margin > 0 else Result.FAILURE


def roll_casting_touch(
    own: ExchangeSide, theirs: ExchangeSide, house: TroikaHouse, play: Play
) -> tuple[Result, ExchangeSide, ExchangeSide]:
    """Touch the unwilling with a spell (TRO-6.3): rolls the caster's 2d6, theirs, then Luck for a tie."""
    dice = throw_2d6(play, "cast", own.name)
    their_dice = throw_2d6(play, "their-evasion", theirs.name)
    result = _read_touch(dice, their_dice, own.bonus - theirs.bonus)
    thrown = thrown_in_exchange(Verdict(result), dice, their_dice, own, theirs)
    play.tell(f"touch-{result}", "TRO-6.3", thrown.values)
    if result != Result.TIE:
        return result, own, theirs
    broken, own, theirs = break_exchange_tie(own, theirs, house, play, both_strike=False)
    tell_exchange_tie(broken, own, theirs, play)
    return _BROKEN.get(broken, broken), own, theirs


def _roll_oops(play: Play, who: str = "") -> int:
    """A number for the Oops! table (TRO-X-oops): rolls a d66."""
    number = typed_dice_digits(*play.roll(D6, D6, why="oops", who=who))
    play.tell("oops", "TRO-X-oops", {"who": who, "number": number})
    return number


def _price(cost: int, result: Result, house: TroikaHouse) -> int:
    """The Stamina that a spell costs (TRO-6.3); after a failure perhaps half, rounded up (TRO-AMB-23)."""
    if result == Result.SUCCESS or house.failed_cast_costs == "all":
        return cost
    return (cost + 1) // 2


@lru_cache(maxsize=64)
def cast_under_chances(target: int) -> Mapping[Result, Fraction]:
    """The chances of casting a spell by a Roll Under."""
    return mapped_odds(odds_of_dice_sum(2), lambda dice: _read_casting(dice, target))


@lru_cache(maxsize=64)
def casting_touch_chances(
    own: ExchangeSide, theirs: ExchangeSide, house: TroikaHouse
) -> Mapping[Result, Fraction]:
    """The chances of touching the unwilling."""
    chances = collect_odds(
        (_read_touch(dice, their_dice, own.bonus - theirs.bonus), one * two)
        for dice, one in odds_of_dice_sum(2).items()
        for their_dice, two in odds_of_dice_sum(2).items()
    )
    ties = tie_odds(own, theirs, house, both_strike=False)
    broken = mapped_odds(ties, lambda state: _BROKEN.get(state.verdict.result, state.verdict.result))
    tied = chances.pop(Result.TIE, Fraction(0))
    further = ((result, tied * chance) for result, chance in broken.items() if tied)
    return collect_odds((*chances.items(), *further))


def _odds(chances: Mapping[Result, Fraction], cost: int, house: TroikaHouse) -> Odds:
    """The odds of a spell: results, price, and Oops! number."""
    fumbled = chances.get(Result.OOPS, Fraction(0))
    numbers = ((typed_dice_digits(*faces), chance * fumbled) for faces, chance in odds_of_two_dice().items())
    return Odds(
        mapped_odds(chances, str),
        {
            "cost": mapped_odds(chances, lambda result: _price(cost, result, house)),
            "oops": collect_odds(((0, 1 - fumbled), *numbers)),
        },
        labels=("oops",),
    )


NO_DAMAGE: Final = "no-damage"
BY_SPELL: Final = "by-spell"
"""As the spell says: by its name, or in a pack."""
LIKE: Final = "like-"
LIKE_ROWS: Final = ("small-beast", "modest-beast", "large-beast", "gigantic-beast")
"""Rows to choose for a spell that names none itself."""
ROWS: Final = (BY_SPELL, NO_DAMAGE, *(f"{LIKE}{each}" for each in LIKE_ROWS))
FROM_AFAR: Final = "from-afar"
BY_TOUCH: Final = "by-touch"
WAYS: Final = (BY_SPELL, FROM_AFAR, BY_TOUCH)


def casting_damage_row(table: Table, spell: str, chosen: str) -> str:
    """The damage row of a spell (TRO-8): the chosen one, that of its name, or that of its own kind; empty if
    it does not wound.
    """
    if chosen == NO_DAMAGE:
        return ""
    if chosen != BY_SPELL:
        return chosen.removeprefix(LIKE)
    kind = campaign_kinds_kept(table, SPELLS).get(spell)
    said = kind.value("damage") if kind is not None else ""
    return damage_row_of_weapon(said).id if said else spell if spell in OF_SPELLS else ""


def _must_touch(table: Table, form: "Cast") -> bool:
    """Whether the target must be touched (TRO-6.3): only where the form or the spell's own kind says so."""
    if form.reach != BY_SPELL:
        return form.reach == BY_TOUCH
    kind = campaign_kinds_kept(table, SPELLS).get(form.spell)
    said = kind.value("touch") if kind is not None else ""
    return bool(said) and typed_yes_no(said)


def _has_target(table: Table, given: Given) -> bool:
    return bool(given.get("against") or given.get("hits"))


def _harms(table: Table, given: Given, who: Character) -> bool:
    """Whether the spell wounds, and this character is a standing foe of the caster."""
    is_foe = table.are_opposed(given.get("who"), who.key) and can_act(who)
    return is_foe and bool(casting_damage_row(table, str(given.get("spell")), BY_SPELL))


def _spells(who: Character) -> tuple[str, ...]:
    return TroikaSheet.skill_ids(TroikaSheet.of(who).spells)


def _casts(table: Table, who: Character) -> bool:
    return bool(_spells(who)) and can_act(who)


@frozen
class Cast:
    """A casting: the spell, its targets, whether they must be touched, and its damage row."""

    who: int = input_field(Who(fits=_casts))
    spell: str = input_field(Choice(options=input_options_of_people(_spells)))
    modifier: int = input_field(MODIFIER)
    against: int = input_field(Who(fits=lives, optional=True, proposed=_harms))
    their_skill: str = input_field(skill_test_input("against", SKILL, BEST, default=BEST))
    cover: int = input_field(COVER)
    luck: str = input_field(LUCK_IN_FIGHTS)
    reach: str = input_field(Choice(options=lambda table, given: WAYS, default=BY_SPELL, matters=_has_target))
    row: str = input_field(Choice(options=lambda table, given: ROWS, default=BY_SPELL, matters=_has_target))
    hits: tuple[int, ...] = input_field(Who(fits=lives, many=True, optional=True, apart=("who", "against")))
    definition: str = input_field(Filled())


def _cast(table: Table, form: Cast, play: Play) -> Outcome:
    """Cast a spell (TRO-6.3): rolls 2d6 under its total, or against somebody touched; after a fumble a d66. A
    successful spell that wounds goes on to its damage row (TRO-8), with a Damage Roll for each target.

    The price is taken off after the roll, because a group may halve it (TRO-AMB-23); it is always owed,
    except by enemies (TRO-X-enemy). It takes the turn (TRO-6.1). Not checked: a free hand, speech, whether
    the caster can afford it.
    """
    house, caster = TroikaHouse.of(table), table[form.who]
    check_can_act(caster)
    for key in _targets(form):
        check_lives(table[key])
    use = TroikaSheet.of(caster).spell_total(form.spell)
    table = act_in_troika_turn(table, form.who, play)
    if form.against and _must_touch(table, form):
        own, theirs = _touching(table, form, use)
        result, table = _touch(table, own, theirs, play)
    else:
        result = _cast_alone(caster, use, form.modifier, house, play)
    number = _roll_oops(play, caster.name) if result == Result.OOPS else 0
    dealt, table = _wound_targets(table, form, play) if result == Result.SUCCESS else (0, table)
    paid, table = _pay(table, form.who, use, result, play)
    return Outcome(str(result), {"cost": paid, "oops": number, "damage-dealt": dealt}, table)


def _no_hand_free(table: Table, form: Cast) -> str:
    """The doubt about a caster with both hands full (TRO-6.3)."""
    caster = table[form.who]
    return "no-hand-free" if hands_filled(caster, weapons_of_fighter(caster, "")) >= HANDS else ""


def _targets(form: Cast) -> tuple[int, ...]:
    """The keys of all targets, each once."""
    return tuple(dict.fromkeys((*((form.against,) if form.against else ()), *form.hits)))


def _wound_targets(table: Table, form: Cast, play: Play) -> tuple[int, Table]:
    """Wound each target by the spell's row with a Damage Roll; return the Stamina lost, and the table."""
    row = casting_damage_row(table, form.spell, form.row)
    targets = _targets(form) if row else ()
    dealt = 0
    for key in targets:
        blow = _blow(table, form.who, key)
        damage = roll_damage((row,), blow, TroikaHouse.of(table), play, Striker(table[form.who].name))
        table = table.put(lose_stamina(table[key], damage.points, table, play))
        dealt += damage.points
    return dealt, table


def _blow(table: Table, caster: int, target: int) -> DamageBlow:
    """The parameters of a spell's Damage Roll, besides its row."""
    sheet = TroikaSheet.of(table[target])
    bonus = sum_of_troika_modifiers(modifiers_on_other_rolls(table[caster], TroikaHouse.of(table)))
    return DamageBlow(bonus=bonus, armour=sheet.armour, shield=sheet.shield)


def _cast_alone(
    caster: Character, use: SkillTotalOnSheet, modifier: int, house: TroikaHouse, play: Play
) -> Result:
    reasons = modifiers_on_roll(caster, house, modifier=modifier)
    tell_skill_total(use, play, caster.name)
    tell_modifiers(reasons, play, caster.name)
    return roll_troika_casting(use.total + sum_of_troika_modifiers(reasons), play, caster.name)


def _touching(table: Table, form: Cast, use: SkillTotalOnSheet) -> tuple[Fighter, Fighter]:
    """The caster and the target to be touched, who evades (TRO-6.3)."""
    house, caster, target = TroikaHouse.of(table), table[form.who], table[form.against]
    check_fighters(caster, target)
    their_use = TroikaSheet.of(target).skill_total_for(form.their_skill, EVADING)
    trust = Trust(form.luck)
    own = fighter_against(caster, target, Stance(use, (UNARMED,), form.modifier, trust=trust), house)
    held = weapons_of_fighter(target, "")
    their_stance = Stance(their_use, held, behind=form.cover, attacked=True, trust=trust)
    return own, fighter_against(target, caster, their_stance, house)


def _touch(table: Table, own: Fighter, theirs: Fighter, play: Play) -> tuple[Result, Table]:
    house = TroikaHouse.of(table)
    tell_fighter(own, play)
    tell_fighter(theirs, play)
    result, side, their_side = roll_casting_touch(own.side, theirs.side, house, play)
    escaped = None if result == Result.TIE else result != Result.SUCCESS
    target = theirs.with_luck_left(their_side)
    target = ticked_by_skill_test(target, theirs.use, escaped, house, play)
    return result, table.put(own.with_luck_left(side), target)


def _pay(table: Table, who: int, use: SkillTotalOnSheet, result: Result, play: Play) -> tuple[int, Table]:
    """The price paid, and the table after it: the spell ticked if earned, the Stamina taken off."""
    house = TroikaHouse.of(table)
    passed = None if result == Result.TIE else result == Result.SUCCESS
    caster = ticked_by_skill_test(table[who], use, passed, house, play)
    paid = _price(_cost(caster, use), result, house)
    if paid:
        play.tell("spell-paid", "TRO-6.3", {"who": caster.name, "points": paid})
    table = table.put(caster)
    return paid, table.put(lose_stamina(caster, paid, table, play))


def _cost(caster: Character, use: SkillTotalOnSheet) -> int:
    """The full price of the spell; enemies pay nothing (TRO-X-enemy)."""
    return use.row.cost if use.row and caster.kind != Kind.ENEMY else 0


def _cast_odds(table: Table, form: Cast) -> Odds:
    house, caster = TroikaHouse.of(table), table[form.who]
    check_can_act(caster)
    use = TroikaSheet.of(caster).spell_total(form.spell)
    if form.against and _must_touch(table, form):
        own, theirs = _touching(table, form, use)
        chances = casting_touch_chances(own.side, theirs.side, house)
    else:
        reasons = modifiers_on_roll(caster, house, modifier=form.modifier)
        chances = cast_under_chances(use.total + sum_of_troika_modifiers(reasons))
    odds = _odds(chances, _cost(caster, use), house)
    return replace(odds, amounts={**odds.amounts, "damage-dealt": _dealt(table, form, chances)})


def _dealt(table: Table, form: Cast, chances: Mapping[Result, Fraction]) -> Mapping[int, Fraction]:
    """The chances of the Stamina lost in all by the targets."""
    row, house = casting_damage_row(table, form.spell, form.row), TroikaHouse.of(table)
    targets = _targets(form) if row else ()
    lost = added_odds(*(damage_odds((row,), _blow(table, form.who, key), house) for key in targets))
    succeeds = chances.get(Result.SUCCESS, Fraction(0))
    return mixed_odds((({0: Fraction(1)}, 1 - succeeds), (lost, succeeds)))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="troika.cast",
        rules=(
            *("TRO-6.3", "TRO-6.1", "TRO-7.1", "TRO-X-spell", "TRO-X-oops", "TRO-AMB-23", "TRO-2.1.1"),
            *("TRO-8", "TRO-9", "TRO-AMB-8", *OF_TESTS),
        ),
        run=_cast,
        odds=_cast_odds,
        takes_turn=True,
        doubts=_no_hand_free,
        outcomes=CAST,
        amounts=("cost", "oops", "damage-dealt"),
        own={"spell": SPELLS},
        role=Role.CAST,
        problems=procedure_needs_somebody(_casts, "nobody-casts"),
    ),
)
