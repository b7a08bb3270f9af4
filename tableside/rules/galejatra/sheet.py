"""The character sheet."""

from dataclasses import dataclass

from tableside.rules.sheet import part


@dataclass(frozen=True, slots=True)
class Galejatra:
    """A Galejatra sheet."""

    notes: str = part("", long=True)
