"""What a character's roll takes: warning, dice, reserve and luck, the price of failing; and the rest that
gives it back.
"""

from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.galejatra.ailments import bleed, pay_with_ailment
from tableside.games.galejatra.house import House
from tableside.games.galejatra.pool import Pool, tell_opposition, tell_pool
from tableside.games.galejatra.pool_and_opposition import Facing
from tableside.games.galejatra.rolls import EXERT, PUSH, Flip, Plan, Resolved, Roll, roll_against, roll_odds
from tableside.games.galejatra.sheet import PEOPLE, sheet_of
from tableside.rules.inputs import Who, asked
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.sheet import Meter
from tableside.rules.states import check_lives, is_dead
from tableside.rules.table import Character, Kind, Table

DECLINED: Final = "declined"
PRICES: Final = ("time", "resource", "ailment", "twist")
"""What failing costs (HEI-5-fail)."""


@frozen
class Effort:
    """Somebody's roll, gathered and not yet thrown."""

    who: Character
    pool: Pool
    facing: Facing
    exert: Plan = Plan.ASK
    push: Plan = Plan.ASK
    secret: bool = False


def flips_of(effort: Effort, house: House) -> tuple[Flip, ...]:
    """What they can do for it: exert with a point of the reserve, and push (HEI-X-both, HEI-AMB-9)."""
    if not house.reserve_is_on or effort.who.kind not in PEOPLE:
        if {effort.exert, effort.push} - {Plan.ASK, Plan.NEVER}:
            raise RuleError("galejatra.no-exertion", who=effort.who.name)
        return ()
    push = Flip(PUSH, effort.push)
    return (Flip(EXERT, effort.exert), push) if sheet_of(effort.who).reserve.current > 0 else (push,)


def roll_of(effort: Effort, house: House) -> Roll:
    """The roll that it is."""
    return Roll(
        effort.pool.dice,
        effort.facing.opposition.dice,
        flips_of(effort, house),
        luck=effort.pool.luck,
        who=effort.who.name,
        against=effort.facing.name,
        secret=effort.secret,
        declared=house.flip_time == "before-the-reveal",
    )


def effort_odds(effort: Effort, house: House) -> Odds:
    """The chances of an effort that is not declined."""
    return roll_odds(roll_of(effort, house))


def tell_effort(effort: Effort, play: Play) -> None:
    """Tell the pool and what is against it."""
    tell_pool(effort.pool, play, effort.who.name, effort.facing.name)
    tell_facing(effort, play)


def tell_facing(effort: Effort, play: Play) -> None:
    """Tell what is against it."""
    tell_opposition(effort.facing.opposition, effort.facing.bypassed, play, secret=effort.secret)


def goes_on(effort: Effort, danger: str, reaction: bool, play: Play) -> bool:
    """Warn of a danger before the dice (HEI-0-warn) and ask whether they want to roll (HEI-0-consent).

    A reaction is declared, not offered (HEI-0-reaction). Nobody is warned of what cannot fail.
    """
    if not effort.facing.opposition.dice:
        return True
    who = effort.who.name
    if reaction:
        play.tell("reaction", "HEI-0-reaction", {"who": who})
    if danger.strip().casefold() in ("", "no", "n"):
        return True
    unnamed = danger.strip().casefold() in ("yes", "y")
    play.tell("warned" if unnamed else "warned-of", "HEI-0-warn", {"who": who, "danger": danger.strip()})
    if reaction or play.agrees("want-to-roll", default=True, who=who):
        return True
    play.tell("declined", "HEI-0-consent", {"who": who})
    return False


def throw_effort(effort: Effort, table: Table, house: House, play: Play) -> tuple[Resolved, Character]:
    """Throw the dice (`resolve` has their order) and pay for what was done for it.

    Luck dice are spent by being thrown (HEI-X-onni). A push is paid for with an ailment (HEI-X-puskea).
    Afterwards an open wound bleeds on (HEI-X-list).
    """
    resolved = roll_against(roll_of(effort, house), play)
    who = effort.who
    if not resolved.thrown:
        if not resolved.passed:
            play.tell("too-hurt", "HEI-AMB-11", {"who": who.name})
        return resolved, who
    if effort.pool.luck:
        left = sheet_of(who).luck.lose(effort.pool.luck)
        play.tell("luck-dice-thrown", "HEI-X-onni", {"who": who.name, "left": left.current})
        who = with_meters(who, luck=left)
    if EXERT in resolved.flips:
        reserve = sheet_of(who).reserve.lose(1)
        play.tell("reserve-paid", "HEI-X-ponnistaa", {"who": who.name, "left": reserve.current})
        who = with_meters(who, reserve=reserve)
    who = bleed(who, table, play)
    return resolved, pay_with_ailment(who, house, play) if PUSH in resolved.flips else who


def with_meters(who: Character, *, luck: Meter | None = None, reserve: Meter | None = None) -> Character:
    """With these in the place of what is on the sheet. None: as it is."""
    sheet = sheet_of(who)
    sheet = replace(sheet, luck=luck or sheet.luck, reserve=reserve or sheet.reserve)
    return replace(who, sheet=sheet)


def pay_price(who: Character, house: House, play: Play) -> Character:
    """The price of a failure (HEI-5-fail): asks the GM which; an ailment is given where those are in play."""
    price = ask_price(play, who.name)
    return pay_with_ailment(who, house, play) if price == "ailment" else who


def ask_price(play: Play, who: str) -> str:
    """Which price it is."""
    price = play.choose("price", *PRICES, default=PRICES[0])
    play.tell(f"price-{price}", "HEI-5-fail", {"who": who})
    return price


def rest(who: Character, play: Play) -> Character:
    """Reserve and luck dice return, up to their maximum. Rolls nothing. Raises `RuleError` for the dead."""
    check_lives(who)
    sheet = sheet_of(who)
    reserve, luck = sheet.reserve.regain(sheet.reserve.maximum), sheet.luck.regain(sheet.luck.maximum)
    if reserve != sheet.reserve:
        play.tell("reserve-returns", "HEI-X-reservi", {"who": who.name, "left": reserve.current})
    if luck != sheet.luck:
        play.tell("luck-dice-return", "HEI-X-onni", {"who": who.name, "left": luck.current})
    return with_meters(who, luck=luck, reserve=reserve)


def _fights(table: Table) -> tuple[str, ...]:
    return ("fight-is-on",) if table.order is not None else ()


@frozen
class Rest:
    """What `galejatra.rest` asks for."""

    who: tuple[int, ...] = asked(Who(kinds=PEOPLE, many=True, optional=True))


def _rest(table: Table, form: Rest, play: Play) -> Outcome:
    """The day's rest; nobody named: all players' characters and henchmen. A new day begins."""
    if _fights(table):
        raise RuleError("galejatra.no-rest-in-a-fight")
    sleepers = [table[key] for key in dict.fromkeys(form.who)] or [
        each for each in table.in_play(Kind.PC, Kind.HENCHMAN) if not is_dead(each)
    ]
    after = table.put(*(rest(each, play) for each in sleepers))
    play.tell("new-day", "HEI-X-turns", {"day": table.day + 1})
    return Outcome("rested", {"day": table.day + 1}, replace(after, day=table.day + 1))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="galejatra.rest",
        rules=("HEI-X-reservi", "HEI-X-onni", "HEI-X-heal", "HEI-X-turns"),
        form=Rest,
        run=_rest,
        group=Group.CARE,
        outcomes=("rested",),
        amounts=("day",),
        role=Role.REST,
        problems=_fights,
    ),
)
