"""`python docs/recording.py`: records a fight and solo writing from the real program, at 80 by 24.

Each becomes an asciicast (`asciinema play docs/recordings/fight.cast`) and a moving picture for the README.
Its times are those of the steps below, so that a slow machine records the same.
"""

import json
import sys
import tempfile
from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.table.terminal import PROGRAM, Terminal

FOLDER = Path(__file__).parent / "recordings"
COLUMNS, ROWS = 80, 24
LETTER = 0.07
"""Seconds for a letter of what is typed."""
LAST = 3.0
"""Seconds for which the end is shown before all begins again."""


class Step(NamedTuple):
    """Keys pressed, or a text typed letter by letter, and how many seconds one looks at what came of it."""

    seconds: float
    keys: tuple[str, ...] = ()
    text: str = ""


class Recording(NamedTuple):
    title: str
    demo: str
    begins: str
    """What is seen before the first step."""
    steps: tuple[Step, ...]


RECORDINGS = {
    "fight": Recording(
        "A fight: an attack with its odds, real dice, the next turn, a hit in words, and undo",
        "troika",
        "12 left",
        (
            Step(2.5),
            Step(2.5, ("x",)),
            Step(1.5, ("+",)),
            Step(1.5, ("-",)),
            Step(1.2, ("=",)),
            Step(0.5, ("5",)),
            Step(0.8, ("4",)),
            Step(0.5, ("1",)),
            Step(1.8, ("2",)),
            Step(1.0, ("1",)),
            Step(3.0, ("6",)),
            Step(3.0, ("v",)),
            Step(1.2, ("escape",)),
            Step(2.0, ("space",)),
            Step(0.6, text=":hurt moss 3"),
            Step(2.0, ("enter",)),
            Step(1.5, ("u",)),
            Step(1.5, ("u",)),
        ),
    ),
    "writing": Recording(
        "Alone with a story: a scene check, prose with the oracle in the middle of it, a test of Luck",
        "solo",
        "The Salt Ledger",
        (
            Step(1.5, ("j",)),
            Step(0.8, ("w",)),
            Step(1.6, text="/scene check"),
            Step(1.6, ("enter",)),
            Step(0.4, text="## The foot of the stair"),
            Step(1.2, ("enter",)),
            Step(
                1.8,
                text="The lamp is set down before I see whose it is. @[Old Fum]? /? unlikely is it him",
            ),
            Step(2.2, ("enter",)),
            Step(1.4, text="/luck"),
            Step(2.0, ("enter",)),
            Step(1.2, ("escape",)),
            Step(2.5, ("#",)),
        ),
    ),
}


class Cell(NamedTuple):
    letter: str
    ink: str
    paper: str
    bold: bool
    struck: bool


Row = tuple[Cell, ...]


class Frame(NamedTuple):
    at: float
    rows: tuple[Row, ...]


def record(recording: Recording) -> tuple[list[tuple[float, str]], list[Frame]]:
    """What the program wrote, each piece with its second, and the screens that came of it."""
    output: list[tuple[float, str]] = []
    frames: list[Frame] = []
    with tempfile.TemporaryDirectory() as saves:
        command = [*PROGRAM, "--saves", saves, "demo", recording.demo]
        with Terminal(command, rows=ROWS, columns=COLUMNS, env={"COLORTERM": "truecolor"}) as terminal:
            terminal.wait_for(recording.begins).settle(0.5)
            clock, written = 0.0, 0
            for step in recording.steps:
                for key, seconds in _presses(step):
                    if key:
                        terminal.press(key).settle(0.15)
                    output.append((clock, terminal.raw[written:].decode(errors="replace")))
                    frames.append(Frame(clock, _rows(terminal)))
                    written = len(terminal.raw)
                    clock += seconds
            frames.append(Frame(clock + LAST, frames[-1].rows))
    return output, frames


def _presses(step: Step) -> Iterator[tuple[str, float]]:
    """The keys of a step with the seconds after each."""
    keys = [*step.keys, *step.text] or [""]
    yield from ((key, LETTER) for key in keys[:-1])
    yield keys[-1], step.seconds


