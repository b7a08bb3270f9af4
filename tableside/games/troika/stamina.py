"""Stamina (TRO-4): losing it, dying, dying after all, and healing.

What is not sound with a character stands in its conditions (`states`).
"""

from dataclasses import replace

from tableside.frozen import frozen
from tableside.games.troika.conditions import act_on_life, outcome_of_troika_conditions
from tableside.games.troika.house import OF_LUCK, TroikaHouse
from tableside.games.troika.luck import is_lucky, luck_target, luck_test_of
from tableside.games.troika.sheet import LOWEST_STAMINA, TroikaSheet
from tableside.rules.inputs import Number, Who, input_field
from tableside.rules.life_states import DEAD, DYING, OUT_OF_ACTION, check_lives, is_dead, lives
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure, Role
from tableside.rules.table import Character, Condition, Kind, Table


def _with_stamina(who: Character, stamina: int) -> Character:
    """With so much Stamina left."""
    sheet = TroikaSheet.of(who)
    return replace(who, sheet=replace(sheet, stamina=replace(sheet.stamina, current=stamina)))


def lose_stamina(who: Character, points: int, table: Table, play: Play, *, drowns: bool = False) -> Character:
    """Lose Stamina (TRO-4.1, TRO-4.3): at exactly 0 dying, below dead. Who `drowns` is dead at 0 (TRO-7.9).

    Rolls nothing, unless a player's character would be dead: then `luck-instead-of-death` is asked, and yes
    rolls 2d6 (TRO-3.4). Armour and shields count on the Damage Roll and not here. The dead stay dead.
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
    """Somebody at no Stamina dies, unless a player's character trusts to Luck instead and is lucky (TRO-3.4).

    The lucky are at Stamina 0 and out of action, not dying: no End token takes them, and any Stamina that
    they regain brings them back. Asked of nobody whose Luck cannot succeed. Rolls 2d6 for a yes.
    """
    who = who.without(DYING, OUT_OF_ACTION)
    if _may_be_lucky(who, house) and play.agrees("luck-instead-of-death", who=who.name):
        lucky, who = luck_test_of(who, house, play)
        if lucky:
            play.tell("saved-from-death", "TRO-3.4", {"who": who.name})
            return _with_stamina(who, 0).with_condition(Condition(OUT_OF_ACTION))
    play.tell("died", rule, {"who": who.name})
    return who.with_condition(Condition(DEAD))


def _may_be_lucky(who: Character, house: TroikaHouse) -> bool:
    """Whether Luck could save them: players' characters only, with Luck that can succeed (TRO-3.4)."""
    return who.kind == Kind.PC and is_lucky((1, 1), luck_target(who, house), house)


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


PROCEDURES: tuple[Procedure, ...] = (
    act_on_life(
        id="troika.hurt",
        rules=("TRO-4.1", "TRO-4.3", "TRO-3.4", *OF_LUCK),
        form=Hurt,
        run=_hurt,
        role=Role.HURT,
    ),
    act_on_life(
        id="troika.heal",
        rules=("TRO-4.1", "TRO-4.2"),
        form=Heal,
        run=_heal,
        role=Role.HEAL,
    ),
)
