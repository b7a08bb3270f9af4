"""The names in recent notes: listing and completing them, and correcting their spelling."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final
from weakref import WeakKeyDictionary

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.errors import RuleError
from tableside.text import NARROW_TO_WIDE, narrow_text
from tableside.views.notes import SIGNS, THE, TagKind
from tableside.views.search import Occurrences, SearchIndex

READ: Final = 3_000
"""The most entries of a long journal to search for names."""
_BEGUN = re.compile(r"(?<![\w#@~/])([#@~])(\[?)([^\W_][^\[\]\n#@~]*)$")
_read: WeakKeyDictionary[Campaign, tuple[int, SearchIndex | None, tuple[Occurrences, ...]]] = (
    WeakKeyDictionary()
)
"""The length of each journal when it was last read, its index, and the names in its notes."""


def names_in_notes(campaign: Campaign) -> tuple[Occurrences, ...]:
    """The names in the notes of a campaign, by kind, the latest first."""
    length, index, named = _read.get(campaign, (-1, None, ()))
    if length == campaign.length:
        return named
    if index is None:
        index = SearchIndex(campaign)
        index.read(READ)
    index.catch_up()
    _read[campaign] = campaign.length, index, index.named()
    return _read[campaign][2]


def name_in_notes_to_close(campaign: Campaign, typed: str) -> str:
    """The name to close or reopen, as the notes spell it. Raises `RuleError` for a scene that has ended,
    which only a note can begin again.
    """
    id = " ".join(typed.casefold().split())
    named = next((each for each in names_in_notes(campaign) if each.tag.id == id), None)
    if named is None:
        return typed
    if named.is_over and id not in campaign.table.closed:
        raise RuleError("naming.scene-ended", name=named.tag.name)
    return named.tag.listed


def _names(campaign: Campaign, sign: str) -> Iterator[str]:
    """The names that may follow a sign: those in the notes, and for people also those in play."""
    yield from (each.tag.name for each in names_in_notes(campaign) if each.tag.kind == SIGNS[sign])
    if SIGNS[sign] == TagKind.PERSON:
        yield from (each.name for each in campaign.table.in_play())


def name_in_notes_completed(campaign: Campaign, line: str) -> str:
    """The line with a name begun behind a sign at its end completed; else the same line."""
    match = _BEGUN.search(narrow_text(line))
    if match is None:
        return line
    sign, bracket, typed = match.groups()
    known = (name for name in _names(campaign, sign) if name.casefold().startswith(typed.casefold()))
    name = next(known, None)
    return line if name is None else line + name[len(typed) :] + "]" * bool(bracket)


def names_in_notes_bracketed(campaign: Campaign, text: str) -> str:
    """The text with brackets added around known names of several words after a sign."""
    for sign in SIGNS:
        if sign in narrow_text(text):
            names = sorted({each for each in _names(campaign, sign) if " " in each}, key=len, reverse=True)
            known = "|".join(map(re.escape, names))
            behind = rf"(?<![\w#@~/])([{sign}{chr(ord(sign) + NARROW_TO_WIDE)}])({known})(?![\w-])"
            text = re.sub(behind, r"\1[\2]", text, flags=re.IGNORECASE) if names else text
    return text


def note_name_in_brackets(kind: TagKind, name: str) -> str:
    """A name as its tag is written in a note: `@Vash`, `@[Old Fum]`."""
    sign = next(sign for sign, each in SIGNS.items() if each == kind)
    return f"{sign}{name}" if re.fullmatch(r"[^\W\d_][\w-]*", name) else f"{sign}[{name}]"


_MADE_UP = re.compile(r"(?P<article>an? )?(?P<name>[^\W_][^,:;.(\[\]\n]*)", re.IGNORECASE)


def note_name_made_up(entry: Entry, kind: TagKind) -> str:
    """The result of a table as a name for a note: its first words, for a stranger `the @[tall baker]`. Empty
    if no table made anything up.
    """
    texts = [str(fact.values["text"]) for fact in entry.facts if fact.id.startswith("table-")]
    match = _MADE_UP.match(texts[-1]) if texts else None
    if match is None:
        return ""
    named = note_name_in_brackets(kind, match["name"].strip())
    return f"{THE} {named}" if match["article"] else named


def note_names_as_written(text: str, names: tuple[str, ...]) -> str:
    """The text with each of these names in its own capitals, however it was typed; an article, and the first
    of several words of which no other has a capital, begin as they were typed: `on the ferry`.
    """
    by_name = {each.casefold(): each for each in names}
    return _any_of(tuple(by_name)).sub(lambda found: _as_written(found[0], by_name), text)


def _as_written(typed: str, by_name: Mapping[str, str]) -> str:
    name = by_name.get(typed.casefold(), typed)
    begins_as_typed = name.casefold().startswith(f"{THE} ") or (" " in name and name[1:] == typed[1:])
    return typed[0] + name[1:] if begins_as_typed else name


@lru_cache(maxsize=8)
def _any_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern for any of these names, trying longer ones first."""
    longest = sorted(filter(None, names), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest))})\b" if longest else "(?!)", re.IGNORECASE)
