"""How much is tried of what could be tried without end: TABLESIDE_TESTS=thorough tries three times as much.

The gate before a release asks for that; everybody else gets the answer sooner.
"""

import os

THOROUGH = os.environ.get("TABLESIDE_TESTS") == "thorough"


def often(times: int) -> int:
    """How many of so many examples are tried here: all of them, or a third."""
    return times if THOROUGH else -(-times // 3)
