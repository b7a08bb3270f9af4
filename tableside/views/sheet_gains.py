"""What a session left on a sheet for good."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from tableside.rules.cells import die_cell_text
from tableside.rules.sheet import Die, Label, Meter, Part, Skills, Slots, Tags, Track, Traits, part_of, parts
from tableside.rules.table import Character
from tableside.views.rows import ARROW
from tableside.wording import part_label, sentence

Won = tuple[str, str]
"""How somebody came to something, `learnt` or `got`, and its name."""


def sheet_gains(before: Character, after: Character, game: str) -> tuple[str, ...]:
    """Each lasting change of a sheet in a few words, in the order of the sheet."""
    lines: list[str] = []
    for part in parts(after.sheet, after.kind):
        old, new = part_of(before.sheet, part), part_of(after.sheet, part)
        if old != new:
            lines += _changes(part_label(game, part), old, new)
    return tuple(lines)


def sheet_gains_by_name(before: Character, after: Character) -> tuple[Won, ...]:
    """What somebody has for good that they had not, by name: things, skills and the like."""
    declared = after.sheet.__dataclass_fields__
    return tuple(
        (_how_won(part_of(after.sheet, part), declared[part].metadata), name)
        for part in parts(after.sheet, after.kind)
        if not (declared[part].metadata[Label.AILS] or declared[part].metadata[Label.BY_PLAY])
        for name in _new_names(part_of(before.sheet, part), part_of(after.sheet, part))
    )


def _how_won(part: Part, labels: Mapping[Label, object]) -> str:
    """Skills, and tags that are names alone, are learnt."""
    is_learnt = isinstance(part, Skills) or (isinstance(part, Tags) and labels[Label.READS] is None)
    return "learnt" if is_learnt else "got"


def _new_names(old: Part, new: Part) -> Iterable[str]:
    return (_names_in(new) - _names_in(old)).elements()


def _names_in(part: Part) -> Counter[str]:
    match part:
        case Skills() | Traits():
            return Counter(each.name for each in part.rows)
        case Slots():
            return Counter(each.name for each in part.items)
        case Tags():
            return Counter(part.names)
        case _:
            return Counter()


def _changes(name: str, old: Part, new: Part) -> Iterator[str]:
    match old, new:
        case Skills(), Skills():
            yield from _skills(old, new)
        case Slots(), Slots():
            yield from _listed("", (each.name for each in old.items), (each.name for each in new.items))
        case Tags(), Tags():
            yield from _listed(f"{name}: ", old.names, new.names)
        case Traits(), Traits():
            yield from _listed(
                f"{name}: ", (each.name for each in old.rows), (each.name for each in new.rows)
            )
        case Meter(), Meter() if old.maximum != new.maximum:
            yield sentence("gain", "most", name=name, before=old.maximum, after=new.maximum)
        case Die(), Die() if old.sides != new.sides:
            yield f"{name} {die_cell_text(old.sides)} {ARROW} {die_cell_text(new.sides)}"
        case Track(), Track() if old.boxes != new.boxes:
            yield f"{name} {old.boxes} {ARROW} {new.boxes}"
        case int(), int() if not isinstance(new, bool):
            yield f"{name} {old} {ARROW} {new}"


def _skills(old: Skills, new: Skills) -> Iterator[str]:
    for row in new.rows:
        was = old.named(row.name)
        if was is None:
            yield sentence("gain", "new", name=row.name, rank=row.rank)
        elif was.rank != row.rank:
            yield f"{row.name} {was.rank} {ARROW} {row.rank}"
    yield from (sentence("gain", "lost", name=row.name) for row in old.rows if new.named(row.name) is None)


def _listed(title: str, old: Iterable[str], new: Iterable[str]) -> Iterator[str]:
    """What came and what went; the same name twice is two things."""
    had, has = Counter(old), Counter(new)
    for id, names in (("got", has - had), ("lost", had - has)):
        yield from (f"{title}{sentence('gain', id, name=name)}" for name in names.elements())
