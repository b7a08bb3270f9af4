"""A story in Lonelog, and notes read from such a log.

Lonelog is a notation that many solo players keep their story in. A sign says what a line is: `@` an attempt,
`?` a question to an oracle, `d:` a roll, `tbl:` a table, `->` the result, `=>` the consequence. Scenes are
titles `### S1 The lamp room`; `[N:Vash]` is a person, `[PC:Ana]` a member of the party, `[L:Harbour]` a
place, `[Thread:bell|Open]` a thread, `[E:The tide 2/4]` a clock, `[Track:The ledger 4/10]` a track, `(note:
…)` an aside. Imported lines with a sign stay as they are and are exported unchanged.
"""

import re
from collections.abc import Collection, Iterable, Iterator

from tableside.campaign.campaign import Campaign
from tableside.campaign.markdown_pages import BOM
from tableside.rules.table import Kind
from tableside.text import clean_text
from tableside.views.names_in_notes import note_name_in_brackets
from tableside.views.notes import LOGGED, SIGNED, TagKind, has_gm_tag, is_scene_note_line, note_tag
from tableside.views.public.document import PartKind, PartSeen
from tableside.views.public.entries_told import throw_in_entry_told
from tableside.views.sessions import session_title
from tableside.views.story import StoryChapter, StoryLine, Telling, story_chapters

LETTERS = {TagKind.PERSON: "N", TagKind.PLACE: "L", TagKind.THREAD: "Thread"}
PLAYERS = "PC"
"""The tag for the name of a member of the party."""
_KINDS = {PLAYERS.casefold(): TagKind.PERSON, **{each.casefold(): kind for kind, each in LETTERS.items()}}
_TAG = re.compile(r"\[#?(N|PC|L|Thread):([^\[\]|\n]+)((?:\|[^\[\]|\n]*)*)\]", re.IGNORECASE)
_SCENE = re.compile(r"#{2,6} +(?:T\d+-)?S\d+[a-z]?(?:\.\d+)? *[:.\u2013\u2014-]? *(.*)")
_BRACKETS = re.compile(r"[\[\]|]")
_TITLE = re.compile(r"# +.*")
_SESSION = re.compile(r"## +.*")
"""The title of a session, which a note writes with one `#`, since two begin a scene."""
_DATE = re.compile(r"\*(?:Date: *)?\d{4}-\d\d-\d\d\b[^*]*\*")
_ENDS = re.compile(r" *[*_]+(.*?)[*_]+ *")


def lonelog_parts(campaign: Campaign, telling: Telling) -> Iterator[str]:
    """The whole story in Lonelog's notation, one session at a time."""
    title = campaign.table.title.replace("\\", "\\\\").replace('"', '\\"')
    yield f'---\ntitle: "{title}"\nruleset: "{campaign.ruleset.name}"\n---\n\n# {campaign.table.title}\n'
    log = _Log({each.name.casefold() for each in campaign.table.characters.values() if each.kind == Kind.PC})
    for chapter in story_chapters(campaign, telling):
        head = f"## {chapter.title}\n*Date: {chapter.began:%Y-%m-%d}*"
        yield "\n".join(["", head, "", *log.lines_of(chapter), ""])


