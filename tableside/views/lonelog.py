"""A story in Lonelog, and notes taken out of such a log.

In Lonelog, the notation in which many who play alone keep their story, a line says by its sign what it is:
`@` what is tried, `?` what an oracle is asked, `d:` what was rolled, `->` what came of that, `=>` what
happens. Scenes are titles `### S1 The lamp room`; `[N:Vash]` is somebody, `[L:Harbour]` a place,
`[Thread:bell|Open]` a thread, `[E:The tide 2/4]` a clock, `[Track:The ledger 4/10]` a track, `(note: …)` an
aside.
"""

import re
from collections.abc import Iterable, Iterator

from tableside.campaign.campaign import Campaign
from tableside.campaign.markdown_pages import BOM
from tableside.text import clean_text
from tableside.views.notes import SIGNED, TagKind, in_brackets, is_for_gm, is_scene_note_line, note_tag
from tableside.views.public.entries_told import throw_told
from tableside.views.story import Chapter, StoryLine, Telling, story_chapters

LETTERS = {TagKind.PERSON: "N", TagKind.PLACE: "L", TagKind.THREAD: "Thread"}
_KINDS = {letter.casefold(): kind for kind, letter in LETTERS.items()}
_TAG = re.compile(r"\[#?(N|L|Thread):([^\[\]|\n]+)((?:\|[^\[\]|\n]*)*)\]", re.IGNORECASE)
_SCENE = re.compile(r"#{2,6} +(?:T\d+-)?S\d+[a-z]?(?:\.\d+)? *[:.\u2013\u2014-]? *(.*)")
_BRACKETS = re.compile(r"[\[\]|]")
_SESSION = re.compile(r"#{1,2} +.*")
_DATE = re.compile(r"\*\d{4}-\d\d-\d\d\*")
_ENDS = re.compile(r" *[*_]+(.*?)[*_]+ *")


def lonelog_parts(campaign: Campaign, telling: Telling) -> Iterator[str]:
    """The whole story in Lonelog's notation, a session at a time."""
    title = campaign.table.title.replace("\\", "\\\\").replace('"', '\\"')
    yield f'---\ntitle: "{title}"\nruleset: "{campaign.ruleset.name}"\n---\n\n# {campaign.table.title}\n'
    scenes = 0
    for chapter in story_chapters(campaign, telling):
        lines = [*_chapter(chapter, scenes)]
        scenes += sum(line.startswith("### S") for line in lines)
        yield "\n".join(["", f"## {chapter.title}", "", f"*{chapter.began:%Y-%m-%d}*", "", *lines, ""])


def _chapter(chapter: Chapter, scenes: int) -> Iterator[str]:
    for told in chapter.told:
        for line in _rendered(told):
            if is_scene_note_line(line):
                scenes += 1
                yield from ("", f"### S{scenes} {line.lstrip('# ')}", "")
            else:
                yield line


def _rendered(told: StoryLine) -> Iterator[str]:
    if told.is_prose:
        lines = (_with_letters(line.strip()) for line in told.text.splitlines())
        yield from (line if is_scene_note_line(line) else f"=> {line}" for line in lines if line)
    elif told.asked:
        yield from (f"? {told.asked}", f"-> {told.answered}")
    elif told.clock:
        yield f"[{'Track' if told.is_track else 'E'}:{_BRACKETS.sub('', told.clock)}]"
    elif told.throws:
        yield f"d: {'; '.join(map(throw_told, told.throws))} -> {told.text}"
    else:
        yield f"(note: {told.text})"


def _with_letters(text: str) -> str:
    """A text with its names as Lonelog has them; a title keeps them plain."""

    def lettered(match: re.Match[str]) -> str:
        tag = note_tag(match)
        if is_for_gm(match[0]):
            return match[0]
        return (
            f"[{LETTERS[tag.kind]}:{tag.name.replace('|', '/')}]"
            if not is_scene_note_line(text)
            else tag.name
        )

    return SIGNED.sub(lettered, text)


def notes_in_lonelog(text: str) -> tuple[str, ...]:
    """The notes that a log in Lonelog's notation comes to: each scene's title with what happens first, then a
    note for what stands together. Rolls and answers stay in them as they were written.
    """
    notes: list[list[str]] = [[]]
    for line in _lines(text):
        if line.startswith("## ") and notes[-1]:
            notes.append([])
        if line:
            notes[-1].append(line)
        elif notes[-1] and not notes[-1][-1].startswith("## "):
            notes.append([])
    return tuple("\n".join(each) for each in notes if each)


def _lines(text: str) -> Iterator[str]:
    """The lines in our notation; what is no part of the story is left out."""
    for line in _body(clean_text(text, lines=True).splitlines()):
        if scene := _SCENE.fullmatch(line):
            yield ""
            yield f"## {_ENDS.sub(chr(92) + '1', scene[1]).strip() or line.strip('# ')}"
        elif _SESSION.fullmatch(line) or _DATE.fullmatch(line) or line.startswith(("```", "---")):
            yield ""
        else:
            yield _TAG.sub(_as_named, line.removeprefix("=>").strip())


def _body(lines: Iterable[str]) -> Iterator[str]:
    """Without what stands in front of it."""
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
    name = " ".join(match[2].split())
    said = "; ".join(filter(None, (each.strip() for each in match[3].split("|"))))
    named = in_brackets(_KINDS[match[1].casefold()], name)
    return f"{named} ({said})" if said else named
