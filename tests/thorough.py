"""How much is tried of what could be tried without end: TABLESIDE_TESTS=thorough tries three times as much.

Worth it before a release; from day to day the answer comes sooner without.
"""

import os

THOROUGH = os.environ.get("TABLESIDE_TESTS") == "thorough"


def often(times: int) -> int:
    """How many of so many examples are tried here: all of them, or a third."""
    return times if THOROUGH else -(-times // 3)
