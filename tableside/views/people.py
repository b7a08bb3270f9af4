"""Those whom the words of a line name: one by name, or several at once."""

from collections.abc import Sequence
from operator import attrgetter

from tableside.frozen import frozen
from tableside.rules.naming import singular
from tableside.rules.table import Character, Kind, Table
from tableside.views.phrases import Match, Phrase, Token, best, called, phrase


@frozen
class Named:
    """Tokens that stand for somebody, or for several at once."""

    place: int
    count: int
    keys: tuple[int, ...]
    many: bool
    match: Match | None

    @property
    def is_exact(self) -> bool:
        return self.match is None or self.match.exact == self.match.count


def named(listed: Sequence[Token], table: Table) -> Named | None:
    """Those for whom the first of these tokens stand: a name or its beginning, `#3`, `goblins`, `goblin*`,
    `all`, `party`, `foes`.
    """
    first = listed[0]
    if first.is_number:
        return None
    people = sorted(table.characters.values(), key=attrgetter("key"))
    names = [(phrase(each.name), each.key) for each in people]
    found, keys = best(listed, names)
    if first.low in called("fillers") and (found is None or found.count == 1):
        return None
    if first.text.startswith("#") and first.text[1:].isdecimal():
        keys = tuple(each.key for each in people if first.text == f"#{each.key}")
        return Named(first.place, 1, keys, False, None) if keys else None
    is_several = first.text.endswith("*") or (
        kind_of(first) is not None and found is not None and not found.exact
    )
    if found is not None and not is_several:
        return Named(first.place, found.count, keys, False, found)
    return _several(listed, people, names)


def _several(
    listed: Sequence[Token], people: Sequence[Character], names: Sequence[tuple[Phrase, int]]
) -> Named | None:
    first = listed[0]
    if first.low in called("everybody"):
        behind = _several(listed[1:], people, names) if listed[1:] else None
        if behind is not None:
            return Named(first.place, behind.count + 1, behind.keys, True, None)
        return Named(first.place, 1, tuple(each.key for each in people if not each.retired), True, None)
    if (kind := kind_of(first)) is not None:
        keys = tuple(each.key for each in people if each.kind == kind and not each.retired)
        return Named(first.place, 1, keys, True, None)
    keys = tuple(key for name, key in names if _is_one_of(name, first.low))
    return Named(first.place, 1, keys, True, None) if keys else None


def _is_one_of(name: Phrase, low: str) -> bool:
    """Whether a word of the name begins so (`gob*`), or is the singular of it (`goblins`, `wolves`)."""
    if low.endswith("*"):
        return low != "*" and any(word.startswith(low[:-1]) for word in name)
    return singular(low) != low and not {singular(low), low.removesuffix("s")}.isdisjoint(name)


def kind_of(token: Token) -> Kind | None:
    """The kind that a word means all of: `party`, `foes`. None: it is none."""
    return next((kind for kind in Kind if token.low in called(f"kind.{kind}")), None)
