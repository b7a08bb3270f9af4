"""The result of a roll: the verdict with its effects, the dice as faces, then how it came about."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, count, islice

from tableside.campaign.entries import Entry
from tableside.campaign.in_progress import InProgress
from tableside.frozen import frozen
from tableside.rules.encounters import PREPARE
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
"""Least cells for the words behind the verdict; with less room they have rows of their own."""
WHOSE_CELLS, MOST_WHOSE_CELLS = 14, 20
"""Cells for the name before dice, and the most."""
LEAST_HOW_ROWS = 2
"""Rows of the explanation that take precedence over blank rows above the dice."""
LEAST_WHY_CELLS = 4
"""Least cells for the reason of a throw; with less room it is left out."""
USUAL_SIDES = 6
"""If any die has another size, the size of every die is shown."""


def roll_result_rows(entry: Entry, table: Table, rules: Ruleset, cells: int, rows: int) -> tuple[Row, ...]:
    """The result of an entry without secrets, wrapped to this many cells, with as much of the explanation as
    fits into `rows`.
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
    """The rows between a result and the form under it: a blank row, and whose roll the odds are for."""
    if form is not None and form.procedure.id == PREPARE:
        return blank_row("result"), heading_row(label("moment", "prepared"))
    if form is None or form.procedure.odds is None:
        return (blank_row("result"),)
    who = form.given.get("who")
    if isinstance(who, int) and who in table.characters:
        return blank_row("result"), heading_row(sentence("moment", "next-of", who=table[who].name))
    return blank_row("result"), heading_row(label("moment", "next"))


def roll_result_came_rows(told: Sequence[Headline], cells: int) -> Iterator[Row]:
    """The rows of the results, the first one loudest; the second beside it if it fits."""
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
    """The results, with the first one's remainder appended if that makes up its whole sentence."""
    first, *others = told
    is_sentence = _told(first) in map(fact_text, facts)
    return (replace(first, words=_told(first)), *others) if is_sentence else told


def _told(came: Headline) -> str:
    """A result with its detail."""
    return f"{came.words}: {came.detail}" if came.detail else came.words


def verdict_rows(headline: Headline, cells: int) -> Iterator[Row]:
    """The verdict as loud as possible, with its words."""
    begun, words = _badge_spans(headline)
    inset = sum(width(text) for text, _ in begun)
    if inset > cells - LEAST_WORDS_CELLS:
        yield Row("verdict", begun[:1], selectable=False)
        begun, inset = (), 0
    for n, line in enumerate(wrapped(headline.words, cells - inset)):
        spans = begun if n == 0 else ((" " * inset, Tone.PLAIN),)
        yield Row(f"verdict {n}", (*spans, (line, words)), selectable=False)


def _badge_spans(headline: Headline) -> tuple[tuple[Span, ...], Tone]:
    """The badge of a verdict with a space, or nothing; and the tone of its words."""
    if not headline.verdict:
        return (), headline.tone
    badge = (f" {headline.verdict} ", BADGES.get(headline.tone, Tone.TURN))
    return (badge, (" ", Tone.PLAIN)), Tone.STRONG if headline.tone == Tone.PLAIN else headline.tone


def roll_result_hues(table: Table) -> dict[str, Tone]:
    """The hue of each person, by name."""
    return {each.name: SIDES[each.kind] for each in table.characters.values()}


def roll_result_face_tones(step: Rolled, hues: dict[str, Tone]) -> tuple[Tone, Tone]:
    """The tones of counting faces in a throw, and of the name before them."""
    hue = hues.get(step.who, Tone.PLAIN)
    return Tone.THEIR_FACE if hue == Tone.ENEMIES else Tone.FACE, hue


@frozen
class RollResultThrows:
    """The steps of a roll, with everything that determines the final faces of its dice."""

    steps: Sequence[Step]
    facts: Sequence[Fact]
    table: Table
    rules: Ruleset


@frozen
class RollResultDie:
    """A die with its final face."""

    face: int
    sides: int
    counts: bool
    """Whether it counts."""
    before: int = 0
    """The face it fell on, if it was turned afterwards; else 0."""

    @property
    def turn(self) -> str:
        """The turn of the die as from and to; empty if it was not turned."""
        return f"{self.before}{ARROW}{self.face}" if self.before else ""


