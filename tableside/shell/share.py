"""`tableside share`: the campaign as a page for players, served from here until Ctrl+C."""

import argparse
from importlib.util import find_spec

from tableside.campaign.campaign import Campaign
from tableside.errors import RuleError
from tableside.share.way import Way
from tableside.shell import serving

NEEDED = ("aiohttp", "segno")
"""What Tableside does without unless somebody shares: it comes with `tableside[share]`."""
HIGHEST_PORT = 65_535


def check_can_share(port: int) -> None:
    """Raises `RuleError` where something that it needs is not installed, and for a port that there is not."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise RuleError("share.not-installed", missing=missing)
    if not 0 <= port <= HIGHEST_PORT:
        raise RuleError("share.port", port=port)


def share_campaign(campaign: Campaign, options: argparse.Namespace) -> int:
    """Share it until it is ended. Raises `RuleError` for a port that is taken."""
    names = frozenset(each.casefold() for each in options.host)
    way = Way(names, looks=options.foes == "looks")
    return serving.share_until_ended(campaign, way, is_lan=options.lan, port=options.port)
