"""Contests on the table (FELL-CON-1), and who acts first (FELL-TURN)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

from tableside.frozen import frozen
from tableside.games.fell.attacks import (
    AGAINST,
    CONTEST_RULES,
    FellAttackSides,
    attacked_fell_side,
    fell_attack_sides_apart,
)
from tableside.games.fell.contest_estimates import estimated_contest_hits, needs_estimate
from tableside.games.fell.contest_odds import (
    contest_odds,
    contest_odds_assumption,
    contest_odds_of_deciding_roll,
    contest_odds_of_spell_cost,
)
from tableside.games.fell.contest_outcomes import OutcomeStakes
from tableside.games.fell.contest_sides import BothContestSides
from tableside.games.fell.contests import CONTEST, PlayedContest, Result, contest, dice_of_contest
from tableside.games.fell.house import FellHouse
from tableside.games.fell.pools import (
    COST,
    FIGHT_REROLLS,
    WHO,
    FellPools,
    LeaderDice,
    fell_pool_ability_input,
    fell_pool_die_input,
    pay_for_spells_in_pools,
)
from tableside.games.fell.rerolls import Rerolls
from tableside.games.fell.sheet import Ability
from tableside.rules.inputs import input_field, inputs_narrowed_to
from tableside.rules.odds import Odds, collect_odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.table import Kind, Table

FIRST: Final = ("party-first", "foes-first")
CONTEST_ON_TABLE: Final = (
    *("FELL-CON-1", "FELL-HELP", *CONTEST_RULES[1:], "FELL-AMB-8", "FELL-AMB-9", "FELL-X-npc"),
    *("FELL-DEP", "FELL-X-steel", "FELL-AMB-13", "FELL-AMB-18"),
)
WITH_SPELLS: Final = (
    *("FELL-X-spell", "FELL-HARM", "FELL-DEATH", "FELL-AMB-14", "FELL-AMB-17", "FELL-AMB-19"),
)
"""The rules for the cost of a spell die in a contest."""


class ContestOnTable(NamedTuple):
    """Both sides of a contest on the table."""

    own: FellPools
    theirs: FellPools
    asking: Rerolls
    house: FellHouse

    @property
    def both(self) -> BothContestSides:
        """The bare dice of both sides."""
        own, theirs = self.own.bare(self.house), self.theirs.bare(self.house)
        return BothContestSides(own, theirs, self.asking, self.house)

    @property
    def cost(self) -> Mapping[str, Mapping[int, Fraction]]:
        """The chances of what spell dice take off WIL. Empty if equal hits are rolled off, since the deciding
        roll is unlike the others (FELL-AMB-8).
        """
        if self.both.is_rolled_off:
            return {}
        pools = self.own.pool(self.house), self.theirs.pool(self.house)
        return contest_odds_of_spell_cost(pools, self.asking, self.house, OutcomeStakes())


def contest_on_table(table: Table, own: LeaderDice, theirs: LeaderDice, rerolls: str) -> ContestOnTable:
    """Both sides of a contest, with nobody on both."""
    own, theirs = fell_attack_sides_apart(table, own, theirs)
    return ContestOnTable(
        FellPools.of(table, own), attacked_fell_side(table, theirs), Rerolls(rerolls), FellHouse.of(table)
    )


def roll_contest_on_table(meeting: ContestOnTable, play: Play, *, is_leverage: bool = False) -> PlayedContest:
    """A contest on the table: tells why each die is rolled, rolls, and tells the result."""
    own, theirs, asking, house = meeting
    own.tell(house, play)
    theirs.tell(house, play)
    pools = own.pool(house), theirs.pool(house)
    contested = contest(pools, asking, house, play, is_leverage=is_leverage)
    tell_contest_on_table(contested, own.leader.name, theirs.leader.name, play)
    return contested


def tell_contest_on_table(contested: PlayedContest, who: str, other: str, play: Play) -> None:
    hits = {"hits": contested.hits, "their_hits": contested.their_hits}
    play.tell(f"fell-contest-{contested.result}", "FELL-CON-1", {"who": who, "other": other, **hits})


def _contest_with(table: Table, form: FellAttackSides, play: Play) -> Outcome:
    met = _met(table, form)
    contested = roll_contest_on_table(met, play)
    after, cost = pay_for_spells_in_pools(table, dice_of_contest(contested.pairs), met.house, play)
    amounts = {"hits": contested.hits, "their-hits": contested.their_hits, **cost}
    return Outcome(str(contested.result), amounts, after if cost else None)


def _met(table: Table, form: FellAttackSides) -> ContestOnTable:
    return contest_on_table(table, form.own, form.theirs, form.rerolls)


def _contest_with_odds(table: Table, form: FellAttackSides) -> Odds:
    met = _met(table, form)
    odds = contest_odds(met.both)
    return replace(odds, amounts={**odds.amounts, **met.cost})


@frozen
class WhoFirst:
    """Two opponents for the first turn."""

    who: int = input_field(WHO)
    against: int = input_field(AGAINST)
    ability: str = input_field(fell_pool_ability_input(default=Ability.INT))
    die: str = input_field(fell_pool_die_input("die", "who"))
    their_die: str = input_field(fell_pool_die_input("their-die", "against"))
    rerolls: str = input_field(FIGHT_REROLLS)


def _who_first(table: Table, form: WhoFirst, play: Play) -> Outcome:
    """Who acts first when it is unclear (FELL-TURN): a contest; the players' side in a tie (FELL-AMB-8).

    Sides that have just been formed, and of which none has acted yet, act in that order.
    """
    met = _first_meeting(table, form)
    contested = roll_contest_on_table(met, play)
    table, cost = pay_for_spells_in_pools(table, dice_of_contest(contested.pairs), met.house, play)
    first = _first_side(contested.result, met)
    party, foes = (met.theirs, met.own) if _asks_a_foe(met) else (met.own, met.theirs)
    play.tell(f"fell-{first}", "FELL-TURN", {"who": party.leader.name, "other": foes.leader.name})
    leader = party.leader if first == FIRST[0] else foes.leader
    return Outcome(first, cost, _in_this_order(table, leader.key))


def _asks_a_foe(met: ContestOnTable) -> bool:
    """Whether a foe begins the contest against somebody on the party's side."""
    return met.own.leader.kind == Kind.ENEMY != met.theirs.leader.kind


