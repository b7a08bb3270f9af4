"""The words of d20 SRD 3.5."""

TEXTS: dict[str, str] = {}
