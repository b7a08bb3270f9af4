"""How a campaign is shared, as the GM wants it."""

from tableside.frozen import frozen


@frozen
class Way:
    """How a campaign is shown."""

    names: frozenset[str] = frozenset()
    """Under which this machine is asked for, besides its numbers and `localhost`."""
    looks: bool = True
    """Whether it is seen how hurt foes are."""
