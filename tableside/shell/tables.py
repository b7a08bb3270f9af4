"""`tableside tables`: what can be rolled on, and what is wrong with the files of tables."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.settings import named_path
from tableside.campaign.table_files import FOLDER, SHIPPED, Book, book
from tableside.errors import RuleError
from tableside.shell.json_output import encoded_json
from tableside.views.tables import Listed, Origin, tables_listed
from tableside.wording.results import sentence

Options = argparse.Namespace
BAD_INPUT = 2


def table_folders(library: Library) -> tuple[Path, ...]:
    """Where tables are looked for without a campaign."""
    return (library.shared_tables, SHIPPED) if library.shared_tables is not None else (SHIPPED,)


def tables(options: Options, library: Library) -> int:
    return _list(options, library) if options.act == "list" else _check(options, library)


def _list(options: Options, library: Library) -> int:
    if len(options.where) > 1:
        raise RuleError("shell.one-too-many", text=options.where[1])
    if options.where:
        found = _with(library, options.where[0], tables_listed)
        rows = [(each.id, each.title, each.dice, each.origin) for each in found]
    else:
        rows = _of_book(book(table_folders(library)))
    if options.json:
        print(encoded_json([dict(zip(("id", "title", "dice", "from"), row, strict=True)) for row in rows]))
        return 0
    width = max((len(row[0]) for row in rows), default=0)
    for id, title, dice, origin in rows:
        print(f"{id:{width}}  {dice or '-':5}  {title} ({origin})")
    return 0


def _of_book(book: Book) -> list[tuple[str, str, str, Origin]]:
    return [
        (
            id,
            each.table.title,
            each.table.dice,
            Origin.SHIPPED if each.path.is_relative_to(SHIPPED) else Origin.SHARED,
        )
        for id, each in sorted(book.found.items())
    ]


def _with(library: Library, name: str, act: Callable[[Campaign], tuple[Listed, ...]]) -> tuple[Listed, ...]:
    campaign = library.open(library.find(name), read_only=True)
    try:
        return act(campaign)
    finally:
        campaign.close()


def _check(options: Options, library: Library) -> int:
    """Exit 2 and a line for each fault; nothing said of what is only hidden by a nearer table but that."""
    book = _book_to_check(options.where, library)
    if options.json:
        faults = [{"file": str(each.path), "line": each.line, "what": str(each.what)} for each in book.faults]
        print(encoded_json({"faults": faults, "tables": len(book.found), "files": book.files}))
    else:
        for each in book.hidden:
            print(sentence("printed", "no-fault", what=each))
        for each in book.faults:
            print(each, file=sys.stderr)
        if not book.faults:
            print(sentence("printed", "sound-tables", count=len(book.found), files=book.files))
    return BAD_INPUT if book.faults else 0


def _book_to_check(where: Sequence[str], library: Library) -> Book:
    """The book of a campaign, or of files or folders beside what is shared and shipped."""
    paths = [named_path(each) for each in where]
    if not where:
        return book(table_folders(library))
    if len(where) == 1 and not paths[0].exists() and paths[0].suffix != ".toml":
        campaign = library.folder / library.find(where[0])
        return book((campaign / FOLDER, *table_folders(library)))
    for path in paths:
        if not path.exists():
            raise RuleError("shell.no-path", path=str(path))
    return book((*paths, *table_folders(library)))
