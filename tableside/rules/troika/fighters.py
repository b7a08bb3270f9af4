"""From a character to a side of an exchange, and back: what it brings, and what the fight does to it."""

from dataclasses import replace

from tableside.frozen import frozen
from tableside.rules.play import Play
from tableside.rules.states import helplessness
from tableside.rules.table import Character, Kind, Table
from tableside.rules.troika.damage import weapon_of
from tableside.rules.troika.exchange import Exchange, Side
from tableside.rules.troika.house import House, house_of
from tableside.rules.troika.modifiers import Reason, cover, on_damage, on_luck, on_roll, tell_reasons, total
from tableside.rules.troika.rolls import Result
from tableside.rules.troika.sheet import sheet_of
from tableside.rules.troika.slots import SHIELD, is_swamped
from tableside.rules.troika.stamina import wound
from tableside.rules.troika.states import PRONE, UNAWARE
from tableside.rules.troika.totals import Use, tell_use, ticked

UNARMED = "unarmed"
SWAMPED = "swamped"


@frozen
class Fighter:
    """A character in an exchange: what it fights with, what makes it easier or harder, and its numbers."""

    who: Character
    use: Use
    reasons: tuple[Reason, ...]
    side: Side


def fighter(
    who: Character,
    against: Character,
    use: Use,
    weapons: tuple[str, ...],
    house: House,
    *,
    modifier: int = 0,
    behind: int = 0,
    attacked: bool = False,
) -> Fighter:
    """A character against another one. `behind`: the cover in front of it (TRO-7.1)."""
    sheet = sheet_of(who)
    reasons = (*on_roll(who, house, against, modifier), *cover(behind))
    side = Side(
        bonus=use.total + total(reasons),
        weapons=weapons,
        armour=sheet.armour,
        shield=sheet.shield,
        damage_reasons=on_damage(who, house),
        prone=who.has(PRONE),
        luck=None if who.kind == Kind.ENEMY else sheet.luck.current,
        luck_weight=total(on_luck(who, house)),
        name=who.name,
        attacked=attacked,
    )
    return Fighter(who, use, reasons, side)


def tell_fighter(fighter: Fighter, play: Play) -> None:
    """Tell what a side's bonus is made of."""
    tell_use(fighter.use, play, fighter.who.name)
    tell_reasons(fighter.reasons, play, fighter.who.name)


def weapons_of(who: Character, named: str | tuple[str, ...]) -> tuple[str, ...]:
    """The rows in hand: those named, or the one on the sheet."""
    rows = (named,) if isinstance(named, str) else named
    return tuple(weapon_of(row).id for row in rows if row) or (sheet_of(who).weapon,)


def why_unaware(who: Character, house: House) -> str:
    """Why they are attacked as the unaware (TRO-7.3): helpless, surprised, or swamped (TRO-10.4).

    Empty when they are aware.
    """
    if state := helplessness(who):
        return state
    if who.has(UNAWARE):
        return UNAWARE
    return SWAMPED if who.kind != Kind.ENEMY and is_swamped(sheet_of(who), house) else ""


def with_luck(who: Character, side: Side) -> Character:
    """With the Luck that the exchange has left."""
    sheet = sheet_of(who)
    if side.luck is None or side.luck == sheet.luck.current:
        return who
    return replace(who, sheet=replace(sheet, luck=replace(sheet.luck, current=side.luck)))


def without_weapon(who: Character, weapon: str) -> Character:
    """After a clinch (TRO-7.4): one item of this row is gone, and the hand that held it is empty.

    Claws and fists stay.
    """
    if weapon_of(weapon).natural:
        return who
    sheet = sheet_of(who)
    index = next((at for at, item in enumerate(sheet.items.items) if item.weapon == weapon), None)
    if index is not None:
        left = (*sheet.items.items[:index], *sheet.items.items[index + 1 :])
        sheet = replace(sheet, items=replace(sheet.items, items=left))
    held = UNARMED if sheet.weapon == weapon else sheet.weapon
    return replace(who, sheet=replace(sheet, weapon=held, shield=sheet.shield and weapon != SHIELD))


def has_won(result: Result, attacked: bool) -> bool | None:
    """Whether this side's skill succeeded (TRO-2.1.1). None: it neither succeeded nor failed."""
    if result in (Result.TIE, Result.CLINCH):
        return None
    if result == Result.BOTH_FUMBLE:
        return False
    return (result in (Result.WIN, Result.HIT)) != attacked


def after_exchange(
    table: Table,
    own: Fighter,
    theirs: Fighter,
    exchange: Exchange,
    play: Play,
    *,
    struck: int | None = None,
    defends: bool = True,
) -> Table:
    """The table after an exchange: ticks, Luck, broken weapons, then the wounds, the attacked side's first.

    `struck`: who is hit instead of the one attacked (TRO-6.2.1). `defends` off: the attacked side rolled
    nothing, so it earns no tick.
    """
    house, result = house_of(table), exchange.result
    attacker = ticked(with_luck(own.who, exchange.own), own.use, has_won(result, False), house, play)
    defender = with_luck(theirs.who, exchange.theirs)
    if defends:
        defender = ticked(defender, theirs.use, has_won(result, True), house, play)
    if result == Result.CLINCH:
        attacker = without_weapon(attacker, own.side.weapons[0])
        defender = without_weapon(defender, theirs.side.weapons[0])
    table = table.put(attacker, defender)
    for key, points in ((struck or defender.key, exchange.dealt), (attacker.key, exchange.taken)):
        table = table.put(wound(table[key], points, table, play))
    return table
