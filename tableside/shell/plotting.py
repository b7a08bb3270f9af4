"""Odds as pictures in plain text: those that the roll screen draws."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from tableside.rules.odds import Odds
from tableside.shell.printing import can_show
from tableside.signs import ASCII, PLAIN, signs_named
from tableside.views.pictures import amount_row, chance_rows
from tableside.wording import label
from tableside.wording.results import mean_text

BETWEEN = "|"
"""Between the pieces of a bar: nothing is told apart by colour here."""
MOST_PIECES = 12
"""Outcomes that are drawn; more are only listed."""


def plot(odds: Odds, cells: int, signs: str) -> str:
    """A bar of the outcomes, and a histogram of each amount that has a mean, in so many cells; empty where
    there is neither. In ASCII where `signs` says so, or what is printed on cannot show blocks.
    """
    amounts = (amount_row(id, odds, mean_text(mean), cells) for id, mean in odds.means.items())
    lines = [*_outcomes(odds, cells), *(row.text for row in amounts)]
    text = "\n".join(line.rstrip() for line in lines)
    return text.translate(PLAIN) if signs_named(signs) == ASCII or not can_show(text) else text


def _outcomes(odds: Odds, cells: int) -> Iterator[str]:
    """The bar, and what each piece of it is; nothing where they are too many."""
    outcomes: list[tuple[str, Fraction]] = [(id, chance) for id, chance in odds.chances.items() if chance]
    if len(outcomes) <= min(MOST_PIECES, cells // 2):
        bar, *legend = chance_rows(
            outcomes, cells - len(BETWEEN) * (len(outcomes) - 1), partial(label, "outcome")
        )
        yield BETWEEN.join(text for text, _ in bar.spans)
        yield from (row.text for row in legend)
