"""A campaign looked at: every view of the app, its page of help and its palette, one after the other."""

from textual import events

from tableside import troubles
from tableside.campaign.library import Library
from tableside.key_table import VIEW_KEYS
from tests.table.keyboard import Watched

SIZE = (80, 24)
WAYS = (*(key for _, key in VIEW_KEYS.values() if key != "f7"), "f1", "escape", "f7")
"""The keys to all there is. The shelf is the last: from it there is no way back."""


async def look(library: Library, id: str) -> int:
    """How many characters a terminal would have got.

    Raises what the app ended of, and `AssertionError` for what could not be shown, does not open, or would be
    obeyed by a terminal.
    """
    troubles.TOLERATED.clear()
    app = Watched(library, id)
    try:
        async with app.run_test(size=SIZE) as pilot:
            await pilot.pause()
            assert app.campaign is not None, "it does not open"
            for key in WAYS:
                app.post_message(events.Key(key, None))
                await pilot.pause()
                await app.worked_off()
                await pilot.pause()
                assert app.is_running and app.fault is None, f"it ended at {key}: {app.fault!r}"
                assert not troubles.TOLERATED, f"{key} shows not all: {troubles.TOLERATED[0]!r}"
                assert not app.orders, f"{key} sends {app.orders}"
    finally:
        if app.campaign is not None:
            app.campaign.close()
    return app.sent
