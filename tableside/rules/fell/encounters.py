"""Meeting others: contests with them (FELL-CON-1), reactions (FELL-REACT), leverage (FELL-LEV), who is first
(FELL-TURN).
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tableside.rules.fell.attacks import (
    AGAINST,
    CONTEST_RULES,
    FIGHT_REROLLS,
    THEIR_ADVANTAGE,
    check_two,
    defenders,
)
from tableside.rules.fell.chances import contest_odds, settled
from tableside.rules.fell.contests import CONTEST, Contested, Result, contest
from tableside.rules.fell.dice import Rerolls
from tableside.rules.fell.effort import Clash, foretold, heavy_when
from tableside.rules.fell.expected import expected_hits
from tableside.rules.fell.house import House, house_of
from tableside.rules.fell.pools import (
    ADVANTAGE,
    HELPERS,
    NONE,
    WHO,
    Dice,
    Team,
    ability_input,
    bonus_input,
    die_input,
    team,
)
from tableside.rules.fell.sheet import OTHERS, Ability, die_of
from tableside.rules.inputs import Choice, Who
from tableside.rules.odds import Odds, collect, mapped, uniform
from tableside.rules.order.sides import Sides
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.states import acts, check_lives, lives
from tableside.rules.table import Table

REACTIONS: Final = ("hostile", "wary", "indifferent", "friendly", "helpful")
"""From worst to best (FELL-REACT)."""
FIRST: Final = ("party-first", "foes-first")
CONTEST_ON_TABLE: Final = (
    *("FELL-CON-1", "FELL-HELP", *CONTEST_RULES[1:], "FELL-AMB-8", "FELL-AMB-9", "FELL-X-npc"),
    *("FELL-DEP", "FELL-AMB-13", "FELL-AMB-18"),
)


def reaction(face: int) -> str:
    """What a WIL die says of somebody's mood (FELL-REACT)."""
    limits = ((4, "hostile"), (6, "wary"), (8, "indifferent"), (10, "friendly"))
    return next((mood for limit, mood in limits if face < limit), "helpful")


def reaction_odds(sides: int) -> Odds:
    return Odds(mapped(uniform(range(1, sides + 1)), reaction))


def react(sides: int, play: Play, who: str = "") -> str:
    """A reaction: rolls the WIL die as it is, without advantage or rerolls (FELL-AMB-3)."""
    (face,) = play.roll(sides, why="fell-reaction", who=who)
    mood = reaction(face)
    play.tell(f"fell-reacts-{mood}", "FELL-REACT", {"who": who, "face": face})
    return mood


def improved(mood: str, contested: Contested, house: House) -> str:
    """The reaction after leverage (FELL-LEV)."""
    return bettered(mood, contested.hits, contested.result, house)


def bettered(mood: str, hits: int, result: str, house: House) -> str:
    """The reaction so many hits better (FELL-AMB-11), at best helpful."""
    if house.leverage == "only-if-won" and result != Result.WIN:
        return mood
    return REACTIONS[min(len(REACTIONS) - 1, REACTIONS.index(mood) + hits)]


def meeting(
    table: Table,
    who: int,
    against: int,
    own: Dice,
    helpers: tuple[int, ...],
    theirs: Dice,
    their_helpers: tuple[int, ...] = (),
) -> tuple[Team, Team]:
    """Both sides of a contest; nobody is on both."""
    house = house_of(table)
    check_two(table, who, against)
    others = tuple(key for key in helpers if key != against)
    foes = tuple(key for key in their_helpers if key not in (who, *others))
    return team(table, who, own, others, house), defenders(table, against, theirs, foes, house)


def contest_of(sides: tuple[Team, Team], rerolls: str, house: House, play: Play) -> Contested:
    """A contest on the table: tells why each die is rolled, rolls, and tells how it went."""
    own, theirs = sides
    own.tell(house, play)
    theirs.tell(house, play)
    contested = contest(own.pool(house), theirs.pool(house), Rerolls(rerolls), house, play)
    tell_result(contested, own.leader.name, theirs.leader.name, play)
    return contested


