"""Facts as sentences, with their values in words."""

from collections.abc import Mapping
from functools import lru_cache
from string import Formatter

from tableside.rules.play import Fact, FactValue
from tableside.wording import Values, label, part_label, wording_in_use, wording_template, yes_or_no


def counted_condition_of_fact(condition: str, amount: int) -> str:
    """A condition with its count (0: none) in the words of its game: `counted.<id>`, or `counted-once.<id>`
    for 1; else with the number.
    """
    named = label("condition", condition)
    if not amount:
        return named
    once = wording_in_use(f"counted-once.{condition}") if amount == 1 else None
    own = once or wording_in_use(f"counted.{condition}")
    return own.format(amount=amount, next=amount + 1) if own else f"{named} {amount}"


def fact_text(fact: Fact) -> str:
    """A fact as a sentence. A fact without a text is listed by its values."""
    text = wording_template("fact", fact.id, fact.values)
    if text is None:
        values_text = ", ".join(f"{id} {_value(id, value)}" for id, value in fact.values.items())
        return f"{label('fact', fact.id)}: {values_text}" if values_text else label("fact", fact.id)
    return filled_fact_text(text, fact.values)


def word_for_grave_fact(fact: Fact) -> str | None:
    """The word for a fact that is grave for the party, by itself or by its condition. None: it is not grave."""
    condition = fact.values.get("condition")
    return wording_in_use(f"grave.{fact.id}") or wording_in_use(f"grave.{fact.id}.{condition}")


@lru_cache(maxsize=512)
def fields_of_fact_text(text: str) -> frozenset[str]:
    """The names of the values that a text uses."""
    return frozenset(field for _, field, _, _ in Formatter().parse(text) if field)


def filled_fact_text(text: str, values: Mapping[str, FactValue]) -> str:
    """A text filled with the values of a fact; it begins with a capital unless a name precedes. The count of
    a condition is available as `counted`, an acting side as `acting`.
    """
    texts = {id: _value(id, value) for id, value in values.items()}
    condition, amount = values.get("condition"), values.get("amount")
    if isinstance(condition, str) and isinstance(amount, int):
        texts["counted"] = counted_condition_of_fact(condition, amount)
    if isinstance(side := values.get("side"), str):
        texts["acting"] = label("acting", side)
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
    "owner": "owner",
    "likelihood": "option",
    "answer": "outcome",
    "how": "option",
    "further": "further",
    "difficulty": "option",
}
"""Fact values that are ids, with the kind of text that names them."""


def _value(id: str, value: FactValue) -> str:
    if isinstance(value, bool):
        return yes_or_no(value)
    if isinstance(value, int):
        return str(value).replace("-", "\N{MINUS SIGN}")
    if id == "part" and "." in value:
        return part_label(*value.split(".", 1))
    kind = _NAMED_BY.get(id)
    return label(kind, value) if kind else value
