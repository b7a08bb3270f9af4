"""A recap on a screen, and as plain lines and a document for the shell."""

from collections.abc import Iterator, Sequence

from tableside.views.journal import wrapped
from tableside.views.recap import Chapter, Told
from tableside.views.rows import Row, Tone, heading, row, words_row
from tableside.wording import label

HEAD = "head"
TONES = {HEAD: Tone.STRONG, "story": Tone.PLAIN, "losses": Tone.BAD}
"""How the lines of a chapter look; else dim, being what the program counted."""


def rows(chapters: Sequence[Chapter], cells: int) -> tuple[Row, ...]:
    """The recap wrapped to so many cells; the key of a line's first row begins with its entry's number."""
    return tuple(each for chapter in chapters for each in _chapter(chapter, cells))


def _chapter(chapter: Chapter, cells: int) -> Iterator[Row]:
    if chapter.id != HEAD:
        yield heading(label("recap", chapter.id))
    tone = TONES.get(chapter.id, Tone.DIM)
    for place, told in enumerate(chapter.lines):
        first, *rest = _wrapped(told, cells)
        yield row(f"{told.entry} {chapter.id} {place}", (first, tone))
        for n, line in enumerate(rest):
            yield words_row(f"{told.entry} {chapter.id} {place}.{n}", f"  {line}", tone)


def _wrapped(told: Told, cells: int) -> list[str]:
    return wrapped(told.text, max(20, cells - 2))


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


def document(chapters: Sequence[Chapter]) -> dict[str, list[dict[str, object]]]:
    """The recap as JSON values: by matter, each line with its entry."""
    return {
        chapter.id: [{"text": each.text.strip(), "entry": each.entry or None} for each in chapter.lines]
        for chapter in chapters
    }
