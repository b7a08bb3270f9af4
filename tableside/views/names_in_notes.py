"""What notes name, as far back as a key press may look, such names in typed text, and their spelling."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final
from weakref import WeakKeyDictionary

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.errors import RuleError
from tableside.views.notes import SIGNS, THE, TagKind
from tableside.views.search import Occurrences, SearchIndex

READ: Final = 3_000
"""Of a long journal, the entries in which it is looked for what is named."""
_BEGUN = re.compile(r"(?<![\w#@~/])([#@~])(\[?)([^\W_][^\[\]\n#@~]*)$")
_read: WeakKeyDictionary[Campaign, tuple[int, SearchIndex | None, tuple[Occurrences, ...]]] = (
    WeakKeyDictionary()
)
"""How long a journal was when it was last read, and what its notes named."""


def names_in_notes(campaign: Campaign) -> tuple[Occurrences, ...]:
    """What the notes of a campaign name: by kind, then what was named last first."""
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
    """What is to be closed or opened again, as the notes have it. Raises `RuleError` for a scene that is over
    because it ended: a note begins it again.
    """
    id = " ".join(typed.casefold().split())
    named = next((each for each in names_in_notes(campaign) if each.tag.id == id), None)
    if named is None:
        return typed
    if named.is_over and id not in campaign.table.closed:
        raise RuleError("naming.scene-ended", name=named.tag.name)
    return named.tag.listed


def _names(campaign: Campaign, sign: str) -> Iterator[str]:
    """What may stand behind a sign: the names in the notes, of people also those in play."""
    yield from (each.tag.name for each in names_in_notes(campaign) if each.tag.kind == SIGNS[sign])
    if SIGNS[sign] == TagKind.PERSON:
        yield from (each.name for each in campaign.table.in_play())


def name_in_notes_completed(campaign: Campaign, line: str) -> str:
    """The line with the name completed that its end begins behind a sign; the same line where none does."""
    match = _BEGUN.search(line)
    if match is None:
        return line
    sign, bracket, typed = match.groups()
    known = (name for name in _names(campaign, sign) if name.casefold().startswith(typed.casefold()))
    name = next(known, None)
    return line if name is None else line + name[len(typed) :] + "]" * bool(bracket)


def names_in_notes_bracketed(campaign: Campaign, text: str) -> str:
    """The text of a note with brackets around known names of several words that were typed without."""
    for sign in SIGNS:
        if sign in text:
            names = sorted({each for each in _names(campaign, sign) if " " in each}, key=len, reverse=True)
            known = "|".join(map(re.escape, names))
            behind = rf"(?<![\w#@~/]){sign}({known})(?![\w-])"
            text = re.sub(behind, rf"{sign}[\1]", text, flags=re.IGNORECASE) if names else text
    return text


def note_name_in_brackets(kind: TagKind, name: str) -> str:
    """A name as the tag of it is written in a note: `@Vash`, `@[Old Fum]`."""
    sign = next(sign for sign, each in SIGNS.items() if each == kind)
    return f"{sign}{name}" if re.fullmatch(r"[^\W\d_][\w-]*", name) else f"{sign}[{name}]"


_MADE_UP = re.compile(r"(?P<article>an? )?(?P<name>[^\W_][^,:;.(\[\]\n]*)", re.IGNORECASE)


def note_name_made_up(entry: Entry, kind: TagKind) -> str:
    """What a table came to, as a name in a note: its first words, of a stranger `the @[tall baker]`. Empty
    where no table made anything up.
    """
    texts = [str(fact.values["text"]) for fact in entry.facts if fact.id.startswith("table-")]
    match = _MADE_UP.match(texts[-1]) if texts else None
    if match is None:
        return ""
    named = note_name_in_brackets(kind, match["name"].strip())
    return f"{THE} {named}" if match["article"] else named


def note_names_as_written(text: str, names: tuple[str, ...]) -> str:
    """A text in which each of these names stands with its own capitals, however it was typed."""
    by_name = {each.casefold(): each for each in names}
    return _any_of(tuple(by_name)).sub(lambda found: by_name.get(found[0].casefold(), found[0]), text)


@lru_cache(maxsize=8)
def _any_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """Any of these names, of two that begin alike the longer one."""
    longest = sorted(filter(None, names), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest))})\b" if longest else "(?!)", re.IGNORECASE)
