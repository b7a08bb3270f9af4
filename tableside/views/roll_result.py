"""The moment of a roll: the verdict and what it did, the dice as faces, then how it came to that."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, count, islice

from tableside.campaign.entries import Entry
from tableside.campaign.in_progress import InProgress
from tableside.frozen import frozen
from tableside.rules.form_filling import Form
from tableside.rules.play import ChoiceAsked, Chosen, Fact, Rolled, Step
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import Meter, sheet_part_of
from tableside.rules.table import Table
from tableside.text import clip, width, wrapped
from tableside.views.character_list import SIDES
from tableside.views.fact_headlines import (
    BETWEEN,
    Headline,
    fact_beyond_headline,
    fact_text_with_try,
    facts_by_headline_weight,
    foes_for_headline,
    headline_opening_fact,
    separate_headlines,
)
from tableside.views.rows import (
    ARROW,
    Row,
    RowPiece,
    Span,
    Tone,
    as_rows,
    blank_row,
    heading_row,
    row_name_column,
    rows_in_flow,
    rows_with_air_that_fits,
    text_rows,
    words_row,
)
from tableside.wording import label, part_label, sentence
from tableside.wording.dice_and_chance_texts import dice_note, step_text
from tableside.wording.facts import fact_text

BADGES = {Tone.GOOD: Tone.GOOD_BADGE, Tone.BAD: Tone.BAD_BADGE}
LEAST_WORDS_CELLS = 12
"""Of a row for what came of it, behind the verdict; else they have rows of their own."""
WHOSE_CELLS, MOST_WHOSE_CELLS = 14, 20
"""Of the name before dice."""
LEAST_HOW_ROWS = 2
"""Of how it came to that, its arithmetic and where the rest stands, that come before air above the dice."""
LEAST_WHY_CELLS = 4
"""Of why dice were thrown, behind them; where there is less room, it is left out."""
USUAL_SIDES = 6
"""Where there are dice of any other size, all are named before their faces."""


def roll_result_rows(entry: Entry, table: Table, rules: Ruleset, cells: int, rows: int) -> tuple[Row, ...]:
    """The moment of a roll: what its entry came to, as everybody may see it, wrapped to so many cells; of how
    it came to that, what fits into so many rows.
    """
    seen = entry.without_secrets()
    if not seen.facts:
        return ()
    thrown = [step for step in seen.steps if isinstance(step, Rolled)]
    throws = RollResultThrows(thrown, seen.facts, table, rules)
    headlines = separate_headlines(seen.facts, foes_for_headline(table))
    came = roll_result_came_rows(_first_whole(headlines, seen.facts), cells)
    air = (blank_row("dice"),) if thrown else ()
    dice = (row for n in range(len(thrown)) for row in roll_result_step_rows(throws, n, cells))
    loud = rows_with_air_that_fits((*came, *air, *dice), rows - LEAST_HOW_ROWS)
    return (*loud, *_how_rows(seen.facts, headlines, cells, rows - len(loud)))


def roll_result_next_rows(form: Form | None, table: Table) -> tuple[Row, ...]:
    """What parts a result from what stands under it: air, and whose roll the odds there are of."""
    if form is None or form.procedure.odds is None:
        return (blank_row("result"),)
    who = form.given.get("who")
    if isinstance(who, int) and who in table.characters:
        return blank_row("result"), heading_row(sentence("moment", "next-of", who=table[who].name))
    return blank_row("result"), heading_row(label("moment", "next"))


def roll_result_came_rows(told: Sequence[Headline], cells: int) -> Iterator[Row]:
    """What came of a roll, the first as loud as can be; beside it the second, where it fits."""
    first, *others = told
    if others and not others[0].verdict:
        together = f"{first.words}{BETWEEN}{_told(others[0])}"
        if width(f" {first.verdict}  {together}") <= cells:
            first, others = replace(first, words=together), others[1:]
    yield from verdict_rows(first, cells)
    for n, each in enumerate(others):
        tone = each.tone if each.tone != Tone.PLAIN else Tone.STRONG
        yield from text_rows(f"came {n}", roll_result_also_came(each), cells, tone)


def _first_whole(told: Sequence[Headline], facts: Sequence[Fact]) -> Sequence[Headline]:
    """What came of a roll, the first with what is left after it, where that is all its sentence says."""
    first, *others = told
    is_sentence = _told(first) in map(fact_text, facts)
    return (replace(first, words=_told(first)), *others) if is_sentence else told


def _told(came: Headline) -> str:
    """What came of a roll, with what is left after it."""
    return f"{came.words}: {came.detail}" if came.detail else came.words


def verdict_rows(headline: Headline, cells: int) -> Iterator[Row]:
    """How a roll went, as loud as it can be, and what came of it."""
    begun, words = _badge_spans(headline)
    inset = sum(width(text) for text, _ in begun)
    if inset > cells - LEAST_WORDS_CELLS:
        yield Row("verdict", begun[:1], selectable=False)
        begun, inset = (), 0
    for n, line in enumerate(wrapped(headline.words, cells - inset)):
        spans = begun if n == 0 else ((" " * inset, Tone.PLAIN),)
        yield Row(f"verdict {n}", (*spans, (line, words)), selectable=False)


def _badge_spans(headline: Headline) -> tuple[tuple[Span, ...], Tone]:
    """The badge of a verdict with the blank behind it, nothing without one; and how its words look."""
    if not headline.verdict:
        return (), headline.tone
    badge = (f" {headline.verdict} ", BADGES.get(headline.tone, Tone.TURN))
    return (badge, (" ", Tone.PLAIN)), Tone.STRONG if headline.tone == Tone.PLAIN else headline.tone


def roll_result_hues(table: Table) -> dict[str, Tone]:
    """The hue of everybody in the result of a roll, by their name."""
    return {each.name: SIDES[each.kind] for each in table.characters.values()}


def roll_result_face_tones(step: Rolled, hues: dict[str, Tone]) -> tuple[Tone, Tone]:
    """How faces of a throw look that count, and the name before them."""
    hue = hues.get(step.who, Tone.PLAIN)
    return Tone.THEIR_FACE if hue == Tone.ENEMIES else Tone.FACE, hue


@frozen
class RollResultThrows:
    """The steps of a roll, and all that says how its dice lie in the end."""

    steps: Sequence[Step]
    facts: Sequence[Fact]
    table: Table
    rules: Ruleset


@frozen
class RollResultDie:
    """A die as it lies in the end."""

    face: int
    sides: int
    counts: bool
    """Whether it counts for what it was thrown for."""
    before: int = 0
    """The face that it fell on, where it was turned afterwards."""

    @property
    def turn(self) -> str:
        """From which face it was turned to which; empty where it lies as it fell."""
        return f"{self.before}{ARROW}{self.face}" if self.before else ""


def roll_result_dice(throws: RollResultThrows, number: int) -> tuple[RollResultDie, ...]:
    """The dice of the throw that is the step of this number."""
    step = throws.steps[number]
    if not isinstance(step, Rolled):
        return ()
    rules = throws.rules
    least, turned = rules.counts_from.get(step.why, 0), _turned(throws)
    gone = _replaced(throws.steps, rules.replacing(throws.table))

    def lying(n: int, fell: int, sides: int) -> RollResultDie:
        face = turned.get((number, n), fell)
        return RollResultDie(
            face, sides, face >= least and (number, n) not in gone, 0 if face == fell else fell
        )

    return tuple(map(lying, count(), step.faces, step.sides))


def _turned(throws: RollResultThrows) -> dict[tuple[int, int], int]:
    """The faces of the dice that were turned, by the numbers of their step and their place in it: of whoever
    turned one the first that showed what they turned.
    """
    turned: dict[tuple[int, int], int] = {}
    for fact in (each for each in throws.facts if each.id in throws.rules.turned_to):
        shown = (
            (number, n)
            for number, step in enumerate(throws.steps)
            if isinstance(step, Rolled) and step.who == fact.values.get("who")
            for n, face in enumerate(step.faces)
            if face == fact.values.get("face") and (number, n) not in turned
        )
        turned |= {place: throws.rules.turned_to[fact.id] for place in islice(shown, 1)}
    return turned


def _replaced(steps: Sequence[Step], why: str) -> set[tuple[int, int]]:
    """The dice instead of which others count that were thrown for this reason: of each the number of its step
    and its place among the dice of that. It is the biggest that showed its highest number and is no bigger.
    """
    gone: set[tuple[int, int]] = set()
    again = [
        (n, each) for n, each in enumerate(steps) if isinstance(each, Rolled) and why and each.why == why
    ]
    for number, step in again:
        shown = [
            (sides, n, place)
            for n, each in enumerate(steps[:number])
            if isinstance(each, Rolled) and each.who == step.who
            for place, (face, sides) in enumerate(zip(each.faces, each.sides, strict=True))
            if face == sides <= step.sides[0] and (n, place) not in gone
        ]
        smaller = [each for each in shown if each[0] < step.sides[0]] or shown
        if smaller:
            gone.add(max(smaller)[1:])
    return gone


def roll_result_step_rows(throws: RollResultThrows, number: int, cells: int) -> Iterator[Row]:
    """Of the steps the one of this number: the faces of a throw, those that do not count struck out, in as
    many rows as they need, with the size of each die where any of the steps has another than the usual; or
    what was decided.
    """
    step = throws.steps[number]
    if isinstance(step, Chosen):
        yield from text_rows(f"dice {number}", step_text(step), cells)
        return
    why = label("why", step.why)
    note = dice_note(why, is_typed=any(step.typed), is_secret=step.secret)
    lit, hue = roll_result_face_tones(step, roll_result_hues(throws.table))
    dice = [*_faces(throws, number, lit)]
    taken = sum(width(text) for die in dice for text, _ in die)
    names = (each.who for each in throws.steps if isinstance(each, Rolled))
    longest = max(*map(width, names), 0 if step.who else width(why))
    whose = max(WHOSE_CELLS, min(MOST_WHOSE_CELLS, cells - 1 - taken, longest))
    behind = note if step.who else note.removeprefix(why).lstrip(", ")
    rows = [*_in_rows(dice, cells - whose - 1)]
    for n, spans in enumerate(rows):
        begun = (f"{row_name_column(step.who or why, whose) if n == 0 else ' ' * whose} ", hue)
        room = cells - whose - 2 - sum(width(text) for text, _ in spans)
        is_last = n == len(rows) - 1 and bool(behind)
        noted = ((f" {clip(behind, room)}", Tone.DIM),) if is_last and room >= LEAST_WHY_CELLS else ()
        yield Row(f"dice {number} {n}", (begun, *spans, *noted), selectable=False)


def _faces(throws: RollResultThrows, number: int, lit: Tone) -> Iterator[tuple[Span, ...]]:
    """Each die of a throw: its face, and before it its size unless all are of the usual one."""
    thrown = (each for each in throws.steps if isinstance(each, Rolled))
    is_usual = {sides for each in thrown for sides in each.sides} == {USUAL_SIDES}
    for die in roll_result_dice(throws, number):
        size: tuple[Span, ...] = () if is_usual else ((f"d{die.sides} ", Tone.DIM),)
        face = f"[{die.turn or die.face}]"
        yield (*size, (face, lit if die.counts else Tone.STRUCK), (" ", Tone.PLAIN))


def _in_rows(dice: Sequence[tuple[Span, ...]], cells: int) -> Iterator[tuple[Span, ...]]:
    """As many dice on a row as fit."""
    spans: tuple[Span, ...] = ()
    for die in dice:
        if spans and sum(width(text) for text, _ in (*spans, *die)) > cells:
            yield spans
            spans = ()
        spans += die
    yield spans


def _how_texts(facts: Sequence[Fact], told: Sequence[Headline]) -> list[str]:
    """The arithmetic of the verdict, then everything else that was not `told`, in its order."""
    said = [text for each in told for text in (each.words, _told(each))]
    return [text for fact in facts_by_headline_weight(facts) if (text := fact_beyond_headline(fact, said))]


def _how_rows(facts: Sequence[Fact], told: Sequence[Headline], cells: int, most: int) -> Iterator[Row]:
    """How it came to that; where that is more than so many rows, as many whole sentences as fit, for all of
    it stands in the journal.
    """
    sentences = [wrapped(text, max(10, cells)) for text in _how_texts(facts, told)]
    ends = [*accumulate(map(len, sentences))]
    is_whole = not ends or ends[-1] <= most
    fitting = len(sentences) if is_whole else sum(end < most for end in ends)
    for n, lines in enumerate(sentences[:fitting]):
        for m, line in enumerate(lines):
            yield words_row(f"how {n} {m}", clip(line, cells), Tone.DIM)
    if not is_whole and most > 0:
        yield words_row("how-more", clip(label("moment", "more"), cells), Tone.DIM)


def roll_result_also_came(came: Headline) -> str:
    """What else came, with the word for it where it was decided too."""
    return f"{came.verdict}  {_told(came)}" if came.verdict else _told(came)


def roll_result_begun(facts: Sequence[Fact]) -> str:
    """What a roll that waits for an answer has begun for many, loudly; empty where nothing."""
    opening = headline_opening_fact([fact for fact in facts if not fact.secret])
    return fact_text(opening).upper() if opening is not None else ""


def result_so_far_rows(roll: InProgress, rules: Ruleset, cells: int, rows: int) -> tuple[Row, ...]:
    """What everybody may know of a roll that waits for an answer, in so many rows: where it is decided, the
    verdict and its arithmetic, then the dice, which always have their row, and the reasons; else the latest
    last, and then the dice. With the dice stands what the answer may be paid with.
    """
    seen = [fact for fact in roll.facts() if not fact.secret]
    headlines = separate_headlines(seen, foes_for_headline(roll.table)) if seen else ()
    dice = [*_lying_there(roll, seen, rules, cells)]
    if not headlines or not headlines[0].verdict or headline_opening_fact(seen) is not None:
        texts = enumerate(filter(None, (fact_text_with_try(fact, seen) for fact in seen)))
        known = (row for n, text in texts for row in text_rows(f"so far {n}", text, cells, Tone.STRONG))
        return (*known, *dice)[-rows:]
    begun, tone = _badge_spans(headlines[0])
    came = [((roll_result_also_came(each), each.tone),) for each in headlines[1:]]
    how = [((text, Tone.DIM),) for text in _how_texts(seen, headlines)]
    loud = _flowing("loud", [(*begun, (headlines[0].words, tone)), *came, *how[:1]], cells)
    return (*loud[: max(1, rows - len(dice))], *dice, *_flowing("how", how[1:], cells))[:rows]


def _flowing(key: str, texts: Sequence[tuple[Span, ...]], cells: int) -> tuple[Row, ...]:
    """As many texts on a row as fit."""
    return as_rows(rows_in_flow([RowPiece("", spans) for spans in texts], cells), f"{key} ")


def _lying_there(roll: InProgress, seen: Sequence[Fact], rules: Ruleset, cells: int) -> Iterator[Row]:
    """The faces thrown so far in one row, of many the latest, and what is left to pay with."""
    steps = [step for step in roll.steps if isinstance(step, Rolled) and not step.secret]
    throws = RollResultThrows(steps, seen, roll.table, rules)
    paid = _left_to_pay(roll, rules)
    spans: tuple[Span, ...] = ()
    room = cells - width(paid)
    for number, step in reversed([*enumerate(steps)]):
        lit, hue = roll_result_face_tones(step, roll_result_hues(roll.table))
        dice = [span for die in _faces(throws, number, lit) for span in die]
        thrown = ((f"{step.who or label('why', step.why)} ", hue), *dice, (" ", Tone.PLAIN))
        if spans and sum(width(text) for text, _ in (*thrown, *spans)) > room:
            break
        spans = (*thrown, *spans)
    if spans or paid:
        yield Row("thrown", (*spans, (paid, Tone.STRONG)), selectable=False)


def _left_to_pay(roll: InProgress, rules: Ruleset) -> str:
    """What a yes to its question is paid with, and how much of it there is; empty where nothing."""
    asked = roll.state()
    if not isinstance(asked, ChoiceAsked) or asked.question not in rules.spends:
        return ""
    part = rules.spends[asked.question]
    who = next((each for each in roll.table.in_play() if each.name == asked.who), None)
    left = sheet_part_of(who.sheet, part) if who is not None else None
    return f"{part_label(rules.id, part)} {left.current}/{left.maximum}" if isinstance(left, Meter) else ""


def result_so_far_text(roll: InProgress) -> str:
    """What waits to be finished, in one line: what it is, and what everybody may know of it so far."""
    text = " · ".join(filter(None, (fact_text(fact) for fact in roll.facts() if not fact.secret)))
    done = label("procedure", roll.procedure.id)
    return f"{done}: {text}" if text else done
