"""Questions: what a rule asks, answered with choices and faces at the bottom line, or by random dice."""

import random
from collections.abc import Sequence
from fractions import Fraction
from math import prod

from tableside.campaign.in_progress import AmendmentInProgress, InProgress
from tableside.campaign.replay import dice_thrown_in_replay
from tableside.errors import RuleError
from tableside.rules.odds import possible_rolls
from tableside.rules.play import Asked, ChoiceAsked, Chosen, DiceAsked, Fact, Performed, Rolled, Step
from tableside.screens.page import ASKED_NAME
from tableside.text import clip
from tableside.views.fact_headlines import fact_went_well
from tableside.views.input_values import input_option_texts
from tableside.widgets.ask_bar import AskBar
from tableside.wording import label, sentence
from tableside.wording.dice_and_chance_texts import chance_text


# Asking a question, for an answer from the keyboard or from the dice
async def ask_question(
    asked: Asked, roll: InProgress, bar: AskBar, dice: random.Random, *, typed: bool, for_players: bool
) -> Step | None:
    """The answer to a question, from the keyboard or by rolling. None: the question was left.

    `typed`: the dice lie on the real table. `for_players`: they read the screen, so no chances are shown.
    """
    if isinstance(asked, ChoiceAsked):
        return await _chosen(asked, roll, bar, for_players=for_players)
    if typed:
        return await _typed_faces(asked, roll, bar, dice)
    return dice_thrown_in_replay(asked, dice)


async def _chosen(asked: ChoiceAsked, roll: InProgress, bar: AskBar, *, for_players: bool) -> Chosen | None:
    whose = f"{clip(asked.who, ASKED_NAME)}: " if asked.who else ""
    asks = next((each.key for each in roll.table.in_play() if each.name == asked.who), 0)
    labels = input_option_texts(asked.options, roll.table, {"who": asks})
    if not (for_players or isinstance(roll, AmendmentInProgress)):  # an amendment may have its dice already
        labels = question_answers_with_chances(asked, roll, labels)
    question = f"{whose}{label('question', asked.question)}"
    place = await bar.option(question, labels, asked.options.index(asked.default), waits=roll.has_thrown)
    return None if place is None else Chosen(asked.question, asked.options[place], asked.who)


async def _typed_faces(asked: DiceAsked, roll: InProgress, bar: AskBar, dice: random.Random) -> Rolled | None:
    """Faces typed from real dice; omitted ones are rolled."""
    whose = f"{clip(asked.who, ASKED_NAME)}, " if asked.who else ""
    faces = await bar.faces(f"{whose}{label('why', asked.why)}:", asked.real_sides, waits=roll.has_thrown)
    return None if faces is None else _with_the_rest_rolled(asked, faces, dice)


def _with_the_rest_rolled(asked: DiceAsked, faces: tuple[int, ...], dice: random.Random) -> Rolled:
    rest = dice_thrown_in_replay(asked, dice).faces[len(faces) :]
    typed = (*(True for _ in faces), *(False for _ in rest))
    return asked.answered((*asked.read_off(faces), *rest), typed)


def with_faces_left(roll: InProgress, bar: AskBar, dice: random.Random) -> InProgress:
    """The roll after its present question, with the faces half typed for it and the others rolled."""
    state, (_, faces, _) = roll.state(), bar.left_faces
    if not (faces and isinstance(state, DiceAsked)):
        return roll
    return roll.answered(_with_the_rest_rolled(state, faces, dice))


def is_question_of_real_dice(asked: Asked, roll: InProgress, tonight: bool | None) -> bool:
    """Whether faces are typed. In a player's act, only those of their own dice, if they want it; the setting
    for `tonight` precedes that of a sheet. Tokens drawn from many are never typed.
    """
    if not isinstance(asked, DiceAsked):
        return False
    if roll.typed:
        return not roll.by or (asked.who == roll.by and not asked.is_draw)
    if asked.is_draw:
        return False
    return roll.table.throws_real_dice(asked.who, secret=asked.secret) if tonight is None else tonight


def is_next_question_of_real_dice(roll: InProgress, tonight: bool | None) -> bool:
    """Whether the faces of the next dice are typed, with default answers to the questions before them."""
    while isinstance(state := roll.state(), ChoiceAsked):
        roll = roll.answered(Chosen(state.question, state.default, state.who))
    return not isinstance(state, Performed) and is_question_of_real_dice(state, roll, tonight)


def question_place_or_faces(asked: Asked, step: Step) -> int | tuple[int, ...]:
    """The step in the form that the bottom line returns: the place of an option, or faces."""
    if isinstance(step, Chosen) and isinstance(asked, ChoiceAsked):
        return asked.options.index(step.choice)
    assert isinstance(step, Rolled)  # any other step was refused before
    return step.faces


AGREED = "yes"
"""The answer that does not say what is attempted."""


MOST_ROLLS = 100
"""The most outcomes of the dice behind an answer that are played out for its chance: 2d6 or d100, no pool."""


def question_answers_with_chances(
    asked: ChoiceAsked, roll: InProgress, names: Sequence[str]
) -> tuple[str, ...]:
    """The names of the answers, followed by target and exact chance if the answer's own dice come next."""
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
    """The fact, after the first `known` ones, that tells how it goes for `who`, with default answers on the
    way. None: other dice come first; with `more`, only if their lowest and highest faces differ in outcome.
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
