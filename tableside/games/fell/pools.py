"""Whose dice are rolled, and why: up to three of one's own (FELL-TEST-1), spell dice (FELL-X-spell), and one
from each helper (FELL-HELP).
A spell die has any size, freely chosen. It takes the place of a steel or skill die (FELL-TEST-1), in help too
(FELL-HELP), and what it shows is subtracted from WIL whatever the result.
The situation's advantage holds for everybody on a side; fatigue is counted for each character (FELL-DEP).
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.fell.dice import (
    DICE,
    SPELL,
    SURE_HIT,
    SURE_MISS,
    Bare,
    FellDie,
    RolledFellDie,
    dice_stepped_up,
    parse_fell_dice,
)
from tableside.games.fell.harm import take_harm
from tableside.games.fell.house import FellHouse
from tableside.games.fell.rerolls import AT_THEIR_BEST, Rerolls, Wants, weights_with_rerolls
from tableside.games.fell.sheet import ABILITIES, WEAPONS, Ability, FellSheet, SteelWeapon
from tableside.rules.cells import die_cell_text
from tableside.rules.inputs import Choice, Given, Number, Who, always, person_given_by_input
from tableside.rules.life_states import check_can_act, is_dead, may_act
from tableside.rules.odds import added_odds, weighed_odds
from tableside.rules.play import Play
from tableside.rules.sheet import LADDER
from tableside.rules.table import Character, Table

SPELL_DICE: Final = {f"spell-{die_cell_text(sides)}": sides for sides in LADDER}
"""The spell dice that may be chosen, with their sides."""
USUAL: Final = "spell-d6"
"""The spell die of those who choose none."""
COST: Final = "wil-cost"


def _has_spell_dice(who: Character) -> bool:
    """Whether the character knows a spell, and has WIL left to pay for it."""
    return FellSheet.of(who).knows_spells and FellSheet.points_of(who, Ability.WIL).current > 0


def pay_for_spell_in_pool(who: Character, cost: int, house: FellHouse, play: Play) -> tuple[Character, bool]:
    """WIL loses the spell die's result (FELL-X-spell); and whether the spell still works (FELL-AMB-19)."""
    left = FellSheet.points_of(who, Ability.WIL)
    if house.willpower_cast_away == "spell-fails" and cost >= left.current and not is_dead(who):
        play.tell("fell-spell-slips", "FELL-AMB-19", {"who": who.name, "points": cost})
        return FellSheet.with_points_of(who, Ability.WIL, replace(left, current=0)), False
    if cost > 0 and not is_dead(who):
        play.tell("fell-spell-paid", "FELL-X-spell", {"who": who.name, "points": cost})
    return take_harm(who, Ability.WIL, cost, house, play), True


def pay_for_spells_in_pools(
    table: Table, landed: Iterable[RolledFellDie], house: FellHouse, play: Play
) -> tuple[Table, dict[str, int]]:
    """Everybody pays for the spell dice that were rolled; also returns the amount, if there were any."""
    spells = [each for each in landed if each.die.why == SPELL]
    for each in spells:
        after, _ = pay_for_spell_in_pool(table[each.die.key], each.cost, house, play)
        table = table.put(after)
    return table, {COST: sum(each.cost for each in spells)} if spells else {}


def spell_cost_chances_in_pool(
    pool: Iterable[tuple[FellDie, Wants]], house: FellHouse
) -> dict[str, Mapping[int, Fraction]]:
    """The odds of what the spell dice in a pool take off WIL, each rerolled when that is wanted."""
    spells = [weights_with_rerolls(die.sides, wants, house) for die, wants in pool if die.why == SPELL]
    costs = (weighed_odds((shown.harm, share) for shown, share in weights) for weights in spells)
    return {COST: added_odds(*costs)} if spells else {}


NONE: Final = "none"
SKILL: Final = "skill-die"
BEST: Final = "best"
STEEL: Final = "steel"
MOST_STEPS: Final = 9


