"""The colours of the page, light and dark, read from its own style sheet: each text stands out from what is
behind it by 4.5 to 1 at least (WCAG 2.2, 1.4.3).
"""

import re

import pytest
from rich.color import Color

from tableside.share.page import shared_page_style
from tests.screens.test_themes import contrast

ON = {
    "ink": ("paper", "card"),
    "quiet": ("paper", "card"),
    "accent": ("paper", "card"),
    "bad": ("paper", "card"),
    "on-accent": ("accent",),
    "paper": ("bad",),
}
"""Colours of texts, and of what they stand on."""
LARGE = {"left": ("gone", "card"), "bad": ("gone",)}
"""What is drawn, and is no text: 3 to 1 (1.4.11). Numbers beside it say the same."""


def colours() -> dict[str, dict[str, Color]]:
    """By scheme, each colour that has a name."""
    named = [
        {name: Color.parse(each) for name, each in re.findall(r"--([\w-]+): (#\w+)", root)}
        for root in re.findall(r":root \{(.*?)\}", shared_page_style().decode(), re.DOTALL)
    ]
    light, dark = named
    return {"light": light, "dark": {**light, **dark}}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_stands_out(scheme: str) -> None:
    named = colours()[scheme]
    for least, pairs in ((4.5, ON), (3.0, LARGE)):
        for front, behind in pairs.items():
            for each in behind:
                assert contrast(named[front], named[each]) >= least, f"{front} on {each}"


def test_no_text_has_a_colour_without_a_name() -> None:
    """Else it would not be among those that are reckoned."""
    rules = re.sub(r":root \{.*?\}", "", shared_page_style().decode(), flags=re.DOTALL)
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[;\s}])|rgba?\(|hsla?\(|opacity", rules) == []
    texts = {*re.findall(r"(?<![-\w])color: var\(--([\w-]+)\)", rules)}
    behind = {*re.findall(r"background: var\(--([\w-]+)\)", rules)}
    assert texts <= {*ON} and behind <= {each for pairs in ON.values() for each in pairs}