def tell_result(contested: Contested, who: str, other: str, play: Play) -> None:
    values: dict[str, FactValue] = {
        "who": who,
        "other": other,
        "hits": contested.hits,
        "their_hits": contested.their_hits,
    }
    play.tell(f"fell-contest-{contested.result}", "FELL-CON-1", values)


def clash_of(sides: tuple[Team, Team], rerolls: str, table: Table) -> Clash:
    """The bare dice of both sides."""
    house, (own, theirs) = house_of(table), sides
    return Clash(own.sides(house), theirs.sides(house), Rerolls(rerolls), house)


def _contest_with(
    table: Table,
    who: int,
    against: int,
    ability: str,
    die: str,
    bonus_die: str,
    advantage: int,
    helpers: tuple[int, ...],
    their_ability: str,
    their_die: str,
    their_advantage: int,
    their_helpers: tuple[int, ...],
    rerolls: str,
    *,
    play: Play,
) -> Outcome:
    own, theirs = (
        Dice(ability, die, bonus_die, advantage),
        Dice(their_ability, their_die, NONE, their_advantage),
    )
    sides = meeting(table, who, against, own, helpers, theirs, their_helpers)
    contested = contest_of(sides, rerolls, house_of(table), play)
    amounts = {"hits": contested.hits, "their-hits": contested.their_hits}
    return Outcome(str(contested.result), amounts)


def _contest_dice(
    table: Table,
    who: int,
    against: int,
    ability: str,
    die: str,
    bonus_die: str,
    advantage: int,
    helpers: tuple[int, ...],
    their_ability: str,
    their_die: str,
    their_advantage: int,
    their_helpers: tuple[int, ...],
    rerolls: str,
) -> Clash:
    own, theirs = (
        Dice(ability, die, bonus_die, advantage),
        Dice(their_ability, their_die, NONE, their_advantage),
    )
    return clash_of(meeting(table, who, against, own, helpers, theirs, their_helpers), rerolls, table)


def _contest_with_odds(clash: Clash) -> Odds:
    return contest_odds(*clash)


def _contest_expected(clash: Clash) -> Mapping[str, Fraction]:
    return expected_hits(*clash)


def _who_first(
    table: Table, who: int, against: int, ability: str, die: str, their_die: str, rerolls: str, *, play: Play
) -> Outcome:
    """Who acts first when it is unclear (FELL-TURN): a contest; the players' side when it is tied.

    Sides that have just been formed, and of which none has acted yet, act in that order.
    """
    sides = meeting(table, who, against, Dice(ability, die), (), Dice(ability, their_die))
    contested = contest_of(sides, rerolls, house_of(table), play)
    first = FIRST[contested.result == Result.LOSE]
    play.tell(f"fell-{first}", "FELL-TURN", {"who": sides[0].leader.name, "other": sides[1].leader.name})
    return Outcome(first, table=_in_this_order(table, who if first == FIRST[0] else against))


def _in_this_order(table: Table, first: int) -> Table:
    """The side of this one first, if sides have formed and none has acted."""
    order = table.order
    if not isinstance(order, Sides) or order.turn >= 0 or order.round > 1:
        return table
    listed = sorted(order.sides, key=lambda side: first not in side.members)
    return replace(table, order=replace(order, sides=tuple(listed)))


def _first_dice(
    table: Table, who: int, against: int, ability: str, die: str, their_die: str, rerolls: str
) -> Clash:
    sides = meeting(table, who, against, Dice(ability, die), (), Dice(ability, their_die))
    return clash_of(sides, rerolls, table)


def _who_first_odds(clash: Clash) -> Odds:
    found = settled(*clash)
    return Odds(collect((FIRST[result == Result.LOSE], chance) for (result, _, _), chance in found.items()))


def _react(table: Table, who: int, *, play: Play) -> Outcome:
    check_lives(table[who])
    return Outcome(react(die_of(table[who], Ability.WIL), play, table[who].name))


def _react_odds(table: Table, who: int) -> Odds:
    check_lives(table[who])
    return reaction_odds(die_of(table[who], Ability.WIL))


