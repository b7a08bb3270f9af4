"""The words of rolls, contests and fights in Fell."""

TEXTS: dict[str, str] = {}
