"""How those feel who are met (FELL-REACT), and leverage that makes them feel better (FELL-LEV)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.fell.contests import Contested, Result, landed_in
from tableside.games.fell.contests_on_table import CONTEST_ON_TABLE, WITH_SPELLS, Meeting, contest_of, meeting
from tableside.games.fell.house import House
from tableside.games.fell.odds import assumed, deciding_roll
from tableside.games.fell.odds_cost import Clash, heavy_when
from tableside.games.fell.odds_means import expected_hits
from tableside.games.fell.pools import (
    ADVANTAGE,
    COST,
    FIGHT_REROLLS,
    HELP,
    HELPERS,
    WHO,
    Dice,
    ability_input,
    die_input,
    paid,
)
from tableside.games.fell.sheet import OTHERS, PLAYERS, Ability, die_of, has_abilities
from tableside.rules.inputs import Choice, Who, asked
from tableside.rules.odds import Odds, collect, mapped, uniform
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.states import acts, check_can_act, lives
from tableside.rules.table import Table

REACTIONS: Final = ("hostile", "wary", "indifferent", "friendly", "helpful")
"""From worst to best (FELL-REACT)."""


def reaction(face: int) -> str:
    """What a WIL die says of somebody's mood (FELL-REACT)."""
    limits = ((4, "hostile"), (6, "wary"), (8, "indifferent"), (10, "friendly"))
    return next((mood for limit, mood in limits if face < limit), "helpful")


def reaction_odds(sides: int) -> Odds:
    return Odds(mapped(uniform(range(1, sides + 1)), reaction))


def react(sides: int, play: Play, who: str = "", other: str = "") -> str:
    """A reaction of somebody met, `other`: rolls the WIL die of the one who meets them as it is, without
    advantage or rerolls (FELL-AMB-3).
    """
    (face,) = play.roll(sides, why="fell-reaction", who=who)
    mood = reaction(face)
    if other:
        play.tell(f"fell-meets-{mood}", "FELL-REACT", {"who": who, "face": face, "other": other})
    else:
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


def _willpower(table: Table, who: int) -> int:
    """The WIL die of the player's character who meets somebody (FELL-REACT).

    Raises `RuleError` for anybody else, and for who cannot act.
    """
    if not has_abilities(table[who]):
        raise RuleError("fell.no-wil-die", who=table[who].name)
    check_can_act(table[who])
    return die_of(table[who], Ability.WIL)


MET: Final = Who("against", kinds=OTHERS, optional=True, proposed=True, fits=lives)
PRESSED: Final = Who("against", kinds=OTHERS, fits=lives)
REACTION: Final = Choice("reaction", lambda table, given: REACTIONS)


@frozen
class Leverage:
    """Who presses whom for a better mood, and what it is now."""

    who: int = asked(WHO)
    against: int = asked(PRESSED)
    reaction: str = asked(REACTION)
    ability: str = asked(ability_input(default=Ability.WIL))
    rerolls: str = asked(FIGHT_REROLLS)
    die: str = asked(die_input("die", "who"))
    advantage: int = asked(ADVANTAGE)
    helpers: tuple[int, ...] = asked(HELPERS)
    help_die: str = asked(HELP)


def _leverage(table: Table, form: Leverage, play: Play) -> Outcome:
    """A contest for a better reaction (FELL-LEV)."""
    met = _pressed(table, form)
    contested = contest_of(met, play)
    after, cost = paid(table, landed_in(contested.pairs), met.house, play)
    mood = improved(form.reaction, contested, met.house)
    play.tell(f"fell-mood-{mood}", "FELL-LEV", {"who": met.theirs.leader.name})
    return Outcome(mood, {"hits": contested.hits, **cost}, after if cost else None)


def _pressed(table: Table, form: Leverage) -> Meeting:
    own = Dice(form.ability, form.die, advantage=form.advantage, help=form.help_die)
    theirs = Dice(Ability.WIL)
    return meeting(table, form.who, form.against, own, theirs, form.rerolls, helpers=form.helpers)


def _leverage_odds(table: Table, form: Leverage) -> Odds:
    met = _pressed(table, form)
    chances = deciding_roll(*met.clash).items()
    return Odds(
        collect(
            (bettered(form.reaction, hits, result, met.house), chance)
            for (result, hits, _), chance in chances
        ),
        {"hits": collect((hits, chance) for (_, hits, _), chance in chances), **met.cost},
        assumes=assumed(met.clash),
    )


def _leverage_expected(table: Table, form: Leverage) -> Mapping[str, Fraction]:
    hits = expected_hits(*_pressed(table, form).clash)
    return {id: mean for id, mean in hits.items() if id == "hits"}


def _leverage_dice(table: Table, form: Leverage) -> Clash:
    return _pressed(table, form).clash


@frozen
class React:
    """What `fell.react` asks for."""

    who: int = asked(Who(kinds=PLAYERS, fits=acts))
    against: int = asked(MET)


def _react(table: Table, form: React, play: Play) -> Outcome:
    other = table[form.against].name if form.against else ""
    return Outcome(react(_willpower(table, form.who), play, table[form.who].name, other))


def _react_odds(table: Table, form: React) -> Odds:
    return reaction_odds(_willpower(table, form.who))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="fell.react",
        rules=("FELL-REACT",),
        form=React,
        run=_react,
        odds=_react_odds,
        group=Group.ROLL,
        outcomes=REACTIONS,
        on_table=True,
        is_table=True,
    ),
    Procedure(
        id="fell.leverage",
        rules=("FELL-LEV", *CONTEST_ON_TABLE, *WITH_SPELLS, "FELL-AMB-11"),
        form=Leverage,
        run=_leverage,
        odds=_leverage_odds,
        group=Group.ROLL,
        outcomes=REACTIONS,
        amounts=("hits", COST),
        on_table=True,
        expected=_leverage_expected,
        is_heavy=heavy_when(_leverage_dice),
    ),
)
