"""Answers to what a rule asks, with the chance of each that is rolled for."""

from collections.abc import Sequence
from fractions import Fraction
from math import prod

from tableside.campaign.in_progress import InProgress
from tableside.errors import RuleError
from tableside.rules.odds import possible_rolls
from tableside.rules.play import ChoiceAsked, Chosen, DiceAsked, Fact
from tableside.views.fact_headlines import fact_went_well
from tableside.wording import label, sentence
from tableside.wording.dice_and_chances import chance_text

AGREED = "yes"
"""The answer that does not say what is tried."""
MOST_ROLLS = 100
"""Rolls of the dice behind an answer that are played to know its chance: 2d6 and a d100, and no pool."""


def answers_with_chances(asked: ChoiceAsked, roll: InProgress, names: Sequence[str]) -> tuple[str, ...]:
    """The answers of these names; one that has its own dice thrown next, with the number that they are
    against and the exact chance to succeed.
    """
    return tuple(
        _with_chance(name, roll, Chosen(asked.question, option, asked.who))
        for option, name in zip(asked.options, names, strict=True)
    )


def _with_chance(name: str, roll: InProgress, answer: Chosen) -> str:
    try:
        answered = roll.answered(answer)
        thrown = answered.state()
        if not isinstance(thrown, DiceAsked) or prod(thrown.sides) > MOST_ROLLS:
            return name
        known, went, targets = len(answered.facts()), [], set()
        for each in possible_rolls(thrown):
            verdict = _verdict_for(answer.who, answered.answered(each), known)
            if verdict is None:
                return name
            went.append(fact_went_well(verdict))
            targets.add(verdict.values.get("target"))
    except RuleError:
        return name
    chance = chance_text(Fraction(went.count(True), len(went)))
    if None in targets or len(targets) > 1:
        return sentence("odds", "answer", answer=name, chance=chance)
    tried = f"{name}, {label('why', thrown.why)}" if answer.choice == AGREED else name
    return sentence("odds", "answer-against", answer=tried, target=targets.pop(), chance=chance)


def _verdict_for(who: str, roll: InProgress, known: int, *, more: bool = True) -> Fact | None:
    """How it goes for whoever decides, as told after so many facts; what is asked on the way is answered as
    ever. None: no fact tells it before other dice do, or with `more`, before other dice whose lowest and
    highest do not come to the same.
    """
    for fact in roll.facts()[known:]:
        if fact.values.get("who") == who and fact_went_well(fact) is not None:
            return fact
    state = roll.state()
    if isinstance(state, ChoiceAsked):
        answer = Chosen(state.question, state.default, state.who)
        return _verdict_for(who, roll.answered(answer), known, more=more)
    if not isinstance(state, DiceAsked) or not more:
        return None
    ends = (state.answered(tuple(1 for _ in state.sides)), state.answered(state.sides))
    lowest, highest = (_verdict_for(who, roll.answered(each), known, more=False) for each in ends)
    is_same = lowest is not None and highest is not None and fact_went_well(lowest) == fact_went_well(highest)
    return lowest if is_same else None
