"""The moment of a roll: the verdict and what it did, the dice as faces, then how it came to that; and the
same large, to be read across a table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from tableside.campaign.entries import Entry, entry_without_secrets
from tableside.campaign.in_progress import Underway
from tableside.rules.form_filling import Form
from tableside.rules.play import Chosen, Fact, Rolled, Step
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table
from tableside.text import clip, width, wrapped
from tableside.views.character_list import SIDES
from tableside.views.fact_headlines import (
    BETWEEN,
    Headline,
    fact_beyond_headline,
    facts_by_headline_weight,
    foes_for_headline,
    headline_of,
    opening_fact,
    separate_headlines,
    tried_text,
)
from tableside.views.input_values import left_to_pay
from tableside.views.rows import (
    GAP,
    Line,
    Piece,
    Row,
    Span,
    Tone,
    air_row,
    as_rows,
    heading_row,
    name_column,
    side_by_side,
    with_air_that_fits,
    words_row,
)
from tableside.wording import label, sentence
from tableside.wording.dice_and_chances import dice_note, step_text
from tableside.wording.facts import fact_text

BADGES = {Tone.GOOD: Tone.GOOD_BADGE, Tone.BAD: Tone.BAD_BADGE}
LEAST_WORDS_CELLS = 12
"""Of a row for what came of it, behind the verdict; else they have rows of their own."""
WHOSE_CELLS, MOST_WHOSE_CELLS = 14, 20
"""Of the name before dice."""
LEAST_WHY_CELLS = 4
"""Of why dice were thrown, behind them; where there is less room, it is left out."""
USUAL_SIDES = 6
"""Where there are dice of any other size, all are named before their faces."""


def roll_result_rows(entry: Entry, table: Table, rules: Ruleset, cells: int, rows: int) -> tuple[Row, ...]:
    """The moment of a roll: what its entry came to, as everybody may see it, wrapped to so many cells; of how
    it came to that, what fits into so many rows.
    """
    seen = entry_without_secrets(entry)
    if not seen.facts:
        return ()
    thrown = [step for step in seen.steps if isinstance(step, Rolled)]
    told = separate_headlines(seen.facts, foes_for_headline(table))
    loud = (
        *came_rows(_first_whole(told, seen.facts), cells),
        *(row for n in range(len(thrown)) for row in step_rows(thrown, n, rules, table, cells)),
    )
    return (*loud, *_how_rows(seen.facts, told, cells, rows - len(loud)))


def next_roll_row(form: Form | None, table: Table) -> Row:
    """What parts a result from what stands under it: whose roll the odds there are of."""
    if form is None or form.procedure.odds is None:
        return air_row("result")
    who = form.given.get("who")
    if isinstance(who, int) and who in table.characters:
        return heading_row(sentence("moment", "next-of", who=table[who].name))
    return heading_row(label("moment", "next"))


def came_rows(told: Sequence[Headline], cells: int) -> Iterator[Row]:
    """What came of a roll, the first as loud as can be; beside it the second, where it fits."""
    first, *others = told
    if others and not others[0].verdict:
        together = f"{first.words}{BETWEEN}{_told(others[0])}"
        if width(f" {first.verdict}  {together}") <= cells:
            first, others = replace(first, words=together), others[1:]
    yield from verdict_rows(first, cells)
    for n, each in enumerate(others):
        for m, line in enumerate(wrapped(_words(each), cells)):
            yield words_row(f"came {n} {m}", line, each.tone if each.tone != Tone.PLAIN else Tone.STRONG)


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
    badge = f" {headline.verdict} " if headline.verdict else ""
    tone = BADGES.get(headline.tone, Tone.TURN)
    inset = width(badge) + 1 if badge else 0
    words = Tone.STRONG if badge and headline.tone == Tone.PLAIN else headline.tone
    begun: tuple[Span, ...] = ((badge, tone), (" ", Tone.PLAIN)) if badge else ()
    if inset > cells - LEAST_WORDS_CELLS:
        yield Row("verdict", begun[:1], selectable=False)
        begun, inset = (), 0
    for n, line in enumerate(wrapped(headline.words, cells - inset)):
        spans = begun if n == 0 else ((" " * inset, Tone.PLAIN),)
        yield Row(f"verdict {n}", (*spans, (line, words)), selectable=False)


def _sides_of(table: Table) -> dict[str, Tone]:
    """The hue of everybody in the result of a roll, by their name."""
    return {each.name: SIDES[each.kind] for each in table.characters.values()}


def _face_tones(step: Rolled, hues: dict[str, Tone]) -> tuple[Tone, Tone]:
    """How faces of a throw look that count, and the name before them."""
    hue = hues.get(step.who, Tone.PLAIN)
    return Tone.THEIR_FACE if hue == Tone.ENEMIES else Tone.FACE, hue


def _counting(step: Rolled, steps: Sequence[Step], table: Table, rules: Ruleset) -> tuple[bool, ...]:
    """Which faces of a throw, one of these steps, count for what it was thrown for."""
    least = rules.counts_from.get(step.why, 0)
    gone = _replaced(steps, rules.replacing(table))
    place = next(n for n, each in enumerate(steps) if each is step)
    return tuple(face >= least and (place, n) not in gone for n, face in enumerate(step.faces))


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


def step_rows(steps: Sequence[Step], number: int, rules: Ruleset, table: Table, cells: int) -> Iterator[Row]:
    """Of the steps the one of this number: the faces of a throw, those that do not count struck out, in as
    many rows as they need, with the size of each die where any of the steps has another than the usual; or
    what was decided.
    """
    step = steps[number]
    if isinstance(step, Chosen):
        for n, line in enumerate(wrapped(step_text(step), cells)):
            yield words_row(f"dice {number} {n}", line, Tone.DIM)
        return
    why = label("why", step.why)
    note = dice_note(why, is_typed=any(step.typed), is_secret=step.secret)
    lit, hue = _face_tones(step, _sides_of(table))
    dice = [*_faces(step, _counting(step, steps, table, rules), lit, is_usual=_are_usual(steps))]
    taken = sum(width(text) for die in dice for text, _ in die)
    longest = max(_longest_name(steps), 0 if step.who else width(why))
    whose = max(WHOSE_CELLS, min(MOST_WHOSE_CELLS, cells - 1 - taken, longest))
    behind = note if step.who else note.removeprefix(why).lstrip(", ")
    rows = [*_in_rows(dice, cells - whose - 1)]
    for n, spans in enumerate(rows):
        begun = (f"{name_column(step.who or why, whose) if n == 0 else ' ' * whose} ", hue)
        room = cells - whose - 2 - sum(width(text) for text, _ in spans)
        is_last = n == len(rows) - 1 and bool(behind)
        noted = ((f" {clip(behind, room)}", Tone.DIM),) if is_last and room >= LEAST_WHY_CELLS else ()
        yield Row(f"dice {number} {n}", (begun, *spans, *noted), selectable=False)


def _are_usual(steps: Sequence[Step]) -> bool:
    """Whether all dice are of the usual size."""
    return {sides for each in steps if isinstance(each, Rolled) for sides in each.sides} == {USUAL_SIDES}


def _longest_name(steps: Sequence[Step]) -> int:
    return max((width(each.who) for each in steps if isinstance(each, Rolled)), default=0)


def _faces(
    step: Rolled, counting: Sequence[bool], lit: Tone, *, is_usual: bool
) -> Iterator[tuple[Span, ...]]:
    """Each die: its face, and before it its size unless that is the usual one."""
    for face, sides, counts in zip(step.faces, step.sides, counting, strict=True):
        size: tuple[Span, ...] = () if is_usual else ((f"d{sides} ", Tone.DIM),)
        yield (*size, (f"[{face}]", lit if counts else Tone.STRUCK), (" ", Tone.PLAIN))


def _in_rows(dice: Sequence[tuple[Span, ...]], cells: int) -> Iterator[tuple[Span, ...]]:
    """As many dice on a row as fit."""
    spans: tuple[Span, ...] = ()
    for die in dice:
        if spans and sum(width(text) for text, _ in (*spans, *die)) > cells:
            yield spans
            spans = ()
        spans += die
    yield spans


def _how_rows(facts: Sequence[Fact], told: Sequence[Headline], cells: int, most: int) -> Iterator[Row]:
    """The arithmetic of the verdict, then everything else that was not `told`, in its order; where that is
    more than so many rows, the beginning, for all of it stands in the journal.
    """
    said = [text for each in told for text in (each.words, _told(each))]
    texts = filter(None, (fact_beyond_headline(fact, said) for fact in facts_by_headline_weight(facts)))
    lines = [line for text in texts for line in wrapped(text, max(10, cells))]
    shown = lines if len(lines) <= most else lines[: max(1, most - 1)]
    for n, line in enumerate(shown):
        yield words_row(f"how {n}", clip(line, cells), Tone.DIM)
    if len(shown) < len(lines) and len(shown) < most:
        yield words_row("how-more", clip(label("moment", "more"), cells), Tone.DIM)


# fmt: off
LETTERS = {
    "A": "25755", "B": "65656", "C": "74447", "D": "65556", "E": "74647", "F": "74644", "G": "74557",
    "H": "55755", "I": "72227", "J": "11157", "K": "55655", "L": "44447", "M": "hrlhh", "N": "9db99",
    "O": "75557", "P": "75744", "Q": "75571", "R": "75655", "S": "74717", "T": "72222", "U": "55557",
    "V": "55552", "W": "hhlla", "X": "55255", "Y": "55222", "Z": "71247", " ": "00000", "!": "22202",
    "0": "75557", "1": "26227", "2": "71747", "3": "71717", "4": "55711", "5": "74717", "6": "74757",
    "7": "71122", "8": "75757", "9": "75717", ",": "00024",
}
# fmt: on
"""Letters of five rows of blocks: a digit to the base 32 is a row from the top, its bits are the blocks."""
LETTER_ROWS = 5
LETTER_BLOCKS = 3
WIDE = {"M": 5, "N": 4, "W": 5}
"""Letters that are read as another in three blocks: a W as an H, an N as a gate."""
PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}
"""The faces of a die of six sides."""
PIPPED_SIDES = 6
FACE_CELLS = 9
FACE_ROWS = 3


def large_roll_result_rows(
    entry: Entry, table: Table, rules: Ruleset, cells: int, rows: int
) -> tuple[Row, ...]:
    """The result of a roll over the whole page, as everybody may see it, in so many cells and, where that can
    be, so many rows: for those the word for it is as large as it can be or a badge, and faces become numbers.
    Nothing where there is nothing to tell.
    """
    seen = entry_without_secrets(entry)
    if not seen.facts:
        return ()
    first, *others = separate_headlines(seen.facts, foes_for_headline(table))
    throws = [step for step in seen.steps if isinstance(step, Rolled)]
    told = (
        *(words_row(f"came {n}", clip(_words(each), cells), each.tone) for n, each in enumerate(others)),
        words_row("detail", clip(headline_of(seen.facts).detail, cells), Tone.DIM),
        air_row("detail"),
    )
    blocks = [tuple(_throw(each, throws, table, rules, cells)) for each in throws]
    faces = as_rows(_blocks_in_rows(blocks, cells), "faces ")
    numbers = tuple(row for n in range(len(throws)) for row in step_rows(throws, n, rules, table, cells))
    badge = (air_row("begin"), *verdict_rows(first, cells))
    large = _large_verdict(first, cells, rows - len(told) - len(faces)) or badge
    pages = ((*large, *told, *faces), (*badge, *told, *faces), (*badge, *told, *numbers))
    fitting = (shown for page in pages if len(shown := with_air_that_fits(page, rows)) <= rows)
    return tuple(next(fitting, with_air_that_fits(pages[-1], rows)))


def _large_verdict(headline: Headline, cells: int, rows: int) -> tuple[Row, ...]:
    """How a roll went in letters, as large as so many rows allow, and what came of it; nothing where they
    are too long.
    """
    words = [*_who_it_was(headline, cells)]
    lines = block_letters(headline.verdict, cells, rows - len(words) - 2)
    letters = [words_row(f"letters {n}", line, headline.tone) for n, line in enumerate(lines)]
    return (air_row("begin"), *letters, air_row("letters"), *words) if letters else ()


def _who_it_was(headline: Headline, cells: int) -> Iterator[Row]:
    for n, line in enumerate(wrapped(headline.words, cells)):
        yield words_row(f"words {n}", line, Tone.STRONG if headline.verdict else headline.tone)


def _words(came: Headline) -> str:
    """What else came, with the word for it where it was decided too."""
    return f"{came.verdict}  {_told(came)}" if came.verdict else _told(came)


BLOCKS = ((6, 3), (4, 2), (2, 1), (1, 1))
"""Cells and rows of a block of a letter, the largest first."""


def block_letters(word: str, cells: int, rows: int = LETTER_ROWS) -> tuple[str, ...]:
    """A word in rows of blocks, as large as so many cells and rows allow, at least of one row a block;
    nothing where it is too long, or has letters that are not drawn.
    """
    if not word or any(letter not in LETTERS for letter in word):
        return ()
    fitting = (
        (broad, high)
        for broad, high in BLOCKS
        if _cells_of(word, broad) <= cells and LETTER_ROWS * high <= max(rows, LETTER_ROWS)
    )
    broad, high = next(fitting, (0, 0))
    gap = " " * broad
    drawn = (gap.join(_blocks(letter, row, broad) for letter in word) for row in range(LETTER_ROWS))
    return tuple(line for line in drawn for _ in range(high))


def _cells_of(word: str, broad: int) -> int:
    """How many cells a word takes, without the gap behind it."""
    return (sum(WIDE.get(letter, LETTER_BLOCKS) + 1 for letter in word) - 1) * broad


def _blocks(letter: str, row: int, broad: int) -> str:
    bits = f"{int(LETTERS[letter][row], 32):0{WIDE.get(letter, LETTER_BLOCKS)}b}"
    return "".join(("█" if bit == "1" else " ") * broad for bit in bits)


def _throw(step: Rolled, throws: Sequence[Step], table: Table, rules: Ruleset, cells: int) -> Iterator[Line]:
    """One of the throws: whose it is and why, and below that its faces, as many in a row as there is room for
    in so many cells.
    """
    lit, hue = _face_tones(step, _sides_of(table))
    dice = [*zip(step.faces, step.sides, _counting(step, throws, table, rules), strict=True)]
    each_row = max(1, cells // (FACE_CELLS + 1))
    yield (Piece("", ((clip(step.who, cells), hue),)),)
    yield (Piece("", ((clip(label("why", step.why), cells), Tone.DIM),)),)
    for begin in range(0, len(dice), each_row):
        if begin:
            yield ()
        for line in range(FACE_ROWS):
            spans: list[Span] = []
            for face, sides, counts in dice[begin : begin + each_row]:
                text = face_lines(face, sides)[line]
                drawn = (f"[ {text} ]", lit) if counts else (f"( {text} )", Tone.DIM)
                spans += [drawn, (" ", Tone.PLAIN)]
            yield (Piece("", tuple(spans[:-1])),)


def _blocks_in_rows(blocks: Sequence[Sequence[Line]], cells: int) -> Iterator[Line]:
    """Blocks of lines side by side, as many as fit in so many cells, the others below them."""
    shares = [max(sum(each.cells for each in line) for line in block) + GAP for block in blocks]
    begin = 0
    for end in range(1, len(blocks) + 1):
        if end == len(blocks) or sum(shares[begin : end + 1]) - GAP > cells:
            if begin:
                yield ()
            for lines in zip_longest(*blocks[begin:end], fillvalue=()):
                yield side_by_side(lines, shares[begin:end])
            begin = end


def face_lines(face: int, sides: int) -> Sequence[str]:
    """A face in three lines of five cells: pips, or where the die has other sides its number and its name."""
    if sides == PIPPED_SIDES:
        return PIPS[face]
    return (f"{f'd{sides}':<5}"[:5], f"{face:^5}", " " * 5)


def opened_so_far(facts: Sequence[Fact]) -> str:
    """What a roll that waits for an answer has begun for many, loudly; empty where nothing."""
    opening = opening_fact([fact for fact in facts if not fact.secret])
    return fact_text(opening).upper() if opening is not None else ""


def so_far_rows(roll: Underway, rules: Ruleset, cells: int) -> tuple[Row, ...]:
    """What everybody may know of a roll that waits for an answer, the latest last; under it the dice that lie
    there, and what the answer may be paid with.
    """
    seen = [fact for fact in roll.facts() if not fact.secret]
    texts = filter(None, (tried_text(fact, seen) for fact in seen))
    lines = [line for text in texts for line in wrapped(text, cells)]
    told = (words_row(f"so far {n}", line, Tone.STRONG) for n, line in enumerate(lines))
    return (*told, *_lying_there(roll, rules, cells))


def _lying_there(roll: Underway, rules: Ruleset, cells: int) -> Iterator[Row]:
    """The faces thrown so far in one row, of many the latest, and what is left to pay with."""
    throws = [step for step in roll.steps if isinstance(step, Rolled) and not step.secret]
    paid = left_to_pay(roll.state(), roll.table, rules)
    spans: tuple[Span, ...] = ()
    room = cells - width(paid)
    for step in reversed(throws):
        lit, hue = _face_tones(step, _sides_of(roll.table))
        counting = _counting(step, throws, roll.table, rules)
        dice = [span for die in _faces(step, counting, lit, is_usual=_are_usual(throws)) for span in die]
        thrown = ((f"{step.who or label('why', step.why)} ", hue), *dice, (" ", Tone.PLAIN))
        if spans and sum(width(text) for text, _ in (*thrown, *spans)) > room:
            break
        spans = (*thrown, *spans)
    if spans or paid:
        yield Row("thrown", (*spans, (paid, Tone.STRONG)), selectable=False)


def waiting_text(roll: Underway) -> str:
    """What waits to be finished, in one line: what it is, and what everybody may know of it so far."""
    text = " · ".join(filter(None, (fact_text(fact) for fact in roll.facts() if not fact.secret)))
    done = label("procedure", roll.procedure.id)
    return f"{done}: {text}" if text else done
