"""Notes: parsing what is typed, finding the names in it, and keeping the GM's notes from players."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Final

from tableside.campaign.entries import Entry, EntryGlance
from tableside.frozen import frozen
from tableside.rules.typed import typed_slug
from tableside.text import folded_text, narrow_text, wrapped
from tableside.views.rows import Span, Tone
from tableside.wording import label

_PAIR = r"/[^\s/](?:[^/\n]*[^\s/])?/(?!\w)"
_PATH = r"/[^\W\d_][\w-]*/"
_PAIR_OF_WORDS = re.compile(r"(?:^|(?<=\s))/(?P<words>[^\s/][^/\n]*[^\s/])/(?!\w)", re.MULTILINE)
_COMMAND = re.compile(rf"(?:^|(?<=\s))(?!{_PAIR}|{_PATH})/(?=[+-]?\d|[^\W\d_]|\?)", re.MULTILINE)
_WRITTEN_SLASH = re.compile(r"(?<!:)//")
_NEXT_SCENE = re.compile(r"\n(?=##+ +\S)")
FOR_THE_GM = "#gm"
"""The tag of notes for the GM alone, as is any tag that begins like it (`#gm-only`, `#GMs`)."""


def is_note(entry: EntryGlance) -> bool:
    return "note" in [fact.id for fact in entry.facts]


def is_struck_note(entry: Entry) -> bool:
    """Whether an entry strikes a note."""
    return any(fact.id == "note-struck" for fact in entry.facts)


def note_text(entry: Entry) -> str:
    """The text of a note, with its line breaks."""
    return "\n".join(str(fact.values["text"]) for fact in entry.facts if fact.id == "note")


# Parsing


@frozen
class NoteAndCommand:
    """A typed text divided into prose, a command, and the rest."""

    prose: str
    """The text to write; empty if there is only a command."""
    command: str = ""
    """The command in the words of the command bar; empty if there is only prose."""
    rest: str = ""
    """The following lines: those after the command, or from the next scene on."""

    @property
    def behind_prose(self) -> str:
        """The text after the prose."""
        return "\n".join(filter(None, (self.command and f"/{self.command}", self.rest)))


def no_act(words: str) -> bool:
    """That words between a pair of slashes are never a command."""
    return False


def note_and_command(text: str, is_act: Callable[[str], bool] = no_act) -> NoteAndCommand:
    """The prose up to the first command or the next scene, and the command, which ends with its line, or at a
    closing slash if `is_act` takes the words before that for one. A slash inside a word or between spaces,
    other pairs around words, and `//`, which stands for a literal slash, begin no command.
    """
    narrow = narrow_text(text)
    match = _COMMAND.search(narrow)
    end = match.start() if match is not None else len(narrow)
    pair = next((each for each in _PAIR_OF_WORDS.finditer(narrow, 0, end) if is_act(each["words"])), None)
    begun = pair or match
    scene = _NEXT_SCENE.search(text, len(text) - len(text.lstrip()))
    if scene is not None and (begun is None or scene.start() < begun.start()):
        return NoteAndCommand(
            _WRITTEN_SLASH.sub("/", text[: scene.start()]).strip(), rest=text[scene.end() :]
        )
    if begun is None:
        return NoteAndCommand(_WRITTEN_SLASH.sub("/", text).strip())
    prose = _WRITTEN_SLASH.sub("/", text[: begun.start()]).strip()
    if pair is not None:
        behind, breaks, below = text[pair.end() :].partition("\n")
        behind = behind.strip() if behind.strip(f" {ENDS}") else ""  # a full stop alone says nothing
        rest = f"{behind}{breaks}{below}" if behind else below
        return NoteAndCommand(prose, text[slice(*pair.span("words"))].strip(), rest)
    command, _, rest = text[begun.end() :].partition("\n")
    return NoteAndCommand(prose, command.strip(), rest)


LOGGED = re.compile(
    r"^(?:\(note:|d:|tbl:|gen:|->|\?|@ |\[(?:E|Track):|\[Thread:[^\[\]\n]+\|Closed\]$).*$", re.MULTILINE
)
"""Lines with Lonelog's signs (`tableside.views.lonelog`), which are no prose."""


# Names


class TagKind(StrEnum):
    SCENE = "scene"
    THREAD = "thread"
    PERSON = "person"
    PLACE = "place"