@frozen
class FellPool:
    """One character on a side, and their dice."""

    who: Character
    dice: tuple[FellDie, ...]
    """The dice on the sheet."""
    advantage: int
    """The situation's advantage; negative for disadvantage."""
    fatigue: int

    @property
    def steps(self) -> int:
        """The net advantage (FELL-ADV-2)."""
        return self.advantage - self.fatigue

    def pool(self, house: FellHouse) -> tuple[FellDie, ...]:
        """The dice that this character rolls."""
        return dice_stepped_up(self.dice, self.steps, house)

    @classmethod
    def of(cls, who: Character, dice: tuple[FellDie, ...], advantage: int, house: FellHouse) -> "FellPool":
        return cls(who, dice, advantage, FellSheet.of(who).fatigue(house))

    @staticmethod
    def spell_die(who: Character, choice: str, house: FellHouse) -> FellDie:
        """A spell die of the chosen size. Raises `RuleError` if they know no spell, or cannot pay for it."""
        if not FellSheet.of(who).knows_spells:
            raise RuleError("fell.no-spell", who=who.name)
        left = FellSheet.points_of(who, Ability.WIL).current
        if left <= 0:
            raise RuleError("fell.no-wil", who=who.name)
        limit = left if house.willpower_cast_away == "spell-fails" else 0
        return FellDie(SPELL_DICE[choice], SPELL, who.name, who.key, limit)

    @staticmethod
    def ability_die(who: Character, ability: str) -> FellDie:
        """The ability die, or the hit die of those who have no abilities (FELL-X-npc)."""
        return _pool_die(
            who, FellSheet.die_of(who, ability), ability if FellSheet.has_ability_dice(who) else "hit-die"
        )

    @staticmethod
    def second_die(who: Character, choice: str, house: FellHouse) -> tuple[FellDie, ...]:
        """The skill die, a weapon's steel die, a spell die, or none (FELL-TEST-1).
        Raises `RuleError` if the character has no such thing.
        """
        choice = _chosen_die(who, choice)
        if choice == NONE:
            return ()
        if choice in SPELL_DICE:
            return (FellPool.spell_die(who, choice, house),)
        if choice == SKILL:
            if not (sides := FellSheet.skill_die_of(who)):
                raise RuleError("fell.no-skill", who=who.name)
            return (_pool_die(who, sides, SKILL),)
        if choice not in FellSheet.of(who).steel_weapons:
            raise RuleError("fell.no-weapon", who=who.name, weapon=choice)
        return (_pool_die(who, SteelWeapon.die_of(choice), STEEL),)

    @staticmethod
    def bonus_die(who: Character, die: str, bonus: str) -> tuple[FellDie, ...]:
        """A bonus die: a plain one, or that of a small weapon in the off hand (FELL-X-steel).
        Raises `RuleError` if the weapon in the other hand takes both, or is the same one.
        """
        if bonus == NONE:
            return ()
        if bonus not in WEAPONS:
            return (_pool_die(who, parse_fell_dice(bonus)[0], "bonus"),)
        held = _chosen_die(who, die)
        if held in WEAPONS and WEAPONS[held].bulky:
            raise RuleError("fell.both-hands", weapon=held)
        carried = sum(item.weapon == bonus for item in FellSheet.of(who).items.items)
        if held == bonus and carried < 2:
            raise RuleError("fell.only-one", who=who.name, weapon=bonus)
        return (_pool_die(who, SteelWeapon.die_of(bonus), "off-hand"),)

    @staticmethod
    def helper_die(who: Character, choice: str, kind: str, house: FellHouse) -> FellDie:
        """The die that a helper rolls (FELL-HELP): the chosen one, if they have it; otherwise steel or a
        skill, of this `kind` first. A spell costs WIL and is only rolled by choice. Those without abilities
        roll their hit die.
        Raises `RuleError` if they cannot act or have no such die.
        """
        check_can_act(who)
        usual = (SKILL, STEEL) if kind == SKILL else (STEEL, SKILL)
        for each in (*(() if choice == BEST else (choice,)), *usual):
            if die := _at_hand(who, each, house):
                return die[0] if die[0].why == SPELL else replace(die[0], why="help")
        if not FellSheet.has_ability_dice(who):
            return _pool_die(who, FellSheet.die_of(who, "bod"), "help")
        spells = FellSheet.of(who).spells.names if _has_spell_dice(who) else ()
        if spells:
            raise RuleError("fell.only-a-spell-to-help-with", who=who.name, spell=spells[0], input="help-die")
        raise RuleError("fell.nothing-to-help-with", who=who.name)


