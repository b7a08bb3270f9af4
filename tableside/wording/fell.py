"""The words of Fell."""

TEXTS: dict[str, str] = {}
