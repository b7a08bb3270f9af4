"""Sharing a campaign until Ctrl+C: where it is, a code for each player, a QR code for their phones."""

import asyncio
import signal
import sys
from collections.abc import Mapping

from tableside.campaign.campaign import Campaign
from tableside.errors import RuleError
from tableside.share.address import EVERYWHERE, HALVES, HERE, qr_rows, reached_at
from tableside.share.server import Sharing, listening
from tableside.share.settings import Way
from tableside.shell.safe_output import can_show
from tableside.text import width
from tableside.wording.results import sentence


def share_until_ended(campaign: Campaign, way: Way, *, is_lan: bool, port: int) -> int:
    """Share it; the exit status. Raises `RuleError` for a port that cannot be had."""
    try:
        return asyncio.run(_share(campaign, way, is_lan=is_lan, port=port))
    except OSError as error:
        raise RuleError("share.port-taken", port=port, why=error.strerror or str(error)) from None


async def _share(campaign: Campaign, way: Way, *, is_lan: bool, port: int) -> int:
    codes: list[Mapping[str, str]] = []
    is_told = False

    def tell(new: Mapping[str, str]) -> None:
        """Codes stand below the address."""
        if is_told:
            _say_codes(new)
        else:
            codes.append(new)

    sharing = Sharing(campaign, way, tell, _complain)
    runner, opened = await listening(sharing, EVERYWHERE if is_lan else HERE, port)
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    port = opened.sockets[0].getsockname()[1]
    _say_where(campaign, f"http://{reached_at() if is_lan else HERE}:{port}/", is_lan=is_lan)
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


def _say_where(campaign: Campaign, address: str, *, is_lan: bool) -> None:
    print(sentence("printed", "shared-at", title=campaign.table.title, address=address))
    print(sentence("printed", "shared-table", address=f"{address}table"))
    if not is_lan:
        print(sentence("printed", "shared-here"))
    elif can_show("".join(HALVES.values())):
        print("\n".join(qr_rows(address)))


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