@frozen
class FellPools:
    """A side: its leader first, then the helpers."""

    members: tuple[FellPool, ...]

    @property
    def leader(self) -> Character:
        return self.members[0].who

    def pool(self, house: FellHouse) -> tuple[FellDie, ...]:
        return tuple(die for member in self.members for die in member.pool(house))

    def bare(self, house: FellHouse) -> tuple[Bare, ...]:
        """The bare dice."""
        return tuple(die.bare for die in self.pool(house))

    def tell(self, house: FellHouse, play: Play) -> None:
        """Tell why each die is rolled, and which die it has become (FELL-ADV-2)."""
        for member in self.members:
            _tell_member(member, house, play)

    @classmethod
    def of(cls, table: Table, dice: "LeaderDice", *, help_with: str = SKILL) -> "FellPools":
        """A leader and their helpers (FELL-TEST-1, FELL-HELP, FELL-AMB-18).
        Raises `RuleError` if somebody cannot act, if the leader is among the helpers, and for more helpers
        than the group allows.
        """
        leader, house = table[dice.who], FellHouse.of(table)
        check_can_act(leader)
        others = tuple(dict.fromkeys(dice.helpers))
        if dice.who in others:
            raise RuleError("fell.helps-themselves", who=leader.name)
        if len(others) > 1 and house.helpers == "only-one":
            raise RuleError("fell.too-many-helpers", helpers=len(others))
        own = (
            FellPool.ability_die(leader, dice.ability),
            *FellPool.second_die(leader, dice.die, house),
            *FellPool.bonus_die(leader, dice.die, dice.bonus_die),
        )
        help_dice = [
            (table[key], FellPool.helper_die(table[key], dice.help_die, help_with, house)) for key in others
        ]
        helping = (FellPool.of(who, (die,), dice.advantage, house) for who, die in help_dice)
        return cls((FellPool.of(leader, own, dice.advantage, house), *helping))


def _tell_member(member: FellPool, house: FellHouse, play: Play) -> None:
    who = member.who.name
    for die in member.dice:
        play.tell(f"die-{die.why}", "FELL-TEST-1", {"who": who, "die": die_cell_text(die.sides)})
    if member.advantage:
        fact, rule = ("advantage", "FELL-ADV-1") if member.advantage > 0 else ("disadvantage", "FELL-DIS-1")
        play.tell(f"fell-{fact}", rule, {"who": who, "steps": abs(member.advantage)})
    if member.fatigue:
        play.tell("fatigue-weighs", "FELL-DEP", {"who": who, "steps": member.fatigue})
    pool = member.pool(house)
    rolled = " ".join(die_cell_text(die.sides) for die in pool if die.sides not in (SURE_HIT, SURE_MISS))
    for sides, fact in ((SURE_HIT, "sure-hits"), (SURE_MISS, "sure-misses")):
        if count := sum(die.sides == sides for die in pool):
            play.tell(fact, "FELL-AMB-4", {"who": who, "count": count})
    if len(pool) and not rolled:
        return
    if member.steps and rolled:
        play.tell("rolls-instead", "FELL-ADV-2", {"who": who, "dice": rolled})
    elif member.steps:
        play.tell("rolls-nothing", "FELL-DIS-1", {"who": who})


def _pool_die(who: Character, sides: int, why: str) -> FellDie:
    return FellDie(sides, why, who.name, who.key)


def _best_steel(sheet: FellSheet) -> str:
    """The weapon row with the biggest steel die that is carried, the first of equals.
    Weapons that burst do not count: nobody throws one unless it is wanted.
    """
    carried = [id for id in sheet.steel_weapons if not WEAPONS[id].blast]
    return max(carried, key=SteelWeapon.die_of) if carried else NONE


