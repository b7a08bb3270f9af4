"""What the procedures of a fight have in common: their inputs, and two characters brought together."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from tableside.errors import RuleError
from tableside.rules.play import Play
from tableside.rules.procedure import Choice, Given, Number, Outcome, Who
from tableside.rules.sheet import Skills
from tableside.rules.table import Character, Table
from tableside.rules.troika.conditions import AIMED
from tableside.rules.troika.exchange import Exchange, Trust
from tableside.rules.troika.fighters import Fighter, fighter, is_unaware, tell_fighter, weapons_of
from tableside.rules.troika.house import House, house_of
from tableside.rules.troika.sheet import sheet_of
from tableside.rules.troika.stamina import is_dead
from tableside.rules.troika.totals import BEST, EVADING, ids, use_for, words_of_weapon
from tableside.rules.troika.weapons import WEAPONS

R = TypeVar("R")

MODIFIER: Final = Number("modifier", 0, -20, 20, worth=(1,))
LUCK: Final = Choice("luck", lambda table, given: tuple(Trust), default=Trust.ASK, worth=True)
AMOUNTS: Final = ("damage-dealt", "damage-taken")


@dataclass(frozen=True, slots=True)
class Attack:
    """The inputs of an attack, as its procedures take them."""

    who: int
    against: int
    skill: str = BEST
    their_skill: str = BEST
    weapon: str | tuple[str, ...] = ""
    """Rows in hand; empty for the one on the sheet."""
    modifier: int = 0
    cover: int = 0
    aimed: bool = False
    unaware: bool = False
    in_reach: bool = False
    """Whether the target of a shot could strike back (TRO-AMB-6)."""
    among: tuple[int, ...] = ()
    """Who else is in the melee that is shot into (TRO-6.2.1)."""
    luck: str = Trust.ASK

    @property
    def trust(self) -> Trust:
        return Trust(self.luck)


def performing(rule: Callable[[Table, Attack, Play], Outcome]) -> Callable[..., Outcome]:
    """A rule about an attack as the `run` of a procedure, whose inputs are fields of `Attack`."""

    def run(table: Table, *, play: Play, **inputs: Any) -> Outcome:  # Any: checked by the inputs themselves
        return rule(table, Attack(**inputs), play)

    return run


def foretelling(rule: Callable[[Table, Attack], R]) -> Callable[..., R]:
    """The same for the `odds` of a procedure."""

    def odds(table: Table, **inputs: Any) -> R:  # Any: checked by the inputs themselves
        return rule(table, Attack(**inputs))

    return odds


def skill_input(id: str, person: str, *more: str, default: str | None = None) -> Choice:
    """An input for an Advanced Skill of the one that the input `person` names; `more` stands after them."""

    def options(table: Table, given: Given) -> tuple[str, ...]:
        named = person_given(table, given, person)
        return (*ids(sheet_of(named).skills if named else Skills()), *more)

    return Choice(id, options, default=default)


def person_given(table: Table, given: Given, person: str) -> Character | None:
    """The character that an input before has named. None: nobody yet."""
    key = given.get(person)
    return table[key] if isinstance(key, int) and key in table.characters else None


def lives(table: Table, who: Character) -> bool:
    """Whether they can be up against somebody: the dead are left alone."""
    return not is_dead(who)


AGAINST: Final = Who("against", fits=lives)


def _weapons(table: Table, given: Given) -> tuple[str, ...]:
    """All rows of the damage table, those in hand and carried first."""
    who = person_given(table, given, "who")
    if who is None:
        return tuple(WEAPONS)
    sheet = sheet_of(who)
    carried = (item.weapon for item in sheet.items.items if item.weapon)
    return tuple(dict.fromkeys((sheet.weapon, *carried, *WEAPONS)))


WEAPON: Final = Choice("weapon", _weapons, default="", many=True)


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two up against each other, and how the group reads the rules."""

    own: Fighter
    theirs: Fighter
    house: House
    unaware: bool = False
    aimed: bool = False

    def tell(self, play: Play) -> None:
        """Tell what both bonuses are made of; the unaware have none to tell."""
        tell_fighter(self.own, play)
        if not self.unaware:
            tell_fighter(self.theirs, play)


def check_two(who: Character, against: Character) -> None:
    """Raises `RuleError` when somebody would be up against themselves."""
    if who.key == against.key:
        raise RuleError(f"{who.name} cannot be up against themselves: name somebody else")


def meet(
    table: Table, attack: Attack, words: tuple[str, ...] = (), their_words: tuple[str, ...] = ()
) -> Meeting:
    """Bring two together. The words name skills that suit; none given: those of their weapons.

    Raises `RuleError` when somebody would be up against themselves.
    """
    house, who, target = house_of(table), table[attack.who], table[attack.against]
    check_two(who, target)
    rows, their_rows = weapons_of(who, attack.weapon), weapons_of(target, "")
    use = use_for(sheet_of(who), attack.skill, words or words_of_weapon(rows[0]))
    their_use = use_for(sheet_of(target), attack.their_skill, their_words or words_of_weapon(their_rows[0]))
    return Meeting(
        fighter(who, target, use, rows, house, modifier=attack.modifier),
        fighter(target, who, their_use, their_rows, house, behind=attack.cover, attacked=True),
        house,
        attack.unaware or is_unaware(target, house),
        attack.aimed or who.has(AIMED),
    )


def meet_evading(table: Table, attack: Attack) -> Meeting:
    """Bring two together of whom the second only evades (TRO-6.2)."""
    return meet(table, attack, their_words=EVADING)


def damages(exchange: Exchange) -> dict[str, int]:
    """The amounts of an exchange."""
    return {"damage-dealt": exchange.dealt, "damage-taken": exchange.taken}
