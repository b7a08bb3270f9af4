"""Turn orders: immutable values that say who is in a fight, whose turn it is and who has acted.

What brings one forward is in the rules of its method: `tableside.rules.turns.method`.
"""

from tableside.rules.order.counts import Counts
from tableside.rules.order.listed import Listed
from tableside.rules.order.order import METHODS, Order
from tableside.rules.order.sides import Sides
from tableside.rules.order.stack import Stack

__all__ = ["METHODS", "Counts", "Listed", "Order", "Sides", "Stack"]
