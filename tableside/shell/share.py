"""`tableside share`: the campaign as a page for players, served from here until Ctrl+C."""

import argparse

from tableside.campaign.campaign import Campaign
from tableside.errors import RuleError
from tableside.share.settings import Way, check_installed
from tableside.shell import serving

HIGHEST_PORT = 65_535


def check_can_share(port: int) -> None:
    """Raises `RuleError` where something that it needs is not installed, and for a port that there is not."""
    check_installed()
    if not 0 <= port <= HIGHEST_PORT:
        raise RuleError("share.port", port=port)


def share_campaign(campaign: Campaign, options: argparse.Namespace) -> int:
    """Share it until it is ended. Raises `RuleError` for a port that is taken."""
    names = frozenset(each.casefold() for each in options.host)
    way = Way(names, looks=options.foes == "looks")
    return serving.share_until_ended(campaign, way, is_lan=options.lan, port=options.port)
