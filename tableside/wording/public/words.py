"""How it is written down what players are told of a fact."""

from typing import NamedTuple

SAME = "="
"""In the place of words: those of the fact itself."""


class Words(NamedTuple):
    """What players are told of a fact, as texts with the values that they may know in braces; empty: nothing.

    A value that stands in no brace here is not told, whatever the fact holds.
    """

    ours: str = ""
    """Where it is about one of the party."""
    others: str = ""
    """Where it is about anybody else whom they have met, or about nobody: no number of a sheet is in it."""


Told = dict[str, Words]


def whole(*ids: str) -> Told:
    """Facts told as they are, whomever they are about."""
    return dict.fromkeys(ids, Words(SAME, SAME))


def of_ours(*ids: str) -> Told:
    """Facts told as they are of the party, and of nobody else."""
    return dict.fromkeys(ids, Words(SAME))


def nothing(*ids: str) -> Told:
    """Facts that are the GM's."""
    return dict.fromkeys(ids, Words())


def otherwise(others: str, *ids: str) -> Told:
    """Facts told as they are of the party, and in these words of others."""
    return dict.fromkeys(ids, Words(SAME, others))


def alike(words: str, *ids: str) -> Told:
    """Facts told in these words, whomever they are about."""
    return dict.fromkeys(ids, Words(words, words))


HURT, HEALED, DOWN = "{who} is hurt", "{who} is healed", "{who} is down"
"""What is seen of a wound, a cure, an end, without a number."""
