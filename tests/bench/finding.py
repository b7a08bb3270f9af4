"""Finding in a journal of 100,000 entries: reading it in, and each key of a search, against grep.

    python -m tests.bench.finding [ENTRIES]

grep looks through the same files once for the same word, its process included: what somebody would do who has
no program for it. `slice` is the longest that a key may have to wait while the journal is read in.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles

from tableside.campaign.library import Library
from tableside.screens.journal import PAGE
from tableside.screens.journal_list import AT_ONCE
from tableside.views.search import SearchIndex, search_query
from tests.bench import long

TYPED = ("stair;", "moss hears", '"goes out" laughs', "session:3 lantern", "kind:note water", "xyzzy")


def milliseconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return 1000 * (time.perf_counter() - began)


def main(entries: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        saves = Path(folder)
        id = long.make(saves, entries)
        campaign = Library(saves).open(id, read_only=True)
        campaign.rules.load()
        index = SearchIndex(campaign)
        slices = []
        while not index.is_whole:
            slices.append(milliseconds(lambda: index.read(AT_ONCE)))
        keys = []
        for text in TYPED:
            for end in range(1, len(text) + 1):
                wanted = search_query(text[:end])
                keys.append(milliseconds(lambda wanted=wanted: index.search(wanted, PAGE)))  # type: ignore[misc]
        grep = [milliseconds(lambda: _grep(saves / id)) for _ in range(7)]
        p95, longest = quantiles(keys, n=20)[-1], quantiles(slices, n=20)[-1]
        print(f"{entries:,} entries: read in {sum(slices) / 1000:.2f} s, slice p95 {longest:.1f} ms")
        print(f"a key: p50 {median(keys):.1f} ms, p95 {p95:.1f} ms")
        print(f"grep: {median(grep):.0f} ms; a key's p95 is {p95 / median(grep):.2f} of it")
        campaign.close()


def _grep(folder: Path) -> None:
    subprocess.run(["grep", "-rci", "xyzzy", str(folder / "journal")], capture_output=True, check=False)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else long.ENTRIES)
