"""The character sheet."""

from dataclasses import dataclass

from tableside.rules.sheet import part


@dataclass(frozen=True, slots=True)
class Srd:
    """A d20 SRD 3.5 sheet."""

    notes: str = part("", long=True)
