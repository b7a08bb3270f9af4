"""Taking turns, in whichever order.

An order is an immutable value; what brings it forward and back, who comes and who goes, is in the rules of
its method: `tableside.rules.turns.order_methods`.
"""

from tableside.rules.turns.counts import CountsOrder
from tableside.rules.turns.order_kinds import METHODS, ListedOrder, Order, SidesOrder, StackOrder

__all__ = ["METHODS", "CountsOrder", "ListedOrder", "Order", "SidesOrder", "StackOrder"]
