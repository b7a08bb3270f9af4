"""What happened, in words: chances, dice, facts, entries, and the odds table."""

from collections.abc import Mapping
from fractions import Fraction

from tableside.rules.play import Chosen, Fact, Rolled, Step
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
    """The dice of one throw with their faces, and whether they were typed."""
    sides = {*step.sides}
    count = len(step.sides) if len(step.sides) > 1 else ""
    name = f"{count}d{step.sides[0]}" if len(sides) == 1 else " ".join(f"d{each}" for each in step.sides)
    faces = " ".join(map(str, step.faces))
    whose = f"{step.who}, " if step.who else ""
    typed = ", typed" if any(step.typed) else ""
    secret = ", secret" if step.secret else ""
    return f"{whose}{label('why', step.why)}{typed}{secret}: {name} [{faces}]"


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
    values = {id: _value(id, value) for id, value in fact.values.items()}
    template = text_of(f"fact.{fact.id}")
    if template is None:
        listed = ", ".join(f"{id} {value}" for id, value in values.items())
        return f"{label('fact', fact.id)}: {listed}" if listed else label("fact", fact.id)
    text = template.format_map(_Values(values)).strip()
    return text if values.get("who", "?") else text[:1].upper() + text[1:]


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


def _value(id: str, value: int | str | bool) -> str:
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
