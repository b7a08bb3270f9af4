"""Life (TRO-4): losing Stamina, dying, healing, food, rest, falls, and getting up again.

What is not sound with a character stands in its conditions; this module names those of life and death.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.rules.play import D6, Play
from tableside.rules.procedure import Group, Number, Outcome, Procedure, Role, Who
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.rules.troika.house import House, house_of
from tableside.rules.troika.luck import is_lucky, trust_luck
from tableside.rules.troika.sheet import LOWEST_STAMINA, PEOPLE, Troika, sheet_of

DYING: Final = "dying"
DEAD: Final = "dead"
OUT_OF_ACTION: Final = "out-of-action"
UNCONSCIOUS: Final = "unconscious"
UNAWARE: Final = "unaware"
PRONE: Final = "prone"

UP: Final = "up"
STATES: Final = (DEAD, DYING, OUT_OF_ACTION, UP)
HELPLESS: Final = (DYING, DEAD, OUT_OF_ACTION, UNCONSCIOUS)
"""Nobody acts with one of these."""
MEALS_A_DAY: Final = 3
"""Provisions that heal between two long rests (TRO-4.2)."""
FURTHEST_FALL: Final = 200
"""Metres."""


def can_act(who: Character) -> bool:
    """Whether they can do anything at all."""
    return not any(who.has(condition) for condition in HELPLESS)


def is_dead(who: Character) -> bool:
    return who.has(DEAD)


def is_fighting(who: Character, table: Table) -> bool:
    """Whether they are in the fight that is on (TRO-5): dying then has until the End token (TRO-4.1)."""
    return table.order is not None and who.key in table.order.members


def with_stamina(who: Character, stamina: int) -> Character:
    """With so much Stamina left."""
    sheet = sheet_of(who)
    return replace(who, sheet=replace(sheet, stamina=replace(sheet.stamina, current=stamina)))


def state_of(*people: Character) -> str:
    """The worst that holds for any of them: dead, dying, out of action, or up."""
    return next((each for each in STATES if any(who.has(each) for who in people)), UP)


def wound(who: Character, points: int, table: Table, play: Play) -> Character:
    """Lose Stamina (TRO-4.1, TRO-4.3): at exactly 0 dying, below dead.

    Rolls nothing, unless a player's character would be dead: then `luck-instead-of-death` is asked, and yes
    rolls 2d6 (TRO-3.4). Armour and shields count on the Damage Roll and not here. The dead stay dead.
    """
    if points <= 0:
        return who
    left = max(LOWEST_STAMINA, sheet_of(who).stamina.current - points)
    hurt = with_stamina(who, left)
    play.tell("wounded", "TRO-4.1", {"who": who.name, "points": points, "left": left})
    if is_dead(who) or left > 0:
        return hurt
    if left == 0:
        play.tell("dying-now", "TRO-4.1", {"who": who.name})
        return hurt.without(OUT_OF_ACTION).with_condition(Condition(DYING))
    return die(hurt, "TRO-4.3", house_of(table), play)


def die(who: Character, rule: str, house: House, play: Play) -> Character:
    """They die, unless a player's character trusts to Luck instead and is lucky (TRO-3.4).

    The lucky are at Stamina 0 and out of action, not dying: no End token takes them, and any Stamina that
    they regain brings them back. Asked of nobody whose Luck cannot succeed. Rolls 2d6 for a yes.
    """
    who = who.without(DYING, OUT_OF_ACTION)
    if may_be_lucky(who, house) and play.agrees("luck-instead-of-death", who=who.name):
        lucky, who = trust_luck(who, house, play)
        if lucky:
            play.tell("saved-from-death", "TRO-3.4", {"who": who.name})
            return with_stamina(who, 0).with_condition(Condition(OUT_OF_ACTION))
    play.tell("died", rule, {"who": who.name})
    return who.with_condition(Condition(DEAD))


def may_be_lucky(who: Character, house: House) -> bool:
    """Whether Luck could save them: players' characters only, with Luck that can succeed (TRO-3.4)."""
    return who.kind == Kind.PC and is_lucky((1, 1), sheet_of(who).luck.current, house)


def heal(who: Character, points: int, table: Table, play: Play) -> Character:
    """Regain Stamina, never above the starting value (TRO-4.2); it ends dying and out of action (TRO-4.1).

    Raises `RuleError` for the dead (TRO-4.3). Not checked: what heals, and whether it was the one attempt.
    """
    if is_dead(who):
        raise RuleError(f"{who.name} is dead: nothing heals that (TRO-4.3)")
    sheet = sheet_of(who)
    stamina = sheet.stamina.regain(points)
    gained = stamina.current - sheet.stamina.current
    play.tell("healed", "TRO-4.2", {"who": who.name, "points": gained, "left": stamina.current})
    healed = replace(who, sheet=replace(sheet, stamina=stamina))
    if stamina.current <= 0 or not (who.has(DYING) or who.has(OUT_OF_ACTION)):
        return healed
    play.tell("back-from-dying", "TRO-4.1", {"who": who.name})
    return healed.without(DYING, OUT_OF_ACTION)


