"""All procedures of the game in their order on the screens, including those without a sheet."""

from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.fell import (
    ability_tests,
    advancement,
    attacks,
    casting,
    contests_on_table,
    creation,
    harm,
    morale,
    rest,
    time,
)
from tableside.games.fell.ability_tests import (
    FAIL,
    HARDEST,
    PASS,
    RULES,
    ability_test_odds,
    roll_ability_test,
)
from tableside.games.fell.attacks import AMOUNTS, BARE_RULES, CONTEST_RULES, roll_fell_attack
from tableside.games.fell.contest_estimates import (
    estimated_contest_harm,
    estimated_contest_hits,
    needs_estimate,
)
from tableside.games.fell.contest_odds import contest_odds, contest_odds_of_attack
from tableside.games.fell.contest_sides import BothContestSides
from tableside.games.fell.contests import CONTEST, Pools, contest
from tableside.games.fell.dice import FellDie, dice_stepped_up, parse_fell_dice
from tableside.games.fell.house import FellHouse
from tableside.games.fell.morale import (
    MORALE,
    REACTIONS,
    fell_reaction_odds,
    morale_odds,
    roll_fell_reaction,
    roll_morale,
)
from tableside.games.fell.pools import DICE_OF_ALL, MOST_STEPS
from tableside.games.fell.rerolls import Rerolls
from tableside.rules.inputs import Choice, Number, Words, YesNo, input_field
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.table import Table

ADVANTAGE: Final = Number("advantage", 0, -MOST_STEPS, MOST_STEPS, worth=(1, -1))


def _pool(dice: str, advantage: int, house: FellHouse) -> tuple[FellDie, ...]:
    """The dice that are rolled. Raises `RuleError` for anything but dice, and if there are none."""
    sides = parse_fell_dice(dice)
    if not sides:
        raise RuleError("fell.no-dice")
    return dice_stepped_up([FellDie(each) for each in sides], advantage, house)


@frozen
class BareDice:
    """The dice of two sides."""

    dice: str = input_field(Words())
    against: str = input_field(Words())
    advantage: int = input_field(ADVANTAGE)
    rerolls: bool = input_field(YesNo(default=False))
    best: bool = input_field(YesNo(default=False))

    @property
    def asking(self) -> Rerolls:
        """Every highest number is rerolled, or none, or those of one's own dice that improve the roll."""
        return Rerolls.BEST if self.best else Rerolls.ALWAYS if self.rerolls else Rerolls.NEVER


def _pools(table: Table, form: BareDice) -> Pools:
    house = FellHouse.of(table)
    return _pool(form.dice, form.advantage, house), _pool(form.against, 0, house)


def _contest(table: Table, form: BareDice, play: Play) -> Outcome:
    contested = contest(_pools(table, form), form.asking, FellHouse.of(table), play)
    return Outcome(str(contested.result), {"hits": contested.hits, "their-hits": contested.their_hits})


def _clash_of(table: Table, form: BareDice) -> BothContestSides:
    own, theirs = (tuple(die.sides for die in pool) for pool in _pools(table, form))
    return BothContestSides(own, theirs, form.asking, FellHouse.of(table))


def _attack(table: Table, form: BareDice, play: Play) -> Outcome:
    attacked = roll_fell_attack(_pools(table, form), form.asking, FellHouse.of(table), play)
    amounts = {"harm-dealt": sum(attacked.dealt), "harm-taken": sum(attacked.taken)}
    return Outcome(str(attacked.result), amounts)


@frozen
class Test:
    dice: str = input_field(Words())
    dn: int = input_field(Number(lowest=0, highest=HARDEST, worth=(-2, 2)))
    advantage: int = input_field(ADVANTAGE)
    rerolls: bool = input_field(YesNo(default=True))

    @property
    def asking(self) -> Rerolls:
        """Highest numbers are rerolled whenever that helps, unless somebody decides otherwise."""
        return Rerolls.ASK if self.rerolls else Rerolls.NEVER


def _test(table: Table, form: Test, play: Play) -> Outcome:
    house = FellHouse.of(table)
    dice = (_pool(form.dice, form.advantage, house), ())
    tested = roll_ability_test(dice, form.dn, form.asking, house, play)
    return Outcome(tested.outcome, {"hits": tested.hits})


def _test_odds(table: Table, form: Test) -> Odds:
    house = FellHouse.of(table)
    sides = [die.sides for die in _pool(form.dice, form.advantage, house)]
    return ability_test_odds(sides, (), form.dn, form.asking, house)


@frozen
class OneDie:
    die: str = input_field(Choice(options=lambda table, given: DICE_OF_ALL))

    @property
    def sides(self) -> int:
        return parse_fell_dice(self.die)[0]


PROCEDURES: tuple[Procedure, ...] = (
    *ability_tests.PROCEDURES,
    *map(morale.with_morale_reminder, attacks.PROCEDURES),
    *map(morale.with_morale_reminder, casting.PROCEDURES),
    *contests_on_table.PROCEDURES,
    *morale.PROCEDURES,
    *map(morale.with_morale_reminder, harm.PROCEDURES),
    *rest.PROCEDURES,
    *time.PROCEDURES,
    *advancement.PROCEDURES,
    *creation.PROCEDURES,
    Procedure(
        id="fell.test",
        rules=RULES,
        run=_test,
        odds=_test_odds,
        outcomes=(PASS, FAIL),
        amounts=("hits",),
        on_table=False,
    ),
    Procedure(
        id="fell.contest",
        rules=(*CONTEST_RULES, "FELL-AMB-8", "FELL-AMB-9"),
        run=_contest,
        odds=lambda table, form: contest_odds(_clash_of(table, form)),
        outcomes=CONTEST,
        amounts=("hits", "their-hits"),
        expected=lambda table, form: estimated_contest_hits(_clash_of(table, form)),
        is_heavy=needs_estimate(_clash_of),
        on_table=False,
    ),
    Procedure(
        id="fell.attack",
        rules=BARE_RULES,
        run=_attack,
        odds=lambda table, form: contest_odds_of_attack(_clash_of(table, form)),
        outcomes=CONTEST,
        amounts=AMOUNTS,
        expected=lambda table, form: estimated_contest_harm(_clash_of(table, form)),
        is_heavy=needs_estimate(_clash_of),
        on_table=False,
    ),
    Procedure(
        id="fell.reaction",
        rules=("FELL-REACT",),
        form=OneDie,
        run=lambda table, form, play: Outcome(roll_fell_reaction(form.sides, play)),
        odds=lambda table, form: fell_reaction_odds(form.sides),
        outcomes=REACTIONS,
        is_table=True,
        on_table=False,
    ),
    Procedure(
        id="fell.morale",
        rules=("FELL-MOR",),
        form=OneDie,
        run=lambda table, form, play: Outcome(roll_morale(form.sides, play)),
        odds=lambda table, form: morale_odds(form.sides),
        outcomes=MORALE,
        is_table=True,
        on_table=False,
    ),
)
