"""Scenes, threads, people and places as they are named in what somebody writes, and where each occurs.

`## The lamp room` at the beginning of a line is a scene; `#drowned-bell` a thread, `@Vash` somebody,
`~Harbour` a place.
"""

import re
from collections.abc import Iterable
from enum import StrEnum

from tableside.frozen import frozen
from tableside.views.rows import Row, Tone, column, heading, row, words_row
from tableside.wording import label

NAME_CELLS = 28


class TagKind(StrEnum):
    SCENE = "scene"
    THREAD = "thread"
    PERSON = "person"
    PLACE = "place"


SIGNS = {"#": TagKind.THREAD, "@": TagKind.PERSON, "~": TagKind.PLACE}
_SIGNED = re.compile(r"(?<![\w#@~/])([#@~])([^\W\d_][\w-]*)")
_SCENE = re.compile(r"^##+ +(\S.*?) *#*$", re.MULTILINE)


@frozen
class Tag:
    """Something named."""

    kind: TagKind
    name: str

    @property
    def id(self) -> str:
        """The same for however it is written: `#bell`, `scene the lamp room`."""
        sign = next((sign for sign, kind in SIGNS.items() if kind == self.kind), "scene ")
        return f"{sign}{self.name.casefold()}"


def tags(text: str) -> tuple[Tag, ...]:
    """What a text names, each once, as it is written first."""
    found = [Tag(TagKind.SCENE, name) for name in _SCENE.findall(text)]
    found += [Tag(SIGNS[sign], name.rstrip("-_")) for sign, name in _SIGNED.findall(text)]
    return tuple({each.id: each for each in found}.values())


@frozen
class Occurrences:
    """How often something is named, and in which session last."""

    tag: Tag
    times: int
    session: int


def occurring(named: Iterable[tuple[Tag, int]]) -> tuple[Occurrences, ...]:
    """Each thing named with its session, counted: by kind, then what was named last first."""
    found: dict[str, Occurrences] = {}
    for tag, session in named:
        held = found.get(tag.id, Occurrences(tag, 0, session))
        found[tag.id] = Occurrences(held.tag, held.times + 1, max(held.session, session))
    kinds = list(TagKind)
    return tuple(
        sorted(found.values(), key=lambda each: (kinds.index(each.tag.kind), -each.session, each.tag.id))
    )


def tag_rows(found: Iterable[Occurrences]) -> tuple[Row, ...]:
    """A row for each, under its kind. Keys are `tag` and the tag's id."""
    rows: list[Row] = []
    last: TagKind | None = None
    for each in found:
        if each.tag.kind != last:
            last = each.tag.kind
            rows.append(heading(label("tags", last)))
        times = "once" if each.times == 1 else f"{each.times} times"
        where = f"last in session {each.session}" if each.session else "before the first session"
        name = column(each.tag.name, NAME_CELLS)
        rows.append(row(f"tag {each.tag.id}", name, (f" {times}, {where}", Tone.DIM)))
    nothing = words_row("no-tags", "Nothing is named yet: write ## a scene, #thread, @person or ~place.")
    return tuple(rows) or (nothing,)
