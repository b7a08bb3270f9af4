"""What could have come of a roll, drawn on a page: a bar of its outcomes, and a histogram of each amount."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape
from itertools import accumulate

from tableside.text import clean_text
from tableside.views.chances import histogram_heights, histogram_place
from tableside.views.public.document import AmountSeen, OutcomeSeen, RollOddsSeen
from tableside.wording import sentence
from tableside.wording.dice_and_chance_texts import chance_text

HIGH = 10
"""Of a bar and of the likeliest column, in the units of the pictures; a bar is ten times as wide."""
COLUMN, GAP = 4, 1


def html_odds(odds: RollOddsSeen | None) -> str:
    """The pictures of what could have come of a roll, what came filled; nothing where it is not counted."""
    return "".join(_pictures(odds)) if odds is not None else ""


def _pictures(odds: RollOddsSeen) -> Iterator[str]:
    said = ", ".join(f"{each.words} {chance_text(each.chance)}" for each in odds.outcomes)
    came = next((chance_text(each.chance) for each in odds.outcomes if each.came), "")
    starts = accumulate((each.chance for each in odds.outcomes), initial=Fraction(0))
    yield _picture("bar", 10 * HIGH, said, [*map(_piece, odds.outcomes, starts)], came)
    for each in odds.amounts:
        columns = [*_columns(each)]
        low, high = min(each.chances), max(each.chances)
        said = sentence("odds", "amount-came", amount=each.words, came=each.came, low=low, high=high)
        yield _picture("amount", COLUMN * len(columns), said, columns, f"{each.words} {each.came}")


def _picture(kind: str, wide: int, said: str, pieces: Sequence[str], caption: str) -> str:
    """A picture, with what there is to say of it to be hovered over or heard, and what came behind it."""
    said, caption = (escape(clean_text(each)) for each in (said, caption))
    return (
        f' <span class="odds {kind}"><svg viewBox="0 0 {wide} {HIGH}" role="img" aria-label="{said}">'
        f"<title>{said}</title>{''.join(pieces)}</svg> <small>{caption}</small></span>"
    )


def _piece(share: OutcomeSeen, start: Fraction) -> str:
    """A piece of the bar, never so narrow that it is not seen."""
    kind = f"{share.hope} came" if share.came else share.hope
    left, wide = float(100 * start), max(1.0, float(100 * share.chance) - 0.6)
    return f'<rect class="{kind}" x="{left:.1f}" width="{wide:.1f}" height="{HIGH}"/>'


def _columns(amount: AmountSeen) -> Iterator[str]:
    """The columns of a histogram that are not empty, never so low that one is not seen."""
    heights = histogram_heights(amount.chances)
    marked = histogram_place(amount.chances, amount.came)
    for place, each in enumerate(heights):
        high = max(1.0, float(HIGH * each / max(heights))) if each else 0.0
        kind = ' class="came"' if place == marked else ""
        top = f'x="{COLUMN * place}" y="{HIGH - high:.1f}"'
        yield f'<rect{kind} {top} width="{COLUMN - GAP}" height="{high:.1f}"/>'