class _Log:
    """The state of the log being written."""

    def __init__(self, party: Collection[str]) -> None:
        self._party = party
        """The party's names, casefolded."""
        self._scenes = 0
        self._open_threads: set[str] = set()

    def lines_of(self, chapter: StoryChapter) -> Iterator[str]:
        for story_line in chapter.told:
            for line in self._rendered(story_line):
                if is_scene_note_line(line):
                    self._scenes += 1
                    yield from ("", f"### S{self._scenes} {line.lstrip('# ')}", "")
                else:
                    yield line

    def _rendered(self, told: StoryLine) -> Iterator[str]:
        if told.is_prose:
            lines = (self._with_letters(line.strip()) for line in told.text.splitlines())
            yield from (_prose(line) for line in lines if line)
        elif told.seen.parts:
            for part in told.seen.parts:
                yield from self._part(part)
        elif told.seen.throws:
            came = told.seen.result or told.text.partition(" · ")[0]
            yield f"d: {'; '.join(map(throw_in_entry_told, told.seen.throws))} -> {came}"
            if came != told.text:
                yield f"(note: {told.text})"
        else:
            yield f"(note: {told.text})"

    def _part(self, part: PartSeen) -> Iterator[str]:
        name = _BRACKETS.sub("", part.name)
        match part.kind:
            case PartKind.ORACLE:
                yield from (f"? {part.name}", f"-> {part.came}")
            case PartKind.TABLE:
                yield f"tbl: {part.name} -> {part.came}"
            case PartKind.CLOCK:
                yield f"[E:{name} {part.came}]"
            case PartKind.TRACK:
                yield f"[Track:{name} {part.came}]"
            case PartKind.OVER:
                yield f"[Thread:{name.removeprefix('#')}|Closed]"
            case PartKind.OPEN:
                self._open_threads.discard(part.name.casefold())
                yield self._with_letters(part.name)
            case PartKind.HAPPENED:
                yield f"=> {part.name}"

    def _with_letters(self, text: str) -> str:
        """A text with names in Lonelog's tags, a new thread as an open one; in titles, names stay plain."""

        def lettered(match: re.Match[str]) -> str:
            tag = note_tag(match)
            if has_gm_tag(match[0]):
                return match[0]
            if is_scene_note_line(text):
                return tag.name
            is_new = tag.kind == TagKind.THREAD and tag.id not in self._open_threads
            self._open_threads.add(tag.id)
            is_player = tag.kind == TagKind.PERSON and tag.name.casefold() in self._party
            letter = PLAYERS if is_player else LETTERS[tag.kind]
            return f"[{letter}:{tag.name.replace('|', '/')}{'|Open' if is_new else ''}]"

        return SIGNED.sub(lettered, text)


def _prose(line: str) -> str:
    if _TITLE.fullmatch(line):
        return f"\n#{line}\n"
    is_signed = is_scene_note_line(line) or LOGGED.fullmatch(line) or _DATE.fullmatch(line)
    return line if is_signed else f"=> {line}"


def notes_in_lonelog(text: str) -> tuple[str, ...]:
    """The notes in a Lonelog text: the title of each scene with what happens first, then a note for each
    block of lines. Rolls, answers and session titles stay as they were written.
    """
    notes: list[list[str]] = [[]]
    for line in _lines(text):
        if line.startswith(("# ", "## ")) and notes[-1]:
            notes.append([])
        if line:
            notes[-1].append(line)
        elif notes[-1] and not notes[-1][-1].startswith(("# ", "## ")):
            notes.append([])
    return tuple("\n".join(each) for each in notes if each)


def _lines(text: str) -> Iterator[str]:
    """The lines in Tableside's notation, without what is no part of the story."""
    for line in _body(clean_text(text, lines=True).splitlines()):
        if scene := _SCENE.fullmatch(line):
            yield ""
            yield f"## {_ENDS.sub(chr(92) + '1', scene[1]).strip() or line.strip('# ')}"
        elif _SESSION.fullmatch(line):
            yield ""
            yield "" if line.lstrip("# ") == session_title(0) else line.removeprefix("#")
        elif _TITLE.fullmatch(line) or line.startswith(("```", "---")):
            yield ""
        else:
            yield _TAG.sub(_as_named, line.removeprefix("=>").strip())


def _body(lines: Iterable[str]) -> Iterator[str]:
    """The lines without the front matter."""
    stripped = (each.removeprefix(BOM).strip() for each in lines)
    first = next(stripped, "")
    if first == "---":
        for each in stripped:
            if each == "---":
                break
    else:
        yield first
    yield from stripped


def _as_named(match: re.Match[str]) -> str:
    """A name in the notation of notes; a closed thread stays as written."""
    if match[3].casefold() == "|closed":
        return match[0]
    name = " ".join(match[2].split())
    said = "; ".join(each for each in map(str.strip, match[3].split("|")) if each and each != "Open")
    named = note_name_in_brackets(_KINDS[match[1].casefold()], name)
    return f"{named} ({said})" if said else named
