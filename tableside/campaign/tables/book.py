"""The tables that can be rolled on in a campaign: its own, those shared, and those shipped.

A campaign's own `tables` folder stands before the shared one, and that before those shipped with Tableside.
What is wrong is named by file and line, and keeps only the tables concerned from being rolled on.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import lru_cache
from pathlib import Path
from typing import Final

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import is_campaign
from tableside.campaign.tables.file import BEYOND, FileFault, TableFile, read_file
from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.inputs import Given
from tableside.rules.procedure import Procedure, Role
from tableside.rules.ruleset import BUNDLED, ruleset_ids
from tableside.rules.table import Table
from tableside.rules.tables.checking import closure, faults_together
from tableside.rules.tables.definitions import encoded, held
from tableside.rules.tables.random_table import RandomTable
from tableside.rules.tables.reading import ReadTable, TableFault
from tableside.rules.tables.references import references
from tableside.rules.typed import one_of

FOLDER: Final = "tables"
SHIPPED: Final = Path(__file__).parents[2] / "tables"
MOST_BYTES: Final = 2_000_000
"""Bytes of all tables in a campaign's folder that are read: reading hostile ones takes a second for each
million.
"""
MOST_FILES: Final = 500
"""Files of a folder that are read."""


@frozen
class Found:
    """A table that can be rolled on, and the file that it is in."""

    table: RandomTable
    path: Path
    game: str = ""
    """The id of the game that it is for; empty: any."""


@frozen
class Book:
    """All tables of some folders."""

    found: Mapping[str, Found]
    """Those that can be rolled on, by id."""
    faults: tuple[FileFault, ...]
    hidden: tuple[FileFault, ...] = ()
    """Tables that stand behind one of their name: no faults, but worth knowing."""
    files: int = 0
    broken: Mapping[str, FileFault] = field(default_factory=dict)
    """Why a table that is written cannot be rolled on: a fault of its own, or of one that it leads to."""

    @property
    def tables(self) -> dict[str, RandomTable]:
        return {id: each.table for id, each in self.found.items()}


def folders(campaign: Campaign) -> tuple[Path, ...]:
    """Where the tables of a campaign are looked for, the first before the others."""
    shared = (campaign.shared_tables,) if campaign.shared_tables is not None else ()
    return (campaign.folder / FOLDER, *shared, SHIPPED)


def book_of(campaign: Campaign) -> Book:
    """All tables of a campaign as the files are now."""
    return book(folders(campaign))


def book(where: tuple[Path, ...]) -> Book:
    """All tables of these folders, or files, as they are now; read anew only when one of them has changed."""
    stamps = tuple(each for place in where for each in _stamps(place))
    return _book(where, stamps)


Stamp = tuple[str, str, int, int, bool]
"""A folder, a file in it, when it was changed (nanoseconds), its size, and whether somebody here has made the
folder: in a campaign's folder, which may come from anybody, no link is followed.
"""


def _stamps(place: Path) -> Iterator[Stamp]:
    is_ours = not is_campaign(place.parent)
    try:
        is_folder = place.is_dir() and (is_ours or not place.is_symlink())
        listed = _toml_files(place) if is_folder else [place]
    except OSError:  # it is there and cannot be looked into: reading it says why
        listed = [place]
    left = MOST_BYTES
    for path in listed:
        try:
            found = path.stat() if is_ours else path.lstat()
        except OSError:
            if os.path.lexists(path):  # a link that leads nowhere; what is not there holds nothing
                yield (str(place), str(path), 0, -1, is_ours)
            continue
        left -= 0 if is_ours else found.st_size
        yield (str(place), str(path), found.st_mtime_ns, found.st_size if left >= 0 else BEYOND, is_ours)


def _toml_files(folder: Path) -> list[Path]:
    with os.scandir(folder) as entries:
        names = sorted(each.name for each in entries if each.name.endswith(".toml") and each.name[0] != ".")
    return [folder / name for name in names[: MOST_FILES + 1]]


@lru_cache(maxsize=8)
def _book(where: tuple[Path, ...], stamps: tuple[Stamp, ...]) -> Book:
    files = [read_file(Path(path), *rest) for _, path, *rest in stamps]
    places = [place for place, *_ in stamps]
    faults = [each.fault for each in files if each.fault]
    hidden: list[FileFault] = []
    first: dict[str, tuple[str, TableFile]] = {}
    for place, file in zip(places, files, strict=True):
        for id, each in file.tables.items():
            faults += map(file.fault_at, (*each.faults, *_game_faults(id, each)))
            if id not in first:
                first[id] = (place, file)
                continue
            before = first[id]
            clash = file.fault_at(TableFault(id, f"stands in {before[1].path} already, which is used"))
            (faults if before[0] == place else hidden).append(clash)
    read = {id: file.tables[id] for id, (_, file) in first.items()}
    sound = {id: each.table for id, each in read.items() if each.table is not None}
    together = list(faults_together(sound, frozenset(read)))
    faults += [first[each.table][1].fault_at(each) for each in together]
    for folder in where:
        if places.count(str(folder)) > MOST_FILES:
            faults.append(FileFault(folder, 0, f"has more than {MOST_FILES} files of tables"))
    broken = _broken(read, sound, faults)
    whole = {
        id: Found(table, first[id][1].path, read[id].game) for id, table in sound.items() if id not in broken
    }
    return Book(whole, tuple(faults), tuple(hidden), len(files), broken)


def _game_faults(id: str, read: ReadTable) -> Iterator[TableFault]:
    """A game that is none: its table would never be offered."""
    if read.game and read.game not in BUNDLED and read.game not in ruleset_ids():
        known = ", ".join(ruleset_ids())
        yield TableFault(id, f"its game {read.game!r} is not known: choose one of {known}, or none")


def _broken(
    read: Mapping[str, ReadTable], sound: Mapping[str, RandomTable], faults: list[FileFault]
) -> dict[str, FileFault]:
    """The tables that cannot be rolled on, each with the fault that is why."""
    own: dict[str, FileFault] = {}
    for each in faults:
        if each.table in read:
            own.setdefault(each.table, each)
    if not own:
        return {}
    found = dict(own)
    for id in sound:
        within = (ref.table for one in closure(id, sound) for ref in references(one))
        blame = next((own[each] for each in (id, *within) if each in own), None)
        if blame is not None:
            found[id] = blame
    return found


def named(text: str, known: Mapping[str, object]) -> str:
    """The id of the table that was typed. Raises `RuleError` naming the nearest."""
    return text if text in known else one_of(text, known)


def filled(procedure: Procedure, given: Given, table: Table, where: Book) -> Given:
    """The inputs with what the files say: the table's id in full, and all of it that the campaign does not
    hold yet as it is written now.

    Raises `RuleError` for a table that is not there, or that has a fault. A table whose file has gone is
    rolled on as it was last.
    """
    if procedure.role != Role.TABLE or not given.get("table"):
        return given
    typed, own = str(given["table"]), held(table)
    id = named(typed, {**where.found, **where.broken, **own})
    if id in where.broken:
        raise RuleError(str(where.broken[id]))
    new = [each for each in closure(id, where.tables) if own.get(each.id) != each]
    return {**given, "table": id, "definition": encoded(new) if new else ""}
