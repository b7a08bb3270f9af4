"""What somebody writes: notes and the lines they are typed as, what they name, and what is the GM's alone."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Final

from tableside.campaign.entries import Entry, EntryGlance
from tableside.frozen import frozen
from tableside.rules.typed import typed_slug
from tableside.text import wrapped
from tableside.views.rows import Span, Tone
from tableside.wording import label

_PAIR = r"/[^\s/](?:[^/\n]*[^\s/])?/(?!\w)"
_PATH = r"/[^\W\d_][\w-]*/"
_COMMAND = re.compile(rf"(?:^|(?<=\s))(?!{_PAIR}|{_PATH})/(?=[+-]?\d|[^\W\d_]|\?)", re.MULTILINE)
_WRITTEN_SLASH = re.compile(r"(?<!:)//")
_NEXT_SCENE = re.compile(r"\n(?=##+ +\S)")
FOR_THE_GM = "#gm"
"""What names this, or anything that begins so (`#gm-only`, `#GMs`), is the GM's alone."""


def is_note(entry: EntryGlance) -> bool:
    return "note" in [fact.id for fact in entry.facts]


def is_struck_note(entry: Entry) -> bool:
    """Whether an entry strikes a note."""
    return any(fact.id == "note-struck" for fact in entry.facts)


def note_text(entry: Entry) -> str:
    """The text of a note, with its line breaks."""
    return "\n".join(str(fact.values["text"]) for fact in entry.facts if fact.id == "note")


# What was typed


@frozen
class NoteAndCommand:
    """Prose, and what is to be done after it."""

    prose: str
    """What is to be written; empty when there is only a command."""
    command: str = ""
    """What is to be done after it, in the words of the command bar; empty when there is only prose."""
    rest: str = ""
    """What was typed on further lines: after the command, or from the next scene on."""

    @property
    def behind_prose(self) -> str:
        """What was typed behind the prose."""
        return "\n".join(filter(None, (self.command and f"/{self.command}", self.rest)))


def note_and_command(text: str) -> NoteAndCommand:
    """The prose of a line in the journal up to its first command or to another scene, and the command. A pair
    of slashes, one inside a word, one apart and `//`, which is written as one, begin none.
    """
    match = _COMMAND.search(text)
    scene = _NEXT_SCENE.search(text, len(text) - len(text.lstrip()))
    if scene is not None and (match is None or scene.start() < match.start()):
        return NoteAndCommand(
            _WRITTEN_SLASH.sub("/", text[: scene.start()]).strip(), rest=text[scene.end() :]
        )
    if match is None:
        return NoteAndCommand(_WRITTEN_SLASH.sub("/", text).strip())
    prose = _WRITTEN_SLASH.sub("/", text[: match.start()]).strip()
    command, _, rest = text[match.end() :].partition("\n")
    return NoteAndCommand(prose, command.strip(), rest)


LOGGED = re.compile(
    r"^(?:\(note:|d:|tbl:|gen:|->|\?|@ |\[(?:E|Track):|\[Thread:[^\[\]\n]+\|Closed\]$).*$", re.MULTILINE
)
"""Lines in Lonelog's signs (`tableside.views.lonelog`) that are no prose."""


# What it names


class TagKind(StrEnum):
    SCENE = "scene"
    THREAD = "thread"
    PERSON = "person"
    PLACE = "place"


THE: Final = label("say", "the")
ENDS = '.!?…"”\u2019)'
"""What a sentence ends with."""
SIGNS = {"#": TagKind.THREAD, "@": TagKind.PERSON, "~": TagKind.PLACE}
SIGNED = re.compile(r"(?<![\w#@~/])([#@~])(?:([^\W\d_][\w-]*)|\[([^\W_][^\[\]\n]*)\])")
_SCENE = re.compile(r"^##+ +(\S.*?) *#*$", re.MULTILINE)


@frozen
class NoteTag:
    """Something named."""

    kind: TagKind
    name: str
    has_article: bool = False
    """Whether the prose says it with its article: the `#ledger`."""

    @property
    def id(self) -> str:
        """The same for however it is written: `#bell`, `@old fum`, `scene the lamp room`."""
        return self.listed.casefold()

    @property
    def listed(self) -> str:
        """The same with its own capitals, as lists of names have it."""
        return f"{_SIGN_OF[self.kind]}{self.name}"

    def said_as(self, elsewhere: "NoteTag") -> "NoteTag":
        """It with the article that it has there or here."""
        return replace(self, has_article=True) if elsewhere.has_article else self

    @property
    def said(self) -> str:
        """It as it is said within a sentence: `the drowned bell`."""
        name = self.name.replace("-", " ") if self.kind == TagKind.THREAD else self.name
        return name_with_article(name) if self.has_article else name