def _leverage(
    table: Table,
    who: int,
    against: int,
    reaction: str,
    ability: str,
    die: str,
    advantage: int,
    helpers: tuple[int, ...],
    rerolls: str,
    *,
    play: Play,
) -> Outcome:
    """A contest for a better reaction (FELL-LEV)."""
    house = house_of(table)
    sides = meeting(table, who, against, Dice(ability, die, NONE, advantage), helpers, Dice(Ability.WIL))
    contested = contest_of(sides, rerolls, house, play)
    mood = improved(reaction, contested, house)
    play.tell(f"fell-mood-{mood}", "FELL-LEV", {"who": sides[1].leader.name})
    return Outcome(mood, {"hits": contested.hits})


def _leverage_dice(
    table: Table,
    who: int,
    against: int,
    reaction: str,
    ability: str,
    die: str,
    advantage: int,
    helpers: tuple[int, ...],
    rerolls: str,
) -> tuple[str, Clash]:
    """The reaction, and the dice for a better one."""
    sides = meeting(table, who, against, Dice(ability, die, NONE, advantage), helpers, Dice(Ability.WIL))
    return reaction, clash_of(sides, rerolls, table)


def _leverage_odds(leverage: tuple[str, Clash]) -> Odds:
    mood, clash = leverage
    found = settled(*clash).items()
    return Odds(
        collect((bettered(mood, hits, result, clash.house), chance) for (result, hits, _), chance in found),
        {"hits": collect((hits, chance) for (_, hits, _), chance in found)},
    )


def _leverage_expected(leverage: tuple[str, Clash]) -> Mapping[str, Fraction]:
    found = expected_hits(*leverage[1])
    return {id: mean for id, mean in found.items() if id == "hits"}


def _leverage_clash(leverage: tuple[str, Clash]) -> Clash:
    return leverage[1]


REACTION: Final = Choice("reaction", lambda table, given: REACTIONS)
OWN_INPUTS: Final = (die_input("die", "who"), bonus_input("bonus-die", "who"), ADVANTAGE, HELPERS)

PROCEDURES = (
    Procedure(
        id="fell.contest-with",
        rules=CONTEST_ON_TABLE,
        inputs=(
            WHO,
            AGAINST,
            ability_input(),
            *OWN_INPUTS,
            ability_input("their-ability", Ability.BOD),
            die_input("their-die", "against"),
            THEIR_ADVANTAGE,
            Who("their-helpers", many=True, optional=True, fits=acts),
            FIGHT_REROLLS,
        ),
        run=_contest_with,
        odds=foretold(_contest_dice, _contest_with_odds),
        group=Group.ROLL,
        outcomes=CONTEST,
        amounts=("hits", "their-hits"),
        on_table=True,
        expected=foretold(_contest_dice, _contest_expected),
        is_heavy=heavy_when(_contest_dice),
    ),
    Procedure(
        id="fell.react",
        rules=("FELL-REACT", "FELL-X-npc"),
        inputs=(Who("who", kinds=OTHERS, fits=lives),),
        run=_react,
        odds=_react_odds,
        group=Group.ROLL,
        outcomes=REACTIONS,
        on_table=True,
        is_table=True,
    ),
    Procedure(
        id="fell.leverage",
        rules=("FELL-LEV", *CONTEST_ON_TABLE, "FELL-AMB-11"),
        inputs=(
            WHO,
            AGAINST,
            REACTION,
            ability_input(default=Ability.WIL),
            die_input("die", "who"),
            ADVANTAGE,
            HELPERS,
            FIGHT_REROLLS,
        ),
        run=_leverage,
        odds=foretold(_leverage_dice, _leverage_odds),
        group=Group.ROLL,
        outcomes=REACTIONS,
        amounts=("hits",),
        on_table=True,
        expected=foretold(_leverage_dice, _leverage_expected),
        is_heavy=heavy_when(foretold(_leverage_dice, _leverage_clash)),
    ),
    Procedure(
        id="fell.who-first",
        rules=("FELL-TURN", *CONTEST_ON_TABLE),
        inputs=(
            WHO,
            AGAINST,
            ability_input(default=Ability.INT),
            die_input("die", "who"),
            die_input("their-die", "against"),
            FIGHT_REROLLS,
        ),
        run=_who_first,
        odds=foretold(_first_dice, _who_first_odds),
        group=Group.FIGHT,
        outcomes=FIRST,
        on_table=True,
        is_heavy=heavy_when(_first_dice),
    ),
)
