"""What the first paint did not need, loaded before a key does: in parts, so that no key waits for all."""

import gc
from asyncio import sleep, to_thread
from importlib import import_module
from typing import TYPE_CHECKING, Final

from tableside import late_imports
from tableside.views import packs, tables

if TYPE_CHECKING:
    from tableside.campaign.campaign import Campaign

WANTED_SOON: Final = (
    "roll",
    "characters",
    "journal",
    "initiative",
    "help",
    "advancement",
    "recap",
    "campaigns",
    "palette",
)
"""Modules of the views, the likeliest wanted first."""
BETWEEN_LOADS: Final = 0.02
"""Seconds left to keys between two parts of what is loaded after the first paint."""


async def load_the_rest(campaign: "Campaign | None") -> None:
    """The tables of a campaign, the views, the packs."""
    gc.enable()
    gc.freeze()
    await sleep(BETWEEN_LOADS)
    if campaign is not None:
        tables.tables_listed(campaign)
    for screen in WANTED_SOON:
        await sleep(BETWEEN_LOADS)
        late_imports.run(import_module(f"tableside.screens.{screen}"))
    await read_packs(campaign)


async def read_packs(campaign: "Campaign | None") -> None:
    """Own foes: ten thousand take a third of a second, beside what is done."""
    if campaign is not None:
        await to_thread(packs.make_ready, campaign.rules, campaign.table)
