"""A recap on a screen, and as plain lines and a document for the shell."""

from collections.abc import Iterator, Sequence

from tableside.text import wrapped
from tableside.views.recap import Chapter, Length
from tableside.views.rows import Row, Span, Tone, heading, row, words_row
from tableside.wording import label

HEAD, STORY = "head", "story"
TONES = {HEAD: Tone.STRONG, STORY: Tone.PLAIN, "losses": Tone.BAD}
"""How the lines of a chapter look; else dim, being what the program counted."""


def rows(chapters: Sequence[Chapter], cells: int) -> tuple[Row, ...]:
    """The recap wrapped to so many cells; the key of a line's first row begins with its entry's number."""
    return tuple(each for chapter in chapters for each in _chapter(chapter, cells))


def how(length: Length, *, public: bool) -> Row:
    """How long it is, for whom, and the keys that change both."""
    spans: list[Span] = []
    for key, each in enumerate(Length, 1):
        text = label("recap", each)
        spans.append((f"[{key} {text}] ", Tone.STRONG) if each == length else (f" {key} {text}  ", Tone.DIM))
    return Row(
        "how", (*spans, (f" v {label('recap', 'for-players' if public else 'for-gm')}", Tone.DIM)), False
    )


def _chapter(chapter: Chapter, cells: int) -> Iterator[Row]:
    tone = TONES.get(chapter.id, Tone.DIM)
    title = label("recap", chapter.id)
    if is_one_line := chapter.id not in (HEAD, STORY) and len(chapter.lines) == 1:
        title += ": "
    elif chapter.id != HEAD:
        yield heading(title)
    for place, told in enumerate(chapter.lines):
        key = f"{told.entry} {chapter.id} {place}"
        named = title if is_one_line else ""
        first, *rest = wrapped(named + told.text, max(20, cells - 2))
        yield row(key, (named, Tone.STRONG), (first.removeprefix(named), tone))
        for n, line in enumerate(rest):
            yield words_row(f"{key}.{n}", f"  {line}", tone)


def entry_of(key: str) -> int:
    """The entry that a row of a recap comes from; 0: from none alone."""
    number = key.partition(" ")[0]
    return int(number) if number.isdecimal() else 0


def lines(chapters: Sequence[Chapter]) -> list[str]:
    """The recap in plain lines, each matter under its title."""
    found: list[str] = []
    for chapter in chapters:
        if chapter.id == HEAD:
            found += [each.text for each in chapter.lines]
        else:
            found += ["", label("recap", chapter.id), *(f"  {_hung(each.text)}" for each in chapter.lines)]
    return found


def _hung(text: str) -> str:
    return text.replace("\n", "\n  ")


def document(chapters: Sequence[Chapter], *, public: bool) -> dict[str, list[dict[str, object]]]:
    """The recap as JSON values: by matter, each line with its entry, where it is for the GM: to players gaps
    in their numbers would tell that something is hidden.
    """
    return {
        chapter.id: [
            {"text": each.text.strip()} | ({} if public else {"entry": each.entry or None})
            for each in chapter.lines
        ]
        for chapter in chapters
    }
