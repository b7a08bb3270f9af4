"""The words of If We Wandered Here Long Enough."""

TEXTS: dict[str, str] = {}
