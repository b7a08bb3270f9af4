"""The guard: how a campaign is shared, which requests are answered, and the codes of players.

Codes and the tokens that browsers keep for them are random, held only in memory, and gone when the program
ends.
"""

import asyncio
import re
import secrets
import sys
from collections import Counter, OrderedDict
from collections.abc import Callable, Container, Iterable
from importlib.util import find_spec
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from tableside.errors import RuleError
from tableside.frozen import frozen

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Server": "tableside",
}
"""Headers of every answer: a page runs and fetches only what comes from here, and is not cached."""
A_SECOND = 30.0
"""Requests a second that one address may make on average."""
AT_ONCE = 300.0
"""Requests that one address may make at once; behind a proxy on this machine that is the whole table."""
MOST_ADDRESSES = 4_096
"""The most addresses remembered with their requests and wrong codes: more than a home has."""
MOST_CONNECTIONS = 256
MOST_OF_ONE = 32
"""The most connections from one address; a phone uses up to six. Behind a proxy on this machine all share one
address, which may have as many as there may be in total.
"""
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""The letters of codes, without those easily confused."""
CODE_LENGTH = 6
LONGEST_WAIT = 60.0
"""The most seconds until the next try."""
FORGIVEN_AFTER = 600.0
"""The seconds after which one wrong code less is counted."""
MOST_BROWSERS = 256
"""The most browsers that have entered with a code; beyond, the first one has to enter again."""
NEEDED = ("aiohttp", "segno")
"""Packages that only sharing needs, installed with `tableside[share]`."""
INSTALLERS = {
    "pipx_metadata.json": "pipx inject tableside {needed}",
    "uv-receipt.toml": "uv tool install 'tableside[share]'",
}
"""The files that pipx and uv leave in the environment of a tool, with what adds the packages there: pip would
put them elsewhere.
"""


@frozen
class SharingWay:
    """How a campaign is shown."""

    names: frozenset[str] = frozenset()
    """Host names of this machine, besides addresses and `localhost`."""
    looks: bool = True
    """Whether players see how hurt foes are."""


Known = TypeVar("Known")


def _remember(known: OrderedDict[str, Known], key: str, value: Known, most: int) -> None:
    """Store the value as the newest; beyond `most`, forget the oldest."""
    known[key] = value
    known.move_to_end(key)
    while len(known) > most:
        known.popitem(last=False)


LONGEST_NAME = 253
_NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?")


def host_name_guarded(text: str) -> str:
    """A host name for the shared page, as typed; empty: none. Raises `RuleError` when it is not a valid host
    name.
    """
    name = text.strip().casefold()
    if name and (len(name) > LONGEST_NAME or not _NAME.fullmatch(name)):
        raise RuleError("share.no-name", text=text)
    return name


def check_sharing_installed() -> None:
    """Raises `RuleError` when a package that sharing needs is not installed."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        installers = (INSTALLERS[file] for file in INSTALLERS if Path(sys.prefix, file).is_file())
        install = next(installers, "pip install 'tableside[share]'").format(needed=" ".join(NEEDED))
        raise RuleError("share.not-installed", missing=missing, install=install)


def is_own_host(host: str, names: Container[str]) -> bool:
    """Whether a request was sent to one of this machine's own names: an address, `localhost`, or one of
    `names`. Under any other name a foreign page may pose as this machine (DNS rebinding).
    """
    name = _name_of(host)
    if name is None:
        return False
    return name == "localhost" or name in names or _is_number(name)


def _name_of(host: str) -> str | None:
    """The name in a host without its port. None: it is invalid."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return None
    return parts.hostname if parts.netloc == host and "@" not in host else None


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_own_origin_guarded(origin: str | None, fetched_from: str | None, host: str) -> bool:
    """Whether a request comes from one of our own pages or from none, by `Origin` and `Sec-Fetch-Site` if the
    browser sends them.
    """
    if fetched_from is not None and fetched_from not in ("same-origin", "none"):
        return False
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == host and urlsplit(origin).scheme in ("http", "https")
    except ValueError:
        return False


class RequestRates:
    """How often each address may ask: `at_once` at first, then `a_second` each second."""

    def __init__(self, a_second: float | None = None, at_once: float | None = None) -> None:
        """None: the limit for an address."""
        self._a_second, self._at_once = a_second, at_once
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """What each address has left, and when that was computed."""

    def is_within(self, address: str, now: float) -> bool:
        """Whether the address may ask now, in seconds of a monotonic clock."""
        most = AT_ONCE if self._at_once is None else self._at_once
        a_second = A_SECOND if self._a_second is None else self._a_second
        left, then = self._left.get(address, (most, now))
        left = min(most, left + (now - then) * a_second)
        _remember(self._left, address, (max(0.0, left - 1), now), MOST_ADDRESSES)
        return left >= 1


class GuardedDoorway:
    """Accepts connections as long as there are few enough."""

    def __init__(self, inside: Callable[[], asyncio.Protocol]) -> None:
        self._inside = inside
        self._open: Counter[str] = Counter()

    def __call__(self) -> asyncio.Protocol:
        return _GuardedConnection(self)

    def admit(self, transport: asyncio.BaseTransport) -> asyncio.Protocol | None:
        """The protocol to serve a connection. None: there are too many."""
        address = guarded_address(transport)
        most = MOST_CONNECTIONS if _is_here(address) else MOST_OF_ONE
        if self._open.total() >= MOST_CONNECTIONS or self._open[address] >= most:
            return None
        self._open[address] += 1
        return self._inside()

    def left(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


class _GuardedConnection(asyncio.Protocol):
    """A connection, served by the inner protocol or closed."""

    def __init__(self, doorway: GuardedDoorway) -> None:
        self._doorway = doorway
        self._served: asyncio.Protocol | None = None
        self._address = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._address = guarded_address(transport)
        self._served = self._doorway.admit(transport)
        if self._served is None:
            transport.abort()
        else:
            self._served.connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self._served is not None:
            self._served.connection_lost(error)
            self._doorway.left(self._address)

    def data_received(self, data: bytes) -> None:
        if self._served is not None:
            self._served.data_received(data)

    def eof_received(self) -> bool | None:
        return self._served.eof_received() if self._served is not None else None

    def pause_writing(self) -> None:
        if self._served is not None:
            self._served.pause_writing()

    def resume_writing(self) -> None:
        if self._served is not None:
            self._served.resume_writing()


def guarded_address(transport: asyncio.BaseTransport | None) -> str:
    """The address that a connection comes from; empty if it is gone already."""
    peer = transport.get_extra_info("peername") if transport is not None else None
    return str(peer[0]) if peer else ""


def _is_here(address: str) -> bool:
    """Whether the address is this machine's."""
    return bool(address) and ip_address(address).is_loopback


