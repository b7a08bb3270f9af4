"""Codes with which players show who they are, and what a browser keeps of one: both random, in memory alone,
and gone when the program ends.
"""

import secrets
from collections import OrderedDict
from collections.abc import Iterable

from tableside.errors import RuleError
from tableside.frozen import frozen

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Those that nobody takes for another."""
LENGTH = 6
FREE_TRIES = 3
"""Wrong codes from one address after which it has to wait."""
LONGEST_WAIT = 60.0
"""Seconds."""
MOST_ADDRESSES = 4_096
"""Whose wrong tries are remembered: more than a home has."""
MOST_BROWSERS = 256
"""That have entered with a code: whoever entered first leaves when there are more."""


@frozen
class Tries:
    """Wrong codes that came from one address."""

    wrong: int = 0
    free_at: float = 0.0
    """When the next may come, on the clock that the caller goes by."""


class Codes:
    """Who has which code, and which browsers have entered with one."""

    def __init__(self) -> None:
        self._codes: dict[int, str] = {}
        self._browsers: OrderedDict[str, int] = OrderedDict()
        self._tries: OrderedDict[str, Tries] = OrderedDict()

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
        gone = [kept for kept, player in self._browsers.items() if player == key]
        for kept in gone:
            del self._browsers[kept]

    def enter(self, code: str, address: str, now: float) -> str:
        """What a browser is to keep of this code. Raises `RuleError` for a wrong one, and for any that comes
        too soon after wrong ones from the same address: `now` in seconds.
        """
        tries = self._tries.get(address, Tries())
        if now < tries.free_at:
            raise RuleError("share.slow", seconds=int(tries.free_at - now) + 1)
        typed = "".join(each for each in code.casefold() if each in LETTERS)
        matching = [key for key, own in self._codes.items() if secrets.compare_digest(own, typed)]
        if not matching:
            self._note_wrong(address, tries, now)
            raise RuleError("share.wrong-code")
        self._tries.pop(address, None)
        kept = secrets.token_urlsafe(32)
        self._browsers[kept] = matching[0]
        while len(self._browsers) > MOST_BROWSERS:
            self._browsers.popitem(last=False)
        return kept

    def _note_wrong(self, address: str, tries: Tries, now: float) -> None:
        wrong = tries.wrong + 1
        wait = min(LONGEST_WAIT, 2.0 ** (wrong - FREE_TRIES)) if wrong >= FREE_TRIES else 0.0
        self._tries[address] = Tries(wrong, now + wait)
        self._tries.move_to_end(address)
        while len(self._tries) > MOST_ADDRESSES:
            self._tries.popitem(last=False)

    def player(self, kept: str) -> int | None:
        """The key of the character with whose code a browser entered. None: it has not."""
        return self._browsers.get(kept)

    def leave(self, kept: str) -> None:
        self._browsers.pop(kept, None)


def _code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
