"""The guard at the door: how a campaign is shared, what a request has to be before anything is done for it,
and the codes with which players show who they are.

Codes, and what a browser keeps of one, are random, in memory alone, and gone when the program ends.
"""

import asyncio
import re
import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable, Container, Iterable
from importlib.util import find_spec
from ipaddress import ip_address
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
"""Of every answer: a page runs and fetches what comes from here alone, and is kept nowhere."""
A_SECOND = 30.0
"""Requests a second that one address may make on the whole."""
AT_ONCE = 300.0
"""Requests that it may make at once: behind a proxy on this machine that is the whole table."""
MOST_ADDRESSES = 4_096
"""Whose requests and wrong codes are remembered: more than a home has."""
MOST_CONNECTIONS = 256
MOST_OF_ONE = 32
"""From one address: a phone has up to six. Behind a proxy on this machine all have the same, so that one may
have as many as there may be.
"""
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Those of codes that nobody takes for another."""
CODE_LENGTH = 6
FREE_TRIES = 3
"""Wrong codes from one address after which it has to wait."""
LONGEST_WAIT = 60.0
"""Seconds until the next try."""
MOST_BROWSERS = 256
"""That have entered with a code: whoever entered first leaves when there are more."""
NEEDED = ("aiohttp", "segno")
"""What Tableside does without unless somebody shares: it comes with `tableside[share]`."""


@frozen
class SharingWay:
    """How a campaign is shown."""

    names: frozenset[str] = frozenset()
    """Under which this machine is asked for, besides its numbers and `localhost`."""
    looks: bool = True
    """Whether it is seen how hurt foes are."""


Known = TypeVar("Known")


def _remember(known: OrderedDict[str, Known], key: str, value: Known, most: int) -> None:
    """Note this as the newest; of more than so many the oldest are forgotten."""
    known[key] = value
    known.move_to_end(key)
    while len(known) > most:
        known.popitem(last=False)


LONGEST_NAME = 253
_NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?")


def host_name_guarded(text: str) -> str:
    """A name under which the shared page is asked for, as it was typed; empty: none. Raises `RuleError` for
    what is no name of a machine.
    """
    name = text.strip().casefold()
    if name and (len(name) > LONGEST_NAME or not _NAME.fullmatch(name)):
        raise RuleError("share.no-name", text=text)
    return name


def check_sharing_installed() -> None:
    """Raises `RuleError` where something that sharing needs is not installed."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise RuleError("share.not-installed", missing=missing)


def is_own_host(host: str, names: Container[str]) -> bool:
    """Whether a request was sent to this machine under a name that is its own: a number, `localhost`, or one
    of these `names`. Under another a foreign page has made itself one with it (DNS rebinding).
    """
    name = _name_of(host)
    if name is None:
        return False
    return name == "localhost" or name in names or _is_number(name)


def _name_of(host: str) -> str | None:
    """The name in a host, without its port. None: it is none."""
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
    """Whether a request comes from a page of our own, or from none: `Origin` where the browser says it, and
    where it says so from what kind of site it was fetched.
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
    """How often each address may ask: so often at once, then so often a second."""

    def __init__(self, a_second: float | None = None, at_once: float | None = None) -> None:
        """None: as often as an address may."""
        self._a_second, self._at_once = a_second, at_once
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """What each has left, and when that was counted."""

    def is_within(self, address: str, now: float) -> bool:
        """Whether it may ask now, in seconds of a clock that only goes on."""
        most = AT_ONCE if self._at_once is None else self._at_once
        a_second = A_SECOND if self._a_second is None else self._a_second
        left, then = self._left.get(address, (most, now))
        left = min(most, left + (now - then) * a_second)
        _remember(self._left, address, (max(0.0, left - 1), now), MOST_ADDRESSES)
        return left >= 1


class GuardedDoorway:
    """Lets connections in as long as there are few enough."""

    def __init__(self, inside: Callable[[], asyncio.Protocol]) -> None:
        self._inside = inside
        self._open: Counter[str] = Counter()

    def __call__(self) -> asyncio.Protocol:
        return _GuardedConnection(self)

    def admit(self, transport: asyncio.BaseTransport) -> asyncio.Protocol | None:
        """What is to serve a connection. None: there are too many."""
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
    """A connection: served by what is inside, or ended."""

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
    """The address that a connection comes from; empty where it is gone already."""
    peer = transport.get_extra_info("peername") if transport is not None else None
    return str(peer[0]) if peer else ""


def _is_here(address: str) -> bool:
    """Whether it is this machine."""
    return bool(address) and ip_address(address).is_loopback


@frozen
class WrongCodes:
    """Wrong codes that came from one address."""

    wrong: int = 0
    free_at: float = 0.0
    """When the next may come, on the clock that the caller goes by."""


class GuardedCodes:
    """Who has which code, and which browsers have entered with one."""

    def __init__(self) -> None:
        self._codes: dict[int, str] = {}
        self._browsers: OrderedDict[str, int] = OrderedDict()
        self._tries: OrderedDict[str, WrongCodes] = OrderedDict()

    def give(self, keys: Iterable[int]) -> dict[int, str]:
        """A code for each of these characters who has none; the new ones, by key."""
        new = {key: _code() for key in keys if key not in self._codes}
        self._codes |= new
        return new

    def of(self, key: int) -> str:
        """The code of this character; empty where they have none."""
        return self._codes.get(key, "")

    def renew(self, key: int) -> None:
        """Another code for this character; who entered with the one before sees their sheet no more."""
        self._codes[key] = _code()
        for kept in [kept for kept, player in self._browsers.items() if player == key]:
            del self._browsers[kept]

    def enter(self, code: str, address: str, now: float) -> str:
        """What a browser is to keep of this code. Raises `RuleError` for a wrong one, and for any that comes
        too soon after wrong ones from the same address: `now` in seconds.
        """
        tries = self._tries.get(address, WrongCodes())
        if now < tries.free_at:
            raise RuleError("share.slow", seconds=int(tries.free_at - now) + 1)
        typed = "".join(each for each in code.casefold() if each in CODE_LETTERS)
        matching = [key for key, own in self._codes.items() if secrets.compare_digest(own, typed)]
        if not matching:
            wrong = tries.wrong + 1
            wait = min(LONGEST_WAIT, 2.0 ** (wrong - FREE_TRIES)) if wrong >= FREE_TRIES else 0.0
            _remember(self._tries, address, WrongCodes(wrong, now + wait), MOST_ADDRESSES)
            raise RuleError("share.wrong-code")
        self._tries.pop(address, None)
        kept = secrets.token_urlsafe(32)
        _remember(self._browsers, kept, matching[0], MOST_BROWSERS)
        return kept

    def player(self, kept: str) -> int | None:
        """The key of the character with whose code a browser entered. None: it has not."""
        return self._browsers.get(kept)

    def leave(self, kept: str) -> None:
        self._browsers.pop(kept, None)


def _code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
