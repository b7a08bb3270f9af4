"""Undo proved: ten thousand random operations over every game, undone to the beginning and redone to the end.

    python -m tests.bench.undo [OPERATIONS [SEED]]

Procedures with random inputs and answers, mixed with undo, redo, restoring, opening again, folding
and kills. Prints what was done of each.
"""

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tableside.games import BUNDLED
from tests.campaign.random_play import Evening

LENGTH = 500
"""Operations of one campaign."""


def main(operations: int = 10_000, seed: int = 1) -> None:
    began, did = time.monotonic(), Counter[str]()
    for game in BUNDLED:
        of_game, undone = Counter[str](), 0
        for number in range(max(1, operations // len(BUNDLED) // LENGTH)):
            with tempfile.TemporaryDirectory() as folder:
                try:
                    evening = Evening(Path(folder), game, seed + number)
                    while evening.did.total() < LENGTH:
                        evening.operate()
                    undone += evening.prove()
                except BaseException as error:
                    error.add_note(f"{game}, seed {seed + number}")
                    raise
                evening.campaign.close()
                of_game += evening.did
        entries = sum(count for name, count in of_game.items() if not name.startswith("("))
        print(f"{game}: {entries} entries, all {undone} that stood undone and redone, audit sound")
        unseen = {each.id for each in evening.procedures} - {*of_game}
        print(f"  never done: {', '.join(sorted(unseen)) or 'nothing'}", flush=True)
        did += of_game
    print(f"{sum(did.values())} operations in {time.monotonic() - began:.0f} s")
    for name, count in sorted(did.items(), key=lambda each: (not each[0].startswith("("), -each[1], each[0])):
        print(f"{count:6} {name}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