@frozen
class TryLimit:
    """How often a wrong code is let pass."""

    free: int
    """Wrong codes before one has to wait."""
    longest: float
    """The most seconds until the next try."""


OF_NEIGHBOURS = TryLimit(3, LONGEST_WAIT)
"""For the addresses of one network."""
OF_PLAYER = TryLimit(3, LONGEST_WAIT)
"""For browsers that entered with the code of one character, wherever they are."""
OF_ALL = TryLimit(30, 2.0)
"""For everybody together: short, so that guessing from many networks keeps no player out."""


@frozen
class WrongCodes:
    """Wrong codes that are counted together."""

    wrong: int = 0
    last: float = 0.0
    """When the last one was typed, on the caller's clock."""
    free_at: float = 0.0
    """When the next try is allowed."""

    def after_another(self, now: float, limit: TryLimit) -> "WrongCodes":
        forgiven = int((now - self.last) / FORGIVEN_AFTER)
        wrong = max(0, self.wrong - forgiven) + 1
        wait = min(limit.longest, 2.0 ** min(wrong - limit.free, 10)) if wrong >= limit.free else 0.0
        return WrongCodes(wrong, now, now + wait)


def neighbours_guarded(address: str) -> str:
    """The network whose addresses one machine may take as it likes: of IPv4 the /24, of IPv6 the /64."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    ip = getattr(ip, "ipv4_mapped", None) or ip
    return str(ip_network((int(ip), 24 if ip.version == 4 else 64), strict=False))


class GuardedCodes:
    """The codes of characters, and the browsers that have entered with one."""

    def __init__(self) -> None:
        self._codes: dict[int, str] = {}
        self._browsers: OrderedDict[str, int] = OrderedDict()
        self._tries: OrderedDict[str, WrongCodes] = OrderedDict()

    def give(self, keys: Iterable[int]) -> dict[int, str]:
        """Give a code to each of these characters without one; return the new ones by key."""
        new = {key: _code() for key in keys if key not in self._codes}
        self._codes |= new
        return new

    def of(self, key: int) -> str:
        """The code of this character; empty if they have none."""
        return self._codes.get(key, "")

    def renew(self, key: int) -> None:
        """Give this character another code; browsers that entered with the old one lose their sheet."""
        self._codes[key] = _code()
        for kept in [kept for kept, player in self._browsers.items() if player == key]:
            del self._browsers[kept]

    def enter(self, code: str, address: str, now: float, kept: str = "") -> str:
        """The token that a browser keeps for this code. Raises `RuleError` when the code is wrong, or any
        code comes too soon after wrong ones; `now` is in seconds, and `kept` what the browser has kept.

        A right code takes nothing away from the wrong ones counted: who holds one guesses no others faster.
        """
        counted = {"all": OF_ALL, neighbours_guarded(address): OF_NEIGHBOURS}
        if (player := self.player(kept)) is not None:
            counted[f"player {player}"] = OF_PLAYER
        tries = {each: self._tries.get(each, WrongCodes()) for each in counted}
        if (free_at := max(each.free_at for each in tries.values())) > now:
            raise RuleError("share.slow", seconds=int(free_at - now) + 1)
        typed = "".join(each for each in code.casefold() if each in CODE_LETTERS)
        matching = [key for key, own in self._codes.items() if secrets.compare_digest(own, typed)]
        if not matching:
            for each, limit in counted.items():
                _remember(self._tries, each, tries[each].after_another(now, limit), MOST_ADDRESSES)
            raise RuleError("share.wrong-code")
        entered = secrets.token_urlsafe(32)
        _remember(self._browsers, entered, matching[0], MOST_BROWSERS)
        return entered

    def player(self, kept: str) -> int | None:
        """The key of the character with whose code a browser entered. None: it has not."""
        return self._browsers.get(kept)

    def leave(self, kept: str) -> None:
        self._browsers.pop(kept, None)


def _code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
