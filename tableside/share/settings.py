"""How a campaign is shared, as the GM wants it, and what that needs."""

import re
from importlib.util import find_spec

from tableside.errors import RuleError
from tableside.frozen import frozen

NEEDED = ("aiohttp", "segno")
"""What Tableside does without unless somebody shares: it comes with `tableside[share]`."""


@frozen
class Way:
    """How a campaign is shown."""

    names: frozenset[str] = frozenset()
    """Under which this machine is asked for, besides its numbers and `localhost`."""
    looks: bool = True
    """Whether it is seen how hurt foes are."""


LONGEST_NAME = 253
_NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?")


def own_name(text: str) -> str:
    """A name under which the shared page is asked for, as it was typed; empty: none. Raises `RuleError` for
    what is no name of a machine.
    """
    name = text.strip().casefold()
    if name and (len(name) > LONGEST_NAME or not _NAME.fullmatch(name)):
        raise RuleError("share.no-name", text=text)
    return name


def check_installed() -> None:
    """Raises `RuleError` where something that sharing needs is not installed."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise RuleError("share.not-installed", missing=missing)
