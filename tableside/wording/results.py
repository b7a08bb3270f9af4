"""What happened, in words: chances, dice, facts, entries, and the odds table."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Protocol

from tableside.rules.play import Chosen, Fact, FactValue, Rolled, Step
from tableside.wording import Values, label, part_label, template, text_in_use, text_of


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


def mean_text(value: Fraction) -> str:
    """An expected amount, to one decimal; none of a whole one."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.1f}"


def signed(amount: int) -> str:
    return f"{amount:+d}".replace("-", "\N{MINUS SIGN}") if amount else "0"


def dice_text(step: Rolled) -> str:
    """The dice of one throw with their faces, whether they were typed, and whether they are secret."""
    return faces_text(
        step, dice_note(label("why", step.why), is_typed=any(step.typed), is_secret=step.secret)
    )


def dice_note(why: str, *, is_typed: bool = False, is_secret: bool = False) -> str:
    """Why dice were thrown, whether they were typed, and whether they are secret."""
    note = sentence("entry", "dice-typed", why=why) if is_typed else why
    return sentence("entry", "dice-secret", why=note) if is_secret else note


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


def sentence(kind: str, id: str, /, **values: object) -> str:
    """The text of an id with its values filled in."""
    text = text_of(f"{kind}.{id}")
    return label(kind, id) if text is None else text.format_map(Values(values)).strip()


def so_many(kind: str, id: str, count: int) -> str:
    """So many of something: one and many have a text each."""
    return sentence(kind, id if count == 1 else f"{id}-many", count=count)


def yes_or_no(value: bool) -> str:
    return label("option", "yes" if value else "no")


def counted(condition: str, amount: int) -> str:
    """A condition with what it counts (0: nothing), as its game says it: `counted.<id>`, or
    `counted-once.<id>` of 1; else as a number.
    """
    named = label("condition", condition)
    if not amount:
        return named
    once = text_in_use(f"counted-once.{condition}") if amount == 1 else None
    own = once or text_in_use(f"counted.{condition}")
    return own.format(amount=amount, next=amount + 1) if own else f"{named} {amount}"


def derived_value(value: int) -> str:
    """What follows from a sheet: a number, or whether something is so."""
    return yes_or_no(value) if isinstance(value, bool) else str(value)


def session_title(session: int) -> str:
    """What a session is called; 0 is the time before the first one."""
    return sentence("session", "title" if session else "title-before", session=session)


def either(texts: Iterable[str]) -> str:
    """Texts of which one is meant."""
    return label("list", "or").join(texts)


def both(texts: Iterable[str]) -> str:
    """Texts of which all are meant."""
    return label("list", "and").join(texts)


def and_more(count: int) -> str:
    """What stands for the rest of a list: so many more. Empty where there are none."""
    return sentence("list", "more", count=count) if count > 0 else ""


def fact_text(fact: Fact) -> str:
    """One fact, as a sentence. A fact without a text of its own is listed by its values."""
    text = template("fact", fact.id, fact.values)
    if text is None:
        values_text = ", ".join(f"{id} {_value(id, value)}" for id, value in fact.values.items())
        return f"{label('fact', fact.id)}: {values_text}" if values_text else label("fact", fact.id)
    return filled_text(text, fact.values)


def filled_text(text: str, values: Mapping[str, FactValue]) -> str:
    """A text with the values of a fact in it; it begins with a capital where nobody is named in front. What a
    condition counts is said with it in `counted`.
    """
    texts = {id: _value(id, value) for id, value in values.items()}
    condition, amount = values.get("condition"), values.get("amount")
    if isinstance(condition, str) and isinstance(amount, int):
        texts["counted"] = counted(condition, amount)
    text = text.format_map(Values(texts)).strip()
    return text if texts.get("who", "?") else text[:1].upper() + text[1:]


_NAMED_BY = {
    "option": "option",
    "condition": "condition",
    "kind": "kind",
    "part": "part",
    "weapon": "option",
    "rule": "rule",
    "side": "side",
    "likelihood": "option",
    "answer": "outcome",
    "how": "option",
    "further": "further",
    "difficulty": "option",
}
"""Fact values that are ids: the kind of text that names them."""


def _value(id: str, value: FactValue) -> str:
    if isinstance(value, bool):
        return yes_or_no(value)
    if isinstance(value, int):
        return str(value).replace("-", "\N{MINUS SIGN}")
    if id == "part" and "." in value:
        return part_label(*value.split(".", 1))
    kind = _NAMED_BY.get(id)
    return label(kind, value) if kind else value


def amounts_text(amounts: Mapping[str, int]) -> str:
    """Amounts in words, but for those of which there is nothing."""
    return ", ".join(f"{label('amount', id)} {value}" for id, value in amounts.items() if value)
