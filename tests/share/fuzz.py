"""Whatever may be sent to a page's address: half of it sense, half noise."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from tableside.share import guard
from tests.share.conftest import HERE

NOISE = (
    "",
    "\x00",
    "\r\n",
    "%00",
    "../",
    "<script>",
    "💀" * 3,
    "9" * 400,
    "-1",
    "#1",
    "None",
    "NaN",
    "x" * 5_000,
)
HEADERS = (
    *("Host: 127.0.0.1", "Host: evil.example", "Origin: null", "Origin: http://evil.example"),
    *("Content-Length: 5", "Content-Length: 100000000", "Content-Length: -1", "Content-Length: 0"),
    *("Transfer-Encoding: chunked", "Transfer-Encoding: gzip, chunked", "Content-Encoding: gzip"),
    *("Content-Encoding: br", "Content-Type: application/json", "Content-Type: text/plain; charset=nonsense"),
    *("Content-Type: multipart/form-data; boundary=x", "Upgrade: websocket", "Connection: Upgrade"),
    *("Connection: close", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: x", "Sec-Fetch-Site: cross-site"),
    *("Range: bytes=0-1", "Cookie: a=b", "If-None-Match: *", "X-Forwarded-For: 127.0.0.1"),
    *("Accept-Encoding: gzip", "Content-Type: \xff", "X: " + "y" * 3_000, "Expect: 100-continue"),
)
PATHS = ("items.new", "provisions", "notes", "stamina", "name", "skills.new", "../notes", "items.1")
WORDS = (
    "do",
    "given",
    "word",
    "typed",
    "who",
    "question",
    "choice",
    "faces",
    "text",
    "code",
    "had",
    "campaign.edit",
)


@dataclass
class Messages:
    """Messages at random, for these routes, some with what a player's browser keeps."""

    dice: Random
    routes: Sequence[tuple[str, str]]
    cookies: Sequence[str] = ()
    codes: Sequence[str] = ()
    deeds: Sequence[str] = ()
    """What players may do, by id."""
    words: list[tuple[str, str]] = field(default_factory=list)
    """Those that came with forms, the last ones, each with whose it is: an act brings one back."""
    statuses: Counter[str] = field(default_factory=Counter)
    """How each was answered: a number, or nothing."""

    def message(self) -> bytes:
        if self.deeds and self.dice.random() < 0.4:
            return self._sensible()
        method, path = self.dice.choice(self.routes)
        if self.dice.random() < 0.1:
            method = self.dice.choice(("GET", "POST", "PUT", "HEAD", "OPTIONS", "CONNECT", "get", "", "\x00"))
        if self.dice.random() < 0.2:
            path = self.dice.choice(
                ("/%2e%2e/etc/passwd", "//", "*", "/" + self._noise(), path + self._noise())
            )
        if self.dice.random() < 0.3:
            path += f"?{self._word()}={self._noise()}"
        body = self._body()
        head = [f"{method} {path} HTTP/1.1"]
        if self.dice.random() < 0.95:
            head.append(f"Host: {HERE}")
        if self.dice.random() < 0.9:
            head.append(f"Content-Length: {len(body)}")
        if self.cookies and self.dice.random() < 0.7:
            head.append(f"Cookie: {self.dice.choice(self.cookies)}")
        if self.dice.random() < 0.6:
            head.append(
                f"Content-Type: {self.dice.choice(('application/json', 'application/x-www-form-urlencoded'))}"
            )
        head += self.dice.choices(HEADERS, k=self.dice.choice((0, 0, 0, 0, 0, 0, 1, 1, 3)))
        data = "\r\n".join([*head, "", ""]).encode("utf-8", "surrogatepass") + body
        return self._spoiled(data) if self.dice.random() < 0.1 else data

    def _sensible(self) -> bytes:
        """What a page of ours could send."""
        path, cookie = self.dice.choice(("/form", "/form", "/act", "/answer")), self.dice.choice(self.cookies)
        wanted = self._wanted()
        if path == "/act" and self.words and self.dice.random() < 0.9:
            cookie, wanted["word"] = self.words.pop()
        body = json.dumps(wanted)
        head = (
            f"POST {path} HTTP/1.1",
            f"Host: {HERE}",
            f"Cookie: {cookie}",
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n",
        )
        return ("\r\n".join(head) + body).encode()

    def _body(self) -> bytes:
        kind = self.dice.random()
        if kind < 0.3:
            code = self.dice.choice((*self.codes, self._noise(), "aaaaaa"))
            return f"code={code}".encode()
        if kind < 0.55 and self.deeds:
            return json.dumps(self._wanted()).encode("utf-8", "surrogatepass")
        if kind < 0.7:
            return json.dumps(self._value(3)).encode("utf-8", "surrogatepass")
        if kind < 0.8:
            return b"[" * self.dice.choice((10, 900, 5_000))
        return self.dice.randbytes(self.dice.choice((0, 3, 60, 2_000)))

    def _wanted(self) -> dict[str, Any]:  # Any: a JSON value
        """What a player could want, filled in with whatever."""
        given = {self._word(): str(self._value(0)) for _ in range(self.dice.choice((0, 0, 0, 1, 2)))}
        if self.dice.random() < 0.1:
            given |= {"path": self.dice.choice(PATHS), "was": "", "text": self._noise()}
        typed = self.dice.random() < 0.1
        word = self.dice.choice(self.words or [("", "")])[1]
        return {"do": self.dice.choice(self.deeds), "word": word, "given": given, "typed": typed}

    def _value(self, deep: int) -> Any:  # Any: a JSON value
        kinds = self.dice.randrange(7 if deep else 5)
        match kinds:
            case 0:
                return self._noise()
            case 1:
                return self.dice.choice((0, -1, 1, 10**30, 2**63, 1.5, float("inf")))
            case 2:
                return self.dice.choice((True, False, None))
            case 3 | 4:
                return self._word()
            case 5:
                return [self._value(deep - 1) for _ in range(self.dice.randrange(4))]
        return {self._word(): self._value(deep - 1) for _ in range(self.dice.randrange(1, 5))}

    def _word(self) -> str:
        return self.dice.choice(WORDS)

    def _noise(self) -> str:
        return self.dice.choice(NOISE)

    def _spoiled(self, data: bytes) -> bytes:
        """With a few bytes that are others, or fewer."""
        spoiled = bytearray(data)
        for _ in range(self.dice.randrange(1, 6)):
            if spoiled:
                spoiled[self.dice.randrange(len(spoiled))] = self.dice.randrange(256)
        return bytes(
            spoiled[: self.dice.randrange(1, len(spoiled) + 1)] if self.dice.random() < 0.5 else spoiled
        )

    async def send(self, port: int) -> None:
        """Send one, and take what comes back, for a little while."""
        answer = b""
        message = self.message()
        reader, writer = await asyncio.open_connection(HERE, port)
        try:
            writer.write(message)
            async with asyncio.timeout(0.1):  # what is no whole request is answered by nobody
                answer = await reader.read(65_536)
        except (ConnectionError, OSError, TimeoutError):
            pass
        finally:
            writer.transport.abort()
        whose = re.search(rb"\r\nCookie: ([^\r]+)\r\nContent-Type", message)
        word = re.search(rb'data-word=\\?"([\w-]+)', answer)
        if whose and word:
            self.words = [*self.words[-20:], (whose[1].decode("latin-1"), word[1].decode())]
        self.statuses[answer[9:12].decode("ascii", "replace") if answer.startswith(b"HTTP/1.") else "-"] += 1


def lift_limits(patch: pytest.MonkeyPatch) -> None:
    """Let everything through that is slowed or counted: what is behind is what is tried."""
    patch.setattr(guard.RequestRates, "is_within", lambda *asked: True)
    for limit in ("OF_NEIGHBOURS", "OF_PLAYER", "OF_ALL"):
        patch.setattr(guard, limit, guard.TryLimit(10**9, 0.0))
