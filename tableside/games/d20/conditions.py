"""The effects of conditions in a fight (D20-X-condition): on attacks and checks of those who have them, and
on the Armour Class against attacks on them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from tableside.frozen import frozen
from tableside.rules.life_states import DEAD, DYING, STUNNED, UNCONSCIOUS
from tableside.rules.play import FactValue, Play
from tableside.rules.table import Character

FLAT_FOOTED: Final = "flat-footed"
PRONE: Final = "prone"
CHARGING: Final = "charging"
DEFENSIVE: Final = "fighting-defensively"
INVISIBLE: Final = "invisible"
BLINDED: Final = "blinded"
STABLE: Final = "stable"
HELPLESS: Final = "helpless"
HELPLESS_DEXTERITY: Final = -5
"""The modifier of a score of 0 (D20-X-helpless)."""


@frozen
class Effect:
    """The effect of a condition."""

    melee: int = 0
    """Added to Armour Class against melee attacks."""
    ranged: int = 0
    """Added to Armour Class against shots and throws."""
    attack: int = 0
    """Added to all of one's own attacks."""
    own_melee: int = 0
    """Added only to one's own melee attacks."""
    damage: int = 0
    checks: int = 0
    """Added to checks and saves."""
    keeps_dexterity: bool = True
    """Whether a Dexterity bonus still counts for Armour Class."""
    is_helpless: bool = False
    """Whether Dexterity counts as 0 (D20-X-helpless), and no action is possible."""


_HELPLESS: Final = Effect(melee=-4, keeps_dexterity=False, is_helpless=True)
EFFECTS: Final[dict[str, Effect]] = {
    FLAT_FOOTED: Effect(keeps_dexterity=False),
    PRONE: Effect(melee=-4, ranged=4, own_melee=-4),
    STUNNED: Effect(melee=-2, ranged=-2, keeps_dexterity=False),
    BLINDED: Effect(melee=-2, ranged=-2, keeps_dexterity=False),
    "cowering": Effect(melee=-2, ranged=-2, keeps_dexterity=False),
    HELPLESS: _HELPLESS,
    "paralysed": _HELPLESS,
    UNCONSCIOUS: _HELPLESS,
    DYING: _HELPLESS,
    "pinned": Effect(melee=-4, keeps_dexterity=False),
    "grappling": Effect(keeps_dexterity=False),
    "entangled": Effect(melee=-2, ranged=-2, attack=-2),
    "dazzled": Effect(attack=-1),
    "shaken": Effect(attack=-2, checks=-2),
    "frightened": Effect(attack=-2, checks=-2),
    "sickened": Effect(attack=-2, damage=-2, checks=-2),
    INVISIBLE: Effect(attack=2),
    CHARGING: Effect(melee=-2, ranged=-2),
    DEFENSIVE: Effect(melee=2, ranged=2),
    "total-defence": Effect(melee=4, ranged=4),
}
"""By condition. Being prone, helpless or pinned is the same to an attacker: the 4 count only once."""
CONDITIONS: Final = tuple(
    dict.fromkeys(
        (
            *(PRONE, STUNNED, "shaken", BLINDED, "grappling", "entangled", "paralysed", "sickened"),
            *(each for each in EFFECTS if each not in (CHARGING, DEFENSIVE, FLAT_FOOTED, UNCONSCIOUS, DYING)),
            *(FLAT_FOOTED, UNCONSCIOUS, CHARGING, DEFENSIVE, DYING, STABLE, DEAD),
        )
    )
)
"""All conditions in the rules: first those that GMs give most often, last those of attacks and wounds."""
FRIGHT: Final = ("frightened", "shaken")
"""Degrees of the same fear: only the worst counts."""
Reason = tuple[str, int]
"""A condition or an option, and what it adds."""


def d20_condition_effects(who: Character) -> Iterator[tuple[str, Effect]]:
    """The conditions that affect somebody; of fear only the worst, and likewise of being prone."""
    held = [each.name for each in who.conditions if each.name in EFFECTS]
    fear = next((each for each in FRIGHT if each in held), None)
    lying = [each for each in held if EFFECTS[each].melee == -4]
    worst = max(lying, default=None, key=lambda each: EFFECTS[each].is_helpless)
    for each in held:
        effect = EFFECTS[each]
        if each in FRIGHT and each != fear:
            continue
        if each in lying and each != worst:
            effect = replace(effect, melee=0)
        yield each, effect


def is_helpless(who: Character) -> bool:
    """Whether a character is helpless (D20-X-helpless)."""
    return any(effect.is_helpless for _, effect in d20_condition_effects(who))


def d20_conditions_on_attack(who: Character, *, ranged: bool) -> tuple[Reason, ...]:
    """What the attacker's own conditions add to an attack."""
    return _telling(
        (id, each.attack + (0 if ranged else each.own_melee)) for id, each in d20_condition_effects(who)
    )


def d20_conditions_on_damage(who: Character) -> int:
    """What the attacker's own conditions add to damage."""
    return sum(each.damage for _, each in d20_condition_effects(who))


def d20_conditions_on_checks(who: Character) -> tuple[Reason, ...]:
    """What a character's own conditions add to checks and saves."""
    return _telling((id, each.checks) for id, each in d20_condition_effects(who))


def d20_conditions_on_armour_class(who: Character, *, ranged: bool) -> tuple[Reason, ...]:
    """What conditions add to Armour Class, apart from Dexterity."""
    return _telling((id, each.ranged if ranged else each.melee) for id, each in d20_condition_effects(who))


def condition_takes_dexterity(who: Character) -> bool:
    """Whether a condition other than being flat-footed removes the Dexterity bonus from Armour Class."""
    return any(not each.keeps_dexterity for id, each in d20_condition_effects(who) if id != FLAT_FOOTED)


def _telling(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    return tuple(each for each in reasons if each[1])


def total_of_d20_conditions(reasons: Iterable[Reason]) -> int:
    """The sum of what these add."""
    return sum(amount for _, amount in reasons)


def tell_d20_conditions(who: Character, reasons: tuple[Reason, ...], play: Play) -> None:
    """Tell what a character's own conditions add to a roll."""
    for condition, amount in reasons:
        values: dict[str, FactValue] = {"who": who.name, "condition": condition, "amount": f"{amount:+d}"}
        play.tell("counts-condition", "D20-X-condition", values)
