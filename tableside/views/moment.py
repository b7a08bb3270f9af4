"""The moment of a roll: the verdict and what it did, the dice as faces, then how it came to that."""

from collections.abc import Iterator, Sequence

from tableside.campaign.entries import Entry
from tableside.rules.play import Fact, Rolled
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table
from tableside.text import clip, width, wrapped
from tableside.views.characters import SIDES
from tableside.views.headlines import Headline, headline_of, is_headline
from tableside.views.players import public
from tableside.views.rows import Row, Span, Tone, name_column, words_row
from tableside.wording import label
from tableside.wording.results import fact_text

BADGES = {Tone.GOOD: Tone.GOOD_BADGE, Tone.BAD: Tone.BAD_BADGE}
WHOSE_CELLS = 14
"""Of the name before dice."""
USUAL_SIDES = 6
"""Where there are dice of any other size, all are named before their faces."""


def moment_rows(entry: Entry, table: Table, rules: Ruleset, cells: int) -> tuple[Row, ...]:
    """What an entry came to, as everybody may see it, wrapped to so many cells."""
    seen = public(entry)
    if not seen.facts:
        return ()
    hues = sides_of(table)
    thrown = [step for step in seen.steps if isinstance(step, Rolled)]
    headline = headline_of(seen.facts)
    return (
        *_verdict_rows(headline, cells),
        *(_dice_row(step, n, rules, hues) for n, step in enumerate(thrown)),
        *_how_rows(seen.facts, headline.words, cells),
        words_row("gap result", ""),
    )


def _verdict_rows(headline: Headline, cells: int) -> Iterator[Row]:
    """How it went, as loud as it can be, and what came of it."""
    badge = f" {headline.verdict} " if headline.verdict else ""
    tone = BADGES.get(headline.tone, Tone.TURN)
    inset = width(badge) + 1 if badge else 0
    for n, line in enumerate(wrapped(headline.words, max(10, cells - inset))):
        begun: tuple[Span, ...] = ((badge, tone), (" ", Tone.PLAIN)) if badge else ()
        spans = begun if n == 0 else ((" " * inset, Tone.PLAIN),)
        yield Row(
            f"verdict {n}", (*spans, (line, headline.tone if n == 0 else Tone.STRONG)), selectable=False
        )


def sides_of(table: Table) -> dict[str, Tone]:
    """The hue of everybody by their name."""
    return {each.name: SIDES[each.kind] for each in table.characters.values()}


def face_tones(step: Rolled, hues: dict[str, Tone]) -> tuple[Tone, Tone]:
    """How faces of a throw look that count, and the name before them."""
    hue = hues.get(step.who, Tone.PLAIN)
    return Tone.THEIR_FACE if hue == Tone.ENEMIES else Tone.FACE, hue


def thrown_for(step: Rolled, rules: Ruleset) -> tuple[bool, ...]:
    """Which faces of a throw count for what it was thrown for."""
    least = rules.counts_from.get(step.why, 0)
    return tuple(face >= least for face in step.faces)


def _dice_row(step: Rolled, number: int, rules: Ruleset, hues: dict[str, Tone]) -> Row:
    """The faces of one throw, those that do not count struck out."""
    why = label("why", step.why)
    name = step.who or why
    lit, hue = face_tones(step, hues)
    is_usual = {*step.sides} == {USUAL_SIDES}
    spans: list[Span] = [(f"{name_column(name, WHOSE_CELLS)} ", hue)]
    for face, sides, counts in zip(step.faces, step.sides, thrown_for(step, rules), strict=True):
        if not is_usual:
            spans.append((f"d{sides}", Tone.DIM))
        spans += [(f"[{face}]", lit if counts else Tone.STRUCK), (" ", Tone.PLAIN)]
    if step.who:
        spans.append((f" {why}", Tone.DIM))
    return Row(f"dice {number}", tuple(spans), selectable=False)


def _how_rows(facts: Sequence[Fact], headline: str, cells: int) -> Iterator[Row]:
    """The arithmetic of the verdict, then everything else that the headline has not `told`, in its order."""
    ordered = sorted(facts, key=lambda each: not is_headline(each))
    texts = (text for text in map(fact_text, ordered) if text and text not in headline)
    for n, text in enumerate(texts):
        for m, line in enumerate(wrapped(text, max(10, cells))):
            yield words_row(f"how {n} {m}", clip(line, cells), Tone.DIM)
