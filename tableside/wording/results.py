"""What happened, in words: chances, dice, facts, entries, and the odds table."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Protocol

from tableside.rules.play import Chosen, Fact, FactValue, Rolled, Step
from tableside.wording import label, part_label, text_of


def chance(value: Fraction) -> str:
    """A chance as a percentage; `never` and `certain` only for exactly 0 and 1."""
    if value in (0, 1):
        return "certain" if value else "never"
    percent = round(value * 100)
    if percent < 1:
        return "<1 %"
    return ">99 %" if percent > 99 else f"{percent} %"


def exact(value: Fraction) -> str:
    """A chance as percentage and fraction."""
    return chance(value) if value in (0, 1) else f"{chance(value)} ({value})"


def points(value: Fraction) -> str:
    """An expected amount, to one decimal."""
    return f"{float(value):.1f}"


def signed(amount: int) -> str:
    return f"{amount:+d}".replace("-", "\N{MINUS SIGN}") if amount else "0"


def dice_text(step: Rolled) -> str:
    """The dice of one throw with their faces, whether they were typed, and whether they are secret."""
    why = label("why", step.why)
    return faces_text(step, f"{why}{', typed' if any(step.typed) else ''}{', secret' if step.secret else ''}")


class Thrown(Protocol):
    """Dice that fell; without their sides where those are not told."""

    @property
    def faces(self) -> tuple[int, ...]: ...
    @property
    def sides(self) -> tuple[int, ...]: ...
    @property
    def who(self) -> str: ...


def faces_text(thrown: Thrown, why: str) -> str:
    """Dice with their faces, whose they are, and why they were thrown, in words."""
    faces = " ".join(map(str, thrown.faces))
    whose = f"{thrown.who}, " if thrown.who else ""
    name = _dice_name(thrown.sides)
    return f"{whose}{why}: {f'{name} ' if name else ''}[{faces}]"


def _dice_name(sides: tuple[int, ...]) -> str:
    """So many dice of these sides, as they are called."""
    if len({*sides}) == 1:
        return f"{len(sides) if len(sides) > 1 else ''}d{sides[0]}"
    return " ".join(f"d{each}" for each in sides)


def step_text(step: Step) -> str:
    """One answer of a transcript."""
    if isinstance(step, Chosen):
        whose = f"{step.who}: " if step.who else ""
        return f"{whose}{label('question', step.question)} {label('option', step.choice)}"
    return dice_text(step)


class _Values(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "?"


def sentence(kind: str, id: str, values: Mapping[str, str]) -> str:
    """The text of an id with its values filled in."""
    template = text_of(f"{kind}.{id}")
    return label(kind, id) if template is None else template.format_map(_Values(values)).strip()


def fact_text(fact: Fact) -> str:
    """One fact, as a sentence. A fact without a text of its own is listed by its values."""
    template = next((text for text in _without(fact) if text), text_of(f"fact.{fact.id}"))
    if template is None:
        listed = ", ".join(f"{id} {_value(id, value)}" for id, value in fact.values.items())
        return f"{label('fact', fact.id)}: {listed}" if listed else label("fact", fact.id)
    return filled(template, fact.values)


def _without(fact: Fact) -> Iterator[str | None]:
    """The texts of a fact that leave out a value which is 0."""
    return (text_of(f"without.{fact.id}.{id}") for id, value in fact.values.items() if value == 0)


def filled(template: str, values: Mapping[str, FactValue]) -> str:
    """A text with the values of a fact in it; it begins with a capital where nobody is named in front."""
    told = {id: _value(id, value) for id, value in values.items()}
    text = template.format_map(_Values(told)).strip()
    return text if told.get("who", "?") else text[:1].upper() + text[1:]


_NAMED_BY = {
    "option": "option",
    "condition": "condition",
    "kind": "kind",
    "part": "part",
    "weapon": "option",
    "rule": "",
    "side": "side",
    "likelihood": "option",
    "answer": "outcome",
}
"""Fact values that are ids: the kind of text that names them."""


def _value(id: str, value: FactValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value).replace("-", "\N{MINUS SIGN}")
    if id == "part" and "." in value:
        return part_label(*value.split(".", 1))
    kind = _NAMED_BY.get(id)
    return label(kind, value) if kind else value


def amounts_text(amounts: Mapping[str, int]) -> str:
    return ", ".join(f"{label('amount', id)} {value}" for id, value in amounts.items())
