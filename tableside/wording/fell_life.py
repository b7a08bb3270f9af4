"""The words of harm, rest, growth and sheets in Fell."""

TEXTS: dict[str, str] = {}