def roll_result_dice(throws: RollResultThrows, number: int) -> tuple[RollResultDie, ...]:
    """The dice of the step with this number."""
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
    """The turned dice by step number and place, with their new faces: for each turn, the first die that
    showed the old face.
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
    """The dice replaced by later ones thrown for this reason, by step number and place: the biggest die that
    showed its highest number and is no bigger than the new one.
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
    """The rows of a step: the faces of a throw, uncounted ones struck through, with the sizes of the dice if
    any step has an unusual one; or a decision.
    """
    step = throws.steps[number]
    if isinstance(step, Chosen):
        yield from text_rows(f"dice {number}", step_text(step), cells)
        return
    if {*step.sides} == {1}:  # the last token: nothing was left to chance
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
    """Each die of a throw: its face, after its size unless all dice have the usual one."""
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


def roll_result_said(told: Sequence[Headline]) -> list[str]:
    """The words of each headline, with and without its detail."""
    return [text for each in told for text in (each.words, _told(each))]


def _how_texts(facts: Sequence[Fact], told: Sequence[Headline]) -> list[str]:
    """The arithmetic of the verdict, then all else that was not `told`, in order."""
    said = roll_result_said(told)
    return [text for fact in facts_by_headline_weight(facts) if (text := fact_beyond_headline(fact, said))]


def _how_rows(facts: Sequence[Fact], told: Sequence[Headline], cells: int, most: int) -> Iterator[Row]:
    """The explanation; if longer than `most` rows, whole sentences that fit, since the journal has all."""
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
    """A further result, with a verdict word if it has one."""
    return f"{came.verdict}  {_told(came)}" if came.verdict else _told(came)


def roll_result_begun(facts: Sequence[Fact]) -> str:
    """The opening of a waiting roll that affects many people, in capitals; empty if there is none."""
    opening = headline_opening_fact([fact for fact in facts if not fact.secret])
    return fact_text(opening).upper() if opening is not None else ""


def result_so_far_rows(roll: InProgress, rules: Ruleset, cells: int, rows: int) -> tuple[Row, ...]:
    """What everybody may know of a waiting roll, in at most `rows` rows. Once decided: the verdict and its
    arithmetic, the dice, which always have a row, and the reasons; else the facts up to the latest, then the
    dice. Beside the dice stands what the answer may be paid with.
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
    """The faces thrown so far in one row, the latest ones if many, and what is left to pay with. A throw is
    named by who made it, or by its purpose if all are of one person.
    """
    steps = [step for step in roll.steps if isinstance(step, Rolled) and not step.secret]
    throws = RollResultThrows(steps, seen, roll.table, rules)
    paid = _left_to_pay(roll, rules)
    spans: tuple[Span, ...] = ()
    room, has_others = cells - width(paid), len({step.who for step in steps}) > 1
    for number, step in reversed([*enumerate(steps)]):
        lit, hue = roll_result_face_tones(step, roll_result_hues(roll.table))
        dice = [span for die in _faces(throws, number, lit) for span in die]
        title = (has_others and step.who) or label("why", step.why)
        thrown = ((f"{title} ", hue), *dice, (" ", Tone.PLAIN))
        if spans and sum(width(text) for text, _ in (*thrown, *spans)) > room:
            break
        spans = (*thrown, *spans)
    if spans or paid:
        yield Row("thrown", (*spans, (paid, Tone.STRONG)), selectable=False)


def _left_to_pay(roll: InProgress, rules: Ruleset) -> str:
    """The resource that a yes to the question costs, and how much of it is left; empty if none."""
    asked = roll.state()
    if not isinstance(asked, ChoiceAsked) or asked.question not in rules.spends:
        return ""
    part = rules.spends[asked.question]
    who = next((each for each in roll.table.in_play() if each.name == asked.who), None)
    left = sheet_part_of(who.sheet, part) if who is not None else None
    return f"{part_label(rules.id, part)} {left.text}" if isinstance(left, Meter) else ""


def result_so_far_text(roll: InProgress) -> str:
    """A waiting roll in one line: its procedure, and what everybody may know of it so far."""
    text = " · ".join(filter(None, (fact_text(fact) for fact in roll.facts() if not fact.secret)))
    done = label("procedure", roll.procedure.id)
    return f"{done}: {text}" if text else done
