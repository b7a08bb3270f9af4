"""The moment of a roll, to be read across a table: the verdict in letters of blocks, and large dice."""

from collections.abc import Iterator, Sequence

from tableside.campaign.entries import Entry
from tableside.rules.play import Rolled
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table
from tableside.text import clip, wrapped
from tableside.views.gm_only import public
from tableside.views.headlines import Headline, headline_of, outcomes
from tableside.views.moment import WHOSE_CELLS, face_tones, sides_of, thrown_for
from tableside.views.rows import Row, Span, Tone, name_column, words_row
from tableside.wording import label

# fmt: off
LETTERS = {
    "A": "25755", "B": "65656", "C": "74447", "D": "65556", "E": "74647", "F": "74644", "G": "74557",
    "H": "55755", "I": "72227", "J": "11157", "K": "55655", "L": "44447", "M": "57755", "N": "75555",
    "O": "75557", "P": "75744", "Q": "75571", "R": "75655", "S": "74717", "T": "72222", "U": "55557",
    "V": "55552", "W": "55775", "X": "55255", "Y": "55222", "Z": "71247", " ": "00000", "!": "22202",
    "0": "75557", "1": "26227", "2": "71747", "3": "71717", "4": "55711", "5": "74717", "6": "74757",
    "7": "71122", "8": "75757", "9": "75717", ",": "00024",
}
# fmt: on
"""Letters of three by five blocks: a digit is a row from the top, its three bits are the blocks."""
LETTER_ROWS = 5
LETTER_BLOCKS = 3
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


def large_rows(entry: Entry, table: Table, rules: Ruleset, cells: int) -> tuple[Row, ...]:
    """What an entry came to, as everybody may see it, in so many cells; nothing where there is nothing to
    tell.
    """
    seen = public(entry)
    if not seen.facts:
        return ()
    first, *others = outcomes(seen.facts)
    throws = [step for step in seen.steps if isinstance(step, Rolled)]
    return (
        *_verdict(first, cells),
        *(words_row(f"came {n}", clip(_words(each), cells), each.tone) for n, each in enumerate(others)),
        words_row("detail", clip(headline_of(seen.facts).detail, cells), Tone.DIM),
        *(row for n, step in enumerate(throws) for row in _throw(step, n, table, rules, cells)),
        words_row("gap-end", ""),
        words_row("back", label("moment", "back"), Tone.DIM),
    )


def _verdict(headline: Headline, cells: int) -> Iterator[Row]:
    """The word for how it went as large as there is room for, then who it was."""
    for n, line in enumerate(block_letters(headline.verdict, cells)):
        yield words_row(f"letters {n}", line, headline.tone)
    for n, line in enumerate(wrapped(headline.words, cells)):
        yield words_row(f"words {n}", line, Tone.STRONG if headline.verdict else headline.tone)


def _words(came: Headline) -> str:
    """What else came, with the word for it where it was decided too."""
    return f"{came.verdict}  {came.words}" if came.verdict else came.words


def block_letters(word: str, cells: int) -> tuple[str, ...]:
    """A word in rows of blocks, as broad as so many cells allow; nothing where it is too long, or has letters
    that are not drawn.
    """
    broad = next((each for each in (2, 1) if _cells_of(word, each) <= cells), 0)
    if not word or not broad or any(letter not in LETTERS for letter in word):
        return ()
    gap = " " * broad
    return tuple(gap.join(_blocks(letter, row, broad) for letter in word) for row in range(LETTER_ROWS))


def _cells_of(word: str, broad: int) -> int:
    return (LETTER_BLOCKS + 1) * broad * len(word)


def _blocks(letter: str, row: int, broad: int) -> str:
    bits = int(LETTERS[letter][row])
    return "".join(("█" if bits & bit else " ") * broad for bit in (4, 2, 1))


def _throw(step: Rolled, number: int, table: Table, rules: Ruleset, cells: int) -> Iterator[Row]:
    """One throw: whose it is, and its faces side by side, in as many rows as they need."""
    lit, hue = face_tones(step, sides_of(table))
    dice = [*zip(step.faces, step.sides, thrown_for(step, rules), strict=True)]
    each_row = max(1, (cells - WHOSE_CELLS - 1) // (FACE_CELLS + 1))
    for begin in range(0, len(dice), each_row):
        yield words_row(f"gap {number} {begin}", "")
        for line in range(FACE_ROWS):
            name = (step.who, label("why", step.why), "")[line] if begin == 0 else ""
            spans: list[Span] = [(name_column(name, WHOSE_CELLS), hue if line == 0 else Tone.DIM)]
            for face, sides, counts in dice[begin : begin + each_row]:
                text = face_lines(face, sides)[line]
                drawn = (f"[ {text} ]", lit) if counts else (f"  {text}  ", Tone.DIM)
                spans += [(" ", Tone.PLAIN), drawn]
            yield Row(f"faces {number} {begin} {line}", tuple(spans), selectable=False)


def face_lines(face: int, sides: int) -> Sequence[str]:
    """A face in three lines of five cells: pips, or where the die has other sides its number and its name."""
    if sides == PIPPED_SIDES:
        return PIPS[face]
    return (f"{f'd{sides}':<5}"[:5], f"{face:^5}", " " * 5)
