"""Random messages to a campaign that is shared: half sense, half noise, ten at a time.

    python -m tests.bench.messages [MESSAGES [SEED]]

100,000 unless given: half to a campaign that is only shown, half to one in which all may act. None may
end the program, be a fault of ours, print an error, or change a byte of the first; what is done in the second
the rules allow, and all of it can be undone. At the end a page opens as ever.
"""

import asyncio
import logging
import resource
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import documents
from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.share.guard import SharingWay
from tableside.views.public import seen_table
from tableside.views.public.deeds import NOTE, THING, deeds_of
from tests.campaign.people import do
from tests.share.conftest import Shared, shared_in
from tests.share.fuzz import Messages, lift_limits
from tests.share.test_attacks import routes_of
from tests.share.test_server import files
from tests.share.wire import Doing

AT_ONCE = 10
FRESH = 200
"""Messages after which players enter anew, for some of them have made them leave."""


async def main(wanted: int, seed: int) -> int:
    errors: list[str] = []
    watching = logging.Handler(logging.ERROR)
    watching.emit = lambda record: errors.append(record.getMessage())  # type: ignore[method-assign]  # is all we want
    logging.getLogger().addHandler(watching)
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder))
        is_fine = [
            await _sent(library, acting=acting, count=wanted // 2, dice=Random(seed))
            for acting in (False, True)
        ]
    print(f"errors logged: {len(errors)} {errors[:5]}")
    return 0 if all(is_fine) and not errors else 1


async def _sent(library: Library, *, acting: bool, count: int, dice: Random) -> bool:
    """Whether all was well with so many messages."""
    id = place_demo(library, "troika")
    folder, began = library.folder / id, time.monotonic()
    if acting:
        made = library.open(id)
        do(made, "campaign.may", may="act")
        made.close()
    before = files(folder)
    done: list[Doing] = []

    def doing(campaign: Campaign) -> Doing:
        done.append(Doing(campaign, dice))
        return done[0]

    async with shared_in(library, id, SharingWay(), doing if acting else None) as shared:
        messages = Messages(dice, routes_of(shared), codes=[*shared.codes.values()])
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        while messages.statuses.total() < count:
            messages = await _fresh(messages, shared)
            for _ in range(FRESH // AT_ONCE):
                await asyncio.gather(*(messages.send(shared.port) for _ in range(AT_ONCE)))
        async with await shared.entered("Moss") as client, client.get("/") as answer:
            opens = answer.status == 200 and "whose" in await answer.text()
        more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
    what = f"{done[0].done} acts done" if acting else f"files the same: {files(folder) == before}"
    faults = _faults(library, id)
    total = messages.statuses.total()
    print(f"{total} messages in {time.monotonic() - began:.0f} s, {more // 1_024} MB more; {what}")
    print(
        f"  answers: {', '.join(f'{status} {times}' for status, times in sorted(messages.statuses.items()))}"
    )
    print(f"  faults of ours {shared.troubles}, of the campaign {faults}; a page opens: {opens}")
    return opens and not shared.troubles and not faults and (acting or files(folder) == before)


async def _fresh(messages: Messages, shared: Shared) -> Messages:
    """With what two of the party have now, and may do now."""
    cookies, sharing = [], shared.sharing
    sharing.make()
    table = sharing._campaign.table
    deeds = {NOTE, THING}
    for who in [each for each in table.in_play() if each.name in ("Moss", "Ottoline Vash")]:
        async with await shared.entered(who.name) as client:
            cookies += [f"{each.key}={each.value}" for each in client.cookie_jar]
        deeds |= {each.id for each in deeds_of(seen_table.table_seen_by_player(sharing._campaign, who.key))}
    return replace(messages, cookies=cookies, deeds=sorted(deeds))


def _faults(library: Library, id: str) -> list[str]:
    """What does not hold of the campaign: its journal does not play again, or cannot be undone."""
    campaign = library.open(id)
    faults = [str(each) for each in audit(campaign)]
    while campaign.undoable is not None:
        campaign.undo()
    if any(address.startswith("characters/") for address in documents(campaign.table)):
        faults.append("it does not go back to its beginning")
    campaign.close()
    return faults


if __name__ == "__main__":
    given = [*map(int, sys.argv[1:])]
    with pytest.MonkeyPatch.context() as patch:
        lift_limits(patch)
        sys.exit(asyncio.run(main(*[*given, *(100_000, 1)[len(given) :]])))
