"""The words of Galejatra."""

TEXTS: dict[str, str] = {}
