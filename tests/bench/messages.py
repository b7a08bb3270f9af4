"""Random messages to a campaign that is shared: half sense, half noise, ten at a time.

    python -m tests.bench.messages [MESSAGES [SEED]]

100,000 unless given. None of them may end the program, be a fault of ours, print an error, or change a byte
of the campaign's files; at the end a page opens as ever.
"""

import asyncio
import logging
import resource
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.share.way import Way
from tests.share.conftest import Shared, shared_in
from tests.share.fuzz import Messages, lift_limits
from tests.share.test_attacks import routes_of
from tests.share.test_server import files

AT_ONCE = 10


async def main(wanted: int, seed: int) -> int:
    errors: list[str] = []
    watching = logging.Handler(logging.ERROR)
    watching.emit = lambda record: errors.append(record.getMessage())  # type: ignore[method-assign]  # is all we want
    logging.getLogger().addHandler(watching)
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder))
        id = place_demo(library, "troika")
        before, began = files(Path(folder)), time.monotonic()
        async with shared_in(library, id, Way()) as shared:
            messages = await _prepared(shared, Random(seed))
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            while messages.statuses.total() < wanted:
                await asyncio.gather(*(messages.send(shared.port) for _ in range(AT_ONCE)))
            async with await shared.entered("Moss") as client, client.get("/") as answer:
                opens = answer.status == 200 and "whose" in await answer.text()
            more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
        is_same = files(Path(folder)) == before
        campaign = library.open(id, read_only=True)
        faults = [*audit(campaign)]
        campaign.close()
    print(
        f"{messages.statuses.total()} messages in {time.monotonic() - began:.0f} s, {more // 1_024} MB more"
    )
    print(f"answers: {', '.join(f'{status} {count}' for status, count in sorted(messages.statuses.items()))}")
    print(f"faults: of ours {len(shared.troubles)}, logged {len(errors)}, of the campaign {len(faults)}")
    print(f"files the same: {is_same}; a page opens: {opens}")
    for each in (*shared.troubles, *errors)[:10]:
        print(f"  {each}")
    return 0 if opens and is_same and not (shared.troubles or errors or faults) else 1


async def _prepared(shared: Shared, dice: Random) -> Messages:
    """With the cookies of two of the party."""
    cookies = []
    for name in ("Moss", "Ottoline Vash"):
        async with await shared.entered(name) as client:
            cookies += [f"{each.key}={each.value}" for each in client.cookie_jar]
    return Messages(dice, routes_of(shared), cookies, [*shared.codes.values()])


if __name__ == "__main__":
    given = [*map(int, sys.argv[1:])]
    with pytest.MonkeyPatch.context() as patch:
        lift_limits(patch)
        sys.exit(asyncio.run(main(*[*given, *(100_000, 1)[len(given) :]])))
