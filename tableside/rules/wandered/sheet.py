"""The character sheet."""

from dataclasses import dataclass

from tableside.rules.sheet import part


@dataclass(frozen=True, slots=True)
class Wandered:
    """A If We Wandered Here Long Enough sheet."""

    notes: str = part("", long=True)
