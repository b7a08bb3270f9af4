"""Plain signs for terminals and fonts without blocks, pips and arrows: one ASCII character for each cell.

Must not import Textual or Rich: the command line asks which signs there are.
"""

import os
from collections.abc import Mapping

UNICODE, ASCII = "unicode", "ascii"
SIGNS = (UNICODE, ASCII)
WITHOUT_BLOCKS = ("linux", "vt", "ansi", "sun", "cons")
"""What the names of terminals begin with whose fonts seldom have more than letters."""
# fmt: off
PLAIN = str.maketrans({
    "▆": "#", "▄": "=", "▂": "-", "·": ".",  # what is left of something, and what is gone
    "█": "#", "▓": "=", "░": "-",  # the pieces of a bar of odds
    "▊": "%", "▒": "~", "▎": ":",  # the same beside their like
    "▀": "+", "▘": "~", "▔": ".",  # the same of a thinner bar
    "▁": ".", "▃": "-", "▅": "+", "▇": "#",  # columns of a histogram
    "●": "o", "◆": "#", "■": "x", "□": ".", "▶": ">", "▼": "!", "√": "v", "¶": "\"", "•": "*", "↶": "<",
    "─": "-", "↑": "^", "↓": "v", "→": ">", "◂": "<", "▸": ">", "⏎": "~",
    "…": "~", "–": "-", "−": "-", "×": "x", "’": "'",  # noqa: RUF001 - signs that words hold too
})
# fmt: on
"""Signs of the program by what stands for each of them, a cell for a cell. What people wrote in other
letters stays as it is."""


def signs_named(name: str, environ: Mapping[str, str] = os.environ) -> str:
    """The signs of this name; where it is none, those that this terminal can surely show."""
    if name in SIGNS:
        return name
    return ASCII if environ.get("TERM", "").startswith(WITHOUT_BLOCKS) else UNICODE
