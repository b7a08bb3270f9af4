"""The character sheet."""

from dataclasses import dataclass

from tableside.rules.sheet import part


@dataclass(frozen=True, slots=True)
class Fell:
    """A Fell sheet."""

    notes: str = part("", long=True)
