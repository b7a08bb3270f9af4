"""A session in five sentences, to be read aloud: how each scene began, what was answered and filled, who fell
and what was won; the threads that are open, and what nobody has answered.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from tableside.frozen import frozen
from tableside.text import clip
from tableside.views.notes import (
    SCENE_SIGN,
    SIGNED,
    SIGNS,
    TagKind,
    is_for_gm,
    is_scene_note_line,
    note_tag,
    tags_in_note,
    without_tag_signs,
)
from tableside.views.sheet_gains import Won
from tableside.wording import and_more, both, label, sentence

SENTENCES = 5
LONGEST = 230
"""Cells of a sentence."""
LOOKED_AT = 2_000
"""Letters of a note in which its first sentence is looked for."""
NAMES = 4
"""Names in a sentence; the rest is counted."""
Sourced = tuple[str, int]
"""A text, and the number of the entry that it comes from."""


@frozen
class Heard:
    """What a session is told of, each in its order."""

    notes: Sequence[Sourced]
    answers: Sequence[Sourced] = ()
    """Questions with the oracle's answers."""
    filled: Sequence[Sourced] = ()
    """Names of clocks."""
    dead: Sequence[Sourced] = ()
    beaten: Sequence[Sourced] = ()
    won: Sequence[tuple[str, tuple[Won, ...]]] = ()
    """Names of the party, each with what they have that they had not."""


def sentences(heard: Heard) -> tuple[Sourced, ...]:
    """A session told in its order, in five sentences at most, to be read aloud."""
    others = [each for each in (_answered(heard), _of_names("filled", heard.filled), _fell(heard)) if each]
    won = [_stopped(_won(who, what)) for who, what in heard.won if what]
    last = [(each, 0) for each in won[: 1 if others else 2]]
    scenes = _spread([*_scenes(heard.notes)], SENTENCES - len(others) - len(last))
    told = [*scenes, *others]
    told += _between(heard.notes, {entry for _, entry in scenes}, SENTENCES - len(told) - len(last))
    return (*sorted(told, key=lambda each: each[1]), *last)


def _spread(scenes: list[Sourced], room: int) -> list[Sourced]:
    """So many of them: the first, the last, and of the others as many as there is room for."""
    if len(scenes) <= room:
        return scenes
    if room < 2:
        return scenes[:room]
    step = (len(scenes) - 1) / (room - 1)
    return [scenes[round(step * place)] for place in range(room)]


def _scenes(notes: Sequence[Sourced]) -> Iterator[Sourced]:
    """The first sentence of the first note of each scene; without scenes, of the first of all."""
    is_new = True
    for text, entry in notes:
        is_new = is_new or ("##" in text and any(map(is_scene_note_line, text.splitlines())))
        if is_new and (said := first_sentence(text)):
            yield said, entry
            is_new = False


def _between(notes: Sequence[Sourced], told: Collection[int], room: int) -> list[Sourced]:
    """Where there is room, how it went on: so many other notes, the last one first of all."""
    others = [each for each in notes if each[1] not in told]
    picked = _spread(others[::-1], room) if room > 0 else []
    said = ((first_sentence(text), entry) for text, entry in picked)
    return [each for each in said if each[0]]


def _answered(heard: Heard) -> Sourced | None:
    return (_stopped(heard.answers[-1][0]), heard.answers[-1][1]) if heard.answers else None


def _fell(heard: Heard) -> Sourced | None:
    parts = [each for each in (_of_names("died", heard.dead), _of_names("beaten", heard.beaten)) if each]
    return (" ".join(text for text, _ in parts), parts[0][1]) if parts else None


def _of_names(id: str, named: Sequence[Sourced]) -> Sourced | None:
    names = _together([*dict.fromkeys(name for name, _ in named)])
    if not names:
        return None
    told = _some(_without_repeats(names))
    return sentence("recap", id if len(names) == 1 else f"{id}-many", names=told), named[-1][1]


def _together(names: Sequence[str]) -> list[str]:
    """Those of a kind side by side in the order of their numbers, where the first of them stands."""
    stems = [_numbered(name)[0] for name in names]
    return sorted(names, key=lambda name: (stems.index(_numbered(name)[0]), _numbered(name)[1]))


def _numbered(name: str) -> tuple[str, int]:
    """A name without the number that ends it, and that; 0 where there is none."""
    stem, _, number = name.rpartition(" ")
    return (stem, int(number)) if stem and number.isdecimal() else (name, 0)


def _without_repeats(names: Sequence[str]) -> list[str]:
    """Names with what tells each apart from the one before, where that is a number: `Gremlin 1`, `2`."""
    told = [*names[:1]]
    for before, name in pairwise(names):
        stem, number = _numbered(name)
        told.append(str(number) if number and stem == _numbered(before)[0] else name)
    return told


