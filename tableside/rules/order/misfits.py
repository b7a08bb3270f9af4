"""What names somebody who is not there."""

from collections.abc import Collection, Iterator
from typing import Final

Misfit = tuple[str, str]
"""A place, and what does not fit there."""
Keys = Collection[int]
"""The keys of the characters that are there."""
MOST_CHARACTERS: Final = 10_000


def missing_key(place: str, key: int, keys: Keys) -> Iterator[Misfit]:
    if key not in keys:
        yield place, f"names character {key}, who is not there"


def missing_keys(place: str, listed: tuple[int, ...], keys: Keys) -> Iterator[Misfit]:
    if len(listed) > MOST_CHARACTERS:
        yield place, f"holds {len(listed):,} characters: at most {MOST_CHARACTERS:,} fit"
    for key in listed[:MOST_CHARACTERS]:
        yield from missing_key(place, key, keys)
