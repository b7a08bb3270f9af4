"""The look of the screens, as data: colours, plain signs for fonts without blocks, the style sheets' folder.

Every pair of colours used together has a contrast of at least 4.5 to 1: tests/screens/test_themes.py checks
every cell. Meaning never rests on colours alone. Must not import Textual or Rich: the first colours are sent
before they are loaded, and the command line lists the signs.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

DARK, LIGHT, CONTRAST = "dark", "light", "high-contrast"
UNICODE, ASCII = "unicode", "ascii"
SIGNS = (UNICODE, ASCII)
WITHOUT_BLOCKS = ("linux", "vt", "ansi", "sun", "cons")
"""The beginnings of names of terminals whose fonts seldom have more than letters."""
# fmt: off
PLAIN = str.maketrans({
    "▆": "#", "▄": "=", "▂": "-", "·": ".",  # the full and the empty part of a meter
    "█": "#", "▓": "=", "░": "-",  # the pieces of a bar of odds
    "▊": "%", "▒": "~", "▎": ":", "▌": "&", "▚": "*",  # pieces that would look like their neighbours
    "▀": "+", "▘": "~", "▔": ".",  # the pieces of a thinner bar
    "▁": ".", "▃": "-", "▅": "+", "▇": "#",  # columns of a histogram
    "●": "o", "◆": "#", "■": "x", "□": "_", "▶": "@", "▼": "!", "√": "+", "¶": "\"", "•": "*", "↶": "<",
    "§": "=",
    "─": "-", "│": "|", "↑": "^", "↓": "v", "→": ">", "◂": "<", "▸": ">", "⏎": " ",
    "…": ".", "–": "-", "−": "-", "×": "x", "’": "'",  # noqa: RUF001 - signs that words hold too
})
# fmt: on
"""Plain substitutes for the program's signs, cell for cell. Other characters are left alone."""


class Colours(NamedTuple):
    """The colours of a theme, each as `#rrggbb`."""

    primary: str
    secondary: str
    accent: str
    foreground: str
    background: str
    surface: str
    panel: str
    success: str
    warning: str
    error: str
    muted: str
    """For less important text."""
    party: str
    enemies: str
    henchmen: str
    others: str
    cursor: str
    """The background of the line under the cursor."""
    dark: bool
    """Whether the background is darker than the text."""


_IN_EACH = {
    # In the dark, the light and the contrasting theme
    "primary": ("#e0b35a", "#6b4a00", "#ffff00"),
    "secondary": ("#8fb3c7", "#3d5463", "#ffffff"),
    "accent": ("#f0c674", "#7a4a00", "#ffff00"),
    "foreground": ("#e6e1d6", "#1d1b16", "#ffffff"),
    "background": ("#14161a", "#faf7f0", "#000000"),
    "surface": ("#1b1e24", "#f1ede2", "#000000"),
    "panel": ("#23272f", "#e4dfd1", "#000000"),
    "success": ("#9ccc7a", "#2d5a12", "#00ff00"),
    "warning": ("#e8b04a", "#6e4c00", "#ffff00"),
    "error": ("#ff8a7a", "#9c1c10", "#ff9090"),
    "muted": ("#9aa0aa", "#5b5f66", "#ffffff"),
    "party": ("#8fc1dd", "#0f4c75", "#80d0ff"),
    "enemies": ("#f0967a", "#93310c", "#ffa080"),
    "henchmen": ("#b9b0ea", "#4b3a8f", "#c8b8ff"),
    "others": ("#b6b98a", "#4d5010", "#e0e0a0"),
    "cursor": ("#26353f", "#d5e3ea", "#003850"),
}
COLOURS = {
    theme: Colours(dark=theme != LIGHT, **{name: each[place] for name, each in _IN_EACH.items()})
    for place, theme in enumerate((DARK, LIGHT, CONTRAST))
}
"""The colours of every theme, in the order in which ctrl+t goes through them."""
OF_SIXTEEN = {
    DARK: {
        "primary": "#ffff55",
        "success": "#55ff55",
        "error": "#ff5555",
        "party": "#55ffff",
        "enemies": "#ff55ff",
        "cursor": "#000000",
    },
    LIGHT: {
        "primary": "#000000",
        "accent": "#000000",
        "success": "#0000aa",
        "warning": "#000000",
        "party": "#000000",
        "enemies": "#aa00aa",
    },
    CONTRAST: {"success": "#55ff55", "error": "#ff5555", "enemies": "#ff55ff", "cursor": "#000000"},
}
"""Replacements on terminals with sixteen colours, where most hues would become the same grey, and the grey of
the cursor as bright as a red on it.
"""


def theme_colours(theme: str, system: str) -> Colours:
    """Return the colours of a theme for a terminal with this colour system."""
    instead = OF_SIXTEEN[theme] if system == "standard" else {}
    return Colours(**{**COLOURS[theme]._asdict(), **instead})


def theme_named(name: str) -> str:
    """Return the theme of this name; the first if there is none."""
    return name if name in COLOURS else DARK


def next_theme(name: str) -> str:
    """Return the theme after this one; the first after an unknown one."""
    names = [*COLOURS]
    return names[(names.index(name) + 1) % len(names)] if name in names else names[0]


def theme_signs_named(name: str, environ: Mapping[str, str] = os.environ) -> str:
    """Return the signs of this name; if there are none, those that this terminal can certainly show."""
    if name in SIGNS:
        return name
    return ASCII if environ.get("TERM", "").startswith(WITHOUT_BLOCKS) else UNICODE


def theme_styles_folder() -> Path:
    """Return the folder of the style sheets."""
    inside = Path(__file__).parent / "styles"
    return inside if inside.is_dir() else Path(__file__).parents[1] / "styles"