def name_with_article(name: str) -> str:
    """A name as it is said of something known, unless it begins so or with a number."""
    return name if name[:1].isdigit() or name.casefold().startswith(f"{THE} ") else f"{THE} {name}"


_SIGN_OF = {TagKind.SCENE: "scene ", **{kind: sign for sign, kind in SIGNS.items()}}


def note_tag(match: re.Match[str]) -> NoteTag:
    """What the tag of a name in a note is."""
    before = match.string[max(0, match.start() - len(THE) - 1) : match.start()]
    return _tag(*match.groups(""), has_article=before.casefold() == f"{THE} ")


@lru_cache(1_000)
def _tag(sign: str, word: str, words: str, *, has_article: bool) -> NoteTag:
    return NoteTag(SIGNS[sign], " ".join(words.split()) or word.rstrip("-_"), has_article)


def tags_in_note(text: str) -> tuple[NoteTag, ...]:
    """What the text of a note names, each once; not what keeps it from players."""
    named = [NoteTag(TagKind.SCENE, name) for name in _SCENE.findall(text)]
    named += map(note_tag, SIGNED.finditer(text))
    by_id: dict[str, NoteTag] = {}
    for each in (each for each in named if not has_gm_tag(each.id)):
        by_id[each.id] = each.said_as(by_id.get(each.id, each))
    return tuple(by_id.values())


def note_without_tag_signs(text: str) -> str:
    """The text of a note with its tags as they are read aloud: without signs and brackets. What keeps it from
    players stays.
    """
    return SIGNED.sub(_as_read, text)


def note_read_aloud(text: str) -> str:
    """The text of a note as it is read aloud: titles and tags without their signs."""
    return note_without_tag_signs(_SCENE.sub(r"\1", text))


def _as_read(match: re.Match[str]) -> str:
    if has_gm_tag(match[0]):
        return match[0]
    return match[3] or (match[2].replace("-", " ") if match[1] == "#" else match[2])


# How it looks

SCENE_SIGN = "\N{SECTION SIGN}"


def is_scene_note_line(line: str) -> bool:
    """Whether a line of a note begins a scene."""
    return _SCENE.fullmatch(line) is not None


def note_lines(text: str, cells: int) -> Iterator[tuple[Span, ...]]:
    """A note in lines of so many cells: scenes as titles, names as what can be followed."""
    for place, line in enumerate(text.splitlines() or [""]):
        if is_scene_note_line(line):
            title = _SCENE.sub(r"\1", line)
            for each in wrapped(f"{SCENE_SIGN} {title}" if place else title, cells):
                yield ((each, Tone.HEADING),)
        else:
            yield from _wrapped_spans([*_spans(line)], cells)


def _spans(line: str) -> Iterator[Span]:
    end = 0
    for match in SIGNED.finditer(line):
        yield line[end : match.start()], Tone.PLAIN
        yield f"{match[1]}{match[2] or match[3]}", Tone.LINK
        end = match.end()
    yield line[end:], Tone.PLAIN


def _wrapped_spans(spans: Iterable[Span], cells: int) -> Iterator[tuple[Span, ...]]:
    """Spans in lines of so many cells."""
    spans = [*spans]
    tones = [tone for text, tone in spans for _ in text]
    whole, place = "".join(text for text, _ in spans), 0
    for line in wrapped(whole, cells):
        place = max(place, whole.find(line, place))
        yield tuple(_runs(line, tones[place : place + len(line)]))
        place += len(line)


def _runs(line: str, tones: list[Tone]) -> Iterator[Span]:
    for tone, run in groupby(zip(line, tones, strict=True), key=itemgetter(1)):
        yield "".join(letter for letter, _ in run), tone
    if not line:
        yield "", Tone.PLAIN


def has_gm_tag(text: str) -> bool:
    """Whether a text is not for the players."""
    return FOR_THE_GM in text.casefold()


def is_id_with_gm_tag(id: str) -> bool:
    """Whether an id was made of a name that is not for the players: `ring-gm-only` of `Ring #gm-only`."""
    return id == typed_slug(id) and any(each.startswith("gm") for each in id.split("-"))
