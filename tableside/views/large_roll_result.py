"""The result of a roll over the whole page, to be read across a table: its verdict in large letters above its
dice.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from tableside.campaign.entries import Entry
from tableside.rules.play import Rolled
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table
from tableside.text import clip
from tableside.views.fact_headlines import (
    BETWEEN,
    Headline,
    foes_for_headline,
    headline_of,
    separate_headlines,
)
from tableside.views.roll_result import (
    RollResultThrows,
    roll_result_also_came,
    roll_result_dice,
    roll_result_face_tones,
    roll_result_hues,
    roll_result_step_rows,
    verdict_rows,
)
from tableside.views.rows import (
    GAP,
    Line,
    Row,
    RowPiece,
    Span,
    Tone,
    as_rows,
    blank_row,
    rows_side_by_side,
    rows_with_air_that_fits,
    text_rows,
    words_row,
)
from tableside.wording import label

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
"""Letters in five rows of blocks, from the top: each is a base-32 digit whose bits are the blocks."""
LETTER_ROWS = 5
LETTER_BLOCKS = 3
WIDE = {"M": 5, "N": 4, "W": 5}
"""Letters that need more than three blocks: a W would look like an H, an N like a gate."""
PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}
"""The faces of a six-sided die."""
PIPPED_SIDES = 6
FACE_ROWS = 3
FRAME_CELLS = 4
"""Cells on both sides of a face: brackets and a space."""


def large_roll_result_rows(
    entry: Entry, table: Table, rules: Ruleset, cells: int, rows: int
) -> tuple[Row, ...]:
    """The result of a roll over the whole page, without secrets, in this many cells and, if possible, rows.
    The verdict is drawn as large as they allow, or as a badge; faces are large if there is room, else
    numbers. Empty if there is nothing to tell.
    """
    seen = entry.without_secrets()
    if not seen.facts:
        return ()
    first, *others = separate_headlines(seen.facts, foes_for_headline(table))
    thrown = [step for step in seen.steps if isinstance(step, Rolled)]
    throws = RollResultThrows(thrown, seen.facts, table, rules)
    details = (
        *(
            words_row(f"came {n}", clip(roll_result_also_came(each), cells), each.tone)
            for n, each in enumerate(others)
        ),
        words_row("detail", clip(headline_of(seen.facts).detail, cells), Tone.DIM),
        blank_row("detail"),
    )
    grown, faces = (_faces(throws, thrown, cells, draw) for draw in (large_face_lines, face_lines))
    numbers = tuple(row for n in range(len(thrown)) for row in roll_result_step_rows(throws, n, cells))
    badge = (blank_row("begin"), *verdict_rows(first, cells))
    large = _large_verdict(first, cells, rows - len(details) - len(faces)) or badge
    if len(in_full := (*large, *details, *grown)) <= rows:
        return in_full
    pages = ((*large, *details, *faces), (*badge, *details, *faces), (*badge, *details, *numbers))
    fitting = (shown for page in pages if len(shown := rows_with_air_that_fits(page, rows)) <= rows)
    return tuple(next(fitting, rows_with_air_that_fits(pages[-1], rows)))


def _large_verdict(headline: Headline, cells: int, rows: int) -> tuple[Row, ...]:
    """The verdict in letters as large as the rows allow, and the result in words; empty if too wide."""
    tone = Tone.STRONG if headline.verdict else headline.tone
    words = text_rows("words", headline.words, cells, tone)
    lines = block_letters(headline.verdict, cells, rows - len(words) - 2)
    letters = [words_row(f"letters {n}", line, headline.tone) for n, line in enumerate(lines)]
    return (blank_row("begin"), *letters, blank_row("letters"), *words) if letters else ()


BLOCKS = ((6, 3), (4, 2), (2, 1), (1, 1))
"""Cells and rows of a block in a letter, the largest first."""


def block_letters(word: str, cells: int, rows: int = LETTER_ROWS) -> tuple[str, ...]:
    """A word in rows of blocks, as large as the cells and rows allow, with blocks of at least one row; empty
    if it is too long or a letter has no drawing.
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
    """The cells of a word, without the gap after it."""
    return (sum(WIDE.get(letter, LETTER_BLOCKS) + 1 for letter in word) - 1) * broad


