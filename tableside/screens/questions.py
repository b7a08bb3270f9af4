"""What a rule asks, answered at the table: choices and faces at the bottom line, or dice of the program."""

import random

from tableside.campaign.in_progress import AmendmentInProgress, InProgress
from tableside.campaign.replay import dice_thrown_in_replay
from tableside.rules.play import Asked, ChoiceAsked, Chosen, DiceAsked, Performed, Rolled, Step
from tableside.screens.page import ASKED_NAME
from tableside.text import clip
from tableside.views.answers import answers_with_chances
from tableside.views.input_values import input_option_texts
from tableside.widgets.ask_bar import AskBar
from tableside.wording import label


# What is asked and in which roll, who answers, and how it stands with the table around them
async def ask_question(
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
    if not (for_players or isinstance(roll, AmendmentInProgress)):  # whose dice may lie there already
        labels = answers_with_chances(asked, roll, labels)
    question = f"{whose}{label('question', asked.question)}"
    place = await bar.option(question, labels, asked.options.index(asked.default), waits=roll.has_thrown)
    return None if place is None else Chosen(asked.question, asked.options[place], asked.who)


async def _typed_faces(asked: DiceAsked, roll: InProgress, bar: AskBar, dice: random.Random) -> Rolled | None:
    """Faces from the real table; those left out are rolled."""
    whose = f"{clip(asked.who, ASKED_NAME)}, " if asked.who else ""
    faces = await bar.faces(f"{whose}{label('why', asked.why)}:", asked.sides, waits=roll.has_thrown)
    return None if faces is None else _with_the_rest_rolled(asked, faces, dice)


def _with_the_rest_rolled(asked: DiceAsked, faces: tuple[int, ...], dice: random.Random) -> Rolled:
    rest = dice_thrown_in_replay(asked, dice).faces[len(faces) :]
    typed = (*(True for _ in faces), *(False for _ in rest))
    return asked.answered((*faces, *rest), typed)


def with_faces_left(roll: InProgress, bar: AskBar, dice: random.Random) -> InProgress:
    """The roll with the faces that were half typed for what it asks, if any were, and the others rolled."""
    state, (_, faces, _) = roll.state(), bar.left_faces
    if not (faces and isinstance(state, DiceAsked)):
        return roll
    return roll.answered(_with_the_rest_rolled(state, faces, dice))


def lies_on_the_table(asked: Asked, roll: InProgress, tonight: bool | None) -> bool:
    """Whether faces are typed: of what a player does, those of their own dice as they want it; what all do
    `tonight` goes before what a sheet says. Nobody has a die for a token drawn out of many.
    """
    if not isinstance(asked, DiceAsked):
        return False
    if roll.typed:
        return not roll.by or (asked.who == roll.by and not asked.is_draw)
    if asked.is_draw:
        return False
    return roll.table.throws_real_dice(asked.who, secret=asked.secret) if tonight is None else tonight


def are_next_dice_typed(roll: InProgress, tonight: bool | None) -> bool:
    """Whether the faces are typed of the dice that come next where everything is decided as usual."""
    while isinstance(state := roll.state(), ChoiceAsked):
        roll = roll.answered(Chosen(state.question, state.default, state.who))
    return not isinstance(state, Performed) and lies_on_the_table(state, roll, tonight)


def question_place_or_faces(asked: Asked, step: Step) -> int | tuple[int, ...]:
    """The answer to what a rule asks, as the bottom line gives it."""
    if isinstance(step, Chosen) and isinstance(asked, ChoiceAsked):
        return asked.options.index(step.choice)
    assert isinstance(step, Rolled)  # whoever answers dice with a choice is refused before
    return step.faces