def _chosen_die(who: Character, choice: str) -> str:
    """The second die that a choice means: `best` is the best weapon."""
    return _best_steel(FellSheet.of(who)) if choice == BEST else choice


def _at_hand(who: Character, choice: str, house: FellHouse) -> tuple[FellDie, ...]:
    """The chosen die, if they have it."""
    if choice == STEEL:
        return FellPool.second_die(who, BEST, house)
    has_it = FellSheet.skill_die_of(who) if choice == SKILL else _has_spell_dice(who)
    return FellPool.second_die(who, choice, house) if has_it else ()


@frozen
class LeaderDice:
    """What a leader rolls, and who helps them, as asked for."""

    who: int
    ability: str
    die: str = NONE
    bonus_die: str = NONE
    advantage: int = 0
    helpers: tuple[int, ...] = ()
    help_die: str = BEST
    """What the helpers help with who have it; `best`: whatever suits."""


def fell_pool_die_input(id: str, person: str, default: str = NONE) -> Choice:
    """An input for the second die of the person named by the input `person`."""

    def options(table: Table, given: Given) -> tuple[str, ...]:
        who = person_given_by_input(table, given, person)
        if who is None:
            return (default,)
        skill = (SKILL,) if FellSheet.skill_die_of(who) else ()
        best = (BEST,) if default == BEST else ()
        spells = SPELL_DICE if _has_spell_dice(who) else ()
        return (*best, NONE, *skill, *FellSheet.of(who).steel_weapons, *spells)

    def by_skill(table: Table, given: Given) -> dict[str, str]:
        who = person_given_by_input(table, given, person)
        has_skill = who is not None and FellSheet.skill_die_of(who)
        return dict.fromkeys(FellSheet.of(who).skills.names, SKILL) if who and has_skill else {}

    def has_one(table: Table, given: Given) -> bool:
        return not {*options(table, given)} <= {BEST, NONE}

    few = tuple(each for each in SPELL_DICE if each != USUAL)
    matters = always if person == "who" else has_one
    return Choice(id, options, default=default, worth=True, known_as=by_skill, aside=few, matters=matters)


def fell_pool_bonus_input() -> Choice:
    """Return the input for the bonus die of whoever rolls."""

    def options(table: Table, given: Given) -> tuple[str, ...]:
        who = person_given_by_input(table, given)
        off_hand = FellSheet.of(who).off_hand_weapons if who else ()
        return (NONE, *off_hand, *(die_cell_text(sides) for sides in LADDER))

    return Choice("bonus-die", options, default=NONE)


def fell_pool_ability_input(id: str = "ability", default: str | None = None) -> Choice:
    return Choice(id, lambda table, given: ABILITIES, default=default)


WHO: Final = Who("who", fits=may_act)
HELP: Final = Choice(
    "help-die",
    lambda table, given: (BEST, SKILL, STEEL, *SPELL_DICE),
    default=BEST,
    matters=lambda table, given: bool(given.get("helpers")),
)
HELPERS: Final = Who("helpers", many=True, optional=True, fits=may_act)
ADVANTAGE: Final = Number("advantage", 0, -MOST_STEPS, MOST_STEPS, worth=(1, -1))
REROLLS: Final = Choice(
    "rerolls",
    lambda table, given: (Rerolls.ASK_WHERE_IT_HELPS, Rerolls.ASK, Rerolls.ALWAYS, Rerolls.NEVER),
    default=Rerolls.ASK_WHERE_IT_HELPS,
)
FIGHT_REROLLS: Final = Choice(
    "rerolls",
    lambda table, given: (Rerolls.ASK_WHERE_IT_HELPS, Rerolls.ASK, *AT_THEIR_BEST, Rerolls.NEVER),
    default=Rerolls.ASK_WHERE_IT_HELPS,
    worth=True,
    aside=(Rerolls.ASK_WHERE_IT_HELPS, Rerolls.ASK, Rerolls.THEIR_BEST, Rerolls.ALL_BEST, Rerolls.NEVER),
)
"""In a contest nobody gains by rerolling everything: it is asked, weighed, or not done."""
DICE_OF_ALL: Final = tuple(die_cell_text(sides) for sides in DICE)
