"""What the procedures of a fight have in common: their inputs, and two characters brought together."""

from collections.abc import Callable
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.forms import part_of
from tableside.rules.inputs import Choice, Given, Number
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome
from tableside.rules.states import check_can_act, check_lives
from tableside.rules.table import Character, Table
from tableside.rules.troika.exchange import Exchange, Trust
from tableside.rules.troika.fighters import Fighter, fighter, tell_fighter, weapons_of, why_unaware
from tableside.rules.troika.house import House, house_of
from tableside.rules.troika.inputs import person_given, skill_input
from tableside.rules.troika.sheet import sheet_of
from tableside.rules.troika.spending import begin_attack, has_spent_turn
from tableside.rules.troika.states import AIMED, UNAWARE
from tableside.rules.troika.totals import BEST, EVADING, SKILL, use_for, words_of_weapon
from tableside.rules.troika.weapons import WEAPONS

Rows = str | tuple[str, ...]
"""One row of the damage table, or several."""

COVER: Final = Number("cover", 0, 0, 20, worth=(1,))
"""What the one attacked stands behind: added to their roll (TRO-7.1)."""
LUCK_IN_FIGHTS: Final = Choice("luck", lambda table, given: tuple(Trust), default=Trust.ASK, worth=True)
OWN_SKILL: Final = skill_input("skill", "who", SKILL, BEST, default=BEST)
THEIR_SKILL: Final = skill_input("their-skill", "against", SKILL, BEST, default=BEST)
AMOUNTS: Final = ("damage-dealt", "damage-taken")


@frozen
class Attack:
    """An attack, as it is meant: what its procedure's form says, and of all else the usual."""

    who: int
    against: int
    skill: str = BEST
    their_skill: str = BEST
    weapon: Rows = ""
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


def performing(
    rule: Callable[[Table, Attack, Play], Outcome],
) -> Callable[[Table, object, Play], Outcome]:
    """A rule about an attack as the `run` of a procedure, whose form has fields of `Attack`."""

    def run(table: Table, form: object, play: Play) -> Outcome:
        attack = part_of(form, Attack)
        return rule(begin_attack(table, attack.who, play), attack, play)

    return run


def foretelling(rule: Callable[[Table, Attack], Odds]) -> Callable[[Table, object], Odds]:
    """The same for the `odds` of a procedure."""
    return lambda table, form: rule(table, part_of(form, Attack))


def second_attack(table: Table, form: object) -> str:
    """Whoever attacks has spent their turn already (TRO-6.1)."""
    return "attack-again" if has_spent_turn(table, part_of(form, Attack).who) else ""


def _weapons(table: Table, given: Given) -> tuple[str, ...]:
    """All rows of the damage table, those in hand and carried first."""
    who = person_given(table, given)
    if who is None:
        return tuple(WEAPONS)
    sheet = sheet_of(who)
    carried = (item.weapon for item in sheet.items.items if item.weapon)
    return tuple(dict.fromkeys((sheet.weapon, *carried, *WEAPONS)))


WEAPON: Final = Choice("weapon", _weapons, default="", many=True)


@frozen
class Meeting:
    """Two up against each other, and how the group reads the rules."""

    own: Fighter
    theirs: Fighter
    house: House
    unaware: str = ""
    """Why the second is attacked as unaware (TRO-7.3). Empty: they are aware."""
    aimed: bool = False

    def tell(self, play: Play) -> None:
        """Tell what both bonuses are made of; the unaware have none to tell, but a reason."""
        tell_fighter(self.own, play)
        if self.unaware:
            fact = "taken-unawares" if self.unaware == UNAWARE else "counts-as-unaware"
            play.tell(fact, "TRO-7.3", {"who": self.theirs.who.name, "condition": self.unaware})
        else:
            tell_fighter(self.theirs, play)


def check_two(who: Character, against: Character) -> None:
    """Raises `RuleError` unless one who can act is up against somebody else who lives."""
    if who.key == against.key:
        raise RuleError(f"{who.name} cannot be up against themselves: name somebody else")
    check_can_act(who)
    check_lives(against)


def meet(
    table: Table, attack: Attack, words: tuple[str, ...] = (), their_words: tuple[str, ...] = ()
) -> Meeting:
    """Bring two together. The words name skills that suit; none given: those of their weapons.

    Raises `RuleError` unless one who can act is up against somebody else who lives.
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
        UNAWARE if attack.unaware else why_unaware(target, house),
        attack.aimed or who.has(AIMED),
    )


def meet_evading(table: Table, attack: Attack) -> Meeting:
    """Bring two together of whom the second only evades (TRO-6.2)."""
    return meet(table, attack, their_words=EVADING)


def damages(exchange: Exchange) -> dict[str, int]:
    """The amounts of an exchange."""
    return {"damage-dealt": exchange.dealt, "damage-taken": exchange.taken}
