"""`tableside packs`: the own kinds that there are, what is wrong with their files, and those that a campaign
has kept as a file.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.pack_files import FOLDER, PackFile, book, files_in, of_files
from tableside.campaign.settings import named_path
from tableside.campaign.toml_files import FileFault
from tableside.errors import RuleError
from tableside.rules.kept_kinds import kinds_kept, own_kind, own_names
from tableside.rules.kinds import sections
from tableside.rules.ruleset import Ruleset, ruleset, ruleset_ids
from tableside.rules.table import OwnKind
from tableside.shell import packs_added
from tableside.shell.json_output import encoded_json
from tableside.views.packs import as_pack
from tableside.wording.results import sentence

Options = argparse.Namespace
BAD_INPUT = 2


def packs(options: Options, library: Library) -> int:
    """Carry out the command; the exit status."""
    match options.act:
        case "list":
            return _list(options, library)
        case "save":
            return _save(options, library)
        case "add":
            return packs_added.add_to_packs(options, library)
    return _check(options, library)


def _list(options: Options, library: Library) -> int:
    kinds = [*_kinds(options, library)]
    if options.json:
        print(encoded_json([_document(each) for each in kinds]))
        return 0
    if not kinds:
        print(sentence("printed", "no-kinds", folder=str(library.shared_packs)))
    width = max((len(f"{each.section}.{each.id}") for each in kinds), default=0)
    for each in kinds:
        print(f"{f'{each.section}.{each.id}':{width}}  {each.name}  {'; '.join(each.cells)}".rstrip())
    return 0


def _document(kind: OwnKind) -> dict[str, object]:
    return {
        "section": kind.section,
        "id": kind.id,
        "name": kind.name,
        "cells": [*kind.cells],
        "text": kind.text,
    }


def _kinds(options: Options, library: Library) -> Iterable[OwnKind]:
    """Those of a campaign, or of the shared packs for a game; what has a fault is left out."""
    if options.where:
        campaign = _opened(options, library)
        try:
            rules = campaign.rules
            for section in sections(rules):
                names = own_names(rules, campaign.table, section)
                yield from _sound(partial(own_kind, rules, campaign.table, section), names)
        finally:
            campaign.close()
        return
    shared = () if library.shared_packs is None else (library.shared_packs,)
    for game in _games(options):
        packs_here = book(shared, game)
        for section in sections(game):
            yield from _sound(partial(packs_here.kind, section), packs_here.names(section))


def _sound(kind: Callable[[str], OwnKind], ids: Iterable[str]) -> Iterator[OwnKind]:
    """Those of these kinds that can be used; of the others it is told why not."""
    for id in ids:
        try:
            yield kind(id)
        except RuleError as error:
            print(error, file=sys.stderr)


def _games(options: Options) -> tuple[Ruleset, ...]:
    """The game that was named, or all."""
    return tuple(map(ruleset, (options.rules,) if options.rules else ruleset_ids()))


def _opened(options: Options, library: Library) -> Campaign:
    if len(options.where) > 1:
        raise RuleError("shell.one-too-many", text=options.where[1])
    return library.open(library.find(options.where[0]), read_only=True)


def _save(options: Options, library: Library) -> int:
    """Print what a campaign has kept or put down as a pack."""
    if not options.where:
        raise RuleError("shell.packs-whose")
    campaign = _opened(options, library)
    try:
        kept = kinds_kept(campaign.table).values()
        print(as_pack(kept, campaign.ruleset.id), end="")
    finally:
        campaign.close()
    return 0


def _check(options: Options, library: Library) -> int:
    """Exit 2 and a line for each fault."""
    files = [*_files(options, library)]
    faults = [fault for file in files for fault in _faults(file, options)]
    count = sum(len(each.places) for each in files)
    if options.json:
        said = [{"file": str(each.path), "line": each.line, "what": str(each.what)} for each in faults]
        print(encoded_json({"faults": said, "kinds": count, "files": len(files)}))
    else:
        for each in faults:
            print(each, file=sys.stderr)
        if not faults:
            print(sentence("printed", "sound-packs", count=count, files=len(files)))
    return BAD_INPUT if faults else 0


def _files(options: Options, library: Library) -> Iterator[PackFile]:
    """The packs of a campaign, or of files or folders; of the shared folder where nothing is named.

    Raises `RuleError` for a path that is not there.
    """
    shared = () if library.shared_packs is None else (library.shared_packs,)
    paths = [named_path(each) for each in options.where]
    if len(paths) == 1 and not paths[0].exists() and paths[0].suffix != ".toml":
        yield from files_in((library.folder / library.find(options.where[0]) / FOLDER, *shared))
        return
    for path in paths:
        if not path.exists():
            raise RuleError("shell.no-path", path=str(path))
    yield from files_in(tuple(paths) or shared)


def _faults(file: PackFile, options: Options) -> tuple[FileFault, ...]:
    """What is wrong in a file on the sheets of its game; where it names none, of the game it fits best."""
    games = _games(options) if file.game not in ruleset_ids() else (ruleset(file.game),)
    return min((tuple(of_files((file,), game).every_fault()) for game in games), key=len)