def _blocks(letter: str, row: int, broad: int) -> str:
    bits = f"{int(LETTERS[letter][row], 32):0{WIDE.get(letter, LETTER_BLOCKS)}b}"
    return "".join(("█" if bit == "1" else " ") * broad for bit in bits)


DrawFace = Callable[[int, int], Sequence[str]]
"""Returns the lines of a face of a die with this many sides."""


def _faces(throws: RollResultThrows, thrown: Sequence[Rolled], cells: int, draw: DrawFace) -> tuple[Row, ...]:
    """All throws, with their faces drawn by `draw`."""
    blocks = [tuple(_throw(throws, n, each, cells, draw)) for n, each in enumerate(thrown)]
    return as_rows(_blocks_in_rows(blocks, cells), "faces ")


def _throw(throws: RollResultThrows, number: int, step: Rolled, cells: int, draw: DrawFace) -> Iterator[Line]:
    """A throw: its owner and reason, the dice that were turned, and below them its faces, as many to a row as
    fit.
    """
    lit, hue = roll_result_face_tones(step, roll_result_hues(throws.table))
    dice = roll_result_dice(throws, number)
    why = BETWEEN.join((label("why", step.why), *(die.turn for die in dice if die.turn)))
    first, *_ = lines = draw(1, PIPPED_SIDES)
    each_row = max(1, cells // (len(first) + FRAME_CELLS + 1))
    yield (RowPiece("", ((clip(step.who, cells), hue),)),)
    yield (RowPiece("", ((clip(why, cells), Tone.DIM),)),)
    for begin in range(0, len(dice), each_row):
        if begin:
            yield ()
        for line in range(len(lines)):
            spans: list[Span] = []
            for die in dice[begin : begin + each_row]:
                text = draw(die.face, die.sides)[line]
                drawn = (f"[ {text} ]", lit) if die.counts else (f"( {text} )", Tone.DIM)
                spans += [drawn, (" ", Tone.PLAIN)]
            yield (RowPiece("", tuple(spans[:-1])),)


def _blocks_in_rows(blocks: Sequence[Sequence[Line]], cells: int) -> Iterator[Line]:
    """Blocks of lines side by side, as many as fit, with the rest below them."""
    shares = [max(sum(each.cells for each in line) for line in block) + GAP for block in blocks]
    begin = 0
    for end in range(1, len(blocks) + 1):
        if end == len(blocks) or sum(shares[begin : end + 1]) - GAP > cells:
            if begin:
                yield ()
            for lines in zip_longest(*blocks[begin:end], fillvalue=()):
                yield rows_side_by_side(lines, shares[begin:end])
            begin = end


def face_lines(face: int, sides: int) -> Sequence[str]:
    """A face in three lines of five cells: pips, or unless a d6 the number under the die's name."""
    if sides == PIPPED_SIDES:
        return PIPS[face]
    return (f"{f'd{sides}':<5}"[:5], f"{face:^5}", " " * 5)


LARGE_FACE_CELLS = 12
LARGE_PIP = "██"
"""Roughly a square."""


def large_face_lines(face: int, sides: int) -> Sequence[str]:
    """A face in seven lines of twelve cells: pips, or for other dice than d6 the number in large digits under
    the die's name.
    """
    if sides == PIPPED_SIDES:
        name, (first, *others) = "", PIPS[face]
        lines = [first, *(line for each in others for line in (" " * len(first), each))]
        drawn = tuple("".join(LARGE_PIP if sign == "●" else "  " for sign in line) for line in lines)
    else:
        name = f"d{sides}"
        drawn = block_letters(str(face), LARGE_FACE_CELLS) or ("", "", str(face), "", "")
    middle = (f"{line:^{LARGE_FACE_CELLS}}" for line in (*drawn, ""))
    return [f"{each[:LARGE_FACE_CELLS]:<{LARGE_FACE_CELLS}}" for each in (name, *middle)]
