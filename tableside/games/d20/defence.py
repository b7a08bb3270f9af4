"""Being caught flat-footed (D20-ff): Armour Class as it is now, and attacks of opportunity."""

from tableside.frozen import frozen
from tableside.games.d20.house import House, house_of
from tableside.games.d20.sheet import Srd, dexterity_modifier, sheet_of
from tableside.rules.inputs import Who, asked
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.states import can_act, lives
from tableside.rules.table import Character, Table
from tableside.rules.turns.counts import Counts


def is_flat_footed(table: Table, key: int) -> bool:
    """Whether their first turn is still to come in the battle that is on; never outside one."""
    order = table.order
    return isinstance(order, Counts) and key in order.members and order.place(key).flat_footed


def dodges(sheet: Srd) -> bool:
    """Whether uncanny dodge keeps them on their guard (D20-ud); not while immobilised (D20-X-ud)."""
    return sheet.uncanny_dodge and not sheet.immobilised


def armour_class(sheet: Srd, house: House, *, flat_footed: bool) -> int:
    """Armour Class: without the Dexterity bonus while flat-footed (D20-ff), unless uncanny dodge keeps it.

    A penalty for low Dexterity stays, or not (D20-AMB-4).
    """
    modifier = dexterity_modifier(sheet)
    if not flat_footed:
        return sheet.armour_class
    if modifier < 0 and house.dexterity_penalty == "plain-ac":
        return sheet.armour_class - modifier
    return sheet.armour_class - (0 if dodges(sheet) else max(0, modifier))


def may_strike(sheet: Srd, house: House, *, flat_footed: bool) -> bool:
    """Whether they make attacks of opportunity (D20-ff-aoo); with uncanny dodge it depends on D20-AMB-6."""
    return not flat_footed or (dodges(sheet) and house.dodge_and_attacks == "allowed")


def defence(table: Table, who: Character) -> tuple[int, bool]:
    """Armour Class now, and whether they make attacks of opportunity."""
    sheet, house, caught = sheet_of(who), house_of(table), is_flat_footed(table, who.key)
    strikes = can_act(who) and may_strike(sheet, house, flat_footed=caught)
    return armour_class(sheet, house, flat_footed=caught), strikes


@frozen
class Defence:
    """What `d20.defence` asks for."""

    who: int = asked(Who(fits=lives))


def _defence(table: Table, form: Defence, play: Play) -> Outcome:
    """Say what an attack has to reach now, and why. Rolls nothing."""
    one = table[form.who]
    sheet, caught = sheet_of(one), is_flat_footed(table, form.who)
    number, strikes = defence(table, one)
    if not caught:
        play.tell("on-guard", "D20-ff", {"who": one.name, "number": number})
    elif number == sheet.armour_class and dodges(sheet):
        play.tell("dodges-uncannily", "D20-ud", {"who": one.name, "number": number})
    elif number < sheet.armour_class:
        lost = sheet.armour_class - number
        play.tell("is-flat-footed", "D20-ff", {"who": one.name, "number": number, "lost": lost})
    else:
        rule = "D20-AMB-4" if dexterity_modifier(sheet) < 0 else "D20-ff"
        play.tell("flat-footed-no-less", rule, {"who": one.name, "number": number})
    if not strikes:
        play.tell("no-attacks-of-opportunity", "D20-ff-aoo", {"who": one.name})
    result = "flat-footed" if caught else "on-guard"
    return Outcome(result, {"armour-class": number, "attacks-of-opportunity": int(strikes)}, table)


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="d20.defence",
        rules=("D20-ff", "D20-ud", "D20-ff-aoo", "D20-X-ud", "D20-AMB-4", "D20-AMB-6", "D20-AMB-7"),
        form=Defence,
        run=_defence,
        group=Group.ROLL,
        outcomes=("flat-footed", "on-guard"),
        amounts=("armour-class", "attacks-of-opportunity"),
        on_table=True,
    ),
)