def revives(who: Character, table: Table, house: House) -> bool:
    """Whether sleep or food can do anything for them (TRO-AMB-25): not for the dying outside a fight.

    For those, they are at most the friends' one attempt (`troika.help-dying`), unless the group says so.
    """
    return not who.has(DYING) or is_fighting(who, table) or house.sleep_and_food_revive == "always"


def eat(who: Character, table: Table, play: Play) -> Character:
    """Eat a provision (TRO-4.2): rolls 1d6 Stamina. At most three between two long rests heal.

    Raises `RuleError` for the dead, without a provision, after the third, and for the dying outside a fight.
    """
    sheet = sheet_of(who)
    _may_eat(who, sheet, table)
    (face,) = play.roll(D6, why="provision", who=who.name)
    play.tell(
        "eaten",
        "TRO-4.2",
        {"who": who.name, "left": sheet.provisions - 1, "meals": sheet.eaten_today + 1, "most": MEALS_A_DAY},
    )
    fed = replace(sheet, provisions=sheet.provisions - 1, eaten_today=sheet.eaten_today + 1)
    return heal(replace(who, sheet=fed), face, table, play)


def _may_eat(who: Character, sheet: Troika, table: Table) -> None:
    if is_dead(who):
        raise RuleError(f"{who.name} is dead: nothing heals that (TRO-4.3)")
    if sheet.provisions < 1:
        raise RuleError(f"{who.name} has no provisions left (TRO-4.2)")
    if sheet.eaten_today >= MEALS_A_DAY:
        raise RuleError(
            f"{who.name} has eaten {MEALS_A_DAY} today: no more heal before a long rest (TRO-4.2)"
        )
    if not revives(who, table, house_of(table)):
        raise RuleError(
            f"{who.name} is dying: a provision is the friends' one attempt, troika.help-dying (4.1)"
        )


def rest(who: Character, table: Table, play: Play) -> Character:
    """Eight hours of rest: rolls 2d6 Stamina (TRO-4.2), then 2d6 Luck (TRO-3.2), neither above its start.

    The meals of the day are counted anew, one gets up, and whatever was counted in rounds is over.
    """
    slept = sum(play.roll(D6, D6, why="rest-stamina", who=who.name))
    who = heal(who, slept, table, play)
    sheet = sheet_of(who)
    luck = sheet.luck.regain(sum(play.roll(D6, D6, why="rest-luck", who=who.name)))
    gained = luck.current - sheet.luck.current
    play.tell("luck-regained", "TRO-3.2", {"who": who.name, "points": gained, "left": luck.current})
    lasting = tuple(each for each in who.conditions if each.rounds is None and each.name != PRONE)
    return replace(who, sheet=replace(sheet, luck=luck, eaten_today=0), conditions=lasting)


def rest_all(sleepers: Iterable[Character], table: Table, play: Play) -> Table:
    """Everybody rests, one after the other, and it is the next day."""
    for who in sleepers:
        table = table.put(rest(who, table, play))
    play.tell("new-day", "TRO-4.2", {"day": table.day + 1})
    return replace(table, day=table.day + 1)


def fall_dice(metres: int, house: House) -> int:
    """The dice of a fall: one for each 2 m (TRO-7.8.1), odd lengths as TRO-AMB-20 says."""
    return (metres + 1) // 2 if house.odd_falls == "round-up" else metres // 2


def fall(who: Character, metres: int, table: Table, play: Play) -> Character:
    """Fall (TRO-7.8.1): rolls 1d6 of harm for each 2 m, all at once. Not checked: where they land."""
    dice = fall_dice(metres, house_of(table))
    harm = sum(play.roll(*(D6,) * dice, why="fall", who=who.name)) if dice else 0
    play.tell("fallen", "TRO-7.8.1", {"who": who.name, "metres": metres, "harm": harm})
    return wound(who, harm, table, play)


def knock_down(who: Character, play: Play) -> Character:
    """They are on the floor (TRO-7.8)."""
    play.tell("knocked-down", "TRO-7.8", {"who": who.name})
    return who.with_condition(Condition(PRONE))


def stand(who: Character, play: Play) -> Character:
    """Get up, which takes a turn (TRO-7.8). Not checked: whether it is their turn."""
    play.tell("stood-up", "TRO-7.8", {"who": who.name})
    return who.without(PRONE)


