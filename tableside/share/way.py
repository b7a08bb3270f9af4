"""How a campaign is shared, as the GM wants it, and what that needs."""

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


def check_installed() -> None:
    """Raises `RuleError` where something that sharing needs is not installed."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise RuleError("share.not-installed", missing=missing)
