"""Verbs that mean one thing only, whatever else the words of a line begin: what stands besides the verb."""

from collections.abc import Collection, Sequence
from functools import lru_cache

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.views.people import nobody
from tableside.views.phrases import Phrase, Token, called, phrase, small_words, telling
from tableside.views.reading import Known


@frozen
class Besides:
    """The words of a line before its verb, and those behind or within it."""

    verb: tuple[Token, ...]
    before: tuple[Token, ...]
    behind: tuple[Token, ...]

    @property
    def all(self) -> tuple[Token, ...]:
        return (*self.before, *self.behind)


def besides(listed: Sequence[Token], id: str, known: Known) -> Besides | None:
    """What stands besides one of these verbs, `bring moss back`, `moss dies`. None: none of them is there; of
    somebody who is called Dead Man no word is a verb.
    """
    verbs = _verbs(id)
    if not any(each.words[:1] == verb[:1] for each in listed for verb in verbs):
        return None
    names = _places_of_names(listed, known)
    found = (_besides(listed, each, names) for each in verbs)
    return next((each for each in found if each is not None), None)


def _places_of_names(listed: Sequence[Token], known: Known) -> frozenset[int]:
    """The places of words that are a name, or the beginning of one in several words."""
    named = ((n, known.named(listed[n:])) for n in range(len(listed)))
    whole = ((n, each) for n, each in named if each is not None and each.match is not None)
    return frozenset(
        place
        for n, each in whole
        if each.match is not None and each.is_exact and (each.count > 1 or each.match.is_whole)
        for place in range(n, n + each.count)
    )


@lru_cache(maxsize=64)
def _verbs(id: str) -> tuple[Phrase, ...]:
    """Their words, the longest first."""
    listed = (phrase(each) for each in called(id))
    return tuple(sorted((telling(each) or each for each in listed), key=lambda each: -len(each)))


def _besides(listed: Sequence[Token], verb: Phrase, names: Collection[int]) -> Besides | None:
    places: list[int] = []
    for word in verb:
        start = places[-1] + 1 if places else 0
        free = (n for n in range(start, len(listed)) if n not in names)
        place = next((n for n in free if listed[n].words == (word,)), None)
        if place is None:
            return None
        places.append(place)
    behind = [each for n, each in enumerate(listed) if n > places[0] and n not in places]
    return Besides(tuple(listed[n] for n in places), tuple(listed[: places[0]]), tuple(behind))


@frozen
class Meant:
    """People whom words name, and nobody else."""

    keys: tuple[int, ...]
    many: bool
    """Whether several were named at once, and not one whose name could be several people's."""


def people_meant(listed: Sequence[Token], known: Known) -> Meant | None:
    """Those whom all these words name. None: some of them name nobody. Raises `RuleError` for a group that
    nobody belongs to now.
    """
    keys: list[int] = []
    place, names, many = 0, 0, False
    while place < len(listed):
        if listed[place].low in small_words():
            place += 1
            continue
        person = known.named(listed[place:])
        if person is None:
            return None
        if not person.keys:
            raise RuleError(nobody(listed[place:]))
        keys += person.keys
        place, names, many = place + person.count, names + 1, many or person.many
    return Meant(tuple(dict.fromkeys(keys)), many or names > 1) if names else None