def _each(table: Table, keys: tuple[int, ...], act: Callable[[Character], Character]) -> Outcome:
    """Do this to everybody named, one after the other; the result is the worst that became of anyone."""
    if not keys:
        raise RuleError("nobody is named: say who")
    for key in dict.fromkeys(keys):
        table = table.put(act(table[key]))
    people = [table[key] for key in dict.fromkeys(keys)]
    counts = {state: sum(state_of(who) == state for who in people) for state in STATES}
    return Outcome(state_of(*people), counts, table)


def _hurt(table: Table, who: tuple[int, ...], damage: int, *, play: Play) -> Outcome:
    return _each(table, who, lambda each: wound(each, damage, table, play))


def _heal(table: Table, who: tuple[int, ...], points: int, *, play: Play) -> Outcome:
    return _each(table, who, lambda each: heal(each, points, table, play))


def _fall(table: Table, who: tuple[int, ...], metres: int, *, play: Play) -> Outcome:
    return _each(table, who, lambda each: fall(each, metres, table, play))


def _eat(table: Table, who: int, *, play: Play) -> Outcome:
    return _each(table, (who,), lambda each: eat(each, table, play))


def _stand(table: Table, who: tuple[int, ...], *, play: Play) -> Outcome:
    return _each(table, who, lambda each: stand(each, play))


def _rest(table: Table, who: tuple[int, ...], *, play: Play) -> Outcome:
    if problems := _cannot_rest(table):
        raise RuleError(f"nobody rests now ({problems[0]}): finish the fight first")
    for key in who:
        if not _may_rest(table, table[key]):
            raise RuleError(f"{table[key].name} is dead or dying: rest does not help (TRO-4.1, TRO-AMB-25)")
    sleepers = [table[key] for key in dict.fromkeys(who)] or [
        each for each in table.in_play(Kind.PC, Kind.HENCHMAN) if _may_rest(table, each)
    ]
    return Outcome("rested", {"day": table.day + 1}, rest_all(sleepers, table, play))


def _cannot_rest(table: Table) -> tuple[str, ...]:
    return ("fight-is-on",) if table.order is not None else ()


def _may_rest(table: Table, who: Character) -> bool:
    return not is_dead(who) and revives(who, table, house_of(table))


def _lives(table: Table, who: Character) -> bool:
    return not is_dead(who)


def _may_eat_now(table: Table, who: Character) -> bool:
    try:
        _may_eat(who, sheet_of(who), table)
    except RuleError:
        return False
    return True


PROCEDURES = (
    Procedure(
        id="troika.hurt",
        rules=("TRO-4.1", "TRO-4.3", "TRO-3.4"),
        inputs=(Who("who", many=True, fits=_lives), Number("damage", highest=999)),
        run=_hurt,
        group=Group.CARE,
        outcomes=STATES,
        amounts=STATES,
        role=Role.HURT,
        on_table=True,
    ),
    Procedure(
        id="troika.heal",
        rules=("TRO-4.1", "TRO-4.2"),
        inputs=(Who("who", many=True, fits=_lives), Number("points", lowest=1, highest=999)),
        run=_heal,
        group=Group.CARE,
        outcomes=STATES,
        amounts=STATES,
        role=Role.HEAL,
        on_table=True,
    ),
    Procedure(
        id="troika.eat",
        rules=("TRO-4.2", "TRO-AMB-25"),
        inputs=(Who("who", kinds=PEOPLE),),
        run=_eat,
        group=Group.CARE,
        outcomes=STATES,
        amounts=STATES,
        role=Role.EAT,
        on_table=True,
        problems=lambda table: (
            () if any(_may_eat_now(table, each) for each in table.in_play(*PEOPLE)) else ("nobody-can-eat",)
        ),
    ),
    Procedure(
        id="troika.rest",
        rules=("TRO-3.2", "TRO-4.2", "TRO-AMB-25"),
        inputs=(Who("who", kinds=PEOPLE, many=True, optional=True),),
        run=_rest,
        group=Group.CARE,
        outcomes=("rested",),
        amounts=("day",),
        role=Role.REST,
        on_table=True,
        problems=_cannot_rest,
    ),
    Procedure(
        id="troika.fall",
        rules=("TRO-7.8.1", "TRO-AMB-20"),
        inputs=(
            Who("who", many=True, fits=_lives),
            Number("metres", lowest=1, highest=FURTHEST_FALL),
        ),
        run=_fall,
        group=Group.CARE,
        outcomes=STATES,
        amounts=STATES,
        on_table=True,
    ),
    Procedure(
        id="troika.stand",
        rules=("TRO-7.8",),
        inputs=(Who("who", many=True, fits=lambda table, who: who.has(PRONE)),),
        run=_stand,
        group=Group.FIGHT,
        outcomes=STATES,
        amounts=STATES,
        on_table=True,
        problems=lambda table: (
            () if any(each.has(PRONE) for each in table.in_play()) else ("nobody-is-prone",)
        ),
    ),
)
