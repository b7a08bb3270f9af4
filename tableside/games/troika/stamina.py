"""Stamina (TRO-4): losing it, dying, escaping death, healing, also by food or rest."""

from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.troika.conditions import (
    PRONE,
    act_on_life,
    check_troika_conditions_allow_self_help,
    outcome_of_troika_conditions,
    troika_conditions_allow_self_help,
)
from tableside.games.troika.house import OF_LUCK, TroikaHouse
from tableside.games.troika.luck import luck_may_hold, luck_target, luck_test_of
from tableside.games.troika.sheet import LOWEST_STAMINA, PEOPLE, TroikaSheet
from tableside.rules.inputs import Number, Who, input_field
from tableside.rules.life_states import DEAD, DYING, OUT_OF_ACTION, UNCONSCIOUS, check_lives, is_dead, lives
from tableside.rules.play import D6, Play
from tableside.rules.procedure import Outcome, Procedure, Role, procedure_needs_somebody
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.rules.turns.running_order import is_in_order


def _with_stamina(who: Character, stamina: int) -> Character:
    """The character with this much Stamina left."""
    sheet = TroikaSheet.of(who)
    return replace(who, sheet=replace(sheet, stamina=replace(sheet.stamina, current=stamina)))


def lose_stamina(who: Character, points: int, table: Table, play: Play, *, drowns: bool = False) -> Character:
    """Lose Stamina (TRO-4.1, TRO-4.3): dying at exactly 0, dead below. With `drowns`, dead at 0 (TRO-7.9).

    Rolls nothing, unless a player's character would be dead: then `luck-instead-of-death` is asked, and yes
    rolls 2d6 (TRO-3.4). Armour and shields affect the Damage Roll instead. The dead stay dead.
    """
    if points <= 0:
        return who
    left = max(LOWEST_STAMINA, TroikaSheet.of(who).stamina.current - points)
    hurt = _with_stamina(who, left)
    play.tell("wounded", "TRO-4.1", {"who": who.name, "points": points, "left": left})
    if is_dead(who) or left > 0:
        return hurt
    if left == 0 and not drowns:
        play.tell("dying-now", "TRO-4.1", {"who": who.name})
        return hurt.without(OUT_OF_ACTION).with_condition(Condition(DYING))
    return die_without_stamina(hurt, "TRO-7.9" if drowns else "TRO-4.3", TroikaHouse.of(table), play)


def die_without_stamina(who: Character, rule: str, house: TroikaHouse, play: Play) -> Character:
    """Let somebody without Stamina die, unless a player's character trusts to Luck and is lucky (TRO-3.4).

    The lucky are at Stamina 0 and out of action, not dying: no End token takes them, and any Stamina that
    they regain brings them back. Not asked if their Luck cannot succeed. Rolls 2d6 for a yes.
    """
    who = who.without(DYING, OUT_OF_ACTION)
    may_be_lucky = who.kind == Kind.PC and luck_may_hold(luck_target(who, house), house)
    if may_be_lucky and play.agrees("luck-instead-of-death", default=True, who=who.name):
        lucky, who = luck_test_of(who, house, play)
        if lucky:
            play.tell("saved-from-death", "TRO-3.4", {"who": who.name})
            return _with_stamina(who, 0).with_condition(Condition(OUT_OF_ACTION))
    play.tell("died", rule, {"who": who.name})
    return who.with_condition(Condition(DEAD))


def regain_stamina(who: Character, points: int, play: Play) -> Character:
    """Regain Stamina, never above the starting value (TRO-4.2); it ends dying and out of action (TRO-4.1).

    Raises `RuleError` for the dead (TRO-4.3). Not checked: what heals, and whether it was the one attempt.
    """
    check_lives(who)
    sheet = TroikaSheet.of(who)
    stamina = sheet.stamina.regain(points)
    gained = stamina.current - sheet.stamina.current
    if gained:
        play.tell("healed", "TRO-4.2", {"who": who.name, "points": gained, "left": stamina.current})
    else:
        play.tell("stamina-is-full", "TRO-4.2", {"who": who.name})
    healed = replace(who, sheet=replace(sheet, stamina=stamina))
    if stamina.current <= 0 or not (who.has(DYING) or who.has(OUT_OF_ACTION)):
        return healed
    play.tell("back-from-dying", "TRO-4.1", {"who": who.name})
    return healed.without(DYING, OUT_OF_ACTION)


MEALS_A_DAY: Final = 3
"""Provisions that heal in a day (TRO-4.2)."""


def stamina_can_be_regained(who: Character, table: Table, house: TroikaHouse) -> bool:
    """Whether sleep or food can heal them (TRO-AMB-25): not the dying outside a fight.

    For those, food is at most the friends' one attempt (`troika.help-dying`), unless the group says so.
    """
    return not who.has(DYING) or is_in_order(table, who) or house.sleep_and_food_revive == "always"


