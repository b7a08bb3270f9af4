"""The colours of the screens. Meaning never rests on them alone."""

from textual.theme import Theme

LAMPLIGHT = Theme(
    name="lamplight",
    primary="#e0b35a",
    secondary="#8fb3c7",
    accent="#f0c674",
    foreground="#e6e1d6",
    background="#14161a",
    surface="#1b1e24",
    panel="#23272f",
    success="#9ccc7a",
    warning="#e8b04a",
    error="#ff8a7a",
    dark=True,
)