def _won(who: str, won: Sequence[Won]) -> str:
    """What somebody learnt and came away with."""
    by_how: dict[str, list[str]] = {}
    for how, name in won:
        by_how.setdefault(how, []).append(_with_the(name) if how == "got" else name)
    told = [sentence("recap", f"won-{how}", what=_some(names)) for how, names in by_how.items()]
    return f"{who} {_some(told)}"


def _some(names: Sequence[str]) -> str:
    """Names as a sentence has them."""
    few, more = names[:NAMES], and_more(len(names) - NAMES)
    if more:
        return ", ".join([*few, more])
    return both([", ".join(few[:-1]), few[-1]]) if len(few) > 1 else few[0]


# The words of a note


_HEADING = re.compile(r"^#+ .*$", re.MULTILINE)
_LOGGED = re.compile(r"^(?:\(note:|d:|tbl:|gen:|->|\?|@ |\[(?:E|Track):).*$", re.MULTILINE)
"""Lines of a log that was taken in (`tableside.views.story`) that are no prose."""
_MARKS = re.compile(r"^\s*(?:[-*+>]|\d+[.)]) +|[*_`]+(?=\S)|(?<=\S)[*_`]+", re.MULTILINE)
_SENTENCE = re.compile(r"(.+?[.!?…][\"'”\u2019)\]]*)(?=\s|$)", re.DOTALL)


def first_sentence(note: str) -> str:
    """The first sentence of a note as it is read aloud; empty where it holds nothing but titles and names."""
    text = " ".join(_MARKS.sub("", _LOGGED.sub("", _HEADING.sub("", note[:LOOKED_AT]))).split())
    said = without_tag_signs(_without_labels(text)).strip()
    match = _SENTENCE.match(said)
    return _stopped(clip(match[1] if match else said, LONGEST)) if said else ""


def note_in_recap(note: str) -> tuple[str, str]:
    """The scene that a note begins, with its sign, and its text, each on one line, without the signs of
    names; empty where there is none.
    """
    first, _, rest = note.partition("\n")
    scene = f"{SCENE_SIGN} {first.strip('# ')}" if is_scene_note_line(first) else ""
    text = " ".join((rest if scene else note).split())
    return without_tag_signs(scene), without_tag_signs(_without_labels(text))


def _without_labels(text: str) -> str:
    """A text without the names that stand behind its last sentence. What keeps it from players stays."""
    end = len(text)
    for name in reversed([*SIGNED.finditer(text)]):
        if name.end() != len(text[:end].rstrip()) or is_for_gm(name[0]):
            break
        end = name.start()
    said = text[:end].rstrip()
    return said if said and said[-1] in ENDS else text


ENDS = '.!?…"”\u2019)'
"""What a sentence ends with."""


def _stopped(text: str) -> str:
    """A sentence with a capital and a stop."""
    text = f"{text[:1].upper()}{text[1:]}"
    return text if text[-1:] in ENDS else f"{text}."


# What is open


def recap_note_asks(note: str) -> bool:
    """Whether a note that is told ends as a question, behind which only names stand."""
    if "?" not in note:
        return False
    words = note.split()
    while words and words[-1][0] in SIGNS:
        words.pop()
    return bool(words) and words[-1].rstrip("*_\"'”\u2019)").endswith("?")


def recap_threads(notes: Iterable[str], closed: Collection[str]) -> tuple[str, ...]:
    """The threads that these notes name and that are not `closed`, by their ids, the latest named first."""
    named: dict[str, str] = {}
    for note in (each for each in notes if "#" in each):
        for tag in (each for each in tags_in_note(note) if each.kind == TagKind.THREAD):
            named[tag.id] = named.pop(tag.id, tag.name)
        for match in SIGNED.finditer(note):
            id = note_tag(match).id
            if id in named and note[: match.start()].casefold().endswith(f"{THE} "):
                named[id] = _with_the(named[id])  # as the prose says it: the #ledger
    is_open = (name for id, name in reversed(named.items()) if id not in closed)
    return tuple(name.replace("-", " ") for name in is_open)


def open_sentence(names: Sequence[str]) -> str:
    """That these threads are open, to be read aloud."""
    return _stopped(sentence("recap", "open" if len(names) == 1 else "open-many", names=_some(names)))


def _with_the(name: str) -> str:
    """A name as it is said of something known, unless it begins so or with a number."""
    return name if name[:1].isdigit() or name.casefold().startswith(f"{THE} ") else f"{THE} {name}"


THE: Final = label("say", "the")