def _rows(terminal: Terminal) -> tuple[Row, ...]:
    buffer = terminal.screen.buffer
    return tuple(tuple(_cell(buffer[row][column]) for column in range(COLUMNS)) for row in range(ROWS))


def _cell(cell: object) -> Cell:
    ink, paper = _colour(cell.fg, "#dcdfe4"), _colour(cell.bg, "#16181d")  # type: ignore[attr-defined]  # pyte's
    if cell.reverse:  # type: ignore[attr-defined]
        ink, paper = paper, ink
    return Cell(cell.data, ink, paper, cell.bold, cell.strikethrough)  # type: ignore[attr-defined]


def _colour(name: str, default: str) -> str:
    return default if name == "default" else f"#{name}" if len(name) == 6 else name


# -- the files


def asciicast(title: str, output: list[tuple[float, str]]) -> str:
    head = {"version": 2, "width": COLUMNS, "height": ROWS, "title": title}
    events = [[round(at, 3), "o", text] for at, text in output if text]
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in (head, *events))


WIDTH, HEIGHT, SIZE = 8.4, 17, 14
"""Units of a column, a row and a letter in the picture."""


def picture(title: str, frames: list[Frame]) -> str:
    """All rows that were seen, each for as long as it stood there; the end alone for who wants no motion."""
    length = frames[-1].at
    rules: list[str] = []
    drawn: list[str] = []
    for row in range(ROWS):
        at = 0
        for cells, group in groupby(frames[:-1], key=lambda frame: frame.rows[row]):
            count = len(list(group))
            begin, end = frames[at].at / length, frames[at + count].at / length
            at += count
            name = f"r{len(rules)}"
            rules.append(_shown(name, begin, end, length))
            last = " last" if end == 1 else ""
            drawn.append(f'<g class="{name}{last}">{_drawn(cells, row)}</g>')
    width, height = COLUMNS * WIDTH + 16, ROWS * HEIGHT + 16
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img">'
        f"<title>{escape(title)}</title><style>"
        f"text{{font:{SIZE}px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}}"
        f"rect{{shape-rendering:crispEdges}}g{{visibility:hidden}}.last{{visibility:visible}}"
        f"@media(prefers-reduced-motion:no-preference){{{''.join(rules)}}}</style>"
        f'<rect width="100%" height="100%" rx="6" fill="#16181d"/>{"".join(drawn)}</svg>\n'
    )


def _shown(name: str, begin: float, end: float, length: float) -> str:
    """The rule by which a row stands from one part of the time to another."""
    if (begin, end) == (0, 1):
        return f".{name}{{visibility:visible}}"
    steps = {0.0: "hidden", begin: "visible"} | ({end: "hidden"} if end < 1 else {})
    keyframes = "".join(f"{at:.3%}{{visibility:{seen}}}" for at, seen in steps.items())
    return f".{name}{{animation:{name} {length:.2f}s step-end infinite}}@keyframes {name}{{{keyframes}}}"


def _drawn(cells: Row, row: int) -> str:
    """A row as rectangles of paper and runs of letters."""
    pieces: list[str] = []
    column = 0
    for look, group in groupby(cells, key=lambda cell: cell[1:]):
        text = "".join(cell.letter for cell in group)
        ink, paper, bold, struck = look
        x, y, width = 8 + column * WIDTH, 8 + row * HEIGHT, len(text) * WIDTH
        pieces.append(f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{HEIGHT}" fill="{paper}"/>')
        if text.strip():
            style = "font-weight:bold;" * bold + "text-decoration:line-through" * struck
            pieces.append(
                f'<text x="{x:.1f}" y="{y + 13}" textLength="{width:.1f}" fill="{ink}" style="{style}">'
                f"{escape(text)}</text>".replace(' style=""', "")
            )
        column += len(text)
    return "".join(pieces)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, recording in RECORDINGS.items():
        output, frames = record(recording)
        (FOLDER / f"{name}.cast").write_text(asciicast(recording.title, output), encoding="utf-8")
        (FOLDER / f"{name}.svg").write_text(picture(recording.title, frames), encoding="utf-8")


if __name__ == "__main__":
    main()
