"""The themes as Textual wants them."""

from textual.theme import Theme

from tableside.themes import COLOURS, Colours


def _theme(name: str, colours: Colours) -> Theme:
    given = colours._asdict()
    muted = given.pop("muted")
    return Theme(name=name, **given, variables={"text-muted": muted} if muted else {})


THEMES = {name: _theme(name, colours) for name, colours in COLOURS.items()}
"""Every theme by its name, in the order in which ctrl+t goes through them."""
