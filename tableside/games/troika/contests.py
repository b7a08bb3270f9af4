"""An opposed test of two people outside a fight, such as a chase (TRO-1.2)."""

from typing import Final

from tableside.frozen import frozen
from tableside.games.troika.fighters import check_fighters
from tableside.games.troika.house import OF_LOADS, TroikaHouse
from tableside.games.troika.rolls import (
    Reason,
    Result,
    RolledVersus,
    Verdict,
    modifiers_on_roll,
    modifiers_on_swimming,
    roll_versus_odds,
    sum_of_troika_modifiers,
    tell_modifiers,
    throw_2d6,
)
from tableside.games.troika.sheet import SKILL, SkillTotalOnSheet, TroikaSheet, tell_skill_total
from tableside.games.troika.skill_tests import (
    AGAINST,
    MODIFIER,
    WHO_TESTS,
    skill_test_input,
    ticked_by_skill_test,
)
from tableside.rules.inputs import input_field
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure, Role
from tableside.rules.table import Character, Table

OUTCOMES: Final = (Result.WIN, Result.LOSE, Result.TIE)


@frozen
class Contest:
    """Who tries what against whom."""

    who: int = input_field(WHO_TESTS)
    against: int = input_field(AGAINST)
    skill: str = input_field(skill_test_input("who", SKILL, default=SKILL, worth=True))
    their_skill: str = input_field(skill_test_input("against", SKILL, default=SKILL))
    modifier: int = input_field(MODIFIER)


@frozen
class ContestSide:
    """One side of a contest: what it rolls with."""

    who: Character
    use: SkillTotalOnSheet
    reasons: tuple[Reason, ...]

    @property
    def bonus(self) -> int:
        return self.use.total + sum_of_troika_modifiers(self.reasons)

    def tell(self, play: Play) -> None:
        """Tell the components of its bonus."""
        tell_skill_total(self.use, play, self.who.name)
        tell_modifiers(self.reasons, play, self.who.name)


def _sides(table: Table, form: Contest) -> tuple[ContestSide, ContestSide]:
    """Both sides. Raises `RuleError` unless the first can act and the second is somebody else who lives."""
    who, against, house = table[form.who], table[form.against], TroikaHouse.of(table)
    check_fighters(who, against)

    def side(one: Character, other: Character, skill: str, modifier: int = 0) -> ContestSide:
        use = TroikaSheet.of(one).known_skill_total(skill)
        swimming = modifiers_on_swimming(one, skill, house)
        return ContestSide(one, use, (*modifiers_on_roll(one, house, other, modifier), *swimming))

    return side(who, against, form.skill, form.modifier), side(against, who, form.their_skill)


def _contest(table: Table, form: Contest, play: Play) -> Outcome:
    """Roll 2d6 for each side (TRO-1.2): the higher total wins, and success ticks the skill (TRO-2.1.1).

    A double is nothing special, and Luck breaks no tie: these are for fights (TRO-7.4, TRO-7.5, TRO-3.3).
    """
    own, theirs = _sides(table, form)
    own.tell(play)
    theirs.tell(play)
    dice = throw_2d6(play, "roll", own.who.name)
    their_dice = throw_2d6(play, "their-roll", theirs.who.name)
    verdict = Verdict.of_contest(dice, their_dice, own.bonus - theirs.bonus)
    names, result = (own.who.name, theirs.who.name), verdict.result
    rolled = RolledVersus(verdict, dice, their_dice, own.bonus, theirs.bonus, *names)
    play.tell(f"contest-{result}", "TRO-1.2", rolled.values)
    house, won = TroikaHouse.of(table), None if result == Result.TIE else result == Result.WIN
    lost = None if won is None else not won
    after = table.put(
        ticked_by_skill_test(own.who, own.use, won, house, play),
        ticked_by_skill_test(theirs.who, theirs.use, lost, house, play),
    )
    return Outcome(str(result), table=after)


def _contest_odds(table: Table, form: Contest) -> Odds:
    own, theirs = _sides(table, form)
    return roll_versus_odds(own.bonus, theirs.bonus, TroikaHouse.of(table), fight=False)


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="troika.contest",
        rules=("TRO-1.2", "TRO-2", "TRO-2.1.1", "TRO-7.8", "TRO-10.4", *OF_LOADS, "TRO-X-house-tick"),
        run=_contest,
        odds=_contest_odds,
        outcomes=OUTCOMES,
        role=Role.OPPOSED,
    ),
)
