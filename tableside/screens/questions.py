"""What a rule asks, answered at the table: choices and faces at the bottom line, or dice of the program."""

import random

from tableside.campaign.in_progress import Amending, InProgress
from tableside.campaign.replay import dice_thrown_in_replay
from tableside.rules.play import Asked, ChoiceAsked, Chosen, DiceAsked, Rolled, Step
from tableside.screens.page import ASKED_NAME
from tableside.text import clip
from tableside.views.answers import answers_with_chances
from tableside.views.input_values import input_option_texts
from tableside.widgets.ask_bar import AskBar
from tableside.wording import label


# What is asked and in which roll, who answers, and how it stands with the table around them
async def answered(
    asked: Asked, roll: InProgress, bar: AskBar, dice: random.Random, *, typed: bool, for_players: bool
) -> Step | None:
    """The answer to what a rule asks, of the one at the keyboard, or of the dice. None: it was left.

    `typed`: the dice lie on the real table. `for_players`: they read the screen, which tells no chances then.
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
    if not (for_players or isinstance(roll, Amending)):  # whose dice may lie there already
        labels = answers_with_chances(asked, roll, labels)
    question = f"{whose}{label('question', asked.question)}"
    place = await bar.option(question, labels, asked.options.index(asked.default), waits=roll.has_thrown)
    return None if place is None else Chosen(asked.question, asked.options[place], asked.who)


async def _typed_faces(asked: DiceAsked, roll: InProgress, bar: AskBar, dice: random.Random) -> Rolled | None:
    """Faces from the real table; those left out are rolled."""
    whose = f"{clip(asked.who, ASKED_NAME)}, " if asked.who else ""
    faces = await bar.faces(f"{whose}{label('why', asked.why)}:", asked.sides, waits=roll.has_thrown)
    if faces is None:
        return None
    rest = dice_thrown_in_replay(asked, dice).faces[len(faces) :]
    typed = (*(True for _ in faces), *(False for _ in rest))
    return asked.answered((*faces, *rest), typed)


def question_place_or_faces(asked: Asked, step: Step) -> int | tuple[int, ...]:
    """The answer to what a rule asks, as the bottom line gives it."""
    if isinstance(step, Chosen) and isinstance(asked, ChoiceAsked):
        return asked.options.index(step.choice)
    assert isinstance(step, Rolled)  # whoever answers dice with a choice is refused before
    return step.faces
