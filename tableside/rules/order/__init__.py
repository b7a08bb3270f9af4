"""Turn orders: immutable values that say who is in a fight, whose turn it is and who has acted.

All have `round` (counted from 1), `members`, `now` (the keys of those who may act now), `acted` and
`rewound`, which takes an order back to an earlier moment and keeps who has come and gone since. What brings
them forward is in the rules: `tableside.rules.turns`, and the games that a method comes from.
"""

from tableside.rules.order.counts import Counts
from tableside.rules.order.listed import Listed
from tableside.rules.order.sides import Sides
from tableside.rules.order.stack import Stack

__all__ = ["METHODS", "Counts", "Listed", "Order", "Sides", "Stack", "method_of"]

Order = Stack | Counts | Sides | Listed
METHODS: dict[str, type[Order]] = {"stack": Stack, "counts": Counts, "sides": Sides, "list": Listed}
"""The orders by the name under which a campaign keeps them."""


def method_of(order: Order) -> str:
    """The name of an order's method."""
    return next(name for name, type_ in METHODS.items() if isinstance(order, type_))
