"""Sharing a campaign until Ctrl+C: where it is, a code for each player, a QR code for their phones."""

import asyncio
import signal
import socket
import sys
from collections.abc import Mapping

import segno

from tableside.campaign.campaign import Campaign
from tableside.errors import RuleError
from tableside.share.server import Sharing, listening
from tableside.share.way import Way
from tableside.shell.safe_output import can_show
from tableside.text import width
from tableside.wording.results import sentence

HERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
"""Two dots of a QR code, one above the other; light is drawn, as most terminals are dark."""
ELSEWHERE = "192.0.2.1"
"""An address of nobody (RFC 5737): to ask from which of our own another would be reached; nothing is sent."""


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
    _say_where(campaign, f"http://{_reached_at() if is_lan else HERE}:{port}/", is_lan=is_lan)
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
        print(qr_code(address))


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


def qr_code(text: str) -> str:
    """A text as a QR code of half blocks with a quiet border, for a dark terminal; scanners read it on a
    light one too.
    """
    light = [
        [not dot for dot in row] for row in segno.make(text, error="m", micro=False).matrix_iter(border=2)
    ]
    rows = [*light, [False] * len(light[0])] if len(light) % 2 else light
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("".join(HALVES[dots] for dots in zip(*pair, strict=True)) for pair in pairs)


def _reached_at() -> str:
    """The address of this machine as others in its network have it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((ELSEWHERE, 9))
        except OSError:
            return HERE
        return str(asking.getsockname()[0])
