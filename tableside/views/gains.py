"""What a session changed on a sheet, for good: learnt, won, lost; what falls and comes back is left out."""

from collections import Counter
from collections.abc import Iterable, Iterator

from tableside.rules.cells import die_text
from tableside.rules.sheet import Die, Meter, Part, Skills, Slots, Tags, Track, Traits, part_of, parts
from tableside.rules.table import Character
from tableside.wording import part_label

ARROW = "\N{RIGHTWARDS ARROW}"


def gains(before: Character, after: Character, game: str) -> tuple[str, ...]:
    """Each lasting change of a sheet in a few words, in the order of the sheet."""
    found: list[str] = []
    for part in parts(after.sheet, after.kind):
        old, new = part_of(before.sheet, part), part_of(after.sheet, part)
        if old != new:
            found += _changes(part_label(game, part), old, new)
    return tuple(found)


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
            yield f"{name} at most {old.maximum} {ARROW} {new.maximum}"
        case Die(), Die() if old.sides != new.sides:
            yield f"{name} {die_text(old.sides)} {ARROW} {die_text(new.sides)}"
        case Track(), Track() if old.boxes != new.boxes:
            yield f"{name} {old.boxes} {ARROW} {new.boxes}"
        case int(), int() if not isinstance(new, bool):
            yield f"{name} {old} {ARROW} {new}"


def _skills(old: Skills, new: Skills) -> Iterator[str]:
    for row in new.rows:
        was = old.named(row.name)
        if was is None:
            yield f"{row.name} {row.rank} is new"
        elif was.rank != row.rank:
            yield f"{row.name} {was.rank} {ARROW} {row.rank}"
    yield from (f"lost {row.name}" for row in old.rows if new.named(row.name) is None)


def _listed(title: str, old: Iterable[str], new: Iterable[str]) -> Iterator[str]:
    """What came and what went; the same name twice is two things."""
    had, has = Counter(old), Counter(new)
    yield from (f"{title}got {name}" for name in (has - had).elements())
    yield from (f"{title}lost {name}" for name in (had - has).elements())
