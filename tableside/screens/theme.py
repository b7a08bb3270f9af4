"""The colours of the screens, as data. Meaning never rests on them alone.

Every pair that comes together has a contrast of at least 4.5 to 1: tests/screens/test_themes.py reads it off
every cell.
"""

from textual.theme import Theme

DARK, LIGHT, CONTRAST = "dark", "light", "high-contrast"

THEMES = {
    DARK: Theme(
        name=DARK,
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
    ),
    LIGHT: Theme(
        name=LIGHT,
        primary="#6b4a00",
        secondary="#3d5463",
        accent="#7a4a00",
        foreground="#1d1b16",
        background="#faf7f0",
        surface="#f1ede2",
        panel="#e4dfd1",
        success="#2d5a12",
        warning="#6e4c00",
        error="#9c1c10",
        dark=False,
    ),
    CONTRAST: Theme(
        name=CONTRAST,
        primary="#ffff00",
        secondary="#ffffff",
        accent="#ffff00",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#000000",
        success="#00ff00",
        warning="#ffff00",
        error="#ff9090",
        dark=True,
        variables={"text-muted": "#ffffff"},
    ),
}
"""Every theme by its name, in the order in which ctrl+t goes through them."""


def next_theme(name: str) -> str:
    """The theme after this one; the first after one that is not ours."""
    names = [*THEMES]
    return names[(names.index(name) + 1) % len(names)] if name in names else names[0]
