"""Modifiers of rolls (TRO-7), each with its reason: what is carried, lying on the floor, and the GM's own."""

from collections.abc import Iterable
from typing import Final

from tableside.frozen import frozen
from tableside.games.troika.conditions import PRONE
from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.inventory import inventory_burden, inventory_slots_used
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.play import Play
from tableside.rules.table import Character, Kind

SWIM: Final = "swim"
PRONE_PENALTY: Final = -2
LUCK_BONUS: Final = 2
UNAWARE_BONUS: Final = 2
FUMBLE_BONUS: Final = 1


@frozen
class Reason:
    """One modifier: why, how much, and by which rule."""

    id: str
    amount: int
    rule: str


LUCKY: Final = Reason("lucky", LUCK_BONUS, "TRO-3.3")


UNAWARE: Final = Reason("unaware", UNAWARE_BONUS, "TRO-7.3")


FUMBLED: Final = Reason("fumbled", FUMBLE_BONUS, "TRO-7.5")


def sum_of_troika_modifiers(reasons: Iterable[Reason]) -> int:
    """What these modifiers come to together."""
    return sum(reason.amount for reason in reasons)


def _given(modifier: int) -> tuple[Reason, ...]:
    """The GM's own modifier; none when it is 0."""
    return (Reason("given", modifier, "TRO-2"),) if modifier else ()


def _swim_penalty(who: Character, house: TroikaHouse) -> int:
    """Half the filled slots, rounded down (TRO-X-swim); an enemy's hide fills none."""
    return 0 if who.kind == Kind.ENEMY else -(inventory_slots_used(TroikaSheet.of(who), house) // 2)


def _overburdened(who: Character, house: TroikaHouse) -> tuple[Reason, ...]:
    """The weight of too many things (TRO-10.4); none when there are few enough, and for enemies."""
    weight = 0 if who.kind == Kind.ENEMY else inventory_burden(TroikaSheet.of(who), house)
    return (Reason("overburdened", weight, "TRO-10.4"),) if weight else ()


def modifiers_on_the_floor(is_prone: bool, against_prone: bool) -> tuple[Reason, ...]:
    """Lying down in a fight with somebody who stands (TRO-7.8)."""
    return (Reason(PRONE, PRONE_PENALTY, "TRO-7.8"),) if is_prone and not against_prone else ()


def modifiers_on_swimming(who: Character, skill: str, house: TroikaHouse) -> tuple[Reason, ...]:
    """What is carried drags at a swimmer: half the filled slots (TRO-X-swim)."""
    drag = _swim_penalty(who, house) if skill == SWIM else 0
    return (Reason("carried", drag, "TRO-X-swim"),) if drag else ()


def modifiers_on_roll(
    who: Character, house: TroikaHouse, against: Character | None = None, modifier: int = 0
) -> tuple[Reason, ...]:
    """All that weighs on a roll of theirs. `against`: whom they are physically up against, if anybody."""
    floor = modifiers_on_the_floor(who.has(PRONE), against.has(PRONE)) if against else ()
    return (*_overburdened(who, house), *floor, *_given(modifier))


def modifiers_on_other_rolls(who: Character, house: TroikaHouse) -> tuple[Reason, ...]:
    """What weighs on their rolls that are no tests of a skill: of Luck, and of damage (TRO-AMB-18)."""
    return _overburdened(who, house) if house.burden_weighs_on == "all-rolls" else ()


def tell_modifiers(reasons: Iterable[Reason], play: Play, who: str = "") -> None:
    """Tell each modifier, one fact each."""
    for reason in reasons:
        against = "-against" if reason.id == "given" and reason.amount < 0 else ""
        play.tell(f"reason-{reason.id}{against}", reason.rule, {"who": who, "amount": reason.amount})