def _can_eat(who: Character, house: TroikaHouse) -> bool:
    """Whether they can eat by themselves: the dying and the unconscious cannot (TRO-AMB-28)."""
    is_only_dying = who.has(DYING) and not who.has(UNCONSCIOUS)
    return troika_conditions_allow_self_help(who) or (
        is_only_dying and house.the_dying_eat == "dying-may-eat"
    )


def _eat_provision(who: Character, table: Table, play: Play) -> Character:
    """Eat a provision (TRO-4.2): rolls 1d6 Stamina. At most three a day heal.

    Raises `RuleError` for the dead and those who cannot eat (TRO-AMB-28), without a provision, after the
    third, and for the dying outside a fight.
    """
    sheet = TroikaSheet.of(who)
    _may_eat(who, sheet, table)
    (face,) = play.roll(D6, why="provision", who=who.name)
    play.tell(
        "eaten",
        "TRO-4.2",
        {"who": who.name, "left": sheet.provisions - 1, "meals": sheet.eaten_today + 1, "most": MEALS_A_DAY},
    )
    fed = replace(sheet, provisions=sheet.provisions - 1, eaten_today=sheet.eaten_today + 1)
    return regain_stamina(replace(who, sheet=fed), face, play)


def _may_eat(who: Character, sheet: TroikaSheet, table: Table) -> None:
    check_lives(who)
    if not _can_eat(who, TroikaHouse.of(table)):
        check_troika_conditions_allow_self_help(who)
    if sheet.provisions < 1:
        raise RuleError("troika.no-provisions", who=who.name)
    if sheet.eaten_today >= MEALS_A_DAY:
        raise RuleError("troika.eaten-today", who=who.name, meals=MEALS_A_DAY)
    if not stamina_can_be_regained(who, table, TroikaHouse.of(table)):
        raise RuleError("troika.one-attempt", who=who.name)


def _may_eat_now(table: Table, who: Character) -> bool:
    try:
        _may_eat(who, TroikaSheet.of(who), table)
    except RuleError:
        return False
    return True


def regain_stamina_by_rest(who: Character, play: Play) -> Character:
    """Rest for eight hours: rolls 2d6 Stamina (TRO-4.2), then 2d6 Luck (TRO-3.2), neither above its start."""
    check_lives(who)
    slept = play.total(D6, D6, why="rest-stamina", who=who.name)
    stamina = TroikaSheet.of(who).stamina
    if is_hurt := stamina.current < stamina.maximum:
        who = regain_stamina(who, slept, play)
    sheet = TroikaSheet.of(who)
    luck = sheet.luck.regain(play.total(D6, D6, why="rest-luck", who=who.name))
    if gained := luck.current - sheet.luck.current:
        play.tell("luck-regained", "TRO-3.2", {"who": who.name, "points": gained, "left": luck.current})
    elif not is_hurt:
        play.tell("lacks-nothing", "TRO-4.2", {"who": who.name})
    return replace(who.without(PRONE), sheet=replace(sheet, luck=luck))


@frozen
class Hurt:
    who: tuple[int, ...] = input_field(Who(many=True, fits=lives))
    damage: int = input_field(Number(highest=999, dice=True))


def _hurt(table: Table, form: Hurt, play: Play) -> Outcome:
    return outcome_of_troika_conditions(
        table, form.who, lambda each: lose_stamina(each, form.damage, table, play)
    )


@frozen
class Heal:
    who: tuple[int, ...] = input_field(Who(many=True, fits=lives))
    points: int = input_field(Number(lowest=1, highest=999, dice=True))


def _heal(table: Table, form: Heal, play: Play) -> Outcome:
    return outcome_of_troika_conditions(table, form.who, lambda each: regain_stamina(each, form.points, play))


@frozen
class Eat:
    who: int = input_field(Who(kinds=PEOPLE))


def _eat(table: Table, form: Eat, play: Play) -> Outcome:
    return outcome_of_troika_conditions(table, (form.who,), lambda each: _eat_provision(each, table, play))


def _is_full(table: Table, form: Eat) -> str:
    """The doubt about a provision: no Stamina is missing."""
    stamina = TroikaSheet.of(table[form.who]).stamina
    return "is-full" if stamina.current >= stamina.maximum else ""


PROCEDURES: tuple[Procedure, ...] = (
    act_on_life(
        id="troika.hurt", rules=("TRO-4.1", "TRO-4.3", "TRO-3.4", *OF_LUCK), run=_hurt, role=Role.HURT
    ),
    act_on_life(id="troika.heal", rules=("TRO-4.1", "TRO-4.2"), run=_heal, role=Role.HEAL),
    act_on_life(
        id="troika.eat",
        rules=("TRO-4.2", "TRO-AMB-25", "TRO-AMB-28"),
        run=_eat,
        role=Role.EAT,
        doubts=_is_full,
        problems=procedure_needs_somebody(_may_eat_now, "nobody-can-eat", *PEOPLE),
    ),
)
