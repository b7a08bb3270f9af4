"""What a terminal would obey in a text that is to be shown: nothing of it may be there."""

FORBIDDEN = frozenset(
    chr(each)
    for each in (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
    if each not in (0x09, 0x0A)
)
"""Controls of the old and the new set but for tabs and line ends, and what turns the direction of writing."""


def orders_in(text: str) -> frozenset[str]:
    """What of it a terminal would obey."""
    return FORBIDDEN & frozenset(text)