THE: Final = label("say", "the")
ENDS = '.!?…"”\u2019)'
"""The characters that can end a sentence."""
SIGNS = {"#": TagKind.THREAD, "@": TagKind.PERSON, "~": TagKind.PLACE}
_SIGN = "#@~\uff03\uff20\uff5e"
"""The signs, narrow and wide."""
SIGNED = re.compile(
    rf"(?<![\w{_SIGN}/])([{_SIGN}])(?:([^\W\d_][\w-]*)|[\[\uff3b]([^\W_][^\[\]\uff3b\uff3d\n]*)[\]\uff3d])"
)
_SCENE = re.compile(r"^##+ +(\S.*?) *#*$", re.MULTILINE)


@frozen
class NoteTag:
    """A name in a note."""

    kind: TagKind
    name: str
    has_article: bool = False
    """Whether the prose puts an article before it: the `#ledger`."""

    @property
    def id(self) -> str:
        """An id that ignores case: `#bell`, `@old fum`, `scene the lamp room`."""
        return folded_text(self.listed)

    @property
    def listed(self) -> str:
        """The name with its sign and its own capitals, for lists of names."""
        return f"{_SIGN_OF[self.kind]}{self.name}"

    def said_as(self, elsewhere: "NoteTag") -> "NoteTag":
        """This tag, with an article if this one or the other has one."""
        return replace(self, has_article=True) if elsewhere.has_article else self

    @property
    def said(self) -> str:
        """The name as spoken within a sentence: `the drowned bell`."""
        name = self.name.replace("-", " ") if self.kind == TagKind.THREAD else self.name
        return name_with_article(name) if self.has_article else name


def name_with_article(name: str) -> str:
    """A name with an article before it, unless it begins with one or with a number."""
    return name if name[:1].isdigit() or name.casefold().startswith(f"{THE} ") else f"{THE} {name}"


_SIGN_OF = {TagKind.SCENE: "scene ", **{kind: sign for sign, kind in SIGNS.items()}}


def note_tag(match: re.Match[str]) -> NoteTag:
    """The tag that a match of a name in a note stands for."""
    before = match.string[max(0, match.start() - len(THE) - 1) : match.start()]
    return _tag(*match.groups(""), has_article=before.casefold() == f"{THE} ")


@lru_cache(1_000)
def _tag(sign: str, word: str, words: str, *, has_article: bool) -> NoteTag:
    return NoteTag(SIGNS[narrow_text(sign)], " ".join(words.split()) or word.rstrip("-_"), has_article)


def tags_in_note(text: str) -> tuple[NoteTag, ...]:
    """The names in a note, each once, without the tags that hide it from players."""
    named = [NoteTag(TagKind.SCENE, name) for name in _SCENE.findall(text)]
    named += map(note_tag, SIGNED.finditer(text))
    by_id: dict[str, NoteTag] = {}
    for each in (each for each in named if not has_gm_tag(each.id)):
        by_id[each.id] = each.said_as(by_id.get(each.id, each))
    return tuple(by_id.values())


def note_without_tag_signs(text: str) -> str:
    """A note with its tags as read aloud, without signs and brackets; tags that hide it from players stay."""
    return SIGNED.sub(_as_read, text)


def note_read_aloud(text: str) -> str:
    """A note as read aloud: titles and tags without their signs."""
    return note_without_tag_signs(_SCENE.sub(r"\1", text))


def _as_read(match: re.Match[str]) -> str:
    if has_gm_tag(match[0]):
        return match[0]
    return match[3] or (match[2].replace("-", " ") if narrow_text(match[1]) == "#" else match[2])


# Layout

SCENE_SIGN = "\N{SECTION SIGN}"


def is_scene_note_line(line: str) -> bool:
    """Whether a line of a note begins a scene."""
    return _SCENE.fullmatch(line) is not None


def note_lines(text: str, cells: int) -> Iterator[tuple[Span, ...]]:
    """A note wrapped to this many cells, with scenes as titles and names as links."""
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
    """Spans wrapped to this many cells."""
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
    """Whether a text is hidden from players, in whatever width its tag is typed."""
    return FOR_THE_GM in unicodedata.normalize("NFKC", text).casefold()


_TAG_OF_GM = rf"{FOR_THE_GM}[\w-]*:?"
_GM_TAG = re.compile(
    rf"^{_TAG_OF_GM}\s*|\s*\({_TAG_OF_GM}\)|\s+{_TAG_OF_GM}$|[ \t]*{_TAG_OF_GM}", re.IGNORECASE
)


def without_gm_tag(text: str) -> str:
    """A text for the GM to read, without what hides it from players."""
    return _GM_TAG.sub("", text) if has_gm_tag(text) else text


def is_id_with_gm_tag(id: str) -> bool:
    """Whether an id comes from a name hidden from players: `ring-gm-only` from `Ring #gm-only`."""
    return id == typed_slug(id) and any(each.startswith("gm") for each in id.split("-"))
