"""Dice and chances in words: faces, reasons for throws, percentages, expected amounts."""

from collections.abc import Callable
from fractions import Fraction
from typing import Protocol

from tableside.rules.odds import Odds, mean
from tableside.rules.play import Chosen, Rolled, Step
from tableside.rules.typed import TypedDice
from tableside.wording import label, sentence


def chance_text(value: Fraction) -> str:
    """A chance as a percentage; `never` and `certain` only for exactly 0 and 1."""
    if value in (0, 1):
        return "certain" if value else "never"
    percent = round(value * 100)
    if percent < 1:
        return "<1 %"
    return ">99 %" if percent > 99 else f"{percent} %"


def exact_chance_text(value: Fraction) -> str:
    """A chance as percentage and fraction."""
    return chance_text(value) if value in (0, 1) else f"{chance_text(value)} ({value})"


LONGEST_FRACTION = 9
"""The most characters of a readable fraction."""


def readable_chance_text(value: Fraction) -> str:
    """A chance as percentage, with its fraction if that is short."""
    return exact_chance_text(value) if len(str(value)) <= LONGEST_FRACTION else chance_text(value)


def chance_text_of_outcome(
    outcome: str, value: Fraction, say: Callable[[Fraction], str] = chance_text
) -> str:
    """An outcome with its chance: `success 65 %`, but `certain success`."""
    return f"{say(value)} {outcome}" if value == 1 else f"{outcome} {say(value)}"


def mean_text(value: Fraction) -> str:
    """An expected amount, with one decimal unless whole."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.1f}"


def dice_text(step: Rolled) -> str:
    """The dice of a throw with their faces, and whether they were typed or are secret."""
    return dice_faces_text(
        step, dice_note(label("why", step.why), is_typed=any(step.typed), is_secret=step.secret)
    )


def dice_note(why: str, *, is_typed: bool = False, is_secret: bool = False) -> str:
    """The reason for a throw, and whether its dice were typed or are secret."""
    note = sentence("entry", "dice-typed", why=why) if is_typed else why
    return sentence("entry", "dice-secret", why=note) if is_secret else note


class ThrownDice(Protocol):
    """Thrown dice; without sides if those are not told."""

    @property
    def faces(self) -> tuple[int, ...]: ...
    @property
    def sides(self) -> tuple[int, ...]: ...
    @property
    def who(self) -> str: ...


def dice_faces_text(thrown: ThrownDice, why: str) -> str:
    """Dice with their faces, owner and reason, in words."""
    faces = " ".join(map(str, thrown.faces))
    whose = f"{thrown.who}, " if thrown.who else ""
    name = _dice_name(thrown.sides)
    return f"{whose}{why}: {f'{name} ' if name else ''}[{faces}]"


def _dice_name(sides: tuple[int, ...]) -> str:
    """The name of dice with these sides."""
    if len({*sides}) == 1:
        return f"{len(sides) if len(sides) > 1 else ''}d{sides[0]}"
    return " ".join(f"d{each}" for each in sides)


def step_text(step: Step) -> str:
    """One answer of a transcript."""
    if isinstance(step, Chosen):
        whose = f"{step.who}: " if step.who else ""
        return f"{whose}{label('question', step.question)} {label('option', step.choice)}"
    return dice_text(step)


def assumed_text(odds: Odds) -> str:
    """The assumptions of the odds; empty if none."""
    return sentence("assumed", odds.assumes, **odds.assumed_values) if odds.assumes else ""


def expected_dice_text(dice: TypedDice) -> str:
    """The range and mean of dice."""
    values, expected = dice.values, mean_text(mean(dice.chances))
    return sentence("odds", "dice", dice=dice.text, lowest=values[0], highest=values[-1], mean=expected)
