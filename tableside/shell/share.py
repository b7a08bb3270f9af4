"""`tableside share`: the campaign as a page for players, served from here until Ctrl+C; where it is, a code
for each player, a QR code for their phones.
"""

import argparse
import asyncio
import signal
import sys
from collections.abc import Mapping

from tableside.campaign.campaign import Campaign
from tableside.errors import RuleError
from tableside.share import address, server
from tableside.share.settings import Way, check_installed
from tableside.shell.safe_output import can_show
from tableside.text import width
from tableside.wording.results import sentence

HIGHEST_PORT = 65_535


def check_can_share(port: int) -> None:
    """Raises `RuleError` where something that it needs is not installed, and for a port that there is not."""
    check_installed()
    if not 0 <= port <= HIGHEST_PORT:
        raise RuleError("share.port", port=port)


def share_campaign(campaign: Campaign, options: argparse.Namespace) -> int:
    """Share it until it is ended; the exit status. Raises `RuleError` for a port that cannot be had."""
    names = frozenset(each.casefold() for each in options.host)
    way = Way(names, looks=options.foes == "looks")
    try:
        return asyncio.run(_share(campaign, way, is_lan=options.lan, port=options.port))
    except OSError as error:
        raise RuleError("share.port-taken", port=options.port, why=error.strerror or str(error)) from None


async def _share(campaign: Campaign, way: Way, *, is_lan: bool, port: int) -> int:
    codes: list[Mapping[str, str]] = []
    is_told = False

    def tell(new: Mapping[str, str]) -> None:
        """Codes stand below the address."""
        if is_told:
            _say_codes(new)
        else:
            codes.append(new)

    sharing = server.Sharing(campaign, way, tell, _complain)
    runner, opened = await server.listening(sharing, address.EVERYWHERE if is_lan else address.HERE, port)
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    port = opened.sockets[0].getsockname()[1]
    _say_where(campaign, f"http://{address.reached_at() if is_lan else address.HERE}:{port}/", is_lan=is_lan)
    is_told = True
    for each in codes:
        _say_codes(each)
    sys.stdout.flush()
    following = asyncio.create_task(sharing.follow())
    await asyncio.wait([following, asyncio.create_task(ended.wait())], return_when=asyncio.FIRST_COMPLETED)
    following.cancel()
    opened.close()
    sharing.end()
    await runner.cleanup()
    if not ended.is_set():
        following.result()
    return 0


def _say_where(campaign: Campaign, url: str, *, is_lan: bool) -> None:
    print(sentence("printed", "shared-at", title=campaign.table.title, address=url))
    print(sentence("printed", "shared-table", address=f"{url}table"))
    if not is_lan:
        print(sentence("printed", "shared-here"))
    elif can_show("".join(address.HALVES.values())):
        print("\n".join(address.qr_rows(url)))


def _say_codes(codes: Mapping[str, str]) -> None:
    if not codes:
        return
    cells = max(map(width, codes))
    print(sentence("printed", "shared-codes"))
    for name, code in codes.items():
        print(f"  {name}{' ' * (cells - width(name))}  {code}")
    sys.stdout.flush()


def _complain(trouble: str) -> None:
    print(f"tableside: {trouble}", file=sys.stderr)