def _first_side(result: str, met: ContestOnTable) -> str:
    """The side that acts first; the players' in a tie, whoever begins (FELL-AMB-8)."""
    foes_win = Result.WIN if _asks_a_foe(met) else Result.LOSE
    return FIRST[result == foes_win]


def _in_this_order(table: Table, first: int) -> Table:
    """The table with this character's side first, if sides have formed and none has acted."""
    order = table.order
    if order is None or not order.is_before_first_turn:
        return table
    return replace(table, order=order.with_first(first))


def _first_meeting(table: Table, form: WhoFirst) -> ContestOnTable:
    theirs = LeaderDice(form.against, form.ability, form.their_die)
    return contest_on_table(table, inputs_narrowed_to(form, LeaderDice), theirs, form.rerolls)


def _who_first_odds(table: Table, form: WhoFirst) -> Odds:
    met = _first_meeting(table, form)
    chances = contest_odds_of_deciding_roll(met.both).items()
    return Odds(
        collect_odds((_first_side(result, met), chance) for (result, _, _), chance in chances),
        met.cost,
        assumes=contest_odds_assumption(met.both),
    )


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="fell.contest-with",
        rules=(*CONTEST_ON_TABLE, *WITH_SPELLS),
        run=_contest_with,
        odds=_contest_with_odds,
        outcomes=CONTEST,
        amounts=("hits", "their-hits", COST),
        expected=lambda table, form: estimated_contest_hits(_met(table, form).both),
        is_heavy=needs_estimate(lambda table, form: _met(table, form).both),
    ),
    Procedure(
        id="fell.who-first",
        rules=("FELL-TURN", *CONTEST_ON_TABLE, *WITH_SPELLS),
        run=_who_first,
        odds=_who_first_odds,
        group=Group.FIGHT,
        outcomes=FIRST,
        amounts=(COST,),
        is_heavy=needs_estimate(lambda table, form: _first_meeting(table, form).both),
    ),
)
