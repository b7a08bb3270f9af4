"""What an amendment says of later entries: those that came out otherwise, and what came of them."""

from collections.abc import Collection, Iterator

from tableside.campaign.entries import Entry
from tableside.rules.play import Fact

AGAIN = "played-again"
"""The fact of an amendment behind which stand those of a later entry, which came out otherwise."""


def headed(number: int, facts: tuple[Fact, ...]) -> Iterator[Fact]:
    """What came of a later entry, with its number before it."""
    yield Fact(AGAIN, "", {"entry": number}, all(fact.secret for fact in facts))
    yield from facts


def own_facts(entry: Entry) -> tuple[Fact, ...]:
    """What came of the entry itself."""
    end = next((n for n, fact in enumerate(entry.facts) if _names(fact)), len(entry.facts))
    return entry.facts[:end]


def _names(fact: Fact) -> int:
    """The later entry that a fact begins to tell of; 0 for any other fact."""
    number = fact.values.get("entry")
    return number if fact.id == AGAIN and type(number) is int else 0


def told_of_others(entry: Entry) -> dict[int, tuple[Fact, ...]]:
    """What came of later entries otherwise than they say, by their numbers."""
    found: dict[int, list[Fact]] = {}
    for fact in entry.facts[len(own_facts(entry)) :]:
        if number := _names(fact):
            found[number] = []
        else:
            next(reversed(found.values())).append(fact)
    return {number: tuple(facts) for number, facts in found.items()}


def retold_by(entries: Collection[Entry]) -> dict[int, int]:
    """Later entries of which something else came: their number, and that of the amendment that says what."""
    latest = {entry.amends: entry for entry in entries if entry.amends}
    return {number: entry.number for entry in latest.values() for number in told_of_others(entry)}
