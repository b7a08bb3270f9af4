"""The Armour Class that an attack has to reach, against the flat-footed (D20-ff), the helpless, or those with
a condition; and who makes attacks of opportunity.
"""

from typing import Annotated, Final

from tableside.frozen import frozen
from tableside.games.d20.conditions import (
    FLAT_FOOTED,
    HELPLESS_DEXTERITY,
    Reason,
    condition_takes_dexterity,
    d20_conditions_on_armour_class,
    is_helpless,
    total_of_d20_conditions,
)
from tableside.games.d20.house import D20House
from tableside.games.d20.sheet import D20Sheet
from tableside.rules.inputs import Who
from tableside.rules.life_states import can_act, lives
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.rule import rule
from tableside.rules.table import Character, Table
from tableside.rules.turns.counts import CountsOrder

WITHOUT_ARMOUR: Final = 10


def _is_flat_footed(table: Table, key: int) -> bool:
    """Whether their first turn in the battle is still to come, or the GM has marked them flat-footed."""
    order = table.order
    waits = isinstance(order, CountsOrder) and key in order.members and order.place(key).flat_footed
    return waits or (key in table.characters and table[key].has(FLAT_FOOTED))


def _dodges(sheet: D20Sheet) -> bool:
    """Whether uncanny dodge keeps them from being flat-footed (D20-ud); not while immobilised (D20-X-ud)."""
    return sheet.uncanny_dodge and not sheet.immobilised


def _dexterity_lost(sheet: D20Sheet, house: D20House) -> int:
    """The Armour Class lost while flat-footed (D20-ff): the Dexterity bonus, unless uncanny dodge keeps it.
    A penalty for low Dexterity counts or not (D20-AMB-4).
    """
    if sheet.dexterity_modifier < 0:
        return sheet.dexterity_modifier if house.dexterity_penalty == "plain-ac" else 0
    return 0 if _dodges(sheet) else sheet.dexterity_modifier


@frozen
class ArmourClassToReach:
    """The Armour Class that an attack on somebody has to reach, and why."""

    number: int
    lost: int = 0
    """The Dexterity that does not count; negative if it is a penalty that does not."""
    is_caught: bool = False
    """Whether they are flat-footed."""
    reasons: tuple[Reason, ...] = ()
    """What conditions add to it."""

    @property
    def without_dexterity(self) -> bool:
        return self.lost > 0


def armour_class_against_attack(
    table: Table, who: Character, *, ranged: bool = False, touch: bool = False, unseen: bool = False
) -> ArmourClassToReach:
    """The Armour Class against an attack, melee or other; `unseen`: by somebody invisible."""
    sheet, house = D20Sheet.of(who), D20House.of(table)
    modifier = sheet.dexterity_modifier
    caught = _is_flat_footed(table, who.key)
    lost = _dexterity_lost(sheet, house) if caught or unseen else 0
    if is_helpless(who):
        lost = modifier - HELPLESS_DEXTERITY
    elif condition_takes_dexterity(who):
        lost = max(lost, modifier, 0)
    number = (sheet.touch or WITHOUT_ARMOUR + modifier) if touch else sheet.armour_class
    reasons = d20_conditions_on_armour_class(who, ranged=ranged)
    return ArmourClassToReach(number - lost + total_of_d20_conditions(reasons), lost, caught, reasons)


def _makes_attacks_of_opportunity(table: Table, who: Character, *, flat_footed: bool) -> bool:
    """Whether they make them (D20-ff-aoo); for the flat-footed with uncanny dodge, D20-AMB-6 decides."""
    dodging = D20House.of(table).dodge_and_attacks == "allowed" and _dodges(D20Sheet.of(who))
    return can_act(who) and not is_helpless(who) and (not flat_footed or dodging)


@rule(
    "d20.defence",
    *("D20-ff", "D20-ud", "D20-ff-aoo", "D20-X-ud", "D20-X-condition", "D20-X-helpless"),
    *("D20-AMB-4", "D20-AMB-6", "D20-AMB-7"),
    outcomes=("flat-footed", "open", "on-guard"),
    amounts=("armour-class", "attacks-of-opportunity"),
)
def defence(table: Table, play: Play, who: Annotated[int, Who(fits=lives)]) -> Outcome:
    """Say which Armour Class a melee attack has to reach now, and why. Rolls nothing."""
    one = table[who]
    sheet, own = D20Sheet.of(one), armour_class_against_attack(table, one)
    strikes = _makes_attacks_of_opportunity(table, one, flat_footed=own.is_caught)
    tell_armour_class_conditions(one, own.reasons, play)
    values: dict[str, FactValue] = {"who": one.name, "number": own.number}
    if is_helpless(one):
        play.tell("lies-helpless", "D20-X-helpless", values)
    elif own.without_dexterity and not own.is_caught:
        play.tell("cannot-dodge", "D20-X-condition", {**values, "lost": own.lost})
    elif not own.is_caught:
        play.tell("on-guard", "D20-ff", values)
    elif _dodges(sheet) and not own.lost:
        play.tell("dodges-uncannily", "D20-ud", values)
    elif own.without_dexterity:
        play.tell("is-flat-footed", "D20-ff", {**values, "lost": own.lost})
    else:
        rule = "D20-AMB-4" if sheet.dexterity_modifier < 0 else "D20-ff"
        play.tell("flat-footed-no-less", rule, values)
    if not strikes:
        play.tell("no-attacks-of-opportunity", "D20-ff-aoo", {"who": one.name})
    caught = "flat-footed" if own.is_caught else "on-guard"
    result = "open" if is_helpless(one) or (own.without_dexterity and not own.is_caught) else caught
    return Outcome(result, {"armour-class": own.number, "attacks-of-opportunity": int(strikes)}, table)


def tell_armour_class_conditions(who: Character, reasons: tuple[Reason, ...], play: Play) -> None:
    """Tell what conditions add to Armour Class."""
    for condition, amount in reasons:
        play.tell(
            "armour-counts",
            "D20-X-condition",
            {"who": who.name, "condition": condition, "amount": f"{amount:+d}"},
        )


PROCEDURES: tuple[Procedure, ...] = (defence,)
