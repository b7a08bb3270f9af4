"""Those whom the words of a line name: one by name, or several at once."""

from collections.abc import Mapping, Sequence
from functools import cache

from tableside.frozen import frozen
from tableside.language.tokens import Begun, Match, Names, Token, called, phrase
from tableside.rules.naming import singular
from tableside.rules.table import Character, Kind, Table
from tableside.wording import label


@frozen
class Named:
    """Tokens that stand for somebody, or for several at once."""

    place: int
    count: int
    keys: tuple[int, ...]
    """Nobody's when none of those is there: no foe is in play."""
    many: bool
    match: Match | None

    @property
    def is_exact(self) -> bool:
        return self.match is None or self.match.exact == self.match.count


class People:
    """Those at a table, by their names."""

    def __init__(self, table: Table, me: int | None = None) -> None:
        self.me = me
        """Whoever `I` and `me` are."""
        self.listed: tuple[Character, ...] = tuple(each for _, each in sorted(table.characters.items()))
        self.names = Names((phrase(each.name), each.key) for each in self.listed)
        self._keys: dict[str, list[int]] = {}
        for name, key in self.names.listed:
            for word in {*name}:
                self._keys.setdefault(word, []).append(key)
        self._begun = Begun(self._keys)

    def each_called(self, low: str) -> tuple[int, ...]:
        """Those of whose names a word begins so (`gob*`), or is the singular of it (`goblins`, `wolves`)."""
        if low.endswith("*"):
            words = {*self._begun.by(low[:-1])} if low != "*" else set()
        else:
            words = {singular(low), low.removesuffix("s")} if singular(low) != low else set()
        return tuple(sorted({key for word in words for key in self._keys.get(word, ())}))


def named(listed: Sequence[Token], at: People) -> Named | None:
    """Those for whom the first of these tokens stand: a name or its beginning, `#3`, `goblins`, `goblin*`,
    `all`, `party`, `foes`.
    """
    first = listed[0]
    if first.is_number:
        return None
    found, keys = at.names.best(listed)
    if first.low in called("me") and (found is None or not found.exact):
        return Named(first.place, 1, (at.me,) if at.me is not None else (), False, None)
    if first.low in called("fillers") and (found is None or found.count == 1):
        return None
    if first.text.startswith("#") and first.text[1:].isdecimal():
        keys = tuple(each.key for each in at.listed if first.text == f"#{each.key}")
        return Named(first.place, 1, keys, False, None) if keys else None
    is_several = first.text.endswith("*") or (
        kind_of(first) is not None and found is not None and not found.exact
    )
    if found is not None and not is_several:
        return Named(first.place, found.count, keys, False, found)
    return _several(listed, at)


def _several(listed: Sequence[Token], at: People) -> Named | None:
    first = listed[0]
    if first.low in called("everybody"):
        behind = _several(listed[1:], at) if listed[1:] else None
        if behind is not None:
            return Named(first.place, behind.count + 1, behind.keys, True, None)
        return Named(first.place, 1, tuple(each.key for each in at.listed if not each.retired), True, None)
    if (kind := kind_of(first)) is not None:
        keys = tuple(each.key for each in at.listed if each.kind == kind and not each.retired)
        return Named(first.place, 1, keys, True, None)
    keys = at.each_called(first.low)
    return Named(first.place, 1, keys, True, None) if keys else None


def nobody(listed: Sequence[Token]) -> str:
    """That none of those is in play whom the first of these tokens would name."""
    kind = next((found for each in listed[:2] if (found := kind_of(each)) is not None), None)
    is_me = listed[0].low in called("me")
    return label("nobody-in-play", "me" if is_me else kind or "anybody")


def speaker(table: Table, selected: int | None) -> int | None:
    """Whoever says `I`: the only player's character, else the one selected or acting. None: it could be
    several, or is nobody's.
    """
    party = [each.key for each in table.present(Kind.PC) or table.in_play(Kind.PC)]
    now = table.order.now if table.order is not None else ()
    acting = [key for key in party if key in now]
    found = party if len(party) == 1 else [selected] if selected in party else acting
    return found[0] if len(found) == 1 else None


def writer(table: Table, selected: int | None) -> int | None:
    """Whoever does what is done in the middle of writing. None: the line has to name somebody."""
    return speaker(table, selected) if table.in_play(Kind.PC) else selected


def kind_of(token: Token) -> Kind | None:
    """The kind that a word means all of: `party`, `foes`. None: it is none."""
    return _kinds().get(token.low)


@cache
def _kinds() -> Mapping[str, Kind]:
    return {word: kind for kind in Kind for word in called(f"kind.{kind}")}
